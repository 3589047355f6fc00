//! Figures for people: how fast a busy machine is proves nothing, so they are printed, and only what
//! does not depend on the machine is asserted.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::json;

use super::Test;
use super::games::{begin, middle, people};
use super::server::{BINARY, Server};
use super::webdriver::Browser;

pub const TESTS: &[Test] = &[
    ("the_board_is_quick_and_does_not_jump", quick),
    ("the_board_is_there_soon", soon),
    ("the_page_leaves_the_engine_its_time", nodes_a_second),
];

/// Starts of the program and of the page.
fn soon(browser: &Browser) {
    browser.before_load(
        "window.__usable = 0;
         const look = () => { if (document.querySelector('.hit.touchable')) window.__usable = performance.now(); else requestAnimationFrame(look); };
         addEventListener('DOMContentLoaded', look);",
    );
    let mut whole: Vec<f64> = (0..5)
        .map(|_| {
            let begun = Instant::now();
            let server = Server::start(&["--game", "dvonn"]);
            let started = begun.elapsed().as_secs_f64() * 1e3;
            browser.go(&server.address);
            let page = browser.wait_for("return window.__usable");
            started + page.as_f64().expect("a number")
        })
        .collect();
    whole.sort_by(f64::total_cmp);
    println!("  start to page usable: median {:.0} ms", whole[2]);
}

/// Pairs of an analysis with and without the page; long ones where that is wanted.
fn nodes_a_second(browser: &Browser) {
    let long = std::env::var_os("RINGSTACK_BROWSER_LONG").is_some();
    let (pairs, ms) = if long { (9, 2500) } else { (1, 300) };
    let server = Server::start(&["--game", "zertz"]);
    server.open(browser);
    begin(browser, "zertz", None, &people(), &json!({"kind": "none"}));
    let mut ratios: Vec<f64> = (0..pairs).map(|_| shown(browser, ms) / alone(ms)).collect();
    ratios.sort_by(f64::total_cmp);
    let median = ratios[ratios.len() / 2];
    println!("  nodes/s with the page to those without: median {median:.3}");
    assert!(median > 0.0);
    server.check(browser);
}

/// Nodes a second of three lines at the start, without anybody looking.
fn alone(ms: u32) -> f64 {
    let mut engine = Command::new(BINARY)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the engine starts");
    let mut input = engine.stdin.take().expect("piped");
    let output = BufReader::new(engine.stdout.take().expect("piped"));
    writeln!(
        input,
        "setoption name Game value zertz\nsetoption name MultiPV value 3\ngo movetime {ms}"
    )
    .expect("it listens");
    let mut speed = 0.0;
    for line in output.lines().map_while(Result::ok) {
        let mut words = line.split(' ').skip_while(|word| *word != "nps").skip(1);
        if let Some(nps) = words.next().and_then(|word| word.parse().ok()) {
            speed = nps;
        }
        if line.starts_with("bestmove") {
            break;
        }
    }
    drop(input);
    engine.wait().expect("it ends");
    speed
}

/// The same as the page tells it: the whole page is at work while the engine thinks.
fn shown(browser: &Browser, ms: u32) -> f64 {
    browser.run(&format!(
        "window.__nps = 0; const s = new WebSocket('ws://' + location.host + '/socket'); let asked = false;
         s.onopen = () => s.send(JSON.stringify({{t: 'hello', version: 1}}));
         s.onmessage = (e) => {{ const m = JSON.parse(e.data);
           if (m.t === 'state' && !asked) {{ asked = true; s.send(JSON.stringify({{t: 'analyse', on: true, node: m.live, engine: 0, lines: 3, ms: {ms}, only: []}})); }}
           if (m.t === 'lines' && m.lines.length && !m.running) {{ window.__nps = m.lines[0].nps; s.close(); }} }};"
    ));
    let speed = browser.wait_for("return window.__nps");
    speed.as_f64().expect("a number")
}

fn quick(browser: &Browser) {
    let server = middle(browser);
    // From a touch to what it changes on the board, in milliseconds.
    browser.run(
        "window.__times = null; (async () => {
           const times = [];
           const state = () => document.querySelectorAll('.mark.from').length;
           for (let n = 0; n < 40; n += 1) {
             const was = state(), begun = performance.now();
             document.querySelector('.hit[data-place=e2]').dispatchEvent(new MouseEvent('click', {bubbles: true}));
             await new Promise((done) => { const look = () => (state() !== was ? done() : setTimeout(look)); look(); });
             if (n % 2 === 0) times.push(performance.now() - begun);
           }
           window.__times = times.sort((a, b) => a - b);
         })();",
    );
    let times = browser.wait_for("return window.__times");
    let median = times[times.as_array().map_or(0, Vec::len) / 2]
        .as_f64()
        .unwrap_or(f64::MAX);
    // A figure for people: how fast a busy machine is proves nothing.
    println!("  touch to answer: median {median:.1} ms");
    assert_eq!(times.as_array().map_or(0, Vec::len), 20);
    // Nothing jumps while an engine thinks. The press itself makes room for the lines: what counts begins
    // when that has been drawn, which on a quick machine is after the first line has come.
    browser.click("#analysis-switch");
    browser.wait_for(
        "return document.querySelector('.analysis .facts').textContent.includes('depth')",
    );
    browser.run(
        "window.__later = false; window.__jumps = [];
         const name = (source) => source.node?.id || source.node?.className || source.node?.nodeName || '?';
         requestAnimationFrame(() => requestAnimationFrame(() => {
           const begun = performance.now();
           const note = (list) => {
             const jumps = list.getEntries().filter((entry) => entry.startTime > begun);
             window.__jumps.push(...jumps.map((entry) => [entry.value, ...entry.sources.map(name)].join(' ')));
           };
           new PerformanceObserver(note).observe({type: 'layout-shift', buffered: false});
           setTimeout(() => { window.__later = true; }, 1500);
         }));",
    );
    browser.wait_for("return window.__later");
    assert_eq!(browser.run("return window.__jumps"), json!([]));
    browser.click("#analysis-switch");
    server.check(browser);
}
