//! The display of the standings: a status line and the final table, which fits 80 columns.

use std::collections::HashSet;
use std::fmt::Write;

use crate::columns;

use super::sprt::Sprt;
use super::standings::Standings;
use super::tally::Tally;

impl Standings {
    /// A status line without the number of games: the score of the first of two engines, or the leader.
    #[must_use]
    pub fn line(&self) -> String {
        if self.names.len() != 2 {
            return self.leader().unwrap_or_default();
        }
        let tally = self.first_pairing();
        let mut line = self.name(0, MAX_LINE_NAME) + ": " + &wins_draws_losses(&tally);
        if let Some(elo) = elo(&tally) {
            let _ = write!(line, "  Elo {elo}");
        }
        if let Some(sprt) = &self.sprt {
            let _ = write!(line, "  {}", ratio(sprt, &tally));
        }
        if self.void > 0 {
            let _ = write!(line, "  void {}", self.void);
        }
        line
    }

    fn leader(&self) -> Option<String> {
        let share = |tally: &Tally| share(tally).unwrap_or_default();
        let tallies = self
            .names
            .iter()
            .enumerate()
            .map(|(i, name)| (name, self.of_engine(i)))
            .filter(|(_, tally)| tally.games() > 0);
        let (name, tally) = tallies.max_by(|(_, a), (_, b)| share(a).total_cmp(&share(b)))?;
        Some(format!("leader {name} {:.1}%", 100.0 * share(&tally)))
    }

    /// The final table, at most 80 columns wide: engines, pairings if there are more than two engines,
    /// failures, terminations and the test.
    #[must_use]
    pub fn table(&self) -> String {
        let names = self.names.iter().map(|name| columns::width(name));
        let width = names.max().unwrap_or(0).clamp(6, MAX_NAME_WIDTH);
        let mut text = format!(
            "{:width$}  {:>6} {:>6} {:>6} {:>6} {:>6}  Elo\n",
            "engine", "games", "won", "drawn", "lost", "score",
        );
        let engines = 0..self.names.len();
        let mut ranking: Vec<(usize, Tally)> = engines.map(|it| (it, self.of_engine(it))).collect();
        ranking.sort_by(|(_, a), (_, b)| b.points().total_cmp(&a.points()));
        for (engine, tally) in ranking {
            let name = self.name(engine, width);
            let name = columns::pad(&name, width);
            let _ = writeln!(text, "{name}  {}", row(&tally));
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
            self.details(&mut text);
        }
        text
    }

    fn pairings(&self, text: &mut String) {
        text.push('\n');
        const WIDTH: usize = MAX_NAME_WIDTH / 2 - 1;
        for (&(first, second), tally) in &self.tallies {
            let pairing = format!("{} - {}", self.name(first, WIDTH), self.name(second, WIDTH));
            let pairing = columns::pad(&pairing, MAX_NAME_WIDTH);
            let _ = writeln!(text, "{pairing}  {}", row(tally));
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
                let name = self.name(engine, MAX_NAME_WIDTH);
                push_list(text, &format!("failures of {name}:"), words.into_iter());
            }
        }
        if self.is_time_unreliable() {
            text.push_str("no measure of strength: several engines lost games on time\n");
        }
    }

    /// Writes the numbers of repeated games and openings, which are not evidence.
    fn repetitions(&self, text: &mut String) {
        if self.repeated > 0 {
            let (repeated, games) = (self.repeated, self.games() - self.void);
            let _ = writeln!(
                text,
                "identical games: {repeated} of {games} repeat an earlier one and do not count"
            );
        }
        let different: HashSet<&u64> = self.openings.values().collect();
        let rounds = self.openings.len();
        let repeated = rounds - different.len();
        if repeated > 0 {
            let _ = writeln!(
                text,
                "repeated openings: {repeated} of {rounds} repeat an earlier one"
            );
        }
    }

    /// The statistics of a match between two engines, from the view of the first one.
    fn details(&self, text: &mut String) {
        let tally = self.first_pairing();
        let [first, second] = [0, 1].map(|engine| self.name(engine, MAX_NAME_WIDTH));
        let _ = writeln!(text, "{first} against {second}:");
        if let Some(estimate) = tally.estimate() {
            let normalised = with_error(estimate.normalised, estimate.normalised_error);
            let _ = writeln!(text, "  normalised Elo: {normalised}");
        }
        let _ = writeln!(
            text,
            "  pairs (0, 1/2, 1, 3/2, 2 points): {:?}",
            tally.pairs
        );
        if let Some(estimate) = tally.estimate() {
            let superiority = likelihood(estimate.superiority);
            let _ = writeln!(text, "  likelihood of superiority: {superiority}");
        }
        if let Some(sprt) = &self.sprt {
            let Sprt {
                elo0, elo1, model, ..
            } = sprt;
            let ratio = ratio(sprt, &tally);
            let verdict = match self.verdict {
                None => "undecided".to_owned(),
                Some((decision, games)) => format!("{decision} after {games} games"),
            };
            let head = format!("  SPRT [{elo0}, {elo1}]{model}: {ratio},");
            push_list(text, &head, std::iter::once(verdict));
        }
    }

    /// The name of an engine, cut to a width.
    fn name(&self, engine: usize, width: usize) -> String {
        let name = self.names.get(engine).map_or("", String::as_str);
        columns::cut(name, width)
    }
}

/// The maximum width of a name, in columns.
const MAX_NAME_WIDTH: usize = 24;

/// The maximum width of a name in the status line, in columns.
const MAX_LINE_NAME: usize = 8;

/// The width of a line, in columns.
const WIDTH: usize = 80;

/// Writes a heading and a wrapped list of words.
fn push_list(text: &mut String, head: &str, words: impl Iterator<Item = String>) {
    let mut words: Vec<String> = words.map(|word| word + ",").collect();
    words.last_mut().map(String::pop);
    let words = std::iter::once(head).chain(words.iter().map(String::as_str));
    let lines = columns::fill(words, WIDTH - 4).replace('\n', "\n    ");
    let _ = writeln!(text, "{lines}");
}

/// The likelihood ratio and its bounds.
fn ratio(sprt: &Sprt, tally: &Tally) -> String {
    let (lower, upper) = sprt.bounds();
    format!("LLR {:.2} ({lower:.2}, {upper:.2})", sprt.llr(&tally.pairs))
}

fn wins_draws_losses(tally: &Tally) -> String {
    format!("+{} ={} -{}", tally.wins, tally.draws, tally.losses)
}

/// The share of the points; `None` without games.
fn share(tally: &Tally) -> Option<f64> {
    let games = tally.games();
    (games > 0).then(|| tally.points() / games as f64)
}

fn row(tally: &Tally) -> String {
    let score = share(tally).map(|share| format!("{:.1}%", 100.0 * share));
    format!(
        "{:>6} {:>6} {:>6} {:>6} {:>6}  {}",
        tally.games(),
        tally.wins,
        tally.draws,
        tally.losses,
        score.unwrap_or_else(|| "-".to_owned()),
        elo(tally).unwrap_or_else(|| "-".to_owned()),
    )
}

fn elo(tally: &Tally) -> Option<String> {
    let estimate = tally.estimate()?;
    Some(with_error(estimate.elo, estimate.elo_error))
}

/// A probability in percent; it is never shown as 0 or 100.
fn likelihood(probability: f64) -> String {
    match 100.0 * probability {
        99.95.. => "> 99.9%".to_owned(),
        ..0.05 => "< 0.1%".to_owned(),
        percent => format!("{percent:.1}%"),
    }
}

fn with_error(value: f64, error: f64) -> String {
    match (value.is_finite(), error.is_finite()) {
        (true, true) => format!("{value:+.1} +- {error:.1}"),
        (true, false) => format!("{value:+.1} +- ?"),
        (false, _) => if value > 0.0 { "all won" } else { "all lost" }.to_owned(),
    }
}
