//! The saves and the library: when to save the game on the board, and the folder of saves as users see it.
//! Games can be listed, opened, renamed, duplicated, deleted, exported and added.

pub(super) mod additions;
pub(super) mod entry;
pub(super) mod saves;

use std::collections::HashSet;

use serde_json::json;

use super::BoardSession;
use super::checks::checked_name;
use super::files::{GameNames, check_name, created_at};
use super::game::opening::{GameOrigin, PendingGame};
use super::game::record::{self, check_text, is_board_tag, pgn_text, read_save};
use super::pages::answers::{BeginAnswer, ExportedGames, SavedGames};
use super::pages::{ClientId, RequestAnswer, Requester};
use super::players::player::PlayerConfig;
use super::position::position;
use super::refusal::Refusal;
use additions::Additions;
use entry::{GameEntry, summarise};
use ringstack_engine::picture::Scene;
use ringstack_engine::play::record::GameRecord;
use ringstack_engine::rules::Side;

/// The maximum number of saves searched for a game to continue.
const MAX_OFFERED: usize = 5;

/// The name of a deleted file, which is not listed.
fn deleted(file: &str) -> String {
    format!("deleted-{file}")
}

impl BoardSession {
    /// Schedules a save.
    pub(super) fn mark_unsaved(&mut self) {
        self.saves.mark_unsaved(self.now);
    }

    pub(super) fn save_if_due(&mut self) {
        if self.saves.take_due(self.now) {
            let has_content =
                !self.game.tree.is_blank() || self.game.link.is_some() || self.saves.written;
            let pgn = || self.game.pgn(self.player_names(), Some(self.now));
            let text = has_content.then(pgn);
            self.saves.save(text, self.files.as_mut(), self.now);
        }
    }

    /// Notes in the profile which game is on the board.
    pub(super) fn note_board(&mut self) {
        let board = self.saves.on_board().unwrap_or_default();
        self.profile.note_board(board, self.now);
    }

    /// Offers the last game of an earlier run, if it is unfinished.
    pub(super) fn offer_last_game(&mut self) {
        let entries = self.saves.list(self.files.as_ref(), MAX_OFFERED);
        let last = entries.into_iter().find(|entry| entry.summary.plies > 0);
        self.saves.last = last.filter(GameEntry::is_unfinished);
    }

    /// Puts the game on the board that was there when the program ended, if its file can be read.
    pub(super) fn resume(&mut self) {
        if let Some(file) = self.profile.board().map(str::to_owned) {
            let _ = self.open_saved(None, file);
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
        let mut entry = GameEntry {
            created: created_at(&file),
            file: Some(file),
            ..GameEntry::new(Ok(summarise(self.game.record(self.player_names()))))
        };
        entry.summary.seats = Some(self.game.players.clone());
        Some(entry)
    }

    /// The saved games, newest first.
    pub(super) fn list_saved(&mut self) -> SavedGames<'_> {
        self.save_if_due();
        let games = self.saves.list(self.files.as_ref(), usize::MAX);
        SavedGames {
            folder: self.saves.folder.as_deref(),
            board: self.saves.on_board(),
            games,
        }
    }

    /// The game in a file. The game on the board is saved first, so that its file is up to date.
    pub(super) fn read_saved(&mut self, file: &str) -> Result<GameRecord, Refusal> {
        check_name(file)?;
        self.save_if_due();
        let text = self.saves.read(file, self.files.as_ref());
        read_save(&text.map_err(|error| Refusal::unreadable(file, error))?)
    }

    /// Opens a saved game.
    pub(super) fn open_saved(
        &mut self,
        client: Option<ClientId>,
        file: String,
    ) -> Result<BeginAnswer, Refusal> {
        if file == self.saves.file {
            return Err(Refusal::OnBoard);
        }
        let record = self.read_saved(&file)?;
        let opened = record::open(&record, self.game.tree.next())?;
        let origin = GameOrigin::Save(file);
        self.begin_or_propose(client, PendingGame { opened, origin })
    }

    /// The scene of the last position of a saved game.
    pub(super) fn saved_scene(&mut self, file: &str) -> Result<Scene, Refusal> {
        let record = self.read_saved(file)?;
        let mut state = position(&record.game, record.fen.as_deref())?;
        let tokens: Vec<String> = record.tokens().map(str::to_owned).collect();
        state.play(&tokens).map_err(|error| error.to_string())?;
        Ok(state.scene())
    }

    /// The texts of saved games as one text, without the parts that only the board needs.
    pub(super) fn export_saved(&mut self, files: &[String]) -> Result<ExportedGames, Refusal> {
        check_names(files)?;
        self.save_if_due();
        let mut pgn = String::new();
        let mut errors = Vec::new();
        for file in files {
            match self.saves.read(file, self.files.as_ref()) {
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
        Ok(ExportedGames { pgn, errors })
    }

    /// Changes the names of the players and of the event.
    pub(super) fn rename_saved(&mut self, file: &str, names: GameNames) -> Result<(), Refusal> {
        let GameNames { players, event } = names;
        let [one, two] = players;
        let players = [checked_name(one)?, checked_name(two)?];
        let event = checked_name(event)?;
        if file != self.saves.file {
            let mut record = self.read_saved(file)?;
            record.players = players;
            set_event(&mut record.tags, &event);
            let text = pgn_text(&record);
            let written = self.saves.rewrite(file, &text, self.files.as_mut());
            return written.map_err(|error| Refusal::failed(file, error));
        }
        for ((side, name), player) in Side::ALL.into_iter().zip(&players).zip(&self.game.players) {
            let before = self.player_name(side);
            if !player.is_human() && *name != before {
                return Err(Refusal::EngineKeepsName { name: before });
            }
        }
        for (player, name) in self.game.players.iter_mut().zip(players) {
            if player.is_human() {
                *player = PlayerConfig::Human { name };
            }
        }
        set_event(&mut self.game.tags, &event);
        self.mark_unsaved();
        Ok(())
    }

    /// Copies saved games.
    pub(super) fn duplicate_saved(&mut self, files: &[String]) -> Result<(), Refusal> {
        self.for_each_saved(files, |session, file| {
            let text = session.saves.read(file, session.files.as_ref())?;
            let copy = session.saves.new_name(session.unix_ms);
            session.files.write(&copy, &text)
        })
    }

    /// Deletes saved games: their files get names that are not listed.
    pub(super) fn delete_saved(&mut self, files: &[String]) -> Result<(), Refusal> {
        self.for_each_saved(files, |session, file| {
            session.files.rename(file, &deleted(file))?;
            session.saves.deleted(file, session.unix_ms);
            Ok(())
        })
    }

    /// Restores deleted games.
    pub(super) fn restore_saved(&mut self, files: &[String]) -> Result<(), Refusal> {
        self.for_each_saved(files, |session, file| {
            session.files.rename(&deleted(file), file)?;
            session.saves.restored(file);
            Ok(())
        })
    }

    /// Changes files, as many as possible, after the game on the board was saved. An error names the first file that
    /// could not be changed.
    fn for_each_saved(
        &mut self,
        files: &[String],
        change: fn(&mut BoardSession, &str) -> Result<(), String>,
    ) -> Result<(), Refusal> {
        check_names(files)?;
        self.save_if_due();
        let errors = files
            .iter()
            .filter_map(|file| Some(Refusal::failed(file, change(self, file).err()?)));
        errors.reduce(|first, _| first).map_or(Ok(()), Err)
    }

    /// Begins to add all games of a record; the answer follows after the last one.
    pub(super) fn add_games(&mut self, requester: Requester, text: String) -> Result<(), Refusal> {
        check_text(&text)?;
        if self.saves.folder.is_none() {
            return Err(Refusal::NotSaved);
        }
        if self.saves.additions.is_some() {
            return Err(Refusal::AddingGames);
        }
        self.save_if_due();
        let saved = self.saves.list(self.files.as_ref(), usize::MAX);
        let known: HashSet<u64> = saved.iter().filter_map(|game| game.identity).collect();
        self.saves.additions = Some(Additions::new(requester, text, self.game.id, known));
        Ok(())
    }

    /// Adds the next games. Returns the answer after the last one.
    pub(super) fn add_next_games(&mut self) -> Option<RequestAnswer> {
        let additions = self.saves.additions.as_mut()?;
        let records = additions.next_games();
        let mut errors = Vec::new();
        for record in &records {
            let file = self.saves.new_name(self.unix_ms);
            let written = self.files.write(&file, &pgn_text(record));
            errors.extend(written.err().map(|error| Refusal::failed(&file, error)));
        }
        let additions = self.saves.additions.as_mut();
        let is_done = additions.is_some_and(|additions| additions.written(errors));
        let additions = self.saves.additions.take_if(|_| is_done)?;
        let (client, id) = additions.requester;
        let result = Ok(json!(additions.into_answer()));
        Some(RequestAnswer { client, id, result })
    }
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
