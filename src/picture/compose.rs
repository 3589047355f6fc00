//! Two games side by side: scenes and turns with other names for their ids, for a game that is made of
//! others.

use std::fmt::Debug;

use super::event::{Event, Step};
use super::scene::{Id, Mark, Scene};
use super::text::Text;
use super::touch::{DONE, MoveBuilder, Target, TouchOption};
use crate::rules::PASS;

/// Between two boards, in steps.
const GAP: f32 = 1.0;

/// How ids of a game are called in the game that is made of it.
pub trait IdMapping: Clone + Debug {
    /// Another name for an id, a different one for each.
    fn id(&self, id: &str) -> Id;

    /// Another name for a touch: buttons are those of all games.
    fn touch(&self, touch: &str) -> Id {
        match touch {
            DONE | PASS => touch.to_owned(),
            _ => self.id(touch),
        }
    }

    /// Other names for ids.
    fn ids(&self, ids: &[Id]) -> Vec<Id> {
        ids.iter().map(|id| self.id(id)).collect()
    }
}

impl Scene {
    /// The scene with other names for boards, places, supplies and items.
    #[must_use]
    pub fn renamed(mut self, names: &impl IdMapping) -> Scene {
        let rename = |id: &mut Id| *id = names.id(id);
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

    /// This scene with the boards of another to the right of its own, and with the other's supplies,
    /// kinds, marks and facts; all else is as it was. Kinds of the same word have to be the same.
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
                board.bounds[0] += shift;
                board.bounds[2] += shift;
                for [x1, _, x2, _] in &mut board.lines {
                    *x1 += shift;
                    *x2 += shift;
                }
                board.places.iter_mut().for_each(|place| place.x += shift);
                board.labels.iter_mut().for_each(|label| label.x += shift);
                board
            }));
        self.supplies.extend(other.supplies);
        self.kinds.extend(other.kinds);
        self.marks.extend(other.marks);
        self.facts.extend(other.facts);
        self
    }
}

/// A turn of one of the games, with other names for its ids.
#[derive(Clone, Debug)]
pub struct MappedMoveBuilder<N, M> {
    names: N,
    making: M,
}

impl<N: IdMapping, M: MoveBuilder> MappedMoveBuilder<N, M> {
    /// A turn whose ids have other names.
    #[must_use]
    pub fn new(names: N, making: M) -> MappedMoveBuilder<N, M> {
        MappedMoveBuilder { names, making }
    }

    fn offered(&self, offer: &TouchOption) -> Id {
        match offer.kind {
            Target::Button => offer.touch.clone(),
            Target::Place | Target::Supply => self.names.id(&offer.touch),
        }
    }
}

impl<N: IdMapping, M: MoveBuilder> MoveBuilder for MappedMoveBuilder<N, M> {
    fn next(&self) -> Vec<TouchOption> {
        let next = self.making.next().into_iter();
        next.map(|offer| TouchOption {
            touch: self.offered(&offer),
            at: self.names.ids(&offer.at),
            takes: self.names.ids(&offer.takes),
            ..offer
        })
        .collect()
    }

    fn touch(&mut self, touch: &str) {
        let mut next = self.making.next().into_iter();
        if let Some(offer) = next.find(|offer| self.offered(offer) == touch) {
            self.making.touch(&offer.touch);
        }
    }

    fn automatic(&self) -> Option<Id> {
        self.making
            .automatic()
            .map(|touch| self.names.touch(&touch))
    }

    fn off(&self) -> Vec<Id> {
        let off = self.making.off();
        off.iter().map(|touch| self.names.touch(touch)).collect()
    }

    fn marks(&self) -> Vec<Mark> {
        let marks = self.making.marks().into_iter();
        marks
            .map(|mark| Mark {
                at: self.names.ids(&mark.at),
                ..mark
            })
            .collect()
    }

    fn steps(&self) -> Vec<Step> {
        let renamed = |event: Event| Event {
            from: event.from.map(|id| self.names.id(&id)),
            to: event.to.map(|id| self.names.id(&id)),
            ..event
        };
        let steps = self.making.steps().into_iter();
        steps
            .map(|step| step.into_iter().map(renamed).collect())
            .collect()
    }

    fn arrows(&self) -> Vec<Vec<Id>> {
        let arrows = self.making.arrows();
        arrows.iter().map(|ids| self.names.ids(ids)).collect()
    }

    fn token(&self) -> Option<String> {
        self.making.token()
    }

    fn hint(&self) -> Text {
        self.making.hint()
    }

    fn tell(&self) -> Text {
        self.making.tell()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::games::{gipf, zertz};
    use crate::picture::{Picture, Touch};
    use crate::rules::{Notation, Rules};

    fn gipf() -> gipf::Position {
        let fen = "W3/1w^3/2b3/3b3/6/5/B3 10 12 w";
        gipf::Position::from_fen(gipf::Variant::Zertz, fen).expect("a FEN")
    }

    fn zertz() -> zertz::Position {
        zertz::Position::start(zertz::Variant::Rings37)
    }

    #[derive(Clone, Debug)]
    struct Prefix;

    impl IdMapping for Prefix {
        fn id(&self, id: &str) -> Id {
            format!("zertz.{id}")
        }
    }

    fn both() -> Scene {
        gipf().scene().beside(zertz().scene().renamed(&Prefix))
    }

    #[test]
    fn two_boards_stand_side_by_side_with_ids_of_their_own() {
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
        // Neither game hides a kind of the other.
        let kinds = gipf().scene().kinds.len() + zertz().scene().kinds.len();
        assert_eq!(scene.kinds.len(), kinds);
    }

    #[test]
    fn a_turn_with_other_names_happens_on_its_own_board() {
        let mut turn = MappedMoveBuilder::new(Prefix, zertz().making());
        for touch in ["zertz.reserve.w", "zertz.d4", "zertz.a1"] {
            assert!(
                turn.next().iter().any(|offer| offer.touch == touch),
                "{touch}"
            );
            turn.touch(touch);
        }
        assert_eq!(turn.token().as_deref(), Some("wd4,a1"));
        let mut scene = both();
        turn.steps().iter().for_each(|step| scene.apply(step));
        let mut after = zertz();
        after.play(after.parse_move("wd4,a1").expect("a legal token"));
        let expected = gipf().scene().beside(after.scene().renamed(&Prefix));
        assert_eq!(scene.boards, expected.boards);
        assert_eq!(scene.supplies, expected.supplies);
    }
}
