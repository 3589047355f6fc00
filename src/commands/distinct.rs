//! Whether the names on a command line lead to different files: what is written under one name is
//! neither read nor written under another.

#[cfg(unix)]
use std::fs::File;
use std::fs::{self, Metadata};
#[cfg(unix)]
use std::io;
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::UsageError;
#[cfg(unix)]
use super::source::kind;

/// Refuses an output that is one of the inputs, another output by whatever name (`-` is standard input
/// or output), or the file that what is told goes to. `outputs` are the names of the options and what they say.
pub fn all_different(inputs: &[PathBuf], outputs: &[(&str, Option<&Path>)]) -> anyhow::Result<()> {
    let read = |path: &PathBuf| {
        let name = format!("'{}', which is read", path.display());
        Some((name, Place::of_input(path)?))
    };
    let mut seen: Vec<(String, Place)> = inputs.iter().filter_map(read).collect();
    let told = Place::of_what_is_told();
    for (name, path) in outputs {
        let Some((path, place)) = path.and_then(|path| Some((path, Place::of_output(path)?)))
        else {
            continue;
        };
        let is_named = path != Path::new("-");
        let told = told.iter().filter(|_| is_named);
        if let Some((other, _)) = seen.iter().chain(told).find(|(_, seen)| *seen == place) {
            let path = path.display();
            bail!(UsageError(format!(
                "{name} '{path}': expected another file than {other}"
            )));
        }
        seen.push((format!("that of {name}"), place));
    }
    Ok(())
}

/// So many links lead from one to the next at most.
const LINKS: usize = 40;

/// Where a file is, whatever it is called.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    /// A file that is there: its device and its number there.
    #[cfg(unix)]
    There(u64, u64),
    /// A file to be made, by its folder's own path.
    New(PathBuf),
}

impl Place {
    fn of_input(path: &Path) -> Option<Place> {
        #[cfg(unix)]
        if path == Path::new("-") {
            let found = kind::standard_input().ok()?.metadata().ok()?;
            return Place::there(&found, path);
        }
        Place::of(path)
    }

    /// That of an output; standard output has one where it goes to a file.
    fn of_output(path: &Path) -> Option<Place> {
        #[cfg(unix)]
        if path == Path::new("-") {
            return Place::of_stream(kind::standard_output());
        }
        Place::of(path)
    }

    /// The files that standard output and standard error go to, with what they are called.
    #[cfg(unix)]
    fn of_what_is_told() -> Vec<(String, Place)> {
        let streams = [
            ("standard output", kind::standard_output()),
            ("standard error", kind::standard_error()),
        ];
        let named = |(name, stream)| Some((format!("that of {name}"), Place::of_stream(stream)?));
        streams.into_iter().filter_map(named).collect()
    }

    #[cfg(not(unix))]
    fn of_what_is_told() -> Vec<(String, Place)> {
        Vec::new()
    }

    /// That of a stream which goes to a file.
    #[cfg(unix)]
    fn of_stream(stream: io::Result<File>) -> Option<Place> {
        let found = stream.ok()?.metadata().ok()?;
        let place = || Place::there(&found, Path::new("-"));
        found.is_file().then(place).flatten()
    }

    /// `None` for what has no place of its own, as a device.
    fn of(path: &Path) -> Option<Place> {
        if let Ok(found) = fs::metadata(path) {
            return Place::there(&found, path);
        }
        let mut path = path.to_owned();
        for _ in 0..LINKS {
            let folder = path.parent().filter(|folder| *folder != Path::new(""));
            let folder = folder.unwrap_or(Path::new("."));
            match fs::read_link(&path) {
                // A link to what is to be made.
                Ok(target) => path = folder.join(target),
                Err(_) => {
                    return Some(Place::New(
                        fs::canonicalize(folder).ok()?.join(path.file_name()?),
                    ));
                }
            }
        }
        None
    }

    #[cfg(unix)]
    fn there(found: &Metadata, _: &Path) -> Option<Place> {
        use std::os::unix::fs::MetadataExt;
        (!kind::is_device(found)).then(|| Place::There(found.dev(), found.ino()))
    }

    #[cfg(not(unix))]
    fn there(_: &Metadata, path: &Path) -> Option<Place> {
        fs::canonicalize(path).ok().map(Place::New)
    }
}
