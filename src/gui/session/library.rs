//! The library: the folder of saves as users see it. Games can be listed, renamed, duplicated, deleted and
//! exported.

use serde_json::{Value, json};

use super::BoardSession;
use super::answers::ExportedGames;
use super::checks::checked_name;
use super::client::Requester;
use super::files::{FileChange, FileRequest, GameNames, check_name};
use super::io::Output;
use super::player::PlayerConfig;
use super::position::position;
use super::record::{is_board_tag, pgn_text, read_save};
use super::refusal::{Refusal, unreadable};
use crate::picture::Scene;
use crate::rules::Side;

/// The maximum number of saves searched for a game to continue.
const MAX_OFFERED: usize = 5;
/// Precedes the name of a deleted file.
const DELETED: &str = "deleted-";

impl BoardSession {
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

    /// Requests files from the server. Later requests of pages wait for the answer.
    pub(super) fn request_files(&mut self, output: Output) {
        self.saves.queue.ask();
        self.outputs.push(output);
    }

    /// Checks the names of files, and saves the game on the board, so that its file is up to date.
    fn prepare(&mut self, files: &[String]) -> Result<(), String> {
        files.iter().try_for_each(|file| check_name(file))?;
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

    pub(super) fn change_files(&mut self, request: FileRequest, changes: Vec<FileChange>) {
        self.request_files(Output::ChangeSaves { request, changes });
    }

    /// Handles the end of changes, with the errors. Returns the answer, or `None` if it follows later.
    pub(super) fn files_changed(
        &mut self,
        request: &FileRequest,
        errors: Vec<String>,
    ) -> Result<Option<Value>, String> {
        if let FileRequest::Add(_) = request {
            return Ok(self.games_added(errors).map(|answer| json!(answer)));
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
        for (side, name) in Side::ALL.into_iter().zip(&players) {
            let player = self.game.players.get(side.index());
            if player.is_some_and(|player| !player.is_human()) && *name != self.player_name(side) {
                let name = self.player_name(side);
                return Err(
                    format!("{name}: an engine in the game on the board keeps its name").into(),
                );
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

    pub(super) fn duplicate_saved(
        &mut self,
        requester: Requester,
        files: Vec<String>,
    ) -> Result<(), String> {
        self.prepare(&files)?;
        let copies = files.into_iter().map(|from| {
            let to = self.saves.new_name(self.unix_ms);
            FileChange::Copy { from, to }
        });
        let copies = copies.collect();
        self.change_files(FileRequest::Change(requester), copies);
        Ok(())
    }

    /// Deletes games: gives their files names that are not listed.
    pub(super) fn delete_saved(
        &mut self,
        requester: Requester,
        files: Vec<String>,
    ) -> Result<(), String> {
        self.prepare(&files)?;
        if self.saves.written && files.contains(&self.saves.file) {
            // It stays on the board, and is saved again when it changes.
            let file = self.saves.file.clone();
            self.begin_file(None);
            self.saves.deleted = Some(file);
        }
        let changes = files.into_iter().map(deletion).collect();
        self.change_files(FileRequest::Change(requester), changes);
        Ok(())
    }

    /// Restores deleted games.
    pub(super) fn restore_saved(
        &mut self,
        requester: Requester,
        files: Vec<String>,
    ) -> Result<(), String> {
        files.iter().try_for_each(|file| check_name(file))?;
        let on_board = self.saves.deleted.take_if(|file| files.contains(file));
        if let Some(file) = on_board.filter(|_| !self.saves.written) {
            self.saves.file = file;
            self.saves.written = true;
        }
        let restore = |to: String| FileChange::Rename {
            from: format!("{DELETED}{to}"),
            to,
        };
        let changes = files.into_iter().map(restore).collect();
        self.change_files(FileRequest::Change(requester), changes);
        Ok(())
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

fn deletion(file: String) -> FileChange {
    FileChange::Rename {
        to: format!("{DELETED}{file}"),
        from: file,
    }
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
