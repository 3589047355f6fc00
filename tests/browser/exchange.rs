//! Records in and out as a person moves them: a file that is dropped, a text that is pasted, a record
//! that is saved with what was said about its turns.

use serde_json::json;

use super::Test;
use super::person::{choose, keep, notice, pieces, press, turns};
use super::server::Server;
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    ("a_record_is_dropped_onto_the_page", dropped),
    ("a_record_is_pasted_onto_the_page", pasted),
    ("a_saved_record_holds_remarks_and_marks", saved),
    ("what_is_marked_is_what_is_looked_at", marked),
    ("what_is_deleted_is_what_is_looked_at", deleted),
    ("turns_of_variations_are_counted_as_in_the_game", counted),
];

const RECORD: &str = "[Game \"dvonn\"]\n[P1 \"Ann\"]\n\n1. f3 {good} c2 2. i4 *\n";

/// Lets a file fall onto the middle of the board.
fn drop_file(browser: &Browser, file: &std::path::Path) {
    let (x, y) = browser.middle("#boards");
    for kind in ["dragEnter", "dragOver", "drop"] {
        browser.tools(
            "Input.dispatchDragEvent",
            &json!({"type": kind, "x": x, "y": y, "data": {
                "items": [], "files": [file.display().to_string()], "dragOperationsMask": 1,
            }}),
        );
    }
}

fn dropped(browser: &Browser) {
    let server = Server::start(&["--game", "zertz"]);
    server.open(browser);
    let folder = std::env::temp_dir();
    let file = folder.join(format!("ringstack-dropped-{}.pgn", std::process::id()));
    std::fs::write(&file, RECORD).expect("a file");
    drop_file(browser, &file);
    turns(browser, 3);
    pieces(browser, 3);
    assert!(browser.text("#title").contains("DVONN"));
    assert_eq!(browser.text(".notes .comment"), "good");
    // What is no record is told, and the game stays.
    std::fs::write(&file, "dvonn startpos moves f3 z9\n").expect("a file");
    drop_file(browser, &file);
    press(browser, "dialog", "Open it");
    notice(browser, "z9");
    std::fs::write(&file, "x".repeat(4_000_000)).expect("a file");
    drop_file(browser, &file);
    notice(browser, "too long");
    std::fs::remove_file(&file).expect("still there");
    turns(browser, 3);
    server.check(browser);
}

fn pasted(browser: &Browser) {
    let server = Server::start(&["--game", "zertz"]);
    server.open(browser);
    let origin = format!("http://{}", server.host());
    browser.tools(
        "Browser.grantPermissions",
        &json!({"origin": origin, "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}),
    );
    browser.click("#title");
    let text = json!(RECORD);
    browser.run(&format!(
        "window.__copied = false; navigator.clipboard.writeText({text}).then(() => {{ window.__copied = true; }})"
    ));
    browser.wait_for("return window.__copied");
    browser.tools(
        "Input.dispatchKeyEvent",
        &json!({"type": "keyDown", "modifiers": 2, "key": "v", "code": "KeyV", "windowsVirtualKeyCode": 86, "commands": ["paste"]}),
    );
    browser.tools(
        "Input.dispatchKeyEvent",
        &json!({"type": "keyUp", "modifiers": 2, "key": "v", "code": "KeyV", "windowsVirtualKeyCode": 86}),
    );
    turns(browser, 3);
    assert_eq!(browser.text(".notes .comment"), "good");
    // In a field it is text.
    browser.click("#typed-turn");
    browser.tools(
        "Input.dispatchKeyEvent",
        &json!({"type": "keyDown", "modifiers": 2, "key": "v", "code": "KeyV", "windowsVirtualKeyCode": 86, "commands": ["paste"]}),
    );
    browser.wait_for("return document.querySelector('#typed-turn').value.includes('f3')");
    server.check(browser);
}

fn saved(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    browser.run("const real = URL.createObjectURL; URL.createObjectURL = (blob) => { void blob.text().then((text) => { window.__file = text; }); return real.call(URL, blob); };");
    browser.click("#menu-open");
    browser.fill("#open-text", "dvonn startpos moves f3 c2 i4");
    press(browser, "dialog", "Open");
    turns(browser, 3);
    for (key, mark, remark) in [
        ("\u{e012}", "??", "too far, says Ann"),
        ("\u{e014}", "!?", "two; lines (and a bracket)"),
    ] {
        browser.click("#title");
        browser.keys(&[key]);
        browser.wait_for("return !document.querySelector('#mark')?.disabled");
        choose(browser, "document.querySelector('#mark')", mark);
        browser.fill("#comment", remark);
        browser.keys(&["\u{e004}"]);
        let remark = json!(remark);
        browser.wait_for(&format!(
            "return [...document.querySelectorAll('.notes .comment')].some((e) => e.textContent === {remark})"
        ));
    }
    browser.click("#menu-save");
    press(browser, "dialog", "Save record");
    let file = browser.wait_for("return window.__file");
    let file = file.as_str().unwrap_or_default();
    let words = file.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["c2??", "too far, says Ann", "i4!?", "two; lines"] {
        assert!(words.contains(part), "{part} in {file}");
    }
    // The file is read again with all of it.
    browser.keys(&["\u{e00c}"]);
    super::server::say(
        browser,
        &json!({"t": "new", "players": [{"kind": "person"}, {"kind": "person"}], "time": {"kind": "none"}}),
    );
    turns(browser, 0);
    super::server::say(browser, &json!({"t": "import", "text": file}));
    turns(browser, 3);
    browser.wait_for("return [...document.querySelectorAll('.turn-cell .sign')].map((e) => e.textContent).join(' ') === ' ?? !?'");
    browser.wait_for("return [...document.querySelectorAll('.notes .comment')].map((e) => e.textContent).join('|') === 'too far, says Ann|two; lines (and a bracket)'");
    server.check(browser);
}

/// The line of the variation.
const VARIATION: &str =
    "[...document.querySelectorAll('.variation .token')].map((e) => e.textContent).join(' ')";

fn marked(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    super::server::say(
        browser,
        &json!({"t": "import", "text": "[Game \"dvonn\"]\n\n1. f3 c2 2. i4 *\n"}),
    );
    turns(browser, 3);
    // In one breath, before the house can have answered what the turn looks like.
    browser.run(
        "[...document.querySelectorAll('.turn-cell')].find((e) => e.textContent.startsWith('c2')).click();
         const mark = document.querySelector('#mark'); mark.value = '??'; mark.dispatchEvent(new Event('change'));",
    );
    browser.wait_for("return [...document.querySelectorAll('.turn-cell .sign')].map((e) => e.textContent).join('|') === '|??|'");
    server.check(browser);
}

fn deleted(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    let record = "[Game \"dvonn\"]\n\n1. f3 c2 (c3 2. i4 e3 3. a1) 2. i4 *\n";
    super::server::say(browser, &json!({"t": "import", "text": record}));
    browser.wait_for(&format!("return {VARIATION} === 'c3 i4 e3 a1'"));
    // At one turn of the variation, then at the next one.
    for (turn, pieces) in [("c3", 2), ("i4", 3), ("e3", 4)] {
        browser.run(&format!(
            "[...document.querySelectorAll('.variation .turn-text')].find((e) => e.textContent.startsWith('{turn}')).click()"
        ));
        browser.wait_for(&format!("return document.querySelector('.variation .current .token')?.textContent === '{turn}' && document.querySelectorAll('#boards .piece').length === {pieces}"));
    }
    // Twice, for one press is not enough.
    browser.run("for (let n = 0; n < 2; n += 1) [...document.querySelectorAll('#actions button')].find((b) => b.textContent.startsWith('Delete from here')).click()");
    browser.wait_for(&format!("return {VARIATION} === 'c3 i4'"));
    turns(browser, 3);
    server.check(browser);
}

fn counted(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    let record = "[Game \"dvonn\"]\n\n1. f3 c2 (c3 2. i4 (e3 b2) a1 3. b1) (c3 {again}) 2. i4 *\n";
    super::server::say(browser, &json!({"t": "import", "text": record}));
    browser.wait_for(
        "return [...document.querySelectorAll('.variation .number, .variation .token, .variation .comment')].map((e) => e.textContent).join(' ')
             === '1… c3 again 2. i4 2. e3 b2 2… a1 3. b1'",
    );
    // Two variations that begin alike are one, with what was said about both.
    assert_eq!(
        browser.run("return document.querySelectorAll('.variation').length"),
        json!(2)
    );
    keep(browser, "variations");
    server.check(browser);
}
