//! A code that the camera of a phone reads from a terminal.

use qrcodegen::{QrCode, QrCodeEcc};

/// Cameras want so much of nothing around it.
const MARGIN: i32 = 2;

/// The text as a code, two rows in each line; nothing if it is too long. Drawn light on dark, as terminals mostly are: cameras read
/// it either way.
pub fn qr(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
    let (from, to) = (-MARGIN, code.size() + MARGIN);
    // Outside of the code all is light.
    let light = |x: i32, y: i32| !code.get_module(x, y);
    let mut lines = String::new();
    for y in (from..to).step_by(2) {
        for x in from..to {
            lines.push(match (light(x, y), y + 1 < to && light(x, y + 1)) {
                (true, true) => '█',
                (true, false) => '▀',
                (false, true) => '▄',
                (false, false) => ' ',
            });
        }
        lines.push('\n');
    }
    Some(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_square_with_its_three_corners() {
        let drawn = qr("http://192.168.1.20:8080/").expect("it is short");
        let lines: Vec<Vec<char>> = drawn.lines().map(|line| line.chars().collect()).collect();
        let width = lines[0].len();
        assert!(lines.iter().all(|line| line.len() == width));
        assert_eq!(lines.len(), width.div_ceil(2));
        // The margin, then the frame of a corner: dark above, light below.
        let corner: String = lines[1][2..9].iter().collect();
        assert_eq!(corner, " ▄▄▄▄▄ ");
        let other: String = lines[1][width - 9..width - 2].iter().collect();
        assert_eq!(other, corner);
        assert_eq!(qr(&"x".repeat(5000)), None);
    }
}
