//! Fits weights so that the logistic function of the weighted features predicts the results.

use std::fmt::Write;

use super::adam::Adam;
use super::games::EvaluatedPosition;
use super::samples::{aim, cross_entropy, parted, positions};
use super::{GameLines, ModelTask, TuneError, learn};
use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::eval::training_config::logistic;
use ringstack_engine::eval::{Features, Inputs};
use ringstack_engine::rules::EVAL_LIMIT;

const BATCH: usize = 512;
/// The regularisation; it pulls weights to zero if few games determine them.
const DECAY: f32 = 2e-6;

/// Fits the weights of the model of this name and returns the text of their file. `report` gets the
/// number of each epoch and its loss.
///
/// # Errors
/// There is no such model, a line is invalid, or there are too few lines.
pub fn fit(
    name: &str,
    games: &[GameLines],
    report: impl FnMut(usize, f32),
) -> Result<String, TuneError> {
    learn(name, Fit { games, report })
}

struct Fit<'a, T> {
    games: &'a [GameLines<'a>],
    report: T,
}

impl<T: FnMut(usize, f32)> ModelTask for Fit<'_, T> {
    type Output = String;

    fn learn<M: Inputs>(&mut self) -> Result<String, TuneError> {
        let (mut samples, mut ends) = (Vec::new(), Vec::new());
        for group in positions::<M>(self.games)? {
            // A proven result needs no evaluation.
            let open = group.iter().filter(|evaluated| {
                M::fits(&evaluated.position) && evaluated.score.abs() < EVAL_LIMIT as f32
            });
            samples.extend(open.map(Sample::of::<M>));
            ends.push(samples.len());
        }
        let (mut taught, held_back) = parted(&ends)?;
        let mut source = SplitMix(1);
        let size = sets::<M>() * M::FEATURES + usize::from(M::CONSTANT);
        let mut weights = vec![0.0_f32; size];
        let mut adam = Adam::new(size);
        for epoch in 0..M::FIT.epochs {
            source.shuffle(&mut taught);
            let rate = M::FIT.rate * (1.0 - epoch as f32 / M::FIT.epochs as f32);
            for batch in taught.chunks(BATCH) {
                let mut slopes: Vec<f32> = weights.iter().map(|weight| DECAY * weight).collect();
                for sample in batch.iter().map(|&index| &samples[index]) {
                    let error = sample.guess(&weights) - sample.aim;
                    for &(feature, count) in &sample.features {
                        slopes[feature] += error * count / batch.len() as f32;
                    }
                }
                adam.step(&mut weights, &slopes, rate, 0.0);
            }
            let losses = held_back.iter().map(|&index| &samples[index]);
            let losses = losses.map(|sample| cross_entropy(sample.aim, sample.guess(&weights)));
            (self.report)(epoch, losses.sum::<f32>() / held_back.len() as f32);
        }
        Ok(text::<M>(&weights))
    }
}

/// The nonzero features of a position, and the target of their sum, 0 to 1.
struct Sample {
    features: Vec<(usize, f32)>,
    aim: f32,
}

impl Sample {
    fn of<M: Features>(evaluated: &EvaluatedPosition<M::Position>) -> Sample {
        let position = &evaluated.position;
        // Between two stages each feature counts for both sets of weights.
        let last = if M::STAGES == 1 {
            1.0
        } else {
            M::stage(position) as f32 / (M::STAGES - 1) as f32
        };
        let shares = [last, 1.0 - last];
        let mut features = Vec::new();
        M::each_feature(position, |feature, count| {
            for (set, share) in shares.into_iter().enumerate().take(sets::<M>()) {
                let count = share * count as f32;
                if count != 0.0 {
                    features.push((M::twin(feature) * sets::<M>() + set, count));
                }
            }
        });
        if M::CONSTANT {
            features.push((sets::<M>() * M::FEATURES, 1.0));
        }
        Sample {
            features,
            aim: aim(M::FIT, evaluated),
        }
    }

    /// The share of wins that the weights predict.
    fn guess(&self, weights: &[f32]) -> f32 {
        let products = self.features.iter().map(|&(i, count)| weights[i] * count);
        logistic(products.sum())
    }
}

/// The number of sets of weights.
fn sets<M: Features>() -> usize {
    if M::STAGES == 1 { 1 } else { 2 }
}

/// The text of the file of weights, which are given in units of the logistic function.
fn text<M: Features>(weights: &[f32]) -> String {
    let number = |index: usize| {
        let (feature, set) = (index / sets::<M>(), index % sets::<M>());
        let weight = weights[M::twin(feature) * sets::<M>() + set] * M::FIT.scale;
        (weight.round() as i16).to_string()
    };
    let mut text = "# Weights in centipawns, written by tune.\n".to_owned();
    if sets::<M>() > 1 {
        text.push_str("# Each feature: its weight at the last stage and at the first.\n");
    }
    let mut begin = 0;
    for group in M::GROUPS {
        let end = begin + sets::<M>() * group.size;
        let numbers: Vec<String> = (begin..end).map(number).collect();
        begin = end;
        // Writing to a string does not fail.
        _ = if group.size == 1 {
            writeln!(text, "{} # {}", numbers.join(" "), group.name)
        } else {
            writeln!(text, "# {}", group.name)
        };
        if group.size > 1 {
            for row in numbers.chunks(sets::<M>() * group.row) {
                _ = writeln!(text, "{}", row.join(" "));
            }
        }
    }
    text
}
