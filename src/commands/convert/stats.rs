//! Opening statistics: how often each opening was played, with its results.

use std::collections::BTreeMap;

use ringstack_engine::play::index::ResultCounts;
use ringstack_engine::play::record::GameRecord;

use crate::commands::openings::{Openings, SHOWN};
use crate::commands::results::{heading, others, p1_percent, row};

/// The openings of many games.
pub struct Stats {
    plies: usize,
    games: BTreeMap<String, GameStats>,
}

/// The games of one rule set.
struct GameStats {
    all: ResultCounts,
    openings: Openings<ResultCounts>,
}

impl Stats {
    /// Statistics of openings of this many plies.
    pub fn new(plies: usize) -> Stats {
        Stats {
            plies,
            games: BTreeMap::new(),
        }
    }

    /// Counts a game. Openings are counted only for games from the start position.
    pub fn add(&mut self, record: &GameRecord) {
        let game = self.games.entry(record.game.clone());
        let game = game.or_insert_with(|| GameStats {
            all: ResultCounts::default(),
            openings: Openings::new(self.plies),
        });
        game.all.add(record.outcome);
        if let Some(results) = game.openings.add(record) {
            results.add(record.outcome);
        }
    }

    /// A table of the most frequent openings of each game.
    pub fn table(&self) -> String {
        let tables = self.games.iter().map(|(id, game)| {
            let mut text = heading(id) + &row(&game.all, "all games");
            let openings = game.openings.sorted();
            for opening in openings.iter().take(SHOWN) {
                text.push_str(&row(&opening.data, opening.name()));
            }
            text + &others(openings.len(), SHOWN)
        });
        tables.collect::<Vec<_>>().join("\n")
    }

    /// All openings as comma-separated values. Moves and positions contain commas.
    pub fn csv(&self) -> String {
        let mut text = "game,opening,fen,games,p1_wins,p2_wins,draws,open,p1_percent\n".to_owned();
        for (id, game) in &self.games {
            for opening in game.openings.sorted() {
                let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
                let (name, fen) = (quoted(opening.name()), quoted(&opening.fen));
                let results = &opening.data;
                let [p1_wins, p2_wins, draws, open] = results.counts();
                let (games, percent) = (results.games(), p1_percent(results));
                // An unknown number is an empty field.
                let percent = percent.trim_matches('-');
                text.push_str(&format!(
                    "{id},{name},{fen},{games},{p1_wins},{p2_wins},{draws},{open},{percent}\n"
                ));
            }
        }
        text
    }
}
