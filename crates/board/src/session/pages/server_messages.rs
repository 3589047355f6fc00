//! The messages to pages.

use serde::Serialize;
use serde_json::{Map, Value};

use super::super::game::tree::NodeSection;
use super::super::messages::NodeId;
use super::super::messages::answers::View;
use super::super::players::permissions::SeatSection;
use super::super::refusal::Refusal;
use super::super::study::AnalysisLines;
#[cfg(test)]
use super::super::{
    by_link::LinkAnswer,
    library::SavedGames,
    messages::answers,
    opening::{BeginAnswer, import::ImportAnswer},
    study::AnalysisLine,
};
use ringstack_engine::rules::Side;

/// A message to a page.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "lowercase")]
pub enum ServerMessage<'a> {
    /// The whole state.
    State {
        /// The number of the state. The next patch has the next one.
        revision: u64,
        /// The time, in milliseconds since the program started.
        now: u64,
        /// All nodes.
        nodes: Vec<NodeSection<'a>>,
        /// The view of the node of the game.
        views: &'a [View],
        /// The lines of the analysis.
        #[serde(skip_serializing_if = "Option::is_none")]
        lines: Option<AnalysisLines<'a>>,
        #[serde(flatten)]
        #[cfg_attr(test, schemars(with = "super::sections::Sections<'static>"))]
        sections: &'a Map<String, Value>,
        #[serde(flatten)]
        reply: Option<&'a Reply>,
    },
    /// The changed sections and nodes.
    Patch {
        /// The number of the state.
        revision: u64,
        /// The new and changed nodes.
        nodes: Vec<NodeSection<'a>>,
        /// The removed nodes.
        gone: &'a [NodeId],
        /// The views of new nodes that the page is likely to show.
        views: &'a [View],
        #[serde(flatten)]
        #[cfg_attr(test, schemars(with = "Option<super::sections::Sections<'static>>"))]
        sections: &'a Map<String, Value>,
        #[serde(flatten)]
        reply: Option<&'a Reply>,
    },
    /// What this page may do; sent before the state, and when it changes.
    Seat(&'a SeatSection),
    /// The answer to a request that changed nothing.
    Answer {
        #[serde(flatten)]
        reply: &'a Reply,
    },
    /// Something failed that no page requested, or a page whose request was refused expects no answer.
    Notice { refusal: &'a Refusal },
    /// The other player has declined the proposal of this page.
    Declined,
    /// The review has ended.
    Reviewed,
    /// The page must be reloaded: the program has other messages.
    Outdated {
        /// The version of the program.
        version: u32,
    },
    /// The lines of the analysis.
    Lines(AnalysisLines<'a>),
    /// What was exchanged with an engine.
    Traffic { engine: usize, text: &'a str },
    /// How far the engine of a player has thought.
    Thought {
        side: Side,
        /// Depth in plies.
        depth: i32,
        /// Positions per second.
        nps: u64,
    },
}

/// The answer to the request with this id, or why it was refused.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Reply {
    pub id: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<Refusal>,
}

/// Adds the types of messages to pages, and of the answers by request.
#[cfg(test)]
pub(crate) fn add_types(types: &mut schemars::SchemaGenerator) {
    types.subschema_for::<ServerMessage<'static>>();
    types.subschema_for::<Answers>();
    types.subschema_for::<super::sections::Sections<'static>>();
}

/// The answers by the tags of their requests.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
pub struct Answers {
    hello: (),
    view: View,
    touches: answers::TouchAnswer,
    peek: ringstack_engine::picture::Scene,
    edit: ringstack_engine::picture::EditResult,
    position: View,
    position_touches: answers::TouchAnswer,
    best_line: AnalysisLine,
    consequences: ringstack_engine::play::consequence::Consequences,
    about: ringstack_engine::picture::About,
    lessons: ringstack_engine::picture::Lessons,
    puzzles: ringstack_engine::play::puzzle::Puzzles,
    invite: answers::Invitation,
    texts: answers::TextTable,
    export: answers::Exported,
    play: answers::MoveAnswer,
    new: BeginAnswer,
    rematch: BeginAnswer,
    side: (),
    answer_proposal: (),
    player: Option<answers::Proposed>,
    live: Option<answers::Proposed>,
    takeback: Option<answers::Proposed>,
    offer_draw: Option<answers::Proposed>,
    result: Option<answers::Proposed>,
    resign: (),
    pause: Option<answers::Proposed>,
    step: (),
    move_now: (),
    pace: (),
    remove: Option<answers::Proposed>,
    promote: (),
    comment: (),
    draw: (),
    mark: (),
    undo: Option<answers::Proposed>,
    analyse: (),
    review: (),
    option: (),
    restart: (),
    traffic: (),
    explore: answers::Explored,
    import: ImportAnswer,
    stop_opening: (),
    open_link: LinkAnswer,
    saves: SavedGames<'static>,
    open_saved: BeginAnswer,
    export_saved: answers::ExportedGames,
    scene_saved: ringstack_engine::picture::Scene,
    rename_saved: (),
    duplicate_saved: (),
    delete_saved: (),
    restore_saved: (),
    decode: answers::Decoded,
    add_games: answers::AddedGames,
    profile: (),
    profile_anew: answers::ProfileFile,
    #[schemars(rename = "continue")]
    continued: Option<BeginAnswer>,
}
