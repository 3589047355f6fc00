//! Layout: what stays in its place, and contrast. `screens` checks that everything fits.

use serde_json::json;

use super::chromium::{Browser, Key};
use super::play::{TWO_HUMANS, current, middle, new_game, record, start};
use super::server::TestServer;

browser_tests! {
    the_board_keeps_its_size_while_a_move_is_made: steady,
    marks_contrast_with_the_board: marks,
    states_differ_in_forced_colours: forced,
    navigation_buttons_do_not_move: stays,
    the_page_keeps_its_layout_while_it_loads: loading,
}

/// Screens: width, height, touch.
const SCREENS: [(u32, u32, bool); 4] = [
    (1280, 800, false),
    (800, 600, false),
    (740, 360, true),
    (360, 740, true),
];

/// The place of the board.
const BOARD: &str =
    "return JSON.stringify(document.querySelector('#boards').getBoundingClientRect())";

fn steady(browser: &Browser) -> TestServer {
    let server = start(browser, "zertz");
    for (width, height, fingers) in SCREENS {
        browser.screen(width, height, fingers);
        new_game(browser, &TWO_HUMANS);
        browser.until("ui.still()");
        let board = || browser.run(BOARD);
        let before = board();
        browser.click_on("ui.supply('white')");
        browser.until("ui.touchable().length === 37");
        assert_eq!(board(), before, "{width}: a marble is chosen");
        browser.click_on("ui.place('d4')");
        browser.until("ui.touchable().length < 37");
        assert_eq!(board(), before, "{width}: it is placed");
        for (on, request) in [
            (true, "{ t: 'step' }"),
            (false, "{ t: 'pause', on: false }"),
        ] {
            browser.run(&format!(
                "ui.module('api.js').then(({{ ask }}) => ask({request}))"
            ));
            browser.until(&format!("{on} === Boolean(ui.find('button', 'Resume'))"));
            assert_eq!(board(), before, "{width}: the game is paused: {on}");
        }
        // The result stands beside the board.
        browser.run("ui.module('api.js').then(({ ask }) => ask({ t: 'resign', side: 'p1' }))");
        browser.until("ui.find('region', 'Player 2 wins')");
        assert_eq!(board(), before, "{width}: the game is over");
        let card = "const part = document.querySelector('.result-card')";
        assert_eq!(
            browser.run(&format!("{card}; {COVERED}")),
            json!([]),
            "{width}"
        );
    }
    server
}

/// Finds marks with a contrast below 3 to the board.
const FAINT: &str = "
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
    const rgb = (colour) => { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3); };
    const light = (colour) => { const [r, g, b] = rgb(colour).map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const wood = light(getComputedStyle(document.querySelector('#g-wood stop:last-child')).stopColor);
    return [...document.querySelectorAll('.mark, .can.full')].map((mark) => [mark.getAttribute('class'), light(getComputedStyle(mark).stroke)])
      .map(([name, own]) => [name, (Math.max(own, wood) + 0.05) / (Math.min(own, wood) + 0.05)]).filter(([, ratio]) => ratio < 3);";

fn marks(browser: &Browser) -> TestServer {
    let server = middle(browser);
    for scheme in ["light", "dark"] {
        browser.prefer("prefers-color-scheme", scheme);
        browser.touch("e2");
        browser.until("document.querySelector('.mark') && document.querySelector('.can.full')");
        assert_eq!(browser.run(FAINT), json!([]), "{scheme}");
        browser.picture(&format!("marks-{scheme}"));
        browser.click_on("ui.place('e2')");
        browser.until("!document.querySelector('.mark')");
    }
    server
}

fn forced(browser: &Browser) -> TestServer {
    let server = start(browser, "zertz");
    browser.prefer("forced-colors", "active");
    browser.until("matchMedia('(forced-colors: active)').matches");
    browser.click_on("ui.supply('white')");
    browser.until(
        "['[aria-pressed=true]', '[aria-pressed=false]', '[aria-disabled=true]'].every((state) => document.querySelector(`[data-item]${state}`))",
    );
    // Touchable, chosen and disabled items look different.
    let looks = browser.run(
        "const look = (item) => { const style = getComputedStyle(item); return [style.borderTopColor, style.outlineStyle, style.outlineColor, style.outlineWidth].join(); };
         return [...new Set([document.querySelector('[data-item][aria-pressed=true]'), document.querySelector('[data-item][aria-pressed=false]'), document.querySelector('[data-item][aria-disabled=true]')].map(look))].length",
    );
    assert_eq!(looks, json!(3));
    browser.picture("forced");
    server
}

fn stays(browser: &Browser) -> TestServer {
    let server = record(browser, "dvonn", "dvonn startpos moves f3 c2 i4 e3", 4);
    for (width, height, fingers) in SCREENS {
        browser.screen(width, height, fingers);
        browser.key(Key::Home);
        browser.until("ui.pieces().length === 0");
        let forward = || browser.middle("ui.find('button', 'Forward (→)')");
        let before = forward();
        for (n, token) in ["f3", "c2", "i4", "e3"].iter().enumerate() {
            browser.pointer("mouse", &super::chromium::press(before));
            current(browser, token);
            if n < 3 {
                assert_eq!(forward(), before, "{width} pixels wide");
            }
        }
    }
    server
}

/// The names of the buttons and links, and the ids of the players' cards and the boards, that a part covers.
const COVERED: &str = "
    const box = part.getBoundingClientRect();
    const others = [...document.querySelectorAll('button, a, .player, #boards')].filter((one) => one.checkVisibility() && !part.contains(one));
    return others.filter((one) => { const { left, right, top, bottom } = one.getBoundingClientRect(); return right - left > 1 && Math.min(right, box.right) - Math.max(left, box.left) > 1 && Math.min(bottom, box.bottom) - Math.max(top, box.top) > 1; }).map((one) => one.id || one.computedName);";

fn loading(browser: &Browser) -> TestServer {
    browser.before_load(
        "window.shift = 0;
         new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value; }).observe({ type: 'layout-shift', buffered: true });",
    );
    let server = TestServer::open(browser, &["--game", "dvonn"]);
    let shift = browser.run("return window.shift").as_f64().unwrap_or(1.0);
    // The threshold for "good" in Web Vitals.
    assert!(shift < 0.1, "layout shift {shift}");
    server
}
