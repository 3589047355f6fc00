//! Requests of the page. Every request may have an `id`, which the answer repeats.
//!
//! The answer is `{"t":"answer","id":..,"answer":..}` or `{"t":"answer","id":..,"error":{"key":..}}`. If the
//! request changed the state of the board, the patch contains the answer. Heartbeats do not reach
//! the session: the server answers `{"t":"ping","at":..}` with its time, see `now` in the state.

use serde::Deserialize;
use serde_json::Value;

use super::super::files::GameNames;
use super::super::profile::Profile;
use super::{NodeId, PlayerConfig, TimeControls};
use ringstack_engine::picture::Winner;
use ringstack_engine::play::random_setup::RandomSetup;
use ringstack_engine::play::record::Drawing;
use ringstack_engine::rules::Side;

/// The version of the messages. A page with another version must be reloaded.
pub const VERSION: u32 = 8;

/// The maximum size of a request in bytes; a file of 64 MiB must fit, in base64 or with escaped line ends.
pub const MAX_MESSAGE: usize = 96 << 20;

/// A new game to start.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The id of the game; by default that of the game on the board.
    pub game: Option<String>,
    /// The first position; by default the start position.
    pub fen: Option<String>,
    /// A random first position instead: `{"seed":12,"balanced":true}`; `balanced` is true by default. The
    /// section `games` says which games have it.
    pub random: Option<RandomSetup>,
    /// The players, player 1 first.
    pub players: [PlayerConfig; 2],
    pub time: TimeControls,
    /// The number of games that follow automatically, with sides swapped each time.
    #[serde(default)]
    pub series: u32,
    /// Whether the players of the game on the board swap sides, and with them their devices.
    #[serde(default)]
    pub swapped: bool,
    /// Whether two people play on one device: devices with seats only watch.
    #[serde(default)]
    pub one_device: bool,
    /// The side of the user if the other player is a friend who gets each move as a link.
    #[serde(default)]
    pub by_link: Option<Side>,
}

/// A position to edit.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct EditRequest {
    /// The id of the game; by default that of the game on the board.
    pub game: Option<String>,
    /// The position to change; by default the start position.
    pub fen: Option<String>,
    /// The node whose position to change, instead of `game` and `fen`.
    pub node: Option<NodeId>,
    pub items: Vec<String>,
}

/// A record or a position to open.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    pub text: String,
    /// The number of the game, from 1; required if the record has several.
    pub number: Option<usize>,
    /// The game of a record that does not name one; by default that of the game on the board. A record that
    /// does not fit is tried as every other game.
    pub game: Option<String>,
    /// Whether to open the moves before the first illegal one; the rest becomes a comment.
    #[serde(default)]
    pub keep_legal: bool,
}

/// A position apart from the game on the board.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// The id of the game.
    pub game: String,
    /// The first position; by default the start position.
    pub fen: Option<String>,
    /// The moves that lead from it to the position.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// A line of moves.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LineRequest {
    pub moves: Vec<String>,
    /// The plies to the end of the game if the result is proven; negative if the player to move loses.
    pub mate: Option<i32>,
}

/// The position and the limits of an analysis.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// Whether to start the analysis; otherwise it ends.
    pub on: bool,
    pub node: NodeId,
    pub engine: usize,
    pub lines: u32,
    /// Milliseconds; 0 for no limit.
    pub ms: u64,
    /// The moves to evaluate; empty for all moves.
    pub only: Vec<String>,
}

/// The games whose moves are explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ExploredGames {
    /// The saved games.
    Saves,
    /// The games of the opened file.
    File,
}

/// A request of a page, answered as `answers` describes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(tag = "t", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientRequest {
    /// The first message: asks for the whole state.
    Hello {
        version: u32,
        /// How many minutes the clock of the user is ahead of UTC.
        #[serde(default)]
        zone: i32,
    },
    /// The scene of a node, its first touches, and the move that led to it.
    View { node: NodeId },
    /// The state of a move after these touches.
    Touches {
        node: NodeId,
        touches: Vec<String>,
        /// Plays the move if these touches complete it: in the game, or else as a variation.
        #[serde(default)]
        play: Option<bool>,
    },
    /// The scene at the end of a line.
    Peek { node: NodeId, tokens: Vec<String> },
    /// The position after these items are set.
    Edit(EditRequest),
    /// The scene of a position apart from the game, its first touches, and the move that led to it.
    Position(PositionRequest),
    /// The state of a move after these touches, at a position apart from the game.
    PositionTouches {
        position: PositionRequest,
        touches: Vec<String>,
    },
    /// The best line of a position apart from the game, as the first engine sees it.
    BestLine(PositionRequest),
    /// What a line does on the board, in words, or in what it differs from a better one.
    Consequences {
        position: PositionRequest,
        line: LineRequest,
        better: Option<LineRequest>,
    },
    /// The rules of a game.
    About { game: String },
    /// The lessons of a game.
    Lessons { game: String },
    /// The puzzles of a game.
    Puzzles { game: String },
    /// The link for another device.
    Invite {
        /// The side that the other device plays; without one it watches.
        #[serde(default)]
        side: Option<Side>,
    },
    /// The texts of a game in a language other than English; without a game, the titles and sides of all games.
    Texts {
        game: Option<String>,
        language: String,
    },
    /// The game and the position of a node as text.
    Export { node: NodeId },
    /// Plays a move.
    Play {
        node: NodeId,
        token: String,
        /// Whether the move belongs to the game; otherwise it begins a variation.
        game: bool,
    },
    /// Starts a game.
    New(NewGame),
    /// Starts the same game again with sides swapped; each player keeps their time.
    Rematch,
    /// Takes a side for this page of the owner; `None` for no side.
    Side { side: Option<Side> },
    /// Accepts or declines the proposal of the other player, or withdraws an own one; see `proposals`.
    AnswerProposal {
        /// The number in the section `proposal`.
        number: u64,
        accept: bool,
    },
    /// Changes the player of a side, or their name.
    Player { side: Side, player: PlayerConfig },
    /// Continues the game from this node.
    Live { node: NodeId },
    /// Takes back the last move of a user.
    Takeback {
        /// The side of the user, if they play on a device of their own; by default either side.
        #[serde(default)]
        side: Option<Side>,
    },
    /// Ends the game with a draw on which both players agree.
    OfferDraw,
    /// Sets or removes the result.
    Result {
        /// `p1`, `p2`, `draw`, or `None` to remove it.
        winner: Option<Winner>,
    },
    /// Resigns.
    Resign { side: Side },
    /// Pauses the game or continues it.
    Pause { on: bool },
    /// Lets an engine play one move in a paused game.
    Step,
    /// Asks the engine to move immediately.
    MoveNow,
    /// Changes the time per move of two engines without clocks, in milliseconds.
    Pace { ms: u64 },
    /// Removes a node with its descendants.
    Remove { node: NodeId },
    /// Makes a line the main line.
    Promote { node: NodeId },
    /// Sets a comment.
    Comment { node: NodeId, text: String },
    /// Replaces the arrows and circles at a position.
    Draw { node: NodeId, drawn: Vec<Drawing> },
    /// Sets the mark of a move.
    Mark {
        node: NodeId,
        /// `!`, `?`, `!!`, `??`, `!?`, `?!` or empty.
        mark: String,
    },
    /// Undoes the last edit.
    Undo,
    /// Starts or ends the analysis of a position.
    Analyse(AnalysisRequest),
    /// Starts or ends a review of the main line.
    Review { on: bool, engine: usize, ms: u64 },
    /// Sets an option of an engine.
    Option {
        engine: usize,
        name: String,
        /// The value; `None` for a button.
        value: Option<String>,
    },
    /// Restarts an engine.
    Restart { engine: usize },
    /// Requests the last lines exchanged with an engine.
    Traffic { engine: usize },
    /// Lists the moves played at a node in other games; see `explorer` for the answer.
    Explore { node: NodeId, games: ExploredGames },
    /// Opens a record or a position; see `import` for the answers.
    Import(ImportRequest),
    /// Stops reading the file that a page opens.
    StopOpening,
    /// Opens the link of a game by link.
    OpenLink {
        /// The text after `#link/`.
        link: String,
        /// The name of the user, for a new game.
        name: String,
    },
    /// Lists the saved games.
    Saves,
    /// Opens a saved game.
    OpenSaved { file: String },
    /// Returns saved games as one PGN text.
    ExportSaved { files: Vec<String> },
    /// Returns the scene of the last position of a saved game.
    SceneSaved { file: String },
    /// Changes the names in a saved game.
    RenameSaved { file: String, names: GameNames },
    /// Copies saved games.
    DuplicateSaved { files: Vec<String> },
    /// Deletes saved games. They can be restored.
    DeleteSaved { files: Vec<String> },
    /// Restores deleted games.
    RestoreSaved { files: Vec<String> },
    /// Returns the text of a file that is packed or not UTF-8. The bytes are in base64.
    Decode { bytes: String },
    /// Adds all games of a record to the saved games.
    AddGames { text: String },
    /// Changes settings or adds progress.
    Profile(Profile),
    /// Begins new settings and progress in place of a file that cannot be read. Returns its text.
    ProfileAnew,
    /// Continues the last game of an earlier run, or stops offering it.
    Continue { yes: bool },
}

impl ClientRequest {
    /// The files of the saved games that the request names.
    pub fn saved_files(&self) -> &[String] {
        match self {
            ClientRequest::ExportSaved { files }
            | ClientRequest::DuplicateSaved { files }
            | ClientRequest::DeleteSaved { files }
            | ClientRequest::RestoreSaved { files } => files,
            ClientRequest::OpenSaved { file }
            | ClientRequest::SceneSaved { file }
            | ClientRequest::RenameSaved { file, .. } => std::slice::from_ref(file),
            _ => &[],
        }
    }

    /// Whether the request changes nothing.
    pub fn is_question(&self) -> bool {
        matches!(
            self,
            ClientRequest::View { .. }
                | ClientRequest::Touches { play: None, .. }
                | ClientRequest::Peek { .. }
                | ClientRequest::Edit(_)
                | ClientRequest::Position(_)
                | ClientRequest::PositionTouches { .. }
                | ClientRequest::Consequences { .. }
                | ClientRequest::About { .. }
                | ClientRequest::Lessons { .. }
                | ClientRequest::Puzzles { .. }
                | ClientRequest::Invite { .. }
                | ClientRequest::Texts { .. }
                | ClientRequest::Export { .. }
                | ClientRequest::Decode { .. }
        )
    }
}

/// Reads a message of a page: its id and the request, or the error.
pub fn read(text: &str) -> (Option<u64>, Result<ClientRequest, String>) {
    let mut value: Value = match serde_json::from_str(text) {
        Ok(value) => value,
        Err(error) => return (None, Err(format!("the message is not JSON: {error}"))),
    };
    let id = value
        .as_object_mut()
        .and_then(|fields| fields.remove("id"))
        .and_then(|id| id.as_u64());
    let request = serde_json::from_value(value);
    (
        id,
        request.map_err(|error| format!("unknown message: {error}")),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_with_their_id_or_refused_with_a_reason() {
        let play = r#"{"t":"play","id":3,"node":1,"token":"a","game":true}"#;
        assert!(matches!(
            read(play),
            (Some(3), Ok(ClientRequest::Play { node: 1, .. }))
        ));
        for (text, id, part) in [
            ("hello", None, "not JSON"),
            ("[1]", None, "unknown message"),
            (r#"{"t":"shell","id":4,"command":"rm"}"#, Some(4), "shell"),
            (r#"{"t":"view","node":"one"}"#, None, "one"),
            (r#"{"t":"analyse","on":true,"x":1}"#, None, "x"),
        ] {
            let (found, request) = read(text);
            let error = request.expect_err(text);
            assert!(found == id && error.contains(part), "{error}");
        }
    }
}
