//! `ringstack perft`: counts the sequences of legal moves.

use std::io::{Write, stdout};
use std::sync::Arc;

use crate::cli::PerftArgs;

use ringstack::ugi::job::Job;
use ringstack::ugi::reply::Reply;

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
