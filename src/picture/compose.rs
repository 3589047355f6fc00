//! Scenes and moves of two games side by side, for a game composed of others. An [`IdMapping`] renames
//! the ids of one game so that they do not clash with those of the other.

use std::fmt::Debug;

use super::event::{SceneEvent, SceneStep};
use super::scene::{Highlight, Id, Scene, rounded};
use super::touch::{DONE, MoveBuilder, TouchOption, TouchTarget};
use crate::rules::{PASS, Text};

/// The gap between two boards, in steps.
const GAP: f32 = 1.0;

/// Maps the ids of a game to those of the game composed of it.
pub trait IdMapping: Clone + Debug {
    /// The new id. Different ids must map to different ids.
    fn id(&self, id: &str) -> Id;

    /// The id that [`IdMapping::id`] maps to `id`.
    fn original(&self, id: &str) -> Option<Id>;

    /// The new word of a touch. Buttons keep their words: all games share them.
    fn touch(&self, touch: &str) -> Id {
        match touch {
            DONE | PASS => touch.to_owned(),
            _ => self.id(touch),
        }
    }

    /// The new ids, in the same order.
    fn ids(&self, ids: &[Id]) -> Vec<Id> {
        ids.iter().map(|id| self.id(id)).collect()
    }
}

impl Scene {
    /// The scene with mapped ids of boards, places, supplies, items and marks.
    #[must_use]
    pub fn renamed(mut self, mapping: &impl IdMapping) -> Scene {
        let rename = |id: &mut Id| *id = mapping.id(id);
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

/// A move builder of one of the games, with its ids mapped.
#[derive(Clone, Debug)]
pub struct MappedMoveBuilder<N, M> {
    mapping: N,
    builder: M,
}

impl<N: IdMapping, M: MoveBuilder> MappedMoveBuilder<N, M> {
    /// Wraps `builder` and maps its ids.
    #[must_use]
    pub fn new(mapping: N, builder: M) -> MappedMoveBuilder<N, M> {
        MappedMoveBuilder { mapping, builder }
    }

    fn mapped_touch(&self, option: &TouchOption) -> Id {
        match option.kind {
            TouchTarget::Button => option.touch.clone(),
            TouchTarget::Place | TouchTarget::Supply => self.mapping.id(&option.touch),
        }
    }
}

impl<N: IdMapping, M: MoveBuilder> MoveBuilder for MappedMoveBuilder<N, M> {
    fn next(&self) -> Vec<TouchOption> {
        let next = self.builder.next().into_iter();
        next.map(|option| TouchOption {
            touch: self.mapped_touch(&option),
            at: self.mapping.ids(&option.at),
            takes: self.mapping.ids(&option.takes),
            ..option
        })
        .collect()
    }

    fn touch(&mut self, touch: &str) {
        let mut next = self.builder.next().into_iter();
        if let Some(option) = next.find(|option| self.mapped_touch(option) == touch) {
            self.builder.touch(&option.touch);
        }
    }

    fn automatic(&self) -> Option<Id> {
        self.builder
            .automatic()
            .map(|touch| self.mapping.touch(&touch))
    }

    fn removable(&self) -> Vec<Id> {
        let removable = self.builder.removable();
        removable
            .iter()
            .map(|touch| self.mapping.touch(touch))
            .collect()
    }

    fn marks(&self) -> Vec<Highlight> {
        let marks = self.builder.marks().into_iter();
        marks
            .map(|mark| Highlight {
                at: self.mapping.ids(&mark.at),
                ..mark
            })
            .collect()
    }

    fn steps(&self) -> Vec<SceneStep> {
        let mapped = |event: SceneEvent| SceneEvent {
            from: event.from.map(|id| self.mapping.id(&id)),
            to: event.to.map(|id| self.mapping.id(&id)),
            ..event
        };
        let steps = self.builder.steps().into_iter();
        steps
            .map(|step| step.into_iter().map(mapped).collect())
            .collect()
    }

    fn arrows(&self) -> Vec<Vec<Id>> {
        let arrows = self.builder.arrows();
        arrows.iter().map(|ids| self.mapping.ids(ids)).collect()
    }

    fn token(&self) -> Option<String> {
        self.builder.token()
    }

    fn hint(&self) -> Text {
        self.builder.hint()
    }

    fn describe(&self) -> Text {
        self.builder.describe()
    }

    fn reason(&self, touch: &str) -> Option<Text> {
        self.builder.reason(&self.mapping.original(touch)?)
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

        fn original(&self, id: &str) -> Option<Id> {
            id.strip_prefix("zertz.").map(str::to_owned)
        }
    }

    fn both() -> Scene {
        gipf().scene().beside(zertz().scene().renamed(&Prefix))
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

    #[test]
    fn a_mapped_move_changes_only_its_own_board() {
        let mut builder = MappedMoveBuilder::new(Prefix, zertz().move_builder());
        for touch in ["zertz.reserve.w", "zertz.d4", "zertz.a1"] {
            assert!(
                builder.next().iter().any(|option| option.touch == touch),
                "{touch}"
            );
            builder.touch(touch);
        }
        assert_eq!(builder.token().as_deref(), Some("wd4,a1"));
        let mut scene = both();
        builder.steps().iter().for_each(|step| scene.apply(step));
        let mut after = zertz();
        after.play(after.parse_move("wd4,a1").expect("a legal token"));
        let expected = gipf().scene().beside(after.scene().renamed(&Prefix));
        assert_eq!(scene.boards, expected.boards);
        assert_eq!(scene.supplies, expected.supplies);
    }
}
