//! The touches of a Diaballik move: a piece, then its target or the receiver of the ball, up to three times.

use super::TEXTS;
use super::board::{BOARD, Squares};
use super::notation::{CLAIM, read_action};
use super::picture::kind;
use super::position::Position;
use super::reasons::Violation;
use super::spelling::{Action, MAX_ACTIONS, Progress, spell};
use super::turn::{Kind, Move};
use crate::board::{Bits, Cell, Layout};
use crate::picture::{
    COMMON_TEXTS, DONE, Highlight, Id, MoveBuilder, Role, SceneEvent, ScenePiece, SceneStep, Touch,
    TouchEffect, TouchOption,
};
use crate::rules::{MoveError, Notation, PASS, Rules, Text};

/// A move as far as it has been touched.
#[derive(Clone)]
pub struct DiaballikMoveBuilder {
    at: Position,
    progress: Progress,
    actions: Vec<Action>,
    from: Option<Cell>,
    end: Option<Kind>,
}

impl DiaballikMoveBuilder {
    /// The squares to which the support on `from` may step or pass the ball.
    fn targets(&self, from: Cell) -> Bits {
        let squares = Squares::ALL.into_iter();
        squares
            .filter(|&to| self.progress.clone().act(Action { from, to }).is_ok())
            .collect()
    }

    /// The supports that may act now.
    fn able(&self) -> Bits {
        if self.actions.len() == MAX_ACTIONS {
            return Bits::EMPTY;
        }
        let supports = self.progress.supports().into_iter();
        supports.filter(|&from| self.targets(from).any()).collect()
    }

    fn is_complete(&self) -> bool {
        self.end.is_some()
            || self.progress.scored()
            || !self.actions.is_empty()
                && self.from.is_none()
                && !self.progress.may_claim()
                && self.able().is_empty()
    }

    fn buttons(&self) -> Vec<TouchOption> {
        let mut buttons = Vec::new();
        if self.progress.may_claim() {
            let label = TEXTS.text("touch.antijeu");
            buttons.push(TouchOption::button(CLAIM, TouchEffect::Claim, label));
        }
        if !self.actions.is_empty() {
            buttons.push(TouchOption::done(if self.progress.made() == Move::NULL {
                TouchEffect::Null
            } else {
                TouchEffect::Finish
            }));
        }
        buttons
    }
}

impl MoveBuilder for DiaballikMoveBuilder {
    fn next(&self) -> Vec<TouchOption> {
        if self.is_complete() {
            return Vec::new();
        }
        let option = |cell| TouchOption::place(BOARD.name(cell), TouchEffect::Move);
        if let Some(from) = self.from {
            return self.targets(from).into_iter().map(option).collect();
        }
        let able = self.able().into_iter().map(option);
        let mut options: Vec<TouchOption> = able.chain(self.buttons()).collect();
        if options.is_empty() {
            options.push(TouchOption::pass());
        }
        options
    }

    fn touch(&mut self, touch: &str) {
        match (touch, self.from, BOARD.cell_named(touch)) {
            (DONE, ..) => self.end = Some(Kind::Actions),
            (CLAIM, ..) => self.end = Some(Kind::Claim),
            (PASS, ..) => self.end = Some(Kind::Stuck),
            (_, Some(from), Some(to)) => {
                let action = Action { from, to };
                if self.progress.act(action).is_ok() {
                    self.actions.push(action);
                }
                self.from = None;
            }
            (_, _, from) => self.from = from,
        }
    }

    fn marks(&self) -> Vec<Highlight> {
        let mark = |from| Highlight::new(Role::From, vec![BOARD.name(from)]);
        self.from.map(mark).into_iter().collect()
    }

    fn steps(&self) -> Vec<SceneStep> {
        let side = self.at.turn();
        let mut holder = self.at.ball(side);
        let actions = self.actions.iter();
        let steps = actions.map(|&Action { from, to }| {
            let becomes = |at, ball| {
                SceneEvent::changes(BOARD.name(at)).becoming(ScenePiece::single(kind(side, ball)))
            };
            if from == holder {
                holder = to;
                vec![becomes(from, false), becomes(to, true)]
            } else {
                vec![SceneEvent::moves(BOARD.name(from), BOARD.name(to))]
            }
        });
        steps.collect()
    }

    fn arrows(&self) -> Vec<Vec<Id>> {
        let actions = self.actions.iter();
        actions
            .map(|&Action { from, to }| vec![BOARD.name(from), BOARD.name(to)])
            .collect()
    }

    fn token(&self) -> Option<String> {
        if !self.is_complete() {
            return None;
        }
        let actions = self.arrows().into_iter().map(|ends| ends.concat());
        let end = match self.end {
            Some(Kind::Claim) => Some(CLAIM),
            Some(Kind::Stuck) => Some(PASS),
            _ => None,
        };
        let parts: Vec<String> = actions.chain(end.map(str::to_owned)).collect();
        Some(parts.join(","))
    }

    fn hint(&self) -> Text {
        TEXTS.text(match self.from {
            Some(from) if from == self.progress.holder() => "hint.receiver",
            Some(_) => "hint.square",
            None if self.actions.is_empty() => "hint.piece",
            None if self.actions.len() == MAX_ACTIONS => "hint.claim",
            None => "hint.more",
        })
    }

    fn describe(&self) -> Text {
        if self.end == Some(Kind::Stuck) {
            return COMMON_TEXTS.text("turn.pass");
        }
        let mut holder = self.at.ball(self.at.turn());
        // The key lists the actions, so that a translation has a whole sentence.
        let mut key = "turn".to_owned();
        let mut args = Vec::new();
        for (action, ends) in self.actions.iter().zip(ENDS) {
            let [from, to] = [action.from, action.to];
            if from == holder {
                holder = to;
                key.push_str(".ball");
            } else {
                key.push_str(".step");
            }
            args.extend(ends.into_iter().zip([from, to].map(|at| BOARD.name(at))));
        }
        if self.end == Some(Kind::Claim) {
            key.push_str(".antijeu");
        }
        TEXTS.with(key, args)
    }

    fn reason(&self, touch: &str) -> Option<Text> {
        if touch == CLAIM {
            return Some(Violation::Antijeu.into());
        }
        let cell = BOARD.cell_named(touch)?;
        let violation = match self.from {
            None => self.progress.why_not_piece(cell),
            Some(from) => self.progress.clone().act(Action { from, to: cell }).err()?,
        };
        Some(violation.into())
    }
}

/// The names of the arguments for the ends of each action.
const ENDS: [[&str; 2]; MAX_ACTIONS] = [["from1", "to1"], ["from2", "to2"], ["from3", "to3"]];

/// The touches of a sequence of actions with its end.
fn touch_sequence(position: &Position, actions: &[Action], end: Kind) -> Vec<Id> {
    let mut touches: Vec<Id> = Vec::new();
    let mut builder = position.move_builder();
    for &Action { from, to } in actions {
        for cell in [from, to] {
            touches.push(BOARD.name(cell));
            builder.touch(&BOARD.name(cell));
        }
    }
    match end {
        Kind::Claim => touches.push(CLAIM.to_owned()),
        Kind::Stuck => touches.push(PASS.to_owned()),
        Kind::Actions if builder.is_complete() => {}
        Kind::Actions => touches.push(DONE.to_owned()),
    }
    touches
}

impl Touch for Position {
    type MoveBuilder = DiaballikMoveBuilder;

    fn move_builder(&self) -> DiaballikMoveBuilder {
        DiaballikMoveBuilder {
            at: *self,
            progress: Progress::new(self),
            actions: Vec::new(),
            from: None,
            end: None,
        }
    }

    fn touch_sequence(&self, m: Move) -> Vec<Id> {
        touch_sequence(self, &spell(self, m), m.kind())
    }

    fn token_touches(&self, token: &str) -> Result<Vec<Id>, MoveError> {
        let m = self.parse_move(token)?;
        let actions = token.split(',').filter_map(read_action);
        let actions: Vec<Action> = actions.collect();
        Ok(touch_sequence(self, &actions, m.kind()))
    }
}
