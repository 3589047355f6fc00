//! Runs the module tests of `tests/page/*.js` in one page of the browser.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;

use super::chromium::Browser;

browser_tests! {
    page_modules: modules,
}

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Serves the modules of the page, and their tests under `/tests/`.
fn answer(mut stream: TcpStream) -> std::io::Result<()> {
    let mut line = String::new();
    BufReader::new(stream.try_clone()?).read_line(&mut line)?;
    let path = line.split(' ').nth(1).unwrap_or("/").to_owned();
    let file = match path.strip_prefix("/tests/") {
        Some(name) => Path::new(ROOT).join("tests/page").join(name),
        None => Path::new(ROOT)
            .join("crates/board/page")
            .join(path.trim_start_matches('/')),
    };
    let (status, body) = match std::fs::read(file) {
        Ok(body) => ("200 OK", body),
        Err(_) => ("404 Not Found", Vec::new()),
    };
    let kind = if path.ends_with(".js") {
        "text/javascript"
    } else {
        "text/html"
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    )?;
    stream.write_all(&body)
}

fn modules(browser: &Browser) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || answer(stream));
        }
    });
    browser.go(&format!("http://127.0.0.1:{port}/tests/index.html"));
    browser.until("window.results");
    let results = browser.run("return window.results");
    let results = results.as_array().cloned().unwrap_or_default();
    let failed: Vec<String> = results
        .iter()
        .filter(|result| !result["error"].is_null())
        .map(|result| format!("{}: {}", result["name"], result["error"]))
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    println!("  {} tests of modules", results.len());
    assert!(results.len() > 20);
    // The page has no icon.
    browser.console();
}
