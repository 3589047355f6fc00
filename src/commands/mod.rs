//! The subcommands, one file each.

pub mod analyze;
pub mod bench;
pub mod compliance;
pub mod convert;
mod engine;
pub mod explore;
mod games;
pub mod gui;
mod input;
pub mod r#match;
mod openings;
pub mod output;
pub mod perft;
pub mod play;
mod random_setup;
mod results;
pub mod shell;
pub mod show;
mod signals;
pub mod suite;
pub mod ugi;

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::{PathBufValueParser, TypedValueParser};
use thiserror::Error;

use ringstack_engine::play::GameState;
use ringstack_engine::play::state::open_at;

/// Parses the name of a file or folder. `-` is refused: other options take it as a standard stream,
/// and a file of that name would surprise the user.
fn own_name() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path == Path::new("-") {
        true => Err("standard input and output are not allowed; give the name of a file"),
        false => Ok(path),
    })
}

/// A usage error that a command finds. The exit status is 2, as for errors found by clap.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct UsageError(pub String);

impl From<anyhow::Error> for UsageError {
    fn from(error: anyhow::Error) -> UsageError {
        UsageError(format!("{error:#}"))
    }
}

/// The state of `game` at the position of `fen`, or at the start position.
fn open(game: &str, fen: Option<&str>) -> anyhow::Result<Box<dyn GameState>> {
    let state = open_at(game, fen).with_context(|| format!("no game is called '{game}'"))?;
    Ok(state.context("bad FEN").map_err(UsageError::from)?)
}
