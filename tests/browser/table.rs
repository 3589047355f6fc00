//! What the table does and keeps, told and asked over a connection of the test's own: whose time runs,
//! what engines are told while they search, and what the record says of turns that were taken back.

use serde_json::{Value, json};

use super::Test;
use super::games::people;
use super::server::{Server, named, with_thinker};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    (
        "the_time_of_an_engine_runs_when_it_is_ready",
        ready_before_the_clock,
    ),
    (
        "nobodys_time_runs_while_an_engine_starts_anew_or_a_pause_lasts",
        standing,
    ),
    (
        "an_option_waits_for_the_end_of_the_search",
        option_meanwhile,
    ),
    (
        "a_turn_taken_back_gives_both_their_time_back",
        time_given_back,
    ),
    (
        "what_is_played_instead_of_a_turn_is_the_main_line",
        played_instead,
    ),
    ("a_result_belongs_to_the_line_that_has_it", result_of_a_line),
    ("a_result_without_a_reason_is_kept", without_a_reason),
    (
        "an_engine_that_does_not_stop_is_started_anew_for_what_is_wanted_since",
        deaf_player,
    ),
    (
        "an_analysis_that_does_not_stop_is_not_that_of_the_next_position",
        deaf_analyst,
    ),
    (
        "an_analysis_goes_on_where_a_line_is_deleted",
        analysis_of_what_is_left,
    ),
    (
        "what_is_asked_while_a_game_begins_is_answered",
        asked_meanwhile,
    ),
    (
        "a_line_that_comes_back_is_the_one_that_was_deleted",
        put_back,
    ),
];

/// Opens the connection, which keeps what it is told: the state, the nodes by their turns, and the rest.
fn connect(browser: &Browser) {
    browser.run(
        "const now = window.__now = {}, nodes = window.__nodes = new Map(), heard = window.__heard = [];
         const socket = window.__socket = new WebSocket('ws://' + location.host + '/socket');
         window.__say = (intention) => socket.send(JSON.stringify(intention));
         window.__moves = (id) => { const node = nodes.get(id); return node?.parent ? [...window.__moves(node.parent), node.token] : []; };
         window.__node = (moves) => [...nodes.keys()].find((id) => window.__moves(id).join(' ') === moves);
         socket.onopen = () => window.__say({t: 'hello', version: 1});
         socket.onmessage = (event) => { const m = JSON.parse(event.data);
           if (m.t === 'state') nodes.clear();
           if (m.t === 'state' || m.t === 'patch') { Object.assign(now, m); for (const id of m.gone ?? []) nodes.delete(id); for (const node of m.nodes) nodes.set(node.id, node); }
           else heard.push(m); };",
    );
    browser.wait_for("return window.__now.live");
}

fn tell(browser: &Browser, intention: &Value) {
    browser.run(&format!("window.__say({intention})"));
}

/// Waits until the state is so.
fn until(browser: &Browser, condition: &str) {
    browser.wait_for(&format!("const now = window.__now; return {condition}"));
}

fn now(browser: &Browser, expression: &str) -> Value {
    browser.run(&format!("const now = window.__now; return {expression}"))
}

/// Begins a game of these players with clocks of so many milliseconds, 0 for none.
fn begin(browser: &Browser, players: &Value, [one, two]: [u32; 2]) {
    let time = if one == 0 {
        json!({"kind": "none"})
    } else {
        json!({"kind": "clock", "base": [one, two], "increment": [0, 0]})
    };
    let number = now(browser, "now.game.number");
    tell(
        browser,
        &json!({"t": "new", "players": players, "time": time}),
    );
    until(
        browser,
        &format!("now.game.number > {number} && window.__nodes.get(now.live).status"),
    );
}

/// Plays a turn after these, as one of the game or as a variation, and waits until the house knows it.
fn play(browser: &Browser, after: &str, token: &str, game: bool) {
    let node = browser.run(&format!("return window.__node('{after}')"));
    tell(
        browser,
        &json!({"t": "play", "node": node, "token": token, "game": game}),
    );
    let moves = format!("{after} {token}");
    let moves = moves.trim();
    browser.wait_for(&format!(
        "return window.__nodes.get(window.__node('{moves}'))?.status"
    ));
}

/// The record as text.
fn exported(browser: &Browser, form: &str) -> String {
    browser.run("window.__heard.length = 0; window.__say({t: 'export', node: window.__now.live})");
    browser.wait_for("return window.__heard.find((m) => m.t === 'export')");
    let text = browser.run(&format!("return window.__heard.at(-1).{form}"));
    text.as_str().unwrap_or_default().to_owned()
}

/// A person against the second engine.
fn against_the_second() -> Value {
    json!([{"kind": "person"}, {"kind": "engine", "engine": 1, "level": null}])
}

fn ready_before_the_clock(browser: &Browser) {
    let signal = std::env::temp_dir().join(format!("ringstack-ready-{}", std::process::id()));
    let late = named("late", &format!("thinker '{}'", signal.display()));
    let server = Server::fake("plain", &["--engine", &late]);
    server.open(browser);
    connect(browser);
    begin(browser, &against_the_second(), [60_000, 60_000]);
    play(browser, "", "b2", true);
    until(browser, "now.thinking === 'p2'");
    assert_eq!(now(browser, "now.clock.running"), Value::Null);
    std::fs::write(&signal, "").expect("a file");
    until(browser, "now.clock.running === 'p2'");
    std::fs::remove_file(&signal).expect("no file");
    server.check(browser);
}

fn standing(browser: &Browser) {
    let server = with_thinker(browser);
    connect(browser);
    begin(browser, &against_the_second(), [60_000, 60_000]);
    play(browser, "", "b2", true);
    until(browser, "now.clock.running === 'p2'");
    tell(browser, &json!({"t": "restart", "engine": 1}));
    until(browser, "now.paused");
    assert_eq!(now(browser, "now.clock.running"), Value::Null);
    // There is no engine that could play a step for a person.
    begin(browser, &people(), [60_000, 60_000]);
    play(browser, "", "b2", true);
    until(browser, "now.clock.running === 'p2'");
    tell(browser, &json!({"t": "pause", "on": true}));
    until(browser, "now.paused && now.clock.running === null");
    tell(browser, &json!({"t": "step"}));
    play(browser, "b2", "a1", true);
    assert_eq!(
        now(browser, "[now.paused, now.clock.running]"),
        json!([true, null])
    );
    server.check(browser);
}

fn option_meanwhile(browser: &Browser) {
    let server = with_thinker(browser);
    connect(browser);
    begin(browser, &against_the_second(), [60_000, 60_000]);
    play(browser, "", "b2", true);
    browser.wait_for("return window.__heard.some((m) => m.t === 'thought')");
    let set = json!({"t": "option", "engine": 1, "name": "Careful", "value": "true"});
    tell(browser, &set);
    // What comes later is done, so it has been looked at.
    tell(browser, &json!({"t": "traffic", "engine": 1}));
    browser.wait_for("return window.__heard.some((m) => m.t === 'traffic')");
    let said = browser.run("return window.__heard.find((m) => m.t === 'traffic').text");
    let said = said.as_str().unwrap_or_default();
    assert!(
        !said.contains("Careful value") && !said.contains("stop"),
        "{said}"
    );
    assert_eq!(now(browser, "now.thinking"), "p2");
    tell(browser, &json!({"t": "move_now"}));
    until(browser, "window.__moves(now.live).length === 2");
    browser.run("window.__heard.length = 0");
    tell(browser, &json!({"t": "traffic", "engine": 1}));
    browser.wait_for("return window.__heard.some((m) => m.t === 'traffic' && m.text.includes('Careful value true'))");
    server.check(browser);
}

fn time_given_back(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    connect(browser);
    begin(browser, &people(), [1_000, 60_000]);
    play(browser, "", "b2", true);
    play(browser, "b2", "a1", true);
    until(
        browser,
        "now.ending?.reason === 'time' && now.clock.left[0] === 0",
    );
    tell(browser, &json!({"t": "takeback"}));
    until(browser, "!now.ending && now.clock.running === 'p2'");
    assert_eq!(now(browser, "now.clock.left"), json!([1_000, 60_000]));
    server.check(browser);
}

fn played_instead(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    connect(browser);
    begin(browser, &people(), [0, 0]);
    play(browser, "", "b2", true);
    tell(browser, &json!({"t": "takeback"}));
    until(browser, "window.__moves(now.live).length === 0");
    play(browser, "", "a1", true);
    assert_eq!(
        exported(browser, "list"),
        "three-in-a-row startpos moves a1"
    );
    // What is only tried stays a variation.
    play(browser, "a1", "b1", true);
    play(browser, "", "c3", false);
    play(browser, "c3", "b1", true);
    assert_eq!(
        exported(browser, "list"),
        "three-in-a-row startpos moves a1 b1"
    );
    server.check(browser);
}

fn result_of_a_line(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    connect(browser);
    begin(browser, &people(), [0, 0]);
    play(browser, "", "b2", true);
    play(browser, "", "a1", false);
    let mut line = "a1".to_owned();
    for token in ["b1", "a2", "b2", "a3"] {
        play(browser, &line, token, true);
        line = format!("{line} {token}");
    }
    until(browser, "now.ending");
    assert_eq!(
        exported(browser, "list"),
        format!("three-in-a-row startpos moves {line}")
    );
    server.check(browser);
}

fn without_a_reason(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    connect(browser);
    let record = "[Game \"dvonn\"]\n[Result \"1-0\"]\n\n1. f3 c2 1-0\n";
    tell(browser, &json!({"t": "import", "text": record}));
    until(browser, "now.ending?.winner === 'p1'");
    let text = exported(browser, "pgn");
    assert!(text.contains("[Result \"1-0\"]"), "{text}");
    assert!(!text.contains("Termination"), "{text}");
    browser.wait_for("return document.querySelector('.banner .result')?.textContent");
    assert_eq!(browser.text(".banner .result"), "White wins");
    // The words of matches are told in a sentence, those of others as they are.
    for (result, word, told) in [
        (
            "1-0",
            "illegal",
            "White wins. Black has made an illegal turn",
        ),
        (
            "1/2-1/2",
            "max-plies",
            "A draw, as the longest game allowed is over",
        ),
        ("0-1", "unterminated", "Black wins. unterminated"),
    ] {
        let head = format!("[Game \"dvonn\"]\n[Result \"{result}\"]\n[Termination \"{word}\"]\n");
        let record = format!("{head}\n1. f3 c2 {result}\n");
        tell(browser, &json!({"t": "import", "text": record}));
        let told = json!(told);
        browser.wait_for(&format!(
            "return document.querySelector('.banner .result')?.textContent === {told}"
        ));
    }
    server.check(browser);
}

/// An analysis of a node by the second engine.
fn analyse(browser: &Browser, moves: &str) {
    browser.run(&format!(
        "window.__say({{t: 'analyse', on: true, node: window.__node('{moves}'), engine: 1, lines: 1, ms: 0, only: []}})"
    ));
    until(
        browser,
        &format!("now.analysis && window.__moves(now.analysis.node).join(' ') === '{moves}'"),
    );
}

fn deaf_player(browser: &Browser) {
    let hang = named("sleeper", "hang");
    let server = Server::fake("plain", &["--engine", &hang]);
    server.open(browser);
    connect(browser);
    begin(browser, &against_the_second(), [60_000, 60_000]);
    play(browser, "", "b2", true);
    until(browser, "now.clock.running === 'p2'");
    // The engine hears neither that its turn is not wanted any more nor that another one is.
    tell(browser, &json!({"t": "takeback"}));
    until(browser, "!now.thinking");
    play(browser, "", "a1", true);
    until(
        browser,
        "now.thinking === 'p2' && now.clock.running === null",
    );
    until(browser, "now.clock.running === 'p2'");
    server.check(browser);
}

fn deaf_analyst(browser: &Browser) {
    let hang = named("sleeper", "hang");
    let server = Server::fake("plain", &["--engine", &hang]);
    server.open(browser);
    connect(browser);
    begin(browser, &people(), [0, 0]);
    play(browser, "", "b2", true);
    analyse(browser, "");
    tell(browser, &json!({"t": "traffic", "engine": 1}));
    browser.wait_for(
        "return window.__heard.some((m) => m.t === 'traffic' && m.text.includes('go infinite'))",
    );
    analyse(browser, "b2");
    browser.run("window.__heard.length = 0");
    browser.wait_for(
        "return window.__heard.some((m) => m.t === 'notice' && m.text.includes('does not answer'))",
    );
    tell(browser, &json!({"t": "traffic", "engine": 1}));
    browser.wait_for("return window.__heard.some((m) => m.t === 'traffic' && m.text.includes('position startpos moves b2'))");
    assert_eq!(
        now(browser, "window.__moves(now.analysis?.node)"),
        json!(["b2"])
    );
    server.check(browser);
}

fn analysis_of_what_is_left(browser: &Browser) {
    let thinker = named("thinker", "thinker");
    let server = Server::fake("plain", &["--engine", &thinker]);
    server.open(browser);
    connect(browser);
    begin(browser, &people(), [0, 0]);
    play(browser, "", "b2", true);
    play(browser, "b2", "c3", true);
    play(browser, "b2", "a1", false);
    let remove = |moves: &str| {
        browser.run(&format!(
            "window.__say({{t: 'remove', node: window.__node('{moves}')}})"
        ));
    };
    // Another line does not concern it.
    analyse(browser, "b2 a1");
    remove("b2 c3");
    until(
        browser,
        "now.undoable && window.__moves(now.analysis?.node).join(' ') === 'b2 a1'",
    );
    remove("b2 a1");
    until(
        browser,
        "window.__moves(now.analysis?.node).join(' ') === 'b2' && now.analysis.running",
    );
    server.check(browser);
}

fn asked_meanwhile(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    connect(browser);
    let new = json!({"t": "new", "players": people(), "time": {"kind": "none"}});
    let asked = json!({"t": "edit", "id": 7, "game": null, "fen": null, "node": null, "items": []});
    // In one breath: the second comes before the game has begun.
    browser.run(&format!("window.__say({new}); window.__say({asked})"));
    browser.wait_for("return window.__heard.some((m) => m.t === 'answer' && m.id === 7)");
    server.check(browser);
}

fn put_back(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    connect(browser);
    tell(
        browser,
        &json!({"t": "import", "text": "startpos moves b2 a1 c3"}),
    );
    until(browser, "window.__moves(now.live).length === 3");
    // In one breath: a position that nobody has seen yet is looked at when it is gone.
    browser.run(
        "const node = window.__shown = window.__node('b2 a1');
         window.__say({t: 'view', node}); window.__say({t: 'remove', node: window.__node('b2')});
         window.__say({t: 'touch', id: 7, node: window.__now.game.root, touches: []})",
    );
    browser.wait_for("return window.__heard.some((m) => m.t === 'answer' && m.id === 7)");
    browser.run("window.__say({t: 'touch', id: 8, node: window.__now.game.root, touches: []})");
    browser.wait_for("return window.__heard.some((m) => m.t === 'answer' && m.id === 8)");
    browser.run("window.__heard.length = 0; window.__say({t: 'undo'}); window.__say({t: 'view', node: window.__shown})");
    browser.wait_for("return window.__heard.some((m) => m.t === 'view')");
    let stones = browser.run(
        "return window.__heard.find((m) => m.t === 'view').scene.boards[0].places.filter((p) => p.kind).length",
    );
    assert_eq!(stones, json!(2));
    server.check(browser);
}
