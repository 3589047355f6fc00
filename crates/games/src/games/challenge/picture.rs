//! The scene of the composed game: the board of GIPF, and beside it the board of ZÈRTZ, which shows the
//! start position while no challenge is played. All ids of ZÈRTZ have the prefix `zertz.`.

use super::TEXTS;
use super::position::{Position, Stage};
use super::variant::Variant;
use crate::games::{gipf, zertz};
use crate::picture::{About, Highlight, Id, Picture, Players, Role, Rule, Scene, ScoreLine, trace};
use crate::rules::{Notation, RuleSet, Rules, Side};

/// Maps the ids of the inner game. The jumper is player 1 there. If the jumper is Black, the two players are
/// swapped, so that each player's captures appear on that player's own side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inner {
    jumper: Side,
}

impl Inner {
    /// The mapping for challenges to a jump of `jumper`.
    pub(super) fn new(jumper: Side) -> Inner {
        Inner { jumper }
    }

    /// The GIPF side of a ZÈRTZ player, and vice versa.
    pub(super) fn side(self, side: Side) -> Side {
        if self.jumper == Side::One {
            side
        } else {
            !side
        }
    }
}

impl Inner {
    /// The id in the composed game.
    pub(super) fn id(self, id: &str) -> Id {
        for side in Side::ALL {
            if let Some(rest) = id.strip_prefix(&format!("captured.{side}")) {
                return format!("zertz.captured.{}{rest}", self.side(side));
            }
        }
        format!("zertz.{id}")
    }

    /// The id that [`Inner::id`] maps to `id`.
    pub(super) fn original(self, id: &str) -> Option<Id> {
        let id = id.strip_prefix("zertz.")?;
        for side in Side::ALL {
            if let Some(rest) = id.strip_prefix(&format!("captured.{side}")) {
                return Some(format!("captured.{}{rest}", self.side(side)));
            }
        }
        Some(id.to_owned())
    }
}

impl Position {
    /// The position of the inner game, or its start position while none is played.
    pub(super) fn inner(&self) -> zertz::Position {
        match self.game() {
            Some(game) => game.zertz,
            None => zertz::Position::start(self.variant().board),
        }
    }

    /// Marks for an announced move: both ends of its jump, and the pieces it removes.
    fn announced_marks(&self) -> Vec<Highlight> {
        let Some(m) = self.announced() else {
            return Vec::new();
        };
        let announced = trace(self.gipf(), &self.gipf().token(m));
        let path = announced.map_or_else(|_| Vec::new(), |announced| announced.path);
        let mut goes = gipf::places(m.removed());
        // The jumping piece is already marked.
        goes.retain(|place| !path.contains(place));
        let marks = [(Role::Chosen, path), (Role::Goes, goes)];
        let marks = marks.into_iter().filter(|(_, at)| !at.is_empty());
        marks.map(|(role, at)| Highlight::new(role, at)).collect()
    }

    /// The scene of the inner game beside that of GIPF.
    fn renamed(&self, inner: Scene) -> Scene {
        let mapping = Inner::new(self.jumper());
        let mut scene = inner.renamed(|id| mapping.id(id));
        for board in &mut scene.boards {
            board.id = "zertz".to_owned();
            board.title = "Z\u{c8}RTZ";
            board.active = self.game().is_some();
        }
        for supply in &mut scene.supplies {
            supply.owner = supply.owner.map(|side| mapping.side(side));
        }
        // The order of the players does not depend on who jumps.
        scene
            .supplies
            .sort_by_key(|supply| supply.owner.map(Side::index));
        scene
    }

    /// The scene with the boards of both games, which may show moves under construction.
    pub(super) fn composed(&self, outer: Scene, inner: Scene) -> Scene {
        let inner = self.renamed(inner);
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
        // The board of the inner game already shows its counts.
        let mut scene = scene.beside(Scene {
            facts: Vec::new(),
            ..inner
        });
        scene.facts.push(ScoreLine {
            label: TEXTS.text("fact.challenges"),
            p1: i32::from(self.challenges(Side::One)),
            p2: i32::from(self.challenges(Side::Two)),
        });
        scene.marks.extend(self.announced_marks());
        scene
    }
}

impl Picture for Position {
    fn scene(&self) -> Scene {
        self.composed(self.gipf().scene(), self.inner().scene())
    }

    fn about(variant: Variant) -> About {
        let rule = |key| Rule::new(&TEXTS, variant.id(), (key, None));
        let mut rules = vec![rule("challenge.aim")];
        rules.extend(gipf::Position::about(gipf::Variant::Zertz).rules);
        rules.extend(["challenge.announce", "challenge.game", "challenge.zertz"].map(rule));
        rules.extend(zertz::Position::about(variant.board).rules);
        let players = Players::opposite(&gipf::TEXTS);
        About::new(variant, &TEXTS, players, rules)
    }
}
