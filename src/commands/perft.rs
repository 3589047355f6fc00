//! `ringstack perft`: counts the sequences of legal moves.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::Context;
use indicatif::{ProgressBar, ProgressStyle};

use ringstack_engine::play::CountProgress;
use ringstack_engine::ugi::reply::Reply;
use ringstack_engine::ugi::task::count_replies;

use super::output::standard_output;

/// What to count.
#[derive(Debug, clap::Args)]
pub struct PerftArgs {
    /// The number of plies, 0 to 99.
    #[arg(value_parser = clap::value_parser!(u32).range(0..=99))]
    pub depth: u32,

    /// The position, as a FEN [default: the start position].
    #[arg(long, allow_hyphen_values = true)]
    pub fen: Option<String>,

    /// Also prints the count for each legal move.
    #[arg(long)]
    pub divide: bool,
}

/// Counts and prints the lines of `go perft`, or without `--divide` only the total. Shows the progress on a
/// terminal.
pub fn run(game: &str, args: &PerftArgs) -> anyhow::Result<()> {
    let state = super::open(game, args.fen.as_deref())?;
    let progress = progress()?;
    let count = state.perft(
        args.depth,
        u64::MAX,
        &AtomicBool::new(false),
        &mut |so_far: CountProgress| {
            progress.set_length(so_far.of);
            progress.set_position(so_far.moves);
            progress.set_message(format!("{} found", so_far.total));
        },
    );
    progress.finish_and_clear();
    let mut out = standard_output();
    for reply in count_replies(count.context("the count was stopped")?) {
        if args.divide || !matches!(reply, Reply::Divided(..)) {
            writeln!(out, "{reply}")?;
        }
    }
    Ok(())
}

/// A progress bar of the first moves, hidden if stderr is not a terminal.
fn progress() -> anyhow::Result<ProgressBar> {
    let style = "{bar:30} {pos} of {len} first moves, {msg}, {elapsed}";
    let bar = ProgressBar::new(0).with_style(ProgressStyle::with_template(style)?);
    bar.enable_steady_tick(Duration::from_millis(200));
    Ok(bar)
}
