//! Openings of many games by position: games that reach the same position by different orders of moves
//! have the same opening.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use ringstack_engine::play::open;
use ringstack_engine::play::record::GameRecord;
use ringstack_engine::play::state::open_at;

/// The maximum number of openings in a table.
pub const SHOWN: usize = 20;

/// The openings of games of one rule set, with data of type `T` for each.
#[derive(Debug)]
pub struct Openings<T> {
    plies: usize,
    /// By the key of the position.
    by_position: HashMap<u64, Opening<T>>,
}

/// An opening.
#[derive(Debug, Default)]
pub struct Opening<T> {
    /// The position after the opening.
    pub fen: String,
    /// The number of games.
    pub games: u64,
    /// The data.
    pub data: T,
    /// The orders of moves that lead to the position, with the number of games.
    orders: BTreeMap<String, u64>,
}

impl<T> Opening<T> {
    /// The most frequent order of moves.
    pub fn name(&self) -> &str {
        let orders = self.orders.iter();
        // Of equally frequent orders the first in the alphabet.
        let name = orders.max_by_key(|&(name, games)| (games, Reverse(name)));
        name.map_or("", |(name, _)| name)
    }
}

impl<T: Default> Openings<T> {
    /// Openings of this many plies.
    pub fn new(plies: usize) -> Openings<T> {
        Openings {
            plies,
            by_position: HashMap::new(),
        }
    }

    /// The data for the opening of a game. `None` if the game does not begin at the start position or is
    /// too short.
    pub fn add(&mut self, record: &GameRecord) -> Option<&mut T> {
        let mut board = open_at(&record.game, record.fen.as_deref())?.ok()?;
        if board.key() != open(&record.game)?.key() || record.moves.len() < self.plies {
            return None;
        }
        let tokens: Vec<String> = record
            .tokens()
            .take(self.plies)
            .map(str::to_owned)
            .collect();
        board.play(&tokens).ok()?;
        let opening = self.by_position.entry(board.key()).or_default();
        if opening.games == 0 {
            opening.fen = board.fen();
        }
        opening.games += 1;
        *opening.orders.entry(tokens.join(" ")).or_default() += 1;
        Some(&mut opening.data)
    }

    /// The openings, the most frequent first.
    pub fn sorted(&self) -> Vec<&Opening<T>> {
        let mut openings: Vec<&Opening<T>> = self.by_position.values().collect();
        openings.sort_by_cached_key(|opening| (Reverse(opening.games), opening.name().to_owned()));
        openings
    }
}
