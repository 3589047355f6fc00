//! The sections of the state, as pages receive them. A section is sent when it changes.

use serde::Serialize;

use super::clock::{ClockSection, TimeControls};
use super::ending::GameEnd;
use super::engines::entry::EngineSection;
use super::library::additions::AddingSection;
use super::library::entry::GameEntry;
use super::player::PlayerConfig;
use super::profile::Profile;
use super::proposals::ProposalSection;
use super::series::Series;
use super::study::explorer::FileSection;
use super::study::{AnalysisSection, ReviewSection};
use super::tree::NodeId;
use crate::picture::About;
use crate::rules::Side;

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
    /// Why the last changes could not be stored; they are stored as soon as that is possible.
    pub(super) unsaved: Option<&'a str>,
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
    /// The game by link, if it is one.
    pub(super) link: Option<LinkSection>,
}

/// A game by link.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct LinkSection {
    /// The side of the user.
    pub(super) own: Side,
    /// The text after `#link/` if the other player must get it.
    pub(super) send: Option<String>,
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

/// A game that can be played.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct GameTitle {
    /// The id.
    pub(super) id: &'static str,
    /// The name.
    pub(super) title: String,
    /// The names of its sides, such as `White`, for players without a name.
    pub(super) sides: [&'static str; 2],
    /// Whether the game can end with a draw.
    pub(super) draws: bool,
    /// Whether it has random set-ups.
    pub(super) random_setup: bool,
}
