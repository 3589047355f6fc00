//! What is kept between runs beside the saved games: settings, progress in lessons and puzzles, and which
//! game is on the board. All pages share it.
//!
//! Changes are merged: they add lessons and puzzles and replace single settings. So two devices, or two
//! programs with the same folder, do not overwrite each other.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::files::RETRY;

/// The maximum length of a profile as JSON, in bytes.
const MAX_LENGTH: usize = 1 << 18;

/// The settings of the page, and the progress in lessons and puzzles. Also a change of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Profile {
    /// The settings by name. The page knows their meaning.
    settings: BTreeMap<String, Setting>,
    /// The finished lessons of each rule set.
    lessons: BTreeMap<String, BTreeSet<String>>,
    /// The first positions of the solved puzzles of each rule set; empty for the start position.
    puzzles: BTreeMap<String, BTreeSet<String>>,
    /// The same for the puzzles that were not solved at the first try.
    failed: BTreeMap<String, BTreeSet<String>>,
    /// The number of puzzles that were solved in a row at the first try.
    #[serde(skip_serializing_if = "Option::is_none")]
    streak: Option<u32>,
    /// The greatest number of puzzles solved in one run of the streak mode, for each rule set.
    runs: BTreeMap<String, u32>,
    /// The ratings of the user as a solver of the puzzles of each rule set.
    ratings: BTreeMap<String, SolverRating>,
}

/// A rating by Glicko-2, which the page computes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct SolverRating {
    /// In points.
    rating: u32,
    /// In points.
    deviation: u32,
    /// In millionths.
    volatility: u32,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
            (&mut self.failed, &change.failed),
        ] {
            for (game, ids) in added {
                all.entry(game.clone())
                    .or_default()
                    .extend(ids.iter().cloned());
            }
        }
        self.streak = change.streak.or(self.streak);
        let runs = change.runs.iter();
        self.runs
            .extend(runs.map(|(game, &count)| (game.clone(), count)));
        let ratings = change.ratings.iter();
        self.ratings
            .extend(ratings.map(|(game, rating)| (game.clone(), rating.clone())));
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
    /// Why the last write failed.
    failure: Option<String>,
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

    /// The file of the game that was on the board at the end of the last run.
    pub(super) fn board(&self) -> Option<&str> {
        self.stored.board.as_deref()
    }

    /// Makes a change of a page.
    pub(super) fn change(&mut self, profile: Profile, now: Duration) -> Result<(), String> {
        let mut changed = self.stored.profile.clone();
        changed.merge(&profile);
        let length = serde_json::to_string(&changed).map_or(usize::MAX, |text| text.len());
        if length > MAX_LENGTH {
            return Err(format!(
                "settings and progress: too long (at most {MAX_LENGTH} bytes)"
            ));
        }
        if changed != self.stored.profile {
            let change = StoredProfile {
                board: None,
                profile,
            };
            self.store(&change, now);
        }
        Ok(())
    }

    /// Notes the file of the game on the board; empty if the game is not saved.
    pub(super) fn note_board(&mut self, board: &str, now: Duration) {
        if self.board().unwrap_or_default() != board {
            let change = StoredProfile {
                board: Some(board.to_owned()),
                profile: Profile::default(),
            };
            self.store(&change, now);
        }
    }

    fn store(&mut self, change: &StoredProfile, now: Duration) {
        self.stored.merge(change);
        self.unsaved.merge(change);
        self.due = self.due.or(Some(now));
    }

    /// The changes to write now, if there are any.
    pub(super) fn take_unsaved(&mut self) -> Option<StoredProfile> {
        self.due()?;
        self.due = None;
        self.is_writing = true;
        Some(std::mem::take(&mut self.unsaved))
    }

    /// Why the last write failed; `None` if everything is written.
    pub(super) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Handles the end of a write. A failed one is repeated.
    pub(super) fn saved(
        &mut self,
        mut change: StoredProfile,
        error: Option<String>,
        now: Duration,
    ) {
        self.is_writing = false;
        if error.is_some() {
            change.merge(&self.unsaved);
            self.unsaved = change;
            self.due = Some(now + RETRY);
        }
        self.failure = error;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn streak(count: u32) -> Profile {
        Profile {
            streak: Some(count),
            ..Profile::default()
        }
    }

    #[test]
    fn a_change_that_failed_is_written_again_with_newer_ones() {
        let mut state = ProfileState::default();
        let now = Duration::ZERO;
        state.change(streak(1), now).expect("a change");
        let first = state.take_unsaved().expect("a change");
        state.change(streak(2), now).expect("a change");
        assert_eq!(state.due(), None, "one write at a time");
        assert_eq!(state.take_unsaved(), None);
        let full = || Some("disk full".to_owned());
        state.saved(first, full(), now);
        assert_eq!(state.failure(), Some("disk full"));
        assert_eq!(state.due(), Some(RETRY));
        let again = state.take_unsaved().expect("a change");
        assert_eq!(again.profile, streak(2));
        state.saved(again, None, now);
        assert_eq!(state.failure(), None);
    }
}
