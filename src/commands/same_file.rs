//! Checks that the names on a command line lead to different files, so that no output overwrites an input
//! or another output.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ::same_file::Handle;
use anyhow::bail;

use super::devices::is_device;

/// Refuses an output that is the same file as an input, another output, or the target of standard output or
/// standard error. `-` is standard input or output. `outputs` are option names and their values.
pub fn all_different(inputs: &[PathBuf], outputs: &[(&str, Option<&Path>)]) -> anyhow::Result<()> {
    let read = |path: &PathBuf| {
        let name = format!("'{}', which is read", path.display());
        Some((name, FileIdentity::of(path, Handle::stdin)?))
    };
    let mut seen: Vec<(String, FileIdentity)> = inputs.iter().filter_map(read).collect();
    let standard = [
        ("standard output", FileIdentity::of_stream(Handle::stdout())),
        ("standard error", FileIdentity::of_stream(Handle::stderr())),
    ];
    for (name, path) in outputs {
        let Some((path, place)) =
            path.and_then(|path| Some((path, FileIdentity::of(path, Handle::stdout)?)))
        else {
            continue;
        };
        let shown = path.display();
        let refuse = |other: &str| {
            format!("{name} '{shown}': the same file as {other}; choose another file")
        };
        if let Some((other, _)) = seen.iter().find(|(_, seen)| *seen == place) {
            bail!(refuse(other));
        }
        for (other, stream) in &standard {
            if path != Path::new("-") && stream.as_ref() == Some(&place) {
                bail!(refuse(&format!("that of {other}")));
            }
        }
        seen.push((format!("that of {name}"), place));
    }
    Ok(())
}

/// Identifies a file independently of its name.
#[derive(Debug, PartialEq)]
enum FileIdentity {
    Existing(Handle),
    /// A file that does not exist yet, by the canonical path of its folder.
    New(PathBuf),
}

impl FileIdentity {
    /// Identifies the file of a path, or of a stream for `-`; `None` for a device or a pipe.
    fn of(path: &Path, stream: fn() -> io::Result<Handle>) -> Option<FileIdentity> {
        if path == Path::new("-") {
            return FileIdentity::of_stream(stream());
        }
        if is_device(path) {
            return None;
        }
        match fs::metadata(path) {
            Ok(found) if found.is_file() => {
                Handle::from_path(path).ok().map(FileIdentity::Existing)
            }
            Ok(_) => None,
            Err(_) => {
                let folder = path.parent().filter(|folder| *folder != Path::new(""));
                let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
                Some(FileIdentity::New(folder.join(path.file_name()?)))
            }
        }
    }

    fn of_stream(stream: io::Result<Handle>) -> Option<FileIdentity> {
        let stream = stream.ok()?;
        let found = stream.as_file().metadata().ok()?;
        found.is_file().then_some(FileIdentity::Existing(stream))
    }
}
