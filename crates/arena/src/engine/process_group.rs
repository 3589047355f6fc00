//! A process with its descendants, which end together. Ctrl-C on the terminal does not reach them: the runner
//! decides when they end.

use std::io;
use std::process::{Child, Command};

/// A process group, led by the process.
#[cfg(unix)]
pub(super) struct ProcessGroup(Option<rustix::process::Pid>);

#[cfg(unix)]
impl ProcessGroup {
    /// Starts a process in a group of its own.
    pub(super) fn spawn(command: &mut Command) -> io::Result<(Child, ProcessGroup)> {
        std::os::unix::process::CommandExt::process_group(command, 0);
        let child = command.spawn()?;
        let leader = rustix::process::Pid::from_raw(child.id().cast_signed());
        Ok((child, ProcessGroup(leader)))
    }

    /// Kills all its processes.
    pub(super) fn kill(self) {
        if let Some(group) = self.0 {
            // Fails only if the group has ended.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
    }
}

/// A job. Its processes end when it is closed, thus also when this program crashes.
#[cfg(windows)]
pub(super) struct ProcessGroup(win32job::Job);

#[cfg(windows)]
impl ProcessGroup {
    /// Starts a process in a job of its own.
    pub(super) fn spawn(command: &mut Command) -> io::Result<(Child, ProcessGroup)> {
        use std::os::windows::io::AsRawHandle;
        use std::os::windows::process::CommandExt;
        const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

        let mut limits = win32job::ExtendedLimitInfo::new();
        limits.limit_kill_on_job_close();
        let job = win32job::Job::create_with_limit_info(&limits).map_err(io::Error::other)?;
        let child = command.creation_flags(CREATE_NEW_PROCESS_GROUP).spawn()?;
        // Fails if the process has already ended, which is reported by those who wait for it.
        let _ = job.assign_process(child.as_raw_handle() as isize);
        Ok((child, ProcessGroup(job)))
    }

    /// Kills all its processes.
    pub(super) fn kill(self) {
        drop(self.0);
    }
}

/// A platform without processes, as in web pages: every start fails there.
#[cfg(not(any(unix, windows)))]
pub(super) struct ProcessGroup;

#[cfg(not(any(unix, windows)))]
impl ProcessGroup {
    /// Starts a process.
    pub(super) fn spawn(command: &mut Command) -> io::Result<(Child, ProcessGroup)> {
        Ok((command.spawn()?, ProcessGroup))
    }

    /// Nothing to do.
    pub(super) fn kill(self) {}
}
