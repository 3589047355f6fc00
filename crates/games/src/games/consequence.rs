//! What a line of moves does on the board, in words.
//!
//! Each game counts [`Fact`]s on the positions of a line ([`Game::facts`]). This file adds the result, compares two
//! lines and chooses what to say. Nothing is guessed from a score; only the distance of a proven result is used.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Display;

use serde::Serialize;

use super::{Game, Ply};
use crate::picture::{COMMON_TEXTS, Id};
use crate::rules::{Catalog, Outcome, Side, Text};

/// The plies of a line that are looked at, unless the line ends the game.
pub const HORIZON: usize = 8;
/// The most sentences about a line.
const MAX_SENTENCES: usize = 2;
/// The most places that a sentence names.
const MAX_PLACES: usize = 5;
/// The weight of the end of the game.
const RESULT: i32 = 1_000_000;
/// A fact of one line is worth a sentence from this weight on.
const MIN_EXPLAINED: i32 = 100;
/// A difference of two lines is worth a sentence from this weight on.
const MIN_DIFFERENCE: i32 = 40;

/// Something that a line does on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The text is `consequence.KEY`.
    pub key: &'static str,
    /// The player whom it is about.
    pub side: Side,
    /// What it is worth for that player, in hundredths of a piece; negative for a loss.
    pub weight: i32,
    /// The arguments of the text, by name.
    pub args: BTreeMap<Cow<'static, str>, String>,
    /// The places where it happens.
    pub at: Vec<Id>,
    /// The number of plies of the line after which it is complete.
    pub plies: usize,
    /// Whether it counts something that every position has, instead of something that happens.
    pub is_count: bool,
}

impl Fact {
    /// A fact after `plies` plies, without numbers and places.
    pub(super) fn new(key: &'static str, side: Side, weight: i32, plies: usize) -> Fact {
        let fact = Fact {
            key,
            side,
            weight,
            args: BTreeMap::new(),
            at: Vec::new(),
            plies,
            is_count: false,
        };
        fact.with("side", side).with("other", !side)
    }

    /// A count at the end of a line of `plies` plies.
    pub(super) fn count(key: &'static str, side: Side, weight: i32, plies: usize) -> Fact {
        Fact {
            is_count: true,
            ..Fact::new(key, side, weight, plies)
        }
    }

    /// The same with a number.
    pub(super) fn with(mut self, name: &'static str, value: impl Display) -> Fact {
        self.args.insert(name.into(), value.to_string());
        self
    }

    /// The same with places, which are the argument `places`.
    pub(super) fn at(mut self, places: impl IntoIterator<Item = Id>) -> Fact {
        self.at = places.into_iter().collect();
        let named = self.at.iter().take(MAX_PLACES).map(String::as_str);
        let named = named.collect::<Vec<_>>().join(", ");
        let more = if self.at.len() > MAX_PLACES {
            ", ..."
        } else {
            ""
        };
        self.with("places", named + more)
    }

    /// What it is worth for `side`.
    fn value(&self, side: Side) -> i32 {
        if self.side == side {
            self.weight
        } else {
            -self.weight
        }
    }

    /// The player for whom it is good.
    fn helped(&self) -> Side {
        if self.weight > 0 {
            self.side
        } else {
            !self.side
        }
    }

    fn is_result(&self) -> bool {
        self.weight >= RESULT / 2
    }

    fn is_like(&self, other: &Fact) -> bool {
        self.side == other.side && (self.key == other.key || self.is_result() && other.is_result())
    }
}

/// A sentence about what a line does on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Consequence {
    /// The sentence.
    pub text: Text,
    /// The player whom it is about.
    pub side: Side,
    /// The player whom it helps.
    pub helps: Side,
    /// The places where it happens.
    pub at: Vec<Id>,
    /// The number of plies of the line after which it has happened.
    pub plies: usize,
}

impl Consequence {
    fn new<P: Game>(fact: &Fact) -> Consequence {
        let mut catalogs: Vec<&Catalog> = vec![&COMMON_TEXTS];
        catalogs.extend(P::TEXTS);
        let key = format!("consequence.{}", fact.key);
        Consequence {
            text: Catalog::filled_from(&catalogs, key, fact.args.clone()),
            side: fact.side,
            helps: fact.helped(),
            at: fact.at.clone(),
            plies: fact.plies,
        }
    }
}

/// Legal moves from a position.
#[derive(Clone, Debug, Default)]
pub struct Line<M> {
    /// The moves.
    pub moves: Vec<M>,
    /// The plies to the end of the game if the result is proven; negative if the player to move loses.
    pub mate: Option<i32>,
}

/// What a line does, or in what two lines differ. No sentence means that nothing on the board explains it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Consequences {
    /// What the line does; beside a better line, what only the line allows.
    pub line: Vec<Consequence>,
    /// What only the better line does.
    pub better: Vec<Consequence>,
}

/// All facts of a line, the weightiest first; of its first `plies` plies, unless it ends the game.
#[must_use]
pub fn facts<P: Game>(before: &P, line: &Line<P::Move>, plies: usize) -> Vec<Fact> {
    let mut played = Ply::line(before, line.moves.iter().copied());
    let result = result(before.turn(), &played, line.mate);
    if played
        .last()
        .is_none_or(|last| last.after.outcome().is_none())
    {
        played.truncate(plies);
    }
    let mut facts = P::facts(&played);
    facts.extend(result);
    facts.sort_by_key(|fact| Reverse(fact.weight.abs()));
    facts
}

/// The end of the game at the end of a line, or the proven result.
fn result<P: Game>(mover: Side, played: &[Ply<P>], mate: Option<i32>) -> Option<Fact> {
    let last = played.last()?;
    let plies = played.len();
    let is_alternating = played
        .windows(2)
        .all(|pair| pair[0].is_own != pair[1].is_own);
    match (last.after.outcome(), mate) {
        (Some(Outcome::Win(winner)), _) => {
            let reason = last.after.reason()?;
            let sign = if winner == mover { 1 } else { -1 };
            let is_forced = mate == Some(sign * plies as i32);
            let own = played
                .iter()
                .filter(|ply| ply.before.turn() == winner)
                .count();
            let moves = if is_alternating {
                plies.div_ceil(2)
            } else {
                own.max(1)
            };
            let weight = RESULT - plies as i32;
            let mut fact = Fact::new(reason.word, winner, weight, plies)
                .with("moves", moves)
                .with("forced", u8::from(is_forced));
            fact.args.extend(reason.text.args);
            Some(fact)
        }
        (None, Some(mate)) if is_alternating => {
            let winner = if mate > 0 { mover } else { !mover };
            let moves = mate.unsigned_abs().div_ceil(2);
            Some(Fact::new("proven", winner, RESULT - mate.abs(), plies).with("moves", moves))
        }
        _ => None,
    }
}

/// What a line does: its end first, then what weighs most for the same player.
#[must_use]
pub fn explain<P: Game>(before: &P, line: &Line<P::Move>) -> Consequences {
    let facts = facts(before, line, HORIZON);
    let winner = facts.first().map_or(Side::One, |first| first.helped());
    let worth = facts
        .iter()
        .filter(|fact| fact.weight.abs() >= MIN_EXPLAINED && fact.helped() == winner);
    let said = worth.take(MAX_SENTENCES);
    Consequences {
        line: said.map(Consequence::new::<P>).collect(),
        better: Vec::new(),
    }
}

/// The weightiest loss that only `played` brings its player, and the weightiest gain that only `better` brings; or a count
/// that differs, for both. Both lines are looked at equally far.
#[must_use]
pub fn compare<P: Game>(
    before: &P,
    played: &Line<P::Move>,
    better: &Line<P::Move>,
) -> Consequences {
    let mover = before.turn();
    let lines = [played, better];
    let open = lines.into_iter().filter(|line| {
        let mut end = before.clone();
        line.moves.iter().for_each(|&m| end.play(m));
        end.outcome().is_none()
    });
    let plies = open
        .map(|line| line.moves.len())
        .min()
        .unwrap_or(HORIZON)
        .min(HORIZON);
    let [of_played, of_better] = lines.map(|line| facts(before, line, plies));
    let choose = |facts: &[Fact], others: &[Fact], sign: i32| {
        let gain = |fact: &Fact| {
            let other = others.iter().find(|other| other.is_like(fact));
            sign * (fact.value(mover) - other.map_or(0, |other| other.value(mover)))
        };
        let fits = |fact: &&Fact| {
            let is_clear = fact.is_count || sign * fact.value(mover) > 0;
            is_clear && gain(fact) >= MIN_DIFFERENCE
        };
        let best = facts.iter().filter(fits).max_by_key(|fact| gain(fact));
        best.map(Consequence::new::<P>).into_iter().collect()
    };
    Consequences {
        line: choose(&of_played, &of_better, -1),
        better: choose(&of_better, &of_played, 1),
    }
}
