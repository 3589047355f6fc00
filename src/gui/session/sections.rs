//! The sections of the state, as pages receive them. A section is sent when it changes.

use std::collections::BTreeMap;

use serde::Serialize;

use super::clock::TimeControls;
use super::ending::GameEnd;
use super::entry::GameEntry;
use super::player::PlayerConfig;
use super::profile::Profile;
use super::proposals::Subject;
use super::series::Series;
use super::tree::NodeId;
use crate::picture::About;
use crate::rules::Side;
use crate::ugi::reply::OptionLine;

/// All sections.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Sections<'a> {
    /// The game on the board.
    pub(super) game: GameSection<'a>,
    /// The node of the game; the user may look at another one.
    pub(super) live: NodeId,
    /// How the game ended.
    pub(super) ending: Option<&'a GameEnd>,
    /// Whether the game is paused.
    pub(super) paused: bool,
    /// The consecutive games of two engines.
    pub(super) series: &'a Series,
    /// The side whose engine is thinking.
    pub(super) thinking: Option<Side>,
    /// The players, player 1 first.
    pub(super) players: [PlayerSection<'a>; 2],
    /// For each side whether its device is connected; `None` if no device has taken it.
    pub(super) devices: [Option<bool>; 2],
    /// What a player proposes to the other on another device.
    pub(super) proposal: Option<ProposalSection>,
    /// The time controls.
    pub(super) time: TimeControls,
    /// The clocks; `None` without clocks.
    pub(super) clock: Option<ClockSection>,
    /// The sides that can take back a move.
    pub(super) takeback: Vec<Side>,
    /// The engines.
    pub(super) engines: Vec<EngineSection<'a>>,
    /// All games.
    pub(super) games: &'a [GameTitle],
    /// The analysis of a position.
    pub(super) analysis: Option<AnalysisSection<'a>>,
    /// The review of the game.
    pub(super) review: Option<ReviewSection>,
    /// Whether there is an edit to undo.
    pub(super) undoable: bool,
    /// The unfinished game of an earlier run.
    pub(super) offer: Option<&'a GameEntry>,
    /// The folder of saved games; `None` if games are not saved.
    pub(super) saves: Option<&'a str>,
    /// Whether other devices can connect.
    pub(super) shared: bool,
    /// When the program started, in milliseconds since 1970.
    pub(super) started: u64,
    /// Settings and progress.
    pub(super) profile: &'a Profile,
    /// The file with several games from which the game on the board was opened.
    pub(super) file: Option<FileSection>,
    /// The games that are being added to the saved games.
    pub(super) adding: Option<AddingSection>,
}

/// The game on the board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct GameSection<'a> {
    /// The id of the game.
    pub(super) id: &'static str,
    /// Its rules.
    pub(super) about: Option<&'a About>,
    /// The first position; `None` for the start position.
    pub(super) fen: Option<&'a str>,
    /// The node of the first position.
    pub(super) root: NodeId,
    /// Counts the games of this run.
    pub(super) number: u64,
    /// Other facts, by name.
    pub(super) tags: &'a [(String, String)],
    /// Whether it began as a rematch, with sides swapped.
    pub(super) swapped: bool,
    /// Whether it is a record, whose moves cannot be taken back.
    pub(super) record: bool,
}

/// A player with the name to show.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct PlayerSection<'a> {
    #[serde(flatten)]
    pub(super) player: &'a PlayerConfig,
    /// The name of the user or the engine.
    pub(super) name: String,
}

/// The clocks.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClockSection {
    /// The remaining times at the last change, in milliseconds.
    pub(super) left: [u64; 2],
    /// The side whose clock has been running since then.
    pub(super) running: Option<Side>,
    /// When it began to run, in milliseconds since the program started.
    pub(super) since: Option<u64>,
}

/// An open proposal.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ProposalSection {
    /// The number that its answer repeats.
    pub(super) number: u64,
    /// The player who proposes it; `None` for a page that has taken no side.
    pub(super) from: Option<Side>,
    #[serde(flatten)]
    pub(super) subject: Subject,
}

/// An engine.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct EngineSection<'a> {
    /// The name.
    pub(super) name: &'a str,
    /// What the engine does.
    pub(super) state: &'static str,
    /// Why it does not work; empty if it does.
    pub(super) trouble: &'a str,
    /// The options that a user may set.
    pub(super) options: Vec<&'a OptionLine>,
    /// The minimum and maximum level, if the strength can be set.
    pub(super) levels: Option<[i64; 2]>,
    /// The level of the command line.
    pub(super) level: Option<i64>,
    /// The option values that users have set.
    pub(super) set: &'a BTreeMap<String, String>,
}

/// A game that can be played.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct GameTitle {
    /// The id.
    pub(super) id: &'static str,
    /// The name.
    pub(super) title: String,
    /// Whether the game can end with a draw.
    pub(super) draws: bool,
    /// Whether it has random set-ups.
    pub(super) random_setup: bool,
}

/// An analysis, without its lines.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct AnalysisSection<'a> {
    /// The node of the position.
    pub(super) node: NodeId,
    /// The engine.
    pub(super) engine: usize,
    /// The number of lines.
    pub(super) lines: u32,
    /// The time limit in milliseconds; 0 for none.
    pub(super) ms: u64,
    /// The moves to evaluate; empty for all moves.
    pub(super) only: &'a [String],
    /// Whether the engine is still thinking.
    pub(super) running: bool,
}

/// The progress of a review.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ReviewSection {
    /// The engine.
    pub(super) engine: usize,
    /// The time for each position, in milliseconds.
    pub(super) ms: u64,
    /// The number of positions.
    pub(super) total: usize,
    /// The number of positions that are done, with the current one.
    pub(super) done: usize,
}

/// A file with several games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct FileSection {
    /// The number of games.
    pub(super) games: usize,
}

/// The progress of adding games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct AddingSection {
    /// The number of games so far.
    pub(super) done: usize,
}
