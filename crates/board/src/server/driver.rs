//! The thread that runs a [`BoardSession`]. It owns the connections to pages, the engine threads and the
//! timer.

use ringstack_engine::clock::{self, Instant};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, mpsc as queue};

use super::super::session::{
    BoardSession, BoardSettings, ClientId, Device, Files, Input, InputTime, MemoryFiles, Output,
};
use super::engine_thread::EngineThread;
use super::folder::Folder;
use super::http::QUEUE;
use crate::engine_driver::{EngineFailure, EngineId};
use crate::host::Host;
use ringstack_arena::engine::spec::EngineSpec;

/// The minimum number of free slots in the queue of a page for a message that may be skipped.
const MIN_FREE: usize = QUEUE / 4;
/// The maximum time to wait for the last save when the program ends.
const LAST_SAVE: Duration = Duration::from_secs(3);
/// The maximum time that the thread sleeps.
const LONG: Duration = Duration::from_secs(3600);

/// An event for the driver.
#[derive(Debug)]
pub enum DriverEvent {
    /// A page of this device connected; messages to it go to this queue.
    Joined(ClientId, Device, queue::Sender<Arc<str>>),
    /// A page disconnected.
    Left(ClientId),
    /// A message of a page. The permit bounds the memory of the messages that wait.
    Message(ClientId, String, OwnedSemaphorePermit),
    /// An input for the session.
    Input(Input),
    /// The program ends. Signals when everything is saved.
    End(Sender<()>),
}

/// Sends events to the driver, with their time.
#[derive(Clone, Debug)]
pub struct EventSender {
    sender: Sender<(Instant, DriverEvent)>,
    start: Instant,
}

impl EventSender {
    /// The time since the start, in milliseconds.
    pub fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    /// Sends an event that happens now.
    pub fn send(&self, event: DriverEvent) {
        self.send_at(clock::now(), event);
    }

    fn send_at(&self, at: Instant, event: DriverEvent) {
        // The receiver exists until the program ends.
        let _ = self.sender.send((at, event));
    }

    /// Saves unsaved changes; waits a few seconds at most.
    pub fn save(&self) {
        let (saved, done) = channel();
        self.send(DriverEvent::End(saved));
        let _ = done.recv_timeout(LAST_SAVE);
    }
}

struct Driver {
    session: BoardSession,
    start: Instant,
    events: EventSender,
    pages: HashMap<ClientId, queue::Sender<Arc<str>>>,
    specs: Vec<EngineSpec>,
    /// The threads of the engines, or why a thread cannot be started.
    engines: HashMap<EngineId, Result<EngineThread, EngineFailure>>,
    wake: Option<Duration>,
}

/// Starts a board in its own thread. Without a folder nothing is saved.
pub fn start(
    settings: BoardSettings,
    specs: Vec<EngineSpec>,
    folder: Option<PathBuf>,
) -> Result<EventSender, String> {
    let (sender, events) = channel();
    let start = clock::now();
    let sender = EventSender { sender, start };
    let files: Box<dyn Files> = match folder {
        Some(folder) => Box::new(Folder(folder)),
        None => Box::new(MemoryFiles::default()),
    };
    let (session, outputs) = BoardSession::new(settings, files, InputTime::at(start, start))?;
    let mut driver = Driver {
        session,
        start,
        events: sender.clone(),
        pages: HashMap::new(),
        specs,
        engines: HashMap::new(),
        wake: None,
    };
    let run = move || {
        driver.perform(outputs);
        driver.run(&events);
    };
    match thread::Builder::new().name("board".to_owned()).spawn(run) {
        Ok(_) => Ok(sender),
        Err(error) => Err(format!("cannot start a thread for the board: {error}")),
    }
}

impl Driver {
    fn run(&mut self, events: &Receiver<(Instant, DriverEvent)>) {
        loop {
            let passed = self.start.elapsed();
            let wait = self.wake.map_or(LONG, |wake| wake.saturating_sub(passed));
            match events.recv_timeout(wait) {
                Ok((at, event)) => self.handle_event(at, event),
                // Events that are already in the queue are handled before a tick.
                Err(RecvTimeoutError::Timeout) => self.handle_input(self.now(), Input::Tick),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn handle_event(&mut self, at: Instant, event: DriverEvent) {
        let at = InputTime::at(at, self.start);
        match event {
            DriverEvent::Joined(client, device, page) => {
                self.pages.insert(client, page);
                self.handle_input(at, Input::Joined(client, device));
            }
            DriverEvent::Left(client) => {
                self.pages.remove(&client);
                self.handle_input(at, Input::Left(client));
            }
            DriverEvent::Message(client, text, permit) => {
                self.handle_input(at, Input::Message(client, text));
                drop(permit);
            }
            DriverEvent::Input(input) => self.handle_input(at, input),
            DriverEvent::End(saved) => {
                self.handle_input(at, Input::Flush);
                let _ = saved.send(());
            }
        }
    }
}

impl Host for Driver {
    type Inputs = Option<Input>;

    fn session(&mut self) -> &mut BoardSession {
        &mut self.session
    }

    fn now(&self) -> InputTime {
        InputTime::at(clock::now(), self.start)
    }

    fn perform_one(&mut self, output: Output) -> Option<Input> {
        match output {
            Output::Send {
                client,
                text,
                may_skip,
            } => {
                let page = self.pages.get(&client)?;
                if may_skip && page.capacity() < MIN_FREE {
                    return None;
                }
                page.try_send(text).err()?;
                self.pages.remove(&client);
                return Some(Input::Left(client));
            }
            Output::StartEngine { id, engine, game } => {
                let spec = self.specs.get(engine)?.clone();
                let events = self.events.clone();
                let report = move |at, event| {
                    events.send_at(at, DriverEvent::Input(Input::Engine(id, event)));
                };
                let engine = EngineThread::new(spec, &game, report);
                self.engines.insert(id, engine);
            }
            Output::Engine(id, command) => match self.engines.get(&id)? {
                Ok(engine) => engine.send(command),
                Err(failure) => {
                    let failed = command.failed(failure.clone())?;
                    return Some(Input::Engine(id, failed));
                }
            },
            Output::StopEngine(id) => {
                self.engines.remove(&id);
            }
            Output::WakeAt(wake) => self.wake = wake,
        }
        None
    }
}
