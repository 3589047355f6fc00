//! What comes from another position: lines of the analysis, turns that are on their way, what other
//! windows do. None of it changes what is looked at here.

use serde_json::{Value, json};

use super::Test;
use super::games::people;
use super::live::play_elsewhere;
use super::person::{
    current, insist, lines, notice, pieces, press, touchable, turns, with_settings,
};
use super::server::{Server, place, say, two_people, with_thinker};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    ("a_line_of_another_position_is_not_played", another_position),
    (
        "the_analysis_catches_up_when_the_window_is_seen_again",
        seen_again,
    ),
    ("lines_that_waited_do_not_replace_newer_ones", waited),
    (
        "an_analysis_that_is_refused_leaves_the_switch_off",
        refused_analysis,
    ),
    (
        "the_best_turn_is_not_the_one_that_is_evaluated_alone",
        best_of_all,
    ),
    (
        "an_end_of_thinking_below_a_look_ahead_leaves_a_living_board",
        looked_ahead,
    ),
    ("going_elsewhere_ends_a_line_that_is_played", line_left),
    ("a_step_back_before_a_turn_is_shown_begins_anew", step_back),
    ("a_window_that_studies_stays_where_it_is", studying),
    (
        "a_deletion_that_is_refused_moves_no_window",
        refused_deletion,
    ),
    ("arrows_come_back_with_the_connection", arrows),
];

/// Messages are counted, and those of one kind wait as long as a test wants.
const HOLDING: &str = "window.__hold = ''; window.__held = []; window.__heard = {}; window.__sockets = []; const Real = WebSocket;
    window.WebSocket = class extends Real {
      constructor(...all) { super(...all); window.__sockets.push(this); }
      addEventListener(kind, heard) { super.addEventListener(kind, kind !== 'message' ? heard : (e) => {
        const { t } = JSON.parse(e.data);
        window.__heard[t] = (window.__heard[t] ?? 0) + 1;
        if (t === window.__hold) window.__held.push(() => heard(e)); else heard(e); }); } };
    window.__release = () => { window.__hold = ''; for (const go of window.__held.splice(0)) go(); };";

const HOME: &str = "\u{e011}";
const LEFT: &str = "\u{e012}";

/// A game of two people, with an engine that thinks until it is stopped and tells three lines.
pub fn begin(browser: &Browser) -> Server {
    let server = with_thinker(browser);
    two_people(browser);
    with_settings(browser, &json!({"engine": 1, "lines": 3}));
    touchable(browser, 9);
    server
}

/// Has it analyse, until the lines are there.
pub fn analyse(browser: &Browser) {
    browser.click("#analysis-switch");
    lines(browser, 3);
}

fn best(browser: &Browser, token: &str) {
    browser.wait_for(&format!(
        "return document.querySelector('.lines li[data-rank=\"1\"] .turn-text')?.textContent === '{token}'"
    ));
}

/// Plays the first turns of a game.
fn play(browser: &Browser, places: &[&str]) {
    for (n, id) in places.iter().enumerate() {
        touchable(browser, 9 - n);
        browser.click(&place(id));
        pieces(browser, n + 1);
    }
    touchable(browser, 9 - places.len());
}

/// A pointer that goes to a point.
fn to(x: f64, y: f64) -> Value {
    json!({"type": "pointerMove", "duration": 30, "x": x.round(), "y": y.round()})
}

/// The node of a turn of the main line.
fn node(browser: &Browser, n: usize) -> Value {
    browser.run(&format!(
        "return Number(document.querySelectorAll('.turn-cell[data-node]')[{n}].dataset.node)"
    ))
}

/// Waits until this window has heard everything that was said before.
fn settled(browser: &Browser) {
    let last = browser
        .run("return Number([...document.querySelectorAll('[data-node]')].at(-1).dataset.node)");
    for (mark, sign) in [("!!", "!!"), ("", "")] {
        say(browser, &json!({"t": "mark", "node": last, "mark": mark}));
        browser.wait_for(&format!(
            "return document.querySelector('[data-node=\"{last}\"] .sign').textContent === '{sign}'"
        ));
    }
}

fn another_position(browser: &Browser) {
    let server = begin(browser);
    analyse(browser);
    play(browser, &["b2", "a3"]);
    best(browser, "c3");
    // Another window has the position before analysed.
    let before = node(browser, 0);
    say(
        browser,
        &json!({"t": "analyse", "on": true, "node": before, "engine": 1, "lines": 3, "ms": 0, "only": []}),
    );
    lines(browser, 0);
    assert_eq!(browser.text(".analysis .head .value"), "…");
    browser.wait_for("return document.querySelectorAll('.arrow').length === 0");
    let on = browser.run("return document.querySelector('#analysis-switch').checked");
    assert_eq!(on, json!(true), "it is on, elsewhere");
    // Who goes there sees them.
    browser.click("#title");
    browser.keys(&[LEFT]);
    best(browser, "a3");
    server.check(browser);
}

fn seen_again(browser: &Browser) {
    let server = begin(browser);
    analyse(browser);
    // A window that is behind others, as it tells the page.
    let away = |is: bool| {
        browser.run(&format!(
            "Object.defineProperty(document, 'hidden', {{configurable: true, value: {is}}});
             document.dispatchEvent(new Event('visibilitychange'));"
        ));
    };
    away(true);
    play_elsewhere(browser, "b2");
    turns(browser, 1);
    lines(browser, 0);
    away(false);
    best(browser, "a3");
    browser.click(".lines li[data-rank='1'] .turn-text");
    turns(browser, 2);
    let variation = browser.run("return document.querySelector('.variation')");
    assert!(variation.is_null());
    server.check(browser);
}

fn waited(browser: &Browser) {
    browser.before_load(HOLDING);
    let server = begin(browser);
    analyse(browser);
    let (x, y) = browser.middle(".lines li[data-rank='1'] .turn-text");
    browser.pointer("mouse", &[to(x - 4.0, y), to(x, y)]);
    pieces(browser, 1);
    let reports = browser.run("return window.__heard.lines").as_u64();
    let more = reports.unwrap_or_default() + 2;
    browser.wait_for(&format!("return window.__heard.lines >= {more}"));
    // The position is left, and those of the next one are the last that come.
    play_elsewhere(browser, "b2");
    best(browser, "a3");
    browser.run("window.__hold = 'lines'");
    browser.pointer("mouse", &[to(300.0, 30.0)]);
    settled(browser);
    best(browser, "a3");
    browser.run("window.__release()");
    server.check(browser);
}

fn refused_analysis(browser: &Browser) {
    let server = begin(browser);
    play(browser, &["b2", "a3"]);
    say(
        browser,
        &json!({"t": "review", "on": true, "engine": 1, "ms": 60_000}),
    );
    browser.wait_for("return document.querySelector('#review-progress')");
    browser.click("#analysis-switch");
    notice(browser, "a review is running");
    let off = "return document.querySelector('#analysis-switch').checked === false";
    browser.wait_for(off);
    press(browser, "#actions", "Stop review");
    browser.wait_for("return !document.querySelector('#review-progress')");
    analyse(browser);
    server.check(browser);
}

fn best_of_all(browser: &Browser) {
    let server = begin(browser);
    play(browser, &["b1"]);
    browser.click("#title");
    browser.keys(&[HOME]);
    pieces(browser, 0);
    analyse(browser);
    // The value of the position comes with the lines.
    best(browser, "b2");
    browser.click(".turn-cell[data-node]");
    current(browser, "b1");
    browser.click("#title");
    browser.keys(&["e"]);
    browser.wait_for("return document.querySelector('#analysis').dataset.only === 'b1'");
    best(browser, "b1");
    browser.keys(&["b"]);
    current(browser, "b2");
    // Neither when it is evaluated no more.
    browser.click(".turn-cell[data-node]");
    current(browser, "b1");
    browser.click("#title");
    browser.keys(&["e"]);
    browser.wait_for("return document.querySelector('#analysis').dataset.only === 'b1'");
    best(browser, "b1");
    browser.click("#analysis-switch");
    browser.wait_for("return document.querySelectorAll('.lines li').length === 0");
    browser.click("#title");
    browser.keys(&["b"]);
    current(browser, "b2");
    server.check(browser);
}

fn looked_ahead(browser: &Browser) {
    let server = begin(browser);
    let players = json!([{"kind": "person"}, {"kind": "engine", "engine": 1, "level": null}]);
    // The engine would play by itself after the usual second.
    let long = json!({"kind": "move", "ms": 3_600_000});
    say(
        browser,
        &json!({"t": "new", "players": players, "time": long}),
    );
    browser.wait_for(
        "return document.querySelector('.player[data-side=p2] .seat')?.textContent === 'thinker'",
    );
    analyse(browser);
    touchable(browser, 9);
    browser.click(&place("b2"));
    browser.wait_for(
        "return document.querySelector('#turn .hint').textContent === 'Nought is thinking'",
    );
    best(browser, "a3");
    let (x, y) = browser.middle(".lines li[data-rank='1'] .turn-text");
    browser.pointer("mouse", &[to(x - 4.0, y), to(x, y)]);
    pieces(browser, 2);
    say(browser, &json!({"t": "resign", "side": "p2"}));
    browser.wait_for("return document.querySelector('.banner .result')");
    browser.pointer("mouse", &[to(300.0, 30.0)]);
    pieces(browser, 1);
    // After the game the board is there for study.
    touchable(browser, 8);
    let hint = browser.text("#turn .hint");
    assert!(!hint.contains("thinking"), "{hint}");
    server.check(browser);
}

fn line_left(browser: &Browser) {
    let server = begin(browser);
    play(browser, &["b2"]);
    analyse(browser);
    best(browser, "a3");
    browser.run(
        "document.querySelector('.lines li[data-rank=\"1\"] .turn-text:nth-child(3)').click();
         document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'Home', bubbles: true}));",
    );
    // What was on its way is played; the rest is not, here or there.
    turns(browser, 2);
    settled(browser);
    let played = browser
        .run("return [...document.querySelectorAll('.turns .token')].map((e) => e.textContent)");
    assert_eq!(played, json!(["b2", "a3"]));
    pieces(browser, 0);
    touchable(browser, 9);
    assert!(
        browser
            .run("return document.querySelector('.current')")
            .is_null()
    );
    server.check(browser);
}

fn step_back(browser: &Browser) {
    browser.before_load(HOLDING);
    let server = begin(browser);
    browser.run("window.__hold = 'view'");
    browser.click(&place("b2"));
    current(browser, "b2");
    browser.click("#title");
    browser.keys(&[LEFT]);
    touchable(browser, 9);
    pieces(browser, 0);
    browser.run("window.__release()");
    browser.click(&place("c3"));
    pieces(browser, 1);
    current(browser, "c3");
    server.check(browser);
}

fn studying(browser: &Browser) {
    let server = begin(browser);
    play(browser, &["b2", "a3", "c3", "a1"]);
    browser.click(".turn-cell[data-node]");
    current(browser, "b2");
    touchable(browser, 8);
    let live = |token: &str| {
        browser.wait_for(&format!(
            "return document.querySelector('.live .token')?.textContent === '{token}'"
        ));
    };
    live("a1");
    say(browser, &json!({"t": "takeback"}));
    browser.wait_for("return document.querySelector('.live .token')?.textContent !== 'a1'");
    current(browser, "b2");
    pieces(browser, 1);
    // A turn elsewhere, too.
    let second = node(browser, 1);
    say(
        browser,
        &json!({"t": "play", "node": second, "token": "b1", "game": false}),
    );
    live("b1");
    current(browser, "b2");
    pieces(browser, 1);
    server.check(browser);
}

fn refused_deletion(browser: &Browser) {
    let server = begin(browser);
    play(browser, &["b2", "a3"]);
    // A study is where one plays: what is deleted there leaves it at the turn before.
    insist(browser, "#actions", "Delete from here");
    turns(browser, 1);
    current(browser, "b2");
    browser.wait_for("return document.querySelector('.live .token')?.textContent === 'b2'");
    touchable(browser, 8);
    // Its main line is what one goes back to from a variation.
    browser.click("#title");
    browser.keys(&[HOME]);
    play(browser, &["c3"]);
    browser.wait_for("return document.querySelector('.variation .current.live')");
    press(browser, "#banner", "Back to the game");
    current(browser, "b2");
    // A game that is played stands where it stands.
    let clocks = json!({"kind": "clock", "base": [600_000, 600_000], "increment": [0, 0]});
    let new = json!({"t": "new", "players": people(), "time": clocks});
    say(browser, &new);
    browser.wait_for("return document.querySelector('.clock')");
    touchable(browser, 9);
    play(browser, &["b2"]);
    let why = browser.run("const b = [...document.querySelectorAll('#actions button')].find((b) => b.textContent === 'Delete from here'); return [b.disabled, b.title]");
    assert_eq!(
        why,
        json!([true, "The game stands here: take turns back instead."])
    );
    say(browser, &json!({"t": "remove", "node": node(browser, 0)}));
    settled(browser);
    turns(browser, 1);
    server.check(browser);
}

fn arrows(browser: &Browser) {
    browser.before_load(HOLDING);
    let server = begin(browser);
    browser.run("window.__hold = 'answer'");
    analyse(browser);
    browser.wait_for("return window.__held.length === 3");
    let sockets = browser.run("return window.__sockets.length");
    browser.run("window.__hold = ''; window.__sockets[0].close()");
    browser.wait_for(&format!(
        "return window.__sockets.length > {sockets} && !document.body.classList.contains('offline')"
    ));
    browser.wait_for("return document.querySelectorAll('.arrow').length === 3");
    server.check(browser);
}
