//! What a person does at the page beside touching the board: buttons by what they say, menus,
//! numbers, dialogs. Everything is done with a pointer or with keys.

use serde_json::{Value, json};

use super::server::shown;
use super::webdriver::{Browser, press as click};

const ESCAPE: &str = "\u{e00c}";
const CONTROL: &str = "\u{e009}";
const TAB: &str = "\u{e004}";
const DOWN: &str = "\u{e015}";
const UP: &str = "\u{e013}";

/// A button of a part of the page, found by the beginning of what it says.
fn button(part: &str, label: &str) -> String {
    let label = json!(label);
    format!(
        "[...document.querySelectorAll('{part} button')].find((b) => (b.textContent.trim() || b.title).startsWith({label}))"
    )
}

/// Presses a button of a part of the page.
pub fn press(browser: &Browser, part: &str, label: &str) {
    let (x, y) = browser.middle_of(&button(part, label));
    browser.click_at(x, y);
}

/// Presses a button twice that wants to be pressed so, the second time before it has forgotten the first.
pub fn insist(browser: &Browser, part: &str, label: &str) {
    let (x, y) = browser.middle_of(&button(part, label));
    browser.pointer("mouse", &[click(x, y), click(x, y)].concat());
}

/// Presses a button if it is still there.
pub fn try_press(browser: &Browser, part: &str, label: &str) {
    let point = browser.run(&format!(
        "const b = {}?.getBoundingClientRect(); return b ? [b.x + b.width / 2, b.y + b.height / 2] : []",
        button(part, label)
    ));
    if let (Some(x), Some(y)) = (point[0].as_f64(), point[1].as_f64()) {
        browser.click_at(x, y);
    }
}

/// The row of a dialog with this label.
pub fn row(label: &str) -> String {
    let label = json!(label);
    format!(
        "[...document.querySelectorAll('dialog .field, dialog .check')].find((f) => f.getClientRects().length && f.textContent.startsWith({label}))"
    )
}

/// Chooses in the first menu an expression finds, by keys.
pub fn choose(browser: &Browser, select: &str, option: &str) {
    let option = json!(option);
    let way = browser.wait_for(&format!(
        "const e = {select}; const n = e ? [...e.options].findIndex((o) => o.textContent === {option}) : -1;
         if (n < 0) return null; e.scrollIntoView({{block: 'nearest'}}); e.focus(); return [n - e.selectedIndex]"
    ));
    let way = way[0].as_i64().unwrap_or_default();
    let key = if way < 0 { UP } else { DOWN };
    let keys = vec![key; usize::try_from(way.abs()).unwrap_or_default()];
    if !keys.is_empty() {
        browser.keys(&keys);
    }
    browser.wait_for(&format!(
        "const e = {select}; return e.options[e.selectedIndex].textContent === {option}"
    ));
}

/// The menu of a row of a dialog; `n` from 0 where there are several.
pub fn menu(label: &str, n: usize) -> String {
    format!("{}?.querySelectorAll('select')[{n}]", row(label))
}

/// Writes a number into the field an expression finds.
pub fn write(browser: &Browser, field: &str, text: &str) {
    let (x, y) = browser.middle_of(field);
    browser.click_at(x, y);
    browser.chord(CONTROL, "a");
    let keys: Vec<String> = text.chars().map(|c| c.to_string()).collect();
    let mut keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    keys.push(TAB);
    browser.keys(&keys);
    let text = json!(text);
    browser.wait_for(&format!("return {field}?.value === {text}"));
}

/// Ticks or unticks the box an expression finds.
pub fn tick(browser: &Browser, field: &str) {
    let (x, y) = browser.middle_of(&format!("{field}?.querySelector('input')"));
    browser.click_at(x, y);
}

/// Closes the dialog.
pub fn close(browser: &Browser) {
    browser.keys(&[ESCAPE]);
    browser.wait_for("return !document.querySelector('dialog')");
}

/// Begins a game in the dialog: who plays, and what else is to be done there.
pub fn new_game(browser: &Browser, first: &str, second: &str, more: impl Fn(&Browser)) {
    browser.click("#menu-new");
    choose(browser, &menu("First player", 0), first);
    choose(browser, &menu("Second player", 0), second);
    more(browser);
    browser.click("#begin");
    browser.wait_for("return !document.querySelector('dialog')");
    shown(browser);
}

/// Waits until so many turns are in the main line.
pub fn turns(browser: &Browser, count: usize) {
    browser.wait_for(&format!(
        "return document.querySelectorAll('.turn-cell[data-node]').length === {count}"
    ));
}

/// Waits until a turn is the one that is looked at.
pub fn current(browser: &Browser, token: &str) {
    browser.wait_for(&format!(
        "return document.querySelector('.current .token')?.textContent === '{token}'"
    ));
}

/// Waits until so many pieces are on the boards.
pub fn pieces(browser: &Browser, count: usize) {
    browser.wait_for(&format!(
        "return document.querySelectorAll('#boards .piece').length === {count}"
    ));
}

/// Waits until so many lines of an analysis are shown.
pub fn lines(browser: &Browser, count: usize) {
    browser.wait_for(&format!(
        "return document.querySelectorAll('.lines li[data-rank]').length === {count}"
    ));
}

/// Waits until so many places can be touched.
pub fn touchable(browser: &Browser, count: usize) {
    browser.wait_for(&format!(
        "return document.querySelectorAll('.hit.touchable').length === {count}"
    ));
}

/// Waits until a notice says this.
pub fn notice(browser: &Browser, part: &str) {
    let part = json!(part);
    browser.wait_for(&format!(
        "return document.querySelector('#notices')?.textContent.includes({part})"
    ));
}

/// Changes a setting of the window and loads the page anew.
pub fn with_settings(browser: &Browser, settings: &Value) {
    browser.run(&format!(
        "localStorage.setItem('ringstack', JSON.stringify({settings}))"
    ));
    browser.reload();
    browser.wait_for("return document.querySelectorAll('.hit').length");
}

/// Keeps a picture for a person to look at, where a folder is named.
pub fn keep(browser: &Browser, name: &str) {
    let Some(folder) = std::env::var_os("RINGSTACK_PICTURES") else {
        return;
    };
    let file = std::path::Path::new(&folder).join(format!("{name}.png.base64"));
    std::fs::write(file, browser.picture()).expect("the folder can be written");
}
