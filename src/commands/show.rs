//! `ringstack show`: draws a position, as text or as an SVG picture.

use std::io::Write;
use std::path::PathBuf;

use ringstack::picture::svg::{Marks, render};
use ringstack::ugi::session::describe;

use super::output::{Output, standard_output};

/// What to draw.
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    /// The position; the start position when left out.
    pub fen: Vec<String>,

    /// Writes an SVG picture to this file (`-` for standard output) instead of text.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Overwrites a picture that exists.
    #[arg(long, requires = "svg")]
    pub force: bool,
}

/// Draws the position of the FEN, whose fields may be one argument or several.
pub fn run(game: &str, args: &ShowArgs) -> anyhow::Result<()> {
    let fen = (!args.fen.is_empty()).then(|| args.fen.join(" "));
    let seat = super::open(game, fen)?;
    match &args.svg {
        None => {
            let mut out = standard_output();
            for line in describe(seat.as_ref()) {
                writeln!(out, "{line}")?;
            }
        }
        Some(file) => {
            let marks = Marks {
                caption: seat.about().title,
                ..Marks::default()
            };
            let mut output = Output::open(Some(file), args.force)?;
            output.write(render(&seat.scene(), &marks))?;
            output.finish()?;
        }
    }
    Ok(())
}
