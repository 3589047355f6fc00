//! Finds puzzles in games: positions in which exactly one move wins, or several with one idea.
//!
//! A position near the end of a game passes these steps, the cheap ones first:
//!
//! 1. The opponent has made a mistake: the player to move has gained by it.
//! 2. A shallow search sees the player ahead with one move and not with the others.
//! 3. Other moves look good at first sight: the evaluation after them is even or hardly worse.
//! 4. A deep search proves the win. A deeper one, of all other moves, proves no win and leaves at most even
//!    chances.
//!
//! The solution goes on to the end of the game, with the longest defence.
//!
//! | file | content |
//! |---|---|
//! | `games` | games that the engine plays against itself |
//! | `first_sight` | counts the plausible mistakes |
//! | `difficulty` | measures how difficult a puzzle is |

mod difficulty;
mod first_sight;
mod games;

use std::fmt;

use ringstack_engine::play::puzzle::Puzzle;
use ringstack_engine::play::search::SearchReport;
use ringstack_engine::play::state::{GameState, Start};
use ringstack_engine::rules::{Outcome, Side};
use ringstack_engine::search::score::MAX_PLY;
use ringstack_engine::search::{Bound, SearchState, Settings};

use super::TuneError;
use super::game_limits::{search_moves, within};
use difficulty::{Difficulty, missed, random_wins};
use first_sight::plausible_mistakes;

pub use games::PuzzleGames;

/// The number of plies before the end of a game in which puzzles are sought.
const SEARCHED_PLIES: usize = 24;
/// The maximum number of puzzles of one game.
const MAX_PER_GAME: usize = 2;
/// The maximum number of moves of a solution.
const MAX_MOVES: usize = 60;
/// The minimum number of legal moves besides the solution.
const MIN_ALTERNATIVES: usize = 4;
/// Positions with longer lists of legal moves are skipped, in bytes.
const MAX_LEGAL_BYTES: usize = 1 << 16;
/// The nodes of the search that finds the gains of win probability in a game.
const GLANCE_NODES: u64 = 300;
/// The minimum gain of the player to move by the last move of the opponent.
const MIN_GAIN: f64 = 0.15;
/// Shallow searches that a position has to pass.
const FILTERS: [Filter; 2] = [
    Filter {
        nodes: 2000,
        min_win: 0.6,
        max_other_win: 0.8,
    },
    Filter {
        nodes: 20_000,
        min_win: 0.75,
        max_other_win: 0.6,
    },
];
/// The nodes of the search of all other moves, as a multiple of those of the proof: a missed win would make
/// a wrong puzzle, a missed proof only costs one.
const REFUTATION_FACTOR: u64 = 4;
/// The maximum win probability of every other move in that search.
const MAX_OTHER_WIN: f64 = 0.5;

/// A shallow search.
struct Filter {
    /// The nodes, first for all moves and then for all but the best.
    nodes: u64,
    /// The minimum win probability of the best move.
    min_win: f64,
    /// The maximum win probability of every other move.
    max_other_win: f64,
}

/// A position of a game.
struct EvaluatedPosition {
    fen: String,
    turn: Side,
    /// The win probability of the player to move.
    win: f64,
}

impl EvaluatedPosition {
    /// Whether the player to move has gained by the move from `before`.
    fn gains(&self, before: &EvaluatedPosition) -> bool {
        let was = if self.turn == before.turn {
            before.win
        } else {
            1.0 - before.win
        };
        self.win - was >= MIN_GAIN
    }
}

/// Finds puzzles in games.
#[derive(Debug)]
pub struct PuzzleFinder<'a> {
    /// The nodes per proof.
    pub nodes: u64,
    /// The minimum number of plausible wrong moves.
    pub min_wrong: u32,
    /// The search state; cleared before each game.
    pub search_state: &'a SearchState,
}

/// The counts of the steps that positions have passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleYield {
    /// The positions.
    pub positions: u64,
    /// Those after a mistake of the opponent.
    pub gains: u64,
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
            gains,
            candidates,
            plausible,
            won,
            puzzles,
        } = self;
        write!(
            f,
            "{positions} positions, {gains} after mistakes, {candidates} with one move ahead, {plausible} with plausible mistakes, \
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
        self.search_state.clear();
        let mut found: Vec<Puzzle> = Vec::new();
        let mut state = game.boxed_clone();
        let positions = self.last_positions(game)?;
        for (at, position) in positions.iter().enumerate().take(SEARCHED_PLIES) {
            if found.len() == MAX_PER_GAME {
                break;
            }
            counts.positions += 1;
            if positions
                .get(at + 1)
                .is_some_and(|before| !position.gains(before))
            {
                continue;
            }
            counts.gains += 1;
            set(state.as_mut(), &position.fen, &[])?;
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

    /// The last positions of a game before its end, the last one first.
    fn last_positions(&self, game: &dyn GameState) -> Result<Vec<EvaluatedPosition>, TuneError> {
        let mut positions = Vec::new();
        let mut before = game.boxed_clone();
        if before.outcome().is_some() {
            // A finished game that begins with its end has no positions.
            let _ = before.undo(1);
        }
        let mut state = game.boxed_clone();
        while before.outcome().is_none() && positions.len() <= SEARCHED_PLIES {
            // A puzzle has no history, so no position before it can be repeated.
            let fen = before.fen();
            set(state.as_mut(), &fen, &[])?;
            let report = self.search(state.as_ref(), &within(GLANCE_NODES), &[])?;
            positions.push(EvaluatedPosition {
                fen,
                turn: state.turn(),
                win: state.win_probability(report.score),
            });
            if before.undo(1).is_err() {
                break;
            }
        }
        Ok(positions)
    }

    /// The puzzle of a position, if exactly one move wins.
    fn puzzle(
        &self,
        state: &dyn GameState,
        counts: &mut PuzzleYield,
    ) -> Result<Option<Puzzle>, TuneError> {
        let Some(legal) = state.legal_within(MAX_LEGAL_BYTES) else {
            return Ok(None);
        };
        let mut best = String::new();
        for filter in FILTERS {
            let settings = within(filter.nodes);
            let report = self.search(state, &settings, &[])?;
            let Some(found) = report.best().cloned() else {
                return Ok(None);
            };
            let others = others(state, &legal, &found);
            if state.win_probability(report.score) < filter.min_win
                || others.is_empty()
                || self.best_win(state, &settings, &others)? > filter.max_other_win
            {
                return Ok(None);
            }
            best = found;
        }
        counts.candidates += 1;
        if plausible_mistakes(state, &others(state, &legal, &best), &best)? < self.min_wrong {
            return Ok(None);
        }
        counts.plausible += 1;
        self.confirm(state, counts)
    }

    /// The puzzle at a FEN, if exactly one move wins there.
    ///
    /// # Errors
    /// The FEN is wrong, or the search refuses a legal position (a bug).
    pub fn check(
        &self,
        state: &mut dyn GameState,
        fen: &str,
        counts: &mut PuzzleYield,
    ) -> Result<Option<Puzzle>, TuneError> {
        self.search_state.clear();
        set(state, fen, &[])?;
        let puzzle = self.confirm(state, counts)?;
        counts.positions += 1;
        counts.puzzles += u64::from(puzzle.is_some());
        Ok(puzzle)
    }

    /// The puzzle of a position, if a deep search finds that exactly one move wins.
    fn confirm(
        &self,
        state: &dyn GameState,
        counts: &mut PuzzleYield,
    ) -> Result<Option<Puzzle>, TuneError> {
        let legal = state.legal_within(MAX_LEGAL_BYTES).unwrap_or_default();
        let Some((best, plies)) = self.only_win(state, &legal, counts)? else {
            return Ok(None);
        };
        let others = others(state, &legal, &best);
        let plausible = plausible_mistakes(state, &others, &best)?;
        // A win with the next move is found at a glance.
        if plies == 1 || others.len() < MIN_ALTERNATIVES || plausible < self.min_wrong {
            return Ok(None);
        }
        let Some(moves) = self.solution(state, &best)? else {
            return Ok(None);
        };
        let difficulty = Difficulty {
            alternatives: others.len(),
            plausible,
            missed: missed(state, &best)?,
            random: random_wins(state)?,
            moves: moves.len().div_ceil(2),
        };
        Ok(Some(Puzzle {
            fen: state.fen(),
            rating: difficulty.rating(),
            themes: (state.themes(&moves)).map_err(|error| TuneError::Search(error.to_string()))?,
            moves,
        }))
    }

    /// The only winning move, and the plies to the end.
    fn only_win(
        &self,
        state: &dyn GameState,
        legal: &[String],
        counts: &mut PuzzleYield,
    ) -> Result<Option<(String, i32)>, TuneError> {
        let deep = within(self.nodes);
        let report = self.search(state, &deep, &[])?;
        let (Some(best), Some(plies)) = (report.best().cloned(), report.score.mate()) else {
            return Ok(None);
        };
        let others = others(state, legal, &best);
        if plies <= 0 || report.bound == Bound::Upper || others.is_empty() {
            return Ok(None);
        }
        counts.won += 1;
        let deeper = within(self.nodes.saturating_mul(REFUTATION_FACTOR));
        let is_only = self.best_win(state, &deeper, &others)? <= MAX_OTHER_WIN;
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

    /// The moves from the only winning one to the end of the game; `None` if the search loses the proof on
    /// the way.
    fn solution(
        &self,
        state: &dyn GameState,
        first: &str,
    ) -> Result<Option<Vec<String>>, TuneError> {
        let player = state.turn();
        let fen = state.fen();
        let mut line = vec![first.to_owned()];
        let mut state = state.boxed_clone();
        while line.len() < MAX_MOVES {
            set(state.as_mut(), &fen, &line)?;
            if let Some(outcome) = state.outcome() {
                return Ok((outcome == Outcome::Win(player)).then_some(line));
            }
            let report = self.search(state.as_ref(), &within(self.nodes), &[])?;
            let is_proven = if state.turn() == player {
                report.score.is_win() && report.bound != Bound::Upper
            } else {
                report.score.is_loss() && report.bound != Bound::Lower
            };
            let Some(best) = report.best().filter(|_| is_proven) else {
                break;
            };
            line.push(best.clone());
        }
        Ok(None)
    }

    fn search(
        &self,
        state: &dyn GameState,
        settings: &Settings,
        moves: &[String],
    ) -> Result<SearchReport, TuneError> {
        search_moves(state, settings, moves, self.search_state)
    }
}

/// The moves with another idea than `excluded`.
fn others(state: &dyn GameState, moves: &[String], excluded: &str) -> Vec<String> {
    let others = moves.iter().filter(|m| !state.is_same_idea(m, excluded));
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
