//! A node of the record: a turn, the position after it, and what is said of both.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::play::record::{Drawing, add_drawings};
use crate::rules::Side;

/// The name of a node; never given twice by one program, so that answers can be kept by it.
pub type NodeId = u64;

/// What the house says about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// Who has the turn; `None` when the game is over.
    pub to_act: Option<Side>,
    /// The `result` of the scene; null while the game goes on.
    pub result: Value,
}

impl Status {
    /// What a scene says.
    #[must_use]
    pub fn of_scene(scene: &Value) -> Status {
        Status {
            to_act: scene
                .get("to_act")
                .and_then(|side| Side::deserialize(side).ok()),
            result: scene.get("result").cloned().unwrap_or(Value::Null),
        }
    }
}

/// What an engine thinks of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opinion {
    /// Centipawns for player 1, unless a mate is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cp: Option<i64>,
    /// Plies to the end of the game, positive when player 1 wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i64>,
    /// Centipawns of one unit of the logistic function that tells how often the value wins; `None` where
    /// the engine does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// Depth in plies.
    pub depth: i32,
    /// The best line.
    pub pv: Vec<String>,
    /// Who says so.
    pub by: String,
}

impl Opinion {
    /// The opinion with its values for this player, if they are for player 1 now; and the other way round.
    #[must_use]
    pub fn of(self, player: Side) -> Opinion {
        match player {
            Side::One => self,
            Side::Two => Opinion {
                cp: self.cp.map(|cp| cp.saturating_neg()),
                mate: self.mate.map(|mate| mate.saturating_neg()),
                ..self
            },
        }
    }
}

/// What else a record notes about a turn: the board keeps it and writes it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noted {
    /// Numeric glyphs of PGN that are no marks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// Positions visited by the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The milliseconds the player took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<u64>,
}

/// A turn and the position after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Its name.
    pub id: NodeId,
    /// The node before; `None` for the first position.
    pub parent: Option<NodeId>,
    /// The token that leads here; empty for the first position.
    pub token: String,
    /// The nodes after it, the main line first.
    pub children: Vec<NodeId>,
    /// What the house said of the position, when it was asked.
    pub status: Option<Status>,
    /// A remark of the user.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// What is drawn at the position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drawn: Vec<Drawing>,
    /// A mark of the user or of a review, such as `!` or `??`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mark: String,
    /// What an engine thinks of the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opinion: Option<Opinion>,
    /// The mover's time after the turn, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<u64>,
    /// What else the record notes.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub noted: Noted,
    /// What a record says about the turn, for the player who made it: who that was is known when the
    /// position before it is.
    #[serde(skip)]
    pub told: Option<Opinion>,
    /// What an engine thinks of the position, for the player to move, while it is not known who that is.
    #[serde(skip)]
    pub thought: Option<Opinion>,
    /// The element of `query trace` for its turn, asked again when the record is opened again.
    #[serde(skip)]
    pub trace: Option<Value>,
}

impl Noted {
    /// Takes what is noted elsewhere, where nothing is noted here.
    fn take(&mut self, other: Noted) {
        if self.glyphs.is_empty() {
            self.glyphs = other.glyphs;
        }
        self.nodes = self.nodes.or(other.nodes);
        self.spent = self.spent.or(other.spent);
    }
}

impl Node {
    /// Who has the turn at the position, as far as the house has said.
    #[must_use]
    pub fn to_act(&self) -> Option<Side> {
        self.status.as_ref()?.to_act
    }

    /// A turn of which nothing is said, and that stands nowhere.
    #[must_use]
    pub fn bare(token: String) -> Node {
        Node {
            id: 0,
            parent: None,
            token,
            children: Vec::new(),
            status: None,
            comment: String::new(),
            drawn: Vec::new(),
            mark: String::new(),
            opinion: None,
            clock: None,
            noted: Noted::default(),
            told: None,
            thought: None,
            trace: None,
        }
    }

    /// Takes what is said of the same turn elsewhere, where nothing is said of it here. Two comments are
    /// both kept.
    pub fn take_remarks(&mut self, other: Node) {
        if self.comment.is_empty() {
            self.comment = other.comment;
        } else if !other.comment.is_empty() && self.comment != other.comment {
            self.comment = format!("{} {}", self.comment, other.comment);
        }
        add_drawings(&mut self.drawn, other.drawn);
        if self.mark.is_empty() {
            self.mark = other.mark;
        }
        self.opinion = self.opinion.take().or(other.opinion);
        self.clock = self.clock.or(other.clock);
        self.noted.take(other.noted);
        self.told = self.told.take().or(other.told);
        self.thought = self.thought.take().or(other.thought);
    }
}

fn is_nothing(noted: &Noted) -> bool {
    *noted == Noted::default()
}
