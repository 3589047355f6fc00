//! A Diaballik move under construction: a piece, then its target or the receiver of the ball, up to three times.

use super::TEXTS;
use super::board::{BOARD, Squares};
use super::moves::{Kind, Move};
use super::notation::CLAIM;
use super::position::Position;
use super::reasons::Violation;
use super::spelling::{Action, MAX_ACTIONS, Progress};
use crate::board::{Bits, Cell, Layout};
use crate::picture::{
    COMMON_TEXTS, DONE, Id, PartialMove, Picture, Scene, Touch, TouchEffect, TouchOption,
};
use crate::rules::{MoveError, PASS, Rules, Text};

/// A move as far as it has been chosen.
#[derive(Clone)]
pub struct DiaballikMove {
    at: Position,
    progress: Progress,
    actions: Vec<Action>,
    from: Option<Cell>,
    end: Option<Kind>,
}

/// What one touch decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// The piece that acts.
    Piece(Cell),
    /// The square to step to, or the receiver of the ball.
    Target(Cell),
    /// The end of the move.
    Done,
    /// The claim of antijeu.
    Claim,
    /// The pass of a player who has no action.
    Pass,
}

impl DiaballikMove {
    /// A move without actions.
    pub(super) fn new(at: &Position) -> DiaballikMove {
        DiaballikMove {
            at: *at,
            progress: Progress::new(at),
            actions: Vec::new(),
            from: None,
            end: None,
        }
    }

    /// The squares to which the support on `from` may step or pass the ball.
    fn targets(&self, from: Cell) -> Bits {
        let squares = Squares::ALL.into_iter();
        squares
            .filter(|&to| self.progress.clone().act(Action { from, to }).is_ok())
            .collect()
    }

    /// The supports that may act now.
    fn able(&self) -> Bits {
        let supports = self.progress.supports().into_iter();
        supports.filter(|&from| self.targets(from).any()).collect()
    }

    /// Whether nothing can follow the actions so far.
    fn must_end(&self) -> bool {
        self.progress.scored()
            || !self.actions.is_empty()
                && self.from.is_none()
                && !self.progress.may_claim()
                && self.able().is_empty()
    }
}

impl PartialMove for DiaballikMove {
    type Choice = Choice;
    type Move = Move;

    const END: Choice = Choice::Done;

    fn choices(&self) -> Vec<Choice> {
        if self.made().is_some() {
            return Vec::new();
        }
        if let Some(from) = self.from {
            return self.targets(from).into_iter().map(Choice::Target).collect();
        }
        let mut choices: Vec<Choice> = self.able().into_iter().map(Choice::Piece).collect();
        choices.extend(self.progress.may_claim().then_some(Choice::Claim));
        choices.extend((!self.actions.is_empty()).then_some(Choice::Done));
        if choices.is_empty() {
            choices.push(Choice::Pass);
        }
        choices
    }

    fn made(&self) -> Option<Move> {
        match self.end {
            Some(Kind::Claim) => Some(self.progress.made().claiming()),
            Some(Kind::Stuck) => Some(Move::STUCK),
            Some(Kind::Actions) => Some(self.progress.made()),
            None => self.must_end().then(|| self.progress.made()),
        }
    }

    fn choose(&mut self, choice: Choice) -> Result<(), Text> {
        match (choice, self.from) {
            (Choice::Target(to), Some(from)) => {
                let action = Action { from, to };
                self.progress.act(action)?;
                self.actions.push(action);
                self.from = None;
            }
            (Choice::Piece(cell) | Choice::Target(cell), _) => {
                if self.targets(cell).is_empty() {
                    return Err(self.progress.why_not_piece(cell).into());
                }
                self.from = Some(cell);
            }
            (Choice::Done, None) if !self.actions.is_empty() => self.end = Some(Kind::Actions),
            (Choice::Done, _) => return Err(COMMON_TEXTS.text("reason.done")),
            (Choice::Claim, None) if self.progress.may_claim() => self.end = Some(Kind::Claim),
            (Choice::Claim, _) => return Err(Violation::Antijeu.into()),
            (Choice::Pass, _) if self.at.is_stuck() => self.end = Some(Kind::Stuck),
            (Choice::Pass, _) => return Err(COMMON_TEXTS.text("reason.pass")),
        }
        Ok(())
    }

    fn option(&self, choice: Choice) -> TouchOption {
        match choice {
            Choice::Piece(cell) | Choice::Target(cell) => {
                TouchOption::place(BOARD.name(cell), TouchEffect::Move)
            }
            Choice::Done if self.progress.made() == Move::NULL => {
                TouchOption::done(TouchEffect::Null)
            }
            Choice::Done => TouchOption::done(TouchEffect::Finish),
            Choice::Claim => {
                TouchOption::button(CLAIM, TouchEffect::Claim, TEXTS.text("touch.antijeu"))
            }
            Choice::Pass => TouchOption::pass(),
        }
    }

    fn choice_of(&self, touch: &str) -> Option<Choice> {
        match touch {
            DONE => Some(Choice::Done),
            CLAIM => Some(Choice::Claim),
            PASS => Some(Choice::Pass),
            _ if self.from.is_some() => BOARD.cell_named(touch).map(Choice::Target),
            _ => BOARD.cell_named(touch).map(Choice::Piece),
        }
    }

    fn read(&self, part: &str) -> Result<Vec<Choice>, MoveError> {
        match part {
            _ if self.end.is_some() => Err(MoveError::syntax(part, "nothing after antijeu")),
            CLAIM => Ok(vec![Choice::Claim]),
            PASS => Ok(vec![Choice::Pass]),
            _ => match BOARD.parse_from_to(part) {
                Some([from, to]) => Ok(vec![Choice::Piece(from), Choice::Target(to)]),
                None => Err(MoveError::syntax(part, "actions like a1a2, or antijeu")),
            },
        }
    }

    fn scene(&self) -> Scene {
        self.progress.position(&self.at).scene()
    }

    fn origin(&self) -> Option<Id> {
        self.from.map(|from| BOARD.name(from))
    }

    fn token(&self) -> Option<String> {
        self.made()?;
        let names = |&Action { from, to }: &Action| BOARD.names([from, to]).concat();
        let mut parts: Vec<String> = self.actions.iter().map(names).collect();
        parts.extend(match self.end {
            Some(Kind::Claim) => Some(CLAIM.to_owned()),
            Some(Kind::Stuck) => Some(PASS.to_owned()),
            _ => None,
        });
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
        for (&Action { from, to }, ends) in self.actions.iter().zip(ENDS) {
            if from == holder {
                holder = to;
                key.push_str(".ball");
            } else {
                key.push_str(".step");
            }
            args.extend(ends.into_iter().zip(BOARD.names([from, to])));
        }
        if self.end == Some(Kind::Claim) {
            key.push_str(".antijeu");
        }
        TEXTS.with(key, args)
    }
}

/// The names of the arguments for the ends of each action.
const ENDS: [[&str; 2]; MAX_ACTIONS] = [["from1", "to1"], ["from2", "to2"], ["from3", "to3"]];

impl Touch for Position {
    type PartialMove = DiaballikMove;

    fn partial_move(&self) -> DiaballikMove {
        DiaballikMove::new(self)
    }
}
