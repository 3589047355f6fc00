//! The opening explorer.

use super::*;

/// A saved game of DVONN.
fn game(moves: &str, result: &str) -> String {
    format!("[Game \"dvonn\"]\n[Result \"{result}\"]\n\n{moves} {result}\n")
}

/// A name of a save; later numbers are newer.
fn file(number: usize) -> String {
    format!("board-{number:015}-0-{number}.pgn")
}

/// A board with saved games: two reach the same position by different orders of moves.
fn board() -> TestBoard {
    let texts = [
        game("1. c3 d3 2. e3 f3", "1-0"),
        game("1. e3 d3 2. c3 f3", "0-1"),
        game("1. c3 d3", "*"),
        "[Game \"zertz\"]\n\n1. wd4,a1 *\n".to_owned(),
        "no game".to_owned(),
    ];
    let files = texts.into_iter().enumerate();
    let files = files.map(|(n, text)| (file(n + 1), text));
    let board = TestBoard::with(settings("dvonn", &[]), files.collect());
    board.reads();
    board
}

impl TestBoard {
    /// The answer of the explorer at the live node.
    fn explore(&mut self, games: &str) -> Value {
        self.explore_at(self.live(), games)
    }

    /// The same at another node.
    fn explore_at(&mut self, node: u64, games: &str) -> Value {
        self.ask(json!({"t": "explore", "node": node, "games": games}))
    }
}

#[test]
fn the_explorer_counts_the_moves_of_saved_games() {
    let mut board = board();
    let first = json!({"games": 3, "moves": [
        {"token": "c3", "results": [1, 0, 0, 1]},
        {"token": "e3", "results": [0, 1, 0, 0]},
    ]});
    assert_eq!(board.explore("saves"), first);
    assert_eq!(board.reads(), 5);
    // The game on the board does not count.
    board.play("c3 d3 e3");
    board.wait(1000);
    assert_eq!(board.games().len(), 6);
    let both = json!([{"token": "f3", "results": [1, 1, 0, 0]}]);
    assert_eq!(board.explore("saves")["moves"], both);
    // Only changed files are read again.
    board.reads();
    board.write(&file(2), &game("1. e3 d3 2. c3 g3", "0-1"));
    let removed = board.session.files.rename(&file(3), "removed");
    removed.expect("a file");
    let tokens = |answer: Value| {
        let moves = answer["moves"].as_array().cloned().unwrap_or_default();
        let tokens = moves.iter().map(|next| next["token"].to_string());
        (answer["games"].clone(), tokens.collect::<String>())
    };
    let found = tokens(board.explore("saves"));
    assert_eq!(found, (json!(2), "\"f3\"\"g3\"".to_owned()));
    assert_eq!(board.reads(), 1);
    board.play("a1");
    assert_eq!(tokens(board.explore("saves")), (json!(2), String::new()));
}

#[test]
fn symmetric_games_count_together() {
    let games = [game("1. d4 c3", "1-0"), game("1. h2 i3", "0-1")];
    let files = games.into_iter().zip(1..);
    let files = files.map(|(text, n)| (file(n), text));
    let mut board = TestBoard::with(settings("dvonn", &[]), files.collect());
    let one = |token: &str| json!([{"token": token, "results": [1, 1, 0, 0]}]);
    let root = board.live();
    assert_eq!(board.explore("saves")["moves"], one("d4"));
    board.play("i4");
    assert_eq!(board.explore("saves")["moves"], one("i3"));
    // The move on the board stands for its images.
    assert_eq!(board.explore_at(root, "saves")["moves"], one("i4"));
}

#[test]
fn the_games_of_an_opened_file_are_explored_in_batches() {
    let mut board = TestBoard::study("dvonn");
    let request = json!({"t": "explore", "node": board.live(), "games": "file"});
    assert!(board.refused(request).contains("no file"));
    let mut text = game("1. c3 z9", "1-0");
    for _ in 0..50 {
        text += &game("1. c3 d3", "0-1");
    }
    text += &game("1. e3 d3", "1/2-1/2");
    board.ask(json!({"t": "import", "text": text, "number": 2}));
    assert_eq!(board.state["file"], json!({"games": 52}));
    board.ask(json!({"t": "live", "node": board.state["game"]["root"]}));
    let all = json!({"games": 51, "moves": [
        {"token": "c3", "results": [0, 50, 0, 0]},
        {"token": "e3", "results": [0, 0, 1, 0]},
    ]});
    assert_eq!(board.explore("file"), all);
    assert_eq!(board.explore("file"), all);
    board.new_game(json!({}));
    assert_eq!(board.state["file"], Value::Null);
}

#[test]
fn pages_see_how_many_saved_games_have_been_read() {
    let games = (1..=120).map(|n| (file(n), game("1. c3 d3", "1-0")));
    let mut board = TestBoard::with(settings("dvonn", &[]), games.collect());
    let node = board.live();
    let asked = board.begin(json!({"t": "explore", "node": node, "games": "saves"}));
    assert_eq!(board.state["exploring"], json!({"done": 0, "total": 120}));
    board.input(Input::Tick);
    let done = board.state["exploring"]["done"].as_u64().expect("a number");
    assert!((1..120).contains(&done), "{done}");
    board.wait(0);
    assert_eq!(board.answers(asked).len(), 1);
    assert!(board.state["exploring"].is_null());
}
