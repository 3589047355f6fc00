//! The board of the inner game of `gipf-zertz-challenge` in matches and records is always explicit.

use std::fs;

use crate::matches::run_match;
use crate::program::{folder, run, text};

/// The start of a challenge on the board of 37 rings with the marbles of the blitz game.
const BLITZ: &str = "W3/1w^3/2b3/3b3/6/5/B3 10 12 w 1,0 !c3^f5 4/5/6/7/6/5/4 5,7,9 0,0,0 0,0,0 1";

#[test]
fn a_match_is_played_and_recorded_on_the_board_of_the_engine_options() {
    let folder = folder("challenge-board");
    let file = |name: &str| folder.join(name).display().to_string();
    let (openings, record, games) = (file("openings"), file("record"), file("games"));
    fs::write(&openings, BLITZ).expect("can write a file");
    let engine = |name: &str| format!("name={name} option.ChallengeBoard=zertz-blitz self");
    let (one, two) = (engine("one"), engine("two"));
    let game = ["--game", "gipf-zertz-challenge", "--rounds", "1"];
    let engines = ["--engine", &one, "--engine", &two, "--nodes", "40"];
    let files = ["--record", &record, "--games", &games];
    let files = [&["--openings", &openings], &files[..]].concat();
    let printed = run_match(&[&game[..], &engines, &files].concat(), true);
    assert!(printed.contains("endings: rules 2"), "{printed}");
    // The files name the board.
    for file in [&record, &games] {
        let list = text(&run(&["convert", "--to", "list", file], ""));
        let begins = format!("gipf-zertz-challenge-blitz {BLITZ} moves ");
        let lines = list.lines().filter(|line| line.starts_with(&begins));
        assert_eq!(lines.count(), 2, "{list}");
    }
}

#[test]
fn a_match_on_two_boards_is_refused() {
    let (usual, small) = ("self", "option.challengeboard=zertz-40 self");
    for (game, one, two) in [
        ("gipf-zertz-challenge", usual, small),
        ("gipf-zertz-challenge-61", small, small),
        (
            "gipf-zertz-challenge",
            "option.ChallengeBoard=gipf self",
            usual,
        ),
    ] {
        let engines = ["--engine", one, "--engine", two, "--nodes", "5"];
        let err = run_match(&[&["--game", game], &engines[..]].concat(), false);
        assert!(err.contains("ChallengeBoard"), "{err}");
    }
}
