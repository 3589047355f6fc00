//! The session of the board with the drivers of its engines. The host runs the engines, stores the files and
//! connects pages.

use std::collections::BTreeMap;
use std::time::Duration;

use ringstack_arena::engine::spec::EngineSpec;
use ringstack_arena::engine::traffic::{LogSource, Traffic};
use ringstack_board::BoardSettings;
use ringstack_board::engine_driver::{
    DriverInput, DriverOutput, EngineDriver, EngineEvent, EngineId,
};
use ringstack_board::host::Host;
use ringstack_board::session::{BoardSession, Input, InputTime, Output};
use ringstack_engine::clock::{self, Instant};

use crate::files::HostedFiles;
use crate::messages::{BoardMessage, HostMessage, send};

/// A board.
#[derive(Debug)]
pub struct Board {
    session: BoardSession,
    start: Instant,
    spec: EngineSpec,
    engines: BTreeMap<EngineId, HostedEngine>,
    /// When the session wants to be woken.
    wake: Option<Duration>,
}

#[derive(Debug)]
struct HostedEngine {
    driver: EngineDriver,
    traffic: Traffic,
}

/// Handles a message of the host, as JSON. The first one makes the board.
pub fn handle(board: &mut Option<Board>, message: &str) {
    let handled = serde_json::from_str(message).map_err(|error| error.to_string());
    let handled = handled.and_then(|message| match (&mut *board, message) {
        (None, HostMessage::Begin { files, place, run }) => {
            *board = Some(Board::new(HostedFiles::new(files, place), run)?);
            Ok(())
        }
        (Some(board), message) => board.receive(message),
        (None, _) => Err("the first message is not 'begin'".to_owned()),
    });
    if let Err(error) = handled {
        send(&BoardMessage::Refused { error });
    }
}

impl Board {
    fn new(files: HostedFiles, run: String) -> Result<Board, String> {
        let spec = EngineSpec::parse("self").map_err(|error| error.to_string())?;
        let settings = BoardSettings {
            game: "dvonn".to_owned(),
            fen: None,
            engines: vec![(&spec).into()],
            resumes: true,
            links: None,
            run,
        };
        let start = clock::now();
        let now = InputTime::at(start, start);
        let (session, outputs) = BoardSession::new(settings, Box::new(files), now)?;
        let mut board = Board {
            session,
            start,
            spec,
            engines: BTreeMap::new(),
            wake: None,
        };
        board.perform(outputs);
        board.request_wake();
        Ok(board)
    }

    fn receive(&mut self, message: HostMessage) -> Result<(), String> {
        let inputs = match message {
            HostMessage::Begin { .. } => return Err("the board exists".to_owned()),
            HostMessage::Page { client, text } => vec![Input::Message(client, text)],
            HostMessage::Left { client } => vec![Input::Left(client)],
            HostMessage::Line { engine, line } => {
                if let Some(engine) = self.engines.get_mut(&engine) {
                    engine
                        .traffic
                        .add(self.start.elapsed(), LogSource::Received, &line);
                }
                self.drive(engine, DriverInput::Line(line))
            }
            HostMessage::Loading { engine } => self.drive(engine, DriverInput::Loading),
            HostMessage::Gone { engine, why } => {
                let gone = why.map_or(DriverInput::Gone, DriverInput::NotStarted);
                self.drive(engine, gone)
            }
            HostMessage::Stored { error } => vec![Input::Stored(error.map_or(Ok(()), Err))],
            HostMessage::Tick => {
                let engines: Vec<EngineId> = self.engines.keys().copied().collect();
                let ticked = engines
                    .into_iter()
                    .flat_map(|id| self.drive(id, DriverInput::Tick));
                ticked.chain([Input::Tick]).collect()
            }
            HostMessage::Flush => vec![Input::Flush],
        };
        for input in inputs {
            self.handle_input(self.now(), input);
        }
        self.request_wake();
        Ok(())
    }

    fn request_wake(&self) {
        let drivers = self
            .engines
            .values()
            .filter_map(|engine| engine.driver.wake());
        let next = drivers.chain(self.wake).min();
        let after = next.map(|next| next.saturating_sub(self.start.elapsed()));
        send(&BoardMessage::Wake {
            // Rounded up, so that the time has come.
            after: after.map(|after| after.as_millis() as u64 + 1),
        });
    }

    /// Passes an input to the driver of an engine and performs its outputs. Returns its reports.
    fn drive(&mut self, id: EngineId, input: DriverInput) -> Vec<Input> {
        let Some(HostedEngine { driver, traffic }) = self.engines.get_mut(&id) else {
            return Vec::new();
        };
        let mut inputs = Vec::new();
        let now = self.start.elapsed();
        for output in driver.handle(now, input) {
            let event = match output {
                DriverOutput::Start => {
                    *traffic = Traffic::default();
                    send(&BoardMessage::Start { engine: id });
                    continue;
                }
                DriverOutput::Send(line) => {
                    traffic.add(now, LogSource::Sent, &line);
                    send(&BoardMessage::Line {
                        engine: id,
                        line: &line,
                    });
                    continue;
                }
                DriverOutput::End => {
                    send(&BoardMessage::Stop { engine: id });
                    continue;
                }
                DriverOutput::Report(event) => event,
                DriverOutput::ReportTraffic => EngineEvent::Traffic(traffic.to_string()),
            };
            inputs.push(Input::Engine(id, event));
        }
        inputs
    }
}

impl Host for Board {
    type Inputs = Vec<Input>;

    fn session(&mut self) -> &mut BoardSession {
        &mut self.session
    }

    fn now(&self) -> InputTime {
        InputTime::at(clock::now(), self.start)
    }

    fn perform_one(&mut self, output: Output) -> Vec<Input> {
        match output {
            Output::Send { client, text, .. } => send(&BoardMessage::Page {
                client,
                text: &text,
            }),
            Output::StartEngine { id, game, .. } => {
                let (name, options) = (self.spec.name.clone(), self.spec.options.clone());
                let engine = HostedEngine {
                    driver: EngineDriver::new(name, options, game),
                    traffic: Traffic::default(),
                };
                self.engines.insert(id, engine);
            }
            Output::Engine(id, command) => return self.drive(id, DriverInput::Command(command)),
            Output::StopEngine(id) => {
                self.engines.remove(&id);
                send(&BoardMessage::Stop { engine: id });
            }
            Output::WakeAt(wake) => self.wake = wake,
        }
        Vec::new()
    }
}
