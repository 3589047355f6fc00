//! Who sits at the table and how they look at it: resigning, changing seats, the best turn by a key,
//! the board turned, coordinates, turns that are confirmed.

use serde_json::{Value, json};

use super::Test;
use super::games::{begin, people};
use super::person::{
    choose, close, menu, new_game, notice, pieces, press, row, tick, touchable, try_press, turns,
    with_settings, write,
};
use super::server::{Server, after_a_turn, place, two_people, with_thinker};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    (
        "a_game_is_given_up_and_played_again_with_sides_changed",
        resigned,
    ),
    ("a_seat_changes_in_the_middle_of_a_game", seats),
    ("the_best_turn_is_played_by_a_key", best_turn),
    ("the_board_is_turned_by_hand_and_by_itself", turned),
    ("coordinates_are_at_the_edge_on_places_or_off", coordinates),
    ("a_turn_is_confirmed_before_it_is_sent", confirmed),
    ("a_pass_is_offered_and_never_made_silently", passed),
];

/// What each seat says, the first player's first.
fn seats_are(browser: &Browser, seats: &[&str; 2]) {
    let seats = json!(seats);
    browser.wait_for(&format!(
        "return ['p1', 'p2'].every((side, n) => document.querySelector(`.player[data-side=${{side}}] .seat`)?.textContent === {seats}[n])"
    ));
}

fn resigned(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    new_game(browser, "Person", "fake", |browser| {
        choose(browser, &menu("Time", 0), "Clocks");
        let number = |label: &str, n: usize| {
            format!(
                "[...document.querySelectorAll('dialog input[type=number]')].filter((e) => e.getClientRects().length && e.closest('.field').textContent.startsWith('{label}'))[{n}]"
            )
        };
        tick(browser, &row("Other time for the second player"));
        for (n, minutes) in ["5", "2"].iter().enumerate() {
            write(browser, &number("Minutes", n), minutes);
            write(browser, &number("Seconds a turn added", n), "0");
        }
    });
    seats_are(browser, &["Person", "fake"]);
    touchable(browser, 9);
    browser.click(&place("b2"));
    turns(browser, 2);
    // One press is not enough; the second has to come soon.
    let result = "return document.querySelector('.banner .result')?.textContent ?? ''";
    press(browser, "#actions", "Resign");
    assert_eq!(browser.run(result), json!(""));
    while browser.run(result) == json!("") {
        try_press(browser, "#actions", "Resign");
    }
    let said = browser.text(".banner .result");
    assert!(
        said.contains("Nought wins") && said.contains("Cross has resigned"),
        "{said}"
    );
    press(browser, "#banner", "Rematch");
    // The engine begins now, and the person sits below.
    seats_are(browser, &["fake", "Person"]);
    turns(browser, 1);
    touchable(browser, 8);
    let below = browser.run("return document.querySelector('#player-bottom')?.dataset.side");
    assert_eq!(below, json!("p2"));
    // Each has the time that was theirs, and the first turn has cost none.
    assert_eq!(browser.text("#clock-p1"), "2:00");
    let minutes = browser.text("#clock-p2");
    assert!(
        minutes == "5:00" || minutes.starts_with("4:"),
        "{minutes}: the person's five minutes"
    );
    server.check(browser);
}

fn seats(browser: &Browser) {
    let server = after_a_turn(browser);
    touchable(browser, 8);
    let change = |side: &str, who: &str| {
        browser.click(&format!(".player[data-side={side}] .who"));
        choose(browser, "document.querySelector('dialog select')", who);
        press(browser, "dialog", "Change");
        browser.wait_for("return !document.querySelector('dialog')");
    };
    // The engine has the turn as soon as it sits there.
    change("p2", "fake");
    seats_are(browser, &["Person", "fake"]);
    turns(browser, 2);
    touchable(browser, 7);
    change("p2", "Person");
    seats_are(browser, &["Person", "Person"]);
    browser.click(&place("c1"));
    turns(browser, 3);
    touchable(browser, 6);
    browser.click(&place("a1"));
    turns(browser, 4);
    server.check(browser);
}

fn best_turn(browser: &Browser) {
    let server = with_thinker(browser);
    two_people(browser);
    with_settings(browser, &json!({"engine": 1}));
    touchable(browser, 9);
    browser.keys(&["b"]);
    notice(browser, "No best turn is known here");
    browser.click("#analysis-switch");
    browser.wait_for("return document.querySelector('.lines li[data-rank=\"1\"]')");
    browser.click("#title");
    browser.keys(&["b"]);
    turns(browser, 1);
    assert_eq!(
        browser.text(".turn-cell .token"),
        "b2",
        "the middle is best"
    );
    // What was found stays with the position.
    browser.click("#analysis-switch");
    browser.wait_for("return document.querySelectorAll('.lines li').length === 0");
    browser.click("#title");
    browser.keys(&["\u{e011}", "b"]);
    pieces(browser, 1);
    turns(browser, 1);
    server.check(browser);
}

/// The middle of a place on the screen, and who sits below.
fn place_and_below(browser: &Browser, id: &str) -> Value {
    browser.wait_for("return document.getAnimations().length === 0");
    browser.run(&format!(
        "const b = document.querySelector('.hit[data-place={id}]').getBoundingClientRect(), f = document.querySelector('svg.board').getBoundingClientRect();
         return [Math.round(b.x + b.width / 2 - f.x), Math.round(b.y + b.height / 2 - f.y), Math.round(f.right - b.x - b.width / 2), Math.round(f.bottom - b.y - b.height / 2), document.querySelector('#player-bottom')?.dataset.side]"
    ))
}

fn turned(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    begin(browser, "dvonn", None, &people(), &json!({"kind": "none"}));
    touchable(browser, 49);
    let straight = place_and_below(browser, "a1");
    assert_eq!(straight[4], json!("p1"));
    browser.keys(&["f"]);
    browser.wait_for("return document.querySelector('#player-bottom')?.dataset.side === 'p2'");
    let half = place_and_below(browser, "a1");
    for n in 0..2 {
        let (was, is) = (straight[n].as_i64(), half[n + 2].as_i64());
        let off = was.unwrap_or(0) - is.unwrap_or(1000);
        assert!(off.abs() <= 2, "turned by half: {straight} {half}");
    }
    // Capitals that are locked do not change what a letter does.
    browser.keys(&["F"]);
    browser.wait_for("return document.querySelector('#player-bottom')?.dataset.side === 'p1'");
    browser.click("#menu-settings");
    tick(browser, &row("Turn the board to the player to move"));
    close(browser);
    for (n, id) in ["a1", "b1", "c1"].iter().enumerate() {
        let below = ["p1", "p2"][n % 2];
        browser.wait_for(&format!("return document.querySelector('#player-bottom')?.dataset.side === '{below}' && document.querySelectorAll('.hit.touchable').length === {}", 49 - n));
        browser.click(&place(id));
        turns(browser, n + 1);
    }
    browser.wait_for("return document.querySelector('#player-bottom')?.dataset.side === 'p2'");
    server.check(browser);
}

fn coordinates(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    let labels = || {
        browser.run("return [document.querySelectorAll('.label:not(.on-place)').length > 0, document.querySelectorAll('.label.on-place').length]")
    };
    assert_eq!(labels(), json!([true, 0]));
    for (option, expected) in [
        ("on places", json!([false, 49])),
        ("off", json!([false, 0])),
        ("at the edge", json!([true, 0])),
    ] {
        browser.click("#menu-settings");
        choose(browser, &menu("Coordinates", 0), option);
        assert_eq!(labels(), expected, "{option}");
        close(browser);
    }
    server.check(browser);
}

fn confirmed(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    browser.click("#menu-settings");
    choose(browser, &menu("Confirm turns", 0), "always");
    close(browser);
    touchable(browser, 9);
    let stone = |id: &str| {
        browser.wait_for(&format!(
            "const all = [...document.querySelectorAll('#boards .piece')]; return all.length === 1 && all[0].dataset.at === '{id}' && !!document.querySelector('#confirm')"
        ));
    };
    let played = || browser.run("return document.querySelectorAll('.turn-cell').length");
    browser.click(&place("b2"));
    stone("b2");
    // Another place instead; and nothing at all.
    browser.click(&place("a1"));
    stone("a1");
    browser.keys(&["\u{e00c}"]);
    browser.wait_for("return document.querySelectorAll('#boards .piece').length === 0 && !document.querySelector('#confirm')");
    assert_eq!(played(), json!(0), "nothing was sent");
    browser.click(&place("c3"));
    stone("c3");
    browser.click("#confirm");
    turns(browser, 1);
    touchable(browser, 8);
    browser.click(&place("b2"));
    browser.wait_for("return document.activeElement?.id === 'confirm'");
    browser.keys(&["\u{e007}"]);
    turns(browser, 2);
    touchable(browser, 7);
    // A screen that is touched asks by itself.
    browser.click("#menu-settings");
    choose(browser, &menu("Confirm turns", 0), "never");
    close(browser);
    browser.click(&place("a1"));
    turns(browser, 3);
    server.check(browser);
}

/// White has no piece that can move, Black has one.
const BLOCKED: &str = "x9/x10/r,b,x7,r,r/x10/x9 w move";

fn passed(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    begin(
        browser,
        "dvonn",
        Some(BLOCKED),
        &people(),
        &json!({"kind": "none"}),
    );
    browser.wait_for("return document.querySelectorAll('.turn .touch').length === 1");
    touchable(browser, 0);
    turns(browser, 0);
    press(browser, "#turn", "Pass");
    turns(browser, 1);
    browser.wait_for("return document.querySelector('.player.to-act')?.dataset.side === 'p2'");
    touchable(browser, 1);
    server.check(browser);
}
