//! Chromium. Tests share browsers; each test has its own tab.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};

pub use super::webdriver::Key;
use super::webdriver::WebDriver;

/// The maximum time that a test waits for a condition, also on a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(25);

/// Finds elements by role and name.
const UI: &str = include_str!("ui.js");

/// The arguments of Chromium. Timers also run in background tabs. `computedRole` and `computedName` are
/// an experimental feature.
const ARGUMENTS: [&str; 10] = [
    "--headless=new",
    // With a permanent accessibility tree, roles and names are cheap to compute.
    "--force-renderer-accessibility",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--force-device-scale-factor=1",
    "--hide-scrollbars",
    "--disable-background-timer-throttling",
    "--enable-blink-features=ComputedAccessibilityInfo",
    "--host-resolver-rules=MAP evil.example 127.0.0.1",
];

/// Whether a program can be started.
fn starts(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Whether Chromium and its driver are installed.
pub fn is_available() -> bool {
    starts("chromedriver") && (starts("chromium") || starts("google-chrome"))
}

/// The process of the driver. The browser ends with it.
struct ChromeDriver(Child);

impl Drop for ChromeDriver {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A browser with its driver. Methods act on the current tab.
pub struct Browser {
    session: WebDriver,
    _driver: ChromeDriver,
}

impl Browser {
    /// Starts the driver and the browser.
    pub fn start() -> Browser {
        let process = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let mut driver = ChromeDriver(process);
        let mut lines = BufReader::new(driver.0.stdout.take().expect("piped")).lines();
        let port: u16 = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| {
                let (_, port) = line.split_once(" on port ")?;
                // The first line repeats the requested port, 0.
                port.trim_end_matches('.')
                    .parse()
                    .ok()
                    .filter(|&port| port > 0)
            })
            .expect("chromedriver reports its port");
        // Keep reading, so that the driver does not block.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        let capabilities = json!({
            "goog:chromeOptions": {"args": ARGUMENTS},
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        Browser {
            session: WebDriver::start(port, &capabilities).expect("a session"),
            _driver: driver,
        }
    }

    fn get(&self, command: &str) -> Value {
        let found = self.session.get(command);
        found.unwrap_or_else(|error| panic!("{error}"))
    }

    fn post(&self, command: &str, parameters: &Value) -> Value {
        let found = self.session.post(command, parameters);
        found.unwrap_or_else(|error| panic!("{error}"))
    }

    /// Runs a test in a new tab and closes all tabs that it opened.
    pub fn in_new_tab(&self, test: impl FnOnce()) -> std::thread::Result<()> {
        let home = self.tab();
        self.open_tab();
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(test));
        for tab in self.get("/window/handles").as_array().expect("tabs") {
            if *tab != home {
                self.switch(tab);
                self.close_tab();
            }
        }
        self.switch(&home);
        self.tools("Network.clearBrowserCookies", &json!({}));
        // Clear the console for the next test.
        self.console();
        outcome
    }

    /// The handle of the current tab.
    pub fn tab(&self) -> Value {
        self.get("/window")
    }

    /// Opens a tab and switches to it.
    pub fn open_tab(&self) -> Value {
        let tab = self.post("/window/new", &json!({"type": "tab"}))["handle"].take();
        self.switch(&tab);
        self.before_load(UI);
        self.screen(1280, 800, false);
        self.prefer("prefers-reduced-motion", "reduce");
        tab
    }

    pub fn switch(&self, tab: &Value) {
        self.post("/window", &json!({"handle": tab}));
        self.tools("Page.bringToFront", &json!({}));
    }

    pub fn close_tab(&self) {
        self.session
            .delete("/window")
            .unwrap_or_else(|error| panic!("{error}"));
    }

    pub fn go(&self, address: &str) {
        self.post("/url", &json!({"url": address}));
    }

    pub fn reload(&self) {
        self.post("/refresh", &json!({}));
    }

    fn try_run(&self, script: &str) -> Result<Value, String> {
        let parameters = json!({"script": script, "args": []});
        self.session.post("/execute/sync", &parameters)
    }

    /// Runs a script and returns its result; awaits a promise.
    pub fn run(&self, script: &str) -> Value {
        self.try_run(script)
            .unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until an expression is truthy and returns its value.
    pub fn until(&self, expression: &str) -> Value {
        let script = format!("return ui.until(() => ({expression}))");
        let start = Instant::now();
        loop {
            // A script fails while a page is loading.
            let found = self.try_run(&script).unwrap_or_default();
            match found {
                Value::Null | Value::Bool(false) => {}
                Value::Number(number) if number.as_f64() == Some(0.0) => {}
                Value::String(text) if text.is_empty() => {}
                found => return found,
            }
            if start.elapsed() > TIMEOUT {
                let page = self.try_run("return (document.querySelector('dialog') ?? document.body).innerText.replace(/\\s+/g, ' ').slice(-900)");
                let page = page.unwrap_or_default();
                let page = page.as_str().unwrap_or_default();
                panic!(
                    "never true: {expression}\n{page}\nconsole: {:?}",
                    self.console()
                );
            }
        }
    }

    /// Waits until an element can be clicked and returns its centre. `look` is an expression.
    pub fn middle(&self, look: &str) -> (i64, i64) {
        let found = self.until(&format!("ui.target(() => ({look}))"));
        let at = |n: usize| found[n].as_i64().expect("a coordinate");
        (at(0), at(1))
    }

    fn perform(&self, sources: &Value) {
        self.post("/actions", &json!({"actions": sources}));
    }

    /// Performs actions with one pointer: "mouse", "pen" or "touch".
    pub fn pointer(&self, kind: &str, actions: &[Value]) {
        self.perform(&json!([{
            "type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions,
        }]));
    }

    /// Clicks the element that an expression returns.
    pub fn click_on(&self, look: &str) {
        let at = self.middle(look);
        self.pointer("mouse", &press(at));
    }

    /// Clicks the element with this role and name.
    pub fn click(&self, role: &str, name: &str) {
        self.click_on(&format!("ui.find({}, {})", json!(role), json!(name)));
    }

    pub fn button(&self, name: &str) {
        self.click("button", name);
    }

    /// Chooses an item of the menu that a button opens.
    pub fn menu(&self, button: &str, item: &str) {
        self.button(button);
        self.click("menuitem", item);
    }

    /// Presses a button that asks for confirmation by a second press.
    pub fn press_twice(&self, name: &str) {
        let at = self.middle(&format!("ui.find('button', {})", json!(name)));
        self.pointer("mouse", &[press(at), press(at)].concat());
    }

    /// Clicks a place of the board as soon as it is touchable.
    pub fn touch(&self, place: &str) {
        self.until(&format!("ui.touchable().includes({})", json!(place)));
        self.click_on(&format!("ui.place({})", json!(place)));
    }

    /// Presses keys in sequence while others are held.
    pub fn keys_with(&self, held: &[Key], keys: &str) {
        let down = |key: char| json!({"type": "keyDown", "value": key.to_string()});
        let up = |key: char| json!({"type": "keyUp", "value": key.to_string()});
        let held: Vec<char> = held.iter().map(|key| key.value()).collect();
        let mut actions: Vec<Value> = held.iter().map(|&key| down(key)).collect();
        actions.extend(keys.chars().flat_map(|key| [down(key), up(key)]));
        actions.extend(held.iter().map(|&key| up(key)));
        self.perform(&json!([{"type": "key", "id": "keys", "actions": actions}]));
    }

    pub fn type_text(&self, text: &str) {
        self.keys_with(&[], text);
    }

    pub fn key(&self, key: Key) {
        self.type_text(&key.value().to_string());
    }

    /// Replaces the text of the field with this role and name.
    pub fn fill(&self, role: &str, name: &str, text: &str) {
        let look = format!("ui.find({}, {})", json!(role), json!(name));
        self.until(&format!(
            "((field) => field && (field.focus(), field.select(), true))({look})"
        ));
        self.key(Key::Delete);
        // Insert the text at once; typing takes one request per key.
        self.tools("Input.insertText", &json!({"text": text}));
    }

    /// Chooses an option of a list by its text or value.
    pub fn choose(&self, name: &str, option: &str) {
        self.until(&format!("ui.choose({}, {})", json!(name), json!(option)));
    }

    /// Sends a command of the developer tools.
    pub fn tools(&self, method: &str, parameters: &Value) -> Value {
        let command = json!({"cmd": method, "params": parameters});
        self.post("/goog/cdp/execute", &command)
    }

    /// Adds a script to every page that this tab loads from now on.
    pub fn before_load(&self, script: &str) {
        let source = json!({"source": script});
        self.tools("Page.addScriptToEvaluateOnNewDocument", &source);
    }

    /// Emulates a screen, with a mouse or touch.
    pub fn screen(&self, width: u32, height: u32, fingers: bool) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": fingers});
        self.tools("Emulation.setDeviceMetricsOverride", &size);
        let touch = json!({"enabled": fingers});
        self.tools("Emulation.setTouchEmulationEnabled", &touch);
        // The page chooses its layout with the next frame.
        self.drawn();
    }

    /// Waits for the frame that draws all of a change: the panels follow the board.
    pub fn drawn(&self) {
        self.run(
            "return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))",
        );
    }

    /// Emulates one media feature, such as dark colours. Replaces the previous one.
    pub fn prefer(&self, feature: &str, value: &str) {
        let media = json!({"features": [{"name": feature, "value": value}]});
        self.tools("Emulation.setEmulatedMedia", &media);
    }

    /// Saves a screenshot in the folder given by the variable RINGSTACK_PICTURES, if it is set.
    pub fn picture(&self, name: &str) {
        if let Some(folder) = std::env::var_os("RINGSTACK_PICTURES") {
            let file = std::path::Path::new(&folder).join(format!("{name}.png"));
            let found = self.get("/screenshot");
            let picture = BASE64.decode(found.as_str().expect("a picture"));
            std::fs::write(&file, picture.expect("base64")).expect("the folder is writable");
        }
    }

    /// The console messages since the last call.
    pub fn console(&self) -> Vec<String> {
        let entries = self.post("/se/log", &json!({"type": "browser"}));
        let entries = entries.as_array().expect("a list").iter();
        let texts = entries.map(|entry| entry["message"].as_str().unwrap_or_default());
        texts.map(str::to_owned).collect()
    }

    /// Asserts that the console is empty and that all resources came from the server.
    pub fn check(&self) {
        let console = self.console();
        assert!(console.is_empty(), "console: {console:?}");
        let foreign = self.run(
            "return performance.getEntriesByType('resource').map((one) => one.name)
               .filter((name) => !name.startsWith(location.origin) && !/^(data|blob):/.test(name))",
        );
        assert_eq!(foreign, json!([]), "foreign requests");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.session.delete("");
    }
}

/// Moves a pointer to a point.
pub fn to((x, y): (i64, i64)) -> Value {
    json!({"type": "pointerMove", "duration": 20, "x": x, "y": y})
}

/// Presses a pointer button: 0 is the primary, 2 the secondary one.
pub fn down(button: u32) -> Value {
    json!({"type": "pointerDown", "button": button})
}

pub fn up(button: u32) -> Value {
    json!({"type": "pointerUp", "button": button})
}

/// Clicks a point.
pub fn press(at: (i64, i64)) -> Vec<Value> {
    vec![to(at), down(0), up(0)]
}

/// Drags from one point to another, with a small movement first.
pub fn drag(from: (i64, i64), goal: (i64, i64)) -> Vec<Value> {
    let (x, y) = from;
    vec![to(from), down(0), to((x - 20, y)), to(goal), up(0)]
}
