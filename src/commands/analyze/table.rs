//! The table of all games: the losses of each player by part of the game.

use std::collections::BTreeMap;
use std::fmt::Write;

use ringstack::columns;
use ringstack::play::review::{LossSummary, Phase};
use ringstack::rules::Side;

use super::text::{name, percent};
use super::workers::AnalyzedGame;

/// The players of all games.
#[derive(Debug, Default)]
pub struct TextTable {
    games: usize,
    players: BTreeMap<String, TableRow>,
}

#[derive(Clone, Copy, Debug, Default)]
struct TableRow {
    games: usize,
    phases: [LossSummary; Phase::ALL.len()],
}

impl TextTable {
    /// Counts a game.
    pub fn add(&mut self, finished: &AnalyzedGame) {
        self.games += 1;
        for side in Side::ALL {
            let row = self
                .players
                .entry(name(&finished.record, side))
                .or_default();
            row.games += 1;
            for (sum, phase) in row.phases.iter_mut().zip(Phase::ALL) {
                sum.join(&finished.review.losses(side, Some(phase)));
            }
        }
    }

    /// The table; empty if there was one game at most.
    pub fn text(&self) -> String {
        if self.games < 2 {
            return String::new();
        }
        let mut text = format!(
            "Average loss by player and third of the game\n\
             {:20} games moves  first second  third    all   ?!    ?   ??\n",
            ""
        );
        for (name, row) in &self.players {
            let mut all = LossSummary::default();
            row.phases.iter().for_each(|phase| all.join(phase));
            let average = |tally: &LossSummary| {
                let average = tally.average();
                average.map_or_else(|| "-".to_owned(), percent)
            };
            let [first, second, third] = row.phases.each_ref().map(average);
            // Writing into a string cannot fail.
            let _ = writeln!(
                text,
                "{} {:5} {:5} {first:>6} {second:>6} {third:>6} {:>6} {:4} {:4} {:4}",
                columns::pad(name, 20),
                row.games,
                all.turns,
                average(&all),
                all.dubious,
                all.mistakes,
                all.blunders
            );
        }
        text
    }
}
