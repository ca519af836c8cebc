//! The datagrams of Morpion: what players send, and the texts that they get. `docs/protocols/morpion-udp.md`, sections 1 to 6.

use damier_games::Player;

/// Rows and columns.
pub const SIZE: u8 = 15;
/// Larger datagrams are ignored, as the original never reads them.
pub const LARGEST: usize = 1024;
/// Ends the receiver of the original client.
pub const QUIT: &str = "__quit__";
/// Two play already.
pub const FULL: &str = "game_already_full";
/// The name is taken or cannot be one.
pub const INVALID_NAME: &str = "invalid_name";

const JOIN: &str = "__join__:";
const PLAY: &str = "__play__:";
const PLAIN_QUIT: &str = "quit";
const LONGEST_NAME: usize = 32;

/// What a datagram says by itself. What a plain text means depends on who sends it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// The original client asks for a name.
    Join(String),
    /// The original client moves.
    Play(String),
    /// The original client leaves.
    Quit,
    /// A plain text: a name, a move, or `quit`.
    Plain(String),
}

impl Request {
    /// Reads a datagram; nothing where it is not UTF-8 or too large.
    pub fn read(datagram: &[u8]) -> Option<Self> {
        if datagram.len() > LARGEST {
            return None;
        }
        let text = std::str::from_utf8(datagram).ok()?.trim_end_matches(['\r', '\n']);
        Some(if let Some(name) = text.strip_prefix(JOIN) {
            Self::Join(name.into())
        } else if let Some(cell) = text.strip_prefix(PLAY) {
            Self::Play(cell.into())
        } else if text == QUIT {
            Self::Quit
        } else {
            Self::Plain(text.into())
        })
    }

    /// What the original client would send.
    pub fn write(&self) -> String {
        match self {
            Self::Join(name) => format!("{JOIN}{name}"),
            Self::Play(cell) => format!("{PLAY}{cell}"),
            Self::Quit => QUIT.into(),
            Self::Plain(text) => text.clone(),
        }
    }

    /// Whether a plain text asks to leave.
    pub fn is_plain_quit(&self) -> bool {
        matches!(self, Self::Plain(text) if text == PLAIN_QUIT)
    }
}

/// Whether somebody may be called that: 1 to 32 printable characters without blanks, and none of the protocol's own words.
pub fn is_name(text: &str) -> bool {
    let own = [FULL, INVALID_NAME, QUIT, PLAIN_QUIT];
    (1..=LONGEST_NAME).contains(&text.chars().count())
        && !text.chars().any(|letter| letter.is_whitespace() || letter.is_control())
        && !own.contains(&text)
        && !text.starts_with(JOIN)
        && !text.starts_with(PLAY)
}

/// A cell, counted from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// 0 for `A`.
    pub column: u8,
    /// 0 is the top.
    pub row: u8,
}

impl Cell {
    /// Reads `A0` to `O14`, small letters too.
    pub fn read(text: &str) -> Option<Self> {
        let (letter, number) = text.split_at_checked(1)?;
        let column = letter.as_bytes()[0].to_ascii_uppercase().checked_sub(b'A')?;
        let digits = number.len() <= 2 && number.bytes().all(|byte| byte.is_ascii_digit());
        let row: u8 = number
            .parse()
            .ok()
            .filter(|_| digits && (number.len() == 1 || !number.starts_with('0')))?;
        (column < SIZE && row < SIZE).then_some(Self { column, row })
    }

    /// As players of this protocol write it.
    pub fn write(self) -> String {
        format!("{}{}", char::from(b'A' + self.column), self.row)
    }

    /// As our game writes it: ranks count from the bottom.
    pub fn to_move(self) -> String {
        format!("{}{}", char::from(b'a' + self.column), SIZE - self.row)
    }

    /// The cell of a move of our game.
    pub fn of_move(text: &str) -> Option<Self> {
        let (letter, rank) = text.split_at_checked(1)?;
        let column = letter.as_bytes()[0].checked_sub(b'a').filter(|column| *column < SIZE)?;
        let rank: u8 = rank.parse().ok()?;
        (1..=SIZE).contains(&rank).then(|| Self { column, row: SIZE - rank })
    }
}

/// What stands on each cell, by rows from the top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid(pub [[Option<Player>; SIZE as usize]; SIZE as usize]);

impl Grid {
    /// Whose mark is there.
    pub fn at(&self, cell: Cell) -> Option<Player> {
        self.0[usize::from(cell.row)][usize::from(cell.column)]
    }

    /// As players see it.
    pub fn write(&self) -> String {
        let mut text = String::with_capacity(620);
        for (n, row) in self.0.iter().enumerate() {
            text.push_str(&format!("{n:>2}|"));
            for mark in row {
                text.push(' ');
                text.push(mark.map_or('.', symbol));
            }
            text.push('\n');
        }
        text.push_str("   ");
        text.push_str(&"--".repeat(usize::from(SIZE)));
        text.push_str("\n   ");
        for column in 0..SIZE {
            text.push(' ');
            text.push(char::from(b'A' + column));
        }
        text
    }
}

/// X moves first.
pub fn symbol(player: Player) -> char {
    match player {
        Player::One => 'X',
        Player::Two => 'O',
    }
}

/// The texts of the server, in French as the original's are.
pub mod texts {
    use super::{Cell, Grid, symbol};
    use damier_games::Player;

    /// The prompt.
    pub const NEXT: &str = "Entrez votre prochain coup :";
    /// Out of turn.
    pub const NOT_YOUR_TURN: &str = "Ce n'est pas à vous de jouer";
    /// No such cell.
    pub const INVALID: &str = "Coup invalide ! Veuillez rejouer";
    /// A cell that is taken.
    pub const OCCUPIED: &str = "Coup invalide ! La case est déjà occupée, veuillez rejouer";
    /// The end, when the server stops.
    pub const STOPPED: &str = "Le serveur a été arrêté\nNous vous prions de nous excuser pour la gêne occasionnée\nVous pouvez quitter le jeu";
    /// The end of a full grid.
    pub const DRAW: &str = "La grille est pleine : match nul !\nLe jeu est terminé";
    /// To who leaves.
    pub const YOU_LEFT: &str = "Vous avez quitté le jeu\nVous avez donc perdu par forfait";
    /// What the original client needs to hear after an end.
    pub const CTRL_C: &str = " (Appuyez sur Ctrl+C pour quitter)";

    /// Before the start.
    pub fn not_started(players: usize) -> String {
        format!("La partie n'a pas commencé ({players}/2 joueurs), veuillez attendre")
    }

    /// The start.
    pub fn start(own: Player, grid: &Grid, beginner: &str) -> String {
        let (symbol, grid) = (symbol(own), grid.write());
        format!(
            "\n----------\nLa partie commence !\nVous avez le symbole {symbol}\n{grid}\n\nC'est à *{beginner}* de commencer\n"
        )
    }

    /// A move.
    pub fn played(name: &str, cell: Cell, grid: &Grid) -> String {
        format!("\n*{name}* a joué en {}\n{}\n", cell.write(), grid.write())
    }

    /// The end by a row of five.
    pub fn won(winner: &str, you: bool) -> String {
        let you = if you { "gagné" } else { "perdu" };
        format!("*{winner}* remporte la partie\nLe jeu est terminé, vous avez {you} !")
    }

    /// The end when the opponent left.
    pub fn other_left(name: &str) -> String {
        format!("***{name}*** a quitté le jeu\nVous avez gagné par forfait")
    }

    /// The end when the opponent called the match off before it counted.
    pub fn called_off(name: &str) -> String {
        format!("***{name}*** a quitté le jeu\nLe jeu est terminé")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn datagrams_of_the_fact_sheet() {
        let read = |bytes: &[u8]| Request::read(bytes);
        assert_eq!(read(b"__join__:bob"), Some(Request::Join("bob".into())));
        assert_eq!(read(b"__play__:A0\r\n"), Some(Request::Play("A0".into())));
        assert_eq!(read(b"__play__:"), Some(Request::Play(String::new())));
        assert_eq!(read(b"__quit__"), Some(Request::Quit));
        assert_eq!(read(b"bob\n"), Some(Request::Plain("bob".into())));
        assert_eq!(read(b""), Some(Request::Plain(String::new())));
        assert_eq!(read(b"\xff\xfe"), None);
        assert_eq!(read(&[b'a'; 1025]), None);
        assert!(read(&[b'a'; 1024]).is_some());
        assert!(Request::Plain("quit".into()).is_plain_quit());
    }

    #[test]
    fn names_have_a_form() {
        for good in ["a", "bob", "é!", "x".repeat(32).as_str()] {
            assert!(is_name(good), "{good}");
        }
        for bad in [
            "",
            "a b",
            "a\tb",
            "\u{7}",
            "invalid_name",
            "game_already_full",
            "__quit__",
            "quit",
            "__join__:a",
        ] {
            assert!(!is_name(bad), "{bad}");
        }
        assert!(!is_name(&"x".repeat(33)));
    }

    #[test]
    fn cells_are_counted_from_the_top_left() {
        let cell = |column, row| Cell { column, row };
        assert_eq!(Cell::read("A0"), Some(cell(0, 0)));
        assert_eq!(Cell::read("o14"), Some(cell(14, 14)));
        assert_eq!(cell(0, 0).to_move(), "a15");
        assert_eq!(cell(14, 14).to_move(), "o1");
        for bad in ["", "A", "P0", "A15", "A-1", "A+1", "A00", "A01", "0A", "é0", "A0 ", "AA"] {
            assert_eq!(Cell::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_grid_is_written_as_the_original_does() {
        let mut grid = Grid::default();
        (grid.0[0][0], grid.0[0][1]) = (Some(Player::One), Some(Player::Two));
        let text = grid.write();
        let lines: Vec<&str> = text.split('\n').collect();
        assert_eq!(lines.len(), 17);
        assert_eq!(lines[0], " 0| X O . . . . . . . . . . . . .");
        assert_eq!(lines[14], "14| . . . . . . . . . . . . . . .");
        assert_eq!(lines[15], "   ------------------------------");
        assert_eq!(lines[16], "    A B C D E F G H I J K L M N O");
        assert!(texts::start(Player::Two, &grid, &"x".repeat(32)).len() <= LARGEST);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..1100)) {
            if let Some(request) = Request::read(&bytes) {
                prop_assert_eq!(Request::read(request.write().as_bytes()), Some(request));
            }
        }

        #[test]
        fn cells_round_trip(column in 0..SIZE, row in 0..SIZE) {
            let cell = Cell { column, row };
            prop_assert_eq!(Cell::read(&cell.write()), Some(cell));
            prop_assert_eq!(Cell::of_move(&cell.to_move()), Some(cell));
        }

        #[test]
        fn any_text_is_a_cell_or_not(text in ".{0,6}") {
            if let Some(cell) = Cell::read(&text) {
                prop_assert_eq!(cell.write(), text.to_ascii_uppercase());
            }
        }
    }
}
