//! `play` in a real terminal, which `script` provides.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The program in its own terminal.
struct Terminal {
    child: Child,
    screen: Receiver<Vec<u8>>,
    shown: String,
}

/// Longer than any expected output takes.
const MAX_WAIT: Duration = Duration::from_secs(120);

impl Terminal {
    fn open(arguments: &str) -> Terminal {
        let line = format!("'{}' {arguments}", env!("CARGO_BIN_EXE_ringstack"));
        let mut child = Command::new("script")
            .args(["-qefc", &line, "/dev/null"])
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("`script` starts");
        let mut out = child.stdout.take().expect("piped");
        let (show, screen) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(read @ 1..) = out.read(&mut bytes) {
                if show.send(bytes[..read].to_vec()).is_err() {
                    return;
                }
            }
        });
        Terminal {
            child,
            screen,
            shown: String::new(),
        }
    }

    /// Waits until the text appears after the previously awaited text.
    fn wait_for(&mut self, text: &str) {
        let begun = Instant::now();
        while !self.shown.contains(text) {
            let left = MAX_WAIT.saturating_sub(begun.elapsed());
            match self.screen.recv_timeout(left) {
                Ok(bytes) => self.shown.push_str(&String::from_utf8_lossy(&bytes)),
                Err(error) => panic!("'{text}' is not shown ({error}):\n{}", self.shown),
            }
        }
        let end = self.shown.find(text).expect("shown") + text.len();
        self.shown.drain(..end);
    }

    fn type_in(&mut self, text: &str) {
        let stdin = self.child.stdin.as_mut().expect("piped");
        stdin
            .write_all(text.as_bytes())
            .expect("the process reads its input");
    }

    fn wait_for_end(&mut self) {
        let begun = Instant::now();
        while self.child.try_wait().expect("a child process").is_none() {
            assert!(begun.elapsed() < MAX_WAIT, "it still runs:\n{}", self.shown);
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // The process has already ended unless the test fails.
        let _ = self.child.kill();
    }
}

#[test]
fn commands_typed_during_a_search_run_after_it() {
    let mut terminal = Terminal::open("play --movetime 1000");
    terminal.wait_for("White (p1)> ");
    terminal.type_in("f3\r");
    terminal.wait_for("Black thinks");
    terminal.type_in("fen\rundo\rfen\rquit\r");
    terminal.wait_for("Black plays");
    terminal.wait_for(" w place");
    terminal.wait_for("x9/x10/x11/x10/x9 w place");
    terminal.wait_for_end();
}

#[test]
fn ctrl_d_ends_a_game_during_a_search() {
    let mut terminal = Terminal::open("play --side p2 --movetime 3600000");
    terminal.wait_for("White thinks");
    terminal.type_in("\x04");
    terminal.wait_for_end();
}

/// The arrow keys bring back an earlier line and edit it.
#[test]
fn a_typed_line_can_be_edited_and_repeated() {
    let mut terminal = Terminal::open("play --side both");
    terminal.wait_for("White (p1)> ");
    terminal.type_in("g3\x1b[D\x1b[D\x1b[3~f\r");
    terminal.wait_for("Black (p2)> ");
    terminal.type_in("undo\r");
    terminal.wait_for("White (p1)> ");
    terminal.type_in("\x1b[A\x1b[A\r");
    terminal.wait_for("Black (p2)> ");
    terminal.type_in("moves f3\r");
    // It is occupied again.
    terminal.wait_for("legal moves that begin with 'f'");
    terminal.type_in("quit\r");
    terminal.wait_for_end();
}

/// With millions of legal moves the program must not build a list of them.
#[test]
fn millions_of_legal_moves_are_not_listed() {
    let fen = "B3/1W3/2W3/BWWWWWB/3W2/3W1/3B 0G 10G w";
    let mut terminal = Terminal::open(&format!(
        "play --game gipf-tournament --side both --fen '{fen}'"
    ));
    terminal.wait_for("White (p1)> ");
    terminal.type_in("a1\r");
    terminal.wait_for("too many legal moves");
    terminal.type_in("quit\r");
    terminal.wait_for_end();
}
