//! Positions apart from the game on the board, lessons and puzzles.

use super::*;
use crate::engine_driver::SearchLine;
use ringstack_engine::search::Value as Score;

#[test]
fn a_position_apart_from_the_game_is_shown_and_touched() {
    let mut board = TestBoard::study("dvonn");
    let revision = board.state["revision"].clone();
    let fen = "x9/x10/x2,r,b3,x,w2,r,r,x3/x10/x9 w move";
    let position = json!({"t": "position", "game": "dvonn", "fen": fen});
    let view = board.ask(position.clone());
    assert_eq!(view["touches"]["scene"]["to_act"], "p1");
    assert!(view["trace"].is_null());
    let with = |name: &str, value: Value| {
        let mut request = position.clone();
        request[name] = value;
        request
    };
    let touched = |touches| {
        let position = json!({"game": "dvonn", "fen": fen});
        json!({"t": "position_touches", "position": position, "touches": touches})
    };
    let touches = board.ask(touched(json!(["f3", "d3"])));
    assert_eq!(touches["canonical"], "f3d3");
    let refused = board.ask(touched(json!(["f3", "a1"])));
    assert!(refused["reason"]["text"].is_string());
    let after = board.ask(with("moves", json!(["f3d3"])));
    assert_eq!(after["touches"]["scene"]["result"]["winner"], "p1");
    assert_eq!(after["trace"]["token"], "f3d3");
    board.refused(with("moves", json!(["f3a1"])));
    board.refused(with("fen", json!("nothing")));
    assert_eq!(board.state["revision"], revision, "the board is untouched");
}

#[test]
fn the_lessons_of_a_game_are_listed() {
    let mut board = TestBoard::study("dvonn");
    let answer = board.ask(json!({"t": "lessons", "game": "zertz-blitz"}));
    assert_eq!(answer["game"], "zertz-blitz");
    assert!(answer["lessons"][0]["steps"][0]["task"]["accepted"][0].is_string());
    board.refused(json!({"t": "lessons", "game": "chess"}));
}

#[test]
fn the_puzzles_of_a_game_are_listed() {
    let mut board = TestBoard::study("dvonn");
    let answer = board.ask(json!({"t": "puzzles", "game": "zertz"}));
    assert_eq!(answer["game"], "zertz");
    assert!(answer["puzzles"][0]["moves"][0].is_string());
    let variant = board.ask(json!({"t": "puzzles", "game": "zertz-blitz"}));
    assert_eq!(variant["puzzles"], json!([]));
    board.refused(json!({"t": "puzzles", "game": "chess"}));
}

#[test]
fn the_texts_of_a_game_and_all_titles_are_listed_in_french() {
    let mut board = TestBoard::study("dvonn");
    let answer = board.ask(json!({"t": "texts", "game": "zertz-blitz", "language": "fr"}));
    assert!(answer["texts"]["hint.colour"].is_string());
    let titles = board.ask(json!({"t": "texts", "game": null, "language": "fr"}));
    assert!(titles["texts"]["title.gipf-basic"].is_string());
    assert!(titles["texts"]["player.p2.gipf-basic"].is_string());
    assert!(titles["texts"]["hint.colour"].is_null());
    board.refused(json!({"t": "texts", "game": "dvonn", "language": "xx"}));
}

/// A search for a page, beside the game.
#[test]
fn the_best_line_of_a_position_is_found_without_disturbing_the_game() {
    let mut board = TestBoard::study("zertz");
    board.asked += 1;
    let id = board.asked;
    let fen = "x2,w4,b5*,x4,w4*/x4,w5,x3,w8,w/x4,b3,b3,x3,r,x/x5,b2,x3,b5/x5,b,b,x2 b move";
    let position =
        json!({"t": "best_line", "id": id, "game": "dvonn", "fen": fen, "moves": ["f2f4"]});
    board.say(position.clone());
    let task = board.search();
    assert_eq!((task.game.as_str(), task.moves.len()), ("dvonn", 1));
    let engine = *board.engines.keys().next_back().expect("an engine");
    let line = SearchLine {
        rank: 1,
        depth: 9,
        seldepth: None,
        score: Score::Mate(-4).into(),
        scale: None,
        nodes: 1,
        nps: 1,
        time: 1,
        pv: vec!["k4j3".to_owned()],
    };
    let generation = task.generation;
    board.report(engine, EngineEvent::Lines(generation, vec![line]));
    board.report(engine, EngineEvent::BestMove(generation, "k4j3".to_owned()));
    let answer = board.received.last().expect("an answer").clone();
    assert_eq!(
        (&answer["id"], &answer["answer"]["mate"]),
        (&json!(id), &json!(-4))
    );
    contract::check_answer("best_line", &answer["answer"]);
    assert_eq!(board.state["analysis"], Value::Null);
    // Without an engine there is an answer, too.
    board.say(position);
    let failure = EngineFailure {
        engine: "Alpha".to_owned(),
        fault: EngineFault::Silent,
    };
    let failed = EngineEvent::Failed(Some(board.search().generation), failure);
    board.report(engine, failed);
    assert_eq!(
        board.received.last().expect("an answer")["error"]["key"],
        "engine-silent"
    );
    board.refused(json!({"t": "best_line", "game": "dvonn", "fen": fen, "moves": ["a1a2"]}));
}

#[test]
fn a_line_is_explained() {
    let mut board = TestBoard::study("dvonn");
    let fen = "b1bBb1w/3bw2/3W3/7/b5b/7/ww1ww2 w";
    let position = json!({"game": "diaballik", "fen": fen, "moves": []});
    let line = json!({"moves": ["a1a2"], "mate": null});
    let better = json!({"moves": ["g7f7,d5f7"], "mate": 1});
    let found = board
        .ask(json!({"t": "consequences", "position": position, "line": line, "better": better}));
    assert_eq!(found["better"][0]["text"]["key"], "consequence.goal");
    assert_eq!(found["better"][0]["text"]["args"]["forced"], "1");
    let line = json!({"moves": ["a1a9"], "mate": null});
    board.refused(json!({"t": "consequences", "position": position, "line": line, "better": null}));
}
