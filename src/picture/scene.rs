//! A position as a scene: boards, places, pieces and supplies in words that need no knowledge of the
//! game. Front ends get it as JSON, [`super::svg`] draws it.
//!
//! The unit is one step between neighbours; x goes to the right, y downwards.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use super::text::Text;
use crate::rules::{Ending, Outcome, Reason, RuleSet, Rules, Side};

/// The version of the questions and answers for front ends.
pub const VERSION: u32 = 1;

/// The name of a place or a supply, unique in a scene: at most 40 of `A-Za-z0-9._^+-`.
pub type Id = String;

/// A position with all that is to be seen of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// [`VERSION`].
    pub v: u32,
    /// The id of the game and its rule set.
    pub game: &'static str,
    /// Who is to act; `None` in a finished game.
    pub to_act: Option<Side>,
    /// A word for what kind of turn is due; `over` in a finished game.
    pub phase: &'static str,
    /// How the game has ended.
    pub result: Option<SceneResult>,
    /// The players.
    pub players: Players,
    /// All kinds of pieces of the game, by the word that places and events use.
    pub kinds: BTreeMap<&'static str, Kind>,
    /// The boards; places, coordinates and boxes stay the same as long as the game lasts.
    pub boards: Vec<Board>,
    /// What lies beside the boards; supplies and their items stay, only the counts change.
    pub supplies: Vec<Supply>,
    /// What else is to be pointed out.
    pub marks: Vec<Mark>,
    /// Score lines.
    pub facts: Vec<Fact>,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SceneResult {
    /// Who has won, if anybody.
    #[serde(rename = "winner", serialize_with = "winner")]
    pub outcome: Outcome,
    /// Why, in a word.
    pub reason: &'static str,
    /// Why, in a sentence.
    pub text: Text,
}

/// The two players.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Players {
    /// Who begins.
    pub p1: Player,
    /// The other one.
    pub p2: Player,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Player {
    /// What the player is called: `White`.
    pub name: &'static str,
    /// The colour of his pieces, where he has one.
    pub colour: Option<Colour>,
    /// Where he sits, in degrees clockwise from the lower edge. Players with equal seats look at
    /// the board from the same side.
    pub seat: u16,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Kind {
    /// Its colour.
    pub colour: Colour,
    /// What is to be seen on it.
    pub mark: Look,
    /// Its shape.
    pub shape: Shape,
    /// What it is called, for people who do not see it.
    pub text: Text,
    /// What several of them are called.
    pub plural: Text,
}

/// Colours of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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

/// What is to be seen on a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// Nothing.
    Plain,
    /// A red core: a DVONN piece inside.
    Core,
    /// A second disc: a GIPF piece.
    Double,
    /// A potential on it.
    Charged,
    /// A potential alone.
    Used,
    /// A ball.
    Ball,
}

/// Shapes of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// A flat round piece.
    Disc,
    /// A ball-shaped one.
    Marble,
}

/// A board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// Its name.
    pub id: Id,
    /// What is written above it, where there are several.
    pub title: &'static str,
    /// Whether it is in play now.
    pub active: bool,
    /// Left, top, right and bottom of all that belongs to it.
    #[serde(rename = "box")]
    pub bounds: [f32; 4],
    /// Lines under the pieces: x and y of both ends.
    pub lines: Vec<[f32; 4]>,
    /// The places.
    pub places: Vec<Place>,
    /// Coordinates at the edge.
    pub labels: Vec<Label>,
}

/// A place of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Place {
    /// Unique in the scene.
    pub id: Id,
    /// What people call it.
    pub name: String,
    /// Centre.
    pub x: f32,
    /// Centre.
    pub y: f32,
    /// What the place looks like.
    pub ground: Ground,
    /// What stands there.
    #[serde(flatten)]
    pub piece: Option<Piece>,
}

/// What stands on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Its kind.
    pub kind: &'static str,
    /// The number of pieces in a stack, where pieces are stacked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub height: Option<u8>,
}

/// The look of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
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
pub struct Label {
    /// What it says.
    pub text: String,
    /// Centre.
    pub x: f32,
    /// Centre.
    pub y: f32,
}

/// Pieces beside the board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Supply {
    /// Unique in the scene.
    pub id: Id,
    /// What it is.
    pub label: Text,
    /// Whose it is; `None` for a common one.
    pub owner: Option<Side>,
    /// What is there.
    pub items: Vec<Item>,
}

/// Pieces of one kind in a supply.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Item {
    /// Unique in the scene.
    pub id: Id,
    /// Their kind.
    pub kind: &'static str,
    /// Their number.
    pub count: u32,
}

/// Something that is pointed out.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Mark {
    /// Where.
    pub at: Vec<Id>,
    /// As what.
    #[serde(rename = "as")]
    pub role: Role,
}

impl Mark {
    /// Points out places and items as something.
    #[must_use]
    pub fn new(role: Role, at: Vec<Id>) -> Mark {
        Mark { at, role }
    }
}

/// What a mark says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Touched.
    Chosen,
    /// Goes with what has been chosen.
    Goes,
    /// Cannot go any more.
    Stays,
    /// Where something starts.
    From,
    /// A row of pieces that counts.
    Row,
}

/// A score line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Fact {
    /// What is counted.
    pub label: Text,
    /// Of player 1.
    pub p1: i32,
    /// Of player 2.
    pub p2: i32,
}

/// `p1`, `p2` or `draw`.
fn winner<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
    match outcome {
        Outcome::Win(side) => side.serialize(serializer),
        Outcome::Draw => serializer.serialize_str("draw"),
    }
}

/// Rounded to thousandths: more can be seen on no screen, and the answers stay short.
#[must_use]
pub fn rounded(x: f32) -> f32 {
    (x * 1000.0).round() / 1000.0 + 0.0
}

impl Scene {
    /// The scene of a live position without anything on it; games fill in the rest.
    #[must_use]
    pub fn new<P: Rules>(position: &P, phase: &'static str, players: Players) -> Scene {
        Scene {
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
        }
    }

    /// Says that the game is over.
    pub fn end(&mut self, outcome: Outcome, reason: &Reason) {
        let mut args = reason.args.clone();
        let (key, text) = match outcome {
            Outcome::Win(side) => {
                let name = self.players.name(side);
                args.insert("winner", name.to_owned());
                ("win", format!("{name} wins: {}.", reason.sentence))
            }
            Outcome::Draw => ("draw", format!("A draw: {}.", reason.sentence)),
        };
        let word = reason.word;
        self.to_act = None;
        self.phase = "over";
        self.result = Some(SceneResult {
            outcome,
            reason: word,
            text: Text {
                key: format!("end.{word}.{key}").into(),
                args,
                text,
            },
        });
    }

    /// Ends the game if it is over by its rules, repetition apart.
    pub fn conclude(&mut self, position: &impl Ending) {
        if let (Some(outcome), Some(reason)) = (position.outcome(), position.reason()) {
            self.end(outcome, &reason);
        }
    }

    /// The places of all boards.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        self.boards.iter().flat_map(|board| &board.places)
    }

    /// The place of this id.
    #[must_use]
    pub fn place(&self, id: &str) -> Option<&Place> {
        self.places().find(|place| place.id == id)
    }

    pub(super) fn place_mut(&mut self, id: &str) -> Option<&mut Place> {
        let places = self.boards.iter_mut().flat_map(|board| &mut board.places);
        places.into_iter().find(|place| place.id == id)
    }

    /// The items of all supplies.
    pub fn items(&self) -> impl Iterator<Item = &Item> {
        self.supplies.iter().flat_map(|supply| &supply.items)
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
    /// Players of these colours who sit opposite each other, player 1 at the lower edge.
    #[must_use]
    pub fn opposite() -> Players {
        let player = |side: Side, colour, seat| Player {
            name: side.colour(),
            colour: Some(colour),
            seat,
        };
        Players {
            p1: player(Side::One, Colour::White, 0),
            p2: player(Side::Two, Colour::Black, 180),
        }
    }

    /// Players without colours who look at the board from the same side.
    #[must_use]
    pub fn alike() -> Players {
        let player = |name| Player {
            name,
            colour: None,
            seat: 0,
        };
        Players {
            p1: player("Player 1"),
            p2: player("Player 2"),
        }
    }

    /// What a player is called.
    #[must_use]
    pub fn name(&self, side: Side) -> &'static str {
        match side {
            Side::One => self.p1.name,
            Side::Two => self.p2.name,
        }
    }
}

impl Board {
    /// A board in play that is alone; its box holds the places with a margin for pieces and labels.
    #[must_use]
    pub fn new(places: Vec<Place>, lines: Vec<[f32; 4]>, labels: Vec<Label>) -> Board {
        /// From the centre of a place to the edge of what belongs to it.
        const MARGIN: f32 = 0.6;
        /// The same for a label.
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
        Board {
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

impl Place {
    /// A place whose id is its name.
    #[must_use]
    pub fn new(name: String, (x, y): (f32, f32), ground: Ground, piece: Option<Piece>) -> Place {
        Place {
            id: name.clone(),
            name,
            x: rounded(x),
            y: rounded(y),
            ground,
            piece,
        }
    }
}

impl Piece {
    /// A piece that is no stack.
    #[must_use]
    pub const fn single(kind: &'static str) -> Piece {
        Piece { kind, height: None }
    }
}

impl Label {
    /// A text at a place.
    #[must_use]
    pub fn new(text: impl Into<String>, (x, y): (f32, f32)) -> Label {
        Label {
            text: text.into(),
            x: rounded(x),
            y: rounded(y),
        }
    }
}

impl Kind {
    /// A flat piece.
    #[must_use]
    pub fn disc(colour: Colour, mark: Look, key: &'static str, text: &str) -> Kind {
        let plural = match text.split_once(" with ") {
            Some((piece, rest)) => format!("{piece}s with {rest}"),
            None => format!("{text}s"),
        };
        Kind {
            colour,
            mark,
            shape: Shape::Disc,
            text: Text::new(key, text),
            plural: Text {
                key: format!("{key}.plural").into(),
                ..Text::new(key, &plural)
            },
        }
    }
}
