//! `ringstack perft`: counts the sequences of legal moves.

use std::io::{Write, stdout};
use std::sync::Arc;

use ringstack::ugi::job::Job;
use ringstack::ugi::reply::Reply;

/// What to count.
#[derive(Debug, clap::Args)]
pub struct PerftArgs {
    /// The number of plies.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=99))]
    pub depth: u32,

    /// The position; the start position when left out.
    #[arg(long)]
    pub fen: Option<String>,

    /// Counts below each legal move, too.
    #[arg(long)]
    pub divide: bool,
}

/// Counts and prints what `go perft` prints; without `--divide` the total alone.
pub fn run(game: &str, args: &PerftArgs) -> anyhow::Result<()> {
    let seat = super::open(game, args.fen.clone())?;
    let replies = Job::perft(seat, args.depth, Arc::default()).run(&|_| {});
    let mut out = stdout().lock();
    for reply in replies {
        if args.divide || !matches!(reply, Reply::Divided(..)) {
            writeln!(out, "{reply}")?;
        }
    }
    Ok(())
}
