//! The files of saved games.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use tempfile::NamedTempFile;

use super::super::session::SavedFile;
use super::super::session::files::{FileChange, FileStamp, KnownFiles, is_save};

/// The maximum size of a file to read, in bytes.
const MAX_SIZE: u64 = 16 << 20;

/// The folder of saves.
pub fn folder() -> Option<PathBuf> {
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

/// Reads a save.
pub fn read(path: &Path) -> Result<String, String> {
    let size = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > MAX_SIZE {
        return Err(format!("the file is too large (at most {MAX_SIZE} bytes)"));
    }
    fs::read_to_string(path).map_err(|error| error.to_string())
}

/// The newest saves, newest first, with the texts of those that are not known or have changed.
pub fn newest(folder: &Path, most: usize, known: &KnownFiles) -> Vec<SavedFile> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| is_save(name)).collect();
    names.sort_unstable_by(|a, b| b.cmp(a));
    let files = names.into_iter().take(most).filter_map(|name| {
        let path = folder.join(&name);
        let stamp = stamp(&path).ok()?;
        let text = (known.get(&name) != Some(&stamp)).then(|| read(&path));
        Some(SavedFile { name, stamp, text })
    });
    files.collect()
}

fn stamp(path: &Path) -> io::Result<FileStamp> {
    let file = fs::metadata(path)?;
    let since = file.modified()?.duration_since(UNIX_EPOCH);
    Ok(FileStamp {
        modified: since.map_or(0, |since| since.as_nanos() as u64),
        length: file.len(),
    })
}

/// Makes a change.
pub fn change(folder: &Path, change: &FileChange) -> Result<(), String> {
    let done = match change {
        FileChange::Write { file, text } => write(folder, file, text),
        FileChange::Copy { from, to } | FileChange::Rename { from, to } => {
            let (source, target) = (folder.join(from), folder.join(to));
            match change {
                _ if target.exists() => Err(io::ErrorKind::AlreadyExists.into()),
                FileChange::Copy { .. } => fs::copy(source, target).map(|_| ()),
                _ => fs::rename(source, target),
            }
        }
    };
    let (FileChange::Write { file, .. }
    | FileChange::Copy { from: file, .. }
    | FileChange::Rename { from: file, .. }) = change;
    done.map_err(|error| format!("{file}: {error}"))
}

/// Writes a save to a temporary file first, so that the old save exists until the new one is complete.
pub fn write(folder: &Path, name: &str, text: &str) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    file.persist(folder.join(name))?;
    Ok(())
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
    fn unchanged_files_are_not_read_and_no_file_is_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        for file in [
            "board-1.pgn",
            "board-2.pgn",
            "deleted-board-3.pgn",
            "notes.pgn",
        ] {
            write(folder, file, "old").expect("a file");
        }
        let files = newest(folder, 9, &KnownFiles::new());
        let names: Vec<_> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["board-2.pgn", "board-1.pgn"]);
        let known = files.iter().map(|file| (file.name.clone(), file.stamp));
        let known = known.collect();
        write(folder, "board-1.pgn", "longer").expect("a file");
        let texts = newest(folder, 9, &known).into_iter().map(|file| file.text);
        let texts: Vec<_> = texts.collect();
        assert_eq!(texts, [None, Some(Ok("longer".to_owned()))]);
        let rename = |from: &str, to: &str| FileChange::Rename {
            from: from.to_owned(),
            to: to.to_owned(),
        };
        assert!(change(folder, &rename("board-1.pgn", "board-2.pgn")).is_err());
        change(folder, &rename("board-1.pgn", "board-4.pgn")).expect("a new name");
        assert_eq!(read(&folder.join("board-4.pgn")), Ok("longer".to_owned()));
    }
}
