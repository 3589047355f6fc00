//! The difficulty of a puzzle.

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::play::state::GameState;
use ringstack_engine::rules::Outcome;
use ringstack_engine::search::{Limits, Settings};

use super::super::TuneError;
use super::super::game_limits::{any_legal, new_search_state, search, within};

/// The greatest depth of the shallow searches, and the maximum nodes of each.
const DEPTHS: i32 = 8;
const SHALLOW_NODES: u64 = 20_000;
/// The games in which the player moves at random, their maximum length in plies, and the nodes per move of
/// the other side.
const RANDOM_GAMES: u32 = 16;
const RANDOM_PLIES: usize = 60;
const DEFENCE_NODES: u64 = 200;
/// The lowest and the highest rating.
const RATINGS: (f64, f64) = (600.0, 2600.0);

/// What makes a puzzle difficult.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Difficulty {
    /// The number of legal moves that do not win.
    pub alternatives: usize,
    /// The number of those that look good at first sight.
    pub plausible: u32,
    /// The number of shallow searches, of depth 1 to [`DEPTHS`], that choose another move.
    pub missed: u32,
    /// The share of games that the player wins with random moves.
    pub random: f64,
    /// The number of moves of the player.
    pub moves: usize,
}

impl Difficulty {
    /// The rating. The weights are estimates: no ratings of people exist for these puzzles.
    pub(super) fn rating(&self) -> u32 {
        let alternatives = (self.alternatives.max(1) as f64).log2();
        let later = self.moves.saturating_sub(1).min(8) as f64;
        let rating = 600.0
            + 70.0 * alternatives
            + 25.0 * f64::from(self.plausible)
            + 100.0 * f64::from(self.missed)
            + 40.0 * later
            - 400.0 * self.random;
        rating.clamp(RATINGS.0, RATINGS.1) as u32
    }
}

/// The number of shallow searches that choose another move than `best`.
pub(super) fn missed(state: &dyn GameState, best: &str) -> Result<u32, TuneError> {
    let mut count = 0;
    for depth in 1..=DEPTHS {
        // A table from deeper searches would know the answer.
        let search_state = new_search_state(1)?;
        let settings = Settings::from(Limits {
            depth: Some(depth),
            nodes: Some(SHALLOW_NODES),
            ..Limits::default()
        });
        let report = search(state, &settings, &search_state)?;
        let found = report.best();
        count += u32::from(found.is_some_and(|found| !state.is_same_idea(found, best)));
    }
    Ok(count)
}

/// The share of games that the player to move wins with random moves.
pub(super) fn random_wins(state: &dyn GameState) -> Result<f64, TuneError> {
    let player = state.turn();
    let search_state = new_search_state(1)?;
    let mut source = SplitMix(1);
    let mut wins = 0;
    for _ in 0..RANDOM_GAMES {
        let mut game = state.boxed_clone();
        for _ in 0..RANDOM_PLIES {
            let token = if game.turn() == player {
                any_legal(game.as_ref(), &mut source)
            } else {
                let report = search(game.as_ref(), &within(DEFENCE_NODES), &search_state)?;
                report.best().cloned()
            };
            let Some(token) = token else { break };
            let played = game.play(&[token]);
            played.map_err(|error| TuneError::Search(error.to_string()))?;
        }
        wins += u32::from(game.outcome() == Some(Outcome::Win(player)));
    }
    Ok(f64::from(wins) / f64::from(RANDOM_GAMES))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ringstack_engine::play::state::open_at;

    #[test]
    fn each_measure_changes_the_rating_in_its_direction() {
        let easy = Difficulty {
            alternatives: 4,
            plausible: 1,
            missed: 0,
            random: 0.5,
            moves: 2,
        };
        for harder in [
            Difficulty {
                alternatives: 40,
                ..easy
            },
            Difficulty {
                plausible: 5,
                ..easy
            },
            Difficulty { missed: 3, ..easy },
            Difficulty {
                random: 0.0,
                ..easy
            },
            Difficulty { moves: 4, ..easy },
        ] {
            assert!(harder.rating() > easy.rating(), "{harder:?}");
        }
    }

    #[test]
    fn searches_miss_another_move_more_often_than_the_solution() {
        let fen = "----/-----/------/----w2/1-3-/1w2b/--2 0,3,0 2,3,5 2,2,4 2";
        let state = open_at("zertz", Some(fen)).expect("a game");
        let state = state.expect("a position");
        let missed = |token| missed(state.as_ref(), token).expect("legal moves");
        assert!(missed("gd6,f1") < missed("wd6,f1"));
        assert!(random_wins(state.as_ref()).expect("legal moves") < 1.0);
    }
}
