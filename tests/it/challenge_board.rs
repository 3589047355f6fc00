//! The board of the inner game of `gipf-zertz-challenge` in matches and records is always explicit.

use std::fs;

use crate::matches::{Outcomes, run, run_match, try_program};
use crate::tools::folder;

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
    let arguments = [
        "--game",
        "gipf-zertz-challenge",
        "--engine",
        &one,
        "--engine",
        &two,
        "--rounds",
        "1",
        "--nodes",
        "40",
        "--openings",
        &openings,
        "--record",
        &record,
        "--games",
        &games,
    ];
    let text = run_match(&arguments, true);
    assert!(text.contains("endings: rules 2"), "{text}");
    // The files name the board.
    for file in [&record, &games] {
        let (good, list) = run(&["convert", "--to", "list", file]);
        assert!(good, "{list}");
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
        let Outcomes { err, code, .. } = try_program(&[
            "--game", game, "match", "--engine", one, "--engine", two, "--nodes", "5",
        ]);
        assert_ne!(code, Some(0), "{err}");
        assert!(err.contains("ChallengeBoard"), "{err}");
    }
}
