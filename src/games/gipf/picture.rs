//! The scene of a position: 21 lines with a dot at each end, pieces, and hands.

use super::TEXTS;
use super::board::{ENTRIES, POINTS, coords, is_positive};
use super::names::{name, name_at, spelled};
use super::position::{PieceKind, Position};
use super::turn::Kind;
use super::variant::Variant;
use crate::board::hex::upright;
use crate::board::{Bits, Cell};
use crate::picture::{
    self, About, Colour, Ground, Item, Label, Look, Picture, Players, Rule, RuleSource, Scene,
    SceneBoard, ScenePiece, ScenePlace, ScoreLine, Supply, rounded,
};
use crate::rules::{RuleSet, Rules, Side};

/// The kind of the piece on a point.
pub(super) fn kind(side: Side, what: PieceKind) -> &'static str {
    let [white, black] = match what {
        PieceKind::Piece(Kind::Basic) => ["w", "b"],
        PieceKind::Piece(Kind::Gipf) => ["W", "B"],
        PieceKind::Piece(Kind::Charged) => ["w^", "b^"],
        PieceKind::Used => ["w-", "b-"],
    };
    match side {
        Side::One => white,
        Side::Two => black,
    }
}

/// The id of the supply item for pieces of a kind in hand.
pub(super) fn hand(side: Side, kind: Kind) -> String {
    let letter = match kind {
        Kind::Basic => 'P',
        Kind::Gipf => 'G',
        Kind::Charged => 'Z',
    };
    format!("hand.{side}.{letter}")
}

/// The id of a point.
pub(super) fn named(point: Cell) -> String {
    spelled(name(point))
}

/// The ids of points.
pub(in crate::games) fn places(points: Bits) -> Vec<String> {
    points.into_iter().map(named).collect()
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

    fn supply(&self, side: Side) -> Supply {
        let items = self.variant().kinds().iter().map(|&entered| Item {
            id: hand(side, entered),
            kind: kind(side, PieceKind::Piece(entered)),
            count: self.in_hand(side, entered),
            target: None,
        });
        Supply {
            id: format!("hand.{side}"),
            label: TEXTS.text("hand"),
            owner: Some(side),
            items: items.collect(),
            each: None,
        }
    }
}

fn board(position: &Position) -> SceneBoard {
    let mut places: Vec<ScenePlace> = Vec::new();
    let mut lines = Vec::new();
    let mut labels = Vec::new();
    for entry in &ENTRIES {
        let dot = spelled(name_at(entry.dot));
        let (x, y) = upright(entry.dot);
        if places.last().is_none_or(|place| place.id != dot) {
            // Further out than the dot.
            labels.push(Label::new(dot.clone(), (x * 1.11, y * 1.11)));
            places.push(ScenePlace::new(dot, (x, y), Ground::Dot, None));
        }
        // Each line has entries at both ends and is drawn once.
        let end = ENTRIES
            .iter()
            .find(|other| other.line == entry.line && !is_positive(other.direction));
        if let Some(end) = end.filter(|_| is_positive(entry.direction)) {
            let (x2, y2) = upright(end.dot);
            lines.push([x, y, x2, y2].map(rounded));
        }
    }
    for point in POINTS {
        let what = position.piece_at(point);
        let piece = what.map(|(side, what)| ScenePiece::single(kind(side, what)));
        let at = upright(coords(point));
        places.push(ScenePlace::new(named(point), at, Ground::Crossing, piece));
    }
    SceneBoard::new(places, lines, labels)
}

fn kinds(variant: Variant) -> Vec<(&'static str, picture::PieceKind)> {
    let mut kinds = Vec::new();
    let mut add = |side, what, colour, look, key| {
        let shown = picture::PieceKind::disc(&TEXTS, colour, look, key);
        kinds.push((kind(side, what), shown));
    };
    let (white, black) = (Colour::White, Colour::Black);
    let basic = PieceKind::Piece(Kind::Basic);
    add(Side::One, basic, white, Look::Plain, "kind.white");
    add(Side::Two, basic, black, Look::Plain, "kind.black");
    if variant != Variant::Basic {
        let gipf = PieceKind::Piece(Kind::Gipf);
        add(Side::One, gipf, white, Look::Double, "kind.white-gipf");
        add(Side::Two, gipf, black, Look::Double, "kind.black-gipf");
    }
    if variant == Variant::Zertz {
        let charged = PieceKind::Piece(Kind::Charged);
        add(
            Side::One,
            charged,
            white,
            Look::Charged,
            "kind.white-charged",
        );
        add(
            Side::Two,
            charged,
            black,
            Look::Charged,
            "kind.black-charged",
        );
        let used = PieceKind::Used;
        add(Side::One, used, white, Look::Used, "kind.white-used");
        add(Side::Two, used, black, Look::Used, "kind.black-used");
    }
    kinds
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
        let mut scene = Scene::new(self, "play", Players::opposite(&TEXTS));
        scene.kinds.extend(kinds(self.variant()));
        scene.boards.push(board(self));
        scene.supplies = Side::ALL.map(|side| self.supply(side)).into();
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
        scene.conclude(self);
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
        About::new(
            variant.id(),
            &TEXTS,
            Players::opposite(&TEXTS),
            rules.collect(),
        )
    }
}
