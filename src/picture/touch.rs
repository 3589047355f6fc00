//! Moves as sequences of touches: places, supply items and buttons that the user points at one after
//! another until the move is complete.
//!
//! A game defines how touches build one of its moves ([`MoveBuilder`]). This module does what all games
//! share: it reads a sequence of touches, adds touches that leave no choice, and composes the reply.

use serde::Serialize;

use super::Picture;
use super::event::SceneStep;
use super::scene::{Highlight, Id, Scene, VERSION};
use super::translation::COMMON_TEXTS;
use crate::rules::{MoveError, Notation, PASS, Text};

/// The effect of a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    pub takes: Vec<Id>,
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
            takes: Vec::new(),
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

    /// The same touch with the places it empties.
    #[must_use]
    pub fn taking(self, takes: Vec<Id>) -> TouchOption {
        TouchOption { takes, ..self }
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

/// A move under construction.
pub trait MoveBuilder: Clone {
    /// The touches that may come next, each word once. Empty if and only if the move is complete.
    fn next(&self) -> Vec<TouchOption>;

    /// The places whose pieces or rings a touch of [`MoveBuilder::next`] removes; `None` if the option says so itself.
    fn takes(&self, _touch: &str) -> Option<Vec<Id>> {
        None
    }

    /// Applies a touch of [`MoveBuilder::next`].
    fn touch(&mut self, touch: &str);

    /// The touch of [`MoveBuilder::next`] that is added automatically because there is no choice.
    fn automatic(&self) -> Option<Id> {
        None
    }

    /// The touches so far that can be removed individually.
    fn removable(&self) -> Vec<Id> {
        Vec::new()
    }

    /// Places and items to highlight.
    fn marks(&self) -> Vec<Highlight>;

    /// The changes so far.
    fn steps(&self) -> Vec<SceneStep>;

    /// The route of the move: a list of places for each action.
    fn arrows(&self) -> Vec<Vec<Id>>;

    /// The token of a complete move, with its parts in the order of the touches.
    fn token(&self) -> Option<String>;

    /// The instruction for the next touch.
    fn hint(&self) -> Text;

    /// The complete move in words.
    fn describe(&self) -> Text;

    /// The rule that forbids a touch that is not in [`MoveBuilder::next`] of an incomplete move: a place, an
    /// item, or a button of the game itself. `None` if the game knows no such touch.
    fn reason(&self, touch: &str) -> Option<Text>;
}

/// A game whose moves can be built by touches.
pub trait Touch: Picture + Notation {
    /// Builds a move of the game.
    type MoveBuilder: MoveBuilder;

    /// A builder without touches, in a position of a game in progress.
    fn move_builder(&self) -> Self::MoveBuilder;

    /// The touches of a legal move, including those that [`MoveBuilder::automatic`] would add.
    fn touch_sequence(&self, m: Self::Move) -> Vec<Id>;

    /// The touches of a token, in the order in which the token has its parts.
    ///
    /// # Errors
    /// The token is not a legal move.
    fn token_touches(&self, token: &str) -> Result<Vec<Id>, MoveError> {
        self.parse_move(token).map(|m| self.touch_sequence(m))
    }
}

/// The reply to a sequence of touches.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
fn reason<M: MoveBuilder>(builder: &M, offered: &[TouchOption], touch: &str) -> Text {
    if builder.token().is_some() {
        return COMMON_TEXTS.text("reason.complete");
    }
    if let Some(option) = offered.iter().find(|o| o.at.iter().any(|id| id == touch)) {
        return COMMON_TEXTS.with("reason.word", [("touch", option.touch.clone())]);
    }
    builder.reason(touch).unwrap_or_else(|| match touch {
        DONE => COMMON_TEXTS.text("reason.done"),
        PASS => COMMON_TEXTS.text("reason.pass"),
        _ => COMMON_TEXTS.text("reason.nothing"),
    })
}

/// A sequence of touches that has been applied.
struct TouchSequence<M> {
    builder: M,
    auto: Vec<Id>,
}

impl<M: MoveBuilder> TouchSequence<M> {
    fn read<T: AsRef<str>>(builder: M, given: &[T]) -> Result<TouchSequence<M>, WrongTouch> {
        let auto = Vec::new();
        let mut read = TouchSequence { builder, auto };
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
        let mut ahead = self.builder.clone();
        let mut added = Vec::new();
        loop {
            let next = ahead.next();
            if next.iter().any(|option| option.touch == touch) {
                ahead.touch(touch);
                self.builder = ahead;
                self.auto.append(&mut added);
                return Ok(());
            }
            offered.extend(next);
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
        while let Some(automatic) = self.builder.automatic() {
            self.builder.touch(&automatic);
            self.auto.push(automatic);
        }
    }
}

/// The touches that may come next, with [`TouchOption::ends`] set. Before the first touch, automatic
/// touches are not added yet; the touches that follow an automatic one are listed beside it.
fn options<M: MoveBuilder>(builder: &M, first: bool) -> Vec<TouchOption> {
    let mut options = builder.next();
    for option in &mut options {
        let mut after = builder.clone();
        after.touch(&option.touch);
        let auto = Vec::new();
        let mut sequence = TouchSequence {
            builder: after,
            auto,
        };
        sequence.fill();
        option.ends = sequence.builder.token().is_some();
        if let Some(takes) = builder.takes(&option.touch) {
            option.takes = takes;
        }
    }
    if let Some(automatic) = builder.automatic().filter(|_| first) {
        let mut after = builder.clone();
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
    let TouchSequence { builder, auto } = TouchSequence::read(position.move_builder(), given)?;
    reply.auto = auto;
    reply.off = builder.removable();
    reply.next = options(&builder, given.is_empty());
    reply.token = builder.token();
    let m = reply
        .token
        .as_deref()
        .map(|token| position.parse_move(token));
    // A complete move is legal; a test checks this for every game.
    reply.canonical = m.and_then(|m| m.ok()).map(|m| position.token(m));
    reply.marks = builder.marks();
    reply.steps = builder.steps();
    reply.steps.iter().for_each(|step| reply.scene.apply(step));
    reply.hint = match reply.token {
        Some(_) => COMMON_TEXTS.text("hint.complete"),
        None => builder.hint(),
    };
    Ok(reply)
}

/// A move with its effects.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    let m = position.parse_move(token)?;
    let touches = position.token_touches(token)?;
    let not_touchable =
        |_| MoveError::illegal(token, Text::untranslated("No touches lead to this move."));
    let builder = TouchSequence::read(position.move_builder(), &touches)
        .map_err(not_touchable)?
        .builder;
    let arrows = builder.arrows();
    Ok(MoveTrace {
        token: token.to_owned(),
        canonical: position.token(m),
        text: builder.describe(),
        path: arrows.iter().flatten().cloned().collect(),
        arrows,
        steps: builder.steps(),
    })
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Trace {
    /// The version of the answers, [`VERSION`].
    pub v: u32,
    /// The moves.
    pub line: Vec<MoveTrace>,
}
