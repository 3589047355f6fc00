//! The processes we have started. Each heads a process group, for what it starts to end with it, and
//! all of them are known, for a runner that is told to end to leave nothing behind.

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
    /// Whether all were ended and none may be started any more.
    ended: bool,
}

fn children() -> MutexGuard<'static, Children> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a process at the head of its own group.
///
/// # Errors
/// What the system says, or that all processes have been ended.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Whoever ends all processes either finds this one or is before its start.
    let mut children = children();
    if children.ended {
        return Err(io::Error::other("everything is being ended"));
    }
    let child = command.spawn()?;
    children.running.insert(child.id());
    Ok(child)
}

/// Kills the process with all that it has started, and reaps it.
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
