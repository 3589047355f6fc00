//! The board of the inner game of `gipf-zertz-challenge` in matches and in records: it is never in doubt.

use std::path::PathBuf;
use std::process::Command as Process;
use std::{env, fs};

/// A challenge about to begin on the board of 37 rings with the marbles of the blitz game.
const BLITZ: &str = "W3/1w^3/2b3/3b3/6/5/B3 10 12 w 1,0 !c3^f5 4/5/6/7/6/5/4 5,7,9 0,0,0 0,0,0 1";

fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("ringstack-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// What the program prints, to either stream, and whether it succeeds.
fn run(arguments: &[&str]) -> (String, bool) {
    let output = Process::new(env!("CARGO_BIN_EXE_ringstack"))
        .args(arguments)
        .output()
        .expect("the program can be started");
    let text = [output.stdout, output.stderr].concat();
    (
        String::from_utf8_lossy(&text).into_owned(),
        output.status.success(),
    )
}

#[test]
fn a_match_is_played_and_kept_on_the_board_that_its_engines_are_told() {
    let folder = folder("challenge-board");
    let file = |name: &str| folder.join(name).display().to_string();
    let (openings, record, games) = (file("openings"), file("record"), file("games"));
    fs::write(&openings, BLITZ).expect("the folder can be written");
    let engine = |name: &str| format!("name={name} option.ChallengeBoard=zertz-blitz self");
    let (one, two) = (engine("one"), engine("two"));
    let (text, good) = run(&[
        "match",
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
    ]);
    assert!(good, "{text}");
    assert!(text.contains("endings: rules 2"), "{text}");
    // Whoever reads the files knows the board.
    for file in [&record, &games] {
        let (list, good) = run(&["convert", "--to", "list", file]);
        assert!(good, "{list}");
        let begins = format!("gipf-zertz-challenge-blitz {BLITZ} moves ");
        let lines = list.lines().filter(|line| line.starts_with(&begins));
        assert_eq!(lines.count(), 2, "{list}");
    }
    fs::remove_dir_all(&folder).expect("the folder is ours");
}

#[test]
fn a_match_on_two_boards_is_refused() {
    let refused = |game: &str, engines: [&str; 2], expected: &str| {
        let [one, two] = engines;
        let (text, good) = run(&[
            "--game", game, "match", "--engine", one, "--engine", two, "--nodes", "5",
        ]);
        assert!(!good, "{text}");
        assert!(text.contains(expected), "{text}");
    };
    let (usual, small) = ("self", "option.challengeboard=zertz-40 self");
    refused(
        "gipf-zertz-challenge",
        [usual, small],
        "would play gipf-zertz-challenge-40, another one gipf-zertz-challenge: expected the same option.ChallengeBoard",
    );
    refused(
        "gipf-zertz-challenge-61",
        [small, small],
        "--game gipf-zertz-challenge-61: the engines' ChallengeBoard says gipf-zertz-challenge-40",
    );
    refused(
        "gipf-zertz-challenge",
        ["option.ChallengeBoard=gipf self", usual],
        "zertz-blitz",
    );
}
