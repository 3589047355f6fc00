//! The touches of a DVONN move: an empty field, or a stack and the stack it moves onto.

mod reasons;

use super::board::BOARD;
use super::picture::{hand, kind};
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
                match self.lost(from, to).count() {
                    0 => Text::with("turn.move", "{} onto {}", &args[..2]),
                    1 => {
                        let text = "{} onto {}, 1 stack leaves the board";
                        Text::with("turn.move.lost-one", text, &args[..2])
                    }
                    _ => {
                        let text = "{} onto {}, {} stacks leave the board";
                        Text::with("turn.move.lost", text, &args)
                    }
                }
            }
            Move::Pass => Text::pass(),
        }
    }
}
