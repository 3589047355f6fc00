//! Remarks and marks: they stay with their turn, whatever happens at the table meanwhile, and are not
//! lost.

use serde_json::json;

use super::Test;
use super::live::play_elsewhere;
use super::person::{current, pieces, press, touchable, turns};
use super::server::{Server, after_a_turn, place, say};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    (
        "a_remark_stays_with_its_turn_when_the_game_goes_on",
        with_its_turn,
    ),
    (
        "a_mark_stays_with_its_turn_when_the_game_goes_on",
        mark_with_its_turn,
    ),
    ("a_remark_is_handed_in_while_it_is_written", handed_in),
    ("a_remark_is_seen_whole_while_it_is_written", seen_whole),
    ("a_remark_outlives_its_window", outlives),
    ("a_remark_of_another_window_is_kept", of_another_window),
];

const SHIFT: &str = "\u{e008}";
const TAB: &str = "\u{e004}";
const DOWN: &str = "\u{e015}";

/// A game of two people after one turn.
fn begin(browser: &Browser) -> Server {
    let server = after_a_turn(browser);
    touchable(browser, 8);
    server
}

fn write(browser: &Browser, text: &str) {
    let keys: Vec<String> = text.chars().map(|c| c.to_string()).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    browser.keys(&keys);
}

/// Turns and remarks in their order.
fn record(browser: &Browser, expected: &[&str]) {
    let expected = json!(expected);
    browser.wait_for(&format!(
        "return JSON.stringify([...document.querySelectorAll('.turns .token, .turns .comment')].map((e) => e.textContent)) === JSON.stringify({expected})"
    ));
}

fn seen_whole(browser: &Browser) {
    let server = begin(browser);
    browser.screen(1200, 860, false);
    let below =
        || browser.run("return document.querySelector('#actions').getBoundingClientRect().y");
    let before = below();
    browser.click("#comment");
    write(browser, &"one line more, and ".repeat(4));
    let hidden = "const { scrollHeight, clientHeight } = document.querySelector('#comment'); return scrollHeight - clientHeight";
    assert_eq!(browser.run(hidden), json!(0));
    assert_eq!(below(), before, "what is below stays");
    server.check(browser);
}

fn with_its_turn(browser: &Browser) {
    let server = begin(browser);
    browser.click("#comment");
    write(browser, "the mid");
    play_elsewhere(browser, "a1");
    turns(browser, 2);
    write(browser, "dle");
    let text = browser.run("return document.querySelector('#comment').value");
    assert_eq!(text, json!("the middle"));
    current(browser, "b2");
    // From the text to its mark it is the same turn.
    browser.chord(SHIFT, TAB);
    browser.keys(&[DOWN]);
    browser.wait_for("return document.querySelector('.turn-cell .sign').textContent === '!!'");
    current(browser, "b2");
    browser.keys(&[TAB]);
    // Who has done with it sees how the game has gone on.
    browser.keys(&[TAB]);
    record(browser, &["b2", "the middle", "a1"]);
    current(browser, "a1");
    browser.wait_for("return document.querySelector('#comment').value === ''");
    touchable(browser, 7);
    server.check(browser);
}

fn mark_with_its_turn(browser: &Browser) {
    let server = begin(browser);
    browser.run("document.querySelector('#mark').focus()");
    play_elsewhere(browser, "a1");
    turns(browser, 2);
    browser.keys(&[DOWN]);
    browser.wait_for("return [...document.querySelectorAll('.turn-cell .sign')].map((e) => e.textContent).join() === '!!,'");
    current(browser, "b2");
    // A press that leads elsewhere leads there.
    browser.click("#steps button");
    pieces(browser, 0);
    assert!(
        browser
            .run("return document.querySelector('.current')")
            .is_null()
    );
    server.check(browser);
}

fn handed_in(browser: &Browser) {
    let server = begin(browser);
    browser.click("#comment");
    write(browser, "the");
    record(browser, &["b2", "the"]);
    write(browser, " middle");
    record(browser, &["b2", "the middle"]);
    let there = browser.run("return document.activeElement.id");
    assert_eq!(there, json!("comment"), "it is still written");
    // It is one change.
    press(browser, "#actions", "Undo edit");
    record(browser, &["b2"]);
    browser.wait_for("return document.querySelector('#comment').value === ''");
    server.check(browser);
}

fn outlives(browser: &Browser) {
    let server = begin(browser);
    browser.click("#comment");
    write(browser, "half a rem");
    browser.reload();
    browser.wait_for("return document.querySelectorAll('.hit').length");
    record(browser, &["b2", "half a rem"]);
    browser.wait_for("return document.querySelector('#comment').value === 'half a rem'");
    server.check(browser);
}

fn of_another_window(browser: &Browser) {
    let server = begin(browser);
    browser.click(&place("a1"));
    turns(browser, 2);
    touchable(browser, 7);
    let node = browser.run("return Number(document.querySelector('.current').dataset.node)");
    browser.click("#comment");
    say(
        browser,
        &json!({"t": "comment", "node": node, "text": "from elsewhere"}),
    );
    record(browser, &["b2", "a1", "from elsewhere"]);
    browser.wait_for("return document.querySelector('#comment').value === 'from elsewhere'");
    browser.click(".turn-cell[data-node]");
    current(browser, "b2");
    // Whatever the window has said on leaving is known when this is.
    say(browser, &json!({"t": "mark", "node": node, "mark": "?"}));
    browser.wait_for(
        "return [...document.querySelectorAll('.turn-cell .sign')].at(-1).textContent === '?'",
    );
    record(browser, &["b2", "a1", "from elsewhere"]);
    server.check(browser);
}
