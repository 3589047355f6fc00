//! The games, and the one list of them: whoever needs "every game" or "the game of this id" asks here.
//!
//! A game is a folder, and whoever knows one of them finds his way in all: the map is in its `mod.rs`, the
//! same idea is in the file of the same name, and what a game alone has is in a file of its own beside
//! them. The program knows a game by the traits that `rules`, `ending`, `notation`, `picture`, `touches`,
//! `features`, `inputs` and `evaluator` implement.

pub mod challenge;
pub mod diaballik;
pub mod dvonn;
pub mod gipf;
pub mod zertz;

use crate::eval::{self, Evaluated, Models};
use crate::picture::{Edit, Touch};
use crate::rules::{Ending, Notation, RuleSet, Rules};

/// The id of the game where none is named.
pub const DEFAULT: &str = "dvonn";

/// All that a game gives to the program.
pub trait Game: Notation + Ending + Evaluated + Touch + Edit {
    /// The depth of the benchmark in plies: so chosen that every game has about the same share of its
    /// nodes.
    const BENCH_DEPTH: u32;

    /// Positions for the benchmark: variant id and FEN.
    const BENCH: &'static [(&'static str, &'static str)];

    /// Hands the game that alone is in play here to `visitor`, where this one only waits for its end: it
    /// is to be searched as what it is.
    fn active_subgame<V: SubgameVisitor<Self>>(&self, _visitor: V) -> Option<V::Output> {
        None
    }
}

/// A game in play inside another one, `W`. The player to move is the same in both.
pub struct Subgame<'a, W: Rules, P: Rules> {
    /// Its position.
    pub position: P,
    /// The keys of its earlier positions that may still come again, oldest first.
    pub earlier: &'a [u64],
    /// Its moves as moves of the whole.
    pub into_whole: fn(P::Move) -> W::Move,
    /// Moves of the whole as its moves.
    pub of_whole: fn(W::Move) -> Option<P::Move>,
    /// What a value is worth in the whole, both for the player to move; beyond
    /// ±[`EVAL_LIMIT`](crate::rules::EVAL_LIMIT) it is that of a game that is won or lost.
    pub worth: &'a (dyn Fn(i32) -> i32 + Sync),
}

/// Something to be done for the part of a game that is in play.
pub trait SubgameVisitor<W: Game> {
    /// What comes of it.
    type Output;

    /// Does it for a part that is a game of `P`.
    fn visit<P: Game>(self, part: Subgame<W, P>) -> Self::Output;
}

/// Something to be done for a game that is known only at run time.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it for one rule set of one game.
    fn visit<P: Game>(&mut self, variant: P::Variant) -> Self::Output;
}

/// An option by which one of the rule sets of a game is chosen when the first of them is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name of the option.
    pub option: &'static str,
    /// Its values and the ids of the rule sets that they stand for, the usual one first.
    pub rule_sets: Vec<(&'static str, &'static str)>,
}

impl Choice {
    fn of<V: RuleSet>() -> Option<Choice> {
        let (option, values) = V::OPTION?;
        let ids = V::ALL.iter().map(|variant| variant.id());
        Some(Choice {
            option,
            rule_sets: values.iter().copied().zip(ids).collect(),
        })
    }

    /// The id that stands for whatever the option says.
    #[must_use]
    pub fn usual(&self) -> Option<&'static str> {
        self.rule_sets.first().map(|&(_, id)| id)
    }

    /// Whether the option is about the rule set of this id.
    #[must_use]
    pub fn covers(&self, id: &str) -> bool {
        self.rule_sets.iter().any(|&(_, of)| of == id)
    }

    /// The id of the rule set that a value stands for (both matched without case); `None` for another
    /// option or value.
    #[must_use]
    pub fn id(&self, option: &str, value: &str) -> Option<&'static str> {
        let mut rule_sets = self.rule_sets.iter();
        let found = rule_sets.find(|(name, _)| name.eq_ignore_ascii_case(value));
        found
            .filter(|_| self.option.eq_ignore_ascii_case(option))
            .map(|&(_, id)| id)
    }
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

        /// The options by which rule sets are chosen.
        #[must_use]
        pub fn choices() -> Vec<Choice> {
            let mut choices = Vec::new();
            $(choices.extend(Choice::of::<<$game::Position as Rules>::Variant>());)*
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
