//! The typed lines. A thread reads them, so that the end of the input (Ctrl-D on a terminal) also ends
//! a search.

use std::io::{self, BufRead, IsTerminal, Read, stdin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, sync_channel};
use std::thread;

use ringstack_engine::ugi::serve::start_thread;

/// The maximum length of a line in bytes; the rest is another line.
const MAX_LINE: u64 = 1 << 16;

/// The maximum number of lines read ahead.
const MAX_AHEAD: usize = 64;

/// Standard input, line by line.
pub struct TypedLines {
    lines: Receiver<String>,
    left: Arc<AtomicBool>,
}

impl TypedLines {
    /// Starts to read.
    pub fn start() -> io::Result<TypedLines> {
        let (sender, lines) = sync_channel(MAX_AHEAD);
        let left = Arc::new(AtomicBool::new(false));
        let at_end = Arc::clone(&left);
        let read = move || {
            let mut input = stdin().lock();
            let mut line = Vec::new();
            while let Ok(1..) = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut line) {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                if sender.send(text).is_err() {
                    return;
                }
                line.clear();
            }
            // The engine still answers the moves of a file or pipe that has ended.
            at_end.store(stdin().is_terminal(), Relaxed);
        };
        start_thread("input", thread::Builder::new(), read)?;
        Ok(TypedLines { lines, left })
    }

    /// The next line; `None` at the end.
    pub fn next(&self) -> Option<String> {
        self.lines.recv().ok()
    }

    /// Set by Ctrl-D.
    pub fn left(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.left)
    }
}
