//! The UGI engine for hosts of WebAssembly, such as web pages. `js/engine.js` is such a host.
//!
//! The host calls [`input`], writes a line to the memory that it returns, and calls [`line`]. If that returns
//! [`State::HasTask`], the host calls [`run`], which searches. Replies go to the import `write`.
//!
//! | file | contents |
//! |---|---|
//! | `host` | what the engine imports: time, pauses, output |

mod host;

use std::cell::{Cell, RefCell};

use ringstack::clock;
use ringstack::ugi::reply::{ErrorCode, Reply};
use ringstack::ugi::serve::MAX_LINE;
use ringstack::ugi::session::{Input, Output, Session};
use ringstack::ugi::task::BackgroundTask;

/// What the host has to do next.
#[repr(u32)]
#[derive(Clone, Copy, Debug)]
pub enum State {
    /// Wait for a line.
    Waits = 0,
    /// Call [`run`], unless it is suspended.
    HasTask = 1,
    /// Nothing: the conversation is over.
    Over = 2,
}

/// The session and its task. They are separate, and nothing is borrowed while the task runs, because lines
/// arrive then.
struct Engine {
    session: RefCell<Option<Session>>,
    task: Cell<Option<BackgroundTask>>,
    is_over: Cell<bool>,
}

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ENGINE: Engine = Engine::new();
}

/// The memory for a line of this length in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Handles the line in the memory of [`input`]. The host may also call this while [`run`] is suspended.
#[unsafe(no_mangle)]
pub extern "C" fn line() -> State {
    let line = INPUT.take();
    ENGINE.with(|engine| {
        engine.handle(match line.len() > MAX_LINE {
            true => Input::LongLine,
            false => Input::Line(&line, clock::now()),
        })
    })
}

/// Runs the task, such as a search, to its end. Calls the import `pause` from time to time; only a count of
/// moves has no pauses.
#[unsafe(no_mangle)]
pub extern "C" fn run() -> State {
    ENGINE.with(|engine| {
        let Some(task) = engine.task.take() else {
            return engine.state();
        };
        let replies = host::with_pauses(|| {
            task.run(&|reply| {
                engine.handle(Input::Progress(reply));
            })
        });
        engine.handle(Input::Done(replies, clock::now()))
    })
}

impl Engine {
    fn new() -> Engine {
        host::set_clock();
        Engine {
            session: RefCell::new(Session::new("dvonn")),
            task: Cell::default(),
            is_over: Cell::default(),
        }
    }

    fn handle(&self, input: Input) -> State {
        let mut session = self.session.borrow_mut();
        let outputs = session.as_mut().map(|session| session.handle(input));
        drop(session);
        for output in outputs.unwrap_or_default() {
            match output {
                Output::Reply(reply) => host::send(&reply.to_string()),
                Output::Run(task) => self.task.set(Some(task)),
                Output::Log(None) => {}
                Output::Log(Some(path)) => {
                    let text = format!("LogFile '{path}': there are no files here");
                    host::send(&Reply::Error(ErrorCode::BadOption, text).to_string());
                }
                Output::Exit => self.is_over.set(true),
            }
        }
        self.state()
    }

    fn state(&self) -> State {
        let task = self.task.take();
        let has_task = task.is_some();
        self.task.set(task);
        match (self.is_over.get(), has_task) {
            (true, _) => State::Over,
            (false, true) => State::HasTask,
            (false, false) => State::Waits,
        }
    }
}
