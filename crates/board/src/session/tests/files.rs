//! Saves and records.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::*;
use ringstack_engine::play::index::IndexBuilder;
use ringstack_engine::play::record::Reader;

const TWO_GAMES: &str = "[Game \"dvonn\"]\n[P1 \"Ann\"]\n[P2 \"Bob\"]\n[Date \"2026.01.02\"]\n\n1. c3 d4 *\n\n\
    [Game \"zertz\"]\n[P1 \"Eve\"]\n[P2 \"Kim\"]\n\n1. wd4,a1 *\n\n\
    [Game \"dvonn\"]\n\n1. z9 *\n";

#[test]
fn a_file_with_several_games_is_offered_as_a_list() {
    let mut board = TestBoard::study("gipf");
    board.play("a2-b3");
    let answer = board.import(TWO_GAMES);
    let games = answer["games"].as_array().expect("a list");
    assert_eq!(games.len(), 3);
    assert_eq!(
        games[0],
        json!({"number": 1, "game": "dvonn", "players": ["Ann", "Bob"], "result": "*", "plies": 2, "opening": "c3 d4",
            "comments": 0, "reviewed": false, "date": "2026.01.02"})
    );
    assert!(refusal(&games[2]["error"]).contains("z9"));
    assert_eq!(board.moves(), "a2-b3", "nothing is opened yet");
    let open = |number: u64| json!({"t": "import", "text": TWO_GAMES, "number": number});
    board.ask(open(2));
    assert_eq!(board.moves(), "wd4,a1");
    assert!(board.refused(open(3)).contains("z9"));
    assert!(board.refused(open(4)).contains("allowed are 1 to 3"));
    board.refused(json!({"t": "import", "text": "\n"}));
    let saved = &board.new_game(json!({}))["saved"];
    assert_eq!(
        saved["players"],
        json!(["Eve", "Kim"]),
        "an opened record is saved, too"
    );
}

#[test]
fn a_record_that_fits_several_games_can_be_opened_as_each() {
    let mut board = TestBoard::study("gipf");
    let answer = board.import("1. wd4,a1 bd5,a4 *\n");
    assert_eq!(board.state["game"]["id"], "zertz");
    let others = answer["others"].as_array().expect("a list");
    assert!(others.contains(&json!("zertz-40")) && !others.contains(&json!("zertz")));
    let again = json!({"t": "import", "text": "1. wd4,a1 bd5,a4 *\n", "game": "zertz-40"});
    assert_eq!(board.ask(again).get("others"), None);
    assert_eq!(board.state["game"]["id"], "zertz-40");
    assert_eq!(board.moves(), "wd4,a1 bd5,a4");
    // The game on the board needs no question.
    assert_eq!(board.import("1. wd4,a1 *\n").get("others"), None);
    let unknown = json!({"t": "import", "text": "1. wd4,a1 *\n", "game": "go"});
    assert!(board.refused(unknown).contains("zertz-40"));
}

#[test]
fn a_record_with_two_results_is_opened_with_a_warning() {
    let mut board = TestBoard::study("gipf");
    let record = |tag: &str| format!("[Game \"dvonn\"]\n[Result \"{tag}\"]\n\n1. c3 0-1\n");
    let args = &board.import(&record("1-0"))["warning"]["args"];
    assert_eq!(
        (&args["tag"], &args["last"]),
        (&json!("1-0"), &json!("0-1"))
    );
    let counts = match board.state["ending"]["winner"].as_str() {
        Some("p1") => "1-0",
        _ => "0-1",
    };
    assert_eq!(args["counts"], counts);
    assert_eq!(board.import(&record("0-1")).get("warning"), None);
}

#[test]
fn the_legal_part_of_a_record_is_opened_on_request() {
    const BROKEN: &str = "[Game \"dvonn\"]\n\n1. c3 d4 2. z9 e1 *\n";
    let mut board = TestBoard::study("gipf");
    board.play("a2-b3");
    let answer = board.import(BROKEN);
    assert_eq!(answer["legal"], 2);
    assert!(refusal(&answer["refused"]).contains("z9"));
    assert_eq!(board.moves(), "a2-b3", "nothing is opened yet");
    board.ask(json!({"t": "import", "text": BROKEN, "keep_legal": true}));
    assert_eq!(board.moves(), "c3 d4");
    let comment = &board.nodes[&board.live()]["comment"];
    assert!(
        comment.as_str().is_some_and(|text| text.contains("z9 e1")),
        "{comment}"
    );

    // In a file of several games as well, by number.
    let file = format!("{TWO_GAMES}\n{BROKEN}");
    let games = &board.import(&file)["games"];
    assert_eq!(
        (games[2].get("legal"), &games[3]["legal"]),
        (None, &json!(2))
    );
    board.ask(json!({"t": "import", "text": file, "number": 4, "keep_legal": true}));
    assert_eq!(board.moves(), "c3 d4");
}

#[test]
fn a_file_in_another_encoding_is_decoded() {
    let mut board = TestBoard::study("dvonn");
    // "Zoë" in Windows-1252.
    let answer = board.ask(json!({"t": "decode", "bytes": "Wm/r"}));
    assert_eq!(answer["text"], "Zoë\n");
    for bytes in ["?", "UEsDBA=="] {
        board.refused(json!({"t": "decode", "bytes": bytes}));
    }
}

#[test]
fn an_index_is_opened_in_the_explorer() {
    let mut bytes = Vec::new();
    let mut builder = IndexBuilder::new(2);
    let record = Reader::new("[Game \"dvonn\"]\n\n1. c3 d4 *\n".as_bytes(), None).next();
    let record = record.expect("a game").expect("a record");
    builder.add(&record).expect("room");
    builder.finish(&mut bytes).expect("an index");
    let mut board = TestBoard::study("dvonn");
    let answer = board.ask(json!({"t": "decode", "bytes": BASE64_STANDARD.encode(&bytes)}));
    assert_eq!(answer["indexed"], 1);
    board.new_game(json!({}));
    let node = board.live();
    let found = board.ask(json!({"t": "explore", "node": node, "games": "file"}));
    assert_eq!(
        (&found["games"], &found["moves"][0]["results"]),
        (&json!(1), &json!([0, 0, 0, 1]))
    );
}

#[test]
fn links_are_not_taken_for_records() {
    let mut board = TestBoard::study("dvonn");
    let refusals = [
        "https://example.org/game/5",
        " www.example.org\n",
        "dvonn z9",
    ]
    .map(|text| board.refused(json!({"t": "import", "text": text})));
    assert_eq!(refusals[0], refusals[1]);
    assert_ne!(refusals[0], refusals[2]);
}

#[test]
fn annotated_work_is_saved_before_another_game_begins() {
    let mut board = TestBoard::study("dvonn");
    board.import("[Game \"dvonn\"]\n[P1 \"Ann\"]\n[P2 \"Bob\"]\n\n1. c3 d4 2. e1 1-0\n");
    let (live, root) = (board.live(), board.state["game"]["root"].clone());
    let comment = "brace } and\nline";
    board.ask(json!({"t": "comment", "node": live, "text": comment}));
    board.ask(json!({"t": "play", "node": root, "token": "d4", "game": false}));
    let answer = board.new_game(json!({}));
    let saved = &answer["saved"];
    assert_eq!(
        (&saved["players"], &saved["plies"]),
        (&json!(["Ann", "Bob"]), &json!(3))
    );
    let list = board.ask(json!({"t": "saves"}));
    assert_eq!(list["folder"], "/saves");
    assert_eq!(list["games"][0], *saved);
    assert_eq!(saved["comments"], 1);
    let check = |board: &TestBoard| {
        let texts = board
            .nodes
            .values()
            .filter_map(|node| node["comment"].as_str());
        assert_eq!(texts.collect::<Vec<_>>(), [comment]);
        assert_eq!(board.nodes.len(), 5);
        assert_eq!(board.state["ending"]["winner"], "p1");
        assert_eq!(board.state["players"][0]["name"], "Ann");
    };
    board.ask(json!({"t": "open_saved", "file": saved["file"]}));
    check(&board);
    // The file is also a valid record.
    let text = board.games().pop_last().expect("a file").1;
    board.import(&text);
    check(&board);
    for file in ["board-9.pgn", "../secret", "other.pgn"] {
        board.refused(json!({"t": "open_saved", "file": file}));
    }
}

#[test]
fn a_save_is_written_half_a_second_after_the_previous_one() {
    let mut board = TestBoard::study("dvonn");
    assert!(board.games().is_empty(), "nothing to save");
    board.play("c3");
    assert_eq!(board.games().len(), 1);
    let saved = |board: &TestBoard, token: &str| {
        let text = board.games().pop_first();
        text.is_some_and(|(_, text)| text.contains(token))
    };
    assert!(saved(&board, "c3"));
    board.play("d4");
    board.wait(499);
    assert!(!saved(&board, "d4"));
    board.wait(1);
    assert!(saved(&board, "d4"));
    board.play("e1");
    board.input(Input::Flush);
    assert!(saved(&board, "e1"), "at the end of the program at once");
    board.set_full(true);
    board.play("f2");
    board.wait(20_000);
    assert_eq!(board.state["unsaved"]["args"]["text"], "disk full");
    board.set_full(false);
    board.wait(5000);
    assert!(saved(&board, "f2"), "{:?}", board.games());
    assert_eq!(board.state["unsaved"], json!(null));
}

#[test]
fn the_last_game_of_an_earlier_run_is_offered_by_name() {
    let mut board = TestBoard::new("dvonn", &["name=Alpha x"]);
    let mut game = against(0, Some(4));
    game["time"] = json!({"kind": "clock", "base": [9000, 9000], "increment": [0, 0]});
    game["players"][0]["name"] = json!("Ann");
    board.new_game(game);
    board.play("c3");
    board.engine_plays("d4");
    board.wait(600);
    board.wait(2000);
    board.play("e1");
    board.prepare();
    board.wait(900);
    board.input(Input::Flush);
    let files = board.all_files();

    let mut again = TestBoard::with(settings("zertz", &["name=Alpha x"]), files.clone());
    let offer = again.state["offer"].clone();
    assert_eq!(offer["players"], json!(["Ann", "Alpha"]));
    assert_eq!(
        (&offer["game"], &offer["plies"]),
        (&json!("dvonn"), &json!(3))
    );
    again.ask(json!({"t": "continue", "yes": true}));
    assert_eq!(
        (again.moves().as_str(), &again.state["paused"]),
        ("c3 d4 e1", &json!(true))
    );
    assert_eq!(again.state["players"][1]["level"], 4);
    assert_eq!(again.state["clock"]["left"], json!([7000, 7500]));
    assert_eq!(again.state["offer"], Value::Null);
    again.ask(json!({"t": "pause", "on": false}));
    again.engine_plays("f2");
    again.wait(1200);
    assert_eq!(
        again.games().len(),
        1,
        "the save is continued in the same file"
    );

    // Without the engine, a user takes its side.
    let mut other = TestBoard::with(settings("dvonn", &["name=Gamma x"]), files);
    other.ask(json!({"t": "continue", "yes": true}));
    let free = json!({"kind": "human", "name": "Alpha"});
    assert_eq!(other.state["players"][1], free);
    let mut declined = TestBoard::with(settings("dvonn", &[]), other.all_files());
    declined.ask(json!({"t": "continue", "yes": false}));
    assert_eq!(declined.state["offer"], Value::Null);
    declined.refused(json!({"t": "continue", "yes": true}));
}

#[test]
fn refused_moves_fens_and_records_can_be_translated() {
    let mut board = TestBoard::study("dvonn");
    let root = board.live();
    let play = |token: &str| json!({"t": "play", "node": root, "token": token, "game": false});
    let human = json!({"kind": "human"});
    let new = |game: &str, fen: &str| {
        json!({"t": "new", "game": game, "fen": fen,
        "players": [human, human], "time": {"kind": "none"}})
    };
    let import = |text: &str| json!({"t": "import", "text": text});
    for (request, key) in [
        (play("z9"), "move-form"),
        (play("pass"), "rule"),
        (new("dvonn", "x"), "fen-form"),
        (new("dvonn", &"9".repeat(5000)), "fen-long"),
        (import("dvonn startpos moves z9"), "record-word"),
        (import("PK\u{3}\u{4}"), "record-kind"),
        (
            json!({"t": "open_saved", "file": "board-1-x.pgn"}),
            "file-unreadable",
        ),
    ] {
        let answer = board.answer(request);
        let error = if answer["error"].is_null() {
            &answer["answer"]["refused"]
        } else {
            &answer["error"]
        };
        assert_eq!(error["key"], key, "{error}");
    }
    // The texts of the game have the rules that a move or a position can violate.
    let texts = board.ask(json!({"t": "texts", "game": "dvonn", "language": "fr"}));
    for request in [play("pass"), new("dvonn", "w,x8/x10/x11/x10/x9 b place")] {
        let answer = board.answer(request);
        let rule = &answer["error"]["args"];
        let key = rule["key"].as_str().unwrap_or_default();
        assert!(texts["texts"][key].is_string(), "{answer}");
        assert_eq!(rule["game"], "dvonn");
    }
}

/// A file of many short games.
fn many_games(count: usize) -> String {
    "dvonn startpos moves c3 d4\n".repeat(count)
}

#[test]
fn a_long_file_is_read_in_slices_and_can_be_stopped() {
    let mut board = TestBoard::study("dvonn");
    let import = json!({"t": "import", "text": many_games(2000)});
    let first = board.begin(import.clone());
    assert_eq!(board.answers(first).len(), 0);
    // Other requests do not wait.
    board.play("c3");
    board.input(Input::Tick);
    let progress = board.state["opening"]["done"].as_u64().expect("a part");
    assert!((1..100).contains(&progress), "{progress}");
    board.ask(json!({"t": "stop_opening"}));
    assert_eq!(board.answers(first)[0]["error"]["key"], "opening-stopped");
    assert!(board.state["opening"].is_null());
    // A newer file takes the place of an older one.
    let second = board.begin(import.clone());
    let third = board.begin(import);
    assert_eq!(
        board.answers(second)[0]["error"]["key"],
        "other-game-requested"
    );
    board.wait(0);
    let answer = &board.answers(third)[0]["answer"];
    assert_eq!(answer["count"], 2000);
    assert_eq!(answer["games"][1999]["number"], 2000);
    assert!(board.state["opening"].is_null());
    // The page that opens a file leaves.
    board.begin(json!({"t": "import", "text": many_games(2000)}));
    board.input(Input::Left(PAGE));
    board.join(PAGE);
    assert!(board.state["opening"].is_null());
}
