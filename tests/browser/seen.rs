//! What is seen where colours are few: colours that the system forces, the dark scheme. What is marked
//! has to be told apart without the colours of the page.

use serde_json::json;

use super::Test;
use super::games::{begin, people};
use super::looks::FAINT;
use super::person::{keep, notice, touchable, turns};
use super::server::{Server, place};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    (
        "forced_colours_leave_marks_and_texts_to_be_told_apart",
        forced,
    ),
    ("marks_on_the_board_stand_out_in_light_and_dark", marks),
    ("notices_lie_over_nothing_that_is_touched", notices),
];

/// What a border, an outline and a background make of an element, so that two can be compared.
const LOOK: &str = "const look = (e) => { const s = getComputedStyle(e); return [s.borderTopColor, s.borderTopWidth, s.outlineStyle, s.outlineColor, s.outlineWidth, s.backgroundColor].join(' '); };";

fn forced(browser: &Browser) {
    let server = Server::start(&["--game", "zertz"]);
    server.open(browser);
    let clock = json!({"kind": "clock", "base": [300_000, 300_000], "increment": [0, 0]});
    for scheme in ["light", "dark"] {
        browser.tools(
            "Emulation.setEmulatedMedia",
            &json!({"features": [{"name": "forced-colors", "value": "active"}, {"name": "prefers-color-scheme", "value": scheme}]}),
        );
        begin(browser, "zertz", None, &people(), &clock);
        browser.wait_for("return matchMedia('(forced-colors: active)').matches && document.querySelectorAll('.item.touchable').length === 3");
        assert_eq!(browser.run(FAINT), json!([]), "texts, {scheme}");
        // Who has the turn, what can be touched, what has been chosen.
        let told = |one: &str, other: &str| {
            let differs = browser.run(&format!(
                "{LOOK} return look(document.querySelector('{one}')) !== look(document.querySelector('{other}'))"
            ));
            assert_eq!(differs, json!(true), "{one} and {other}, {scheme}");
        };
        told(".player.to-act", ".player:not(.to-act)");
        told(".item.touchable", ".item:not(.touchable)");
        browser.click(".item[data-item='reserve.w']");
        browser.wait_for("return document.querySelector('.item.chosen')");
        told(".item.chosen", ".item:not(.chosen)");
        told(".item.chosen", ".item:not(.touchable):not(.chosen)");
        // On the board pieces and marks keep their own colours.
        touchable(browser, 37);
        let own = browser.run("return ['.board', '#boards .place', '.can'].map((s) => getComputedStyle(document.querySelector(s)).forcedColorAdjust)");
        assert_eq!(own, json!(["none", "none", "none"]), "{scheme}");
        browser.click(&place("d4"));
        browser.click(&place("a1"));
        turns(browser, 1);
        browser.wait_for("return document.querySelector('.clock.running')");
        told(".clock.running", ".clock:not(.running)");
        told(".turn-cell.current", ".menu button");
        keep(browser, &format!("forced-{scheme}"));
    }
    browser.colours("light");
    server.check(browser);
}

/// Marks whose colour is too close to the wood they lie on, below 3 to 1 where an outline has to be
/// seen, and what they are.
const MARKS: &str = "
    const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const rgba = (c) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = c; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
    const light = (c) => { const [r, g, b] = c.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
    const wood = rgba(getComputedStyle(document.querySelector('.wood')).fill);
    return [...document.querySelectorAll('.mark, .can.full:not(.quiet)')].map((e) => [e.getAttribute('class'), Math.round(100 * ratio(rgba(getComputedStyle(e).stroke), wood)) / 100]).filter(([, r]) => r < 3)";

fn marks(browser: &Browser) {
    let server = super::games::middle(browser);
    for scheme in ["light", "dark"] {
        browser.colours(scheme);
        browser.click(&place("e2"));
        browser.wait_for("return document.querySelector('.mark.from')");
        let seen = browser.run("return [document.querySelectorAll('.mark').length > 0, document.querySelectorAll('.can.full').length > 0]");
        assert_eq!(seen, json!([true, true]));
        assert_eq!(browser.run(MARKS), json!([]), "{scheme}");
        keep(browser, &format!("marks-{scheme}"));
        browser.keys(&["\u{e00c}"]);
        browser.wait_for("return !document.querySelector('.mark.from')");
    }
    browser.colours("light");
    server.check(browser);
}

fn notices(browser: &Browser) {
    let server = Server::start(&["--game", "zertz"]);
    server.open(browser);
    for (width, height) in [(1200, 860), (360, 640)] {
        browser.screen(width, height, false);
        begin(browser, "zertz", None, &people(), &json!({"kind": "none"}));
        browser.wait_for("return document.querySelectorAll('.item.touchable').length === 3");
        for n in 0..3 {
            browser.fill("#typed-turn", &format!("nonsense{n}\u{e007}"));
        }
        notice(browser, "nonsense2");
        // All that can be touched gets the touch, also below a notice.
        let covered = browser.run(
            "return [...document.querySelectorAll('.hit.touchable, .item.touchable')].filter((e) => {
               e.scrollIntoView({block: 'center'});
               const b = e.getBoundingClientRect(), found = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
               return found !== e && !e.contains(found); }).map((e) => e.outerHTML.slice(0, 80))",
        );
        assert_eq!(covered, json!([]), "{width}");
        browser.run("scrollTo(0, 0)");
        keep(browser, &format!("notices-{width}"));
        browser.click(".notice:last-child button");
        browser.click(".item[data-item='reserve.w']");
        touchable(browser, 37);
    }
    browser.screen(1200, 860, false);
    server.check(browser);
}
