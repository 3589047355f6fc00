//! What the program can do, one file for each subcommand.

pub mod analyze;
pub mod bench;
pub mod convert;
mod distinct;
mod engine;
#[cfg(feature = "gui")]
pub mod gui;
mod inputs;
pub mod r#match;
mod numbers;
mod output;
pub mod perft;
pub mod play;
pub mod shell;
pub mod show;
mod signals;
mod source;
pub mod suite;
pub mod ugi;

use anyhow::Context;

use ringstack::play::Seat;
use ringstack::play::seat::open_at;

/// A seat at `game`, at the position of `fen` or the start position.
fn open(game: &str, fen: Option<&str>) -> anyhow::Result<Box<dyn Seat>> {
    let seat = open_at(game, fen).with_context(|| format!("no game is called '{game}'"))?;
    seat.context("bad FEN")
}
