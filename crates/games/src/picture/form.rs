//! The edit form of a position: everything that can be set, with its current value.
//!
//! A form may be invalid as a position, because users set up positions step by step. An item
//! `ID=VALUE` sets one entry.

use std::collections::HashSet;

use serde::Serialize;

use super::scene::{Ground, Id, Players, Scene, ScenePiece};
use super::translation::COMMON_TEXTS;
use crate::rules::{Side, Text, fen};

/// The word for a place without a piece.
pub const EMPTY: &str = "empty";
/// The word for a place without its ring.
pub const GONE: &str = "gone";
/// The id of the choice of the side to move.
pub const TURN: &str = "turn";
/// The word for *no* in a yes-or-no choice.
pub const NO: &str = "no";
/// The word for *yes* in a yes-or-no choice.
pub const YES: &str = "yes";

/// Everything that can be set in a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EditForm {
    /// The pieces on each board and the pieces that can be put there.
    pub palettes: Vec<PieceOptions>,
    /// Numbers, such as the pieces in a hand.
    pub counts: Vec<EditCounter>,
    /// Other settings: the side to move, rights, phases.
    pub choices: Vec<EditChoice>,
}

/// The pieces that can be put on the places of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceOptions {
    /// The id of the board.
    pub board: Id,
    /// Whether it has an effect in the current state of the form.
    pub active: bool,
    /// The word that clears a place.
    pub clear: &'static str,
    /// The pieces that can be put on a place.
    #[serde(rename = "puts")]
    pub pieces: Vec<PieceOption>,
    /// The places that can be set.
    pub places: Vec<EditCell>,
}

/// A piece, or a look without a piece, that can be put on a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceOption {
    /// The word for it in items.
    pub put: &'static str,
    /// The kind of the piece; `None` for no piece.
    pub kind: Option<&'static str>,
    /// The look that the place gets; `None` leaves it unchanged.
    pub ground: Option<Ground>,
    /// The minimum and maximum height, in games with stacks.
    pub heights: Option<[u8; 2]>,
    /// A noun for it.
    pub text: Text,
}

/// The current content of a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EditCell {
    /// The id of the place.
    pub id: Id,
    /// The word of the content.
    pub put: &'static str,
    /// The number of pieces, in games with stacks.
    pub height: Option<u8>,
}

/// A number that can be set, such as the pieces in a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EditCounter {
    /// Unique in the form. The count of a supply item has the id of the item.
    pub id: Id,
    /// The name of the count.
    pub label: Text,
    /// The owner; `None` for a shared count.
    pub owner: Option<Side>,
    /// The kind of the pieces, if pieces are counted.
    pub kind: Option<&'static str>,
    /// Whether it has an effect in the current state of the form.
    pub active: bool,
    /// The current number.
    pub count: u8,
    /// The maximum.
    #[serde(rename = "most")]
    pub max: u8,
}

/// A setting with a few possible words, or with free text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EditChoice {
    /// Unique in the form.
    pub id: Id,
    /// The name of the setting.
    pub label: Text,
    /// The player it belongs to; `None` for both.
    pub owner: Option<Side>,
    /// Whether it has an effect in the current state of the form.
    pub active: bool,
    /// The current word.
    pub value: String,
    /// The possible words. If empty, any word is allowed.
    pub options: Vec<Alternative>,
}

/// One of the words of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Alternative {
    /// The word.
    pub value: &'static str,
    /// The meaning of the word.
    pub label: Text,
}

impl EditForm {
    /// Sets the entry that an item `ID=VALUE` names.
    ///
    /// # Errors
    /// The allowed values or ids; the form stays unchanged.
    pub fn set(&mut self, item: &str) -> Result<(), Vec<String>> {
        let expected = |text: &str| vec![text.to_owned()];
        let (id, value) = item.split_once('=').ok_or_else(|| expected("ID=VALUE"))?;
        for palette in &mut self.palettes {
            if let Some(cell) = palette.places.iter_mut().find(|cell| cell.id == id) {
                (cell.put, cell.height) = put_of(&palette.pieces, value)?;
                return Ok(());
            }
        }
        if let Some(count) = self.counts.iter_mut().find(|count| count.id == id) {
            count.count = fen::read_number(value, count.max)
                .ok_or_else(|| vec![format!("a number from 0 to {}", count.max)])?;
            return Ok(());
        }
        let choice = self.choices.iter_mut().find(|choice| choice.id == id);
        let choice = choice.ok_or_else(|| expected("the id of something that can be set"))?;
        let words = || choice.options.iter().map(|option| option.value);
        if choice.options.is_empty() && value.is_empty() {
            return Err(expected("a word"));
        }
        if !choice.options.is_empty() && !words().any(|word| word == value) {
            return Err(words().map(str::to_owned).collect());
        }
        value.clone_into(&mut choice.value);
        Ok(())
    }

    /// The places of all boards with their content.
    pub fn cells(&self) -> impl Iterator<Item = &EditCell> {
        self.palettes.iter().flat_map(|palette| &palette.places)
    }

    /// The number with this id; 0 if there is none.
    #[must_use]
    pub fn count(&self, id: &str) -> u8 {
        let count = self.counts.iter().find(|count| count.id == id);
        count.map_or(0, |count| count.count)
    }

    /// Takes pieces from a supply, or returns them, after the number of its pieces elsewhere has changed. The
    /// number stays within its limits.
    pub(super) fn transfer(&mut self, supply: &str, was: usize, is: usize) {
        if let Some(count) = self.counts.iter_mut().find(|count| count.id == supply) {
            let left = (usize::from(count.count) + was).saturating_sub(is);
            count.count = u8::try_from(left).unwrap_or(u8::MAX).min(count.max);
        }
    }

    /// The word of the choice with this id; empty if there is none.
    #[must_use]
    pub fn choice(&self, id: &str) -> &str {
        let choice = self.choices.iter().find(|choice| choice.id == id);
        choice.map_or("", |choice| &choice.value)
    }

    /// The side to move.
    #[must_use]
    pub fn turn(&self) -> Side {
        if self.choice(TURN) == Side::Two.to_string() {
            Side::Two
        } else {
            Side::One
        }
    }

    /// All entries as items.
    #[must_use]
    pub fn items(&self) -> Vec<String> {
        let cells = self
            .cells()
            .map(|EditCell { id, put, height }| match height {
                Some(height) => format!("{id}={put}:{height}"),
                None => format!("{id}={put}"),
            });
        let counts = self.counts.iter().map(|c| format!("{}={}", c.id, c.count));
        let choices = self.choices.iter();
        let choices = choices.map(|c| format!("{}={}", c.id, c.value));
        cells.chain(counts).chain(choices).collect()
    }

    /// The items that turn `other`, a form of the same game, into this one. They include all counts, because a
    /// count that no item sets may follow the board.
    #[must_use]
    pub fn items_from(&self, other: &EditForm) -> Vec<String> {
        let before: HashSet<String> = other.items().into_iter().collect();
        let counts: HashSet<&str> = self.counts.iter().map(|count| count.id.as_str()).collect();
        let is_count = |item: &str| {
            item.split_once('=')
                .is_some_and(|(id, _)| counts.contains(id))
        };
        let mut items = self.items();
        items.retain(|item| is_count(item) || !before.contains(item));
        items
    }

    /// The form with all ids mapped.
    #[must_use]
    pub fn renamed(mut self, new_id: impl Fn(&str) -> Id) -> EditForm {
        for palette in &mut self.palettes {
            let cells = palette.places.iter_mut();
            cells.for_each(|cell| cell.id = new_id(&cell.id));
        }
        let counts = self.counts.iter_mut();
        counts.for_each(|count| count.id = new_id(&count.id));
        let choices = self.choices.iter_mut();
        choices.for_each(|choice| choice.id = new_id(&choice.id));
        self
    }

    /// Copies the entries from `whole`, the form of a composed game that contains them under mapped ids.
    pub fn take(&mut self, whole: &EditForm, new_id: impl Fn(&str) -> Id) {
        for palette in &mut self.palettes {
            for cell in &mut palette.places {
                let id = new_id(&cell.id);
                if let Some(other) = whole.cells().find(|other| other.id == id) {
                    (cell.put, cell.height) = (other.put, other.height);
                }
            }
        }
        for count in &mut self.counts {
            count.count = whole.count(&new_id(&count.id));
        }
        for choice in &mut self.choices {
            choice.value = whole.choice(&new_id(&choice.id)).to_owned();
        }
    }

    /// Applies the form to a scene of the game.
    pub(super) fn draw_on(&self, scene: &mut Scene) {
        for palette in &self.palettes {
            for cell in &palette.places {
                let put = palette.pieces.iter().find(|put| put.put == cell.put);
                let (Some(place), Some(put)) = (scene.place_mut(&cell.id), put) else {
                    continue;
                };
                place.ground = put.ground.unwrap_or(place.ground);
                let height = cell.height;
                place.piece = put.kind.map(|kind| ScenePiece { kind, height });
            }
            let boards = scene.boards.iter_mut();
            for board in boards.filter(|board| board.id == palette.board) {
                board.active = palette.active;
            }
        }
        for count in &self.counts {
            if let Some(item) = scene.item_mut(&count.id) {
                item.count = u32::from(count.count);
            }
        }
    }
}

/// Reads the content of a place: a word, with `:HEIGHT` in games with stacks.
fn put_of(pieces: &[PieceOption], value: &str) -> Result<(&'static str, Option<u8>), Vec<String>> {
    let (word, height) = match value.split_once(':') {
        Some((word, height)) => (word, Some(height)),
        None => (value, None),
    };
    let words = || {
        pieces
            .iter()
            .map(|put| put.put.to_owned())
            .collect::<Vec<_>>()
    };
    let put = pieces
        .iter()
        .find(|put| put.put == word)
        .ok_or_else(words)?;
    let height = match (put.heights, height) {
        (None, None) => None,
        (None, Some(_)) => return Err(vec![format!("{word} without a height")]),
        (Some([least, _]), None) => Some(least),
        (Some([least, max]), Some(text)) => {
            let read = fen::read_number(text, max).filter(|&height| height >= least);
            let expected = || vec![format!("a height from {least} to {max}")];
            Some(read.ok_or_else(expected)?)
        }
    };
    Ok((put.put, height))
}

impl EditChoice {
    /// The side to move.
    #[must_use]
    pub fn turn(players: &Players, turn: Side) -> EditChoice {
        let player = |side: Side| Alternative {
            value: side.word(),
            label: Text {
                text: players.name(side).to_owned(),
                ..COMMON_TEXTS.text(format!("player.{side}"))
            },
        };
        let label = COMMON_TEXTS.text("edit.turn");
        let options = Side::ALL.map(player);
        EditChoice::new(TURN, label, &turn.to_string(), options.into())
    }

    /// A choice with the current word `value`. Without options any word is allowed.
    #[must_use]
    pub fn new(id: &str, label: Text, value: &str, options: Vec<Alternative>) -> EditChoice {
        EditChoice {
            id: id.to_owned(),
            label,
            owner: None,
            active: true,
            value: value.to_owned(),
            options,
        }
    }
}

impl Alternative {
    /// A word with its meaning.
    #[must_use]
    pub fn new(value: &'static str, label: Text) -> Alternative {
        Alternative { value, label }
    }
}
