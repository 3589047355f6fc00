//! The binary as a process: response times, and the ways to exit.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{BINARY, feed, run, start_program, text};
use crate::time_bounds::assert_answers_within;

/// Longer than any answer takes.
const MAX_WAIT: Duration = Duration::from_secs(120);

/// Allowance for a test build on a shared machine, added to the time bounds of the protocol.
const GRACE: Duration = Duration::from_millis(400);

struct ChildEngine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl ChildEngine {
    fn start(arguments: &[&str]) -> ChildEngine {
        let mut child = Command::new(BINARY)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the binary starts");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let (sender, output) = channel();
        thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        ChildEngine {
            input: child.stdin.take(),
            child,
            output,
        }
    }

    fn send(&mut self, text: &str) {
        self.send_bytes(format!("{text}\n").as_bytes());
    }

    fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).expect("the engine listens");
    }

    /// The next line that begins with `prefix`, and the time until it came; skips other lines.
    fn wait_for(&mut self, prefix: &str) -> (String, Duration) {
        let begun = Instant::now();
        loop {
            match self.output.recv_timeout(MAX_WAIT) {
                Ok(line) if line.starts_with(prefix) => return (line, begun.elapsed()),
                Ok(_) => {}
                Err(error) => panic!("no line begins with '{prefix}': {error}"),
            }
        }
    }

    fn ask(&mut self, question: &str) -> String {
        self.send(&format!("query {question}"));
        let (line, _) = self.wait_for("response ");
        line["response ".len()..].to_owned()
    }

    /// Waits until the process ends; returns the last lines, the exit code and the time this took.
    fn wait_for_exit(mut self) -> (Vec<String>, Option<i32>, Duration) {
        let begun = Instant::now();
        let mut rest = Vec::new();
        loop {
            match self.output.recv_timeout(MAX_WAIT) {
                Ok(line) => rest.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    self.child.kill().expect("the process is running");
                    panic!("the engine does not exit");
                }
            }
        }
        let status = self.child.wait().expect("a child process");
        (rest, status.code(), begun.elapsed())
    }
}

#[test]
fn the_handshake_is_quick_and_nothing_is_written_before_it() {
    assert_answers_within(Duration::from_millis(100) + GRACE, || {
        let begun = Instant::now();
        let mut engine = ChildEngine::start(&[]);
        engine.send("ugi");
        let first = engine
            .output
            .recv_timeout(MAX_WAIT)
            .expect("a line in time");
        assert!(first.starts_with("id name ringstack "), "{first}");
        engine.wait_for("ugiok");
        begun.elapsed()
    });
}

#[test]
fn stop_is_answered_immediately_and_before_the_next_line() {
    let mut engine = ChildEngine::start(&[]);
    assert_answers_within(Duration::from_millis(50) + GRACE, || {
        engine.send("position startpos\ngo infinite");
        engine.wait_for("info depth 2 ");
        engine.send("stop\nposition startpos moves a1\nquery p1turn\ngo depth 1");
        let (_, took) = engine.wait_for("bestmove ");
        assert_eq!(engine.wait_for("response ").0, "response false");
        engine.wait_for("bestmove ");
        took
    });
}

#[test]
fn a_long_search_reports_every_second() {
    let mut engine = ChildEngine::start(&[]);
    // The longest time without output, in a search whose iterations soon take longer than that.
    assert_answers_within(Duration::from_millis(1000) + GRACE, || {
        engine.send("go movetime 3000");
        let mut longest = Duration::ZERO;
        loop {
            let (line, silence) = engine.wait_for("");
            longest = longest.max(silence);
            if line.starts_with("bestmove ") {
                return longest;
            }
        }
    });
}

#[test]
fn time_limits_are_kept() {
    let mut engine = ChildEngine::start(&[]);
    for (go, millis) in [
        ("movetime 0", 0),
        ("movetime 20", 20),
        ("movetime 200", 200),
        // With no time left on the clock the engine moves immediately.
        ("p1time 1 p2time 1", 0),
        ("p1time -50", 0),
        ("p2time 1", 0),
    ] {
        assert_answers_within(Duration::from_millis(millis) + GRACE, || {
            engine.send(&format!("go {go}"));
            let (_, took) = engine.wait_for("bestmove ");
            let is_early = millis >= 100 && took < Duration::from_millis(millis / 2);
            assert!(!is_early, "{go}: {took:?}");
            took
        });
    }
}

#[test]
fn the_end_of_the_input_acts_as_quit_and_the_last_line_needs_no_line_feed() {
    let mut engine = ChildEngine::start(&[]);
    engine.send_bytes(b"go infinite");
    engine.input = None;
    let (rest, code, _) = engine.wait_for_exit();
    assert!(
        rest.last().expect("an answer").starts_with("bestmove "),
        "{rest:?}"
    );
    assert!(rest[rest.len() - 2].starts_with("info depth "), "{rest:?}");
    assert_eq!(code, Some(0));
}

#[test]
fn a_closed_output_ends_the_engine_without_an_error() {
    let mut child = start_program(&[]);
    drop(child.stdout.take());
    let ended = feed(child, "ugi\ngo infinite\n");
    assert_eq!((ended.code, ended.err.as_str()), (Some(0), ""));
}

#[test]
fn a_line_that_is_too_long_is_refused_and_skipped() {
    let mut engine = ChildEngine::start(&[]);
    let mut line = b"position startpos moves ".to_vec();
    line.resize(3 << 20, b'a');
    line.extend(b"\nquery fen\n");
    engine.send_bytes(&line);
    engine.wait_for("info string error line-too-long: ");
    engine.wait_for("response x9/x10/x11/x10/x9 w place");
    // A line of the maximal length is accepted.
    let mut line = b"query p1turn".to_vec();
    line.resize(1 << 20, b' ');
    line.push(b'\n');
    engine.send_bytes(&line);
    engine.wait_for("response true");
}

#[test]
fn the_log_has_input_and_output_with_times() {
    let path = std::env::temp_dir().join(format!("ringstack-{}.log", std::process::id()));
    let mut engine = ChildEngine::start(&[]);
    engine.send(&format!("setoption name LogFile value {}", path.display()));
    assert_eq!(engine.ask("p1turn"), "true");
    let log = std::fs::read_to_string(&path).expect("the log is there");
    engine.send("setoption name LogFile value <empty>");
    engine.ask("p1turn");
    std::fs::remove_file(&path).expect("the log is there");
    let lines: Vec<(&str, &str)> = log
        .lines()
        .map(|line| line.split_once(' ').expect("two words"))
        .collect();
    let ends: Vec<&str> = lines.iter().map(|(_, end)| *end).collect();
    assert_eq!(ends, ["> query p1turn", "< response true"]);
    for (time, _) in lines {
        assert!(time.parse::<f64>().is_ok_and(|time| time > 1.6e9), "{time}");
    }
}

#[test]
fn searches_with_one_thread_are_reproducible() {
    let mut engine = ChildEngine::start(&[]);
    let mut searched = || {
        engine.send("uginewgame\nposition startpos moves f3 c2 i4 e3\ngo nodes 20000");
        let mut lines = Vec::new();
        loop {
            let (line, _) = engine.wait_for("");
            // The other values depend on the machine, and reports that come once per second repeat the rest.
            lines.push(line.split(" nodes ").next().unwrap_or_default().to_owned());
            if line.starts_with("bestmove ") {
                break;
            }
        }
        lines.dedup();
        // An earlier search must not influence the result.
        engine.send("position startpos moves a1 b2\ngo nodes 3000");
        engine.wait_for("bestmove ");
        lines
    };
    assert_eq!(searched(), searched());
}

#[test]
fn perft_counts_from_the_command_line() {
    let printed = text(&run(&["perft", "--game", "dvonn", "3"], ""));
    assert_eq!(printed.lines().last(), Some("Nodes searched: 110544"));
    let fen = "x2,w,x6/x2,b,x7/x2,r,b,x7/r,b,x,b,w3,b2,x,r,w,x/x7,b,x w move";
    let printed = text(&run(&["perft", "2", "--divide", "--fen", fen], ""));
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines.len(), 8);
    assert!(lines[0].starts_with("e2b2: "), "{lines:?}");
    assert_eq!(lines.last(), Some(&"Nodes searched: 67"));
}

#[test]
fn the_benchmark_is_reproducible_and_checks_its_count() {
    let printed = text(&run(&["bench", "1"], ""));
    let last = printed.lines().last().expect("an answer");
    let [nodes, "nodes", _, "nps"] = *last.split(' ').collect::<Vec<_>>() else {
        panic!("{last}")
    };
    text(&run(&["bench", "1", "--expect", nodes], ""));
    let other = run(&["bench", "1", "--expect", "1"], "");
    assert_eq!(other.code, Some(1));
    assert!(other.err.contains(nodes), "{other:?}");
}
