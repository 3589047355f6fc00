//! The features of a linear evaluation.

use super::{Evaluated, TrainingConfig};

/// Features that belong together under one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// The name of the term, shown to users.
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

/// A linear evaluation: features, each with a weight.
pub trait Features: 'static {
    /// The positions.
    type Position: Evaluated;

    /// The name of the model and of its files.
    const NAME: &'static str;

    /// The groups of features, in the order of the features.
    const GROUPS: &'static [Group];

    /// The number of features.
    const FEATURES: usize = size_of_all(Self::GROUPS);

    /// The number of stages of the game. The weights change in equal steps from one set at the first stage
    /// to another set at the last. One stage has one set.
    const STAGES: usize = 1;

    /// How the weights are fitted.
    const FIT: TrainingConfig = TrainingConfig::DEFAULT;

    /// Centipawns in one unit of the logistic function that converts search scores to expected results, as
    /// `tune scale` measures it.
    const SCALE: f64 = 120.0;

    /// Whether the fit adds a constant and then discards it. It stands for an advantage that is the same in
    /// all fitted positions, but not in all evaluated positions.
    const CONSTANT: bool = false;

    /// Whether the model evaluates this position. Exactly one model of a game does.
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

    /// Calls `visit` with features (0..FEATURES) and their counts: positive for the player to move, negative
    /// for the opponent. A feature may occur more than once.
    fn each_feature(position: &Self::Position, visit: impl FnMut(usize, i32));

    /// The feature that shares its weight with this one by a symmetry of the board, or the feature itself.
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
