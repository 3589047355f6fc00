//! What a position consists of: the contents of its cells, counters, choices and the side to move. Each game
//! states it once; FENs, edit forms, scenes and mirrored positions derive from it.
//!
//! A set-up need not be a valid position: editors change it step by step, and [`HasSetup::check`] judges it.

use super::edit::{EMPTY, NO, YES};
use super::scene::{Colour, Ground, Id, Look, Shape};
use super::translation::COMMON_TEXTS;
use crate::board::{Bits, Cell, Layout};
use crate::rules::{Catalog, Fen, FenError, Rules, Side, Text, fen, quote};

/// The content of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CellState {
    /// The index in [`SetupTable::contents`]; 0 for an empty cell.
    pub kind: u8,
    /// The number of pieces, in games with stacks.
    pub height: u8,
}

impl CellState {
    /// One piece of a kind.
    #[must_use]
    pub const fn single(kind: u8) -> CellState {
        CellState { kind, height: 1 }
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
    cells: [CellState; 64],
    /// The counters, in the order of [`SetupTable::counters`].
    pub counters: Vec<u8>,
    /// The index of the word of each choice, in the order of [`SetupTable::choices`].
    pub choices: Vec<usize>,
    /// The side to move.
    pub turn: Side,
}

impl Setup {
    /// An empty board without counters and choices.
    #[must_use]
    pub const fn new(turn: Side) -> Setup {
        Setup {
            cells: [CellState { kind: 0, height: 0 }; 64],
            counters: Vec::new(),
            choices: Vec::new(),
            turn,
        }
    }

    /// The content of a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> CellState {
        self.cells.get(cell.index()).copied().unwrap_or_default()
    }

    /// Sets the content of a cell.
    pub fn put(&mut self, cell: Cell, content: CellState) {
        if let Some(place) = self.cells.get_mut(cell.index()) {
            *place = content;
        }
    }

    /// The cells that are not empty, with their contents.
    pub fn filled(&self) -> impl Iterator<Item = (Cell, CellState)> + '_ {
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

    /// Sets a counter, if there is one.
    pub fn set_counter(&mut self, index: usize, number: u8) {
        if let Some(counter) = self.counters.get_mut(index) {
            *counter = number;
        }
    }

    /// The index of the word of a choice; 0 if there is none.
    #[must_use]
    pub fn choice(&self, index: usize) -> usize {
        self.choices.get(index).copied().unwrap_or(0)
    }

    /// Chooses the word of a choice, if there is one.
    pub fn set_choice(&mut self, index: usize, word: usize) {
        if let Some(choice) = self.choices.get_mut(index) {
            *choice = word;
        }
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

    /// The problem of a FEN with these fields.
    fn in_fen(self, fields: &[FenField], text: &str) -> FenError {
        let mut found = fields.iter().zip(text.split(' '));
        let found = found.find(|(field, _)| field.name() == self.field);
        FenError::illegal(
            self.field,
            found.map_or(text, |(_, found)| found),
            self.problem,
        )
    }
}

/// A game that states what its positions consist of.
pub trait HasSetup: Rules {
    /// The board.
    type Board: Layout + 'static;

    /// The board of a rule set.
    fn layout(variant: Self::Variant) -> &'static Self::Board;

    /// What can be set in a position of a rule set.
    fn setup_table(variant: Self::Variant) -> SetupTable;

    /// What this position consists of.
    fn setup(&self) -> Setup;

    /// The position of a set-up. A set-up that [`HasSetup::check`] refuses gives a meaningless position.
    fn build(variant: Self::Variant, setup: &Setup) -> Self;

    /// Whether a game can reach `setup`, of which this position was built.
    ///
    /// # Errors
    /// The first violated rule.
    fn check(&self, setup: &Setup) -> Result<(), SetupProblem>;

    /// The position of a set-up, as a part of a larger game can reach it. Derived; do not override.
    ///
    /// # Errors
    /// The first violated rule.
    fn from_setup(variant: Self::Variant, setup: &Setup) -> Result<Self, SetupProblem> {
        let position = Self::build(variant, setup);
        position.check(setup).map(|()| position)
    }

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

/// What can be set in the positions of a rule set.
pub struct SetupTable {
    /// What a cell can contain; the first entry is an empty cell.
    pub contents: &'static [PieceRow],
    /// The counters.
    pub counters: Vec<CounterRow>,
    /// The choices other than the side to move.
    pub choices: &'static [ChoiceRow],
    /// The fields of the FEN, in order.
    pub fen: &'static [FenField],
}

/// A text of a catalog.
#[derive(Clone, Copy)]
pub struct TextKey {
    pub(super) catalog: &'static Catalog,
    pub(super) key: &'static str,
}

impl TextKey {
    /// The text of a key.
    #[must_use]
    pub const fn new(catalog: &'static Catalog, key: &'static str) -> TextKey {
        TextKey { catalog, key }
    }

    /// The text.
    #[must_use]
    pub fn text(self) -> Text {
        self.catalog.text(self.key)
    }
}

/// Something that a cell can contain.
#[derive(Clone, Copy)]
pub struct PieceRow {
    /// The word in edit forms; for a piece also its kind in scenes.
    pub word: &'static str,
    /// The symbol in FENs; none for an empty cell.
    pub symbol: &'static str,
    /// The looks of a piece; `None` for no piece.
    pub look: Option<(Colour, Look, Shape)>,
    /// A noun for it.
    pub text: TextKey,
    /// The look of the place; `None` if the content does not decide it.
    pub ground: Option<Ground>,
    /// The minimum and maximum height, in games with stacks.
    pub heights: Option<[u8; 2]>,
    /// The indices of counters from which its pieces come, with the numbers of pieces.
    pub drawn_from: [(usize, u8); 2],
}

impl PieceRow {
    /// An empty cell.
    #[must_use]
    pub const fn empty() -> PieceRow {
        PieceRow::nothing(EMPTY, "", TextKey::new(&COMMON_TEXTS, "edit.empty"))
    }

    /// A cell without a piece.
    #[must_use]
    pub const fn nothing(word: &'static str, symbol: &'static str, text: TextKey) -> PieceRow {
        PieceRow {
            word,
            symbol,
            look: None,
            text,
            ground: None,
            heights: None,
            drawn_from: [(0, 0); 2],
        }
    }

    /// A flat piece.
    #[must_use]
    pub const fn disc(
        word: &'static str,
        symbol: &'static str,
        colour: Colour,
        look: Look,
        text: TextKey,
    ) -> PieceRow {
        PieceRow {
            look: Some((colour, look, Shape::Disc)),
            ..PieceRow::nothing(word, symbol, text)
        }
    }

    /// The same on a place with a look.
    #[must_use]
    pub const fn on(self, ground: Ground) -> PieceRow {
        PieceRow {
            ground: Some(ground),
            ..self
        }
    }
}

/// A number, such as the pieces in a hand.
pub struct CounterRow {
    /// The id of the supply in the scene.
    pub supply: Id,
    /// The id of the item in the scene and in edit forms.
    pub id: Id,
    /// The name of the supply.
    pub label: TextKey,
    /// The owner; `None` for a shared supply.
    pub owner: Option<Side>,
    /// The kind of the pieces.
    pub kind: &'static str,
    /// The maximum in edit forms; 0 if the rule set has no such pieces.
    pub max: u8,
    /// The counter from which the pieces come, if they come from one.
    pub drawn_from: Option<usize>,
}

/// A setting with a few words.
pub struct ChoiceRow {
    /// The id in edit forms.
    pub id: &'static str,
    /// The name.
    pub label: TextKey,
    /// The player it belongs to; `None` for both.
    pub owner: Option<Side>,
    /// The words with their meanings.
    pub words: &'static [(&'static str, TextKey)],
}

/// The words of a yes-or-no choice: 0 is no, 1 is yes.
pub const NO_OR_YES: &[(&str, TextKey)] = &[
    (NO, TextKey::new(&COMMON_TEXTS, "edit.no")),
    (YES, TextKey::new(&COMMON_TEXTS, "edit.yes")),
];

impl SetupTable {
    /// An empty board; all counters are 0, and all choices have their first words.
    #[must_use]
    pub fn blank(&self) -> Setup {
        let mut setup = Setup::new(Side::One);
        setup.counters = vec![0; self.counters.len()];
        setup.choices = vec![0; self.choices.len()];
        setup
    }

    /// The description of a content.
    #[must_use]
    pub fn content(&self, content: CellState) -> Option<&'static PieceRow> {
        self.contents.get(usize::from(content.kind))
    }

    /// The symbol of a content in FENs; `None` for an empty cell.
    #[must_use]
    pub fn symbol(&self, content: CellState) -> Option<&'static str> {
        let symbol = self.content(content)?.symbol;
        (!symbol.is_empty()).then_some(symbol)
    }

    /// The number of the first content that `fits`.
    #[must_use]
    pub fn number(&self, fits: impl Fn(&PieceRow) -> bool) -> Option<u8> {
        let number = self.contents.iter().position(fits)?;
        u8::try_from(number).ok()
    }
}

/// A field of a FEN.
pub enum FenField {
    /// The board: symbols, and runs of empty cells as digits.
    Board,
    /// Counters joined by commas.
    Counters {
        /// The name of the field.
        name: &'static str,
        /// The index of the first counter, and the number of counters.
        counters: (usize, usize),
        /// The maximum in FENs.
        max: u8,
        /// The form of the field, for messages.
        expected: &'static str,
    },
    /// The side to move: the words for both sides.
    Side([&'static str; 2]),
    /// The word of a choice. The field is absent if the word is empty, which only the last field may be.
    Word {
        /// The name of the field.
        name: &'static str,
        /// The index of the choice.
        choice: usize,
        /// The words in FENs, in the order of the choice.
        words: &'static [&'static str],
    },
    /// A field that the game reads and writes.
    Other {
        /// The name of the field.
        name: &'static str,
        /// Reads the field.
        read: fn(&SetupTable, &str, &mut Setup) -> Result<(), FenError>,
        /// Appends the field to a text.
        write: fn(&SetupTable, &Setup, &mut String),
    },
}

impl FenField {
    fn name(&self) -> &'static str {
        match self {
            FenField::Board => "board",
            FenField::Side(_) => "side",
            FenField::Counters { name, .. }
            | FenField::Word { name, .. }
            | FenField::Other { name, .. } => name,
        }
    }

    /// The word of a field that can be absent.
    fn optional(&self) -> Option<&'static str> {
        match self {
            FenField::Word { words, .. } if words.contains(&"") => {
                words.iter().copied().find(|word| !word.is_empty())
            }
            _ => None,
        }
    }

    fn read(
        &self,
        layout: &impl Layout,
        table: &SetupTable,
        text: &str,
        setup: &mut Setup,
    ) -> Result<(), FenError> {
        let wrong = |expected: String| FenError::syntax(self.name(), text, expected);
        match self {
            FenField::Board => return read_board(layout, table, text, setup),
            FenField::Counters {
                counters: (first, count),
                max,
                expected,
                ..
            } => {
                let numbers = text.split(',').map(|number| fen::read_number(number, *max));
                let numbers: Option<Vec<u8>> = numbers.collect();
                let numbers = numbers.filter(|numbers| numbers.len() == *count);
                let numbers = numbers.ok_or_else(|| wrong((*expected).to_owned()))?;
                let numbers = (*first..).zip(numbers);
                numbers.for_each(|(index, n)| setup.set_counter(index, n));
            }
            FenField::Side(words) => {
                let [one, two] = words;
                let mut sides = Side::ALL.into_iter().zip(words);
                let found = sides.find(|(_, word)| **word == text);
                let (side, _) = found.ok_or_else(|| wrong(format!("{one} or {two}")))?;
                setup.turn = side;
            }
            FenField::Word { choice, words, .. } => {
                let found = words.iter().position(|word| *word == text);
                let shown = words.iter().copied().filter(|word| !word.is_empty());
                let expected = || shown.collect::<Vec<_>>().join(" or ");
                setup.set_choice(*choice, found.ok_or_else(|| wrong(expected()))?);
            }
            FenField::Other { read, .. } => return read(table, text, setup),
        }
        Ok(())
    }

    fn write(&self, layout: &impl Layout, table: &SetupTable, setup: &Setup, out: &mut String) {
        match self {
            FenField::Board => {
                out.push_str(&fen::write_board(layout, |cell| {
                    table.symbol(setup.at(cell))
                }));
            }
            FenField::Counters {
                counters: (first, count),
                ..
            } => {
                let counters = setup.counters.iter().skip(*first).take(*count);
                let counters: Vec<String> = counters.map(u8::to_string).collect();
                out.push_str(&counters.join(","));
            }
            FenField::Side([one, two]) => out.push_str(match setup.turn {
                Side::One => one,
                Side::Two => two,
            }),
            FenField::Word { choice, words, .. } => {
                out.push_str(words.get(setup.choice(*choice)).unwrap_or(&""));
            }
            FenField::Other { write, .. } => write(table, setup, out),
        }
    }
}

fn read_board(
    layout: &impl Layout,
    table: &SetupTable,
    text: &str,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let symbols = table.contents.iter().map(|content| content.symbol);
    let symbols: Vec<&str> = symbols.filter(|symbol| !symbol.is_empty()).collect();
    let legend = symbols.join(", ");
    fen::read_board(
        layout,
        text,
        &legend,
        |text| take_symbol(table, &symbols, text),
        |cell, kind| setup.put(cell, kind.map_or(CellState::default(), CellState::single)),
    )
}

/// Reads a symbol from the front of a text, the longest that fits; returns the number of its content.
fn take_symbol<'a>(table: &SetupTable, symbols: &[&str], text: &'a str) -> Option<(u8, &'a str)> {
    let fitting = symbols.iter().filter(|&&symbol| text.starts_with(symbol));
    let symbol = fitting.max_by_key(|symbol| symbol.len())?;
    let number = table.number(|content| content.symbol == *symbol)?;
    Some((number, text.get(symbol.len()..)?))
}

/// The fields of a text; a field that can be absent is then empty.
fn split<'a>(table: &SetupTable, text: &'a str) -> Result<Vec<&'a str>, FenError> {
    let mut found: Vec<&str> = text.split(' ').collect();
    let absent = table.fen.last().and_then(FenField::optional);
    if absent.is_some() && found.len() + 1 == table.fen.len() {
        found.push("");
    }
    if found.len() == table.fen.len() {
        return Ok(found);
    }
    let always = table.fen.iter().filter(|field| field.optional().is_none());
    let names: Vec<String> = always.map(|field| format!("<{}>", field.name())).collect();
    let names = names.join(" ");
    let expected = match absent {
        None => format!("the fields '{names}'"),
        Some(word) => format!("the fields '{names}' or '{names} {word}'"),
    };
    Err(FenError::syntax("fen", text, expected))
}

fn write_fen(layout: &impl Layout, table: &SetupTable, setup: &Setup) -> String {
    let mut text = String::with_capacity(64);
    for field in table.fen {
        let start = text.len();
        field.write(layout, table, setup, &mut text);
        // An absent field has no space before it either.
        if text.len() > start && start > 0 {
            text.insert(start, ' ');
        }
    }
    text
}

impl<P: HasSetup> Fen for P {
    fn from_fen(variant: P::Variant, text: &str) -> Result<P, FenError> {
        let position = read_part::<P>(variant, text)?;
        let checked = position.check_alone();
        checked.map_err(|refused| refused.in_fen(P::setup_table(variant).fen, text))?;
        Ok(position)
    }

    fn fen(&self) -> String {
        let variant = self.variant();
        write_fen(P::layout(variant), &P::setup_table(variant), &self.setup())
    }
}

/// Reads the FEN of a part of a larger game strictly, as [`Fen::from_fen`].
///
/// # Errors
/// The first wrong field, its text and the problem.
pub fn read_part<P: HasSetup>(variant: P::Variant, text: &str) -> Result<P, FenError> {
    let (layout, table) = (P::layout(variant), P::setup_table(variant));
    let mut setup = table.blank();
    for (field, found) in table.fen.iter().zip(split(&table, text)?) {
        field.read(layout, &table, found, &mut setup)?;
    }
    let canonical = write_fen(layout, &table, &setup);
    if canonical != text {
        return Err(not_canonical(table.fen, text, &canonical));
    }
    P::from_setup(variant, &setup).map_err(|refused| refused.in_fen(table.fen, text))
}

/// The error of a text that can be read, but is written in another way: its first field that differs, or the
/// line of the board.
fn not_canonical(fields: &[FenField], text: &str, canonical: &str) -> FenError {
    let both = text.split(' ').zip(canonical.split(' '));
    let mut lines = fields
        .iter()
        .zip(both)
        .flat_map(|(field, (found, canonical))| {
            let lines = found.split('/').zip(canonical.split('/'));
            lines.map(|(found, canonical)| (field.name(), found, canonical))
        });
    let different = lines.find(|(_, found, canonical)| found != canonical);
    let (name, found, canonical) = different.unwrap_or(("fen", text, canonical));
    FenError::syntax(
        name,
        found,
        format!("the canonical form '{}'", quote(canonical)),
    )
}
