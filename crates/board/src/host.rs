//! The host of a board: it performs what the session asks for.

use std::collections::VecDeque;

use crate::session::{BoardSession, Input, InputTime, Output};

/// Runs a session: owns the connections to pages, the engines and the timer.
pub trait Host {
    /// What results at once from an output.
    type Inputs: IntoIterator<Item = Input>;

    /// The session.
    fn session(&mut self) -> &mut BoardSession;

    /// The time of an input that arrives now.
    fn now(&self) -> InputTime;

    /// Performs an output.
    fn perform_one(&mut self, output: Output) -> Self::Inputs;

    /// Passes an input to the session, and performs its outputs.
    fn handle_input(&mut self, time: InputTime, input: Input) {
        let outputs = self.session().handle(time, input);
        self.perform(outputs);
    }

    /// Performs outputs of the session, including those that result from them.
    fn perform(&mut self, outputs: Vec<Output>) {
        let mut outputs = VecDeque::from(outputs);
        while let Some(output) = outputs.pop_front() {
            for input in self.perform_one(output) {
                let now = self.now();
                outputs.extend(self.session().handle(now, input));
            }
        }
    }
}
