//! The scene of a position: rings, marbles, the reserve and the captured marbles.

use super::TEXTS;
use super::position::Position;
use super::variant::{NO_MARBLES, Variant};
use crate::board::Layout;
use crate::picture::{
    About, Ground, Picture, Players, Rule, RuleSource, Scene, SceneBoard, Supply, frame, places,
};
use crate::rules::{RuleSet, Rules};

fn board(position: &Position) -> SceneBoard {
    // The letter of each column below it, the name of its last cell above it.
    let shape = position.variant().shape();
    let columns = shape.lines();
    let labels = columns.iter().flat_map(|column| {
        let foot = column.first().map(|&cell| frame::foot_label(shape, cell));
        let head = column.last().map(|&cell| frame::head_label(shape, cell));
        foot.into_iter().chain(head)
    });
    SceneBoard::new(
        places(position, |_| Ground::Ring),
        Vec::new(),
        labels.collect(),
    )
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

/// Adds the numbers that win to the captured marbles.
fn add_targets(variant: Variant, captures: &mut Supply) {
    let [each, single @ ..] = variant.sets();
    captures.each = each.iter().copied().max().map(u32::from);
    for (item, set) in captures.items.iter_mut().zip(single) {
        item.target = set.iter().copied().max().map(u32::from);
    }
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
        let mut scene = Scene::of_setup(self, phase, Players::alike(&TEXTS), board(self));
        let owned = scene
            .supplies
            .iter_mut()
            .filter(|supply| supply.owner.is_some());
        owned.for_each(|captures| add_targets(self.variant(), captures));
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
        let rules = std::iter::once(aim).chain(others);
        About::new(variant, &TEXTS, Players::alike(&TEXTS), rules)
    }
}
