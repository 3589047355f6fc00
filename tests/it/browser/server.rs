//! A server for a test.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use super::chromium::Browser;

/// A running `ringstack gui`.
pub struct TestServer {
    child: Child,
    /// The printed address, with the token.
    pub address: String,
    /// The state folder.
    pub state: PathBuf,
}

impl TestServer {
    /// Starts a server with a new state folder.
    pub fn start(arguments: &[&str]) -> TestServer {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ringstack-browser-{}-{n}", std::process::id());
        TestServer::start_in(&std::env::temp_dir().join(name), arguments)
    }

    /// Starts a server with an existing state folder.
    pub fn start_in(state: &Path, arguments: &[&str]) -> TestServer {
        // A port of its own, without cookies and storage of other tests.
        let free: &[&str] = match arguments.contains(&"--port") {
            true => &[],
            false => &["--port", "0"],
        };
        let mut child = Command::new(env!("CARGO_BIN_EXE_ringstack"))
            .args(["gui", "--no-open"])
            .args(free)
            .args(arguments)
            .env("XDG_STATE_HOME", state)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("piped");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let address = line.trim().trim_end_matches("#board").to_owned();
        assert!(address.starts_with("http://127.0.0.1:"), "{address:?}");
        TestServer {
            child,
            address,
            state: state.to_owned(),
        }
    }

    /// Starts a server and opens its board.
    pub fn open(browser: &Browser, arguments: &[&str]) -> TestServer {
        let server = TestServer::start(arguments);
        server.show(browser);
        server
    }

    /// Opens the board in the current tab.
    pub fn show(&self, browser: &Browser) {
        // Without a fragment the page of a new server shows its start screen.
        browser.go(&format!("{}#board", self.address));
        browser.until("ui.find('button', 'New game') && ui.status()");
    }

    /// Host and port.
    pub fn host(&self) -> &str {
        let rest = self.address.trim_start_matches("http://");
        rest.split('/').next().unwrap_or_default()
    }

    /// Kills the server, like a crash.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Whether a saved game contains a text.
    pub fn has_saved(&self, text: &str) -> bool {
        let files = std::fs::read_dir(self.state.join("ringstack"));
        let mut files = files.into_iter().flatten().flatten();
        files.any(|file| {
            // A temporary file is no save before it is renamed.
            if file.path().extension().is_none_or(|end| end != "pgn") {
                return false;
            }
            let saved = std::fs::read_to_string(file.path()).unwrap_or_default();
            saved.contains(text)
        })
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(process) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            // SIGTERM also ends the engines.
            let _ = rustix::process::kill_process(process, rustix::process::Signal::TERM);
            let _ = self.child.wait();
        }
        self.kill();
        let _ = std::fs::remove_dir_all(&self.state);
    }
}
