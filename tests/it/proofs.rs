//! A win or loss that is told is one.

use ringstack::play::{Means, Seat, Start, open};
use ringstack::rules::Outcome;
use ringstack::search::{Limits, Score, Settings};

use crate::searching::memory;

/// A seat at the end of a line of play.
fn seat(id: &str, fen: &str, moves: &str) -> Box<dyn Seat> {
    let mut seat = open(id).expect("a rule set");
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    seat.set(&Start::Fen(fen.to_owned()), &moves)
        .expect("a line of the game");
    seat
}

fn depth(plies: i32) -> Settings {
    Settings::from(Limits {
        depth: Some(plies),
        ..Limits::default()
    })
}

#[test]
fn a_level_that_overlooks_moves_proves_no_loss() {
    // The moves it notices lose at once, others do not.
    let seat = seat("diaballik", "b1bBb1w/3bw2/3W3/7/b5b/7/ww1ww2 b", "");
    let score = |skill, seed, only: &[String]| {
        let mut settings = depth(2);
        (settings.skill, settings.seed) = (skill, seed);
        let memory = memory();
        let thought = seat.think(&settings, only, Means::quiet(&memory));
        thought.expect("the moves are legal").score
    };
    assert!(!score(20, 0, &[]).is_decided());
    for seed in 1..=6 {
        assert_eq!(score(0, seed, &[]), Score::UNPROVEN_LOSS, "seed {seed}");
    }
    // What is asked for is all there is.
    let only = ["a7b7,d6c6,d7c7".to_owned()];
    assert_eq!(score(0, 1, &only), Score::loss_in(2));
}

#[test]
fn who_loses_with_any_turn_but_a_third_repetition_is_not_lost() {
    // White could have won at once, twice.
    let fen = "2w3b/b4bB/b6/w3W1b/5b1/3ww2/1ww4 w";
    let mut seat = seat("diaballik", fen, "b1a1,a1b1 a6b6,b6a6 b1a1,a1b1");
    let memory = memory();
    let thought = seat.think(&depth(3), &[], Means::quiet(&memory));
    let thought = thought.expect("all moves are searched");
    assert_eq!(thought.score, Score::ZERO, "{thought:?}");
    let best = thought.best.expect("the game goes on");
    seat.play(&[best]).expect("the answer is legal");
    assert_eq!(seat.outcome(), Some(Outcome::Draw));
}

#[test]
fn a_win_through_a_position_that_has_stood_twice_since_is_forgotten() {
    let fen = "3b1wb/w1B2b1/2b1w2/7/3b1b1/2ww3/2wW3 w";
    let wait = ["a6a5,a5a6".to_owned()];
    let memory = memory();
    let score = |moves| {
        let seat = seat("diaballik-variant", fen, moves);
        let thought = seat.think(&depth(2), &wait, Means::quiet(&memory));
        thought.expect("White may wait").score
    };
    assert_eq!(score(""), Score::loss_in(4));
    // Black played the only turn that wins, both sides waited twice, and Black took it back.
    let moves = "a6a5,a5a6 c6f3,d3e3,e3e2 a6a5,a5a6 g7g6,g6g7 a6a5,a5a6 f3c6,e2e3,e3d3";
    let after = score(moves);
    assert!(!after.is_decided(), "{after}");
}
