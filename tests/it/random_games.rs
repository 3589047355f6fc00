//! The shared harness for random play: seeded games, and laws that check their positions. The games are played
//! through `GameState`, so that nothing is compiled for a game here; laws that need its types are in
//! `crates/games/src/laws`.

use std::ops::ControlFlow;

use ringstack_engine::board::keys::{SplitMix, mix};
use ringstack_engine::play::state::{GameState, open, open_at};

#[path = "../../crates/games/src/laws/rule_sets.rs"]
mod sets;

pub use sets::rule_sets;

/// The number of games and the positions to check.
#[derive(Clone, Copy, Debug)]
pub struct RandomGames {
    /// Games of each rule set.
    pub games: u64,
    pub max_plies: usize,
    /// Every n-th position is checked, and the first and the last one of each game.
    pub every: usize,
}

impl RandomGames {
    /// Calls `check` with positions of random games and their legal moves. It panics if a law is broken.
    pub fn check(self, mut check: impl FnMut(&dyn GameState, &[String], &mut SplitMix)) {
        for id in rule_sets() {
            for game in 0..self.games {
                let mut source = SplitMix(mix(game + 1));
                let mut state = open(id).expect("a rule set");
                loop {
                    let mut moves = unsorted(state.as_ref());
                    let is_last = moves.is_empty() || state.plies() == self.max_plies;
                    let is_end = is_last || state.plies() == 0;
                    if is_end || source.below(self.every) == 0 {
                        check(state.as_ref(), &moves, &mut source);
                    }
                    if is_last {
                        break;
                    }
                    let token = moves.swap_remove(source.below(moves.len()));
                    state.play(&[token]).expect("a legal move");
                }
            }
        }
    }
}

/// The legal moves in generator order.
fn unsorted(state: &dyn GameState) -> Vec<String> {
    let mut moves = Vec::new();
    state.each_legal(&mut |token| {
        moves.push(token);
        ControlFlow::Continue(())
    });
    moves
}

/// The rule set and FEN for failure messages.
pub fn place(state: &dyn GameState) -> String {
    format!("{} '{}'", state.id(), state.fen())
}

/// A game of this rule set that begins at a FEN.
pub fn at(id: &str, fen: &str) -> Box<dyn GameState> {
    let state = open_at(id, Some(fen)).expect("a rule set");
    state.unwrap_or_else(|error| panic!("{id} '{fen}': {error}"))
}

/// The game after this move.
pub fn after(state: &dyn GameState, token: &str) -> Box<dyn GameState> {
    let mut after = state.boxed_clone();
    after.play(&[token.to_owned()]).expect("a legal move");
    after
}

/// Plays at most `plies` random moves.
pub fn play_randomly(state: &mut dyn GameState, source: &mut SplitMix, plies: usize) {
    for _ in 0..plies {
        let mut moves = unsorted(state);
        if moves.is_empty() {
            break;
        }
        let token = moves.swap_remove(source.below(moves.len()));
        state.play(&[token]).expect("a legal move");
    }
}

/// A random game of at most `plies` plies.
pub fn random_game(id: &str, source: &mut SplitMix, plies: usize) -> Box<dyn GameState> {
    let mut state = open(id).expect("a rule set");
    play_randomly(state.as_mut(), source, plies);
    state
}
