//! The scene of a position: rings, marbles, the reserve and the captured marbles.

use super::TEXTS;
use super::position::Position;
use super::variant::{Counts, Marble, NO_MARBLES, Variant, letter};
use crate::board::Layout;
use crate::picture::{
    About, Colour, Ground, Item, Look, Picture, PieceKind, Players, Rule, RuleSource, Scene,
    SceneBoard, ScenePiece, Shape, Supply, frame,
};
use crate::rules::{RuleSet, Rules, Side, Text};

/// The word for a marble: its colour.
pub(super) fn kind(marble: Marble) -> &'static str {
    match marble {
        Marble::White => "white",
        Marble::Grey => "grey",
        Marble::Black => "black",
    }
}

/// The id of the supply item for the reserve of a colour.
pub(super) fn reserve(marble: Marble) -> String {
    format!("reserve.{}", letter(marble))
}

/// The id of the supply item for captured marbles of a colour.
pub(super) fn captured(side: Side, marble: Marble) -> String {
    format!("captured.{side}.{}", letter(marble))
}

fn board(position: &Position) -> SceneBoard {
    let variant = position.variant();
    let place = |cell| {
        let ground = if position.rings().has(cell) {
            Ground::Ring
        } else {
            Ground::Gone
        };
        let marble = position.marble_at(cell);
        let marble = marble.map(|marble| ScenePiece::single(kind(marble)));
        frame::place(variant.shape(), cell, ground, marble)
    };
    // The letter of each column below it, the name of its last cell above it.
    let shape = variant.shape();
    let columns = shape.lines();
    let labels = columns.iter().flat_map(|column| {
        let foot = column.first().map(|&cell| frame::foot_label(shape, cell));
        let head = column.last().map(|&cell| frame::head_label(shape, cell));
        foot.into_iter().chain(head)
    });
    SceneBoard::new(
        position.variant_cells().map(place).collect(),
        Vec::new(),
        labels.collect(),
    )
}

fn supply(
    id: &str,
    label: Text,
    owner: Option<Side>,
    counts: Counts,
    item: impl Fn(Marble) -> String,
) -> Supply {
    let items = Marble::ALL.into_iter().map(|marble| Item {
        id: item(marble),
        kind: kind(marble),
        count: u32::from(counts[marble.index()]),
        target: None,
    });
    Supply {
        id: id.to_owned(),
        label,
        owner,
        items: items.collect(),
        each: None,
    }
}

/// The paragraphs of the rules after the aim. The pictures show the board of 37 rings.
const RULES: [RuleSource; 5] = [
    (
        "zertz.place",
        Some(("--2/5/6/3w3/6/5/4 5,8,10 0,0,0 0,0,0 1", "b2")),
    ),
    (
        "zertz.jump",
        Some(("2--/5/2b1b1/3wg2/3g2/5/-2- 2,3,4 1,1,2 2,2,2 1", "d4 d6 b4")),
    ),
    (
        "zertz.claim",
        Some(("w3/--3/6/7/6/5/4 5,8,10 0,0,0 0,0,0 1", "a1 a2")),
    ),
    (
        "zertz.stock",
        Some((
            "----/---wg/---w1-/---bgb-/---1--/--1b-/---- 0,0,0 3,3,2 1,3,5 2",
            "f3",
        )),
    ),
    (
        "zertz.end",
        Some((
            "----/-----/--wg--/--b1g--/--bg--/-----/1--- 1,1,3 2,2,2 2,2,3 1",
            "d4 g1",
        )),
    ),
];

/// The captured marbles of a side, with the numbers that win.
fn captures(position: &Position, side: Side) -> Supply {
    let label = TEXTS.text("captured");
    let counts = position.captured(side);
    let mut supply = supply(
        &format!("captured.{side}"),
        label,
        Some(side),
        counts,
        |m| captured(side, m),
    );
    let [each, single @ ..] = position.variant().sets();
    supply.each = each.iter().copied().max().map(u32::from);
    for (item, set) in supply.items.iter_mut().zip(single) {
        item.target = set.iter().copied().max().map(u32::from);
    }
    supply
}

impl Picture for Position {
    fn scene(&self) -> Scene {
        let phase = if self.can_jump() {
            "jump"
        } else if self.available_marbles() == NO_MARBLES {
            "pass"
        } else {
            "place"
        };
        let mut scene = Scene::new(self, phase, Players::alike(&TEXTS));
        let marble = |colour, key| PieceKind {
            shape: Shape::Marble,
            ..PieceKind::disc(&TEXTS, colour, Look::Plain, key)
        };
        scene.kinds.extend([
            ("white", marble(Colour::White, "kind.white-marble")),
            ("grey", marble(Colour::Grey, "kind.grey-marble")),
            ("black", marble(Colour::Black, "kind.black-marble")),
        ]);
        scene.boards.push(board(self));
        let label = TEXTS.text("reserve");
        scene
            .supplies
            .push(supply("reserve", label, None, self.reserve(), reserve));
        for side in Side::ALL {
            scene.supplies.push(captures(self, side));
        }
        scene.conclude(self);
        scene
    }

    fn about(variant: Variant) -> About {
        let [each, white, grey, black] = variant.sets();
        let aim = TEXTS.with(
            "zertz.aim",
            [
                ("each", each[0].to_string()),
                ("white", white[0].to_string()),
                ("grey", grey[1].to_string()),
                ("black", black[2].to_string()),
            ],
        );
        let aim = Rule {
            text: aim,
            picture: None,
        };
        let others = RULES.map(|rule| Rule::new(&TEXTS, Variant::Rings37.id(), rule));
        let rules = std::iter::once(aim).chain(others).collect();
        About::new(variant.id(), &TEXTS, Players::alike(&TEXTS), rules)
    }
}
