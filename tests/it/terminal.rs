//! What a person meets who sits at a terminal: a real one, made by `script`.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The program in a terminal of its own.
struct Terminal {
    child: Child,
    screen: Receiver<Vec<u8>>,
    shown: String,
}

/// Far more than anything takes that is to be seen.
const PATIENCE: Duration = Duration::from_secs(120);

impl Terminal {
    fn open(arguments: &str) -> Terminal {
        let line = format!("'{}' {arguments}", env!("CARGO_BIN_EXE_ringstack"));
        Terminal::of_kind("xterm", &line)
    }

    /// A terminal of this kind, with this command line.
    fn of_kind(term: &str, line: &str) -> Terminal {
        let mut child = Command::new("script")
            .args(["-qefc", line, "/dev/null"])
            .env("TERM", term)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is script");
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

    /// Waits until this is shown, after what was waited for before.
    fn wait_for(&mut self, text: &str) {
        let begun = Instant::now();
        while !self.shown.contains(text) {
            let left = PATIENCE.saturating_sub(begun.elapsed());
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
        stdin.write_all(text.as_bytes()).expect("it listens");
    }
}

#[test]
fn tab_completes_commands_and_moves_and_arrows_bring_lines_back() {
    let mut terminal = Terminal::open("play --game gipf-basic --side both");
    terminal.wait_for("p1> ");
    // The only move from this dot.
    terminal.type_in("a1\t");
    terminal.wait_for("a1-b2");
    terminal.type_in("\r");
    terminal.wait_for("p2> ");
    terminal.type_in("tur\t\r");
    terminal.wait_for("1. p1 a1-b2");
    terminal.wait_for("p2> ");
    // An arrow brings the last line back.
    terminal.type_in("\x1b[A\r");
    terminal.wait_for("1. p1 a1-b2");
    // Ctrl-C takes back what is being typed and not the game.
    terminal.wait_for("p2> ");
    terminal.type_in("undo\x03");
    terminal.wait_for("type quit to leave the game");
    terminal.wait_for("p2> ");
    terminal.type_in("quit\r");
    assert!(terminal.child.wait().expect("it ends").success());
}

/// Where millions of moves are legal, nothing waits for a list of them.
#[test]
fn millions_of_legal_moves_are_neither_completed_nor_listed() {
    let fen = "B3/1W3/2W3/BWWWWWB/3W2/3W1/3B 0G 10G w";
    let mut terminal = Terminal::open(&format!(
        "play --game gipf-tournament --side both --fen '{fen}'"
    ));
    terminal.wait_for("p1> ");
    terminal.type_in("mov\t");
    terminal.wait_for("moves");
    terminal.type_in("\r");
    terminal.wait_for("12532447 legal moves are too many to be listed");
    terminal.wait_for("p1> ");
    terminal.type_in("moves xa4-g4!\r");
    terminal.wait_for("0 of 12532447 legal moves begin with 'xa4-g4!'");
    terminal.wait_for("p1> ");
    terminal.type_in("quit\r");
    assert!(terminal.child.wait().expect("it ends").success());
}

/// What is typed before the prompt is there again is done, line by line.
#[test]
fn lines_that_are_typed_ahead_are_not_lost() {
    let mut terminal = Terminal::open("play --side both");
    terminal.wait_for("p1> ");
    terminal.type_in("f3\rc2\ri4\rturns\r");
    terminal.wait_for("1. p1 f3");
    terminal.wait_for("3. p1 i4");
    terminal.type_in("quit\r");
    assert!(terminal.child.wait().expect("it ends").success());
}

#[test]
fn a_paste_of_several_lines_is_done_line_by_line() {
    let mut terminal = Terminal::open("play --side both");
    terminal.wait_for("p1> ");
    terminal.type_in("\x1b[200~f3\nc2\ni4\x1b[201~\r");
    terminal.wait_for("p2> c2");
    terminal.wait_for("p1> i4");
    terminal.wait_for("p2> ");
    terminal.type_in("turns\r");
    terminal.wait_for("3. p1 i4");
    terminal.type_in("quit\r");
    assert!(terminal.child.wait().expect("it ends").success());
}

#[test]
fn what_is_typed_while_the_engine_thinks_is_done_afterwards() {
    let mut terminal = Terminal::open("play --movetime 1000");
    terminal.wait_for("p1> ");
    terminal.type_in("f3\r");
    terminal.wait_for("f3");
    terminal.type_in("turns\rfen\rundo\rquit\r");
    terminal.wait_for("1. p1 f3");
    terminal.wait_for(" w place");
    terminal.wait_for("Placed: 0 of 49");
    assert!(terminal.child.wait().expect("it ends").success());
}

#[test]
fn ctrl_c_ends_the_program_where_lines_are_not_edited() {
    let program = env!("CARGO_BIN_EXE_ringstack");
    let mut terminal = Terminal::of_kind("dumb", &format!("'{program}' play --side both"));
    terminal.wait_for("p1> ");
    terminal.type_in("\x03");
    let status = terminal.child.wait().expect("it ends");
    assert!(!status.success(), "{status}");
}

#[test]
fn a_signal_at_the_prompt_leaves_the_terminal_as_it_was() {
    let place = crate::tools::folder("terminal-signal").join("pid");
    let (program, pid) = (env!("CARGO_BIN_EXE_ringstack"), place.display());
    let line = format!(
        "sh -c \"echo \\$\\$ > '{pid}'; exec '{program}' play --side both\"; stty -a; echo end"
    );
    let mut terminal = Terminal::of_kind("xterm", &line);
    terminal.wait_for("p1> ");
    // The editor has taken the terminal over when it shows what is typed.
    terminal.type_in("mov\t");
    terminal.wait_for("moves");
    let pid = std::fs::read_to_string(&place).expect("it was written");
    let killed = Command::new("kill").args(["-TERM", pid.trim()]).status();
    assert!(killed.expect("there is kill").success());
    terminal.wait_for("isig");
    terminal.wait_for(" icanon");
    terminal.wait_for(" echo ");
    terminal.wait_for("end");
    assert!(terminal.child.wait().expect("it ends").success());
}
