//! The frames and messages of Pawn Hub: 150 bytes a frame, padded by `|`, fields between `~`. `docs/protocols/pawnhub-tcp.md`,
//! sections 1, 2, 4 and 5.

use damier_games::GameKey;

/// The bytes of a frame.
pub const FRAME: usize = 150;
/// A longer message is none: the longest regular one has 150 bytes.
const LONGEST: usize = 600;
const PADDING: u8 = b'|';

/// A message as it travels. At least one byte of padding ends it.
pub fn write(message: &str) -> Vec<u8> {
    let mut bytes = message.as_bytes().to_vec();
    bytes.resize((bytes.len() / FRAME + 1) * FRAME, PADDING);
    bytes
}

/// More than a message may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a message has more than {LONGEST} bytes")]
pub struct TooLong;

/// Takes messages out of a stream of frames, however it is cut.
#[derive(Debug, Default)]
pub struct Decoder {
    frame: Vec<u8>,
    message: Vec<u8>,
}

impl Decoder {
    /// Takes bytes, and gives the messages that are complete by them. Empty ones are left out: they mean nothing.
    pub fn push(&mut self, mut bytes: &[u8]) -> Result<Vec<String>, TooLong> {
        let mut messages = Vec::new();
        while !bytes.is_empty() {
            let (head, tail) = bytes.split_at(bytes.len().min(FRAME - self.frame.len()));
            self.frame.extend_from_slice(head);
            bytes = tail;
            if self.frame.len() < FRAME {
                break;
            }
            let end = self.frame.iter().position(|&byte| byte == PADDING);
            self.message.extend_from_slice(&self.frame[..end.unwrap_or(FRAME)]);
            self.frame.clear();
            if self.message.len() > LONGEST {
                return Err(TooLong);
            }
            if end.is_some() {
                let message = std::mem::take(&mut self.message);
                if !message.is_empty() {
                    messages.push(String::from_utf8_lossy(&message).into_owned());
                }
            }
        }
        Ok(messages)
    }
}

/// The games, in the order of the statistics. The last four have no turns and are not played here.
pub const MODES: [&str; 8] = [
    "Classic",
    "Dark",
    "Horde",
    "Alice",
    "RealTimeClassic",
    "RealTimeDark",
    "RealTimeHorde",
    "RealTimeAlice",
];

/// A game that is played here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode(usize);

impl Mode {
    /// By its number, which is the same in both of the protocol's numberings.
    pub fn of_number(number: usize) -> Option<Self> {
        (number < 4).then_some(Self(number))
    }

    /// As clients call it.
    pub fn name(self) -> &'static str {
        MODES[self.0]
    }

    /// The game.
    pub fn game(self) -> GameKey {
        [GameKey::Chess, GameKey::Dark, GameKey::Horde, GameKey::Alice][self.0]
    }
}

/// What a client asks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "as the fact sheet names them")]
pub enum Request {
    Quit,
    SignUp { name: String, password: String },
    LogIn { name: String, password: String },
    Chat { target: String, text: String },
    Play(usize),
    LeaveQueue,
    Statistics,
    Ranking(usize),
    Friends,
    RequestsReceived,
    Answer { name: String, accept: bool },
    AskFriend(String),
    RemoveFriend(String),
    RequestsSent,
    WithdrawRequest(String),
    StopChat,
    Game(GameRequest),
}

/// What a client asks in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameRequest {
    /// From one square to another, in small letters: `e2e4`; nothing where it names no squares.
    Move {
        /// `w` or `b`.
        colour: char,
        /// The squares.
        squares: Option<String>,
    },
    /// Gives up, or says that the clock ran out.
    GiveUp,
    /// Forget my premoves.
    Forget,
    /// The key that was hit for a promotion.
    Promote(char),
}

impl Request {
    /// Reads a message; nothing where it makes no sense.
    pub fn read(message: &str) -> Option<Self> {
        let mut fields = message.split('~');
        let number: u32 = fields.next()?.parse().ok()?;
        let mut field = || fields.next().filter(|field| !field.is_empty()).map(str::to_owned);
        Some(match number {
            0 => Self::Quit,
            1 => Self::SignUp { name: field()?, password: field()? },
            2 => Self::LogIn { name: field()?, password: field()? },
            3 => Self::Chat { target: field()?, text: field()? },
            4 => Self::Play(field()?.parse().ok()?),
            5 => Self::LeaveQueue,
            7 => Self::Statistics,
            8 => Self::Ranking(field()?.parse().ok()?),
            9 => Self::Friends,
            10 => Self::RequestsReceived,
            11 => {
                let name = field()?;
                let accept = match field()?.as_str() {
                    "1" => true,
                    "2" => false,
                    _ => return None,
                };
                Self::Answer { name, accept }
            }
            12 => Self::AskFriend(field()?),
            13 => Self::RemoveFriend(field()?),
            14 => Self::RequestsSent,
            15 => Self::WithdrawRequest(field()?),
            20 => Self::StopChat,
            30 => Self::Game(GameRequest::read(&field()?)?),
            _ => return None,
        })
    }
}

impl GameRequest {
    fn read(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        match letters.next()? {
            'M' => {
                let colour = letters.next()?;
                Some(match letters.as_str() {
                    "/end" | "/tim" => Self::GiveUp,
                    "/del" => Self::Forget,
                    squares => Self::Move { colour, squares: read_squares(squares) },
                })
            }
            'P' => Some(Self::Promote(letters.next()?)),
            _ => None,
        }
    }
}

fn read_squares(text: &str) -> Option<String> {
    let [file, rank, to_file, to_rank] = text.as_bytes() else { return None };
    let fits = |file: &u8, rank: &u8| (b'A'..=b'H').contains(file) && (b'1'..=b'8').contains(rank);
    (fits(file, rank) && fits(to_file, to_rank)).then(|| text.to_ascii_lowercase())
}

/// Whether the client of the original would have let somebody be called that.
pub fn is_name(text: &str) -> bool {
    (1..=10).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        && !["guest", "all"].contains(&text.to_ascii_lowercase().as_str())
}

/// Whether that may be a password: the client knows no other.
pub fn is_password(text: &str) -> bool {
    (1..=10).contains(&text.chars().count()) && !text.chars().any(char::is_control)
}

/// A text as it may stand in a field: not empty, without what separates, and no longer than the client's own.
pub fn field(text: &str) -> String {
    let plain = text.chars().filter(|letter| !letter.is_control() && !['|', '~'].contains(letter));
    let cut: String = plain.take(126).collect();
    if cut.trim().is_empty() { "-".into() } else { cut }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn frames_of_the_fact_sheet() {
        let written = write("0~Quit");
        assert_eq!(written.len(), 150);
        assert_eq!(&written[..8], b"0~Quit||");
        // A message of 150 bytes, as the board of Horde, takes a second frame that is all padding.
        let long = "x".repeat(150);
        let written = write(&long);
        assert_eq!(written.len(), 300);
        assert!(written[150..].iter().all(|&byte| byte == b'|'));
        assert_eq!(write(&"x".repeat(149)).len(), 150);
        assert_eq!(Decoder::default().push(&written), Ok(vec![long]));
        assert_eq!(Decoder::default().push(&[b'|'; 150]), Ok(vec![]));
        assert_eq!(Decoder::default().push(&[b'x'; 900]), Err(TooLong));
    }

    #[test]
    fn requests_of_the_fact_sheet() {
        let read = |text: &str| Request::read(text);
        let game = |request| Some(Request::Game(request));
        assert_eq!(read("0~Quit"), Some(Request::Quit));
        let (name, password) = ("bob".to_owned(), "secret".to_owned());
        assert_eq!(read("1~bob~secret"), Some(Request::SignUp { name: name.clone(), password }));
        assert_eq!(read("4~3"), Some(Request::Play(3)));
        assert_eq!(read("5~leaveQueue"), Some(Request::LeaveQueue));
        assert_eq!(read("11~bob~2"), Some(Request::Answer { name, accept: false }));
        let squares = Some("e2e4".to_owned());
        assert_eq!(read("30~MwE2E4"), game(GameRequest::Move { colour: 'w', squares }));
        for short in ["30~MwE2", "30~MwZ9E4", "30~Mw", "30~Mwe2e4"] {
            let request = GameRequest::Move { colour: 'w', squares: None };
            assert_eq!(read(short), game(request), "{short}");
        }
        assert_eq!(read("30~Mb/end"), game(GameRequest::GiveUp));
        assert_eq!(read("30~Mb/del"), game(GameRequest::Forget));
        assert_eq!(read("30~Ph"), game(GameRequest::Promote('h')));
        for nonsense in [
            "",
            "~",
            "x",
            "6~a",
            "19~a",
            "1~bob",
            "1~~",
            "4~x",
            "30",
            "30~",
            "30~Z",
            "11~bob~3",
            "99999999999~1",
        ] {
            assert_eq!(read(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn names_and_passwords_are_those_of_the_client() {
        for good in ["a", "bob", "Player1234"] {
            assert!(is_name(good), "{good}");
        }
        for bad in ["", "../x", "Guest", "all", "12345678901", "a b", "é"] {
            assert!(!is_name(bad), "{bad}");
        }
        assert!(is_password("x") && !is_password("") && !is_password("12345678901"));
        assert_eq!(field("a|b~c\n"), "abc");
        assert_eq!(field("~"), "-");
        assert_eq!(field(&"é".repeat(200)).chars().count(), 126);
    }

    proptest! {
        #[test]
        fn any_bytes_are_taken_without_a_panic(bytes in proptest::collection::vec(any::<u8>(), 0..2000), cut in 1usize..400) {
            let mut decoder = Decoder::default();
            for chunk in bytes.chunks(cut) {
                match decoder.push(chunk) {
                    Ok(messages) => messages.iter().for_each(|message| _ = Request::read(message)),
                    Err(_) => break,
                }
            }
        }

        #[test]
        fn messages_round_trip_however_they_are_cut(texts in proptest::collection::vec("[ -z]{1,400}", 1..5), cut in 1usize..400) {
            let bytes: Vec<u8> = texts.iter().flat_map(|text| write(text)).collect();
            let mut decoder = Decoder::default();
            let mut heard = Vec::new();
            for chunk in bytes.chunks(cut) {
                heard.extend(decoder.push(chunk).unwrap());
            }
            prop_assert_eq!(heard, texts);
        }
    }
}
