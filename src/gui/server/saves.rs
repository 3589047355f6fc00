//! The files of saved games.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// The maximum size of a file to read, in bytes.
const MAX_SIZE: u64 = 16 << 20;

/// The folder of saves, inside the user's folder for program state.
pub fn folder() -> Option<PathBuf> {
    let var = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let state = var("XDG_STATE_HOME")
        .map(PathBuf::from)
        .or_else(|| var("HOME").map(|home| Path::new(&home).join(".local/state")))
        .or_else(|| var("LOCALAPPDATA").map(PathBuf::from))?;
    Some(state.join("ringstack"))
}

/// Reads a save.
pub fn read(path: &Path) -> Result<String, String> {
    let size = fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > MAX_SIZE {
        return Err(format!("the file is too large (at most {MAX_SIZE} bytes)"));
    }
    fs::read_to_string(path).map_err(|error| error.to_string())
}

/// The names and texts of the newest saves, newest first.
pub fn newest(folder: &Path, most: usize) -> Vec<(String, String)> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let is_save = |name: &String| {
        name.starts_with("board-") && (name.ends_with(".pgn") || name.ends_with(".json"))
    };
    let mut names: Vec<String> = names.filter(is_save).collect();
    names.sort_unstable_by(|a, b| b.cmp(a));
    let read = |name: String| match read(&folder.join(&name)) {
        Ok(text) => Some((name, text)),
        Err(error) => {
            log::warn!("{name}: {error}");
            None
        }
    };
    names.into_iter().filter_map(read).take(most).collect()
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
