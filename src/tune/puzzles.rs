//! Finds puzzles in finished games: positions in which exactly one move wins.
//!
//! A position near the end of a game passes these steps, the cheap ones first:
//!
//! 1. A shallow search sees the player ahead with one move and not with the others.
//! 2. Other moves look about as good at first sight: the evaluation after them is hardly worse.
//! 3. A deep search proves the win. Another one, of all other moves, proves no win and leaves at most
//!    even chances.
//!
//! The solution continues with the longest defence as long as one move alone wins.

use std::fmt;

use crate::board::keys::{SplitMix, nth_seed};
use crate::play::puzzle::Puzzle;
use crate::play::search::{SearchContext, SearchReport};
use crate::play::state::{GameState, Start};
use crate::rules::Outcome;
use crate::search::score::{MAX_PLY, Score};
use crate::search::{Limits, SearchState, Settings};

use super::TuneError;
use super::game_limits::{GameLimits, any_legal, search};

/// The number of plies before the end of a game in which puzzles are sought.
const SEARCHED_PLIES: usize = 24;
/// The maximum number of puzzles of one game.
const MAX_PER_GAME: usize = 2;
/// The maximum length of a played game; longer games end by chance.
const MAX_LENGTH: usize = 300;
/// One move of a played game in this many is random: mistakes create puzzles.
const RANDOM_ONE_IN: usize = 8;
/// The maximum number of moves of a solution; odd.
const MAX_MOVES: usize = 9;
/// Positions with longer lists of legal moves are skipped, in bytes.
const MAX_LEGAL_BYTES: usize = 1 << 16;
/// Shallow searches that a position has to pass.
const FILTERS: [Filter; 3] = [
    Filter {
        nodes: 500,
        min_win: 0.4,
        max_other_win: 0.9,
    },
    Filter {
        nodes: 3000,
        min_win: 0.6,
        max_other_win: 0.75,
    },
    Filter {
        nodes: 20_000,
        min_win: 0.75,
        max_other_win: 0.6,
    },
];
/// The maximum win probability of every other move in a deep search.
const MAX_OTHER_WIN: f64 = 0.5;
/// A move is a plausible mistake if its win probability at first sight is not further below that of the
/// solution.
const PLAUSIBLE_LOSS: f64 = 0.2;
/// The maximum number of plausible mistakes that are counted.
const MAX_WRONG: usize = 9;

/// A shallow search.
struct Filter {
    /// The nodes, first for all moves and then for all but the best.
    nodes: u64,
    /// The minimum win probability of the best move.
    min_win: f64,
    /// The maximum win probability of every other move.
    max_other_win: f64,
}

/// Games of the engine against itself.
#[derive(Clone, Copy, Debug)]
pub struct PuzzleGames {
    /// The number of games.
    pub games: u64,
    /// The nodes per move.
    pub nodes: u64,
    /// The number of random plies at the start of each game.
    pub random_plies: usize,
    /// The seed of the random moves.
    pub seed: u64,
}

impl PuzzleGames {
    /// Plays the games in `state` and calls `visit` after each one until it returns `false`.
    ///
    /// # Errors
    /// Errors of `visit`, or the search refuses a legal position (a bug).
    pub fn play<E: From<TuneError>>(
        self,
        state: &mut dyn GameState,
        search_state: &SearchState,
        mut visit: impl FnMut(&dyn GameState) -> Result<bool, E>,
    ) -> Result<(), E> {
        let limits = GameLimits {
            random_plies: self.random_plies,
            longest: MAX_LENGTH,
        };
        for game in 0..self.games {
            let mut source = SplitMix(nth_seed(self.seed, game));
            search_state.clear();
            limits.play(state, &mut source, |state, source| {
                if source.below(RANDOM_ONE_IN) == 0 {
                    return Ok(any_legal(state, source));
                }
                Ok(search(state, &within(self.nodes), search_state)?.best)
            })?;
            if !visit(state)? {
                break;
            }
        }
        Ok(())
    }
}

/// Finds puzzles in games.
#[derive(Debug)]
pub struct PuzzleFinder<'a> {
    /// The nodes per deep search.
    pub nodes: u64,
    /// The minimum number of plausible wrong moves.
    pub min_wrong: usize,
    /// The maximum number of legal moves.
    pub max_legal: u64,
    /// The search state; cleared before each game.
    pub search_state: &'a SearchState,
}

/// The counts of the steps that positions have passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleYield {
    /// The positions.
    pub positions: u64,
    /// Those in which one move is ahead in a shallow search.
    pub candidates: u64,
    /// Those with enough plausible mistakes.
    pub plausible: u64,
    /// Those with a proven win.
    pub won: u64,
    /// Those in which one move alone wins.
    pub puzzles: u64,
}

impl fmt::Display for PuzzleYield {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PuzzleYield {
            positions,
            candidates,
            plausible,
            won,
            puzzles,
        } = self;
        write!(
            f,
            "{positions} positions, {candidates} with one move ahead, {plausible} with plausible mistakes, \
             {won} proven, {puzzles} puzzles"
        )
    }
}

impl PuzzleFinder<'_> {
    /// The puzzles at the end of a game, at most two.
    ///
    /// # Errors
    /// The search refuses a legal position (a bug).
    pub fn find(
        &self,
        game: &dyn GameState,
        counts: &mut PuzzleYield,
    ) -> Result<Vec<Puzzle>, TuneError> {
        let mut found: Vec<Puzzle> = Vec::new();
        self.search_state.clear();
        let mut before = game.copy();
        let mut state = game.copy();
        for back in 0..SEARCHED_PLIES {
            let is_at_start = back > 0 && before.undo(1).is_err();
            if found.len() == MAX_PER_GAME || is_at_start {
                break;
            }
            // A puzzle has no history, so no position before it can be repeated.
            let fen = before.fen();
            set(state.as_mut(), &fen, &[])?;
            counts.positions += 1;
            let Some(puzzle) = self.puzzle(state.as_ref(), counts)? else {
                continue;
            };
            counts.puzzles += 1;
            // A later position of the same solution is no further puzzle.
            let passed = positions_of(state.as_mut(), &puzzle)?;
            found.retain(|later| !passed.contains(&later.fen));
            found.push(puzzle);
        }
        Ok(found)
    }

    /// The puzzle of a position, if exactly one move wins.
    fn puzzle(
        &self,
        state: &dyn GameState,
        counts: &mut PuzzleYield,
    ) -> Result<Option<Puzzle>, TuneError> {
        if state.count_legal_within(self.max_legal).is_none() {
            return Ok(None);
        }
        let Some(legal) = state.legal_within(MAX_LEGAL_BYTES) else {
            return Ok(None);
        };
        let mut best = String::new();
        for filter in FILTERS {
            let settings = within(filter.nodes);
            let report = self.search(state, &settings, &[])?;
            let Some(found) = report.best.filter(|_| legal.len() > 1) else {
                return Ok(None);
            };
            if state.win_probability(report.score) < filter.min_win {
                return Ok(None);
            }
            if self.best_win(state, &settings, &without(&legal, &found))? > filter.max_other_win {
                return Ok(None);
            }
            best = found;
        }
        counts.candidates += 1;
        let wrong = plausible_mistakes(state, &legal, &best)?;
        if wrong < self.min_wrong {
            return Ok(None);
        }
        counts.plausible += 1;
        let Some((best, plies)) = self.only_win(state, counts)? else {
            return Ok(None);
        };
        if plies == 1 {
            // Such a win is found at a glance.
            return Ok(None);
        }
        Ok(Some(Puzzle {
            fen: state.fen(),
            moves: self.solution(state, best)?,
            plies: plies.unsigned_abs(),
            wrong: u32::try_from(wrong).unwrap_or(u32::MAX),
        }))
    }

    /// The only winning move, and the plies to the end.
    fn only_win(
        &self,
        state: &dyn GameState,
        counts: &mut PuzzleYield,
    ) -> Result<Option<(String, i32)>, TuneError> {
        let deep = within(self.nodes);
        let report = self.search(state, &deep, &[])?;
        let (Some(best), Some(plies)) = (report.best, report.score.mate()) else {
            return Ok(None);
        };
        let Some(legal) = state.legal_within(MAX_LEGAL_BYTES) else {
            return Ok(None);
        };
        if plies <= 0 {
            return Ok(None);
        }
        counts.won += 1;
        let others = without(&legal, &best);
        let is_only = others.is_empty() || self.best_win(state, &deep, &others)? <= MAX_OTHER_WIN;
        Ok(is_only.then_some((best, plies)))
    }

    /// The win probability of the best of these moves.
    fn best_win(
        &self,
        state: &dyn GameState,
        settings: &Settings,
        moves: &[String],
    ) -> Result<f64, TuneError> {
        // Any win will do, however long.
        let mut settings = settings.clone();
        settings.limits.mate = Some(MAX_PLY);
        let report = self.search(state, &settings, moves)?;
        Ok(state.win_probability(report.score))
    }

    /// The solution from the only winning move on, as long as the players alternate and one move alone wins.
    fn solution(&self, state: &dyn GameState, first: String) -> Result<Vec<String>, TuneError> {
        let player = state.turn();
        let fen = state.fen();
        let mut line = vec![first];
        let mut state = state.copy();
        // The counts are those of first moves.
        let mut ignored = PuzzleYield::default();
        while line.len() < MAX_MOVES {
            set(state.as_mut(), &fen, &line)?;
            if state.outcome().is_some() || state.turn() == player {
                break;
            }
            let reply = self.search(state.as_ref(), &within(self.nodes), &[])?;
            let Some(defence) = reply.best.filter(|_| reply.score.is_loss()) else {
                break;
            };
            let mut after = line.clone();
            after.push(defence);
            set(state.as_mut(), &fen, &after)?;
            if state.outcome().is_some() || state.turn() != player {
                break;
            }
            let Some((next, _)) = self.only_win(state.as_ref(), &mut ignored)? else {
                break;
            };
            after.push(next);
            line = after;
        }
        Ok(line)
    }

    fn search(
        &self,
        state: &dyn GameState,
        settings: &Settings,
        moves: &[String],
    ) -> Result<SearchReport, TuneError> {
        let report = state.search(settings, moves, SearchContext::quiet(self.search_state));
        report.map_err(|error| TuneError::Search(error.to_string()))
    }
}

/// The settings of a search with this number of nodes.
fn within(nodes: u64) -> Settings {
    Settings::from(Limits {
        nodes: Some(nodes),
        ..Limits::default()
    })
}

/// The number of moves that look about as good as `best` at first sight, up to [`MAX_WRONG`].
fn plausible_mistakes(
    state: &dyn GameState,
    legal: &[String],
    best: &str,
) -> Result<usize, TuneError> {
    let min = first_sight(state, best)? - PLAUSIBLE_LOSS;
    let mut count = 0;
    for token in legal.iter().filter(|token| *token != best) {
        if first_sight(state, token)? >= min {
            count += 1;
        }
        if count == MAX_WRONG {
            break;
        }
    }
    Ok(count)
}

/// The win probability after a move, by the evaluation alone, which sees no reply.
fn first_sight(state: &dyn GameState, token: &str) -> Result<f64, TuneError> {
    let player = state.turn();
    let mut after = state.copy();
    let played = after.play(&[token.to_owned()]);
    played.map_err(|error| TuneError::Search(error.to_string()))?;
    Ok(match (after.outcome(), after.explain()) {
        (Some(Outcome::Win(winner)), _) => f64::from(u8::from(winner == player)),
        (Some(Outcome::Draw), _) | (None, None) => 0.5,
        (None, Some((_, value))) => {
            let own = if after.turn() == player {
                value
            } else {
                -value
            };
            after.win_probability(Score(own))
        }
    })
}

fn without(moves: &[String], excluded: &str) -> Vec<String> {
    let others = moves.iter().filter(|m| *m != excluded);
    others.cloned().collect()
}

/// Sets up a position and plays moves from it.
fn set(state: &mut dyn GameState, fen: &str, moves: &[String]) -> Result<(), TuneError> {
    let set = state.set(&Start::Fen(fen.to_owned()), moves);
    set.map_err(|error| TuneError::Search(error.to_string()))
}

/// The FENs after each move of the solution.
fn positions_of(state: &mut dyn GameState, puzzle: &Puzzle) -> Result<Vec<String>, TuneError> {
    let mut fens = Vec::new();
    set(state, &puzzle.fen, &[])?;
    for token in &puzzle.moves {
        let played = state.play(std::slice::from_ref(token));
        played.map_err(|error| TuneError::Search(error.to_string()))?;
        fens.push(state.fen());
    }
    Ok(fens)
}
