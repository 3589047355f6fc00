//! What a position consists of: supports, two of them with a ball, and whether a claim has ended the game.

use super::TEXTS;
use super::board::{BOARD, Squares, touches};
use super::notation::CLAIM;
use super::position::Position;
use super::reasons::Problem;
use super::variant::Variant;
use crate::board::Cell;
use crate::picture::{
    CellState, ChoiceRow, Colour, FenField, HasSetup, Look, NO_OR_YES, PieceRow, Setup,
    SetupProblem, SetupTable, TextKey,
};
use crate::rules::{Rules, Side};

/// The number of supports of a side.
const SUPPORTS: u32 = 7;

/// The index of the choice: has a claim ended the game?
const CLAIMED: usize = 0;

/// A support: its word is also its symbol.
const fn support(word: &'static str, colour: Colour, look: Look, key: &'static str) -> PieceRow {
    PieceRow::disc(word, word, colour, look, TextKey::new(&TEXTS, key))
}

/// In the order of [`kind`].
const CONTENTS: &[PieceRow] = &[
    PieceRow::empty(),
    support("w", Colour::White, Look::Plain, "kind.white"),
    support("b", Colour::Black, Look::Plain, "kind.black"),
    support("W", Colour::White, Look::Ball, "kind.white-ball"),
    support("B", Colour::Black, Look::Ball, "kind.black-ball"),
];

/// The kind of a support, with the ball or without.
const fn kind(side: Side, ball: bool) -> u8 {
    1 + side.index() as u8 + 2 * ball as u8
}

const CHOICES: &[ChoiceRow] = &[ChoiceRow {
    id: "claim",
    label: TextKey::new(&TEXTS, "edit.claim"),
    owner: None,
    words: NO_OR_YES,
}];

const FEN: &[FenField] = &[
    FenField::Board,
    FenField::Side(["w", "b"]),
    FenField::Word {
        name: "claim",
        choice: CLAIMED,
        words: &["", CLAIM],
    },
];

impl HasSetup for Position {
    type Board = Squares;

    fn layout(_: Variant) -> &'static Squares {
        &BOARD
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
        for side in Side::ALL {
            for cell in self.supports(side) {
                let kind = kind(side, self.ball(side) == cell);
                setup.put(cell, CellState::single(kind));
            }
        }
        setup.choices = vec![usize::from(self.claimed())];
        setup
    }

    fn build(variant: Variant, setup: &Setup) -> Position {
        let holders = Side::ALL.map(|side| setup.cells_of(kind(side, true)));
        let others = Side::ALL.map(|side| setup.cells_of(kind(side, false)));
        let supports = Side::ALL.map(|side| holders[side.index()] | others[side.index()]);
        let balls = holders.map(|holders| holders.lowest().unwrap_or(Cell(0)));
        let claimed = setup.choice(CLAIMED) == 1;
        Position::new(variant, supports, balls, setup.turn, claimed)
    }

    fn check(&self, setup: &Setup) -> Result<(), SetupProblem> {
        for side in Side::ALL {
            let found = self.supports(side).count();
            let balls = setup.cells_of(kind(side, true)).count() as usize;
            if found != SUPPORTS || balls != 1 {
                let problem = match side {
                    Side::One => Problem::WhiteSupports { found, balls },
                    Side::Two => Problem::BlackSupports { found, balls },
                };
                return Err(SetupProblem::new("board", problem));
            }
        }
        let (next, last) = (self.turn(), !self.turn());
        if self.has_scored(next) {
            return Err(SetupProblem::new("board", Problem::BallOnGoal));
        }
        let touched = touches(self.supports(last), self.supports(next));
        if self.claimed() && (self.has_scored(last) || !touched) {
            return Err(SetupProblem::new("claim", Problem::Claim));
        }
        Ok(())
    }
}
