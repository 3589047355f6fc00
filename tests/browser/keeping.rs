//! What is kept: games and turns when the program ends or another game begins, variations when an
//! edit is taken back, time while a turn is judged.

use serde_json::json;

use super::Test;
use super::games::{begin, people};
use super::person::{insist, pieces};
use super::server::{Server, fake, place, say, two_people};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    (
        "the_time_of_the_house_is_not_the_players",
        judged_without_haste,
    ),
    #[cfg(unix)]
    ("a_turn_just_before_the_end_is_saved", last_turn),
    #[cfg(unix)]
    ("values_of_a_record_are_saved", values),
    ("a_save_that_failed_is_tried_again", saved_later),
    ("a_game_is_kept_when_another_begins", one_save_a_game),
    (
        "a_last_game_that_cannot_be_opened_is_offered_again",
        offered_again,
    ),
    (
        "an_edit_that_is_taken_back_leaves_what_came_later",
        later_variations,
    ),
];

/// Sends the second turn as soon as the clock of the second player runs; the house takes longer than
/// that clock to judge it.
fn judged_without_haste(browser: &Browser) {
    let server = Server::fake("judge", &["--patience", "30000"]);
    server.open(browser);
    browser.run(
        "window.__said = []; const s = new WebSocket('ws://' + location.host + '/socket');
         s.onopen = () => s.send(JSON.stringify({t: 'hello', version: 1}));
         let live = 0, sent = 0; window.__socket = s;
         s.onmessage = (e) => { const m = JSON.parse(e.data);
           if (m.live) live = m.live;
           if (['played', 'refused'].includes(m.t)) window.__said.push(m.t);
           if (m.ending) window.__said.push('ended');
           if (m.clock?.running === 'p2' && sent === 0) { sent = 1;
             s.send(JSON.stringify({t: 'play', node: live, token: 'b3', game: true})); }
           if (m.clock?.running === 'p1' && sent === 1) { sent = 2;
             s.send(JSON.stringify({t: 'play', node: live, token: 'b3', game: true})); }
           if (m.clock?.running === 'p1' && sent === 2 && window.__said.at(-1) === 'refused') window.__said.push('p1 again');
         };",
    );
    let time = json!({"kind": "clock", "base": [60_000, 4_000], "increment": [0, 0]});
    say(
        browser,
        &json!({"t": "new", "players": people(), "time": time}),
    );
    browser.wait_for("return document.querySelectorAll('.hit.touchable').length === 9");
    browser.click(&place("b2"));
    browser.wait_for("return window.__said.length >= 2");
    browser.run("window.__socket.send(JSON.stringify({t: 'hello', version: 1}))");
    browser.wait_for("return window.__said.at(-1) === 'p1 again'");
    let said = browser.run("return window.__said.join()");
    assert_eq!(said, json!("played,refused,p1 again"));
    pieces(browser, 2);
    server.check(browser);
}

/// Both turns of a game, one just after the other, with the end right behind them.
#[cfg(unix)]
fn last_turn(browser: &Browser) {
    let mut server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    browser.wait_for("return document.querySelectorAll('.hit.touchable').length === 9");
    browser.click(&place("b2"));
    browser.click(&place("a1"));
    pieces(browser, 2);
    server.interrupt();
    let saves = server.saves();
    assert!(
        saves.iter().any(|save| save.contains("\"a1\"")),
        "{saves:?}"
    );
    // What the lost connection had to say is none of this test's.
    browser.console();
}

/// Whose values they are is known only after the record has been saved for the first time.
#[cfg(unix)]
fn values(browser: &Browser) {
    let mut server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    // So that the record is saved as soon as it is there, and not again for its turns.
    std::thread::sleep(std::time::Duration::from_millis(600));
    let record = "[Game \"dvonn\"]\n\n1. f3 c2 {[%eval 12]} (c3 {[%mate 7]}) 2. i4 *\n";
    say(browser, &json!({"t": "import", "text": record}));
    browser.wait_for("return [...document.querySelectorAll('.turns .score')].filter((e) => e.textContent).length === 2");
    server.interrupt();
    let saves = server.saves();
    for value in ["\"cp\":-12", "\"mate\":-7"] {
        assert!(saves.iter().any(|save| save.contains(value)), "{saves:?}");
    }
    // What the lost connection had to say is none of this test's.
    browser.console();
}

/// The place for saves is a file at first.
fn saved_later(browser: &Browser) {
    let first = Server::fake("plain", &[]);
    std::fs::write(&first.state, "").expect("a file");
    let server = Server::start_in(&first.state, &["--house", &fake("plain")]);
    server.open(browser);
    two_people(browser);
    browser.wait_for("return document.querySelectorAll('.hit.touchable').length === 9");
    browser.click(&place("b2"));
    browser.wait_for(
        "return document.querySelector('#notices').textContent.includes('cannot be saved')",
    );
    std::fs::remove_file(&first.state).expect("the file");
    let began = std::time::Instant::now();
    while server.saves().is_empty() {
        assert!(began.elapsed().as_secs() < 60, "nothing is saved");
        std::thread::sleep(std::time::Duration::from_millis(100));
    }
    let saves = server.saves();
    assert!(
        saves.iter().any(|save| save.contains("\"b2\"")),
        "{saves:?}"
    );
    server.check(browser);
}

fn one_save_a_game(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    for token in ["a1", "c3"] {
        two_people(browser);
        browser.wait_for("return document.querySelectorAll('.hit.touchable').length === 9");
        browser.click(&place(token));
        pieces(browser, 1);
    }
    // The first is written when the second begins, if not before.
    let saves = server.saves();
    assert!(
        saves.iter().any(|save| save.contains("\"a1\"")),
        "{saves:?}"
    );
    server.check(browser);
}

fn offered_again(browser: &Browser) {
    let first = Server::fake("plain", &[]);
    let folder = first.state.join("ringstack");
    std::fs::create_dir_all(&folder).expect("a folder");
    let root = json!({"id": 1, "parent": null, "token": "", "children": [2], "status": null});
    let turn = json!({"id": 2, "parent": 1, "token": "a1", "children": [], "status": null});
    let save = json!({
        "version": 1, "game": "chess", "fen": null, "seats": people(), "time": {"kind": "none"},
        "left": null, "live": 2, "ending": null,
        "tree": {"nodes": {"1": root, "2": turn}, "root": 1, "next": 3},
    });
    let file = folder.join("board-000000000000001-1-1.json");
    std::fs::write(&file, save.to_string()).expect("a file");
    let server = Server::start_in(&first.state, &["--house", &fake("plain")]);
    server.open(browser);
    browser.click("#banner .main");
    browser.wait_for("return document.querySelector('#notices').textContent.includes('chess')");
    browser.wait_for("return document.querySelector('#banner .main')");
    assert!(file.exists(), "the save stays");
    server.check(browser);
}

fn later_variations(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    begin(browser, "dvonn", None, &people(), &json!({"kind": "none"}));
    let record = "[Game \"dvonn\"]\n\n1. f3 c2 (c3 i4 {far}) 2. i4 *\n";
    say(browser, &json!({"t": "import", "text": record}));
    let turns = |count: usize| {
        browser.wait_for(&format!(
            "return document.querySelectorAll('.turns [data-node]').length === {count}"
        ));
    };
    let press = |label: &str| {
        browser.wait_for(&format!(
            "const b = [...document.querySelectorAll('#actions button')].find((b) => b.textContent.startsWith('{label}')); b?.click(); return !!b"
        ));
    };
    turns(5);
    // The variation goes; another one is tried; then the first one is wanted back.
    browser.click(".variation .turn-text:first-of-type");
    browser.wait_for("return document.querySelector('.variation .current')");
    insist(browser, "#actions", "Delete from here");
    turns(3);
    browser.keys(&["\u{e011}"]);
    browser.wait_for("return document.querySelectorAll('.turns .current').length === 0");
    browser.fill("#typed-turn", "a1\u{e007}");
    turns(4);
    press("Undo edit");
    turns(6);
    let text = browser.text(".turns");
    for token in ["a1", "c3", "far", "c2"] {
        assert!(text.contains(token), "{token} in {text}");
    }
    server.check(browser);
}
