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
    COMMON_TEXTS, Id, Offer, PartialMove, Picture, Scene, TokenForm, Touch, TouchEffect,
    TouchOption,
};
use crate::rules::{Rules, Text};

/// A move as far as it has been chosen.
#[derive(Clone)]
pub struct DiaballikMove {
    at: Position,
    progress: Progress,
    actions: Vec<Action>,
    from: Option<Cell>,
    end: Option<Kind>,
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
    type Move = Move;

    fn offers(&self) -> Vec<Offer<DiaballikMove>> {
        if self.complete_move().is_some() {
            return Vec::new();
        }
        let square = |cell| TouchOption::place(BOARD.name(cell), TouchEffect::Move);
        if let Some(from) = self.from {
            let act = |to| {
                let mut after = self.clone();
                let action = Action { from, to };
                after.progress.act(action).ok()?;
                after.actions.push(action);
                after.from = None;
                Some(Offer::new(square(to), after))
            };
            return Squares::ALL.into_iter().filter_map(act).collect();
        }
        let ending = |option, kind| {
            let mut after = self.clone();
            after.end = Some(kind);
            Offer::new(option, after)
        };
        let is_first = self.actions.is_empty();
        // Commas separate the actions.
        let comma = if is_first { "" } else { "," };
        let piece = |cell| {
            let mut after = self.clone();
            after.from = Some(cell);
            let word = format!("{comma}{}", BOARD.name(cell));
            Offer::new(square(cell), after).spelled(word)
        };
        let mut offers: Vec<_> = self.able().into_iter().map(piece).collect();
        if self.progress.may_claim() {
            let text = TEXTS.text("touch.antijeu");
            let claim = TouchOption::button(CLAIM, TouchEffect::Claim, text);
            offers.push(ending(claim, Kind::Claim).spelled(format!("{comma}{CLAIM}")));
        }
        if !is_first {
            let effect = match self.progress.made() {
                Move::NULL => TouchEffect::Null,
                _ => TouchEffect::Finish,
            };
            offers.push(ending(TouchOption::done(effect), Kind::Actions));
        }
        if offers.is_empty() {
            offers.push(ending(TouchOption::pass(), Kind::Stuck));
        }
        offers
    }

    fn complete_move(&self) -> Option<Move> {
        match self.end {
            Some(Kind::Claim) => Some(self.progress.made().claiming()),
            Some(Kind::Stuck) => Some(Move::STUCK),
            Some(Kind::Actions) => Some(self.progress.made()),
            None => self.must_end().then(|| self.progress.made()),
        }
    }

    fn why_not(&self, touch: &str) -> Option<Text> {
        if touch == CLAIM {
            return Some(Violation::Antijeu.into());
        }
        let cell = BOARD.cell_named(touch)?;
        let violation = match self.from {
            None => Some(self.progress.why_not_piece(cell)),
            Some(from) => self.progress.clone().act(Action { from, to: cell }).err(),
        };
        violation.map(Text::from)
    }

    fn forms(&self) -> &'static [TokenForm] {
        &[TokenForm("a1a1", ""), TokenForm(CLAIM, "")]
    }

    fn expected(&self, _: &str) -> &'static str {
        "actions like a1a2, or antijeu"
    }

    fn scene(&self) -> Scene {
        self.progress.position(&self.at).scene()
    }

    fn origin(&self) -> Option<Id> {
        self.from.map(|from| BOARD.name(from))
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
