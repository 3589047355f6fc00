//! The menu and its dialogs: what they are called, where they begin, what closes them.

use serde_json::json;

use super::Test;
use super::person::{choose, close, keep, menu, notice, press, row, touchable, turns, write};
use super::server::{Server, after_a_turn, place, two_people};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    ("the_menu_has_names_on_every_screen", names),
    ("a_dialog_begins_where_it_is_used", beginnings),
    (
        "a_press_that_began_in_a_dialog_does_not_close_it",
        marked_text,
    ),
    ("a_number_that_is_hidden_may_be_any", hidden_number),
    ("a_text_that_is_too_long_is_told", too_long),
    ("what_is_refused_need_not_be_written_again", refused),
    ("a_paste_asks_before_it_takes_a_games_place", pasted),
];

const MENU: [(&str, &str); 7] = [
    ("#menu-new", "New game"),
    ("#menu-edit", "Set up"),
    ("#menu-open", "Open"),
    ("#menu-save", "Save"),
    ("#menu-engines", "Engines"),
    ("#menu-rules", "Rules"),
    ("#menu-settings", "Settings"),
];

fn names(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    for width in [1200, 1000, 360] {
        browser.screen(width, 700, false);
        for (id, name) in MENU {
            assert_eq!(browser.label(id), name, "{width} pixels wide");
            let hint = browser.run(&format!("return document.querySelector('{id}').title"));
            assert_eq!(hint, json!(name), "{width} pixels wide");
        }
        keep(browser, &format!("menu-{width}"));
        let wide = browser.run("return document.documentElement.scrollWidth");
        assert_eq!(wide, json!(width), "nothing sticks out");
    }
    browser.screen(1200, 860, false);
    server.check(browser);
}

fn beginnings(browser: &Browser) {
    let server = after_a_turn(browser);
    browser.screen(360, 400, false);
    browser.keys(&["n"]);
    browser.wait_for("return document.activeElement.id === 'begin'");
    let top = browser.run("return document.querySelector('dialog').scrollTop");
    assert_eq!(top, json!(0), "read from its beginning");
    keep(browser, "new-360");
    browser.screen(1200, 860, false);
    keep(browser, "new");
    browser.keys(&["\u{e007}"]);
    turns(browser, 0);
    browser.click("#menu-open");
    browser.wait_for("return document.activeElement.id === 'open-text'");
    keep(browser, "open");
    close(browser);
    // What is pasted belongs to the dialog, if to anything.
    browser.click("#menu-settings");
    browser.run(
        "const data = new DataTransfer(); data.setData('text', 'no record');
         document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true}))",
    );
    close(browser);
    touchable(browser, 9);
    browser.click(&place("b2"));
    turns(browser, 1);
    assert_eq!(browser.text("#notices"), "");
    server.check(browser);
}

fn marked_text(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    browser.click("#menu-new");
    browser.fill("#new-fen", "a text that is marked");
    let (x, y) = browser.middle("#new-fen");
    let to =
        |x: f64| json!({"type": "pointerMove", "duration": 60, "x": x.round(), "y": y.round()});
    let down = json!({"type": "pointerDown", "button": 0});
    let up = json!({"type": "pointerUp", "button": 0});
    browser.pointer("mouse", &[to(x), down.clone(), to(60.0), up.clone()]);
    // Closing it would be done by now: the click comes with the release.
    let text = browser.run("return document.querySelector('dialog[open] #new-fen')?.value");
    assert_eq!(text, json!("a text that is marked"));
    browser.pointer("mouse", &[to(60.0), down, up]);
    browser.wait_for("return !document.querySelector('dialog')");
    server.check(browser);
}

fn hidden_number(browser: &Browser) {
    let server = after_a_turn(browser);
    browser.click("#menu-new");
    choose(browser, &menu("Time", 0), "A time a turn");
    write(
        browser,
        &format!("{}.querySelector('input')", row("Seconds a turn")),
        "0.33",
    );
    choose(browser, &menu("Time", 0), "No clock");
    browser.click("#begin");
    browser.wait_for("return !document.querySelector('dialog')");
    turns(browser, 0);
    // One that is asked for has to be right.
    browser.click("#menu-new");
    choose(browser, &menu("Time", 0), "A time a turn");
    write(
        browser,
        &format!("{}.querySelector('input')", row("Seconds a turn")),
        "0.33",
    );
    browser.click("#begin");
    let open = browser.run("return !!document.querySelector('dialog[open] input:invalid')");
    assert_eq!(open, json!(true));
    close(browser);
    server.check(browser);
}

fn too_long(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    // It is bytes that count.
    for text in ["'x'.repeat(4300000)", "'é'.repeat(2300000)"] {
        browser.click("#menu-open");
        browser.run(&format!(
            "document.querySelector('#notices').replaceChildren(); document.querySelector('#open-text').value = {text}"
        ));
        browser.click("dialog .main");
        notice(browser, "too long");
        let lost = browser
            .run("return document.querySelector('#notices').textContent.includes('connection')");
        assert_eq!(lost, json!(false));
        close(browser);
    }
    touchable(browser, 9);
    browser.click(&place("b2"));
    turns(browser, 1);
    server.check(browser);
}

fn refused(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    touchable(browser, 9);
    browser.fill("#typed-turn", "z9\u{e007}");
    notice(browser, "z9");
    browser.wait_for("return document.querySelector('#typed-turn').value === 'z9'");
    let told = |id: &str, text: &str| {
        browser.wait_for("return document.querySelector('dialog .trouble')?.textContent");
        let kept = browser.run(&format!("return document.querySelector('{id}').value"));
        assert_eq!(kept, json!(text));
    };
    browser.click("#menu-new");
    browser.fill("#new-fen", "startpos moves b2");
    browser.click("#begin");
    told("#new-fen", "startpos moves b2");
    keep(browser, "refused-new");
    browser.run("document.querySelector('#new-fen').value = ''");
    browser.click("#begin");
    browser.wait_for("return !document.querySelector('dialog')");
    browser.click("#menu-open");
    browser.fill("#open-text", "startpos moves z9");
    browser.click("dialog .main");
    told("#open-text", "startpos moves z9");
    browser.run("document.querySelector('#open-text').value = 'startpos moves b2 a1'");
    browser.click("dialog .main");
    browser.wait_for("return !document.querySelector('dialog')");
    turns(browser, 2);
    server.check(browser);
}

fn pasted(browser: &Browser) {
    let server = after_a_turn(browser);
    let paste = "const data = new DataTransfer(); data.setData('text', 'startpos moves a1 b1');
         document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true}))";
    browser.run(paste);
    press(browser, "dialog", "Keep the game");
    browser.wait_for("return !document.querySelector('dialog')");
    turns(browser, 1);
    browser.run(paste);
    press(browser, "dialog", "Open it");
    turns(browser, 2);
    // A text that is dropped is taken as well.
    browser.run(
        "const data = new DataTransfer(); data.setData('text/plain', 'startpos moves c3');
         document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: data, bubbles: true, cancelable: true}))",
    );
    press(browser, "dialog", "Open it");
    turns(browser, 1);
    server.check(browser);
}
