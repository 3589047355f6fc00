//! The program as a process: its output and exit code, and what tests need around it.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

pub const BINARY: &str = env!("CARGO_BIN_EXE_ringstack");

/// The output and exit code of a process.
#[derive(Debug)]
pub struct Outcomes {
    pub out: String,
    pub err: String,
    pub code: Option<i32>,
}

impl Outcomes {
    pub fn succeeds(&self) -> bool {
        self.code == Some(0)
    }
}

impl From<Output> for Outcomes {
    fn from(output: Output) -> Outcomes {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Outcomes {
            out: text(&output.stdout),
            err: text(&output.stderr),
            code: output.status.code(),
        }
    }
}

/// Starts a command; its streams are pipes.
pub fn start(command: &mut Command) -> Child {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Starts the program; its streams are pipes.
pub fn start_program(arguments: &[&str]) -> Child {
    start(Command::new(BINARY).args(arguments))
}

/// Waits for the end of a process.
pub fn end(child: Child) -> Outcomes {
    let output = child.wait_with_output();
    output.expect("the process ends").into()
}

/// Sends `input` to a process, which may leave it unread, and waits for its end.
pub fn feed(mut child: Child, input: &str) -> Outcomes {
    let mut stdin = child.stdin.take().expect("piped");
    let _ = stdin.write_all(input.as_bytes());
    drop(stdin);
    end(child)
}

/// Runs a command with this input.
pub fn talk(command: &mut Command, input: &str) -> Outcomes {
    feed(start(command), input)
}

/// Runs the program with these arguments and this input.
pub fn run(arguments: &[impl AsRef<OsStr>], input: &str) -> Outcomes {
    talk(Command::new(BINARY).args(arguments), input)
}

/// The words of a command line. Quotes of either kind keep blanks and quotes of the other kind in a word.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut open) = (Vec::new(), String::new(), None);
    for character in line.chars() {
        match (open, character) {
            (None, ' ') => words.push(std::mem::take(&mut word)),
            (None, '\'' | '"') => open = Some(character),
            (Some(quote), _) if quote == character => open = None,
            _ => word.push(character),
        }
    }
    words.push(word);
    words
}

/// The standard output of a process that succeeded.
pub fn text(outcomes: &Outcomes) -> String {
    assert!(outcomes.succeeds(), "{outcomes:?}");
    outcomes.out.clone()
}

/// Creates an empty folder for a test.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

/// Runs a command of the system, which succeeds.
#[cfg(unix)]
pub fn call(command: &str, arguments: &[&str]) {
    let status = Command::new(command).args(arguments).status();
    assert!(status.expect("it starts").success(), "{command}");
}

/// Sends a signal such as `INT` to a process.
#[cfg(unix)]
pub fn send_signal(signal: &str, process: u32) {
    call("kill", &["-s", signal, &process.to_string()]);
}

/// Makes processes that start from now on receive these signals, even if the parent of the tests ignores
/// them: a child inherits an ignored signal, but not a handler.
#[cfg(unix)]
pub fn stop_ignoring_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag::register_conditional_default;
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Once};

    static HEEDED: Once = Once::new();
    HEEDED.call_once(|| {
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            let always = Arc::new(AtomicBool::new(true));
            register_conditional_default(signal, always).expect("a signal of this system");
        }
    });
}
