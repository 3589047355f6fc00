//! The QR code of a link, for a terminal and for the page.

use qrcode::render::{svg, unicode::Dense1x2};
use qrcode::{EcLevel, QrCode};

/// The code of a text. A screen is clean, so the lowest error correction is enough, which gives the largest
/// modules.
fn code(text: &str) -> Option<QrCode> {
    QrCode::with_error_correction_level(text, EcLevel::L).ok()
}

/// The code as a picture, black on white; `None` if the text is too long.
#[must_use]
pub fn picture(text: &str) -> Option<String> {
    let code = code(text)?;
    Some(code.render::<svg::Color>().module_dimensions(1, 1).build())
}

/// The code as lines for a terminal, each with two rows of modules: black on white, whatever colours the
/// terminal uses. `None` if the text is too long.
#[must_use]
pub fn lines(text: &str) -> Option<String> {
    let rows = code(text)?.render::<Dense1x2>().build();
    let lines = rows
        .lines()
        .map(|row| format!("\x1b[30;107m{row}\x1b[0m\n"));
    Some(lines.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_a_link_fits_into_a_terminal_with_80_columns_and_24_lines() {
        let link = "http://192.168.100.100:40000/?token=0123456789abcdef0123456789abcdef0123456789abcdef#side=p2";
        let lines = lines(link).expect("a code");
        let width = |line: &str| line.chars().filter(|c| " ▀▄█".contains(*c)).count();
        assert!(lines.lines().count() < 24 && lines.lines().all(|line| width(line) < 80));
        assert_eq!(picture(&link.repeat(40)), None);
    }
}
