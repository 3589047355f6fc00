//! A position as a scene: boards, places, pieces and supplies, described without reference to the rules
//! of the game. Front ends receive it as JSON; [`super::svg`] draws it.
//!
//! The unit of length is the distance between neighbouring places. The x axis points right, the y axis
//! down.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, Serializer};

use crate::rules::{Catalog, Outcome, Reason, RuleSet, Rules, Side, Text};

/// The version of the queries and replies for front ends.
pub const VERSION: u32 = 1;

/// The id of a place or a supply, unique in a scene: up to 40 characters of `A-Za-z0-9._^+-`.
pub type Id = String;

/// Whether a word can be the id of a place.
#[must_use]
pub fn is_place_id(word: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"._^+-".contains(&byte);
    (1..=40).contains(&word.len()) && word.bytes().all(is_allowed)
}

/// Everything visible in a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Scene {
    /// The version of the answers, [`VERSION`].
    pub v: u32,
    /// The id of the game and its rule set.
    pub game: &'static str,
    /// The side to act; `None` in a finished game.
    pub to_act: Option<Side>,
    /// The kind of move to make, as a word; `over` in a finished game.
    pub phase: &'static str,
    /// The result of a finished game.
    pub result: Option<SceneResult>,
    /// The players.
    pub players: Players,
    /// All kinds of pieces in the game, keyed by the word used in places and events.
    pub kinds: BTreeMap<&'static str, PieceKind>,
    /// The boards. Places, coordinates and boxes do not change during a game.
    pub boards: Vec<SceneBoard>,
    /// The pieces beside the boards. Only the counts change during a game.
    pub supplies: Vec<Supply>,
    /// Places and items to highlight.
    pub marks: Vec<Highlight>,
    /// Score lines.
    pub facts: Vec<ScoreLine>,
}

/// The winner of a game, or a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// Player 1.
    P1,
    /// Player 2.
    P2,
    /// Nobody.
    Draw,
}

impl From<Winner> for Outcome {
    fn from(winner: Winner) -> Outcome {
        match winner {
            Winner::P1 => Outcome::Win(Side::One),
            Winner::P2 => Outcome::Win(Side::Two),
            Winner::Draw => Outcome::Draw,
        }
    }
}

impl From<Outcome> for Winner {
    fn from(outcome: Outcome) -> Winner {
        match outcome {
            Outcome::Win(Side::One) => Winner::P1,
            Outcome::Win(Side::Two) => Winner::P2,
            Outcome::Draw => Winner::Draw,
        }
    }
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SceneResult {
    /// The winner, or a draw.
    #[serde(rename = "winner", serialize_with = "winner")]
    #[cfg_attr(feature = "schema", schemars(with = "Winner"))]
    pub outcome: Outcome,
    /// The reason, as a word.
    pub reason: &'static str,
    /// The reason, as a sentence.
    pub text: Text,
}

/// The two players.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Players {
    /// The player who moves first.
    pub p1: ScenePlayer,
    /// The other player.
    pub p2: ScenePlayer,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScenePlayer {
    /// The name of the player, such as `White`.
    pub name: &'static str,
    /// The colour of the player's pieces, if the game has colours for players.
    pub colour: Option<Colour>,
    /// The seat of the player at the board, in degrees clockwise from the lower edge. Players with equal
    /// values look at the board from the same side.
    pub seat: u16,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceKind {
    /// The colour.
    pub colour: Colour,
    /// The marking on the piece.
    pub mark: Look,
    /// The shape.
    pub shape: Shape,
    /// The name of one piece, also for screen readers.
    pub text: Text,
    /// The name of several pieces.
    pub plural: Text,
}

/// Colours of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// White.
    White,
    /// Grey.
    Grey,
    /// Black.
    Black,
    /// Red.
    Red,
}

/// The marking on a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Nothing.
    Plain,
    /// A red core: the stack contains a DVONN piece.
    Core,
    /// A second disc on top: a GIPF piece.
    Double,
    /// A ZÈRTZ potential on top.
    Charged,
    /// A ZÈRTZ potential without its base piece.
    Used,
    /// A ball.
    Ball,
}

/// Shapes of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A flat round piece.
    Disc,
    /// A sphere.
    Marble,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SceneBoard {
    /// Unique in the scene.
    pub id: Id,
    /// The title above the board, if the scene has several boards.
    pub title: &'static str,
    /// Whether the current move is played on this board.
    pub active: bool,
    /// The bounding box: left, top, right and bottom.
    #[serde(rename = "box")]
    pub bounds: [f32; 4],
    /// Lines below the pieces: x and y of both ends.
    pub lines: Vec<[f32; 4]>,
    /// The places.
    pub places: Vec<ScenePlace>,
    /// The coordinates at the edge.
    pub labels: Vec<Label>,
}

/// A place of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScenePlace {
    /// Unique in the scene.
    pub id: Id,
    /// The name that players use.
    pub name: String,
    /// The x coordinate of the centre.
    pub x: f32,
    /// The y coordinate of the centre.
    pub y: f32,
    /// The look of the place.
    pub ground: Ground,
    /// The piece on the place.
    #[serde(flatten)]
    pub piece: Option<ScenePiece>,
}

/// A piece or a stack on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScenePiece {
    /// The kind of piece.
    pub kind: &'static str,
    /// The number of pieces in the stack, in games with stacks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u8>,
}

/// The look of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Ground {
    /// A dark square.
    Dark,
    /// A light square.
    Light,
    /// A round field.
    Field,
    /// A ring.
    Ring,
    /// A place whose ring is gone.
    Gone,
    /// A crossing of lines.
    Crossing,
    /// A dot at the rim from which pieces enter.
    Dot,
}

/// A text on a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Label {
    /// The text.
    pub text: String,
    /// The x coordinate of the centre.
    pub x: f32,
    /// The y coordinate of the centre.
    pub y: f32,
}

/// Pieces beside the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Supply {
    /// Unique in the scene.
    pub id: Id,
    /// The name of the supply.
    pub label: Text,
    /// The owner; `None` for a shared supply.
    pub owner: Option<Side>,
    /// The pieces, grouped by kind.
    pub items: Vec<Item>,
    /// A target of the owner: this many pieces of each kind.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub each: Option<u32>,
}

/// Pieces of one kind in a supply.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Item {
    /// Unique in the scene.
    pub id: Id,
    /// The kind of the pieces.
    pub kind: &'static str,
    /// The number of pieces.
    pub count: u32,
    /// A target of the owner: this many pieces of this kind alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<u32>,
}

/// A highlight of places or items.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Highlight {
    /// The places and items.
    pub at: Vec<Id>,
    /// The meaning of the highlight.
    #[serde(rename = "as")]
    pub role: Role,
}

impl Highlight {
    /// Highlights places and items.
    #[must_use]
    pub fn new(role: Role, at: Vec<Id>) -> Highlight {
        Highlight { at, role }
    }
}

/// The meaning of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The user has touched it.
    Chosen,
    /// It will be removed with the chosen pieces.
    Goes,
    /// It can no longer be removed.
    Stays,
    /// The origin of a move.
    From,
    /// It belongs to a row of pieces that counts.
    Row,
}

/// A score line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScoreLine {
    /// The name of the count.
    pub label: Text,
    /// The count of player 1.
    pub p1: i32,
    /// The count of player 2.
    pub p2: i32,
}

/// `p1`, `p2` or `draw`.
fn winner<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
    Winner::from(*outcome).serialize(serializer)
}

/// Rounds to thousandths: no screen shows more, and replies stay short.
#[must_use]
pub fn rounded(x: f32) -> f32 {
    (x * 1000.0).round() / 1000.0 + 0.0
}

impl Scene {
    /// An empty scene of a game that the rules, other than repetition, may have ended. Each game adds its boards
    /// and pieces. `phase` is the kind of move to make.
    #[must_use]
    pub fn new<P: Rules>(position: &P, phase: &'static str, players: Players) -> Scene {
        let mut scene = Scene {
            v: VERSION,
            game: position.variant().id(),
            to_act: Some(position.turn()),
            phase,
            result: None,
            players,
            kinds: BTreeMap::new(),
            boards: Vec::new(),
            supplies: Vec::new(),
            marks: Vec::new(),
            facts: Vec::new(),
        };
        if let (Some(outcome), Some(reason)) = (position.outcome(), position.reason()) {
            scene.end(outcome, &reason);
        }
        scene
    }

    /// Marks the game as over.
    pub fn end(&mut self, outcome: Outcome, reason: &Reason) {
        self.to_act = None;
        self.phase = "over";
        self.result = Some(SceneResult {
            outcome,
            reason: reason.word,
            text: reason.text.clone(),
        });
    }

    /// The places of all boards.
    pub fn places(&self) -> impl Iterator<Item = &ScenePlace> {
        self.boards.iter().flat_map(|board| &board.places)
    }

    /// The place with this id.
    #[must_use]
    pub fn place(&self, id: &str) -> Option<&ScenePlace> {
        self.places().find(|place| place.id == id)
    }

    pub(super) fn place_mut(&mut self, id: &str) -> Option<&mut ScenePlace> {
        let places = self.boards.iter_mut().flat_map(|board| &mut board.places);
        places.into_iter().find(|place| place.id == id)
    }

    /// The items of all supplies.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.supplies.iter().flat_map(|supply| &supply.items)
    }

    /// Whether a place or an item has this id.
    #[must_use]
    pub fn contains(&self, id: &str) -> bool {
        self.place(id).is_some() || self.items().any(|item| item.id == id)
    }

    pub(super) fn item_mut(&mut self, id: &str) -> Option<&mut Item> {
        let items = self
            .supplies
            .iter_mut()
            .flat_map(|supply| &mut supply.items);
        items.into_iter().find(|item| item.id == id)
    }
}

impl Players {
    /// White and Black, sitting opposite each other; White, player 1, is at the lower edge.
    #[must_use]
    pub fn opposite(texts: &'static Catalog) -> Players {
        let player = |key, colour, seat| ScenePlayer {
            name: texts.english(key),
            colour: Some(colour),
            seat,
        };
        Players {
            p1: player("player.p1", Colour::White, 0),
            p2: player("player.p2", Colour::Black, 180),
        }
    }

    /// Players without colours who look at the board from the same side.
    #[must_use]
    pub fn alike(texts: &'static Catalog) -> Players {
        let player = |key| ScenePlayer {
            name: texts.english(key),
            colour: None,
            seat: 0,
        };
        Players {
            p1: player("player.p1"),
            p2: player("player.p2"),
        }
    }

    /// The name of a player.
    #[must_use]
    pub fn name(&self, side: Side) -> &'static str {
        match side {
            Side::One => self.p1.name,
            Side::Two => self.p2.name,
        }
    }
}

impl SceneBoard {
    /// The only board of a scene. Its box contains the places with a margin for pieces and labels.
    #[must_use]
    pub fn new(places: Vec<ScenePlace>, lines: Vec<[f32; 4]>, labels: Vec<Label>) -> SceneBoard {
        /// The margin around the centre of a place.
        const MARGIN: f32 = 0.6;
        /// The margin around the centre of a label.
        const LABEL: f32 = 0.3;
        let at = places.iter().map(|place| (place.x, place.y, MARGIN));
        let texts = labels.iter().map(|label| (label.x, label.y, LABEL));
        let mut bounds = [0.0_f32; 4];
        for (n, (x, y, margin)) in at.chain(texts).enumerate() {
            let near = [x - margin, y - margin, x + margin, y + margin];
            bounds = if n == 0 {
                near
            } else {
                [
                    bounds[0].min(near[0]),
                    bounds[1].min(near[1]),
                    bounds[2].max(near[2]),
                    bounds[3].max(near[3]),
                ]
            };
        }
        SceneBoard {
            id: "board".to_owned(),
            title: "",
            active: true,
            bounds: bounds.map(rounded),
            lines,
            places,
            labels,
        }
    }
}

impl ScenePlace {
    /// A place whose id is its name.
    #[must_use]
    pub fn new(
        name: String,
        (x, y): (f32, f32),
        ground: Ground,
        piece: Option<ScenePiece>,
    ) -> ScenePlace {
        ScenePlace {
            id: name.clone(),
            name,
            x: rounded(x),
            y: rounded(y),
            ground,
            piece,
        }
    }
}

impl ScenePiece {
    /// A single piece, not a stack.
    #[must_use]
    pub const fn single(kind: &'static str) -> ScenePiece {
        ScenePiece { kind, height: None }
    }
}

impl Label {
    /// A text with its centre.
    #[must_use]
    pub fn new(text: impl Into<String>, (x, y): (f32, f32)) -> Label {
        Label {
            text: text.into(),
            x: rounded(x),
            y: rounded(y),
        }
    }
}

impl PieceKind {
    /// A flat piece. Its texts have the keys `key` and `key.plural`.
    #[must_use]
    pub fn disc(texts: &Catalog, colour: Colour, mark: Look, key: &'static str) -> PieceKind {
        PieceKind {
            colour,
            mark,
            shape: Shape::Disc,
            text: texts.text(key),
            plural: texts.text(format!("{key}.plural")),
        }
    }
}
