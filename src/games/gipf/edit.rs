//! Setting up a position: the pieces of the rule set, hands, potentials, and the right to enter GIPF
//! pieces.

use super::TEXTS;
use super::notation::{MAX_PIECES, MAX_POTENTIALS, piece_kinds};
use super::picture::{hand, kind};
use super::position::{PieceKind, Position, Reserve};
use super::turn::Kind;
use super::variant::Variant;
use crate::picture::{
    Edit, EditChoice, EditCounter, EditForm, Ground, Id, Picture, PieceOption, YES,
};
use crate::rules::{Notation, Rules, Side};

/// The id of the choice whether a player may enter GIPF pieces.
fn right(side: Side) -> String {
    format!("gipf.{side}")
}

/// The pieces that can stand on a point, with their words.
fn pieces(variant: Variant) -> impl Iterator<Item = (&'static str, Side, PieceKind)> {
    let kinds = piece_kinds(variant).iter().rev();
    kinds.flat_map(|&what| Side::ALL.map(|side| (kind(side, what), side, what)))
}

impl Edit for Position {
    fn form(&self) -> EditForm {
        let variant = self.variant();
        let scene = self.scene();
        let mut options = vec![PieceOption::nothing(Some(Ground::Crossing))];
        options.extend(pieces(variant).filter_map(|(word, ..)| {
            let kind = scene.kinds.get(word)?;
            Some(PieceOption::piece(word, kind, Some(Ground::Crossing)))
        }));
        // The number of GIPF pieces to enter follows from the hand and the right.
        let counted = [(Kind::Basic, MAX_PIECES), (Kind::Charged, MAX_POTENTIALS)];
        let counts = scene.supplies.iter().flat_map(|supply| {
            supply.items.iter().filter_map(move |item| {
                let mut counted = counted.into_iter();
                let (_, max) = counted.find(|&(kind, _)| {
                    Side::ALL
                        .into_iter()
                        .any(|side| item.id == hand(side, kind))
                })?;
                Some(EditCounter::of(supply, item, max as u8))
            })
        });
        let mut form = EditForm::new(&scene, self.turn(), &options);
        form.counts = counts.collect();
        if variant.has_gipf_entries() {
            form.choices.extend(Side::ALL.map(|side| {
                let label = TEXTS.text("edit.gipf");
                EditChoice::whether(&right(side), label, self.reserve(side).gipf_right).of(side)
            }));
        }
        form
    }

    /// A GIPF piece consists of two basic pieces, a charged piece of a basic piece and a potential.
    fn outside(variant: Variant, form: &EditForm) -> Vec<(Id, usize)> {
        let mut found = Vec::new();
        for side in Side::ALL {
            let (mut basic, mut potentials) = (0, 0);
            for cell in form.cells() {
                let mut own = pieces(variant).filter(|&(_, owner, _)| owner == side);
                match own.find(|&(word, ..)| word == cell.put) {
                    Some((_, _, PieceKind::Piece(Kind::Basic))) => basic += 1,
                    Some((_, _, PieceKind::Piece(Kind::Gipf))) => basic += 2,
                    Some((_, _, PieceKind::Piece(Kind::Charged))) => {
                        basic += 1;
                        potentials += 1;
                    }
                    Some((_, _, PieceKind::Used)) => potentials += 1,
                    None => {}
                }
            }
            found.push((hand(side, Kind::Basic), basic));
            found.push((hand(side, Kind::Charged), potentials));
        }
        found
    }

    fn fen_of(variant: Variant, form: &EditForm) -> String {
        let reserves = Side::ALL.map(|side| Reserve {
            hand: form.count(&hand(side, Kind::Basic)),
            potentials: form.count(&hand(side, Kind::Charged)),
            gipf_right: form.choice(&right(side)) == YES,
        });
        let mut position = Position::bare(variant, reserves, form.turn());
        for spot in form.cells() {
            let found = pieces(variant).find(|&(word, ..)| word == spot.put);
            if let (Some(point), Some((_, side, what))) = (Position::point(&spot.id), found) {
                position.put(point, side, what);
            }
        }
        position.fen()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::edit;

    #[test]
    fn pieces_leave_the_hand_and_return_to_it() {
        let at = Position::start(Variant::Zertz);
        let counts = |items: &[&str]| {
            let form = edit(&at, items).expect("valid items").form;
            [Kind::Basic, Kind::Charged].map(|kind| form.count(&hand(Side::One, kind)))
        };
        let [pieces, potentials] = counts(&[]);
        let word = |what| kind(Side::One, what);
        for (what, basic, charged) in [
            (PieceKind::Piece(Kind::Basic), 1, 0),
            (PieceKind::Piece(Kind::Gipf), 2, 0),
            (PieceKind::Piece(Kind::Charged), 1, 1),
            (PieceKind::Used, 0, 1),
        ] {
            let placed = format!("e5={}", word(what));
            let expected = [pieces - basic, potentials - charged];
            assert_eq!(counts(&[&placed]), expected, "{placed}");
            assert_eq!(counts(&[&placed, "e5=empty"]), [pieces, potentials]);
        }
    }
}
