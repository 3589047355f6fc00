//! The moves of games with the positions in which they were played, in memory.

use std::collections::{HashMap, HashSet};

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

/// A game with the keys of its positions as they are on the board: those of symmetric images are only computed for
/// the position that is looked up, which makes reading many games five times faster.
#[derive(Clone, Debug)]
pub struct KeyedGame {
    /// The id of the rule set.
    pub game: &'static str,
    outcome: Option<Outcome>,
    /// The moves as tokens, each with the key of the position before it.
    moves: Vec<(u64, Box<str>)>,
}

impl KeyedGame {
    /// The first `plies` plies of a game with these moves, and whether all of these moves are legal tokens. `record`
    /// names the game, its first position and its result; `None` if the rules of the game are not known.
    pub fn new<'a>(
        record: &GameRecord,
        tokens: impl Iterator<Item = &'a str>,
        plies: usize,
    ) -> Option<(KeyedGame, bool)> {
        let mut board = state::open_at(&record.game, record.fen.as_deref())?.ok()?;
        let mut keyed = KeyedGame {
            game: board.id(),
            outcome: record.outcome,
            moves: Vec::new(),
        };
        for token in tokens.take(plies) {
            let key = board.key();
            if board.play(&[token.to_owned()]).is_err() {
                return Some((keyed, false));
            }
            keyed.moves.push((key, token.into()));
        }
        keyed.moves.shrink_to_fit();
        // The result of the rules, if the record has none.
        keyed.outcome = keyed.outcome.or(board.outcome());
        Some((keyed, true))
    }
}

/// The moves played in the current position of `state`, the most frequent first; none in a finished game. A game
/// counts once for each, also if it repeats the position.
pub fn next_moves<'a>(
    games: impl IntoIterator<Item = &'a KeyedGame>,
    state: &dyn GameState,
) -> Vec<NextMove> {
    let mut moves: Vec<NextMove> = Vec::new();
    if state.outcome().is_some() {
        return moves;
    }
    let (id, keys) = (state.id(), state.image_keys());
    // Most other keys differ already in six bits.
    let bits = keys.iter().fold(0_u64, |bits, key| bits | 1 << (key & 63));
    let is_image = |key: u64| bits >> (key & 63) & 1 == 1 && keys.contains(&key);
    // The place in `moves` of each move of each image.
    let mut places: HashMap<(u64, &str), Option<usize>> = HashMap::new();
    let mut counted = HashSet::new();
    for game in games.into_iter().filter(|game| game.game == id) {
        counted.clear();
        for (key, token) in game.moves.iter().filter(|&&(key, _)| is_image(key)) {
            let place = *places
                .entry((*key, token))
                .or_insert_with(|| place_of(&mut moves, state, *key, token));
            let Some(place) = place.filter(|&place| counted.insert(place)) else {
                continue;
            };
            if let Some(next) = moves.get_mut(place) {
                next.results.add(game.outcome);
            }
        }
    }
    sort(&mut moves);
    moves
}

/// The place of a move of an image of the position among `moves`; moves that lead to symmetric positions are one.
fn place_of(
    moves: &mut Vec<NextMove>,
    state: &dyn GameState,
    key: u64,
    token: &str,
) -> Option<usize> {
    let token = state.of_image(key, token)?;
    let mut board = state.boxed_clone();
    board.play(std::slice::from_ref(&token)).ok()?;
    let after = board.symmetry_key();
    let place = moves.iter().position(|next| next.after == after);
    Some(place.unwrap_or_else(|| {
        moves.push(NextMove {
            token,
            after,
            results: ResultCounts::default(),
        });
        moves.len() - 1
    }))
}

/// Sorts moves, the most frequent first.
pub(super) fn sort(moves: &mut [NextMove]) {
    moves.sort_by(|one, other| {
        let games = |it: &NextMove| it.results.games();
        let order = games(other).cmp(&games(one));
        order.then_with(|| one.token.cmp(&other.token))
    });
}
