//! Scenes of set-ups: kinds of pieces, supplies, and boards with places, grounds and labels.

use super::scene::{
    Ground, Item, Label, PieceKind, Players, Scene, SceneBoard, ScenePiece, ScenePlace, Supply,
};
use super::setup::{HasSetup, PieceRow, Setup, SetupTable, TextKey};
use crate::board::square::SquareMap;
use crate::board::{Cell, Layout, Name};

/// The distance of the labels from the outer cells, in steps.
const GAP: f32 = 0.75;

/// A label beside a cell: `right` steps to the right and `down` steps down.
pub fn label(layout: &impl Layout, cell: Cell, text: &str, [right, down]: [f32; 2]) -> Label {
    let (x, y) = layout.centre(cell);
    Label::new(text, (x + right, y + down))
}

/// A label below the lowest cell of a column, with the letter of the column.
pub fn foot_label(layout: &impl Layout, cell: Cell) -> Label {
    let letter = layout.name_of(cell).letter().to_string();
    label(layout, cell, &letter, [0.0, GAP])
}

/// A label above the highest cell of a column, with the name of that cell.
pub fn head_label(layout: &impl Layout, cell: Cell) -> Label {
    label(layout, cell, &layout.name(cell), [0.0, -GAP])
}

/// A label left of a rank, with the number of the rank.
pub fn rank_label(layout: &impl Layout, cell: Cell) -> Label {
    let number = layout.name_of(cell).number.to_string();
    label(layout, cell, &number, [-GAP, 0.0])
}

/// The chequered board of a position, with letters below and numbers on the left.
pub fn square_board<const SIDE: usize, const N: usize>(
    squares: &SquareMap<SIDE, N>,
    position: &impl HasSetup,
) -> SceneBoard {
    let places = places(position, |Name { column, number }| {
        match (column + number) % 2 {
            0 => Ground::Light,
            _ => Ground::Dark,
        }
    });
    let foot = SquareMap::<SIDE, N>::FOOT.into_iter();
    let files = foot.map(|cell| foot_label(squares, cell));
    let first_file = SquareMap::<SIDE, N>::file(0).into_iter();
    let ranks = first_file.map(|cell| rank_label(squares, cell));
    SceneBoard::new(places, Vec::new(), files.chain(ranks).collect())
}

impl PieceRow {
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

impl SetupTable {
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
    pub fn of_setup<P: HasSetup>(
        position: &P,
        phase: &'static str,
        players: Players,
        board: SceneBoard,
    ) -> Scene {
        let table = P::setup_table(position.variant());
        let mut scene = Scene::new(position, phase, players);
        scene.kinds.extend(table.kinds());
        scene.supplies = table.supplies(&position.setup());
        scene.boards.push(board);
        scene
    }
}

/// The places of the board of a position with their pieces, by number. `ground` is the look of a place whose
/// content does not decide it.
pub fn places<P: HasSetup>(position: &P, ground: impl Fn(Name) -> Ground) -> Vec<ScenePlace> {
    let variant = position.variant();
    let (layout, table) = (P::layout(variant), P::setup_table(variant));
    let setup = position.setup();
    let place = |cell| {
        let content = setup.at(cell);
        let shown = table.content(content);
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
    layout.sorted_cells().into_iter().map(place).collect()
}
