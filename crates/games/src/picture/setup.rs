//! What a position consists of: the contents of its cells, counters, choices and the side to move. Each game
//! states it once; FENs, edit forms, scenes and mirrored positions derive from it.
//!
//! A set-up need not be a valid position: editors change it step by step, and [`SetUp::check`] judges it.

use super::setup_form::SetupForm;
use crate::board::{Bits, Cell, Layout};
use crate::rules::{Rules, Side, Text};

/// The content of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// The index in [`SetupForm::contents`]; 0 for an empty cell.
    pub kind: u8,
    /// The number of pieces, in games with stacks.
    pub height: u8,
}

impl Content {
    /// One piece of a kind.
    #[must_use]
    pub const fn single(kind: u8) -> Content {
        Content { kind, height: 1 }
    }

    /// Whether the cell is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.kind == 0
    }
}

/// What a position consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    cells: [Content; 64],
    /// The counters, in the order of [`SetupForm::counters`].
    pub counters: Vec<u8>,
    /// The index of the word of each choice, in the order of [`SetupForm::choices`].
    pub choices: Vec<usize>,
    /// The side to move.
    pub turn: Side,
}

impl Setup {
    /// An empty board without counters and choices.
    #[must_use]
    pub const fn new(turn: Side) -> Setup {
        Setup {
            cells: [Content { kind: 0, height: 0 }; 64],
            counters: Vec::new(),
            choices: Vec::new(),
            turn,
        }
    }

    /// The content of a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> Content {
        self.cells.get(cell.index()).copied().unwrap_or_default()
    }

    /// Sets the content of a cell.
    pub fn put(&mut self, cell: Cell, content: Content) {
        if let Some(place) = self.cells.get_mut(cell.index()) {
            *place = content;
        }
    }

    /// The cells that are not empty, with their contents.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, Content)> + '_ {
        let cells = (0..).map(Cell).zip(self.cells);
        cells.filter(|(_, content)| !content.is_empty())
    }

    /// The cells with a content of this kind.
    #[must_use]
    pub fn cells_of(&self, kind: u8) -> Bits {
        let cells = self.filled().filter(|(_, content)| content.kind == kind);
        cells.map(|(cell, _)| cell).collect()
    }

    /// The number of a counter; 0 if there is none.
    #[must_use]
    pub fn counter(&self, index: usize) -> u8 {
        self.counters.get(index).copied().unwrap_or(0)
    }

    /// The index of the word of a choice; 0 if there is none.
    #[must_use]
    pub fn choice(&self, index: usize) -> usize {
        self.choices.get(index).copied().unwrap_or(0)
    }

    /// The same with every content on the image of its cell.
    #[must_use]
    pub fn moved(&self, image: impl Fn(Cell) -> Cell) -> Setup {
        let mut moved = Setup {
            counters: self.counters.clone(),
            choices: self.choices.clone(),
            ..Setup::new(self.turn)
        };
        for (cell, content) in self.filled() {
            moved.put(image(cell), content);
        }
        moved
    }
}

/// Why no game reaches a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupProblem {
    /// The field of the FEN that contradicts the rules; `fen` for the whole text.
    pub field: &'static str,
    /// The violated rule.
    pub problem: Text,
}

impl SetupProblem {
    /// A violated rule, and the field that violates it.
    pub fn new(field: &'static str, problem: impl Into<Text>) -> SetupProblem {
        SetupProblem {
            field,
            problem: problem.into(),
        }
    }
}

/// A game that states what its positions consist of.
pub trait SetUp: Rules {
    /// The board.
    type Board: Layout + 'static;

    /// The board of a rule set.
    fn layout(variant: Self::Variant) -> &'static Self::Board;

    /// What can be set in a position of a rule set.
    fn setup_form(variant: Self::Variant) -> SetupForm;

    /// What this position consists of.
    fn setup(&self) -> Setup;

    /// The position of a set-up. A set-up that [`SetUp::check`] refuses gives a meaningless position.
    fn build(variant: Self::Variant, setup: &Setup) -> Self;

    /// Whether a game can reach `setup`, of which this position was built.
    ///
    /// # Errors
    /// The first violated rule.
    fn check(&self, setup: &Setup) -> Result<(), SetupProblem>;

    /// Whether a game of its own can reach this position, which a part of a larger game can reach.
    ///
    /// # Errors
    /// The first violated rule.
    fn check_alone(&self) -> Result<(), SetupProblem> {
        Ok(())
    }

    /// The position with every content on the image of its cell. Derived; do not override.
    #[must_use]
    fn moved(&self, image: impl Fn(Cell) -> Cell) -> Self {
        Self::build(self.variant(), &self.setup().moved(image))
    }
}
