//! Whether two names are those of one file, whether it is there or is to be made: what one writes would
//! be foreign to the other.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf, absolute};

use anyhow::{Context, ensure};

use super::output::is_device;

/// Refuses two names for one file.
pub fn all_different(files: &[(&str, Option<PathBuf>)]) -> anyhow::Result<()> {
    let mut seen: Vec<(&str, Place)> = Vec::new();
    for (name, path) in files {
        let Some(path) = path else { continue };
        let place = Place::of(path).with_context(|| format!("{name} '{}'", path.display()))?;
        if let Some((other, _)) = seen.iter().find(|(_, seen)| seen.is(&place)) {
            ensure!(
                place.found.is_some_and(|found| is_device(&found)),
                "{name} '{}': expected another file than that of {other}",
                path.display()
            );
            continue;
        }
        seen.push((name, place));
    }
    Ok(())
}

/// Where a file is, or will be.
struct Place {
    path: PathBuf,
    /// What is there.
    found: Option<Metadata>,
}

impl Place {
    fn of(path: &Path) -> io::Result<Place> {
        Ok(Place {
            path: resolved(path)?,
            found: fs::metadata(path).ok(),
        })
    }

    /// Whether both are one file: by the place of their names, or as two names of one.
    fn is(&self, other: &Place) -> bool {
        let linked = || match (&self.found, &other.found) {
            (Some(one), Some(two)) => is_same(one, two),
            _ => false,
        };
        self.path == other.path || linked()
    }
}

/// So many links lead from one to the next at most.
const LINKS: usize = 40;

/// The place of a file, without links; of a new one in a folder that is there.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        if let Ok(place) = fs::canonicalize(&path) {
            return Ok(place);
        }
        let folder = match path.parent() {
            Some(folder) if folder != Path::new("") => folder,
            _ => Path::new("."),
        };
        match (
            fs::read_link(&path),
            path.file_name(),
            fs::canonicalize(folder),
        ) {
            // A link to what is to be made.
            (Ok(target), _, _) => path = folder.join(target),
            (_, Some(name), Ok(folder)) => return Ok(folder.join(name)),
            _ => break,
        }
    }
    absolute(path)
}

#[cfg(unix)]
fn is_same(one: &Metadata, two: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (two.dev(), two.ino())
}

#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    false
}
