//! Laws of the puzzles of every rule set.
//!
//! A failure message has the rule set and the position.

use std::collections::HashSet;

use ringstack::games;
use ringstack::play::puzzle::Puzzle;
use ringstack::play::state::{GameState, open, open_at};
use ringstack::play::{SearchContext, SearchReport};
use ringstack::search::{Limits, SearchState, Settings};

/// The rule sets with puzzles.
const MAIN: [&str; 4] = ["dvonn", "zertz", "gipf", "diaballik"];
/// The minimum number of puzzles of each.
const MIN_COUNT: usize = 3;
/// One puzzle in this many is searched.
const SEARCHED_ONE_IN: usize = 8;
/// The nodes of such a search, far fewer than those that found the puzzle.
const NODES: u64 = 4000;

/// The puzzles of a rule set.
fn puzzles(id: &str) -> Vec<Puzzle> {
    open(id).expect("a known game").puzzles().puzzles
}

/// The position of a puzzle.
fn position(id: &str, puzzle: &Puzzle) -> Box<dyn GameState> {
    let state = open_at(id, Some(&puzzle.fen)).expect("a known game");
    state.unwrap_or_else(|error| panic!("{id} {}: {error}", puzzle.fen))
}

/// Searches the position, or only these moves.
fn search(state: &dyn GameState, moves: &[String]) -> SearchReport {
    let search_state = SearchState::new(1).expect("a small table");
    let settings = Settings::from(Limits {
        nodes: Some(NODES),
        ..Limits::default()
    });
    let report = state.search(&settings, moves, SearchContext::quiet(&search_state));
    report.expect("legal moves")
}

#[test]
fn the_main_rule_sets_have_puzzles_from_easy_to_hard() {
    for id in games::ids() {
        let puzzles = puzzles(id);
        if !MAIN.contains(&id) {
            assert!(puzzles.is_empty(), "{id}");
            continue;
        }
        assert!(puzzles.len() >= MIN_COUNT, "{id}: {}", puzzles.len());
        assert!(puzzles.is_sorted_by_key(|puzzle| (puzzle.plies, puzzle.wrong)));
        let fens: HashSet<&String> = puzzles.iter().map(|puzzle| &puzzle.fen).collect();
        assert_eq!(fens.len(), puzzles.len(), "{id}: a puzzle twice");
    }
}

#[test]
fn solutions_are_legal_and_the_players_alternate() {
    for id in MAIN {
        for puzzle in puzzles(id) {
            let place = format!("{id} {}", puzzle.fen);
            let mut state = position(id, &puzzle);
            assert_eq!(state.fen(), puzzle.fen, "{id}");
            assert!(state.legal().len() > 1, "{place}: a forced move");
            assert!(puzzle.plies > 1 && puzzle.wrong > 0, "{place}");
            assert!(puzzle.moves.len() as u32 <= puzzle.plies, "{place}");
            let player = state.turn();
            for (ply, token) in puzzle.moves.iter().enumerate() {
                assert_eq!(state.turn() == player, ply % 2 == 0, "{place}: {token}");
                assert_eq!(state.canonical(token).as_ref(), Ok(token), "{place}");
                state
                    .play(std::slice::from_ref(token))
                    .expect("it is legal");
            }
        }
    }
}

/// A small search proves some of the wins, and never a win by another move or a defence.
#[test]
fn small_searches_confirm_the_solutions() {
    for id in MAIN {
        let mut proven = 0;
        let mut searched = 0;
        for puzzle in puzzles(id).iter().step_by(SEARCHED_ONE_IN) {
            let place = format!("{id} {}", puzzle.fen);
            let state = position(id, puzzle);
            let first = &puzzle.moves[0];
            let others: Vec<String> = state.legal().into_iter().filter(|m| m != first).collect();
            let other = search(state.as_ref(), &others);
            assert!(!other.score.is_win(), "{place}: {:?} wins", other.best);
            let solved = search(state.as_ref(), std::slice::from_ref(first));
            assert!(!solved.score.is_loss(), "{place}");
            searched += 1;
            proven += usize::from(solved.score.is_win());
        }
        assert!(2 * proven >= searched, "{id}: {proven} of {searched}");
    }
}
