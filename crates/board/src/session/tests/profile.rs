//! Settings and progress, and the game that comes back.

use super::*;

fn profile(board: &TestBoard) -> &Value {
    &board.state["profile"]
}

#[test]
fn settings_and_progress_are_merged_published_and_kept() {
    let mut board = TestBoard::new("dvonn", &[]);
    board.join(2);
    for change in [
        json!({"settings": {"theme": "dark", "lines": 2}, "lessons": {"gipf": ["row"]}}),
        json!({"settings": {"lines": 3, "sounds": false}, "lessons": {"gipf": ["goal"], "dvonn": ["goal"]}}),
        json!({"puzzles": {"gipf": ["8 x"]}, "streak": 1}),
        json!({"streak": 0, "failed": {"gipf": ["9 x"]}, "runs": {"gipf": 4}}),
        json!({"ratings": {"gipf": {"rating": 1432, "deviation": 80, "volatility": 60_000}}}),
        json!({"runs": {"gipf": 7}}),
    ] {
        let mut request = json!({"t": "profile"});
        for (name, value) in change.as_object().expect("fields") {
            request[name] = value.clone();
        }
        board.ask(request);
    }
    let all = json!({
        "settings": {"theme": "dark", "lines": 3, "sounds": false},
        "lessons": {"gipf": ["goal", "row"], "dvonn": ["goal"]},
        "puzzles": {"gipf": ["8 x"]},
        "failed": {"gipf": ["9 x"]},
        "streak": 0,
        "runs": {"gipf": 7},
        "ratings": {"gipf": {"rating": 1432, "deviation": 80, "volatility": 60_000}},
    });
    assert_eq!(profile(&board), &all);
    let other = board.received.iter().rev().find(|one| one["to"] == 2);
    assert_eq!(other.expect("a patch")["message"]["profile"], all);
    let later = TestBoard::with(settings("dvonn", &[]), board.all_files());
    assert_eq!(profile(&later), &all);
}

#[test]
fn a_change_that_is_too_long_or_wrong_is_refused() {
    let mut board = TestBoard::new("dvonn", &[]);
    let long = "x".repeat(300_000);
    board.refused(json!({"t": "profile", "settings": {"theme": long}}));
    board.refused(json!({"t": "profile", "lessons": {"gipf": 3}}));
    assert_eq!(profile(&board)["settings"], json!({}));
}

#[test]
fn a_damaged_profile_is_reported_kept_and_replaced_on_request() {
    let damaged = [("profile.json".to_owned(), "{\"pro".to_owned())];
    let mut board = TestBoard::with(settings("dvonn", &[]), damaged.into());
    assert_eq!(board.state["unsaved"]["key"], "profile-unread");
    board.ask(json!({"t": "profile", "streak": 4}));
    assert_eq!(board.all_files()["profile.json"], "{\"pro");
    let answer = board.ask(json!({"t": "profile_anew"}));
    assert_eq!(answer["text"], "{\"pro");
    assert_eq!(board.state["unsaved"], Value::Null);
    assert!(board.all_files().values().any(|text| text == "{\"pro"));
    let later = TestBoard::with(settings("dvonn", &[]), board.all_files());
    assert_eq!(profile(&later)["streak"], 4);
}

#[test]
fn the_game_on_the_board_comes_back_after_a_restart() {
    let mut board = TestBoard::study("dvonn");
    board.play("f3 c2");
    let first = board.session.saves.file().to_owned();
    board.wait(1000);
    board.new_game(json!({}));
    board.play("i4");
    board.wait(1000);
    // An older game is opened again.
    board.ask(json!({"t": "open_saved", "file": first}));
    board.ask(json!({"t": "resign", "side": "p1"}));
    board.input(Input::Flush);
    let restart = |board: &TestBoard, resumes| {
        let mut later = settings("zertz", &[]);
        later.resumes = resumes;
        TestBoard::with(later, board.all_files())
    };
    let again = restart(&board, true);
    assert_eq!(again.moves(), "f3 c2");
    assert_eq!(again.state["ending"]["winner"], "p2");
    // Another game was asked for.
    let other = restart(&board, false);
    assert_eq!(other.state["game"]["id"], "zertz");
    // A deleted game does not come back.
    board.ask(json!({"t": "delete_saved", "files": [first]}));
    let fresh = restart(&board, true);
    assert_eq!((fresh.moves().as_str(), fresh.nodes.len()), ("", 1));
}

#[test]
fn only_an_unfinished_game_is_offered() {
    let mut board = TestBoard::study("dvonn");
    board.play("f3 c2");
    board.wait(1000);
    let restart = |board: &TestBoard| TestBoard::with(settings("dvonn", &[]), board.games());
    assert_eq!(restart(&board).state["offer"]["plies"], 2);
    board.ask(json!({"t": "resign", "side": "p1"}));
    board.wait(1000);
    assert_eq!(restart(&board).state["offer"], Value::Null);
}
