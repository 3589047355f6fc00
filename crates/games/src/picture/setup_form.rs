//! What can be set in the positions of a rule set, and how pictures show it.

use super::form::{EMPTY, NO, YES};
use super::scene::{
    Colour, Ground, Id, Item, Look, PieceKind, Players, Scene, SceneBoard, ScenePiece, ScenePlace,
    Shape, Supply,
};
use super::setup::{Content, SetUp, Setup};
use super::setup_fen::FenField;
use super::translation::COMMON_TEXTS;
use crate::board::{Cell, Layout, Name};
use crate::rules::{Catalog, Side, Text};

/// What can be set in the positions of a rule set.
pub struct SetupForm {
    /// What a cell can contain; the first entry is an empty cell.
    pub contents: &'static [ContentForm],
    /// The counters.
    pub counters: Vec<CounterForm>,
    /// The choices other than the side to move.
    pub choices: &'static [ChoiceForm],
    /// The fields of the FEN, in order.
    pub fen: &'static [FenField],
}

/// A text of a catalog.
#[derive(Clone, Copy)]
pub struct TextKey {
    catalog: &'static Catalog,
    key: &'static str,
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
pub struct ContentForm {
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
    pub takes: [(usize, u8); 2],
}

impl ContentForm {
    /// An empty cell.
    #[must_use]
    pub const fn empty() -> ContentForm {
        ContentForm::nothing(EMPTY, "", TextKey::new(&COMMON_TEXTS, "edit.empty"))
    }

    /// A cell without a piece.
    #[must_use]
    pub const fn nothing(word: &'static str, symbol: &'static str, text: TextKey) -> ContentForm {
        ContentForm {
            word,
            symbol,
            look: None,
            text,
            ground: None,
            heights: None,
            takes: [(0, 0); 2],
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
    ) -> ContentForm {
        ContentForm {
            look: Some((colour, look, Shape::Disc)),
            ..ContentForm::nothing(word, symbol, text)
        }
    }

    /// The same on a place with a look.
    #[must_use]
    pub const fn on(self, ground: Ground) -> ContentForm {
        ContentForm {
            ground: Some(ground),
            ..self
        }
    }

    /// The kind of the piece in scenes.
    fn kind(&self) -> Option<PieceKind> {
        let (colour, mark, shape) = self.look?;
        let TextKey { catalog, key } = self.text;
        Some(PieceKind {
            shape,
            ..PieceKind::disc(catalog, colour, mark, key)
        })
    }
}

/// A number, such as the pieces in a hand.
pub struct CounterForm {
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
    pub takes: Option<usize>,
}

/// A setting with a few words.
pub struct ChoiceForm {
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

impl SetupForm {
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
    pub fn content(&self, content: Content) -> Option<&'static ContentForm> {
        self.contents.get(usize::from(content.kind))
    }

    /// The symbol of a content in FENs; `None` for an empty cell.
    #[must_use]
    pub fn symbol(&self, content: Content) -> Option<&'static str> {
        let symbol = self.content(content)?.symbol;
        (!symbol.is_empty()).then_some(symbol)
    }

    /// The number of the first content that `fits`.
    #[must_use]
    pub fn number(&self, fits: impl Fn(&ContentForm) -> bool) -> Option<u8> {
        let number = self.contents.iter().position(fits)?;
        u8::try_from(number).ok()
    }

    /// The kinds of pieces in scenes.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, PieceKind)> + use<> {
        let contents = self.contents.iter();
        contents.filter_map(|content| Some((content.word, content.kind()?)))
    }

    /// The supplies of a scene with the counted pieces.
    #[must_use]
    pub fn supplies(&self, setup: &Setup) -> Vec<Supply> {
        let mut supplies: Vec<Supply> = Vec::new();
        for (index, counter) in self.counters.iter().enumerate() {
            if counter.max == 0 {
                continue;
            }
            let item = Item {
                id: counter.id.clone(),
                kind: counter.kind,
                count: u32::from(setup.counter(index)),
                target: None,
            };
            match supplies.last_mut().filter(|last| last.id == counter.supply) {
                Some(supply) => supply.items.push(item),
                None => supplies.push(Supply {
                    id: counter.supply.clone(),
                    label: counter.label.text(),
                    owner: counter.owner,
                    items: vec![item],
                    each: None,
                }),
            }
        }
        supplies
    }
}

impl Scene {
    /// The scene of a position on a board, with the kinds of pieces and the supplies of its set-up.
    #[must_use]
    pub fn of_setup<P: SetUp>(
        position: &P,
        phase: &'static str,
        players: Players,
        board: SceneBoard,
    ) -> Scene {
        let form = P::setup_form(position.variant());
        let mut scene = Scene::new(position, phase, players);
        scene.kinds.extend(form.kinds());
        scene.supplies = form.supplies(&position.setup());
        scene.boards.push(board);
        scene
    }
}

/// The cells of a board by number.
pub(super) fn cells(layout: &impl Layout) -> Vec<Cell> {
    let mut cells: Vec<Cell> = layout.lines().into_iter().flatten().collect();
    cells.sort_unstable();
    cells
}

/// The places of the board of a position with their pieces, by number. `ground` is the look of a place whose
/// content does not decide it.
pub fn places<P: SetUp>(position: &P, ground: impl Fn(Name) -> Ground) -> Vec<ScenePlace> {
    let variant = position.variant();
    let (layout, form) = (P::layout(variant), P::setup_form(variant));
    let setup = position.setup();
    let place = |cell| {
        let content = setup.at(cell);
        let shown = form.content(content);
        let piece = shown
            .filter(|shown| shown.look.is_some())
            .map(|shown| ScenePiece {
                kind: shown.word,
                height: shown.heights.map(|_| content.height),
            });
        let decided = shown.and_then(|shown| shown.ground);
        let ground = decided.unwrap_or_else(|| ground(layout.name_of(cell)));
        ScenePlace::new(layout.name(cell), layout.centre(cell), ground, piece)
    };
    cells(layout).into_iter().map(place).collect()
}
