//! Scenes of two games side by side, for a game composed of others.

use super::scene::{Id, Scene, rounded};

/// The gap between two boards, in steps.
const GAP: f32 = 1.0;

impl Scene {
    /// The scene with new ids of boards, places, supplies, items and marks. Different ids must stay different.
    #[must_use]
    pub fn renamed(mut self, new_id: impl Fn(&str) -> Id) -> Scene {
        let rename = |id: &mut Id| *id = new_id(id);
        for board in &mut self.boards {
            rename(&mut board.id);
            let places = board.places.iter_mut();
            places.for_each(|place| rename(&mut place.id));
        }
        for supply in &mut self.supplies {
            rename(&mut supply.id);
            let items = supply.items.iter_mut();
            items.for_each(|item| rename(&mut item.id));
        }
        let marks = self.marks.iter_mut();
        marks.for_each(|mark| mark.at.iter_mut().for_each(rename));
        self
    }

    /// Adds the boards of `other` to the right of its own, and the supplies, kinds, marks and facts of
    /// `other`. If both scenes use the same word for a kind, the kinds must be equal.
    #[must_use]
    pub fn beside(mut self, other: Scene) -> Scene {
        let right = self
            .boards
            .iter()
            .map(|board| board.bounds[2])
            .reduce(f32::max);
        let left = other
            .boards
            .iter()
            .map(|board| board.bounds[0])
            .reduce(f32::min);
        let shift = right.unwrap_or(0.0) + GAP - left.unwrap_or(0.0);
        self.boards
            .extend(other.boards.into_iter().map(|mut board| {
                let shifted = |x: &mut f32| *x = rounded(*x + shift);
                shifted(&mut board.bounds[0]);
                shifted(&mut board.bounds[2]);
                for [x1, _, x2, _] in &mut board.lines {
                    shifted(x1);
                    shifted(x2);
                }
                let places = board.places.iter_mut();
                places.for_each(|place| shifted(&mut place.x));
                let labels = board.labels.iter_mut();
                labels.for_each(|label| shifted(&mut label.x));
                board
            }));
        self.supplies.extend(other.supplies);
        self.kinds.extend(other.kinds);
        self.marks.extend(other.marks);
        self.facts.extend(other.facts);
        self
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::games::{gipf, zertz};
    use crate::picture::Picture;
    use crate::rules::{Fen, Rules};

    fn gipf() -> gipf::Position {
        let fen = "W3/1w^3/2b3/3b3/6/5/B3 10 12 w";
        gipf::Position::from_fen(gipf::Variant::Zertz, fen).expect("a FEN")
    }

    fn zertz() -> zertz::Position {
        zertz::Position::start(zertz::Variant::Rings37)
    }

    fn both() -> Scene {
        gipf()
            .scene()
            .beside(zertz().scene().renamed(|id| format!("zertz.{id}")))
    }

    #[test]
    fn two_boards_side_by_side_share_no_ids() {
        let scene = both();
        let [one, two] = scene.boards.as_slice() else {
            panic!("two boards");
        };
        assert!(one.bounds[2] < two.bounds[0]);
        let inside = |x: f32| two.bounds[0] < x && x < two.bounds[2];
        assert!(two.places.iter().all(|place| inside(place.x)));
        let places = scene.places().map(|place| &place.id);
        let ids: Vec<&Id> = places.chain(scene.items().map(|item| &item.id)).collect();
        assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
        assert!(scene.place("zertz.b2").is_some() && scene.place("b2").is_some());
        // The games share no words for kinds.
        let kinds = gipf().scene().kinds.len() + zertz().scene().kinds.len();
        assert_eq!(scene.kinds.len(), kinds);
    }
}
