//! Saved games. Each game has a file that is written shortly after each change, so that no game is lost.

use std::collections::BTreeMap;
use std::time::Duration;

use super::additions::Additions;
use super::answers::SavedGames;
use super::entry::{GameEntry, entry_of};
use super::file_queue::FileQueue;
use super::files::{FileChange, FileRequest, FileStamp, RETRY, SavedFile};
use super::io::Output;

/// The minimum interval between two saves.
const REST: Duration = Duration::from_millis(500);
/// Precedes the name of a deleted file.
const DELETED: &str = "deleted-";

/// The save of the game on the board, and the save offered from an earlier run.
#[derive(Debug, Default)]
pub(super) struct Saves {
    /// The folder, to show to users; `None` if games are not saved.
    pub(super) folder: Option<String>,
    /// A word that is unique to this run.
    run: String,
    /// The file of the game on the board.
    pub(super) file: String,
    /// Whether this file exists.
    pub(super) written: bool,
    /// The former file of the game on the board, which was deleted.
    pub(super) deleted: Option<String>,
    /// The time in the newest file name.
    newest: u64,
    games: u32,
    due: Option<Duration>,
    /// The time of the last save.
    saved: Option<Duration>,
    /// The number of texts sent so far.
    sent: u64,
    /// Texts that have not been written yet, by file, with the numbers under which they were sent.
    pending: BTreeMap<String, (u64, String)>,
    /// Why the last save failed.
    failure: Option<String>,
    /// The last game of an earlier run, if it is unfinished.
    pub(super) last: Option<GameEntry>,
    /// The entries of files, with the stamps of these files.
    pub(super) known: BTreeMap<String, (FileStamp, GameEntry)>,
    /// The order of requests for files.
    pub(super) queue: FileQueue,
    /// The games of a record that are being added.
    pub(super) additions: Option<Additions>,
}

impl Saves {
    pub(super) fn new(folder: Option<String>, run: String) -> Saves {
        Saves {
            folder,
            run,
            ..Saves::default()
        }
    }

    /// When to save the game on the board.
    pub(super) fn due(&self) -> Option<Duration> {
        self.due
    }

    /// The name of a new file. The names of later files are greater.
    pub(super) fn new_name(&mut self, unix_ms: u64) -> String {
        self.newest = unix_ms.max(self.newest + 1);
        self.games += 1;
        let (newest, run, games) = (self.newest, &self.run, self.games);
        format!("board-{newest:015}-{run}-{games}.pgn")
    }

    /// Whether the next games of a record can be added.
    pub(super) fn adds_games(&self) -> bool {
        self.additions.as_ref().is_some_and(Additions::is_ready)
    }

    /// Schedules a save.
    pub(super) fn mark_unsaved(&mut self, now: Duration) {
        if self.folder.is_some() && self.due.is_none() {
            let next = self.saved.map_or(now, |saved| saved + REST);
            self.due = Some(next.max(now));
        }
    }

    /// Whether there is something to save. The caller saves it now.
    pub(super) fn take_due(&mut self, now: Duration) -> bool {
        let is_due = self.due.take().is_some();
        if is_due {
            self.saved = Some(now);
        }
        is_due
    }

    /// Saves a text of the game on the board.
    pub(super) fn save(&mut self, text: Option<String>) -> impl Iterator<Item = Output> {
        if let Some(text) = text {
            self.written = true;
            self.pending.insert(self.file.clone(), (0, text));
        }
        // After a failure there may be texts of earlier games, too.
        self.pending.iter_mut().map(|(file, (number, text))| {
            self.sent += 1;
            *number = self.sent;
            let (number, file, text) = (self.sent, file.clone(), text.clone());
            Output::Save { number, file, text }
        })
    }

    /// Why the last save failed; `None` if everything is saved.
    pub(super) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Handles the end of a save. A failed one is repeated.
    pub(super) fn ended(&mut self, ended: u64, error: Option<String>, now: Duration) {
        if error.is_some() {
            self.due = Some(now + RETRY);
            self.failure = error;
            return;
        }
        // A newer text of the same file still waits for its answer.
        self.pending.retain(|_, &mut (number, _)| number != ended);
        self.failure.take_if(|_| self.pending.is_empty());
    }

    /// Sets the file of the next game: a new one, or that of the continued save.
    pub(super) fn begin_file(&mut self, file: Option<String>, unix_ms: u64) {
        self.written = file.is_some();
        self.deleted = None;
        self.last.take_if(|last| last.file == file);
        self.file = file.unwrap_or_else(|| self.new_name(unix_ms));
    }

    /// The file of the game on the board, if it exists.
    pub(super) fn on_board(&self) -> Option<&str> {
        self.written.then_some(self.file.as_str())
    }

    /// Copies files.
    pub(super) fn copy(&mut self, files: Vec<String>, unix_ms: u64) -> Vec<FileChange> {
        let copies = files.into_iter().map(|from| {
            let to = self.new_name(unix_ms);
            FileChange::Copy { from, to }
        });
        copies.collect()
    }

    /// Gives files names that are not listed.
    pub(super) fn delete(&mut self, files: Vec<String>, unix_ms: u64) -> Vec<FileChange> {
        if self.written && files.contains(&self.file) {
            // The game stays on the board, and is saved again when it changes.
            let file = self.file.clone();
            self.begin_file(None, unix_ms);
            self.deleted = Some(file);
        }
        let deletion = |from: String| FileChange::Rename {
            to: format!("{DELETED}{from}"),
            from,
        };
        files.into_iter().map(deletion).collect()
    }

    /// Restores deleted files.
    pub(super) fn restore(&mut self, files: Vec<String>) -> Vec<FileChange> {
        let on_board = self.deleted.take_if(|file| files.contains(file));
        if let Some(file) = on_board.filter(|_| !self.written) {
            self.file = file;
            self.written = true;
        }
        let restoration = |to: String| FileChange::Rename {
            from: format!("{DELETED}{to}"),
            to,
        };
        files.into_iter().map(restoration).collect()
    }

    /// Handles the list of saves, newest first. Returns it for the page.
    pub(super) fn listed(
        &mut self,
        request: &FileRequest,
        files: Vec<SavedFile>,
    ) -> SavedGames<'_> {
        let mut known = std::mem::take(&mut self.known);
        let mut entries = Vec::new();
        for SavedFile { name, stamp, text } in files {
            let entry = match (text, known.remove(&name)) {
                (Some(text), _) => entry_of(&name, text),
                (None, Some((_, entry))) => entry,
                (None, None) => continue,
            };
            entries.push(entry.clone());
            self.known.insert(name, (stamp, entry));
        }
        if let (FileRequest::Add(_), Some(additions)) = (request, &mut self.additions) {
            let known = entries
                .iter()
                .filter_map(|entry: &GameEntry| entry.identity);
            additions.skip(known.collect());
        }
        if *request == FileRequest::Last {
            let has_moves = |e: &&GameEntry| e.summary.plies > 0;
            let last = entries.iter().find(has_moves);
            self.last = last.filter(|entry| entry.is_unfinished()).cloned();
        }
        SavedGames {
            folder: self.folder.as_deref(),
            board: self.on_board(),
            games: entries,
        }
    }

    /// Takes the offered game of an earlier run. Returns its file.
    pub(super) fn last_game(&mut self) -> Result<String, String> {
        let last = self.last.take();
        let file = last.and_then(|last| last.file);
        file.ok_or_else(|| "no game of an earlier run is offered".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_save_is_repeated_with_the_next_one() {
        let mut saves = Saves::new(Some("/saves".to_owned()), "1".to_owned());
        let now = Duration::ZERO;
        let numbers = |saves: &mut Saves, text: &str| {
            saves.mark_unsaved(now);
            assert!(saves.take_due(now));
            let outputs: Vec<Output> = saves.save(Some(text.to_owned())).collect();
            let number = |output| match output {
                Output::Save { number, .. } => number,
                other => panic!("{other:?}"),
            };
            outputs.into_iter().map(number).collect::<Vec<_>>()
        };
        saves.begin_file(None, 1);
        assert_eq!(numbers(&mut saves, "one"), [1]);
        let full = || Some("disk full".to_owned());
        saves.ended(1, full(), now);
        assert_eq!(saves.failure(), Some("disk full"));
        saves.begin_file(None, 2);
        assert_eq!(numbers(&mut saves, "two"), [2, 3]);
        saves.ended(2, full(), now);
        saves.ended(3, None, now);
        assert_eq!(saves.failure(), Some("disk full"));
        assert_eq!(numbers(&mut saves, "two"), [4, 5]);
        saves.ended(4, None, now);
        saves.ended(5, None, now);
        assert_eq!(saves.failure(), None);
    }
}
