//! The session of the protocol and its task.

use std::cell::{Cell, RefCell};

use ringstack_engine::clock;
use ringstack_engine::ugi::reply::{ErrorCode, Reply};
use ringstack_engine::ugi::serve::MAX_LINE;
use ringstack_engine::ugi::session::{Input, Output, Session};
use ringstack_engine::ugi::task::BackgroundTask;

use crate::host;

/// What the host has to do next.
#[repr(u32)]
#[derive(Clone, Copy, Debug)]
pub enum State {
    /// Wait for a line.
    Waits = 0,
    /// Call `run`.
    HasTask = 1,
    /// Nothing: the conversation is over.
    Over = 2,
}

/// The session and its task. They are separate, and nothing is borrowed while the task runs, because lines
/// arrive then.
pub struct Engine {
    session: RefCell<Option<Session>>,
    task: Cell<Option<BackgroundTask>>,
    is_over: Cell<bool>,
}

impl Engine {
    pub fn new() -> Engine {
        Engine {
            session: RefCell::new(Session::new("dvonn")),
            task: Cell::default(),
            is_over: Cell::default(),
        }
    }

    /// Handles a line.
    pub fn line(&self, line: &[u8]) -> State {
        self.handle(match line.get(..MAX_LINE) {
            Some(beginning) if line.len() > MAX_LINE => Input::LongLine(beginning),
            _ => Input::Line(line, clock::now()),
        })
    }

    /// Runs the task to its end.
    pub fn run(&self) -> State {
        let Some(task) = self.task.take() else {
            return self.state();
        };
        let replies = host::with_pauses(|| {
            task.run(&|reply| {
                self.handle(Input::Progress(reply));
            })
        });
        self.handle(Input::Done(replies, clock::now()))
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
