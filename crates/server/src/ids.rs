//! Random ids and tokens, and the digests by which tokens are stored.

use sha2::{Digest, Sha256};

/// Digits and letters without 0, O, I and l, which people mix up.
const ALPHABET: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/// A new id, unique for all that we will ever store (70 bits).
pub fn new_id() -> String {
    random_text(12)
}

/// A new secret that nobody guesses (over 180 bits).
pub fn new_token() -> String {
    random_text(32)
}

/// A secret that a person may have to type (over 90 bits): `xxxx-xxxx-xxxx-xxxx`.
pub fn new_code() -> String {
    let text = random_text(16);
    [&text[..4], &text[4..8], &text[8..12], &text[12..]].join("-")
}

/// A code as it was given out, whatever a person put between its letters.
pub fn typed_code(typed: &str) -> String {
    let letters: Vec<char> = typed.chars().filter(char::is_ascii_alphanumeric).take(64).collect();
    letters.chunks(4).map(String::from_iter).collect::<Vec<_>>().join("-")
}

/// How a secret is stored. They are long and random, so that a plain digest cannot be turned back.
pub fn digest(secret: &str) -> String {
    hex::encode(Sha256::digest(secret.as_bytes()))
}

fn random_text(length: usize) -> String {
    // Bytes from here on would make the first letters of the alphabet likelier.
    const FAIR: u8 = (256 / ALPHABET.len() * ALPHABET.len()) as u8;
    let mut text = String::with_capacity(length);
    let mut bytes = [0u8; 48];
    while text.len() < length {
        getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
        let letters = bytes.iter().filter(|&&byte| byte < FAIR);
        let letters = letters.map(|&byte| char::from(ALPHABET[usize::from(byte) % ALPHABET.len()]));
        text.extend(letters.take(length - text.len()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_their_length_and_differ() {
        assert_eq!(new_id().len(), 12);
        assert_eq!(new_token().len(), 32);
        assert_eq!(new_code().len(), 19);
        assert_ne!(new_id(), new_id());
        assert!(new_token().bytes().all(|byte| ALPHABET.contains(&byte)));
    }

    #[test]
    fn a_code_is_known_however_its_letters_are_put_apart() {
        for typed in ["abCd-1234-efgh-5678", " abCd1234 efgh  5678\n", "abCd‑1234–efgh_5678"] {
            assert_eq!(typed_code(typed), "abCd-1234-efgh-5678", "{typed}");
        }
        assert_eq!(typed_code(&"é-".repeat(100_000)), "");
    }

    #[test]
    fn a_digest_is_sha_256_in_hexadecimal() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest("abc"), expected);
    }
}
