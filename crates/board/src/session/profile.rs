//! What is kept between runs beside the saved games: settings, progress in lessons and puzzles, and which
//! game is on the board. All pages share it.
//!
//! Changes are merged: they add lessons and puzzles and replace single settings. So two devices, or two
//! programs with the same folder, do not overwrite each other. Fields of newer versions are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::files::{Files, RETRY};
use super::refusal::Refusal;

/// The file.
const FILE: &str = "profile.json";
/// The maximum length of a profile as JSON, in bytes.
const MAX_LENGTH: usize = 1 << 18;

/// Fields of newer versions.
type Newer = BTreeMap<String, Value>;

/// The settings of the page, and the progress in lessons and puzzles. Also a change of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
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
    #[serde(flatten)]
    #[cfg_attr(test, schemars(skip))]
    newer: Newer,
}

/// A rating by Glicko-2, which the page computes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct SolverRating {
    /// In points.
    rating: u32,
    /// In points.
    deviation: u32,
    /// In millionths.
    volatility: u32,
    #[serde(flatten)]
    #[cfg_attr(test, schemars(skip))]
    newer: Newer,
}

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Setting {
    Switch(bool),
    Number(i64),
    Text(String),
    /// Of a newer version.
    #[cfg_attr(test, schemars(skip))]
    Newer(Value),
}

impl Profile {
    /// Whether a setting is switched on.
    pub fn is_on(&self, setting: &str) -> bool {
        self.settings.get(setting) == Some(&Setting::Switch(true))
    }

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
        self.newer.extend(change.newer.clone());
    }
}

/// The content of the file. Also a change of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
struct StoredProfile {
    /// The file of the game on the board; empty if the game is not saved.
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    profile: Profile,
    #[serde(flatten)]
    newer: Newer,
}

impl StoredProfile {
    /// Reads the file; without one the profile is empty.
    fn read(files: &dyn Files) -> Result<StoredProfile, Refusal> {
        let text = files.read(FILE);
        let read = text.and_then(|text| match text {
            Some(text) => serde_json::from_str(&text).map_err(|error| error.to_string()),
            None => Ok(StoredProfile::default()),
        });
        read.map_err(|error| Refusal::ProfileUnread { error })
    }

    /// Makes a change in the file. Keeps what another program has written in the meantime; a file that cannot
    /// be read is not replaced.
    fn write(&self, files: &mut dyn Files) -> Result<(), Refusal> {
        let mut stored = StoredProfile::read(files)?;
        stored.merge(self);
        let text = serde_json::to_string_pretty(&stored).map_err(|error| error.to_string());
        text.and_then(|text| files.write(FILE, &text))
            .map_err(|error| Refusal::failed(FILE, error))
    }

    fn merge(&mut self, change: &StoredProfile) {
        self.profile.merge(&change.profile);
        self.newer.extend(change.newer.clone());
        if change.board.is_some() {
            self.board.clone_from(&change.board);
        }
    }
}

/// The profile of this run.
#[derive(Debug, Default)]
pub(super) struct ProfileState {
    stored: StoredProfile,
    /// Changes that are not written yet.
    unsaved: StoredProfile,
    due: Option<Duration>,
    /// Why the file could not be read, or the last write failed.
    failure: Option<Refusal>,
}

impl ProfileState {
    pub(super) fn new(files: &dyn Files) -> ProfileState {
        let read = StoredProfile::read(files);
        let failure = read.as_ref().err().cloned();
        if let Some(failure) = &failure {
            log::error!("{FILE}: {failure}");
        }
        ProfileState {
            stored: read.unwrap_or_default(),
            failure,
            ..ProfileState::default()
        }
    }

    /// Begins a new file in place of one that cannot be read. Keeps the old one under another name, and returns its
    /// text.
    pub(super) fn begin_anew(
        &mut self,
        files: &mut dyn Files,
        unix_ms: u64,
        now: Duration,
    ) -> Result<String, Refusal> {
        let text = files.read(FILE).ok().flatten().unwrap_or_default();
        if StoredProfile::read(files).is_err() {
            let kept = format!("profile-unread-{unix_ms}.json");
            let renamed = files.rename(FILE, &kept);
            renamed.map_err(|error| Refusal::failed(FILE, error))?;
        }
        self.due = Some(now);
        self.save(files, now);
        Ok(text)
    }

    /// When to write the changes.
    pub(super) fn due(&self) -> Option<Duration> {
        self.due
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
                profile,
                ..StoredProfile::default()
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
                ..StoredProfile::default()
            };
            self.store(&change, now);
        }
    }

    fn store(&mut self, change: &StoredProfile, now: Duration) {
        self.stored.merge(change);
        self.unsaved.merge(change);
        self.due = self.due.or(Some(now));
    }

    /// Writes the changes, if there are any. A write that failed is repeated.
    pub(super) fn save(&mut self, files: &mut dyn Files, now: Duration) {
        if self.due.take().is_none() {
            return;
        }
        self.failure = self.unsaved.write(files).err();
        match self.failure {
            Some(_) => self.due = Some(now + RETRY),
            None => self.unsaved = StoredProfile::default(),
        }
    }

    /// Why the file could not be read, or the last write failed; `None` if everything is written.
    pub(super) fn failure(&self) -> Option<&Refusal> {
        self.failure.as_ref()
    }
}

#[cfg(test)]
mod tests {
    use super::super::files::MemoryFiles;
    use super::*;

    fn change(text: &str) -> StoredProfile {
        serde_json::from_str(text).expect("a profile")
    }

    #[test]
    fn changes_of_several_programs_are_merged_and_damaged_files_are_kept() {
        let mut files = MemoryFiles::default();
        // Fields of a newer version stay.
        let both = r#"{"board": "board-1.pgn", "profile": {"settings": {"theme": "dark", "lines": 2, "new": [1]}, "lessons": {"gipf": ["a", "b"]}, "streak": 3, "tours": {"a": 1}}, "next": 2}"#;
        for text in [
            r#"{"board": "board-1.pgn", "profile": {"settings": {"theme": "light", "new": [1]}, "lessons": {"gipf": ["b"]}, "streak": 2, "tours": {"a": 1}}, "next": 2}"#,
            r#"{"profile": {"settings": {"lines": 2}, "lessons": {"gipf": ["a"]}}}"#,
            r#"{"profile": {"settings": {"theme": "dark"}, "streak": 3}}"#,
        ] {
            change(text).write(&mut files).expect("a change");
        }
        assert_eq!(StoredProfile::read(&files), Ok(change(both)));

        files.write(FILE, "{\"pro").expect("a file");
        let mut state = ProfileState::new(&files);
        let unread =
            |state: &ProfileState| matches!(state.failure(), Some(Refusal::ProfileUnread { .. }));
        assert!(unread(&state));
        let now = Duration::ZERO;
        let streak = |count| Profile {
            streak: Some(count),
            ..Profile::default()
        };
        state.change(streak(1), now).expect("a change");
        state.save(&mut files, now);
        assert!(unread(&state));
        assert_eq!(state.due(), Some(RETRY));
        assert_eq!(files.read(FILE), Ok(Some("{\"pro".to_owned())));
        // A change that failed is written with newer ones.
        files.write(FILE, "{}").expect("a file");
        state.change(change(both).profile, now).expect("a change");
        state.change(streak(2), now).expect("a change");
        state.save(&mut files, RETRY);
        assert_eq!((state.failure(), state.due()), (None, None));
        let written = StoredProfile::read(&files).expect("a profile");
        assert_eq!(&written.profile, state.section());

        files.write(FILE, "{\"pro").expect("a file");
        let mut state = ProfileState::new(&files);
        state.change(streak(5), now).expect("a change");
        let text = state.begin_anew(&mut files, 7, now);
        assert_eq!((text, state.failure()), (Ok("{\"pro".to_owned()), None));
        let kept = files.read("profile-unread-7.json");
        assert_eq!(kept, Ok(Some("{\"pro".to_owned())));
        let written = StoredProfile::read(&files).expect("a profile");
        assert_eq!(written.profile, streak(5));
    }
}
