//! All child processes. Each one leads a process group, so that its own children end with it. The list
//! lets an interrupted runner end every process.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

static CHILDREN: Mutex<Children> = Mutex::new(Children {
    running: BTreeSet::new(),
    ended: false,
});

struct Children {
    running: BTreeSet<u32>,
    /// Whether [`end_all`] was called; no process may start after that.
    ended: bool,
}

fn children() -> MutexGuard<'static, Children> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a process at the head of its own group.
///
/// # Errors
/// The error of the operating system, or all processes have been ended.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Under the lock, so that `end_all` comes either before this start, which then fails, or after it
    // and finds the process.
    let mut children = children();
    if children.ended {
        return Err(io::Error::other("everything is being ended"));
    }
    let child = command.spawn()?;
    children.running.insert(child.id());
    Ok(child)
}

/// Kills the process with its children and reaps it.
pub fn end(child: &mut Child) {
    kill_group(child.id());
    // Fails only if it has ended.
    let _ = child.kill();
    let _ = child.wait();
    children().running.remove(&child.id());
}

/// Kills every process that is still running; no other can be started from now on.
pub fn end_all() {
    let mut children = children();
    children.ended = true;
    children.running.iter().copied().for_each(kill_group);
}

/// Whether [`end_all`] was called: what engines do from then on is not their fault.
#[must_use]
pub fn all_ended() -> bool {
    children().ended
}

fn kill_group(process: u32) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(process.cast_signed()) {
        // Fails only if the group has ended.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = process;
}
