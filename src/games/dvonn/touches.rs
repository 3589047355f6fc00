//! The touches of a DVONN move: an empty field, or a stack and the stack it moves onto.

use super::board::{BOARD, MAX_LENGTH, jumps};
use super::picture::{LONE, hand, kind};
use super::position::Position;
use super::turn::Move;
use crate::board::{Bits, Cell, Layout};
use crate::picture::{FromTo, Id, SceneEvent, ScenePiece, SceneStep, Text, TouchEffect};
use crate::rules::{PASS, Rules};

impl Position {
    /// The stacks that leave the board when the stack on `from` goes to `to`.
    fn lost(&self, from: Cell, to: Cell) -> Bits {
        let after = self.after(Move::Stack { from, to });
        self.occupied().without(from).minus(after.occupied())
    }

    /// The stack on `to` after the stack on `from` has moved onto it.
    fn stacked(&self, from: Cell, to: Cell) -> ScenePiece {
        let dvonn = self.dvonn();
        ScenePiece {
            kind: kind(self.turn(), dvonn.has(from) || dvonn.has(to)),
            height: Some(self.height(from) + self.height(to)),
        }
    }
}

/// The reasons for refusing a touch.
impl Position {
    fn reason_for_item(&self, item: &str) -> Option<Text> {
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
    fn reason_for_stack(&self, cell: Cell) -> Text {
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
    fn reason_for_target(&self, from: Cell, to: Cell) -> Text {
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
                let text = match height {
                    1 => "This stack moves exactly {} step, not {}.",
                    _ => "This stack moves exactly {} steps, not {}.",
                };
                Text::with("reason.distance", text, &args)
            }
        }
    }
}

impl FromTo for Position {
    fn path(&self, m: Move) -> Vec<Id> {
        match m {
            Move::Place(cell) => vec![BOARD.name(cell)],
            Move::Stack { from, to } => BOARD.names([from, to]),
            Move::Pass => vec![PASS.to_owned()],
        }
    }

    fn effect(&self, m: Move) -> TouchEffect {
        match m {
            Move::Place(_) => TouchEffect::Place,
            _ => TouchEffect::Move,
        }
    }

    fn taken(&self, m: Move) -> Vec<Id> {
        match m {
            Move::Stack { from, to } => BOARD.names(self.lost(from, to)),
            _ => Vec::new(),
        }
    }

    fn steps(&self, m: Move) -> Vec<SceneStep> {
        match m {
            Move::Pass => Vec::new(),
            Move::Place(cell) => {
                let kind = self.piece_to_place();
                let height = Some(1);
                let from = hand(self.turn(), kind);
                vec![vec![
                    SceneEvent::moves(from, BOARD.name(cell)).becoming(ScenePiece { kind, height }),
                ]]
            }
            Move::Stack { from, to } => {
                let landing = SceneEvent::moves(BOARD.name(from), BOARD.name(to))
                    .becoming(self.stacked(from, to));
                let lost = self.lost(from, to).into_iter();
                let lost: SceneStep = lost
                    .map(|cell| SceneEvent::leaves(BOARD.name(cell)))
                    .collect();
                let mut steps = vec![vec![landing], lost];
                steps.retain(|step| !step.is_empty());
                steps
            }
        }
    }

    fn hint(&self, from: Option<&str>) -> Text {
        if self.is_placing() {
            let kind = self.piece_to_place();
            let (key, text) = match kind {
                "w" => ("hint.place-white", "Place a white piece on an empty field."),
                "b" => ("hint.place-black", "Place a black piece on an empty field."),
                _ => (
                    "hint.place-dvonn",
                    "Place a red DVONN piece on an empty field.",
                ),
            };
            return Text::new(key, text);
        }
        if self.must_pass() {
            return Text::new("hint.pass", "You cannot move: pass.");
        }
        let from = from.and_then(|from| BOARD.cell_named(from));
        match from {
            None => Text::new("hint.stack", "Choose a stack to move."),
            Some(from) => Text::with(
                "hint.target",
                "Choose the stack to move onto, {} away.",
                &[("distance", self.height(from).to_string())],
            ),
        }
    }

    fn refusal(&self, touch: &str, from: Option<&str>) -> Option<Text> {
        let Some(cell) = BOARD.cell_named(touch) else {
            return self.reason_for_item(touch);
        };
        let from = from.and_then(|from| BOARD.cell_named(from));
        match from {
            _ if self.is_placing() => Some(Text::new(
                "reason.field-occupied",
                "There is already a piece on this field.",
            )),
            None => Some(self.reason_for_stack(cell)),
            Some(from) => Some(self.reason_for_target(from, cell)),
        }
    }

    fn describe(&self, m: Move) -> Text {
        match m {
            Move::Place(cell) => {
                let args = [("place", BOARD.name(cell))];
                match self.piece_to_place() {
                    "w" => Text::with("turn.place-white", "White piece on {}", &args),
                    "b" => Text::with("turn.place-black", "Black piece on {}", &args),
                    _ => Text::with("turn.place-dvonn", "DVONN piece on {}", &args),
                }
            }
            Move::Stack { from, to } => {
                let args = [
                    ("from", BOARD.name(from)),
                    ("to", BOARD.name(to)),
                    ("lost", self.lost(from, to).count().to_string()),
                ];
                let text = match args[2].1.as_str() {
                    "0" => "{} onto {}",
                    "1" => "{} onto {}, {} stack leaves the board",
                    _ => "{} onto {}, {} stacks leave the board",
                };
                Text::with("turn.move", text, &args)
            }
            Move::Pass => Text::pass(),
        }
    }
}
