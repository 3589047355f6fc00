//! The list of all child processes. Each one leads a process group, so that its own children end with it.
//! An interrupted runner uses the list to end every process.

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

/// Starts a process as the leader of its own group.
///
/// # Errors
/// The error of the operating system, or [`end_all`] was called.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // The lock makes `end_all` come before this start, which then fails, or after it, when the process is
    // in the list.
    let mut children = children();
    if children.ended {
        return Err(io::Error::other("the program is ending"));
    }
    let child = command.spawn()?;
    children.running.insert(child.id());
    Ok(child)
}

/// Kills the process and its children, and reaps it.
pub fn end(child: &mut Child) {
    kill_group(child.id());
    // Fails only if the process has ended.
    let _ = child.kill();
    let _ = child.wait();
    children().running.remove(&child.id());
}

/// Kills every running process and prevents new ones.
pub fn end_all() {
    let mut children = children();
    children.ended = true;
    children.running.iter().copied().for_each(kill_group);
}

/// Whether [`end_all`] was called. Later failures of engines are not their fault.
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
