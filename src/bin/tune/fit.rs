//! The fit: weights under which the logistic function of a sum of features foretells the results.

use ringstack::board::keys::SplitMix;
use ringstack::position::Judge;

use crate::games::Judged;

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
        let (mut samples, mut held_back) = (Vec::new(), Vec::new());
        for mut group in groups {
            // Positions of a game stand together, so the part held back is of other games.
            held_back.extend(group.split_off(group.len() - group.len() / 12));
            samples.extend(group);
        }
        anyhow::ensure!(
            !held_back.is_empty(),
            "too few positions: a fit wants some hundred thousand"
        );
        let mut source = SplitMix(1);
        let mut weights = vec![0.0_f32; size];
        let (mut first, mut second) = (weights.clone(), weights.clone());
        let mut step = 0;
        for epoch in 0..EPOCHS {
            for i in (1..samples.len()).rev() {
                samples.swap(i, source.below(i + 1));
            }
            let rate = self.rate * (1.0 - epoch as f32 / EPOCHS as f32);
            for batch in samples.chunks(BATCH) {
                let mut slope = vec![0.0; size];
                for sample in batch {
                    let error = guess(&weights, sample) - sample.aim;
                    for &(feature, count) in &sample.features {
                        slope[feature] += error * count / batch.len() as f32;
                    }
                }
                step += 1;
                let (fade1, fade2) = (1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step));
                for i in 0..size {
                    let slope = slope[i] + DECAY * weights[i];
                    first[i] = 0.9 * first[i] + 0.1 * slope;
                    second[i] = 0.999 * second[i] + 0.001 * slope * slope;
                    weights[i] -= rate * (first[i] / fade1) / ((second[i] / fade2).sqrt() + 1e-8);
                }
            }
            eprintln!("epoch {epoch}: held back {:.5}", loss(&weights, &held_back));
        }
        Ok(weights.iter().map(|weight| weight * self.scale).collect())
    }
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn guess(weights: &[f32], sample: &Sample) -> f32 {
    let products = sample.features.iter().map(|&(i, count)| weights[i] * count);
    logistic(products.sum())
}

/// The mean cross entropy between aims and guesses.
fn loss(weights: &[f32], samples: &[Sample]) -> f32 {
    let one = |sample: &Sample| {
        let guess = guess(weights, sample).clamp(1e-6, 1.0 - 1e-6);
        sample.aim * guess.ln() + (1.0 - sample.aim) * (1.0 - guess).ln()
    };
    -samples.iter().map(one).sum::<f32>() / samples.len() as f32
}
