//! The thread that runs an engine process for an [`EngineDriver`].

use ringstack_engine::clock::{self, Instant};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use super::super::engine_driver::{DriverInput, DriverOutput, EngineDriver};
use crate::engine_driver::{EngineCommand, EngineEvent, EngineFailure, EngineFault};
use ringstack_arena::engine::process::{EngineOutput, EngineProcess, TimedOutput};
use ringstack_arena::engine::spec::EngineSpec;
use ringstack_arena::engine::traffic::LogSource;

/// The maximum number of unprocessed inputs before their senders wait. Together with the maximum length of a
/// line it bounds the memory.
const INPUTS_WAITING: usize = 16;
/// How often to check whether a silent process still runs. Its output stays open after its end as long as a
/// child process of the engine holds it.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// The maximum time that an engine may take to quit.
const QUITTING: Duration = Duration::from_millis(500);
/// The maximum time to wait for the status of a process after the end of its output.
const STATUS: Duration = Duration::from_millis(100);
/// The maximum number of characters reported per line of traffic.
const TRAFFIC_WIDTH: usize = 1000;

/// An input of the thread.
enum ThreadInput {
    Command(EngineCommand),
    /// Output of the process with this number.
    Output(u64, TimedOutput),
    End,
}

/// The handle of the thread. Dropping it ends the engine.
#[derive(Debug)]
pub struct EngineThread {
    inputs: SyncSender<ThreadInput>,
}

impl EngineThread {
    /// Starts the thread. The first command that needs the engine starts its process, for this game. `report`
    /// receives the reports of the engine with their times.
    pub fn new(
        spec: EngineSpec,
        game: &str,
        report: impl Fn(Instant, EngineEvent) + Send + 'static,
    ) -> Result<EngineThread, EngineFailure> {
        let (inputs, waiting) = sync_channel(INPUTS_WAITING);
        let engine = spec.name.clone();
        let mut host = EngineHost {
            driver: EngineDriver::new(engine.clone(), spec.options.clone(), game.to_owned()),
            spec,
            start: clock::now(),
            inputs: inputs.clone(),
            process: None,
            process_number: 0,
            last_traffic: String::new(),
            report: Box::new(report),
        };
        match thread::Builder::new().spawn(move || host.run(&waiting)) {
            Ok(_) => Ok(EngineThread { inputs }),
            Err(error) => Err(EngineFailure {
                engine,
                fault: EngineFault::NotStarted(format!("no thread: {error}")),
            }),
        }
    }

    /// Sends a command.
    pub fn send(&self, command: EngineCommand) {
        // The thread ends only after this handle is dropped.
        let _ = self.inputs.send(ThreadInput::Command(command));
    }
}

impl Drop for EngineThread {
    fn drop(&mut self) {
        let _ = self.inputs.send(ThreadInput::End);
    }
}

struct EngineHost {
    driver: EngineDriver,
    spec: EngineSpec,
    start: Instant,
    inputs: SyncSender<ThreadInput>,
    process: Option<EngineProcess>,
    /// The number of the current process; output of earlier ones is ignored.
    process_number: u64,
    /// The last lines exchanged with an ended engine.
    last_traffic: String,
    report: Box<dyn Fn(Instant, EngineEvent) + Send>,
}

impl EngineHost {
    fn run(&mut self, inputs: &Receiver<ThreadInput>) {
        let mut has_ended = false;
        loop {
            let passed = self.start.elapsed();
            let due = self.driver.wake().map(|wake| wake.saturating_sub(passed));
            let wait = due.unwrap_or(CHECK_INTERVAL).min(CHECK_INTERVAL);
            match inputs.recv_timeout(wait) {
                Ok(ThreadInput::Command(command)) => {
                    self.handle(clock::now(), DriverInput::Command(command));
                }
                Ok(ThreadInput::Output(number, output)) if number == self.process_number => {
                    self.output(output);
                }
                Ok(ThreadInput::Output(..)) => {}
                Ok(ThreadInput::End) | Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    self.handle(clock::now(), DriverInput::Tick);
                    // The last output of an ended process arrives before the next check.
                    let ended = self.process.as_mut().is_some_and(EngineProcess::has_ended);
                    if ended && std::mem::replace(&mut has_ended, ended) {
                        self.log_status();
                        self.handle(clock::now(), DriverInput::Gone);
                    }
                    has_ended = ended;
                }
            }
        }
        self.end();
    }

    fn output(&mut self, output: TimedOutput) {
        let input = match output.what {
            EngineOutput::Line(line) => {
                if let Some(process) = &self.process {
                    process.log(LogSource::Received, &line);
                }
                DriverInput::Line(line)
            }
            EngineOutput::TooLong => DriverInput::LongLine,
            EngineOutput::End => {
                self.log_status();
                DriverInput::Gone
            }
        };
        self.handle(output.at, input);
    }

    /// Adds the exit status of an ended process to the traffic.
    fn log_status(&mut self) {
        if let Some(process) = &mut self.process
            && let Some(status) = process.wait_until(clock::now() + STATUS)
        {
            process.log(LogSource::Remark, &status);
        }
    }

    fn handle(&mut self, at: Instant, input: DriverInput) {
        let now = at.saturating_duration_since(self.start);
        for output in self.driver.handle(now, input) {
            if let Some(input) = self.perform(at, output) {
                // Later outputs are for an engine that does not run.
                return self.handle(at, input);
            }
        }
    }

    /// Performs an output. Returns the input that results from it, if any.
    fn perform(&mut self, at: Instant, output: DriverOutput) -> Option<DriverInput> {
        match output {
            DriverOutput::Start => {
                self.process_number += 1;
                let (number, inputs) = (self.process_number, self.inputs.clone());
                let receive =
                    move |output| inputs.send(ThreadInput::Output(number, output)).is_ok();
                match EngineProcess::start(None, &self.spec, receive) {
                    Ok(process) => self.process = Some(process),
                    Err(error) => return Some(DriverInput::NotStarted(error.to_string())),
                }
            }
            DriverOutput::Send(line) => self.process.as_ref()?.send(line),
            DriverOutput::End => self.end(),
            DriverOutput::Report(event) => (self.report)(at, event),
            DriverOutput::ReportTraffic => {
                let traffic = self.process.as_ref().map(traffic);
                let traffic = traffic.unwrap_or_else(|| self.last_traffic.clone());
                (self.report)(at, EngineEvent::Traffic(traffic));
            }
        }
        None
    }

    fn end(&mut self) {
        // The process may still write.
        self.process_number += 1;
        if let Some(mut process) = self.process.take() {
            self.last_traffic = traffic(&process);
            process.send("quit".to_owned());
            process.close(QUITTING);
        }
    }
}

/// The last lines in both directions, truncated for display.
fn traffic(process: &EngineProcess) -> String {
    let cut = |line: &str| line.chars().take(TRAFFIC_WIDTH).collect::<String>();
    let lines: Vec<String> = process.traffic().lines().map(cut).collect();
    lines.join("\n")
}
