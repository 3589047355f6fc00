//! Engines that play each other, and games with clocks: all begun in the dialog.

use serde_json::json;

use super::Test;
use super::person::{choose, keep, menu, new_game, press, row, tick, touchable, turns, write};
use super::server::{Server, named, place, with_thinker};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    (
        "engines_play_a_series_that_can_be_paused_and_tells_its_points",
        series,
    ),
    (
        "a_game_of_engines_is_paused_and_goes_on_turn_by_turn",
        by_turns,
    ),
    ("clocks_with_odds_and_increments_stand_in_a_pause", clocks),
    (
        "an_engine_gets_the_time_a_turn_that_was_chosen",
        time_a_turn,
    ),
];

/// What both players have in points, the first player first.
fn points(browser: &Browser) -> String {
    let found = browser.run(
        "return ['p1', 'p2'].map((side) => [...document.querySelectorAll(`.player[data-side=${side}] .fact`)].map((e) => e.textContent).find((text) => text.startsWith('points')) ?? '').join(', ')",
    );
    found.as_str().unwrap_or_default().to_owned()
}

fn series(browser: &Browser) {
    let one = named("one", "plain");
    let two = named("two", "plain");
    let server = Server::fake("plain", &["--engine", &one, "--engine", &two]);
    server.open(browser);
    new_game(browser, "one", "two", |browser| {
        choose(browser, &menu("Time", 0), "A time a turn");
        write(
            browser,
            &format!("{}.querySelector('input')", row("Games in a row")),
            "3",
        );
    });
    // The side that begins always wins here.
    // The next game follows soon: a busy machine may see that late, and no later press would do.
    browser.wait_for(
        "const seen = document.querySelector('.banner .result')?.textContent.includes('follow');
         if (seen) [...document.querySelectorAll('#actions button')].find((b) => b.textContent === 'Pause').click();
         return seen",
    );
    browser.wait_for("return document.querySelector('.banner .result')?.textContent.includes('follow') && [...document.querySelectorAll('.banner button')].some((b) => b.textContent === 'Go on')");
    keep(browser, "series");
    press(browser, "#banner", "Go on");
    browser.wait_for("return [...document.querySelectorAll('.banner button')].some((b) => b.textContent === 'Rematch')");
    browser.wait_for(
        "return document.querySelector('.banner .result')?.textContent.startsWith('Cross wins')",
    );
    let result = browser.text(".banner .result");
    assert!(
        result.contains("Cross wins") && !result.contains("follow"),
        "{result}"
    );
    let seats = browser.run("return ['p1', 'p2'].map((side) => document.querySelector(`.player[data-side=${side}] .seat`).textContent)");
    assert_eq!(seats, json!(["one", "two"]), "sides changed twice");
    assert_eq!(points(browser), "points 2 of 3, points 1 of 3");
    server.check(browser);
}

fn by_turns(browser: &Browser) {
    let server = with_thinker(browser);
    new_game(browser, "thinker", "thinker", |browser| {
        choose(browser, &menu("Time", 0), "No clock");
    });
    browser
        .wait_for("return document.querySelector('#thought-p1')?.textContent.includes('thinking')");
    press(browser, "#actions", "Pause");
    browser.wait_for("return document.querySelector('#banner')?.textContent.includes('paused')");
    let shown = || {
        let found = browser.run("return document.querySelectorAll('.turn-cell[data-node]').length");
        usize::try_from(found.as_u64().unwrap_or_default()).unwrap_or_default()
    };
    let before = shown();
    for n in 1..=2 {
        press(browser, "#banner", "One turn");
        turns(browser, before + n);
        browser.wait_for(
            "return [...document.querySelectorAll('.thought')].every((e) => e.textContent === '')",
        );
    }
    assert!(browser.text("#banner").contains("paused"), "still paused");
    assert_eq!(shown(), before + 2, "one turn at a time");
    press(browser, "#banner", "Go on");
    browser.wait_for("return document.querySelector('.banner .result')");
    assert!(shown() > before + 3, "the game went on by itself");
    server.check(browser);
}

fn clocks(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    new_game(browser, "Person", "Person", |browser| {
        choose(browser, &menu("Time", 0), "Clocks");
        write(
            browser,
            &format!("{}.querySelectorAll('input')[0]", row("Minutes")),
            "5",
        );
        write(
            browser,
            &format!(
                "{}.querySelectorAll('input')[0]",
                row("Seconds a turn added")
            ),
            "3",
        );
        tick(browser, &row("Other time for the second player"));
        keep(browser, "odds");
        browser.screen(360, 640, false);
        keep(browser, "odds-360");
        browser.screen(1200, 860, false);
        let second = |label: &str| {
            format!(
                "[...document.querySelectorAll('dialog .field')].filter((f) => f.getClientRects().length && f.textContent.startsWith('{label}')).at(-1).querySelector('input')"
            )
        };
        write(browser, &second("Minutes"), "2");
        write(browser, &second("Seconds a turn added"), "1");
    });
    let clock = |side: &str, text: &str| {
        browser.wait_for(&format!(
            "return document.querySelector('#clock-{side}')?.textContent === '{text}'"
        ));
    };
    clock("p1", "5:00");
    clock("p2", "2:00");
    // The first turn takes no time and brings its increment.
    touchable(browser, 9);
    browser.click(&place("b2"));
    clock("p1", "5:03");
    browser.wait_for("return document.querySelector('#clock-p2.running') && !document.querySelector('#clock-p1.running')");
    press(browser, "#actions", "Pause");
    browser.wait_for("return document.querySelectorAll('.clock.running').length === 0");
    touchable(browser, 0);
    let stands = browser.text("#clock-p2");
    press(browser, "#banner", "Go on");
    browser.wait_for("return document.querySelector('#clock-p2.running')");
    let seconds = |text: &str| {
        let (minutes, rest) = text.split_once(':').unwrap_or(("0", text));
        let minutes: f64 = minutes.parse().unwrap_or(f64::NAN);
        minutes * 60.0 + rest.parse::<f64>().unwrap_or(f64::NAN)
    };
    assert!(
        seconds(&browser.text("#clock-p2")) <= seconds(&stands),
        "no time is given back"
    );
    touchable(browser, 8);
    browser.click(&place("a1"));
    browser.wait_for("return document.querySelector('#clock-p1.running')");
    let left = seconds(&browser.text("#clock-p2"));
    assert!(
        left <= seconds(&stands) + 1.0,
        "{left} after {stands} and an increment of 1 s"
    );
    server.check(browser);
}

fn time_a_turn(browser: &Browser) {
    let server = with_thinker(browser);
    new_game(browser, "thinker", "Person", |browser| {
        choose(browser, &menu("Time", 0), "A time a turn");
        write(
            browser,
            &format!("{}.querySelector('input')", row("Seconds a turn")),
            "0.25",
        );
    });
    turns(browser, 1);
    let disabled = browser.run("const b = [...document.querySelectorAll('#actions button')].find((b) => b.textContent === 'Move now'); return [b.disabled, b.title]");
    assert_eq!(disabled, json!([true, "No engine is thinking."]));
    browser.click("#menu-engines");
    press(browser, "dialog .engine:nth-of-type(2)", "Traffic");
    browser.wait_for("return document.querySelector('.traffic:not([hidden])')?.textContent.includes('go movetime 250')");
    server.check(browser);
}
