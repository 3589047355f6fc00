//! The games, and the only list of them.
//!
//! Each game is a folder. The program uses a game through the traits that `rules`, `symmetry`, `setup`,
//! `notation`, `picture`, `partial_move`, `features`, `inputs` and `evaluator` implement. Files with the same
//! name have the same purpose in every game; the `mod.rs` of a game lists the others.
//!
//! | file | contents |
//! |---|---|
//! | `board` | the places and their neighbours |
//! | `variant` | the rule sets |
//! | `moves` | the moves |
//! | `position` | the state, and the effect of a move |
//! | `movegen` | the legal moves |
//! | `rules` | the interface to the rest of the program, and why a game ended |
//! | `symmetry` | the images of positions and moves under the symmetries of the board |
//! | `setup` | what a position consists of: FENs, edit forms, scenes and images derive from it |
//! | `notation` | move tokens and the text diagram |
//! | `picture` | the scene, and the rules in brief |
//! | `partial_move` | a move as a path of choices: tokens, touches and refusals derive from it |
//! | `reasons` | the rules that forbid a move or a position |
//! | `consequences` | what a line does on the board, in numbers and places; `consequence.rs` makes sentences of it |
//! | `themes` | what happens in the solutions of puzzles; `theme.rs` has the types, `puzzle.rs` the puzzles |
//! | `texts.json` | the texts in English and French |
//! | `lessons.json`, `lessons.fr.json` | the lessons, and their French texts |
//! | `puzzles.txt`, `puzzles-*.txt` | the puzzles of the main rule set and of others |
//! | | for the search: |
//! | `features`, `.weights` | the weighted sum of the evaluation |
//! | `inputs`, `.net` | the networks that correct the sum |
//! | `candidates` | the moves to search |
//! | `evaluator` | the interface to the search, with its constants |

#![allow(
    clippy::indexing_slicing,
    reason = "cells, sides and kinds are within bounds by their types, and chains have at most as many jumps as marbles"
)]

pub mod challenge;
pub mod consequence;
pub mod diaballik;
pub mod dvonn;
pub mod gipf;
pub mod puzzle;
mod theme;
pub mod zertz;

use crate::eval::{self, Evaluated, Models};
use crate::picture::{Edit, Touch};
use crate::rules::{Catalog, Notation, RuleSet, Rules, Symmetric};

pub use consequence::Fact;
pub use theme::{Ply, Theme, reply_costs, themes};

/// The id of the default game.
pub const DEFAULT: &str = "dvonn";

/// Everything that the program needs of a game.
pub trait Game: Notation + Symmetric + Evaluated + Touch + Edit {
    /// The lessons of all rule sets; see [`lessons`](crate::picture::lessons).
    const LESSONS: &'static str = "[]";

    /// The puzzles of rule sets, with their ids; see [`puzzle`].
    const PUZZLES: &'static [(&'static str, &'static str)] = &[];

    /// The themes of puzzles.
    const THEMES: &'static [Theme<Self>] = &[];

    /// What a line does on the board; see [`consequence`].
    #[must_use]
    fn facts(_line: &[Ply<Self>]) -> Vec<Fact> {
        Vec::new()
    }

    /// The French texts of the lessons.
    const FRENCH_LESSONS: &'static str = "{}";

    /// The texts; later catalogs have priority.
    const TEXTS: &'static [&'static Catalog];

    /// The depth of the benchmark in plies, chosen so that every game has about the same share of its
    /// nodes.
    const BENCH_DEPTH: u32 = 6;

    /// Positions for the benchmark: variant id and FEN. A rule set without any is searched from its start position.
    const BENCH: &'static [(&'static str, &'static str)] = &[];

    /// Whether two legal moves differ only in a choice that seldom decides a game, such as the ring that ZÈRTZ
    /// removes. Puzzles count such moves as one.
    fn is_same_idea(one: Self::Move, other: Self::Move) -> bool {
        one == other
    }

    /// Calls `visitor` with the sub-game in play, if this game only waits for its result. The search then
    /// searches the sub-game itself.
    fn active_subgame<V: SubgameVisitor<Self>>(&self, _visitor: V) -> Option<V::Output> {
        None
    }
}

/// A game in play inside another game `W`. The player to move is the same in both.
pub struct Subgame<'a, W: Rules, P: Rules> {
    /// The position of the sub-game.
    pub position: P,
    /// The keys of its earlier positions that can still recur, oldest first.
    pub earlier: &'a [u64],
    /// Converts moves of the sub-game to moves of the whole game.
    pub to_outer: fn(P::Move) -> W::Move,
    /// Converts moves of the whole game to moves of the sub-game.
    pub from_outer: fn(W::Move) -> Option<P::Move>,
    /// Converts a value of the sub-game to a value of the whole game, both for the player to move. A value
    /// beyond ±[`EVAL_LIMIT`](crate::rules::EVAL_LIMIT) is that of a sub-game that is won or lost.
    pub outer_value: &'a (dyn Fn(i32) -> i32 + Sync),
}

/// A function of the sub-game in play.
pub trait SubgameVisitor<W: Game> {
    /// The result.
    type Output;

    /// Computes the result for a sub-game of type `P`.
    fn visit<P: Game>(self, subgame: Subgame<W, P>) -> Self::Output;
}

/// A function of a game that is known only at run time.
pub trait Visitor {
    /// The result.
    type Output;

    /// Computes the result for one rule set of one game.
    fn visit<P: Game>(&mut self, variant: P::Variant) -> Self::Output;
}

/// An option that selects a rule set of a game when its first rule set is requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSetOption {
    /// The name of the option.
    pub option: &'static str,
    /// Its values with the ids of their rule sets, the default first.
    pub rule_sets: Vec<(&'static str, &'static str)>,
}

impl RuleSetOption {
    fn of<V: RuleSet>() -> Option<RuleSetOption> {
        let rule_sets = V::ALL.iter();
        Some(RuleSetOption {
            option: V::OPTION?,
            rule_sets: rule_sets
                .map(|set| (set.option_value(), set.id()))
                .collect(),
        })
    }

    /// The default rule set, which the option replaces.
    #[must_use]
    pub fn default_id(&self) -> Option<&'static str> {
        self.rule_sets.first().map(|&(_, id)| id)
    }

    /// Whether the option can select the rule set of this id.
    #[must_use]
    pub fn covers(&self, id: &str) -> bool {
        self.rule_sets.iter().any(|&(_, of)| of == id)
    }

    /// The id of the rule set of a value (both matched without case); `None` for another option or value.
    #[must_use]
    pub fn id(&self, option: &str, value: &str) -> Option<&'static str> {
        let mut rule_sets = self.rule_sets.iter();
        let found = rule_sets.find(|(name, _)| name.eq_ignore_ascii_case(value));
        found
            .filter(|_| self.option.eq_ignore_ascii_case(option))
            .map(|&(_, id)| id)
    }
}

/// The id of a rule set that is named in any case.
#[must_use]
pub fn find_id(text: &str) -> Option<&'static str> {
    ids().into_iter().find(|id| id.eq_ignore_ascii_case(text))
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

        /// The options that select rule sets.
        #[must_use]
        pub fn choices() -> Vec<RuleSetOption> {
            let mut choices = Vec::new();
            $(choices.extend(RuleSetOption::of::<<$game::Position as Rules>::Variant>());)*
            choices
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::picture::COMMON_TEXTS;

    /// The names of the arguments in a template.
    fn arguments(template: &str) -> BTreeSet<&str> {
        let parts = template.split('{').skip(1);
        parts
            .filter_map(|part| Some(part.split_once('}')?.0))
            .map(|argument| argument.split(':').next().unwrap_or_default())
            .collect()
    }

    struct Texts;

    impl Visitor for Texts {
        type Output = ();

        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for catalog in P::TEXTS.iter().chain([&&COMMON_TEXTS]) {
                assert!(catalog.french().next().is_some(), "{}", variant.id());
                for (key, french) in catalog.french() {
                    let english = catalog.english(key);
                    assert_eq!(arguments(english), arguments(french), "{key}");
                }
            }
        }
    }

    #[test]
    fn every_text_has_the_same_arguments_in_both_languages() {
        visit_all(&mut Texts);
    }
}
