//! Constants for learning the numbers of an evaluation from games.

/// How numbers are learned. The logistic function of the value predicts a target: a mixture of the result
/// of the game and of the score of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingConfig {
    /// Centipawns of one unit of the logistic function.
    pub scale: f32,
    /// The share of the game result in the target; the rest is the score of the search.
    pub result_share: f32,
    /// The learning rate at the start.
    pub rate: f32,
    /// The number of passes over all positions.
    pub epochs: usize,
}

impl TrainingConfig {
    /// Constants for a model that has not been tuned.
    pub const DEFAULT: TrainingConfig = TrainingConfig {
        scale: 120.0,
        result_share: 0.5,
        rate: 0.01,
        epochs: 24,
    };

    /// The share of wins that a value predicts.
    #[must_use]
    pub fn share_of_wins(self, centipawns: f32) -> f32 {
        logistic(centipawns / self.scale)
    }
}

/// The logistic function: from 0 to 1, 0.5 at 0.
#[must_use]
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
