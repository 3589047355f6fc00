//! A small client of chromedriver and geckodriver: HTTP/1.1 with JSON, on the loopback only. It does what these tests
//! need; the crates for this bring an HTTP client with two hundred thousand lines along.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Longer than anything takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// So many drivers are started before a test gives up.
const DRIVERS: usize = 10;

/// Milliseconds between two looks at something that is to be pressed: more than a frame.
const GLANCE: u32 = 20;

const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// A driver, and one browser.
pub struct Browser {
    driver: Child,
    /// What both leave behind.
    folder: PathBuf,
    port: u16,
    session: String,
    /// Whether it keeps logs that can be asked for.
    logs: bool,
}

/// The actions of a pointer that goes to a point and presses there.
pub fn press(x: f64, y: f64) -> Vec<Value> {
    vec![
        json!({"type": "pointerMove", "duration": 0, "x": x.round(), "y": y.round()}),
        json!({"type": "pointerDown", "button": 0}),
        json!({"type": "pointerUp", "button": 0}),
    ]
}

/// Whether this machine has what it takes.
pub fn is_there() -> bool {
    answers("chromedriver") && (answers("chromium") || answers("google-chrome"))
}

/// Whether the other browser is there, too.
pub fn is_firefox_there() -> bool {
    answers("geckodriver") && (answers("firefox-esr") || answers("firefox"))
}

fn answers(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Starts a driver and waits for its port, which it tells behind some words; `None` where it ends
/// before.
fn listening(program: &str, words: &str, folder: &Path) -> Option<(Child, u16)> {
    let mut driver = Command::new(program)
        .arg("--port=0")
        .env("TMPDIR", folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|error| panic!("{program}: {error}"));
    let mut lines = BufReader::new(driver.stdout.take().expect("piped")).lines();
    let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let (_, rest) = line.split_once(words)?;
        rest.trim_end_matches('.')
            .parse()
            .ok()
            .filter(|&port: &u16| port > 0)
    });
    let Some(port) = port else {
        driver.wait().expect("it has been started");
        return None;
    };
    // What else it says is of no use, but it must be able to say it.
    std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
    Some((driver, port))
}

impl Browser {
    /// Starts Chromium with its driver; further arguments go to the browser.
    pub fn start(arguments: &[&str]) -> Browser {
        let mut all = vec![
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--force-device-scale-factor=1",
            "--window-size=1200,860",
            "--hide-scrollbars",
        ];
        all.extend(arguments);
        Browser::launch(
            "chromedriver",
            " on port ",
            &json!({
                "goog:chromeOptions": {"args": all},
                "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
            }),
        )
    }

    /// Starts Firefox with its driver. It keeps no logs that could be asked for.
    pub fn start_firefox() -> Browser {
        let arguments = ["-headless", "-width", "1200", "-height", "860"];
        Browser::launch(
            "geckodriver",
            "Listening on 127.0.0.1:",
            &json!({"moz:firefoxOptions": {"args": arguments}}),
        )
    }

    /// Starts a driver, which tells its port behind some words, and a session with it.
    fn launch(program: &str, words: &str, capabilities: &Value) -> Browser {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let n = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("ringstack-driver-{}-{n}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        // A driver that chooses a port for one family of addresses ends where another program has it for
        // the other.
        let (driver, port) = (0..DRIVERS)
            .find_map(|_| listening(program, words, &folder))
            .unwrap_or_else(|| panic!("{program} tells no port"));
        let mut browser = Browser {
            driver,
            folder,
            port,
            session: String::new(),
            logs: capabilities.get("goog:loggingPrefs").is_some(),
        };
        let answer = browser.command(
            "POST",
            "/session",
            &json!({"capabilities": {"alwaysMatch": capabilities}}),
        );
        browser.session = answer["sessionId"]
            .as_str()
            .unwrap_or_else(|| panic!("a session: {answer}"))
            .to_owned();
        browser
    }

    fn command(&self, method: &str, path: &str, body: &Value) -> Value {
        self.try_command(method, path, body)
            .unwrap_or_else(|error| panic!("{method} {path}: {error}"))
    }

    fn try_command(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let text = if method == "GET" {
            String::new()
        } else {
            body.to_string()
        };
        let io = |error: std::io::Error| error.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).map_err(io)?;
        stream.set_read_timeout(Some(PATIENCE * 2)).map_err(io)?;
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{text}",
            self.port,
            text.len()
        )
        .map_err(io)?;
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).map_err(io)?;
            let line = line.trim_end().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        let mut bytes = vec![0; length];
        reader.read_exact(&mut bytes).map_err(io)?;
        let answer: Value = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
        let value = answer["value"].clone();
        match value.get("error") {
            Some(error) if !error.is_null() => Err(format!("{error}: {}", value["message"])),
            _ => Ok(value),
        }
    }

    fn in_session(&self, method: &str, path: &str, body: &Value) -> Value {
        self.command(method, &format!("/session/{}{path}", self.session), body)
    }

    /// Opens an address.
    pub fn go(&self, address: &str) {
        self.in_session("POST", "/url", &json!({"url": address}));
    }

    /// Loads the page anew, and waits until that is done.
    pub fn reload(&self) {
        self.in_session("POST", "/refresh", &json!({}));
    }

    /// What a script returns; of a promise, what it comes to.
    pub fn run(&self, script: &str) -> Value {
        self.in_session(
            "POST",
            "/execute/sync",
            &json!({"script": script, "args": []}),
        )
    }

    /// Waits until a script returns something true; gives it.
    pub fn wait_for(&self, script: &str) -> Value {
        let begun = Instant::now();
        loop {
            let found = self.run(script);
            let yes = match &found {
                Value::Null | Value::Bool(false) => false,
                Value::Number(n) => n.as_f64() != Some(0.0),
                Value::String(text) => !text.is_empty(),
                _ => true,
            };
            if yes {
                return found;
            }
            if begun.elapsed() > PATIENCE {
                let state = self
                    .run("return document.body.innerText.slice(0, 1500) + '\\n' + location.href");
                panic!(
                    "waited in vain for: {script}\n{}\nlog: {:?}",
                    state.as_str().unwrap_or_default(),
                    self.console()
                );
            }
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// The text of the first element a selector finds.
    pub fn text(&self, selector: &str) -> String {
        let found = self.run(&format!(
            "return document.querySelector({selector:?})?.textContent ?? ''"
        ));
        found.as_str().unwrap_or_default().to_owned()
    }

    /// What the first element a selector finds is called for those who do not see it.
    pub fn label(&self, selector: &str) -> String {
        let id = self.element(selector);
        let found = self.in_session("GET", &format!("/element/{id}/computedlabel"), &Value::Null);
        found.as_str().unwrap_or_default().to_owned()
    }

    /// Presses and releases the main button at a point of the window.
    pub fn click_at(&self, x: f64, y: f64) {
        self.pointer("mouse", &press(x, y));
    }

    /// Actions of one pointer.
    pub fn pointer(&self, kind: &str, actions: &[Value]) {
        self.in_session(
            "POST",
            "/actions",
            &json!({"actions": [{
                "type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions,
            }]}),
        );
    }

    /// Presses keys, one after another.
    pub fn keys(&self, keys: &[&str]) {
        let actions: Vec<Value> = keys
            .iter()
            .flat_map(|key| {
                [
                    json!({"type": "keyDown", "value": key}),
                    json!({"type": "keyUp", "value": key}),
                ]
            })
            .collect();
        self.in_session(
            "POST",
            "/actions",
            &json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}),
        );
    }

    /// Presses a key while another one is held.
    pub fn chord(&self, held: &str, key: &str) {
        let actions: Vec<Value> = [
            ("keyDown", held),
            ("keyDown", key),
            ("keyUp", key),
            ("keyUp", held),
        ]
        .iter()
        .map(|(kind, value)| json!({"type": kind, "value": value}))
        .collect();
        self.in_session(
            "POST",
            "/actions",
            &json!({"actions": [{"type": "key", "id": "keys", "actions": actions}]}),
        );
    }

    /// The middle of the first element a selector finds; waits until there is one, which stands still.
    pub fn middle(&self, selector: &str) -> (f64, f64) {
        self.middle_of(&format!("document.querySelector({selector:?})"))
    }

    /// The same of the element an expression finds, once it can be used: whoever presses something has seen it where
    /// it is.
    pub fn middle_of(&self, element: &str) -> (f64, f64) {
        let point = self.wait_for(&format!(
            "const look = () => {{
               const e = {element}; if (!e || e.disabled || !e.getClientRects().length) return null;
               e.scrollIntoView({{block: 'nearest'}});
               const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }};
             const first = look();
             return first && new Promise((done) => setTimeout(() => {{
               const again = look(); done(again?.every((at, n) => at === first[n]) ? again : null); }}, {GLANCE}))"
        ));
        (
            point[0].as_f64().expect("a number"),
            point[1].as_f64().expect("a number"),
        )
    }

    /// A real click on the first element a selector finds.
    pub fn click(&self, selector: &str) {
        let (x, y) = self.middle(selector);
        self.click_at(x, y);
    }

    /// What the driver calls the first element a selector finds.
    fn element(&self, selector: &str) -> String {
        let element = self.in_session(
            "POST",
            "/element",
            &json!({"using": "css selector", "value": selector}),
        );
        element[ELEMENT].as_str().expect("an element").to_owned()
    }

    /// Types into the element a selector finds.
    pub fn fill(&self, selector: &str, text: &str) {
        let id = self.element(selector);
        self.in_session(
            "POST",
            &format!("/element/{id}/value"),
            &json!({"text": text}),
        );
    }

    /// A command of the developer tools.
    pub fn tools(&self, command: &str, parameters: &Value) -> Value {
        self.in_session(
            "POST",
            "/goog/cdp/execute",
            &json!({"cmd": command, "params": parameters}),
        )
    }

    /// A script that runs before those of each page that is loaded from now on.
    pub fn before_load(&self, script: &str) {
        self.tools(
            "Page.addScriptToEvaluateOnNewDocument",
            &json!({"source": script}),
        );
    }

    /// The size of what the page is shown in, as on another screen.
    pub fn screen(&self, width: u32, height: u32, touch: bool) {
        self.tools(
            "Emulation.setDeviceMetricsOverride",
            &json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}),
        );
        self.tools(
            "Emulation.setTouchEmulationEnabled",
            &json!({"enabled": touch}),
        );
        self.wait_for(&format!(
            "return innerWidth === {width} && innerHeight === {height}"
        ));
    }

    /// Light or dark.
    pub fn colours(&self, scheme: &str) {
        self.tools(
            "Emulation.setEmulatedMedia",
            &json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]}),
        );
    }

    /// A picture of the window, PNG in base 64.
    pub fn picture(&self) -> String {
        let picture = self.in_session("GET", "/screenshot", &Value::Null);
        picture.as_str().unwrap_or_default().to_owned()
    }

    /// Another window; gives its handle.
    pub fn new_window(&self) -> String {
        let window = self.in_session("POST", "/window/new", &json!({"type": "tab"}));
        window["handle"].as_str().unwrap_or_default().to_owned()
    }

    /// The handle of this window.
    pub fn window(&self) -> String {
        let window = self.in_session("GET", "/window", &Value::Null);
        window.as_str().unwrap_or_default().to_owned()
    }

    /// Goes to a window.
    pub fn switch(&self, window: &str) {
        self.in_session("POST", "/window", &json!({"handle": window}));
    }

    /// Closes this window.
    pub fn close_window(&self) {
        self.in_session("DELETE", "/window", &json!({}));
    }

    fn log(&self, kind: &str) -> Vec<Value> {
        if !self.logs {
            return Vec::new();
        }
        let log = self.in_session("POST", "/se/log", &json!({"type": kind}));
        log.as_array().cloned().unwrap_or_default()
    }

    /// What the console has got since this was asked last, from warnings on.
    pub fn console(&self) -> Vec<String> {
        let entries = self.log("browser");
        entries
            .iter()
            .filter(|entry| ["WARNING", "SEVERE"].contains(&entry["level"].as_str().unwrap_or("")))
            .filter_map(|entry| entry["message"].as_str())
            .map(str::to_owned)
            .collect()
    }

    /// The addresses that were asked for since this was asked last.
    pub fn requests(&self) -> Vec<String> {
        let entries = self.log("performance");
        entries
            .iter()
            .filter_map(|entry| serde_json::from_str::<Value>(entry["message"].as_str()?).ok())
            .filter(|entry| entry["message"]["method"] == "Network.requestWillBeSent")
            .filter_map(|entry| {
                let url = &entry["message"]["params"]["request"]["url"];
                url.as_str().map(str::to_owned)
            })
            .collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // The driver ends its browser when the session ends.
        let _ = self.try_command("DELETE", &format!("/session/{}", self.session), &json!({}));
        let _ = self.driver.kill();
        let _ = self.driver.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
