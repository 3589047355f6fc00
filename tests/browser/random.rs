//! Random touching of every variant, with a model of what a touch means beside it: after each touch
//! the page shows what the house says to the row that the model expects.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use ringstack::games;

use super::Test;
use super::games::{begin, people, plain};
use super::house::{House, agree, list, touch, word};
use super::server::{Server, place};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[(
    "every_variant_is_touched_at_random_and_page_and_house_agree",
    at_random,
)];

/// Things that are done to a variant where there is no time for a minute.
const FEW: u32 = 20;
/// And where none of them has made a turn.
const MANY: u32 = 400;

/// A simple sequence of numbers, the same in every run.
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

/// A turn in the making as the rules of the page have it: each touch with the answer before it, and
/// the answer to all of them.
struct Row {
    house: House,
    turns: Vec<String>,
    made: Vec<String>,
    /// What the house says to the first touches: none, one, and so on.
    answers: Vec<Value>,
}

impl Row {
    fn new(game: &str) -> Row {
        let mut house = House::start(game, None);
        let first = house.touches(&[]);
        Row {
            house,
            turns: Vec::new(),
            made: Vec::new(),
            answers: vec![first],
        }
    }

    fn answer(&self) -> &Value {
        self.answers.last().expect("the answer to no touch")
    }

    fn set(&mut self, made: Vec<String>) {
        self.answers = (0..=made.len())
            .map(|n| self.house.touches(made.get(..n).unwrap_or_default()))
            .collect();
        self.made = made;
    }

    fn forward(&mut self, touch: String) {
        self.made.push(touch);
        let answer = self.house.touches(&self.made);
        self.answers.push(answer);
        let answer = self.answer();
        if list(&answer["next"]).is_empty() && !answer["token"].is_null() {
            self.played();
        }
    }

    /// The turn as it is now is played.
    fn played(&mut self) {
        let token = word(&self.answer()["token"]);
        self.turns.push(token);
        self.house.go_to(&self.turns);
        self.set(Vec::new());
    }

    /// The entries of an answer that stand for a place.
    fn entries(&self, n: usize, id: &str) -> Vec<&Value> {
        let next = self.answers.get(n).map_or(&[][..], |a| list(&a["next"]));
        let at = |entry: &&Value| list(&entry["at"]).iter().any(|at| at == id);
        next.iter().filter(at).collect()
    }

    /// A place that is not offered now is touched: back to where it was offered.
    fn elsewhere(&mut self, id: &str) {
        for n in (0..self.made.len()).rev() {
            let made = self.made.get(n).cloned().unwrap_or_default();
            let entries = self.entries(n, id);
            let [entry] = entries.as_slice() else {
                assert!(entries.is_empty(), "two meanings are not touched here");
                continue;
            };
            let touch = word(&entry["touch"]);
            let mut row = self.made.clone();
            if touch != made {
                row.truncate(n);
                row.push(touch);
                self.set(row);
                let answer = self.answer();
                if list(&answer["next"]).is_empty() && !answer["token"].is_null() {
                    self.played();
                }
            } else if list(&self.answer()["off"]).iter().any(|t| *t == made) {
                row.remove(n);
                self.set(row);
            } else {
                row.truncate(n);
                self.set(row);
            }
            return;
        }
    }
}

fn at_random(browser: &Browser) {
    let server = Server::start(&["--game", "dvonn"]);
    server.open(browser);
    plain(browser);
    browser.reload();
    let mut numbers = Numbers(11);
    // A minute for each variant where there is time for it.
    let long = match std::env::var_os("RINGSTACK_BROWSER_LONG") {
        Some(_) => Duration::from_secs(60),
        None => Duration::ZERO,
    };
    for game in games::ids() {
        let begun = Instant::now();
        let (mut done, mut turns, mut ends) = (0, 0, 0);
        let goes_on = |done: u32, turns: usize| {
            begun.elapsed() < long || done < FEW || (turns == 0 && done < MANY)
        };
        while goes_on(done, turns) {
            begin(browser, game, None, &people(), &json!({"kind": "none"}));
            browser.wait_for("return document.querySelectorAll('.turn-cell').length === 0");
            let mut row = Row::new(game);
            let mut story = Vec::new();
            let before = turns;
            loop {
                let told = || format!("{game} {:?}: {story:?}, then {:?}", row.turns, row.made);
                agree(browser, row.answer(), &told);
                if row.answer()["scene"]["to_act"].is_null() {
                    ends += 1;
                    break;
                }
                if !goes_on(done, turns) {
                    break;
                }
                let what = act(browser, &mut row, &mut numbers);
                story.push(what);
                done += 1;
                turns = before + row.turns.len();
            }
        }
        println!("  {game}: {done} touches, {turns} turns, {ends} games to their ends");
        assert!(turns > 0, "{game}: no turn was made");
    }
    server.check(browser);
}

/// Does something to the page, and the same to the row; tells what.
fn act(browser: &Browser, row: &mut Row, numbers: &mut Numbers) -> String {
    let made = row.made.len();
    let whole = !row.answer()["token"].is_null() && made > 0;
    match numbers.below(12) {
        0 if made > 0 => {
            browser.keys(&["\u{e00c}"]);
            let mut shorter = row.made.clone();
            shorter.pop();
            row.set(shorter);
            "one step back".to_owned()
        }
        1 if made > 0 => {
            browser.chord("\u{e008}", "\u{e00c}");
            row.set(Vec::new());
            "the whole turn back".to_owned()
        }
        2 if whole => {
            browser.click("#confirm");
            row.played();
            "the turn is played".to_owned()
        }
        3 | 4 => {
            let places: Vec<String> = list(&row.answer()["scene"]["boards"])
                .iter()
                .flat_map(|board| list(&board["places"]))
                .map(|place| word(&place["id"]))
                .collect();
            let id = places[numbers.below(places.len())].clone();
            let offers = (0..row.answers.len()).any(|n| row.entries(n, &id).len() > 1);
            if offers || !row.entries(made, &id).is_empty() {
                return "nothing".to_owned();
            }
            browser.click(&place(&id));
            row.elsewhere(&id);
            format!("{id}, which is not offered")
        }
        _ => {
            let next = list(&row.answer()["next"]);
            if next.is_empty() {
                // Nothing goes on from here, and nothing is whole: back.
                browser.chord("\u{e008}", "\u{e00c}");
                row.set(Vec::new());
                return "out of a dead end".to_owned();
            }
            let chosen = word(&next[numbers.below(next.len())]["touch"]);
            touch(browser, row.answer(), &chosen);
            row.forward(chosen.clone());
            chosen
        }
    }
}
