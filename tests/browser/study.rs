//! The analysis as a person uses it, with a scripted engine that thinks until it is stopped: lines by
//! number, lines that stand still while they are read, scores that are hidden, the end of it when
//! nobody looks.

use std::time::{Duration, Instant};

use serde_json::json;

use super::Test;
use super::elsewhere;
use super::person::{choose, keep, lines, pieces, press, turns};
use super::server::{Server, place};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    ("as_many_lines_are_shown_as_were_chosen", line_count),
    (
        "a_line_that_is_read_stands_still_and_shows_its_position",
        still,
    ),
    ("the_analysis_goes_where_the_cursor_goes", follows),
    ("an_analysis_that_is_ended_stays_ended", ended),
    ("a_hidden_score_is_shown_while_it_is_held", hidden),
    (
        "the_analysis_ends_when_the_last_window_is_closed",
        unwatched,
    ),
];

/// How long the analysis goes on after the last window.
const AFTER: Duration = Duration::from_secs(10);

/// Counts the reports about lines that come to the page.
const COUNTING: &str = "window.__reports = 0; const Real = WebSocket;
    window.WebSocket = class extends Real { constructor(...all) { super(...all); this.addEventListener('message', (e) => { if (JSON.parse(e.data).t === 'lines') window.__reports += 1; }); } };";

/// The analysis is on.
fn begin(browser: &Browser) -> Server {
    let server = elsewhere::begin(browser);
    elsewhere::analyse(browser);
    server
}

fn line_count(browser: &Browser) {
    let server = begin(browser);
    let select = "document.querySelectorAll('.details select')[1]";
    for count in [1, 2, 4, 5, 3] {
        let option = if count == 1 {
            "1 line".to_owned()
        } else {
            format!("{count} lines")
        };
        choose(browser, select, &option);
        lines(browser, count);
        browser.wait_for(&format!(
            "return document.querySelectorAll('.lines li').length === {count}"
        ));
    }
    browser.wait_for("return [...document.querySelectorAll('.lines li')].map((e) => e.dataset.rank).join() === '1,2,3'");
    // The best has the middle; arrows are as many as lines.
    assert_eq!(browser.text(".lines li[data-rank='1'] .turn-text"), "b2");
    browser.wait_for("return document.querySelectorAll('.arrow').length === 3");
    // Bounded by a time, it ends by itself.
    choose(
        browser,
        "document.querySelectorAll('.details select')[2]",
        "1 s",
    );
    browser.click("#menu-engines");
    browser.wait_for(
        "[...document.querySelectorAll('.engine')][1].querySelectorAll('header button')[1].click();
         const said = [...document.querySelectorAll('.traffic')][1].textContent; return said.includes('go movetime 1000') && said.trim().split('\\n').at(-1).includes('bestmove')",
    );
    super::person::close(browser);
    let facts = browser.text(".analysis .facts");
    assert!(facts.contains("depth") && facts.contains("/s"), "{facts}");
    server.check(browser);
}

fn still(browser: &Browser) {
    browser.before_load(COUNTING);
    let server = begin(browser);
    let third = ".lines li[data-rank='1'] .turn-text:nth-child(3)";
    let (x, y) = browser.middle(third);
    let to = |x: f64, y: f64| json!({"type": "pointerMove", "duration": 30, "x": x.round(), "y": y.round()});
    browser.pointer("mouse", &[to(x - 4.0, y), to(x, y)]);
    pieces(browser, 3);
    keep(browser, "line");
    let facts = browser.text(".analysis .facts");
    let list = browser.run("return document.querySelector('.lines').innerHTML");
    // Reports keep coming; what is read does not move.
    let reports = browser.run("return window.__reports").as_u64().unwrap_or(0);
    browser.wait_for(&format!("return window.__reports >= {}", reports + 4));
    assert_eq!(browser.text(".analysis .facts"), facts);
    assert_eq!(
        browser.run("return document.querySelector('.lines').innerHTML"),
        list
    );
    pieces(browser, 3);
    // The pointer leaves: the position is back, and the lines go on.
    browser.pointer("mouse", &[to(300.0, 30.0)]);
    pieces(browser, 0);
    let facts = json!(facts);
    browser.wait_for(&format!(
        "return document.querySelector('.analysis .facts')?.textContent !== {facts}"
    ));
    // A turn of the line that is pressed is played, with those before it.
    let line = browser.run("return [...document.querySelectorAll('.lines li[data-rank=\"1\"] .turn-text')].map((e) => e.textContent)");
    browser.click(".lines li[data-rank='1'] .turn-text:nth-child(2)");
    turns(browser, 2);
    let played = browser.run(
        "return [...document.querySelectorAll('.turn-cell .token')].map((e) => e.textContent)",
    );
    assert_eq!(played[0], line[0]);
    assert_eq!(played[1], line[1]);
    pieces(browser, 2);
    server.check(browser);
}

fn follows(browser: &Browser) {
    let server = begin(browser);
    let best = |token: &str| {
        browser.wait_for(&format!(
            "return document.querySelector('.lines li[data-rank=\"1\"] .turn-text')?.textContent === '{token}'"
        ));
    };
    best("b2");
    browser.click(&place("b2"));
    turns(browser, 1);
    // The middle is taken; a corner is best, whichever comes first.
    best("a3");
    browser.click(&place("a3"));
    turns(browser, 2);
    best("c3");
    browser.click("#title");
    browser.keys(&["\u{e011}"]);
    best("b2");
    browser.keys(&["\u{e014}"]);
    best("a3");
    // What was found is kept with each position, and the record shows it.
    browser.wait_for("return [...document.querySelectorAll('.turn-cell .score')].filter((e) => e.textContent).length === 2");
    server.check(browser);
}

/// Who ends it just after going elsewhere has ended it, however late the table says so.
fn ended(browser: &Browser) {
    browser.before_load(
        "const Real = WebSocket; window.WebSocket = class extends Real {
           addEventListener(kind, heard) { super.addEventListener(kind, kind === 'message' ? (e) => setTimeout(() => heard(e), 200) : heard); } };",
    );
    let server = begin(browser);
    browser.click(&place("b2"));
    turns(browser, 1);
    let off = "return !document.querySelector('#analysis-switch').checked && document.querySelectorAll('.lines li').length === 0";
    browser.click("#title");
    for key in ["\u{e011}", "\u{e010}"] {
        browser.keys(&[key, "a"]);
        browser.wait_for(off);
        // Longer than the page waits before it follows the cursor, and than the table takes.
        browser.run("window.__later = false; setTimeout(() => { window.__later = true; }, 600);");
        browser.wait_for("return window.__later");
        assert_eq!(browser.run(off), json!(true), "it stays off");
        browser.keys(&["a"]);
        lines(browser, 3);
    }
    server.check(browser);
}

fn hidden(browser: &Browser) {
    let server = begin(browser);
    let scores = "return [document.querySelector('.analysis .head .value')?.textContent, ...[...document.querySelectorAll('.lines .value')].map((e) => e.textContent)].filter((text) => /[0-9]/.test(text)).length";
    let shown = |count: u32| {
        browser.wait_for(&format!(
            "const found = (() => {{ {scores} }})(); return found === {count}"
        ))
    };
    shown(4);
    // What was found is in the record, too, and hidden there with the rest.
    browser.click(&place("b2"));
    turns(browser, 1);
    let in_record = |visibility: &str| {
        browser.wait_for(&format!(
            "const e = document.querySelector('.turn-cell .score'); return e?.textContent && getComputedStyle(e).visibility === '{visibility}'"
        ));
    };
    in_record("visible");
    shown(4);
    press(browser, ".details", "Hide");
    shown(0);
    in_record("hidden");
    browser.wait_for("return document.querySelectorAll('.arrow').length === 0");
    keep(browser, "hidden");
    let (x, y) = browser.middle("#hold-score");
    let down = [
        json!({"type": "pointerMove", "duration": 0, "x": x.round(), "y": y.round()}),
        json!({"type": "pointerDown", "button": 0}),
    ];
    browser.pointer("mouse", &down);
    shown(4);
    browser.wait_for("return document.querySelectorAll('.arrow').length === 3");
    browser.pointer("mouse", &[json!({"type": "pointerUp", "button": 0})]);
    shown(0);
    browser.click("#title");
    browser.keys(&["s"]);
    shown(4);
    in_record("visible");
    server.check(browser);
}

fn unwatched(browser: &Browser) {
    let server = begin(browser);
    let address = format!("http://{}/", server.host());
    let is_on = || {
        browser.go(&address);
        browser.wait_for("return document.querySelectorAll('.hit').length === 9");
        browser.run("return document.querySelector('#analysis-switch')?.checked") == json!(true)
    };
    // A window that comes back soon finds it at work.
    let left = Instant::now();
    browser.go("about:blank");
    let on = is_on();
    assert!(on || left.elapsed() > AFTER, "a reload does not end it");
    // One that comes late does not; how late is for the server to tell.
    let late = (1..6).any(|n| {
        browser.go("about:blank");
        std::thread::sleep(AFTER + Duration::from_millis(500) * n);
        !is_on()
    });
    assert!(late, "the analysis ends when nobody looks");
    browser.click("#analysis-switch");
    lines(browser, 3);
    server.check(browser);
}
