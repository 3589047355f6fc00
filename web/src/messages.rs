//! The messages between the board and its host, as JSON.

use std::collections::BTreeMap;

use ringstack_board::engine_driver::EngineId;
use ringstack_board::session::ClientId;
use serde::{Deserialize, Serialize};

use crate::host;

/// The contents of files by name; `None` for a file that is to be removed.
pub type FileContents = BTreeMap<String, Option<String>>;

/// A message of the host.
#[derive(Debug, Deserialize)]
#[serde(tag = "t", rename_all = "lowercase", deny_unknown_fields)]
pub enum HostMessage {
    /// The first message.
    Begin {
        /// The stored files.
        files: BTreeMap<String, String>,
        /// Where they are stored, to show to users; `null` if games cannot be saved.
        place: Option<String>,
        /// A word of ASCII letters and digits that no earlier run had.
        run: String,
    },
    /// A page sends a request.
    Page { client: ClientId, text: String },
    /// A page was closed.
    Left { client: ClientId },
    /// An engine sends a line.
    Line { engine: EngineId, line: String },
    /// The file of an engine that was started is arriving.
    Loading { engine: EngineId },
    /// An engine ended by itself, or could not be started, with the reason.
    Gone {
        engine: EngineId,
        why: Option<String>,
    },
    /// All files are stored, or why not. Then the host tries again.
    Stored { error: Option<String> },
    /// The time requested by [`BoardMessage::Wake`] has come.
    Tick,
    /// The board may be closed now: unsaved changes must be written.
    Flush,
}

/// A message to the host.
#[derive(Debug, Serialize)]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum BoardMessage<'a> {
    /// Send a message to a page.
    Page { client: ClientId, text: &'a str },
    /// Start an engine that speaks UGI.
    Start { engine: EngineId },
    /// Send a line to an engine.
    Line { engine: EngineId, line: &'a str },
    /// End an engine. Its later lines must not be passed on.
    Stop { engine: EngineId },
    /// Store these files together; [`HostMessage::Stored`] follows.
    Store { files: FileContents },
    /// Send [`HostMessage::Tick`] after this time in milliseconds; replaces an earlier request.
    Wake { after: Option<u64> },
    /// The message of the host was refused.
    Refused { error: String },
}

/// Sends a message to the host.
pub fn send(message: &BoardMessage) {
    // Maps with keys of text can always be written.
    if let Ok(json) = serde_json::to_string(message) {
        host::send(&json);
    }
}
