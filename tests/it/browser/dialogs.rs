//! Dialogs: scroll position, closing, refusals, opening and saving.

use serde_json::json;

use super::chromium::{Browser, Key, down, press, to, up};
use super::play::{
    OPEN, TWO_HUMANS, close, middle, moves, new_game, new_game_dialog, open_text, start,
};
use super::server::TestServer;

browser_tests! {
    a_dialog_opens_at_its_top_and_closes_by_a_click_outside: click_outside,
    a_refused_request_keeps_the_dialog_open: refused,
    an_invalid_hidden_number_is_ignored: hidden_number,
    records_are_opened_by_drop_and_paste: dropped,
    a_saved_record_can_be_reopened: saved,
    a_file_with_several_games_shows_a_list: several,
    player_names_and_results_are_shown: names,
    the_previous_game_can_be_reopened: previous_game,
    the_saved_picture_matches_the_board: picture,
    engine_options_can_be_changed: options,
    settings_are_stored: settings,
    the_language_can_be_changed: language,
    a_link_opens_its_position: link,
    the_page_works_without_storage_and_clipboard: restricted,
}

fn click_outside(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    browser.screen(360, 400, false);
    browser.type_text("n");
    browser.until("document.activeElement === ui.find('button', 'Begin')");
    assert_eq!(browser.run("return ui.find('dialog').scrollTop"), json!(0));
    close(browser);
    browser.screen(1280, 800, false);
    new_game_dialog(browser);
    browser.fill("textbox", "Position", "a text that is selected");
    let (x, y) = browser.middle("ui.find('textbox', 'Position')");
    // A press that starts inside the dialog does not close it.
    let drag = [to((x, y)), down(0), to((60, y)), up(0)];
    browser.pointer("mouse", &drag);
    browser.until("ui.find('textbox', 'Position').value === 'a text that is selected'");
    browser.pointer("mouse", &press((60, y)));
    browser.until("!ui.find('dialog')");
    server
}

fn refused(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    new_game_dialog(browser);
    browser.fill("textbox", "Position", "nonsense");
    browser.button("Begin");
    browser.until("ui.all('alert').some((alert) => alert.textContent.includes('nonsense'))");
    browser.until("ui.find('textbox', 'Position').value === 'nonsense'");
    close(browser);
    browser.menu("Menu", "Open");
    browser.fill("textbox", OPEN, "dvonn startpos moves z9");
    browser.click_on("ui.all('button', 'Open').find((button) => button.closest('dialog'))");
    browser.until("ui.all('alert').some((alert) => alert.textContent.includes('z9'))");
    close(browser);
    // A refused move stays in the field and can be corrected.
    browser.type_text("t");
    browser.fill("textbox", "Type a move", "z9");
    browser.key(Key::Enter);
    browser.until(
        "document.querySelector('[role=alert]') && document.body.textContent.includes('z9')",
    );
    browser.until("ui.find('textbox', 'Type a move').value === 'z9'");
    browser.touch("f3");
    moves(browser, 1);
    server
}

fn hidden_number(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    new_game_dialog(browser);
    browser.choose("Time", "Time per move");
    browser.fill("spinbutton", "Seconds per move", "0.33");
    browser.button("Begin");
    // A visible number must be valid.
    browser.until("ui.find('dialog').querySelector(':invalid')");
    browser.choose("Time", "No clock");
    browser.button("Begin");
    browser.until("!ui.find('dialog')");
    server
}

const RECORD: &str = "[Game \"dvonn\"]\n[P1 \"Ann\"]\n[Date \"2026.11.20\"]\n\n1. f3 {quiet, says Ann} c2 (c3 {far}) 2. i4!? *\n";

fn dropped(browser: &Browser) -> TestServer {
    let server = TestServer::open(browser, &["--game", "diaballik"]);
    let event = |kind: &str, data: &str| {
        browser.run(&format!(
            "const data = new DataTransfer(); {data};
             document.body.dispatchEvent(new {kind}, {{ bubbles: true, cancelable: true, dataTransfer: data, clipboardData: data }}))"
        ));
    };
    let text = json!(RECORD);
    event(
        "DragEvent('drop'",
        &format!("data.items.add(new File([{text}], 'game.pgn', {{ type: 'text/plain' }}))"),
    );
    moves(browser, 3);
    new_game(browser, &TWO_HUMANS);
    event(
        "ClipboardEvent('paste'",
        &format!("data.setData('text/plain', {text})"),
    );
    moves(browser, 3);
    server
}

fn saved(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    open_text(browser, RECORD);
    moves(browser, 3);
    browser.until("ui.find('region', 'Record').textContent.includes('quiet, says Ann')");
    browser.fill("textbox", "Comment", "a <b>comment</b>");
    browser.key(Key::Tab);
    browser.until("ui.find('region', 'Record').textContent.includes('a <b>comment</b>')");
    browser.menu("Menu", "Save");
    let text =
        browser.until("ui.find('textbox', 'Record') && ui.all('textbox', 'Record').at(-1).value");
    let text = text.as_str().unwrap_or_default().to_owned();
    for part in [
        "[P1 \"Ann\"]",
        "quiet, says Ann",
        "(1... c3",
        "far",
        "i4",
        "a <b>comment</b>",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    close(browser);
    new_game(browser, &TWO_HUMANS);
    open_text(browser, &text);
    browser.until("ui.moves().join(' ') === 'f3 c2 c3 i4'");
    browser.until("ui.find('region', 'Record').textContent.includes('a <b>comment</b>')");
    server
}

fn several(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    let games = "[Game \"dvonn\"]\n[P1 \"Ann\"]\n\n1. f3 *\n\n[Game \"dvonn\"]\n[P1 \"Cid\"]\n\n1. c2 i4 *\n";
    browser.menu("Menu", "Open");
    browser.fill("textbox", OPEN, games);
    browser.click_on("ui.all('button', 'Open').find((button) => button.closest('dialog'))");
    browser.click("button", "2. Cid*");
    moves(browser, 2);
    browser.until("!ui.find('dialog') && ui.find('group', 'Cid')");
    server
}

fn names(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    browser.click("button", "White*");
    browser.fill("textbox", "Name of the first player", "Ann");
    browser.button("Change");
    browser.until("!ui.find('dialog') && ui.find('group', 'Ann')");
    browser.press_twice("Resign");
    browser.until("ui.text('region', 'Game status').includes('Ann resigned')");
    // The result can be set manually, and the change undone.
    browser.menu("More actions", "Result");
    browser.button("Ann wins");
    browser.until("ui.text('region', 'Game status').includes('Ann wins')");
    browser.menu("More actions", "Undo edit");
    browser.until("ui.text('region', 'Game status').includes('Ann resigned')");
    server
}

fn previous_game(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    browser.touch("f3");
    moves(browser, 1);
    new_game(browser, &TWO_HUMANS);
    browser.button("Reopen");
    browser.until("ui.main().join() === 'f3'");
    // The dialog lists earlier games.
    new_game(browser, &TWO_HUMANS);
    browser.menu("Menu", "Open");
    browser.click_on("ui.find('dialog').querySelector('li button')");
    browser.until("!ui.find('dialog') && ui.main().join() === 'f3'");
    server
}

fn picture(browser: &Browser) -> TestServer {
    let server = middle(browser);
    browser.run(
        "const real = URL.createObjectURL; window.file = '';
         URL.createObjectURL = (blob) => { void blob.text().then((text) => { window.file = text; }); return real.call(URL, blob); };",
    );
    browser.menu("Menu", "Save");
    browser.button("Save picture");
    browser.until("window.file");
    let compared = browser.run(
        "const file = new DOMParser().parseFromString(window.file, 'image/svg+xml');
         const at = (root) => [...root.querySelectorAll('.piece')].map((piece) => piece.getAttribute('transform')).sort().join();
         return [file.querySelector('parsererror') === null, at(file) === at(document.querySelector('#boards')), at(file) !== '',
           file.querySelectorAll('script, [role=button], [style]').length];",
    );
    assert_eq!(compared, json!([true, true, true, 0]));
    server
}

fn options(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    browser.menu("Menu", "Engines");
    browser.until("ui.find('spinbutton', 'Hash') || ui.find('spinbutton', 'Threads')");
    // File options and options that the board sets itself are not offered.
    let names = browser.run(
        "return ui.all('spinbutton').concat(ui.all('textbox')).map((field) => field.computedName)",
    );
    assert!(!names.to_string().contains("File"), "{names}");
    browser.fill("spinbutton", "Hash", "3");
    browser.key(Key::Tab);
    close(browser);
    browser.menu("Menu", "Engines");
    browser.until("ui.find('spinbutton', 'Hash')?.value === '3'");
    close(browser);
    browser.button("Rules");
    browser.until("ui.find('dialog').querySelectorAll('p').length > 2");
    close(browser);
    server
}

fn settings(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    browser.touch("f3");
    browser.button("Settings");
    browser.choose("Colours", "dark");
    browser.until("getComputedStyle(document.documentElement).colorScheme === 'dark'");
    browser.choose("Coordinates", "on places");
    browser.until("document.querySelectorAll('svg[role=group] text').length >= 48");
    browser.choose("Confirm moves", "always");
    close(browser);
    browser.reload();
    browser.until("window.ui && ui.find('button', 'New game') && ui.status()");
    browser.until("getComputedStyle(document.documentElement).colorScheme === 'dark'");
    browser.touch("c2");
    browser.button("Confirm");
    moves(browser, 2);
    server
}

fn language(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    browser.touch("f3");
    moves(browser, 1);
    browser.button("Settings");
    browser.until("ui.find('combobox', 'Language')");
    // The page reloads, so the event comes after the answer to this script.
    browser.run("const list = ui.find('combobox', 'Language'); list.value = 'fr'; setTimeout(() => list.dispatchEvent(new Event('change')), 50)");
    browser.until(
        "window.ui && document.documentElement.lang === 'fr' && ui.find('button', 'Réglages')",
    );
    browser.until("ui.find('region', 'Notation de la partie').textContent.includes('f3')");
    server
}

fn link(browser: &Browser) -> TestServer {
    let server = TestServer::open(browser, &["--game", "dvonn"]);
    let fen = "bbbBbbb/7/7/7/7/7/wwwWwww%20w";
    browser.go("about:blank");
    browser.go(&format!(
        "http://{}/#game=diaballik&fen={fen}",
        server.host()
    ));
    browser.until("window.ui && document.title.includes('Diaballik') && ui.pieces().length === 14");
    browser.until("location.hash === ''");
    // A link also works in a tab that already shows the board.
    let fen = "B2W/5/6/W5B/6/5/B2W%2012%2012%20w";
    browser.run(&format!("location.hash = '#game=gipf&fen={fen}'"));
    browser.until("document.title.includes('GIPF') && ui.pieces().length === 6");
    server
}

fn restricted(browser: &Browser) -> TestServer {
    browser.before_load(
        "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
         Storage.prototype.getItem = () => { throw new DOMException('no', 'SecurityError'); };
         Clipboard.prototype.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));",
    );
    let server = start(browser, "dvonn");
    browser.button("Settings");
    browser.choose("Colours", "dark");
    browser.until("getComputedStyle(document.documentElement).colorScheme === 'dark'");
    close(browser);
    browser.menu("Menu", "Save");
    browser.until("ui.find('textbox', 'FEN*')?.value");
    browser.click_on("ui.all('button', 'Copy')[0]");
    browser.until("((field) => field.value && field.selectionStart === 0 && field.selectionEnd === field.value.length)(ui.find('textbox', 'FEN*'))");
    close(browser);
    browser.touch("f3");
    moves(browser, 1);
    server
}
