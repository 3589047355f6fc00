//! `ringstack gui` from the command line.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::program::BINARY;

#[test]
fn invalid_arguments_are_an_error_and_print_no_address() {
    let state = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let cases: [&[&str]; 5] = [
        &["--fen", "x y z"],
        &["--engine", "name="],
        &["--port", &port],
        &["--game", "chess"],
        &["--listen", "0.0.0.0"],
    ];
    for arguments in cases {
        let output = Command::new(BINARY)
            .args(["gui", "--no-open"])
            .args(arguments)
            .env("XDG_STATE_HOME", state.path())
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(!output.status.success(), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}: no address");
    }
}

/// Starts a server with this state folder. Returns its address, too.
fn start(state: &Path, arguments: &[&str]) -> (Child, String) {
    let mut child = Command::new(BINARY)
        .args(["gui", "--no-open"])
        .args(arguments)
        .env("XDG_STATE_HOME", state)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    (child, line.trim_end().to_owned())
}

#[test]
fn the_link_survives_a_restart_and_a_second_board_gets_another_port() {
    let state = tempfile::tempdir().unwrap();
    let split = |address: &str| {
        let (host, token) = address.split_once("/?token=").unwrap();
        (host.to_owned(), token.to_owned())
    };
    let boards = [(); 2].map(|()| start(state.path(), &[]));
    let [(first, token), (second, same)] = boards.map(|(mut child, address)| {
        child.kill().unwrap();
        child.wait().unwrap();
        split(&address)
    });
    assert_ne!(first, second);
    assert_eq!(token, same);
}

#[test]
fn the_page_is_served_at_the_printed_address_only_with_the_token() {
    let fen = "x9/x10/w10,x9,r/r,x9/x4,r,x4 w move";
    let state = tempfile::tempdir().unwrap();
    let (mut child, line) = start(
        state.path(),
        &["--port", "0", "--game", "dvonn", "--fen", fen],
    );
    let (host, path) = line
        .strip_suffix("#board")
        .and_then(|address| address.strip_prefix("http://"))
        .and_then(|rest| rest.split_once('/'))
        .unwrap_or_else(|| panic!("{line}"));
    let fetch = |path: &str| {
        let mut stream = TcpStream::connect(host).unwrap();
        write!(
            stream,
            "GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let (page, again, bare) = (fetch(path), fetch(path), fetch(""));
    // A refused request leaves no connection open.
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET / HTTP/1.1\r\nHost: {host}\r\n\r\n").unwrap();
    let started = std::time::Instant::now();
    let mut refused = String::new();
    stream.read_to_string(&mut refused).unwrap();
    // The server waits 10 s for the next request of those that it knows.
    let is_closed = started.elapsed().as_secs() < 8;
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(
        again.starts_with("HTTP/1.1 200"),
        "another browser: {again}"
    );
    assert!(bare.starts_with("HTTP/1.1 403"), "{bare}");
    assert!(
        refused.starts_with("HTTP/1.1 403") && is_closed,
        "{refused}"
    );
    assert!(
        refused.to_lowercase().contains("connection: close"),
        "{refused}"
    );
}

#[test]
fn a_random_set_up_opens_the_board() {
    let state = tempfile::tempdir().unwrap();
    let arguments = ["--port", "0", "--random-setup", "1", "--unbalanced"];
    let (mut child, line) = start(state.path(), &arguments);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.ends_with("#board"), "{line}");
}
