//! The folder with the files of the board.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use tempfile::NamedTempFile;

use super::super::session::Files;
use super::super::session::files::FileStamp;

/// The maximum size of a file to read, in bytes.
const MAX_SIZE: u64 = 16 << 20;

/// The user's folder of the board.
pub fn path() -> Option<PathBuf> {
    let var = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    Some(state_folder(env::consts::OS, var)?.join("ringstack"))
}

/// The user's folder for the state of programs.
fn state_folder(system: &str, var: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let (base, folder) = match system {
        _ if var("XDG_STATE_HOME").is_some() => ("XDG_STATE_HOME", ""),
        "windows" => ("LOCALAPPDATA", ""),
        "macos" => ("HOME", "Library/Application Support"),
        _ => ("HOME", ".local/state"),
    };
    Some(Path::new(&var(base)?).join(folder))
}

/// The files in a folder.
#[derive(Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    fn existing(&self, file: &str) -> Option<PathBuf> {
        Some(self.0.join(file)).filter(|path| path.exists())
    }

    /// Writes to a temporary file first, so that the old file exists until the new one is complete.
    fn replace(&self, file: &str, text: &str) -> io::Result<()> {
        fs::create_dir_all(&self.0)?;
        let mut new = NamedTempFile::new_in(&self.0)?;
        new.write_all(text.as_bytes())?;
        new.as_file().sync_all()?;
        new.persist(self.0.join(file))?;
        Ok(())
    }
}

impl Files for Folder {
    fn place(&self) -> Option<String> {
        Some(self.0.display().to_string())
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).into_iter().flatten();
        let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        names.collect()
    }

    fn stamp(&self, file: &str) -> Option<FileStamp> {
        let file = fs::metadata(self.0.join(file)).ok()?;
        let since = file.modified().ok()?.duration_since(UNIX_EPOCH);
        let modified = since.map_or(0, |since| since.as_nanos() as u64);
        Some((modified, file.len()))
    }

    fn read(&self, file: &str) -> Result<Option<String>, String> {
        let Some(path) = self.existing(file) else {
            return Ok(None);
        };
        if fs::metadata(&path).is_ok_and(|file| file.len() > MAX_SIZE) {
            return Err(format!("the file is too large (at most {MAX_SIZE} bytes)"));
        }
        let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
        Ok(Some(text))
    }

    fn write(&mut self, file: &str, text: &str) -> Result<(), String> {
        self.replace(file, text).map_err(|error| error.to_string())
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), String> {
        if self.existing(to).is_some() {
            return Err(format!("{to} exists"));
        }
        let renamed = fs::rename(self.0.join(from), self.0.join(to));
        renamed.map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_system_has_its_folder() {
        let folder = |system: &str, set: &[(&str, &str)]| {
            let var = |name: &str| set.iter().find(|(other, _)| *other == name);
            state_folder(system, |name| var(name).map(|(_, value)| value.into()))
        };
        let set = [("HOME", "/me"), ("LOCALAPPDATA", "C:/me")];
        for (system, path) in [
            ("linux", "/me/.local/state"),
            ("macos", "/me/Library/Application Support"),
            ("windows", "C:/me"),
        ] {
            assert_eq!(folder(system, &set), Some(path.into()));
            let chosen = [set[0], set[1], ("XDG_STATE_HOME", "/here")];
            assert_eq!(folder(system, &chosen), Some("/here".into()));
            assert_eq!(folder(system, &[]), None);
        }
    }

    #[test]
    fn no_file_is_replaced_by_another_and_a_new_text_changes_the_stamp() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut files = Folder(folder.path().join("new"));
        assert_eq!(files.names(), Vec::<String>::new());
        assert_eq!(files.read("a"), Ok(None));
        for file in ["a", "b"] {
            files.write(file, "old").expect("a file");
        }
        let stamp = files.stamp("a");
        assert!(stamp.is_some() && files.stamp("c").is_none());
        files.write("a", "longer").expect("a file");
        assert_ne!(files.stamp("a"), stamp);
        assert!(files.rename("a", "b").is_err() && files.rename("x", "c").is_err());
        files.rename("a", "c").expect("a new name");
        assert_eq!(files.read("c"), Ok(Some("longer".to_owned())));
        let mut names = files.names();
        names.sort();
        assert_eq!(names, ["b", "c"]);
    }
}
