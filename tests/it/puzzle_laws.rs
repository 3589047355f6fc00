//! Laws of the puzzles of every rule set.
//!
//! A failure message has the rule set and the position.

use std::collections::HashSet;

use ringstack_engine::games;
use ringstack_engine::play::puzzle::Puzzle;
use ringstack_engine::play::state::{GameState, open, open_at};
use ringstack_engine::rules::Outcome;

use crate::searching::{nodes, search};

/// The rule sets whose puzzles are searched.
const MAIN: [&str; 4] = ["dvonn", "zertz", "gipf", "diaballik"];
/// The minimum numbers of puzzles.
const MIN_COUNTS: [(&str, usize); 7] = [
    ("dvonn", 150),
    ("zertz", 150),
    ("gipf", 150),
    ("diaballik", 150),
    ("zertz-48", 40),
    ("gipf-basic", 40),
    ("gipf-tournament", 40),
];
/// The number of puzzles of each that are searched; others take too long.
const SEARCHED: usize = 16;
/// The maximum number of nodes of a search that proves a win. Most need far fewer.
const MAX_NODES: u64 = 20_000;

/// The puzzles of a rule set.
fn puzzles(id: &str) -> Vec<Puzzle> {
    open(id).expect("a known game").puzzles().puzzles
}

/// The position of a puzzle.
fn position(id: &str, puzzle: &Puzzle) -> Box<dyn GameState> {
    let state = open_at(id, Some(&puzzle.fen)).expect("a known game");
    state.unwrap_or_else(|error| panic!("{id} {}: {error}", puzzle.fen))
}

#[test]
fn rule_sets_have_puzzles_from_easy_to_hard() {
    for id in games::ids() {
        let puzzles = puzzles(id);
        let min = MIN_COUNTS.iter().find(|(min_id, _)| *min_id == id);
        let min = min.map_or(0, |(_, count)| *count);
        assert!(puzzles.len() >= min, "{id}: {}", puzzles.len());
        assert!(puzzles.is_sorted_by_key(|puzzle| puzzle.rating), "{id}");
        let fens: HashSet<&String> = puzzles.iter().map(|puzzle| &puzzle.fen).collect();
        assert_eq!(fens.len(), puzzles.len(), "{id}: a puzzle twice");
    }
}

#[test]
fn solutions_are_legal_and_end_with_the_win_of_the_player() {
    for id in games::ids() {
        for puzzle in puzzles(id) {
            let place = format!("{id} {}", puzzle.fen);
            let mut state = position(id, &puzzle);
            assert_eq!(state.fen(), puzzle.fen, "{id}");
            assert!(state.legal().len() > 4, "{place}: few alternatives");
            let player = state.turn();
            for token in &puzzle.moves {
                assert_eq!(state.canonical(token).as_ref(), Ok(token), "{place}");
                state
                    .play(std::slice::from_ref(token))
                    .expect("it is legal");
            }
            assert_eq!(state.outcome(), Some(Outcome::Win(player)), "{place}");
            assert!(puzzle.moves.len() > 1, "{place}: found at a glance");
        }
    }
}

/// The shortest wins are proven, and no other move is proven to win.
#[test]
fn small_searches_confirm_the_shortest_solutions() {
    for id in MAIN {
        let mut puzzles = puzzles(id);
        puzzles.sort_by_key(|puzzle| puzzle.moves.len());
        for puzzle in puzzles.iter().take(SEARCHED) {
            let place = format!("{id} {}", puzzle.fen);
            let state = position(id, puzzle);
            let first = &puzzle.moves[0];
            let solved = search(
                state.as_ref(),
                &nodes(MAX_NODES),
                std::slice::from_ref(first),
            );
            assert!(solved.score.is_win(), "{place}: {}", solved.score);
            let mut others = state.legal();
            others.retain(|m| !state.is_same_idea(m, first));
            let other = search(state.as_ref(), &nodes(MAX_NODES / 20), &others);
            assert!(!other.score.is_win(), "{place}: {:?} wins", other.best());
        }
    }
}
