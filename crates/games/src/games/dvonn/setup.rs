//! What a position consists of: stacks and the phase. The number of placed pieces follows from the board.

use super::TEXTS;
use super::board::{CELL_COUNT, CELLS, COLUMNS, FRAME, Hexagons, PIECES};
use super::position::{DVONN_PIECES, Position};
use super::reasons::Problem;
use super::variant::Variant;
use crate::board::{Bits, Layout};
use crate::picture::{
    CellState, ChoiceRow, Colour, FenField, HasSetup, Look, PieceRow, Setup, SetupProblem,
    SetupTable, TextKey,
};
use crate::rules::{FenError, Rules, Side, fen};

/// The most stacks a side can control.
const COLOURED: u32 = 23;

/// The index of the choice of the phase, and its words.
const PHASE: usize = 0;
const PLACE: usize = 0;
const MOVE: usize = 1;

/// A lone DVONN piece.
pub(super) const LONE: &str = "r";

/// A stack of `[minimum, maximum]` pieces.
const fn stack(
    word: &'static str,
    symbol: &'static str,
    colour: Colour,
    look: Look,
    key: &'static str,
    heights: [u8; 2],
) -> PieceRow {
    PieceRow {
        heights: Some(heights),
        ..PieceRow::disc(word, symbol, colour, look, TextKey::new(&TEXTS, key))
    }
}

/// In FENs the height comes before the star.
const CONTENTS: &[PieceRow] = {
    const ANY: [u8; 2] = [1, PIECES];
    const WITH_DVONN: [u8; 2] = [2, PIECES];
    let (white, black) = (Colour::White, Colour::Black);
    &[
        PieceRow::empty(),
        stack("w", "w", white, Look::Plain, "kind.white", ANY),
        stack("b", "b", black, Look::Plain, "kind.black", ANY),
        stack(LONE, "r", Colour::Red, Look::Plain, "kind.dvonn", [1, 1]),
        stack(
            "w.r",
            "w*",
            white,
            Look::Core,
            "kind.white-dvonn",
            WITH_DVONN,
        ),
        stack(
            "b.r",
            "b*",
            black,
            Look::Core,
            "kind.black-dvonn",
            WITH_DVONN,
        ),
    ]
};

/// The stacks of the contents after the empty cell: controller, and whether a DVONN piece is inside.
const STACKS: [(Option<Side>, bool); 5] = [
    (Some(Side::One), false),
    (Some(Side::Two), false),
    (None, true),
    (Some(Side::One), true),
    (Some(Side::Two), true),
];

/// The number of the content of a stack.
const fn number(top: Option<Side>, dvonn: bool) -> u8 {
    match top {
        None => 3,
        Some(side) => 1 + side.index() as u8 + 3 * dvonn as u8,
    }
}

/// The kind of a stack that `side` controls.
pub(super) fn kind(side: Side, dvonn: bool) -> &'static str {
    CONTENTS[usize::from(number(Some(side), dvonn))].word
}

const CHOICES: &[ChoiceRow] = &[ChoiceRow {
    id: "phase",
    label: TextKey::new(&TEXTS, "edit.phase"),
    owner: None,
    words: &[
        ("place", TextKey::new(&TEXTS, "edit.place")),
        ("move", TextKey::new(&TEXTS, "edit.move")),
    ],
}];

const FEN: &[FenField] = &[
    FenField::Other {
        name: "board",
        read: read_board,
        write: write_board,
    },
    FenField::Side(["w", "b"]),
    FenField::Word {
        name: "phase",
        choice: PHASE,
        words: &["place", "move"],
    },
];

impl HasSetup for Position {
    type Board = Hexagons;

    fn layout(_: Variant) -> &'static Hexagons {
        &Hexagons
    }

    fn setup_table(_: Variant) -> SetupTable {
        SetupTable {
            contents: CONTENTS,
            counters: Vec::new(),
            choices: CHOICES,
            fen: FEN,
        }
    }

    fn setup(&self) -> Setup {
        let mut setup = Setup::new(self.turn());
        for cell in self.occupied() {
            let kind = number(self.controller(cell), self.dvonn().has(cell));
            let height = self.height(cell);
            setup.put(cell, CellState { kind, height });
        }
        setup.choices = vec![if self.is_placing() { PLACE } else { MOVE }];
        setup
    }

    fn build(_: Variant, setup: &Setup) -> Position {
        let mut position = Position::bare();
        for (cell, CellState { kind, height }) in setup.filled() {
            let stack = STACKS.get(usize::from(kind).wrapping_sub(1));
            if let Some(&(top, dvonn)) = stack {
                position.put(cell, top, height, dvonn);
            }
        }
        position.set_placed(match setup.choice(PHASE) {
            PLACE => position.occupied().count() as u8,
            _ => PIECES,
        });
        position.set_turn(setup.turn);
        position
    }

    fn check(&self, setup: &Setup) -> Result<(), SetupProblem> {
        match setup.choice(PHASE) {
            PLACE => check_placing(self),
            _ => check_moving(self),
        }
    }
}

/// Refuses a position that cannot arise in the first phase.
fn check_placing(position: &Position) -> Result<(), SetupProblem> {
    let refuse = |problem: Problem| Err(SetupProblem::new("board", problem));
    let occupied = position.occupied();
    let placed = occupied.count();
    if placed as usize == CELL_COUNT {
        return refuse(Problem::BoardFull);
    }
    if occupied.into_iter().any(|c| position.height(c) > 1) {
        return refuse(Problem::SinglePieces);
    }
    let (found, expected) = (position.lone().count(), placed.min(u32::from(DVONN_PIECES)));
    if found != expected {
        return refuse(Problem::PlacedDvonn {
            placed,
            found,
            expected,
        });
    }
    // The remaining pieces are black.
    let (found, expected) = (
        position.controlled(Side::One).count(),
        (placed - expected) / 2,
    );
    if found != expected {
        return refuse(Problem::PlacedWhite {
            placed,
            found,
            expected,
        });
    }
    if (position.turn() == Side::One) != placed.is_multiple_of(2) {
        let number = placed + 1;
        return Err(SetupProblem::new("side", Problem::TurnToPlace { number }));
    }
    Ok(())
}

/// Refuses a position that cannot arise in the second phase.
fn check_moving(position: &Position) -> Result<(), SetupProblem> {
    let refuse = |problem: Problem| Err(SetupProblem::new("board", problem));
    let occupied = position.occupied();
    let pieces = position.pieces_on(occupied);
    if pieces > i32::from(PIECES) {
        return refuse(Problem::Pieces {
            pieces,
            most: PIECES,
        });
    }
    for side in Side::ALL {
        let (stacks, most) = (position.controlled(side).count(), COLOURED);
        if stacks > most {
            return refuse(match side {
                Side::One => Problem::WhiteStacks { stacks, most },
                Side::Two => Problem::BlackStacks { stacks, most },
            });
        }
    }
    let lone = position.lone();
    let starred = position.dvonn().minus(lone);
    let pieces = position.pieces_on(starred) as u32;
    if let Some(problem) = dvonn_problem(lone.count(), starred.count(), pieces) {
        return refuse(problem);
    }
    let cut: Bits = occupied.minus(FRAME.flood(position.dvonn(), occupied));
    if let Some(cell) = cut.lowest() {
        return refuse(Problem::NotConnected {
            place: Hexagons.name(cell),
        });
    }
    if occupied == CELLS && position.turn() == Side::Two && position.can_move(Side::One) {
        return Err(SetupProblem::new("side", Problem::WhiteFirst));
    }
    Ok(())
}

/// Why three DVONN pieces cannot be in `stacks` stacks of together `pieces` pieces and `single` ones.
fn dvonn_problem(single: u32, stacks: u32, pieces: u32) -> Option<Problem> {
    let total = u32::from(DVONN_PIECES);
    if stacks == 0 && single != total || single + stacks > total {
        return Some(Problem::DvonnPieces {
            single,
            stacks,
            total,
        });
    }
    let inside = total - single;
    let least = stacks + inside;
    (stacks > 0 && pieces < least).then_some(Problem::DvonnInside {
        pieces,
        least,
        inside,
    })
}

/// A stack as the FEN writes it; `None` for an empty cell.
pub(super) fn item(table: &SetupTable, content: CellState) -> Option<String> {
    let symbol = table.symbol(content)?;
    let letter = symbol.trim_end_matches('*');
    let star = symbol.strip_prefix(letter).unwrap_or("");
    Some(match content.height {
        ..2 => symbol.to_owned(),
        height => format!("{letter}{height}{star}"),
    })
}

/// Writes a board: items joined by commas; runs of empty cells are items too.
fn write_board(table: &SetupTable, setup: &Setup, out: &mut String) {
    let run = |n: usize| match n {
        0 => None,
        1 => Some("x".to_owned()),
        n => Some(format!("x{n}")),
    };
    let row = |cells: Vec<_>| {
        let mut items: Vec<String> = Vec::new();
        let mut empty = 0;
        for cell in cells {
            match item(table, setup.at(cell)) {
                None => empty += 1,
                Some(item) => {
                    items.extend(run(empty));
                    items.push(item);
                    empty = 0;
                }
            }
        }
        items.extend(run(empty));
        items.join(",")
    };
    let rows: Vec<String> = Hexagons.lines().into_iter().map(row).collect();
    out.push_str(&rows.join("/"));
}

fn read_board(table: &SetupTable, text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let rows = Hexagons.lines();
    let lines = fen::lines(text, rows.len(), Hexagons::LINES)?;
    for (line, row) in lines.into_iter().zip(rows) {
        let wrong = || FenError::syntax("board", line, format!("{} places", row.len()));
        let mut cells = row.iter();
        for item in line.split(',') {
            let (content, count) = read_item(table, item)?;
            for _ in 0..count {
                setup.put(*cells.next().ok_or_else(wrong)?, content);
            }
        }
        if cells.next().is_some() {
            return Err(wrong());
        }
    }
    Ok(())
}

/// Reads an item: a content, and the number of cells with it.
fn read_item(table: &SetupTable, item: &str) -> Result<(CellState, u8), FenError> {
    let wrong = || {
        let expected = "x, xN, r, w, b, wN, bN or these two with '*' (N from 2)";
        FenError::syntax("board", item, expected)
    };
    let number = |digits: &str, last: u8| match digits {
        "" => Ok(1),
        digits => fen::read_number(digits, last).ok_or_else(wrong),
    };
    if let Some(digits) = item.strip_prefix('x') {
        return Ok((CellState::default(), number(digits, COLUMNS as u8)?));
    }
    let plain = item.strip_suffix('*').unwrap_or(item);
    let digits = plain.trim_start_matches(|c: char| c.is_ascii_lowercase());
    let symbol = item.replacen(digits, "", 1);
    let found = table.number(|content| !symbol.is_empty() && content.symbol == symbol);
    let kind = found.ok_or_else(wrong)?;
    let height = number(digits, PIECES)?;
    let content = CellState { kind, height };
    let heights = table.content(content).and_then(|content| content.heights);
    match heights {
        Some([least, _]) if height < least && height == 1 => {
            Err(FenError::illegal("board", item, Problem::CoreAlone))
        }
        Some([least, most]) if (least..=most).contains(&height) => Ok((content, 1)),
        _ => Err(wrong()),
    }
}
