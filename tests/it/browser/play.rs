//! Common actions of users, and games in certain states.

use serde_json::json;

use super::chromium::{Browser, Key};
use super::server::TestServer;

/// The option of a human player.
pub const HUMAN: &str = "Human";

/// The field of the dialog "Open a game".
pub const OPEN: &str = "Record or FEN";

/// A DVONN position in which White can move e2, e5 and i2.
pub const MIDDLE: &str = "x2,w,x6/x2,b,x7/x2,r,b,x7/r,b,x,b,w3,b2,x,r,w,x/x7,b,x w move";

/// The fields of a new game. An empty text leaves a field unchanged.
pub struct NewGameFields<'a> {
    pub game: &'a str,
    pub fen: &'a str,
    pub second: &'a str,
    pub minutes: &'a str,
}

/// Two humans at the start position, without clocks.
pub const TWO_HUMANS: NewGameFields = NewGameFields {
    game: "",
    fen: "",
    second: HUMAN,
    minutes: "",
};

/// Opens the dialog for a new game, with all its fields.
pub fn new_game_dialog(browser: &Browser) {
    browser.menu("Menu", "New game");
    browser.until("ui.find('dialog') && (ui.find('dialog').querySelector('details').open = true)");
}

/// Shows the analysis, the comments and the graph.
pub fn study(browser: &Browser) {
    browser.button("Study");
    browser.until("ui.find('region', 'Analysis')");
}

/// Begins a game through the dialog.
pub fn new_game(browser: &Browser, new: &NewGameFields) {
    new_game_dialog(browser);
    if !new.game.is_empty() {
        browser.choose("Game", new.game);
    }
    browser.fill("textbox", "Position", new.fen);
    browser.choose("First player", HUMAN);
    browser.choose("Second player", new.second);
    if new.minutes.is_empty() {
        browser.choose("Time", "No clock");
    } else {
        browser.choose("Time", "Clocks");
        browser.fill("spinbutton", "Minutes", new.minutes);
    }
    browser.button("Begin");
    browser.until("!ui.find('dialog') && ui.moves().length === 0");
    browser.until("ui.touchable().length > 0 || ui.supply('')");
}

/// Starts a server with a game of two humans at the start position.
pub fn start(browser: &Browser, game: &str) -> TestServer {
    let server = TestServer::open(browser, &["--game", game]);
    new_game(browser, &TWO_HUMANS);
    server
}

/// Starts a server with a game of two humans at [`MIDDLE`].
pub fn middle(browser: &Browser) -> TestServer {
    let server = TestServer::open(browser, &["--game", "dvonn"]);
    let new = NewGameFields {
        fen: MIDDLE,
        ..TWO_HUMANS
    };
    new_game(browser, &new);
    touchable(browser, &["e2", "e5", "i2"]);
    server
}

/// Opens a record or a position through the dialog.
pub fn open_text(browser: &Browser, text: &str) {
    browser.menu("Menu", "Open");
    browser.until("ui.find('dialog')");
    browser.fill("textbox", OPEN, text);
    browser.click_on("ui.all('button', 'Open').find((button) => button.closest('dialog'))");
    browser.until("!ui.find('dialog')");
}

/// Starts a server that shows a record, without clocks and engines.
pub fn record(browser: &Browser, game: &str, text: &str, moves: usize) -> TestServer {
    let server = start(browser, game);
    open_text(browser, text);
    browser.until(&format!("ui.main().length === {moves}"));
    server
}

/// Waits until exactly these places can be touched.
pub fn touchable(browser: &Browser, places: &[&str]) {
    browser.until(&format!(
        "ui.touchable().join() === {}",
        json!(places.join(","))
    ));
}

/// Waits until the main line has this number of moves.
pub fn moves(browser: &Browser, count: usize) {
    browser.until(&format!("ui.main().length === {count}"));
}

/// Waits until this move is the current one.
pub fn current(browser: &Browser, token: &str) {
    browser.until(&format!("ui.current() === {}", json!(token)));
}

/// Closes the dialog with Escape.
pub fn close(browser: &Browser) {
    browser.key(Key::Escape);
    browser.until("!ui.find('dialog')");
}
