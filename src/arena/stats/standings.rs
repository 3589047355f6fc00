//! Everything that is counted in a match.

use std::collections::{BTreeMap, HashMap};

use crate::play::record::{GameRecord, Termination};
use crate::rules::{Outcome, Side};

use crate::arena::fingerprint::fingerprint;
use crate::arena::schedule::Fixture;
use crate::arena::stats::sprt::Sprt;
use crate::arena::stats::tally::{Tally, Wdl};
use crate::arena::stats::verdict::Test;

/// What one game says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Its place in the schedule.
    pub fixture: Fixture,
    /// The result; `None` for a void game.
    pub outcome: Option<Outcome>,
    /// How it ended.
    pub termination: Termination,
    /// Who failed.
    pub culprit: Option<Side>,
    /// Tells openings apart.
    pub opening: u64,
    /// Tells games apart, by opening and moves.
    pub game: u64,
}

impl GameResult {
    /// What is counted of a game.
    #[must_use]
    pub fn new(fixture: Fixture, record: &GameRecord) -> GameResult {
        let opening = record.opening();
        let tokens = record.tokens().skip(record.opening_plies);
        let unknown = || Termination::Other(String::new());
        GameResult {
            fixture,
            outcome: record.outcome,
            termination: record.termination.clone().unwrap_or_else(unknown),
            culprit: record.culprit(),
            opening: fingerprint([opening.as_str()]),
            game: fingerprint([opening.as_str()].into_iter().chain(tokens)),
        }
    }

    /// Its number in the schedule.
    #[must_use]
    pub fn id(&self) -> usize {
        self.fixture.id()
    }
}

/// Everything that is counted in a match.
#[derive(Clone, Debug)]
pub struct Standings {
    pub(super) names: Vec<String>,
    /// By the numbers of the two engines, seen from the first.
    pub(super) tallies: BTreeMap<(usize, usize), Tally>,
    /// First results of pairs whose other game is still to come, by the number of the pair.
    pub(super) half_pairs: HashMap<usize, Wdl>,
    /// Endings by engine and reason: failures only.
    pub(super) failures: BTreeMap<(usize, Termination), u64>,
    /// Endings of all games.
    pub(super) endings: BTreeMap<Termination, u64>,
    pub(super) void: u64,
    /// Games without failures, as often as they were played.
    pub(super) games: HashMap<u64, u64>,
    /// The openings of the rounds.
    pub(super) openings: HashMap<usize, u64>,
    /// The test of the first engine against the second, if there is one.
    pub(super) test: Option<Test>,
}

impl Standings {
    /// No games yet between these engines.
    #[must_use]
    pub fn new(names: Vec<String>) -> Standings {
        Standings {
            names,
            tallies: BTreeMap::new(),
            half_pairs: HashMap::new(),
            failures: BTreeMap::new(),
            endings: BTreeMap::new(),
            void: 0,
            games: HashMap::new(),
            openings: HashMap::new(),
            test: None,
        }
    }

    /// Tests the two engines from now on, with the games so far as one look.
    pub fn test(&mut self, sprt: Sprt) {
        self.test = Some(Test::new(sprt));
        self.look();
    }

    /// Whether there is a test and it is decided.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.test.is_some_and(|test| test.is_decided())
    }

    fn look(&mut self) {
        let (tally, games) = (self.first_pairing(), self.games());
        if let Some(test) = &mut self.test {
            test.look(&tally, games);
        }
    }

    /// Counts a game; the test looks at each pair that it completes.
    pub fn add(&mut self, game: &GameResult) {
        let pair = game.fixture.pair;
        *self.endings.entry(game.termination.clone()).or_default() += 1;
        self.openings.insert(pair.opening, game.opening);
        if !game.termination.is_failure() {
            *self.games.entry(game.game).or_default() += 1;
        }
        if let Some(side) = game.culprit {
            let [one, two] = game.fixture.players();
            let engine = if side == Side::One { one } else { two };
            *self
                .failures
                .entry((engine, game.termination.clone()))
                .or_default() += 1;
        }
        let Some(outcome) = game.outcome else {
            self.void += 1;
            return;
        };
        let score = match outcome {
            Outcome::Draw => Wdl::Draw,
            Outcome::Win(side) if side == game.fixture.side_of_first() => Wdl::Win,
            Outcome::Win(_) => Wdl::Loss,
        };
        let tally = self.tallies.entry((pair.first, pair.second)).or_default();
        tally.game(score);
        match self.half_pairs.remove(&pair.number) {
            Some(other) => {
                tally.pair(other, score);
                self.look();
            }
            None => {
                self.half_pairs.insert(pair.number, score);
            }
        }
    }

    /// All counted games, void ones included.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.tallies.values().map(Tally::games).sum::<u64>() + self.void
    }

    /// The games of the first engine against the second.
    #[must_use]
    pub fn first_pairing(&self) -> Tally {
        self.tallies.get(&(0, 1)).copied().unwrap_or_default()
    }

    /// All games of an engine, seen from it.
    #[must_use]
    pub fn of_engine(&self, engine: usize) -> Tally {
        let mut sum = Tally::default();
        for (&(first, second), tally) in &self.tallies {
            if first == engine {
                sum += *tally;
            } else if second == engine {
                sum += tally.reversed();
            }
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::schedule::{Format, Shard, fixtures};
    use crate::arena::stats::sprt::Model;
    use crate::columns;
    use crate::play::record::MoveRecord;
    use std::collections::HashSet;

    fn result(fixture: Fixture, outcome: Option<Outcome>) -> GameResult {
        GameResult {
            fixture,
            outcome,
            termination: Termination::Rules,
            culprit: None,
            opening: 0,
            game: 0,
        }
    }

    #[test]
    fn pairs_are_counted_when_both_games_are_there_in_any_order() {
        let games: Vec<Fixture> = fixtures(Format::RoundRobin, 2, 3, Shard::WHOLE).collect();
        let mut standings = Standings::new(vec!["a".to_owned(), "b".to_owned()]);
        let one = Some(Outcome::Win(Side::One));
        // The first engine wins its game as player 1 and loses as player 2.
        for game in [games[1], games[2], games[0]] {
            standings.add(&result(game, one));
        }
        assert_eq!(standings.first_pairing().pairs, [0, 0, 1, 0, 0]);
        // A void game leaves its pair open.
        standings.add(&result(games[3], None));
        standings.add(&result(games[4], Some(Outcome::Draw)));
        standings.add(&result(games[5], Some(Outcome::Win(Side::Two))));
        assert_eq!(standings.first_pairing().pairs, [0, 0, 1, 1, 0]);
        assert_eq!(standings.games(), 6);
        assert_eq!(standings.of_engine(1).wins, 1);
        let line = standings.line();
        assert!(
            line.starts_with("+3 =1 -1") && line.ends_with("void 1"),
            "{line}"
        );
    }

    #[test]
    fn failures_are_counted_for_the_engine_that_failed() {
        let games: Vec<Fixture> = fixtures(Format::Gauntlet, 3, 1, Shard::WHOLE).collect();
        let mut standings = Standings::new(["a", "b", "c"].map(str::to_owned).to_vec());
        for game in games {
            standings.add(&GameResult {
                fixture: game,
                outcome: Some(Outcome::Win(Side::Two)),
                termination: Termination::Crash,
                culprit: Some(Side::One),
                opening: 0,
                game: 0,
            });
        }
        let table = standings.table();
        for line in [
            "endings: crash 4",
            "failures of a: crash 2",
            "failures of b: crash 1",
        ] {
            assert!(table.contains(line), "{table}");
        }
    }

    #[test]
    fn who_has_no_counted_game_has_no_score() {
        let names = || ["a", "b", "c"].map(str::to_owned).to_vec();
        let mut standings = Standings::new(names());
        assert_eq!(standings.line(), "");
        let games: Vec<Fixture> = fixtures(Format::Gauntlet, 3, 1, Shard::WHOLE).collect();
        standings.add(&result(games[0], Some(Outcome::Win(Side::Two))));
        // Void, against c.
        standings.add(&result(games[2], None));
        assert_eq!(standings.line(), "leader b 100.0%");
        let table = standings.table();
        let row = |name: &str| {
            let row = table.lines().find(|line| line.starts_with(name));
            let words = row.expect("a row").split_whitespace();
            words.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(row("a "), ["a", "1", "0", "0", "1", "0.0%", "-"]);
        assert_eq!(row("c "), ["c", "0", "0", "0", "0", "-", "-"], "{table}");
    }

    #[test]
    fn a_table_fits_80_columns_whatever_the_names_are() {
        let long = "an engine with a name as long as a sentence";
        let wide = "\u{5f15}\u{64ce} as wide as two \u{5f15}\u{64ce}";
        for (engines, long) in [(2, long), (4, long), (2, wide), (4, wide)] {
            let names = (0..engines)
                .map(|number| format!("{long} {number}"))
                .collect();
            let mut standings = Standings::new(names);
            let reasons = [
                Termination::Rules,
                Termination::Crash,
                Termination::Disagreement,
                Termination::WrongResult,
            ];
            let games = fixtures(Format::RoundRobin, engines, 40, Shard::WHOLE);
            for (number, game) in games.enumerate() {
                let win = if number % 7 == 0 {
                    Side::One
                } else {
                    Side::Two
                };
                let mut result = result(game, Some(Outcome::Win(win)));
                result.termination = reasons[number % reasons.len()].clone();
                result.culprit = result.termination.is_failure().then_some(!win);
                standings.add(&result);
            }
            let sprt = Sprt::new([-100.5, 100.5, 0.01, 0.01], Model::Normalised).expect("a test");
            standings.test(sprt);
            let table = standings.table();
            let tested = table.contains("SPRT [-100.5, 100.5] normalised: LLR ");
            assert_eq!(tested, engines == 2, "{table}");
            assert!(
                table.lines().all(|line| columns::width(line) <= 80),
                "{table}"
            );
            // Whatever the letters are, numbers stand below each other.
            let percents = table.lines().filter_map(|line| line.split_once("%  "));
            let places: HashSet<usize> = percents.map(|(row, _)| columns::width(row)).collect();
            assert_eq!(places.len(), 1, "{table}");
            let line = standings.line();
            assert!(columns::width(&line) <= 70, "{line}");
        }
    }

    #[test]
    fn what_comes_again_is_told() {
        let games: Vec<Fixture> = fixtures(Format::RoundRobin, 2, 3, Shard::WHOLE).collect();
        let mut standings = Standings::new(vec!["a".to_owned(), "b".to_owned()]);
        for (fixture, moves) in games
            .into_iter()
            .zip(["x y", "x y", "x z", "x y", "y", "y"])
        {
            let opening = if fixture.pair.opening < 2 { "o" } else { "p" };
            let tokens = [opening].into_iter().chain(moves.split_ascii_whitespace());
            let record = GameRecord {
                outcome: Some(Outcome::Draw),
                termination: Some(Termination::Rules),
                opening_plies: 1,
                moves: tokens.map(MoveRecord::new).collect(),
                ..GameRecord::default()
            };
            standings.add(&GameResult::new(fixture, &record));
        }
        let table = standings.table();
        assert!(
            table.contains("identical games: 3 of 6 repeat an earlier one"),
            "{table}"
        );
        assert!(
            table.contains("repeated openings: 1 of 3 repeat an earlier one"),
            "{table}"
        );
    }
}
