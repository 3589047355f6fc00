//! The inputs of commands: files, pipes and terminals.

use std::fs::{File, Metadata};
use std::io::{self, Read, stdin};
use std::path::Path;

use ringstack::rules::printable;

/// Opens the file of this name, or standard input for `-`.
///
/// # Errors
/// The error of the system.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(stdin().lock()));
    }
    Ok(Box::new(File::open(path)?))
}

/// The name of the file in messages.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        printable(&path.display().to_string())
    }
}

/// Whether this is a device such as a terminal or `/dev/null`.
pub fn is_device(found: &Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::FileTypeExt::is_char_device(&found.file_type());
    #[cfg(not(unix))]
    false
}
