//! Sets up a position entry by entry: an item `ID=VALUE` changes a set-up. An invalid set-up also gets a scene,
//! so that the user sees what they have set.

use serde::Serialize;

use super::Picture;
use super::scene::{Ground, Id, Players, Scene, ScenePiece, VERSION};
use super::setup::{CellState, HasSetup, PieceRow, Setup, SetupTable};
use super::translation::COMMON_TEXTS;
use crate::board::Layout;
use crate::rules::{Fen, Side, Text, fen};

/// The word for a place without a piece.
pub const EMPTY: &str = "empty";
/// The word for a place without its ring.
pub const NO_CELL: &str = "gone";
/// The id of the choice of the side to move.
pub const TURN: &str = "turn";
/// The word for *no* in a yes-or-no choice.
pub const NO: &str = "no";
/// The word for *yes* in a yes-or-no choice.
pub const YES: &str = "yes";

/// Everything that can be set in a position, with its current value.
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

/// The result of edits to a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EditResult {
    /// The version of the answers, [`VERSION`].
    pub v: u32,
    /// The FEN; `None` if the form is not a valid position.
    pub fen: Option<String>,
    /// Why the form is not a valid position.
    pub problem: Option<Text>,
    /// The scene, also of an invalid position.
    pub scene: Scene,
    /// Everything that can be set, with its current value.
    #[serde(flatten)]
    pub form: EditForm,
}

/// An item that cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongItem {
    /// The index of the item, from 0.
    pub index: usize,
    /// The allowed values.
    pub expected: Vec<Id>,
}

/// A game whose positions can be edited.
pub trait Edit: Picture + Fen {
    /// What the items change: a set-up, which need not be a valid position.
    type Draft: Clone;

    /// What the position consists of.
    fn draft(&self) -> Self::Draft;

    /// The position of a draft.
    ///
    /// # Errors
    /// The first violated rule.
    fn position(variant: Self::Variant, draft: &Self::Draft) -> Result<Self, Text>;

    /// Sets the entry with this id.
    ///
    /// # Errors
    /// The allowed values or ids; the draft stays unchanged.
    fn set(
        variant: Self::Variant,
        draft: &mut Self::Draft,
        id: &str,
        value: &str,
    ) -> Result<(), Vec<Id>>;

    /// Lets supplies follow the pieces that have changed since `before`, so that a piece put on the board leaves
    /// its supply. Supplies whose ids are in `set` stay.
    fn update_supplies(
        variant: Self::Variant,
        draft: &mut Self::Draft,
        before: &Self::Draft,
        set: &[&str],
    );

    /// The form of a draft. The position has the names of the boards and the players.
    fn form(&self, draft: &Self::Draft) -> EditForm;
}

/// Sets items one after another, starting from the position `at`. Supplies that no item sets follow the pieces.
///
/// # Errors
/// The first item that cannot be set.
pub fn edit<P: Edit, T: AsRef<str>>(at: &P, items: &[T]) -> Result<EditResult, WrongItem> {
    let variant = at.variant();
    let before = at.draft();
    let mut draft = before.clone();
    let mut set = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let entry = item.as_ref().split_once('=');
        let entry = entry.ok_or_else(|| vec!["ID=VALUE".to_owned()]);
        entry
            .and_then(|(id, value)| {
                set.push(id);
                P::set(variant, &mut draft, id, value)
            })
            .map_err(|expected| WrongItem { index, expected })?;
    }
    P::update_supplies(variant, &mut draft, &before, &set);
    let form = at.form(&draft);
    let (fen, problem, scene) = match P::position(variant, &draft) {
        Ok(position) => (Some(position.fen()), None, position.scene()),
        Err(problem) => (None, Some(problem), scene_of(at, &form)),
    };
    Ok(EditResult {
        v: VERSION,
        fen,
        problem,
        scene,
        form,
    })
}

/// The scene of a form that is not a valid position.
fn scene_of<P: Edit>(at: &P, form: &EditForm) -> Scene {
    let mut scene = at.scene();
    form.draw_on(&mut scene);
    let turn = form.choices.iter().find(|choice| choice.id == TURN);
    scene.to_act = turn.and_then(|turn| turn.value.parse().ok());
    scene.phase = "edit";
    // Only a valid position has these.
    scene.result = None;
    scene.marks.clear();
    scene.facts.clear();
    scene
}

impl EditForm {
    fn draw_on(&self, scene: &mut Scene) {
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

impl EditChoice {
    /// The side to move.
    fn turn(players: &Players, turn: Side) -> EditChoice {
        let player = |side: Side| Alternative {
            value: side.word(),
            label: Text {
                text: players.name(side).to_owned(),
                ..COMMON_TEXTS.text(format!("player.{side}"))
            },
        };
        let label = COMMON_TEXTS.text("edit.turn");
        EditChoice::new(TURN, label, turn.word(), Side::ALL.map(player).into())
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

impl<P: HasSetup + Picture> Edit for P {
    type Draft = Setup;

    fn draft(&self) -> Setup {
        self.setup()
    }

    fn position(variant: P::Variant, setup: &Setup) -> Result<P, Text> {
        let position = P::from_setup(variant, setup);
        let position = position.and_then(|p| p.check_alone().map(|()| p));
        position.map_err(|refused| refused.problem)
    }

    fn set(variant: P::Variant, setup: &mut Setup, id: &str, value: &str) -> Result<(), Vec<Id>> {
        P::setup_table(variant).set(P::layout(variant), setup, id, value)
    }

    fn update_supplies(variant: P::Variant, setup: &mut Setup, before: &Setup, set: &[&str]) {
        let table = P::setup_table(variant);
        for (index, counter) in table.counters.iter().enumerate() {
            if set.contains(&counter.id.as_str()) {
                continue;
            }
            let [was, is] = [before, &*setup].map(|setup| table.pieces_elsewhere(setup, index));
            let left = (usize::from(setup.counter(index)) + was).saturating_sub(is);
            let left = u8::try_from(left).unwrap_or(u8::MAX);
            setup.set_counter(index, left.min(counter.max));
        }
    }

    fn form(&self, setup: &Setup) -> EditForm {
        let variant = self.variant();
        let scene = self.scene();
        P::setup_table(variant).edit_form(P::layout(variant), &scene, setup)
    }
}

impl SetupTable {
    fn set(
        &self,
        layout: &impl Layout,
        setup: &mut Setup,
        id: &str,
        value: &str,
    ) -> Result<(), Vec<Id>> {
        let mut counters = self.counters.iter().enumerate();
        let mut choices = self.choices.iter().enumerate();
        if let Some(cell) = layout.cell_named(id) {
            setup.put(cell, self.read_content(value)?);
        } else if let Some((index, counter)) = counters.find(|(_, c)| c.max > 0 && c.id == id) {
            let count = fen::read_number(value, counter.max);
            let expected = || vec![format!("a number from 0 to {}", counter.max)];
            setup.set_counter(index, count.ok_or_else(expected)?);
        } else if let Some((index, choice)) = choices.find(|(_, choice)| choice.id == id) {
            let words = choice.words.iter().enumerate();
            let words = words.map(|(index, (word, _))| (*word, index));
            setup.set_choice(index, meaning(value, words)?);
        } else if id == TURN {
            setup.turn = meaning(value, Side::ALL.map(|side| (side.word(), side)))?;
        } else {
            return Err(vec!["the id of something that can be set".to_owned()]);
        }
        Ok(())
    }

    /// Reads the content of a place: a word, with `:HEIGHT` in games with stacks.
    fn read_content(&self, value: &str) -> Result<CellState, Vec<Id>> {
        let (word, height) = match value.split_once(':') {
            Some((word, height)) => (word, Some(height)),
            None => (value, None),
        };
        let contents = (0..).zip(self.contents);
        let contents = contents.map(|(kind, content)| (content.word, (kind, content.heights)));
        let (kind, heights) = meaning(word, contents)?;
        let height = match (heights, height) {
            (None, None) => 1,
            (None, Some(_)) => return Err(vec![format!("{word} without a height")]),
            (Some([min, _]), None) => min,
            (Some([min, max]), Some(text)) => {
                let read = fen::read_number(text, max).filter(|&height| height >= min);
                read.ok_or_else(|| vec![format!("a height from {min} to {max}")])?
            }
        };
        Ok(CellState { kind, height })
    }

    /// How many pieces of a counter are elsewhere: on the board, or in another counter.
    fn pieces_elsewhere(&self, setup: &Setup, index: usize) -> usize {
        let contents = setup.filled();
        let contents = contents.filter_map(|(_, content)| self.content(content));
        let on_board = contents.flat_map(|content| content.drawn_from);
        let counters = self.counters.iter().zip(&setup.counters);
        let counted = counters.filter_map(|(counter, &n)| Some((counter.drawn_from?, n)));
        let pieces = on_board.chain(counted).filter(|(of, _)| *of == index);
        pieces.map(|(_, n)| usize::from(n)).sum()
    }

    fn edit_form(&self, layout: &impl Layout, scene: &Scene, setup: &Setup) -> EditForm {
        let places = layout.sorted_cells().into_iter().filter_map(|cell| {
            let content = setup.at(cell);
            let shown = self.content(content)?;
            Some(EditCell {
                id: layout.name(cell),
                put: shown.word,
                height: shown.heights.map(|_| content.height),
            })
        });
        let places: Vec<EditCell> = places.collect();
        let palettes = scene.boards.iter().map(|board| PieceOptions {
            board: board.id.clone(),
            active: true,
            clear: self.contents.first().map_or(EMPTY, |first| first.word),
            pieces: self.contents.iter().map(PieceRow::option).collect(),
            places: places.clone(),
        });
        let counters = self.counters.iter().enumerate();
        let counts = counters.filter(|(_, counter)| counter.max > 0);
        let counts = counts.map(|(index, counter)| EditCounter {
            id: counter.id.clone(),
            label: counter.label.text(),
            owner: counter.owner,
            kind: Some(counter.kind),
            active: true,
            count: setup.counter(index),
            max: counter.max,
        });
        let choices = self.choices.iter().enumerate().map(|(index, choice)| {
            let options = choice.words.iter().map(|&(value, text)| Alternative {
                value,
                label: text.text(),
            });
            let value = choice.words.get(setup.choice(index));
            let value = value.map_or("", |(word, _)| word);
            EditChoice {
                owner: choice.owner,
                ..EditChoice::new(choice.id, choice.label.text(), value, options.collect())
            }
        });
        let turn = EditChoice::turn(&scene.players, setup.turn);
        EditForm {
            palettes: palettes.collect(),
            counts: counts.collect(),
            choices: std::iter::once(turn).chain(choices).collect(),
        }
    }
}

impl PieceRow {
    fn option(&self) -> PieceOption {
        PieceOption {
            put: self.word,
            kind: self.look.map(|_| self.word),
            ground: self.ground,
            heights: self.heights,
            text: self.text.text(),
        }
    }
}

/// The meaning of a word.
///
/// # Errors
/// The allowed words.
fn meaning<T>(
    word: &str,
    allowed: impl IntoIterator<Item = (&'static str, T)> + Clone,
) -> Result<T, Vec<Id>> {
    let mut words = allowed.clone().into_iter();
    let found = words.find(|(other, _)| *other == word);
    let words = || allowed.into_iter().map(|(word, _)| word.to_owned());
    found
        .map(|(_, meaning)| meaning)
        .ok_or_else(|| words().collect())
}
