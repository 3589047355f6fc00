//! Move tokens and the text diagram.

use std::fmt::Write;

use super::board::groups;
use super::jumps::jumped;
use super::moves::{Move, Path};
use super::position::Position;
use super::variant::letter;
use crate::board::{Bits, Cell, Layout, Name};
use crate::rules::{MoveError, Notation, PASS, Rules, Side};

impl Notation for Position {
    fn write_move(&self, m: Move, out: &mut String) {
        let variant = self.variant();
        match m {
            Move::Pass => out.push_str(PASS),
            Move::Jump { from, path } => {
                variant.shape().name_of(from).write_to(out);
                for cell in landings(from, path) {
                    out.push('x');
                    variant.shape().name_of(cell).write_to(out);
                }
            }
            Move::Place {
                marble,
                cell,
                ring,
                claims,
            } => {
                out.push(letter(marble));
                variant.shape().name_of(cell).write_to(out);
                if let Some(ring) = ring {
                    out.push(',');
                    variant.shape().name_of(ring).write_to(out);
                }
                if claims.any() {
                    out.push_str(",x");
                }
                for first in groups(claims).filter_map(Bits::lowest) {
                    variant.shape().name_of(first).write_to(out);
                }
            }
        }
    }

    fn parse_published(&self, text: &str) -> Option<Result<Move, MoveError>> {
        self.read_published(text)
    }

    fn published(&self, m: Move) -> Option<String> {
        Some(self.write_published(m))
    }

    fn draw(&self) -> String {
        self.draw_for(["p1", "p2"])
    }
}

impl Position {
    /// The text diagram, with these names of the two players.
    pub(in crate::games) fn draw_for(&self, [one, two]: [&str; 2]) -> String {
        let item = |name: Name, _| {
            let cell = self.variant().shape().cell_of(name);
            let shown = match cell.map(|cell| (self.marble_at(cell), self.rings().has(cell))) {
                Some((Some(marble), _)) => letter(marble),
                Some((None, true)) => 'o',
                _ => '.',
            };
            (format!("{shown}{name}"), 0)
        };
        let mut picture = String::new();
        for line in self.variant().shape().0.draw(item) {
            let _ = writeln!(picture, " {line}");
        }
        let counts = [
            ("Reserve".to_owned(), self.reserve()),
            (format!("Captured by {one}"), self.captured(Side::One)),
            (format!("Captured by {two}"), self.captured(Side::Two)),
        ];
        for (label, [white, grey, black]) in counts {
            let _ = writeln!(picture, "{label}: {white} w, {grey} g, {black} b");
        }
        picture.trim_end().to_owned()
    }
}

/// The landings of a chain.
pub(super) fn landings(from: Cell, path: Path) -> impl Iterator<Item = Cell> {
    jumped(from, path).map(|(_, landing)| landing)
}
