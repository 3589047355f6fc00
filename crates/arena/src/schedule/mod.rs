//! The schedule of a match: the list of its games. It depends only on the plan, so a match can be
//! interrupted, resumed and shared between machines.

pub mod openings;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use ringstack_engine::rules::{ParseValueError, Side};

/// The pairings of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Every engine plays every other engine.
    #[default]
    RoundRobin,
    /// The first engine plays all others.
    Gauntlet,
}

impl TournamentFormat {
    /// The pairings of one round, as engine numbers.
    #[must_use]
    pub fn pairings(self, engines: usize) -> Vec<(usize, usize)> {
        let firsts = match self {
            TournamentFormat::RoundRobin => engines,
            TournamentFormat::Gauntlet => engines.min(1),
        };
        (0..firsts)
            .flat_map(|first| (first + 1..engines).map(move |second| (first, second)))
            .collect()
    }
}

/// Two games from one opening with sides swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its number in the schedule, from 0.
    pub number: usize,
    /// The engine that is player 1 in the first game.
    pub first: usize,
    /// The engine that is player 1 in the second game.
    pub second: usize,
    /// The number of the opening, which is the number of the round.
    pub opening: usize,
}

impl Pair {
    /// The pair with this number, if each round has these pairings.
    #[must_use]
    pub fn of(number: usize, pairings: &[(usize, usize)]) -> Option<Pair> {
        let opening = number.checked_div(pairings.len())?;
        let &(first, second) = pairings.get(number % pairings.len())?;
        Some(Pair {
            number,
            first,
            second,
            opening,
        })
    }
}

/// One game of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledGame {
    /// The pair it belongs to.
    pub pair: Pair,
    /// Whether it is the second game of the pair.
    pub reversed: bool,
}

impl ScheduledGame {
    /// The number of the game in the schedule, from 1.
    #[must_use]
    pub fn id(&self) -> usize {
        2 * self.pair.number + usize::from(self.reversed) + 1
    }

    /// The engines that are player 1 and player 2.
    #[must_use]
    pub fn players(&self) -> [usize; 2] {
        if self.reversed {
            [self.pair.second, self.pair.first]
        } else {
            [self.pair.first, self.pair.second]
        }
    }

    /// The side of the first engine of the pair.
    #[must_use]
    pub fn side_of_first(&self) -> Side {
        if self.reversed { Side::Two } else { Side::One }
    }
}

/// A part of a schedule: every `of`-th pair from `part` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// The number of the part, from 1.
    pub part: usize,
    /// The number of parts.
    pub of: usize,
}

impl Shard {
    /// The complete schedule.
    pub const WHOLE: Shard = Shard { part: 1, of: 1 };

    /// Whether this part includes a pair.
    #[must_use]
    pub fn holds(&self, pair: &Pair) -> bool {
        pair.number % self.of.max(1) == self.part.saturating_sub(1)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.part, self.of)
    }
}

impl FromStr for Shard {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Shard, ParseValueError> {
        let numbers = text.split_once('/').and_then(|(part, of)| {
            let (part, of) = (part.parse().ok()?, of.parse().ok()?);
            (1..=of).contains(&part).then_some(Shard { part, of })
        });
        numbers.ok_or_else(|| ParseValueError::new(text, "i/n with i from 1 to n"))
    }
}

/// The number of games of a shard.
#[must_use]
pub fn count(format: TournamentFormat, engines: usize, rounds: usize, shard: Shard) -> usize {
    let pairs = rounds.saturating_mul(format.pairings(engines).len());
    let before = shard.part.saturating_sub(1);
    2 * pairs.saturating_sub(before).div_ceil(shard.of.max(1))
}

/// The games of a shard in order; the games of a pair are adjacent.
pub fn scheduled_games(
    format: TournamentFormat,
    engines: usize,
    rounds: usize,
    shard: Shard,
) -> impl Iterator<Item = ScheduledGame> {
    let pairings = format.pairings(engines);
    let pairs = (0..rounds.saturating_mul(pairings.len()))
        .filter_map(move |number| Pair::of(number, &pairings));
    pairs
        .filter(move |pair| shard.holds(pair))
        .flat_map(|pair| [false, true].map(|reversed| ScheduledGame { pair, reversed }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_robin_pairs_all_engines_and_a_gauntlet_pairs_the_first_with_each() {
        assert_eq!(
            TournamentFormat::RoundRobin.pairings(3),
            [(0, 1), (0, 2), (1, 2)]
        );
        assert_eq!(TournamentFormat::Gauntlet.pairings(3), [(0, 1), (0, 2)]);
        assert_eq!(TournamentFormat::Gauntlet.pairings(0), []);
    }

    #[test]
    fn each_opening_is_played_from_both_sides() {
        let games: Vec<ScheduledGame> =
            scheduled_games(TournamentFormat::RoundRobin, 2, 3, Shard::WHOLE).collect();
        let ids: Vec<usize> = games.iter().map(ScheduledGame::id).collect();
        assert_eq!(ids, [1, 2, 3, 4, 5, 6]);
        for two in games.chunks(2) {
            assert_eq!(two[0].pair, two[1].pair);
            assert_eq!(two[0].players(), [0, 1]);
            assert_eq!(two[1].players(), [1, 0]);
            assert_eq!(two[1].side_of_first(), Side::Two);
        }
        assert_eq!(games[4].pair.opening, 2);
    }

    #[test]
    fn shards_partition_the_schedule() {
        let all: Vec<usize> = scheduled_games(TournamentFormat::RoundRobin, 4, 5, Shard::WHOLE)
            .map(|g| g.id())
            .collect();
        assert_eq!(all.len(), 60);
        let mut joined: Vec<usize> = (1..=7)
            .flat_map(|part| {
                scheduled_games(TournamentFormat::RoundRobin, 4, 5, Shard { part, of: 7 })
            })
            .map(|game| game.id())
            .collect();
        assert_eq!(
            joined.len(),
            (1..=7)
                .map(|part| count(TournamentFormat::RoundRobin, 4, 5, Shard { part, of: 7 }))
                .sum::<usize>()
        );
        joined.sort_unstable();
        assert_eq!(joined, all);
    }

    #[test]
    fn invalid_shards_are_refused() {
        assert_eq!("2/5".parse(), Ok(Shard { part: 2, of: 5 }));
        for text in ["0/5", "6/5", "1/0", "1", "a/b", "1/2/3", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
