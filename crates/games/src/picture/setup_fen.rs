//! FENs of set-ups, in both directions.
//!
//! Readers may be generous: a text that is not written the same way again is refused.

use super::setup::{Content, SetUp, Setup, SetupProblem};
use super::setup_form::SetupForm;
use crate::board::Layout;
use crate::rules::{Fen, FenError, Side, fen, quote};

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
        read: fn(&SetupForm, &str, &mut Setup) -> Result<(), FenError>,
        /// Appends the field to a text.
        write: fn(&SetupForm, &Setup, &mut String),
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
        form: &SetupForm,
        text: &str,
        setup: &mut Setup,
    ) -> Result<(), FenError> {
        let wrong = |expected: String| FenError::syntax(self.name(), text, expected);
        match self {
            FenField::Board => return read_board(layout, form, text, setup),
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
                let counters = setup.counters.iter_mut().skip(*first);
                counters.zip(numbers).for_each(|(counter, n)| *counter = n);
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
                let word = found.ok_or_else(|| wrong(expected()))?;
                if let Some(choice) = setup.choices.get_mut(*choice) {
                    *choice = word;
                }
            }
            FenField::Other { read, .. } => return read(form, text, setup),
        }
        Ok(())
    }

    fn write(&self, layout: &impl Layout, form: &SetupForm, setup: &Setup, out: &mut String) {
        match self {
            FenField::Board => {
                out.push_str(&fen::write_board(layout, |cell| {
                    form.symbol(setup.at(cell))
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
            FenField::Other { write, .. } => write(form, setup, out),
        }
    }
}

fn read_board(
    layout: &impl Layout,
    form: &SetupForm,
    text: &str,
    setup: &mut Setup,
) -> Result<(), FenError> {
    let symbols = form.contents.iter().map(|content| content.symbol);
    let symbols: Vec<&str> = symbols.filter(|symbol| !symbol.is_empty()).collect();
    let legend = symbols.join(", ");
    fen::read_board(
        layout,
        text,
        &legend,
        |text| take_symbol(form, &symbols, text),
        |cell, kind| setup.put(cell, kind.map_or(Content::default(), Content::single)),
    )
}

/// Reads a symbol from the front of a text, the longest that fits; returns the number of its content.
fn take_symbol<'a>(form: &SetupForm, symbols: &[&str], text: &'a str) -> Option<(u8, &'a str)> {
    let fitting = symbols.iter().filter(|&&symbol| text.starts_with(symbol));
    let symbol = fitting.max_by_key(|symbol| symbol.len())?;
    let number = form.number(|content| content.symbol == *symbol)?;
    Some((number, text.get(symbol.len()..)?))
}

/// The fields of a text; a field that can be absent is then empty.
fn split<'a>(form: &SetupForm, text: &'a str) -> Result<Vec<&'a str>, FenError> {
    let mut found: Vec<&str> = text.split(' ').collect();
    let absent = form.fen.last().and_then(FenField::optional);
    if absent.is_some() && found.len() + 1 == form.fen.len() {
        found.push("");
    }
    if found.len() == form.fen.len() {
        return Ok(found);
    }
    let always = form.fen.iter().filter(|field| field.optional().is_none());
    let names: Vec<String> = always.map(|field| format!("<{}>", field.name())).collect();
    let names = names.join(" ");
    let expected = match absent {
        None => format!("the fields '{names}'"),
        Some(word) => format!("the fields '{names}' or '{names} {word}'"),
    };
    Err(FenError::syntax("fen", text, expected))
}

/// Writes the FEN of a set-up of a rule set.
pub(super) fn write_setup(layout: &impl Layout, form: &SetupForm, setup: &Setup) -> String {
    let mut text = String::with_capacity(64);
    for field in form.fen {
        let start = text.len();
        field.write(layout, form, setup, &mut text);
        // An absent field has no space before it either.
        if text.len() > start && start > 0 {
            text.insert(start, ' ');
        }
    }
    text
}

impl<P: SetUp> Fen for P {
    fn from_fen(variant: P::Variant, text: &str) -> Result<P, FenError> {
        read(variant, text, |position: &P, setup| {
            position.check(setup)?;
            position.check_alone()
        })
    }

    fn fen(&self) -> String {
        let variant = self.variant();
        write_setup(P::layout(variant), &P::setup_form(variant), &self.setup())
    }
}

/// Reads the FEN of a part of a larger game strictly, as [`Fen::from_fen`].
///
/// # Errors
/// The first wrong field, its text and the problem.
pub fn read_part<P: SetUp>(variant: P::Variant, text: &str) -> Result<P, FenError> {
    read(variant, text, P::check)
}

fn read<P: SetUp>(
    variant: P::Variant,
    text: &str,
    check: impl Fn(&P, &Setup) -> Result<(), SetupProblem>,
) -> Result<P, FenError> {
    let (layout, form) = (P::layout(variant), P::setup_form(variant));
    let fields = split(&form, text)?;
    let mut setup = form.blank();
    for (field, found) in form.fen.iter().zip(&fields) {
        field.read(layout, &form, found, &mut setup)?;
    }
    if write_setup(layout, &form, &setup) != text {
        return Err(not_canonical(layout, &form, &setup, &fields, text));
    }
    let position = P::build(variant, &setup);
    check(&position, &setup).map_err(|refused| {
        let mut named = form.fen.iter().zip(&fields);
        let found = named.find(|(field, _)| field.name() == refused.field);
        let found = found.map_or(text, |(_, found)| found);
        FenError::illegal(refused.field, found, refused.problem)
    })?;
    Ok(position)
}

/// The error of a text that can be read, but is written in another way: its first field that differs, or the
/// line of the board.
fn not_canonical(
    layout: &impl Layout,
    form: &SetupForm,
    setup: &Setup,
    fields: &[&str],
    text: &str,
) -> FenError {
    let error = |name, found: &str, canonical: &str| {
        let expected = format!("the canonical form '{}'", quote(canonical));
        FenError::syntax(name, found, expected)
    };
    for (field, found) in form.fen.iter().zip(fields) {
        let mut canonical = String::new();
        field.write(layout, form, setup, &mut canonical);
        let mut lines = found.split('/').zip(canonical.split('/'));
        if let Some((found, canonical)) = lines.find(|(found, canonical)| found != canonical) {
            return error(field.name(), found, canonical);
        }
    }
    error("fen", text, &write_setup(layout, form, setup))
}
