//! `ringstack ugi`: speaks the protocol.

use std::io;

use anyhow::Context;

use ringstack::ugi::serve::serve;
use ringstack::ugi::session::Session;

/// Speaks UGI over standard input and output until the end.
pub fn run(game: &str) -> anyhow::Result<()> {
    let session = Session::new(game).with_context(|| format!("no game is called '{game}'"))?;
    serve(session, io::stdin(), io::stdout())?;
    Ok(())
}
