//! The composed game as a scene: the board of GIPF, and beside it that of ZÈRTZ, which stands ready for
//! the next challenge as long as none is played. What belongs to ZÈRTZ has the prefix `zertz.`.

use super::position::{Position, Stage};
use super::variant::Variant;
use crate::games::{gipf, zertz};
use crate::picture::{
    About, Fact, Id, IdMapping, Mark, Picture, Players, Role, Scene, Text, trace,
};
use crate::rules::{Notation, RuleSet, Rules, Side};

/// The ids of the inner game. The jumper is its player 1. What he captures lies at his own place, so the
/// names of the two players change over when he is Black.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inner {
    jumper: Side,
}

impl Inner {
    /// The names while `jumper` has announced a jump.
    pub(super) fn new(jumper: Side) -> Inner {
        Inner { jumper }
    }

    /// Who is a player of ZÈRTZ, and the other way round.
    pub(super) fn side(self, side: Side) -> Side {
        if self.jumper == Side::One {
            side
        } else {
            !side
        }
    }
}

impl IdMapping for Inner {
    fn id(&self, id: &str) -> Id {
        for side in Side::ALL {
            if let Some(rest) = id.strip_prefix(&format!("captured.{side}")) {
                return format!("zertz.captured.{}{rest}", self.side(side));
            }
        }
        format!("zertz.{id}")
    }
}

impl Position {
    /// The position of the inner game, that of its start while none is played.
    pub(super) fn inner(&self) -> zertz::Position {
        match self.game() {
            Some(game) => game.zertz,
            None => zertz::Position::start(self.variant().board),
        }
    }

    /// What an announced turn will do to the board: the ends of its jump, and the pieces that go.
    fn announced_marks(&self) -> Vec<Mark> {
        let Some(m) = self.announced() else {
            return Vec::new();
        };
        let announced = trace(self.gipf(), &self.gipf().token(m));
        let path = announced.map_or_else(|_| Vec::new(), |announced| announced.path);
        let mut goes = gipf::places(m.removed());
        // What jumps is marked already.
        goes.retain(|place| !path.contains(place));
        let marks = [(Role::Chosen, path), (Role::Goes, goes)];
        let marks = marks.into_iter().filter(|(_, at)| !at.is_empty());
        marks.map(|(role, at)| Mark::new(role, at)).collect()
    }

    /// The scene of the inner game.
    fn inner_scene(&self) -> Scene {
        let names = Inner::new(self.jumper());
        let mut scene = self.inner().scene().renamed(&names);
        for board in &mut scene.boards {
            board.id = "zertz".to_owned();
            board.title = "Z\u{c8}RTZ";
            board.active = self.game().is_some();
        }
        for supply in &mut scene.supplies {
            supply.owner = supply.owner.map(|side| names.side(side));
        }
        // The players keep their places, whoever jumps.
        scene
            .supplies
            .sort_by_key(|supply| supply.owner.map(Side::index));
        scene
    }
}

impl Picture for Position {
    fn scene(&self) -> Scene {
        let outer = self.gipf().scene();
        let inner = self.inner_scene();
        let phase = match self.stage() {
            Stage::Play => outer.phase,
            Stage::Answer(_) => "answer",
            Stage::Game(_) => inner.phase,
        };
        let mut scene = Scene::new(self, phase, outer.players);
        scene.kinds = outer.kinds;
        scene.boards = outer.boards;
        for board in &mut scene.boards {
            board.id = "gipf".to_owned();
            board.title = "GIPF";
            board.active = self.game().is_none();
        }
        scene.supplies = outer.supplies;
        scene.facts = outer.facts;
        // What the inner game has to say for itself is told by its board.
        let mut scene = scene.beside(Scene {
            facts: Vec::new(),
            ..inner
        });
        scene.facts.push(Fact {
            label: Text::new("fact.challenges", "challenges left"),
            p1: i32::from(self.challenges(Side::One)),
            p2: i32::from(self.challenges(Side::Two)),
        });
        scene.marks.extend(self.announced_marks());
        scene.conclude(self);
        scene
    }

    fn about(variant: Variant) -> About {
        let mut rules = gipf::Position::about(gipf::Variant::Zertz).rules;
        rules.extend(
            [
                (
                    "challenge.announce",
                    "A jump is only announced as long as the opponent has a challenge left. The opponent accepts, and it is carried out, or challenges.",
                ),
                (
                    "challenge.game",
                    "A challenge is a game of Z\u{c8}RTZ, which the one who wants to jump begins. If he wins it, or if it is a draw, the jump is carried out. If he loses it, the piece that was to jump becomes a basic piece, and he has to make another turn.",
                ),
                (
                    "challenge.zertz",
                    "The rules of Z\u{c8}RTZ:",
                ),
            ]
            .map(|(key, text)| Text::new(key, text)),
        );
        let zertz = zertz::Position::about(variant.board);
        rules.extend(zertz.rules);
        let title = format!("GIPF with the challenge ({})", zertz.title);
        About::new(variant.id(), title, Players::opposite(), rules)
    }
}
