//! The answers to the requests of pages.

use std::collections::BTreeMap;

use serde::Serialize;

use super::super::checks::check_count;
use super::super::game::tree::{NodeId, win_share};
use super::super::library::entry::GameEntry;
use super::super::refusal::Refusal;
use crate::engine_driver::SearchLine;
use ringstack_engine::picture::{MoveTrace, Text, Touches};
use ringstack_engine::play::GameState;
use ringstack_engine::rules::Side;

/// The lines of an analysis.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnalysisLines<'a> {
    /// The node of the position.
    pub node: NodeId,
    /// The best line first.
    pub lines: &'a [AnalysisLine],
    /// Whether the engine is still thinking.
    pub running: bool,
}

/// A line of an analysis, with its value for player 1.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnalysisLine {
    #[serde(flatten)]
    line: SearchLine,
    /// The expected score of player 1, from 0 to 1.
    share: f64,
    /// The first move.
    #[serde(flatten)]
    first: Option<MoveTrace>,
}

impl AnalysisLine {
    /// A line of a search of this position, whose value is for the player to move.
    pub fn new(mut line: SearchLine, state: &dyn GameState) -> AnalysisLine {
        if state.turn() == Side::Two {
            line.score = line.score.flipped();
        }
        let first = line.pv.first();
        AnalysisLine {
            share: win_share(line.score, line.scale),
            first: first.and_then(|token| state.trace_move(token)),
            line,
        }
    }
}

/// A position, ready to draw and to play.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct View {
    /// The node; `None` apart from the game on the board.
    pub node: Option<NodeId>,
    /// The first touches, with the scene.
    pub touches: Touches,
    /// The move that led to the position.
    pub trace: Option<MoveTrace>,
}

/// A position with its node, if it has one, and the move that led to it.
pub fn view_of(
    state: &dyn GameState,
    node: Option<NodeId>,
    trace: Option<MoveTrace>,
) -> Result<View, Refusal> {
    let touches = state.touches(&[]).map_err(|_| "no touches".to_owned())?;
    Ok(View {
        node,
        touches,
        trace,
    })
}

/// The answer to a sequence of touches.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum TouchAnswer {
    Allowed(Box<Touches>),
    /// The last touch is not allowed.
    Refused {
        reason: Text,
    },
    /// The touches made a move, which was played.
    Played(Played),
}

impl TouchAnswer {
    /// The answer of a game to touches; if one is not allowed, the reason.
    pub fn of(state: &dyn GameState, touches: &[String]) -> Result<TouchAnswer, Refusal> {
        check_count(touches)?;
        Ok(match state.touches(touches) {
            Ok(answer) => TouchAnswer::Allowed(Box::new(answer)),
            Err(wrong) => TouchAnswer::Refused {
                reason: wrong.reason,
            },
        })
    }

    /// The token of a move to which nothing can be added.
    pub fn complete_move(&self) -> Option<&str> {
        match self {
            TouchAnswer::Allowed(touches) if touches.next.is_empty() => touches.token.as_deref(),
            _ => None,
        }
    }
}

/// A link for another device.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Invitation {
    pub address: String,
}

/// The texts of a game, or the titles and sides of all games, in a language.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TextTable {
    /// The templates by key.
    pub texts: BTreeMap<String, String>,
}

/// The game and a position as text.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Exported {
    pub fen: String,
    /// The game as a line of the format `list`.
    pub list: String,
    pub pgn: String,
}

/// A played move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Played {
    /// The node after it.
    pub node: NodeId,
}

/// The other player must accept the request first.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Proposed {
    /// Always true.
    pub proposed: bool,
}

/// A game has begun.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Begun {
    /// The previous game, if it was saved.
    pub saved: Option<GameEntry>,
}

/// The answer to a request that begins a game.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum BeginAnswer {
    Begun(Box<Begun>),
    Proposed(Proposed),
}

impl BeginAnswer {
    /// The previous game, if it was saved.
    pub fn saved(self) -> Option<GameEntry> {
        match self {
            BeginAnswer::Begun(begun) => begun.saved,
            BeginAnswer::Proposed(_) => None,
        }
    }
}

/// The answer to the link of a game by link; the game is on the board.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct LinkAnswer {
    /// The game that was on the board before, if it was another one and was saved.
    pub saved: Option<GameEntry>,
    pub news: LinkNews,
}

/// What a link brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum LinkNews {
    /// A game that was not known here.
    New,
    /// Moves of the other player, or their resignation.
    Added,
    /// Nothing: the game here is as far, or further.
    None,
    /// Nothing: the link is for the other player.
    Own,
}

/// The answer to `import`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
#[allow(dead_code, reason = "lists of games are written as text")]
pub enum ImportAnswer {
    /// The record has several games, one of which must be chosen by its number.
    Several {
        /// The number of games in the file.
        count: usize,
        /// The first games, at most 50,000.
        games: Vec<GameEntry>,
    },
    /// The game has an illegal move after this number of moves; `keep_legal` opens them.
    Shortened { refused: Refusal, legal: usize },
    Opened {
        #[serde(flatten)]
        begun: BeginAnswer,
        /// The other games that a record without a name fits.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        others: Vec<&'static str>,
        /// The record gives two results, of which one counts.
        #[serde(skip_serializing_if = "Option::is_none")]
        warning: Option<Refusal>,
    },
}

/// The saved games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SavedGames<'a> {
    /// Their folder; `None` if games are not saved.
    pub folder: Option<&'a str>,
    /// The file of the game on the board.
    pub board: Option<&'a str>,
    /// The newest games, the newest first.
    pub games: Vec<GameEntry>,
}

/// Saved games as one text.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExportedGames {
    pub pgn: String,
    /// Why games are missing.
    pub errors: Vec<Refusal>,
}

/// The text of a file.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Decoded {
    Text {
        text: String,
    },
    /// It is the index of a library, which is open now, with this number of games.
    Index {
        indexed: usize,
    },
}

/// What became of the games of a record.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AddedGames {
    pub added: usize,
    /// The number of games that were there before.
    pub repeated: usize,
    /// The number of added games that end before an illegal move.
    pub shortened: usize,
    pub refused: usize,
    /// Why the first games were shortened or refused.
    pub reasons: Vec<Refusal>,
}

/// The moves played at a node.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Explored {
    /// The number of games with the same rules.
    pub games: usize,
    /// The most frequent first.
    pub moves: Vec<ExploredMove>,
}

/// A move played at a node.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ExploredMove {
    pub token: String,
    /// Wins of player 1, wins of player 2, draws, and games without a result.
    pub results: [u32; 4],
}

/// The file with settings and progress.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ProfileFile {
    pub text: String,
}

/// The answers by the tags of their requests.
#[cfg(test)]
#[derive(schemars::JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
pub struct Answers {
    hello: (),
    view: View,
    touches: TouchAnswer,
    peek: ringstack_engine::picture::Scene,
    edit: ringstack_engine::picture::EditResult,
    position: View,
    position_touches: TouchAnswer,
    best_line: AnalysisLine,
    consequences: ringstack_engine::play::consequence::Consequences,
    about: ringstack_engine::picture::About,
    lessons: ringstack_engine::picture::Lessons,
    puzzles: ringstack_engine::play::puzzle::Puzzles,
    invite: Invitation,
    texts: TextTable,
    export: Exported,
    play: Played,
    new: BeginAnswer,
    rematch: BeginAnswer,
    side: (),
    answer_proposal: (),
    player: Option<Proposed>,
    live: Option<Proposed>,
    takeback: Option<Proposed>,
    offer_draw: Option<Proposed>,
    result: Option<Proposed>,
    resign: (),
    pause: Option<Proposed>,
    step: (),
    move_now: (),
    pace: (),
    remove: Option<Proposed>,
    promote: (),
    comment: (),
    draw: (),
    mark: (),
    undo: Option<Proposed>,
    analyse: (),
    review: (),
    option: (),
    restart: (),
    traffic: (),
    explore: Explored,
    import: ImportAnswer,
    stop_opening: (),
    open_link: LinkAnswer,
    saves: SavedGames<'static>,
    open_saved: BeginAnswer,
    export_saved: ExportedGames,
    scene_saved: ringstack_engine::picture::Scene,
    rename_saved: (),
    duplicate_saved: (),
    delete_saved: (),
    restore_saved: (),
    decode: Decoded,
    add_games: AddedGames,
    profile: (),
    profile_anew: ProfileFile,
    #[schemars(rename = "continue")]
    goes_on: Option<BeginAnswer>,
}
