//! The screen of the puzzles.

use serde_json::{Value, json};

use super::chromium::Browser;
use super::play::start;
use super::server::TestServer;

browser_tests! {
    a_puzzle_is_solved_move_by_move: solve,
}

/// A puzzle whose game ends with the third move: its number and the solution.
const PUZZLE: &str =
    "return ui.module('puzzles.js').then(({ puzzlesOf }) => puzzlesOf('dvonn')).then((all) => {
    const n = all.findIndex(({ moves }) => moves.length === 3 && !moves.includes('pass'));
    return [n + 1, all[n].moves];
})";

/// A move other than the right one.
const WRONG: &str = "async (right) => {
    const { ask } = await ui.module('api.js');
    const { hash } = location;
    const puzzle = await ui.module('puzzles.js').then(({ puzzlesOf }) => puzzlesOf('dvonn'));
    const { fen } = puzzle[Number(hash.split('/')[2]) - 1];
    const touched = (touches) => ask({ t: 'position_touches', position: { game: 'dvonn', fen, moves: [] }, touches });
    for (const { touch } of (await touched([])).next) {
        const { touch: to } = (await touched([touch])).next[0];
        if (touch + to !== right) return touch + to;
    }
}";

/// Moves the stack on one place to another one. A token names both places.
fn play(browser: &Browser, token: &str) {
    for place in [&token[..2], &token[2..]] {
        let look = format!(
            "document.querySelector(`#screen-puzzles [data-place={}]`)",
            json!(place)
        );
        browser.until(&format!(
            "{look} && {look}.getAttribute('aria-disabled') !== 'true'"
        ));
        browser.click_on(&look);
    }
}

fn solve(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    let puzzle = browser.run(PUZZLE);
    let moves: Vec<&str> = puzzle[1]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect();
    browser.run(&format!("location.hash = 'puzzles/dvonn/{}'", puzzle[0]));
    let task = "ui.text('region', 'Puzzle')";
    browser.until(&format!("{task}.includes('Find the winning move.')"));
    // A wrong move is answered, and can be taken back.
    let wrong = browser.run(&format!("return ({WRONG})('{}')", moves[0]));
    play(browser, wrong.as_str().expect("another move"));
    browser.until(&format!("{task}.includes('does not win. Best reply')"));
    browser.button("Try again");
    for token in moves.iter().step_by(2) {
        play(browser, token);
    }
    browser.until(&format!(
        "{task}.includes('Solved.') && {task}.includes('wins by force in 2 moves')"
    ));
    browser.button("Next puzzle");
    browser.until(&format!("{task}.includes('Find the winning move.')"));
    // The solution can be shown; the progress outlives the page.
    browser.button("Show me");
    browser.until("ui.find('button', 'Try again')");
    browser.reload();
    browser.until("document.querySelector('#screen-puzzles nav')?.textContent.includes('1 of ')");
    server
}
