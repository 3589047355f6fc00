//! Edit forms of set-ups.

use super::edit::Edit;
use super::form::{
    Alternative, EditCell, EditChoice, EditCounter, EditForm, PieceOption, PieceOptions,
};
use super::scene::{Id, Scene};
use super::setup::{Content, SetUp, Setup};
use super::setup_fen::write_setup;
use super::setup_form::{ContentForm, SetupForm, cells};
use super::{Picture, form};
use crate::board::Layout;
use crate::rules::Notation;

impl<P: SetUp + Picture + Notation> Edit for P {
    fn form(&self) -> EditForm {
        let variant = self.variant();
        let (layout, form) = (P::layout(variant), P::setup_form(variant));
        form.edit_form(layout, &self.scene(), &self.setup())
    }

    fn fen_of(variant: P::Variant, edited: &EditForm) -> String {
        let (layout, form) = (P::layout(variant), P::setup_form(variant));
        write_setup(layout, &form, &form.setup_of(layout, edited))
    }

    fn outside(variant: P::Variant, edited: &EditForm) -> Vec<(Id, usize)> {
        let form = P::setup_form(variant);
        let setup = form.setup_of(P::layout(variant), edited);
        let counters = form.counters.iter().enumerate();
        counters
            .map(|(index, counter)| (counter.id.clone(), form.taken(&setup, index)))
            .collect()
    }
}

impl ContentForm {
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

impl SetupForm {
    /// The edit form of a set-up. The scene has the names of the board and of the players.
    fn edit_form(&self, layout: &impl Layout, scene: &Scene, setup: &Setup) -> EditForm {
        let places = cells(layout).into_iter().filter_map(|cell| {
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
            clear: self
                .contents
                .first()
                .map_or(form::EMPTY, |first| first.word),
            pieces: self.contents.iter().map(ContentForm::option).collect(),
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
            let words = choice.words.iter();
            let options = words.map(|(word, text)| Alternative::new(word, text.text()));
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

    /// The set-up of an edit form, which may have entries of other boards.
    fn setup_of(&self, layout: &impl Layout, edited: &EditForm) -> Setup {
        let mut setup = self.blank();
        setup.turn = edited.turn();
        for spot in edited.cells() {
            let kind = self.number(|content| content.word == spot.put);
            if let Some((cell, kind)) = layout.cell_named(&spot.id).zip(kind) {
                let height = spot.height.unwrap_or(1);
                setup.put(cell, Content { kind, height });
            }
        }
        let counters = self.counters.iter();
        setup.counters = counters.map(|counter| edited.count(&counter.id)).collect();
        let choices = self.choices.iter().map(|choice| {
            let value = edited.choice(choice.id);
            let found = choice.words.iter().position(|(word, _)| *word == value);
            found.unwrap_or(0)
        });
        setup.choices = choices.collect();
        setup
    }

    /// How many pieces of a counter are elsewhere: on the board, or in another counter.
    fn taken(&self, setup: &Setup, index: usize) -> usize {
        let contents = setup.filled();
        let contents = contents.filter_map(|(_, content)| self.content(content));
        let on_board = contents.flat_map(|content| content.takes);
        let counters = self.counters.iter().zip(&setup.counters);
        let counted = counters.filter_map(|(counter, &n)| Some((counter.takes?, n)));
        let pieces = on_board.chain(counted).filter(|(of, _)| *of == index);
        pieces.map(|(_, n)| usize::from(n)).sum()
    }
}
