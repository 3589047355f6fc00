//! Pointer input on the board: clicks, drags, touch, pens, and drawing with the secondary button.

use super::chromium::{Browser, Key, down, drag, press, to, up};
use super::play::{NewGameFields, TWO_HUMANS, middle, moves, new_game, start, touchable};
use super::server::TestServer;

browser_tests! {
    a_touch_of_another_piece_changes_the_selection: selection,
    moves_are_animated_unless_reduced_motion_is_preferred: motion,
    a_refused_touch_is_explained_until_the_next_one: refusal,
    quick_clicks_are_not_lost: quick,
    mouse_and_pen_drag_pieces: drags,
    a_move_of_another_client_ends_a_drag: overtaken,
    touch_screens_confirm_moves: fingers,
    a_button_that_ends_a_move_confirms_it: ended,
    the_secondary_button_draws: drawing,
    marbles_are_taken_from_the_supply: supply,
    a_loss_on_time_cancels_an_unfinished_move: flag,
    a_jump_is_challenged_and_played_on_its_board: challenge,
}

const STACKS: [&str; 3] = ["e2", "e5", "i2"];
/// A script that counts the started animations in `window.moved`.
const COUNT_ANIMATIONS: &str = "window.moved = 0; const real = Element.prototype.animate;
    Element.prototype.animate = function (...all) { window.moved += 1; return real.apply(this, all); };";
const TO_OF_E2: [&str; 3] = ["b2", "e5", "h2"];

fn place(browser: &Browser, id: &str) -> (i64, i64) {
    browser.middle(&format!("ui.place('{id}')"))
}

fn selection(browser: &Browser) -> TestServer {
    let server = middle(browser);
    browser.touch("e2");
    touchable(browser, &TO_OF_E2);
    browser.click_on("ui.place('i2')");
    touchable(browser, &["h1", "h2"]);
    browser.key(Key::Escape);
    touchable(browser, &STACKS);
    // A second touch of the same stack deselects it.
    browser.touch("e2");
    touchable(browser, &TO_OF_E2);
    browser.click_on("ui.place('e2')");
    touchable(browser, &STACKS);
    browser.touch("i2");
    browser.touch("h1");
    moves(browser, 1);
    browser.until("ui.current() === 'i2h1' && ui.pieces().some((piece) => piece.startsWith('h1:') && piece.includes('2'))");
    // The move is announced.
    browser.until(
        "document.querySelector('[aria-live=polite]') && document.body.textContent.includes('h1')",
    );
    server
}

fn motion(browser: &Browser) -> TestServer {
    browser.before_load(COUNT_ANIMATIONS);
    let server = middle(browser);
    for (preference, moves) in [("no-preference", true), ("reduce", false)] {
        browser.prefer("prefers-reduced-motion", preference);
        browser.run("window.moved = 0");
        browser.touch("i2");
        browser.touch("h1");
        browser.until("ui.touchable().includes('b2') && ui.still()");
        let moved = browser.run("return window.moved > 0");
        assert_eq!(moved, serde_json::json!(moves), "{preference}");
        browser.button("Take back");
        touchable(browser, &STACKS);
    }
    server
}

fn refusal(browser: &Browser) -> TestServer {
    browser.before_load(COUNT_ANIMATIONS);
    let server = middle(browser);
    let says = |reason: &str| {
        browser.until(&format!(
            "document.querySelector('#entry [role=status]').textContent === '{reason}'"
        ));
    };
    let marked = |count: usize| {
        browser.until(&format!(
            "document.querySelectorAll('main .refused:not([role=status])').length === {count}"
        ));
    };
    for (preference, shakes) in [("no-preference", true), ("reduce", false)] {
        browser.prefer("prefers-reduced-motion", preference);
        browser.run("window.moved = 0");
        browser.click_on("ui.place('f2')");
        says("This stack belongs to your opponent.");
        marked(1);
        let moved = browser.run("return window.moved > 0");
        assert_eq!(moved, serde_json::json!(shakes), "{preference}");
        browser.picture(&format!("refused-{preference}"));
        // Another touch removes the reason.
        browser.touch("e2");
        touchable(browser, &TO_OF_E2);
        says("Choose the stack to move onto, at a distance of 3.");
        marked(0);
        browser.click_on("ui.place('d2')");
        says("This stack moves exactly 3 fields, not 1.");
        touchable(browser, &TO_OF_E2);
        browser.key(Key::Escape);
        touchable(browser, &STACKS);
        says("Choose a stack to move.");
        marked(0);
    }
    // So does a drag to a place that is not allowed.
    browser.pointer("mouse", &drag(place(browser, "e2"), place(browser, "a1")));
    says("Stacks move in a straight line.");
    touchable(browser, &STACKS);
    browser.screen(360, 740, true);
    browser.until("ui.still()");
    browser.picture("refused-phone");
    server
}

fn quick(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    let places = ["f3", "c2", "i4", "e3", "a1", "b1", "c1", "d1"];
    let actions = places.map(|id| press(place(browser, id))).concat();
    browser.pointer("mouse", &actions);
    browser.until(&format!("ui.main().join(' ') === '{}'", places.join(" ")));
    // A double click plays one move.
    let at = place(browser, "e1");
    browser.pointer("mouse", &[press(at), press(at)].concat());
    moves(browser, 9);
    browser.touch("f1");
    moves(browser, 10);
    server
}

fn drags(browser: &Browser) -> TestServer {
    let server = middle(browser);
    let (from, goal) = (place(browser, "i2"), place(browser, "h1"));
    // A drop outside the board changes nothing.
    browser.pointer("mouse", &drag(from, (5, 300)));
    touchable(browser, &STACKS);
    // Escape cancels a drag before the button is released.
    browser.pointer(
        "mouse",
        &[to(from), down(0), to((from.0 - 20, from.1)), to(goal)],
    );
    touchable(browser, &["h1", "h2"]);
    browser.key(Key::Escape);
    touchable(browser, &STACKS);
    browser.pointer("mouse", &[up(0)]);
    browser.until("ui.main().length === 0");
    browser.pointer("mouse", &drag(from, goal));
    moves(browser, 1);
    browser.button("Take back");
    touchable(browser, &STACKS);
    browser.pointer("pen", &drag(from, goal));
    moves(browser, 1);
    server
}

fn overtaken(browser: &Browser) -> TestServer {
    let server = middle(browser);
    let home = browser.tab();
    let (from, goal) = (place(browser, "i2"), place(browser, "h1"));
    let other = browser.open_tab();
    browser.go(&format!("http://{}/", server.host()));
    browser.until("ui.touchable().length === 3");
    browser.switch(&home);
    browser.pointer(
        "mouse",
        &[to(from), down(0), to((from.0 - 20, from.1)), to(goal)],
    );
    touchable(browser, &["h1", "h2"]);
    browser.switch(&other);
    browser.touch("e2");
    browser.touch("h2");
    moves(browser, 1);
    browser.switch(&home);
    moves(browser, 1);
    browser.pointer("mouse", &[up(0)]);
    browser.until("ui.main().join() === 'e2h2'");
    // The next touch belongs to the next move.
    browser.touch("b2");
    browser.until("!ui.touchable().includes('b2')");
    server
}

fn fingers(browser: &Browser) -> TestServer {
    let server = middle(browser);
    browser.screen(360, 640, true);
    browser.until("matchMedia('(pointer: coarse)').matches");
    let tap = |id: &str| browser.pointer("touch", &press(place(browser, id)));
    tap("e2");
    touchable(browser, &TO_OF_E2);
    tap("e2");
    browser.until("ui.touchable().includes('i2')");
    // A finger drags a piece, too.
    let way = drag(place(browser, "e2"), place(browser, "h2"));
    browser.pointer("touch", &way);
    browser.until("ui.find('button', 'Confirm')");
    browser.until("ui.main().length === 0");
    let confirm = browser.middle("ui.find('button', 'Confirm')");
    browser.pointer("touch", &press(confirm));
    moves(browser, 1);
    // A swipe from an empty place touches nothing.
    let (x, y) = place(browser, "e1");
    let swipe = [
        to((x, y)),
        down(0),
        to((x, y - 40)),
        to((x, y - 90)),
        to((x, y - 150)),
        up(0),
    ];
    browser.pointer("touch", &swipe);
    browser.until("ui.main().length === 1 && ui.touchable().includes('b2')");
    server
}

fn ended(browser: &Browser) -> TestServer {
    let server = start(browser, "diaballik");
    browser.screen(360, 740, true);
    browser.until("matchMedia('(pointer: coarse)').matches");
    let tap = |at| browser.pointer("touch", &press(at));
    tap(place(browser, "a1"));
    browser.until("ui.touchable().includes('a2')");
    tap(place(browser, "a2"));
    browser.until("ui.find('button', 'Done')");
    tap(browser.middle("ui.find('button', 'Done')"));
    moves(browser, 1);
    server
}

fn drawing(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    // Shapes have no role; compare their number and colours.
    let drawn = |green: usize, red: usize| {
        browser.until(&format!(
            "document.querySelectorAll('.drawn.green').length === {green} && document.querySelectorAll('.drawn.red').length === {red}"
        ));
    };
    let draw = |from: &str, goal: &str| {
        let actions = [
            to(place(browser, from)),
            down(2),
            to(place(browser, goal)),
            up(2),
        ];
        browser.pointer("mouse", &actions);
    };
    draw("c2", "f3");
    drawn(1, 0);
    draw("i4", "i4");
    drawn(2, 0);
    // Draw a circle by key, and an arrow with Shift.
    browser.run("ui.place('e3').focus()");
    browser.type_text("c");
    drawn(3, 0);
    browser.type_text("v");
    browser.key(Key::Right);
    browser.keys_with(&[Key::Shift], "v");
    drawn(3, 1);
    // Drawings belong to the position.
    browser.touch("e3");
    moves(browser, 1);
    drawn(0, 0);
    browser.button("Back (←)");
    drawn(3, 1);
    // Drawing the same again removes it.
    draw("c2", "f3");
    drawn(2, 1);
    browser.key(Key::End);
    browser.menu("More actions", "Undo edit");
    browser.button("Back (←)");
    drawn(3, 1);
    browser.reload();
    browser.until("ui.find('button', 'New game') && ui.status()");
    browser.button("First position (Home)");
    drawn(3, 1);
    server
}

fn supply(browser: &Browser) -> TestServer {
    let server = start(browser, "zertz");
    browser.click_on("ui.supply('white')");
    browser.touch("d4");
    browser.touch("a1");
    moves(browser, 1);
    browser.until("/5/.test(ui.supply('white').textContent)");
    server
}

fn flag(browser: &Browser) -> TestServer {
    let server = start(browser, "zertz");
    let clocks = NewGameFields {
        minutes: "0.1",
        ..TWO_HUMANS
    };
    new_game(browser, &clocks);
    browser.click_on("ui.supply('white')");
    browser.touch("d4");
    browser.touch("a1");
    moves(browser, 1);
    // The time of player 2 runs out after they chose a marble: the move is cancelled.
    browser.click_on("ui.supply('grey')");
    browser.until("document.querySelector('[data-item][aria-pressed=true]')");
    browser.until("ui.text('region', 'Game status').includes('out of time')");
    browser.until("!document.querySelector('[data-item][aria-pressed=true]')");
    browser.until("ui.all('timer').some((clock) => clock.textContent === '0:00.0')");
    server
}

/// A GIPF position in which White's potential can jump from c3 to f5.
const JUMP: &str = "W3/1w^3/2b3/3b3/6/5/B3 10 12 w 1,1 -";

fn challenge(browser: &Browser) -> TestServer {
    let server = TestServer::open(browser, &["--game", "gipf-zertz-challenge"]);
    let new = NewGameFields {
        fen: JUMP,
        ..TWO_HUMANS
    };
    new_game(browser, &new);
    let boards = browser.run("return [...document.querySelectorAll('svg[role=group]')].map((board) => board.computedName)");
    assert_eq!(boards.as_array().map(Vec::len), Some(2), "{boards}");
    let (gipf, zertz) = (boards[0].clone(), boards[1].clone());
    let press_at = |board: &serde_json::Value, id: &str| {
        browser.until(&format!("ui.touchable({board}).includes('{id}')"));
        browser.click_on(&format!("ui.place('{id}', {board})"));
    };
    press_at(&gipf, "c3");
    press_at(&gipf, "f5");
    // Black replies to the jump with a button.
    browser.until("ui.find('button', 'Accept*') && ui.find('button', 'Challenge*')");
    browser.click("button", "Challenge*");
    // The challenge is played on the other board: a marble, its ring, and a ring to remove.
    browser.click_on("ui.supply('')");
    press_at(&zertz, "d4");
    press_at(&zertz, "a1");
    moves(browser, 3);
    server
}
