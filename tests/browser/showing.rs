//! What the board shows of turns: the last one with its way and what it took, what a touch would hit,
//! pieces that move or, where people want that, do not.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::Test;
use super::games::{begin, middle, people};
use super::house::{House, list, word};
use super::person::{touchable, turns};
use super::server::{Server, place, say};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    ("every_turn_of_a_record_is_shown_with_its_way", last_turn),
    ("what_a_touch_would_take_is_shown_before", hovered),
    ("pieces_move_unless_that_is_not_wanted", motion),
];

/// Turns of each game.
const LENGTH: usize = 14;

/// Where a turn went, and what left the board: ids of places.
fn way(element: &Value, before: &Value) -> (BTreeSet<String>, BTreeSet<String>) {
    let places: BTreeSet<String> = list(&before["boards"])
        .iter()
        .flat_map(|board| list(&board["places"]))
        .map(|place| word(&place["id"]))
        .collect();
    let mut last: BTreeSet<String> = list(&element["path"]).iter().map(word).collect();
    let mut taken = BTreeSet::new();
    for event in list(&element["steps"]).iter().flat_map(list) {
        let (from, to) = (word(&event["from"]), word(&event["to"]));
        if !to.is_empty() && from != to {
            last.insert(to.clone());
        }
        if !from.is_empty() && !places.contains(&to) {
            taken.insert(from);
        }
    }
    last.retain(|id| places.contains(id));
    taken.retain(|id| places.contains(id));
    (last, taken)
}

fn last_turn(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    for game in ["dvonn", "zertz", "gipf-basic", "diaballik"] {
        let mut house = House::start(game, None);
        let mut played: Vec<String> = Vec::new();
        let mut ways = Vec::new();
        for _ in 0..LENGTH {
            house.go_to(&played);
            let token = house.turn(300);
            let trace = house.ask(&format!("trace {token}"));
            ways.push(way(&trace["line"][0], &house.ask("scene")));
            played.push(token);
        }
        let record = format!("{game} startpos moves {}", played.join(" "));
        say(browser, &json!({"t": "import", "text": record}));
        turns(browser, LENGTH);
        let title = json!(played.last());
        browser.wait_for(&format!(
            "return document.querySelector('.current .token')?.textContent === {title}"
        ));
        for (last, taken) in ways.iter().rev() {
            browser.wait_for(&format!(
                "return document.querySelectorAll('circle.last').length === {} && document.querySelectorAll('path.taken').length === {}",
                last.len(),
                taken.len()
            ));
            browser.keys(&["\u{e012}"]);
        }
        browser
            .wait_for("return document.querySelectorAll('circle.last, path.taken').length === 0");
    }
    server.check(browser);
}

/// A position in which a turn cuts six stacks off.
const CUT_OFF: &str = "x9/x4,b,b,x4/x4,b,w,b,r,r,r,x/x4,b,b,x4/x9 b move";

fn hovered(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    let no_clock = json!({"kind": "none"});
    begin(browser, "dvonn", Some(CUT_OFF), &people(), &no_clock);
    let mut house = House::start("dvonn", Some(CUT_OFF));
    let glow = |ids: &[String]| {
        let ids = json!(ids);
        browser.wait_for(&format!(
            "return JSON.stringify([...document.querySelectorAll('.hit.glow')].map((e) => e.dataset.place).sort()) === JSON.stringify({ids}.sort())"
        ));
    };
    let point = |id: &str| {
        let (x, y) = browser.middle(&place(id));
        browser.pointer(
            "mouse",
            &[json!({"type": "pointerMove", "duration": 20, "x": x.round(), "y": y.round()})],
        );
    };
    let mut groups = 0;
    let first = list(&house.touches(&[])["next"]).len();
    for from in ["g3", "f4"] {
        touchable(browser, first);
        browser.click(&place(from));
        let answer = house.touches(&[from.to_owned()]);
        touchable(browser, list(&answer["next"]).len());
        for entry in list(&answer["next"]) {
            let at: Vec<String> = list(&entry["at"]).iter().map(word).collect();
            let takes: Vec<String> = list(&entry["takes"]).iter().map(word).collect();
            point(&at[0]);
            groups += usize::from(takes.len() > 1);
            glow(if takes.is_empty() { &at } else { &takes });
        }
        browser.keys(&["\u{e00c}"]);
    }
    assert!(groups > 0, "a whole group is among what is taken");
    browser.pointer(
        "mouse",
        &[json!({"type": "pointerMove", "duration": 20, "x": 5, "y": 400})],
    );
    glow(&[]);
    server.check(browser);
}

fn motion(browser: &Browser) {
    browser.before_load(
        "window.__moves = 0; const real = Element.prototype.animate;
         Element.prototype.animate = function (...all) { window.__moves += 1; return real.apply(this, all); };",
    );
    let server = middle(browser);
    let play = |moves: bool| {
        begin(
            browser,
            "dvonn",
            Some(super::games::MIDDLE),
            &people(),
            &json!({"kind": "none"}),
        );
        turns(browser, 0);
        touchable(browser, 3);
        browser.run("window.__moves = 0");
        browser.click(&place("i2"));
        browser.wait_for("return document.querySelector('.mark.from')");
        browser.click(&place("h1"));
        turns(browser, 1);
        browser.wait_for("return document.querySelector('.player.to-act')?.dataset.side === 'p2' && document.getAnimations().length === 0");
        let moved = browser.run("return window.__moves > 0");
        assert_eq!(moved, json!(moves));
    };
    browser.reload();
    browser.wait_for("return document.querySelectorAll('.hit').length");
    play(true);
    browser.tools(
        "Emulation.setEmulatedMedia",
        &json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]}),
    );
    play(false);
    browser.tools("Emulation.setEmulatedMedia", &json!({"features": []}));
    play(true);
    super::person::with_settings(browser, &json!({"animation": false}));
    play(false);
    server.check(browser);
}
