//! Writes an index. All entries are sorted in memory, so the number of games has a limit.

use std::collections::{BTreeMap, HashMap};
use std::io::{self, Write};

use thiserror::Error;

use super::entry::{Entry, ResultCounts};
use super::{FORMAT, Header, IndexedGame, PlayedGame, PlayedMove};
use crate::play::record::GameRecord;
use crate::play::state;

/// The most games that an index can hold: with 30 plies each, 30 million entries of 40 bytes.
const MAX_GAMES: u64 = 1_000_000;

/// There are more games than an index can hold.
#[derive(Debug, Error)]
#[error("an index holds up to {MAX_GAMES} games")]
pub struct TooManyGames;

/// Collects games for an index.
#[derive(Debug)]
pub struct IndexBuilder {
    plies: usize,
    games: BTreeMap<String, u64>,
    /// The number of each move.
    tokens: HashMap<String, u32>,
    entries: Vec<Entry>,
}

impl IndexBuilder {
    /// An index of the first `plies` plies of each game.
    #[must_use]
    pub fn new(plies: usize) -> IndexBuilder {
        IndexBuilder {
            plies,
            games: BTreeMap::new(),
            tokens: HashMap::new(),
            entries: Vec::new(),
        }
    }

    /// Adds a game whose moves are legal. Returns whether the rules of the game are known.
    ///
    /// # Errors
    /// The index is full.
    pub fn add(&mut self, record: &GameRecord) -> Result<bool, TooManyGames> {
        let Some(played) = PlayedGame::new(record, self.plies) else {
            return Ok(false);
        };
        if self.games.values().sum::<u64>() == MAX_GAMES {
            return Err(TooManyGames);
        }
        let mut results = ResultCounts::default();
        results.add(played.outcome);
        for PlayedMove { key, after, token } in played.moves {
            let token = self.number(&token)?;
            self.entries.push(Entry {
                key,
                after,
                token,
                results,
            });
        }
        *self.games.entry(played.game.to_owned()).or_default() += 1;
        Ok(true)
    }

    /// The number of a move.
    fn number(&mut self, token: &str) -> Result<u32, TooManyGames> {
        if let Some(&number) = self.tokens.get(token) {
            return Ok(number);
        }
        let number = u32::try_from(self.tokens.len()).map_err(|_| TooManyGames)?;
        self.tokens.insert(token.to_owned(), number);
        Ok(number)
    }

    /// Writes the index.
    ///
    /// # Errors
    /// `out` cannot be written.
    pub fn finish(mut self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(FORMAT)?;
        serde_json::to_writer(&mut *out, &self.header())?;
        out.write_all(b"\n")?;
        self.entries.sort_unstable();
        // Entries of the same keys become one, with the first move of all.
        self.entries.dedup_by(|next, kept| {
            let is_same = next.keys() == kept.keys();
            if is_same {
                kept.results.join(next.results);
            }
            is_same
        });
        for entry in &self.entries {
            entry.write(out)?;
        }
        out.write_all(&(self.entries.len() as u64).to_le_bytes())
    }

    fn header(&mut self) -> Header {
        let start_key = |id: &str| state::open(id).map_or(0, |board| board.symmetry_key());
        let mut tokens: Vec<(String, u32)> = self.tokens.drain().collect();
        tokens.sort_unstable_by_key(|&(_, number)| number);
        let games = self.games.iter();
        Header {
            plies: self.plies,
            games: games
                .map(|(id, &games)| IndexedGame {
                    id: id.clone(),
                    games,
                    start_key: start_key(id),
                })
                .collect(),
            tokens: tokens.into_iter().map(|(token, _)| token).collect(),
        }
    }
}
