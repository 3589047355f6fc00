//! The value of a position.

use super::Rules;

/// The largest evaluation, positive or negative; search scores beyond it are proven results.
pub const EVAL_LIMIT: i32 = 20_000;

/// A game whose positions have a value.
///
/// Derived for every game that implements [`Evaluated`](crate::eval::Evaluated); do not implement.
pub trait Evaluator: Rules {
    /// The value of a live position for the player to move, in centipawns (a piece, a marble or half a
    /// move is worth about 100), within ±[`EVAL_LIMIT`].
    fn evaluate(&self) -> i32;
}
