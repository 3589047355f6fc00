//! What is kept between runs beside the saved games: settings, progress in lessons and puzzles, and which
//! game is on the board. All pages share it.
//!
//! Changes are merged: they add lessons and puzzles and replace single settings. So two devices, or two
//! programs with the same folder, do not overwrite each other.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::library::{FileRequest, check_name};
use super::saves::RETRY;
use super::{BoardSession, Output};

/// The maximum length of a profile as JSON, in bytes.
const MAX_LENGTH: usize = 1 << 18;

/// The settings of the page, and the progress in lessons and puzzles. Also a change of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Profile {
    /// The settings by name. The page knows their meaning.
    settings: BTreeMap<String, Setting>,
    /// The finished lessons of each rule set.
    lessons: BTreeMap<String, BTreeSet<String>>,
    /// The first positions of the solved puzzles of each rule set; empty for the start position.
    puzzles: BTreeMap<String, BTreeSet<String>>,
    /// The number of puzzles that were solved in a row at the first try.
    #[serde(skip_serializing_if = "Option::is_none")]
    streak: Option<u32>,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum Setting {
    Switch(bool),
    Number(i64),
    Text(String),
}

impl Profile {
    fn merge(&mut self, change: &Profile) {
        let settings = change.settings.iter();
        self.settings
            .extend(settings.map(|(name, value)| (name.clone(), value.clone())));
        for (all, added) in [
            (&mut self.lessons, &change.lessons),
            (&mut self.puzzles, &change.puzzles),
        ] {
            for (game, ids) in added {
                all.entry(game.clone())
                    .or_default()
                    .extend(ids.iter().cloned());
            }
        }
        self.streak = change.streak.or(self.streak);
    }
}

/// The content of the file `profile.json`. Also a change of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StoredProfile {
    /// The file of the game on the board; empty if the game is not saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    profile: Profile,
}

impl StoredProfile {
    /// Reads the text of the file.
    pub fn read(text: &str) -> Result<StoredProfile, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// Makes a change.
    pub fn merge(&mut self, change: &StoredProfile) {
        self.profile.merge(&change.profile);
        if change.board.is_some() {
            self.board.clone_from(&change.board);
        }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

/// The profile of this run.
#[derive(Debug, Default)]
pub(super) struct ProfileState {
    stored: StoredProfile,
    /// Changes that are not written yet.
    unsaved: StoredProfile,
    due: Option<Duration>,
    /// Whether a change is being written. The next one waits, so that a failed change is never repeated after
    /// a newer one.
    is_writing: bool,
    failed: bool,
}

impl ProfileState {
    pub(super) fn new(stored: StoredProfile) -> ProfileState {
        ProfileState {
            stored,
            ..ProfileState::default()
        }
    }

    /// When to write the changes.
    pub(super) fn due(&self) -> Option<Duration> {
        self.due.filter(|_| !self.is_writing)
    }

    /// Makes the next change independent of the one that is being written: the program ends.
    pub(super) fn stop_waiting(&mut self) {
        self.is_writing = false;
    }

    /// The section for pages.
    pub(super) fn section(&self) -> &Profile {
        &self.stored.profile
    }

    fn change(&mut self, change: &StoredProfile, now: Duration) {
        self.stored.merge(change);
        self.unsaved.merge(change);
        self.due = self.due.or(Some(now));
    }
}

impl BoardSession {
    /// Puts the game on the board that was there when the program ended.
    pub(super) fn resume(&mut self) {
        let board = self.profile.stored.board.clone();
        if let Some(file) = board.filter(|file| check_name(file).is_ok()) {
            self.request_files(Output::ReadSaves {
                request: FileRequest::Last,
                files: vec![file],
            });
        }
    }

    pub(super) fn change_profile(&mut self, profile: Profile) -> Result<(), String> {
        let mut changed = self.profile.stored.profile.clone();
        changed.merge(&profile);
        let length = serde_json::to_string(&changed).map_or(usize::MAX, |text| text.len());
        if length > MAX_LENGTH {
            return Err(format!(
                "settings and progress: too long (at most {MAX_LENGTH} bytes)"
            ));
        }
        if changed != self.profile.stored.profile {
            let change = StoredProfile {
                board: None,
                profile,
            };
            self.profile.change(&change, self.now);
        }
        Ok(())
    }

    /// Notes which game is on the board.
    pub(super) fn note_board(&mut self) {
        let board = match self.saves.written {
            true => self.saves.file.as_str(),
            false => "",
        };
        if self.profile.stored.board.as_deref().unwrap_or_default() != board {
            let change = StoredProfile {
                board: Some(board.to_owned()),
                profile: Profile::default(),
            };
            self.profile.change(&change, self.now);
        }
    }

    /// Writes the changes, if there are any.
    pub(super) fn save_profile(&mut self) {
        if self.profile.due().is_some() {
            self.profile.due = None;
            self.profile.is_writing = true;
            let change = std::mem::take(&mut self.profile.unsaved);
            self.outputs.push(Output::SaveProfile(change));
        }
    }

    pub(super) fn profile_saved(&mut self, mut change: StoredProfile, error: Option<String>) {
        let profile = &mut self.profile;
        profile.is_writing = false;
        let Some(error) = error else {
            profile.failed = false;
            return;
        };
        change.merge(&profile.unsaved);
        profile.unsaved = change;
        profile.due = Some(self.now + RETRY);
        if !std::mem::replace(&mut profile.failed, true) {
            let text = format!("settings and progress cannot be saved: {error}");
            self.notice(None, "error", &text);
        }
    }
}
