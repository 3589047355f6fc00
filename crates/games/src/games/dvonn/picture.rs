//! A DVONN position as a scene: 49 round fields joined by lines, stacks, and the hands of the first
//! phase.

use super::TEXTS;
use super::board::{BOARD, CELLS, COLUMNS, Hexagons, PIECES, ROW_HEIGHT, ROWS, cell};
use super::position::{DVONN_PIECES, Position};
use super::setup::{LONE, kind};
use super::variant::Variant;
use crate::board::hex::{AXES, Direction};
use crate::board::{Cell, Layout};
use crate::picture::{
    About, Ground, Item, Picture, Players, Rule, RuleSource, Scene, SceneBoard, ScoreLine, Supply,
    frame, places, rounded,
};
use crate::rules::{RuleSet, Side};

/// The directions of the three kinds of lines.
const LINES: [Direction; AXES] = [Direction::DownRight, Direction::Up, Direction::UpRight];

/// The supply item from which `side` places pieces of a kind.
pub(super) fn hand(side: Side, kind: &str) -> String {
    format!("hand.{side}.{kind}")
}

impl Position {
    /// The kind of the piece that is placed next.
    pub(super) fn piece_to_place(&self) -> &'static str {
        kind_placed(self.placed())
    }

    fn supply(&self, side: Side) -> Supply {
        let to_come = (self.placed()..PIECES).filter(|n| usize::from(n % 2) == side.index());
        let kinds: Vec<&str> = to_come.map(kind_placed).collect();
        let item = |kind: &'static str| Item {
            id: hand(side, kind),
            kind,
            count: kinds.iter().filter(|&&other| other == kind).count() as u32,
            target: None,
        };
        Supply {
            id: format!("hand.{side}"),
            label: TEXTS.text("hand"),
            owner: Some(side),
            items: vec![item(LONE), item(kind(side, false))],
            each: None,
        }
    }
}

/// The kind of the piece that is placed when `placed` pieces are on the board.
fn kind_placed(placed: u8) -> &'static str {
    match placed {
        n if n < DVONN_PIECES => LONE,
        n if n % 2 == 0 => "w",
        _ => "b",
    }
}

fn board(position: &Position) -> SceneBoard {
    let lines = CELLS.into_iter().flat_map(|from: Cell| {
        // Each line is drawn once, from its first cell to its last.
        LINES.into_iter().filter_map(move |direction| {
            let to = BOARD.ray(from, direction).into_iter().last()?;
            if BOARD.line(from, direction.axis()).lowest() != Some(from) {
                return None;
            }
            let ((x1, y1), (x2, y2)) = (Hexagons.centre(from), Hexagons.centre(to));
            Some([x1, y1, x2, y2].map(rounded))
        })
    });
    // A letter below the foot of each column, along the column; a number at the left end of each row.
    let letters = (1..=COLUMNS).filter_map(|column| {
        let foot = (1..=ROWS).find_map(|row| cell(column, row))?;
        let letter = Hexagons.name_of(foot).letter().to_string();
        Some(frame::label(&Hexagons, foot, &letter, [0.5, ROW_HEIGHT]))
    });
    let rows = Hexagons.lines().into_iter().rev();
    let numbers = rows.filter_map(|row| Some(frame::rank_label(&Hexagons, *row.first()?)));
    SceneBoard::new(
        places(position, |_| Ground::Field),
        lines.collect(),
        letters.chain(numbers).collect(),
    )
}

/// The paragraphs of the rules.
const RULES: [RuleSource; 6] = [
    ("dvonn.aim", None),
    (
        "dvonn.place",
        Some(("x9/x7,r,x2/x4,b,r,x5/x2,r,x7/x9 w place", "f3 i4 c2")),
    ),
    (
        "dvonn.move",
        Some((
            "x2,w,x6/x2,b,x7/x2,r,b,x7/r,b,x,b,w3,b2,x,r,w,x/x7,b,x w move",
            "e2 b2 h2 e5",
        )),
    ),
    (
        "dvonn.surrounded",
        Some((
            "x9/x4,w,b,x4/x2,b,b,b,w3,r,b,r,x2/x4,r,b,x4/x9 w move",
            "f3",
        )),
    ),
    (
        "dvonn.contact",
        Some((
            "x9/x10/x4,b,r,w,w,b4,x2/r,b,x2,r,x5/x9 w move",
            "f3 g3 h3 i3",
        )),
    ),
    (
        "dvonn.pass",
        Some(("x9/x4,b,b,x4/x4,b,w,b,r,r,r,x/x4,b,b,x4/x9 w move", "f3")),
    ),
];

impl Picture for Position {
    fn scene(&self) -> Scene {
        let phase = if self.is_placing() { "place" } else { "move" };
        let mut scene = Scene::of_setup(self, phase, Players::opposite(&TEXTS), board(self));
        scene.supplies = Side::ALL.map(|side| self.supply(side)).into();
        scene.facts.push(ScoreLine {
            label: TEXTS.text("fact.points"),
            p1: self.score(Side::One),
            p2: self.score(Side::Two),
        });
        scene
    }

    fn about(variant: Variant) -> About {
        let rules = RULES.map(|rule| Rule::new(&TEXTS, variant.id(), rule));
        About::new(variant, &TEXTS, Players::opposite(&TEXTS), rules)
    }
}
