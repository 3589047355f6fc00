//! The files of the board. They are in memory; the host stores every change.

use std::collections::BTreeMap;

use ringstack::gui::StoredProfile;
use ringstack::gui::session::files::{FileChange, FileRequest, FileStamp, KnownFiles, is_save};
use ringstack::gui::session::{Input, SavedFile};

use crate::messages::FileContents;

/// The file with settings and progress.
const PROFILE: &str = "profile.json";

/// The files, and the changes that the host is storing.
#[derive(Debug, Default)]
pub struct Files {
    files: BTreeMap<String, (FileStamp, String)>,
    writes: BTreeMap<u64, Write>,
    /// The number of changes so far, which is also the time in stamps.
    changes: u64,
    next_write: u64,
}

/// A change that the host is storing.
#[derive(Debug)]
struct Write {
    purpose: Purpose,
    /// The contents before, if a failure takes the change back.
    before: FileContents,
}

/// What the session receives at the end of a write.
#[derive(Debug)]
enum Purpose {
    /// The number of the save.
    Save(u64),
    /// The errors so far.
    Changes(FileRequest, Vec<String>),
    Profile(StoredProfile),
}

/// What the host has to store, with its number.
pub type StoreRequest = (u64, FileContents);

impl Files {
    /// The files that are stored.
    pub fn new(stored: BTreeMap<String, String>) -> Files {
        let mut files = Files::default();
        files.set(stored.into_iter().map(|(name, text)| (name, Some(text))));
        files
    }

    /// The settings and the progress.
    pub fn profile(&self) -> Result<StoredProfile, String> {
        let stored = self.files.get(PROFILE);
        stored.map_or_else(
            || Ok(StoredProfile::default()),
            |(_, text)| StoredProfile::read(text),
        )
    }

    /// Reads saves.
    pub fn read(&self, files: Vec<String>) -> Vec<(String, Result<String, String>)> {
        let read = |file: String| {
            let text = self.text(&file).ok_or_else(|| "no such file".to_owned());
            (file, text)
        };
        files.into_iter().map(read).collect()
    }

    /// The newest saves, newest first, with the texts of those that are not known or have changed.
    pub fn newest(&self, most: usize, known: &KnownFiles) -> Vec<SavedFile> {
        let saves = self.files.iter().rev().filter(|(name, _)| is_save(name));
        let saved = saves.take(most).map(|(name, (stamp, text))| SavedFile {
            name: name.clone(),
            stamp: *stamp,
            text: (known.get(name) != Some(stamp)).then(|| Ok(text.clone())),
        });
        saved.collect()
    }

    /// Writes a save. The session writes it again if that fails.
    pub fn save(&mut self, number: u64, file: String, text: String) -> StoreRequest {
        let contents = FileContents::from([(file, Some(text))]);
        self.write(contents, Purpose::Save(number))
    }

    /// Changes the profile. The session changes it again if that fails. A profile that cannot be read is not
    /// replaced.
    pub fn save_profile(&mut self, change: StoredProfile) -> Result<StoreRequest, String> {
        let profile = self.profile();
        let mut profile = profile.map_err(|error| format!("{PROFILE}: {error}"))?;
        profile.merge(&change);
        let contents = FileContents::from([(PROFILE.to_owned(), Some(profile.text()))]);
        Ok(self.write(contents, Purpose::Profile(change)))
    }

    /// Makes the changes that are possible.
    pub fn change(&mut self, request: FileRequest, changes: Vec<FileChange>) -> StoreRequest {
        let mut contents = FileContents::new();
        let mut errors = Vec::new();
        for change in changes {
            if let Err(error) = self.plan(change, &mut contents) {
                errors.push(error);
            }
        }
        self.write(contents, Purpose::Changes(request, errors))
    }

    /// Adds a change to the new contents.
    fn plan(&self, change: FileChange, contents: &mut FileContents) -> Result<(), String> {
        let text = |file: &str| match contents.get(file) {
            Some(text) => text.clone(),
            None => self.text(file),
        };
        let (from, to, moves) = match change {
            FileChange::Write { file, text } => {
                contents.insert(file, Some(text));
                return Ok(());
            }
            FileChange::Copy { from, to } => (from, to, false),
            FileChange::Rename { from, to } => (from, to, true),
        };
        if text(&to).is_some() {
            return Err(format!("{from}: {to} exists"));
        }
        let content = text(&from).ok_or_else(|| format!("{from}: no such file"))?;
        contents.insert(to, Some(content));
        if moves {
            contents.insert(from, None);
        }
        Ok(())
    }

    /// The end of a write, as an input of the session.
    pub fn written(&mut self, write: u64, error: Option<String>) -> Option<Input> {
        let Write { purpose, before } = self.writes.remove(&write)?;
        Some(match purpose {
            Purpose::Save(number) => Input::Saved(number, error),
            Purpose::Profile(change) => Input::ProfileSaved(change, error),
            Purpose::Changes(request, mut errors) => {
                if error.is_some() {
                    self.set(before);
                }
                errors.extend(error);
                Input::SavesChanged(request, errors)
            }
        })
    }

    fn text(&self, file: &str) -> Option<String> {
        self.files.get(file).map(|(_, text)| text.clone())
    }

    fn write(&mut self, contents: FileContents, purpose: Purpose) -> StoreRequest {
        let names = contents.keys().cloned();
        let before = names.map(|name| (name.clone(), self.text(&name))).collect();
        self.set(contents.clone());
        self.next_write += 1;
        self.writes
            .insert(self.next_write, Write { purpose, before });
        (self.next_write, contents)
    }

    fn set(&mut self, contents: impl IntoIterator<Item = (String, Option<String>)>) {
        for (name, text) in contents {
            self.changes += 1;
            let Some(text) = text else {
                self.files.remove(&name);
                continue;
            };
            let stamp = FileStamp {
                modified: self.changes,
                length: text.len() as u64,
            };
            self.files.insert(name, (stamp, text));
        }
    }
}
