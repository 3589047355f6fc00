//! The reasons for refusing a touch, in the terms of the game.

use super::super::board::{MAX_LENGTH, jumps};
use super::super::picture::{LONE, hand, kind};
use super::super::position::Position;
use crate::board::Cell;
use crate::picture::Text;
use crate::rules::Rules;

impl Position {
    pub(super) fn reason_for_item(&self, item: &str) -> Option<Text> {
        let own = self.turn();
        let is_of = |side| {
            [LONE, kind(side, false)]
                .iter()
                .any(|kind| hand(side, kind) == item)
        };
        if !is_of(own) && !is_of(!own) {
            return None;
        }
        let (key, text) = if !self.is_placing() {
            ("reason.all-placed", "All pieces have been placed.")
        } else if is_of(!own) {
            (
                "reason.hand-of-opponent",
                "These pieces belong to your opponent.",
            )
        } else if item == hand(own, self.piece_to_place()) {
            (
                "reason.touch-field",
                "Touch the field where the piece goes.",
            )
        } else if item == hand(own, LONE) {
            ("reason.dvonn-placed", "All DVONN pieces have been placed.")
        } else {
            ("reason.dvonn-first", "The DVONN pieces are placed first.")
        };
        Some(Text::new(key, text))
    }

    /// Why the stack on `cell` cannot move.
    pub(super) fn reason_for_stack(&self, cell: Cell) -> Text {
        let distance = self.height(cell);
        let (key, text) = match self.controller(cell) {
            None if self.lone().has(cell) => (
                "reason.dvonn-piece",
                "A DVONN piece alone belongs to neither player and cannot move.",
            ),
            None => ("reason.no-stack", "There is no stack on this field."),
            Some(side) if side != self.turn() => (
                "reason.stack-of-opponent",
                "This stack belongs to your opponent.",
            ),
            Some(_) if !self.free(self.turn()).has(cell) => (
                "reason.surrounded",
                "This stack is surrounded and cannot move.",
            ),
            Some(_) if jumps(distance, cell).is_empty() => (
                "reason.too-high",
                "This stack is too high to move: it would leave the board.",
            ),
            Some(_) => {
                // The contact rule leaves no single piece without a neighbour.
                let text = "This stack cannot move: no stack is {} steps away.";
                let args = [("distance", distance.to_string())];
                return Text::with("reason.no-target", text, &args);
            }
        };
        Text::new(key, text)
    }

    /// Why the stack on `from` cannot move to `to`.
    pub(super) fn reason_for_target(&self, from: Cell, to: Cell) -> Text {
        let height = self.height(from);
        let steps = (1..=MAX_LENGTH as u8).find(|&steps| jumps(steps, from).has(to));
        match steps {
            _ if from == to => Text::new(
                "reason.same-stack",
                "This stack is already chosen. Choose the stack to move onto.",
            ),
            None => {
                let text = "Stacks move in a straight line.";
                Text::new("reason.stack-straight", text)
            }
            Some(steps) if steps == height => {
                let text = "There is no stack on this field to move onto.";
                Text::new("reason.no-stack-there", text)
            }
            Some(steps) => {
                let args = [
                    ("height", height.to_string()),
                    ("distance", steps.to_string()),
                ];
                let (key, text) = match height {
                    1 => (
                        "reason.distance-one",
                        "This stack moves exactly {} step, not {}.",
                    ),
                    _ => (
                        "reason.distance",
                        "This stack moves exactly {} steps, not {}.",
                    ),
                };
                Text::with(key, text, &args)
            }
        }
    }
}
