//! The list of all child processes. The children of each one end with it. An interrupted runner uses the list
//! to end every process.

use std::collections::BTreeMap;
use std::io;
use std::mem::take;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::process_group::ProcessGroup;

static CHILDREN: Mutex<Children> = Mutex::new(Children {
    running: BTreeMap::new(),
    ended: false,
});

struct Children {
    running: BTreeMap<u32, ProcessGroup>,
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
    // The lock makes `end_all` come before this start, which then fails, or after it, when the process is
    // in the list.
    let mut children = children();
    if children.ended {
        return Err(io::Error::other("the program is ending"));
    }
    let (child, group) = ProcessGroup::spawn(command)?;
    children.running.insert(child.id(), group);
    Ok(child)
}

/// Kills the process and its children, and reaps it.
pub fn end(child: &mut Child) {
    let group = children().running.remove(&child.id());
    group.into_iter().for_each(ProcessGroup::kill);
    // Fails only if the process has ended.
    let _ = child.kill();
    let _ = child.wait();
}

/// Kills every running process and prevents new ones.
pub fn end_all() {
    let mut children = children();
    children.ended = true;
    take(&mut children.running)
        .into_values()
        .for_each(ProcessGroup::kill);
}

/// Whether [`end_all`] was called. Later failures of engines are not their fault.
#[must_use]
pub fn all_ended() -> bool {
    children().ended
}
