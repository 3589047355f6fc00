//! `ringstack show`: draws a position.

use std::io::{Write, stdout};

use crate::cli::ShowArgs;

use ringstack::ugi::session::describe;

/// Draws the position of the FEN, whose fields may be one argument or several.
pub fn run(game: &str, args: &ShowArgs) -> anyhow::Result<()> {
    let fen = (!args.fen.is_empty()).then(|| args.fen.join(" "));
    let seat = super::open(game, fen)?;
    let mut out = stdout().lock();
    for line in describe(seat.as_ref()) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
