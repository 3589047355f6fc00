//! Who uses keys: the focus stays where it is worked, and keys go where the focus is.

use serde_json::json;

use super::Test;
use super::person::{pieces, touchable, turns};
use super::server::{Server, after_a_turn, place, two_people};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    (
        "a_place_keeps_the_focus_when_the_board_is_turned",
        turned_board,
    ),
    ("a_menu_of_meanings_is_gone_through_by_keys", menu),
    (
        "keys_go_to_the_game_after_a_mark_is_chosen_with_a_pointer",
        after_a_mark,
    ),
    (
        "arrow_keys_go_through_the_record_after_a_turn_by_mouse",
        after_a_touch,
    ),
    ("one_turn_of_the_record_is_a_stop_of_the_tab_key", one_stop),
];

const ENTER: &str = "\u{e007}";
const RIGHT: &str = "\u{e014}";
const DOWN: &str = "\u{e015}";
const UP: &str = "\u{e013}";

fn focused(browser: &Browser, id: &str) {
    browser.wait_for(&format!(
        "return document.activeElement.dataset.place === '{id}'"
    ));
}

fn turned_board(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    touchable(browser, 49);
    browser.run("document.querySelector('.hit[data-place=e3]').focus()");
    browser.keys(&["f"]);
    browser.wait_for("return document.querySelector('#player-bottom')?.dataset.side === 'p2'");
    focused(browser, "e3");
    browser.keys(&[RIGHT]);
    focused(browser, "d3");
    server.check(browser);
}

fn menu(browser: &Browser) {
    let server = Server::fake("odd", &[]);
    server.open(browser);
    two_people(browser);
    touchable(browser, 9);
    // So that there is a turn that could be left.
    browser.click(&place("b2"));
    turns(browser, 1);
    touchable(browser, 8);
    let entry = |n: usize| {
        browser.wait_for(&format!(
            "return document.activeElement === document.querySelectorAll('.menu-here button')[{n}]"
        ));
    };
    browser.run("document.querySelector('.hit[data-place=c1]').focus()");
    browser.keys(&[ENTER]);
    entry(0);
    browser.keys(&[DOWN]);
    entry(1);
    browser.keys(&[DOWN]);
    entry(0);
    browser.keys(&[UP]);
    entry(1);
    browser.keys(&["\u{e00c}"]);
    browser.wait_for("return !document.querySelector('.menu-here')");
    focused(browser, "c1");
    browser.keys(&[ENTER]);
    entry(0);
    browser.keys(&[DOWN, ENTER]);
    turns(browser, 2);
    pieces(browser, 2);
    server.check(browser);
}

fn after_a_mark(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    for (n, id) in ["b2", "a1"].iter().enumerate() {
        touchable(browser, 9 - n);
        browser.click(&place(id));
        turns(browser, n + 1);
    }
    touchable(browser, 7);
    browser.click(".turn-cell[data-node]");
    touchable(browser, 8);
    // The menu itself is the browser's; what the page hears of it is this.
    browser.run(
        "const mark = document.querySelector('#mark'); mark.focus();
         mark.dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}));
         mark.value = '!'; mark.dispatchEvent(new Event('change', {bubbles: true}));
         mark.dispatchEvent(new PointerEvent('pointerup', {bubbles: true}));",
    );
    let signs = "return [...document.querySelectorAll('.turn-cell .sign')].map((e) => e.textContent).join()";
    browser.wait_for(&format!("return (() => {{ {signs} }})() === '!,'"));
    browser.keys(&[RIGHT]);
    browser.wait_for("return document.querySelector('.current .token')?.textContent === 'a1'");
    assert_eq!(browser.run(signs), json!("!,"));
    server.check(browser);
}

fn after_a_touch(browser: &Browser) {
    let server = after_a_turn(browser);
    touchable(browser, 8);
    browser.keys(&["\u{e012}"]);
    touchable(browser, 9);
    browser.keys(&["h"]);
    let ring = browser.run("return document.querySelectorAll(':focus-visible').length");
    assert_eq!(ring, json!(0));
    // Who comes to the board by keys goes over it.
    browser.run("document.querySelector('.hit[data-place=b2]').focus()");
    browser.keys(&[RIGHT]);
    focused(browser, "c2");
    server.check(browser);
}

fn one_stop(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    let line = json!({"t": "import", "text": "startpos moves b2 a1 c3"});
    super::server::say(browser, &line);
    turns(browser, 3);
    touchable(browser, 6);
    let stops = "return [...document.querySelectorAll('#record button')].filter((b) => b.tabIndex === 0).map((b) => b.title)";
    assert_eq!(browser.run(stops), json!(["c3"]));
    browser.run("document.querySelector('#record .current').focus()");
    browser.keys(&["\u{e012}"]);
    browser.wait_for("return document.activeElement.title === 'a1'");
    assert_eq!(browser.run(stops), json!(["a1"]));
    server.check(browser);
}
