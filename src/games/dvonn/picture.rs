//! A DVONN position as a scene: 49 round fields joined by lines, stacks, and the hands of the first
//! phase.

use super::board::{CELLS, COLUMNS, PIECES, ROWS, cell, coordinates};
use super::names::name;
use super::position::{DVONN_PIECES, Position};
use super::variant::Variant;
use crate::board::Cell;
use crate::picture::{
    About, Board, Colour, Fact, Ground, Item, Kind, Label, Look, Picture, Piece, Place, Players,
    Scene, Supply, Text, rounded,
};
use crate::rules::{RuleSet, Side};

/// The height of an equilateral triangle of side 1.
const ROW_HEIGHT: f32 = 0.866_025_4;

/// The steps (column, row) along the three kinds of lines.
const LINES: [(i8, i8); 3] = [(1, 0), (0, 1), (1, 1)];

/// A lone DVONN piece.
pub(super) const LONE: &str = "r";

/// The kind of a stack that `side` controls.
pub(super) fn kind(side: Side, dvonn: bool) -> &'static str {
    match (side, dvonn) {
        (Side::One, false) => "w",
        (Side::One, true) => "w.r",
        (Side::Two, false) => "b",
        (Side::Two, true) => "b.r",
    }
}

/// The supply item from which `side` places pieces of a kind.
pub(super) fn hand(side: Side, kind: &str) -> String {
    format!("hand.{side}.{kind}")
}

/// Columns lean to the right as they go down: each row is shifted by half a step.
fn centre(column: i8, row: i8) -> (f32, f32) {
    let (column, row) = (f32::from(column), f32::from(row));
    (column - row / 2.0, -row * ROW_HEIGHT)
}

impl Position {
    /// What stands on a cell.
    pub(super) fn piece(&self, cell: Cell) -> Option<Piece> {
        let kind = if self.lone().has(cell) {
            LONE
        } else {
            kind(self.controller(cell)?, self.dvonn().has(cell))
        };
        let height = Some(self.height(cell));
        Some(Piece { kind, height })
    }

    /// The kind of the piece that is placed next.
    pub(super) fn piece_to_place(&self) -> &'static str {
        kind_placed(self.placed())
    }

    fn supply(&self, side: Side) -> Supply {
        let to_come = (self.placed()..PIECES).filter(|n| usize::from(n % 2) == side.index());
        let kinds: Vec<&str> = to_come.map(kind_placed).collect();
        let item = |kind: &'static str| Item {
            id: hand(side, kind),
            kind,
            count: kinds.iter().filter(|&&other| other == kind).count() as u32,
        };
        Supply {
            id: format!("hand.{side}"),
            label: Text::new("hand", "hand"),
            owner: Some(side),
            items: vec![item(LONE), item(kind(side, false))],
        }
    }
}

/// The kind of the piece that is placed when `placed` pieces are on the board.
fn kind_placed(placed: u8) -> &'static str {
    match placed {
        n if n < DVONN_PIECES => LONE,
        n if n % 2 == 0 => "w",
        _ => "b",
    }
}

fn board(position: &Position) -> Board {
    let at = |cell| {
        let (column, row) = coordinates(cell);
        centre(column, row)
    };
    let place = |cell| Place::new(name(cell), at(cell), Ground::Field, position.piece(cell));
    let lines = CELLS.into_iter().flat_map(|from: Cell| {
        let (column, row) = coordinates(from);
        // Each line is drawn once, from its first cell to its last.
        LINES.into_iter().filter_map(move |(dc, dr)| {
            if cell(column - dc, row - dr).is_some() {
                return None;
            }
            let last = (1..).find(|n| cell(column + n * dc, row + n * dr).is_none())? - 1;
            let ((x1, y1), (x2, y2)) = (
                centre(column, row),
                centre(column + last * dc, row + last * dr),
            );
            Some([x1, y1, x2, y2].map(rounded))
        })
    });
    // A letter below the foot of each column, a number at the left end of each row.
    let letters = (1..=COLUMNS).filter_map(|column| {
        let row = (1..=ROWS).find(|&row| cell(column, row).is_some())?;
        let letter = char::from(b'a' + column as u8 - 1);
        Some(Label::new(letter, centre(column, row - 1)))
    });
    let numbers = (1..=ROWS).filter_map(|row| {
        let column = (1..=COLUMNS).find(|&column| cell(column, row).is_some())?;
        let (x, y) = centre(column, row);
        Some(Label::new(row.to_string(), (x - 0.75, y)))
    });
    Board::new(
        CELLS.into_iter().map(place).collect(),
        lines.collect(),
        letters.chain(numbers).collect(),
    )
}

impl Picture for Position {
    fn scene(&self) -> Scene {
        let phase = if self.is_placing() { "place" } else { "move" };
        let mut scene = Scene::new(self, phase, Players::opposite());
        let core = |colour, key, text| Kind::disc(colour, Look::Core, key, text);
        let plain = |colour, key, text| Kind::disc(colour, Look::Plain, key, text);
        scene.kinds.extend([
            ("w", plain(Colour::White, "kind.white", "white stack")),
            ("b", plain(Colour::Black, "kind.black", "black stack")),
            (LONE, plain(Colour::Red, "kind.dvonn", "DVONN piece")),
            (
                "w.r",
                core(
                    Colour::White,
                    "kind.white-dvonn",
                    "white stack with a DVONN piece",
                ),
            ),
            (
                "b.r",
                core(
                    Colour::Black,
                    "kind.black-dvonn",
                    "black stack with a DVONN piece",
                ),
            ),
        ]);
        scene.boards.push(board(self));
        scene.supplies = Side::ALL.map(|side| self.supply(side)).into();
        scene.facts.push(Fact {
            label: Text::new("fact.points", "points"),
            p1: self.score(Side::One),
            p2: self.score(Side::Two),
        });
        scene.conclude(self);
        scene
    }

    fn about(variant: Variant) -> About {
        let rules = [
            (
                "dvonn.aim",
                "Stack pieces on each other. Whoever controls more pieces when nobody can move any more wins; a stack belongs to the colour on its top and counts all its pieces.",
            ),
            (
                "dvonn.place",
                "First the pieces are placed, one a turn, on any empty field: the three red DVONN pieces, then White's and Black's 23 pieces each.",
            ),
            (
                "dvonn.move",
                "Then a turn is a move: a stack of your colour goes in a straight line onto another stack, as many fields as it has pieces. What lies between does not matter. White begins.",
            ),
            (
                "dvonn.surrounded",
                "A stack with six neighbours cannot move. A red piece alone belongs to nobody and is not moved; anybody may move onto it.",
            ),
            (
                "dvonn.contact",
                "After each move all stacks that are not joined to a DVONN piece by a chain of neighbours leave the board.",
            ),
            (
                "dvonn.pass",
                "Who cannot move passes while the other one can. When neither can, the game is over.",
            ),
        ];
        let rules = rules.map(|(key, text)| Text::new(key, text)).into();
        About::new(variant.id(), "DVONN", Players::opposite(), rules)
    }
}
