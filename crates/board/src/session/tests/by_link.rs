//! Games between two people by link: two boards, and links that are late, lost, forged or damaged.

use super::*;

impl TestBoard {
    /// A board with a game by link, in which the user has this side.
    fn by_link(own: &str) -> TestBoard {
        let mut board = TestBoard::study("dvonn");
        board.new_game(json!({"by_link": own}));
        board
    }

    /// The link that the other player must get.
    fn link(&self) -> Option<String> {
        let link = self.state["game"]["link"]["send"].as_str();
        link.map(str::to_owned)
    }

    fn own(&self) -> &str {
        self.state["game"]["link"]["own"].as_str().expect("a side")
    }

    /// Opens a link. Returns what it brought.
    fn open_link(&mut self, link: &str) -> Value {
        self.ask(open(link))["news"].clone()
    }
}

fn open(link: &str) -> Value {
    json!({"t": "open_link", "link": link, "name": "Bob"})
}

/// Two boards on which the first moves `c3 d4` of a game by link were played.
fn friends() -> (TestBoard, TestBoard) {
    let (mut ann, mut bob) = (TestBoard::by_link("p1"), TestBoard::study("zertz"));
    assert_eq!(ann.link(), None, "the first move is Ann's");
    ann.play("c3");
    assert_eq!(bob.open_link(&ann.link().expect("a link")), "new");
    assert_eq!((bob.own(), bob.moves().as_str()), ("p2", "c3"));
    bob.play("d4");
    assert_eq!(ann.open_link(&bob.link().expect("a link")), "added");
    assert_eq!((ann.moves().as_str(), ann.link()), ("c3 d4", None));
    (ann, bob)
}

#[test]
fn a_game_is_played_by_link_and_ends_for_both() {
    let (mut ann, mut bob) = friends();
    assert_eq!(ann.state["players"][1]["name"], "Bob");
    ann.ask(json!({"t": "resign", "side": "p1"}));
    assert_eq!(bob.open_link(&ann.link().expect("a link")), "added");
    for board in [&ann, &bob] {
        assert_eq!(board.state["ending"]["winner"], "p2");
        assert_eq!(board.state["ending"]["reason"], "resignation");
    }
    assert_eq!(bob.link(), None);
    assert_eq!(bob.open_link(&ann.link().expect("a link")), "none");
}

#[test]
fn the_saved_game_is_opened_by_its_link_whatever_is_on_the_board() {
    let (mut ann, mut bob) = friends();
    ann.play("e1");
    let other = ann.new_game(json!({"game": "gipf"}));
    assert_eq!(other["saved"]["plies"], 3);
    let games = ann.ask(json!({"t": "saves"}))["games"].clone();
    let linked = games.as_array().expect("games").iter();
    let turns: Vec<&Value> = linked.filter_map(|game| game.get("by_link")).collect();
    assert_eq!(turns, [&json!(false)], "it is Bob's turn");
    // Ann sends the move later.
    let file = games[0]["file"].clone();
    ann.ask(json!({"t": "open_saved", "file": file}));
    bob.new_game(json!({"game": "gipf"}));
    assert_eq!(bob.open_link(&ann.link().expect("a link")), "added");
    assert_eq!(bob.moves(), "c3 d4 e1");
    assert_eq!(bob.state["game"]["id"], "dvonn");
    bob.wait(1000);
    let games = bob.ask(json!({"t": "saves"}))["games"].clone();
    let linked = games.as_array().expect("games").iter();
    assert_eq!(
        linked.filter(|game| game.get("by_link").is_some()).count(),
        1
    );
}

#[test]
fn a_link_that_is_late_or_comes_back_changes_nothing() {
    let mut ann = TestBoard::by_link("p1");
    ann.play("c3");
    let first = ann.link().expect("a link");
    let mut bob = TestBoard::study("dvonn");
    bob.open_link(&first);
    assert_eq!(bob.open_link(&first), "none", "twice");
    bob.play("d4");
    let second = bob.link().expect("a link");
    assert_eq!(bob.open_link(&first), "none", "late");
    assert_eq!(bob.open_link(&second), "own");
    ann.open_link(&second);
    assert_eq!(ann.open_link(&first), "own");
    assert_eq!(
        (ann.moves().as_str(), bob.moves().as_str()),
        ("c3 d4", "c3 d4")
    );
    assert_eq!(bob.link(), Some(second), "a lost link is sent again");
}

#[test]
fn a_link_never_changes_own_moves() {
    let (mut ann, mut bob) = friends();
    let refused = |board: &mut TestBoard, link: &str, part: &str| {
        let before = (board.moves(), board.all_files());
        let error = board.refused(open(link));
        assert!(error.contains(part), "{error}");
        assert_eq!((board.moves(), board.all_files()), before);
    };
    // The same game, continued by Ann on another device.
    let mut twin = TestBoard::study("dvonn");
    twin.open_link(&bob.link().expect("a link"));
    assert_eq!((twin.own(), twin.moves().as_str()), ("p1", "c3 d4"));
    twin.play("e1");
    bob.open_link(&twin.link().expect("a link"));
    bob.play("f1");
    let far = bob.link().expect("a link");
    refused(&mut ann, &far, "link-own-moves");
    ann.play("e2");
    refused(&mut ann, &far, "link-moves");
    let end = far.len() - 9;
    refused(&mut ann, &far[..end], "link-damaged");
    // Bob has not resigned here.
    let mut forged = TestBoard::study("dvonn");
    forged.open_link(&twin.link().expect("a link"));
    forged.ask(json!({"t": "resign", "side": "p2"}));
    refused(&mut bob, &forged.link().expect("a link"), "link-result");
}

#[test]
fn only_own_moves_are_played_here_and_nothing_is_taken_back() {
    let (mut ann, mut bob) = friends();
    ann.play("e1");
    let play =
        |board: &TestBoard| json!({"t": "play", "node": board.live(), "token": "f1", "game": true});
    let foreign = play(&ann);
    assert!(ann.refused(foreign).contains("friend-to-move"));
    let live = ann.live();
    for request in [
        json!({"t": "takeback"}),
        json!({"t": "live", "node": live - 1}),
        json!({"t": "result", "winner": "p1"}),
        json!({"t": "resign", "side": "p2"}),
        json!({"t": "analyse", "on": true, "node": live, "engine": 0, "lines": 1, "ms": 10, "only": []}),
        json!({"t": "explore", "node": live, "games": "saves"}),
    ] {
        ann.refused(request);
    }
    assert_eq!(ann.moves(), "c3 d4 e1");
    bob.ask(json!({"t": "resign", "side": "p2"}));
    ann.open_link(&bob.link().expect("a link"));
    assert!(ann.refused(json!({"t": "undo"})).contains("no-edit"));
    assert!(bob.refused(json!({"t": "undo"})).contains("link-keeps"));
    ann.ask(json!({"t": "explore", "node": live, "games": "saves"}));
}
