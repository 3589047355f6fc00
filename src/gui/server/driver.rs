//! The thread that runs a [`BoardSession`]. It owns the connections to pages, the engine threads, the
//! files and the timer.

use crate::clock::{self, Instant};
use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

use tokio::sync::mpsc as queue;

use super::super::session::engine_io::EngineId;
use super::super::session::profile::StoredProfile;
use super::super::session::{BoardSession, BoardSettings, ClientId, Input, InputTime, Output};
use super::engine_thread::EngineThread;
use super::http::QUEUE;
use super::{profile, saves};
use crate::arena::engine::spec::EngineSpec;

/// The minimum number of free slots in the queue of a page for a message that may be skipped.
const MIN_FREE: usize = QUEUE / 4;
/// The maximum time to wait for the last save when the program ends.
const LAST_SAVE: Duration = Duration::from_secs(3);
/// The maximum time that the thread sleeps.
const LONG: Duration = Duration::from_secs(3600);

/// An event for the driver.
#[derive(Debug)]
pub enum DriverEvent {
    /// A page connected; messages to it go to this queue.
    Joined(ClientId, queue::Sender<Arc<str>>),
    /// A page disconnected.
    Left(ClientId),
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
    engines: HashMap<EngineId, Result<EngineThread, String>>,
    saves: Option<PathBuf>,
    wake: Option<Duration>,
}

/// Starts a board in its own thread.
pub fn start(mut settings: BoardSettings, saves: Option<PathBuf>) -> Result<EventSender, String> {
    let (sender, events) = channel();
    let start = clock::now();
    let sender = EventSender { sender, start };
    if let Some(folder) = &saves {
        settings.profile = profile::read(folder).unwrap_or_else(|error| {
            log::error!("settings and progress cannot be read: {error}");
            StoredProfile::default()
        });
    }
    settings.saves = saves.as_ref().map(|folder| folder.display().to_string());
    let specs = settings.engines.clone();
    let (session, outputs) = BoardSession::new(settings, now(Duration::ZERO))?;
    let mut driver = Driver {
        session,
        start,
        events: sender.clone(),
        pages: HashMap::new(),
        specs,
        engines: HashMap::new(),
        saves,
        wake: None,
    };
    let run = move || {
        driver.perform(outputs.into());
        driver.run(&events);
    };
    match thread::Builder::new().name("board".to_owned()).spawn(run) {
        Ok(_) => Ok(sender),
        Err(error) => Err(format!("cannot start a thread for the board: {error}")),
    }
}

fn now(since_start: Duration) -> InputTime {
    InputTime {
        since_start,
        unix_ms: clock::unix_time().as_millis() as u64,
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
                Err(RecvTimeoutError::Timeout) => self.handle_input(clock::now(), Input::Tick),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn handle_event(&mut self, at: Instant, event: DriverEvent) {
        match event {
            DriverEvent::Joined(client, page) => {
                self.pages.insert(client, page);
            }
            DriverEvent::Left(client) => {
                self.pages.remove(&client);
                self.handle_input(at, Input::Left(client));
            }
            DriverEvent::Input(input) => self.handle_input(at, input),
            DriverEvent::End(saved) => {
                self.handle_input(at, Input::End);
                let _ = saved.send(());
            }
        }
    }

    fn handle_input(&mut self, at: Instant, input: Input) {
        let now = now(at.saturating_duration_since(self.start));
        let outputs = self.session.handle(now, input);
        self.perform(outputs.into());
    }

    /// Performs outputs of the session, including those that result from them.
    fn perform(&mut self, mut outputs: VecDeque<Output>) {
        while let Some(output) = outputs.pop_front() {
            if let Some(input) = self.perform_one(output) {
                let now = now(self.start.elapsed());
                outputs.extend(self.session.handle(now, input));
            }
        }
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
                Err(error) => {
                    let failed = command.failed(error.clone())?;
                    return Some(Input::Engine(id, failed));
                }
            },
            Output::StopEngine(id) => {
                self.engines.remove(&id);
            }
            Output::Save { number, file, text } => {
                let written = saves::write(self.saves.as_ref()?, &file, &text);
                let error = written.err().map(|error| error.to_string());
                if let Some(error) = &error {
                    log::error!("the game cannot be saved: {error}");
                }
                return Some(Input::Saved(number, error));
            }
            Output::ReadSaves { request, files } => {
                let folder = self.saves.clone().unwrap_or_default();
                let read = |file: String| {
                    let text = saves::read(&folder.join(&file));
                    (file, text)
                };
                return Some(Input::SavesRead(
                    request,
                    files.into_iter().map(read).collect(),
                ));
            }
            Output::ListSaves {
                request,
                most,
                known,
            } => {
                let folder = self.saves.as_deref();
                let files = folder.map(|folder| saves::newest(folder, most, &known));
                return Some(Input::SavesListed(request, files.unwrap_or_default()));
            }
            Output::ChangeSaves { request, changes } => {
                let folder = self.saves.clone().unwrap_or_default();
                let change = |change| saves::change(&folder, change).err();
                let errors = changes.iter().filter_map(change).collect();
                return Some(Input::SavesChanged(request, errors));
            }
            Output::SaveProfile(change) => {
                let error = profile::change(self.saves.as_ref()?, &change).err();
                return Some(Input::ProfileSaved(change, error));
            }
            Output::FindSetUp { game, set_up } => {
                let events = self.events.clone();
                let find = move || {
                    let fen = set_up.fen(game).map_err(|error| error.to_string());
                    events.send(DriverEvent::Input(Input::SetUpFound(fen)));
                };
                let thread = thread::Builder::new().name("set-up".to_owned());
                if let Err(error) = thread.spawn(find) {
                    let text = format!("cannot start a thread for the set-up: {error}");
                    return Some(Input::SetUpFound(Err(text)));
                }
            }
            Output::WakeAt(wake) => self.wake = wake,
        }
        None
    }
}
