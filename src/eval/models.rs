//! All models of a game together: which one values a position, and what comes of it.

use super::{Inputs, linear};
use crate::rules::{EVAL_LIMIT, Evaluator, Notation};

/// A game whose positions are valued by models.
pub trait Evaluated: Evaluator + Notation {
    /// A model, or a pair of a model and one or more others.
    type Models: Models<Self>;

    /// The position after what the player is bound to do before anything else, where features would
    /// mislead before that; `None` where nothing is to be done.
    #[inline(always)]
    fn resolved(&self) -> Option<Self> {
        None
    }
}

/// The value of a live position for the player to move in centipawns, within ±[`EVAL_LIMIT`].
#[inline(always)]
pub fn evaluate<P: Evaluated>(position: &P) -> i32 {
    let resolved = position.resolved();
    P::Models::value(resolved.as_ref().unwrap_or(position)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
}

/// The terms that [`evaluate`] adds up, by name: the groups of features, and the network's correction.
pub fn explain<P: Evaluated>(position: &P) -> Vec<(&'static str, i32)> {
    let resolved = position.resolved();
    P::Models::terms(resolved.as_ref().unwrap_or(position))
}

/// The centipawns of one unit of the logistic function that tells how often a score wins from here;
/// see [`super::Features::SCALE`].
pub fn scale<P: Evaluated>(position: &P) -> f64 {
    P::Models::scale(position)
}

/// Something to be done for a model that is known only at run time.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it for one model.
    fn visit<M: Inputs>(&mut self) -> Self::Output;
}

/// The models of a game: one, or some that share the positions among them.
pub trait Models<P> {
    /// The value of a position in centipawns for the player to move.
    fn value(position: &P) -> i32;

    /// The terms of that value by name.
    fn terms(position: &P) -> Vec<(&'static str, i32)>;

    /// See [`super::Features::SCALE`].
    fn scale(position: &P) -> f64;

    /// Calls `visitor` with each model in turn.
    fn visit_all<V: Visitor>(visitor: &mut V) -> Vec<V::Output>;
}

impl<M: Inputs> Models<M::Position> for M {
    #[inline(always)]
    fn value(position: &M::Position) -> i32 {
        linear::sum::<M>(position) + M::correction(position)
    }

    fn terms(position: &M::Position) -> Vec<(&'static str, i32)> {
        let mut terms = linear::terms::<M>(position);
        terms.push(("network", M::correction(position)));
        terms
    }

    fn scale(_: &M::Position) -> f64 {
        M::SCALE
    }

    fn visit_all<V: Visitor>(visitor: &mut V) -> Vec<V::Output> {
        vec![visitor.visit::<M>()]
    }
}

impl<A: Inputs, B: Models<A::Position>> Models<A::Position> for (A, B) {
    #[inline(always)]
    fn value(position: &A::Position) -> i32 {
        if A::covers(position) {
            A::value(position)
        } else {
            B::value(position)
        }
    }

    fn terms(position: &A::Position) -> Vec<(&'static str, i32)> {
        if A::covers(position) {
            A::terms(position)
        } else {
            B::terms(position)
        }
    }

    fn scale(position: &A::Position) -> f64 {
        if A::covers(position) {
            A::SCALE
        } else {
            B::scale(position)
        }
    }

    fn visit_all<V: Visitor>(visitor: &mut V) -> Vec<V::Output> {
        let mut all = A::visit_all(visitor);
        all.extend(B::visit_all(visitor));
        all
    }
}
