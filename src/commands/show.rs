//! `ringstack show`: draws a position, as text or as an SVG picture.

use std::fs;
use std::io::{Write, stdout};
use std::path::PathBuf;

use anyhow::Context;

use ringstack::picture::svg::{Marks, render};
use ringstack::ugi::session::describe;

/// What to draw.
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    /// The position; the start position when left out.
    pub fen: Vec<String>,

    /// Writes an SVG picture to this file (`-` for standard output) instead of text.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
}

/// Draws the position of the FEN, whose fields may be one argument or several.
pub fn run(game: &str, args: &ShowArgs) -> anyhow::Result<()> {
    let fen = (!args.fen.is_empty()).then(|| args.fen.join(" "));
    let seat = super::open(game, fen)?;
    let mut out = stdout().lock();
    match &args.svg {
        None => {
            for line in describe(seat.as_ref()) {
                writeln!(out, "{line}")?;
            }
        }
        Some(file) => {
            let marks = Marks {
                caption: seat.about().title,
                ..Marks::default()
            };
            let picture = render(&seat.scene(), &marks);
            if file.as_os_str() == "-" {
                write!(out, "{picture}")?;
            } else {
                fs::write(file, picture)
                    .with_context(|| format!("cannot write {}", file.display()))?;
            }
        }
    }
    Ok(())
}
