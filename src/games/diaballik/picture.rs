//! A Diaballik position as a scene: 49 squares, supports, and the two that hold a ball.

use super::board::BOARD;
use super::position::Position;
use super::variant::Variant;
use crate::board::{Cell, Layout};
use crate::picture::{
    About, Colour, Highlight, Look, Picture, PieceKind, Players, Role, Rule, Scene, ScenePiece,
    Text, frame,
};
use crate::rules::{RuleSet, Rules, Side};

/// The kind of a support, with the ball or without.
pub(super) fn kind(side: Side, ball: bool) -> &'static str {
    match (side, ball) {
        (Side::One, false) => "w",
        (Side::One, true) => "W",
        (Side::Two, false) => "b",
        (Side::Two, true) => "B",
    }
}

impl Position {
    fn piece(&self, cell: Cell) -> Option<ScenePiece> {
        let owner = self.owner(cell)?;
        Some(ScenePiece::single(kind(owner, self.ball(owner) == cell)))
    }
}

/// Positions that show rules: the key of the paragraph, the FEN and the places to mark.
const RULE_PICTURES: &[(&str, &str, &str)] = &[
    ("diaballik.aim", "b1bBb1w/3bw2/6W/7/b5b/7/ww1ww2 w", "g5 g7"),
    (
        "diaballik.turn",
        "b1bBb1w/3bw2/3W3/7/b5b/7/ww1ww2 w",
        "g7 f7 d5",
    ),
    ("diaballik.step", "bbbBbbb/7/7/7/7/7/wwwWwww w", "a1 a2"),
    (
        "diaballik.pass",
        "bbbBb1b/3w3/5w1/3b3/7/3W3/ww1w1w1 w",
        "d2 d4 d6",
    ),
    (
        "diaballik.antijeu",
        "bbbBbbb/1w1w1w1/7/7/7/7/wwW1w2 w",
        "b6 d6 f6",
    ),
];

impl Picture for Position {
    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self, "play", Players::opposite());
        scene.kinds.extend([
            (
                "w",
                PieceKind::disc(Colour::White, Look::Plain, "kind.white", "white support"),
            ),
            (
                "b",
                PieceKind::disc(Colour::Black, Look::Plain, "kind.black", "black support"),
            ),
            (
                "W",
                PieceKind::disc(
                    Colour::White,
                    Look::Ball,
                    "kind.white-ball",
                    "white support with the ball",
                ),
            ),
            (
                "B",
                PieceKind::disc(
                    Colour::Black,
                    Look::Ball,
                    "kind.black-ball",
                    "black support with the ball",
                ),
            ),
        ]);
        scene
            .boards
            .push(frame::square_board(&BOARD, |cell| self.piece(cell)));
        if self.claimed() {
            // The line that cannot be crossed belongs to the player to move.
            let line = BOARD.names(self.supports(self.turn()));
            scene.marks.push(Highlight::new(Role::Row, line));
        }
        scene.conclude(self);
        scene
    }

    fn about(variant: Variant) -> About {
        let rules = [
            (
                "diaballik.aim",
                "Bring your ball to one of your supports on the opponent's start line.",
            ),
            (
                "diaballik.turn",
                "A turn has one to three actions in any order: at most two steps and at most one pass of the ball.",
            ),
            (
                "diaballik.step",
                "A step moves a support to an empty neighbouring square, not diagonally. The support that holds the ball does not step.",
            ),
            (
                "diaballik.pass",
                "The ball is passed in a straight line, along a rank, a file or a diagonal, to another support of yours at any distance. Opposing supports in between stop it; your own supports do not.",
            ),
            (
                "diaballik.antijeu",
                "If the opponent's seven supports form an unbroken line across the board and at least three of yours touch it, you may claim antijeu in your turn and win.",
            ),
            (
                "diaballik.end",
                "A player who cannot act passes. A position that occurs for the third time is a draw.",
            ),
        ];
        let id = Variant::Standard.id();
        let rule = |(key, text)| Rule::new(Text::new(key, text)).pictured(id, RULE_PICTURES);
        let mut rules: Vec<Rule> = rules.map(rule).into();
        let title = match variant {
            Variant::Standard => "Diaballik",
            Variant::Behind => {
                rules.push(Rule::new(Text::new(
                    "diaballik.behind",
                    "In this variant two supports of each side begin on the opponent's start line.",
                )));
                "Diaballik, supports behind the lines"
            }
        };
        About::new(variant.id(), title, Players::opposite(), rules)
    }
}
