//! Moves as text: how they are written, what is read, and why some are refused.

use super::{Draughts, Move, Position, Variant, paths::Way, squares::bit};
use crate::{board::parse_grid_name, prelude::*, text::excerpt};

/// No capture is longer than the pieces that can stand off the edge of the board.
const LONGEST: usize = 33;

impl Draughts {
    fn legal(&self, pos: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        self.legal_moves(pos, &mut moves);
        moves
    }

    /// Whether another legal move goes from and to the same squares.
    fn is_shared(&self, pos: &Position, mv: Move) -> bool {
        mv.captured != 0
            && self
                .legal(pos)
                .iter()
                .any(|&other| other != mv && (other.from, other.to) == (mv.from, mv.to))
    }

    pub(super) fn write_move(&self, pos: &Position, mv: Move) -> String {
        let way = if self.is_shared(pos, mv) {
            self.written_way(pos, mv)
        } else {
            vec![mv.from(), mv.to()]
        };
        let numbers: Vec<String> =
            way.iter().map(|&square| self.grid().number(square).to_string()).collect();
        numbers.join(if mv.captured == 0 { "-" } else { "x" })
    }

    /// The squares of a move text, with any of the separators in use. On 8x8 also `c3:e5`.
    fn read_way(&self, text: &str) -> Option<Way> {
        let grid = self.grid();
        let square = |name: &str| {
            let number = |digits: &str| digits.parse().ok().and_then(|n| grid.numbered(n));
            if name.bytes().all(|byte| byte.is_ascii_digit()) {
                number(name)
            } else {
                let (file, rank) = parse_grid_name(name, 8, 8).filter(|_| grid.side() == 8)?;
                grid.dark_square(file, grid.side() - 1 - rank)
            }
        };
        let names = text.split(['-', 'x', ':']).take(LONGEST + 2);
        let way: Way = names.map(square).collect::<Option<_>>()?;
        (2..=LONGEST + 1).contains(&way.len()).then_some(way)
    }

    pub(super) fn find_move(&self, pos: &Position, text: &str) -> Result<Move, MoveError> {
        let refused = || MoveError { found: excerpt(text), why: self.why_refused(pos, text) };
        let way = self.read_way(text).ok_or_else(refused)?;
        let ends = (way[0], way[way.len() - 1]);
        let mut meant = self.legal(pos);
        meant.retain(|mv| (mv.from(), mv.to()) == ends);
        match meant[..] {
            [mv] if way.len() == 2 => Ok(mv),
            _ => {
                let walked = self.walk(pos, &way).filter(|mv| meant.contains(mv));
                walked.ok_or_else(refused)
            }
        }
    }

    pub(super) fn why_refused(&self, pos: &Position, text: &str) -> Option<Phrase> {
        let Some(way) = self.read_way(text) else {
            return Some(Phrase::new(
                "expected squares such as 32-28 or 26x37",
                "attendu des cases comme 32-28 ou 26x37",
            ));
        };
        let (from, to) = (way[0], way[way.len() - 1]);
        if pos.own() & bit(from) == 0 {
            return Some(Phrase::new(
                "there is no piece of yours on that square",
                "aucune de vos pièces sur cette case",
            ));
        }
        let legal = self.legal(pos);
        let most = legal.iter().map(|mv| mv.captured.count_ones()).max()?;
        if most == 0 {
            return Some(self.how_it_moves(pos.kings & bit(from) != 0).into());
        }
        if way.len() == 2 && legal.iter().any(|mv| (mv.from(), mv.to()) == (from, to)) {
            return Some(Phrase::new(
                "several captures lead there: expected all landing squares, such as 26x37x48",
                "plusieurs prises y mènent : attendu toutes les cases d'arrivée, comme 26x37x48",
            ));
        }
        Some(self.what_to_capture(most, self.walk(pos, &way).is_some()))
    }

    fn how_it_moves(&self, king: bool) -> Text {
        match (king, self.variant) {
            (false, _) => Text::new(
                "a man goes one square diagonally forward, to an empty one",
                "un pion avance d'une case en diagonale, si elle est vide",
            ),
            (true, Variant::ShortKings) => Text::new(
                "a king goes one to three empty squares along a diagonal",
                "une dame va d'une à trois cases vides en diagonale",
            ),
            (true, _) => Text::new(
                "a king goes over empty squares along a diagonal",
                "une dame va sur les cases vides d'une diagonale",
            ),
        }
    }

    fn what_to_capture(&self, most: u32, captures: bool) -> Phrase {
        if !self.variant.has_majority() {
            return if captures {
                Phrase::new(
                    "a capture must be carried to its end",
                    "une prise doit être menée à son terme",
                )
            } else {
                Phrase::new("you must capture", "vous devez prendre")
            };
        }
        match most {
            1 => Phrase::new("you must capture a piece", "vous devez prendre une pièce"),
            _ => Phrase::new(
                format!("you must capture {most} pieces"),
                format!("vous devez prendre {most} pièces"),
            ),
        }
    }

    /// The ways to point at a move: as it is written, by its ends alone where they say enough, then by other landings.
    pub(super) fn pointed_ways(&self, pos: &Position, mv: Move) -> Vec<Way> {
        // Long captures have more ways than anybody tries.
        const MOST: usize = 24;
        let mut ways = vec![self.written_way(pos, mv)];
        let ends = vec![mv.from(), mv.to()];
        if ends != ways[0] && self.ends_suffice(pos, mv) {
            ways.push(ends);
        }
        for way in self.ways(pos, mv, MOST) {
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        ways
    }

    /// Whether pointing at start and end means this move, and is not how another one may begin.
    fn ends_suffice(&self, pos: &Position, mv: Move) -> bool {
        let direct = self.walk(pos, &[mv.from(), mv.to()]).map_or(0, |jump| jump.captured);
        let begins = |other: &Move| direct.count_ones() == 1 && other.captured & direct != 0;
        self.legal(pos).iter().all(|other| {
            *other == mv || other.from != mv.from || other.to != mv.to && !begins(other)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variant: Variant, text: &str) -> (Draughts, Position) {
        Draughts { variant }.read(text).expect("a good position")
    }

    #[test]
    fn refusals_tell_what_would_be_right() {
        for (variant, position, text, told) in [
            (Variant::Default, "W:W32,43:B28,20", "43-38", "you must capture a piece"),
            (Variant::Default, "W:WK46:B37,28", "46x32", "you must capture 2 pieces"),
            (Variant::Default, "W:W32:B1", "32-21", "one square diagonally forward"),
            (Variant::ShortKings, "W:WK46:B1", "46-28", "one to three"),
            (Variant::Default, "W:WK46:B1", "46-47", "along a diagonal"),
            (Variant::Default, "W:WK4,32,44:B17,18,K28,30,42", "4x25", "all landing squares"),
            (Variant::Russian, "W:WK29:B22,15", "29x18", "carried to its end"),
            (Variant::Russian, "W:WK29,31:B22,15", "31-27", "you must capture"),
        ] {
            let (game, pos) = read(variant, position);
            let error = game.find_move(&pos, text).expect_err("not legal").to_string();
            assert!(error.contains(told), "{position} {text}: {error}");
        }
    }

    #[test]
    fn start_and_end_suffice_where_they_name_one_move() {
        let numbers = |(game, pos): (Draughts, Position), text: &str| -> Vec<Vec<usize>> {
            let mv = game.find_move(&pos, text).expect("a legal move");
            let ways = game.pointed_ways(&pos, mv).into_iter();
            ways.map(|way| way.iter().map(|&at| game.grid().number(at)).collect()).collect()
        };
        let straight = read(Variant::Default, "W:WK46:B37,19");
        assert_eq!(
            numbers(straight, "46x5"),
            [vec![46, 32, 5], vec![46, 5], vec![46, 23, 5], vec![46, 28, 5]]
        );
        let shared = read(Variant::Default, "W:WK4,32,44:B17,18,K28,30,42");
        let ways = numbers(shared, "4x22x39x25");
        assert_eq!(ways[0], [4, 22, 39, 25]);
        assert!(!ways.contains(&vec![4, 25]));
    }

    #[test]
    fn a_position_made_for_it_does_not_hang() {
        // Found by looking for positions whose captures take longest to list.
        let text = "W:WK1,K6,K10,K12,K16,K47:BK4,K7,K8,K14,17,18,K21,K23,K25,K29,K30,31,32,K37,K39,40,K41,K42,43,K48,K50";
        let (game, pos) = read(Variant::Default, text);
        let moves = game.legal(&pos);
        assert!(!moves.is_empty());
        for mv in moves {
            assert_eq!(game.find_move(&pos, &game.write_move(&pos, mv)), Ok(mv));
            assert!(game.pointed_ways(&pos, mv).len() <= 26);
        }
    }
}
