//! `ringstack bench`: the benchmark, and the check of its node count.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};

use ringstack_engine::play::bench;
use ringstack_engine::search::limits::MAX_DEPTH;
use ringstack_engine::ugi::reply::{Reply, per_second};

use super::output::standard_output;

/// What to search.
#[derive(Debug, clap::Args)]
pub struct BenchArgs {
    /// The depth in plies, 1 to 120; by default each game has its own, so that all take a similar number of nodes.
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    pub depth: Option<u32>,

    /// Fails if the node count differs from this one.
    #[arg(long, value_name = "NODES")]
    pub expect: Option<u64>,
}

/// Runs the benchmark, of one rule set if one is named, and prints a line for each position and the
/// total.
pub fn run(game: Option<&str>, args: &BenchArgs) -> anyhow::Result<()> {
    let report = &mut |searched: bench::BenchResult| {
        let line = Reply::Text(searched.to_string());
        // If the output is closed, writing the total below reports it.
        let _ = writeln!(standard_output(), "{line}");
    };
    let total = bench::run(args.depth, game, &AtomicBool::new(false), report)?;
    let total = total.context("the benchmark gave no total")?;
    let nodes = total.nodes;
    let nps = per_second(nodes, total.elapsed);
    writeln!(standard_output(), "{}", Reply::BenchTotal { nodes, nps })?;
    match args.expect {
        Some(expected) if nodes != expected => {
            bail!("the benchmark took {nodes} nodes, expected {expected}")
        }
        _ => Ok(()),
    }
}
