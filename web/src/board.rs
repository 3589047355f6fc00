//! The session of the board with the drivers of its engines. The host runs the engines, stores the files and
//! connects pages.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use ringstack_arena::engine::spec::EngineSpec;
use ringstack_arena::engine::traffic::{LogSource, Traffic};
use ringstack_engine::clock::{self, Instant};
use ringstack_board::BoardSettings;
use ringstack_board::engine_driver::{
    DriverInput, DriverOutput, EngineDriver, EngineEvent, EngineId,
};
use ringstack_board::session::{BoardSession, Input, InputTime, Output};
use ringstack_engine::ugi::command::Query;

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
        (Some(board), message) => board.handle(message),
        (None, _) => Err("the first message is not 'begin'".to_owned()),
    });
    if let Err(error) = handled {
        send(&BoardMessage::Refused { error });
    }
}

fn input_time(start: Instant) -> InputTime {
    InputTime {
        since_start: start.elapsed(),
        unix_ms: clock::unix_time().as_millis() as u64,
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
        let (session, outputs) = BoardSession::new(settings, Box::new(files), input_time(start))?;
        let mut board = Board {
            session,
            start,
            spec,
            engines: BTreeMap::new(),
            wake: None,
        };
        let mut inputs = VecDeque::new();
        for output in outputs {
            board.perform(output, &mut inputs);
        }
        board.inputs(inputs);
        Ok(board)
    }

    fn handle(&mut self, message: HostMessage) -> Result<(), String> {
        let mut inputs = VecDeque::new();
        match message {
            HostMessage::Begin { .. } => return Err("the board exists".to_owned()),
            HostMessage::Page { client, text } => inputs.push_back(Input::Message(client, text)),
            HostMessage::Left { client } => inputs.push_back(Input::Left(client)),
            HostMessage::Line { engine, line } => {
                if let Some(engine) = self.engines.get_mut(&engine) {
                    engine
                        .traffic
                        .add(self.start.elapsed(), LogSource::Received, &line);
                }
                self.drive(engine, DriverInput::Line(line), &mut inputs);
            }
            HostMessage::Loading { engine } => {
                self.drive(engine, DriverInput::Loading, &mut inputs);
            }
            HostMessage::Gone { engine, why } => {
                let gone = why.map_or(DriverInput::Gone, DriverInput::NotStarted);
                self.drive(engine, gone, &mut inputs);
            }
            HostMessage::Stored { error } => {
                inputs.push_back(Input::Stored(error.map_or(Ok(()), Err)));
            }
            HostMessage::Answer { text } => {
                let fen = text.filter(|text| text != "unknown");
                let fen = fen.ok_or_else(|| "no set-up was found".to_owned());
                inputs.push_back(Input::SetUpFound(fen));
            }
            HostMessage::Tick => {
                let engines: Vec<EngineId> = self.engines.keys().copied().collect();
                for engine in engines {
                    self.drive(engine, DriverInput::Tick, &mut inputs);
                }
                inputs.push_back(Input::Tick);
            }
            HostMessage::End => inputs.push_back(Input::End),
        }
        self.inputs(inputs);
        Ok(())
    }

    /// Passes inputs to the session, including those that result from them, and requests the next wake-up.
    fn inputs(&mut self, mut inputs: VecDeque<Input>) {
        while let Some(input) = inputs.pop_front() {
            for output in self.session.handle(input_time(self.start), input) {
                self.perform(output, &mut inputs);
            }
        }
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

    fn perform(&mut self, output: Output, inputs: &mut VecDeque<Input>) {
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
            Output::Engine(id, command) => self.drive(id, DriverInput::Command(command), inputs),
            Output::StopEngine(id) => {
                self.engines.remove(&id);
                send(&BoardMessage::Stop { engine: id });
            }
            Output::FindSetUp { game, set_up } => {
                // The search would stop the board for seconds.
                let query = Query::RandomSetup(set_up);
                send(&BoardMessage::Ask {
                    lines: [
                        format!("setoption name Game value {game}"),
                        format!("query {query}"),
                    ],
                });
            }
            Output::WakeAt(wake) => self.wake = wake,
        }
    }

    /// Passes an input to the driver of an engine and performs its outputs.
    fn drive(&mut self, id: EngineId, input: DriverInput, inputs: &mut VecDeque<Input>) {
        let Some(HostedEngine { driver, traffic }) = self.engines.get_mut(&id) else {
            return;
        };
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
            inputs.push_back(Input::Engine(id, event));
        }
    }
}
