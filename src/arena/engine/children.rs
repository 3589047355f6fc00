//! The processes we have started. Each heads a process group, for what it starts to end with it, and
//! all of them are known, for a runner that is told to end to leave nothing behind.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a process at the head of its own group.
///
/// # Errors
/// What the system says.
pub fn spawn(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Whoever ends all processes either finds this one or is before its start.
    let mut running = running();
    let child = command.spawn()?;
    running.insert(child.id());
    Ok(child)
}

/// Kills the process with all that it has started, and reaps it.
pub fn end(child: &mut Child) {
    kill_group(child.id());
    // Fails only if it has ended.
    let _ = child.kill();
    let _ = child.wait();
    running().remove(&child.id());
}

/// Kills every process that is still running and never returns: no other is started.
pub fn end_all_and_exit(status: i32) -> ! {
    let running = running();
    running.iter().copied().for_each(kill_group);
    std::process::exit(status)
}

fn kill_group(process: u32) {
    #[cfg(unix)]
    if let Some(group) = rustix::process::Pid::from_raw(process.cast_signed()) {
        // Fails only if nothing of the group is left.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = process;
}
