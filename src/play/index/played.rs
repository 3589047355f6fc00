//! The moves of games with the positions in which they were played, in memory.

use super::{NextMove, ResultCounts};
use crate::play::record::GameRecord;
use crate::play::{GameState, state};
use crate::rules::Outcome;

/// A game with the keys of its positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The id of the rule set.
    pub game: &'static str,
    /// The result; `None` if there is none.
    pub outcome: Option<Outcome>,
    /// The moves, each after the key of the position in which it was played.
    pub moves: Vec<(u64, String)>,
}

impl PlayedGame {
    /// The first `plies` plies of a game whose moves are legal; `None` if the rules of the game are not known.
    #[must_use]
    pub fn new(record: &GameRecord, plies: usize) -> Option<PlayedGame> {
        let mut board = state::open_at(&record.game, record.fen.as_deref())?.ok()?;
        let mut moves = Vec::new();
        for token in record.tokens().take(plies) {
            let key = board.key();
            let token = token.to_owned();
            if board.play(std::slice::from_ref(&token)).is_err() {
                break;
            }
            moves.push((key, token));
        }
        Some(PlayedGame {
            game: board.id(),
            outcome: record.outcome,
            moves,
        })
    }
}

/// The moves played in the current position of `state`, the most frequent first; none in a finished game.
/// A game counts once for each move, also if the position is repeated.
pub fn next_moves<'a>(
    games: impl IntoIterator<Item = &'a PlayedGame>,
    state: &dyn GameState,
) -> Vec<NextMove> {
    let mut moves: Vec<NextMove> = Vec::new();
    if state.outcome().is_some() {
        return moves;
    }
    let (id, key) = (state.id(), state.key());
    for game in games.into_iter().filter(|game| game.game == id) {
        let here = game.moves.iter().filter(|(before, _)| *before == key);
        let mut tokens: Vec<&String> = here.map(|(_, token)| token).collect();
        tokens.sort_unstable();
        tokens.dedup();
        for token in tokens {
            match moves.iter_mut().find(|next| next.token == *token) {
                Some(next) => next.results.add(game.outcome),
                None if state.is_legal(token) => {
                    let mut results = ResultCounts::default();
                    results.add(game.outcome);
                    let token = token.clone();
                    moves.push(NextMove { token, results });
                }
                None => {}
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
