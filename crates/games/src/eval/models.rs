//! All models of a game together: the model of a position, its value and its terms.

use super::{Inputs, linear};
use crate::rules::{EVAL_LIMIT, Notation, SearchSupport};

/// A game whose positions have a value.
pub trait Evaluated: SearchSupport + Notation {
    /// A model, or a pair of a model and one or more others.
    type Models: Models<Self>;

    /// The position after a compulsory action that comes before the player's free choice, if features
    /// would mislead before it; `None` if no action is pending.
    #[inline(always)]
    fn resolved(&self) -> Option<Self> {
        None
    }

    /// The value of a live position for the player to move, in centipawns (a piece, a marble or half a
    /// move is worth about 100), within ±[`EVAL_LIMIT`].
    #[inline(always)]
    fn evaluate(&self) -> i32 {
        let resolved = self.resolved();
        Self::Models::value(resolved.as_ref().unwrap_or(self)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }
}

/// The terms that [`Evaluated::evaluate`] adds up, by name: the groups of features, and the network's correction.
pub fn explain<P: Evaluated>(position: &P) -> Vec<(&'static str, i32)> {
    let resolved = position.resolved();
    P::Models::terms(resolved.as_ref().unwrap_or(position))
}

/// The centipawns of one unit of the logistic function that converts scores to expected results;
/// see [`super::Features::SCALE`].
pub fn scale<P: Evaluated>(position: &P) -> f64 {
    P::Models::scale(position)
}

/// A function of a model that is known only at run time.
pub trait Visitor {
    /// The result.
    type Output;

    /// Computes the result for one model.
    fn visit<M: Inputs>(&mut self) -> Self::Output;
}

/// The evaluation of a game: a model, several models that divide the positions among them, or one
/// function ([`Models::value`] alone).
pub trait Models<P> {
    /// The value of a position in centipawns for the player to move.
    fn value(position: &P) -> i32;

    /// The terms of that value by name.
    fn terms(position: &P) -> Vec<(&'static str, i32)> {
        vec![("value", Self::value(position))]
    }

    /// See [`super::Features::SCALE`].
    fn scale(_: &P) -> f64 {
        120.0
    }

    /// Calls `visitor` with each model that `tune` can fit, in turn.
    fn visit_all<V: Visitor>(_: &mut V) -> Vec<V::Output> {
        Vec::new()
    }
}

impl<M: Inputs> Models<M::Position> for M {
    #[inline(always)]
    fn value(position: &M::Position) -> i32 {
        linear::sum::<M>(position) + M::correction(position)
    }

    fn terms(position: &M::Position) -> Vec<(&'static str, i32)> {
        let mut terms = linear::terms::<M>(position);
        if M::INPUTS > 0 {
            terms.push(("network", M::correction(position)));
        }
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
