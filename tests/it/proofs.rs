//! A reported win or loss is correct, checked against all moves of both sides.

use std::cell::RefCell;
use std::collections::HashMap;

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::play::{GameState, RootMoves, SearchContext, SearchReport, Start, open};
use ringstack_engine::rules::{Outcome, Side};
use ringstack_engine::search::{Bound, Limits, Score, Settings};

use crate::random_games::{after, at, place, play_randomly, rule_sets};
use crate::searching::{depth, search_state};

/// Random games of each rule set.
const GAMES: u64 = 4;
/// A position that has occurred this many times is a draw, in games whose positions can recur.
const REPETITIONS: usize = 3;
/// The number of moves that the solver tries at most: a position of ZÈRTZ has thousands.
const MAX_MOVES: usize = 10_000;

/// An exhaustive solver with a limit.
struct Solver<'a> {
    winner: Side,
    /// How often each position of the game has occurred.
    stood: &'a HashMap<u64, usize>,
    known: HashMap<(u64, i32), bool>,
    left: usize,
}

impl Solver<'_> {
    /// Whether the winner can force a win within `plies` plies; `None` if the limit is too small to
    /// decide.
    fn can_win(&mut self, position: &dyn GameState, plies: i32) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome == Outcome::Win(self.winner));
        }
        let key = position.key();
        let stood = self.stood.get(&key).copied().unwrap_or(0);
        if stood + 1 >= REPETITIONS || plies <= 0 {
            return Some(false);
        }
        if let Some(&known) = self.known.get(&(key, plies)) {
            return Some(known);
        }
        let wins = self.has_win(position, plies)?;
        self.known.insert((key, plies), wins);
        Some(wins)
    }

    fn has_win(&mut self, position: &dyn GameState, plies: i32) -> Option<bool> {
        let chooses = position.turn() == self.winner;
        // Moves that end the game come first.
        let mut later = Vec::new();
        let tokens = position.legal();
        self.left = self.left.checked_sub(tokens.len())?;
        for token in tokens {
            let child = after(position, &token);
            match child.outcome() {
                Some(outcome) if (outcome == Outcome::Win(self.winner)) == chooses => {
                    return Some(chooses);
                }
                Some(_) => {}
                None => later.push(child),
            }
        }
        for child in later {
            if self.can_win(child.as_ref(), plies - 1)? == chooses {
                return Some(chooses);
            }
        }
        Some(!chooses)
    }
}

/// A game up to a position shortly before the end of a random game. Sometimes both sides wait there first, so that
/// the position has occurred before.
fn ending(id: &str, source: &mut SplitMix) -> Box<dyn GameState> {
    let mut state = start(id);
    play_randomly(state.as_mut(), source, 300);
    let back = 1 + source.below(6);
    state
        .undo(back.min(state.plies()))
        .expect("the game has this many plies");
    if source.below(2) == 0 {
        for _ in 0..3 {
            if !wait(state.as_mut()) {
                break;
            }
        }
    }
    state
}

/// Plays a move that leaves the board unchanged, if there is one.
fn wait(state: &mut dyn GameState) -> bool {
    let board = |state: &dyn GameState| state.fen().split(' ').next().map(str::to_owned);
    let now = board(state);
    let idle = state.legal().into_iter().find(|token| {
        let after = after(state, token);
        after.outcome().is_none() && board(after.as_ref()) == now
    });
    idle.is_some_and(|token| state.play(&[token]).is_ok())
}

/// The start position, or one from which random games run out of pieces.
fn start(id: &str) -> Box<dyn GameState> {
    let fen = match id {
        "gipf-basic" => "b2w/5/6/w5b/6/5/b2w 4 4 w",
        "gipf" => "B2W/5/6/W5B/6/5/B2W 4 4 w",
        "gipf-tournament" => "W3/5/6/7/6/5/B3 6 6 w",
        "gipf-zertz" => "W3/5/6/7/6/5/B3 6Z2 6Z2 w",
        id if id.starts_with("gipf-zertz-challenge") => "W3/5/6/7/6/5/B3 6Z2 6Z2 w 1,1 -",
        _ => return open(id).expect("a rule set"),
    };
    at(id, fen)
}

/// How often each position of the game has occurred.
fn occurrences(state: &dyn GameState) -> HashMap<u64, usize> {
    let mut game = state.boxed_clone();
    let mut stood = HashMap::new();
    loop {
        *stood.entry(game.key()).or_default() += 1;
        if game.undo(1).is_err() {
            return stood;
        }
    }
}

/// Random search settings.
fn settings(source: &mut SplitMix) -> Settings {
    let mut settings = Settings::from(Limits {
        nodes: Some([10, 100, 1000, 5000][source.below(4)]),
        mate: (source.below(3) == 0).then(|| 1 + source.below(6) as i32),
        ..Limits::default()
    });
    settings.multi_pv = [1, 1, 3][source.below(3)];
    settings.skill = [20, 20, 20, 0, 4, 9][source.below(6)];
    settings.seed = source.below(100) as u64;
    settings
}

/// Whether a report is right: 0 for a verified win, 1 for a verified loss. `None` if it reports neither, or the solver
/// cannot decide.
fn verified(state: &dyn GameState, report: &SearchReport, context: &str) -> Option<usize> {
    let score = report.score;
    let (winner, plies, kind) = match score.mate()? {
        plies if score.is_win() && report.bound != Bound::Upper => (state.turn(), plies, 0),
        plies if score.is_loss() && report.bound != Bound::Lower => (!state.turn(), -plies, 1),
        _ => return None,
    };
    let mut solver = Solver {
        winner,
        stood: &occurrences(state),
        known: HashMap::new(),
        left: MAX_MOVES,
    };
    // Without its history, a position is copied quickly.
    let root = at(state.id(), &state.fen());
    // A win holds for the reported move. The loss of any line but the first also holds for its move.
    let holds = if kind == 0 || report.multi_pv > 1 {
        solver.can_win(after(root.as_ref(), &report.pv[0]).as_ref(), plies - 1)
    } else {
        solver.has_win(root.as_ref(), plies)
    }?;
    assert!(holds, "{context}: {score} by {report:?}");
    Some(kind)
}

#[test]
fn a_reported_win_or_loss_holds_within_the_reported_plies() {
    let mut held = [0, 0];
    for (id, game) in rule_sets()
        .into_iter()
        .flat_map(|id| (0..GAMES).map(move |n| (id, n)))
    {
        let search_state = search_state();
        let mut source = SplitMix(game * 101 + 17);
        let mut state = ending(id, &mut source);
        // Search later positions first, so that the table has results for the earlier ones.
        while state.plies() > 0 {
            if state.outcome().is_none() {
                let settings = settings(&mut source);
                let reported = RefCell::new(Vec::new());
                let context = SearchContext {
                    watch: &|report: &SearchReport| reported.borrow_mut().push(report.clone()),
                    ..SearchContext::quiet(&search_state)
                };
                let last = state.search(&settings, &RootMoves::all(), context);
                let mut reported = reported.into_inner();
                reported.push(last);
                let context = format!("{} {settings:?} game {game}", place(state.as_ref()));
                // Most reports repeat what the one before has claimed.
                reported.dedup_by_key(|report| {
                    (report.score, report.bound, report.pv.first().cloned())
                });
                for report in &reported {
                    if let Some(kind) = verified(state.as_ref(), report, &context) {
                        held[kind] += 1;
                    }
                }
            }
            if source.below(8) == 0 {
                break;
            }
            state.undo(1).expect("there is a ply");
        }
    }
    let [wins, losses] = held;
    let sets = rule_sets().len();
    assert!(
        wins > 5 * sets && losses > sets,
        "{wins} wins, {losses} losses"
    );
}

/// The game state after these moves.
fn state(id: &str, fen: &str, moves: &str) -> Box<dyn GameState> {
    let mut state = open(id).expect("a rule set");
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    state
        .set(&Start::Fen(fen.to_owned()), &moves)
        .expect("a line of the game");
    state
}

#[test]
fn a_level_that_skips_moves_proves_no_loss() {
    // The moves it considers lose immediately, others do not.
    let state = state("diaballik", "b1bBb1w/3bw2/3W3/7/b5b/7/ww1ww2 b", "");
    let score = |skill, seed, only: &[String]| {
        let mut settings = depth(2);
        (settings.skill, settings.seed) = (skill, seed);
        let search_state = search_state();
        let moves = state.root_moves(only).expect("legal moves");
        let context = SearchContext::quiet(&search_state);
        state.search(&settings, &moves, context).score
    };
    assert!(!score(20, 0, &[]).is_decided());
    for seed in 1..=6 {
        assert_eq!(score(0, seed, &[]), Score::UNPROVEN_LOSS, "seed {seed}");
    }
    // With `searchmoves` only these moves count.
    let only = ["a7b7,d6c6,d7c7".to_owned()];
    assert_eq!(score(0, 1, &only), Score::loss_in(2));
}

#[test]
fn a_player_who_can_draw_by_repetition_is_not_lost() {
    // White could have won immediately, twice.
    let fen = "2w3b/b4bB/b6/w3W1b/5b1/3ww2/1ww4 w";
    let mut state = state("diaballik", fen, "b1a1,a1b1 a6b6,b6a6 b1a1,a1b1");
    let search_state = search_state();
    let context = SearchContext::quiet(&search_state);
    let report = state.search(&depth(3), &RootMoves::all(), context);
    assert_eq!(report.score, Score::ZERO, "{report:?}");
    let best = report.best().cloned().expect("the game goes on");
    state.play(&[best]).expect("the answer is legal");
    assert_eq!(state.outcome(), Some(Outcome::Draw));
}

#[test]
fn a_win_through_a_position_that_has_since_occurred_twice_is_discarded() {
    let fen = "3b1wb/w1B2b1/2b1w2/7/3b1b1/2ww3/2wW3 w";
    let wait = ["a6a5,a5a6".to_owned()];
    let search_state = search_state();
    let score = |moves| {
        let state = state("diaballik-variant", fen, moves);
        let moves = state.root_moves(&wait).expect("White may wait");
        let context = SearchContext::quiet(&search_state);
        state.search(&depth(2), &moves, context).score
    };
    assert_eq!(score(""), Score::loss_in(4));
    // Black played the only winning move, both sides waited twice, and Black undid it.
    let moves = "a6a5,a5a6 c6f3,d3e3,e3e2 a6a5,a5a6 g7g6,g6g7 a6a5,a5a6 f3c6,e2e3,e3d3";
    let after = score(moves);
    assert!(!after.is_decided(), "{after}");
}
