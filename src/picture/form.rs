//! The form of a position: all that can be set of it, with what is set now.
//!
//! A form may say what no position of the game is: a person who sets one up comes through such states.
//! Every entry is set by an item, `ID=VALUE`.

use std::collections::HashSet;

use serde::Serialize;

use super::compose::IdMapping;
use super::scene::{Board, Ground, Id, Item, Kind, Piece, Players, Scene, Supply};
use super::text::Text;
use crate::rules::{Side, fen};

/// The word for a place without a piece.
pub const EMPTY: &str = "empty";
/// The word for a place whose ring is gone.
pub const GONE: &str = "gone";
/// The id of the choice of who is to move.
pub const TURN: &str = "turn";
/// The words of a choice between two.
pub const NO: &str = "no";
/// See [`NO`].
pub const YES: &str = "yes";

/// All that can be set of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct EditForm {
    /// What stands on the boards, and what can be put there.
    pub palettes: Vec<PieceOptions>,
    /// What is counted.
    pub counts: Vec<EditCounter>,
    /// What else there is to say: who is to move, rights, phases.
    pub choices: Vec<EditChoice>,
}

/// What can be put on the places of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceOptions {
    /// The id of the board.
    pub board: Id,
    /// Whether it is of any use as things are.
    pub active: bool,
    /// The word that clears a place.
    pub clear: &'static str,
    /// All that can be put there.
    pub puts: Vec<PieceOption>,
    /// The places that can be set.
    pub places: Vec<EditCell>,
}

/// Something that can be put on a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PieceOption {
    /// Its word.
    pub put: &'static str,
    /// The kind of the piece that stands there then; `None` for none.
    pub kind: Option<&'static str>,
    /// What the place looks like then; `None` where it stays as it is.
    pub ground: Option<Ground>,
    /// The least and the greatest height, where pieces are stacked.
    pub heights: Option<[u8; 2]>,
    /// A noun for it.
    pub text: Text,
}

/// What is put on a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EditCell {
    /// The id of the place.
    pub id: Id,
    /// The word of what is there.
    pub put: &'static str,
    /// The number of pieces, where they are stacked.
    pub height: Option<u8>,
}

/// Something that is counted, such as the pieces in a hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EditCounter {
    /// Unique in the form; the id of an item of a supply where it is one.
    pub id: Id,
    /// What is counted.
    pub label: Text,
    /// Whose it is; `None` for a common one.
    pub owner: Option<Side>,
    /// The kind of the pieces, where there are some.
    pub kind: Option<&'static str>,
    /// Whether it is of any use as things are.
    pub active: bool,
    /// How many there are.
    pub count: u8,
    /// The most there can be.
    pub most: u8,
}

/// Something that is one of a few words, or a word of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EditChoice {
    /// Unique in the form.
    pub id: Id,
    /// What it is about.
    pub label: Text,
    /// Whose it is; `None` where it is about both.
    pub owner: Option<Side>,
    /// Whether it is of any use as things are.
    pub active: bool,
    /// The word it stands at.
    pub value: String,
    /// All words it can stand at; any word where there are none.
    pub options: Vec<Alternative>,
}

/// One of the words of a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Alternative {
    /// The word.
    pub value: &'static str,
    /// What it means.
    pub label: Text,
}

impl EditForm {
    /// Sets the entry of an item.
    ///
    /// # Errors
    /// What could have stood there; nothing changes then.
    pub fn set(&mut self, item: &str) -> Result<(), Vec<String>> {
        let expected = |text: &str| vec![text.to_owned()];
        let (id, value) = item.split_once('=').ok_or_else(|| expected("ID=VALUE"))?;
        for palette in &mut self.palettes {
            if let Some(spot) = palette.places.iter_mut().find(|spot| spot.id == id) {
                (spot.put, spot.height) = put_of(&palette.puts, value)?;
                return Ok(());
            }
        }
        if let Some(count) = self.counts.iter_mut().find(|count| count.id == id) {
            count.count = fen::read_number(value, count.most)
                .ok_or_else(|| vec![format!("a number from 0 to {}", count.most)])?;
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

    /// What is put on the places of all boards.
    pub fn spots(&self) -> impl Iterator<Item = &EditCell> {
        self.palettes.iter().flat_map(|palette| &palette.places)
    }

    /// How many there are of what has this id, 0 where nothing has.
    #[must_use]
    pub fn count(&self, id: &str) -> u8 {
        let count = self.counts.iter().find(|count| count.id == id);
        count.map_or(0, |count| count.count)
    }

    /// The word of the choice with this id, empty where there is none.
    #[must_use]
    pub fn choice(&self, id: &str) -> &str {
        let choice = self.choices.iter().find(|choice| choice.id == id);
        choice.map_or("", |choice| &choice.value)
    }

    /// Who is to move.
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
        let spots = self
            .spots()
            .map(|EditCell { id, put, height }| match height {
                Some(height) => format!("{id}={put}:{height}"),
                None => format!("{id}={put}"),
            });
        let counts = self.counts.iter().map(|c| format!("{}={}", c.id, c.count));
        let choices = self.choices.iter();
        let choices = choices.map(|c| format!("{}={}", c.id, c.value));
        spots.chain(counts).chain(choices).collect()
    }

    /// The items that make another form of the same game this one.
    #[must_use]
    pub fn items_from(&self, other: &EditForm) -> Vec<String> {
        let before: HashSet<String> = other.items().into_iter().collect();
        let mut items = self.items();
        items.retain(|item| !before.contains(item));
        items
    }

    /// The form with other names for all its ids.
    #[must_use]
    pub fn renamed(mut self, names: &impl IdMapping) -> EditForm {
        for palette in &mut self.palettes {
            let spots = palette.places.iter_mut();
            spots.for_each(|spot| spot.id = names.id(&spot.id));
        }
        let counts = self.counts.iter_mut();
        counts.for_each(|count| count.id = names.id(&count.id));
        let choices = self.choices.iter_mut();
        choices.for_each(|choice| choice.id = names.id(&choice.id));
        self
    }

    /// Takes over the entries of a whole in which they have other names.
    pub fn take(&mut self, whole: &EditForm, names: &impl IdMapping) {
        for palette in &mut self.palettes {
            for spot in &mut palette.places {
                let id = names.id(&spot.id);
                if let Some(other) = whole.spots().find(|other| other.id == id) {
                    (spot.put, spot.height) = (other.put, other.height);
                }
            }
        }
        for count in &mut self.counts {
            count.count = whole.count(&names.id(&count.id));
        }
        for choice in &mut self.choices {
            choice.value = whole.choice(&names.id(&choice.id)).to_owned();
        }
    }

    /// Draws what is set on a scene of the game.
    pub(super) fn draw_on(&self, scene: &mut Scene) {
        for palette in &self.palettes {
            for spot in &palette.places {
                let put = palette.puts.iter().find(|put| put.put == spot.put);
                let (Some(place), Some(put)) = (scene.place_mut(&spot.id), put) else {
                    continue;
                };
                place.ground = put.ground.unwrap_or(place.ground);
                let height = spot.height;
                place.piece = put.kind.map(|kind| Piece { kind, height });
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

/// Reads the word of what is put on a place, with its height where it has one.
fn put_of(puts: &[PieceOption], value: &str) -> Result<(&'static str, Option<u8>), Vec<String>> {
    let (word, height) = match value.split_once(':') {
        Some((word, height)) => (word, Some(height)),
        None => (value, None),
    };
    let words = || {
        puts.iter()
            .map(|put| put.put.to_owned())
            .collect::<Vec<_>>()
    };
    let put = puts.iter().find(|put| put.put == word).ok_or_else(words)?;
    let height = match (put.heights, height) {
        (None, None) => None,
        (None, Some(_)) => return Err(vec![format!("{word} without a height")]),
        (Some([least, _]), None) => Some(least),
        (Some([least, most]), Some(text)) => {
            let read = fen::read_number(text, most).filter(|&height| height >= least);
            let expected = || vec![format!("a height from {least} to {most}")];
            Some(read.ok_or_else(expected)?)
        }
    };
    Ok((put.put, height))
}

impl PieceOptions {
    /// What stands on a board, where these can be put; the first of them clears a place.
    #[must_use]
    pub fn new(board: &Board, puts: Vec<PieceOption>) -> PieceOptions {
        let places = board.places.iter().filter_map(|place| {
            let kind = place.piece.map(|piece| piece.kind);
            let fits = |put: &&PieceOption| {
                put.kind == kind && put.ground.is_none_or(|ground| ground == place.ground)
            };
            let put = puts.iter().find(fits)?;
            Some(EditCell {
                id: place.id.clone(),
                put: put.put,
                height: place.piece.and_then(|piece| piece.height),
            })
        });
        PieceOptions {
            board: board.id.clone(),
            active: true,
            places: places.collect(),
            clear: puts.first().map_or(EMPTY, |put| put.put),
            puts,
        }
    }
}

impl PieceOption {
    /// No piece, on a place of this look or of any.
    #[must_use]
    pub fn nothing(ground: Option<Ground>) -> PieceOption {
        PieceOption {
            put: EMPTY,
            kind: None,
            ground,
            heights: None,
            text: Text::new("edit.empty", "nothing"),
        }
    }

    /// A piece of a kind, on a place of this look or of any.
    #[must_use]
    pub fn piece(word: &'static str, kind: &Kind, ground: Option<Ground>) -> PieceOption {
        PieceOption {
            put: word,
            kind: Some(word),
            ground,
            heights: None,
            text: kind.text.clone(),
        }
    }
}

impl EditCounter {
    /// An item of a supply, of which there can be so many.
    #[must_use]
    pub fn of(supply: &Supply, item: &Item, most: u8) -> EditCounter {
        EditCounter {
            id: item.id.clone(),
            label: supply.label.clone(),
            owner: supply.owner,
            kind: Some(item.kind),
            active: true,
            count: u8::try_from(item.count).unwrap_or(u8::MAX),
            most,
        }
    }
}

impl EditChoice {
    /// Who is to move.
    #[must_use]
    pub fn turn(players: &Players, turn: Side) -> EditChoice {
        let player = |side: Side| {
            let name = [("player", players.name(side).to_owned())];
            Alternative {
                value: side.word(),
                label: Text::with("edit.player", "{}", &name),
            }
        };
        let label = Text::new("edit.turn", "to move");
        let options = Side::ALL.map(player);
        EditChoice::new(TURN, label, &turn.to_string(), options.into())
    }

    /// A choice that stands at `value`, between these words or free where there are none.
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

    /// Whether something is so.
    #[must_use]
    pub fn whether(id: &str, label: Text, is: bool) -> EditChoice {
        let options = vec![
            Alternative::new(NO, "edit.no", "no"),
            Alternative::new(YES, "edit.yes", "yes"),
        ];
        EditChoice::new(id, label, if is { YES } else { NO }, options)
    }

    /// The same as something of one player.
    #[must_use]
    pub fn of(self, side: Side) -> EditChoice {
        EditChoice {
            owner: Some(side),
            ..self
        }
    }
}

impl Alternative {
    /// A word and what it means.
    #[must_use]
    pub fn new(value: &'static str, key: &'static str, text: &str) -> Alternative {
        let label = Text::new(key, text);
        Alternative { value, label }
    }
}
