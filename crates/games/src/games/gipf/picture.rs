//! The scene of a position: 21 lines with a dot at each end, pieces, and hands.

use super::TEXTS;
use super::board::ENTRIES;
use super::moves::Kind;
use super::names::{dot_name, point_name};
use super::position::{PieceKind, Position};
use super::setup::{hand, kind};
use super::variant::Variant;
use crate::board::Bits;
use crate::board::hex::upright;
use crate::picture::{
    self, About, Ground, Item, Label, Picture, Players, Rule, RuleSource, Scene, SceneBoard,
    ScenePlace, ScoreLine, Supply, rounded,
};
use crate::rules::{RuleSet, Rules, Side};

/// The ids of points.
pub(in crate::games) fn places(points: Bits) -> Vec<String> {
    points
        .into_iter()
        .map(|point| point_name(point).to_string())
        .collect()
}

impl Variant {
    /// The kinds of pieces that can be entered in this rule set.
    pub(super) fn kinds(self) -> &'static [Kind] {
        match self {
            Variant::Basic | Variant::Standard => &[Kind::Basic],
            Variant::Tournament => &[Kind::Basic, Kind::Gipf],
            Variant::Zertz => &Kind::ALL,
        }
    }
}

impl Position {
    /// The number of pieces of a kind that `side` can enter, according to its hand and rights.
    pub(super) fn in_hand(&self, side: Side, kind: Kind) -> u32 {
        let reserve = self.reserve(side);
        u32::from(match kind {
            Kind::Basic => reserve.hand,
            Kind::Gipf if reserve.gipf_right => reserve.hand / 2,
            Kind::Gipf => 0,
            Kind::Charged => reserve.potentials,
        })
    }

    /// Adds the number of GIPF pieces to enter to each hand, after that of the basic pieces.
    fn add_gipf_pieces(&self, supplies: &mut [Supply]) {
        for (side, supply) in Side::ALL.into_iter().zip(supplies) {
            if self.variant().has_gipf_entries() {
                supply.items.insert(
                    1,
                    Item {
                        id: hand(side, Kind::Gipf),
                        kind: kind(side, PieceKind::Piece(Kind::Gipf)),
                        count: self.in_hand(side, Kind::Gipf),
                        target: None,
                    },
                );
            }
        }
    }
}

fn board(position: &Position) -> SceneBoard {
    let mut places: Vec<ScenePlace> = Vec::new();
    let mut lines = Vec::new();
    let mut labels = Vec::new();
    for entry in &ENTRIES {
        let dot = dot_name(entry.dot).to_string();
        let (x, y) = upright(entry.dot);
        if places.last().is_none_or(|place| place.id != dot) {
            // Further out than the dot.
            labels.push(Label::new(dot.clone(), (x * 1.11, y * 1.11)));
            places.push(ScenePlace::new(dot, (x, y), Ground::Dot, None));
        }
        // Each line has entries at both ends and is drawn once.
        let end = ENTRIES
            .iter()
            .find(|other| other.line == entry.line && !other.direction.is_ascending());
        if let Some(end) = end.filter(|_| entry.direction.is_ascending()) {
            let (x2, y2) = upright(end.dot);
            lines.push([x, y, x2, y2].map(rounded));
        }
    }
    places.extend(picture::places(position, |_| Ground::Crossing));
    SceneBoard::new(places, lines, labels)
}

/// The paragraphs of the rules. Rule sets with fewer rules have the first ones.
const RULES: [RuleSource; 7] = [
    (
        "gipf.aim",
        Some(("B2W/5/6/W5B/6/5/B2W 12 12 w", "b2 e8 h2")),
    ),
    (
        "gipf.push",
        Some(("B2W/5/6/W5B/6/5/B2W 12 12 w", "e1 e2 e3")),
    ),
    (
        "gipf.row",
        Some(("B2W/5/wwwb1b/W5B/6/5/B2W 8 8 w", "d2 d3 d4 d5")),
    ),
    (
        "gipf.cross",
        Some(("w3/1w3/2w3/4www/3b2/5/W2B 6 8 w", "e5")),
    ),
    (
        "gipf.gipf",
        Some(("W3/1w3/2w3/3W2B/3b2/3B1/W2B 5 5 w", "b2 e5 g5 h5")),
    ),
    (
        "gipf.tournament",
        Some(("W3/5/6/7/6/5/1B2 16G 16G w", "b2 h3")),
    ),
    (
        "gipf.potential",
        Some(("W3/1w^3/2b3/3b3/3w~2/5/B3 10Z1 12 w", "c3 g5")),
    ),
];

/// The paragraphs of the rules of the basic game.
const BASIC_RULES: [RuleSource; 4] = [
    ("gipf.aim-basic", Some(("b2w/5/6/w5b/6/5/b2w 12 12 w", ""))),
    (
        "gipf.push",
        Some(("b2w/5/6/w5b/6/5/b2w 12 12 w", "e1 e2 e3")),
    ),
    (
        "gipf.row",
        Some(("b2w/5/wwwb1b/w5b/6/5/b2w 8 8 w", "d2 d3 d4 d5")),
    ),
    ("gipf.cross", Some(("w3/1w3/2w3/4www/3b2/5/4 6 8 w", "e5"))),
];

impl Picture for Position {
    fn scene(&self) -> Scene {
        let mut scene = Scene::of_setup(self, "play", Players::opposite(&TEXTS), board(self));
        self.add_gipf_pieces(&mut scene.supplies);
        let mut fact = |key, count: &dyn Fn(Side) -> u32| {
            let [p1, p2] = Side::ALL.map(|side| count(side) as i32);
            let label = TEXTS.text(key);
            scene.facts.push(ScoreLine { label, p1, p2 });
        };
        fact("fact.pieces", &|side| self.piece_count(side));
        if self.variant() != Variant::Basic {
            fact("fact.gipf", &|side| {
                (self.pieces(side) & self.gipf()).count()
            });
        }
        scene
    }

    fn about(variant: Variant) -> About {
        let rules: &[RuleSource] = match variant {
            Variant::Basic => &BASIC_RULES,
            Variant::Standard => RULES.split_at(5).0,
            Variant::Tournament => RULES.split_at(6).0,
            Variant::Zertz => &RULES,
        };
        let shown = |key| match key {
            "gipf.tournament" => Variant::Tournament,
            "gipf.potential" => Variant::Zertz,
            _ if variant == Variant::Basic => Variant::Basic,
            _ => Variant::Standard,
        };
        let rules = rules
            .iter()
            .map(|&rule| Rule::new(&TEXTS, shown(rule.0).id(), rule));
        About::new(variant, &TEXTS, Players::opposite(&TEXTS), rules)
    }
}
