//! Moves as sequences of touches: places, supply items and buttons that the user points at one after
//! another until the move is complete.
//!
//! A game defines how choices build one of its moves ([`PartialMove`]). This module reads a sequence of touches,
//! adds touches that leave no choice, and composes the reply.

use serde::Serialize;

use super::Picture;
use super::event::SceneStep;
use super::partial_move::{MovePath, PartialMove};
use super::scene::{Highlight, Id, Scene, VERSION};
use super::translation::COMMON_TEXTS;
use crate::rules::{MoveError, Notation, PASS, Text};

/// The effect of a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TouchEffect {
    /// Moves a piece, or selects a piece to move.
    Move,
    /// Captures, or selects the piece that captures.
    Capture,
    /// Removes a piece or a ring.
    Remove,
    /// Brings a piece into play, or selects the piece.
    Place,
    /// Claims pieces.
    Claim,
    /// Ends the move or a part of it.
    Finish,
    /// Ends a move that changes nothing.
    Null,
}

/// The target of a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TouchTarget {
    /// A place of a board.
    Place,
    /// An item of a supply.
    Supply,
    /// A button beside the boards.
    Button,
}

/// A touch that may come next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TouchOption {
    /// The word of the touch.
    pub touch: Id,
    /// The places or items that the user points at; empty for a button.
    pub at: Vec<Id>,
    /// The kind of target.
    pub kind: TouchTarget,
    /// The effect.
    pub act: TouchEffect,
    /// The places whose pieces or rings are removed by this touch.
    #[serde(rename = "takes")]
    pub removed_places: Vec<Id>,
    /// The label of a button, or the text beside a place.
    pub label: Option<Text>,
    /// Whether this touch completes the move.
    pub ends: bool,
}

impl TouchOption {
    /// A place; its id is the touch.
    #[must_use]
    pub fn place(place: impl Into<Id>, act: TouchEffect) -> TouchOption {
        let touch = place.into();
        TouchOption {
            at: vec![touch.clone()],
            touch,
            kind: TouchTarget::Place,
            act,
            removed_places: Vec::new(),
            label: None,
            ends: false,
        }
    }

    /// A supply item; its id is the touch.
    #[must_use]
    pub fn supply(item: impl Into<Id>, act: TouchEffect) -> TouchOption {
        TouchOption {
            kind: TouchTarget::Supply,
            ..TouchOption::place(item, act)
        }
    }

    /// A button.
    #[must_use]
    pub fn button(touch: &str, act: TouchEffect, label: Text) -> TouchOption {
        TouchOption {
            at: Vec::new(),
            kind: TouchTarget::Button,
            label: Some(label),
            ..TouchOption::place(touch, act)
        }
    }

    /// The button that ends a move or a part of it.
    #[must_use]
    pub fn done(act: TouchEffect) -> TouchOption {
        TouchOption::button(DONE, act, COMMON_TEXTS.text("touch.done"))
    }

    /// The button for a player who must pass; its touch is the token of a pass.
    #[must_use]
    pub fn pass() -> TouchOption {
        TouchOption::button(PASS, TouchEffect::Finish, COMMON_TEXTS.text("touch.pass"))
    }

    /// The same touch with a text beside it.
    #[must_use]
    pub fn labelled(self, label: Text) -> TouchOption {
        TouchOption {
            label: Some(label),
            ..self
        }
    }
}

/// The touch that ends a move or a part of it.
pub const DONE: &str = "done";

/// A game whose moves can be built by touches.
pub trait Touch: Picture + Notation {
    /// A move of the game under construction.
    type PartialMove: PartialMove<Move = Self::Move>;

    /// A move without choices, in a position of a game in progress.
    fn partial_move(&self) -> Self::PartialMove;

    /// Reads a token and checks that the move is legal here, without listing all moves. Derived; do not
    /// override.
    ///
    /// # Errors
    /// The game is over, or the problem with the token or a part of it.
    fn parse_move(&self, token: &str) -> Result<Self::Move, MoveError> {
        read(self, token).map(|(_, m)| m)
    }

    /// The touches of a legal move, including those that [`MovePath::automatic`] would add.
    fn touch_sequence(&self, m: Self::Move) -> Vec<Id> {
        self.token_touches(&self.token(m)).unwrap_or_default()
    }

    /// The touches of a token, in the order in which the token has its parts.
    ///
    /// # Errors
    /// The token is not a legal move.
    fn token_touches(&self, token: &str) -> Result<Vec<Id>, MoveError> {
        read(self, token).map(|(path, _)| path.touches())
    }
}

/// Reads a token in a position that may be over.
fn read<P: Touch>(at: &P, token: &str) -> Result<(MovePath<P::PartialMove>, P::Move), MoveError> {
    match at.outcome() {
        Some(outcome) => Err(MoveError::game_over(token, outcome)),
        None => MovePath::read(at.partial_move(), token),
    }
}

/// The reply to a sequence of touches.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Touches {
    /// The version of the answers, [`VERSION`].
    pub v: u32,
    /// The touches as given.
    pub touches: Vec<Id>,
    /// The touches that were added automatically.
    pub auto: Vec<Id>,
    /// The given touches that can be removed individually.
    pub off: Vec<Id>,
    /// The touches that may come next; empty if the move is complete.
    pub next: Vec<TouchOption>,
    /// The token of a complete move, with its parts in the order of the touches.
    pub token: Option<String>,
    /// The canonical form of the token.
    pub canonical: Option<String>,
    /// Places and items to highlight.
    pub marks: Vec<Highlight>,
    /// The changes so far.
    pub steps: Vec<SceneStep>,
    /// The scene after these steps.
    pub scene: Scene,
    /// The instruction for the next touch.
    pub hint: Text,
}

/// A touch that is not allowed at its place in the sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongTouch {
    /// The index of the touch, from 0.
    pub index: usize,
    /// The touches that are allowed there.
    pub expected: Vec<Id>,
    /// The rule that forbids the touch, in the terms of the game.
    pub reason: Text,
}

/// The reason for refusing a touch. `offered` are the touches that are allowed.
fn reason<M: PartialMove>(path: &MovePath<M>, offered: &[TouchOption], touch: &str) -> Text {
    if path.partial().complete_move().is_some() {
        return COMMON_TEXTS.text("reason.complete");
    }
    if let Some(option) = offered.iter().find(|o| o.at.iter().any(|id| id == touch)) {
        return COMMON_TEXTS.with("reason.word", [("touch", option.touch.clone())]);
    }
    path.partial()
        .why_not(touch)
        .unwrap_or_else(|| match touch {
            DONE => COMMON_TEXTS.text("reason.done"),
            PASS => COMMON_TEXTS.text("reason.pass"),
            _ => COMMON_TEXTS.text("reason.nothing"),
        })
}

/// A sequence of touches that has been applied.
struct TouchSequence<M: PartialMove> {
    path: MovePath<M>,
    auto: Vec<Id>,
}

impl<M: PartialMove> TouchSequence<M> {
    fn read<T: AsRef<str>>(path: MovePath<M>, given: &[T]) -> Result<TouchSequence<M>, WrongTouch> {
        let auto = Vec::new();
        let mut read = TouchSequence { path, auto };
        for (index, touch) in given.iter().enumerate() {
            read.take(touch.as_ref())
                .map_err(|(expected, reason)| WrongTouch {
                    index,
                    expected,
                    reason,
                })?;
        }
        if !given.is_empty() {
            read.fill();
        }
        Ok(read)
    }

    /// Applies a touch, after the automatic touches that must precede it. A touch that has been
    /// added automatically may also be given explicitly later.
    fn take(&mut self, touch: &str) -> Result<(), (Vec<Id>, Text)> {
        let mut offered = Vec::new();
        let mut ahead = self.path.clone();
        let mut added = Vec::new();
        loop {
            if ahead.touch(touch) {
                self.path = ahead;
                self.auto.append(&mut added);
                return Ok(());
            }
            offered.extend(ahead.next());
            match ahead.automatic() {
                None => break,
                Some(automatic) => {
                    ahead.touch(&automatic);
                    added.push(automatic);
                }
            }
        }
        match self.auto.iter().position(|added| added == touch) {
            None => {
                let reason = reason(&ahead, &offered, touch);
                let expected = offered.into_iter().map(|option| option.touch);
                Err((expected.collect(), reason))
            }
            Some(index) => {
                self.auto.remove(index);
                Ok(())
            }
        }
    }

    /// Adds automatic touches.
    fn fill(&mut self) {
        while let Some(automatic) = self.path.automatic() {
            self.path.touch(&automatic);
            self.auto.push(automatic);
        }
    }
}

/// The touches that may come next. Before the first touch, automatic touches are not added yet; the touches that
/// follow an automatic one are listed beside it.
fn options<M: PartialMove>(path: &MovePath<M>, first: bool) -> Vec<TouchOption> {
    let mut options = path.options();
    if let Some(automatic) = path.automatic().filter(|_| first) {
        let mut after = path.clone();
        after.touch(&automatic);
        options.extend(self::options(&after, true));
    }
    options
}

/// Reads a sequence of touches in a position. A scene with a result marks a finished game, also one
/// that ended by repetition.
///
/// # Errors
/// The first touch that is not allowed.
pub fn touches<P: Touch, T: AsRef<str>>(
    position: &P,
    scene: Scene,
    given: &[T],
) -> Result<Touches, WrongTouch> {
    let over = scene.result.is_some();
    let mut reply = Touches {
        v: VERSION,
        touches: given
            .iter()
            .map(|touch| touch.as_ref().to_owned())
            .collect(),
        auto: Vec::new(),
        off: Vec::new(),
        next: Vec::new(),
        token: None,
        canonical: None,
        marks: Vec::new(),
        steps: Vec::new(),
        scene,
        hint: COMMON_TEXTS.text("hint.over"),
    };
    if over {
        return match given.is_empty() {
            true => Ok(reply),
            false => Err(WrongTouch {
                index: 0,
                expected: Vec::new(),
                reason: COMMON_TEXTS.text("reason.over"),
            }),
        };
    }
    let start = MovePath::new(position.partial_move());
    let TouchSequence { path, auto } = TouchSequence::read(start, given)?;
    reply.auto = auto;
    reply.off = path.removable();
    reply.next = options(&path, given.is_empty());
    let m = path.partial().complete_move();
    reply.canonical = m.map(|m| position.token(m));
    let canonical = reply.canonical.as_deref();
    reply.token = canonical.map(|canonical| path.token(canonical));
    reply.marks = path.marks();
    reply.steps = path.steps();
    reply.steps.iter().for_each(|step| reply.scene.apply(step));
    reply.hint = match reply.token {
        Some(_) => COMMON_TEXTS.text("hint.complete"),
        None => path.partial().hint(),
    };
    Ok(reply)
}

/// A move with its effects.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveTrace {
    /// The token as given.
    pub token: String,
    /// The canonical form of the token.
    pub canonical: String,
    /// The move in words.
    pub text: Text,
    /// All places on the route, in order.
    pub path: Vec<Id>,
    /// The same, as a list of places for each action.
    pub arrows: Vec<Vec<Id>>,
    /// The changes.
    pub steps: Vec<SceneStep>,
}

/// The effects of a legal token.
///
/// # Errors
/// The token is not a legal move.
pub fn trace<P: Touch>(position: &P, token: &str) -> Result<MoveTrace, MoveError> {
    let (path, m) = read(position, token)?;
    let arrows = path.arrows();
    Ok(MoveTrace {
        token: token.to_owned(),
        canonical: position.token(m),
        text: path.partial().describe(),
        path: arrows.iter().flatten().cloned().collect(),
        arrows,
        steps: path.steps(),
    })
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trace {
    /// The version of the answers, [`VERSION`].
    pub v: u32,
    /// The moves.
    pub line: Vec<MoveTrace>,
}
