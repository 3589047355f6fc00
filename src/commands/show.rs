//! `ringstack show`: draws a position, as text or as an SVG picture.

use std::io::Write;
use std::path::PathBuf;

use ringstack_engine::picture::svg::render;
use ringstack_engine::ugi::session::describe;

use super::output::{Completeness, OutputFile, standard_output};

/// What to draw.
#[derive(Debug, clap::Args)]
pub struct ShowArgs {
    /// The FEN, as one argument or several [default: the start position].
    #[arg(allow_hyphen_values = true)]
    pub fen: Option<String>,

    /// The other fields of the FEN, if they are separate arguments.
    // Here a hyphen begins an option.
    #[arg(value_name = "FIELD", requires = "fen")]
    pub fields: Vec<String>,

    /// Writes an SVG picture to this file (`-` for standard output) instead of text.
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,

    /// Overwrites an existing picture.
    #[arg(long, requires = "svg")]
    pub force: bool,
}

/// Draws the position of the FEN, whose fields may be one argument or several.
pub fn run(game: &str, args: &ShowArgs) -> anyhow::Result<()> {
    let fields = args.fen.iter().chain(&args.fields);
    let words: Vec<&str> = fields.map(String::as_str).collect();
    let fen = args.fen.is_some().then(|| words.join(" "));
    let state = super::open(game, fen.as_deref())?;
    match &args.svg {
        None => {
            let mut out = standard_output();
            for line in describe(state.as_ref()) {
                writeln!(out, "{line}")?;
            }
        }
        Some(file) => {
            let mut output = OutputFile::open(Some(file), args.force)?;
            output.write(render(&state.scene(), &state.about().title))?;
            output.finish(Completeness::All)?;
        }
    }
    Ok(())
}
