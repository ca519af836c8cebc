//! The signs that pieces and boards are written with. A piece is told by its sign alone where there is no colour.

use damier_games::{
    Player,
    scene::{Piece, PieceKind},
};

/// Which signs may be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// Only ASCII.
    pub ascii: bool,
    /// Whether colours tell the sides apart, so that filled signs serve both.
    pub coloured: bool,
}

impl Glyphs {
    /// A piece. `side` is the key of its owner's side.
    pub fn piece(self, piece: Piece, side: &str) -> char {
        if self.ascii {
            return letter(piece, side);
        }
        let filled = self.coloured || piece.owner == Player::Two;
        let of = |outline: char, solid: char| if filled { solid } else { outline };
        match piece.kind {
            PieceKind::Pawn => of('♙', '♟'),
            PieceKind::Knight => of('♘', '♞'),
            PieceKind::Bishop => of('♗', '♝'),
            PieceKind::Rook => of('♖', '♜'),
            PieceKind::Queen => of('♕', '♛'),
            PieceKind::King => of('♔', '♚'),
            PieceKind::Man => of('○', '●'),
            PieceKind::CrownedMan => of('◎', '◉'),
            PieceKind::Mark => match piece.owner {
                Player::One => '✕',
                Player::Two => '○',
            },
        }
    }

    const fn pick(self, rich: char, plain: char) -> char {
        if self.ascii { plain } else { rich }
    }

    /// Where the selected move may go.
    pub const fn target(self) -> char {
        self.pick('•', '.')
    }

    /// Where nothing may be placed.
    pub const fn forbidden(self) -> char {
        self.pick('×', '#')
    }

    /// What cannot be seen.
    pub const fn fog(self) -> char {
        self.pick('░', '?')
    }

    /// A wheel that turns while something is awaited.
    pub fn wheel(self, turn: usize) -> char {
        const RICH: [char; 10] = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
        const PLAIN: [char; 4] = ['|', '/', '-', '\\'];
        if self.ascii { PLAIN[turn % PLAIN.len()] } else { RICH[turn % RICH.len()] }
    }

    /// Before the chosen entry of a list.
    pub const fn pointer(self) -> char {
        self.pick('▸', '>')
    }

    /// Beside whoever is to move.
    pub const fn turn(self) -> char {
        self.pick('●', '*')
    }

    /// Between parts of a line.
    pub const fn dot(self) -> char {
        self.pick('·', '-')
    }

    /// Left and right of a value that can be changed.
    pub const fn arrows(self) -> [char; 2] {
        if self.ascii { ['<', '>'] } else { ['‹', '›'] }
    }

    /// A horizontal, a vertical, the two diagonals, and the diagonals crossing.
    pub const fn lines(self) -> [char; 5] {
        if self.ascii { ['-', '|', '\\', '/', 'X'] } else { ['─', '│', '╲', '╱', '╳'] }
    }

    /// Where lines meet: left, right, up, down.
    pub const fn meeting(self, [left, right, up, down]: [bool; 4]) -> char {
        if self.ascii {
            return '+';
        }
        match (left, right, up, down) {
            (true, true, false, false) => '─',
            (false, false, true, true) => '│',
            (false, true, false, true) => '┌',
            (true, false, false, true) => '┐',
            (false, true, true, false) => '└',
            (true, false, true, false) => '┘',
            (false, true, true, true) => '├',
            (true, false, true, true) => '┤',
            (true, true, false, true) => '┬',
            (true, true, true, false) => '┴',
            _ => '┼',
        }
    }
}

/// As position texts write pieces: capitals for the first side of chess, the first letter of the side for men and marks.
fn letter(piece: Piece, side: &str) -> char {
    let first = side.chars().next().unwrap_or('?');
    let of = |capital: char| match piece.owner {
        Player::One => capital,
        Player::Two => capital.to_ascii_lowercase(),
    };
    match piece.kind {
        PieceKind::Pawn => of('P'),
        PieceKind::Knight => of('N'),
        PieceKind::Bishop => of('B'),
        PieceKind::Rook => of('R'),
        PieceKind::Queen => of('Q'),
        PieceKind::King => of('K'),
        PieceKind::Man => first,
        PieceKind::CrownedMan | PieceKind::Mark => first.to_ascii_uppercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn without_colour_every_piece_of_a_game_has_a_sign_of_its_own() {
        let kinds = [
            &[
                PieceKind::Pawn,
                PieceKind::Knight,
                PieceKind::Bishop,
                PieceKind::Rook,
                PieceKind::Queen,
                PieceKind::King,
            ][..],
            &[PieceKind::Man, PieceKind::CrownedMan],
            &[PieceKind::Mark],
        ];
        for (ascii, sides) in [(true, ["white", "black"]), (false, ["x", "o"])] {
            let glyphs = Glyphs { ascii, coloured: false };
            for kinds in kinds {
                let signs: HashSet<char> = kinds
                    .iter()
                    .flat_map(|&kind| {
                        Player::BOTH
                            .map(|owner| glyphs.piece(Piece { owner, kind }, sides[owner.index()]))
                    })
                    .collect();
                assert_eq!(signs.len(), kinds.len() * 2);
            }
        }
    }
}
