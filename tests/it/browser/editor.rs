//! Setting up a position: by pointer, keys, FEN and dragging.

use serde_json::json;

use super::chromium::{Browser, Key, drag};
use super::play::start;
use super::server::TestServer;

browser_tests! {
    a_position_is_set_up_by_pointer_and_played: pointer,
    a_position_is_set_up_by_keys: keys,
    the_fen_and_the_board_stay_in_sync: fen,
    the_editor_fits_on_a_phone: phone,
}

fn open(browser: &Browser) {
    browser.menu("Menu", "Set up");
    browser.until("ui.find('dialog') && ui.find('textbox', 'FEN').value");
}

/// A place of the dialog's board.
fn spot(browser: &Browser, id: &str) -> (i64, i64) {
    browser.middle(&format!("[...ui.find('dialog').querySelectorAll('svg [role=button]')].find((place) => place.getAttribute('aria-label').startsWith('{id}:'))"))
}

fn press(browser: &Browser, id: &str) {
    let at = spot(browser, id);
    browser.pointer("mouse", &super::chromium::press(at));
}

fn shows(browser: &Browser, fen: &str) {
    browser.until(&format!(
        "ui.find('textbox', 'FEN').value === {}",
        json!(fen)
    ));
}

fn pointer(browser: &Browser) -> TestServer {
    let server = start(browser, "diaballik");
    open(browser);
    browser.button("Clear board");
    browser.until(
        "ui.find('textbox', 'FEN').value === '' && ui.find('button', 'Play from here').disabled",
    );
    browser.button("Start position");
    shows(browser, "bbbBbbb/7/7/7/7/7/wwwWwww w");
    // Drag one piece; remove another and place it elsewhere.
    let (from, goal) = (spot(browser, "a1"), spot(browser, "c3"));
    browser.pointer("mouse", &drag(from, goal));
    shows(browser, "bbbBbbb/7/7/7/2w4/7/1wwWwww w");
    browser.click("radio", "black support");
    press(browser, "g7");
    browser.until("ui.find('textbox', 'FEN').value === ''");
    press(browser, "f6");
    shows(browser, "bbbBbb1/5b1/7/7/2w4/7/1wwWwww w");
    browser.button("Undo");
    browser.until("ui.find('textbox', 'FEN').value === ''");
    browser.keys_with(&[Key::Control], "z");
    shows(browser, "bbbBbbb/7/7/7/2w4/7/1wwWwww w");
    browser.button("Play from here");
    browser.button("Begin");
    browser.until("!ui.find('dialog') && ui.pieces().some((piece) => piece.startsWith('c3:'))");
    server
}

fn keys(browser: &Browser) -> TestServer {
    let server = start(browser, "zertz");
    browser.type_text("p");
    browser.until("ui.find('dialog') && ui.find('textbox', 'FEN').value");
    let start = browser.run("return ui.find('textbox', 'FEN').value");
    let focus = |id: &str| {
        browser.run(&format!("[...ui.find('dialog').querySelectorAll('svg [role=button]')].find((place) => place.getAttribute('aria-label').startsWith('{id}:')).focus()"));
    };
    focus("a1");
    browser.until("document.activeElement.getAttribute('aria-label')?.startsWith('a1:')");
    // Digits select the piece to place; this one removes rings.
    browser.type_text("4");
    browser.key(Key::Enter);
    browser.until(&format!(
        "![{start}, ''].includes(ui.find('textbox', 'FEN').value)"
    ));
    browser.key(Key::Enter);
    browser.until(&format!("ui.find('textbox', 'FEN').value === {start}"));
    // Closing asks for confirmation after changes.
    browser.key(Key::Escape);
    browser.button("Keep editing");
    browser.until("ui.all('dialog').length === 1");
    browser.key(Key::Escape);
    browser.button("Discard");
    browser.until("!ui.find('dialog')");
    server
}

fn fen(browser: &Browser) -> TestServer {
    let server = start(browser, "diaballik");
    open(browser);
    browser.fill("textbox", "FEN", "bbbBbb1/6b/7/7/2w4/7/ww1Wwww w");
    browser.until("spot('c3').includes('white')".replace("spot('c3')", "[...ui.find('dialog').querySelectorAll('svg [role=button]')].map((place) => place.getAttribute('aria-label')).find((label) => label.startsWith('c3:')).toLowerCase()").as_str());
    // An invalid FEN is reported and keeps the board.
    browser.fill("textbox", "FEN", "x");
    browser.until("ui.all('status').some((one) => one.textContent.includes('expected'))");
    browser.until("ui.find('textbox', 'FEN').value === 'x'");
    browser.fill("textbox", "FEN", "bbbBbb1/6b/7/7/2w4/7/ww1Wwww w");
    browser.until("!ui.find('button', 'Play from here').disabled");
    browser.key(Key::Escape);
    close_all(browser);
    server
}

fn close_all(browser: &Browser) {
    browser.until("(ui.find('button', 'Discard')?.click(), !ui.find('dialog'))");
}

fn phone(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    for (width, height) in [(360, 740), (1280, 800)] {
        browser.screen(width, height, false);
        for game in ["dvonn", "zertz", "gipf-zertz-challenge", "diaballik"] {
            open(browser);
            browser.choose("Game", game);
            browser.until("ui.find('textbox', 'FEN').value && ui.still()");
            let outside = browser.run(
                "const dialog = ui.find('dialog'), frame = dialog.getBoundingClientRect();
                 return [dialog.scrollWidth > dialog.clientWidth, frame.width > innerWidth, frame.height > innerHeight,
                   ...[...dialog.querySelectorAll('svg[role=group], button')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect()).filter((box) => box.left < 0 || box.right > innerWidth)]",
            );
            assert_eq!(outside, json!([false, false, false]), "{game} {width}");
            browser.picture(&format!("editor-{game}-{width}"));
            browser.key(Key::Escape);
            close_all(browser);
        }
    }
    server
}
