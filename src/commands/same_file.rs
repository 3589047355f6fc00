//! Whether the names on a command line lead to different files: what is written under one name is
//! neither read nor written under another.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ::same_file::Handle;
use anyhow::bail;

/// Refuses an output that is one of the inputs, another output, or the file that standard output or
/// standard error goes to, by whatever name (`-` is standard input or output). `outputs` are the names
/// of the options and their values.
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
        let refuse = |other: &str| format!("{name} '{shown}': expected another file than {other}");
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

/// Where a file is, whatever its name.
#[derive(Debug, PartialEq)]
enum FileIdentity {
    Existing(Handle),
    /// A file to be made, by the canonical path of its folder.
    New(PathBuf),
}

impl FileIdentity {
    /// The place of a name, or of this stream for `-`; `None` for what has no content of its own, such as
    /// a device or a pipe.
    fn of(path: &Path, stream: fn() -> io::Result<Handle>) -> Option<FileIdentity> {
        if path == Path::new("-") {
            return FileIdentity::of_stream(stream());
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
