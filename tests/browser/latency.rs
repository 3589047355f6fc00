//! Latency. The times depend on the load of the machine, so they are printed, not asserted. The layout
//! shift is asserted.

use std::time::Instant;

use super::Test;
use super::browser::Browser;
use super::play::middle;
use super::server::TestServer;

pub const TESTS: &[Test] = &[
    ("latency_of_touches_and_moves", latency),
    ("time_until_the_page_is_usable", usable),
];

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Measures the milliseconds from a click to the changed document.
fn latency(browser: &Browser) {
    let server = middle(browser);
    // The document changes when the answer arrives; painting follows.
    browser.run(
        "window.timed = (place, done) => new Promise((resolve) => {
           const start = performance.now();
           const look = () => { if (done()) resolve(performance.now() - start); else setTimeout(look); };
           place.dispatchEvent(new MouseEvent('click', { bubbles: true })); look(); });",
    );
    let mut touches = Vec::new();
    let mut moves = Vec::new();
    for _ in 0..15 {
        let touch = browser.run("return window.timed(ui.place('i2'), () => ui.place('h1').getAttribute('aria-disabled') === 'false')");
        touches.push(touch.as_f64().expect("a number"));
        let played = browser.run("return window.timed(ui.place('h1'), () => ui.place('b2').getAttribute('aria-disabled') === 'false')");
        moves.push(played.as_f64().expect("a number"));
        browser.button("Take back");
        browser.until("ui.touchable().join() === 'e2,e5,i2'");
    }
    println!(
        "  median: touch to answer {:.1} ms, move to new view {:.1} ms",
        median(touches),
        median(moves)
    );
    server.check(browser);
}

fn usable(browser: &Browser) {
    browser.before_load(
        "window.usable = 0; window.shift = 0;
         new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value; }).observe({ type: 'layout-shift', buffered: true });
         const look = () => { if (document.querySelector('svg [role=button][aria-disabled=false]')) window.usable = performance.now(); else setTimeout(look); };
         addEventListener('DOMContentLoaded', look);",
    );
    let mut pages = Vec::new();
    let mut all = Vec::new();
    for _ in 0..5 {
        let start = Instant::now();
        let server = TestServer::start(&["--game", "dvonn"]);
        let started = start.elapsed().as_secs_f64() * 1e3;
        browser.go(&format!("{}#board", server.address));
        let page = browser.until("window.usable").as_f64().expect("a number");
        pages.push(page);
        all.push(started + page);
        let shift = browser.run("return window.shift").as_f64().unwrap_or(1.0);
        // The threshold for "good" in Web Vitals.
        assert!(shift < 0.1, "layout shift {shift}");
    }
    println!(
        "  median: page usable after {:.0} ms, with the start of the program {:.0} ms",
        median(pages),
        median(all)
    );
}
