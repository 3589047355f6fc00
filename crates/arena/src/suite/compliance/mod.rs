//! Checks whether a UGI engine follows the protocol, step by step. The steps share one process as long
//! as it answers; after a failure the next step starts another one.
//!
//! | file | content |
//! |---|---|
//! | `steps` | the steps in their order, each with its script |
//! | [`script`] | what the lines of a script mean |
//! | [`probe`] | the engine of one step |
//!
//! The rules come from our library, so the game must be one of ours. Facts about single positions are
//! the task of [`super::check()`].

pub mod probe;
pub mod script;
mod steps;

use crate::engine::spec::EngineSpec;

use probe::Probe;

pub use steps::STEPS;

/// A numbered part of the check.
#[derive(Clone, Copy, Debug)]
pub struct ComplianceStep {
    /// What the step checks.
    pub name: &'static str,
    /// Whether the step checks extensions of UGI, and only for an engine that announces them.
    pub is_extension: bool,
    script: &'static str,
}

/// The result of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepResult {
    /// The engine follows the protocol.
    Passed,
    /// The step was not checked, and why.
    Skipped(&'static str),
    /// The engine breaks the protocol.
    Failed {
        /// The problem.
        problem: String,
        /// The lines exchanged in this step, with the seconds since the start of the engine.
        exchange: String,
    },
}

/// Runs all steps and reports each with its number, from 1. Without a handshake the other steps are
/// skipped.
///
/// # Errors
/// The error of `report`.
pub fn run<E>(
    spec: &EngineSpec,
    game: &str,
    mut report: impl FnMut(usize, &ComplianceStep, &StepResult) -> Result<(), E>,
) -> Result<(), E> {
    let mut probe = Probe::new(spec.clone(), game);
    let mut has_handshake = true;
    for (number, step) in (1..).zip(&STEPS) {
        let result = if has_handshake {
            probe.check(number, step)
        } else {
            StepResult::Skipped("no handshake")
        };
        has_handshake &= number != 1 || result == StepResult::Passed;
        report(number, step, &result)?;
    }
    Ok(())
}
