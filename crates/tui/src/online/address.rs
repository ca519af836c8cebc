//! Where a server is.

use damier_games::text::{Language, Tell, excerpt};

/// The address of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    secure: bool,
    /// `192.168.1.20:8080`.
    pub host: String,
}

/// An address cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.tell(Language::English))]
pub struct AddressError {
    found: String,
}

impl Tell for AddressError {
    fn tell(&self, language: Language) -> String {
        let found = &self.found;
        match language {
            Language::English => {
                format!("cannot read the address \"{found}\": expected HOST:PORT, a link or a code")
            }
            Language::French => {
                format!("adresse « {found} » illisible : attendu HÔTE:PORT, un lien ou un code")
            }
        }
    }
}

impl Address {
    /// Where a server of one's own listens.
    pub fn usual() -> Self {
        Self { secure: false, host: "127.0.0.1:8080".into() }
    }

    /// Reads `host`, `host:port`, a link to a server or a match, or a bare code, which belongs to the usual server.
    pub fn read(text: &str) -> Result<(Self, Option<String>), AddressError> {
        let wrong = || AddressError { found: excerpt(text) };
        let (secure, rest) = match text.split_once("://") {
            Some(("http", rest)) => (false, rest),
            Some(("https", rest)) => (true, rest),
            Some(_) => return Err(wrong()),
            None => (false, text),
        };
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        let plain = |sign: char| sign.is_ascii_alphanumeric() || ".-:[]".contains(sign);
        if host.is_empty() || !host.chars().all(plain) {
            return Err(wrong());
        }
        let last = path.split(['?', '#']).next().unwrap_or("").rsplit('/').next().unwrap_or("");
        let errand = (!last.is_empty()).then(|| last.to_owned());
        if !text.contains("://") && path.is_empty() && is_code(host) {
            return Ok((Self::usual(), Some(host.to_owned())));
        }
        let port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let numbered = port && !host.ends_with(']');
        let host = match (numbered, secure) {
            (true, _) | (false, true) => host.to_owned(),
            (false, false) if text.contains("://") => host.to_owned(),
            (false, false) => format!("{host}:8080"),
        };
        Ok((Self { secure, host }, errand))
    }

    /// For requests.
    pub fn http(&self) -> String {
        format!("{}://{}", if self.secure { "https" } else { "http" }, self.host)
    }

    /// For the socket.
    pub fn socket(&self) -> String {
        format!("{}://{}/ws", if self.secure { "wss" } else { "ws" }, self.host)
    }
}

/// Letters and digits without a point: no host is called like that but this machine.
pub fn is_code(text: &str) -> bool {
    (4..=12).contains(&text.len())
        && text.chars().all(|sign| sign.is_ascii_alphanumeric())
        && text != "localhost"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_links_and_codes_are_told_apart() {
        let of = |text: &str| {
            let (address, errand) = Address::read(text).unwrap();
            (address.http(), errand)
        };
        assert_eq!(of("192.168.1.20:9000"), ("http://192.168.1.20:9000".into(), None));
        assert_eq!(of("localhost"), ("http://localhost:8080".into(), None));
        assert_eq!(of("damier.example"), ("http://damier.example:8080".into(), None));
        assert_eq!(of("https://damier.example"), ("https://damier.example".into(), None));
        assert_eq!(of("K7QPX"), ("http://127.0.0.1:8080".into(), Some("K7QPX".into())));
        assert_eq!(
            of("http://10.0.0.5:8080/game/abc?x"),
            ("http://10.0.0.5:8080".into(), Some("abc".into()))
        );
        assert_eq!(of("[::1]:8080"), ("http://[::1]:8080".into(), None));
        for wrong in ["", "ftp://x", "a b", "http://", "é.example"] {
            assert!(Address::read(wrong).is_err(), "{wrong}");
        }
    }
}
