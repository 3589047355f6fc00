//! Saved games. Each game has a file that is written shortly after each change, so that no game is lost.

use std::collections::BTreeMap;
use std::time::Duration;

use super::BoardSession;
use super::additions::Additions;
use super::answers::{BeginAnswer, SavedGames};
use super::client::ClientId;
use super::entry::{GameEntry, entry_of, summarise};
use super::file_queue::FileQueue;
use super::files::{FileRequest, FileStamp, RETRY, SavedFile, check_name, created_at};
use super::io::Output;
use super::opening::PendingGame;
use super::record::{self, read_save};
use super::refusal::{Refusal, unreadable};
use super::series::Series;
use crate::rules::Side;

/// The minimum interval between two saves.
const REST: Duration = Duration::from_millis(500);

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
    failed: bool,
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

    pub(super) fn due(&self) -> Option<Duration> {
        self.due
    }

    pub(super) fn folder(&self) -> Option<&str> {
        self.folder.as_deref()
    }

    pub(super) fn offer(&self) -> Option<&GameEntry> {
        self.last.as_ref()
    }

    /// The name of a new file. The names of later files are greater.
    pub(super) fn new_name(&mut self, unix_ms: u64) -> String {
        self.newest = unix_ms.max(self.newest + 1);
        self.games += 1;
        let (newest, run, games) = (self.newest, &self.run, self.games);
        format!("board-{newest:015}-{run}-{games}.pgn")
    }
}

impl BoardSession {
    /// Schedules a save.
    pub(super) fn mark_unsaved(&mut self) {
        let saves = &mut self.saves;
        if saves.folder.is_some() && saves.due.is_none() {
            let next = saves.saved.map_or(self.now, |saved| saved + REST);
            saves.due = Some(next.max(self.now));
        }
    }

    pub(super) fn save_if_due(&mut self) {
        if self.saves.due.take().is_none() {
            return;
        }
        self.saves.saved = Some(self.now);
        if !self.game.tree.is_blank() || self.saves.written {
            self.saves.written = true;
            let (file, text) = (
                self.saves.file.clone(),
                self.game.pgn(self.player_names(), Some(self.now)),
            );
            self.saves.pending.insert(file, (0, text));
        }
        // After a failure there may be texts of earlier games, too.
        for (file, (number, text)) in &mut self.saves.pending {
            self.saves.sent += 1;
            *number = self.saves.sent;
            let (number, file, text) = (*number, file.clone(), text.clone());
            self.outputs.push(Output::Save { number, file, text });
        }
    }

    pub(super) fn save_ended(&mut self, ended: u64, error: Option<String>) {
        let Some(error) = error else {
            // A newer text of the same file still waits for its answer.
            self.saves
                .pending
                .retain(|_, &mut (number, _)| number != ended);
            self.saves.failed &= !self.saves.pending.is_empty();
            return;
        };
        self.saves.due = Some(self.now + RETRY);
        if !std::mem::replace(&mut self.saves.failed, true) {
            self.notice(None, "error", &format!("the game cannot be saved: {error}"));
        }
    }

    /// Puts the game on the board that was there when the program ended.
    pub(super) fn resume(&mut self) {
        let board = self.profile.board();
        if let Some(file) = board.filter(|file| check_name(file).is_ok()) {
            let files = vec![file.to_owned()];
            let request = FileRequest::Last;
            self.request_files(Output::ReadSaves { request, files });
        }
    }

    /// Sets the file of the next game: a new one, or that of the continued save.
    pub(super) fn begin_file(&mut self, file: Option<String>) {
        let saves = &mut self.saves;
        saves.written = file.is_some();
        saves.deleted = None;
        saves.last.take_if(|last| last.file == file);
        saves.file = file.unwrap_or_else(|| saves.new_name(self.unix_ms));
    }

    /// The names of the players.
    fn player_names(&self) -> [String; 2] {
        Side::ALL.map(|side| self.player_name(side))
    }

    /// The game on the board as PGN text.
    pub(super) fn pgn(&self) -> String {
        self.game.pgn(self.player_names(), None)
    }

    /// The game on the board as an entry of the list of saved games, if it is saved.
    pub(super) fn entry(&self) -> Option<GameEntry> {
        if self.game.tree.is_blank() || !self.saves.written {
            return None;
        }
        let file = self.saves.file.clone();
        Some(GameEntry {
            created: created_at(&file),
            file: Some(file),
            ..GameEntry::new(Ok(summarise(self.game.record(self.player_names()))))
        })
    }

    /// Opens the game in a file.
    pub(super) fn open_file(
        &mut self,
        client: Option<ClientId>,
        file: String,
        text: &str,
    ) -> Result<BeginAnswer, Refusal> {
        let record = read_save(text).map_err(|error| unreadable(&file, &error))?;
        let opened = record::open(&record, self.game.tree.next())?;
        let pending = PendingGame {
            opened,
            series: Series::default(),
            is_new: false,
            swapped: false,
            is_save: true,
            file: Some(file),
            opened_file: None,
        };
        Ok(self.begin_or_propose(client, pending)?)
    }

    /// Handles the list of saves, newest first. Returns it for the page.
    pub(super) fn files_listed(
        &mut self,
        request: &FileRequest,
        files: Vec<SavedFile>,
    ) -> SavedGames<'_> {
        let mut known = std::mem::take(&mut self.saves.known);
        let mut entries = Vec::new();
        for SavedFile { name, stamp, text } in files {
            let entry = match (text, known.remove(&name)) {
                (Some(text), _) => entry_of(&name, text),
                (None, Some((_, entry))) => entry,
                (None, None) => continue,
            };
            entries.push(entry.clone());
            self.saves.known.insert(name, (stamp, entry));
        }
        if *request == FileRequest::Last {
            let has_moves = |e: &&GameEntry| e.summary.plies > 0;
            let last = entries.iter().find(has_moves);
            self.saves.last = last.filter(|entry| entry.is_unfinished()).cloned();
        }
        let board = self.saves.written.then_some(self.saves.file.as_str());
        SavedGames {
            folder: self.saves.folder(),
            board,
            games: entries,
        }
    }

    /// Takes the offered game of an earlier run. Returns its file.
    pub(super) fn last_game(&mut self) -> Result<String, String> {
        let last = self.saves.last.take();
        let file = last.and_then(|last| last.file);
        file.ok_or_else(|| "no game of an earlier run is offered".to_owned())
    }
}
