//! DVONN set up by hand: stacks of any height, and the phase.

use super::TEXTS;
use super::board::{BOARD, PIECES};
use super::picture::{LONE, kind};
use super::position::Position;
use super::variant::Variant;
use crate::board::Layout;
use crate::picture::{Alternative, Edit, EditChoice, EditForm, Picture, PieceOption};
use crate::rules::{Notation, Rules, Side};

/// The id of the choice of the phase.
const PHASE: &str = "phase";
const PLACE: &str = "place";
const MOVE: &str = "move";

/// The stacks that can be on a cell: kind, controller, whether a DVONN piece is inside, and the smallest and
/// the largest height.
fn stacks() -> [(&'static str, Option<Side>, bool, [u8; 2]); 5] {
    let of = |side| {
        [
            (kind(side, false), Some(side), false, [1, PIECES]),
            (kind(side, true), Some(side), true, [2, PIECES]),
        ]
    };
    let [white, white_dvonn] = of(Side::One);
    let [black, black_dvonn] = of(Side::Two);
    let lone = (LONE, None, true, [1, 1]);
    [white, black, lone, white_dvonn, black_dvonn]
}

impl Edit for Position {
    fn form(&self) -> EditForm {
        let scene = self.scene();
        let stacks = stacks().into_iter().filter_map(|(word, _, _, heights)| {
            Some(PieceOption {
                heights: Some(heights),
                ..PieceOption::piece(word, scene.kinds.get(word)?, None)
            })
        });
        let pieces: Vec<PieceOption> = std::iter::once(PieceOption::nothing(None))
            .chain(stacks)
            .collect();
        let phase = if self.is_placing() { PLACE } else { MOVE };
        let phases = vec![
            Alternative::new(PLACE, TEXTS.text("edit.place")),
            Alternative::new(MOVE, TEXTS.text("edit.move")),
        ];
        let mut form = EditForm::new(&scene, self.turn(), &pieces);
        let label = TEXTS.text("edit.phase");
        form.choices
            .push(EditChoice::new(PHASE, label, phase, phases));
        form
    }

    fn fen_of(_: Variant, form: &EditForm) -> String {
        let mut position = Position::bare();
        let stacks = stacks();
        for spot in form.cells() {
            let found = stacks.iter().find(|(word, ..)| *word == spot.put);
            if let (Some(cell), Some(&(_, top, dvonn, _))) = (BOARD.cell_named(&spot.id), found) {
                position.put(cell, top, spot.height.unwrap_or(1), dvonn);
            }
        }
        position.set_turn(form.turn());
        position.set_placed(if form.choice(PHASE) == PLACE {
            0
        } else {
            PIECES
        });
        position.fen()
    }
}
