//! `ringstack bench`: the benchmark, and the check of its node count.

use std::io::{Write, stdout};
use std::sync::Arc;

use anyhow::bail;

use ringstack::play::bench::DEPTH;
use ringstack::ugi::job::Job;
use ringstack::ugi::reply::Reply;

/// What to search.
#[derive(Debug, clap::Args)]
pub struct BenchArgs {
    /// The depth in plies.
    #[arg(default_value_t = DEPTH)]
    pub depth: u32,

    /// The node count that is expected; any other is a failure.
    #[arg(long, value_name = "NODES")]
    pub expect: Option<u64>,
}

/// Runs the benchmark and prints a line for each position and the total.
pub fn run(args: &BenchArgs) -> anyhow::Result<()> {
    let closing = Job::bench(Some(args.depth), Arc::default()).run(&|reply| {
        // The total below meets the same closed output and reports it.
        let _ = writeln!(stdout(), "{reply}");
    });
    let mut total = None;
    for reply in closing {
        writeln!(stdout(), "{reply}")?;
        if let Reply::BenchTotal { nodes, .. } = reply {
            total = Some(nodes);
        }
    }
    match (total, args.expect) {
        (None, _) => bail!("the benchmark gave no total"),
        (Some(nodes), Some(expected)) if nodes != expected => {
            bail!("the benchmark took {nodes} nodes, expected {expected}")
        }
        _ => Ok(()),
    }
}
