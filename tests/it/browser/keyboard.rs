//! Keyboard and focus: everything works without a pointer.

use std::collections::BTreeSet;

use serde_json::json;

use super::chromium::{Browser, Key};
use super::play::{close, current, moves, open_text, record, start, study};
use super::server::TestServer;

browser_tests! {
    arrow_keys_reach_every_place_and_enter_plays: board,
    keys_navigate_the_record: navigation,
    keys_find_forks_and_mistakes: forks,
    the_record_is_one_tab_stop: tab_stop,
    shortcuts_work_after_pointer_input: after_pointer_input,
    enter_ends_a_move: ending,
    enter_presses_the_focused_button: buttons,
    the_focus_returns_to_the_board: returns,
}

fn focused(browser: &Browser, place: &str) {
    browser.until(&format!("document.activeElement === ui.place('{place}')"));
}

fn board(browser: &Browser) -> TestServer {
    let server = start(browser, "diaballik");
    // The board is one tab stop.
    browser.until("document.querySelectorAll('svg [role=button][tabindex=\"0\"]').length === 1");
    browser.run("ui.place('a1').focus()");
    let mut reached = BTreeSet::new();
    for row in 0..7 {
        for column in 0..7 {
            let at = browser.run("return document.activeElement.getAttribute('aria-label')");
            reached.insert(at.to_string());
            if column < 6 {
                browser.key(if row % 2 == 0 { Key::Right } else { Key::Left });
            }
        }
        browser.key(Key::Up);
    }
    assert_eq!(reached.len(), 49, "{reached:?}");
    // The focus stays on its place when the board is turned; arrow keys follow the screen.
    browser.run("ui.place('c1').focus()");
    browser.type_text("f");
    browser.until("ui.place('a1').getBoundingClientRect().y < 300");
    focused(browser, "c1");
    browser.key(Key::Right);
    focused(browser, "b1");
    browser.type_text("f");
    browser.until("ui.place('a1').getBoundingClientRect().y > 300");
    // Select a piece and its destination by Enter and the space bar.
    browser.run("ui.place('a1').focus()");
    focused(browser, "a1");
    browser.key(Key::Enter);
    browser.until("ui.touchable().includes('a2')");
    browser.key(Key::Up);
    focused(browser, "a2");
    browser.type_text(" ");
    browser.until("ui.pieces().some((piece) => piece.startsWith('a2:'))");
    focused(browser, "a2");
    server
}

const LINE: &str = "dvonn startpos moves f3 c2 i4 e3 a1 b1 c1 d1 e1 f1 g1 h1";

fn navigation(browser: &Browser) -> TestServer {
    let server = record(browser, "dvonn", LINE, 12);
    current(browser, "h1");
    browser.type_text(&Key::Left.value().to_string().repeat(50));
    browser.until("ui.pieces().length === 0");
    browser.type_text(&Key::Right.value().to_string().repeat(50));
    browser.until("ui.pieces().length === 12");
    current(browser, "h1");
    browser.key(Key::Home);
    browser.until("ui.pieces().length === 0");
    browser.key(Key::End);
    current(browser, "h1");
    // Type a move.
    browser.type_text("t");
    browser.until("document.activeElement.computedRole === 'textbox'");
    browser.type_text("e4");
    browser.key(Key::Enter);
    moves(browser, 13);
    server
}

const FORKS: &str = "[Game \"dvonn\"]\n\n1. f3 c2?? (c3 i4) 2. i4 e3? (e2) *\n";

fn forks(browser: &Browser) -> TestServer {
    let server = record(browser, "dvonn", FORKS, 4);
    browser.key(Key::Home);
    for (key, token) in [
        (Key::Down, "f3"),
        (Key::Down, "i4"),
        (Key::Down, "e3"),
        (Key::Up, "i4"),
        (Key::Up, "f3"),
    ] {
        browser.key(key);
        current(browser, token);
    }
    for token in ["c2", "e3", "c2"] {
        browser.type_text("m");
        current(browser, token);
    }
    server
}

fn tab_stop(browser: &Browser) -> TestServer {
    let server = record(browser, "dvonn", "dvonn startpos moves f3 c2 i4", 3);
    current(browser, "i4");
    let stops = "[...ui.find('region', 'Record').querySelectorAll('button')].filter((button) => button.tabIndex === 0).map((button) => button.getAttribute('aria-label'))";
    assert_eq!(browser.run(&format!("return {stops}")), json!(["i4"]));
    browser.run("ui.move('i4').focus()");
    browser.key(Key::Left);
    browser.until("document.activeElement === ui.move('c2')");
    assert_eq!(browser.run(&format!("return {stops}")), json!(["c2"]));
    server
}

fn after_pointer_input(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    study(browser);
    for (n, id) in ["f3", "c2"].iter().enumerate() {
        browser.touch(id);
        moves(browser, n + 1);
    }
    // A click does not focus the board.
    browser.key(Key::Left);
    current(browser, "f3");
    browser.until("document.querySelectorAll(':focus-visible').length === 0");
    // A list loses the focus after a choice with the pointer.
    browser.run(
        "const list = ui.find('combobox', 'Mark'); list.focus();
         list.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
         list.value = '!'; list.dispatchEvent(new Event('change', { bubbles: true }));
         list.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));",
    );
    browser.until(
        "ui.move('f3').computedName.includes('!') || ui.move('f3').textContent.includes('!')",
    );
    browser.key(Key::Right);
    current(browser, "c2");
    // Escape leaves a text field.
    browser.type_text("t");
    browser.type_text("e");
    browser.key(Key::Escape);
    browser.key(Key::Left);
    current(browser, "f3");
    server
}

fn ending(browser: &Browser) -> TestServer {
    let server = start(browser, "diaballik");
    browser.touch("a1");
    browser.touch("a2");
    browser.until("ui.find('button', 'Done') && ui.main().length === 0");
    browser.key(Key::Enter);
    moves(browser, 1);
    server
}

fn buttons(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    browser.type_text("n");
    browser.until("document.activeElement === ui.find('button', 'Begin')");
    browser.key(Key::Enter);
    browser.until("!ui.find('dialog')");
    browser.type_text("p");
    browser.until("ui.find('dialog', 'Set up a position')");
    close(browser);
    open_text(browser, "dvonn startpos moves f3");
    browser.run("ui.find('button', 'First position (Home)').focus()");
    browser.key(Key::Enter);
    browser.until("ui.pieces().length === 0");
    server
}

fn returns(browser: &Browser) -> TestServer {
    let server = start(browser, "diaballik");
    let on_board = "document.activeElement.closest('#boards')";
    browser.run("ui.place('a1').focus()");
    browser.key(Key::Enter);
    let back = "ui.find('button', 'Step back (Esc)')";
    browser.until(&format!(
        "({back}?.focus(), document.activeElement === {back})"
    ));
    browser.key(Key::Enter);
    browser.until(on_board);
    browser.type_text("n");
    browser.until("document.activeElement.textContent === 'Begin'");
    browser.key(Key::Enter);
    browser.until(&format!("!ui.find('dialog') && {on_board}"));
    // The first stop of the page skips the top bar.
    browser.reload();
    browser.until("window.ui && ui.touchable().includes('a1')");
    browser.key(Key::Tab);
    browser.until("document.activeElement.closest('a')");
    browser.key(Key::Enter);
    browser.until(on_board);
    server
}
