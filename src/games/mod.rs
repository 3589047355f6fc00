//! The games, and the one list of them: whoever needs "every game" or "the game of this id" asks here.

pub mod diaballik;
pub mod dvonn;
pub mod gipf;
pub mod zertz;

use crate::picture::Picture;
use crate::rules::{Judge, Notation, RuleSet, Rules};

/// All that a game gives to the program.
pub trait Game: Notation + Judge + Picture {
    /// Positions for the benchmark: variant id and FEN.
    const BENCH: &'static [(&'static str, &'static str)];

    /// How many centipawns make one unit of the logistic function that tells how often a score wins:
    /// a score of `scale` wins about 73 games of 100.
    fn scale(&self) -> f64;

    /// The terms of the evaluation by name, for the player to move, in centipawns; they add up to
    /// [`Judge::evaluate`].
    fn explain(&self) -> Vec<(&'static str, i32)>;
}

/// Something to be done for a game that is known only at run time.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it for one rule set of one game.
    fn visit<P: Game>(&mut self, variant: P::Variant) -> Self::Output;
}

macro_rules! games {
    ($($game:ident),* $(,)?) => {
        /// The ids of all rule sets of all games, in the order of the documents.
        #[must_use]
        pub fn ids() -> Vec<&'static str> {
            let mut ids = Vec::new();
            $(ids.extend(<<$game::Position as Rules>::Variant as RuleSet>::ALL.iter().map(|v| v.id()));)*
            ids
        }

        /// Calls `visitor` with the game and rule set of `id` (matched without case).
        pub fn visit<V: Visitor>(id: &str, visitor: &mut V) -> Option<V::Output> {
            $(for &variant in <<$game::Position as Rules>::Variant as RuleSet>::ALL {
                if variant.id().eq_ignore_ascii_case(id) {
                    return Some(visitor.visit::<$game::Position>(variant));
                }
            })*
            None
        }

        /// Calls `visitor` with every game and rule set in turn.
        pub fn visit_all<V: Visitor>(visitor: &mut V) -> Vec<V::Output> {
            let mut outputs = Vec::new();
            $(for &variant in <<$game::Position as Rules>::Variant as RuleSet>::ALL {
                outputs.push(visitor.visit::<$game::Position>(variant));
            })*
            outputs
        }
    };
}

games!(dvonn, zertz, gipf, diaballik);
