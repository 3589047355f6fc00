//! Two players on two devices: proposals, and who is connected.

use super::*;

/// The device of the other player.
const OTHER: ClientId = 2;

impl TestBoard {
    /// A running game between two devices, in which `c3` and `d4` were played in DVONN.
    fn two_devices() -> TestBoard {
        let mut board = TestBoard::study("dvonn");
        board.play("c3 d4");
        board.join_side(OTHER, "p2");
        board.ask(json!({"t": "side", "side": "p1"}));
        board
    }

    fn join_side(&mut self, client: ClientId, side: &str) {
        self.join(client);
        self.send_from(client, json!({"t": "side", "side": side}));
    }

    fn send_from(&mut self, client: ClientId, request: Value) {
        self.input(Input::Message(client, request.to_string()));
    }

    /// Sends a request of another page. Returns its answer or refusal.
    fn ask_from(&mut self, client: ClientId, mut request: Value) -> Result<Value, String> {
        request["id"] = json!(7);
        self.received.clear();
        self.send_from(client, request);
        let to = json!(client);
        let mut received = self.received.iter().filter(|r| r["to"] == to);
        let found = received.find(|r| r["message"]["id"] == 7);
        let message = &found.expect("an answer")["message"];
        match message["error"]["key"].as_str() {
            Some(key) => Err(key.to_owned()),
            None => Ok(message["answer"].clone()),
        }
    }

    fn answer_from(&mut self, client: ClientId, accept: bool) -> Result<Value, String> {
        let number = &self.state["proposal"]["number"];
        let answer = json!({"t": "answer_proposal", "number": number, "accept": accept});
        self.ask_from(client, answer)
    }

    /// Sends a request of the first player, which must become a proposal.
    fn propose(&mut self, request: Value) {
        let before = (self.moves(), self.state["game"]["number"].clone());
        let answer = self.ask(request);
        assert_eq!(answer["proposed"], true);
        let after = (self.moves(), self.state["game"]["number"].clone());
        assert_eq!(before, after, "nothing has changed yet");
        assert_eq!(self.state["proposal"]["from"], "p1");
    }

    fn has_proposal(&self) -> bool {
        !self.state["proposal"].is_null()
    }
}

fn take_back() -> Value {
    json!({"t": "takeback", "side": "p1"})
}

fn new(game: &str) -> Value {
    let human = json!({"kind": "human"});
    json!({"t": "new", "game": game, "players": [human, human], "time": {"kind": "none"}})
}

#[test]
fn the_other_player_accepts_a_take_back() {
    let mut board = TestBoard::two_devices();
    board.propose(take_back());
    assert_eq!(board.state["proposal"]["kind"], "takeback");
    assert_eq!(board.answer_from(OTHER, true), Ok(Value::Null));
    assert_eq!(board.moves(), "");
    assert!(!board.has_proposal());
    let nothing = board.refused(take_back());
    assert!(
        nothing.contains("no-takeback"),
        "asked only if it is possible"
    );
}

#[test]
fn the_other_player_declines_and_the_proposer_learns_it() {
    let mut board = TestBoard::two_devices();
    board.propose(take_back());
    board.answer_from(OTHER, false).expect("declined");
    assert!(!board.has_proposal());
    assert_eq!(board.tagged("declined").len(), 1);
    assert_eq!(board.moves(), "c3 d4");
    board.propose(take_back());
    board.received.clear();
    let number = &board.state["proposal"]["number"];
    board.ask(json!({"t": "answer_proposal", "number": number, "accept": false}));
    assert!(!board.has_proposal(), "withdrawn");
    assert!(board.tagged("declined").is_empty());
}

#[test]
fn a_proposal_lapses_when_the_game_goes_on_or_ends() {
    let mut board = TestBoard::two_devices();
    board.propose(take_back());
    board.play("e1");
    assert!(!board.has_proposal());
    board.propose(json!({"t": "offer_draw"}));
    board.ask(json!({"t": "resign", "side": "p1"}));
    assert!(!board.has_proposal());
    // A finished game can be left.
    assert_eq!(board.ask(new("gipf")).get("proposed"), None);
    assert_eq!(board.state["game"]["id"], "gipf");
}

#[test]
fn another_game_begins_when_it_is_accepted() {
    let mut board = TestBoard::two_devices();
    let wrong = json!({"fen": "x"});
    let mut request = new("zertz");
    request["fen"] = wrong["fen"].clone();
    board.refused(request);
    assert!(!board.has_proposal(), "an impossible game is not proposed");
    board.propose(new("zertz"));
    assert_eq!(board.state["proposal"]["game"], "zertz");
    // A page that connects later sees the proposal.
    let joined = InputTime::default();
    let hello = json!({"t": "hello", "version": messages::VERSION}).to_string();
    let outputs = board.session.handle(joined, Input::Message(3, hello));
    let sees = outputs.iter().any(
        |output| matches!(output, Output::Send { client: 3, text, .. } if text.contains("\"kind\":\"game\"")),
    );
    assert!(sees);
    board.answer_from(OTHER, true).expect("accepted");
    assert_eq!(board.state["game"]["id"], "zertz");

    let record = "[White \"Anna\"]\n[Black \"Ben\"]\n[Game \"dvonn\"]\n\n1. c3 *\n";
    board.propose(json!({"t": "import", "text": record, "game": "dvonn"}));
    let ids: Vec<u64> = board.nodes.keys().copied().collect();
    board.answer_from(OTHER, true).expect("accepted");
    assert_eq!(board.moves(), "c3");
    assert_eq!(board.state["game"]["record"], true);
    assert!(board.nodes.keys().all(|id| !ids.contains(id)));
}

#[test]
fn other_changes_of_the_game_by_one_player_are_refused() {
    let mut board = TestBoard::two_devices();
    let root = board.state["game"]["root"].clone();
    let first = board.nodes.keys().nth(1).copied();
    for request in [
        json!({"t": "live", "node": root}),
        json!({"t": "remove", "node": first}),
        json!({"t": "result", "winner": "p1"}),
        json!({"t": "player", "side": "p2", "player": {"kind": "human", "name": "x"}}),
        json!({"t": "player", "side": "p1", "player": {"kind": "engine", "engine": 0}}),
    ] {
        assert!(board.refused(request).contains("two-devices"));
    }
    let own = json!({"t": "player", "side": "p1", "player": {"kind": "human", "name": "Anna"}});
    board.ask(own);
    assert!(!board.has_proposal());
    assert_eq!(board.state["players"][0]["name"], "Anna");
    board.propose(take_back());
    board.answer_from(OTHER, true).expect("accepted");
    assert_eq!(board.moves(), "");
    assert!(board.refused(json!({"t": "undo"})).contains("two-devices"));
}

#[test]
fn a_draw_is_agreed_where_the_rules_have_draws() {
    let mut board = TestBoard::two_devices();
    board.propose(json!({"t": "offer_draw"}));
    board.answer_from(OTHER, true).expect("accepted");
    assert_eq!(board.state["ending"]["winner"], "draw");
    assert_eq!(board.state["ending"]["reason"], "draw-agreed");
    let mut board = TestBoard::study("diaballik");
    board.ask(json!({"t": "offer_draw"}));
    assert_eq!(
        board.state["ending"]["winner"], "draw",
        "both players use one device"
    );
    assert!(board.refused(json!({"t": "offer_draw"})).contains("over"));
    let mut board = TestBoard::study("gipf");
    board.refused(json!({"t": "offer_draw"}));
    board.new_game(json!({"game": "dvonn", "players": against(0, None)["players"]}));
    board.refused(json!({"t": "offer_draw"}));
}

#[test]
fn pages_see_who_is_connected_and_devices_swap_sides_in_a_rematch() {
    let mut board = TestBoard::study("dvonn");
    assert_eq!(board.state["devices"], json!([null, null]));
    board.ask(json!({"t": "side", "side": "p1"}));
    assert_eq!(board.state["devices"], json!([true, null]));
    board.play("c3");
    board.ask(take_back());
    assert_eq!(board.moves(), "", "nobody else plays");
    board.join_side(OTHER, "p2");
    assert_eq!(board.state["devices"], json!([true, true]));
    board.input(Input::Left(OTHER));
    assert_eq!(board.state["devices"], json!([true, false]));
    board.join_side(3, "p2");
    board.ask(json!({"t": "resign", "side": "p1"}));
    board.ask(json!({"t": "rematch"}));
    assert_eq!(board.state["proposal"]["kind"], "rematch");
    assert_ne!(board.state["game"]["swapped"], true);
    board.answer_from(3, true).expect("accepted");
    assert_eq!(board.state["game"]["swapped"], true);
    assert_eq!(board.move_from(3, "c3"), "");
    board.play("d4");
    board.ask_from(3, take_back()).expect("proposed");
    assert_eq!(
        board.state["proposal"]["from"], "p1",
        "the sides are swapped"
    );
}

#[test]
fn nobody_has_help_before_the_game_ends() {
    let mut board = TestBoard::study("dvonn");
    board.play("c3 d4");
    let analyse = json!({"t": "analyse", "on": true, "node": board.live(), "engine": 0, "lines": 1, "ms": 0, "only": []});
    board.ask(analyse.clone());
    assert!(!board.state["analysis"].is_null());
    board.join_side(OTHER, "p2");
    board.ask(json!({"t": "side", "side": "p1"}));
    assert!(
        board.state["analysis"].is_null(),
        "it ends with the second device"
    );
    let best = json!({"t": "best_line", "game": "dvonn", "fen": null, "moves": []});
    let review = json!({"t": "review", "on": true, "engine": 0, "ms": 100});
    let explore = json!({"t": "explore", "node": board.live(), "games": "saves"});
    for help in [&analyse, &best, &review, &explore] {
        let refused = board.ask_from(OTHER, help.clone());
        let refused = refused.expect_err("a game between people");
        assert_eq!(refused, "no-help");
    }
    assert_eq!(board.seat["can"]["analyse"]["key"], "no-help");
    board.ask(json!({"t": "resign", "side": "p1"}));
    board.ask(analyse.clone());
    assert!(!board.state["analysis"].is_null());
    // On one device both must want help, unless they study.
    let mut board = TestBoard::study("dvonn");
    assert_eq!(board.seat["can"]["hint"]["key"], "no-help");
    assert!(board.seat["can"]["analyse"].is_null());
    let time = json!({"kind": "clock", "base": [60000, 60000], "increment": [0, 0]});
    board.new_game(json!({"time": time}));
    board.play("c3 d4");
    let mut analyse = analyse;
    analyse["node"] = board.live().into();
    assert!(board.refused(analyse.clone()).contains("no-help"));
    board.ask(json!({"t": "profile", "settings": {"assistance": true}}));
    assert!(board.seat["can"]["hint"].is_null());
    board.ask(analyse);
}

#[test]
fn a_pause_with_clocks_needs_both_players() {
    let mut board = TestBoard::two_devices();
    let pause = board.refused(json!({"t": "pause", "on": true}));
    assert!(pause.contains("no-pause"), "no clock runs");
    let time = json!({"kind": "clock", "base": [60000, 60000], "increment": [0, 0]});
    board.new_game(json!({"time": time}));
    board.answer_from(OTHER, true).expect("another game");
    board.propose(json!({"t": "pause", "on": true}));
    assert_eq!(board.state["paused"], false);
    board.answer_from(OTHER, true).expect("a pause");
    assert_eq!(board.state["paused"], true);
    board.propose(json!({"t": "pause", "on": false}));
    board.answer_from(OTHER, false).expect("declined");
    assert_eq!(board.state["paused"], true);
}

impl TestBoard {
    /// Connects a page of a guest.
    fn join_guest(&mut self, client: ClientId, access: Access, id: &str) {
        let id = id.to_owned();
        self.input(Input::Joined(client, Device { access, id }));
        self.join(client);
    }

    /// What a page was told about its seat last.
    fn seat_of(&self, client: ClientId) -> Value {
        let to = json!(client);
        let mut received = self.received.iter().rev();
        let told = received.find(|one| one["to"] == to && one["message"]["t"] == "seat");
        told.expect("a seat")["message"].clone()
    }

    /// The key of the refusal of a request of another page; empty if it is accepted.
    fn refusal_to(&mut self, client: ClientId, request: Value) -> String {
        self.ask_from(client, request).err().unwrap_or_default()
    }

    fn move_from(&mut self, client: ClientId, token: &str) -> String {
        let node = self.live();
        let play = json!({"t": "play", "node": node, "token": token, "game": true});
        self.refusal_to(client, play)
    }
}

#[test]
fn a_guest_plays_the_side_of_its_seat_and_nothing_else() {
    const WATCHER: ClientId = 3;
    const SECOND: ClientId = 4;
    let mut board = TestBoard::study("dvonn");
    board.join_guest(OTHER, Access::Seat(Side::Two), "a");
    assert_eq!(board.seat_of(OTHER)["role"], "player");
    assert_eq!(board.seat_of(OTHER)["side"], "p2");
    board.join_guest(WATCHER, Access::Watcher, "b");
    board.join_guest(SECOND, Access::Seat(Side::Two), "c");
    assert_eq!(board.seat_of(WATCHER)["role"], "watcher");
    assert_eq!(
        board.seat_of(SECOND)["role"],
        "watcher",
        "the seat is taken"
    );
    assert_eq!(board.move_from(OTHER, "c3"), "other-side");
    assert_eq!(board.move_from(WATCHER, "c3"), "no-seat");
    assert_eq!(board.move_from(SECOND, "c3"), "no-seat");
    board.play("c3");
    let own = json!({"t": "play", "node": board.live(), "token": "d4", "game": true});
    assert!(
        board.refused(own).contains("other-side"),
        "the owner plays what is left"
    );
    assert_eq!(board.move_from(OTHER, "d4"), "");
    let (live, root) = (board.live(), board.state["game"]["root"].clone());
    // A variation would continue the game.
    let aside = json!({"t": "play", "node": root, "token": "e3", "game": false});
    assert_eq!(board.refusal_to(OTHER, aside.clone()), "other-side");
    assert_eq!(board.refusal_to(WATCHER, aside), "no-seat");
    for request in [
        json!({"t": "resign", "side": "p1"}),
        json!({"t": "takeback", "side": "p1"}),
        json!({"t": "takeback"}),
        json!({"t": "side", "side": "p1"}),
        json!({"t": "player", "side": "p1", "player": {"kind": "human", "name": "x"}}),
        json!({"t": "live", "node": root}),
        json!({"t": "saves"}),
        json!({"t": "profile", "settings": {}}),
        json!({"t": "restart", "engine": 0}),
        json!({"t": "invite", "side": "p1"}),
    ] {
        assert_ne!(board.refusal_to(OTHER, request.clone()), "", "{request}");
        assert_ne!(board.refusal_to(WATCHER, request.clone()), "", "{request}");
    }
    for request in [
        json!({"t": "offer_draw"}),
        json!({"t": "comment", "node": live, "text": "x"}),
        json!({"t": "resign", "side": "p2"}),
        new("zertz"),
    ] {
        assert_eq!(
            board.refusal_to(WATCHER, request.clone()),
            "no-seat",
            "{request}"
        );
    }
    assert_eq!(board.moves(), "c3 d4");
    assert_eq!(
        board.refusal_to(OTHER, json!({"t": "resign", "side": "p2"})),
        ""
    );
    assert_eq!(board.state["ending"]["winner"], "p1");
    // A game against an engine, or of two people on one device, is the owner's alone.
    board.new_game(against(0, None));
    assert_eq!(board.move_from(OTHER, "c3"), "no-seat");
    board.new_game(json!({"one_device": true}));
    board.play("c3 d4");
    assert_eq!(board.move_from(OTHER, "e3"), "no-seat");
}

#[test]
fn an_invitation_has_the_key_of_one_seat_also_after_a_rematch() {
    let link = |key: &str| format!("http://192.0.2.1:4473/?token={key}#board");
    let mut board = TestBoard::study("dvonn");
    assert_eq!(board.state["shared"], false);
    assert!(board.refused(json!({"t": "invite"})).contains("--listen"));
    let mut settings = settings("dvonn", &["name=Alpha x"]);
    settings.links = Some(InvitationLinks {
        seats: [link("one"), link("two")],
        watchers: link("watch"),
    });
    let mut board = TestBoard::with(settings, BTreeMap::new());
    assert_eq!(board.state["shared"], true);
    board.new_game(json!({}));
    let invited = |board: &mut TestBoard, side: Value| {
        let invitation = board.ask(json!({"t": "invite", "side": side}));
        invitation["address"].as_str().expect("a link").to_owned()
    };
    assert_eq!(invited(&mut board, json!("p1")), link("one"));
    assert_eq!(invited(&mut board, json!("p2")), link("two"));
    assert_eq!(invited(&mut board, json!(null)), link("watch"));
    board.join_guest(OTHER, Access::Seat(Side::Two), "a");
    board.ask(json!({"t": "resign", "side": "p1"}));
    board.new_game(json!({"swapped": true}));
    board.answer_from(OTHER, true).expect("accepted");
    assert_eq!(board.seat_of(OTHER)["side"], "p1");
    assert_eq!(board.move_from(OTHER, "c3"), "");
    assert_eq!(invited(&mut board, json!("p1")), link("two"));
    assert_eq!(
        board
            .ask_from(OTHER, json!({"t": "invite"}))
            .expect("a link")["address"],
        link("watch")
    );
    // The seats stay as they are when the program starts again.
    let texts = {
        board.input(Input::Flush);
        board.all_files()
    };
    let mut again = super::settings("dvonn", &["name=Alpha x"]);
    again.resumes = true;
    let mut board = TestBoard::with(again, texts);
    assert_eq!(board.moves(), "c3");
    board.join_guest(OTHER, Access::Seat(Side::Two), "a");
    assert_eq!(board.seat_of(OTHER)["side"], "p1");
}

#[test]
fn a_proposal_of_a_device_that_has_left_lapses() {
    let mut board = TestBoard::two_devices();
    board
        .ask_from(OTHER, json!({"t": "takeback", "side": "p2"}))
        .expect("proposed");
    assert!(board.has_proposal());
    board.input(Input::Left(OTHER));
    assert!(!board.has_proposal());
    assert_eq!(board.moves(), "c3 d4");
}
