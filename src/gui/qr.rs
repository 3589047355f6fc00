//! The QR code of a link, for a terminal and for the page.

use qrcode::{Color, EcLevel};

/// The light margin that a code needs, in modules.
const MARGIN: usize = 4;

/// A QR code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QrCode {
    /// The number of modules in a row.
    width: usize,
    /// Whether each module is dark, row by row.
    dark: Vec<bool>,
}

impl QrCode {
    /// The code of a text; `None` if the text is too long. A screen is clean, so the lowest error correction
    /// is enough, which gives the largest modules.
    #[must_use]
    pub fn new(text: &str) -> Option<QrCode> {
        let code = qrcode::QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
        let colors = code.to_colors().into_iter();
        Some(QrCode {
            width: code.width(),
            dark: colors.map(|color| color == Color::Dark).collect(),
        })
    }

    /// The number of modules in a row, with the margin.
    #[must_use]
    pub fn size(&self) -> usize {
        self.width + 2 * MARGIN
    }

    /// Whether a module is dark. The margin counts.
    fn is_dark(&self, x: usize, y: usize) -> bool {
        let inside = |n: usize| n.checked_sub(MARGIN).filter(|&n| n < self.width);
        let index = inside(x).zip(inside(y)).map(|(x, y)| y * self.width + x);
        index.and_then(|index| self.dark.get(index)).copied() == Some(true)
    }

    /// The code as a picture, black on white.
    #[must_use]
    pub fn svg(&self) -> String {
        let (size, path) = (self.size(), self.path());
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\">\
             <path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/>\
             <path shape-rendering=\"crispEdges\" d=\"{path}\"/></svg>"
        )
    }

    /// The dark modules as the path of an SVG whose sides have the length [`size`](QrCode::size).
    fn path(&self) -> String {
        let mut path = String::new();
        for y in 0..self.size() {
            let mut x = 0;
            while x < self.size() {
                let run = (x..self.size()).take_while(|&x| self.is_dark(x, y)).count();
                if run > 0 {
                    path += &format!("M{x} {y}h{run}v1h-{run}z");
                }
                x += run.max(1);
            }
        }
        path
    }

    /// Lines for a terminal. Each holds two rows of modules, black on white whatever colours the terminal uses.
    #[must_use]
    pub fn terminal(&self) -> String {
        let mut text = String::new();
        for y in (0..self.size()).step_by(2) {
            text += "\x1b[30;107m";
            text.extend((0..self.size()).map(|x| {
                match (self.is_dark(x, y), self.is_dark(x, y + 1)) {
                    (false, false) => ' ',
                    (true, false) => '▀',
                    (false, true) => '▄',
                    (true, true) => '█',
                }
            }));
            text += "\x1b[0m\n";
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINK: &str = "http://192.168.100.100:40000/?token=0123456789abcdef0123456789abcdef0123456789abcdef#side=p2";

    #[test]
    fn both_forms_show_the_same_modules() {
        let code = QrCode::new(LINK).expect("a code");
        let dark = code.dark.iter().filter(|&&dark| dark).count();
        let terminal = code.terminal();
        let drawn = terminal.chars().map(|c| match c {
            '▀' | '▄' => 1,
            '█' => 2,
            _ => 0,
        });
        assert_eq!(drawn.sum::<usize>(), dark);
        let path = code.path();
        let runs = path.split('h').skip(1).step_by(2);
        let length = |run: &str| run.split('v').next().and_then(|run| run.parse().ok());
        let lengths: Option<Vec<usize>> = runs.map(length).collect();
        assert_eq!(lengths.map(|all| all.iter().sum()), Some(dark));
        // The corner pattern begins after the margin.
        assert!(path.starts_with("M4 4h7v1h-7z"));
        // It fits into a terminal with 80 columns and 24 lines.
        let lines = terminal.lines().count();
        assert!(code.size() < 80 && lines < 24, "{lines} lines");
        assert_eq!(QrCode::new(&LINK.repeat(40)), None);
    }
}
