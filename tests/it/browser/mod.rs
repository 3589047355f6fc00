//! Tests of the board that need a real browser: pointers, keys, focus, layout, accessibility and
//! connections. `tests/page` tests the modules of the page; the session has unit tests.
//!
//! Each test has its own tab and server. Without a browser a test passes and says so; if the variable CI is `true`, it
//! fails.

/// Makes tests of functions that take a browser.
macro_rules! browser_tests {
    ($($name:ident: $test:ident,)*) => {
        $(#[test]
        fn $name() {
            super::run($test);
        })*
    };
}

mod accessibility;
mod board;
mod chromium;
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
mod screens;
mod server;
mod study;
mod webdriver;

use std::io::{Write, stderr};
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};

use chromium::Browser;

/// The number of browsers that run tests at the same time.
const BROWSERS: usize = 2;

const MISSING: &str =
    "chromium and chromedriver are missing (Debian: apt-get install chromium chromium-driver)";

/// The browsers, which tests share.
struct Pool {
    idle: Vec<Browser>,
    /// The number of tests that have a browser.
    running: usize,
    /// The number of tests that wait for one.
    waiting: usize,
}

static POOL: Mutex<Pool> = Mutex::new(Pool {
    idle: Vec::new(),
    running: 0,
    waiting: 0,
});
static RETURNED: Condvar = Condvar::new();

fn pool() -> MutexGuard<'static, Pool> {
    POOL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The browser of a test; `None` while it starts.
struct Loan(Option<Browser>);

impl Loan {
    /// Waits until a browser is free.
    fn new() -> Loan {
        let mut pool = pool();
        pool.waiting += 1;
        while pool.running >= BROWSERS {
            pool = RETURNED.wait(pool).unwrap_or_else(PoisonError::into_inner);
        }
        pool.waiting -= 1;
        pool.running += 1;
        Loan(pool.idle.pop())
    }
}

impl Drop for Loan {
    fn drop(&mut self) {
        let mut pool = pool();
        pool.running -= 1;
        // The tabs of a test that panicked outside its tab are unknown.
        pool.idle
            .extend(self.0.take().filter(|_| !std::thread::panicking()));
        // Nothing ends the browsers at the end of the program, so the last test does.
        if pool.running == 0 && pool.waiting == 0 {
            pool.idle.clear();
        }
        RETURNED.notify_one();
    }
}

/// Runs a test in a new tab, and checks the page that it leaves. A test returns its server, so that it still runs then.
fn run<T>(test: fn(&Browser) -> T) {
    static AVAILABLE: OnceLock<bool> = OnceLock::new();
    let is_available = AVAILABLE.get_or_init(|| {
        let is_available = chromium::is_available();
        if !is_available {
            // Said once, and also if all tests pass.
            let _ = writeln!(stderr(), "the board is not tested in a browser: {MISSING}");
        }
        is_available
    });
    if !is_available {
        let is_required = std::env::var_os("CI").is_some_and(|value| value == "true");
        assert!(!is_required, "{MISSING}");
        return;
    }
    let mut loan = Loan::new();
    let browser = &*loan.0.get_or_insert_with(Browser::start);
    let outcome = browser.in_new_tab(|| {
        let _server = test(browser);
        browser.check();
    });
    drop(loan);
    if let Err(panic) = outcome {
        std::panic::resume_unwind(panic);
    }
}
