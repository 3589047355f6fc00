//! The screen of the saved games.

use super::Test;
use super::browser::Browser;
use super::play::{TWO_HUMANS, moves, new_game, start};

pub const TESTS: &[Test] = &[("saved_games_are_managed_on_their_screen", library)];

fn rows(browser: &Browser, count: usize) {
    browser.until(&format!(
        "ui.all('checkbox', 'Select *').length - 1 === {count}"
    ));
}

fn library(browser: &Browser) {
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
    server.check(browser);
}
