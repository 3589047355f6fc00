//! DVONN as text: tokens and the text diagram.

use std::fmt::Write;

use super::board::{COLUMNS, Hexagons, PIECES, ROWS, cell};
use super::moves::Move;
use super::position::Position;
use super::setup::item;
use crate::board::Layout;
use crate::picture::HasSetup;
use crate::rules::{Notation, PASS, Rules, Side};

impl Notation for Position {
    fn write_move(&self, m: Move, out: &mut String) {
        match m {
            Move::Place(cell) => out.push_str(&Hexagons.name(cell)),
            Move::Stack { from, to } => {
                out.push_str(&Hexagons.name(from));
                out.push_str(&Hexagons.name(to));
            }
            Move::Pass => out.push_str(PASS),
        }
    }

    fn draw(&self) -> String {
        // Wide enough for the longest stack and a blank; `a3` is the leftmost cell, beside its digit.
        const STEP: usize = 6;
        let left = |column: i8, row: i8| {
            let halves = (2 * column - row + 1).unsigned_abs();
            2 + STEP / 2 * usize::from(halves)
        };
        let (setup, table) = (self.setup(), Position::setup_table(self.variant()));
        let mut text = String::new();
        // Row 0 is the line of letters: a column runs on below its last cell.
        for row in (0..=ROWS).rev() {
            let mut line = if row > 0 {
                row.to_string()
            } else {
                String::new()
            };
            for column in 1..=COLUMNS {
                let shown = match cell(column, row) {
                    Some(cell) => item(&table, setup.at(cell)).unwrap_or_else(|| ".".to_owned()),
                    None if row == 0 => char::from(b'a' + column as u8 - 1).to_string(),
                    None => continue,
                };
                let gap = left(column, row).saturating_sub(line.len());
                let _ = write!(line, "{:gap$}{shown}", "");
            }
            text.push_str(&line);
            text.push('\n');
        }
        let (white, black) = (self.score(Side::One), self.score(Side::Two));
        let _ = match self.is_placing() {
            true => write!(text, "Placed: {} of {PIECES}", self.placed()),
            false => write!(text, "Pieces: White {white}, Black {black}"),
        };
        text
    }
}
