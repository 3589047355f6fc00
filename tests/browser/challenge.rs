//! A game of GIPF with a game of ZÈRTZ in it by clicks: two boards, two buttons, an announced jump.

use serde_json::json;

use super::Test;
use super::games::{agree, begin, people, plain};
use super::person::keep;
use super::server::{Server, place};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[(
    "a_jump_is_announced_challenged_and_won_by_clicks",
    challenged,
)];

const GAME: &str = "gipf-zertz-challenge";
const JUMP: &str = "W3/1w^3/2b3/3b3/6/5/B3 10 12 w 1,1 -";
/// A challenge that its first turn can decide: marbles that are cut off are claimed.
const LAST_TURN: &str = "W3/1w^3/2b3/3b3/6/5/B3 10 12 w 1,0 !c3^f5 w---/-1---/-2---/-------/------/-----/---- 0,1,5 3,3,0 2,4,5 1";

fn button(touch: &str) -> String {
    format!(".turn .touch[data-touch=\"{touch}\"]")
}

fn item(id: &str) -> String {
    format!(".item[data-item=\"{id}\"]")
}

/// Clicks as soon as it is there to be clicked.
fn click(browser: &Browser, selector: &str) {
    browser.wait_for(&format!(
        "const e = document.querySelector('{selector}'); return e && !e.disabled && (!e.classList.contains('hit') || e.classList.contains('touchable'))"
    ));
    browser.click(selector);
}

/// What stands on a place of either board.
fn stands(browser: &Browser, id: &str, look: &str) {
    browser.wait_for(&format!(
        "return [...document.querySelectorAll('#boards .piece')].some((p) => p.dataset.at === '{id}' && p.dataset.look.startsWith('{look}'))"
    ));
}

fn challenged(browser: &Browser) {
    let server = Server::start(&["--game", GAME]);
    server.open(browser);
    plain(browser);
    browser.reload();
    let no_clock = json!({"kind": "none"});
    begin(browser, GAME, Some(JUMP), &people(), &no_clock);

    // Announced, and nothing of it carried out.
    click(browser, &place("c3"));
    click(browser, &place("f5"));
    browser.wait_for(&format!(
        "return !!document.querySelector('{}') && !!document.querySelector('{}')",
        button("accept"),
        button("challenge")
    ));
    browser.wait_for("return document.querySelectorAll('.mark.chosen').length === 2");
    stands(browser, "c3", "w^");
    // Also where there is little room what is to be done is read in a few lines.
    browser.screen(360, 740, false);
    browser.wait_for("const e = document.querySelector('.turn .hint'); return e.getBoundingClientRect().height <= 3 * parseFloat(getComputedStyle(e).lineHeight)");
    browser.screen(1200, 860, false);
    keep(browser, "challenge-answer");

    // Challenged: the other board is played on, and the jump stays marked.
    click(browser, &button("challenge"));
    click(browser, &item("zertz.reserve.w"));
    click(browser, &place("zertz.d4"));
    click(browser, &place("zertz.a1"));
    stands(browser, "zertz.d4", "white");
    assert_eq!(
        browser.run("return document.querySelectorAll('.mark.chosen').length"),
        json!(2)
    );
    agree(browser, GAME);
    keep(browser, "challenge-game");

    // Won: the jump is carried out, and the other board stands ready again.
    begin(browser, GAME, Some(LAST_TURN), &people(), &no_clock);
    for touch in [
        item("zertz.reserve.b"),
        place("zertz.c3"),
        place("zertz.b2"),
        place("zertz.a1"),
    ] {
        click(browser, &touch);
    }
    stands(browser, "f5", "w-");
    stands(browser, "c3", "w ");
    browser.wait_for("return document.querySelectorAll('.mark.chosen').length === 0");
    agree(browser, GAME);
    keep(browser, "challenge-won");
    server.check(browser);
}
