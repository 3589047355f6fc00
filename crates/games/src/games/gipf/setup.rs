//! What a position consists of: pieces, hands, potentials, and the rights to enter GIPF pieces.

use super::TEXTS;
use super::moves::Kind;
use super::names::Points;
use super::position::{PieceKind, Position, Reserve};
use super::reasons::Problem;
use super::variant::Variant;
use crate::board::Bits;
use crate::picture::{
    CellState, ChoiceRow, Colour, CounterRow, FenField, Ground, HasSetup, Look, NO_OR_YES,
    PieceRow, Setup, SetupProblem, SetupTable, TextKey,
};
use crate::rules::{FenError, Rules, Side, fen};

/// The maximum number of pieces of a player, in hand and on the board.
const MAX_PIECES: u8 = 18;
/// The maximum number of potentials of a player.
const MAX_POTENTIALS: u8 = 9;
/// The maximum number of GIPF pieces of a side in the standard game.
const MAX_STANDARD_GIPF: u32 = 3;

/// The kinds of pieces. Each rule set has the first ones.
const PIECES: [PieceKind; 4] = [
    PieceKind::Piece(Kind::Basic),
    PieceKind::Piece(Kind::Gipf),
    PieceKind::Piece(Kind::Charged),
    PieceKind::Used,
];

/// A piece on a point: its word, its symbol, and the numbers of basic pieces and potentials of which it consists.
const fn piece(
    side: Side,
    [word, symbol]: [&'static str; 2],
    look: Look,
    key: &'static str,
    [basic, potentials]: [u8; 2],
) -> PieceRow {
    let colour = match side {
        Side::One => Colour::White,
        Side::Two => Colour::Black,
    };
    PieceRow {
        drawn_from: [
            (hand_index(side), basic),
            (potential_index(side), potentials),
        ],
        ..PieceRow::disc(word, symbol, colour, look, TextKey::new(&TEXTS, key))
    }
    .on(Ground::Crossing)
}

/// In the order of [`number`].
const CONTENTS: &[PieceRow] = {
    const W: Side = Side::One;
    const B: Side = Side::Two;
    &[
        PieceRow::empty().on(Ground::Crossing),
        piece(W, ["w", "w"], Look::Plain, "kind.white", [1, 0]),
        piece(B, ["b", "b"], Look::Plain, "kind.black", [1, 0]),
        piece(W, ["W", "W"], Look::Double, "kind.white-gipf", [2, 0]),
        piece(B, ["B", "B"], Look::Double, "kind.black-gipf", [2, 0]),
        piece(W, ["w^", "w^"], Look::Charged, "kind.white-charged", [1, 1]),
        piece(B, ["b^", "b^"], Look::Charged, "kind.black-charged", [1, 1]),
        piece(W, ["w-", "w~"], Look::Used, "kind.white-used", [0, 1]),
        piece(B, ["b-", "b~"], Look::Used, "kind.black-used", [0, 1]),
    ]
};

/// The index of the counter of the basic pieces in hand.
const fn hand_index(side: Side) -> usize {
    2 * side.index()
}

/// The index of the counter of the potentials in hand.
const fn potential_index(side: Side) -> usize {
    2 * side.index() + 1
}

/// The number of the content of a piece.
const fn number(side: Side, what: PieceKind) -> u8 {
    let kind = match what {
        PieceKind::Piece(Kind::Basic) => 0,
        PieceKind::Piece(Kind::Gipf) => 1,
        PieceKind::Piece(Kind::Charged) => 2,
        PieceKind::Used => 3,
    };
    1 + 2 * kind + side.index() as u8
}

fn content(side: Side, what: PieceKind) -> &'static PieceRow {
    &CONTENTS[usize::from(number(side, what))]
}

/// The kind of the piece on a point.
pub(super) fn kind(side: Side, what: PieceKind) -> &'static str {
    content(side, what).word
}

/// The symbol of a piece.
pub(super) fn symbol(side: Side, what: PieceKind) -> &'static str {
    content(side, what).symbol
}

/// The id of the supply of a player.
fn supply(side: Side) -> String {
    format!("hand.{side}")
}

/// The id of the supply item for pieces of a kind in hand.
pub(super) fn hand(side: Side, kind: Kind) -> String {
    let letter = match kind {
        Kind::Basic => 'P',
        Kind::Gipf => 'G',
        Kind::Charged => 'Z',
    };
    format!("{}.{letter}", supply(side))
}

/// The basic pieces and the potentials of both players. The number of GIPF pieces to enter follows from the hand
/// and the right.
fn counters(variant: Variant) -> Vec<CounterRow> {
    let potentials = match variant {
        Variant::Zertz => MAX_POTENTIALS,
        Variant::Basic | Variant::Standard | Variant::Tournament => 0,
    };
    let counted = [(Kind::Basic, MAX_PIECES), (Kind::Charged, potentials)];
    let counters = Side::ALL.map(|side| counted.map(|(entered, max)| (side, entered, max)));
    let counter = |(side, entered, max)| CounterRow {
        supply: supply(side),
        id: hand(side, entered),
        label: TextKey::new(&TEXTS, "hand"),
        owner: Some(side),
        kind: kind(side, PieceKind::Piece(entered)),
        max,
        drawn_from: None,
    };
    counters.into_iter().flatten().map(counter).collect()
}

/// The right of a player to enter GIPF pieces. The index of the choice is that of the side.
const fn right(id: &'static str, side: Side) -> ChoiceRow {
    ChoiceRow {
        id,
        label: TextKey::new(&TEXTS, "edit.gipf"),
        owner: Some(side),
        words: NO_OR_YES,
    }
}

const RIGHTS: &[ChoiceRow] = &[right("gipf.p1", Side::One), right("gipf.p2", Side::Two)];

/// The fields of the hands, by side.
const HAND_FIELDS: [&str; 2] = ["white hand", "black hand"];

const FEN: &[FenField] = &[
    FenField::Board,
    FenField::Other {
        name: HAND_FIELDS[0],
        read: |table, text, setup| read_hand(Side::One, table, text, setup),
        write: |_, setup, out| write_hand(Side::One, setup, out),
    },
    FenField::Other {
        name: HAND_FIELDS[1],
        read: |table, text, setup| read_hand(Side::Two, table, text, setup),
        write: |_, setup, out| write_hand(Side::Two, setup, out),
    },
    FenField::Side(["w", "b"]),
];

impl HasSetup for Position {
    type Board = Points;

    fn layout(_: Variant) -> &'static Points {
        &Points
    }

    fn setup_table(variant: Variant) -> SetupTable {
        let kinds = match variant {
            Variant::Basic => 1,
            Variant::Standard | Variant::Tournament => 2,
            Variant::Zertz => PIECES.len(),
        };
        SetupTable {
            contents: CONTENTS.split_at(1 + 2 * kinds).0,
            counters: counters(variant),
            choices: if variant.has_gipf_entries() {
                RIGHTS
            } else {
                &[]
            },
            fen: FEN,
        }
    }

    fn setup(&self) -> Setup {
        let mut setup = Setup::new(self.turn());
        for point in self.occupied() {
            if let Some((side, what)) = self.piece_at(point) {
                setup.put(point, CellState::single(number(side, what)));
            }
        }
        for side in Side::ALL {
            let reserve = self.reserve(side);
            setup.counters.extend([reserve.hand, reserve.potentials]);
            setup.choices.push(usize::from(reserve.gipf_right));
        }
        setup
    }

    fn build(variant: Variant, setup: &Setup) -> Position {
        let reserves = Side::ALL.map(|side| Reserve {
            hand: setup.counter(hand_index(side)),
            potentials: setup.counter(potential_index(side)),
            gipf_right: setup.choice(side.index()) == 1,
        });
        let mut position = Position::bare(variant, reserves, setup.turn);
        for side in Side::ALL {
            for what in PIECES {
                for point in setup.cells_of(number(side, what)) {
                    position.put(point, side, what);
                }
            }
        }
        position
    }

    fn check(&self, _: &Setup) -> Result<(), SetupProblem> {
        for (side, field) in Side::ALL.into_iter().zip(HAND_FIELDS) {
            let refuse = |problem: Problem| Err(SetupProblem::new(field, problem));
            let pieces = self.pieces(side);
            let reserve = self.reserve(side);
            let gipf = (pieces & self.gipf()).count();
            if self.variant() == Variant::Standard && gipf > MAX_STANDARD_GIPF {
                return Err(SetupProblem::new("board", Problem::GipfPieces));
            }
            let found = self.piece_count(side);
            if found > u32::from(MAX_PIECES) {
                return refuse(match side {
                    Side::One => Problem::WhitePieces { found },
                    Side::Two => Problem::BlackPieces { found },
                });
            }
            let potentials = (pieces & (self.charged() | self.used())).count();
            if u32::from(reserve.potentials) + potentials > u32::from(MAX_POTENTIALS) {
                return refuse(Problem::Potentials);
            }
            if reserve.gipf_right && !pieces.within(self.gipf()) {
                return refuse(Problem::GipfRight);
            }
        }
        Ok(())
    }

    /// In a challenge, the player not to move can have a row after a lost potential.
    fn check_alone(&self) -> Result<(), SetupProblem> {
        match self.has_forced_row(!self.turn(), Bits::EMPTY) {
            true => Err(SetupProblem::new("board", Problem::RowLeft)),
            false => Ok(()),
        }
    }
}

/// Writes the hand, the G right and the potentials, such as `18GZ3`.
fn write_hand(side: Side, setup: &Setup, out: &mut String) {
    out.push_str(&setup.counter(hand_index(side)).to_string());
    if setup.choice(side.index()) == 1 {
        out.push('G');
    }
    let potentials = setup.counter(potential_index(side));
    if potentials > 0 {
        out.push_str(&format!("Z{potentials}"));
    }
}

fn read_hand(
    side: Side,
    table: &SetupTable,
    text: &str,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let wrong = |expected: &str| FenError::syntax(HAND_FIELDS[side.index()], text, expected);
    let max = |index: usize| table.counters.get(index).map_or(0, |counter| counter.max);
    let has_right = !table.choices.is_empty();
    let max_potentials = max(potential_index(side));
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let hand = fen::read_number(number, max(hand_index(side)))
        .ok_or_else(|| wrong("a number of pieces from 0 to 18"))?;
    let (right, rest) = match rest.strip_prefix('G') {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    if right && !has_right {
        return Err(wrong("no G in this rule set"));
    }
    let potentials = match rest.strip_prefix('Z') {
        None if rest.is_empty() => Some(0),
        Some(_) if max_potentials == 0 => return Err(wrong("no Z in this rule set")),
        None => None,
        Some(number) => fen::read_number(number, max_potentials),
    };
    let potentials = potentials.ok_or_else(|| {
        wrong(match (has_right, max_potentials) {
            (false, _) => "the number of pieces alone",
            (true, 0) => "the number, then G or nothing",
            (true, _) => "the number, then G or nothing, then Z1 to Z9 or nothing",
        })
    })?;
    setup.set_counter(hand_index(side), hand);
    setup.set_counter(potential_index(side), potentials);
    setup.set_choice(side.index(), usize::from(right));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::edit;

    #[test]
    fn pieces_leave_the_hand_and_return_to_it() {
        let at = Position::start(Variant::Zertz);
        let counts = |items: &[&str]| {
            let counts = edit(&at, items).expect("valid items").form.counts;
            [Kind::Basic, Kind::Charged].map(|kind| {
                let id = hand(Side::One, kind);
                counts
                    .iter()
                    .find(|count| count.id == id)
                    .map(|count| count.count)
            })
        };
        let [Some(pieces), Some(potentials)] = counts(&[]) else {
            panic!("two counts");
        };
        let word = |what| kind(Side::One, what);
        for (what, basic, charged) in [
            (PieceKind::Piece(Kind::Basic), 1, 0),
            (PieceKind::Piece(Kind::Gipf), 2, 0),
            (PieceKind::Piece(Kind::Charged), 1, 1),
            (PieceKind::Used, 0, 1),
        ] {
            let placed = format!("e5={}", word(what));
            let expected = [Some(pieces - basic), Some(potentials - charged)];
            assert_eq!(counts(&[&placed]), expected, "{placed}");
            assert_eq!(counts(&[&placed, "e5=empty"]), counts(&[]));
        }
    }
}
