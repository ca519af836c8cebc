//! A text as a QR code, for a phone to read off the screen.

use crate::{prefs::t, texts::matches};
use leptos::prelude::*;
use qrcodegen::{QrCode, QrCodeEcc};

/// The dark squares of a code as one outline, and how wide it is with its quiet zone.
fn outline(text: &str) -> Option<(String, i32)> {
    let code = QrCode::encode_binary(text.as_bytes(), QrCodeEcc::Medium).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let run = (x..code.size()).take_while(|x| code.get_module(*x, y)).count() as i32;
            if run > 0 {
                path.push_str(&format!("M{} {}h{run}v1h-{run}z", x + 4, y + 4));
            }
            x += run.max(1);
        }
    }
    Some((path, code.size() + 8))
}

/// The picture. A text that is too long for a code has none.
#[component]
pub fn QrPicture(
    /// What it says.
    text: String,
) -> impl IntoView {
    outline(&text).map(|(path, size)| {
        view! {
            <svg class="qr" viewBox=format!("0 0 {size} {size}") role="img" aria-label=t(matches::QR)>
                <rect width=size height=size fill="#fff"/><path d=path fill="#000"/>
            </svg>
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_becomes_a_code_with_its_three_corners() {
        let (path, size) = outline("http://192.168.1.20:8080/game/abcdefgh").expect("short enough");
        assert!(size > 21 + 8);
        // The top row of two corners and the row below them.
        assert!(path.starts_with("M4 4h7v1h-7z"), "{path}");
        assert!(path.contains(&format!("M{} 4h7v1h-7z", size - 4 - 7)), "{path}");
    }

    #[test]
    fn what_is_too_long_has_no_code() {
        assert_eq!(outline(&"x".repeat(5000)), None);
    }
}
