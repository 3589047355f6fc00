//! Positions that are set up by hand: what is put on the board, what is beside it, the FEN, and the game
//! that begins there or does not.

use serde_json::{Value, json};

use super::Test;
use super::games::{agree, begin, middle, people, plain};
use super::house::{House, list, word};
use super::person::{choose, keep, press, turns};
use super::server::{Server, two_people};
use super::webdriver::{Browser, press as click};

pub const TESTS: &[Test] = &[
    ("a_position_is_set_up_in_any_game_and_played", any_game),
    ("what_is_put_is_taken_off_again", put_and_taken),
    ("a_fen_and_the_board_follow_each_other", fen),
    ("a_piece_is_dragged_while_it_is_set_up", dragged),
    ("leaving_a_set_up_changes_nothing", left),
    ("a_set_up_is_done_by_keys_alone", by_keys),
    ("a_set_up_fits_on_every_screen", looks),
    ("a_house_that_knows_no_set_up_says_so", unknown),
];

const ESCAPE: &str = "\u{e00c}";
const CONTROL: &str = "\u{e009}";
const DELETE: &str = "\u{e017}";

/// The selector of a place of the set-up.
fn spot(id: &str) -> String {
    format!(".editor .hit[data-place=\"{id}\"]")
}

fn open(browser: &Browser) {
    browser.click("#menu-edit");
    browser.wait_for("return document.querySelector('.editor .tool')");
}

/// Waits until the set-up has this FEN; without one, none.
fn shows(browser: &Browser, fen: &str) {
    let fen = json!(fen);
    browser.wait_for(&format!(
        "return document.querySelector('#edit-fen')?.value === {fen}"
    ));
}

fn tool(browser: &Browser, board: &str, put: &str) {
    let part = json!(format!(
        ".editor .tool[data-board=\"{board}\"][data-put=\"{put}\"]"
    ));
    browser.wait_for(&format!(
        "const e = document.querySelector({part}); e?.scrollIntoView({{block: 'nearest'}}); return e"
    ));
    browser.click(&format!(
        ".editor .tool[data-board=\"{board}\"][data-put=\"{put}\"]"
    ));
    browser.wait_for(&format!(
        "return document.querySelector({part}).getAttribute('aria-checked') === 'true'"
    ));
}

/// Clicks with the other button.
fn click_aside(browser: &Browser, selector: &str) {
    let (x, y) = browser.middle(selector);
    let to = json!({"type": "pointerMove", "duration": 0, "x": x.round(), "y": y.round()});
    let down = json!({"type": "pointerDown", "button": 2});
    let up = json!({"type": "pointerUp", "button": 2});
    browser.pointer("mouse", &[to, down, up]);
}

/// What is set, by id.
fn values(answer: &Value) -> Vec<(String, String, String)> {
    let mut all = Vec::new();
    for palette in list(&answer["palettes"]) {
        for place in list(&palette["places"]) {
            let put = match place["height"].as_u64() {
                Some(height) => format!("{}:{height}", word(&place["put"])),
                None => word(&place["put"]),
            };
            all.push((word(&palette["board"]), word(&place["id"]), put));
        }
    }
    all
}

/// Sets everything up that differs from the start position, by real clicks.
fn set_up(browser: &Browser, from: &Value, to: &Value) {
    let before = values(from);
    for (at, (board, id, put)) in values(to).into_iter().enumerate() {
        if before[at].2 == put {
            continue;
        }
        let (word, height) = match put.split_once(':') {
            Some((word, height)) => (word, height.parse::<u32>().expect("a height")),
            None => (put.as_str(), 0),
        };
        tool(browser, &board, word);
        let shown = "return Number(document.querySelector('.editor .palette .stepper output')?.textContent ?? 0)";
        loop {
            let now = browser.run(shown).as_u64().unwrap_or_default();
            match now.cmp(&u64::from(height)) {
                _ if height == 0 => break,
                std::cmp::Ordering::Less => press(browser, ".palette", "+"),
                std::cmp::Ordering::Greater => press(browser, ".palette", "−"),
                std::cmp::Ordering::Equal => break,
            }
        }
        browser.click(&spot(&id));
    }
    for (count, before) in list(&to["counts"]).iter().zip(list(&from["counts"])) {
        let (wanted, now) = (count["count"].as_i64(), before["count"].as_i64());
        let (id, by) = (word(&count["id"]), wanted.unwrap_or(0) - now.unwrap_or(0));
        for _ in 0..by.abs() {
            let step = json!(format!("[data-item=\"count {id} {}\"]", by.signum()));
            browser.wait_for(&format!("const b = document.querySelector({step}); if (!b || b.disabled) return false; b.scrollIntoView({{block: 'nearest'}}); return true"));
            browser.click(&format!("[data-item=\"count {id} {}\"]", by.signum()));
        }
    }
    for choice in list(&to["choices"]) {
        let Some(options) = choice["options"].as_array().filter(|all| !all.is_empty()) else {
            continue;
        };
        let value = word(&choice["value"]);
        let label = options.iter().find(|one| word(&one["value"]) == value);
        let label = word(&label.expect("one of them")["label"]["text"]);
        let select = format!(
            "document.querySelector('[data-choice=\"{}\"]')",
            word(&choice["id"])
        );
        if choice["active"] == json!(true) {
            choose(browser, &select, &label);
        }
    }
}

fn any_game(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    plain(browser);
    for (game, fen) in [
        (
            "dvonn",
            "x9/x4,b,b,x4/x4,b,w3,b,r,r,r,x/x4,b,b,x4/x9 w move",
        ),
        ("zertz", "-3/5/6/1g1w3/6/5/4 5,7,10 0,0,0 0,0,0 2"),
        ("gipf-zertz", "W3/1w^3/6/7/6/5/B3 10Z1 12G w"),
        ("diaballik", "bbbBbb1/6b/7/7/2w4/7/ww1Wwww b"),
        (
            "gipf-zertz-challenge",
            "W3/1w^3/2b3/3b3/6/5/B3 10 12 b 1,0 -",
        ),
    ] {
        begin(browser, game, None, &people(), &json!({"kind": "none"}));
        let name = json!(game);
        browser.wait_for(&format!("return document.querySelector('#title').textContent && {name} && document.querySelectorAll('.turn-cell[data-node]').length === 0"));
        let start = House::start(game, None).ask("edit");
        let to = House::start(game, Some(fen)).ask("edit");
        open(browser);
        shows(browser, &word(&start["fen"]));
        set_up(browser, &start, &to);
        shows(browser, fen);
        keep(browser, &format!("set-up-{game}"));
        browser.click("#edit-play");
        browser.click("#begin");
        browser.wait_for("return !document.querySelector('dialog')");
        let mut house = House::start(game, Some(fen));
        house.go_to(&[]);
        agree(browser, game);
    }
    server.check(browser);
}

fn put_and_taken(browser: &Browser) {
    let server = Server::start(&["--game", "zertz"]);
    server.open(browser);
    two_people(browser);
    open(browser);
    let start = "4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 1";
    shows(browser, start);
    tool(browser, "board", "grey");
    browser.click(&spot("d4"));
    // It is no position as long as a marble is there twice.
    shows(browser, "");
    let problem = browser.text(".editor .problem");
    assert!(
        problem.contains("8 grey marbles in all, not 9"),
        "{problem}"
    );
    let barred = "return document.querySelector('#edit-play').disabled";
    assert_eq!(browser.run(barred), json!(true));
    keep(browser, "set-up-problem");
    // Once more takes it off.
    browser.click(&spot("d4"));
    shows(browser, start);
    tool(browser, "board", "gone");
    browser.click(&spot("a1"));
    shows(browser, &start.replace("4/5/6/7/6/5/4", "-3/5/6/7/6/5/4"));
    click_aside(browser, &spot("a1"));
    shows(browser, start);
    // Quicker than the house can answer, each touch counts.
    tool(browser, "board", "gone");
    let (x, y) = browser.middle(&spot("a1"));
    for _ in 0..5 {
        browser.click_at(x, y);
    }
    shows(browser, &start.replace("4/5/6/7/6/5/4", "-3/5/6/7/6/5/4"));
    for _ in 0..5 {
        browser.click("#edit-undo");
    }
    shows(browser, start);
    tool(browser, "board", "white");
    for id in ["d4", "e4", "c3"] {
        browser.click(&spot(id));
    }
    browser.wait_for("return document.querySelectorAll('.editor .boards .piece').length === 3");
    browser.click("#edit-clear");
    browser.wait_for("return document.querySelectorAll('.editor .boards .piece').length === 0");
    browser.chord(CONTROL, "z");
    browser.wait_for("return document.querySelectorAll('.editor .boards .piece').length === 3");
    browser.click("#edit-start");
    shows(browser, start);
    server.check(browser);
}

fn fen(browser: &Browser) {
    let server = Server::start(&["--game", "diaballik"]);
    server.open(browser);
    two_people(browser);
    open(browser);
    let start = "wwwWwww";
    browser.wait_for(&format!(
        "return document.querySelector('#edit-fen').value.includes('{start}')"
    ));
    let fen = "bbbBbb1/6b/7/7/2w4/7/ww1Wwww w";
    browser.run("document.querySelector('#edit-fen').value = ''");
    browser.fill("#edit-fen", fen);
    browser.wait_for("return document.querySelector('.editor .piece[data-at=c3]')");
    // What is no FEN is told, and what was there stays.
    browser.fill("#edit-fen", "x");
    browser.wait_for(
        "return document.querySelector('.editor .problem').textContent.includes('expected')",
    );
    let kept = browser.run("return document.querySelector('#edit-fen').value");
    assert_eq!(kept, json!(format!("{fen}x")));
    assert_eq!(
        browser.run("return !!document.querySelector('.editor .piece[data-at=c3]')"),
        json!(true)
    );
    choose(
        browser,
        "document.querySelector('[data-choice=turn]')",
        "Black",
    );
    shows(browser, &fen.replace(" w", " b"));
    // A ball less, and then one elsewhere.
    tool(browser, "board", "w");
    browser.click(&spot("d1"));
    shows(browser, "");
    tool(browser, "board", "W");
    browser.click(&spot("c3"));
    shows(browser, "bbbBbb1/6b/7/7/2W4/7/ww1wwww b");
    server.check(browser);
}

fn dragged(browser: &Browser) {
    let server = middle(browser);
    open(browser);
    let drag = |from: &str, to: (f64, f64)| {
        let (x, y) = browser.middle(from);
        let step = |x: f64, y: f64| json!({"type": "pointerMove", "duration": 40, "x": x.round(), "y": y.round()});
        let down = json!({"type": "pointerDown", "button": 0});
        let up = json!({"type": "pointerUp", "button": 0});
        browser.pointer(
            "mouse",
            &[step(x, y), down, step(x - 20.0, y), step(to.0, to.1), up],
        );
    };
    let piece = |id: &str| {
        format!("return document.querySelector('.editor .piece[data-at={id}]')?.dataset.look ?? ''")
    };
    let is = |id: &str, look: &str| {
        browser.wait_for(&format!("{} === '{look}'", piece(id)));
    };
    is("i2", "w 1");
    is("h1", "b 1");
    drag(&spot("i2"), browser.middle(&spot("a1")));
    is("a1", "w 1");
    is("i2", "");
    // Beside the board it is gone.
    drag(&spot("a1"), browser.middle(".editor .field"));
    is("a1", "");
    // From the palette onto the board.
    drag(".editor .tool[data-put=\"b\"]", browser.middle(&spot("a2")));
    is("a2", "b 1");
    let ghosts = browser.run("return document.querySelectorAll('.ghost').length");
    assert_eq!(ghosts, json!(0));
    server.check(browser);
}

fn left(browser: &Browser) {
    let server = middle(browser);
    let record = "return [document.querySelectorAll('#boards .piece').length, document.querySelectorAll('.turn-cell[data-node]').length]";
    let before = browser.run(record);
    // Nothing is set yet: nothing is asked.
    open(browser);
    browser.keys(&[ESCAPE]);
    browser.wait_for("return !document.querySelector('dialog')");
    open(browser);
    browser.click("#edit-clear");
    browser.wait_for("return document.querySelectorAll('.editor .boards .piece').length === 0");
    browser.keys(&[ESCAPE]);
    press(browser, "dialog", "Stay");
    browser.wait_for("return document.querySelectorAll('dialog').length === 1");
    browser.click("#edit-start");
    browser.wait_for("return !document.querySelector('#edit-play').disabled");
    // The dialog of a new game can be left, too.
    browser.click("#edit-play");
    browser.wait_for("return document.querySelector('#new-fen').value.endsWith('place')");
    browser.keys(&[ESCAPE]);
    browser.wait_for("return document.querySelectorAll('dialog').length === 1");
    browser.click("#edit-cancel");
    press(browser, "dialog", "Leave it");
    browser.wait_for("return !document.querySelector('dialog')");
    assert_eq!(browser.run(record), before);
    browser.click(&super::server::place("i2"));
    browser.click(&super::server::place("h1"));
    turns(browser, 1);
    server.check(browser);
}

fn by_keys(browser: &Browser) {
    let server = Server::start(&["--game", "gipf-basic"]);
    server.open(browser);
    two_people(browser);
    browser.keys(&["p"]);
    browser.wait_for("return document.querySelector('.editor .tool')");
    shows(browser, "b2w/5/6/w5b/6/5/b2w 12 12 w");
    browser.run("document.querySelector('.editor .hit[data-place=e5]').focus()");
    browser.keys(&["2", "\u{e007}"]);
    shows(
        browser,
        "b2w/5/6/w3b2b/6/5/b2w 12 12 w"
            .replace("w3b2b", "w2b2b")
            .as_str(),
    );
    // What has been put is said.
    browser
        .wait_for("return document.querySelector('#spoken').textContent.startsWith('e5: black')");
    browser.keys(&["1", " "]);
    shows(browser, "b2w/5/6/w2w2b/6/5/b2w 12 12 w");
    browser.keys(&[DELETE]);
    shows(browser, "b2w/5/6/w5b/6/5/b2w 12 12 w");
    let names = browser.run(
        "return [...document.querySelectorAll('.editor button, .editor input, .editor select')].filter((e) => !(e.textContent.trim() || e.ariaLabel || e.closest('label')?.textContent.trim())).length",
    );
    assert_eq!(names, json!(0), "everything has a name");
    server.check(browser);
}

/// Parts of what is beside the board that lie over others. What is put is meant to: it stays in sight.
const OVERLAPS: &str = "
    const parts = [...document.querySelectorAll('.sets > :not(.palettes), .problem > *')].filter((e) => e.getClientRects().length);
    const over = (a, b) => { const [p, q] = [a, b].map((e) => e.getBoundingClientRect());
      return !a.contains(b) && p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1; };
    return parts.flatMap((a, n) => parts.slice(n + 1).filter((b) => over(a, b)).map((b) => [a.className, b.className]))";

fn looks(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    for (game, wrong) in [
        ("dvonn", None),
        ("zertz", Some("d4")),
        ("gipf-zertz-challenge", Some("e5")),
    ] {
        begin(browser, game, None, &people(), &json!({"kind": "none"}));
        for (width, height) in [(1200, 860), (360, 700), (640, 360)] {
            browser.screen(width, height, width == 360);
            for scheme in ["light", "dark"] {
                browser.colours(scheme);
                open(browser);
                browser.wait_for("return document.querySelector('#edit-fen').value");
                if let Some(id) = wrong {
                    browser.click(&spot(id));
                    browser.wait_for("return !document.querySelector('.editor .problem').classList.contains('good')");
                }
                assert_eq!(browser.run(OVERLAPS), json!([]), "{game} {width}");
                keep(browser, &format!("editor-{game}-{width}-{scheme}"));
                let wide = "const d = document.querySelector('dialog'); return [document.documentElement.scrollWidth, d.scrollWidth - d.clientWidth]";
                assert_eq!(browser.run(wide), json!([width, 0]), "{game} {width}");
                // Every place can be hit, and so can what is pressed.
                let hit = browser.run(
                    "return [...document.querySelectorAll('.editor .hit, .editor button, .editor select')].filter((e) => e.getClientRects().length).filter((e) => {
                       e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect();
                       const found = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2);
                       return !(e === found || e.contains(found)) || b.width < 12; }).map((e) => e.dataset.place ?? e.textContent)",
                );
                assert_eq!(hit, json!([]), "{game} {width}");
                if wrong.is_some() {
                    browser.click("#edit-undo");
                    browser.wait_for("return document.querySelector('#edit-fen').value");
                }
                browser.keys(&[ESCAPE]);
                browser.wait_for("return !document.querySelector('dialog')");
            }
        }
        browser.screen(1200, 860, false);
    }
    server.check(browser);
}

fn unknown(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    browser.click("#menu-edit");
    browser
        .wait_for("return document.querySelector('.editor .problem').textContent.includes('edit')");
    browser.keys(&[ESCAPE]);
    browser.wait_for("return !document.querySelector('dialog')");
    // The game goes on.
    let (x, y) = browser.middle(&super::server::place("b2"));
    browser.pointer("mouse", &click(x, y));
    turns(browser, 2);
    server.check(browser);
}
