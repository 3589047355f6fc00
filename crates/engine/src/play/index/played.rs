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
    /// The moves. If a position is repeated, only its first move counts: each game counts once in a position.
    pub moves: Vec<PlayedMove>,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The symmetry key of the position in which it was played.
    pub key: u64,
    /// The symmetry key of the position after it.
    pub after: u64,
    /// The token as [`GameState::to_representative`] gives it.
    pub token: String,
}

impl PlayedGame {
    /// The first `plies` plies of a game whose moves are legal; `None` if the rules of the game are not known.
    #[must_use]
    pub fn new(record: &GameRecord, plies: usize) -> Option<PlayedGame> {
        let mut board = state::open_at(&record.game, record.fen.as_deref())?.ok()?;
        let mut played = Vec::new();
        for token in record.tokens().take(plies) {
            let found = board.to_representative(token);
            let (Some(found), Ok(())) = (found, board.play(&[token.to_owned()])) else {
                break;
            };
            played.push(found);
        }
        let keys = played.iter().map(|&(key, _)| key);
        let keys: Vec<u64> = keys.skip(1).chain([board.symmetry_key()]).collect();
        let mut known = HashSet::new();
        let moves = played.into_iter().zip(keys);
        let moves = moves
            .map(|((key, token), after)| PlayedMove { key, after, token })
            .filter(|played| known.insert(played.key))
            .collect();
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
                    if let Some(token) = state.of_representative(&played.token) {
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
