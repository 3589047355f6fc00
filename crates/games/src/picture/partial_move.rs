//! Moves as paths of choices.
//!
//! A game states which choices may come next, why another one may not, and what the board shows after each
//! ([`PartialMove`]). Touches, steps, arrows, marks and the reading of tokens follow from that, here.

use std::fmt::Debug;

use super::event::{SceneEvent, SceneStep, difference};
use super::scene::{Ground, Highlight, Id, Role, Scene};
use super::touch::{TouchEffect, TouchOption, TouchTarget};
use crate::rules::{MoveError, Text};

/// A move as far as it has been chosen.
pub trait PartialMove: Clone {
    /// What one touch decides.
    type Choice: Copy + PartialEq + Debug;
    /// A move of the game.
    type Move;

    /// The end of a token. [`PartialMove::choose`] says why a move cannot end yet.
    const END: Self::Choice;

    /// The choices that may come next, each once. Empty if and only if the move is complete.
    fn choices(&self) -> Vec<Self::Choice>;

    /// The move, if it is complete.
    fn made(&self) -> Option<Self::Move>;

    /// Makes a choice. This is the only place where a game says which rule forbids it.
    ///
    /// # Errors
    /// The rule that forbids the choice; nothing changes then.
    fn choose(&mut self, choice: Self::Choice) -> Result<(), Text>;

    /// The choice that is made without a touch because there is no other.
    fn automatic(&self) -> Option<Self::Choice> {
        None
    }

    /// How the player points at a choice. Its [`takes`](TouchOption::takes) are derived.
    fn option(&self, choice: Self::Choice) -> TouchOption;

    /// The choice that a touch means here, allowed or not; `None` for an unknown touch.
    fn choice_of(&self, touch: &str) -> Option<Self::Choice>;

    /// The choices that a part of a token means here, allowed or not. Commas separate the parts.
    ///
    /// # Errors
    /// The form that a part has here.
    fn read(&self, part: &str) -> Result<Vec<Self::Choice>, MoveError>;

    /// The position after the choices so far.
    fn scene(&self) -> Scene;

    /// The place or item from which a piece moves with the next choice.
    fn origin(&self) -> Option<Id> {
        None
    }

    /// The pieces that a choice moves. By default the piece at [`PartialMove::origin`], if it leaves its place.
    fn moved(&self, choice: Self::Choice) -> SceneStep {
        let ends = self.origin().zip(self.option(choice).at.into_iter().next());
        let moved = ends.map(|(from, to)| SceneEvent::moves(from, to));
        moved.into_iter().collect()
    }

    /// What the board shows one after another for a choice that leads to `after`: each scene with the pieces that
    /// move. By default one scene.
    fn stages(&self, choice: Self::Choice, after: &Self) -> Vec<(Scene, SceneStep)> {
        vec![(after.scene(), self.moved(choice))]
    }

    /// The places that a choice removes, if the board shows that only with a later choice.
    fn takes(&self, _choice: Self::Choice) -> Option<Vec<Id>> {
        None
    }

    /// Whether a choice made earlier can be taken back alone.
    fn is_removable(&self, _choice: Self::Choice) -> bool {
        false
    }

    /// Places and items to highlight, besides the removable choices.
    fn marks(&self) -> Vec<Highlight> {
        let origin = self.origin().into_iter();
        origin
            .map(|id| Highlight::new(Role::From, vec![id]))
            .collect()
    }

    /// The token of a complete move, with its parts in the order of the choices.
    fn token(&self) -> Option<String>;

    /// The instruction for the next choice.
    fn hint(&self) -> Text;

    /// The complete move in words.
    fn describe(&self) -> Text;
}

/// A move under construction with the choices that led to it.
#[derive(Clone, Debug)]
pub struct MovePath<M: PartialMove> {
    /// Each choice with the state before it.
    past: Vec<(M, M::Choice)>,
    now: M,
}

impl<M: PartialMove> MovePath<M> {
    /// A path without choices.
    pub fn new(start: M) -> MovePath<M> {
        MovePath {
            past: Vec::new(),
            now: start,
        }
    }

    /// Reads a token.
    ///
    /// # Errors
    /// The problem with the token or a part of it.
    pub fn read(start: M, token: &str) -> Result<MovePath<M>, MoveError> {
        let mut path = MovePath::new(start);
        for part in token.split(',') {
            // An empty part says nothing about where it is.
            let part = if part.is_empty() { token } else { part };
            for choice in path.now.read(part)? {
                path.choose(choice)
                    .map_err(|reason| MoveError::illegal(part, reason))?;
            }
        }
        if path.now.made().is_none() {
            path.choose(M::END)
                .map_err(|reason| MoveError::illegal(token, reason))?;
        }
        Ok(path)
    }

    /// The move of a token.
    ///
    /// # Errors
    /// The problem with the token or a part of it.
    pub fn parse(start: M, token: &str) -> Result<M::Move, MoveError> {
        let made = MovePath::read(start, token)?.now.made();
        made.ok_or_else(|| MoveError::syntax(token, "a complete move"))
    }

    /// The touches of the choices.
    pub fn touches(&self) -> Vec<Id> {
        let past = self.past.iter();
        past.map(|(before, choice)| before.option(*choice).touch)
            .collect()
    }

    fn choose(&mut self, choice: M::Choice) -> Result<(), Text> {
        let before = self.now.clone();
        self.now.choose(choice)?;
        self.past.push((before, choice));
        Ok(())
    }

    fn choice_named(&self, touch: &str) -> Option<M::Choice> {
        let mut choices = self.now.choices().into_iter();
        choices.find(|&choice| self.now.option(choice).touch == touch)
    }

    /// The choices so far that can be taken back alone.
    fn removable_options(&self) -> Vec<TouchOption> {
        let past = self.past.iter();
        let removable = past.filter(|(_, choice)| self.now.is_removable(*choice));
        removable
            .map(|(before, choice)| before.option(*choice))
            .collect()
    }

    /// The touches that may come next, each word once, without [`TouchOption::takes`] and [`TouchOption::ends`].
    pub fn next(&self) -> Vec<TouchOption> {
        let choices = self.now.choices().into_iter();
        choices.map(|choice| self.now.option(choice)).collect()
    }

    /// The touches that may come next, with the places they remove and whether they complete the move.
    pub(super) fn options(&self) -> Vec<TouchOption> {
        let scene = self.now.scene();
        let choices = self.now.choices().into_iter();
        let options = choices.map(|choice| {
            let mut after = self.now.clone();
            // An offered choice is allowed.
            let _ = after.choose(choice);
            let takes = self.now.takes(choice).unwrap_or_else(|| {
                let steps = steps(&self.now, scene.clone(), choice, &after);
                removed(&scene, &steps)
            });
            while let Some(automatic) = after.automatic() {
                if after.choose(automatic).is_err() {
                    break;
                }
            }
            TouchOption {
                takes,
                ends: after.made().is_some(),
                ..self.now.option(choice)
            }
        });
        options.collect()
    }

    /// Applies a touch. Another one than those of [`MovePath::next`] changes nothing and returns `false`.
    pub fn touch(&mut self, touch: &str) -> bool {
        let choice = self.choice_named(touch);
        choice.is_some_and(|choice| self.choose(choice).is_ok())
    }

    /// The touch of [`MovePath::next`] that is added automatically because there is no choice.
    pub fn automatic(&self) -> Option<Id> {
        let choice = self.now.automatic()?;
        Some(self.now.option(choice).touch)
    }

    /// The touches so far that can be removed individually.
    pub(super) fn removable(&self) -> Vec<Id> {
        let options = self.removable_options().into_iter();
        options.map(|option| option.touch).collect()
    }

    /// Places and items to highlight.
    pub(super) fn marks(&self) -> Vec<Highlight> {
        let chosen = self.removable_options().into_iter();
        let chosen = chosen.map(|option| Highlight::new(Role::Chosen, option.at));
        self.now.marks().into_iter().chain(chosen).collect()
    }

    /// The changes so far.
    pub(super) fn steps(&self) -> Vec<SceneStep> {
        let states = self.past.iter().map(|(before, _)| before);
        let after = states.skip(1).chain([&self.now]);
        let past = self.past.iter().zip(after);
        past.flat_map(|((before, choice), after)| steps(before, before.scene(), *choice, after))
            .collect()
    }

    /// The route of the move: a list of places for each action.
    pub(super) fn arrows(&self) -> Vec<Vec<Id>> {
        let mut arrows: Vec<Vec<Id>> = Vec::new();
        for (before, choice) in &self.past {
            let option = before.option(*choice);
            let is_on_route = matches!(
                option.act,
                TouchEffect::Move | TouchEffect::Capture | TouchEffect::Place
            );
            if option.kind != TouchTarget::Place || !is_on_route {
                continue;
            }
            match arrows.last_mut() {
                Some(arrow) if before.origin().as_ref() == arrow.last() => arrow.extend(option.at),
                _ => arrows.push(option.at),
            }
        }
        arrows
    }

    /// The move as far as it has been chosen.
    pub(super) fn now(&self) -> &M {
        &self.now
    }

    /// The rule that forbids a touch that is not in [`MovePath::next`] of an incomplete move: a place, an item, or
    /// a button of the game itself. `None` if the game knows no such touch.
    pub(super) fn reason(&self, touch: &str) -> Option<Text> {
        let choice = self.now.choice_of(touch)?;
        self.now.clone().choose(choice).err()
    }
}

/// The changes of the board with a choice. `scene` shows the state before it.
fn steps<M: PartialMove>(
    before: &M,
    mut scene: Scene,
    choice: M::Choice,
    after: &M,
) -> Vec<SceneStep> {
    let mut steps = Vec::new();
    for (next, moved) in before.stages(choice, after) {
        steps.extend(difference(&scene, &next, moved));
        scene = next;
    }
    steps
}

/// The places of a scene whose pieces or rings some steps remove.
fn removed(scene: &Scene, steps: &[SceneStep]) -> Vec<Id> {
    let is_removed = |id: &&Id| {
        steps.iter().flatten().any(|event| {
            let to_place = event
                .to
                .as_ref()
                .is_some_and(|to| scene.place(to).is_some());
            let is_gone = event.ground == Some(Ground::Gone) && event.to.as_ref() == Some(*id);
            is_gone || !to_place && event.from.as_ref() == Some(*id)
        })
    };
    let places = scene.places().map(|place| &place.id);
    places.filter(is_removed).cloned().collect()
}
