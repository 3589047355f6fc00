//! The files of the board as its host keeps them: saved games and the profile.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::time::Duration;

use serde::Deserialize;

use ringstack_engine::rules::quote;

/// The delay before a failed write is retried.
pub(super) const RETRY: Duration = Duration::from_secs(5);

/// The files of the board. A host may store changes later than it makes them here; it reports with
/// [`Input::Stored`](super::Input::Stored) if it cannot.
pub trait Files: Debug + Send {
    /// Where the files are, to show to users; `None` if games are not saved.
    fn place(&self) -> Option<String>;

    /// The names of all files.
    fn names(&self) -> Vec<String>;

    /// The state of a file, if it exists.
    fn stamp(&self, file: &str) -> Option<FileStamp>;

    /// The text of a file, if it exists.
    ///
    /// # Errors
    /// It cannot be read.
    fn read(&self, file: &str) -> Result<Option<String>, String>;

    /// Writes a text to a file: completely, or not at all.
    ///
    /// # Errors
    /// It cannot be written.
    fn write(&mut self, file: &str, text: &str) -> Result<(), String>;

    /// Changes the name of a file.
    ///
    /// # Errors
    /// There is no such file, or there is one with the new name.
    fn rename(&mut self, from: &str, to: &str) -> Result<(), String>;
}

/// The names in a record.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GameNames {
    /// The players, player 1 first.
    pub players: [String; 2],
    /// The event; empty if there is none.
    pub event: String,
}

/// When a file was written, in a unit of the host, and its length in bytes. Another stamp means that the file has
/// changed.
pub type FileStamp = (u64, u64);

/// Files in memory.
#[derive(Debug, Default)]
pub struct MemoryFiles {
    files: BTreeMap<String, (FileStamp, String)>,
    /// The number of changes so far, which is also the time in stamps.
    changes: u64,
}

impl MemoryFiles {
    /// Files with these texts, by name.
    pub fn new(texts: BTreeMap<String, String>) -> MemoryFiles {
        let mut files = MemoryFiles::default();
        for (file, text) in texts {
            files.set(file, text);
        }
        files
    }

    fn set(&mut self, file: String, text: String) {
        self.changes += 1;
        let stamp = (self.changes, text.len() as u64);
        self.files.insert(file, (stamp, text));
    }
}

impl Files for MemoryFiles {
    fn place(&self) -> Option<String> {
        None
    }

    fn names(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }

    fn stamp(&self, file: &str) -> Option<FileStamp> {
        self.files.get(file).map(|&(stamp, _)| stamp)
    }

    fn read(&self, file: &str) -> Result<Option<String>, String> {
        Ok(self.files.get(file).map(|(_, text)| text.clone()))
    }

    fn write(&mut self, file: &str, text: &str) -> Result<(), String> {
        self.set(file.to_owned(), text.to_owned());
        Ok(())
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), String> {
        if self.files.contains_key(to) {
            return Err(format!("{to} exists"));
        }
        let (_, text) = self.files.remove(from).ok_or(MISSING)?;
        self.set(to.to_owned(), text);
        Ok(())
    }
}

/// Why a file cannot be read.
pub(super) const MISSING: &str = "no such file";

/// The saved games with the states of their files, newest first.
pub(super) fn newest(files: &dyn Files) -> impl Iterator<Item = (String, FileStamp)> {
    let mut names = files.names();
    names.retain(|name| is_save(name));
    names.sort_unstable_by(|a, b| b.cmp(a));
    names
        .into_iter()
        .filter_map(|name| files.stamp(&name).map(|stamp| (name, stamp)))
}

/// Refuses names that are not those of saved games, and with them all paths.
pub(super) fn check_name(file: &str) -> Result<(), String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    if file.chars().all(plain) && is_save(file) {
        return Ok(());
    }
    let file = quote(file);
    Err(format!("file '{file}': not the name of a saved game"))
}

/// Whether a file with this name is a save.
fn is_save(file: &str) -> bool {
    file.starts_with("board-") && file.ends_with(".pgn")
}

/// When a file was created, from its name, in milliseconds since 1970.
pub(super) fn created_at(file: &str) -> Option<u64> {
    file.split(['-', '.']).nth(1)?.parse().ok()
}
