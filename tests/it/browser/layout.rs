//! Layout at 1280 x 800, 360 x 740 and other sizes.

use serde_json::json;

use super::chromium::{Browser, Key};
use super::play::{NewGameFields, TWO_HUMANS, current, middle, new_game, record, start};
use super::server::TestServer;

browser_tests! {
    every_game_fits_on_every_screen: fits,
    exercises_fit_on_phones: exercises,
    the_board_keeps_its_size_while_a_move_is_made: steady,
    marks_contrast_with_the_board: marks,
    states_differ_in_forced_colours: forced,
    navigation_buttons_do_not_move: stays,
    notices_and_rules_cover_no_button: covers,
    the_page_keeps_its_layout_while_it_loads: loading,
}

const GAMES: [&str; 5] = [
    "dvonn",
    "zertz",
    "gipf",
    "diaballik",
    "gipf-zertz-challenge",
];

/// Screens: width, height, touch.
const SCREENS: [(u32, u32, bool); 4] = [
    (1280, 800, false),
    (800, 600, false),
    (740, 360, true),
    (360, 740, true),
];

/// Finds layout errors: parts that overlap, exceed the window, or are small or covered where they can be touched.
const WRONG: &str = "
    const wrong = [];
    if (document.documentElement.scrollWidth > innerWidth) wrong.push(['wide', document.documentElement.scrollWidth]);
    const boards = document.querySelectorAll('#boards svg[role=group]');
    const parts = ['player-top', 'tray', 'player-bottom', 'entry', 'steps'].map((id) => document.getElementById(id)).concat(...boards).filter((part) => part?.checkVisibility() && part.getBoundingClientRect().height > 0);
    const boxes = parts.map((part) => [part.id || part.computedName, part.getBoundingClientRect()]);
    const tall = boards.length > 1 && innerWidth < 821 && innerHeight > innerWidth;
    boxes.forEach(([name, box], n) => {
      if (box.left < 0 || box.right > innerWidth + 1 || (!tall && (box.top < 0 || box.bottom > innerHeight + 1))) wrong.push([name, 'outside']);
      for (const [other, next] of tall ? [] : boxes.slice(n + 1)) if (Math.min(box.right, next.right) - Math.max(box.left, next.left) > 1 && Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top) > 1) wrong.push([name, other]);
    });
    for (const place of document.querySelectorAll('#boards svg [role=button]')) {
      // On a phone the inactive board is a picture.
      if (tall && place.closest('.idle')) continue;
      const box = place.getBoundingClientRect();
      if (box.width < 24) wrong.push([place.computedName, 'small', box.width]);
      const x = box.x + box.width / 2, y = box.y + box.height / 2;
      for (const [dx, dy] of [[0, 0], [.4, 0], [-.4, 0], [0, .4], [0, -.4]]) {
        const at = [x + dx * box.width, y + dy * box.height];
        if (at[1] < 0 || at[1] > innerHeight || (tall && dy + dx !== 0)) continue;
        const found = document.elementFromPoint(...at);
        if (found !== place && !tall) wrong.push([place.computedName, 'covered by', found?.id || found?.localName]);
      }
    }
    return wrong;";

fn fits(browser: &Browser) -> TestServer {
    let server = TestServer::open(browser, &["--game", "dvonn"]);
    for game in GAMES {
        new_game(
            browser,
            &NewGameFields {
                game,
                minutes: "5",
                ..TWO_HUMANS
            },
        );
        for half in [false, true] {
            if half {
                browser.run("(document.querySelector('[data-item][aria-disabled=false]') ?? document.querySelector('#boards svg [role=button][aria-disabled=false]')).dispatchEvent(new MouseEvent('click', { bubbles: true }))");
            }
            for (width, height, fingers) in SCREENS {
                // Two boards need more height.
                if game == "gipf-zertz-challenge" && (width, height) == (800, 600) {
                    continue;
                }
                browser.screen(width, height, fingers);
                browser.run("scrollTo(0, 0)");
                browser.until("ui.still()");
                browser.picture(&format!("{game}-{width}x{height}-{half}"));
                assert_eq!(
                    browser.run(WRONG),
                    json!([]),
                    "{game} {width}x{height} {half}"
                );
            }
            browser.screen(1280, 800, false);
        }
    }
    server
}

/// Finds places of the active board, the prompt and buttons that are small, covered or outside the window.
const UNREACHABLE: &str = "
    return [...document.querySelectorAll('.practice :is(.board-frame:not(.idle) [role=button], .entry), .exercise-actions button')].flatMap((part) => {
      const box = part.getBoundingClientRect();
      const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return box.width < 24 || !part.contains(found) ? [[part.computedName, box.width, found?.localName]] : [];
    });";

fn exercises(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    for exercise in [
        "puzzles/dvonn/1",
        "puzzles/zertz/1",
        "puzzles/gipf/1",
        "puzzles/diaballik/1",
        // A text of many lines, and two boards.
        "learn/gipf/gipf-pieces",
        "learn/gipf-zertz-challenge/announce",
    ] {
        for (width, height, fingers) in [SCREENS[2], SCREENS[3]] {
            browser.screen(width, height, fingers);
            browser.run(&format!("location.hash = '{exercise}'"));
            browser.reload();
            browser.until("document.querySelector('.practice [aria-disabled=false]')");
            browser.until("ui.still()");
            assert_eq!(
                browser.run(UNREACHABLE),
                json!([]),
                "{exercise} {width}x{height}"
            );
        }
    }
    server
}

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
        for on in [true, false] {
            browser.run(&format!(
                "ui.module('api.js').then(({{ ask }}) => ask({{ t: 'pause', on: {on} }}))"
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

fn covers(browser: &Browser) -> TestServer {
    let server = TestServer::open(browser, &["--game", "gipf"]);
    for (width, height, fingers) in SCREENS {
        browser.screen(width, height, fingers);
        for game in GAMES {
            let fields = NewGameFields { game, ..TWO_HUMANS };
            new_game(browser, &fields);
            browser.until("ui.still()");
            let before = browser.run(BOARD);
            browser.run(
                "ui.module('notices.js').then(({ notice }) => notice('The review is complete.', 'info', { action: { label: 'Learn from your mistakes', work() {} } }))",
            );
            browser.until("ui.find('button', 'Learn from your mistakes')");
            let covered = browser.run(&format!(
                "const part = document.querySelector('#notices'); {COVERED}"
            ));
            assert_eq!(covered, json!([]), "{game} {width}");
            assert_eq!(browser.run(BOARD), before, "{game} {width}");
            // The text has a readable width, and the button to close the notice is inside it.
            let inside = browser.run(
                "const [close, text] = [ui.find('button', 'Close'), [...document.querySelectorAll('#notices span')].find((one) => one.textContent.startsWith('The review'))].map((one) => one.getBoundingClientRect());
                 return text.width > 120 && close.right <= innerWidth",
            );
            assert_eq!(inside, json!(true), "{game} {width}");
            browser.button("Close");
        }
    }
    browser.screen(1280, 800, false);
    browser.button("Rules");
    browser.until("ui.find('dialog')");
    for game in GAMES {
        let title = browser.run("return ui.find('dialog').querySelector('h2').textContent");
        browser.run(&format!(
            "const player = {{ kind: 'human', name: '' }};
             ui.module('api.js').then(({{ ask }}) => ask({{ t: 'new', game: '{game}', fen: null, players: [player, player], time: {{ kind: 'none' }}, series: 0 }}))"
        ));
        browser.until(&format!(
            "ui.find('dialog').querySelector('h2').textContent !== {title} && ui.still()"
        ));
        let covered = browser.run(&format!("const part = ui.find('dialog'); {COVERED}"));
        assert_eq!(covered, json!([]), "{game}: rules");
    }
    server
}

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
