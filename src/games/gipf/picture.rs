//! The scene of a position: 21 lines with a dot at each end, pieces, and hands.

use super::board::{ENTRIES, POINTS, climbs, coords};
use super::names::{name, name_at, spelled};
use super::position::{Position, Standing};
use super::turn::Kind;
use super::variant::Variant;
use crate::board::hex::upright;
use crate::board::{Bits, Cell};
use crate::picture::{
    self, About, Colour, Ground, Item, Label, Look, Picture, Players, Rule, Scene, SceneBoard,
    ScenePiece, ScenePlace, ScoreLine, Supply, Text, rounded,
};
use crate::rules::{RuleSet, Rules, Side};

/// The kind of the piece on a point.
pub(super) fn kind(side: Side, standing: Standing) -> &'static str {
    let [white, black] = match standing {
        Standing::Piece(Kind::Basic) => ["w", "b"],
        Standing::Piece(Kind::Gipf) => ["W", "B"],
        Standing::Piece(Kind::Charged) => ["w^", "b^"],
        Standing::Used => ["w-", "b-"],
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
            kind: kind(side, Standing::Piece(entered)),
            count: self.in_hand(side, entered),
            target: None,
        });
        Supply {
            id: format!("hand.{side}"),
            label: Text::new("hand", "in hand"),
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
            .find(|other| other.line == entry.line && !climbs(other.direction));
        if let Some(end) = end.filter(|_| climbs(entry.direction)) {
            let (x2, y2) = upright(end.dot);
            lines.push([x, y, x2, y2].map(rounded));
        }
    }
    for point in POINTS {
        let standing = position.standing(point);
        let piece = standing.map(|(side, what)| ScenePiece::single(kind(side, what)));
        let at = upright(coords(point));
        places.push(ScenePlace::new(named(point), at, Ground::Crossing, piece));
    }
    SceneBoard::new(places, lines, labels)
}

fn kinds(variant: Variant) -> Vec<(&'static str, picture::PieceKind)> {
    let mut kinds = Vec::new();
    for (side, colour, word) in [
        (Side::One, Colour::White, "white"),
        (Side::Two, Colour::Black, "black"),
    ] {
        let mut add = |standing, look, key, what: &str| {
            let text = format!("{word} {what}");
            kinds.push((
                kind(side, standing),
                picture::PieceKind::disc(colour, look, key, &text),
            ));
        };
        let keys = match side {
            Side::One => [
                "kind.white",
                "kind.white-gipf",
                "kind.white-charged",
                "kind.white-used",
            ],
            Side::Two => [
                "kind.black",
                "kind.black-gipf",
                "kind.black-charged",
                "kind.black-used",
            ],
        };
        add(
            Standing::Piece(Kind::Basic),
            Look::Plain,
            keys[0],
            "basic piece",
        );
        if variant != Variant::Basic {
            add(
                Standing::Piece(Kind::Gipf),
                Look::Double,
                keys[1],
                "GIPF piece",
            );
        }
        if variant == Variant::Zertz {
            add(
                Standing::Piece(Kind::Charged),
                Look::Charged,
                keys[2],
                "charged piece",
            );
            add(Standing::Used, Look::Used, keys[3], "used potential");
        }
    }
    kinds
}

/// Positions that show rules: the key of the paragraph, the FEN and the places to mark.
const RULE_PICTURES: &[(&str, &str, &str)] = &[
    ("gipf.aim", "B2W/5/6/W5B/6/5/B2W 12 12 w", "b2 e8 h2"),
    ("gipf.push", "B2W/5/6/W5B/6/5/B2W 12 12 w", "e1 e2 e3"),
    ("gipf.row", "B2W/5/wwwb1b/W5B/6/5/B2W 8 8 w", "d2 d3 d4 d5"),
    ("gipf.cross", "w3/1w3/2w3/4www/3b2/5/W2B 6 8 w", "e5"),
    (
        "gipf.gipf",
        "W3/1w3/2w3/3W2B/3b2/3B1/W2B 5 5 w",
        "b2 e5 g5 h5",
    ),
    ("gipf.tournament", "W3/5/6/7/6/5/1B2 16G 16G w", "b2 h3"),
    (
        "gipf.potential",
        "W3/1w^3/2b3/3b3/3w~2/5/B3 10Z1 12 w",
        "c3 g5",
    ),
];

/// The same for the basic game.
const BASIC_RULE_PICTURES: &[(&str, &str, &str)] = &[
    ("gipf.aim-basic", "b2w/5/6/w5b/6/5/b2w 12 12 w", ""),
    ("gipf.push", "b2w/5/6/w5b/6/5/b2w 12 12 w", "e1 e2 e3"),
    ("gipf.row", "b2w/5/wwwb1b/w5b/6/5/b2w 8 8 w", "d2 d3 d4 d5"),
    ("gipf.cross", "w3/1w3/2w3/4www/3b2/5/4 6 8 w", "e5"),
];

impl Picture for Position {
    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self, "play", Players::opposite());
        scene.kinds.extend(kinds(self.variant()));
        scene.boards.push(board(self));
        scene.supplies = Side::ALL.map(|side| self.supply(side)).into();
        let mut fact = |key, text: &str, count: &dyn Fn(Side) -> u32| {
            let [p1, p2] = Side::ALL.map(|side| count(side) as i32);
            let label = Text::new(key, text);
            scene.facts.push(ScoreLine { label, p1, p2 });
        };
        fact("fact.pieces", "pieces left", &|side| {
            let on_board = self.pieces(side).minus(self.used());
            let double = on_board & self.gipf();
            on_board.count() + double.count() + u32::from(self.reserve(side).hand)
        });
        if self.variant() != Variant::Basic {
            fact("fact.gipf", "GIPF pieces", &|side| {
                (self.pieces(side) & self.gipf()).count()
            });
        }
        scene.conclude(self);
        scene
    }

    fn about(variant: Variant) -> About {
        let aim = match variant {
            Variant::Basic => (
                "gipf.aim-basic",
                "A player who has no piece to bring into play at the start of their turn loses.",
            ),
            _ => (
                "gipf.aim",
                "Remove all GIPF pieces (the double ones) of your opponent from the board. A player who has no piece to bring into play at the start of their turn also loses.",
            ),
        };
        let mut rules = vec![
            aim,
            (
                "gipf.push",
                "On your turn, put a piece from your hand on a dot and push it along a line onto the first point. It pushes the pieces in its way, up to the first gap. You cannot push along a line without a gap.",
            ),
            (
                "gipf.row",
                "Four or more adjacent pieces of your colour in a line form a row, together with all pieces that extend it without a gap. Take off your rows before and after your push: your pieces return to your hand, your opponent's pieces are out of the game.",
            ),
            (
                "gipf.cross",
                "If your rows cross and taking one breaks another, choose which row to take.",
            ),
        ];
        if variant != Variant::Basic {
            rules.push((
                "gipf.gipf",
                "When you take a row, you may leave any GIPF pieces in it on the board. A GIPF piece counts as two pieces.",
            ));
        }
        if variant.has_gipf_entries() {
            rules.push((
                "gipf.tournament",
                "The board is empty at the start. Your first piece must be a GIPF piece, and you may enter more GIPF pieces until you enter a different piece. You need not take a row that consists only of GIPF pieces.",
            ));
        }
        if variant == Variant::Zertz {
            rules.push((
                "gipf.potential",
                "After the GIPF pieces and before the basic pieces, you may enter three charged pieces. Instead of a push, the potential of a charged piece may later jump once: in a straight line over adjacent pieces to the first gap behind them. It stays there as one of your pieces.",
            ));
        }
        let title = match variant {
            Variant::Basic => "GIPF, basic game",
            Variant::Standard => "GIPF, standard game",
            Variant::Tournament => "GIPF, tournament game",
            Variant::Zertz => "GIPF with Z\u{c8}RTZ potentials",
        };
        let rules = rules.into_iter().map(|(key, text)| {
            let rule = Rule::new(Text::new(key, text));
            match key {
                "gipf.tournament" => rule.pictured(Variant::Tournament.id(), RULE_PICTURES),
                "gipf.potential" => rule.pictured(Variant::Zertz.id(), RULE_PICTURES),
                _ if variant == Variant::Basic => rule.pictured(variant.id(), BASIC_RULE_PICTURES),
                _ => rule.pictured(Variant::Standard.id(), RULE_PICTURES),
            }
        });
        About::new(variant.id(), title, Players::opposite(), rules.collect())
    }
}
