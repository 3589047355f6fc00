//! `ringstack compliance`: checks whether a UGI engine follows the protocol.

use std::io::Write;

use anyhow::ensure;

use ringstack_arena::suite::compliance::{self, ComplianceStep, STEPS, StepResult};
use ringstack_engine::rules::printable;

use super::engine::parse_spec;
use super::output::standard_output;
use super::signals::end_engines_with_us;

/// What to check.
#[derive(Debug, clap::Args)]
pub struct ComplianceArgs {
    /// The engine: its command with arguments, after settings such as `option.Hash=64` as in `match`.
    #[arg(value_name = "COMMAND")]
    pub engine: String,
}

/// Checks all steps and prints their results; fails if a step does.
pub fn run(game: &str, args: &ComplianceArgs) -> anyhow::Result<()> {
    let spec = parse_spec(&args.engine, "--game chooses it", "every step has its own")?;
    end_engines_with_us()?;
    let mut failed = 0;
    let report = |number: usize, step: &ComplianceStep, result: &StepResult| {
        let mut out = standard_output();
        let name = step.name;
        match result {
            StepResult::Passed => writeln!(out, "{number:2} pass  {name}"),
            StepResult::Skipped(reason) => writeln!(out, "{number:2} skip  {name} ({reason})"),
            StepResult::Failed { problem, exchange } => {
                failed += 1;
                // An engine could send control characters to the terminal.
                let problem = printable(problem);
                writeln!(out, "{number:2} FAIL  {name}: {problem}")?;
                exchange
                    .lines()
                    .try_for_each(|line| writeln!(out, "         {}", printable(line)))
            }
        }
    };
    compliance::run(&spec, game, report)?;
    ensure!(
        failed == 0,
        "engine '{}' fails {failed} of {} steps",
        spec.name,
        STEPS.len()
    );
    Ok(())
}
