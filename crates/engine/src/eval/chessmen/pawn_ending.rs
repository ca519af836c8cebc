//! King and pawn against king: every position of it, found out backwards when the first one is asked about.

use shakmaty::{Bitboard, Color, File, Rank, Square, attacks};
use std::sync::OnceLock;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Unknown,
    Drawn,
    Won,
    Impossible,
}

/// 24 pawn squares, two sides to move, two kings.
const POSITIONS: usize = 2 * 24 * 64 * 64;

/// Whether the side with the pawn wins.
pub fn wins(strong: Color, king: Square, pawn: Square, other: Square, turn: Color) -> bool {
    static TABLE: OnceLock<Vec<bool>> = OnceLock::new();
    let table = TABLE.get_or_init(solve);
    let turned = |square: Square| {
        let square = if strong.is_white() { square } else { square.flip_vertical() };
        if pawn.file() > File::D { square.flip_horizontal() } else { square }
    };
    table[index(turn == strong, turned(pawn), turned(king), turned(other))]
}

fn index(strong_moves: bool, pawn: Square, king: Square, other: Square) -> usize {
    let pawn = (pawn.rank() as usize - 1) * 4 + pawn.file() as usize;
    ((usize::from(strong_moves) * 24 + pawn) * 64 + king.to_usize()) * 64 + other.to_usize()
}

fn squares_of(n: usize) -> (bool, Square, Square, Square) {
    let at = |n: usize| Square::new((n % 64) as u32);
    let pawn = n / 4096 % 24;
    let pawn = Square::from_coords(File::new(pawn as u32 % 4), Rank::new(pawn as u32 / 4 + 1));
    (n / (4096 * 24) == 1, pawn, at(n / 64), at(n))
}

fn solve() -> Vec<bool> {
    let mut verdicts: Vec<Verdict> = (0..POSITIONS).map(at_once).collect();
    loop {
        let mut changed = false;
        for n in 0..POSITIONS {
            if verdicts[n] == Verdict::Unknown {
                verdicts[n] = from_next(n, &verdicts);
                changed |= verdicts[n] != Verdict::Unknown;
            }
        }
        if !changed {
            // What nobody can force is drawn.
            return verdicts.into_iter().map(|verdict| verdict == Verdict::Won).collect();
        }
    }
}

/// What a position shows without looking ahead.
fn at_once(n: usize) -> Verdict {
    let (strong_moves, pawn, king, other) = squares_of(n);
    let checks = attacks::pawn_attacks(Color::White, pawn).contains(other);
    if king.distance(other) <= 1 || king == pawn || other == pawn || (strong_moves && checks) {
        return Verdict::Impossible;
    }
    if strong_moves {
        let Some(next) = pawn.offset(8).filter(|_| pawn.rank() == Rank::Seventh) else {
            return Verdict::Unknown;
        };
        let taken = other.distance(next) <= 1 && king.distance(next) > 1;
        return if next != king && next != other && !taken {
            Verdict::Won
        } else {
            Verdict::Unknown
        };
    }
    let escapes = attacks::king_attacks(other)
        & !attacks::king_attacks(king)
        & !attacks::pawn_attacks(Color::White, pawn);
    let takes = other.distance(pawn) <= 1 && king.distance(pawn) > 1;
    if takes || (escapes.without(pawn).is_empty() && !checks) {
        Verdict::Drawn
    } else {
        Verdict::Unknown
    }
}

fn from_next(n: usize, verdicts: &[Verdict]) -> Verdict {
    let (strong_moves, pawn, king, other) = squares_of(n);
    let (good, bad) =
        if strong_moves { (Verdict::Won, Verdict::Drawn) } else { (Verdict::Drawn, Verdict::Won) };
    let mut seen = bad;
    let mut look = |verdict: Verdict| {
        if verdict == good || (verdict == Verdict::Unknown && seen != good) {
            seen = verdict;
        }
    };
    let mover = if strong_moves { king } else { other };
    for to in attacks::king_attacks(mover) {
        look(match strong_moves {
            true if to != pawn => verdicts[index(false, pawn, to, other)],
            false => verdicts[index(true, pawn, king, to)],
            true => bad,
        });
    }
    if strong_moves {
        let blocked = Bitboard::from_square(king).with(other);
        let once = pawn.offset(8).filter(|&to| to.rank() < Rank::Eighth && !blocked.contains(to));
        if let Some(to) = once {
            look(verdicts[index(false, to, king, other)]);
            let twice =
                to.offset(8).filter(|&to| pawn.rank() == Rank::Second && !blocked.contains(to));
            if let Some(to) = twice {
                look(verdicts[index(false, to, king, other)]);
            }
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opposition_decides() {
        use Square::*;
        for (king, pawn, other, turn, wins_it) in [
            (E6, E5, E8, Color::White, true),
            (E6, E5, E8, Color::Black, true),
            (E5, E4, E7, Color::White, false),
            (E5, E4, E7, Color::Black, true),
            (A6, A5, A8, Color::White, false),
            (H6, H5, G8, Color::White, false),
            (B6, A5, D7, Color::White, true),
            (A1, H4, C5, Color::White, true),
            (A1, H4, C5, Color::Black, false),
            (A1, H4, B5, Color::Black, true),
        ] {
            assert_eq!(
                wins(Color::White, king, pawn, other, turn),
                wins_it,
                "{king} {pawn} {other} {turn}"
            );
            let flip = Square::flip_vertical;
            assert_eq!(wins(Color::Black, flip(king), flip(pawn), flip(other), !turn), wins_it);
        }
    }
}
