//! What is pressed stays where it is, and what is said fits where somebody looks.

use serde_json::json;

use super::Test;
use super::games::{begin, people};
use super::live::play_elsewhere;
use super::person::{current, keep, new_game, press, touchable, try_press, turns};
use super::server::{Server, after_a_turn, place, say, two_people};
use super::webdriver::{Browser, press as press_at};

pub const TESTS: &[Test] = &[
    ("forward_pressed_again_and_again_only_goes_forward", forward),
    (
        "the_turn_and_the_steps_are_seen_on_every_screen",
        seen_everywhere,
    ),
    ("a_pause_does_not_hide_where_one_is", paused),
    ("nobody_is_asked_for_a_turn_after_the_end", given_up),
    ("an_analysis_of_the_end_says_so", analysed_end),
    (
        "what_is_beside_the_board_stays_while_a_turn_is_on_its_way",
        rows_stay,
    ),
    ("the_board_keeps_its_size_while_a_turn_is_made", board_stays),
    (
        "a_press_counts_although_a_turn_comes_meanwhile",
        pressed_meanwhile,
    ),
    ("the_turn_that_is_looked_at_stays_in_sight", stays_in_sight),
];

const HOME: &str = "\u{e011}";
const LEFT: &str = "\u{e012}";

/// Plays a turn against the engine, which answers it, so that so many are in the record then.
fn play(browser: &Browser, id: &str, count: usize) {
    browser.click(&place(id));
    turns(browser, count);
    touchable(browser, 9 - count);
}

fn forward(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    for (width, height) in [(1280, 800), (800, 600), (360, 640), (640, 360)] {
        browser.screen(width, height, false);
        new_game(browser, "Person", "fake", |_| ());
        touchable(browser, 9);
        play(browser, "b2", 2);
        browser.keys(&[HOME]);
        touchable(browser, 9);
        let (x, y) = browser.middle("#steps button:nth-child(3)");
        for left in [8, 7] {
            browser.click_at(x, y);
            touchable(browser, left);
            let again = browser.run("const b = document.querySelector('#steps button:nth-child(3)').getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]");
            assert_eq!(
                [again[0].as_f64(), again[1].as_f64()],
                [Some(x), Some(y)],
                "{width} pixels wide"
            );
        }
        browser.click_at(x, y);
        let armed = browser.run("return document.querySelectorAll('[data-sure]').length");
        assert_eq!(armed, json!(0), "{width} pixels wide");
    }
    browser.screen(1200, 860, false);
    server.check(browser);
}

fn seen_everywhere(browser: &Browser) {
    let server = Server::start(&["--game", "gipf"]);
    server.open(browser);
    for game in ["gipf", "dvonn", "gipf-zertz-challenge"] {
        let clock = json!({"kind": "clock", "base": [300_000, 300_000], "increment": [0, 0]});
        begin(browser, game, None, &people(), &clock);
        for (width, height) in [(1280, 800), (800, 600), (640, 400), (360, 640), (640, 360)] {
            browser.screen(width, height, false);
            browser.wait_for("return document.querySelector('#turn .hint')?.textContent");
            browser.run("scrollTo(0, 0)");
            // In one column two boards are below each other.
            let boards = ["", ", #boards svg"][usize::from([1280, 640].contains(&width))];
            let below = browser.run(&format!(
                "const turn = document.querySelector('#turn').getBoundingClientRect();
                 return [...document.querySelectorAll('#turn, #steps{boards}')].filter((e) => {{ const b = e.getBoundingClientRect(); return b.top < 0 || b.bottom > (e.id ? innerHeight : turn.top) || b.height < 20; }}).map((e) => e.id || e.ariaLabel)"
            ));
            assert_eq!(below, json!([]), "{game} {width} {height}");
            keep(browser, &format!("steady-{game}-{width}-{height}"));
        }
        browser.screen(1200, 860, false);
    }
    server.check(browser);
}

fn paused(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    new_game(browser, "Person", "fake", |_| ());
    touchable(browser, 9);
    play(browser, "b2", 2);
    press(browser, "#actions", "Pause");
    browser.wait_for("return document.querySelector('#banner').textContent.includes('paused')");
    // The step is an engine's; it is there from the beginning, so that nothing moves when it may be used.
    let buttons = "return [...document.querySelectorAll('#banner button')].map((b) => { const at = b.getBoundingClientRect(); return [b.textContent, at.x, at.y]; })";
    let step = "[...document.querySelectorAll('#banner button')].find((b) => b.textContent === 'One turn')";
    assert_eq!(
        browser.run(&format!("return {step}?.disabled")),
        json!(true)
    );
    let before = browser.run(buttons);
    browser.click(&place("c1"));
    turns(browser, 3);
    browser.wait_for(&format!("return {step}?.disabled === false"));
    assert_eq!(browser.run(buttons), before);
    browser.keys(&[LEFT]);
    browser.wait_for(
        "return document.querySelector('#banner').textContent.includes('another position')",
    );
    press(browser, "#banner", "Back to the game");
    browser.wait_for("return document.querySelector('#banner').textContent.includes('paused')");
    server.check(browser);
}

fn given_up(browser: &Browser) {
    let server = after_a_turn(browser);
    touchable(browser, 8);
    press(browser, "#actions", "Resign");
    while browser.run("return !document.querySelector('.banner .result')") == json!(true) {
        try_press(browser, "#actions", "Resign");
    }
    browser.wait_for(
        "return document.querySelector('#turn .hint').textContent.includes('has resigned')",
    );
    let asked = browser.run("return document.querySelectorAll('.to-act, .can').length");
    assert_eq!(asked, json!(0));
    keep(browser, "given-up");
    // What is before the end can be studied.
    browser.keys(&[LEFT]);
    browser.wait_for("return document.querySelectorAll('.can').length === 9");
    server.check(browser);
}

fn analysed_end(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    say(
        browser,
        &json!({"t": "import", "text": "startpos moves a1 a2 b1 b2 c1"}),
    );
    turns(browser, 5);
    browser.wait_for("return document.querySelector('.banner .result')");
    browser.click("#analysis-switch");
    browser.wait_for(
        "return document.querySelector('.lines .none')?.textContent === 'The game is over here.'",
    );
    assert_eq!(browser.text(".analysis .head .value"), "");
    server.check(browser);
}

fn rows_stay(browser: &Browser) {
    let server = Server::start(&["--game", "zertz"]);
    server.open(browser);
    begin(browser, "zertz", None, &people(), &json!({"kind": "none"}));
    let items =
        "[...document.querySelectorAll('.item')].filter((e) => e.getClientRects().length).length";
    browser.wait_for(&format!("return {items} === 9"));
    browser.run(&format!(
        "window.__least = 9; new MutationObserver(() => {{ window.__least = Math.min(window.__least, {items}); }}).observe(document.body, {{subtree: true, childList: true, attributes: true}})"
    ));
    browser.fill("#typed-turn", "wd4,a1\u{e007}");
    turns(browser, 1);
    touchable(browser, 0);
    browser.wait_for("return document.querySelector('#player-top.to-act') && document.querySelectorAll('.item.touchable').length === 3");
    assert_eq!(browser.run("return window.__least"), json!(9));
    server.check(browser);
}

fn board_stays(browser: &Browser) {
    let server = Server::start(&["--game", "zertz"]);
    server.open(browser);
    let board = "return document.querySelector('#boards').getBoundingClientRect().toJSON()";
    let state = "[document.querySelector('#turn').textContent, ...[...document.querySelectorAll('.hit.touchable, .item.touchable, .turn-cell')].map((e) => e.dataset.place ?? e.dataset.item ?? e.dataset.node)].join()";
    for (width, height, touch) in [
        (1280, 800, false),
        (360, 640, false),
        (360, 640, true),
        (640, 360, false),
        (640, 360, true),
    ] {
        browser.screen(width, height, touch);
        for game in ["zertz", "diaballik", "gipf"] {
            begin(browser, game, None, &people(), &json!({"kind": "none"}));
            let before = browser.run(board);
            for _ in 0..8 {
                let was = browser.run(&format!("return {state}"));
                let touched = browser.wait_for("const found = document.querySelector('#confirm, .item.touchable, .hit.touchable, .turn .touch'); found?.dispatchEvent(new MouseEvent('click', {bubbles: true})); return found && (found.id || 'touch')");
                // The record may have a turn before the row below the board is that of the next one, which can
                // come to say the same.
                browser.wait_for(&if touched == json!("confirm") {
                    "return !document.querySelector('#confirm')".to_owned()
                } else {
                    format!("return {state} !== {was}")
                });
                assert_eq!(
                    browser.run(board),
                    before,
                    "{game} {width}x{height}: {}",
                    browser.text("#turn")
                );
            }
        }
    }
    browser.screen(1200, 860, false);
    server.check(browser);
}

fn pressed_meanwhile(browser: &Browser) {
    let server = after_a_turn(browser);
    touchable(browser, 8);
    // The button goes down, a turn of another window comes, the button goes up.
    let press_while = |(x, y): (f64, f64), token: &str, count: usize| {
        let actions = press_at(x, y);
        browser.pointer("mouse", &actions[..2]);
        play_elsewhere(browser, token);
        turns(browser, count);
        current(browser, token);
        browser.pointer("mouse", &actions[2..]);
    };
    press_while(browser.middle(".turn-cell[data-node]"), "a1", 2);
    current(browser, "b2");
    press(browser, "#banner", "Back to the game");
    current(browser, "a1");
    let undo = "#actions button:first-child";
    press_while(browser.middle(undo), "c3", 3);
    browser.wait_for("return document.querySelector('.live .token')?.textContent === 'a1'");
    server.check(browser);
}

fn stays_in_sight(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    browser.screen(1280, 640, false);
    two_people(browser);
    let text = "startpos moves b2 a3 c3 a1 a2 c2 b3 b1 c1";
    say(browser, &json!({"t": "import", "text": text}));
    current(browser, "c1");
    browser.wait_for("return document.querySelector('.banner .result')");
    // The lines take room of the record, which nothing else changes after the end of the game.
    browser.click("#analysis-switch");
    browser.wait_for("return document.querySelector('.lines .none')?.textContent");
    browser.wait_for("const [turn, record] = ['.turn-cell.current', '#record'].map((s) => document.querySelector(s).getBoundingClientRect()); return turn.top >= record.top && turn.bottom <= record.bottom");
    browser.screen(1200, 860, false);
    server.check(browser);
}
