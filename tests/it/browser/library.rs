//! The screen of the saved games.

use super::chromium::Browser;
use super::play::{TWO_HUMANS, moves, new_game, start};
use super::server::TestServer;

browser_tests! {
    saved_games_are_managed_on_their_screen: library,
    all_dropped_files_are_added: dropped,
}

fn rows(browser: &Browser, count: usize) {
    browser.until(&format!(
        "ui.all('checkbox', 'Select *').length - 1 === {count}"
    ));
}

fn library(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    for token in ["f3", "e2"] {
        new_game(browser, &TWO_HUMANS);
        browser.touch(token);
        moves(browser, 1);
    }
    browser.run("location.hash = 'games'");
    rows(browser, 2);
    browser.button("More: *");
    browser.click("menuitem", "Rename");
    browser.fill("textbox", "First player", "Zoë");
    browser.click_on("ui.all('button', 'Rename').find((button) => button.closest('dialog'))");
    browser.until("!ui.find('dialog') && ui.find('checkbox', 'Select Zoë*')");
    browser.fill("searchbox", "Search", "zoe");
    rows(browser, 1);
    browser.fill("searchbox", "Search", "");
    rows(browser, 2);
    browser.click("checkbox", "Select all");
    browser.button("Duplicate");
    rows(browser, 4);
    browser.button("Delete");
    rows(browser, 2);
    browser.button("Undo");
    rows(browser, 4);
    // The last row is the first game.
    browser.click_on("ui.all('button', 'Continue: *').at(-1)");
    browser.until("location.hash === '#board' && ui.main().join() === 'f3'");
    server
}

fn dropped(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    browser.run("location.hash = 'games'");
    browser.run(
        r#"const record = (name) => `[Game "dvonn"]\n[P1 "${name}"]\n\n1. f3 *\n`;
           const latin = Uint8Array.from(record('Zoë'), (letter) => letter.charCodeAt(0));
           const data = new DataTransfer();
           data.items.add(new File([record('Ann')], 'a.pgn'));
           data.items.add(new File([latin], 'b.pgn'));
           document.body.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))"#,
    );
    rows(browser, 2);
    browser.until("ui.find('checkbox', 'Select Ann*') && ui.find('checkbox', 'Select Zoë*')");
    server
}
