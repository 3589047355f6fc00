//! The inner game of `gipf-zertz-challenge`: its board is explicit in matches and records, and it is searched like
//! a game of its own.

use std::fs;

use ringstack_engine::play;
use ringstack_engine::search::{Limits, SearchState, Settings};

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
    let line = format!(
        "--game gipf-zertz-challenge --rounds 1 --nodes 40 --each option.ChallengeBoard=zertz-blitz \
         --engine 'name=one self' --engine 'name=two self' --openings {openings} --record {record} --games {games}"
    );
    let printed = run_match(&line, true);
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
        let line = format!("--game {game} --engine '{one}' --engine '{two}' --nodes 5");
        let err = run_match(&line, false);
        assert!(err.contains("ChallengeBoard"), "{err}");
    }
}

/// The inner game is searched exactly like a game of ZÈRTZ, so it is played as well.
#[test]
fn the_inner_game_is_searched_like_a_separate_game() {
    let think = |id: &str, fen: &str| {
        let mut state = play::open(id).expect("a known game");
        state
            .set(&play::Start::Fen(fen.to_owned()), &[])
            .expect("a valid FEN");
        let search_state = SearchState::new(1).expect("a small table");
        let settings = Settings::from(Limits {
            depth: Some(4),
            ..Limits::default()
        });
        let context = play::SearchContext::quiet(&search_state);
        let report = state.search(&settings, &play::RootMoves::all(), context);
        let best = report.best().cloned();
        (best, report.pv, report.nodes, report.score)
    };
    let inner = "2--/5/2b1b1/3wg2/3g2/5/-2- 2,3,4 1,1,2 2,2,2 1";
    let outer = "4/1w^3/2b3/1ww1wwB/6/5/W3 5 5 w 1,0 !c3^e5,xe3e4e5e6e7e8";
    let alone = think("zertz", inner);
    let inside = think("gipf-zertz-challenge", &format!("{outer} {inner}"));
    assert_eq!(
        (&inside.0, &inside.1, inside.2),
        (&alone.0, &alone.1, alone.2)
    );
    // A win of the inner game does not decide the outer one.
    let wins = "w---/-1---/-2---/-------/------/-----/---- 0,1,5 3,3,0 2,4,5 1";
    let alone = think("zertz", wins);
    let inside = think("gipf-zertz-challenge", &format!("{outer} {wins}"));
    assert_eq!(inside.0, alone.0);
    assert!(alone.3.is_win() && !inside.3.is_decided(), "{:?}", inside.3);
}
