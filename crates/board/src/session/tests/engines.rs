//! Engines as players.

use super::*;

#[test]
fn an_engine_plays_at_its_command_line_level_unless_the_user_chooses_one() {
    let mut board = TestBoard::new("dvonn", &["name=Beta y", "name=Alpha option.Skill=3 x"]);
    assert_eq!(board.state["engines"][1]["level"], 3);
    assert_eq!(board.state["engines"][1]["levels"], json!([0, 20]));
    for (engine, level, skill) in [(1, None, "3"), (1, Some(7), "7"), (0, None, "20")] {
        board.new_game(against(engine, level));
        board.play("c3");
        let (_, task) = board.prepare();
        assert_eq!(task.options[0], ("Skill".to_owned(), skill.to_owned()));
        assert_eq!(task.moves, ["c3"]);
    }
    let mut game = against(1, Some(21));
    game["t"] = json!("new");
    game["time"] = json!({"kind": "none"});
    assert!(board.refused(game).contains("allowed are 0 to 20"));
}

/// Plays a move, and then that of the engine. Returns the seed of its search.
fn seed(board: &mut TestBoard, own: &str, reply: &str) -> Option<String> {
    board.play(own);
    let (id, task) = board.prepare();
    board.report(id, EngineEvent::BestMove(task.generation, reply.to_owned()));
    board.wait(1000);
    let mut options = task.options.into_iter();
    let seed = options.find(|(name, _)| name == "Seed");
    seed.map(|(_, value)| value)
}

#[test]
fn each_game_has_its_own_seed_which_its_record_keeps() {
    let mut board = TestBoard::new("dvonn", &["name=Alpha x", "name=Beta option.Seed=5 y"]);
    let mut seeds = Vec::new();
    for _ in 0..3 {
        board.new_game(against(0, Some(3)));
        let first = seed(&mut board, "c3", "d4").expect("a seed");
        assert_eq!(seed(&mut board, "e3", "f3").as_ref(), Some(&first));
        let pgn = board.pgn();
        assert!(pgn.contains(&format!("[Seed \"{first}\"]")), "{pgn}");
        seeds.push(first);
    }
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 3);
    // At full strength only the first moves are by chance, and a seed of the user stays.
    board.new_game(against(0, None));
    assert_ne!(seed(&mut board, "c3", "d4").as_deref(), Some("0"));
    assert_eq!(seed(&mut board, "e3", "f3").as_deref(), Some("0"));
    board.new_game(against(1, Some(3)));
    assert_eq!(seed(&mut board, "c3", "d4"), None);
}

#[test]
fn the_best_move_of_an_old_search_is_not_played() {
    let mut board = TestBoard::new("dvonn", &["name=Alpha x"]);
    board.new_game(against(0, None));
    board.play("c3");
    let (id, task) = board.prepare();
    assert_eq!(board.state["thinking"], "p2");
    board.refused(json!({"t": "play", "node": board.live(), "token": "d4", "game": true}));
    board.ask(json!({"t": "takeback"}));
    board.report(id, EngineEvent::BestMove(task.generation, "d4".to_owned()));
    assert_eq!(
        (board.moves().as_str(), &board.state["thinking"]),
        ("", &Value::Null)
    );
}

/// Plays c3 against an engine, whose reply d4 comes at once.
fn reply(board: &mut TestBoard, level: Option<i64>, time: &Value) {
    let mut game = against(0, level);
    game["time"] = time.clone();
    board.new_game(game);
    board.play("c3");
    board.engine_plays("d4");
}

#[test]
fn the_reply_of_an_engine_is_not_instant() {
    let mut board = TestBoard::new("dvonn", &["name=Alpha x"]);
    let clock = |ms: u64| json!({"kind": "clock", "base": [60000, ms], "increment": [0, 0]});
    let none = json!({"kind": "none"});
    reply(&mut board, Some(5), &none);
    board.wait(599);
    assert_eq!(
        (board.moves().as_str(), &board.state["thinking"]),
        ("c3", &json!("p2"))
    );
    board.wait(1);
    assert_eq!(board.moves(), "c3 d4");
    // The clock of the engine runs meanwhile.
    reply(&mut board, Some(5), &clock(60_000));
    assert_eq!(board.moves(), "c3");
    board.wait(600);
    assert_eq!(board.state["clock"]["left"], json!([60000, 59400]));
    // Full strength waits less, and with little time no engine does.
    reply(&mut board, Some(20), &none);
    board.wait(399);
    assert_eq!(board.moves(), "c3");
    board.wait(1);
    assert_eq!(board.moves(), "c3 d4");
    reply(&mut board, Some(5), &clock(4000));
    assert_eq!(board.moves(), "c3 d4");
    // The user is impatient, or takes the move back.
    reply(&mut board, Some(5), &none);
    board.ask(json!({"t": "move_now"}));
    assert_eq!(board.moves(), "c3 d4");
    reply(&mut board, Some(5), &none);
    board.ask(json!({"t": "takeback"}));
    board.wait(1000);
    assert_eq!(board.moves(), "");
}

#[test]
fn two_engines_play_at_the_chosen_pace() {
    let mut board = TestBoard::new("dvonn", &["name=Alpha x"]);
    let engine = json!({"kind": "engine", "engine": 0, "level": 3});
    let pace = json!({"kind": "move", "ms": 1000});
    board.new_game(json!({"players": [engine, engine], "time": pace}));
    board.engine_plays("c3");
    board.wait(999);
    assert_eq!(board.moves(), "");
    board.wait(1);
    assert_eq!(board.moves(), "c3");
    board.ask(json!({"t": "pace", "ms": 200}));
    board.engine_plays("d4");
    board.wait(200);
    assert_eq!(board.moves(), "c3 d4");
    board.new_game(against(0, None));
    board.refused(json!({"t": "pace", "ms": 200}));
}

#[test]
fn a_failure_pauses_the_game_and_is_reported_once() {
    let mut board = TestBoard::new("dvonn", &["name=Alpha x"]);
    board.new_game(against(0, None));
    board.play("c3");
    let (id, task) = board.prepare();
    let failure = EngineFailure {
        engine: "Alpha".to_owned(),
        fault: EngineFault::Ended,
    };
    board.report(id, EngineEvent::Failed(Some(task.generation), failure));
    assert_eq!(board.state["paused"], true);
    assert_eq!(
        board.state["engines"][0]["trouble"],
        json!({"key": "engine-ended", "args": {"engine": "Alpha"}})
    );
    assert!(board.tagged("notice").is_empty());
    board.ask(json!({"t": "pause", "on": false}));
    board.engine_plays("z9");
    board.wait(400);
    let trouble = json!({"key": "engine-move", "args": {"engine": "Alpha", "token": "z9"}});
    assert_eq!(board.state["engines"][0]["trouble"], trouble);
    assert_eq!(board.moves(), "c3");
    board.ask(json!({"t": "pause", "on": false}));
    board.engine_plays("d4");
    board.wait(400);
    assert_eq!(board.moves(), "c3 d4");
    assert_eq!(board.state["engines"][0]["trouble"], Value::Null);
}

#[test]
fn a_paused_game_continues_step_by_step() {
    let mut board = TestBoard::new("dvonn", &["name=Alpha x"]);
    let engine = json!({"kind": "engine", "engine": 0});
    board.new_game(json!({"players": [engine, engine]}));
    board.engine_plays("c3");
    board.ask(json!({"t": "pause", "on": true}));
    board.commands();
    board.ask(json!({"t": "step"}));
    board.engine_plays("d4");
    assert_eq!(
        (board.moves().as_str(), &board.state["paused"]),
        ("c3 d4", &json!(true))
    );
    assert!(board.commands().is_empty(), "it waits for the next step");
    board.ask(json!({"t": "pause", "on": false}));
    let (id, task) = board.prepare();
    board.ask(json!({"t": "move_now"}));
    assert_eq!(board.commands(), [EngineCommand::Stop]);
    board.report(id, EngineEvent::BestMove(task.generation, "e1".to_owned()));
    assert_eq!(board.moves(), "c3 d4 e1");
}

#[test]
fn a_series_lists_its_games() {
    let mut board = TestBoard::new("dvonn", &["name=Alpha x", "name=Beta y"]);
    let engine = |engine| json!({"kind": "engine", "engine": engine, "level": 3});
    // Without a user, a weakened engine does not wait.
    board.new_game(json!({"players": [engine(0), engine(1)], "series": 1}));
    board.engine_plays("c3");
    board.ask(json!({"t": "resign", "side": "p1"}));
    board.wait(2999);
    assert_eq!(board.moves(), "c3");
    board.wait(1);
    assert_eq!(board.moves(), "");
    assert_eq!(board.state["players"][0]["name"], "Beta");
    let series = &board.state["series"];
    assert_eq!(
        (&series["left"], &series["wins"]),
        (&json!(0), &json!([1, 0]))
    );
    let game = series["games"][0].clone();
    assert_eq!(game["players"], json!(["Alpha", "Beta"]));
    assert_eq!(
        (&game["result"], &game["plies"]),
        (&json!("0-1"), &json!(1))
    );
    let text = board.ask(json!({"t": "export_saved", "files": [game["file"]]}));
    assert!(
        text["pgn"]
            .as_str()
            .is_some_and(|text| text.contains("c3 0-1") && text.contains("[Round \"1\"]"))
    );
    board.engine_plays("d4");
    let opened = board.ask(json!({"t": "open_saved", "file": game["file"]}));
    assert_eq!(opened["saved"]["players"], json!(["Beta", "Alpha"]));
    assert_eq!(
        (board.moves().as_str(), &board.state["ending"]["winner"]),
        ("c3", &json!("p2"))
    );
}

#[test]
fn an_engine_takes_over_from_a_user() {
    let mut board = TestBoard::new("dvonn", &["name=Alpha x"]);
    board.new_game(json!({}));
    board.play("c3");
    let engine = json!({"kind": "engine", "engine": 0, "level": 4});
    board.ask(json!({"t": "player", "side": "p2", "player": engine}));
    board.engine_plays("d4");
    board.wait(600);
    assert_eq!(board.moves(), "c3 d4");
    let missing = json!({"kind": "engine", "engine": 5});
    board.refused(json!({"t": "player", "side": "p2", "player": missing}));
}

#[test]
fn options_are_sent_to_running_engines() {
    let mut board = TestBoard::new("dvonn", &["name=Alpha x"]);
    board.new_game(against(0, None));
    board.play("c3");
    board.prepare();
    let set =
        |name: &str, value: &str| json!({"t": "option", "engine": 0, "name": name, "value": value});
    board.ask(set("hash", "64"));
    let hash = EngineCommand::Set("Hash".to_owned(), Some("64".to_owned()));
    assert_eq!(board.commands(), [hash]);
    assert_eq!(board.state["engines"][0]["set"], json!({"Hash": "64"}));
    for (name, value) in [("Skill", "3"), ("None", "1"), ("Hash", "1\nquit")] {
        board.refused(set(name, value));
    }
    board.ask(json!({"t": "traffic", "engine": 0}));
    let id = board.commands.pop().expect("a command").0;
    board.report(id, EngineEvent::Traffic("> go".to_owned()));
    assert_eq!(
        board.received.last().map(|m| m["text"].clone()),
        Some(json!("> go"))
    );
    // A restart ends the searching process and pauses the game.
    board.ask(json!({"t": "restart", "engine": 0}));
    assert!(!board.engines.contains_key(&id));
    assert_eq!(board.state["paused"], true);
}

#[test]
fn options_of_every_type_can_be_set_except_a_log_file() {
    let mut board = TestBoard::new("dvonn", &["name=Alpha x"]);
    let option = |name: &str, kind| OptionLine {
        name: name.to_owned(),
        kind,
    };
    let text = |name: &str| {
        let default = "<empty>".to_owned();
        option(name, OptionKind::Text { default })
    };
    let options = vec![
        text("Book Path"),
        text("Debug Log File"),
        option("Clear Hash", OptionKind::Button),
        option("New", OptionKind::Unknown("slider".to_owned())),
    ];
    let set = |name: &str, value: Value| json!({"t": "option", "engine": 0, "name": name, "value": value});
    board.ask(json!({"t": "restart", "engine": 0}));
    let probe = *board.engines.keys().last().expect("a probe");
    board.report(probe, EngineEvent::Ready { options });
    let shown = board.state["engines"][0]["options"].as_array();
    let shown = shown.expect("a list").iter().map(|option| &option["name"]);
    assert_eq!(shown.collect::<Vec<_>>(), ["Book Path", "Clear Hash"]);
    board.refused(set("Debug Log File", json!("/etc/passwd")));
    board.refused(set("Clear Hash", Value::Null));
    board.new_game(against(0, None));
    board.play("c3");
    board.commands();
    board.ask(set("Clear Hash", Value::Null));
    board.ask(set("Book Path", json!("a b")));
    board.ask(set("Book Path", json!("")));
    let command = |name: &str, value: Option<&str>| {
        EngineCommand::Set(name.to_owned(), value.map(str::to_owned))
    };
    assert_eq!(
        board.commands(),
        [
            command("Clear Hash", None),
            command("Book Path", Some("a b")),
            command("Book Path", Some("<empty>"))
        ]
    );
}
