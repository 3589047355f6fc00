//! The moves of games with the positions in which they were played, in memory.

use std::collections::HashSet;

use super::{NextMove, ResultCounts};
use crate::play::record::GameRecord;
use crate::play::{GameState, state};
use crate::rules::Outcome;

/// A game with the symmetry keys of its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The id of the rule set.
    pub game: &'static str,
    /// The result; `None` if there is none.
    pub outcome: Option<Outcome>,
    /// The moves, each once, also if a position is repeated.
    pub moves: Vec<PlayedMove>,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The symmetry key of the position in which it was played.
    pub key: u64,
    /// The symmetry key of the position after it.
    pub after: u64,
    /// The token as [`GameState::unoriented`] gives it.
    pub token: String,
}

impl PlayedGame {
    /// The first `plies` plies of a game whose moves are legal; `None` if the rules of the game are not known.
    #[must_use]
    pub fn new(record: &GameRecord, plies: usize) -> Option<PlayedGame> {
        let mut board = state::open_at(&record.game, record.fen.as_deref())?.ok()?;
        let mut moves = Vec::new();
        let mut known = HashSet::new();
        let mut key = board.symmetry_key();
        for played in record.tokens().take(plies) {
            let token = board.unoriented(played);
            let (Some(token), Ok(())) = (token, board.play(&[played.to_owned()])) else {
                break;
            };
            let after = board.symmetry_key();
            if known.insert((key, after)) {
                moves.push(PlayedMove { key, after, token });
            }
            key = after;
        }
        Some(PlayedGame {
            game: board.id(),
            outcome: record.outcome,
            moves,
        })
    }
}

/// The moves played in the current position of `state`, the most frequent first; none in a finished game.
pub fn next_moves<'a>(
    games: impl IntoIterator<Item = &'a PlayedGame>,
    state: &dyn GameState,
) -> Vec<NextMove> {
    let mut moves: Vec<NextMove> = Vec::new();
    if state.outcome().is_some() {
        return moves;
    }
    let (id, key) = (state.id(), state.symmetry_key());
    for game in games.into_iter().filter(|game| game.game == id) {
        for played in game.moves.iter().filter(|played| played.key == key) {
            match moves.iter_mut().find(|next| next.after == played.after) {
                Some(next) => next.results.add(game.outcome),
                None => {
                    if let Some(token) = state.oriented(&played.token) {
                        let mut results = ResultCounts::default();
                        results.add(game.outcome);
                        let after = played.after;
                        moves.push(NextMove {
                            token,
                            after,
                            results,
                        });
                    }
                }
            }
        }
    }
    sort(&mut moves);
    moves
}

/// Sorts moves, the most frequent first.
pub(super) fn sort(moves: &mut [NextMove]) {
    moves.sort_by(|one, other| {
        let games = |it: &NextMove| it.results.games();
        let order = games(other).cmp(&games(one));
        order.then_with(|| one.token.cmp(&other.token))
    });
}
