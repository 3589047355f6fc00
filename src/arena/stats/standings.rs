//! Everything that is counted in a match.

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::play::record::{GameRecord, Termination};
use crate::play::state::Start;
use crate::rules::{Outcome, Side, printable};

use crate::arena::fingerprint::fingerprint;
use crate::arena::schedule::ScheduledGame;
use crate::arena::schedule::openings::Opening;
use crate::arena::stats::sprt::{Decision, Sprt};
use crate::arena::stats::tally::{Tally, Wdl};

/// The result of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Its place in the schedule.
    pub fixture: ScheduledGame,
    /// The result; `None` for a void game.
    pub outcome: Option<Outcome>,
    /// How it ended.
    pub termination: Termination,
    /// The side whose engine failed.
    pub culprit: Option<Side>,
    /// Identifies the opening by the position it leads to.
    pub opening: u64,
    /// Identifies the game: who plays which side, from which opening, and the moves.
    pub game: u64,
}

impl GameResult {
    /// What is counted of a game.
    #[must_use]
    pub fn new(fixture: ScheduledGame, record: &GameRecord) -> GameResult {
        let tokens = || record.tokens();
        let opening = Opening {
            start: Start::at(record.fen.clone()),
            moves: tokens()
                .take(record.opening_plies)
                .map(str::to_owned)
                .collect(),
        };
        let position = opening.position(&record.game);
        let players = format!("{:?}", fixture.players());
        let beginning = [players.as_str(), position.as_str()];
        let unknown = || Termination::Other(String::new());
        GameResult {
            fixture,
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

    /// Its number in the schedule.
    #[must_use]
    pub fn id(&self) -> usize {
        self.fixture.id()
    }
}

/// The match ends after this many consecutive games that repeat earlier ones.
pub const MAX_REPEATS: u64 = 40;

/// Everything that is counted in a match.
#[derive(Clone, Debug)]
pub struct Standings {
    pub(super) names: Vec<String>,
    /// By the numbers of the two engines, seen from the first.
    pub(super) tallies: BTreeMap<(usize, usize), Tally>,
    /// Pairs whose other game is still to come, by number: the result of the first game, and whether it
    /// repeats an earlier one.
    half_pairs: HashMap<usize, (Wdl, bool)>,
    /// Endings by engine and reason: failures only.
    pub(super) failures: BTreeMap<(usize, Termination), u64>,
    /// Endings of all games.
    pub(super) endings: BTreeMap<Termination, u64>,
    pub(super) void: u64,
    /// The games, each once.
    seen: HashSet<u64>,
    /// Games that repeat an earlier one.
    pub(super) repeated: u64,
    /// How many games in a row, up to the last one, repeat an earlier one.
    repeated_in_a_row: u64,
    /// The openings of the rounds.
    pub(super) openings: BTreeMap<usize, u64>,
    /// The test of the first engine against the second, if there is one.
    pub(super) sprt: Option<Sprt>,
    /// What the test has decided, and after how many games.
    pub(super) verdict: Option<(Decision, u64)>,
}

impl Standings {
    /// No games yet between these engines.
    #[must_use]
    pub fn new(names: Vec<String>) -> Standings {
        Standings {
            names: names.iter().map(|name| printable(name)).collect(),
            tallies: BTreeMap::new(),
            half_pairs: HashMap::new(),
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

    /// Tests the two engines from now on, with the games so far as one look.
    pub fn test(&mut self, sprt: Sprt) {
        (self.sprt, self.verdict) = (Some(sprt), None);
        self.look();
    }

    /// Whether there is a test and it is decided.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.verdict.is_some()
    }

    /// Whether no new game is to be expected: [`MAX_REPEATS`] games in a row repeated earlier ones, after
    /// all of so many openings had been played.
    #[must_use]
    pub fn is_exhausted(&self, openings: usize) -> bool {
        let last = self.openings.last_key_value();
        self.repeated_in_a_row >= MAX_REPEATS && last.is_some_and(|(&round, _)| round >= openings)
    }

    /// The first ratio beyond a bound decides. Later games, such as those that were under way, change
    /// nothing.
    fn look(&mut self) {
        if let (Some(sprt), None) = (self.sprt, self.verdict) {
            let decision = sprt.decision(sprt.llr(&self.first_pairing().pairs));
            self.verdict = decision.map(|decision| (decision, self.games()));
        }
    }

    /// Counts a game. A game that repeats an earlier one is no new evidence: its pair counts neither for
    /// the estimate nor for the test. The test looks at each pair that counts.
    pub fn add(&mut self, game: &GameResult) {
        let pair = game.fixture.pair;
        *self.endings.entry(game.termination.clone()).or_default() += 1;
        self.openings.insert(pair.opening, game.opening);
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
        let is_repeated = !self.seen.insert(game.game);
        if is_repeated {
            self.repeated += 1;
            self.repeated_in_a_row += 1;
        } else {
            self.repeated_in_a_row = 0;
        }
        match self.half_pairs.remove(&pair.number) {
            Some((other, other_is_repeated)) => {
                if !is_repeated && !other_is_repeated {
                    tally.pair(other, score);
                    self.look();
                }
            }
            None => {
                self.half_pairs.insert(pair.number, (score, is_repeated));
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
    use crate::arena::schedule::{Shard, TournamentFormat, fixtures};
    use crate::arena::stats::sprt::Model;
    use crate::columns;
    use crate::play::record::MoveRecord;

    fn games(engines: usize, rounds: usize) -> Vec<ScheduledGame> {
        fixtures(TournamentFormat::RoundRobin, engines, rounds, Shard::WHOLE).collect()
    }

    fn standings(names: &[&str]) -> Standings {
        Standings::new(names.iter().map(|&name| name.to_owned()).collect())
    }

    /// A game from an opening of its round.
    fn result(fixture: ScheduledGame, outcome: Option<Outcome>) -> GameResult {
        GameResult {
            fixture,
            outcome,
            termination: Termination::Rules,
            culprit: None,
            opening: fixture.pair.opening as u64,
            game: fixture.id() as u64,
        }
    }

    /// A game of DVONN that `winner` wins with these moves after the opening.
    fn played(fixture: ScheduledGame, opening: &str, moves: &str, winner: Side) -> GameResult {
        let tokens = opening.split(' ').chain(moves.split(' '));
        let record = GameRecord {
            game: "dvonn".to_owned(),
            outcome: Some(Outcome::Win(winner)),
            termination: Some(Termination::Rules),
            opening_plies: opening.split(' ').count(),
            moves: tokens.map(MoveRecord::new).collect(),
            ..GameRecord::default()
        };
        GameResult::new(fixture, &record)
    }

    const OPENING: &str = "a1 b1 c1";
    const TRANSPOSED: &str = "c1 b1 a1";

    #[test]
    fn pairs_are_counted_when_both_games_are_there_in_any_order() {
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
    fn a_repeated_game_is_no_evidence() {
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
        // There are others in the list.
        assert!(standings.is_exhausted(29) && !standings.is_exhausted(30));
        let table = standings.table();
        assert!(table.contains("repeated openings: 29 of 30"), "{table}");
    }

    /// The same moves say something else if the engines have changed sides.
    #[test]
    fn both_games_of_a_pair_count_whatever_their_moves_are() {
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
            // The first engine wins so many games, then loses all that were under way.
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
        // Where the order of the games is not known, all of them are one look.
        decided.test(sprt);
        assert!(!decided.is_decided());
    }

    #[test]
    fn failures_are_counted_for_the_engine_that_failed() {
        let games = fixtures(TournamentFormat::Gauntlet, 3, 1, Shard::WHOLE);
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
    fn who_has_no_counted_game_has_no_score() {
        let mut standings = standings(&["a", "b", "c"]);
        assert_eq!(standings.line(), "");
        let games: Vec<ScheduledGame> =
            fixtures(TournamentFormat::Gauntlet, 3, 1, Shard::WHOLE).collect();
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
            let tested = table.contains("SPRT [-100.5, 100.5] normalised: LLR ");
            assert_eq!(tested, engines == 2, "{table}");
            assert!(
                table.lines().all(|line| columns::width(line) <= 80),
                "{table}"
            );
            assert!(!table.contains(['\u{202e}', '\u{1b}']), "{table:?}");
            // Whatever the letters are, numbers stand below each other.
            let percents = table.lines().filter_map(|line| line.split_once("%  "));
            let places: HashSet<usize> = percents.map(|(row, _)| columns::width(row)).collect();
            assert_eq!(places.len(), 1, "{table}");
            let line = standings.line();
            assert!(columns::width(&line) <= 70, "{line}");
        }
    }
}
