//! A Diaballik position as a scene: 49 squares, supports, and the two that hold a ball.

use super::TEXTS;
use super::board::BOARD;
use super::position::Position;
use super::variant::Variant;
use crate::board::Layout;
use crate::picture::{About, Highlight, Picture, Players, Role, Rule, RuleSource, Scene, frame};
use crate::rules::{RuleSet, Rules};

/// The paragraphs of the rules. The pictures show the standard game.
const RULES: [RuleSource; 7] = [
    (
        "diaballik.aim",
        Some(("b1bBb1w/3bw2/6W/7/b5b/7/ww1ww2 w", "g5 g7")),
    ),
    (
        "diaballik.turn",
        Some(("b1bBb1w/3bw2/3W3/7/b5b/7/ww1ww2 w", "g7 f7 d5")),
    ),
    (
        "diaballik.step",
        Some(("bbbBbbb/7/7/7/7/7/wwwWwww w", "a1 a2")),
    ),
    (
        "diaballik.pass",
        Some(("bbbBb1b/3w3/5w1/3b3/7/3W3/ww1w1w1 w", "d2 d4 d6")),
    ),
    (
        "diaballik.antijeu",
        Some(("bbbBbbb/1w1w1w1/7/7/7/7/wwW1w2 w", "b6 d6 f6")),
    ),
    ("diaballik.end", None),
    ("diaballik.behind", None),
];

impl Picture for Position {
    fn scene(&self) -> Scene {
        let board = frame::square_board(&BOARD, self);
        let mut scene = Scene::of_setup(self, "play", Players::opposite(&TEXTS), board);
        if self.claimed() {
            // The line that cannot be crossed belongs to the player to move.
            let line = BOARD.names(self.supports(self.turn()));
            scene.marks.push(Highlight::new(Role::Row, line));
        }
        scene
    }

    fn about(variant: Variant) -> About {
        let rules = RULES
            .into_iter()
            .filter(|(key, _)| variant == Variant::Behind || *key != "diaballik.behind");
        let rules = rules.map(|rule| Rule::new(&TEXTS, Variant::Standard.id(), rule));
        About::new(variant, &TEXTS, Players::opposite(&TEXTS), rules)
    }
}
