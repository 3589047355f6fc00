//! Chromium, driven by thirtyfour. One browser serves all tests; each test gets a tab of its own.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use thirtyfour::common::command::{Actions, Command as Request};
use thirtyfour::error::WebDriverResult;
use thirtyfour::{
    CapabilitiesHelper, ChromiumLikeCapabilities, DesiredCapabilities, Key, WebDriver, WindowHandle,
};
use tokio::runtime::{Builder, Runtime};

/// How long a test waits for something; longer than anything takes on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(25);

/// Finds elements by role and name.
const UI: &str = include_str!("ui.js");

/// The arguments of Chromium. A window behind another one works like any other. `computedRole` and
/// `computedName` are a feature that has to be switched on.
const ARGUMENTS: [&str; 9] = [
    "--headless=new",
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

/// Whether this machine has Chromium and its driver.
pub fn is_there() -> bool {
    starts("chromedriver") && (starts("chromium") || starts("google-chrome"))
}

/// The process of the driver, which ends the browser with it.
struct Driver(Child);

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A browser with its driver. What a method does, it does in the current tab.
pub struct Browser {
    runtime: Runtime,
    session: Option<WebDriver>,
    _driver: Driver,
}

impl Browser {
    /// Starts the driver, and the browser with it.
    pub fn start() -> Browser {
        let process = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts");
        let mut driver = Driver(process);
        let mut lines = BufReader::new(driver.0.stdout.take().expect("piped")).lines();
        let port: u16 = lines
            .by_ref()
            .map_while(Result::ok)
            .find_map(|line| {
                let (_, port) = line.split_once(" on port ")?;
                // The first line repeats what was asked for: any port, 0.
                port.trim_end_matches('.')
                    .parse()
                    .ok()
                    .filter(|&port| port > 0)
            })
            .expect("chromedriver reports its port");
        // It must be able to write on.
        std::thread::spawn(move || lines.map_while(Result::ok).for_each(drop));
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        let session = runtime.block_on(async {
            let mut capabilities = DesiredCapabilities::chrome();
            for argument in ARGUMENTS {
                capabilities.add_arg(argument)?;
            }
            capabilities.set("goog:loggingPrefs", json!({"browser": "ALL"}))?;
            WebDriver::new(format!("http://127.0.0.1:{port}"), capabilities).await
        });
        Browser {
            runtime,
            session: Some(session.expect("a session")),
            _driver: driver,
        }
    }

    fn session(&self) -> &WebDriver {
        self.session.as_ref().expect("the browser runs")
    }

    fn wait<T>(&self, work: impl Future<Output = WebDriverResult<T>>) -> T {
        self.runtime
            .block_on(work)
            .unwrap_or_else(|error| panic!("{error}"))
    }

    /// Runs a test in a new tab, and closes all tabs it leaves behind.
    pub fn in_new_tab(&self, test: impl FnOnce()) -> std::thread::Result<()> {
        let home = self.tab();
        self.open_tab();
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(test));
        for tab in self.wait(self.session().windows()) {
            if tab != home {
                self.switch(&tab);
                self.close_tab();
            }
        }
        self.switch(&home);
        self.tools("Network.clearBrowserCookies", &json!({}));
        // What this test left on the console is not the next one's.
        self.console();
        outcome
    }

    pub fn tab(&self) -> WindowHandle {
        self.wait(self.session().window())
    }

    /// Opens a tab and goes there.
    pub fn open_tab(&self) -> WindowHandle {
        let tab = self.wait(self.session().new_tab());
        self.switch(&tab);
        self.before_load(UI);
        self.screen(1280, 800, false);
        self.prefer("prefers-reduced-motion", "reduce");
        tab
    }

    pub fn switch(&self, tab: &WindowHandle) {
        self.wait(self.session().switch_to_window(tab.clone()));
        self.tools("Page.bringToFront", &json!({}));
    }

    pub fn close_tab(&self) {
        self.wait(self.session().close_window());
    }

    pub fn go(&self, address: &str) {
        self.wait(self.session().goto(address));
    }

    pub fn reload(&self) {
        self.wait(self.session().refresh());
    }

    fn try_run(&self, script: &str) -> WebDriverResult<Value> {
        self.runtime.block_on(async {
            let found = self.session().execute(script, Vec::new()).await?;
            Ok(found.json().clone())
        })
    }

    /// What a script returns; the value of a promise.
    pub fn run(&self, script: &str) -> Value {
        self.try_run(script)
            .unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Waits until an expression is true, and gives its value.
    pub fn until(&self, expression: &str) -> Value {
        let script = format!("return ui.until(() => ({expression}))");
        let begun = Instant::now();
        loop {
            // A script ends with an error while a page is loaded.
            let found = self.try_run(&script).unwrap_or_default();
            match found {
                Value::Null | Value::Bool(false) => {}
                Value::Number(number) if number.as_f64() == Some(0.0) => {}
                Value::String(text) if text.is_empty() => {}
                found => return found,
            }
            if begun.elapsed() > PATIENCE {
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

    /// Waits until an element can be pressed, and gives its middle. `look` is an expression.
    pub fn middle(&self, look: &str) -> (i64, i64) {
        let found = self.until(&format!("ui.target(() => ({look}))"));
        let at = |n: usize| found[n].as_i64().expect("a coordinate");
        (at(0), at(1))
    }

    fn perform(&self, sources: Value) {
        let actions = Actions::from(sources);
        self.wait(self.session().cmd(Request::PerformActions(actions)));
    }

    /// Does something with one pointer: "mouse", "pen" or "touch".
    pub fn pointer(&self, kind: &str, actions: &[Value]) {
        self.perform(json!([{
            "type": "pointer", "id": kind, "parameters": {"pointerType": kind}, "actions": actions,
        }]));
    }

    /// Presses the main button on what an expression gives.
    pub fn click_on(&self, look: &str) {
        let at = self.middle(look);
        self.pointer("mouse", &press(at));
    }

    /// Presses the main button on an element with a role and a name.
    pub fn click(&self, role: &str, name: &str) {
        self.click_on(&format!("ui.find({}, {})", json!(role), json!(name)));
    }

    pub fn button(&self, name: &str) {
        self.click("button", name);
    }

    /// Presses a button twice that wants to be pressed so, before it forgets the first time.
    pub fn press_twice(&self, name: &str) {
        let at = self.middle(&format!("ui.find('button', {})", json!(name)));
        self.pointer("mouse", &[press(at), press(at)].concat());
    }

    /// Presses on a place of the board once it can be touched.
    pub fn touch(&self, place: &str) {
        self.until(&format!("ui.touchable().includes({})", json!(place)));
        self.click_on(&format!("ui.place({})", json!(place)));
    }

    /// Presses keys, one after another, while some are held.
    pub fn keys_with(&self, held: &[Key], keys: &str) {
        let down = |key: char| json!({"type": "keyDown", "value": key.to_string()});
        let up = |key: char| json!({"type": "keyUp", "value": key.to_string()});
        let held: Vec<char> = held.iter().map(Key::value).collect();
        let mut actions: Vec<Value> = held.iter().map(|&key| down(key)).collect();
        actions.extend(keys.chars().flat_map(|key| [down(key), up(key)]));
        actions.extend(held.iter().map(|&key| up(key)));
        self.perform(json!([{"type": "key", "id": "keys", "actions": actions}]));
    }

    pub fn type_text(&self, text: &str) {
        self.keys_with(&[], text);
    }

    pub fn key(&self, key: Key) {
        self.type_text(&key.value().to_string());
    }

    /// Writes a text into a field with this role and name, in place of what it holds.
    pub fn fill(&self, role: &str, name: &str, text: &str) {
        let look = format!("ui.find({}, {})", json!(role), json!(name));
        self.until(&format!(
            "((field) => field && (field.focus(), field.select(), true))({look})"
        ));
        self.key(Key::Delete);
        // A long text is inserted as by an input method: typing it takes a request for each key.
        self.tools("Input.insertText", &json!({"text": text}));
    }

    /// Chooses an option of a list by its text or value. The list itself is drawn by the system, so this is
    /// what the page hears of it.
    pub fn choose(&self, name: &str, option: &str) {
        self.until(&format!(
            "((list) => {{
               const option = [...(list?.options ?? [])].find((option) => [option.textContent, option.value].includes({}));
               if (!option) return false;
               list.value = option.value;
               list.dispatchEvent(new Event('input', {{ bubbles: true }}));
               list.dispatchEvent(new Event('change', {{ bubbles: true }}));
               return true; }})(ui.find('combobox', {}))",
            json!(option),
            json!(name)
        ));
    }

    /// A command of the developer tools.
    pub fn tools(&self, method: &str, parameters: &Value) -> Value {
        self.wait(self.session().cdp().send_raw(method, parameters))
    }

    /// A script for every page of this tab that is loaded from now on.
    pub fn before_load(&self, script: &str) {
        let source = json!({"source": script});
        self.tools("Page.addScriptToEvaluateOnNewDocument", &source);
    }

    /// Makes the tab as large as a screen, with a mouse or for fingers.
    pub fn screen(&self, width: u32, height: u32, fingers: bool) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": fingers});
        self.tools("Emulation.setDeviceMetricsOverride", &size);
        let touch = json!({"enabled": fingers});
        self.tools("Emulation.setTouchEmulationEnabled", &touch);
    }

    /// Pretends that the system prefers something, such as dark colours, instead of what it did before.
    pub fn prefer(&self, feature: &str, value: &str) {
        let media = json!({"features": [{"name": feature, "value": value}]});
        self.tools("Emulation.setEmulatedMedia", &media);
    }

    /// A picture of what is seen, in a folder that the variable RINGSTACK_PICTURES names.
    pub fn picture(&self, name: &str) {
        if let Some(folder) = std::env::var_os("RINGSTACK_PICTURES") {
            let file = std::path::Path::new(&folder).join(format!("{name}.png"));
            self.wait(self.session().screenshot(&file));
        }
    }

    /// What the console got since it was last asked.
    pub fn console(&self) -> Vec<String> {
        let entries = self.wait(self.session().browser_log());
        entries.into_iter().map(|entry| entry.message).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if let Some(session) = self.session.take() {
            let _ = self.runtime.block_on(session.quit());
        }
    }
}

/// A pointer that goes to a point.
pub fn to((x, y): (i64, i64)) -> Value {
    json!({"type": "pointerMove", "duration": 20, "x": x, "y": y})
}

/// A button of a pointer that goes down; 0 is the main one, 2 the other one.
pub fn down(button: u32) -> Value {
    json!({"type": "pointerDown", "button": button})
}

pub fn up(button: u32) -> Value {
    json!({"type": "pointerUp", "button": button})
}

/// A press at a point.
pub fn press(at: (i64, i64)) -> Vec<Value> {
    vec![to(at), down(0), up(0)]
}

/// A drag from a point to another one; it begins with a small movement.
pub fn drag(from: (i64, i64), goal: (i64, i64)) -> Vec<Value> {
    let (x, y) = from;
    vec![to(from), down(0), to((x - 20, y)), to(goal), up(0)]
}
