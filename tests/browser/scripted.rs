//! The proof that the board knows no game: it plays one that ringstack does not have, and stays whole
//! whatever a house does.

use super::Test;
use super::server::{Server, place, two_people};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[("three_in_a_row_is_played_to_its_end_by_clicks", to_its_end)];

fn to_its_end(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    for (n, id) in ["b2", "a3", "c3", "a1", "a2", "c2", "b3"]
        .iter()
        .enumerate()
    {
        browser.wait_for(&format!(
            "return document.querySelectorAll('.hit.touchable').length === {}",
            9 - n
        ));
        browser.click(&place(id));
    }
    browser.wait_for("return document.querySelectorAll('#boards .piece').length === 7");
    // A quick player does not wait for the other's turn to be shown.
    browser.click(&place("b1"));
    browser.click(&place("c1"));
    browser.wait_for("return document.querySelector('.banner .result')?.textContent");
    let result = browser.text(".banner .result");
    assert!(
        result.contains("Draw") || result.contains("wins"),
        "{result}"
    );
    server.check(browser);
}
