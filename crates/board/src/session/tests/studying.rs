//! Analysis and review.

use super::*;
use crate::engine_driver::SearchLine;
use ringstack_engine::search::{Bound, BoundedValue, Value as Score};

fn line(cp: i32, pv: &str) -> SearchLine {
    SearchLine {
        rank: 1,
        depth: 8,
        seldepth: Some(14),
        score: Score::Cp(cp).into(),
        scale: Some(153.254),
        nodes: 5000,
        nps: 100_000,
        time: 50,
        pv: pv.split_whitespace().map(str::to_owned).collect(),
    }
}

fn analyse(node: u64, only: &[&str]) -> Value {
    json!({"t": "analyse", "on": true, "node": node, "engine": 0, "lines": 2, "ms": 0, "only": only})
}

impl TestBoard {
    fn analyst(&self) -> EngineId {
        *self.engines.keys().next_back().expect("an engine")
    }
}

#[test]
fn an_analysis_reports_lines_and_keeps_the_value_for_player_1() {
    let mut board = TestBoard::study("dvonn");
    board.play("c3");
    let node = board.live();
    board.ask(analyse(node, &[]));
    let task = board.search();
    assert!(task.go.infinite && task.timeout.is_none());
    assert_eq!(task.options, [("MultiPV".to_owned(), "2".to_owned())]);
    let id = board.analyst();
    let lower = SearchLine {
        score: BoundedValue {
            value: Score::Cp(30),
            bound: Bound::Lower,
        },
        ..line(30, "d4 e1")
    };
    board.report(id, EngineEvent::Lines(task.generation, vec![lower]));
    let received = board.received.last().expect("lines");
    assert_eq!(
        (&received["t"], &received["lines"][0]["cp"]),
        (&json!("lines"), &json!(-30))
    );
    assert_eq!(received["lines"][0]["arrows"], json!([["d4"]]));
    assert_eq!(received["lines"][0]["steps"][0][0]["to"], "d4");
    assert_eq!(received["lines"][0]["text"]["args"]["place"], "d4");
    let eval = board.nodes[&node]["eval"].clone();
    assert_eq!(
        eval,
        json!({"cp": -30, "bound": "upper", "scale": 153.25, "depth": 8, "seldepth": 14,
            "nodes": 5000, "nps": 100_000, "pv": ["d4", "e1"], "by": "Alpha"})
    );
    // The value of selected moves is not the value of the position.
    board.ask(analyse(node, &["e1"]));
    let only = board.search();
    assert_eq!(only.go.search_moves, ["e1"]);
    board.report(
        id,
        EngineEvent::Lines(task.generation, vec![line(99, "d4")]),
    );
    board.report(
        id,
        EngineEvent::Lines(only.generation, vec![line(-500, "e1")]),
    );
    assert_eq!(board.nodes[&node]["eval"], eval);
    board.refused(analyse(node, &["z9"]));
    // It continues at the last remaining node of a removed line.
    board.ask(json!({"t": "remove", "node": node}));
    assert!(board.search().moves.is_empty());
    // It restarts with new options and ends without a page.
    board.ask(json!({"t": "option", "engine": 0, "name": "Hash", "value": "9"}));
    board.search();
    board.input(Input::Left(PAGE));
    board.wait(9999);
    assert!(board.commands().is_empty());
    board.wait(1);
    assert_eq!(board.commands(), [EngineCommand::Stop]);
}

/// Reviews the game on the board with these values for player 1, for the last position first.
fn review(board: &mut TestBoard, values: &[(i32, &str)]) {
    board.ask(json!({"t": "review", "on": true, "engine": 0, "ms": 100}));
    let id = board.analyst();
    for &(cp, pv) in values {
        let task = board.search();
        let sign = if task.moves.len().is_multiple_of(2) {
            1
        } else {
            -1
        };
        let lines = vec![line(sign * cp, pv)];
        board.report(id, EngineEvent::Lines(task.generation, lines));
        board.report(id, EngineEvent::BestMove(task.generation, String::new()));
    }
    assert_eq!(board.state["review"], Value::Null);
    assert_eq!(board.tagged("reviewed").len(), 1);
}

/// The stored evaluations of the positions of a game, and the marks of its moves.
fn verdicts(board: &TestBoard) -> Vec<(Value, Value, Option<String>)> {
    let tree = board.session.game.tree();
    let line = [tree.root()].into_iter().chain(tree.main_line(tree.root()));
    let stored = line.map(|id| {
        let node = &board.nodes[&id];
        let mark = tree.review_mark(id).map(|mark| mark.to_string());
        (node["eval"].clone(), node["mark"].clone(), mark)
    });
    stored.collect()
}

#[test]
fn a_review_gives_the_same_verdicts_after_saving_and_opening() {
    let mut board = TestBoard::study("dvonn");
    board.play("c3 d4 e1 f2");
    review(
        &mut board,
        &[
            (-200, ""),
            (300, "a1"),
            (310, "e1 a2"),
            (10, "a3"),
            (0, "c3"),
        ],
    );
    let user = json!({"t": "mark", "node": board.live(), "mark": "!"});
    board.ask(user);
    let before = verdicts(&board);
    let marks: Vec<_> = before.iter().map(|(_, _, mark)| mark.as_deref()).collect();
    // The third move is the best move of the engine.
    assert_eq!(marks, [None, None, Some("??"), None, None]);
    let text = board.pgn();
    assert!(text.contains("d4?? {[%eval -310]"), "{text}");
    assert!(text.contains("[Annotator \"Alpha\"]"), "{text}");
    board.import(&text);
    assert_eq!(verdicts(&board), before);
    assert_eq!(board.pgn(), text);
    // The same in a save.
    board.new_game(json!({}));
    let list = board.ask(json!({"t": "saves"}));
    let saved = &list["games"][0];
    assert_eq!(saved["reviewed"], true);
    board.ask(json!({"t": "open_saved", "file": saved["file"]}));
    assert_eq!(verdicts(&board), before);
    assert_eq!(board.pgn(), text);
}

#[test]
fn the_engine_of_a_review_does_not_replace_the_annotator_of_a_record() {
    let mut board = TestBoard::study("zertz");
    board.import("[Game \"dvonn\"]\n[Annotator \"Ann\"]\n\n1. c3 {why} d4 *\n");
    review(&mut board, &[(0, "e1"), (0, "d4"), (0, "c3")]);
    let text = board.pgn();
    for tag in ["[Annotator \"Ann\"]", "[Evaluator \"Alpha\"]"] {
        assert!(text.contains(tag), "{text}");
    }
    let before = verdicts(&board);
    board.import(&text);
    assert_eq!(verdicts(&board), before);
    assert_eq!(board.pgn(), text);
}

#[test]
fn a_review_can_be_stopped_and_can_fail() {
    let mut board = TestBoard::study("dvonn");
    board.play("c3 d4");
    let start = json!({"t": "review", "on": true, "engine": 0, "ms": 100});
    board.ask(start.clone());
    assert_eq!(board.state["review"]["total"], 3);
    assert!(board.refused(analyse(board.live(), &[])).contains("review"));
    board.ask(json!({"t": "review", "on": false, "engine": 0, "ms": 100}));
    assert_eq!(board.commands().last(), Some(&EngineCommand::Stop));
    board.ask(start);
    let (id, task) = (board.analyst(), board.search());
    let failure = EngineFailure {
        engine: "Alpha".to_owned(),
        fault: EngineFault::Silent,
    };
    board.report(id, EngineEvent::Failed(Some(task.generation), failure));
    assert_eq!(board.state["review"], Value::Null);
    assert_eq!(board.tagged("notice").len(), 1);
    board.refused(json!({"t": "review", "on": true, "engine": 0, "ms": 1}));
}
