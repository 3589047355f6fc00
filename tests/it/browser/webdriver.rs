//! A client of the W3C WebDriver protocol: JSON over HTTP/1.1, one request at a time. The few commands that
//! the tests need do not justify the 59 crates of a complete client.

use std::cell::RefCell;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

/// A key of the keyboard that types no character.
#[derive(Clone, Copy)]
pub enum Key {
    Tab,
    Enter,
    Shift,
    Control,
    Escape,
    End,
    Home,
    Left,
    Up,
    Right,
    Down,
    Delete,
}

impl Key {
    /// The character that stands for the key in WebDriver, section "Keyboard actions".
    pub fn value(self) -> char {
        match self {
            Key::Tab => '\u{e004}',
            Key::Enter => '\u{e007}',
            Key::Shift => '\u{e008}',
            Key::Control => '\u{e009}',
            Key::Escape => '\u{e00c}',
            Key::End => '\u{e010}',
            Key::Home => '\u{e011}',
            Key::Left => '\u{e012}',
            Key::Up => '\u{e013}',
            Key::Right => '\u{e014}',
            Key::Down => '\u{e015}',
            Key::Delete => '\u{e017}',
        }
    }
}

/// A browser that a driver controls.
pub struct WebDriver {
    stream: RefCell<BufReader<TcpStream>>,
    /// The path of the session.
    path: String,
}

impl WebDriver {
    /// Starts a browser through the driver on a port of this machine.
    pub fn start(port: u16, capabilities: &Value) -> Result<WebDriver, String> {
        let stream = TcpStream::connect(("127.0.0.1", port)).map_err(|error| error.to_string())?;
        let mut driver = WebDriver {
            stream: RefCell::new(BufReader::new(stream)),
            path: "/session".to_owned(),
        };
        let wanted = json!({"capabilities": {"alwaysMatch": capabilities}});
        let session = driver.post("", &wanted)?;
        let id = session["sessionId"].as_str().ok_or("no session")?;
        driver.path = format!("/session/{id}");
        Ok(driver)
    }

    /// The result of a command without parameters.
    pub fn get(&self, command: &str) -> Result<Value, String> {
        self.request("GET", command, "")
    }

    /// The result of a command.
    pub fn post(&self, command: &str, parameters: &Value) -> Result<Value, String> {
        self.request("POST", command, &parameters.to_string())
    }

    /// The result of a command that ends something; "" is the session.
    pub fn delete(&self, command: &str) -> Result<Value, String> {
        self.request("DELETE", command, "")
    }

    fn request(&self, method: &str, command: &str, body: &str) -> Result<Value, String> {
        let answer = self.exchange(method, command, body);
        let mut answer = answer.map_err(|error| format!("{command}: {error}"))?;
        let value = answer["value"].take();
        match value["error"].as_str() {
            Some(error) => Err(format!("{error}: {}", value["message"])),
            None => Ok(value),
        }
    }

    fn exchange(&self, method: &str, command: &str, body: &str) -> io::Result<Value> {
        let mut stream = self.stream.borrow_mut();
        let (path, length) = (&self.path, body.len());
        let request = format!(
            "{method} {path}{command} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        stream.get_mut().write_all(request.as_bytes())?;
        let mut length = 0;
        loop {
            let mut line = String::new();
            if stream.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let line = line.trim_end().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().map_err(io::Error::other)?;
            }
        }
        let mut answer = vec![0; length];
        stream.read_exact(&mut answer)?;
        serde_json::from_slice(&answer).map_err(io::Error::from)
    }
}
