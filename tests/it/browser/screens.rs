//! Every screen and state of the page at many sizes, in both languages: no text is cut, and every control is whole, in
//! sight and large enough. `screens.js` lists the states and finds the faults.

use serde_json::{Value, json};

use super::chromium::Browser;
use super::server::TestServer;

browser_tests! {
    everything_fits_in_english: english,
    everything_fits_in_french: french,
    a_game_fits_into_another_page: embedded,
}

const SCREENS: &str = include_str!("screens.js");

/// Width, height, and whether fingers touch the screen. `CI=true` checks all sizes, each in one language.
const SIZES: [(u32, u32, bool); 9] = [
    (360, 740, true),
    (1280, 800, false),
    (740, 360, true),
    (320, 568, true),
    (640, 400, false),
    (820, 1180, true),
    (560, 800, false),
    (390, 844, true),
    (1920, 1080, false),
];

/// The sizes of a language: French has the longer words.
fn sizes(language: &str) -> impl Iterator<Item = (u32, u32, bool)> {
    let is_whole = std::env::var_os("CI").is_some_and(|value| value == "true");
    let (skip, count) = match (language, is_whole) {
        ("fr", true) => (0, 4),
        ("fr", false) => (0, 3),
        (_, true) => (4, 5),
        (_, false) => (3, 2),
    };
    SIZES.into_iter().skip(skip).take(count)
}

fn english(browser: &Browser) -> TestServer {
    everything_fits(browser, "en")
}

fn french(browser: &Browser) -> TestServer {
    everything_fits(browser, "fr")
}

fn everything_fits(browser: &Browser, language: &str) -> TestServer {
    let server = TestServer::open(browser, &["--game", "dvonn"]);
    // With another language the page loads again when the server has kept the setting.
    browser.run(&format!(
        "ui.module('settings.js').then(({{ set }}) => set('language', '{language}'))"
    ));
    browser.until(&format!(
        "document.documentElement.lang === '{language}' && document.querySelector('.top')"
    ));
    // Sounds would need an action of the user.
    browser.run("ui.module('settings.js').then(({ set }) => set('sounds', false))");
    browser.run(SCREENS);
    let states = browser.run("return screens.names");
    let mut faults = Vec::new();
    for (n, name) in states.as_array().into_iter().flatten().enumerate() {
        browser.screen(1280, 800, false);
        browser.run(&format!("return screens.show({n})"));
        for (width, height, fingers) in sizes(language) {
            browser.screen(width, height, fingers);
            let found = browser.run("return screens.faults()");
            let found = found.as_array().into_iter().flatten();
            let found = found.filter_map(Value::as_str);
            faults.extend(found.map(|fault| format!("{name} {width}x{height}: {fault}")));
        }
    }
    browser.screen(1280, 800, false);
    assert_eq!(json!(faults), json!([]), "{language}");
    server
}

fn embedded(browser: &Browser) -> TestServer {
    let server = TestServer::start(&["--game", "zertz"]);
    browser.screen(320, 400, false);
    let game = "#embed/record=dvonn+startpos+moves+f3+c2+i4+e3";
    browser.go(&format!("{}{game}", server.address));
    browser.until("ui.main().length === 4");
    browser.run(SCREENS);
    assert_eq!(browser.run("return screens.faults()"), json!([]));
    browser.button("Back (←)");
    browser.until("ui.current() === 'i4'");
    let link = "document.querySelector('.whole').getAttribute('href')";
    browser.until(&format!(
        "{link}.endsWith('#record=dvonn+startpos+moves+f3+c2+i4+e3')"
    ));
    server
}
