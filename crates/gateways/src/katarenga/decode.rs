//! The stream of objects of KATARENGA-CO. Nothing separates them, and the original itself sends two in one breath.

use super::codec::Message;
use serde_json::Value;

/// An object that is still not complete after so much is none.
const LARGEST_HEARD: usize = 4096;

/// What came cannot be read, so nothing after it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// Not JSON, or not with the keys that the type needs.
    #[error("a message cannot be read")]
    Malformed,
    /// No end of the object in sight.
    #[error("a message is too large")]
    Oversized,
}

/// Takes objects out of a stream, however it is cut.
#[derive(Debug, Default)]
pub struct Decoder {
    buffer: Vec<u8>,
}

impl Decoder {
    /// Takes bytes, and gives the messages that are complete by them. What came before an error is given all the same.
    pub fn push(&mut self, bytes: &[u8]) -> (Vec<Message>, Option<DecodeError>) {
        self.buffer.extend_from_slice(bytes);
        let mut messages = Vec::new();
        let mut values = serde_json::Deserializer::from_slice(&self.buffer).into_iter::<Value>();
        let mut used = 0;
        let mut error = None;
        loop {
            match values.next() {
                Some(Ok(value)) => {
                    used = values.byte_offset();
                    match Message::read(value) {
                        Ok(message) => messages.push(message),
                        Err(bad) => {
                            error = Some(bad);
                            break;
                        }
                    }
                }
                Some(Err(bad)) if bad.is_eof() => break,
                Some(Err(_)) => {
                    error = Some(DecodeError::Malformed);
                    break;
                }
                None => {
                    used = self.buffer.len();
                    break;
                }
            }
        }
        self.buffer.drain(..used);
        if error.is_none() && self.buffer.len() > LARGEST_HEARD {
            error = Some(DecodeError::Oversized);
        }
        (messages, error)
    }
}

#[cfg(test)]
mod tests {
    use super::{super::codec::Place, *};
    use proptest::prelude::*;

    #[test]
    fn what_the_original_sends_is_read_joined_and_cut() {
        // Two objects without a pause, as they arrived on the wire.
        let joined = br#"{"type": "placement", "data": {"position": [4, 4], "player": 2}, "timestamp": 1748.25}{"type": "victory", "data": {"winner": 2}, "timestamp": 1748.26}"#;
        let placement = Message::Placement { position: Place(4, 4), player: 2 };
        let expected = vec![placement, Message::Victory(2)];
        assert_eq!(Decoder::default().push(joined), (expected.clone(), None));
        let mut decoder = Decoder::default();
        let mut heard = Vec::new();
        for byte in joined {
            let (messages, error) = decoder.push(&[*byte]);
            assert_eq!(error, None);
            heard.extend(messages);
        }
        assert_eq!(heard, expected);
    }

    #[test]
    fn what_cannot_be_read_is_told() {
        let push = |bytes: &[u8]| Decoder::default().push(bytes);
        assert_eq!(push(b"}{").1, Some(DecodeError::Malformed));
        assert_eq!(push(b"\xff\xfe").1, Some(DecodeError::Malformed));
        assert_eq!(push(br#"{"type":"move","data":{}}"#).1, Some(DecodeError::Malformed));
        assert_eq!(push(br#"{"type":"dance"} "#), (vec![Message::Unknown], None));
        assert_eq!(push(b" \n"), (vec![], None));
        let endless = format!("{{\"type\":\"{}", "x".repeat(5000));
        assert_eq!(push(endless.as_bytes()).1, Some(DecodeError::Oversized));
        assert_eq!(push("[".repeat(3000).as_bytes()).1, Some(DecodeError::Malformed));
        // What came before it counts.
        let (messages, error) = push(br#"{"type":"disconnect","data":{}}nonsense"#);
        assert_eq!((messages, error), (vec![Message::Disconnect], Some(DecodeError::Malformed)));
    }

    proptest! {
        #[test]
        fn any_bytes_are_taken_without_a_panic(chunks in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..300), 0..8)) {
            let mut decoder = Decoder::default();
            for chunk in chunks {
                if decoder.push(&chunk).1.is_some() {
                    break;
                }
            }
        }

        #[test]
        fn messages_round_trip(row in 0u8..10, column in 0u8..10, player in 0u8..3, cut in 1usize..60) {
            let place = Place(row, column);
            for message in [
                Message::Move { from: place, to: Place(column, row), player },
                Message::Placement { position: place, player },
                Message::Victory(player),
                Message::GameStart,
            ] {
                let text = message.write(f64::from(player));
                let mut decoder = Decoder::default();
                let mut heard = Vec::new();
                for chunk in text.as_bytes().chunks(cut) {
                    heard.extend(decoder.push(chunk).0);
                }
                prop_assert_eq!(heard, vec![message]);
            }
        }
    }
}
