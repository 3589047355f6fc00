//! Setting up a position: rings and marbles on the board, the reserve and the captured marbles.

use super::TEXTS;
use super::picture::{captured, kind, reserve};
use super::position::Position;
use super::variant::{Marble, Variant};
use crate::board::Layout;
use crate::picture::{Edit, EditCounter, EditForm, GONE, Ground, Id, Picture, PieceOption};
use crate::rules::{Notation, Rules, Side};

impl Edit for Position {
    fn form(&self) -> EditForm {
        let scene = self.scene();
        let mut pieces = vec![PieceOption {
            text: TEXTS.text("edit.ring"),
            ..PieceOption::nothing(Some(Ground::Ring))
        }];
        let words = Marble::ALL.into_iter().map(kind);
        pieces.extend(words.filter_map(|word| {
            let kind = scene.kinds.get(word)?;
            Some(PieceOption::piece(word, kind, Some(Ground::Ring)))
        }));
        pieces.push(PieceOption {
            put: GONE,
            text: TEXTS.text("edit.gone"),
            ..PieceOption::nothing(Some(Ground::Gone))
        });
        let all = self.variant().marbles();
        let counts = scene.supplies.iter().flat_map(|supply| {
            let items = supply.items.iter().zip(all);
            items.map(|(item, max)| EditCounter::of(supply, item, max))
        });
        EditForm {
            counts: counts.collect(),
            ..EditForm::new(&scene, self.turn(), &pieces)
        }
    }

    fn outside(_: Variant, form: &EditForm) -> Vec<(Id, usize)> {
        let of = |marble| {
            let lying = form.cells().filter(|cell| cell.put == kind(marble));
            let taken = Side::ALL.map(|side| usize::from(form.count(&captured(side, marble))));
            (
                reserve(marble),
                lying.count() + taken.into_iter().sum::<usize>(),
            )
        };
        Marble::ALL.map(of).into()
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::edit;

    /// The FEN after changes to a position; `None` if it is invalid.
    fn fen_after(fen: &str, items: &[&str]) -> Option<String> {
        let at = Position::from_fen(Variant::Rings37, fen).expect("a position");
        edit(&at, items).expect("valid items").fen
    }

    const START: &str = "4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 1";
    const PLACED: &str = "4/5/6/3w3/6/5/4 5,8,10 0,0,0 0,0,0 1";

    #[test]
    fn a_marble_leaves_the_reserve_and_returns_to_it() {
        let after = |fen, items: &[&str]| fen_after(fen, items).expect("a position");
        assert_eq!(after(START, &["d4=white"]), PLACED);
        assert_eq!(after(PLACED, &["d4=empty"]), START);
        let grey = "4/5/6/3g3/6/5/4 6,7,10 0,0,0 0,0,0 1";
        assert_eq!(after(PLACED, &["d4=grey"]), grey);
        let captured = "4/5/6/3w3/6/5/4 5,8,8 0,0,0 0,0,2 1";
        assert_eq!(after(PLACED, &["captured.p2.b=2"]), captured);
    }

    #[test]
    fn a_reserve_that_is_set_does_not_follow_the_board() {
        assert_eq!(fen_after(START, &["d4=white", "reserve.w=6"]), None);
        assert_eq!(fen_after(START, &["reserve.w=5"]), None);
        let both = fen_after(START, &["reserve.w=5", "d4=white"]);
        assert_eq!(both.as_deref(), Some(PLACED));
    }
}
