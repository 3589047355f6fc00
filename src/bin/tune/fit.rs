//! The fit: weights under which the logistic function of a sum of features foretells the results.

use ringstack::board::keys::SplitMix;
use ringstack::rules::Judge;

use crate::adam::Adam;
use crate::games::Judged;
use crate::samples::parted;

const EPOCHS: usize = 24;
const BATCH: usize = 512;
/// What pulls weights to zero that few games say anything about.
const DECAY: f32 = 2e-6;

/// What differs between the games.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    /// Centipawns of one unit of the logistic function.
    pub scale: f32,
    /// How much of the aim is the result of the game; the rest is the score of the search.
    pub result_share: f32,
    /// The size of the first steps.
    pub rate: f32,
}

/// The features of a position that are not zero, and what the sum should come to, 0 to 1.
pub struct Sample {
    features: Vec<(usize, f32)>,
    aim: f32,
}

impl Recipe {
    /// A sample of a position with these features.
    pub fn sample<P: Judge>(
        self,
        judged: &Judged<P>,
        features: impl IntoIterator<Item = (usize, f32)>,
    ) -> Sample {
        let share = self.result_share;
        let features = features.into_iter().filter(|&(_, count)| count != 0.0);
        Sample {
            features: features.collect(),
            aim: share * judged.result + (1.0 - share) * logistic(judged.score / self.scale),
        }
    }

    /// `size` weights in centipawns, fitted to groups of samples by stochastic gradient descent with
    /// the Adam rule; the last twelfth of each group is held back to tell how well it goes.
    ///
    /// # Errors
    /// There are too few samples.
    pub fn weights(self, size: usize, groups: Vec<Vec<Sample>>) -> anyhow::Result<Vec<f32>> {
        let mut ends = Vec::new();
        let mut samples = Vec::new();
        for group in groups {
            samples.extend(group);
            ends.push(samples.len());
        }
        let (mut taught, held_back) = parted(&ends)?;
        let mut source = SplitMix(1);
        let mut weights = vec![0.0_f32; size];
        let mut adam = Adam::new(size);
        for epoch in 0..EPOCHS {
            source.shuffle(&mut taught);
            let rate = self.rate * (1.0 - epoch as f32 / EPOCHS as f32);
            for batch in taught.chunks(BATCH) {
                let mut slopes: Vec<f32> = weights.iter().map(|weight| DECAY * weight).collect();
                for &index in batch {
                    let sample = &samples[index];
                    let error = guess(&weights, sample) - sample.aim;
                    for &(feature, count) in &sample.features {
                        slopes[feature] += error * count / batch.len() as f32;
                    }
                }
                adam.step(&mut weights, &slopes, rate);
            }
            let losses = held_back.iter().map(|&index| {
                let sample = &samples[index];
                cross_entropy(sample.aim, guess(&weights, sample))
            });
            let loss = losses.sum::<f32>() / held_back.len() as f32;
            eprintln!("epoch {epoch}: held back {loss:.5}");
        }
        Ok(weights.iter().map(|weight| weight * self.scale).collect())
    }
}

/// The share of wins that a value foretells.
pub fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn guess(weights: &[f32], sample: &Sample) -> f32 {
    let products = sample.features.iter().map(|&(i, count)| weights[i] * count);
    logistic(products.sum())
}

/// How badly `guess` foretold `aim`.
pub fn cross_entropy(aim: f32, guess: f32) -> f32 {
    let guess = guess.clamp(1e-6, 1.0 - 1e-6);
    -(aim * guess.ln() + (1.0 - aim) * (1.0 - guess).ln())
}
