//! What a position consists of: rings, marbles, the reserve and the captured marbles.

use super::TEXTS;
use super::board::Shape;
use super::position::Position;
use super::reasons::Problem;
use super::variant::{COLOURS, Marble, Variant, letter};
use crate::picture::{
    CellState, Colour, CounterRow, EMPTY, FenField, Ground, HasSetup, Look, NO_CELL, PieceRow,
    Setup, SetupProblem, SetupTable, Shape as PieceShape, TextKey,
};
use crate::rules::{Rules, Side};

/// The maximum count of marbles of a colour in a FEN.
const MAX_MARBLES: u8 = 15;

/// A marble, which comes from the counter `reserve`.
const fn marble(
    word: &'static str,
    symbol: &'static str,
    colour: Colour,
    key: &'static str,
    reserve: usize,
) -> PieceRow {
    PieceRow {
        look: Some((colour, Look::Plain, PieceShape::Marble)),
        drawn_from: [(reserve, 1), (0, 0)],
        ..PieceRow::nothing(word, symbol, TextKey::new(&TEXTS, key)).on(Ground::Ring)
    }
}

/// A vacant ring, the marbles in the order of the colours, no ring.
const CONTENTS: &[PieceRow] = &[
    PieceRow::nothing(EMPTY, "", TextKey::new(&TEXTS, "edit.ring")).on(Ground::Ring),
    marble("white", "w", Colour::White, "kind.white-marble", 0),
    marble("grey", "g", Colour::Grey, "kind.grey-marble", 1),
    marble("black", "b", Colour::Black, "kind.black-marble", 2),
    PieceRow::nothing(NO_CELL, "-", TextKey::new(&TEXTS, "edit.gone")).on(Ground::Gone),
];

/// The number of the content without a ring.
const NO_RING: u8 = 4;

/// The number of a content with a marble.
const fn number(marble: Marble) -> u8 {
    1 + marble.index() as u8
}

/// The word for a marble: its colour.
pub(super) fn kind(marble: Marble) -> &'static str {
    CONTENTS[usize::from(number(marble))].word
}

/// The id of the supply item for the reserve of a colour.
pub(super) fn reserve(marble: Marble) -> String {
    format!("reserve.{}", letter(marble))
}

/// The id of the supply item for captured marbles of a colour.
pub(super) fn captured(side: Side, marble: Marble) -> String {
    format!("captured.{side}.{}", letter(marble))
}

/// The reserve, then the captured marbles of both players, each by colour.
fn counters(variant: Variant) -> Vec<CounterRow> {
    let owners = std::iter::once(None).chain(Side::ALL.map(Some));
    let marbles = Marble::ALL.into_iter().zip(variant.marbles());
    let counters = owners.flat_map(|owner| marbles.clone().map(move |(m, max)| (owner, m, max)));
    let counter = |(owner, marble, max): (Option<Side>, Marble, u8)| match owner {
        None => CounterRow {
            supply: "reserve".to_owned(),
            id: reserve(marble),
            label: TextKey::new(&TEXTS, "reserve"),
            owner,
            kind: kind(marble),
            max,
            drawn_from: None,
        },
        Some(side) => CounterRow {
            supply: format!("captured.{side}"),
            id: captured(side, marble),
            label: TextKey::new(&TEXTS, "captured"),
            owner,
            kind: kind(marble),
            max,
            drawn_from: Some(marble.index()),
        },
    };
    counters.map(counter).collect()
}

/// Gives each player the captured marbles of the other.
pub(in crate::games) fn swap_captured(setup: &mut Setup) {
    if let Some(captured) = setup.counters.get_mut(COLOURS..) {
        captured.rotate_left(COLOURS);
    }
}

/// The counts of a supply in a FEN.
const fn counts(name: &'static str, first: usize) -> FenField {
    FenField::Counters {
        name,
        counters: (first, COLOURS),
        max: MAX_MARBLES,
        expected: "three numbers white,grey,black below 16",
    }
}

const FEN: &[FenField] = &[
    FenField::Board,
    counts("reserve", 0),
    counts("captured 1", COLOURS),
    counts("captured 2", 2 * COLOURS),
    FenField::Side(["1", "2"]),
];

impl HasSetup for Position {
    type Board = Shape;

    fn layout(variant: Variant) -> &'static Shape {
        variant.shape()
    }

    fn setup_table(variant: Variant) -> SetupTable {
        SetupTable {
            contents: CONTENTS,
            counters: counters(variant),
            choices: &[],
            fen: FEN,
        }
    }

    fn setup(&self) -> Setup {
        let mut setup = Setup::new(self.turn());
        for cell in self.variant().cells().minus(self.rings()) {
            setup.put(cell, CellState::single(NO_RING));
        }
        for marble in Marble::ALL {
            for cell in self.marbles(marble) {
                setup.put(cell, CellState::single(number(marble)));
            }
        }
        let captured = Side::ALL.map(|side| self.captured(side));
        setup.counters.extend(self.reserve());
        setup.counters.extend(captured.into_iter().flatten());
        setup
    }

    fn build(variant: Variant, setup: &Setup) -> Position {
        let mut position = Position::bare(variant);
        let gone = setup.cells_of(NO_RING);
        for cell in variant.cells().minus(gone) {
            position.toggle_ring(cell);
        }
        for marble in Marble::ALL {
            for cell in setup.cells_of(number(marble)) {
                position.toggle_marble(marble, cell);
            }
            let index = marble.index();
            position.set_reserve(marble, setup.counter(index));
            for side in Side::ALL {
                let count = setup.counter(COLOURS * (1 + side.index()) + index);
                position.set_captured(side, marble, count);
            }
        }
        position.set_turn(setup.turn);
        position.update_jumps();
        position
    }

    /// The number of marbles must be right, there must be a ring, and the game must not have ended before.
    fn check(&self, _: &Setup) -> Result<(), SetupProblem> {
        let refuse = |problem: Problem| Err(SetupProblem::new("fen", problem));
        for (marble, total) in Marble::ALL.into_iter().zip(self.variant().marbles()) {
            let found = self.all_marbles(marble);
            if found != u32::from(total) {
                return refuse(match marble {
                    Marble::White => Problem::WhiteMarbles { found, total },
                    Marble::Grey => Problem::GreyMarbles { found, total },
                    Marble::Black => Problem::BlackMarbles { found, total },
                });
            }
        }
        if self.rings().is_empty() {
            return refuse(Problem::NoRing);
        }
        if self.has_set(self.turn()) {
            return refuse(Problem::AlreadyWon);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::edit;
    use crate::rules::Fen;

    /// The FEN after changes to a position; `None` if it is invalid.
    fn fen_after(fen: &str, items: &[&str]) -> Option<String> {
        let at = Position::from_fen(Variant::Rings37, fen).expect("a position");
        edit(&at, items).expect("valid items").fen
    }

    const START: &str = "4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 1";
    const PLACED: &str = "4/5/6/3w3/6/5/4 5,8,10 0,0,0 0,0,0 1";

    #[test]
    fn a_marble_leaves_the_reserve_and_returns_to_it() {
        let after = |fen, items: &[&str]| fen_after(fen, items).expect("a position");
        assert_eq!(after(START, &["d4=white"]), PLACED);
        assert_eq!(after(PLACED, &["d4=empty"]), START);
        let grey = "4/5/6/3g3/6/5/4 6,7,10 0,0,0 0,0,0 1";
        assert_eq!(after(PLACED, &["d4=grey"]), grey);
        let captured = "4/5/6/3w3/6/5/4 5,8,8 0,0,0 0,0,2 1";
        assert_eq!(after(PLACED, &["captured.p2.b=2"]), captured);
    }

    #[test]
    fn a_reserve_that_is_set_does_not_follow_the_board() {
        assert_eq!(fen_after(START, &["d4=white", "reserve.w=6"]), None);
        assert_eq!(fen_after(START, &["reserve.w=5"]), None);
        let both = fen_after(START, &["reserve.w=5", "d4=white"]);
        assert_eq!(both.as_deref(), Some(PLACED));
    }
}
