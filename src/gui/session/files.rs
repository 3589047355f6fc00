//! Requests for the files of saved games, and their names.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;

use super::client::Requester;
use super::tree::NodeId;
use crate::rules::quote;

/// The delay before a failed save is retried.
pub(super) const RETRY: Duration = Duration::from_secs(5);

/// The purpose of a request for files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileRequest {
    /// A page opens the game.
    Open(Requester),
    /// A page lists the games.
    List(Requester),
    /// A page exports games.
    Export(Requester),
    /// A page shows the last position of a game.
    Scene(Requester),
    /// A page renames a game.
    Rename(Requester, GameNames),
    /// A page duplicates, deletes or restores games, or a renamed game is written.
    Change(Requester),
    /// The games of a record are added.
    Add(Requester),
    /// A page explores the moves at a node.
    Explore(Requester, NodeId),
    /// The board looks for the last game of an earlier run.
    Last,
}

impl FileRequest {
    /// The page that asked.
    pub(super) fn requester(&self) -> Option<Requester> {
        match self {
            FileRequest::Open(requester)
            | FileRequest::List(requester)
            | FileRequest::Export(requester)
            | FileRequest::Scene(requester)
            | FileRequest::Rename(requester, _)
            | FileRequest::Change(requester)
            | FileRequest::Explore(requester, _)
            | FileRequest::Add(requester) => Some(*requester),
            FileRequest::Last => None,
        }
    }
}

/// The names in a record.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GameNames {
    /// The players, player 1 first.
    pub players: [String; 2],
    /// The event; empty if there is none.
    pub event: String,
}

/// The state of a file; another stamp means that the file has changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FileStamp {
    /// When it was written, in nanoseconds since 1970.
    pub modified: u64,
    /// Its length in bytes.
    pub length: u64,
}

/// The files that the session knows, with their stamps.
pub type KnownFiles = BTreeMap<String, FileStamp>;

/// A file in the folder of saves.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedFile {
    /// Its name.
    pub name: String,
    /// Its state.
    pub stamp: FileStamp,
    /// Its text, or the error; `None` if the session knows the file in this state.
    pub text: Option<Result<String, String>>,
}

/// A change in the folder of saves. No change replaces another file, except that of [`FileChange::Write`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileChange {
    /// Write a text to a file.
    Write {
        /// The name of the file.
        file: String,
        /// The text.
        text: String,
    },
    /// Copy a file.
    Copy {
        /// The name of the file.
        from: String,
        /// The name of the copy.
        to: String,
    },
    /// Change the name of a file.
    Rename {
        /// The name of the file.
        from: String,
        /// Its new name.
        to: String,
    },
}

/// Refuses names that are not those of saved games, and with them all paths.
pub(super) fn check_name(file: &str) -> Result<(), String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.');
    if file.chars().all(plain) && is_save(file) {
        return Ok(());
    }
    let file = quote(file);
    Err(format!("file '{file}': not the name of a saved game"))
}

/// Whether a file with this name is a save.
pub fn is_save(file: &str) -> bool {
    file.starts_with("board-") && file.ends_with(".pgn")
}

/// When a file was created, from its name, in milliseconds since 1970.
pub(super) fn created_at(file: &str) -> Option<u64> {
    file.split(['-', '.']).nth(1)?.parse().ok()
}
