//! The review of a game: marks with the better line, the score graph, the next mistake, and its end
//! before the end.

use serde_json::json;

use super::Test;
use super::person::{choose, keep, pieces, press, turns, with_settings};
use super::server::{Server, say, two_people, with_thinker};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    (
        "a_review_marks_mistakes_and_names_what_was_better",
        reviewed,
    ),
    ("a_review_is_stopped_before_its_end", stopped),
    ("keys_lead_from_fork_to_fork", forks),
];

/// A game with a blunder, two mistakes and an inaccuracy of the first player.
const GAME: &str = "a1 b2 b1 a3 b3 c3 c2";
const MARKS: [&str; 7] = ["??", "", "?", "", "?", "", "?!"];

fn open(browser: &Browser) -> Server {
    let server = with_thinker(browser);
    two_people(browser);
    with_settings(browser, &json!({"engine": 1}));
    say(
        browser,
        &json!({"t": "import", "text": format!("startpos moves {GAME}")}),
    );
    turns(browser, 7);
    server
}

fn reviewed(browser: &Browser) {
    let server = open(browser);
    choose(browser, "document.querySelector('#review-time')", "0.1 s");
    press(browser, "#actions", "Review game");
    browser.wait_for(
        "return document.querySelector('#notices')?.textContent.includes('review is done')",
    );
    let marks = json!(MARKS);
    browser.wait_for(&format!(
        "return JSON.stringify([...document.querySelectorAll('.turn-cell .sign')].map((e) => e.textContent)) === JSON.stringify({marks})"
    ));
    let summary = browser.text(".graph .summary");
    assert!(summary.contains("Cross 1 ?? 2 ? 1 ?!"), "{summary}");
    assert!(summary.contains("Nought 0 ?? 0 ? 0 ?!"), "{summary}");
    let points = browser.run("return document.querySelectorAll('.curve .point').length");
    assert_eq!(points, json!(4));
    // From one mistake to the next by a key, round and round.
    browser.click("#title");
    browser.keys(&["\u{e011}"]);
    for (number, turn) in [(1, "a1"), (3, "b1"), (5, "b3"), (7, "c2"), (1, "a1")] {
        browser.keys(&["m"]);
        browser.wait_for(&format!(
            "return document.querySelector('.current .token')?.textContent === '{turn}' && document.querySelectorAll('#boards .piece').length === {number}"
        ));
    }
    // The better line has its room on every turn, so that nothing moves when it comes and goes.
    let actions = "return document.querySelector('#actions').getBoundingClientRect().y";
    let beside_a_mistake = browser.run(actions);
    browser.keys(&["\u{e014}"]);
    browser.wait_for("return document.querySelector('.better')?.textContent === ''");
    assert_eq!(browser.run(actions), beside_a_mistake);
    browser.keys(&["\u{e012}"]);
    browser.wait_for("return document.querySelector('.better')?.textContent");
    // What would have been better is named, shown and played as a variation.
    let better = browser.text(".better");
    assert!(
        better.contains("Blunder. Better was") && better.contains("b2"),
        "{better}"
    );
    keep(browser, "review");
    browser.screen(360, 640, false);
    browser.run("document.querySelector('.better').scrollIntoView()");
    keep(browser, "review-360");
    browser.screen(1200, 860, false);
    let (x, y) = browser.middle(".better .turn-text");
    browser.pointer(
        "mouse",
        &[json!({"type": "pointerMove", "duration": 30, "x": x.round(), "y": y.round()})],
    );
    browser.wait_for("const all = [...document.querySelectorAll('#boards .piece')]; return all.length === 1 && all[0].dataset.at === 'b2'");
    browser.click(".better .turn-text:nth-of-type(2)");
    browser.wait_for("return document.querySelectorAll('.variation .turn-text').length === 2");
    browser.wait_for("return document.querySelector('.variation .current')");
    turns(browser, 7);
    // A good turn has nothing better.
    let good =
        browser.run("return document.querySelectorAll('.turn-cell[data-node]')[3].dataset.node");
    browser.click(&format!(".turn-cell[data-node={good}]"));
    browser.wait_for("return document.querySelector('.better')?.textContent === ''");
    // The graph leads to the turn it is pressed at.
    let (left, y, width) = {
        let b = browser.run("const c = document.querySelector('.curve'); c.scrollIntoView({block: 'nearest'}); const b = c.getBoundingClientRect(); return [b.x, b.y + b.height / 2, b.width]");
        let number = |n: usize| b[n].as_f64().expect("a number");
        (number(0), number(1), number(2))
    };
    for n in [4_u8, 7, 1] {
        browser.click_at(
            left + width * f64::from(n) / 7.0 - if n == 7 { 2.0 } else { 0.0 },
            y,
        );
        pieces(browser, usize::from(n));
    }
    server.check(browser);
}

fn stopped(browser: &Browser) {
    let server = open(browser);
    choose(browser, "document.querySelector('#review-time')", "5 s");
    press(browser, "#actions", "Review game");
    browser.wait_for(
        "return document.querySelector('#review-progress')?.textContent.includes('of 8')",
    );
    press(browser, "#actions", "Stop review");
    browser.wait_for("return !document.querySelector('#review-progress')");
    // What follows is not kept waiting by it.
    browser.click("#analysis-switch");
    browser.wait_for("return document.querySelector('.lines li[data-rank]')");
    browser.wait_for(
        "return !document.querySelector('#notices')?.textContent.includes('review is running')",
    );
    server.check(browser);
}

fn forks(browser: &Browser) {
    let server = open(browser);
    // Another second and another fifth turn.
    for (turn, token) in [("a1", "c3"), ("a3", "a2")] {
        browser.run(&format!(
            "[...document.querySelectorAll('.turn-cell')].find((e) => e.textContent.startsWith('{turn}')).click()"
        ));
        browser.wait_for(&format!(
            "return document.querySelector('.turn-cell.current .token')?.textContent === '{turn}'"
        ));
        browser.fill("#typed-turn", &format!("{token}\u{e007}"));
        browser.wait_for(&format!(
            "return document.querySelector('.variation .current .token')?.textContent === '{token}'"
        ));
    }
    browser.click("#title");
    let at = |turn: &str| {
        browser.wait_for(&format!(
            "return (document.querySelector('.current .token')?.textContent ?? '') === '{turn}'"
        ));
    };
    for (key, turn) in [
        ("\u{e011}", ""),
        ("\u{e015}", "a1"),
        ("\u{e015}", "a3"),
        ("\u{e015}", "c2"),
        ("\u{e013}", "a3"),
        ("\u{e013}", "a1"),
        ("\u{e013}", ""),
        ("\u{e010}", "c2"),
    ] {
        browser.keys(&[key]);
        at(turn);
    }
    server.check(browser);
}
