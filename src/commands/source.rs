//! What a command reads: a file, a pipe or a terminal. A device that never ends, as `/dev/zero`, is refused.

use std::fs::File;
use std::io::{self, Read, stdin};
use std::path::Path;

/// Opens the file of this name, or standard input for `-`.
///
/// # Errors
/// What the system says, or that it is a folder or a device.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        kind::check(&kind::standard_input()?)?;
        return Ok(Box::new(stdin().lock()));
    }
    let file = File::open(path)?;
    kind::check(&file)?;
    Ok(Box::new(file))
}

/// What messages call the file of this name.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

#[cfg(unix)]
pub mod kind {
    //! What kind of file it is.

    use std::fs::{self, File, Metadata};
    use std::io::{self, IsTerminal, stderr, stdin, stdout};
    use std::os::fd::AsFd;
    use std::os::unix::fs::{FileTypeExt, MetadataExt};

    /// Standard input as a file, to be asked about.
    pub fn standard_input() -> io::Result<File> {
        Ok(File::from(stdin().as_fd().try_clone_to_owned()?))
    }

    /// Standard output as a file, to be asked about.
    pub fn standard_output() -> io::Result<File> {
        Ok(File::from(stdout().as_fd().try_clone_to_owned()?))
    }

    /// Standard error as a file, to be asked about.
    pub fn standard_error() -> io::Result<File> {
        Ok(File::from(stderr().as_fd().try_clone_to_owned()?))
    }

    /// Whether it is a device such as a terminal or `/dev/null`.
    pub fn is_device(found: &Metadata) -> bool {
        found.file_type().is_char_device()
    }

    pub(super) fn check(file: &File) -> io::Result<()> {
        let found = file.metadata()?;
        let kind = found.file_type();
        // The one device that ends: it is an empty file.
        let is_null = || fs::metadata("/dev/null").is_ok_and(|null| null.rdev() == found.rdev());
        let ends = !is_device(&found) || file.is_terminal() || is_null();
        if kind.is_dir() || kind.is_block_device() || !ends {
            let cause = "expected a file or a pipe, not a folder or a device";
            return Err(io::Error::other(cause));
        }
        Ok(())
    }
}

#[cfg(not(unix))]
pub mod kind {
    //! What kind of file it is, where there are no devices among them.

    use std::fs::Metadata;
    use std::io;

    /// Nothing is one.
    pub fn is_device(_: &Metadata) -> bool {
        false
    }

    /// Standard input as a file is not to be had.
    pub fn standard_input() -> io::Result<()> {
        Ok(())
    }

    pub(super) fn check<T>(_: &T) -> io::Result<()> {
        Ok(())
    }
}
