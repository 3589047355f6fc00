//! `ringstack gui` from the command line: what cannot be served is told, and ends the program.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Command, Stdio};

const BINARY: &str = env!("CARGO_BIN_EXE_ringstack");

#[test]
fn what_cannot_be_served_is_told_with_an_exit_code() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let cases: [(&[&str], &str); 5] = [
        (&["--fen", "x y z"], "board 'x': expected 5 rows"),
        (&["--house", "/nowhere/engine"], "/nowhere/engine"),
        (&["--engine", "name="], "--engine: "),
        (&["--port", &port], "cannot serve at 127.0.0.1:"),
        (&["--game", "chess"], "chess"),
    ];
    for (arguments, part) in cases {
        let output = Command::new(BINARY)
            .args(["gui", "--no-open"])
            .args(arguments)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{arguments:?}: {told}");
        assert!(told.contains(part), "{arguments:?}: {told}");
        assert!(output.stdout.is_empty(), "{arguments:?}: no address");
    }
}

#[test]
fn a_good_position_is_served_at_the_address_that_is_told() {
    let fen = "x9/x10/w10,x9,r/r,x9/x4,r,x4 w move";
    let mut child = Command::new(BINARY)
        .args(["gui", "--no-open", "--game", "dvonn", "--fen", fen])
        .env(
            "XDG_STATE_HOME",
            std::env::temp_dir().join("ringstack-it-board"),
        )
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap())
        .read_line(&mut line)
        .unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(line.starts_with("http://127.0.0.1:"), "{line}");
}
