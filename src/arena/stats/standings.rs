//! What a match looks like to people: the standings, a progress line and the final table.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use crate::rules::{Outcome, Side};

use crate::arena::ending::Reason;
use crate::arena::schedule::Fixture;
use crate::arena::stats::sprt::Sprt;
use crate::arena::stats::tally::{Tally, Wdl};

/// What one game says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Its place in the schedule.
    pub fixture: Fixture,
    /// The result; `None` for a void game.
    pub outcome: Option<Outcome>,
    /// How it ended.
    pub reason: Reason,
    /// Who failed.
    pub culprit: Option<Side>,
}

/// Everything that is counted in a match.
#[derive(Clone, Debug)]
pub struct Standings {
    names: Vec<String>,
    /// By the numbers of the two engines, seen from the first.
    tallies: BTreeMap<(usize, usize), Tally>,
    /// First results of pairs whose other game is still to come, by the number of the pair.
    half_pairs: HashMap<usize, Wdl>,
    /// Endings by engine and reason: failures only.
    failures: BTreeMap<(usize, Reason), u64>,
    /// Endings of all games.
    endings: BTreeMap<Reason, u64>,
    void: u64,
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
        }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &GameResult) {
        let pair = game.fixture.pair;
        *self.endings.entry(game.reason).or_default() += 1;
        if let Some(side) = game.culprit {
            let [one, two] = game.fixture.players();
            let engine = if side == Side::One { one } else { two };
            *self.failures.entry((engine, game.reason)).or_default() += 1;
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
            Some(other) => tally.pair(other, score),
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

    /// How often this engine failed.
    #[must_use]
    pub fn failures_of(&self, engine: usize) -> u64 {
        let of_engine = self
            .failures
            .iter()
            .filter(|((number, _), _)| *number == engine);
        of_engine.map(|(_, count)| count).sum()
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

    /// One line about the state of the match, without the number of games.
    #[must_use]
    pub fn line(&self, sprt: Option<&Sprt>) -> String {
        if self.names.len() != 2 {
            return self.leader().unwrap_or_default();
        }
        let tally = self.first_pairing();
        let mut line = wins_draws_losses(&tally);
        if let Some(elo) = elo(&tally) {
            let _ = write!(line, "  Elo {elo}");
        }
        if let Some(sprt) = sprt {
            let _ = write!(line, "  {}", ratio(sprt, &tally));
        }
        if self.void > 0 {
            let _ = write!(line, "  void {}", self.void);
        }
        line
    }

    fn leader(&self) -> Option<String> {
        let share = |tally: &Tally| tally.points() / tally.games().max(1) as f64;
        let tallies = self
            .names
            .iter()
            .enumerate()
            .map(|(i, name)| (name, self.of_engine(i)));
        let (name, tally) = tallies.max_by(|(_, a), (_, b)| share(a).total_cmp(&share(b)))?;
        Some(format!("leader {name} {:.1}%", 100.0 * share(&tally)))
    }

    /// The final table, with a line for each engine, each pairing of more than two, the endings and
    /// the test.
    #[must_use]
    pub fn table(&self, sprt: Option<&Sprt>) -> String {
        let width = self
            .names
            .iter()
            .map(|name| name.chars().count())
            .max()
            .unwrap_or(0)
            .max(6);
        let mut text = format!(
            "{:width$}  {:>6} {:>6} {:>6} {:>6} {:>7}  {:<20} {:<20} failed\n",
            "engine", "games", "won", "drawn", "lost", "score", "Elo", "normalised Elo",
        );
        let mut ranking: Vec<usize> = (0..self.names.len()).collect();
        let points = |&engine: &usize| self.of_engine(engine).points();
        ranking.sort_by(|a, b| points(b).total_cmp(&points(a)));
        for engine in ranking {
            let Some(name) = self.names.get(engine) else {
                continue;
            };
            let row = row(&self.of_engine(engine));
            let _ = writeln!(text, "{name:width$}  {row} {}", self.failed(engine));
        }
        if self.names.len() > 2 {
            self.pairings(&mut text, width);
        }
        let endings = self
            .endings
            .iter()
            .map(|(reason, count)| format!("{reason} {count}"));
        let _ = writeln!(text, "endings: {}", endings.collect::<Vec<_>>().join(", "));
        if self.void > 0 {
            let _ = writeln!(text, "void games: {}", self.void);
        }
        if self.names.len() == 2 {
            let tally = self.first_pairing();
            let _ = writeln!(text, "pairs (0, 1/2, 1, 3/2, 2 points): {:?}", tally.pairs);
            if let Some(estimate) = tally.estimate() {
                let superiority = 100.0 * estimate.superiority;
                let _ = writeln!(text, "likelihood of superiority: {superiority:.1}%");
            }
            if let Some(sprt) = sprt {
                let decision = sprt.decision(sprt.llr(&tally.pairs));
                let Sprt { elo0, elo1, .. } = sprt;
                let _ = writeln!(
                    text,
                    "SPRT [{elo0}, {elo1}]: {}, {decision}",
                    ratio(sprt, &tally)
                );
            }
        }
        text
    }

    fn pairings(&self, text: &mut String, width: usize) {
        text.push('\n');
        let name = |engine: &usize| self.names.get(*engine).map_or("", String::as_str);
        for ((first, second), tally) in &self.tallies {
            let (first, second) = (name(first), name(second));
            let _ = writeln!(text, "{first:width$} - {second:width$}  {}", row(tally));
        }
        text.push('\n');
    }

    fn failed(&self, engine: usize) -> String {
        let of_engine = self
            .failures
            .iter()
            .filter(|((number, _), _)| *number == engine);
        let words: Vec<String> = of_engine
            .map(|((_, reason), count)| format!("{reason} {count}"))
            .collect();
        if words.is_empty() {
            "-".to_owned()
        } else {
            words.join(", ")
        }
    }
}

fn wins_draws_losses(tally: &Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

fn row(tally: &Tally) -> String {
    let percent = 100.0 * tally.points() / tally.games().max(1) as f64;
    let normalised = tally.estimate().map_or_else(
        || "-".to_owned(),
        |e| with_error(e.normalised, e.normalised_error),
    );
    format!(
        "{:>6} {:>6} {:>6} {:>6} {percent:>6.1}%  {:<20} {normalised:<20}",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses,
        elo(tally).unwrap_or_else(|| "-".to_owned()),
    )
}

fn elo(tally: &Tally) -> Option<String> {
    let estimate = tally.estimate()?;
    Some(with_error(estimate.elo, estimate.elo_error))
}

fn with_error(value: f64, error: f64) -> String {
    match (value.is_finite(), error.is_finite()) {
        (true, true) => format!("{value:+.1} +- {error:.1}"),
        (true, false) => format!("{value:+.1} +- ?"),
        (false, _) => if value > 0.0 { "all won" } else { "all lost" }.to_owned(),
    }
}

fn ratio(sprt: &Sprt, tally: &Tally) -> String {
    let (lower, upper) = sprt.bounds();
    format!("LLR {:.2} ({lower:.2}, {upper:.2})", sprt.llr(&tally.pairs))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::schedule::{Format, Shard, fixtures};

    fn result(fixture: Fixture, outcome: Option<Outcome>) -> GameResult {
        GameResult {
            fixture,
            outcome,
            reason: Reason::Rules,
            culprit: None,
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
        let line = standings.line(None);
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
                reason: Reason::Crash,
                culprit: Some(Side::One),
            });
        }
        let failures: Vec<u64> = (0..3).map(|engine| standings.failures_of(engine)).collect();
        assert_eq!(failures, [2, 1, 1]);
        assert!(standings.table(None).contains("endings: crash 4"));
    }
}
