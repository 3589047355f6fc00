//! The panel of the engines: options by type, what may not be set, traffic, an engine that is started
//! again after its death.

use serde_json::json;

use super::Test;
use super::person::{
    choose, close, current, keep, menu, new_game, notice, press, tick, touchable, turns,
    with_settings, write,
};
use super::server::{Server, named, place, say, two_people, with_thinker};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    (
        "options_are_set_by_their_types_and_traffic_is_shown",
        options,
    ),
    ("traffic_is_that_of_the_process_that_thinks", at_work),
    ("an_engine_that_has_died_is_started_again", restarted),
    ("games_have_titles_and_rules", rules),
];

/// The card of the second engine.
const CARD: &str = "dialog .engine:nth-of-type(2)";

fn options(browser: &Browser) {
    let server = with_thinker(browser);
    two_people(browser);
    with_settings(browser, &json!({"engine": 1}));
    // An engine that is at work is told at once.
    browser.click("#analysis-switch");
    browser.wait_for("return document.querySelector('.lines li[data-rank]')");
    browser.click("#analysis-switch");
    browser.wait_for("return document.querySelectorAll('.lines li').length === 0");
    browser.click("#menu-engines");
    browser.wait_for(&format!(
        "return document.querySelector('{CARD}')?.dataset.state === 'ready'"
    ));
    let types = browser.run(&format!(
        "return [...document.querySelectorAll('{CARD} .options > *')].map((e) => [e.textContent.replace(/Press|calm|bold/g, ''), e.querySelector('input')?.type ?? e.querySelector('select, button')?.localName])"
    ));
    assert_eq!(
        types,
        json!([
            ["Threads", "number"],
            ["Careful", "checkbox"],
            ["Style", "select"],
            ["Forget", "button"]
        ]),
        "neither what the board sets itself nor what may name a file"
    );
    keep(browser, "engines");
    let row = |name: &str| {
        format!(
            "[...document.querySelectorAll('{CARD} .options > *')].find((e) => e.textContent.startsWith('{name}'))"
        )
    };
    let number = format!("{}.querySelector('input')", row("Threads"));
    write(browser, &number, "99");
    write(browser, &number, "3");
    tick(browser, &row("Careful"));
    choose(browser, &menu("Style", 0), "bold");
    press(browser, CARD, "Press");
    press(browser, CARD, "Traffic");
    let said = browser.wait_for(&format!(
        "const text = document.querySelector('{CARD} .traffic')?.textContent; return text.includes('Forget') && text"
    ));
    let said = said.as_str().unwrap_or_default();
    for part in [
        "setoption name Threads value 3",
        "setoption name Careful value true",
        "setoption name Style value bold",
        "setoption name Forget",
    ] {
        assert!(said.contains(part), "{part} in {said}");
    }
    assert!(
        !said.contains("value 99"),
        "what is out of range is not sent"
    );
    let longest = said.lines().map(str::len).max().unwrap_or(0);
    assert!(
        (900..=1000).contains(&longest),
        "cut to 1 kB a line: {longest}"
    );
    server.check(browser);
}

/// An engine that plays and analyses has a process for each.
fn at_work(browser: &Browser) {
    let server = with_thinker(browser);
    with_settings(browser, &json!({"engine": 1}));
    new_game(browser, "Person", "thinker", |_| ());
    touchable(browser, 9);
    browser.click(&place("b2"));
    turns(browser, 2);
    browser.click("#analysis-switch");
    browser.wait_for("return document.querySelector('.lines li[data-rank]')");
    browser.click("#menu-engines");
    press(browser, CARD, "Traffic");
    let said = browser.wait_for(&format!(
        "return document.querySelector('{CARD} .traffic:not([hidden])')?.textContent"
    ));
    let said = said.as_str().unwrap_or_default();
    assert!(said.contains("go infinite"), "{said}");
    server.check(browser);
}

fn restarted(browser: &Browser) {
    let engine = named("mortal", "mortal");
    let server = Server::fake("plain", &["--engine", &engine]);
    server.open(browser);
    let players = json!([{"kind": "person"}, {"kind": "engine", "engine": 1, "level": null}]);
    let new = json!({"t": "new", "players": players, "time": {"kind": "none"}});
    say(browser, &new);
    browser.wait_for(
        "return document.querySelector('.player[data-side=p2] .seat')?.textContent === 'mortal'",
    );
    touchable(browser, 9);
    browser.click(&place("b2"));
    notice(browser, "mortal");
    turns(browser, 1);
    browser.wait_for("return document.querySelector('#banner')?.textContent.includes('paused')");
    browser.click("#menu-engines");
    browser.wait_for(&format!(
        "const card = document.querySelector('{CARD}'); return card?.dataset.state === 'failed' && card.querySelector('.trouble')?.textContent.includes('mortal')"
    ));
    // What happens to it is seen while the panel is open.
    press(browser, CARD, "Restart");
    browser.wait_for(&format!(
        "const card = document.querySelector('{CARD}'); return card.dataset.state === 'ready' && card.querySelector('.trouble').hidden"
    ));
    close(browser);
    press(browser, "#actions", "Take back");
    touchable(browser, 9);
    // The turn that was taken back is a turn of the record until another one takes its place.
    browser.click(&place("a1"));
    current(browser, "a1");
    press(browser, "#banner", "Go on");
    turns(browser, 2);
    touchable(browser, 7);
    server.check(browser);
}

fn rules(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    browser.click("#menu-new");
    browser.wait_for("return document.querySelectorAll('#new-game option').length > 10 && [...document.querySelectorAll('#new-game option')].every((o) => o.textContent !== o.value)");
    choose(browser, "document.querySelector('#new-game')", "Diaballik");
    browser.click("#begin");
    browser.wait_for("return document.querySelector('#title')?.textContent === 'Diaballik'");
    browser.click("#menu-rules");
    // What the house says, as it says it.
    let mut house = super::house::House::start("diaballik", None);
    let about = house.ask("about");
    let texts: Vec<String> = super::house::list(&about["rules"])
        .iter()
        .map(|rule| super::house::word(&rule["text"]))
        .collect();
    assert!(texts.len() > 2, "{about}");
    let texts = json!(texts);
    browser.wait_for(&format!(
        "return JSON.stringify([...document.querySelectorAll('dialog .prose p')].map((e) => e.textContent)) === JSON.stringify({texts})"
    ));
    close(browser);
    server.check(browser);
}
