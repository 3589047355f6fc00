//! The statistics of a match: results, failures, repetitions and the test.

use std::collections::{BTreeMap, HashMap, HashSet};

use ringstack_engine::play::record::{GameRecord, Termination};
use ringstack_engine::play::state::Start;
use ringstack_engine::rules::{Outcome, Side, printable};

use crate::fingerprint::fingerprint;
use crate::schedule::ScheduledGame;
use crate::schedule::openings::Opening;
use crate::stats::sprt::{Decision, Sprt};
use crate::stats::tally::{Tally, Wdl};

/// The result of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Its place in the schedule.
    pub scheduled: ScheduledGame,
    /// The result; `None` for a void game.
    pub outcome: Option<Outcome>,
    /// How the game ended.
    pub termination: Termination,
    /// The side whose engine failed.
    pub culprit: Option<Side>,
    /// Identifies the opening by the position it leads to.
    pub opening: u64,
    /// Identifies the game by the sides of the engines, the opening and the moves.
    pub game: u64,
}

impl GameResult {
    /// The result of a recorded game.
    #[must_use]
    pub fn new(scheduled: ScheduledGame, record: &GameRecord) -> GameResult {
        let tokens = || record.tokens();
        let opening = Opening {
            start: Start::at(record.fen.clone()),
            moves: tokens()
                .take(record.opening_plies)
                .map(str::to_owned)
                .collect(),
        };
        let position = opening.position(&record.game);
        let players = format!("{:?}", scheduled.players());
        let beginning = [players.as_str(), position.as_str()];
        let unknown = || Termination::Other(String::new());
        GameResult {
            scheduled,
            outcome: record.outcome,
            termination: record.termination.clone().unwrap_or_else(unknown),
            culprit: record.culprit(),
            opening: fingerprint([position.as_str()]),
            game: fingerprint(
                beginning
                    .into_iter()
                    .chain(tokens().skip(record.opening_plies)),
            ),
        }
    }

    /// The number of the game in the schedule.
    #[must_use]
    pub fn id(&self) -> usize {
        self.scheduled.id()
    }
}

/// The match ends after this many consecutive games that repeat earlier ones.
pub const MAX_REPEATS: u64 = 40;

/// The statistics of a match.
#[derive(Clone, Debug)]
pub struct Standings {
    pub(super) names: Vec<String>,
    /// The results of each pairing by engine numbers, from the view of the first engine.
    pub(super) tallies: BTreeMap<(usize, usize), Tally>,
    /// Pairs with one finished game, by number: its result, and whether it repeats an earlier game.
    open_pairs: HashMap<usize, (Wdl, bool)>,
    /// Failures by engine and termination.
    pub(super) failures: BTreeMap<(usize, Termination), u64>,
    /// The terminations of all games.
    pub(super) endings: BTreeMap<Termination, u64>,
    pub(super) void: u64,
    /// The different games so far.
    seen: HashSet<u64>,
    /// The number of games that repeat an earlier one.
    pub(super) repeated: u64,
    /// The number of latest consecutive games that repeat earlier ones.
    repeated_in_a_row: u64,
    /// The openings of the rounds.
    pub(super) openings: BTreeMap<usize, u64>,
    /// The test of the first engine against the second, if there is one.
    pub(super) sprt: Option<Sprt>,
    /// The decision of the test, and the number of games after which it was made.
    pub(super) verdict: Option<(Decision, u64)>,
}

impl Standings {
    /// The statistics of these engines before their first game.
    #[must_use]
    pub fn new(names: Vec<String>) -> Standings {
        Standings {
            names: names.iter().map(|name| printable(name)).collect(),
            tallies: BTreeMap::new(),
            open_pairs: HashMap::new(),
            failures: BTreeMap::new(),
            endings: BTreeMap::new(),
            void: 0,
            seen: HashSet::new(),
            repeated: 0,
            repeated_in_a_row: 0,
            openings: BTreeMap::new(),
            sprt: None,
            verdict: None,
        }
    }

    /// Starts a test of the two engines. The games so far are evaluated together.
    pub fn test(&mut self, sprt: Sprt) {
        (self.sprt, self.verdict) = (Some(sprt), None);
        self.evaluate_test();
    }

    /// The number of games that ended by the failure of an engine.
    #[must_use]
    pub fn failed_games(&self) -> u64 {
        let failures = self.endings.iter().filter(|(end, _)| end.is_failure());
        failures.map(|(_, count)| count).sum()
    }

    /// Whether several engines lost games on time. The results then say more about the machine than about the
    /// engines.
    #[must_use]
    pub fn is_time_unreliable(&self) -> bool {
        let mut endings = self.failures.keys().map(|(_, termination)| termination);
        let lost_on_time = |termination: &&Termination| **termination == Termination::Time;
        endings.by_ref().filter(lost_on_time).nth(1).is_some()
    }

    /// Whether a test is decided.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.verdict.is_some()
    }

    /// Whether further games would only repeat earlier ones: all `openings` were played, and the last
    /// [`MAX_REPEATS`] games repeated earlier ones.
    #[must_use]
    pub fn is_exhausted(&self, openings: usize) -> bool {
        let last = self.openings.last_key_value();
        self.repeated_in_a_row >= MAX_REPEATS && last.is_some_and(|(&round, _)| round >= openings)
    }

    /// Decides the test at the first ratio beyond a bound. Later games, such as those in progress, do not
    /// change the decision.
    fn evaluate_test(&mut self) {
        if let (Some(sprt), None) = (self.sprt, self.verdict) {
            let decision = sprt.decision(sprt.llr(&self.first_pairing().pairs));
            self.verdict = decision.map(|decision| (decision, self.games()));
        }
    }

    /// Counts a game. A game that repeats an earlier one is not new evidence: its pair counts neither for
    /// the estimate nor for the test. The test is evaluated after each counted pair.
    pub fn add(&mut self, game: &GameResult) {
        let pair = game.scheduled.pair;
        *self.endings.entry(game.termination.clone()).or_default() += 1;
        self.openings.insert(pair.opening, game.opening);
        if let Some(side) = game.culprit {
            let [one, two] = game.scheduled.players();
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
            Outcome::Win(side) if side == game.scheduled.side_of_first() => Wdl::Win,
            Outcome::Win(_) => Wdl::Loss,
        };
        let tally = self.tallies.entry((pair.first, pair.second)).or_default();
        tally.game(score);
        let is_repeated = !self.seen.insert(game.game);
        if is_repeated {
            self.repeated += 1;
            self.repeated_in_a_row += 1;
        } else {
            self.repeated_in_a_row = 0;
        }
        match self.open_pairs.remove(&pair.number) {
            Some((other, other_is_repeated)) => {
                if !is_repeated && !other_is_repeated {
                    tally.pair(other, score);
                    self.evaluate_test();
                }
            }
            None => {
                self.open_pairs.insert(pair.number, (score, is_repeated));
            }
        }
    }

    /// The number of counted games, including void ones.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.tallies.values().map(Tally::games).sum::<u64>() + self.void
    }

    /// The games of the first engine against the second.
    #[must_use]
    pub fn first_pairing(&self) -> Tally {
        self.tallies.get(&(0, 1)).copied().unwrap_or_default()
    }

    /// All games of an engine, from its view.
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
    use crate::columns;
    use crate::schedule::{Shard, TournamentFormat, scheduled_games};
    use crate::stats::sprt::Model;
    use ringstack_engine::play::record::MoveRecord;

    fn games(engines: usize, rounds: usize) -> Vec<ScheduledGame> {
        scheduled_games(TournamentFormat::RoundRobin, engines, rounds, Shard::WHOLE).collect()
    }

    fn standings(names: &[&str]) -> Standings {
        Standings::new(names.iter().map(|&name| name.to_owned()).collect())
    }

    /// A game from an opening of its round.
    fn result(scheduled: ScheduledGame, outcome: Option<Outcome>) -> GameResult {
        GameResult {
            scheduled,
            outcome,
            termination: Termination::Rules,
            culprit: None,
            opening: scheduled.pair.opening as u64,
            game: scheduled.id() as u64,
        }
    }

    /// A game of DVONN that `winner` wins with these moves after the opening.
    fn played(scheduled: ScheduledGame, opening: &str, moves: &str, winner: Side) -> GameResult {
        let tokens = opening.split(' ').chain(moves.split(' '));
        let record = GameRecord {
            game: "dvonn".to_owned(),
            outcome: Some(Outcome::Win(winner)),
            termination: Some(Termination::Rules),
            opening_plies: opening.split(' ').count(),
            moves: tokens.map(MoveRecord::new).collect(),
            ..GameRecord::default()
        };
        GameResult::new(scheduled, &record)
    }

    const OPENING: &str = "a1 b1 c1";
    const TRANSPOSED: &str = "c1 b1 a1";

    #[test]
    fn a_pair_counts_after_both_games_in_any_order() {
        let games = games(2, 3);
        let mut standings = standings(&["a", "b"]);
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
    }

    #[test]
    fn repeated_games_are_not_evidence() {
        let mut standings = standings(&["a", "b"]);
        let sprt = Sprt::new([0.0, 100.0, 0.3, 0.3], Model::Logistic).expect("a test");
        standings.test(sprt);
        // The first engine wins all games, which are the same two in each round.
        for (number, game) in games(2, 30).into_iter().enumerate() {
            assert_eq!(standings.is_exhausted(1), number >= 42, "{number}");
            let opening = if number % 4 < 2 { OPENING } else { TRANSPOSED };
            let moves = if game.reversed { "d1 e1" } else { "e1 d1" };
            standings.add(&played(game, opening, moves, game.side_of_first()));
        }
        let tally = standings.first_pairing();
        assert_eq!((tally.games(), tally.pairs), (60, [0, 0, 0, 0, 1]));
        assert_eq!((standings.repeated, standings.is_decided()), (58, false));
        // A longer list has openings that were not played.
        assert!(standings.is_exhausted(29) && !standings.is_exhausted(30));
        let table = standings.table();
        assert!(table.contains("repeated openings: 29 of 30"), "{table}");
    }

    /// The same moves are another game if the engines have swapped sides.
    #[test]
    fn both_games_of_a_pair_count_even_with_the_same_moves() {
        let mut standings = standings(&["a", "b"]);
        for game in games(2, 1) {
            standings.add(&played(game, OPENING, "e1 d1", Side::One));
        }
        assert_eq!(standings.first_pairing().pairs, [0, 0, 1, 0, 0]);
    }

    #[test]
    fn a_pair_with_one_repeated_game_does_not_count() {
        let mut standings = standings(&["a", "b"]);
        for (game, moves) in games(2, 2).into_iter().zip(["x", "y", "x", "z"]) {
            standings.add(&played(game, OPENING, moves, Side::One));
        }
        assert_eq!(standings.first_pairing().pairs, [0, 0, 1, 0, 0]);
        assert_eq!(standings.repeated, 1);
    }

    #[test]
    fn a_decided_test_stays_decided() {
        let sprt = Sprt::new([0.0, 100.0, 0.3, 0.3], Model::Logistic).expect("a test");
        let counted = |won: usize| {
            let mut standings = standings(&["a", "b"]);
            standings.test(sprt);
            // The first engine wins `won` games, then loses all games in progress.
            for (number, game) in games(2, 9).into_iter().enumerate() {
                let first = game.side_of_first();
                let winner = if number < won { first } else { !first };
                standings.add(&result(game, Some(Outcome::Win(winner))));
            }
            standings
        };
        assert_eq!(
            counted(0).verdict.map(|(decision, _)| decision),
            Some(Decision::H0)
        );
        let mut decided = counted(10);
        assert_eq!(decided.verdict, Some((Decision::H1, 8)));
        // A test that starts later evaluates all games together.
        decided.test(sprt);
        assert!(!decided.is_decided());
    }

    #[test]
    fn failures_are_counted_for_the_engine_that_failed() {
        let games = scheduled_games(TournamentFormat::Gauntlet, 3, 1, Shard::WHOLE);
        let mut standings = standings(&["a", "b", "c"]);
        for game in games {
            let mut result = result(game, Some(Outcome::Win(Side::Two)));
            (result.termination, result.culprit) = (Termination::Crash, Some(Side::One));
            standings.add(&result);
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
    fn an_engine_without_counted_games_has_no_score() {
        let mut standings = standings(&["a", "b", "c"]);
        assert_eq!(standings.line(), "");
        let games: Vec<ScheduledGame> =
            scheduled_games(TournamentFormat::Gauntlet, 3, 1, Shard::WHOLE).collect();
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
    fn a_table_fits_80_columns_with_any_names() {
        let long = "an engine with a name as long as a sentence";
        let wide = "\u{5f15}\u{64ce} as wide as two \u{5f15}\u{64ce}";
        let hostile = "\u{202e}\u{1b}[2J";
        for (engines, name) in [(2, long), (4, long), (2, wide), (4, wide), (2, hostile)] {
            let names: Vec<String> = (0..engines).map(|n| format!("{name} {n}")).collect();
            let mut standings = Standings::new(names);
            let reasons = [
                Termination::Rules,
                Termination::Crash,
                Termination::Disagreement,
                Termination::WrongResult,
            ];
            for (number, game) in games(engines, 40).into_iter().enumerate() {
                let winner = if number % 7 == 0 {
                    Side::One
                } else {
                    Side::Two
                };
                let mut result = result(game, Some(Outcome::Win(winner)));
                result.termination = reasons[number % reasons.len()].clone();
                result.culprit = result.termination.is_failure().then_some(!winner);
                standings.add(&result);
            }
            let sprt = Sprt::new([-100.5, 100.5, 0.01, 0.01], Model::Normalised).expect("a test");
            standings.test(sprt);
            let table = standings.table();
            // The statistics say whose they are.
            assert_eq!(table.contains(" against "), engines == 2, "{table}");
            let tested = table.contains("SPRT [-100.5, 100.5] normalised: LLR ");
            assert_eq!(tested, engines == 2, "{table}");
            assert!(
                table.lines().all(|line| columns::width(line) <= 80),
                "{table}"
            );
            assert!(!table.contains(['\u{202e}', '\u{1b}']), "{table:?}");
            // The columns of numbers are aligned.
            let percents = table.lines().filter_map(|line| line.split_once("%  "));
            let places: HashSet<usize> = percents.map(|(row, _)| columns::width(row)).collect();
            assert_eq!(places.len(), 1, "{table}");
            let line = standings.line();
            assert!(columns::width(&line) <= 70, "{line}");
        }
    }
}
