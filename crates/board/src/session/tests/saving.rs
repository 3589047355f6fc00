//! No game is lost when files cannot be written.

use super::*;
use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::play::random_setup;

/// The number of random sessions.
const SESSIONS: u64 = 24;
/// The number of actions in each of them.
const ACTIONS: usize = 60;

/// A saved game.
fn game(name: &str, moves: &str) -> String {
    format!("[Game \"dvonn\"]\n[P1 \"{name}\"]\n\n{moves} *\n")
}

fn file(number: usize) -> String {
    format!("board-{number:015}-0-{number}.pgn")
}

/// A board of two users with three saved games.
fn board() -> TestBoard {
    let texts = [
        game("Ann", "1. c3 d3 2. e3"),
        game("Bob", "1. e3 d3"),
        game("Eve", "1. d4"),
    ];
    let files = (1..).map(file).zip(texts);
    let mut board = TestBoard::with(settings("dvonn", &["name=Alpha x"]), files.collect());
    board.new_game(json!({}));
    board
}

impl TestBoard {
    /// A random request, or a move of the game.
    fn random_action(&mut self, random: &mut SplitMix) -> Value {
        let mut names: Vec<String> = self.games().into_keys().collect();
        names.retain(|name| name.starts_with("board-"));
        let file = match names.len() {
            0 => file(1),
            count => names.swap_remove(random.below(count)),
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
fn no_failing_write_loses_a_move_or_a_name() {
    for seed in 0..SESSIONS {
        let mut random = random_setup::source(seed);
        let mut board = board();
        // The largest number of moves that each file must have.
        let mut plies: BTreeMap<String, usize> = BTreeMap::new();
        let mut names: BTreeMap<String, Value> = BTreeMap::new();
        for _ in 0..ACTIONS {
            board.set_full(random.below(4) == 0);
            if random.below(4) == 0 {
                board.wait(300);
            }
            let request = board.random_action(&mut random);
            let answer = board.answer(request.clone());
            if request["t"] == "rename_saved" && answer.get("error").is_none() {
                let file = request["file"].as_str().expect("a file").to_owned();
                names.insert(file, request["names"]["players"][0].clone());
            }
            let saves = &board.session.saves;
            let moves = board.session.game.tree().iter().count() - 1;
            if saves.on_board().is_none() {
                // The game on the board is not saved yet, or was deleted and has not changed since.
                continue;
            }
            let most = plies.entry(saves.file().to_owned()).or_default();
            *most = moves.max(*most);
        }
        board.set_full(false);
        board.wait(6000);
        board.input(Input::Flush);
        let files = board.games();
        let text = |file: &str| {
            let deleted = format!("deleted-{file}");
            let text = files.get(file).or(files.get(&deleted));
            text.cloned().unwrap_or_default()
        };
        for (file, count) in plies.into_iter().filter(|&(_, count)| count > 0) {
            let record = super::super::game::record::read_save(&text(&file));
            let record = record.unwrap_or_else(|error| panic!("seed {seed}: {file}: {error}"));
            let opened = super::super::game::record::open(&record, 1).expect("a game");
            let saved = opened.tree.iter().count() - 1;
            assert!(saved >= count, "seed {seed}: {file}: {saved} < {count}");
        }
        for (file, name) in names {
            let tag = format!("[P1 {name}]");
            assert!(text(&file).contains(&tag), "seed {seed}: {file}: {tag}");
        }
        // The profile is up to date, and lists show what is in the folder.
        assert_eq!(board.state["unsaved"], Value::Null, "seed {seed}");
        let mut again = TestBoard::with(settings("dvonn", &[]), board.all_files());
        assert_eq!(board.state["profile"], again.state["profile"]);
        let list = json!({"t": "saves"});
        assert_eq!(
            board.ask(list.clone())["games"],
            again.ask(list)["games"],
            "seed {seed}"
        );
    }
}

#[test]
fn a_game_that_could_not_be_saved_is_opened_with_its_newest_moves() {
    let mut board = board();
    board.play("c3");
    board.wait(500);
    board.set_full(true);
    board.play("d3");
    let file = board.session.saves.file().to_owned();
    board.new_game(json!({}));
    board.ask(json!({"t": "open_saved", "file": file}));
    assert_eq!(board.moves(), "c3 d3");
    board.play("e3");
    board.set_full(false);
    board.wait(6000);
    assert!(board.games()[&file].contains("e3"));
}

#[test]
fn pages_are_told_while_the_host_cannot_store_what_was_written() {
    let mut board = board();
    board.play("c3");
    let error = "the storage is full";
    board.input(Input::Stored(Err(error.to_owned())));
    assert_eq!(board.state["unsaved"]["args"]["text"], error);
    board.play("d3");
    board.wait(1000);
    assert_eq!(board.state["unsaved"]["args"]["text"], error);
    board.input(Input::Stored(Ok(())));
    assert_eq!(board.state["unsaved"], Value::Null);
}
