//! The inputs of commands: files, pipes and terminals.

use std::fs::File;
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
