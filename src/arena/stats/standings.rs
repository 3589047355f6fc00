//! What a match looks like to people: the standings, a progress line and the final table.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

use crate::rules::{Outcome, Side};

use crate::arena::ending::{Ending, Reason};
use crate::arena::fingerprint::fingerprint;
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
    /// Tells openings apart.
    pub opening: u64,
    /// Tells games apart, by opening and moves.
    pub game: u64,
}

impl GameResult {
    /// What is counted of a game from this opening with these tokens after it.
    #[must_use]
    pub fn new<'a>(
        fixture: Fixture,
        ending: &Ending,
        opening: &'a str,
        tokens: impl Iterator<Item = &'a str>,
    ) -> GameResult {
        GameResult {
            fixture,
            outcome: ending.outcome,
            reason: ending.reason,
            culprit: ending.culprit,
            opening: fingerprint([opening]),
            game: fingerprint([opening].into_iter().chain(tokens)),
        }
    }
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
    /// Games without failures, as often as they were played.
    games: HashMap<u64, u64>,
    /// The openings of the rounds.
    openings: HashMap<usize, u64>,
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
        }
    }

    /// Counts a game.
    pub fn add(&mut self, game: &GameResult) {
        let pair = game.fixture.pair;
        *self.endings.entry(game.reason).or_default() += 1;
        self.openings.insert(pair.opening, game.opening);
        if !game.reason.is_failure() {
            *self.games.entry(game.game).or_default() += 1;
        }
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

    /// The final table, at most 80 columns wide: a line for each engine, each pairing of more than
    /// two, failures, endings, and the test.
    #[must_use]
    pub fn table(&self, sprt: Option<&Sprt>) -> String {
        let names = self.names.iter().map(|name| name.chars().count());
        let width = names.max().unwrap_or(0).clamp(6, WIDEST_NAME);
        let mut text = format!(
            "{:width$}  {:>6} {:>6} {:>6} {:>6} {:>6}  Elo\n",
            "engine", "games", "won", "drawn", "lost", "score",
        );
        let mut ranking: Vec<usize> = (0..self.names.len()).collect();
        let points = |&engine: &usize| self.of_engine(engine).points();
        ranking.sort_by(|a, b| points(b).total_cmp(&points(a)));
        for engine in ranking {
            let name = self.name(engine, width);
            let _ = writeln!(text, "{name:width$}  {}", row(&self.of_engine(engine)));
        }
        if self.names.len() > 2 {
            self.pairings(&mut text);
        }
        self.failures(&mut text);
        let endings = self.endings.iter();
        let endings = endings.map(|(reason, count)| format!("{reason} {count}"));
        if !self.endings.is_empty() {
            push_list(&mut text, "endings:", endings);
        }
        if self.void > 0 {
            let _ = writeln!(text, "void games: {}", self.void);
        }
        self.repetitions(&mut text);
        if self.names.len() == 2 {
            self.details(&mut text, sprt);
        }
        text
    }

    fn pairings(&self, text: &mut String) {
        text.push('\n');
        const WIDTH: usize = WIDEST_NAME / 2 - 1;
        for (&(first, second), tally) in &self.tallies {
            let pairing = format!("{} - {}", self.name(first, WIDTH), self.name(second, WIDTH));
            let _ = writeln!(text, "{pairing:WIDEST_NAME$}  {}", row(tally));
        }
        text.push('\n');
    }

    fn failures(&self, text: &mut String) {
        for engine in 0..self.names.len() {
            let of_engine = self.failures.iter().filter(|((e, _), _)| *e == engine);
            let words: Vec<String> = of_engine
                .map(|((_, reason), count)| format!("{reason} {count}"))
                .collect();
            if !words.is_empty() {
                let name = self.name(engine, WIDEST_NAME);
                push_list(text, &format!("failures of {name}:"), words.into_iter());
            }
        }
    }

    /// Says so when games or openings come again: they are no new evidence.
    fn repetitions(&self, text: &mut String) {
        let games: u64 = self.games.values().sum();
        let again = games - self.games.len() as u64;
        if again > 0 {
            let _ = writeln!(
                text,
                "identical games: {again} of {games} repeat an earlier one"
            );
        }
        let different: HashSet<&u64> = self.openings.values().collect();
        let (different, rounds) = (different.len(), self.openings.len());
        if different < rounds {
            let _ = writeln!(
                text,
                "repeated openings: {different} different ones in {rounds} rounds"
            );
        }
    }

    /// What only two engines have.
    fn details(&self, text: &mut String, sprt: Option<&Sprt>) {
        let tally = self.first_pairing();
        if let Some(estimate) = tally.estimate() {
            let normalised = with_error(estimate.normalised, estimate.normalised_error);
            let _ = writeln!(text, "normalised Elo: {normalised}");
        }
        let _ = writeln!(text, "pairs (0, 1/2, 1, 3/2, 2 points): {:?}", tally.pairs);
        if let Some(estimate) = tally.estimate() {
            let superiority = 100.0 * estimate.superiority;
            let _ = writeln!(text, "likelihood of superiority: {superiority:.1}%");
        }
        if let Some(sprt) = sprt {
            let decision = sprt.decision(sprt.llr(&tally.pairs));
            let Sprt { elo0, elo1, .. } = sprt;
            let ratio = ratio(sprt, &tally);
            let _ = writeln!(text, "SPRT [{elo0}, {elo1}]: {ratio}, {decision}");
        }
    }

    /// The name of an engine, cut where it is too long.
    fn name(&self, engine: usize, width: usize) -> String {
        let name = self.names.get(engine).map_or("", String::as_str);
        cut(name, width)
    }
}

/// The columns that names get in the table.
const WIDEST_NAME: usize = 24;

/// The columns of a line.
const WIDTH: usize = 80;

/// A text of at most `width` columns; what is cut shows.
#[must_use]
pub fn cut(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    let kept = text.chars().take(width.saturating_sub(1));
    kept.chain(['~']).collect()
}

/// A headline and words after it, on as many lines as they need.
fn push_list(text: &mut String, head: &str, words: impl Iterator<Item = String>) {
    let words: Vec<String> = words.collect();
    let mut line = head.to_owned();
    for (number, word) in (1..).zip(&words) {
        let comma = if number < words.len() { "," } else { "" };
        if line.chars().count() + 1 + word.len() + comma.len() > WIDTH {
            let _ = writeln!(text, "{line}");
            line = " ".to_owned();
        }
        let _ = write!(line, " {word}{comma}");
    }
    let _ = writeln!(text, "{line}");
}

fn wins_draws_losses(tally: &Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

fn row(tally: &Tally) -> String {
    let percent = 100.0 * tally.points() / tally.games().max(1) as f64;
    format!(
        "{:>6} {:>6} {:>6} {:>6} {percent:>5.1}%  {}",
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
                opening: 0,
                game: 0,
            });
        }
        let table = standings.table(None);
        for line in [
            "endings: crash 4",
            "failures of a: crash 2",
            "failures of b: crash 1",
        ] {
            assert!(table.contains(line), "{table}");
        }
    }

    #[test]
    fn a_table_fits_80_columns_whatever_the_names_are() {
        let long = "an engine with a name as long as a sentence";
        for engines in [2, 4] {
            let names = (0..engines)
                .map(|number| format!("{long} {number}"))
                .collect();
            let mut standings = Standings::new(names);
            let reasons = [
                Reason::Rules,
                Reason::Crash,
                Reason::Disagreement,
                Reason::WrongResult,
            ];
            let games = fixtures(Format::RoundRobin, engines, 40, Shard::WHOLE);
            for (number, game) in games.enumerate() {
                let win = if number % 7 == 0 {
                    Side::One
                } else {
                    Side::Two
                };
                let mut result = result(game, Some(Outcome::Win(win)));
                result.reason = reasons[number % reasons.len()];
                result.culprit = result.reason.is_failure().then_some(!win);
                standings.add(&result);
            }
            let sprt = Sprt::new([-100.5, 100.5, 0.01, 0.01], Default::default()).expect("a test");
            let table = standings.table(Some(&sprt));
            assert!(
                table.lines().all(|line| line.chars().count() <= 80),
                "{table}"
            );
            let line = standings.line(Some(&sprt));
            assert!(line.chars().count() <= 70, "{line}");
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
            let ending = Ending::sound(Outcome::Draw, Reason::Rules);
            let tokens = moves.split_ascii_whitespace();
            standings.add(&GameResult::new(fixture, &ending, opening, tokens));
        }
        let table = standings.table(None);
        assert!(
            table.contains("identical games: 3 of 6 repeat an earlier one"),
            "{table}"
        );
        assert!(
            table.contains("repeated openings: 2 different ones in 3 rounds"),
            "{table}"
        );
    }
}
