//! Setting up a position: the pieces of the rule set, hands, potentials, and the right to enter GIPF
//! pieces.

use super::TEXTS;
use super::notation::{MAX_PIECES, MAX_POTENTIALS, standings};
use super::picture::{hand, kind};
use super::position::{Position, Reserve, Standing};
use super::turn::Kind;
use super::variant::Variant;
use crate::picture::{
    Edit, EditChoice, EditCounter, EditForm, Ground, Id, Picture, PieceOption, PieceOptions, YES,
};
use crate::rules::{Notation, Rules, Side};

/// The id of the choice whether a player may enter GIPF pieces.
fn right(side: Side) -> String {
    format!("gipf.{side}")
}

/// The pieces that can stand on a point, with their words.
fn pieces(variant: Variant) -> impl Iterator<Item = (&'static str, Side, Standing)> {
    let standings = standings(variant).iter().rev();
    standings.flat_map(|&what| Side::ALL.map(|side| (kind(side, what), side, what)))
}

impl Edit for Position {
    fn form(&self) -> EditForm {
        let variant = self.variant();
        let scene = self.scene();
        let mut puts = vec![PieceOption::nothing(Some(Ground::Crossing))];
        puts.extend(pieces(variant).filter_map(|(word, ..)| {
            let kind = scene.kinds.get(word)?;
            Some(PieceOption::piece(word, kind, Some(Ground::Crossing)))
        }));
        let palette = |board| PieceOptions::new(board, puts.clone());
        // The number of GIPF pieces to enter follows from the hand and the right.
        let counted = [(Kind::Basic, MAX_PIECES), (Kind::Charged, MAX_POTENTIALS)];
        let counts = scene.supplies.iter().flat_map(|supply| {
            supply.items.iter().filter_map(move |item| {
                let mut most = counted.into_iter();
                let (_, most) = most.find(|&(kind, _)| {
                    Side::ALL
                        .into_iter()
                        .any(|side| item.id == hand(side, kind))
                })?;
                Some(EditCounter::of(supply, item, most as u8))
            })
        });
        let mut choices = vec![EditChoice::turn(&scene.players, self.turn())];
        if variant.has_gipf_entries() {
            choices.extend(Side::ALL.map(|side| {
                let label = TEXTS.text("edit.gipf");
                EditChoice::whether(&right(side), label, self.reserve(side).gipf_right).of(side)
            }));
        }
        EditForm {
            palettes: scene.boards.iter().map(palette).collect(),
            counts: counts.collect(),
            choices,
        }
    }

    /// A GIPF piece consists of two basic pieces, a charged piece of a basic piece and a potential.
    fn outside(variant: Variant, form: &EditForm) -> Vec<(Id, usize)> {
        let mut found = Vec::new();
        for side in Side::ALL {
            let (mut basic, mut potentials) = (0, 0);
            for cell in form.cells() {
                let mut own = pieces(variant).filter(|&(_, owner, _)| owner == side);
                match own.find(|&(word, ..)| word == cell.put) {
                    Some((_, _, Standing::Piece(Kind::Basic))) => basic += 1,
                    Some((_, _, Standing::Piece(Kind::Gipf))) => basic += 2,
                    Some((_, _, Standing::Piece(Kind::Charged))) => {
                        basic += 1;
                        potentials += 1;
                    }
                    Some((_, _, Standing::Used)) => potentials += 1,
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
        let word = |standing| kind(Side::One, standing);
        for (standing, basic, charged) in [
            (Standing::Piece(Kind::Basic), 1, 0),
            (Standing::Piece(Kind::Gipf), 2, 0),
            (Standing::Piece(Kind::Charged), 1, 1),
            (Standing::Used, 0, 1),
        ] {
            let placed = format!("e5={}", word(standing));
            let expected = [pieces - basic, potentials - charged];
            assert_eq!(counts(&[&placed]), expected, "{placed}");
            assert_eq!(counts(&[&placed, "e5=empty"]), [pieces, potentials]);
        }
    }
}
