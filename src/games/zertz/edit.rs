//! Setting up a position: rings and marbles on the board, the reserve and the captured marbles.

use super::picture::{captured, kind, reserve};
use super::position::Position;
use super::variant::{Marble, Variant};
use crate::board::Layout;
use crate::picture::{
    Edit, EditChoice, EditCounter, EditForm, GONE, Ground, Picture, PieceOption, PieceOptions, Text,
};
use crate::rules::{Notation, Rules, Side};

impl Edit for Position {
    fn form(&self) -> EditForm {
        let scene = self.scene();
        let mut puts = vec![PieceOption {
            text: Text::new("edit.ring", "empty ring"),
            ..PieceOption::nothing(Some(Ground::Ring))
        }];
        let words = Marble::ALL.into_iter().map(kind);
        puts.extend(words.filter_map(|word| {
            let kind = scene.kinds.get(word)?;
            Some(PieceOption::piece(word, kind, Some(Ground::Ring)))
        }));
        puts.push(PieceOption {
            put: GONE,
            text: Text::new("edit.gone", "no ring"),
            ..PieceOption::nothing(Some(Ground::Gone))
        });
        let palette = |board| PieceOptions::new(board, puts.clone());
        let all = self.variant().marbles();
        let counts = scene.supplies.iter().flat_map(|supply| {
            let items = supply.items.iter().zip(all);
            items.map(|(item, most)| EditCounter::of(supply, item, most))
        });
        EditForm {
            palettes: scene.boards.iter().map(palette).collect(),
            counts: counts.collect(),
            choices: vec![EditChoice::turn(&scene.players, self.turn())],
        }
    }

    fn fen_of(variant: Variant, form: &EditForm) -> String {
        let mut position = Position::bare(variant);
        for spot in form.cells() {
            let Some(cell) = variant.shape().cell_named(&spot.id) else {
                continue;
            };
            if spot.put != GONE {
                position.toggle_ring(cell);
            }
            let mut marbles = Marble::ALL.into_iter();
            if let Some(marble) = marbles.find(|&marble| kind(marble) == spot.put) {
                position.toggle_marble(marble, cell);
            }
        }
        for marble in Marble::ALL {
            position.set_reserve(marble, form.count(&reserve(marble)));
            for side in Side::ALL {
                position.set_captured(side, marble, form.count(&captured(side, marble)));
            }
        }
        position.set_turn(form.turn());
        position.fen()
    }
}
