//! Whole games by real pointer actions, each variant from its start position against a low level until
//! the house says that it is over. What is touched is found by an engine of the test's own, so that
//! games come to their ends; after every touch the page shows what the house says.

use std::time::Instant;

use serde_json::json;

use ringstack::games;

use super::Test;
use super::games::{begin, plain};
use super::house::{House, agree, list, shown_turns, touch, word};
use super::server::Server;
use super::webdriver::{Browser, is_firefox_there};

pub const TESTS: &[Test] = &[
    (
        "every_variant_is_played_from_its_start_to_its_end",
        all_variants,
    ),
    ("every_variant_is_played_in_firefox_too", in_firefox),
];

/// Positions the test's own player looks at for a turn: more than a low level does.
const NODES: u32 = 3000;
/// Turns of a game that does not end.
const LONGEST: usize = 600;

/// The same where geckodriver and Firefox are to be had; a loud line where they are not.
fn in_firefox(_: &Browser) {
    if is_firefox_there() {
        let browser = Browser::start_firefox();
        play_all(&browser);
    } else {
        println!("  NO FIREFOX: geckodriver and firefox are not there, so it was not tried");
    }
}

fn all_variants(browser: &Browser) {
    let server = play_all(browser);
    server.check(browser);
}

fn play_all(browser: &Browser) -> Server {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    plain(browser);
    browser.reload();
    browser.wait_for("return document.querySelectorAll('.hit').length");
    for game in games::ids() {
        let begun = Instant::now();
        let turns = play(browser, game);
        println!(
            "  {game}: {turns} turns in {:.1} s",
            begun.elapsed().as_secs_f32()
        );
    }
    server
}

/// Waits until somebody at the page has the turn after more than `than` turns, or the game is over.
fn wait_for_turn(browser: &Browser, than: usize) {
    browser.wait_for(&format!(
        "return document.querySelectorAll('.turn-cell .token').length >= {than}
             && (document.querySelector('.banner .result') || document.querySelector('.hit.touchable, .item.touchable, .turn .touch'))"
    ));
}

/// Plays a game to its end; gives the number of its turns.
fn play(browser: &Browser, game: &str) -> usize {
    let players = json!([{"kind": "person"}, {"kind": "engine", "engine": 0, "level": 0}]);
    let time = json!({"kind": "move", "ms": 20});
    begin(browser, game, None, &players, &time);
    browser.wait_for("return document.querySelectorAll('.turn-cell .token').length === 0");
    let mut house = House::start(game, None);
    let mut played = 0;
    loop {
        wait_for_turn(browser, played);
        let turns = shown_turns(browser);
        assert!(turns.len() < LONGEST, "{game}: {turns:?}");
        house.go_to(&turns);
        let scene = house.ask("scene");
        if !scene["result"].is_null() {
            let told = house.touches(&[]);
            agree(browser, &told, &|| format!("{game} at its end"));
            let said =
                browser.wait_for("return document.querySelector('.banner .result')?.textContent");
            let text = word(&scene["result"]["text"]["text"]);
            let winner = word(&scene["result"]["winner"]);
            let name = word(&scene["players"][winner.as_str()]["name"]);
            let said = word(&said);
            assert!(
                said.contains(&text),
                "{game}: {said:?}, the house: {text:?}"
            );
            let outcome = if winner == "draw" { "Draw" } else { &name };
            assert!(said.contains(outcome), "{game}: {said:?} and {winner}");
            return turns.len();
        }
        if scene["to_act"] != "p1" {
            continue;
        }
        let best = house.turn(NODES);
        let way = house.way_to(&best);
        let mut row = Vec::new();
        for next in way {
            let answer = house.touches(&row);
            agree(browser, &answer, &|| format!("{game} {turns:?} {row:?}"));
            touch(browser, &answer, &next);
            row.push(next);
        }
        // Where the turn could go on, a button ends it.
        if !list(&house.touches(&row)["next"]).is_empty() {
            browser.click("#confirm");
        }
        played = turns.len() + 1;
    }
}
