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

    /// The forms of the parts of a token, which commas separate, in this state.
    fn forms(&self) -> &'static [TokenForm];

    /// The form of a part that has none of [`PartialMove::forms`], for messages.
    fn expected(&self, part: &str) -> &'static str;

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

    /// The pieces that a choice moves, which leads to `after`. By default the piece at [`PartialMove::origin`], if it
    /// leaves its place.
    fn moved_pieces(&self, option: &TouchOption, _after: &Self) -> SceneStep {
        let ends = self.origin().zip(option.at.first());
        let moved = ends.map(|(from, to)| SceneEvent::moves(from, to));
        moved.into_iter().collect()
    }

    /// What the board shows one after another for a choice that leads to `after`: each scene with the pieces that
    /// move. By default one scene.
    fn intermediate_scenes(&self, option: &TouchOption, after: &Self) -> Vec<(Scene, SceneStep)> {
        vec![(after.scene(), self.moved_pieces(option, after))]
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

/// The form of a part of a token: how it begins, and what follows once or more. `a` stands for any letter, `1` for
/// any digit.
pub struct TokenForm(pub &'static str, pub &'static str);

impl TokenForm {
    /// Whether a part has this form.
    fn fits(&self, part: &str) -> bool {
        let fits = |(form, byte): (u8, u8)| match form {
            b'a' => byte.is_ascii_lowercase(),
            b'1' => byte.is_ascii_digit(),
            _ => form == byte,
        };
        let TokenForm(start, repeated) = self;
        let rest = part.len().checked_sub(start.len());
        let is_long_enough = match repeated.len() {
            0 => rest == Some(0),
            length => rest.is_some_and(|rest| rest > 0 && rest.is_multiple_of(length)),
        };
        let form = start.bytes().chain(repeated.bytes().cycle());
        is_long_enough && form.zip(part.bytes()).all(fits)
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

    /// The problem with `rest`, the end of a token that does not fit: the form of a part, or the rule that forbids
    /// its first word that does not fit.
    fn problem(&self, token: &str, rest: &str) -> MoveError {
        /// Longer than any touch and any word.
        const MAX_WORD: usize = 80;
        let partial = &self.partial;
        let tail = partial.tail();
        let next_part = |text| {
            str::strip_prefix(text, tail.as_str())
                .unwrap_or(text)
                .strip_prefix(',')
        };
        let offers = partial.offers();
        let mut words = offers.iter().filter_map(|offer| offer.word.as_deref());
        let is_complete = partial.complete_move().is_some();
        let may_go_on = is_complete || words.any(|word| next_part(word).is_some());
        let read = token.strip_suffix(rest).unwrap_or_default();
        let (begun, unread) = match next_part(rest).filter(|_| may_go_on) {
            Some(next) => ("", next),
            None => (read.rsplit(',').next().unwrap_or_default(), rest),
        };
        let unread = unread.split(',').next().unwrap_or_default();
        let part = format!("{begun}{unread}");
        // An empty part says nothing about where it is.
        let part = if part.is_empty() { token } else { &part };
        let malformed = || MoveError::syntax(part, partial.expected(part));
        if unread == PASS {
            return MoveError::illegal(part, COMMON_TEXTS.text("reason.pass"));
        }
        if !partial.forms().iter().any(|form| form.fits(part)) {
            return malformed();
        }
        if rest.is_empty() || rest == tail {
            let reason = partial.why_not_word(DONE);
            return reason.map_or_else(malformed, |reason| MoveError::illegal(token, reason));
        }
        // The names after an `x` are one word.
        let text = match part.starts_with('x') {
            true => "",
            false => unread.strip_prefix(['-', '^', 'x']).unwrap_or(unread),
        };
        let lengths = (1..=text.len().min(MAX_WORD)).rev();
        let mut words = [part]
            .into_iter()
            .chain(lengths.filter_map(|length| text.get(..length)));
        let reason = words.find_map(|word| partial.why_not_word(word));
        let reason = reason.or(is_complete.then(|| COMMON_TEXTS.text("reason.complete")));
        reason.map_or_else(malformed, |reason| MoveError::illegal(part, reason))
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
            for (next, moved) in before.intermediate_scenes(&choice.option, &choice.after) {
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
