//! Saved games. Each game has a file that is written shortly after each change, so that no game is lost.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use super::super::files::{FileStamp, Files, MISSING, RETRY, check_name, newest};
use super::super::game::entry::{GameEntry, entry_of};
use super::super::game::record::{check_text, is_board_tag, pgn_text, read_save};
use super::super::game::turns::set_event;
use super::super::messages::answers::ExportedGames;
use super::super::messages::{RequestAnswer, Requester};
use super::super::position::position;
use super::super::refusal::Refusal;
use super::SavedGames;
use super::additions::Additions;
use ringstack_engine::picture::Scene;
use ringstack_engine::play::record::GameRecord;

/// The maximum number of saves searched for a game to continue.
const MAX_OFFERED: usize = 5;

/// The minimum interval between two saves.
const REST: Duration = Duration::from_millis(500);

/// The save of the game on the board, and the save offered from an earlier run.
#[derive(Debug, Default)]
pub struct Saves {
    /// The folder, to show to users; `None` if games are not saved.
    folder: Option<String>,
    /// A word that is unique to this run.
    run: String,
    /// The file of the game on the board.
    file: String,
    /// Whether this file exists.
    written: bool,
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
    last: Option<GameEntry>,
    /// The entries of files, with the stamps of these files.
    known: BTreeMap<String, (FileStamp, GameEntry)>,
    /// The games of a record that are being added.
    additions: Option<Additions>,
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

    /// Whether the file of the game on the board exists.
    pub fn is_written(&self) -> bool {
        self.written
    }

    /// Offers the last game of an earlier run, if it is unfinished.
    pub fn offer_last_game(&mut self, files: &dyn Files) {
        let entries = self.list(files, MAX_OFFERED);
        let last = entries.into_iter().find(|entry| entry.summary.plies > 0);
        self.last = last.filter(GameEntry::is_unfinished);
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
    fn new_name(&mut self, unix_ms: u64) -> String {
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
    fn read(&self, file: &str, files: &dyn Files) -> Result<String, String> {
        match self.pending.get(file) {
            Some(text) => Ok(text.clone()),
            None => files.read(file)?.ok_or_else(|| MISSING.to_owned()),
        }
    }

    /// The game in a file.
    pub fn record(&self, file: &str, files: &dyn Files) -> Result<GameRecord, Refusal> {
        check_name(file)?;
        let text = self.read(file, files);
        read_save(&text.map_err(|error| Refusal::unreadable(file, error))?)
    }

    /// The scene of the last position of a saved game.
    pub fn scene(&self, file: &str, files: &dyn Files) -> Result<Scene, Refusal> {
        let record = self.record(file, files)?;
        let mut state = position(&record.game, record.fen.as_deref())?;
        let tokens: Vec<String> = record.tokens().map(str::to_owned).collect();
        state.play(&tokens).map_err(|error| error.to_string())?;
        Ok(state.scene())
    }

    /// The texts of saved games as one text, without the parts that only the board needs.
    pub fn export(&self, names: &[String], files: &dyn Files) -> ExportedGames {
        let mut pgn = String::new();
        let mut errors = Vec::new();
        for file in names {
            match self.read(file, files) {
                Ok(text) => {
                    let lines = text.trim_end().lines();
                    for line in lines.filter(|line| !is_board_tag(line)) {
                        pgn.push_str(line);
                        pgn.push('\n');
                    }
                    pgn.push('\n');
                }
                Err(error) => errors.push(Refusal::unreadable(file, error)),
            }
        }
        ExportedGames { pgn, errors }
    }

    /// Changes the names of the players and of the event in a game that is not on the board.
    pub fn rename(
        &mut self,
        file: &str,
        players: [String; 2],
        event: &str,
        files: &mut dyn Files,
    ) -> Result<(), Refusal> {
        let mut record = self.record(file, files)?;
        record.players = players;
        set_event(&mut record.tags, event);
        let written = files.write(file, &pgn_text(&record));
        written.map_err(|error| Refusal::failed(file, error))?;
        self.pending.remove(file);
        Ok(())
    }

    /// Copies saved games.
    pub fn duplicate(
        &mut self,
        names: &[String],
        files: &mut dyn Files,
        unix_ms: u64,
    ) -> Result<(), Refusal> {
        for_each(names, |file| {
            let text = self.read(file, files)?;
            files.write(&self.new_name(unix_ms), &text)
        })
    }

    /// Deletes saved games: their files get names that are not listed. The game on the board stays there, and is
    /// saved again when it changes.
    pub fn delete(
        &mut self,
        names: &[String],
        files: &mut dyn Files,
        unix_ms: u64,
    ) -> Result<(), Refusal> {
        for_each(names, |file| {
            files.rename(file, &deleted(file))?;
            if self.on_board() == Some(file) {
                self.begin_file(None, unix_ms);
                self.deleted = Some(file.to_owned());
            }
            Ok(())
        })
    }

    /// Restores deleted games.
    pub fn restore(&mut self, names: &[String], files: &mut dyn Files) -> Result<(), Refusal> {
        for_each(names, |file| {
            files.rename(&deleted(file), file)?;
            let on_board = self.deleted.take_if(|deleted| deleted == file);
            if let Some(file) = on_board.filter(|_| !self.written) {
                self.file = file;
                self.written = true;
            }
            Ok(())
        })
    }

    /// Begins to add all games of a record; the answer follows after the last one. `game` is the game of records that
    /// do not name one.
    pub fn add_games(
        &mut self,
        requester: Requester,
        text: String,
        game: &str,
        files: &dyn Files,
    ) -> Result<(), Refusal> {
        check_text(&text)?;
        if self.folder.is_none() {
            return Err(Refusal::NotSaved);
        }
        if self.additions.is_some() {
            return Err(Refusal::AddingGames);
        }
        let saved = self.list(files, usize::MAX);
        let known: HashSet<u64> = saved.iter().filter_map(|game| game.identity).collect();
        self.additions = Some(Additions::new(requester, text, game, known));
        Ok(())
    }

    /// Adds the next games. Returns the answer after the last one.
    pub fn add_next_games(&mut self, files: &mut dyn Files, unix_ms: u64) -> Option<RequestAnswer> {
        let mut additions = self.additions.take()?;
        let mut errors = Vec::new();
        for record in additions.next_games() {
            let file = self.new_name(unix_ms);
            let written = files.write(&file, &pgn_text(&record));
            errors.extend(written.err().map(|error| Refusal::failed(&file, error)));
        }
        if !additions.written(errors) {
            self.additions = Some(additions);
            return None;
        }
        let requester = additions.requester;
        Some(RequestAnswer::new(requester, Ok(additions.into_answer())))
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

    /// The saved games for pages, newest first.
    pub fn saved_games(&mut self, files: &dyn Files) -> SavedGames<'_> {
        let games = self.list(files, usize::MAX);
        SavedGames {
            folder: self.folder.as_deref(),
            board: self.on_board(),
            games,
        }
    }

    /// The saved game by link with this id that has the most moves: it may have been copied.
    pub fn file_of_link(&mut self, id: &str, files: &dyn Files) -> Option<String> {
        let games = self.list(files, usize::MAX).into_iter();
        let linked = games.filter(|game| game.link_id.as_deref() == Some(id));
        linked.max_by_key(|game| game.summary.plies)?.file
    }

    /// The saved games, newest first, at most this number. Files that have not changed are not read again.
    fn list(&mut self, files: &dyn Files, most: usize) -> Vec<GameEntry> {
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

/// The name of a deleted file, which is not listed.
fn deleted(file: &str) -> String {
    format!("deleted-{file}")
}

/// Changes files, as many as possible. An error names the first file that could not be changed.
fn for_each(
    names: &[String],
    mut change: impl FnMut(&str) -> Result<(), String>,
) -> Result<(), Refusal> {
    let errors = names
        .iter()
        .filter_map(|file| Some(Refusal::failed(file, change(file).err()?)));
    errors.reduce(|first, _| first).map_or(Ok(()), Err)
}
