//! What an exchange on one square wins, if both sides take with what costs least and stop when they like.

use shakmaty::{Board, Color, Move, Role};

/// What a piece is worth in an exchange, in hundredths of a pawn. Losing the king loses the game.
pub const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 320,
        Role::Bishop => 335,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 10_000,
    }
}

/// What `mv` of `turn` wins on the square where it lands; for a quiet move what it loses there, or 0.
pub fn exchange(pieces: &Board, turn: Color, mv: Move) -> i32 {
    let (from, role) = match mv {
        Move::Normal { from, role, .. } => (from, role),
        Move::EnPassant { from, .. } => (from, Role::Pawn),
        Move::Castle { .. } | Move::Put { .. } => return 0,
    };
    let to = mv.to();
    let mut occupied = pieces.occupied();
    occupied.discard(from);
    occupied.add(to);
    let mut gains = [0; 34];
    gains[0] = mv.capture().map_or(0, worth);
    let mut standing = role;
    if let Some(promoted) = mv.promotion() {
        gains[0] += worth(promoted) - worth(Role::Pawn);
        standing = promoted;
    }
    if mv.capture() == Some(Role::King) {
        return gains[0];
    }
    let (mut side, mut n) = (!turn, 0);
    loop {
        let attackers = pieces.attacks_to(to, side, occupied) & occupied;
        let cheapest = Role::ALL
            .into_iter()
            .find_map(|role| Some((role, (attackers & pieces.by_role(role)).first()?)));
        let Some((role, square)) = cheapest.filter(|_| n + 1 < gains.len()) else { break };
        n += 1;
        gains[n] = worth(standing) - gains[n - 1];
        // Whoever takes a king need not fear the next capture.
        if standing == Role::King {
            break;
        }
        standing = role;
        occupied.discard(square);
        side = !side;
    }
    for n in (1..=n).rev() {
        gains[n - 1] = gains[n - 1].min(-gains[n]);
    }
    gains[0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_games::{Game, dark::Dark};

    fn wins(fen: &str, text: &str) -> i32 {
        let game = Dark::default();
        let (_, pos) = game.read(fen).expect("a position");
        let mv = game.read_move(&pos, text).expect("a legal move");
        exchange(pos.pieces(), pos.side(), mv)
    }

    #[test]
    fn exchanges_are_counted_to_their_end() {
        assert_eq!(wins("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), 100);
        assert_eq!(wins("4k3/8/4p3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5"), -400);
        assert_eq!(wins("4k3/8/4p3/3r4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(wins("4k3/8/8/3q4/8/8/3R4/4K3 w - - 0 1", "d2d3"), -500);
        // A king that takes what is guarded is lost, so it does not take back.
        assert_eq!(wins("8/8/3k4/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(wins("4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2e8"), 10_000);
    }
}
