//! The scene of a position: rings, marbles, the reserve and the captured marbles.

#![allow(
    clippy::indexing_slicing,
    reason = "cells, sides and kinds are within bounds by their types"
)]

use super::position::Position;
use super::variant::{Counts, Marble, NO_MARBLES, Variant, colour, letter};
use crate::board::Layout;
use crate::picture::{
    About, Colour, Ground, Item, Look, Picture, PieceKind, Players, Rule, Scene, SceneBoard,
    ScenePiece, Shape, Supply, Text, frame,
};
use crate::rules::{RuleSet, Rules, Side};

/// The word for a marble.
pub(super) fn kind(marble: Marble) -> &'static str {
    colour(marble)
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

/// Positions that show rules: the key of the paragraph, the FEN and the places to mark.
const RULE_PICTURES: &[(&str, &str, &str)] = &[
    (
        "zertz.place",
        "--2/5/6/3w3/6/5/4 5,8,10 0,0,0 0,0,0 1",
        "b2",
    ),
    (
        "zertz.jump",
        "2--/5/2b1b1/3wg2/3g2/5/-2- 2,3,4 1,1,2 2,2,2 1",
        "d4 d6 b4",
    ),
    (
        "zertz.claim",
        "w3/--3/6/7/6/5/4 5,8,10 0,0,0 0,0,0 1",
        "a1 a2",
    ),
    (
        "zertz.stock",
        "----/---wg/---w1-/---bgb-/---1--/--1b-/---- 0,0,0 3,3,2 1,3,5 2",
        "f3",
    ),
    (
        "zertz.end",
        "----/-----/--wg--/--b1g--/--bg--/-----/1--- 1,1,3 2,2,2 2,2,3 1",
        "d4 g1",
    ),
];

/// The captured marbles of a side, with the numbers that win.
fn captures(position: &Position, side: Side) -> Supply {
    let label = Text::new("captured", "captured");
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
        } else if self.stock() == NO_MARBLES {
            "pass"
        } else {
            "place"
        };
        let mut scene = Scene::new(self, phase, Players::alike());
        let marble = |colour, key, text| PieceKind {
            shape: Shape::Marble,
            ..PieceKind::disc(colour, Look::Plain, key, text)
        };
        scene.kinds.extend([
            (
                "white",
                marble(Colour::White, "kind.white-marble", "white marble"),
            ),
            (
                "grey",
                marble(Colour::Grey, "kind.grey-marble", "grey marble"),
            ),
            (
                "black",
                marble(Colour::Black, "kind.black-marble", "black marble"),
            ),
        ]);
        scene.boards.push(board(self));
        let label = Text::new("reserve", "reserve");
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
        let rings = variant.shape().cells().count();
        let sets = variant.sets();
        let three = sets[0][0].to_string();
        let args = [
            ("each", three),
            ("white", sets[1][0].to_string()),
            ("grey", sets[2][1].to_string()),
            ("black", sets[3][2].to_string()),
        ];
        let aim = Text::with(
            "zertz.aim",
            "To win, capture {} marbles of each colour, or {} white, {} grey or {} black marbles. Both players use the same marbles.",
            &args,
        );
        let others = [
            (
                "zertz.place",
                "If you cannot capture, place a marble of any colour from the reserve on a vacant ring. Then remove a vacant ring that can be slid out from the edge without moving other rings, if there is one.",
            ),
            (
                "zertz.jump",
                "You must capture if you can. A marble jumps over an adjacent marble of any colour to the vacant ring behind it, and keeps jumping as long as it can. You keep the marbles it jumps over.",
            ),
            (
                "zertz.claim",
                "If your move cuts off a group of rings from the board and each of these rings carries a marble, you may take these rings and marbles.",
            ),
            (
                "zertz.stock",
                "When the reserve is empty, place a marble that you have captured. If you have none, pass.",
            ),
            (
                "zertz.end",
                "A player who puts a marble on the last vacant ring wins. The game is a draw when a position occurs for the third time.",
            ),
        ];
        let others = others.map(|(key, text)| Text::new(key, text));
        let id = Variant::Rings37.id();
        let rules = std::iter::once(aim).chain(others).map(Rule::new);
        let rules = rules.map(|rule| rule.pictured(id, RULE_PICTURES)).collect();
        let title = match variant {
            Variant::Blitz => "Z\u{c8}RTZ Blitz".to_owned(),
            _ => format!("Z\u{c8}RTZ, {rings} rings"),
        };
        About::new(variant.id(), title, Players::alike(), rules)
    }
}
