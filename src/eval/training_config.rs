//! How the numbers of an evaluation are learned from games.

/// How numbers are learned: so that the logistic function of the value foretells what comes of a
/// position, a mixture of the result of its game and of the score that a search gave it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingConfig {
    /// Centipawns of one unit of the logistic function.
    pub scale: f32,
    /// How much of the aim is the result of the game; the rest is the score of the search.
    pub result_share: f32,
    /// The size of the first steps.
    pub rate: f32,
    /// How often all positions are gone through.
    pub epochs: usize,
}

impl TrainingConfig {
    /// The share of wins that a value foretells.
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
