//! Analysis, review, comments and the record, with the built-in engine.

use serde_json::json;

use super::chromium::{Browser, Key, to};
use super::play::{current, middle, moves, open_text, record, start, study};
use super::server::TestServer;

browser_tests! {
    the_analysis_follows_the_cursor_and_its_lines_can_be_played: analysis,
    a_hidden_score_is_shown_while_a_button_is_held: hidden,
    a_threat_is_shown_in_words_and_as_arrows: threat,
    evaluations_of_a_record_are_drawn_as_a_graph: graph,
    the_engine_reviews_a_game: review,
    the_explorer_follows_the_cursor_and_plays_moves: explorer,
    a_comment_stays_with_its_move: comment,
    variations_are_promoted_deleted_and_restored: edits,
    a_record_of_a_thousand_moves_opens: long_record,
}

/// The moves of the analysis lines.
const LINES: &str = "[...ui.find('region', 'Analysis').querySelectorAll('li')].map((line) => [...line.querySelectorAll('button')].map((move) => move.textContent)).filter((line) => line.length)";

fn analysis(browser: &Browser) -> TestServer {
    let server = middle(browser);
    study(browser);
    browser.click("switch", "Analysis");
    browser.until(&format!("{LINES}.length === 3"));
    browser.until("document.querySelectorAll('svg .arrow').length >= 3");
    // Hovering over a line shows it on the board.
    let before = browser.run("return JSON.stringify(ui.pieces())");
    let (x, y) = browser.middle("ui.find('region', 'Analysis').querySelector('li button')");
    browser.pointer("mouse", &[to((x - 4, y)), to((x, y))]);
    browser.until(&format!(
        "JSON.stringify(ui.pieces()) !== {}",
        json!(before)
    ));
    browser.pointer("mouse", &[to((300, 30))]);
    browser.until(&format!(
        "JSON.stringify(ui.pieces()) === {}",
        json!(before)
    ));
    // A click on a move of a line plays it; the analysis follows.
    browser.click_on("ui.find('region', 'Analysis').querySelector('li button')");
    moves(browser, 1);
    let played = browser.run("return ui.main()[0]");
    browser.until(&format!(
        "{LINES}.length > 0 && !{LINES}.some((line) => line[0] === {played})"
    ));
    // Evaluate one move, then all moves.
    browser.type_text("o");
    browser.until(&format!(
        "{LINES}.length === 1 && {LINES}[0][0] === {played}"
    ));
    browser.button("All moves");
    browser.until(&format!("{LINES}.length === 3"));
    // Play the best move by its shortcut.
    browser.key(Key::End);
    browser.until(&format!("{LINES}.length > 0 && ui.current() === {played}"));
    browser.type_text("b");
    moves(browser, 2);
    browser.click("switch", "Analysis");
    browser.until(&format!("{LINES}.length === 0"));
    server
}

fn hidden(browser: &Browser) -> TestServer {
    let server = middle(browser);
    browser.type_text("a");
    browser.until(&format!("{LINES}.length === 3"));
    let score = "/[+−#]/.test(ui.find('region', 'Analysis').querySelector('output').textContent)";
    browser.until(score);
    browser.type_text("s");
    browser.until(&format!("!{score}"));
    let at = browser.middle("ui.find('button', 'Hold to show score')");
    browser.pointer("mouse", &[to(at), super::chromium::down(0)]);
    browser.until(score);
    browser.pointer("mouse", &[super::chromium::up(0)]);
    browser.until(&format!("!{score}"));
    browser.type_text("sa");
    server
}

fn threat(browser: &Browser) -> TestServer {
    let server = start(browser, "diaballik");
    // White, who is not to move, could bring the ball to the goal.
    open_text(browser, "diaballik b1bBb1w/3bw2/3W3/7/b5b/7/ww1ww2 b");
    browser.type_text("x");
    browser.until("document.querySelectorAll('svg .arrow').length >= 2");
    browser.until("ui.all('status').some((line) => /White wins/.test(line.textContent))");
    server
}

const VALUES: &str = "[Game \"dvonn\"]\n[P1 \"Ann\"]\n[P2 \"Bob\"]\n\n1. f3 {[%eval 40]} c2 {[%eval 150] [%depth 5]} 2. i4 {[%eval -300]} e3 {[%mate 7]} *\n";

fn graph(browser: &Browser) -> TestServer {
    let server = record(browser, "dvonn", VALUES, 4);
    browser.until("document.querySelector('.curve .area')");
    let scores =
        browser.run("return ['f3', 'c2', 'i4'].map((token) => ui.move(token).computedName)");
    for (name, score) in ["+0.40", "−1.50", "−3.00"].iter().enumerate() {
        let name = scores[name].as_str().unwrap_or_default();
        assert!(name.contains(score), "{score} in {name}");
    }
    // A click on the graph selects the move.
    let at = browser.middle("document.querySelector('.curve')");
    browser.pointer("mouse", &super::chromium::press(at));
    current(browser, "c2");
    server
}

fn review(browser: &Browser) -> TestServer {
    let server = record(
        browser,
        "dvonn",
        "dvonn startpos moves f3 c2 i4 e3 a1 b1",
        6,
    );
    browser.choose("Seconds per position", "0.1 s");
    browser.button("Review game");
    browser.until("ui.find('button', 'Stop review') || ui.move('b1').textContent.length > 2");
    browser.until("ui.find('button', 'Review game')");
    browser.until("['f3', 'c2', 'i4', 'e3', 'a1', 'b1'].every((token) => /[+−0#]/.test(ui.move(token).textContent.slice(2)))");
    server
}

/// The moves in the explorer.
const EXPLORED: &str = "[...ui.find('region', 'Explorer').querySelectorAll('button')].map((row) => row.dataset.token).join()";

fn explorer(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    let games = "[Game \"dvonn\"]\n[P1 \"Ann\"]\n\n1. f3 c2 1-0\n\n[Game \"dvonn\"]\n\n1. f3 d2 0-1\n\n[Game \"dvonn\"]\n\n1. c3 *\n";
    browser.menu("Menu", "Open");
    browser.fill("textbox", super::play::OPEN, games);
    browser.click_on("ui.all('button', 'Open').find((button) => button.closest('dialog'))");
    browser.click("button", "1. Ann*");
    browser.until("!ui.find('dialog') && ui.main().join() === 'f3,c2'");
    browser.button("Explorer");
    browser.until("ui.find('region', 'Explorer').textContent.includes('No game reaches')");
    browser.key(Key::Home);
    browser.until(&format!("{EXPLORED} === 'f3,c3'"));
    browser.click_on("ui.find('region', 'Explorer').querySelector('button')");
    browser.until(&format!("ui.current() === 'f3' && {EXPLORED} === 'c2,d2'"));
    // No other game is saved.
    browser.choose("Games to explore", "Saved games");
    browser.until("ui.find('region', 'Explorer').textContent.includes('No other saved games')");
    browser.type_text("e");
    browser.until("ui.find('region', 'Record') && !ui.find('region', 'Explorer')");
    server
}

fn comment(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    study(browser);
    browser.touch("f3");
    moves(browser, 1);
    browser.click("textbox", "Comment");
    browser.type_text("good");
    // The comment is saved while it is written.
    browser.until("ui.find('region', 'Record').textContent.includes('good')");
    // Another tab continues the game; the comment stays with its move.
    let home = browser.tab();
    browser.open_tab();
    browser.go(&format!("http://{}/", server.host()));
    browser.until("window.ui && ui.find('button', 'New game') && ui.moves().length === 1");
    browser.touch("c2");
    moves(browser, 2);
    browser.close_tab();
    browser.switch(&home);
    moves(browser, 2);
    browser.type_text(" one");
    browser.key(Key::Tab);
    browser.key(Key::Tab);
    browser.until("ui.find('region', 'Record').textContent.includes('good one')");
    browser.click_on("ui.move('c2')");
    browser.until("ui.find('textbox', 'Comment').value === ''");
    browser.click_on("ui.move('f3')");
    browser.until("ui.find('textbox', 'Comment').value === 'good one'");
    server
}

const VARIATION: &str = "[Game \"dvonn\"]\n\n1. f3 c2 (c3 i4 {far}) 2. i4 *\n";

fn edits(browser: &Browser) -> TestServer {
    let server = record(browser, "dvonn", VARIATION, 3);
    let main = |tokens: &str| {
        browser.until(&format!("ui.main().join(' ') === '{tokens}'"));
    };
    main("f3 c2 i4");
    browser.click_on("ui.move('c3')");
    current(browser, "c3");
    browser.menu("Edit move", "Make main line");
    main("f3 c3 i4");
    browser.key(Key::End);
    current(browser, "i4");
    // The menu key opens the menu of the focused move.
    browser.run("document.querySelector('#record [aria-current]').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))");
    browser.click("menuitem", "Delete from here");
    main("f3 c3");
    browser.button("Undo edit");
    main("f3 c3 i4");
    browser.until("ui.find('region', 'Record').textContent.includes('far')");
    server
}

/// A thousand moves without a repetition: White moves five pieces through all combinations, Black moves
/// one piece back and forth.
fn thousand_moves() -> String {
    let mut places = [0_usize; 5];
    let mut forward = [true; 5];
    let mut moves = Vec::new();
    while moves.len() < 1000 {
        let end = |file: usize| if forward[file] { 3 } else { 0 };
        let Some(file) = (0..5).find(|&file| places[file] != end(file)) else {
            break;
        };
        forward[..file].iter_mut().for_each(|way| *way = !*way);
        let from = places[file];
        places[file] = if forward[file] { from + 1 } else { from - 1 };
        let letter = ["a", "b", "c", "e", "f"][file];
        moves.push(format!("{letter}{}{letter}{}", from + 1, places[file] + 1));
        let black = if moves.len() % 4 == 1 { "a7a6" } else { "a6a7" };
        moves.push(black.to_owned());
    }
    moves.join(" ")
}

fn long_record(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    open_text(
        browser,
        &format!("diaballik startpos moves {}", thousand_moves()),
    );
    browser.until("document.title.includes('Diaballik') && ui.find('region', 'Record').querySelectorAll('button').length === 1000");
    let walk = || {
        browser.type_text(&Key::Left.value().to_string().repeat(10));
        browser.type_text(&Key::Right.value().to_string().repeat(10));
        browser.key(Key::End);
        browser.until("ui.find('region', 'Record').querySelector('[aria-current=true]') === [...ui.find('region', 'Record').querySelectorAll('button')].at(-1) && ui.still()");
    };
    walk();
    let elements = || {
        let count = browser.run("return document.querySelectorAll('*').length");
        count.as_i64().expect("a number")
    };
    // The number of elements is bounded.
    let before = elements();
    walk();
    let after = elements();
    assert!(
        (after - before).abs() < 40,
        "{before} elements, then {after}"
    );
    // The current move is visible.
    let seen = browser.run("const box = ui.find('region', 'Record').querySelector('[aria-current=true]').getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight");
    assert_eq!(seen, json!(true));
    server
}
