//! A GIPF position as a scene: 21 lines with a dot at each end, pieces, hands.

use super::board::{ENTRIES, POINTS, climbs, coords};
use super::names::{name, name_at, spelled};
use super::position::{Position, Standing};
use super::turn::Kind;
use super::variant::Variant;
use crate::board::hex::upright;
use crate::board::{Bits, Cell};
use crate::picture::{
    self, About, Board, Colour, Fact, Ground, Item, Label, Look, Picture, Piece, Place, Players,
    Scene, Supply, Text, rounded,
};
use crate::rules::{RuleSet, Side};

/// The word for what stands on a point.
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

/// The supply item from which pieces of a kind are entered.
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

/// The ids of the places of these points.
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
    /// How many pieces of a kind `side` can enter, as far as his hand and his rights go.
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
        });
        Supply {
            id: format!("hand.{side}"),
            label: Text::new("hand", "in hand"),
            owner: Some(side),
            items: items.collect(),
        }
    }
}

fn board(position: &Position) -> Board {
    let mut places: Vec<Place> = Vec::new();
    let mut lines = Vec::new();
    let mut labels = Vec::new();
    for entry in &ENTRIES {
        let dot = spelled(name_at(entry.dot));
        let (x, y) = upright(entry.dot);
        if places.last().is_none_or(|place| place.id != dot) {
            // Beyond the dot, seen from the centre of the board.
            labels.push(Label::new(dot.clone(), (x * 1.11, y * 1.11)));
            places.push(Place::new(dot, (x, y), Ground::Dot, None));
        }
        // Each line is entered from both ends and drawn from one.
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
        let piece = standing.map(|(side, what)| Piece::single(kind(side, what)));
        let at = upright(coords(point));
        places.push(Place::new(named(point), at, Ground::Crossing, piece));
    }
    Board::new(places, lines, labels)
}

fn kinds(variant: Variant) -> Vec<(&'static str, picture::Kind)> {
    let mut kinds = Vec::new();
    for (side, colour, word) in [
        (Side::One, Colour::White, "white"),
        (Side::Two, Colour::Black, "black"),
    ] {
        let mut add = |standing, look, key, what: &str| {
            let text = format!("{word} {what}");
            kinds.push((
                kind(side, standing),
                picture::Kind::disc(colour, look, key, &text),
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

impl Picture for Position {
    fn scene(&self) -> Scene {
        let mut scene = Scene::new(self, "play", Players::opposite());
        scene.kinds.extend(kinds(self.variant()));
        scene.boards.push(board(self));
        scene.supplies = Side::ALL.map(|side| self.supply(side)).into();
        let mut fact = |key, text: &str, count: &dyn Fn(Side) -> u32| {
            let [p1, p2] = Side::ALL.map(|side| count(side) as i32);
            let label = Text::new(key, text);
            scene.facts.push(Fact { label, p1, p2 });
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
                "Who has no piece left to bring into play at the start of his turn loses.",
            ),
            _ => (
                "gipf.aim",
                "Take all GIPF pieces of the opponent, the double ones, off the board. Who has no piece left to bring into play at the start of his turn loses too.",
            ),
        };
        let mut rules = vec![
            aim,
            (
                "gipf.push",
                "A turn brings a piece from your hand onto a dot and pushes it along a line onto the first point. Pieces that stand there are pushed on, up to the first gap; a line without a gap cannot be entered.",
            ),
            (
                "gipf.row",
                "Four or more pieces of your colour side by side in a line are a row, with all pieces that touch it in the same line. Rows of yours are taken off before and after you push: your pieces return to your hand, the opponent's are out of the game.",
            ),
            (
                "gipf.cross",
                "Where rows cross and one breaks the other, the owner chooses which to take.",
            ),
        ];
        if variant != Variant::Basic {
            rules.push((
                "gipf.gipf",
                "GIPF pieces in a row may stay or go, as the one who takes the row likes. A GIPF piece counts as two pieces.",
            ));
        }
        if variant.has_gipf_entries() {
            rules.push((
                "gipf.tournament",
                "The board is empty at the start. Your first piece is a GIPF piece, and you may enter more of them until you enter another piece. A row of GIPF pieces alone may stand as long as its owner likes.",
            ));
        }
        if variant == Variant::Zertz {
            rules.push((
                "gipf.potential",
                "After the GIPF pieces and before the basic pieces you may enter three charged pieces. Later, instead of a push, the potential of a charged piece may jump in a line over neighbouring pieces to the first gap behind them, once; it stays there as a piece of yours.",
            ));
        }
        let title = match variant {
            Variant::Basic => "GIPF, basic game",
            Variant::Standard => "GIPF, standard game",
            Variant::Tournament => "GIPF, tournament game",
            Variant::Zertz => "GIPF with Z\u{c8}RTZ potentials",
        };
        let rules = rules.into_iter().map(|(key, text)| Text::new(key, text));
        About::new(variant.id(), title, Players::opposite(), rules.collect())
    }
}
