//! `ringstack ugi`: speaks the protocol.

use std::io::{self, IsTerminal, Write};

use anyhow::Context;

use ringstack_engine::ugi::serve::serve;
use ringstack_engine::ugi::session::Session;

use super::output::standard_output;

/// Explains the program on stderr to a user who started it on a terminal without arguments. Standard
/// output belongs to the protocol.
pub fn greet() {
    if io::stdin().is_terminal() && io::stderr().is_terminal() {
        let version = env!("CARGO_PKG_VERSION");
        // Standard error may be closed.
        let _ = writeln!(
            io::stderr(),
            "ringstack {version} waits for UGI commands: help lists them, quit ends the program; \
             see also ringstack --help"
        );
    }
}

/// Speaks UGI over standard input and output until the end.
pub fn run(game: &str) -> anyhow::Result<()> {
    let session = Session::new(game).with_context(|| format!("no game is called '{game}'"))?;
    serve(session, io::stdin(), standard_output(), output_is_closed)?;
    Ok(())
}

/// Whether nothing can read standard output any more.
#[cfg(unix)]
fn output_is_closed() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdout = io::stdout();
    let mut fds = [PollFd::new(&stdout, PollFlags::empty())];
    let is_ready = poll(&mut fds, Some(&Timespec::default())).is_ok_and(|count| count > 0);
    // NVAL does not count: macOS reports it for terminals and devices.
    let closed = PollFlags::ERR | PollFlags::HUP;
    is_ready && fds.iter().any(|fd| fd.revents().intersects(closed))
}

/// Other systems report a closed output only when something is written.
#[cfg(not(unix))]
fn output_is_closed() -> bool {
    false
}
