//! Tests of the board that need a real browser: pointers, keys, focus, layout, accessibility and
//! connections. `tests/page` tests the modules of the page; the session has unit tests.
//!
//! Each test has its own tab and server. Command-line arguments select tests by name.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unreachable
)]

mod accessibility;
mod board;
mod browser;
mod connection;
mod dialogs;
mod editor;
mod games;
mod keyboard;
mod layout;
mod library;
mod modules;
mod play;
mod puzzles;
mod server;
mod study;
mod webdriver;

use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use libtest_mimic::{Arguments, Completion, Trial};

use browser::Browser;

/// A test with its name.
type Test = (&'static str, fn(&Browser));

/// The number of browsers that run tests at the same time.
const BROWSERS: usize = 2;

const MISSING: &str =
    "chromium and chromedriver are missing (Debian: apt-get install chromium chromium-driver)";

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Tests mostly wait for their page, so two browsers are faster than one.
    arguments.test_threads = Some(BROWSERS);
    let is_available = browser::is_available();
    let is_required = std::env::var_os("CI").is_some_and(|value| value == "true");
    let idle: Arc<Mutex<Vec<Browser>>> = Arc::default();
    // The longest first, so that both browsers end at about the same time.
    let tests = [
        accessibility::TESTS,
        layout::TESTS,
        games::TESTS,
        modules::TESTS,
        board::TESTS,
        keyboard::TESTS,
        dialogs::TESTS,
        editor::TESTS,
        study::TESTS,
        library::TESTS,
        puzzles::TESTS,
        connection::TESTS,
    ];
    let trials = tests.concat().into_iter().map(|(name, test)| {
        let idle = Arc::clone(&idle);
        Trial::ignorable_test(name, move || {
            if !is_available && is_required {
                return Err(MISSING.into());
            }
            if !is_available {
                return Ok(Completion::ignored_with(MISSING));
            }
            let browser = lock(&idle).pop().unwrap_or_else(Browser::start);
            let start = Instant::now();
            let outcome = browser.in_new_tab(|| test(&browser));
            println!("{name}: {:.1} s", start.elapsed().as_secs_f32());
            lock(&idle).push(browser);
            if let Err(panic) = outcome {
                std::panic::resume_unwind(panic);
            }
            Ok(Completion::Completed)
        })
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    // End the browsers before the program.
    lock(&idle).clear();
    conclusion.exit_code()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
