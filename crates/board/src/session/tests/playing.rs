//! Moves, results, clocks and edits.

use super::*;
use ringstack_engine::play;

#[test]
fn a_game_can_begin_with_a_random_set_up() {
    let mut board = TestBoard::study("gipf");
    let random = json!({"seed": 12, "balanced": false});
    board.new_game(json!({"game": "dvonn", "random": random}));
    let fen = board.state["game"]["fen"].clone();
    assert!(
        fen.as_str().is_some_and(|fen| fen.ends_with(" w move")),
        "{fen}"
    );
    board.new_game(json!({"game": "dvonn", "random": random}));
    assert_eq!(
        board.state["game"]["fen"], fen,
        "the same seed gives the same position"
    );
    let games = board.state["games"].as_array().expect("a list");
    let offered = games.iter().filter(|game| game["random_setup"] == true);
    assert_eq!(
        offered.map(|game| &game["id"]).collect::<Vec<_>>(),
        ["dvonn"]
    );
    let human = json!({"kind": "human"});
    let new = |game: &str, more: Value| {
        let mut new = json!({"t": "new", "game": game, "players": [human, human],
            "time": {"kind": "none"}, "random": {"seed": 1, "balanced": false}});
        new["fen"] = more;
        new
    };
    assert!(board.refused(new("zertz", Value::Null)).contains("dvonn"));
    board.refused(new("dvonn", fen.clone()));
    assert_eq!(board.state["game"]["fen"], fen);
}

#[test]
fn a_move_and_the_new_view_are_one_answer() {
    let mut board = TestBoard::study("dvonn");
    board.join(2);
    board.received.clear();
    let root = board.live();
    let play = json!({"t": "play", "node": root, "token": "c3", "game": true});
    let answer = board.answer(play);
    assert_eq!(answer["t"], "patch");
    let node = answer["answer"]["node"].clone();
    assert_eq!(answer["live"], node);
    let view = &answer["views"][0];
    assert_eq!(
        (&view["node"], view["trace"]["token"].as_str()),
        (&node, Some("c3"))
    );
    assert_eq!(view["touches"]["scene"]["to_act"], "p2");
    assert!(
        view["touches"]["next"]
            .as_array()
            .is_some_and(|next| next.len() == 48)
    );
    // The other page receives the same patch without the answer.
    let other = board
        .received
        .iter()
        .find(|received| received["to"] == 2 && received["message"]["t"] == "patch")
        .expect("a patch");
    assert_eq!(other["message"]["views"][0], *view);
    assert!(other["message"].get("id").is_none());
}

#[test]
fn the_touch_that_completes_a_move_plays_it() {
    let mut board = TestBoard::study("diaballik");
    let node = board.live();
    let touch = |touches: &[&str], play: Value| json!({"t": "touches", "node": node, "touches": touches, "play": play});
    let steps = ["b1", "b2", "a1", "b1"];
    let asked = board.ask(touch(&steps, Value::Null));
    let more = board.ask(touch(&steps, json!(true)));
    assert_eq!(more, asked, "the player may go on");
    assert_eq!(board.live(), node);
    let with_done = [&steps[..], &["done"]].concat();
    let sent = board.sent;
    let played = board.answer(touch(&with_done, json!(true)));
    assert_eq!(board.sent, sent + 1, "one message");
    assert_eq!(played["answer"]["node"], board.live());
    assert_eq!(board.moves(), "a1a2,a2b2");
    // The steps are in the order of the touches: a page has shown the first ones already.
    let view = &played["views"][0];
    assert_eq!(view["trace"]["steps"], asked["steps"]);
    let variation = board.ask(touch(&with_done, json!(false)));
    assert_eq!(variation, played["answer"]);
    let refused = board.ask(touch(&["a1", "a5"], json!(true)));
    assert!(refused["reason"]["text"].is_string());
    let again = board.refused(touch(&with_done, json!(true)));
    assert!(again.contains("continued"), "{again}");
}

#[test]
fn a_typed_move_may_have_other_separators() {
    let mut board = TestBoard::study("gipf-basic");
    board.play("A1b2 a5–b5");
    assert_eq!(board.moves(), "a1-b2 a5-b5");
}

#[test]
fn a_refused_move_changes_nothing() {
    let mut board = TestBoard::study("dvonn");
    let root = board.live();
    let revision = board.state["revision"].clone();
    for (node, token) in [(root, "z9"), (root + 99, "c3"), (root, "c3\nquit")] {
        board.refused(json!({"t": "play", "node": node, "token": token, "game": true}));
    }
    assert!(board.refused(json!({"t": "shell"})).contains("shell"));
    assert_eq!(board.state["revision"], revision);
    board.say(json!({"t": "play", "node": root, "token": "z9", "game": true}));
    assert_eq!(
        board.tagged("notice").len(),
        1,
        "without an id it is a notice"
    );
    board.say(json!({"t": "hello", "version": 1}));
    assert_eq!(
        board.received.last().map(|m| m["t"].clone()),
        Some(json!("outdated"))
    );
}

#[test]
fn every_game_can_be_played_shown_and_set_up() {
    let mut board = TestBoard::study("dvonn");
    for id in ringstack_engine::games::ids() {
        board.new_game(json!({"game": id}));
        let root = board.live();
        let first = play::open(id).expect(id).legal().swap_remove(0);
        board.play(&first);
        let view = board.ask(json!({"t": "view", "node": board.live()}));
        assert_eq!(view["touches"]["scene"]["game"], id);
        let peek = board.ask(json!({"t": "peek", "node": root, "tokens": [first]}));
        assert_eq!(peek, view["touches"]["scene"]);
        let touches = board.ask(json!({"t": "touches", "node": root, "touches": []}));
        assert!(
            touches["next"]
                .as_array()
                .is_some_and(|next| !next.is_empty())
        );
        let refused = board.ask(json!({"t": "touches", "node": root, "touches": ["nowhere"]}));
        assert_eq!(refused["reason"]["key"], "reason.nothing");
        let edit = board.ask(json!({"t": "edit", "node": root, "items": []}));
        assert!(edit["fen"].is_string());
        board.refused(json!({"t": "edit", "game": id, "items": ["nowhere=x"]}));
        assert_eq!(board.ask(json!({"t": "about", "game": id}))["id"], *id);
    }
    board.refused(json!({"t": "about", "game": "chess"}));
}

#[test]
fn take_back_removes_moves_and_undo_restores_them() {
    let mut board = TestBoard::new("dvonn", &["name=Alpha x"]);
    board.new_game(against(0, None));
    assert_eq!(board.why_not("takeback"), "no-takeback");
    board.play("c3");
    board.engine_plays("d4");
    board.wait(400);
    board.play("e1");
    board.ask(json!({"t": "takeback"}));
    assert_eq!(board.moves(), "c3 d4", "the user's own move");
    assert_eq!(board.nodes.len(), 3);
    assert!(matches!(board.commands().last(), Some(EngineCommand::Stop)));
    board.ask(json!({"t": "takeback"}));
    assert_eq!((board.moves().as_str(), board.nodes.len()), ("", 1));
    assert!(
        board
            .refused(json!({"t": "takeback"}))
            .contains("no-takeback")
    );
    board.ask(json!({"t": "undo"}));
    assert_eq!((board.moves().as_str(), board.nodes.len()), ("c3 d4", 3));
    board.play("e2");
    board.ask(json!({"t": "undo"}));
    assert_eq!(board.moves(), "c3 d4 e2", "a game that has gone on stays");
    assert_eq!(board.nodes.len(), 5, "the move is a variation now");
}

/// A finished game whose result does not follow from the rules.
const FINISHED: &str = "[Game \"dvonn\"]\n[P1 \"Ann\"]\n[P2 \"Bob\"]\n[Result \"1-0\"]\n\
    [Termination \"resignation\"]\n[Event \"Cup\"]\n\n1. c3 d4 2. e1 {why} 1-0\n";

#[test]
fn each_of_two_users_takes_back_their_own_move() {
    let mut board = TestBoard::study("dvonn");
    let take_back = |side: &str| json!({"t": "takeback", "side": side});
    board.play("c3");
    assert!(board.refused(take_back("p2")).contains("no-takeback"));
    board.play("d4");
    board.ask(take_back("p1"));
    assert_eq!(board.moves(), "");
    board.play("c3 d4");
    board.ask(take_back("p2"));
    assert_eq!(board.moves(), "c3");
}

#[test]
fn the_result_of_a_record_changes_only_on_request() {
    let mut board = TestBoard::study("zertz");
    board.import(FINISHED);
    assert_eq!(board.why_not("takeback"), "game-over");
    let ending = json!({"winner": "p1", "reason": "resignation", "text": null});
    assert_eq!(board.state["ending"], ending);
    assert_eq!(board.state["players"][1]["name"], "Bob");
    // A move after the end is a variation.
    let live = board.live();
    board.ask(json!({"t": "play", "node": live, "token": "a1", "game": false}));
    assert_eq!((board.live(), &board.state["ending"]), (live, &ending));
    let text = board.pgn();
    for part in ["[Result \"1-0\"]", "\"resignation\"", "\"Cup\"", "{why}"] {
        assert!(text.contains(part), "{text}");
    }
    // Each of these requests removes the result, and an undo restores it.
    let root = board.state["game"]["root"].clone();
    let first = board.nodes.values().find(|node| node["parent"] == root);
    let first = first.expect("a move")["id"].clone();
    for request in [
        json!({"t": "live", "node": first}),
        json!({"t": "remove", "node": first}),
        json!({"t": "result", "winner": null}),
    ] {
        board.ask(request);
        assert_eq!(board.state["ending"], Value::Null);
        board.ask(json!({"t": "undo"}));
        assert_eq!((board.live(), &board.state["ending"]), (live, &ending));
    }
    board.ask(json!({"t": "result", "winner": "draw"}));
    assert!(board.pgn().contains("[Result \"1/2-1/2\"]"));
}

#[test]
fn moves_after_an_unfinished_record_can_be_taken_back() {
    let mut board = TestBoard::study("zertz");
    board.import("dvonn startpos moves c3 d4");
    assert_eq!(board.why_not("takeback"), "no-takeback");
    board.play("e1");
    board.ask(json!({"t": "takeback"}));
    assert_eq!(board.moves(), "c3 d4");
    assert!(
        board
            .refused(json!({"t": "takeback"}))
            .contains("no-takeback")
    );
}

#[test]
fn clocks_run_from_the_first_move_until_one_expires() {
    let mut board = TestBoard::new("dvonn", &["name=Alpha x"]);
    let time = json!({"kind": "clock", "base": [10000, 5000], "increment": [0, 2000]});
    let mut game = against(0, None);
    game["time"] = time;
    board.new_game(game);
    board.wait(3000);
    board.play("c3");
    let (id, task) = board.prepare();
    let numbers: Vec<i64> = task.go.numbers.values().copied().collect();
    assert_eq!(numbers, [10000, 5000, 0, 2000]);
    board.wait(1000);
    board.report(id, EngineEvent::BestMove(task.generation, "d4".to_owned()));
    let clock = json!({"left": [10000, 6000], "running": "p1", "since": 4000});
    assert_eq!(board.state["clock"], clock);
    // A page that connects later receives the same clock, and the time of the server.
    board.wait(1500);
    board.join(PAGE);
    assert_eq!(
        (&board.state["clock"], &board.state["now"]),
        (&clock, &json!(5500))
    );
    board.wait(2500);
    board.play("e1");
    board.ask(json!({"t": "takeback"}));
    assert_eq!(
        board.state["clock"]["left"],
        json!([10000, 6000]),
        "as after d4"
    );
    board.wait(9999);
    assert_eq!(board.state["ending"], Value::Null);
    board.wait(1);
    assert_eq!(board.state["ending"]["reason"], "time");
    assert_eq!(board.state["ending"]["winner"], "p2");
    assert_eq!(board.state["clock"]["running"], Value::Null);
    assert!(board.pgn().contains("[Termination \"time\"]"));
}

#[test]
fn edits_can_be_undone() {
    let mut board = TestBoard::study("dvonn");
    board.play("c3 d4 e1");
    let node = board.live();
    let before = board.nodes.clone();
    for edit in [
        json!({"t": "comment", "node": node, "text": "good } move\nreally"}),
        json!({"t": "mark", "node": node, "mark": "!?"}),
        json!({"t": "draw", "node": node, "drawn": [{"ink": "red", "from": "a1", "to": "b2"}]}),
        json!({"t": "remove", "node": node}),
    ] {
        board.ask(edit.clone());
        assert_ne!(board.nodes, before, "{edit}");
        board.ask(json!({"t": "undo"}));
        assert_eq!(board.nodes, before, "{edit}");
    }
    assert_eq!(board.why_not("undo"), "no-edit");
    board.refused(json!({"t": "mark", "node": node, "mark": "??!"}));
    board.refused(json!({"t": "comment", "node": node, "text": "bell \u{7}"}));
    board.refused(json!({"t": "remove", "node": board.state["game"]["root"]}));
}

#[test]
fn a_variation_can_become_the_main_line() {
    let mut board = TestBoard::study("dvonn");
    board.play("c3 d4");
    let first = board
        .session
        .game
        .tree()
        .main_line(board.session.game.tree().root())[0];
    let other = board.ask(json!({"t": "play", "node": first, "token": "e1", "game": false}));
    board.ask(json!({"t": "promote", "node": other["node"]}));
    assert!(
        board.pgn().contains("1. c3 e1 (1... d4) *"),
        "{}",
        board.pgn()
    );
    board.ask(json!({"t": "undo"}));
    assert!(board.pgn().contains("1. c3 d4 (1... e1) *"));
}

#[test]
fn players_have_names() {
    let mut board = TestBoard::new("dvonn", &["name=Alpha x"]);
    let mut game = against(0, None);
    game["players"][0]["name"] = json!("Ann");
    board.new_game(game);
    assert_eq!(board.state["players"][0]["name"], "Ann");
    assert_eq!(board.state["players"][1]["name"], "Alpha");
    let player = |name: &str| json!({"kind": "human", "name": name});
    board.ask(json!({"t": "player", "side": "p1", "player": player(" Eve ")}));
    assert!(board.pgn().contains("[P1 \"Eve\"]\n[P2 \"Alpha\"]"));
    for bad in ["a\nb", &"x".repeat(101)] {
        board.refused(json!({"t": "player", "side": "p1", "player": player(bad)}));
    }
    board.play("c3");
    board.ask(json!({"t": "resign", "side": "p1"}));
    assert_eq!(board.state["ending"]["winner"], "p2");
    board.refused(json!({"t": "resign", "side": "p2"}));
    board.ask(json!({"t": "undo"}));
    assert_eq!(board.state["ending"], Value::Null, "a mistake is undone");
}

#[test]
fn a_newer_request_replaces_a_game_that_waits_for_its_set_up() {
    let mut board = TestBoard::study("dvonn");
    board.late_set_ups = Some(Vec::new());
    let human = json!({"kind": "human"});
    let random = |seed: u64| {
        json!({"t": "new", "players": [human, human], "time": {"kind": "none"},
            "random": {"seed": seed, "balanced": false}})
    };
    let find = |board: &mut TestBoard| {
        let late = board.late_set_ups.as_mut().expect("set-ups");
        let found = late.remove(0);
        board.input(found);
    };
    let fen = |board: &TestBoard| board.state["game"]["fen"].clone();
    let first = board.begin(random(1));
    let second = board.begin(random(2));
    assert_eq!(board.answers(first).len(), 1);
    board.play("c3");
    find(&mut board);
    assert_eq!(fen(&board), Value::Null, "the set-up of the replaced game");
    assert!(board.answers(second).is_empty());
    find(&mut board);
    assert!(board.answers(second)[0].get("error").is_none());
    assert!(fen(&board).is_string());

    // Another game of a page replaces it, too.
    let third = board.begin(random(3));
    board.new_game(json!({}));
    find(&mut board);
    let answers = board.answers(third);
    assert!(answers.len() == 1 && answers[0].get("error").is_some());
    assert_eq!(fen(&board), Value::Null);
}

#[test]
fn the_date_of_a_game_is_the_day_of_the_user_beside_the_time_in_utc() {
    let mut board = TestBoard::study("dvonn");
    let tags = |board: &mut TestBoard| {
        let pgn = board.pgn();
        let tags = pgn
            .lines()
            .filter(|line| line.contains("Date") || line.contains("UTC"));
        tags.collect::<Vec<_>>().join(" ")
    };
    let utc = r#"[UTCDate "2025.11.25"] [UTCTime "00:00:00"]"#;
    assert_eq!(tags(&mut board), format!(r#"[Date "2025.11.25"] {utc}"#));
    // The page of the user tells the zone: before the first move, it counts for the game that has begun.
    let hello = json!({"t": "hello", "version": messages::VERSION, "zone": -300});
    board.say(hello);
    assert_eq!(tags(&mut board), format!(r#"[Date "2025.11.24"] {utc}"#));
    board.ms = 20 * 3_600_000;
    board.new_game(json!({}));
    let later = r#"[UTCDate "2025.11.25"] [UTCTime "20:00:00"]"#;
    assert_eq!(tags(&mut board), format!(r#"[Date "2025.11.25"] {later}"#));
    board.play("c3");
    board.say(json!({"t": "hello", "version": messages::VERSION, "zone": 720}));
    assert_eq!(tags(&mut board), format!(r#"[Date "2025.11.25"] {later}"#));
}
