//! What a linear evaluation counts in a position.

#![allow(
    clippy::indexing_slicing,
    reason = "the lengths are compared when a table is read"
)]

use super::{Evaluated, TrainingConfig};

/// Features that belong together, under one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name of the term that a person is told.
    pub name: &'static str,
    /// The number of features.
    pub size: usize,
    /// The number of features in a line of the file of weights.
    pub row: usize,
}

impl Group {
    /// A group of `size` features, `row` of them in a line.
    #[must_use]
    pub const fn new(name: &'static str, size: usize, row: usize) -> Group {
        Group { name, size, row }
    }

    /// A group of one feature.
    #[must_use]
    pub const fn one(name: &'static str) -> Group {
        Group::new(name, 1, 1)
    }
}

/// What a linear evaluation counts in a position: features, each with a weight of its own.
pub trait Features: 'static {
    /// The positions.
    type Position: Evaluated;

    /// The name of the model and of its files.
    const NAME: &'static str;

    /// The groups of features, in the order of the features.
    const GROUPS: &'static [Group];

    /// The number of features.
    const FEATURES: usize = size_of_all(Self::GROUPS);

    /// The number of stages of the game with weights of their own: they go over in equal steps from
    /// one set of weights at the first stage to another at the last. With one stage there is one set.
    const STAGES: usize = 1;

    /// How the weights are fitted.
    const FIT: TrainingConfig = TrainingConfig::DEFAULT;

    /// The centipawns of one unit of the logistic function that tells how often a score of the
    /// search wins, as `tune scale` measures it.
    const SCALE: f64 = 120.0;

    /// Whether the fit adds a constant that is not kept: something that is worth as much in all
    /// positions that the weights are fitted to, but not in all that they value.
    const CONSTANT: bool = false;

    /// Whether the model values this position. One model of a game does.
    fn covers(_: &Self::Position) -> bool {
        true
    }

    /// Whether the weights are fitted to this position.
    fn fits(position: &Self::Position) -> bool {
        Self::covers(position)
    }

    /// The stage (0..STAGES).
    fn stage(_: &Self::Position) -> usize {
        0
    }

    /// The weights of all features at a stage in centipawns.
    fn weights(stage: usize) -> &'static [i16];

    /// Calls `visit` with features (0..FEATURES) and how often each counts for the player to move,
    /// negative where it counts for the other; a feature may come more than once.
    fn each_feature(position: &Self::Position, visit: impl FnMut(usize, i32));

    /// The feature whose weight this one shares because a symmetry of the board makes them the same;
    /// itself where there is none.
    fn twin(feature: usize) -> usize {
        feature
    }
}

/// The number of features in all groups.
const fn size_of_all(groups: &[Group]) -> usize {
    let (mut size, mut index) = (0, 0);
    while index < groups.len() {
        size += groups[index].size;
        index += 1;
    }
    size
}
