//! Moves as paths of choices.
//!
//! A game offers the choices that may come next, says why another touch is refused, and what the board shows after
//! each ([`PartialMove`]). Touches, steps, arrows, marks and the reading of tokens follow from that, here.

use super::event::{SceneEvent, SceneStep, difference};
use super::scene::{Highlight, Id, Role, Scene};
use super::touch::{DONE, TouchEffect, TouchOption, TouchTarget};
use super::translation::COMMON_TEXTS;
use crate::rules::{MoveError, PASS, Text};

/// A move as far as it has been chosen.
pub trait PartialMove: Clone {
    /// A move of the game.
    type Move: PartialEq;

    /// The choices that may come next, each once. Empty if and only if the move is complete.
    fn offers(&self) -> Vec<Offer<Self>>;

    /// The move, if it is complete.
    fn complete_move(&self) -> Option<Self::Move>;

    /// The rule that forbids a touch that is not offered. `None` if the game knows no such touch.
    fn why_not(&self, touch: &str) -> Option<Text>;

    /// The rule that forbids a word of a token, or its end as the touch [`DONE`].
    fn why_not_word(&self, word: &str) -> Option<Text> {
        self.why_not(word)
    }

    /// The form of the next part of a token, for messages.
    fn form(&self) -> &'static str;

    /// The end of the token, if the move ends here: parts that no choice decides.
    fn tail(&self) -> String {
        String::new()
    }

    /// The position after the choices so far.
    fn scene(&self) -> Scene;

    /// The place or item from which a piece moves with the next choice.
    fn origin(&self) -> Option<Id> {
        None
    }

    /// The pieces that a choice moves. By default the piece at [`PartialMove::origin`], if it leaves its place.
    fn moved_pieces(&self, choice: &Offer<Self>) -> SceneStep {
        let ends = self.origin().zip(choice.option.at.first());
        let moved = ends.map(|(from, to)| SceneEvent::moves(from, to));
        moved.into_iter().collect()
    }

    /// What the board shows one after another for a choice: each scene with the pieces that move. By default one
    /// scene.
    fn intermediate_scenes(&self, choice: &Offer<Self>) -> Vec<(Scene, SceneStep)> {
        vec![(choice.after.scene(), self.moved_pieces(choice))]
    }

    /// Places and items to highlight, besides the removable choices.
    fn marks(&self) -> Vec<Highlight> {
        let origin = self.origin().into_iter();
        origin
            .map(|id| Highlight::new(Role::From, vec![id]))
            .collect()
    }

    /// The instruction for the next choice.
    fn hint(&self) -> Text;

    /// The complete move in words.
    fn describe(&self) -> Text;
}

/// A choice that may come next.
#[derive(Clone, Debug)]
pub struct Offer<M> {
    /// How the player points at it.
    pub option: TouchOption,
    /// Its text in a token; `None` if a token does not have it here.
    pub word: Option<String>,
    /// Whether it can be taken back alone until another kind of choice follows.
    pub is_removable: bool,
    /// Whether it is made without a touch if there is no other.
    pub is_automatic: bool,
    /// The move with this choice.
    pub after: M,
}

impl<M> Offer<M> {
    /// A choice whose text is its touch. The end of a move has no text.
    pub fn new(option: TouchOption, after: M) -> Offer<M> {
        Offer {
            word: (option.touch != DONE).then(|| option.touch.clone()),
            option,
            is_removable: false,
            is_automatic: false,
            after,
        }
    }

    /// The same with another text.
    #[must_use]
    pub fn spelled(self, word: impl Into<Option<String>>) -> Offer<M> {
        let word = word.into();
        Offer { word, ..self }
    }

    /// The same, removing pieces or rings from places.
    #[must_use]
    pub fn removing(mut self, places: Vec<Id>) -> Offer<M> {
        self.option.removed_places = places;
        self
    }

    /// The same for a choice that can be taken back alone.
    #[must_use]
    pub fn removable(self) -> Offer<M> {
        Offer {
            is_removable: true,
            ..self
        }
    }

    /// The same for a choice that is made without a touch if there is no other.
    #[must_use]
    pub fn automatic(self) -> Offer<M> {
        Offer {
            is_automatic: true,
            ..self
        }
    }

    /// The same choice in a composed game.
    pub fn map<N>(self, after: impl FnOnce(M) -> N) -> Offer<N> {
        Offer {
            option: self.option,
            word: self.word,
            is_removable: self.is_removable,
            is_automatic: self.is_automatic,
            after: after(self.after),
        }
    }
}

/// The choice that is made without a touch, because there is no other.
fn automatic<M: PartialMove>(partial: &M) -> Option<Offer<M>> {
    let mut offers = partial.offers();
    let only = offers.pop().filter(|_| offers.is_empty());
    only.filter(|only| only.is_automatic)
}

/// A move under construction with the choices that led to it.
#[derive(Clone, Debug)]
pub struct MovePath<M: PartialMove> {
    /// Each choice with the move before it.
    choices_made: Vec<(M, Offer<M>)>,
    partial: M,
}

impl<M: PartialMove> MovePath<M> {
    /// A path without choices.
    pub fn new(start: M) -> MovePath<M> {
        MovePath {
            choices_made: Vec::new(),
            partial: start,
        }
    }

    /// Reads a token, choice by choice: of all offers, the next one is that with the longest fitting text.
    ///
    /// # Errors
    /// The problem with the token or a part of it.
    pub fn read(start: M, token: &str) -> Result<(MovePath<M>, M::Move), MoveError> {
        let mut path = MovePath::new(start);
        let mut rest = token;
        while !token.is_empty() {
            if rest == path.partial.tail() {
                match path.partial.complete_move() {
                    Some(m) => return Ok((path, m)),
                    None if path.touch(DONE) => continue,
                    None => break,
                }
            }
            let fitting = path.partial.offers().into_iter().filter_map(|offer| {
                let after = rest.strip_prefix(offer.word.as_deref()?)?;
                Some((after, offer))
            });
            match fitting.min_by_key(|(after, _)| after.len()) {
                Some((after, offer)) => {
                    rest = after;
                    path.choose(offer);
                }
                None => break,
            }
        }
        Err(path.problem(token, rest))
    }

    /// The problem with `rest`, the end of a token that does not fit.
    fn problem(&self, token: &str, rest: &str) -> MoveError {
        /// Longer than any touch and any word.
        const MAX_WORD: usize = 80;
        let partial = &self.partial;
        let read = token.strip_suffix(rest).unwrap_or_default();
        let (begun, unread) = match rest.strip_prefix(',') {
            Some(unread) => ("", unread),
            None => (read.rsplit(',').next().unwrap_or_default(), rest),
        };
        let unread = unread.split(',').next().unwrap_or_default();
        let part = match (begun, unread) {
            ("", "") => token.to_owned(),
            _ => format!("{begun}{unread}"),
        };
        let why_not = |word: &str| match word {
            PASS if unread == PASS => Some(COMMON_TEXTS.text("reason.pass")),
            DONE => None,
            _ => partial.why_not_word(word),
        };
        let ends = !token.is_empty() && (rest.is_empty() || rest == partial.tail());
        let reason = if ends {
            partial.why_not_word(DONE)
        } else {
            let texts = [Some(unread), unread.strip_prefix(['-', '^', 'x'])];
            let mut words = texts.into_iter().flatten().flat_map(|text| {
                let lengths = (1..=text.len().min(MAX_WORD)).rev();
                lengths.filter_map(move |length| text.get(..length))
            });
            let complete = partial.complete_move().is_some();
            let complete = complete.then(|| COMMON_TEXTS.text("reason.complete"));
            words.find_map(why_not).or(complete)
        };
        match reason {
            Some(reason) if ends => MoveError::illegal(token, reason),
            Some(reason) => MoveError::illegal(&part, reason),
            None => MoveError::syntax(&part, partial.form()),
        }
    }

    /// The touches of the choices.
    pub fn touches(&self) -> Vec<Id> {
        self.options_made()
            .map(|option| option.touch.clone())
            .collect()
    }

    fn options_made(&self) -> impl DoubleEndedIterator<Item = &TouchOption> {
        self.choices_made.iter().map(|(_, choice)| &choice.option)
    }

    fn choose(&mut self, choice: Offer<M>) {
        let before = std::mem::replace(&mut self.partial, choice.after.clone());
        self.choices_made.push((before, choice));
    }

    /// The choices so far that can be taken back alone. A word of several touches does not say which of them to take
    /// back.
    fn removable_options(&self) -> Vec<&TouchOption> {
        let fixed = self
            .choices_made
            .iter()
            .rposition(|(_, choice)| !choice.is_removable);
        let removable = self.options_made().skip(fixed.map_or(0, |last| last + 1));
        let is_single = |option: &&TouchOption| {
            let same = self
                .options_made()
                .filter(|made| made.touch == option.touch);
            same.count() == 1
        };
        removable.filter(is_single).collect()
    }

    /// The touches that may come next, each word once, without [`TouchOption::ends`].
    pub fn next(&self) -> Vec<TouchOption> {
        let offers = self.partial.offers().into_iter();
        offers.map(|offer| offer.option).collect()
    }

    /// The touches that may come next.
    pub(super) fn options(&self) -> Vec<TouchOption> {
        let offers = self.partial.offers().into_iter();
        let options = offers.map(
            |Offer {
                 option, mut after, ..
             }| {
                while let Some(automatic) = automatic(&after) {
                    after = automatic.after;
                }
                TouchOption {
                    ends: after.complete_move().is_some(),
                    ..option
                }
            },
        );
        options.collect()
    }

    /// Applies a touch. Another one than those of [`MovePath::next`] changes nothing and returns `false`.
    pub fn touch(&mut self, touch: &str) -> bool {
        let mut offers = self.partial.offers().into_iter();
        let choice = offers.find(|offer| offer.option.touch == touch);
        choice.map(|choice| self.choose(choice)).is_some()
    }

    /// The touch of [`MovePath::next`] that is added automatically because there is no choice.
    pub fn automatic(&self) -> Option<Id> {
        automatic(&self.partial).map(|choice| choice.option.touch)
    }

    /// The touches so far that can be removed individually.
    pub(super) fn removable(&self) -> Vec<Id> {
        let options = self.removable_options().into_iter();
        options.map(|option| option.touch.clone()).collect()
    }

    /// Places and items to highlight.
    pub(super) fn marks(&self) -> Vec<Highlight> {
        let chosen = self.removable_options().into_iter();
        let chosen = chosen.map(|option| Highlight::new(Role::Chosen, option.at.clone()));
        self.partial.marks().into_iter().chain(chosen).collect()
    }

    /// The changes so far.
    pub(super) fn steps(&self) -> Vec<SceneStep> {
        let mut steps = Vec::new();
        for (before, choice) in &self.choices_made {
            let mut scene = before.scene();
            for (next, moved) in before.intermediate_scenes(choice) {
                steps.extend(difference(&scene, &next, moved));
                scene = next;
            }
        }
        steps
    }

    /// The route of the move: a list of places for each action.
    pub(super) fn arrows(&self) -> Vec<Vec<Id>> {
        let mut arrows: Vec<Vec<Id>> = Vec::new();
        for (before, Offer { option, .. }) in &self.choices_made {
            let is_on_route = matches!(
                option.act,
                TouchEffect::Move | TouchEffect::Capture | TouchEffect::Place
            );
            if option.kind != TouchTarget::Place || !is_on_route {
                continue;
            }
            let at = option.at.iter().cloned();
            match arrows.last_mut() {
                Some(arrow) if before.origin().as_ref() == arrow.last() => arrow.extend(at),
                _ => arrows.push(at.collect()),
            }
        }
        arrows
    }

    /// The move as far as it has been chosen.
    pub(super) fn partial(&self) -> &M {
        &self.partial
    }

    /// The token of a complete move, with its parts in the order of the choices; `canonical` if no token has them in
    /// this order.
    pub(super) fn token(&self, canonical: &str) -> String {
        let words = self
            .choices_made
            .iter()
            .filter_map(|(_, choice)| choice.word.as_deref());
        let token: String = words.collect::<String>() + &self.partial.tail();
        let start = self.choices_made.first().map(|(start, _)| start.clone());
        let read = start.and_then(|start| MovePath::read(start, &token).ok());
        match read {
            Some((_, m)) if Some(&m) == self.partial.complete_move().as_ref() => token,
            _ => canonical.to_owned(),
        }
    }
}
