//! Our own games by real clicks: what a person does while playing, and beside it.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Test;
use super::person::{insist, lines, pieces};
use super::server::{Server, place, say, shown};
use super::webdriver::{Browser, PATIENCE};

pub const TESTS: &[Test] = &[
    ("another_touch_selects_anew_and_escape_goes_back", selection),
    ("a_piece_is_dragged_and_a_drag_can_be_cancelled", drags),
    (
        "a_set_up_position_is_analysed_with_three_lines",
        three_lines,
    ),
    (
        "a_record_is_pasted_reviewed_and_saved_with_its_comments",
        pasted_record,
    ),
    (
        "turns_are_taken_back_also_while_the_engine_thinks",
        taken_back,
    ),
    ("a_flag_falls_in_half_a_turn", flag),
    ("a_challenge_is_answered_and_played_on_its_board", challenge),
    ("one_turn_alone_is_evaluated", one_turn),
    ("a_line_of_several_actions_has_an_arrow_for_each", arrows),
    ("values_of_a_record_are_shown", told_values),
    ("a_link_leads_to_its_position", link),
    ("variations_are_promoted_deleted_and_given_back", edits),
];

/// Switches off what takes time and shows nothing new.
pub fn plain(browser: &Browser) {
    browser.run("localStorage.setItem('ringstack', JSON.stringify({animation: false}))");
}

pub fn begin(browser: &Browser, game: &str, fen: Option<&str>, players: &Value, time: &Value) {
    let new = json!({"t": "new", "game": game, "fen": fen, "players": players, "time": time});
    say(browser, &new);
    shown(browser);
}

pub fn people() -> Value {
    json!([{"kind": "person"}, {"kind": "person"}])
}

/// The pieces on the page are those of the house: asked over a connection of the test's own.
pub fn agree(browser: &Browser, game: &str) {
    browser.run(
        "window.__house = null;
         const s = new WebSocket('ws://' + location.host + '/socket');
         s.onopen = () => s.send(JSON.stringify({t: 'hello', version: 1}));
         s.onmessage = (e) => { const m = JSON.parse(e.data);
           if (m.t === 'state') s.send(JSON.stringify({t: 'view', node: m.live}));
           if (m.t === 'view') { s.close(); window.__house = m.scene.boards.flatMap((b) => b.places).filter((p) => p.kind).map((p) => `${p.id} ${p.kind} ${p.height ?? ''}`).sort().join('|') || 'none'; } };",
    );
    browser.wait_for("return window.__house");
    let page = "[...document.querySelectorAll('#boards .piece')].map((p) => `${p.dataset.at} ${p.dataset.look}`).sort().join('|') || 'none'";
    // Pieces may still be on their way.
    let begun = Instant::now();
    while browser.run(&format!("return window.__house === ({page})")) != json!(true) {
        if begun.elapsed() > PATIENCE {
            let both = browser.run(&format!("return [window.__house, {page}]"));
            panic!("{game}: the house and the page: {both}");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A position in the middle of a DVONN game.
pub const MIDDLE: &str = "x2,w,x6/x2,b,x7/x2,r,b,x7/r,b,x,b,w3,b2,x,r,w,x/x7,b,x w move";

pub fn middle(browser: &Browser) -> Server {
    let server = Server::start(&["--game", "dvonn", "--fen", MIDDLE]);
    server.open(browser);
    begin(
        browser,
        "dvonn",
        Some(MIDDLE),
        &people(),
        &json!({"kind": "none"}),
    );
    browser.wait_for(STACKS);
    server
}

/// Whether one of the three stacks that can move may be chosen.
const STACKS: &str = "return [...document.querySelectorAll('.hit.touchable')].map((e) => e.dataset.place).sort().join() === 'e2,e5,i2'";

/// Whether that stack has been chosen that may go to these places.
fn goes_to(places: &str) -> String {
    format!(
        "return [...document.querySelectorAll('.hit.touchable')].map((e) => e.dataset.place).sort().join() === '{places}'"
    )
}

fn selection(browser: &Browser) {
    let server = middle(browser);
    browser.click(&place("e2"));
    browser.wait_for(&goes_to("b2,e5,h2"));
    // Another stack: selected anew.
    browser.click(&place("i2"));
    browser.wait_for(&goes_to("h1,h2"));
    browser.keys(&["\u{e00c}"]);
    browser.wait_for(STACKS);
    // The same stack twice is let go.
    browser.click(&place("e2"));
    browser.wait_for(&goes_to("b2,e5,h2"));
    browser.click(&place("e2"));
    browser.wait_for(STACKS);
    // Two touches without a pause between them are a turn.
    let (x, y) = browser.middle(&place("i2"));
    let (tx, ty) = browser.middle(&place("h1"));
    browser.click_at(x, y);
    browser.click_at(tx, ty);
    browser.wait_for("return document.querySelector('.turns')?.textContent.includes('i2h1')");
    agree(browser, "dvonn");
    server.check(browser);
}

fn drags(browser: &Browser) {
    let server = middle(browser);
    let (x, y) = browser.middle(&place("i2"));
    let (tx, ty) = browser.middle(&place("h1"));
    let step = |kind: &str, x: f64, y: f64| json!({"type": kind, "duration": 60, "x": x.round(), "y": y.round()});
    let down = json!({"type": "pointerDown", "button": 0});
    let up = json!({"type": "pointerUp", "button": 0});
    // Dropped beside the board: nothing has happened.
    browser.pointer(
        "mouse",
        &[
            step("pointerMove", x, y),
            down.clone(),
            step("pointerMove", x - 30.0, y),
            step("pointerMove", 5.0, 300.0),
            up.clone(),
        ],
    );
    browser.wait_for("return !document.querySelector('.ghost')");
    browser.wait_for(STACKS);
    browser.pointer(
        "mouse",
        &[
            step("pointerMove", x, y),
            down,
            step("pointerMove", x - 30.0, y),
            step("pointerMove", tx, ty),
            up,
        ],
    );
    browser.wait_for("return document.querySelector('.turns')?.textContent.includes('i2h1')");
    agree(browser, "dvonn");
    server.check(browser);
}

fn three_lines(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    let fen = "B2W/5/6/W5B/6/5/B2W 12 12 w";
    begin(
        browser,
        "gipf",
        Some(fen),
        &people(),
        &json!({"kind": "none"}),
    );
    browser.wait_for("return document.querySelector('#title').textContent.includes('GIPF')");
    browser.click("#analysis-switch");
    lines(browser, 3);
    browser.wait_for("return document.querySelectorAll('.arrow').length >= 1");
    // The analysis goes where the cursor goes.
    browser.click(".lines .turn-text");
    browser.wait_for("return document.querySelectorAll('.turns [data-node]').length === 1");
    lines(browser, 3);
    browser.click("#analysis-switch");
    browser.wait_for("return document.querySelectorAll('.lines li').length === 0");
    server.check(browser);
}

fn pasted_record(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    let moves = "f3 c2 i4 e3 a1 b1 c1 d1 e1 f1 g1 h1";
    browser.click("#menu-open");
    browser.fill("#open-text", &format!("dvonn startpos moves {moves}"));
    browser.click("dialog .main");
    browser.wait_for("return document.querySelectorAll('.turns [data-node]').length === 12");
    browser.fill("#comment", "here it ends");
    browser.run("document.querySelector('#comment').blur()");
    browser.wait_for(
        "return document.querySelector('.notes .comment')?.textContent === 'here it ends'",
    );
    browser.run("[...document.querySelectorAll('#actions button')].find((b) => b.textContent === 'Review game').click()");
    browser.wait_for("return [...document.querySelectorAll('.turn-cell .score')].filter((e) => e.textContent).length >= 12");
    browser.wait_for("return !document.querySelector('.graph').hidden");
    browser.click("#menu-save");
    let record = browser.wait_for("return document.querySelector('#share-record')?.value");
    let record = record.as_str().unwrap_or_default().to_owned();
    let words: Vec<&str> = record.split_whitespace().collect();
    let text = words.join(" ");
    assert!(
        text.contains("here it ends") && text.contains("1. f3"),
        "{record}"
    );
    let doubt = browser.text(".graph .summary");
    assert!(
        !doubt.contains("no scale"),
        "our engine is calibrated: {doubt}"
    );
    browser.keys(&["\u{e00c}"]);
    // What was saved is opened again.
    begin(browser, "dvonn", None, &people(), &json!({"kind": "none"}));
    browser.wait_for("return document.querySelectorAll('.turns [data-node]').length === 0");
    say(browser, &json!({"t": "import", "text": record}));
    browser.wait_for("return document.querySelectorAll('.turns [data-node]').length === 12");
    browser.wait_for(
        "return document.querySelector('.notes .comment')?.textContent === 'here it ends'",
    );
    server.check(browser);
}

fn taken_back(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    let players = json!([{"kind": "person"}, {"kind": "engine", "engine": 0, "level": 20}]);
    begin(
        browser,
        "dvonn",
        None,
        &players,
        &json!({"kind": "move", "ms": 20_000}),
    );
    browser.wait_for("return document.querySelectorAll('.hit.touchable').length === 49");
    browser.click(&place("a1"));
    browser
        .wait_for("return document.querySelector('#thought-p2')?.textContent.includes('thinking')");
    browser.keys(&["u"]);
    browser.wait_for("return document.querySelectorAll('.hit.touchable').length === 49 && document.querySelectorAll('#boards .piece').length === 0");
    // The turn that was being thought about does not come.
    browser.click(&place("b1"));
    browser
        .wait_for("return document.querySelector('#thought-p2')?.textContent.includes('thinking')");
    browser.run("[...document.querySelectorAll('#actions button')].find((b) => b.textContent === 'Move now').click()");
    pieces(browser, 2);
    browser.wait_for("return document.querySelector('.hit.touchable')");
    agree(browser, "dvonn");
    server.check(browser);
}

fn flag(browser: &Browser) {
    let server = middle(browser);
    let clock = json!({"kind": "clock", "base": [2500, 60_000], "increment": [0, 0]});
    begin(browser, "dvonn", Some(MIDDLE), &people(), &clock);
    browser.wait_for("return document.querySelectorAll('.clock').length === 2");
    browser.wait_for(STACKS);
    // Clocks run from the first turn on: White, Black, and then White begins a turn and leaves it.
    for id in ["i2", "h1"] {
        browser.click(&place(id));
    }
    for (n, id) in ["b2", "a2"].iter().enumerate() {
        browser.wait_for(&format!(
            "return document.querySelectorAll('.turns [data-node]').length === 1
                && document.querySelectorAll('.mark.from').length === {n}
                && document.querySelector('.hit.touchable[data-place={id}]')"
        ));
        browser.click(&place(id));
    }
    // White has lifted a stack when the time is over.
    browser.wait_for("return document.querySelector('.hit.touchable[data-place=e2]') || document.querySelector('.banner .result')");
    browser.click(&place("e2"));
    browser.wait_for(
        "return document.querySelector('.banner .result')?.textContent.includes('run out of time')",
    );
    server.check(browser);
}

/// A position of GIPF in which White's potential may jump from c3 to f5.
const JUMP: &str = "W3/1w^3/2b3/3b3/6/5/B3 10 12 w 1,1 -";

fn challenge(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    let none = json!({"kind": "none"});
    begin(
        browser,
        "gipf-zertz-challenge",
        Some(JUMP),
        &people(),
        &none,
    );
    let boards = browser.wait_for("return document.querySelectorAll('svg.board').length");
    assert_eq!(boards, json!(2));
    let touchable = |id: &str| {
        browser.wait_for(&format!(
            "return document.querySelector('.hit.touchable[data-place=\"{id}\"]')"
        ));
    };
    let at = |id: &str| {
        let found = browser.wait_for(&format!(
            "return [...document.querySelectorAll('.hit')].map((e) => e.dataset.place).find((id) => id === '{id}' || id.endsWith('.{id}'))"
        ));
        found.as_str().unwrap_or_default().to_owned()
    };
    let (from, to) = (at("c3"), at("f5"));
    touchable(&from);
    browser.click(&place(&from));
    browser.wait_for("return document.querySelector('.mark.from')");
    touchable(&to);
    browser.click(&place(&to));
    // The jump is announced; Black answers with a button.
    browser.wait_for("return document.querySelectorAll('.turn .touch').length === 2");
    agree(browser, "gipf-zertz-challenge");
    browser.click(".turn .touch[data-touch=challenge]");
    browser.wait_for("return document.querySelectorAll('.item.touchable').length >= 1");
    browser.wait_for("return document.querySelectorAll('.board-frame.idle').length === 1");
    let colours = browser.run("return new Set([...document.querySelectorAll('#tray .item .piece')].map((e) => e.getAttribute('class'))).size");
    assert_eq!(colours, json!(3), "marbles of three colours");
    // A turn of the game at stake: a marble, a ring, a ring to remove.
    for _ in 0..3 {
        let selector = browser.wait_for(
            "const item = document.querySelector('.item.touchable'), hit = document.querySelector('.hit.touchable');
             return item ? `.item[data-item=\"${item.dataset.item}\"]` : hit ? `.hit[data-place=\"${hit.dataset.place}\"]` : ''",
        );
        let selector = selector.as_str().unwrap_or_default().to_owned();
        let before = browser.run("return document.querySelector('#turn').textContent + document.querySelectorAll('.hit.touchable').length");
        browser.click(&selector);
        let before = before.to_string();
        browser.wait_for(&format!("return document.querySelector('#turn').textContent + document.querySelectorAll('.hit.touchable').length !== {before}"));
    }
    browser.wait_for("return document.querySelectorAll('.turns [data-node]').length === 3");
    agree(browser, "gipf-zertz-challenge");
    server.check(browser);
}

fn one_turn(browser: &Browser) {
    let server = middle(browser);
    browser.click("#analysis-switch");
    lines(browser, 3);
    let worst = browser.run(
        "return [...document.querySelectorAll('.lines li:last-child .turn-text')][0].textContent",
    );
    let worst = worst.as_str().unwrap_or_default().to_owned();
    // The turn in the record that is looked at, at the position before it.
    say_turn(browser, &worst);
    browser.wait_for("return document.querySelectorAll('.turns .current[data-node]').length === 1");
    browser.keys(&["e"]);
    browser.wait_for(&format!(
        "const found = document.querySelectorAll('.lines li[data-rank]');
         return document.querySelector('#analysis').dataset.only === '{worst}' && found.length === 1 && found[0].querySelector('.turn-text').textContent === '{worst}'"
    ));
    browser.wait_for(STACKS);
    // And all turns again.
    browser.click("#evaluate-turn");
    lines(browser, 3);
    browser.click("#analysis-switch");
    server.check(browser);
}

/// Types a turn.
fn say_turn(browser: &Browser, token: &str) {
    browser.fill("#typed-turn", &format!("{token}\u{e007}"));
    browser.run("document.querySelector('#typed-turn').blur()");
}

fn arrows(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    begin(
        browser,
        "diaballik",
        None,
        &people(),
        &json!({"kind": "none"}),
    );
    browser.click("#analysis-switch");
    browser.wait_for(
        "const first = document.querySelector('.lines li[data-rank=\"1\"] .turn-text')?.textContent;
         return first && document.querySelectorAll('g.arrow.rank-1').length === first.split(',').length",
    );
    browser.click("#analysis-switch");
    browser.wait_for("return document.querySelectorAll('.arrow').length === 0");
    server.check(browser);
}

fn edits(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    let record = "[Game \"dvonn\"]\n\n1. f3 c2 (c3 i4 {far}) 2. i4 *\n";
    say(browser, &json!({"t": "import", "text": record}));
    let main_line = |tokens: &str| {
        browser.wait_for(&format!(
            "return [...document.querySelectorAll('.turn-cell .token')].map((e) => e.textContent).join(' ') === '{tokens}'"
        ));
    };
    let press = |label: &str| {
        browser.wait_for(&format!(
            "const b = [...document.querySelectorAll('#actions button')].find((b) => b.textContent.startsWith('{label}')); b?.click(); return !!b"
        ));
    };
    main_line("f3 c2 i4");
    // A variation is looked at, and becomes the main line.
    browser.click(".variation .turn-text:last-of-type");
    browser.wait_for(
        "return document.querySelector('.variation .current .token')?.textContent === 'i4'",
    );
    press("Make main line");
    main_line("f3 c3 i4");
    assert!(
        browser.text(".variation").contains("c2"),
        "the other one stays"
    );
    // The turn that is looked at goes, with what was said about it, and comes back.
    browser.click(".turn-cell.current");
    insist(browser, "#actions", "Delete from here");
    main_line("f3 c3");
    press("Undo edit");
    main_line("f3 c3 i4");
    browser.wait_for("return document.querySelector('.turns').textContent.includes('far')");
    server.check(browser);
}

fn link(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    let host = server.host().to_owned();
    let there = |title: &str, pieces: usize| {
        browser.wait_for(&format!(
            "return document.querySelector('#title').textContent.includes('{title}') && document.querySelectorAll('#boards .piece').length === {pieces}"
        ));
        let address = browser.run("return location.href");
        assert_eq!(address, json!(format!("http://{host}/")), "cleaned");
    };
    browser.go("about:blank");
    let gipf = "B2W/5/6/W5B/6/5/B2W%2012%2012%20w";
    browser.go(&format!("http://{host}/#game=gipf&fen={gipf}"));
    there("GIPF", 6);
    // The same in a window that shows the board already.
    let diaballik = "bbbBbbb/7/7/7/7/7/wwwWwww%20w";
    browser.go(&format!("http://{host}/#game=diaballik&fen={diaballik}"));
    there("Diaballik", 14);
    // A game that goes on is not lost by it, in this window or a new one.
    say(
        browser,
        &json!({"t": "import", "text": "dvonn startpos moves f3 c2"}),
    );
    there("DVONN", 2);
    for fresh in [false, true] {
        if fresh {
            browser.go("about:blank");
        }
        browser.go(&format!("http://{host}/#game=gipf&fen={gipf}"));
        browser.wait_for("return document.querySelector('dialog')");
        super::person::press(browser, "dialog", "Keep the game");
        there("DVONN", 2);
    }
    server.check(browser);
}

fn told_values(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    let record = "[Event \"club\"]\n[Date \"2026.11.20\"]\n[Game \"dvonn\"]\n[P1 \"Ann\"]\n[P2 \"Bob\"]\n\n1. f3 $15 {[%eval 40] [%depth 5] [%nodes 77] [%emt 0:00:04.2] quiet} c2 {[%eval 150] [%depth 5]} 2. i4 {[%mate 7]} *\n";
    say(browser, &json!({"t": "import", "text": record}));
    browser.wait_for("return document.querySelectorAll('.turns [data-node]').length === 3");
    // All of them for player 1.
    browser.wait_for(
        "return [...document.querySelectorAll('.turn-cell .score')].map((e) => e.textContent).join(' ') === '+0.40 −1.50 #7'",
    );
    browser.wait_for("return !document.querySelector('.graph').hidden");
    // Everything is written again as it was.
    browser.click("#menu-save");
    let written = browser.wait_for("return document.querySelector('#share-record')?.value");
    let written = written.as_str().unwrap_or_default().to_owned();
    for part in [
        "[Event \"club\"]",
        "[Date \"2026.11.20\"]",
        "[P1 \"Ann\"]",
        "[P2 \"Bob\"]",
        "$15",
        "[%eval 40]",
        "[%nodes 77]",
        "[%emt 0:00:04.2",
        "quiet",
        "[%eval 150]",
        "[%mate 7]",
    ] {
        assert!(written.contains(part), "{part} in {written}");
    }
    browser.keys(&["\u{e00c}"]);
    // A remark between two turns does not give the second another number.
    let numbers = browser.run(
        "return [...document.querySelectorAll('.row .number')].map((e) => e.textContent).join(' ')",
    );
    assert_eq!(numbers, json!("1 1 2"));
    server.check(browser);
}
