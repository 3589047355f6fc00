//! `ringstack ugi`: speaks the protocol.

use std::io::{self, IsTerminal, Write};

use anyhow::Context;

use ringstack::ugi::serve::serve;
use ringstack::ugi::session::Session;

use super::output::standard_output;

/// Tells somebody who has started the program on a terminal, alone, what it is. Standard output
/// belongs to the protocol.
pub fn greet() {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        let version = env!("CARGO_PKG_VERSION");
        // Nobody may be there to read it.
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
