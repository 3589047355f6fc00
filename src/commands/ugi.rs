//! `ringstack ugi`: speaks the protocol.

use std::io::{self, IsTerminal, Write};

use anyhow::Context;

use ringstack::ugi::serve::serve;
use ringstack::ugi::session::Session;

use super::output::standard_output;

/// Explains the program on stderr to a user who started it on a terminal without arguments. Standard
/// output belongs to the protocol.
pub fn greet() {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        let version = env!("CARGO_PKG_VERSION");
        // Standard error may be closed.
        let _ = writeln!(
            io::stderr(),
            "ringstack {version} listens for UGI: help lists its commands, quit leaves; \
             see also ringstack --help"
        );
    }
}

/// Speaks UGI over standard input and output until the end.
pub fn run(game: &str) -> anyhow::Result<()> {
    let session = Session::new(game).with_context(|| format!("no game is called '{game}'"))?;
    serve(session, io::stdin(), standard_output())?;
    Ok(())
}
