//! What is seen: places that are hit where they are drawn, on every screen, in light and dark.

use serde_json::json;

use super::Test;
use super::games::{begin, people};
use super::person::{keep, lines};
use super::server::Server;
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    ("places_are_hit_where_they_are_drawn_on_every_screen", hits),
    (
        "each_place_has_a_name_and_is_reached_by_arrow_keys",
        names_and_keys,
    ),
    ("texts_stand_out_from_what_is_behind_them", contrast),
    ("nothing_around_the_board_covers_anything_else", rows),
];

/// Points at the centre and the rim of each place that hit something else.
const MISSES: &str = "
    const misses = [];
    for (const hit of document.querySelectorAll('.hit')) {
      const b = hit.getBoundingClientRect();
      const x = b.x + b.width / 2, y = b.y + b.height / 2;
      for (const [dx, dy] of [[0, 0], [0.42, 0], [-0.42, 0], [0, 0.42], [0, -0.42]]) {
        const px = x + dx * b.width, py = y + dy * b.height;
        if (py < 0 || py > innerHeight) continue;
        const found = document.elementFromPoint(px, py);
        if (found !== hit) misses.push([hit.dataset.place, dx, dy, found?.outerHTML?.slice(0, 80)]);
      }
    }
    return misses";

fn hits(browser: &Browser) {
    for arguments in [vec!["--game", "dvonn"], vec![]] {
        let house = super::server::fake("plain");
        let server = if arguments.is_empty() {
            Server::start(&["--house", &house])
        } else {
            Server::start(&arguments)
        };
        server.open(browser);
        for (width, height, touch) in [(1200, 860, false), (360, 640, true), (640, 360, true)] {
            browser.screen(width, height, touch);
            for turned in 0..2 {
                browser.wait_for("return document.getAnimations().length === 0");
                let misses = browser.run(MISSES);
                assert_eq!(misses, json!([]), "{arguments:?} {width} {turned}");
                let wide = browser.run("return document.documentElement.scrollWidth <= innerWidth");
                assert_eq!(wide, json!(true), "nothing sticks out at {width}");
                browser.keys(&["f"]);
            }
        }
        browser.colours("dark");
        let dark = browser.run("return getComputedStyle(document.documentElement).backgroundColor");
        browser.colours("light");
        let light =
            browser.run("return getComputedStyle(document.documentElement).backgroundColor");
        assert_ne!(dark, light);
        assert!(browser.picture().len() > 10_000, "a picture");
        browser.screen(1200, 860, false);
        server.check(browser);
    }
}

fn names_and_keys(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    let names = browser.run(
        "return new Set([...document.querySelectorAll('.hit')].map((e) => e.getAttribute('aria-label'))).size",
    );
    assert_eq!(names, json!(9), "each place has its own name");
    let tree = browser.tools("Accessibility.getFullAXTree", &json!({}));
    let named = tree["nodes"].as_array().map_or(0, |nodes| {
        nodes
            .iter()
            .filter(|node| {
                node["name"]["value"]
                    .as_str()
                    .is_some_and(|name| name.ends_with(": empty"))
            })
            .count()
    });
    assert!(named >= 9, "{named} places in the accessibility tree");
    browser.run("document.querySelector('.hit[tabindex=\"0\"]').focus()");
    let mut reached = std::collections::BTreeSet::new();
    let at = || {
        browser
            .run("return document.activeElement?.dataset?.place ?? ''")
            .to_string()
    };
    reached.insert(at());
    for row in 0..3 {
        for _ in 0..2 {
            browser.keys(&[if row % 2 == 0 { "\u{e014}" } else { "\u{e012}" }]);
            reached.insert(at());
        }
        browser.keys(&["\u{e015}"]);
        reached.insert(at());
    }
    assert_eq!(reached.len(), 9, "{reached:?}");
    // Enter plays, and the focus stays on the board.
    browser.keys(&["\u{e007}"]);
    browser.wait_for("return document.querySelectorAll('#boards .piece').length >= 1");
    let focus = browser.run("return document.activeElement?.classList.contains('hit') ?? false");
    assert_eq!(focus, json!(true));
    server.check(browser);
}

/// Texts whose contrast with what is behind them is too low for people who see badly: below 4.5, and
/// below 3 for large or bold ones.
pub const FAINT: &str = "
    const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); const d = canvas.getImageData(0, 0, 1, 1).data; return [d[0], d[1], d[2], d[3] / 255]; };
    const over = (top, under) => [0, 1, 2].map((n) => top[n] * top[3] + under[n] * (1 - top[3])).concat([1]);
    const behind = (e) => { const layers = []; for (let at = e; at; at = at.parentElement) { const c = rgba(getComputedStyle(at).backgroundColor); layers.push(c); if (c[3] === 1) break; } return layers.reverse().reduce((under, top) => over(top, under), [255, 255, 255, 1]); };
    const light = (c) => { const [r, g, b] = c.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const faint = [];
    for (const e of document.querySelectorAll('body *')) {
      if (e.closest('svg, select, [hidden], :disabled') || ![...e.childNodes].some((n) => n.nodeType === 3 && n.nodeValue.trim()) || !e.getClientRects().length) continue;
      const look = getComputedStyle(e), under = behind(e), a = light(over(rgba(look.color), under)), b = light(under);
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      const large = parseFloat(look.fontSize) >= 24 || (parseFloat(look.fontSize) >= 18.5 && Number(look.fontWeight) >= 700);
      if (ratio < (large ? 3 : 4.5)) faint.push([e.className || e.tagName, e.textContent.slice(0, 20), Math.round(ratio * 100) / 100]);
    }
    return faint";

fn contrast(browser: &Browser) {
    let server = Server::start(&["--game", "zertz"]);
    server.open(browser);
    let record = "[Game \"dvonn\"]\n\n1. f3 {[%eval 40]} c2?? {[%eval 150] a remark} (c3 {another}) 2. i4?! {[%eval -300]} e3? {[%eval 0]} *\n";
    super::server::say(browser, &json!({"t": "import", "text": record}));
    browser.wait_for("return document.querySelectorAll('.turns [data-node]').length === 5");
    browser.wait_for("return !document.querySelector('.graph').hidden");
    browser.click("#analysis-switch");
    lines(browser, 3);
    browser.click("#analysis-switch");
    for scheme in ["light", "dark"] {
        browser.colours(scheme);
        let faint = browser.run(FAINT);
        assert_eq!(faint, json!([]), "{scheme}");
        browser.click("#menu-new");
        browser.wait_for("return document.querySelector('dialog')");
        let faint = browser.run(FAINT);
        assert_eq!(faint, json!([]), "{scheme}, a dialog");
        browser.keys(&["\u{e00c}"]);
        browser.wait_for("return !document.querySelector('dialog')");
    }
    server.check(browser);
}

/// Parts around the board that lie on each other, or not within the window.
const COVERED: &str = "
    const parts = ['player-top', 'boards', 'tray', 'player-bottom', 'turn', 'steps'].map((id) => document.getElementById(id)).filter((e) => e.getClientRects().length);
    const boxes = parts.map((e) => [e.id, e.getBoundingClientRect()]), bad = [];
    boxes.forEach(([id, a], n) => {
      if (a.top < 0 || a.bottom > innerHeight + 1 || a.left < 0 || a.right > innerWidth + 1) bad.push([id, a.top, a.bottom]);
      for (const [other, b] of boxes.slice(n + 1)) if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1) bad.push([id, other]);
    });
    return bad";

fn rows(browser: &Browser) {
    let server = Server::start(&["--game", "zertz"]);
    server.open(browser);
    let clock = json!({"kind": "clock", "base": [300_000, 300_000], "increment": [0, 0]});
    for (width, height, touch) in [
        (1280, 800, false),
        (800, 600, false),
        (640, 360, true),
        (360, 740, true),
    ] {
        browser.screen(width, height, touch);
        for (game, title) in [
            ("zertz", "Z\u{c8}RTZ"),
            ("dvonn", "DVONN"),
            ("gipf-zertz", "GIPF"),
            ("diaballik", "Diaballik"),
        ] {
            begin(browser, game, None, &people(), &clock);
            browser.wait_for(&format!(
                "return document.querySelector('#title').textContent.includes('{title}') && !document.querySelector('.turn .quiet, .turn-cell[data-node]')"
            ));
            for half in [false, true] {
                if half {
                    browser.run("(document.querySelector('.item.touchable') ?? document.querySelector('.hit.touchable')).dispatchEvent(new MouseEvent('click', {bubbles: true}))");
                    browser.wait_for("return !!document.querySelector('.turn .quiet, #confirm, .turn-cell[data-node]')");
                }
                browser.wait_for("return document.getAnimations().length === 0");
                keep(browser, &format!("rows-{game}-{width}-{half}"));
                let covered = browser.run(COVERED);
                assert_eq!(covered, json!([]), "{game} {width}x{height}, {half}");
            }
        }
    }
    browser.screen(1200, 860, false);
    server.check(browser);
}
