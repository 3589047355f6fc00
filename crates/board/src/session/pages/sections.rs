//! The sections of the state, as pages receive them. A section is sent when it changes.

use std::sync::LazyLock;

use serde::Serialize;

use super::super::by_link::LinkSection;
use super::super::engines::entry::EngineSection;
use super::super::game::clock::ClockSection;
use super::super::game::ending::GameEnd;
use super::super::game::entry::GameEntry;
use super::super::game::series::Series;
use super::super::library::additions::AddingSection;
use super::super::messages::{NodeId, PlayerConfig, ProgressSection, TimeControls};
use super::super::players::proposals::ProposalSection;
use super::super::profile::Profile;
use super::super::refusal::Refusal;
use super::super::study::explorer::FileSection;
use super::super::study::{AnalysisSection, ReviewSection};
use ringstack_engine::games;
use ringstack_engine::picture::About;
use ringstack_engine::play::{random_setup, state};
use ringstack_engine::rules::Side;

/// All sections.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Sections<'a> {
    /// The game on the board.
    pub game: GameSection<'a>,
    /// The node of the game; the user may look at another one.
    pub live: NodeId,
    /// How the game ended.
    pub ending: Option<&'a GameEnd>,
    /// Whether the game is paused.
    pub paused: bool,
    /// The consecutive games of two engines.
    pub series: &'a Series,
    /// The side whose engine is thinking.
    pub thinking: Option<Side>,
    /// The players, player 1 first.
    pub players: [PlayerSection<'a>; 2],
    /// For each side whether its device is connected; `None` if no device has taken it.
    pub devices: [Option<bool>; 2],
    /// What a player proposes to the other on another device.
    pub proposal: Option<ProposalSection>,
    /// The time controls.
    pub time: TimeControls,
    /// The clocks; `None` without clocks.
    pub clock: Option<ClockSection>,
    /// The engines.
    pub engines: Vec<EngineSection<'a>>,
    /// All games.
    pub games: &'a [GameTitle],
    /// The analysis of a position.
    pub analysis: Option<AnalysisSection<'a>>,
    /// The accuracy of both players in percent, `None` for one without moves; `None` unless the game is reviewed.
    pub accuracy: Option<[Option<f64>; 2]>,
    /// The review of the game.
    pub review: Option<ReviewSection>,
    /// The unfinished game of an earlier run.
    pub offer: Option<&'a GameEntry>,
    /// The folder of saved games; `None` if games are not saved.
    pub saves: Option<&'a str>,
    /// Why the last changes could not be stored; they are stored as soon as that is possible.
    pub unsaved: Option<&'a Refusal>,
    /// Whether other devices can connect.
    pub shared: bool,
    /// When the program started, in milliseconds since 1970.
    pub started: u64,
    /// Settings and progress.
    pub profile: &'a Profile,
    /// The file with several games from which the game on the board was opened.
    pub file: Option<FileSection>,
    /// How far the games have been read in which the explorer looks.
    pub exploring: Option<ProgressSection>,
    /// How far the file has been read that a page opens, in bytes.
    pub opening: Option<ProgressSection>,
    /// The games that are being added to the saved games.
    pub adding: Option<AddingSection>,
}

/// The game on the board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameSection<'a> {
    /// The id of the game.
    pub id: &'static str,
    /// Its rules.
    pub about: Option<&'a About>,
    /// The first position; `None` for the start position.
    pub fen: Option<&'a str>,
    /// The node of the first position.
    pub root: NodeId,
    /// Counts the games of this run.
    pub number: u64,
    /// Other facts, by name.
    pub tags: &'a [(String, String)],
    /// Whether it began as a rematch, with sides swapped.
    pub swapped: bool,
    /// Whether two people play it on one device: devices with seats only watch.
    pub one_device: bool,
    /// Whether it is a record, whose moves cannot be taken back.
    pub record: bool,
    /// Whether the game follows two users without clocks: a move at any node continues it.
    pub study: bool,
    /// The game by link, if it is one.
    pub link: Option<LinkSection>,
}

/// A player with the name to show.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct PlayerSection<'a> {
    #[serde(flatten)]
    pub player: &'a PlayerConfig,
    /// The name of the user or the engine.
    pub name: String,
}

/// A game that can be played.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct GameTitle {
    /// The id.
    pub id: &'static str,
    /// The name.
    pub title: String,
    /// The names of its sides, such as `White`, for players without a name.
    pub sides: [&'static str; 2],
    /// Whether the game can end with a draw.
    pub draws: bool,
    /// Whether a player who can do nothing else passes.
    pub passes: bool,
    /// Whether it has random set-ups.
    pub random_setup: bool,
}

/// The ids and names of all games, those of their sides, and whether each has draws, passes and random set-ups.
pub static TITLES: LazyLock<Vec<GameTitle>> = LazyLock::new(|| {
    let with_setups = random_setup::games();
    let games = games::ids().into_iter().filter_map(|id| {
        let state = state::open(id)?;
        let about = state.about();
        Some(GameTitle {
            id,
            title: about.title,
            sides: [about.players.p1.name, about.players.p2.name],
            draws: state.has_draws(),
            passes: state.has_pass(),
            random_setup: with_setups.contains(&id),
        })
    });
    games.collect()
});
