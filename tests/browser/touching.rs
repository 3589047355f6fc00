//! Fingers and pens: what a touch screen asks before a turn is sent, a piece that is drawn by a pen.

use serde_json::json;

use super::Test;
use super::games::{agree, middle};
use super::person::{keep, touchable, turns};
use super::server::{Server, place, two_people};
use super::webdriver::{Browser, press};

pub const TESTS: &[Test] = &[
    ("a_touch_screen_asks_before_a_turn_is_sent", finger),
    ("a_piece_is_drawn_by_a_pen", pen),
    ("a_drag_is_given_up_by_a_key", given_up),
];

fn finger(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    browser.tools(
        "Emulation.setDeviceMetricsOverride",
        &json!({"width": 360, "height": 640, "deviceScaleFactor": 1, "mobile": true}),
    );
    browser.tools(
        "Emulation.setTouchEmulationEnabled",
        &json!({"enabled": true}),
    );
    browser.wait_for("return matchMedia('(pointer: coarse)').matches");
    touchable(browser, 9);
    let tap = |selector: &str| {
        let (x, y) = browser.middle(selector);
        browser.pointer("touch", &press(x, y));
    };
    for id in ["b2", "c3"] {
        tap(&place(id));
        browser.wait_for(&format!(
            "const all = [...document.querySelectorAll('#boards .piece')]; return all.length === 1 && all[0].dataset.at === '{id}' && !!document.querySelector('#confirm')"
        ));
    }
    turns(browser, 0);
    let side = browser.run("return document.querySelector('.player.to-act')?.dataset.side");
    assert_eq!(side, json!("p1"), "it is still the same turn");
    keep(browser, "finger");
    tap("#confirm");
    turns(browser, 1);
    touchable(browser, 8);
    browser.screen(1200, 860, false);
    server.check(browser);
}

fn pen(browser: &Browser) {
    let server = middle(browser);
    let (x, y) = browser.middle(&place("i2"));
    let (tx, ty) = browser.middle(&place("h1"));
    let step = |kind: &str, x: f64, y: f64| json!({"type": kind, "duration": 60, "x": x.round(), "y": y.round()});
    browser.pointer(
        "pen",
        &[
            step("pointerMove", x, y),
            json!({"type": "pointerDown", "button": 0}),
            step("pointerMove", x - 30.0, y),
            step("pointerMove", tx, ty),
            json!({"type": "pointerUp", "button": 0}),
        ],
    );
    browser.wait_for("return document.querySelector('.turns')?.textContent.includes('i2h1')");
    agree(browser, "dvonn");
    server.check(browser);
}

fn given_up(browser: &Browser) {
    let server = middle(browser);
    let (x, y) = browser.middle(&place("i2"));
    let (tx, ty) = browser.middle(&place("h1"));
    let step = |x: f64, y: f64| json!({"type": "pointerMove", "duration": 60, "x": x.round(), "y": y.round()});
    let down = json!({"type": "pointerDown", "button": 0});
    browser.pointer(
        "mouse",
        &[step(x, y), down, step(x - 30.0, y), step(tx, ty)],
    );
    browser.wait_for("return document.querySelector('.ghost')");
    browser.keys(&["\u{e00c}"]);
    browser.wait_for(
        "return !document.querySelector('.ghost') && !document.querySelector('.mark.from')",
    );
    browser.pointer("mouse", &[json!({"type": "pointerUp", "button": 0})]);
    // Nothing has been played, and the board works on.
    touchable(browser, 3);
    turns(browser, 0);
    browser.click(&place("i2"));
    browser.wait_for("return document.querySelectorAll('.mark.from').length === 1");
    server.check(browser);
}
