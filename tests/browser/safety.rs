//! Who may talk to the board, and what it does with what it is told.

use std::io::{ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::{Duration, Instant};

use serde_json::json;

use super::Test;
use super::person::{notice, pieces, touchable, turns};
use super::server::{Server, place, two_people};
use super::webdriver::{Browser, PATIENCE};

pub const TESTS: &[Test] = &[
    ("the_address_is_good_once_and_cleaned", one_time_address),
    (
        "pages_of_other_origins_and_names_are_refused",
        foreign_pages,
    ),
    (
        "messages_that_are_none_get_an_error_and_harm_nothing",
        bad_messages,
    ),
    ("two_windows_that_play_at_once_make_one_turn", two_windows),
    ("a_reload_and_a_new_server_keep_the_game", nothing_is_lost),
    ("a_foreign_page_can_neither_frame_nor_ask", framing),
    ("two_boards_at_once_do_not_meet", two_boards),
    (
        "connections_that_ask_for_nothing_keep_nobody_out",
        half_requests,
    ),
    ("a_window_too_many_says_so_and_comes_in_later", too_many),
];

/// The head and body of an answer to a request of our own making.
fn request(server: &Server, head: &str) -> String {
    let mut stream = TcpStream::connect(server.host()).expect("it listens");
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .expect("a time");
    stream
        .write_all(format!("{head}Connection: close\r\n\r\n").as_bytes())
        .expect("it reads");
    let mut answer = String::new();
    // What closes the connection without an answer has refused, too.
    let _ = stream.read_to_string(&mut answer);
    answer
}

fn one_time_address(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    let address = browser.run("return location.href + ' ' + document.cookie");
    assert_eq!(
        address,
        json!(format!("http://{}/ ", server.host())),
        "no token, no cookie to be read"
    );
    let path = server.address.trim_start_matches("http://");
    let path = path.split_once('/').map_or("", |(_, path)| path);
    let host = server.host();
    let again = request(
        &server,
        &format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\n"),
    );
    assert!(
        again.starts_with("HTTP/1.1 403") && again.contains("has been used"),
        "{again}"
    );
    let wrong = request(
        &server,
        &format!("GET /?token=00 HTTP/1.1\r\nHost: {host}\r\n"),
    );
    assert!(
        wrong.starts_with("HTTP/1.1 403") && wrong.contains("ringstack gui"),
        "{wrong}"
    );
    let file = request(
        &server,
        &format!("GET /main.js HTTP/1.1\r\nHost: {host}\r\n"),
    );
    assert!(file.starts_with("HTTP/1.1 403"), "{file}");
    for header in [
        "default-src 'none'",
        "frame-ancestors 'none'",
        "no-referrer",
        "no-store",
        "nosniff",
    ] {
        assert!(file.contains(header), "{header} in {file}");
    }
    // A reload needs no token.
    browser.reload();
    browser.wait_for("return document.querySelectorAll('.hit').length === 9");
    server.check(browser);
}

fn foreign_pages(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    let host = server.host().to_owned();
    let port = host.split(':').nth(1).unwrap_or_default().to_owned();
    let upgrade = "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    for (name, origin) in [
        (host.clone(), String::new()),
        (host.clone(), "Origin: http://127.0.0.1:1\r\n".to_owned()),
        (
            format!("evil.example:{port}"),
            format!("Origin: http://evil.example:{port}\r\n"),
        ),
    ] {
        let head = format!("GET /socket HTTP/1.1\r\nHost: {name}\r\n{origin}{upgrade}");
        let answer = request(&server, &head);
        assert!(answer.starts_with("HTTP/1.1 403"), "{answer}");
    }
    // A foreign name that leads here, as by DNS rebinding, gets nothing.
    browser.go(&format!("http://evil.example:{port}/"));
    let text = browser.text("body");
    assert!(text.contains("not served"), "{text}");
    // Another board on this machine is another origin: it can neither talk to this one nor frame it.
    let other = Server::fake("plain", &[]);
    other.open(browser);
    browser.run(&format!(
        "window.__end = ''; const s = new WebSocket('ws://{host}/socket'); s.onopen = () => {{ window.__end = 'open'; }}; s.onerror = () => {{ window.__end = 'refused'; }};"
    ));
    let end = browser.wait_for("return window.__end");
    assert_eq!(end, json!("refused"));
    // What was refused is told on the console; it is what this test is about.
    browser.console();
    browser.requests();
}

fn bad_messages(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    browser.click(&place("b2"));
    pieces(browser, 1);
    browser.run(
        r#"window.__heard = []; window.__closed = null;
        const s = new WebSocket('ws://' + location.host + '/socket'); window.__s = s;
        s.onmessage = (e) => { const m = JSON.parse(e.data); if (m.t === 'notice') window.__heard.push(m.text); };
        s.onclose = (e) => { window.__closed = e.code; };
        s.onopen = () => {
          s.send('hello');
          s.send(JSON.stringify({t: 'shell', command: 'rm'}));
          s.send(JSON.stringify({t: 'new', fen: 'x\nquit', players: [{kind: 'person'}, {kind: 'person'}], time: {kind: 'none'}}));
          s.send(JSON.stringify({t: 'comment', node: 3, text: 'a\u0000b'}));
          s.send(JSON.stringify({t: 'option', engine: 0, name: 'LogFile', value: '/tmp/x'}));
          s.send(JSON.stringify({t: 'play', node: 99999, token: 'a1', game: true}));
          s.send(JSON.stringify({t: 'import', text: 'three:nothing moves z9'}));
        };"#,
    );
    browser.wait_for("return window.__heard.length >= 7");
    let heard = browser.run("return window.__heard.join('\\n')");
    let heard = heard.as_str().unwrap_or_default();
    for part in [
        "no JSON",
        "shell",
        "control characters",
        "LogFile: cannot be set from the page",
        "is gone",
    ] {
        assert!(heard.contains(part), "{part} in {heard}");
    }
    browser.run("window.__s.send('x'.repeat(10 << 20))");
    browser.wait_for("return window.__closed !== null");
    // The page and its game do not care.
    browser.wait_for("return document.querySelectorAll('.hit.touchable').length === 8");
    browser.click(&place("a1"));
    pieces(browser, 2);
    server.check(browser);
}

fn two_windows(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    let first = browser.window();
    let second = browser.new_window();
    browser.switch(&second);
    browser.go(&format!("http://{}/", server.host()));
    browser.wait_for("return document.querySelectorAll('.hit.touchable').length === 9");
    // The same position twice, over two connections at once.
    browser.run(
        "window.__notes = []; window.__ok = 0;
         const node = (s) => new Promise((done) => { s.onmessage = (e) => { const m = JSON.parse(e.data); if (m.t === 'state') done(m.live); }; s.onopen = () => s.send(JSON.stringify({t: 'hello', version: 1})); });
         const a = new WebSocket('ws://' + location.host + '/socket'), b = new WebSocket('ws://' + location.host + '/socket');
         Promise.all([node(a), node(b)]).then(([n, m]) => {
           for (const s of [a, b]) s.onmessage = (e) => { const x = JSON.parse(e.data); if (x.t === 'notice') window.__notes.push(x.text); if (x.t === 'played') window.__ok += 1; };
           a.send(JSON.stringify({t: 'play', node: n, token: 'a1', game: true}));
           b.send(JSON.stringify({t: 'play', node: m, token: 'b2', game: true}));
         });",
    );
    browser.wait_for("return window.__notes.length === 1 && window.__ok === 1");
    let note = browser.run("return window.__notes[0]");
    assert_eq!(note, json!("the game has gone on in the meantime"));
    for window in [&second, &first] {
        browser.switch(window);
        pieces(browser, 1);
    }
    browser.switch(&second);
    browser.close_window();
    browser.switch(&first);
    server.check(browser);
}

fn nothing_is_lost(browser: &Browser) {
    let mut server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    for (n, id) in ["b2", "a1", "c3"].iter().enumerate() {
        browser.wait_for(&format!(
            "return document.querySelectorAll('.hit.touchable').length === {}",
            9 - n
        ));
        browser.click(&place(id));
    }
    pieces(browser, 3);
    browser.fill("#comment", "a <b>remark</b>");
    browser.keys(&["\u{e004}"]);
    browser.wait_for(
        "return document.querySelector('.notes .comment')?.textContent === 'a <b>remark</b>'",
    );
    browser.reload();
    pieces(browser, 3);
    browser.wait_for(
        "return document.querySelector('.notes .comment')?.textContent === 'a <b>remark</b>'",
    );
    server.check(browser);
    // The save is written within a second of the last change.
    let folder = server.state.join("ringstack");
    let saved = || server.saves().iter().any(|text| text.contains("remark"));
    let begun = Instant::now();
    while !saved() {
        assert!(begun.elapsed() < PATIENCE, "nothing is saved");
        std::thread::sleep(Duration::from_millis(25));
    }
    server.kill();
    browser.wait_for(
        "return document.querySelector('#notices').textContent.includes('connection is lost')",
    );
    let state = server.state.clone();
    // A file that is no save is passed over.
    std::fs::write(
        folder.join("board-999999999999999-1.json"),
        "{\"version\":1",
    )
    .expect("a file");
    let house = super::server::fake("plain");
    let again = Server::start_in(&state, &["--house", &house]);
    again.open(browser);
    browser.click("#banner .main");
    pieces(browser, 3);
    browser.wait_for(
        "return document.querySelector('.notes .comment')?.textContent === 'a <b>remark</b>'",
    );
    // What the lost connection had to say is what this test is about.
    browser.console();
}

fn two_boards(browser: &Browser) {
    let one = Server::fake("plain", &[]);
    let two = Server::fake("plain", &[]);
    assert_ne!(one.host(), two.host());
    let stands = |id: &str| {
        browser.wait_for(&format!(
            "const all = [...document.querySelectorAll('#boards .piece')];
             return all.length === 1 && all[0].dataset.at === '{id}'
                 && document.querySelectorAll('.hit.touchable').length === 8"
        ));
    };
    one.open(browser);
    let first = browser.window();
    let second = browser.new_window();
    browser.switch(&second);
    two.open(browser);
    two_people(browser);
    browser.wait_for("return document.querySelectorAll('.hit.touchable').length === 9");
    browser.click(&place("b2"));
    stands("b2");
    browser.switch(&first);
    // Cookies do not know ports: both have to be there side by side.
    browser.reload();
    browser.wait_for("return document.querySelectorAll('.hit').length === 9");
    two_people(browser);
    browser.wait_for("return document.querySelectorAll('.hit.touchable').length === 9");
    let there = browser.run("return document.querySelectorAll('#boards .piece').length");
    assert_eq!(there, json!(0), "nothing of the other game");
    browser.click(&place("a1"));
    stands("a1");
    browser.switch(&second);
    browser.reload();
    browser.wait_for("return document.querySelectorAll('.hit').length === 9");
    stands("b2");
    // One ends; the other does not mind.
    drop(one);
    browser.click(&place("c3"));
    pieces(browser, 2);
    let asked = browser.requests();
    assert!(
        asked.iter().any(|url| url.contains(two.host())),
        "{asked:?}"
    );
    browser.switch(&first);
    browser.wait_for(
        "return document.querySelector('#notices').textContent.includes('connection is lost')",
    );
    browser.close_window();
    browser.switch(&second);
}

fn framing(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    let host = server.host().to_owned();
    // A page of another server on this machine: the cookie is sent along, for ports make no other site.
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let page = format!(
        "<!DOCTYPE html><title>foreign</title><iframe src=\"http://{host}/\"></iframe><script>\
         window.got = ''; fetch('http://{host}/main.js', {{credentials: 'include'}}).then(() => {{ window.got = 'read'; }}, () => {{ window.got = 'refused'; }});\
         window.said = ''; const s = new WebSocket('ws://{host}/socket'); s.onopen = () => {{ window.said = 'open'; }}; s.onerror = () => {{ window.said = 'refused'; }};\
         </script>"
    );
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let mut request = [0; 4096];
            let _ = stream.read(&mut request);
            let _ = write!(
                stream,
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{page}",
                page.len()
            );
        }
    });
    browser.console();
    browser.go(&format!("http://127.0.0.1:{port}/"));
    let got = browser.wait_for("return window.got");
    assert_eq!(got, json!("refused"));
    let said = browser.wait_for("return window.said");
    assert_eq!(said, json!("refused"));
    let told = (0..2000).any(|_| {
        std::thread::sleep(Duration::from_millis(25));
        let log = browser.console();
        log.iter()
            .any(|line| line.contains("frame-ancestors") || line.contains("X-Frame-Options"))
    });
    assert!(told, "the browser says that it may not frame the board");
    browser.requests();
}

fn half_requests(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    let half = |_| {
        let mut stream = TcpStream::connect(server.host()).expect("it listens");
        let time = Some(Duration::from_secs(40));
        stream.set_read_timeout(time).expect("a time");
        stream
            .write_all(b"GET / HTTP/1.1\r\nHost: ")
            .expect("it reads");
        stream
    };
    // Whether the server ends it; until then there is nothing to be read.
    let ended = |stream: &mut TcpStream| match stream.read_to_end(&mut Vec::new()) {
        Ok(_) => true,
        Err(error) => error.kind() == ErrorKind::ConnectionReset,
    };
    let mut many: Vec<TcpStream> = (0..200).map(half).collect();
    // Many at once: the oldest has to go, and whoever asks is served.
    assert!(ended(&mut many[0]), "the oldest makes room");
    server.open(browser);
    two_people(browser);
    touchable(browser, 9);
    // One alone: it has its time. A window that says nothing may stay.
    let mut last = half(0);
    assert!(ended(&mut last), "half a request does not last for ever");
    browser.click(&place("b2"));
    turns(browser, 1);
    server.check(browser);
}

fn too_many(browser: &Browser) {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    // With this window these are as many as there may be.
    browser.run(
        "window.__others = Array.from({length: 15}, () => new WebSocket('ws://' + location.host + '/socket'))",
    );
    browser.wait_for("return window.__others.every((s) => s.readyState === WebSocket.OPEN)");
    let first = browser.window();
    let second = browser.new_window();
    browser.switch(&second);
    browser.go(&format!("http://{}/", server.host()));
    notice(browser, "Too many windows");
    browser.switch(&first);
    browser.run("window.__others[0].close()");
    browser.switch(&second);
    browser.wait_for("return document.querySelectorAll('.hit').length === 9 && !document.querySelector('.notice')");
    // What was refused is told on the console; it is what this test is about.
    browser.console();
    browser.requests();
    browser.close_window();
    browser.switch(&first);
}
