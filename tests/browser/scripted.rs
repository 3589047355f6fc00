//! The proof that the board knows no game: it plays one that ringstack does not have, and stays whole
//! whatever a house or an engine does.

use serde_json::{Value, json};

use super::Test;
use super::person::{notice, touchable, with_settings};
use super::server::{Server, fake, named, place, say, two_people};
use super::webdriver::{Browser, press};

pub const TESTS: &[Test] = &[
    ("three_in_a_row_is_played_to_its_end_by_clicks", to_its_end),
    (
        "every_touch_counts_however_quickly_they_come",
        quick_touches,
    ),
    ("unknown_words_and_markup_do_no_harm", oddities),
    ("a_place_with_two_meanings_asks_which_one", two_meanings),
    (
        "a_house_that_fails_at_a_touch_leaves_the_game_as_it_is",
        failing_houses,
    ),
    (
        "a_house_that_dies_in_half_a_turn_is_started_anew",
        dying_house,
    ),
    (
        "an_engine_that_plays_illegally_is_named_and_the_game_stays",
        illegal_engine,
    ),
    (
        "an_engine_without_a_scale_is_said_to_be_uncalibrated",
        uncalibrated,
    ),
    ("a_touch_that_leads_nowhere_is_told_and_left", dead_end),
    ("a_flood_of_lines_does_not_drown_the_page", flood),
    ("an_engine_that_does_not_exist_is_named", missing_engine),
];

/// Waits until so many pieces are on the board and nothing moves any more.
fn pieces(browser: &Browser, count: usize) {
    browser.wait_for(&format!(
        "return document.querySelectorAll('#boards .piece').length === {count} && document.getAnimations().length === 0"
    ));
}

fn to_its_end(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    for (n, id) in ["b2", "a3", "c3", "a1", "a2", "c2", "b3"]
        .iter()
        .enumerate()
    {
        touchable(browser, 9 - n);
        browser.click(&place(id));
    }
    touchable(browser, 2);
    // A quick player does not wait until the other's turn is shown.
    browser.click(&place("b1"));
    browser.click(&place("c1"));
    browser.wait_for("return document.querySelector('.banner .result')?.textContent");
    let result = browser.text(".banner .result");
    assert!(result.contains("Draw. Three in a row."), "{result}");
    // Going back by keys, and another end: three in the left column.
    browser.keys(&["\u{e011}"]);
    pieces(browser, 0);
    for (n, id) in ["a1", "b1", "a2", "b2", "a3"].iter().enumerate() {
        touchable(browser, 9 - n);
        browser.click(&place(id));
    }
    pieces(browser, 5);
    browser.wait_for(
        "return document.querySelector('#turn .hint').textContent.includes('Cross wins')",
    );
    assert!(browser.text(".variation").contains("a1"), "a variation");
    server.check(browser);
}

fn quick_touches(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    touchable(browser, 9);
    let order = ["b2", "a3", "c3", "a1", "a2", "c2", "b3", "b1", "c1"];
    let touches: Vec<Value> = order
        .iter()
        .flat_map(|id| {
            let (x, y) = browser.middle(&place(id));
            let pause = json!({"type": "pause", "duration": 5});
            [press(x, y).as_slice(), &[pause]].concat()
        })
        .collect();
    browser.pointer("mouse", &touches);
    browser.wait_for("return document.querySelector('.banner .result')?.textContent");
    let played = browser.run(
        "return [...document.querySelectorAll('.turn-cell .token')].map((e) => e.textContent)",
    );
    assert_eq!(played, json!(order), "every touch in its order");
    // Both clicks of a double click are one turn.
    two_people(browser);
    touchable(browser, 9);
    let (x, y) = browser.middle(&place("b2"));
    browser.pointer("mouse", &[press(x, y), press(x, y)].concat());
    pieces(browser, 1);
    touchable(browser, 8);
    // A turn that is refused can be made anew.
    let node = json!({"t": "play", "node": 99_999, "token": "a1", "game": true});
    say(browser, &node);
    browser.fill("#typed-turn", "z9\u{e007}");
    notice(browser, "z9");
    browser.click(&place("a1"));
    pieces(browser, 2);
    server.check(browser);
}

fn oddities(browser: &Browser) {
    let server = Server::fake("odd", &[]);
    server.open(browser);
    two_people(browser);
    let boards = browser.run("return document.querySelectorAll('svg.board').length");
    assert_eq!(boards, json!(2), "two boards");
    for (n, id) in ["__proto__", "constructor", "b2"].iter().enumerate() {
        touchable(browser, 9 - n);
        browser.click(&place(id));
        pieces(browser, n + 1);
    }
    let foreign = browser.run(
        "return document.querySelectorAll('img:not(.brand img), script:not([src]), b, i').length",
    );
    assert_eq!(foreign, json!(0), "markup of the house is text");
    assert!(browser.text("figcaption").contains("<img src=x"), "as text");
    server.check(browser);
}

fn two_meanings(browser: &Browser) {
    let server = Server::fake("odd", &[]);
    server.open(browser);
    two_people(browser);
    touchable(browser, 9);
    browser.click(&place("c1"));
    browser.wait_for("return document.querySelectorAll('.menu-here button').length === 2");
    browser.keys(&["\u{e00c}"]);
    browser.wait_for("return !document.querySelector('.menu-here')");
    pieces(browser, 0);
    browser.click(&place("c1"));
    browser.click(".menu-here button:nth-child(2)");
    pieces(browser, 1);
    server.check(browser);
}

fn failing_houses(browser: &Browser) {
    for (manner, part) in [
        ("garbled", "no JSON"),
        ("mute", "no response"),
        ("slow", "no response"),
    ] {
        let house = fake(manner);
        let server = Server::start(&["--house", &house, "--patience", "3000"]);
        server.open(browser);
        two_people(browser);
        touchable(browser, 9);
        browser.click(&place("b2"));
        notice(browser, part);
        touchable(browser, 9);
        // Turns can still be typed: the game is there.
        browser.fill("#typed-turn", "b2\u{e007}");
        pieces(browser, 1);
        server.check(browser);
    }
}

fn dying_house(browser: &Browser) {
    let server = Server::fake("dying", &[]);
    server.open(browser);
    two_people(browser);
    touchable(browser, 9);
    browser.click(&place("a1"));
    pieces(browser, 1);
    touchable(browser, 8);
    browser.click(&place("b2"));
    notice(browser, "ended");
    browser.click(&place("a2"));
    pieces(browser, 2);
    server.check(browser);
}

fn illegal_engine(browser: &Browser) {
    let cheat = named("cheat", "cheat");
    let server = Server::fake("plain", &["--engine", &cheat]);
    server.open(browser);
    let players = json!([{"kind": "person"}, {"kind": "engine", "engine": 1, "level": null}]);
    let new = json!({"t": "new", "players": players, "time": {"kind": "none"}});
    say(browser, &new);
    browser.wait_for(
        "return [...document.querySelectorAll('.seat')].some((e) => e.textContent === 'cheat')",
    );
    touchable(browser, 9);
    browser.click(&place("b2"));
    notice(browser, "cheat wants to play an illegal turn: 'z9'");
    pieces(browser, 1);
    // Somebody else goes on for it.
    let seat = json!({"t": "seat", "side": "p2", "seat": {"kind": "person"}});
    say(browser, &seat);
    say(browser, &json!({"t": "pause", "on": false}));
    touchable(browser, 8);
    browser.click(&place("a1"));
    pieces(browser, 2);
    server.check(browser);
}

fn dead_end(browser: &Browser) {
    let server = Server::fake("dead-end", &[]);
    server.open(browser);
    two_people(browser);
    touchable(browser, 9);
    browser.click(&place("b2"));
    browser.wait_for(
        "return document.querySelector('#turn .hint').textContent.includes('leads nowhere')",
    );
    browser.keys(&["\u{e00c}"]);
    touchable(browser, 9);
    browser.click(&place("b2"));
    touchable(browser, 0);
    browser.click(&place("a1"));
    pieces(browser, 1);
    server.check(browser);
}

fn uncalibrated(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    for (n, id) in ["b2", "a1"].iter().enumerate() {
        touchable(browser, 9 - n);
        browser.click(&place(id));
        pieces(browser, n + 1);
    }
    let review = json!({"t": "review", "on": true, "engine": 0, "ms": 50});
    say(browser, &review);
    browser.wait_for(
        "return document.querySelector('.graph .summary').textContent.includes('no scale')",
    );
    server.check(browser);
}

fn flood(browser: &Browser) {
    let flood = named("flood", "flood");
    let server = Server::fake("plain", &["--engine", &flood]);
    server.open(browser);
    two_people(browser);
    with_settings(browser, &json!({"engine": 1, "lines": 1}));
    touchable(browser, 9);
    browser.click("#analysis-switch");
    browser.wait_for(
        "return document.querySelector('.analysis .facts').textContent.includes('depth 1 ')",
    );
    browser.click(&place("b2"));
    pieces(browser, 1);
    server.check(browser);
}

fn missing_engine(browser: &Browser) {
    let server = Server::fake("plain", &["--engine", "name=nobody /nowhere/engine"]);
    server.open(browser);
    browser.click("#menu-engines");
    browser.wait_for("return document.querySelector('.engine[data-state=failed] .trouble')?.textContent.includes('/nowhere/engine')");
    let own = browser.run("return document.querySelector('.engine').dataset.state");
    assert_eq!(own, json!("ready"), "the other one is there");
    let said = browser.text(".engine[data-state=failed]");
    assert!(!said.contains("no options"), "nobody knows: {said}");
    let files =
        browser.run("return document.querySelector('dialog').textContent.includes('LogFile')");
    assert_eq!(files, json!(false), "no option that may name a file");
    server.check(browser);
}
