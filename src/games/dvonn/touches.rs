//! The touches of a DVONN move: an empty field, or a stack and the stack it moves onto.

use super::TEXTS;
use super::board::BOARD;
use super::picture::{hand, kind};
use super::position::Position;
use super::reasons::Violation;
use super::turn::Move;
use crate::board::{Bits, Cell, Layout};
use crate::picture::{COMMON_TEXTS, FromTo, Id, SceneEvent, ScenePiece, SceneStep, TouchEffect};
use crate::rules::{PASS, Rules, Text};

impl Position {
    /// The stacks that leave the board when the stack on `from` goes to `to`.
    pub(super) fn lost(&self, from: Cell, to: Cell) -> Bits {
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
            return TEXTS.text(match self.piece_to_place() {
                "w" => "hint.place-white",
                "b" => "hint.place-black",
                _ => "hint.place-dvonn",
            });
        }
        if self.must_pass() {
            return TEXTS.text("hint.pass");
        }
        match from.and_then(|from| BOARD.cell_named(from)) {
            None => TEXTS.text("hint.stack"),
            Some(from) => {
                let distance = self.height(from).to_string();
                TEXTS.with("hint.target", [("distance", distance)])
            }
        }
    }

    fn refusal(&self, touch: &str, from: Option<&str>) -> Option<Text> {
        let Some(cell) = BOARD.cell_named(touch) else {
            return self.why_not_item(touch).map(Text::from);
        };
        let violation = match from.and_then(|from| BOARD.cell_named(from)) {
            _ if self.is_placing() => Violation::FieldOccupied,
            None => self.why_not_stack(cell),
            Some(from) => self.why_not_target(from, cell),
        };
        Some(violation.into())
    }

    fn describe(&self, m: Move) -> Text {
        match m {
            Move::Place(cell) => {
                let key = match self.piece_to_place() {
                    "w" => "turn.place-white",
                    "b" => "turn.place-black",
                    _ => "turn.place-dvonn",
                };
                TEXTS.with(key, [("place", BOARD.name(cell))])
            }
            Move::Stack { from, to } => {
                let lost = self.lost(from, to).count();
                let [from, to] = [("from", BOARD.name(from)), ("to", BOARD.name(to))];
                match lost {
                    0 => TEXTS.with("turn.move", [from, to]),
                    1 => TEXTS.with("turn.move.lost-one", [from, to]),
                    _ => TEXTS.with("turn.move.lost", [from, to, ("lost", lost.to_string())]),
                }
            }
            Move::Pass => COMMON_TEXTS.text("turn.pass"),
        }
    }
}
