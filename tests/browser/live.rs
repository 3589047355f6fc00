//! What happens around a game: connections that are lost, engines that hang, full disks, long records,
//! another window in the middle of a drag.

use serde_json::{Value, json};

use super::Test;
use super::games::{MIDDLE, agree, begin, middle, people, plain};
use super::person::{close, pieces, press};
use super::server::{Server, fake, named, place, say, two_people};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    (
        "a_half_made_turn_outlives_a_lost_connection",
        lost_connection,
    ),
    ("a_turn_of_another_window_ends_a_drag", foreign_turn),
    ("fifty_arrow_keys_lead_where_they_should", arrow_keys),
    (
        "a_record_of_a_thousand_turns_opens_and_stays_small",
        long_record,
    ),
    ("an_engine_that_hangs_is_named_and_the_game_stays", hanging),
    (
        "storage_that_is_full_or_missing_does_no_harm",
        without_storage,
    ),
    ("a_refused_clipboard_leaves_the_text_selected", no_clipboard),
    ("a_swipe_that_begins_on_the_board_scrolls", swipe),
    ("the_saved_picture_agrees_with_the_page", saved_picture),
];

/// Plays a turn at the live node over a connection of its own.
pub fn play_elsewhere(browser: &Browser, token: &str) {
    let token = json!(token);
    browser.run(&format!(
        "window.__played = false; const s = new WebSocket('ws://' + location.host + '/socket');
         s.onopen = () => s.send(JSON.stringify({{t: 'hello', version: 1}}));
         s.onmessage = (e) => {{ const m = JSON.parse(e.data);
           if (m.t === 'state') s.send(JSON.stringify({{t: 'play', node: m.live, token: {token}, game: true}}));
           if (m.t === 'played') {{ window.__played = true; s.close(); }} }};"
    ));
    browser.wait_for("return window.__played");
}

fn turns(browser: &Browser, count: usize) {
    browser.wait_for(&format!(
        "return document.querySelectorAll('.turns [data-node]').length === {count}"
    ));
}

fn lost_connection(browser: &Browser) {
    browser.before_load(
        "window.__sockets = []; const Real = WebSocket;
         window.WebSocket = class extends Real { constructor(...all) { super(...all); window.__sockets.push(this); } };",
    );
    let server = middle(browser);
    browser.reload();
    browser.wait_for("return document.querySelector('.hit.touchable[data-place=e2]')");
    browser.click(&place("e2"));
    browser.wait_for("return document.querySelector('.mark.from')");
    let sockets = browser.run("return window.__sockets.length");
    browser.run("window.__sockets[0].close()");
    browser.wait_for(&format!(
        "return window.__sockets.length > {sockets} && !document.body.classList.contains('offline')"
    ));
    browser.wait_for("return !document.querySelector('#notices .notice')");
    browser.wait_for("return document.querySelectorAll('.mark.from').length === 1");
    browser.click(&place("h2"));
    browser.wait_for("return document.querySelector('.turns')?.textContent.includes('e2h2')");
    agree(browser, "dvonn");
    server.check(browser);
}

fn foreign_turn(browser: &Browser) {
    let server = middle(browser);
    let (x, y) = browser.middle(&place("i2"));
    let (tx, ty) = browser.middle(&place("h1"));
    let step = |kind: &str, x: f64, y: f64| json!({"type": kind, "duration": 40, "x": x.round(), "y": y.round()});
    browser.pointer(
        "mouse",
        &[
            step("pointerMove", x, y),
            json!({"type": "pointerDown", "button": 0}),
            step("pointerMove", x - 30.0, y),
            step("pointerMove", tx, ty),
        ],
    );
    browser.wait_for("return document.querySelector('.ghost')");
    play_elsewhere(browser, "e2h2");
    turns(browser, 1);
    browser.wait_for("return document.querySelector('.player.to-act')?.dataset.side === 'p2'");
    browser.pointer("mouse", &[json!({"type": "pointerUp", "button": 0})]);
    browser.wait_for("return !document.querySelector('.ghost')");
    agree(browser, "dvonn");
    turns(browser, 1);
    // The board works on: the next touch is one of the next turn.
    browser.click(&place("b2"));
    browser.wait_for("return document.querySelectorAll('.mark.from').length === 1");
    server.check(browser);
}

fn arrow_keys(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    let text = "dvonn startpos moves f3 c2 i4 e3 a1 b1 c1 d1 e1 f1 g1 h1";
    say(browser, &json!({"t": "import", "text": text}));
    turns(browser, 12);
    let pieces = |count: usize| {
        pieces(browser, count);
    };
    pieces(12);
    browser.keys(&["\u{e012}"; 50]);
    pieces(0);
    browser.keys(&["\u{e014}"; 50]);
    pieces(12);
    agree(browser, "dvonn");
    let spoken = browser.text("#spoken");
    assert!(spoken.contains("h1"), "the turn is told aloud: {spoken:?}");
    server.check(browser);
}

/// Turns in which White goes through the places of five supports, one step at a time, so that no
/// position comes back, while Black goes to and fro.
fn thousand_turns() -> String {
    let mut places = [0_usize; 5];
    let mut way = [true; 5];
    let mut turns = Vec::new();
    while turns.len() < 1000 {
        let Some(file) = (0..5).find(|&file| places[file] != if way[file] { 3 } else { 0 }) else {
            break;
        };
        way[..file].iter_mut().for_each(|way| *way = !*way);
        let from = places[file];
        places[file] = if way[file] { from + 1 } else { from - 1 };
        let letter = ["a", "b", "c", "e", "f"][file];
        turns.push(format!("{letter}{}{letter}{}", from + 1, places[file] + 1));
        let black = if turns.len() % 4 == 1 { "a7a6" } else { "a6a7" };
        turns.push(black.to_owned());
    }
    turns.join(" ")
}

/// Bytes of the heap and the nodes there are, after a collection.
fn weight(browser: &Browser) -> (f64, f64) {
    browser.tools("HeapProfiler.collectGarbage", &json!({}));
    let found = browser.tools("Performance.getMetrics", &json!({}));
    let metric = |name: &str| {
        let all = found["metrics"].as_array().cloned().unwrap_or_default();
        let value = all.iter().find(|metric| metric["name"] == name);
        value
            .and_then(|metric| metric["value"].as_f64())
            .unwrap_or(f64::MAX)
    };
    (metric("JSHeapUsedSize"), metric("Nodes"))
}

fn long_record(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    plain(browser);
    browser.reload();
    browser.wait_for("return document.querySelectorAll('.hit').length");
    let text = json!(format!("diaballik startpos moves {}", thousand_turns()));
    browser.run(&format!(
        "window.__opened = 0; const begun = performance.now();
         document.querySelector('#menu-open').click();
         document.querySelector('#open-text').value = {text};
         document.querySelector('dialog .main').click();
         const look = () => {{
           if (document.querySelectorAll('.turns [data-node]').length === 1000 && document.querySelectorAll('#boards .piece').length === 14
               && document.querySelector('.current')) window.__opened = performance.now() - begun;
           else setTimeout(look, 5); }};
         look();"
    ));
    let opened = browser.wait_for("return window.__opened");
    println!(
        "  1,000 turns opened in {:.0} ms",
        opened.as_f64().unwrap_or(f64::MAX)
    );
    // What the page keeps of positions it has shown has a bound.
    browser.tools("Performance.enable", &json!({}));
    let there_and_back = || {
        browser.keys(&["\u{e012}"; 50]);
        browser.keys(&["\u{e014}"; 50]);
        browser.keys(&["\u{e010}"]);
        browser.wait_for("return document.querySelector('.current')?.dataset.node === [...document.querySelectorAll('.turns [data-node]')].at(-1).dataset.node");
        browser.wait_for("return document.getAnimations().length === 0");
    };
    there_and_back();
    let (heap, nodes) = weight(browser);
    let elements = browser.run("return document.querySelectorAll('*').length");
    for _ in 0..3 {
        there_and_back();
    }
    let (later_heap, later_nodes) = weight(browser);
    let later = browser.run("return document.querySelectorAll('*').length");
    println!(
        "  heap {:.1} then {:.1} MB, {nodes} then {later_nodes} nodes",
        heap / 1e6,
        later_heap / 1e6
    );
    // The marks of the last turn come a moment after its position.
    let (elements, later) = (elements.as_f64(), later.as_f64());
    let (elements, later) = (elements.expect("a number"), later.expect("a number"));
    assert!(
        (elements - later).abs() < 20.0,
        "{elements} elements, then {later}"
    );
    assert!(later_nodes < nodes * 1.2 + 500.0, "nodes stay");
    assert!(later_heap < heap + 10e6, "the heap stays");
    agree(browser, "diaballik");
    server.check(browser);
}

fn hanging(browser: &Browser) {
    let hang = named("sleeper", "hang");
    let server = Server::fake("plain", &["--engine", &hang]);
    server.open(browser);
    let players = json!([{"kind": "person"}, {"kind": "engine", "engine": 1, "level": null}]);
    let new = json!({"t": "new", "players": players, "time": {"kind": "move", "ms": 20}});
    say(browser, &new);
    browser.wait_for("return document.querySelectorAll('.hit.touchable').length === 9 && [...document.querySelectorAll('.seat')].some((e) => e.textContent === 'sleeper')");
    browser.click(&place("b2"));
    browser.wait_for("return document.querySelector('#notices').textContent.includes('sleeper: does not answer with a bestmove')");
    // Why it stands, and what helps.
    browser.wait_for("const said = document.querySelector('#banner').textContent; return said.includes('does not answer') && said.includes('Restart')");
    // What was said with it can still be read.
    browser.click("#menu-engines");
    press(browser, "dialog .engine:nth-of-type(2)", "Traffic");
    browser.wait_for("return document.querySelector('.traffic:not([hidden])')?.textContent.includes('go movetime 20')");
    close(browser);
    let seat = json!({"t": "seat", "side": "p2", "seat": {"kind": "person"}});
    say(browser, &seat);
    say(browser, &json!({"t": "pause", "on": false}));
    browser.click(&place("a1"));
    pieces(browser, 2);
    server.check(browser);
}

fn without_storage(browser: &Browser) {
    browser.before_load(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
         Storage.prototype.getItem = () => { throw new DOMException('no', 'SecurityError'); };",
    );
    // A file where the folder of games should be.
    let blocked = std::env::temp_dir().join(format!("ringstack-full-{}", std::process::id()));
    std::fs::write(&blocked, "").expect("a file");
    let house = fake("plain");
    let server = Server::start_in(&blocked, &["--house", &house]);
    server.open(browser);
    two_people(browser);
    browser.click("#menu-settings");
    browser.run("const s = document.querySelector('dialog select'); s.value = 'dark'; s.dispatchEvent(new Event('change'))");
    let theme = browser.run("return document.documentElement.dataset.theme");
    assert_eq!(theme, json!("dark"), "it lasts as long as the window");
    close(browser);
    browser.wait_for("return document.querySelectorAll('.hit.touchable').length === 9");
    browser.click(&place("b2"));
    browser.wait_for(
        "return document.querySelector('#notices').textContent.includes('the game cannot be saved')",
    );
    pieces(browser, 1);
    browser.wait_for("return document.querySelectorAll('.hit.touchable').length === 8");
    browser.click(&place("a1"));
    pieces(browser, 2);
    server.check(browser);
    drop(server);
    std::fs::remove_file(&blocked).expect("still the file");
}

fn no_clipboard(browser: &Browser) {
    browser.before_load(
        "Clipboard.prototype.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));",
    );
    let server = Server::fake("plain", &[]);
    server.open(browser);
    browser.click("#menu-save");
    browser.wait_for("return document.querySelector('#share-fen')?.value");
    browser.click("#share-fen + button");
    browser.wait_for(
        "return document.querySelector('#notices').textContent.includes('copy the text by hand')",
    );
    let selected = browser.run(
        "const i = document.querySelector('#share-fen'); return i.selectionStart === 0 && i.selectionEnd === i.value.length",
    );
    assert_eq!(selected, json!(true), "the text is selected");
    server.check(browser);
}

fn swipe(browser: &Browser) {
    let server = middle(browser);
    browser.screen(360, 640, true);
    let (x, y) = browser.middle(&place("e2"));
    let step = |kind: &str, by: f64| json!({"type": kind, "duration": 60, "x": x.round(), "y": (y - by).round()});
    browser.pointer(
        "touch",
        &[
            step("pointerMove", 0.0),
            json!({"type": "pointerDown", "button": 0}),
            step("pointerMove", 30.0),
            step("pointerMove", 80.0),
            step("pointerMove", 140.0),
            json!({"type": "pointerUp", "button": 0}),
        ],
    );
    browser.wait_for("return scrollY > 40");
    let begun = browser.run("return document.querySelectorAll('.mark.from, .ghost').length");
    assert_eq!(begun, json!(0), "a swipe touches nothing");
    // A tap does.
    let (x, y) = browser.middle(&place("e2"));
    browser.pointer("touch", &super::webdriver::press(x, y));
    browser.wait_for("return document.querySelectorAll('.mark.from').length === 1");
    browser.screen(1200, 860, false);
    server.check(browser);
}

fn saved_picture(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn", "--fen", MIDDLE]);
    server.open(browser);
    browser.run("const real = URL.createObjectURL; URL.createObjectURL = (blob) => { void blob.text().then((text) => { window.__svg = text; }); return real.call(URL, blob); };");
    for (game, fen) in [
        ("dvonn", Some(MIDDLE)),
        ("gipf-zertz-challenge", None::<&str>),
    ] {
        begin(browser, game, fen, &people(), &json!({"kind": "none"}));
        browser.wait_for("return document.querySelector('#title').textContent.length");
        agree(browser, game);
        browser.run("window.__svg = ''");
        browser.click("#menu-save");
        browser.wait_for("return document.querySelector('#share-fen')?.value");
        browser.run("[...document.querySelectorAll('dialog button')].find((b) => b.textContent === 'Save picture').click()");
        browser.wait_for("return window.__svg");
        let compared: Value = browser.run(
            "const file = new DOMParser().parseFromString(window.__svg, 'image/svg+xml');
             const list = (root, boards) => [...root.querySelectorAll(boards)].map((board) => [...board.querySelectorAll('.piece')].map((p) => [p.dataset?.at ?? p.getAttribute('data-at'), p.getAttribute('data-look'), p.getAttribute('transform')].join(' ')).sort());
             const places = (root, boards) => [...root.querySelectorAll(boards)].map((board) => [...board.querySelectorAll('.place')].map((p) => [p.getAttribute('data-place'), p.getAttribute('transform'), p.getAttribute('data-look')].join(' ')));
             const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
             const inFile = 'svg > svg', onPage = '#boards svg.board';
             return [file.querySelector('parsererror') === null, same(list(file, inFile), list(document, onPage)), same(places(file, inFile), places(document, onPage)),
                     file.querySelectorAll(inFile).length === document.querySelectorAll(onPage).length,
                     [...file.querySelectorAll('.place > *')].every((e) => e.getAttribute('fill') !== null), file.querySelectorAll('script, .hits, [style]').length]",
        );
        assert_eq!(compared, json!([true, true, true, true, true, 0]), "{game}");
        browser.keys(&["\u{e00c}"]);
        browser.wait_for("return !document.querySelector('dialog')");
    }
    server.check(browser);
}
