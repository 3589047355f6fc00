//! A node of the game tree: a move, the position after it, and their annotations.

use serde::Serialize;

use super::super::super::messages::NodeId;
use crate::engine_driver::score_fields;
use ringstack_engine::picture::SceneResult;
use ringstack_engine::play::GameState;
use ringstack_engine::play::record::{Drawing, MoveMark, add_drawings};
use ringstack_engine::rules::Side;
use ringstack_engine::search::{BoundedValue, Value};

/// The side to move at a position, or the result of the game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Status {
    /// The side to move; `None` if the game is over.
    pub to_act: Option<Side>,
    /// The result; `None` while the game continues.
    pub result: Option<SceneResult>,
}

impl Status {
    /// The status of the current position of a game.
    pub fn of(game: &dyn GameState) -> Status {
        match game.outcome() {
            None => Status {
                to_act: Some(game.turn()),
                result: None,
            },
            Some(_) => Status {
                to_act: None,
                result: game.scene().result,
            },
        }
    }
}

/// The evaluation of a position by an engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Evaluation {
    /// The value for player 1.
    #[serde(flatten, serialize_with = "score_fields")]
    #[cfg_attr(test, schemars(with = "crate::engine_driver::ScoreFields"))]
    pub score: BoundedValue,
    /// Centipawns of one unit of the logistic function from values to winning chances; `None` if the
    /// engine does not report it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// Depth in plies.
    pub depth: i32,
    /// The length of the longest line, in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seldepth: Option<i32>,
    /// The number of positions visited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The number of positions visited per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nps: Option<u64>,
    /// The best line.
    pub pv: Vec<String>,
    /// The name of the engine.
    pub by: String,
}

/// Centipawns per unit of the logistic function for engines that do not report it.
const USUAL_SCALE: f64 = 100.0;

/// The expected score of the player for whom this value is, from 0 to 1.
pub fn win_share(score: BoundedValue, scale: Option<f64>) -> f64 {
    match score.value {
        Value::Mate(plies) if plies > 0 => 1.0,
        Value::Mate(_) => 0.0,
        Value::Cp(cp) => {
            let scale = scale.unwrap_or(USUAL_SCALE);
            1.0 / (1.0 + (-f64::from(cp) / scale).exp())
        }
    }
}

impl Evaluation {
    /// Converts between the view of `player` and the view of player 1.
    pub fn seen_by(mut self, player: Side) -> Evaluation {
        if player == Side::Two {
            self.score = self.score.flipped();
        }
        self
    }
}

/// Annotations that the board does not use but preserves in records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveAnnotations {
    /// Numeric annotation glyphs of PGN that are not marks.
    pub glyphs: Vec<u8>,
    /// The number of positions visited by the search for the move.
    pub nodes: Option<u64>,
    /// The time the player took, in milliseconds.
    pub spent: Option<u64>,
}

/// A move and the position after it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct TreeNode {
    /// The id.
    pub id: NodeId,
    /// The parent; `None` for the first position.
    pub parent: Option<NodeId>,
    /// The token of the move; empty for the first position.
    pub token: String,
    /// The children, the main line first.
    pub children: Vec<NodeId>,
    /// The side to move, or the result.
    pub status: Status,
    /// A comment of the user.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Arrows and circles at the position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<Drawing>,
    /// The user's mark, such as `!` or `??`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<MoveMark>,
    /// The evaluation of the position by an engine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub eval: Option<Evaluation>,
    /// The remaining time of the mover after the move, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<u64>,
    /// Other annotations of a record.
    #[serde(skip)]
    pub annotations: MoveAnnotations,
}

/// A node with the verdict on its move.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct NodeSection<'a> {
    #[serde(flatten)]
    pub node: &'a TreeNode,
    /// The expected score of player 1, from 0 to 1, by the result or the evaluation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// How much of the expected score the move cost its player.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<f64>,
    /// The mark of the move for what it cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verdict: Option<MoveMark>,
}

impl TreeNode {
    /// A move without annotations that is not in a tree yet.
    pub fn bare(token: String, status: Status) -> TreeNode {
        TreeNode {
            id: 0,
            parent: None,
            token,
            children: Vec::new(),
            status,
            comment: String::new(),
            drawn: Vec::new(),
            mark: None,
            eval: None,
            clock: None,
            annotations: MoveAnnotations::default(),
        }
    }

    /// The expected score of player 1, from the result or the evaluation.
    pub fn win_share(&self) -> Option<f64> {
        use ringstack_engine::rules::Outcome::{Draw, Win};
        match &self.status.result {
            Some(result) => Some(match result.outcome {
                Win(Side::One) => 1.0,
                Win(Side::Two) => 0.0,
                Draw => 0.5,
            }),
            None => {
                let eval = self.eval.as_ref();
                eval.map(|eval| win_share(eval.score, eval.scale))
            }
        }
    }

    /// Whether the user has annotated this move.
    pub fn is_annotated(&self) -> bool {
        !self.comment.is_empty() || !self.drawn.is_empty() || self.mark.is_some()
    }

    /// Adds the annotations of another node with the same move. Keeps both comments.
    pub fn merge(&mut self, other: TreeNode) {
        if self.comment.is_empty() {
            self.comment = other.comment;
        } else if !other.comment.is_empty() && self.comment != other.comment {
            self.comment = format!("{} {}", self.comment, other.comment);
        }
        add_drawings(&mut self.drawn, other.drawn);
        self.mark = self.mark.or(other.mark);
        self.eval = self.eval.take().or(other.eval);
        self.clock = self.clock.or(other.clock);
        if self.annotations.glyphs.is_empty() {
            self.annotations.glyphs = other.annotations.glyphs;
        }
        self.annotations.nodes = self.annotations.nodes.or(other.annotations.nodes);
        self.annotations.spent = self.annotations.spent.or(other.annotations.spent);
    }
}
