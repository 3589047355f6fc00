//! Games against an engine, series, and random touches in all kinds of games.

use serde_json::{Value, json};

use super::chromium::{Browser, Key};
use super::play::{HUMAN, TWO_HUMANS, new_game, new_game_dialog};
use super::server::TestServer;

browser_tests! {
    an_engine_replies_and_can_be_interrupted: engine,
    engines_play_a_series: series,
    random_touches_play_every_kind_of_game: at_random,
}

/// The name of the built-in engine.
const ENGINE: &str = "ringstack";

fn engine(browser: &Browser) -> TestServer {
    let server = TestServer::open(browser, &["--game", "dvonn"]);
    new_game_dialog(browser);
    browser.choose("First player", HUMAN);
    browser.until("ui.find('combobox', 'Second player').options.length === 2");
    let name = browser.run("return ui.find('combobox', 'Second player').options[1].textContent");
    browser.choose("Second player", name.as_str().unwrap_or(ENGINE));
    browser.choose("Level of the second player", "20");
    browser.choose("Time", "Time per move");
    browser.fill("spinbutton", "Seconds per move", "60");
    browser.button("Begin");
    browser.until("!ui.find('dialog') && ui.touchable().length === 49");
    // Take back works while the engine thinks and cancels its move.
    let thinks = "ui.find('group', 'ringstack').textContent.includes('thinking') || ui.status().includes('thinking')";
    browser.touch("a1");
    browser.until(thinks);
    browser.type_text("u");
    browser.until("ui.touchable().length === 49 && ui.pieces().length === 0");
    browser.touch("b1");
    browser.until(thinks);
    browser.menu("More actions", "Move now");
    browser.until("ui.pieces().length === 2 && ui.touchable().length === 47");
    // Resigning requires a second press.
    browser.press_twice("Resign");
    browser.until("ui.text('region', 'Game status').includes('resigned')");
    // The players swap sides in a rematch.
    browser.button("Rematch");
    browser.until("ui.main().length === 0 && !ui.find('button', 'Rematch')");
    server
}

/// Begins a series of two games of the built-in engine against itself.
fn begin_series(browser: &Browser, seconds: &str) {
    new_game_dialog(browser);
    browser.until("ui.find('combobox', 'Second player').options.length === 2");
    let name = browser.run("return ui.find('combobox', 'Second player').options[1].textContent");
    for side in ["First player", "Second player"] {
        browser.choose(side, name.as_str().unwrap_or(ENGINE));
        browser.choose(&format!("Level of the {}", side.to_lowercase()), "20");
    }
    browser.choose("Time", "Time per move");
    browser.fill("spinbutton", "Seconds per move", seconds);
    browser.fill("spinbutton", "Number of games", "2");
    browser.button("Begin");
    browser.until("!ui.find('dialog') && ui.main().length >= 1");
}

fn series(browser: &Browser) -> TestServer {
    let server = TestServer::open(browser, &["--game", "diaballik"]);
    begin_series(browser, "0.5");
    browser.button("Pause");
    browser.until("ui.text('region', 'Game status').includes('paused')");
    let before = browser.run("return ui.main().length").as_u64().unwrap_or(0);
    browser.button("One move");
    browser.until(&format!("ui.main().length === {}", before + 1));
    browser.button("Resume");
    browser.until(&format!("ui.main().length > {}", before + 1));
    // The second game begins automatically.
    begin_series(browser, "0.05");
    browser.until("/of 2/.test(document.querySelector('main').textContent)");
    server
}

/// One game of each kind. To the page the variants look the same.
const GAMES: [&str; 6] = [
    "dvonn",
    "zertz",
    "gipf",
    "gipf-zertz",
    "diaballik",
    "gipf-zertz-challenge",
];

/// The number of touches per game.
const TOUCHES: usize = 16;

/// Pseudo-random numbers with a fixed seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound.max(1)
    }
}

/// What the page shows of a game.
const SHOWN: &str = "[ui.main().join(' '), ui.status(), ui.pieces(), ui.touchable().length]";

fn at_random(browser: &Browser) -> TestServer {
    let server = TestServer::open(browser, &["--game", "dvonn"]);
    let mut numbers = Numbers(11);
    new_game(browser, &TWO_HUMANS);
    for (n, game) in GAMES.iter().enumerate() {
        new_game_dialog(browser);
        browser.choose("Game", game);
        browser.button("Begin");
        browser.until("!ui.find('dialog') && ui.main().length === 0");
        let mut played = 0;
        for _ in 0..TOUCHES {
            let choice = numbers.below(1000);
            browser.until("ui.choices().length");
            browser.drawn();
            let before = browser.run(&format!("return JSON.stringify({SHOWN})"));
            browser.run(&format!(
                "const all = ui.choices(); all[{choice} % all.length].dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"
            ));
            browser.until(&format!("JSON.stringify({SHOWN}) !== {}", json!(before)));
            played = browser.run("return ui.main().length").as_u64().unwrap_or(0);
            if browser.run("return Boolean(ui.find('button', 'Rematch'))") == json!(true) {
                break;
            }
        }
        assert!(played > 0, "{game}: no move was made");
        // A reloaded page shows the same state.
        browser.keys_with(&[Key::Shift], "\u{e00c}");
        browser.until("!ui.find('button', 'Step back (Esc)')");
        browser.drawn();
        let before: Value = browser.run(&format!("return JSON.stringify({SHOWN})"));
        if n % 3 == 0 {
            browser.reload();
            browser.until("window.ui && ui.find('button', 'New game') && ui.status()");
            browser.until(&format!("JSON.stringify({SHOWN}) === {before}"));
        }
    }
    server
}
