//! The games, and the one list of them: whoever needs "every game" or "the game of this id" asks here.

pub mod challenge;
pub mod diaballik;
pub mod dvonn;
pub mod gipf;
pub mod zertz;

use crate::eval::{self, Evaluated, Models};
use crate::picture::Touch;
use crate::rules::{Ending, Judge, Notation, RuleSet, Rules};

/// The id of the game where none is named.
pub const DEFAULT: &str = "dvonn";

/// All that a game gives to the program.
pub trait Game: Notation + Ending + Judge + Evaluated + Touch {
    /// The depth of the benchmark in plies: so chosen that every game has about the same share of its
    /// nodes.
    const BENCH_DEPTH: u32;

    /// Positions for the benchmark: variant id and FEN.
    const BENCH: &'static [(&'static str, &'static str)];
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

        /// Calls `visitor` with every model of every game in turn.
        pub fn visit_models<V: eval::Visitor>(visitor: &mut V) -> Vec<V::Output> {
            let mut outputs = Vec::new();
            $(outputs.extend(
                <$game::Position as Evaluated>::Models::visit_all(visitor),
            );)*
            outputs
        }
    };
}

games!(dvonn, zertz, gipf, diaballik, challenge);
