//! The folder of saves as a library.

use super::*;

/// A board with three saved games; the last one is on the board.
fn library() -> TestBoard {
    let mut board = TestBoard::study("dvonn");
    for (moves, names) in [("c3", ["Ann", "Bob"]), ("c3 d4", ["Eve", "Kim"])] {
        let players = names.map(|name| json!({"kind": "human", "name": name}));
        board.new_game(json!({"players": players}));
        board.play(moves);
        board.ms += 1000;
    }
    board.new_game(json!({"game": "gipf"}));
    board.play("a2-b3");
    board
}

impl TestBoard {
    fn library(&mut self) -> Vec<Value> {
        let list = self.ask(json!({"t": "saves"}));
        list["games"].as_array().expect("a list").clone()
    }

    /// The games in the library, newest first, by their first players and numbers of moves.
    fn titles(&mut self) -> Vec<String> {
        let games = self.library();
        let title = |game: &Value| format!("{} {}", game["players"][0], game["plies"]);
        let titles = games.iter().map(title);
        titles.map(|title| title.replace('"', "")).collect()
    }

    /// Adds all games of a record.
    fn add_games(&mut self, text: &str) -> Value {
        self.ask(json!({"t": "add_games", "text": text}))
    }

    /// The names of the files, newest first.
    fn saved(&mut self) -> Vec<String> {
        let games = self.library();
        let files = games.iter().filter_map(|game| game["file"].as_str());
        files.map(str::to_owned).collect()
    }
}

#[test]
fn a_list_reads_only_files_that_have_changed() {
    let mut board = library();
    assert_eq!(board.titles(), [" 1", "Eve 2", "Ann 1"]);
    let games = board.library();
    assert_eq!(games[1]["game"], "dvonn");
    let scene = board.ask(json!({"t": "scene_saved", "file": games[1]["file"]}));
    assert_eq!(
        (&scene["game"], &scene["to_act"]),
        (&json!("dvonn"), &json!("p1"))
    );
    assert!(games[1]["created"].as_u64() > games[2]["created"].as_u64());
    board.reads();
    board.library();
    assert_eq!(board.reads(), 0);
    board.play("b1-b2");
    assert_eq!(board.titles(), [" 2", "Eve 2", "Ann 1"]);
    assert_eq!(board.reads(), 1);
    board.write("board-000000000000001-1-1.pgn", "{");
    let games = board.library();
    refusal(&games[3]["error"]);
}

#[test]
fn games_are_renamed_without_other_changes() {
    let mut board = library();
    let files = board.saved();
    let rename = |file: &str, one: &str, event: &str| {
        let names = json!({"players": [one, "Zoe"], "event": event});
        json!({"t": "rename_saved", "file": file, "names": names})
    };
    let before = board.games()[&files[1]].clone();
    board.ask(rename(&files[1], " Mia ", "Cup \"A\""));
    let renamed = before
        .replace("\"Eve\"", "\"Mia\"")
        .replace("\"Kim\"", "\"Zoe\"");
    let event = "[Event \"Cup \\\"A\\\"\"]\n";
    assert_eq!(board.games()[&files[1]], format!("{event}{renamed}"));
    let entry = board.library().swap_remove(1);
    assert_eq!(
        (&entry["players"], &entry["event"]),
        (&json!(["Mia", "Zoe"]), &json!("Cup \"A\""))
    );
    // The game on the board is renamed there.
    board.ask(rename(&files[0], "Leo", ""));
    assert_eq!(board.state["players"][0]["name"], "Leo");
    board.ask(json!({"t": "open_saved", "file": files[1]}));
    assert_eq!(board.state["players"][0]["name"], "Mia");
    assert_eq!(board.titles()[0], "Leo 1");
    board.refused(rename(&files[2], "a\nb", ""));
    board.refused(rename(&files[2], "a", &"x".repeat(101)));
}

#[test]
fn an_engine_on_the_board_keeps_its_name() {
    let mut board = TestBoard::new("dvonn", &["name=Alpha x"]);
    board.new_game(against(0, None));
    board.play("c3");
    let file = board.saved().swap_remove(0);
    let rename = |two: &str| {
        let names = json!({"players": ["Ann", two], "event": ""});
        json!({"t": "rename_saved", "file": file, "names": names})
    };
    assert!(board.refused(rename("Bob")).contains("Alpha"));
    board.ask(rename("Alpha"));
    assert_eq!(board.state["players"][0]["name"], "Ann");
    assert_eq!(board.state["players"][1]["kind"], "engine");
}

#[test]
fn deleted_games_can_be_restored() {
    let mut board = library();
    let files = board.saved();
    let before = board.games();
    let all = |t: &str| json!({"t": t, "files": files});
    board.ask(all("delete_saved"));
    assert!(board.saved().is_empty());
    assert_eq!(board.games().len(), 3, "nothing is removed");
    assert_eq!(board.moves(), "a2-b3", "the game stays on the board");
    board.ask(all("restore_saved"));
    assert_eq!(board.games(), before);
    board.refused(all("restore_saved"));
    board.play("b1-b2");
    board.input(Input::Flush);
    assert_eq!(board.saved(), files, "the game on the board keeps its file");

    // A deleted game is saved again if it continues.
    board.ask(all("delete_saved"));
    board.play("c1-c2");
    board.wait(500);
    assert_eq!(board.titles(), [" 3"]);
    board.ask(all("restore_saved"));
    assert_eq!(board.titles(), [" 3", " 2", "Eve 2", "Ann 1"]);
}

#[test]
fn games_are_duplicated_and_exported_to_one_file() {
    let mut board = library();
    let files = board.saved();
    board.ask(json!({"t": "duplicate_saved", "files": [files[2], files[1]]}));
    assert_eq!(board.titles(), ["Eve 2", "Ann 1", " 1", "Eve 2", "Ann 1"]);
    let export = board.ask(json!({"t": "export_saved", "files": files}));
    assert_eq!(export["errors"], json!([]));
    let text = export["pgn"].as_str().expect("a text");
    assert!(!text.contains("RingstackBoard"), "{text}");
    let games = board.import(text);
    let names = games["games"].as_array().expect("games").iter();
    let names: Vec<_> = names.map(|game| game["players"][0].clone()).collect();
    assert_eq!(names, ["", "Eve", "Ann"]);
}

#[test]
fn only_names_of_saves_are_accepted() {
    let mut board = library();
    let before = board.games();
    for bad in [
        "../x.pgn",
        "board-/../../x.pgn",
        "deleted-board-1.pgn",
        "board-1.txt",
        "notes.pgn",
        "",
    ] {
        for t in [
            "export_saved",
            "duplicate_saved",
            "delete_saved",
            "restore_saved",
        ] {
            let error = board.refused(json!({"t": t, "files": [bad]}));
            assert!(error.contains("not the name of a saved game"), "{error}");
        }
        let names = json!({"players": ["", ""], "event": ""});
        board.refused(json!({"t": "rename_saved", "file": bad, "names": names}));
        board.refused(json!({"t": "open_saved", "file": bad}));
    }
    assert_eq!(board.games(), before);
}

#[test]
fn all_games_of_a_file_are_added_in_batches() {
    let mut board = TestBoard::study("gipf");
    board.play("a2-b3");
    let game = |n: usize| format!("[Game \"dvonn\"]\n[P1 \"A{n}\"]\n\n1. c3 d4 *\n\n");
    let mut text: String = (0..25).map(game).collect();
    text.push_str("[Game \"dvonn\"]\n[P1 \"Short\"]\n\n1. c3 d4 2. y8 e3 *\n\n");
    text.push_str("[Game \"dvonn\"]\n\n1. z9 *\n");
    let answer = board.add_games(&text);
    assert_eq!(board.moves(), "a2-b3", "the game on the board stays");
    assert_eq!(
        (&answer["added"], &answer["shortened"], &answer["refused"]),
        (&json!(26), &json!(1), &json!(1))
    );
    for (n, word) in ["y8", "z9"].into_iter().enumerate() {
        let reason = refusal(&answer["reasons"][n]);
        assert!(reason.contains(word), "{reason}");
    }
    assert_eq!(board.state["adding"], Value::Null);
    let titles = board.titles();
    assert_eq!(titles.len(), 27);
    assert_eq!(
        (titles[0].as_str(), titles[1].as_str(), titles[25].as_str()),
        ("Short 2", "A24 2", "A0 2"),
        "newest first"
    );
    // An added game is a record: its moves cannot be taken back, even after it was saved again.
    for _ in 0..2 {
        let file = board.saved().swap_remove(0);
        board.ask(json!({"t": "open_saved", "file": file}));
        assert_eq!(board.why_not("takeback"), "no-takeback");
        let node = board.live();
        board.ask(json!({"t": "comment", "node": node, "text": "why"}));
        board.new_game(json!({}));
    }
    assert_eq!(board.library()[0]["comments"], 1);
    board.refused(json!({"t": "add_games", "text": "PK\u{3}\u{4}"}));
}

#[test]
fn games_that_are_already_saved_are_not_added_again() {
    let mut board = TestBoard::study("dvonn");
    board.play("c3 d4 e1");
    board.wait(1000);
    let on_board = board.games().pop_first().expect("a save").1;
    let game = |name, moves| format!("[Game \"dvonn\"]\n[P1 \"{name}\"]\n\n{moves} *\n\n");
    let text = [
        game("Ann", "1. c3 {why} d4!? (1... e1)"),
        game("Bob", "1. c3 d4"),
        game("Ann", "1. c3 d4 2. e1"),
        // The same moves again, by the same player.
        game("Ann", "1. C3 d4"),
        on_board,
    ]
    .concat();
    let counts = |answer: &Value| (answer["added"].clone(), answer["repeated"].clone());
    assert_eq!(counts(&board.add_games(&text)), (json!(3), json!(2)));
    assert_eq!(counts(&board.add_games(&text)), (json!(0), json!(5)));
    assert_eq!(board.library().len(), 4);
    let file = board.saved().swap_remove(0);
    board.ask(json!({"t": "delete_saved", "files": [file]}));
    assert_eq!(counts(&board.add_games(&text)), (json!(1), json!(4)));
}

#[test]
fn a_game_that_could_not_be_saved_is_kept_when_another_one_begins() {
    let mut board = TestBoard::study("dvonn");
    board.set_full(true);
    board.play("c3");
    board.new_game(json!({}));
    board.play("d4 e1");
    board.wait(20_000);
    assert!(board.games().is_empty());
    board.set_full(false);
    board.wait(5000);
    assert_eq!(board.titles(), [" 2", " 1"]);
}

#[test]
fn no_way_to_begin_a_game_discards_the_previous_one() {
    let record = "[Game \"dvonn\"]\n\n1. c3 d4 2. e1 *\n";
    let new = json!({"t": "new", "players": [{"kind": "human"}, {"kind": "human"}], "time": {"kind": "none"}});
    let mut set_up = new.clone();
    set_up["fen"] = json!("x9/x10/w10,x9,r/r,x9/x4,r,x4 w move");
    let saved = "board-000000000000001-0-1.pgn";
    for request in [
        new,
        set_up,
        json!({"t": "import", "text": record}),
        json!({"t": "import", "text": "gipf startpos"}),
        json!({"t": "open_saved", "file": saved}),
        json!({"t": "continue", "yes": true}),
    ] {
        let files = BTreeMap::from([(saved.to_owned(), record.to_owned())]);
        let mut board = TestBoard::with(settings("dvonn", &["name=Alpha x"]), files);
        board.play("c3");
        // The engine moves just before the next game begins.
        board.engine_plays("d4");
        board.wait(600);
        let answer = board.ask(request.clone());
        assert_eq!(answer["saved"]["plies"], 2, "{request}");
        let file = answer["saved"]["file"].clone();
        let list = board.library();
        let found = list.iter().find(|game| game["file"] == file);
        assert_eq!(found.expect("the game")["plies"], 2, "{request}");
    }
}
