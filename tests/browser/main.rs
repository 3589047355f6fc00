//! The board in a real browser: Chromium, led by chromedriver. Every test plays with a server of its
//! own and ends with a look at the console and at what was asked of whom.
//!
//! It has its own frame of tests because the program is also the scripted house of some of them:
//! `fake-house MANNER [FILE]` (see `fake`). Words on the command line choose tests by their names. With
//! `RINGSTACK_BROWSER_LONG` set, each variant is touched at random for a minute.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable
)]

mod challenge;
mod dialogs;
mod drawing;
mod editing;
mod elsewhere;
mod exchange;
mod fake;
mod figures;
mod games;
mod house;
mod keeping;
mod keyboard;
mod live;
mod looks;
mod panel;
mod person;
mod random;
mod remarks;
mod review;
mod safety;
mod scripted;
mod seen;
mod server;
mod showing;
mod sitting;
mod steady;
mod study;
mod table;
mod thinker;
mod touching;
mod watch;
mod webdriver;
mod whole;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::time::Instant;

use webdriver::Browser;

/// A test with its name.
type Test = (&'static str, fn(&Browser));

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some("fake-house") = arguments.first().map(String::as_str) {
        let word = |n: usize| arguments.get(n).map(String::as_str);
        fake::run(word(1).unwrap_or_default(), word(2));
        return ExitCode::SUCCESS;
    }
    let words: Vec<&String> = arguments.iter().filter(|a| !a.starts_with('-')).collect();
    let all: Vec<Test> = [
        scripted::TESTS,
        games::TESTS,
        keeping::TESTS,
        table::TESTS,
        study::TESTS,
        review::TESTS,
        seen::TESTS,
        showing::TESTS,
        sitting::TESTS,
        steady::TESTS,
        touching::TESTS,
        panel::TESTS,
        exchange::TESTS,
        elsewhere::TESTS,
        remarks::TESTS,
        dialogs::TESTS,
        editing::TESTS,
        drawing::TESTS,
        keyboard::TESTS,
        watch::TESTS,
        whole::TESTS,
        random::TESTS,
        live::TESTS,
        challenge::TESTS,
        safety::TESTS,
        figures::TESTS,
        looks::TESTS,
    ]
    .concat();
    let chosen: Vec<&Test> = all
        .iter()
        .filter(|(name, _)| {
            words.is_empty() || words.iter().any(|word| name.contains(word.as_str()))
        })
        .collect();
    if arguments.iter().any(|a| a == "--list") {
        chosen.iter().for_each(|(name, _)| println!("{name}: test"));
        return ExitCode::SUCCESS;
    }
    println!("\nrunning {} tests in the browser", chosen.len());
    if chosen.is_empty() {
        println!("test result: ok. 0 passed; 0 failed");
        return ExitCode::SUCCESS;
    }
    if !webdriver::is_there() {
        println!(
            "NO BROWSER: chromium and chromedriver are not there, so the board was NOT TESTED (Debian: apt-get install chromium chromium-driver)"
        );
        let must = std::env::var_os("CI").is_some_and(|value| value == "true");
        println!(
            "test result: {}",
            if must {
                "FAILED. The browser is missing"
            } else {
                "ok. 0 passed; 0 failed; all ignored"
            }
        );
        return if must {
            ExitCode::FAILURE
        } else {
            ExitCode::SUCCESS
        };
    }
    let mut failed = Vec::new();
    for (name, test) in &chosen {
        let begun = Instant::now();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let browser = Browser::start(server::RULES);
            test(&browser);
        }));
        let seconds = begun.elapsed().as_secs_f32();
        let word = if outcome.is_ok() { "ok" } else { "FAILED" };
        println!("test {name} ... {word} ({seconds:.1} s)");
        if outcome.is_err() {
            failed.push(*name);
        }
    }
    let passed = chosen.len() - failed.len();
    let word = if failed.is_empty() { "ok" } else { "FAILED" };
    println!(
        "\ntest result: {word}. {passed} passed; {} failed",
        failed.len()
    );
    if failed.is_empty() {
        ExitCode::SUCCESS
    } else {
        println!("failed: {failed:?}");
        ExitCode::FAILURE
    }
}
