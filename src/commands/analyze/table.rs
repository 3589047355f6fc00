//! The tables of all games: the losses by player and part of the game, and by opening.

use std::collections::BTreeMap;
use std::fmt::Write;

use ringstack_arena::columns;
use ringstack_engine::play::review::{LossSummary, Phase};
use ringstack_engine::rules::Side;

use super::text::{name, percent};
use super::workers::AnalyzedGame;
use crate::commands::openings::{Openings, SHOWN};
use crate::commands::results::others;

/// The players and the openings of all games.
pub struct TextTable {
    games: usize,
    plies: usize,
    players: BTreeMap<String, PlayerRow>,
    /// By the id of the rule set, the losses of each side.
    openings: BTreeMap<String, Openings<[LossSummary; 2]>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct PlayerRow {
    games: usize,
    phases: [LossSummary; Phase::ALL.len()],
}

impl TextTable {
    /// Tables with openings of this many plies.
    pub fn new(plies: usize) -> TextTable {
        TextTable {
            games: 0,
            plies,
            players: BTreeMap::new(),
            openings: BTreeMap::new(),
        }
    }

    /// Counts a game.
    pub fn add(&mut self, finished: &AnalyzedGame) {
        let AnalyzedGame { record, review, .. } = finished;
        self.games += 1;
        for side in Side::ALL {
            let row = self.players.entry(name(record, side)).or_default();
            row.games += 1;
            for (sum, phase) in row.phases.iter_mut().zip(Phase::ALL) {
                sum.join(&review.losses(side, Some(phase)));
            }
        }
        let openings = self.openings.entry(record.game.clone());
        let openings = openings.or_insert_with(|| Openings::new(self.plies));
        if let Some(losses) = openings.add(record) {
            for (sum, side) in losses.iter_mut().zip(Side::ALL) {
                sum.join(&review.losses(side, None));
            }
        }
    }

    /// The tables; empty if there was one game at most.
    pub fn text(&self) -> String {
        if self.games < 2 {
            return String::new();
        }
        self.players() + &self.openings()
    }

    fn players(&self) -> String {
        let mut text = format!(
            "Average loss by player and third of the game\n\
             {:20} games moves  first second  third    all   ?!    ?   ??\n",
            ""
        );
        for (name, row) in &self.players {
            let mut all = LossSummary::default();
            row.phases.iter().for_each(|phase| all.join(phase));
            let [first, second, third] = row.phases.each_ref().map(average);
            // Writing into a string cannot fail.
            let _ = writeln!(
                text,
                "{} {:5} {:5} {first:>6} {second:>6} {third:>6} {:>6} {:4} {:4} {:4}",
                columns::pad(name, 20),
                row.games,
                all.moves,
                average(&all),
                all.dubious,
                all.mistakes,
                all.blunders
            );
        }
        text
    }

    /// The most frequent openings of each rule set.
    fn openings(&self) -> String {
        let mut text = String::new();
        for (id, openings) in &self.openings {
            let openings = openings.sorted();
            if openings.is_empty() {
                continue;
            }
            // Writing into a string cannot fail.
            let _ = writeln!(
                text,
                "\nAverage loss by opening of {id}\n\
                 {:30} games   moves     p1     p2    all    ?!     ?    ??",
                ""
            );
            for opening in openings.iter().take(SHOWN) {
                let [one, two] = &opening.data;
                let mut all = *one;
                all.join(two);
                // Writing into a string cannot fail.
                let _ = writeln!(
                    text,
                    "{} {:5} {:7} {:>6} {:>6} {:>6} {:5} {:5} {:5}",
                    columns::pad(opening.name(), 30),
                    opening.games,
                    all.moves,
                    average(one),
                    average(two),
                    average(&all),
                    all.dubious,
                    all.mistakes,
                    all.blunders
                );
            }
            text.push_str(&others(openings.len(), SHOWN));
        }
        text
    }
}

/// The average loss of a move in percent.
fn average(summary: &LossSummary) -> String {
    let average = summary.average();
    average.map_or_else(|| "-".to_owned(), percent)
}
