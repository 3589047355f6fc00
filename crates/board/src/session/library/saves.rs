//! Saved games. Each game has a file that is written shortly after each change, so that no game is lost.

use std::collections::BTreeMap;
use std::time::Duration;

use super::super::files::{FileStamp, Files, MISSING, RETRY, newest};
use super::super::refusal::Refusal;
use super::additions::Additions;
use super::entry::{GameEntry, entry_of};

/// The minimum interval between two saves.
const REST: Duration = Duration::from_millis(500);

/// The save of the game on the board, and the save offered from an earlier run.
#[derive(Debug, Default)]
pub struct Saves {
    /// The folder, to show to users; `None` if games are not saved.
    pub(super) folder: Option<String>,
    /// A word that is unique to this run.
    run: String,
    /// The file of the game on the board.
    pub(super) file: String,
    /// Whether this file exists.
    pub(super) written: bool,
    /// The former file of the game on the board, which was deleted.
    deleted: Option<String>,
    /// The time in the newest file name.
    newest: u64,
    games: u32,
    due: Option<Duration>,
    /// The time of the last save.
    saved: Option<Duration>,
    /// Texts that could not be written yet, by file.
    pending: BTreeMap<String, String>,
    /// Why the last save failed.
    failure: Option<Refusal>,
    /// Why the host cannot store what was written.
    unstored: Option<Refusal>,
    /// The last game of an earlier run, if it is unfinished.
    pub(super) last: Option<GameEntry>,
    /// The entries of files, with the stamps of these files.
    known: BTreeMap<String, (FileStamp, GameEntry)>,
    /// The games of a record that are being added.
    pub(super) additions: Option<Additions>,
}

impl Saves {
    pub fn new(folder: Option<String>, run: String) -> Saves {
        Saves {
            folder,
            run,
            ..Saves::default()
        }
    }

    /// The folder, to show to users; `None` if games are not saved.
    pub fn folder(&self) -> Option<&str> {
        self.folder.as_deref()
    }

    /// The file of the game on the board, which may not exist yet.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// A word that is unique to this run.
    pub fn run(&self) -> &str {
        &self.run
    }

    /// The last game of an earlier run, if it is unfinished.
    pub fn offer(&self) -> Option<&GameEntry> {
        self.last.as_ref()
    }

    /// The games that are being added.
    pub fn adding(&self) -> Option<&Additions> {
        self.additions.as_ref()
    }

    /// The host has stored what was written, or cannot.
    pub fn stored(&mut self, stored: Result<(), String>) {
        self.unstored = stored.err().map(Refusal::of_storage);
    }

    /// When to save the game on the board.
    pub fn due(&self) -> Option<Duration> {
        self.due
    }

    /// The name of a new file. The names of later files are greater.
    pub fn new_name(&mut self, unix_ms: u64) -> String {
        self.newest = unix_ms.max(self.newest + 1);
        self.games += 1;
        let (newest, run, games) = (self.newest, &self.run, self.games);
        format!("board-{newest:015}-{run}-{games}.pgn")
    }

    /// Schedules a save.
    pub fn mark_unsaved(&mut self, now: Duration) {
        if self.folder.is_some() && self.due.is_none() {
            let next = self.saved.map_or(now, |saved| saved + REST);
            self.due = Some(next.max(now));
        }
    }

    /// Whether there is something to save. The caller saves it now.
    pub fn take_due(&mut self, now: Duration) -> bool {
        let is_due = self.due.take().is_some();
        if is_due {
            self.saved = Some(now);
        }
        is_due
    }

    /// Saves a text of the game on the board, and what could not be written before. A save that fails is
    /// repeated.
    pub fn save(&mut self, text: Option<String>, files: &mut dyn Files, now: Duration) {
        if let Some(text) = text {
            self.written = true;
            self.pending.insert(self.file.clone(), text);
        }
        let mut failure = None;
        self.pending.retain(|file, text| {
            let error = files.write(file, text).err();
            failure = failure.take().or(error.clone());
            error.is_some()
        });
        if let Some(error) = &failure {
            log::error!("the game cannot be saved: {error}");
            self.due = Some(now + RETRY);
        }
        self.failure = failure.map(Refusal::from);
    }

    /// Why something is not saved; `None` if everything is.
    pub fn failure(&self) -> Option<&Refusal> {
        self.failure.as_ref().or(self.unstored.as_ref())
    }

    /// The newest text of a saved game.
    pub fn read(&self, file: &str, files: &dyn Files) -> Result<String, String> {
        match self.pending.get(file) {
            Some(text) => Ok(text.clone()),
            None => files.read(file)?.ok_or_else(|| MISSING.to_owned()),
        }
    }

    /// Writes another text of a game that is not on the board.
    pub fn rewrite(&mut self, file: &str, text: &str, files: &mut dyn Files) -> Result<(), String> {
        files.write(file, text)?;
        self.pending.remove(file);
        Ok(())
    }

    /// Sets the file of the next game: a new one, or that of the continued save.
    pub fn begin_file(&mut self, file: Option<String>, unix_ms: u64) {
        self.written = file.is_some();
        self.deleted = None;
        self.last.take_if(|last| last.file == file);
        self.file = file.unwrap_or_else(|| self.new_name(unix_ms));
    }

    /// The file of the game on the board, if it exists.
    pub fn on_board(&self) -> Option<&str> {
        self.written.then_some(self.file.as_str())
    }

    /// A file was deleted. The game on the board stays there, and is saved again when it changes.
    pub fn deleted(&mut self, file: &str, unix_ms: u64) {
        if self.on_board() == Some(file) {
            self.begin_file(None, unix_ms);
            self.deleted = Some(file.to_owned());
        }
    }

    /// A file was restored.
    pub fn restored(&mut self, file: &str) {
        let on_board = self.deleted.take_if(|deleted| deleted == file);
        if let Some(file) = on_board.filter(|_| !self.written) {
            self.file = file;
            self.written = true;
        }
    }

    /// The saved games, newest first, at most this number. Files that have not changed are not read again.
    pub fn list(&mut self, files: &dyn Files, most: usize) -> Vec<GameEntry> {
        let mut known = std::mem::take(&mut self.known);
        let entries = newest(files).take(most).map(|(name, stamp)| {
            let entry = match known.remove(&name) {
                Some((before, entry)) if before == stamp => entry,
                _ => entry_of(&name, self.read(&name, files)),
            };
            self.known.insert(name, (stamp, entry.clone()));
            entry
        });
        entries.collect()
    }

    /// Takes the offered game of an earlier run. Returns its file.
    pub fn last_game(&mut self) -> Result<String, Refusal> {
        let last = self.last.take();
        let file = last.and_then(|last| last.file);
        file.ok_or(Refusal::NoEarlierGame)
    }
}
