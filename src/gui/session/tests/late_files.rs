//! A host that performs requests for files in order, but answers them late and in another order.

use super::*;
use crate::board::keys::SplitMix;
use crate::play::random_setup;

/// The number of random sessions.
const SESSIONS: u64 = 60;
/// The number of actions in each of them.
const ACTIONS: usize = 60;

/// A saved game.
fn game(name: &str, moves: &str) -> String {
    format!("[Game \"dvonn\"]\n[P1 \"{name}\"]\n\n{moves} *\n")
}

fn file(number: usize) -> String {
    format!("board-{number:015}-0-{number}.pgn")
}

/// A board of two users with three saved games. From now on answers are held back.
fn board() -> TestBoard {
    let texts = [
        game("Ann", "1. c3 d3 2. e3"),
        game("Bob", "1. e3 d3"),
        game("Eve", "1. d4"),
    ];
    let files = (1..).map(file).zip(texts);
    let mut board = TestBoard::with(settings("dvonn", &["name=Alpha x"]), files.collect());
    board.new_game(json!({}));
    board.late = Some(Vec::new());
    board
}

impl TestBoard {
    /// Sends a request. Returns its id.
    fn begin(&mut self, mut request: Value) -> u64 {
        self.asked += 1;
        request["id"] = json!(self.asked);
        self.say(request);
        self.asked
    }

    /// Gives one of the answers that are held back. Returns whether there was one.
    fn give_answer(&mut self, which: impl FnOnce(usize) -> usize) -> bool {
        let late = self.late.as_mut().expect("late answers");
        if late.is_empty() {
            return false;
        }
        let input = late.remove(which(late.len()));
        self.input(input);
        true
    }

    /// Gives all answers, and waits until nothing is left to do.
    fn finish(&mut self, random: &mut SplitMix) {
        for _ in 0..3 {
            while self.give_answer(|count| random.below(count)) {}
            self.wait(6000);
        }
        while self.give_answer(|count| random.below(count)) {}
    }

    /// The answers to a request: each message that repeats its id.
    fn answers(&self, id: u64) -> Vec<&Value> {
        let received = self.received.iter();
        received.filter(|m| m["id"] == id).collect()
    }

    /// A random request, or a move of the game.
    fn random_action(&mut self, random: &mut SplitMix) -> Value {
        let names: Vec<String> = self.files.keys().cloned().collect();
        let names: Vec<&String> = names
            .iter()
            .filter(|name| name.starts_with("board-"))
            .collect();
        let file = match names.len() {
            0 => file(1),
            count => names[random.below(count)].clone(),
        };
        let node = self.live();
        let name = format!("N{}", self.asked);
        match random.below(14) {
            0 => json!({"t": "open_saved", "file": file}),
            1 => json!({"t": "rename_saved", "file": file,
                "names": {"players": [name, ""], "event": ""}}),
            2 => json!({"t": "delete_saved", "files": [file]}),
            3 => json!({"t": "restore_saved", "files": [file]}),
            4 => json!({"t": "duplicate_saved", "files": [file]}),
            5 => json!({"t": "saves"}),
            6 => json!({"t": "explore", "node": node, "games": "saves"}),
            7 => json!({"t": "add_games", "text": game(&name, "1. c3 d4 2. e1")}),
            8 => json!({"t": "scene_saved", "file": file}),
            9 => json!({"t": "import", "text": game(&name, "1. f3")}),
            10 => {
                let human = json!({"kind": "human"});
                json!({"t": "new", "players": [human, human], "time": {"kind": "none"}})
            }
            11 => json!({"t": "profile", "settings": {"speed": random.below(100)},
                "lessons": {}, "puzzles": {}, "failed": {}, "runs": {}, "ratings": {}}),
            _ => {
                let cells = ["c3", "d3", "e3", "f3", "g3", "c4", "d4", "e4", "f4", "b2"];
                let token = cells[random.below(cells.len())];
                json!({"t": "play", "node": node, "token": token, "game": true})
            }
        }
    }
}

#[test]
fn no_order_of_answers_loses_a_request_or_a_move() {
    for seed in 0..SESSIONS {
        let mut random = random_setup::source(seed);
        let mut board = board();
        // A save that is repeated after a failure can undo a rename, but loses no move.
        let fails = seed % 2 == 0;
        let mut asked = Vec::new();
        let mut renames = BTreeMap::new();
        // The largest number of moves that each file must have.
        let mut plies: BTreeMap<String, usize> = BTreeMap::new();
        for _ in 0..ACTIONS {
            board.disk_full = fails && random.below(8) == 0;
            match random.below(5) {
                0 => drop(board.give_answer(|count| random.below(count))),
                1 => board.wait(300),
                _ => {
                    let request = board.random_action(&mut random);
                    let id = board.begin(request.clone());
                    asked.push(id);
                    if request["t"] == "rename_saved" {
                        renames.insert(id, request);
                    }
                }
            }
            let saves = &board.session.saves;
            let moves = board.session.game.tree.iter().count() - 1;
            if saves.deleted.is_some() && !saves.written {
                // The game on the board was deleted, and has not changed since.
                continue;
            }
            let most = plies.entry(saves.file.clone()).or_default();
            *most = moves.max(*most);
        }
        board.disk_full = false;
        board.finish(&mut random);
        for id in asked {
            let answers = board.answers(id);
            assert_eq!(answers.len(), 1, "seed {seed}: {answers:?}");
        }
        board.input(Input::End);
        board.finish(&mut random);
        let text = |file: &str| {
            let deleted = format!("deleted-{file}");
            let text = board.files.get(file).or(board.files.get(&deleted));
            text.cloned().unwrap_or_default()
        };
        for (file, count) in plies.into_iter().filter(|&(_, count)| count > 0) {
            let record = super::super::record::read_save(&text(&file));
            let record = record.unwrap_or_else(|error| panic!("seed {seed}: {file}: {error}"));
            let saved = record::open(&record, 1)
                .expect("a game")
                .tree
                .iter()
                .count()
                - 1;
            assert!(saved >= count, "seed {seed}: {file}: {saved} < {count}");
        }
        // The last name that a file was given is still there.
        let done = board.received.iter().filter(|m| m.get("error").is_none());
        let mut names = BTreeMap::new();
        for rename in done.filter_map(|m| renames.get(&m["id"].as_u64()?)) {
            let name = rename["names"]["players"][0].as_str().expect("a name");
            names.insert(rename["file"].as_str().expect("a file"), name);
        }
        for (file, name) in names.into_iter().filter(|_| !fails) {
            let tag = format!("[P1 \"{name}\"]");
            assert!(text(file).contains(&tag), "seed {seed}: {file}: {tag}");
        }
        // The profile is up to date, and lists show what is in the folder.
        assert_eq!(
            json!(board.profile)["profile"],
            board.state["profile"],
            "seed {seed}"
        );
        board.late = None;
        let games = board.ask(json!({"t": "saves"}))["games"].clone();
        let files = board.files.clone();
        let mut again = TestBoard::with(settings("dvonn", &[]), files);
        assert_eq!(
            games,
            again.ask(json!({"t": "saves"}))["games"],
            "seed {seed}"
        );
        let on_board = board.session.saves.file.clone();
        let others = games.as_array().expect("a list").iter();
        let others = others.filter(|game| game["file"] != on_board && game.get("error").is_none());
        let id = board.begin(json!({"t": "explore", "node": board.live(), "games": "saves"}));
        board.wait(0);
        assert_eq!(
            board.answers(id)[0]["answer"]["games"],
            others.count(),
            "seed {seed}"
        );
    }
}

#[test]
fn an_older_answer_does_not_hide_that_a_newer_text_was_not_written() {
    let mut board = board();
    board.play("c3");
    board.wait(500);
    board.disk_full = true;
    board.play("d3");
    board.wait(500);
    let file = board.session.saves.file.clone();
    board.new_game(json!({}));
    while board.give_answer(|count| count - 1) {}
    board.disk_full = false;
    board.wait(6000);
    assert!(board.files[&file].contains("d3"), "{:?}", board.files);
}

#[test]
fn a_newer_request_replaces_a_game_that_waits_for_its_set_up() {
    let mut board = board();
    let human = json!({"kind": "human"});
    let random = |seed: u64| {
        json!({"t": "new", "players": [human, human], "time": {"kind": "none"},
            "random": {"seed": seed, "balanced": false}})
    };
    let fen = |board: &TestBoard| board.state["game"]["fen"].clone();
    let first = board.begin(random(1));
    let second = board.begin(random(2));
    assert_eq!(board.answers(first).len(), 1);
    assert_eq!(
        board.late.as_ref().map(Vec::len),
        Some(1),
        "one search at a time"
    );
    board.play("c3");
    board.give_answer(|_| 0);
    assert_eq!(fen(&board), Value::Null, "the set-up of the replaced game");
    assert!(board.answers(second).is_empty());
    board.finish(&mut random_setup::source(0));
    assert!(board.answers(second)[0].get("error").is_none());
    assert!(fen(&board).is_string());

    // Another game of a page replaces it, too.
    let third = board.begin(random(3));
    board.new_game(json!({}));
    board.finish(&mut random_setup::source(0));
    let answers = board.answers(third);
    assert!(answers.len() == 1 && answers[0].get("error").is_some());
    assert_eq!(fen(&board), Value::Null);
}
