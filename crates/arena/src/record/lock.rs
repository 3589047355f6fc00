//! Opens a record for one writer at a time. Other processes can read it meanwhile.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;

use same_file::Handle;

use super::error::RecordError;

/// Opens or creates a file for reading and writing, and keeps other writers away. Also returns the error if the
/// file system cannot do that.
pub(super) fn lock(path: &Path) -> Result<(Handle, Option<io::Error>), RecordError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => return Err(RecordError::NotRegular),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error.into()),
    }
    let mut options = OpenOptions::new();
    options.create(true).truncate(false).read(true).write(true);
    let (file, unlocked) = open_alone(&mut options, path)?;
    Ok((Handle::from_file(file)?, unlocked))
}

#[cfg(not(windows))]
fn open_alone(
    options: &mut OpenOptions,
    path: &Path,
) -> Result<(File, Option<io::Error>), RecordError> {
    use std::fs::TryLockError;
    let file = options.open(path)?;
    match file.try_lock() {
        Ok(()) => Ok((file, None)),
        Err(TryLockError::WouldBlock) => Err(RecordError::Held),
        // Some file systems do not support locks.
        Err(TryLockError::Error(error)) => Ok((file, Some(error))),
    }
}

/// A lock on Windows would keep readers away, too.
#[cfg(windows)]
fn open_alone(
    options: &mut OpenOptions,
    path: &Path,
) -> Result<(File, Option<io::Error>), RecordError> {
    use std::os::windows::fs::OpenOptionsExt;
    const FILE_SHARE_READ: u32 = 1;
    /// Also allows renaming, which is how the first line is replaced.
    const FILE_SHARE_DELETE: u32 = 4;
    const ERROR_SHARING_VIOLATION: i32 = 32;
    let shared = FILE_SHARE_READ | FILE_SHARE_DELETE;
    match options.share_mode(shared).open(path) {
        Ok(file) => Ok((file, None)),
        Err(error) if error.raw_os_error() == Some(ERROR_SHARING_VIOLATION) => {
            Err(RecordError::Held)
        }
        Err(error) => Err(error.into()),
    }
}
