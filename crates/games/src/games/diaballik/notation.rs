//! Move tokens and the board in characters.

use super::board::BOARD;
use super::moves::{Kind, Move};
use super::position::Position;
use super::spelling::{Action, spell};
use crate::board::Layout;
use crate::picture::HasSetup;
use crate::rules::{Notation, PASS, Rules};

/// The token of a claim, alone or after actions.
pub(super) const CLAIM: &str = "antijeu";

impl Notation for Position {
    fn write_move(&self, m: Move, out: &mut String) {
        let start = out.len();
        for Action { from, to } in spell(self, m) {
            if out.len() > start {
                out.push(',');
            }
            BOARD.name_of(from).write_to(out);
            BOARD.name_of(to).write_to(out);
        }
        match m.kind() {
            Kind::Actions => {}
            Kind::Stuck => out.push_str(PASS),
            Kind::Claim => {
                if out.len() > start {
                    out.push(',');
                }
                out.push_str(CLAIM);
            }
        }
    }

    fn draw(&self) -> String {
        let (setup, table) = (self.setup(), Position::setup_table(self.variant()));
        let board = BOARD.draw(|cell| table.symbol(setup.at(cell)));
        format!("{board}w, b: supports; W, B: the holders of the balls\n")
    }
}
