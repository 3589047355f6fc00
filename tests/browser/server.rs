//! A board served for a test, and what tests do with it.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

use super::person::{touchable, turns};
use super::webdriver::Browser;

/// The program.
pub const BINARY: &str = env!("CARGO_BIN_EXE_ringstack");

/// For the browser: a name that is not ours leads to this machine, as an attacker would have it.
pub const RULES: &[&str] = &["--host-resolver-rules=MAP evil.example 127.0.0.1"];

/// A running `ringstack gui`.
pub struct Server {
    child: Child,
    /// The address it has told, with the token.
    pub address: String,
    /// Where it keeps its games.
    pub state: PathBuf,
}

impl Server {
    /// Starts one with these arguments, and a folder of its own for its games.
    pub fn start(arguments: &[&str]) -> Server {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ringstack-browser-{}-{n}", std::process::id());
        let state = std::env::temp_dir().join(name);
        Server::start_in(&state, arguments)
    }

    /// The same with a folder that may hold games already.
    pub fn start_in(state: &Path, arguments: &[&str]) -> Server {
        // A busy machine may take longer than a person would wait.
        let patience: &[&str] = if arguments.contains(&"--patience") {
            &[]
        } else {
            &["--patience", "8000"]
        };
        let mut child = Command::new(BINARY)
            .args(["gui", "--no-open"])
            .args(patience)
            .args(arguments)
            .env("XDG_STATE_HOME", state)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let mut line = String::new();
        let out = child.stdout.take().expect("piped");
        BufReader::new(out).read_line(&mut line).expect("a line");
        let address = line.trim().to_owned();
        assert!(address.starts_with("http://127.0.0.1:"), "{address:?}");
        Server {
            child,
            address,
            state: state.to_owned(),
        }
    }

    /// One whose house is the scripted game, in this manner.
    pub fn fake(manner: &str, arguments: &[&str]) -> Server {
        let house = fake(manner);
        let mut all = vec!["--house", &house];
        all.extend(arguments);
        Server::start(&all)
    }

    /// Host and port.
    pub fn host(&self) -> &str {
        let rest = self.address.trim_start_matches("http://");
        rest.split('/').next().unwrap_or_default()
    }

    /// Opens the board in a browser, with a watch over the policy of the page.
    pub fn open(&self, browser: &Browser) {
        browser.go(&self.address);
        browser.wait_for("return document.querySelectorAll('.hit').length");
    }

    /// Ends it at once, as a crash would.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Ends it as a signal does that nobody ignores.
    #[cfg(unix)]
    pub fn interrupt(&mut self) {
        use rustix::process::{Pid, Signal, kill_process};
        let process = Pid::from_raw(self.child.id().cast_signed()).expect("a process");
        kill_process(process, Signal::TERM).expect("it is there");
        let _ = self.child.wait();
    }

    /// The texts of all saves.
    pub fn saves(&self) -> Vec<String> {
        let files = std::fs::read_dir(self.state.join("ringstack"));
        let files = files.into_iter().flatten().flatten();
        files
            .filter(|file| file.path().extension().is_some_and(|end| end == "json"))
            .filter_map(|file| std::fs::read_to_string(file.path()).ok())
            .collect()
    }

    /// After a test: nothing on the console, nothing asked of anybody else.
    pub fn check(&self, browser: &Browser) {
        let console = browser.console();
        assert!(console.is_empty(), "console: {console:?}");
        let own = [
            format!("http://{}/", self.host()),
            format!("ws://{}/", self.host()),
        ];
        let foreign: Vec<String> = browser
            .requests()
            .into_iter()
            .filter(|url| !own.iter().any(|start| url.starts_with(start)))
            .filter(|url| {
                !url.starts_with("data:") && !url.starts_with("blob:") && url != "about:blank"
            })
            .collect();
        assert!(foreign.is_empty(), "foreign requests: {foreign:?}");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        #[cfg(unix)]
        if let Some(process) = rustix::process::Pid::from_raw(self.child.id().cast_signed()) {
            // So that it ends its engines, too.
            let _ = rustix::process::kill_process(process, rustix::process::Signal::TERM);
            let _ = self.child.wait();
        }
        self.kill();
        let _ = std::fs::remove_dir_all(&self.state);
    }
}

/// The command of the scripted house in a manner.
pub fn fake(manner: &str) -> String {
    named("fake", manner)
}

/// The same under another name.
pub fn named(name: &str, manner: &str) -> String {
    let program = std::env::current_exe().expect("this program");
    format!("name={name} '{}' fake-house {manner}", program.display())
}

/// The selector of a place.
pub fn place(id: &str) -> String {
    format!(".hit[data-place=\"{id}\"]")
}

/// Tells the table something over a connection of its own; waits until the window has heard all that came of
/// it. A game that begins and a turn are judged by the house first.
pub fn say(browser: &Browser, intention: &Value) {
    let done = match intention["t"].as_str() {
        Some("new" | "import" | "continue") => {
            "(m) => m.game?.number > number || m.t === 'notice' && m.level === 'error'"
        }
        Some("play") => "(m) => m.t === 'played' || m.t === 'refused'",
        _ => "null",
    };
    browser.run(&format!(
        "window.__told = 0; const hello = {{t: 'hello', version: 1}}, s = new WebSocket('ws://' + location.host + '/socket');
         let number = null, done = {done};
         const say = (...all) => {{ for (const one of all) s.send(JSON.stringify(one)); }};
         s.onopen = () => say(hello);
         s.onmessage = (e) => {{ const m = JSON.parse(e.data);
           if (number === null) {{ if (m.t === 'state') {{ number = m.game.number; say({intention}, ...(done ? [] : [hello])); }} }}
           else if (done) {{ if (done(m)) {{ done = null; say(hello); }} }}
           else if (m.t === 'state') {{ window.__told = m.revision; s.close(); }} }};"
    ));
    browser.wait_for("return window.__told > 0 && import('/state.js').then(({ table }) => table.revision >= window.__told)");
}

/// Waits until the board shows the position that the window looks at.
pub fn shown(browser: &Browser) {
    browser.wait_for("return import('/here.js').then(({ here, viewHere }) => here.cursor > 0 && here.shown === here.cursor && Boolean(viewHere()))");
}

/// Two people at the board, a new game.
pub fn two_people(browser: &Browser) {
    let people = serde_json::json!([{"kind": "person"}, {"kind": "person"}]);
    let new = serde_json::json!({"t": "new", "players": people, "time": {"kind": "none"}});
    say(browser, &new);
    shown(browser);
}

/// Three in a row with another engine, which thinks.
pub fn with_thinker(browser: &Browser) -> Server {
    let engine = named("thinker", "thinker");
    let server = Server::fake("plain", &["--engine", &engine]);
    server.open(browser);
    server
}

/// Three in a row between two people, after the first turn, on `b2`.
pub fn after_a_turn(browser: &Browser) -> Server {
    let server = Server::fake("plain", &[]);
    server.open(browser);
    two_people(browser);
    touchable(browser, 9);
    browser.click(&place("b2"));
    turns(browser, 1);
    server
}
