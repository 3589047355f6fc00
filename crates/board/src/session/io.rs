//! Events for the session, and what it asks its host to do.

use std::sync::Arc;
use std::time::Duration;

use super::messages::ClientId;
use crate::engine_driver::{EngineCommand, EngineEvent, EngineId, OfferedEngine};
use ringstack_engine::clock::{self, Instant};
use ringstack_engine::rules::Side;

/// The time of an input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputTime {
    /// The time since the program started.
    pub since_start: Duration,
    /// The wall clock, in milliseconds since 1970.
    pub unix_ms: u64,
}

impl InputTime {
    /// The time of an input that arrived now or a moment ago, `at`, if the program started at `start`.
    #[must_use]
    pub fn at(at: Instant, start: Instant) -> InputTime {
        InputTime {
            since_start: at.saturating_duration_since(start),
            unix_ms: clock::unix_time().as_millis() as u64,
        }
    }
}

/// What the key of a browser gives access to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Access {
    /// The board as it is.
    Watcher,
    /// The seat that has this side at first; a rematch turns the seats.
    Seat(Side),
    /// Everything.
    #[default]
    Owner,
}

/// A device: a browser of a guest, or all browsers of the owner.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Device {
    /// What its key gives access to.
    pub access: Access,
    /// A random word for each browser; empty for the owner.
    pub id: String,
}

/// An event for the session.
#[derive(Debug)]
pub enum Input {
    /// A page of this device connects. Without it, a page that sends messages is one of the owner.
    Joined(ClientId, Device),
    /// A page sends a message; the first one is `hello`.
    Message(ClientId, String),
    /// A page disconnected.
    Left(ClientId),
    /// An engine reports something.
    Engine(EngineId, EngineEvent),
    /// The host, which stores files later than it writes them, has stored all of them, or why it cannot: `full`,
    /// `none` for no storage, or an error of the system. It tries again.
    Stored(Result<(), String>),
    /// The time requested by [`Output::WakeAt`] has come.
    Tick,
    /// The program may end at any time from now on: unsaved changes must be saved.
    Flush,
}

/// An action for the host.
#[derive(Clone, Debug, PartialEq)]
pub enum Output {
    /// Send a text to a page.
    Send {
        /// The page.
        client: ClientId,
        /// The text.
        text: Arc<str>,
        /// Whether the text may be skipped if the page is slow. If any other text cannot be sent, the page
        /// must be disconnected.
        may_skip: bool,
    },
    /// Run an engine.
    StartEngine {
        /// The id of the process.
        id: EngineId,
        /// The index in the list of engines.
        engine: usize,
        /// The id of the first game.
        game: String,
    },
    /// Send a command to an engine.
    Engine(EngineId, EngineCommand),
    /// End an engine.
    StopEngine(EngineId),
    /// Send [`Input::Tick`] at this time since the start; replaces an earlier request.
    WakeAt(Option<Duration>),
}

/// The settings of a board.
#[derive(Clone, Debug)]
pub struct BoardSettings {
    /// The id of the first game.
    pub game: String,
    /// The FEN of its first position.
    pub fen: Option<String>,
    /// The available engines.
    pub engines: Vec<OfferedEngine>,
    /// Whether to begin with the game that was on the board at the end of the last run.
    pub resumes: bool,
    /// The links for other devices; `None` if only this computer can connect. The server sets them.
    pub links: Option<InvitationLinks>,
    /// A unique word for this run, used in the names of its saves: ASCII letters and digits.
    pub run: String,
}

/// The links of invitations. None of them contains the key of the owner.
#[derive(Clone, Debug)]
pub struct InvitationLinks {
    /// For each seat; at first player 1 has the first one.
    pub seats: [String; 2],
    /// For those who watch.
    pub watchers: String,
}
