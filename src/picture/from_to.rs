//! Move builders for games whose moves are short paths of places: from one place to another, or a single
//! place.
//!
//! The builder identifies a move by its touches. It offers the next touch of every legal move that begins
//! with the touches so far.

use super::Picture;
use super::event::{SceneEvent, SceneStep};
use super::scene::{Highlight, Id, Role};
use super::touch::{MoveBuilder, Touch, TouchEffect, TouchOption};
use super::translation::COMMON_TEXTS;
use crate::rules::{Notation, PASS, Text};

/// A game whose moves go from place to place. It implements [`Touch`] for the game.
pub trait FromTo: Picture + Notation {
    /// The places of a legal move in order, or only [`PASS`]. No path may be a prefix of another.
    fn path(&self, m: Self::Move) -> Vec<Id>;

    /// The effect of the touches of the move.
    fn effect(&self, _m: Self::Move) -> TouchEffect {
        TouchEffect::Move
    }

    /// The places, other than the origin, whose pieces the move removes.
    fn taken(&self, _m: Self::Move) -> Vec<Id> {
        Vec::new()
    }

    /// The steps of the move. By default the captured pieces leave and the piece moves in one step.
    fn steps(&self, m: Self::Move) -> Vec<SceneStep> {
        match &self.path(m)[..] {
            [from, to] => {
                let taken = self.taken(m).into_iter().map(SceneEvent::leaves);
                let moved = SceneEvent::moves(from.clone(), to.clone());
                vec![taken.chain([moved]).collect()]
            }
            _ => Vec::new(),
        }
    }

    /// The instruction for the next touch: the first one, or the one after `from`.
    fn hint(&self, from: Option<&str>) -> Text {
        COMMON_TEXTS.text(if from.is_none() {
            "hint.from"
        } else {
            "hint.to"
        })
    }

    /// The rule that forbids a first touch, or a second one after `from`; see [`MoveBuilder::reason`].
    fn refusal(&self, touch: &str, from: Option<&str>) -> Option<Text>;

    /// The move in words.
    fn describe(&self, m: Self::Move) -> Text {
        match &self.path(m)[..] {
            [from, to] => {
                let args = [("from", from.clone()), ("to", to.clone())];
                COMMON_TEXTS.with("turn.from-to", args)
            }
            _ => COMMON_TEXTS.text("turn.pass"),
        }
    }
}

/// A move under construction: the position and the touches so far.
#[derive(Clone)]
pub struct FromToBuilder<P: FromTo> {
    at: P,
    touched: Vec<Id>,
}

impl<P: FromTo> FromToBuilder<P> {
    /// The legal moves that begin with the touches so far, with their paths.
    fn moves(&self) -> Vec<(P::Move, Vec<Id>)> {
        let mut moves = Vec::new();
        self.at.legal_moves(&mut moves);
        let paths = moves.into_iter().map(|m| (m, self.at.path(m)));
        paths
            .filter(|(_, path)| path.starts_with(&self.touched))
            .collect()
    }

    /// The complete move.
    fn complete_move(&self) -> Option<P::Move> {
        let mut moves = self.moves().into_iter();
        let made = moves.find(|(_, path)| *path == self.touched);
        made.map(|(m, _)| m)
    }
}

impl<P: FromTo> MoveBuilder for FromToBuilder<P> {
    fn next(&self) -> Vec<TouchOption> {
        let mut options: Vec<TouchOption> = Vec::new();
        let touched = self.touched.len();
        for (m, path) in self.moves() {
            let Some(touch) = path.get(touched) else {
                continue;
            };
            if options.iter().any(|option| option.touch == *touch) {
                continue;
            }
            options.push(if touch == PASS {
                TouchOption::pass()
            } else if touched + 1 == path.len() {
                TouchOption::place(touch.clone(), self.at.effect(m)).taking(self.at.taken(m))
            } else {
                TouchOption::place(touch.clone(), self.at.effect(m))
            });
        }
        options
    }

    fn touch(&mut self, touch: &str) {
        self.touched.push(touch.to_owned());
    }

    fn marks(&self) -> Vec<Highlight> {
        let from = match (self.complete_move(), &self.touched[..]) {
            (None, [from, ..]) | (Some(_), [from, _]) => vec![from.clone()],
            _ => return Vec::new(),
        };
        vec![Highlight::new(Role::From, from)]
    }

    fn steps(&self) -> Vec<SceneStep> {
        self.complete_move()
            .map_or_else(Vec::new, |m| self.at.steps(m))
    }

    fn arrows(&self) -> Vec<Vec<Id>> {
        match self.complete_move() {
            Some(_) if self.touched != [PASS] => vec![self.touched.clone()],
            _ => Vec::new(),
        }
    }

    fn token(&self) -> Option<String> {
        self.complete_move().map(|m| self.at.token(m))
    }

    fn hint(&self) -> Text {
        self.at.hint(self.touched.first().map(String::as_str))
    }

    fn describe(&self) -> Text {
        self.complete_move()
            .map_or_else(|| COMMON_TEXTS.text("turn.pass"), |m| self.at.describe(m))
    }

    fn reason(&self, touch: &str) -> Option<Text> {
        let from = self.touched.first().map(String::as_str);
        self.at.refusal(touch, from)
    }
}

impl<P: FromTo> Touch for P {
    type MoveBuilder = FromToBuilder<P>;

    fn move_builder(&self) -> FromToBuilder<P> {
        FromToBuilder {
            at: self.clone(),
            touched: Vec::new(),
        }
    }

    fn touch_sequence(&self, m: P::Move) -> Vec<Id> {
        self.path(m)
    }
}
