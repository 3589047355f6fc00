//! Accessibility: axe-core on the main states (desktop and phone, light and dark), names and announcements.

use std::process::{Command, Stdio};

use serde_json::json;

use super::chromium::{Browser, Key};
use super::play::{close, current, middle, record, start};
use super::server::TestServer;

browser_tests! {
    axe_finds_no_violation_in_the_main_states: axe,
    places_and_moves_are_named_and_announced: names,
}

/// The package and version to install.
const AXE: &str = "axe-core@4.14.1";

/// The source of axe-core, from the build folder or from npm.
fn source() -> Option<String> {
    let folder = concat!(env!("CARGO_TARGET_TMPDIR"), "/axe");
    let file = format!("{folder}/node_modules/axe-core/axe.min.js");
    if let Ok(text) = std::fs::read_to_string(&file) {
        return Some(text);
    }
    let mut install = Command::new("npm");
    install.args([
        "install",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--prefix",
        folder,
        AXE,
    ]);
    install.args(["--fetch-timeout=20000", "--fetch-retries=0"]);
    install.stdout(Stdio::null()).stderr(Stdio::null());
    let installed = install.status().is_ok_and(|status| status.success());
    installed
        .then(|| std::fs::read_to_string(file).ok())
        .flatten()
}

/// Asserts that axe-core finds no violation in the current state. The dark scheme differs only in its colours, so
/// there only the contrast is checked.
fn check(browser: &Browser, axe: &str, state: &str, schemes: &[&str]) {
    for scheme in schemes {
        browser.prefer("prefers-color-scheme", scheme);
        browser.until("ui.still()");
        let rules = match *scheme {
            "dark" => "runOnly: ['color-contrast'],",
            _ => "",
        };
        let found = browser.run(&format!(
            "if (!window.axe) {{ {axe} }}
             return window.axe.run(document, {{ {rules} resultTypes: ['violations'] }}).then(({{ violations }}) =>
               violations.flatMap((one) => one.nodes.map((node) => [one.id, node.html.slice(0, 160), node.any.concat(node.all)[0]?.message])))"
        ));
        assert_eq!(found, json!([]), "{state}, {scheme}");
    }
}

/// Ends a server that another one follows. The page must not try to reach it again.
fn leave(browser: &Browser, server: TestServer) {
    browser.check();
    browser.go("about:blank");
    drop(server);
}

const REVIEWED: &str = "[Game \"dvonn\"]\n[P1 \"Ann\"]\n\n1. f3 {[%eval 40]} c2?? {[%eval 350] a word} (c3 {another}) 2. i4?! {[%eval 100]} e3? {[%eval 200]} *\n";

/// Screens with the colour schemes and the dialogs to check. The colours do not depend on the screen.
type Screen<'a> = (u32, u32, &'a [&'a str], &'a [&'a str]);

const SCREENS: [Screen; 2] = [
    (
        1280,
        800,
        &["light", "dark"],
        &[
            "New game", "Set up", "Open", "Save", "Engines", "Rules", "Settings", "Keys",
        ],
    ),
    (360, 740, &["light"], &["New game"]),
];

fn axe(browser: &Browser) {
    let Some(axe) = source() else {
        println!("  SKIPPED: {AXE} cannot be installed with npm; accessibility was not checked");
        return;
    };
    let server = middle(browser);
    for (width, height, schemes, dialogs) in SCREENS {
        browser.screen(width, height, false);
        let state = |name: &str| {
            check(
                browser,
                &axe,
                &format!("{name}, {width} pixels wide"),
                schemes,
            )
        };
        state("a game");
        browser.touch("e2");
        browser.until("ui.find('button', 'Step back (Esc)')");
        state("an unfinished move");
        browser.key(Key::Escape);
        for name in dialogs {
            browser.menu("Menu", name);
            browser.until("ui.find('dialog')");
            browser.until(
                "!ui.find('dialog', 'Set up a position') || ui.find('textbox', 'FEN').value",
            );
            state(name);
            close(browser);
        }
        browser.run("location.hash = 'puzzles/dvonn/1'");
        browser
            .until("ui.find('button', 'Show me') && document.querySelector('#screen-puzzles svg')");
        state("a puzzle");
        browser.run("location.hash = 'board'");
    }
    browser.screen(1280, 800, false);
    leave(browser, server);
    let server = record(browser, "dvonn", REVIEWED, 4);
    browser.click("switch", "Analysis");
    browser.until("ui.find('region', 'Analysis').querySelectorAll('li button').length >= 3");
    browser.click("switch", "Analysis");
    for (width, height, schemes, _) in SCREENS {
        browser.screen(width, height, false);
        check(
            browser,
            &axe,
            &format!("a review, {width} pixels wide"),
            schemes,
        );
    }
    browser.screen(1280, 800, false);
    leave(browser, server);
    for game in ["zertz", "gipf", "diaballik", "gipf-zertz-challenge"] {
        let server = start(browser, game);
        check(browser, &axe, game, &["light", "dark"]);
        leave(browser, server);
    }
}

fn names(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    let tree = browser.tools("Accessibility.getFullAXTree", &json!({}));
    let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
    let count = |wanted: &dyn Fn(&str, &str) -> bool| {
        nodes
            .iter()
            .filter(|node| {
                let text =
                    |field: &str| node[field]["value"].as_str().unwrap_or_default().to_owned();
                wanted(&text("role"), &text("name"))
            })
            .count()
    };
    assert_eq!(
        count(&|role, name| role == "button" && name.ends_with(": empty")),
        49
    );
    let nameless =
        count(&|role, name| ["button", "combobox", "textbox"].contains(&role) && name.is_empty());
    assert_eq!(nameless, 0);
    // Moves are announced.
    browser.run("window.announced = []; for (const place of document.querySelectorAll('[aria-live]')) new MutationObserver(() => window.announced.push(place.textContent)).observe(place, { childList: true, subtree: true, characterData: true })");
    browser.touch("f3");
    current(browser, "f3");
    browser.until("window.announced.some((text) => text.includes('f3'))");
    server
}
