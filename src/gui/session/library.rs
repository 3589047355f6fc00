//! The saves and the library: when to save the game on the board, and the folder of saves as users see it.
//! Games can be listed, opened, renamed, duplicated, deleted, exported and added.

use serde_json::{Value, json};

use super::BoardSession;
use super::additions::Additions;
use super::answers::{BeginAnswer, ExportedGames};
use super::checks::checked_name;
use super::client::{ClientId, Requester};
use super::entry::{GameEntry, summarise};
use super::files::{FileChange, FileRequest, GameNames, check_name, created_at};
use super::io::Output;
use super::pending::{GameOrigin, PendingGame};
use super::player::PlayerConfig;
use super::position::position;
use super::record::{self, check_text, is_board_tag, pgn_text, read_save};
use super::refusal::{Refusal, unreadable};
use super::saves::Saves;
use crate::picture::Scene;
use crate::rules::Side;

/// The maximum number of saves searched for a game to continue.
const MAX_OFFERED: usize = 5;

impl BoardSession {
    /// Schedules a save.
    pub(super) fn mark_unsaved(&mut self) {
        self.saves.mark_unsaved(self.now);
    }

    pub(super) fn save_if_due(&mut self) {
        if self.saves.take_due(self.now) {
            let has_content = !self.game.tree.is_blank() || self.saves.written;
            let pgn = || self.game.pgn(self.player_names(), Some(self.now));
            let text = has_content.then(pgn);
            self.outputs.extend(self.saves.save(text));
        }
    }

    /// Notes in the profile which game is on the board.
    pub(super) fn note_board(&mut self) {
        let board = self.saves.on_board().unwrap_or_default();
        self.profile.note_board(board, self.now);
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

    /// The names of the players.
    pub(super) fn player_names(&self) -> [String; 2] {
        Side::ALL.map(|side| self.player_name(side))
    }

    /// The game on the board as an entry of the list of saved games, if it is saved.
    pub(super) fn entry(&self) -> Option<GameEntry> {
        let file = self.saves.on_board().filter(|_| !self.game.tree.is_blank());
        let file = file?.to_owned();
        Some(GameEntry {
            created: created_at(&file),
            file: Some(file),
            ..GameEntry::new(Ok(summarise(self.game.record(self.player_names()))))
        })
    }

    /// Opens the game in a file.
    fn open_file(
        &mut self,
        client: Option<ClientId>,
        file: String,
        text: &str,
    ) -> Result<BeginAnswer, Refusal> {
        let record = read_save(text).map_err(|error| unreadable(&file, &error))?;
        let opened = record::open(&record, self.game.tree.next())?;
        let origin = GameOrigin::Save(file);
        Ok(self.begin_or_propose(client, PendingGame { opened, origin })?)
    }

    /// Requests files from the server. Later requests of pages wait for the answer.
    pub(super) fn request_files(&mut self, output: Output) {
        self.saves.queue.ask();
        self.outputs.push(output);
    }

    /// Requests the texts of saved games from the server; the answer follows later.
    pub(super) fn read_files(
        &mut self,
        request: FileRequest,
        files: Vec<String>,
    ) -> Result<(), String> {
        if matches!(request, FileRequest::Open(_)) && files.contains(&self.saves.file) {
            return Err("this game is already on the board".to_owned());
        }
        self.prepare(&files)?;
        self.request_files(Output::ReadSaves { request, files });
        Ok(())
    }

    /// Checks the names of files, and saves the game on the board, so that its file is up to date.
    fn prepare(&mut self, files: &[String]) -> Result<(), String> {
        check_names(files)?;
        self.save_if_due();
        Ok(())
    }

    /// Requests a list of files, with the texts of those that are new or have changed.
    pub(super) fn list_saves(&mut self, request: FileRequest) {
        self.save_if_due();
        let most = match request {
            FileRequest::Last => MAX_OFFERED,
            _ => usize::MAX,
        };
        let known = self.saves.known.iter();
        let known = known.map(|(name, (stamp, _))| (name.clone(), *stamp));
        self.request_files(Output::ListSaves {
            request,
            most,
            known: known.collect(),
        });
    }

    /// Handles the texts of requested files. Returns the answer, or `None` if it follows later.
    pub(super) fn files_read(
        &mut self,
        request: &FileRequest,
        texts: Vec<(String, Result<String, String>)>,
    ) -> Result<Option<Value>, Refusal> {
        if let FileRequest::Export(_) = request {
            return Ok(Some(json!(exported(texts))));
        }
        let first = texts.into_iter().next();
        let (file, text) = first.ok_or_else(|| "no game is selected".to_owned())?;
        let text = text.map_err(|error| unreadable(&file, &error))?;
        match request {
            FileRequest::Rename(requester, names) => {
                let mut record = read_save(&text).map_err(|error| unreadable(&file, &error))?;
                record.players.clone_from(&names.players);
                set_event(&mut record.tags, &names.event);
                let text = pgn_text(&record);
                let write = FileChange::Write { file, text };
                self.change_files(FileRequest::Change(*requester), vec![write]);
                Ok(None)
            }
            FileRequest::Scene(_) => Ok(Some(json!(last_scene(&text)?))),
            // A user who has already moved keeps the game.
            FileRequest::Last if !self.game.tree.is_blank() => Ok(None),
            _ => {
                let client = request.requester().map(|(client, _)| client);
                Ok(Some(json!(self.open_file(client, file, &text)?)))
            }
        }
    }

    fn change_files(&mut self, request: FileRequest, changes: Vec<FileChange>) {
        self.request_files(Output::ChangeSaves { request, changes });
    }

    /// Handles the end of changes, with the errors. Returns the answer, or `None` if it follows later.
    pub(super) fn files_changed(
        &mut self,
        request: &FileRequest,
        errors: Vec<String>,
    ) -> Result<Option<Value>, String> {
        if let FileRequest::Add(_) = request {
            let is_done = |additions: &mut Additions| additions.written(errors);
            let done = self.saves.additions.take_if(is_done);
            return Ok(done.map(|additions| json!(additions.into_answer())));
        }
        match errors.as_slice() {
            [] => Ok(Some(Value::Null)),
            [error] => Err(error.clone()),
            [error, others @ ..] => Err(format!("{error} (and {} more)", others.len())),
        }
    }

    /// Changes the names of the players and of the event.
    pub(super) fn rename_saved(
        &mut self,
        requester: Requester,
        file: String,
        names: GameNames,
    ) -> Result<Option<Value>, Refusal> {
        let GameNames { players, event } = names;
        let [one, two] = players;
        let players = [checked_name(one)?, checked_name(two)?];
        let event = checked_name(event)?;
        if file != self.saves.file {
            let names = GameNames { players, event };
            self.read_files(FileRequest::Rename(requester, names), vec![file])?;
            return Ok(None);
        }
        for ((side, name), player) in Side::ALL.into_iter().zip(&players).zip(&self.game.players) {
            let before = self.player_name(side);
            if !player.is_human() && *name != before {
                let text = "an engine in the game on the board keeps its name";
                return Err(format!("{before}: {text}").into());
            }
        }
        for (player, name) in self.game.players.iter_mut().zip(players) {
            if player.is_human() {
                *player = PlayerConfig::Human { name };
            }
        }
        set_event(&mut self.game.tags, &event);
        self.mark_unsaved();
        Ok(Some(Value::Null))
    }

    /// Duplicates or deletes games.
    pub(super) fn change_saved(
        &mut self,
        requester: Requester,
        files: Vec<String>,
        changes: fn(&mut Saves, Vec<String>, u64) -> Vec<FileChange>,
    ) -> Result<(), String> {
        self.prepare(&files)?;
        let changes = changes(&mut self.saves, files, self.unix_ms);
        self.change_files(FileRequest::Change(requester), changes);
        Ok(())
    }

    pub(super) fn restore_saved(
        &mut self,
        requester: Requester,
        files: Vec<String>,
    ) -> Result<(), String> {
        check_names(&files)?;
        let restorations = self.saves.restore(files);
        self.change_files(FileRequest::Change(requester), restorations);
        Ok(())
    }

    /// Begins to add all games of a record; the answer follows after the last one.
    pub(super) fn add_games(&mut self, requester: Requester, text: String) -> Result<(), Refusal> {
        check_text(&text)?;
        if self.saves.folder.is_none() {
            return Err("games are not saved: there is no folder".into());
        }
        if self.saves.additions.is_some() {
            return Err("other games are being added".into());
        }
        self.saves.additions = Some(Additions::new(requester, text, self.game.id));
        self.list_saves(FileRequest::Add(requester));
        Ok(())
    }

    /// Adds the next games.
    pub(super) fn add_next_games(&mut self) {
        let additions = self.saves.additions.as_mut();
        let Some(additions) = additions.filter(|additions| additions.is_ready()) else {
            return;
        };
        let (requester, records) = (additions.requester, additions.next_games());
        let writes = records.iter().map(|record| FileChange::Write {
            file: self.saves.new_name(self.unix_ms),
            text: pgn_text(record),
        });
        let writes = writes.collect();
        self.change_files(FileRequest::Add(requester), writes);
    }
}

/// The scene of the last position of a save.
fn last_scene(text: &str) -> Result<Scene, String> {
    let record = read_save(text)?;
    let mut state = position(&record.game, record.fen.as_deref())?;
    let tokens: Vec<String> = record.tokens().map(str::to_owned).collect();
    state.play(&tokens).map_err(|error| error.to_string())?;
    Ok(state.scene())
}

fn set_event(tags: &mut Vec<(String, String)>, event: &str) {
    tags.retain(|(name, _)| name != "Event");
    if !event.is_empty() {
        tags.insert(0, ("Event".to_owned(), event.to_owned()));
    }
}

fn check_names(files: &[String]) -> Result<(), String> {
    files.iter().try_for_each(|file| check_name(file))
}

/// The texts of saves as one file, without the parts that only the board needs.
fn exported(texts: Vec<(String, Result<String, String>)>) -> ExportedGames {
    let mut pgn = String::new();
    let mut errors = Vec::new();
    for (file, text) in texts {
        match text {
            Ok(text) => {
                let lines = text.trim_end().lines();
                for line in lines.filter(|line| !is_board_tag(line)) {
                    pgn.push_str(line);
                    pgn.push('\n');
                }
                pgn.push('\n');
            }
            Err(error) => errors.push(format!("{file}: {error}")),
        }
    }
    ExportedGames { pgn, errors }
}
