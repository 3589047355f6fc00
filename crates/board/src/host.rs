//! The host of a board: it performs what the session asks for.

use std::collections::VecDeque;

use ringstack_engine::clock::{self, Instant};

use crate::session::{BoardSession, Input, InputTime, Output};

/// Runs a session: owns the connections to pages, the engines and the timer.
pub trait Host {
    /// What results at once from an output.
    type Inputs: IntoIterator<Item = Input>;

    /// The session.
    fn session(&mut self) -> &mut BoardSession;

    /// When the board started.
    fn start(&self) -> Instant;

    /// Performs an output.
    fn perform_one(&mut self, output: Output) -> Self::Inputs;

    /// Passes an input that arrived at this time to the session, and performs its outputs.
    fn handle_input(&mut self, at: Instant, input: Input) {
        let now = InputTime::at(at, self.start());
        let outputs = self.session().handle(now, input);
        self.perform(outputs);
    }

    /// Performs outputs of the session, including those that result from them.
    fn perform(&mut self, outputs: Vec<Output>) {
        let mut outputs = VecDeque::from(outputs);
        while let Some(output) = outputs.pop_front() {
            for input in self.perform_one(output) {
                let now = InputTime::at(clock::now(), self.start());
                outputs.extend(self.session().handle(now, input));
            }
        }
    }
}
