//! Connections: several clients of one board, lost connections, and pages of other origins.

use std::io::{Read, Write};
use std::net::TcpListener;

use serde_json::json;

use super::chromium::{Browser, Key};
use super::play::{middle, moves, start, study, touchable};
use super::server::TestServer;

browser_tests! {
    two_tabs_share_one_game: two_tabs,
    two_browsers_share_one_link: two_browsers,
    each_of_two_devices_plays_its_side: two_devices,
    an_unfinished_move_survives_a_lost_connection: lost,
    a_game_survives_a_reload_and_a_restart: restarted,
    two_servers_are_independent: two_servers,
    pages_of_other_origins_are_refused: foreign,
}

fn two_tabs(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    let first = browser.tab();
    let second = browser.open_tab();
    browser.go(&format!("http://{}/#board", server.host()));
    browser.until("window.ui && ui.find('button', 'New game') && ui.touchable().length === 49");
    browser.touch("f3");
    moves(browser, 1);
    browser.switch(&first);
    browser.until("ui.current() === 'f3'");
    browser.touch("c2");
    moves(browser, 2);
    browser.switch(&second);
    browser.until("ui.current() === 'c2' && ui.pieces().length === 2");
    // Each tab has its own cursor.
    browser.type_text(&Key::Home.value().to_string());
    browser.until("ui.pieces().length === 0");
    browser.switch(&first);
    browser.until("ui.current() === 'c2' && ui.pieces().length === 2");
    server
}

fn two_browsers(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    let other = Browser::start();
    let outcome = other.in_new_tab(|| {
        server.show(&other);
        other.touch("f3");
        browser.until("ui.current() === 'f3'");
        browser.touch("c2");
        other.until("ui.current() === 'c2'");
        // The link stays valid.
        server.show(&other);
        other.until("ui.pieces().length === 2");
    });
    if let Err(panic) = outcome {
        std::panic::resume_unwind(panic);
    }
    server.show(browser);
    browser.until("ui.pieces().length === 2");
    server
}

fn two_devices(browser: &Browser) -> TestServer {
    let server = start(browser, "dvonn");
    let guest = Browser::start();
    let watcher = Browser::start();
    let open = |browser: &Browser, file: &str| {
        let key = std::fs::read_to_string(server.state.join("ringstack").join(file));
        let key = key.expect("a key");
        browser.go(&format!("http://{}/?token={key}#board", server.host()));
        browser.until("window.ui && ui.status()");
    };
    let waits = |browser: &Browser, name: &str| {
        browser.until(&format!(
            "window.ui && ui.status() === 'Waiting for {name}' && ui.touchable().length === 0"
        ));
    };
    let outcome = guest.in_new_tab(|| {
        open(&guest, "token-seat-2");
        waits(&guest, "White");
        let outcome = watcher.in_new_tab(|| {
            // The seat is taken.
            open(&watcher, "token-seat-2");
            waits(&watcher, "White");
            browser.until("ui.touchable().length === 49");
            browser.touch("f3");
            waits(browser, "Black");
            waits(&watcher, "Black");
            guest.until("ui.current() === 'f3' && ui.touchable().length === 48");
            // There is no move of this side to take back.
            guest.until("ui.find('button', 'Take back').disabled");
            guest.touch("c2");
            waits(&guest, "White");
            // The other player accepts a take-back.
            guest.button("Take back");
            guest.until("ui.find('button', 'Withdraw')");
            browser.button("Accept");
            browser.until("ui.current() === 'f3'");
            guest.until("ui.touchable().length === 48 && !ui.find('button', 'Withdraw')");
            guest.press_twice("Resign");
            let resigned = "ui.text('region', 'Game status').includes('Black resigned')";
            for browser in [browser, &guest, &watcher] {
                browser.until(resigned);
            }
        });
        if let Err(panic) = outcome {
            std::panic::resume_unwind(panic);
        }
    });
    if let Err(panic) = outcome {
        std::panic::resume_unwind(panic);
    }
    server
}

fn lost(browser: &Browser) -> TestServer {
    browser.before_load(
        "window.sockets = []; const Real = WebSocket;
         window.WebSocket = class extends Real { constructor(...all) { super(...all); window.sockets.push(this); } };",
    );
    let server = middle(browser);
    browser.touch("e2");
    touchable(browser, &["b2", "e5", "h2"]);
    browser.run("window.sockets.at(-1).close()");
    browser
        .until("window.sockets.length > 1 && window.sockets.at(-1).readyState === WebSocket.OPEN");
    touchable(browser, &["b2", "e5", "h2"]);
    browser.touch("h2");
    browser.until("ui.main().join() === 'e2h2'");
    server
}

fn restarted(browser: &Browser) -> TestServer {
    let mut server = start(browser, "dvonn");
    for (n, id) in ["f3", "c2", "i4"].iter().enumerate() {
        browser.touch(id);
        moves(browser, n + 1);
    }
    study(browser);
    browser.fill("textbox", "Comment", "a <b>comment</b>");
    browser.key(Key::Tab);
    browser.until("ui.find('region', 'Record').textContent.includes('a <b>comment</b>')");
    browser.reload();
    browser.until("window.ui && ui.find('button', 'New game') && ui.pieces().length === 3");
    browser.check();
    let start = std::time::Instant::now();
    while !server.has_saved("<b>comment</b>") {
        assert!(
            start.elapsed() < super::chromium::TIMEOUT,
            "nothing is saved"
        );
        std::thread::sleep(std::time::Duration::from_millis(25));
    }
    server.kill();
    let lost = "[...document.querySelectorAll('[role=alert]')].some((alert) => alert.textContent.includes('Connection lost'))";
    browser.until(lost);
    // The page finds the restarted server, and the game goes on.
    let port = server.host().split(':').nth(1).unwrap_or_default();
    let again = TestServer::start_in(&server.state, &["--port", port]);
    assert_eq!(again.address, server.address, "the link stays valid");
    browser.until(&format!("!{lost}"));
    browser.touch("e2");
    moves(browser, 4);
    browser.until("ui.find('region', 'Record').textContent.includes('a <b>comment</b>')");
    // A device without any state finds it, too.
    browser.run("localStorage.clear(); sessionStorage.clear()");
    again.show(browser);
    browser.until("ui.pieces().length === 4");
    // Discard the console messages about the lost connection.
    browser.console();
    again
}

fn two_servers(browser: &Browser) -> (TestServer, TestServer) {
    let one = start(browser, "dvonn");
    let first = browser.tab();
    let second = browser.open_tab();
    let two = start(browser, "dvonn");
    assert_ne!(one.host(), two.host());
    browser.touch("f3");
    moves(browser, 1);
    // Cookies are not separated by port, so both exist at the same time.
    browser.switch(&first);
    browser.reload();
    browser.until("window.ui && ui.find('button', 'New game') && ui.touchable().length === 49");
    browser.touch("a1");
    browser.until("ui.main().join() === 'a1'");
    browser.switch(&second);
    browser.reload();
    browser.until("window.ui && ui.find('button', 'New game') && ui.main().join() === 'f3'");
    (one, two)
}

/// Serves a page from another port of this machine. It is same-site, so cookies are sent.
fn serve_page(page: String) -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let length = page.len();
            let _ = write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{page}"
            );
        }
    });
    port
}

fn foreign(browser: &Browser) {
    let server = start(browser, "dvonn");
    let host = server.host().to_owned();
    let port = serve_page(format!(
        "<!DOCTYPE html><title>other origin</title><iframe src=\"http://{host}/\"></iframe><script>
         window.read = ''; fetch('http://{host}/script.js', {{credentials: 'include'}}).then(() => {{ window.read = 'yes'; }}, () => {{ window.read = 'refused'; }});
         window.heard = ''; const s = new WebSocket('ws://{host}/socket'); s.onopen = () => {{ window.heard = 'yes'; }}; s.onerror = () => {{ window.heard = 'refused'; }};
         </script>"
    ));
    browser.go(&format!("http://127.0.0.1:{port}/"));
    browser.until("window.read && window.heard");
    let answers = browser.run("return [window.read, window.heard]");
    assert_eq!(answers, json!(["refused", "refused"]));
    let framed = (0..400).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(25));
        let log = browser.console();
        log.iter()
            .any(|line| line.contains("frame-ancestors") || line.contains("X-Frame-Options"))
    });
    assert!(
        framed,
        "the console reports that the board must not be framed"
    );
    // A foreign host name that resolves to this machine (DNS rebinding) is refused.
    let port = host.split(':').nth(1).unwrap_or_default();
    browser.go(&format!("http://evil.example:{port}/"));
    let text = browser.run("return document.body.textContent");
    assert!(!text.to_string().contains("New game"), "{text}");
    // Discard the console messages about the refusals.
    browser.go("about:blank");
    browser.console();
}
