//! Opening statistics: how often each opening was played, with its results.

use std::collections::BTreeMap;
use std::fmt::Write;

use ringstack::play::record::GameRecord;
use ringstack::play::{Start, open};
use ringstack::rules::{Outcome, Side};

/// The openings of many games.
#[derive(Debug)]
pub struct Stats {
    turns: usize,
    games: BTreeMap<String, GameStats>,
}

#[derive(Debug, Default)]
struct GameStats {
    all: Results,
    openings: BTreeMap<String, Results>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Results {
    one: u64,
    two: u64,
    draws: u64,
    open: u64,
}

impl Results {
    fn games(&self) -> u64 {
        self.one + self.two + self.draws + self.open
    }

    fn add(&mut self, result: Option<Outcome>) {
        match result {
            Some(Outcome::Win(Side::One)) => self.one += 1,
            Some(Outcome::Win(Side::Two)) => self.two += 1,
            Some(Outcome::Draw) => self.draws += 1,
            None => self.open += 1,
        }
    }

    /// The score of player 1 in the games with a result, in percent.
    fn score(&self) -> String {
        let decided = self.one + self.two + self.draws;
        if decided == 0 {
            return "-".to_owned();
        }
        let points = self.one as f64 + self.draws as f64 / 2.0;
        format!("{:.1}", 100.0 * points / decided as f64)
    }
}

/// Whether a game begins at the start position, with or without a FEN.
fn from_the_start(record: &GameRecord) -> bool {
    let Some(fen) = &record.fen else {
        return true;
    };
    let Some(start) = open(&record.game) else {
        return false;
    };
    let mut state = start.copy();
    state.set(&Start::Fen(fen.clone()), &[]).is_ok() && state.fen() == start.fen()
}

/// The maximum number of openings shown per game.
const SHOWN: usize = 20;

impl Stats {
    /// Statistics of openings of this many moves.
    pub fn new(turns: usize) -> Stats {
        Stats {
            turns,
            games: BTreeMap::new(),
        }
    }

    /// Counts a game. Openings are counted only for games from the start position.
    pub fn add(&mut self, record: &GameRecord) {
        let game = self.games.entry(record.game.clone()).or_default();
        game.all.add(record.outcome);
        if from_the_start(record) && record.moves.len() >= self.turns {
            let opening: Vec<&str> = record.tokens().take(self.turns).collect();
            let results = game.openings.entry(opening.join(" ")).or_default();
            results.add(record.outcome);
        }
    }

    /// A table of the most frequent openings of each game.
    pub fn table(&self) -> String {
        let mut text = String::new();
        for (id, game) in &self.games {
            let mut openings: Vec<(&str, Results)> = game
                .openings
                .iter()
                .map(|(opening, results)| (opening.as_str(), *results))
                .collect();
            openings.sort_by_key(|(_, results)| std::cmp::Reverse(results.games()));
            let others = openings.len().saturating_sub(SHOWN);
            openings.truncate(SHOWN);
            let mut rows = vec![(id.as_str(), game.all)];
            rows.extend(openings);
            let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
            // Writing into a string cannot fail.
            let _ = writeln!(
                text,
                "{:width$}  games  p1 wins  p2 wins  draws  open  p1 %",
                ""
            );
            for (name, results) in rows {
                let _ = writeln!(
                    text,
                    "{name:width$}  {:5}  {:7}  {:7}  {:5}  {:4}  {:>4}",
                    results.games(),
                    results.one,
                    results.two,
                    results.draws,
                    results.open,
                    results.score()
                );
            }
            if others > 0 {
                let _ = writeln!(text, "and {others} other openings");
            }
            text.push('\n');
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ringstack::play::record::MoveRecord;

    #[test]
    fn a_game_with_the_fen_of_the_start_position_has_an_opening() {
        let start = open("dvonn").expect("a game").fen();
        let record = |fen: Option<&str>| GameRecord {
            game: "dvonn".to_owned(),
            fen: fen.map(str::to_owned),
            moves: vec![MoveRecord::new("c3")],
            ..GameRecord::default()
        };
        let mut stats = Stats::new(1);
        for fen in [
            None,
            Some(start.as_str()),
            Some("x9/x10/x11/x10/x8,r w place"),
        ] {
            stats.add(&record(fen));
        }
        assert_eq!(stats.games["dvonn"].all.games(), 3);
        assert_eq!(stats.games["dvonn"].openings["c3"].games(), 2);
    }
}
