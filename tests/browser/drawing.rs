//! Arrows and circles that people draw: they belong to the position, are undone, saved and read again.

use serde_json::json;

use super::Test;
use super::games::{begin, people};
use super::person::{close, keep, press, turns};
use super::server::{Server, place, say};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    ("what_is_drawn_belongs_to_its_position", its_position),
    ("what_is_drawn_is_saved_and_read_again", saved),
    #[cfg(unix)]
    ("what_is_drawn_outlives_the_program", outlives),
    ("something_is_drawn_by_keys", by_keys),
];

const SHIFT: &str = "\u{e008}";

/// Draws with the other button.
fn draw(browser: &Browser, from: &str, to: &str) {
    let (x, y) = browser.middle(&place(from));
    let (tx, ty) = browser.middle(&place(to));
    let step = |x: f64, y: f64| json!({"type": "pointerMove", "duration": 30, "x": x.round(), "y": y.round()});
    let down = json!({"type": "pointerDown", "button": 2});
    let up = json!({"type": "pointerUp", "button": 2});
    browser.pointer("mouse", &[step(x, y), down, step(tx, ty), up]);
}

/// Waits until so many arrows and circles of this ink are on the board.
fn drawn(browser: &Browser, ink: &str, arrows: usize, circles: usize) {
    browser.wait_for(&format!(
        "const all = (name) => document.querySelectorAll(`#boards ${{name}}.arrow.drawn.{ink}`).length;
         return all('g') === {arrows} && all('circle') === {circles}"
    ));
}

/// The record as it would be saved.
fn file(browser: &Browser) -> String {
    browser.click("#menu-save");
    let file = browser.wait_for("return document.querySelector('#share-record')?.value");
    close(browser);
    file.as_str().unwrap_or_default().to_owned()
}

fn table(browser: &Browser) -> Server {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    begin(browser, "dvonn", None, &people(), &json!({"kind": "none"}));
    turns(browser, 0);
    server
}

fn its_position(browser: &Browser) {
    let server = table(browser);
    draw(browser, "c2", "f3");
    drawn(browser, "green", 1, 0);
    draw(browser, "i4", "i4");
    drawn(browser, "green", 1, 1);
    keep(browser, "drawn");
    // No turn has been made by it, and one can be made.
    turns(browser, 0);
    browser.click(&place("e3"));
    turns(browser, 1);
    drawn(browser, "green", 0, 0);
    draw(browser, "a1", "a1");
    drawn(browser, "green", 0, 1);
    browser.keys(&["\u{e012}"]);
    drawn(browser, "green", 1, 1);
    // Once more takes it away, an undo gives it back.
    draw(browser, "i4", "i4");
    drawn(browser, "green", 1, 0);
    press(browser, "#actions", "Undo edit");
    drawn(browser, "green", 1, 1);
    // Beside the board nothing is drawn.
    let (x, y) = browser.middle(&place("c2"));
    let step = |x: f64, y: f64| json!({"type": "pointerMove", "duration": 30, "x": x.round(), "y": y.round()});
    let button = |kind: &str| json!({"type": kind, "button": 2});
    browser.pointer(
        "mouse",
        &[
            step(x, y),
            button("pointerDown"),
            step(5.0, 5.0),
            button("pointerUp"),
        ],
    );
    drawn(browser, "green", 1, 1);
    browser.keys(&["f"]);
    drawn(browser, "green", 1, 1);
    server.check(browser);
}

fn saved(browser: &Browser) {
    let server = table(browser);
    let record = "[Game \"dvonn\"]\n\n{before [%cal Ga1b2,Rc3e5]} 1. f3 {a word [%csl Yd4] and [%cal Xa1b2] another} c2 *\n";
    say(browser, &json!({"t": "import", "text": record}));
    turns(browser, 2);
    browser.keys(&["\u{e011}"]);
    drawn(browser, "green", 1, 0);
    drawn(browser, "red", 1, 0);
    let text = "return document.querySelector('#comment').value";
    browser.wait_for(&format!("{text} === 'before'"));
    browser.keys(&["\u{e014}"]);
    drawn(browser, "yellow", 0, 1);
    // What we do not know stays in the text.
    browser.wait_for(&format!("{text} === 'a word and [%cal Xa1b2] another'"));
    draw(browser, "k5", "i5");
    drawn(browser, "green", 1, 0);
    let file = file(browser);
    let words = file.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "{[%cal Ga1b2,Rc3e5] before}",
        "f3 {[%csl Yd4] [%cal Gk5i5] a word and [%cal Xa1b2] another}",
    ] {
        assert!(words.contains(part), "{part} in {file}");
    }
    say(browser, &json!({"t": "import", "text": "dvonn startpos"}));
    turns(browser, 0);
    drawn(browser, "green", 0, 0);
    say(browser, &json!({"t": "import", "text": file}));
    turns(browser, 2);
    browser.keys(&["\u{e011}", "\u{e014}"]);
    drawn(browser, "yellow", 0, 1);
    drawn(browser, "green", 1, 0);
    server.check(browser);
}

#[cfg(unix)]
fn outlives(browser: &Browser) {
    let mut server = table(browser);
    browser.click(&place("f3"));
    turns(browser, 1);
    draw(browser, "c2", "f3");
    drawn(browser, "green", 1, 0);
    browser.reload();
    browser.wait_for("return document.querySelectorAll('.hit').length");
    drawn(browser, "green", 1, 0);
    server.interrupt();
    let saves = server.saves();
    let part = r#"{"ink":"green","from":"c2","to":"f3"}"#;
    assert!(saves.iter().any(|save| save.contains(part)), "{saves:?}");
    // What the lost connection had to say is none of this test's.
    browser.console();
}

fn by_keys(browser: &Browser) {
    let server = table(browser);
    browser.run("document.querySelector('.hit[data-place=e3]').focus()");
    browser.keys(&["c"]);
    drawn(browser, "green", 0, 1);
    browser.chord(SHIFT, "C");
    drawn(browser, "red", 0, 1);
    browser.keys(&["v", "\u{e014}", "v"]);
    drawn(browser, "green", 1, 0);
    turns(browser, 0);
    server.check(browser);
}
