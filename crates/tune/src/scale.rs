//! Measures the scale of the logistic function that best predicts results from search scores. It makes
//! scores of different games and phases comparable.

use super::samples::{cross_entropy, positions};
use super::{GameLines, ModelTask, TuneError, learn};
use ringstack_engine::eval::Inputs;
use ringstack_engine::eval::training_config::logistic;
use ringstack_engine::rules::EVAL_LIMIT;

/// The range of scales that is searched, in centipawns.
const RANGE: (f32, f32) = (10.0, 5000.0);
/// The number of steps; each removes a third of the range (as a ratio). 22 reach a tenth of a percent.
const STEPS: usize = 40;

/// The result of the measurement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// Centipawns of one unit of the logistic function.
    pub scale: f32,
    /// The mean cross entropy of the results with this scale.
    pub loss: f32,
    /// The number of positions.
    pub positions: usize,
}

/// Measures the scale of the model of this name.
///
/// # Errors
/// There is no such model, a line is invalid, there are too few lines, or the best scale is at the edge of the
/// range.
pub fn scale(name: &str, games: &[GameLines]) -> Result<Scale, TuneError> {
    learn(name, Measure { games })
}

struct Measure<'a> {
    games: &'a [GameLines<'a>],
}

impl ModelTask for Measure<'_> {
    type Output = Scale;

    fn learn<M: Inputs>(&mut self) -> Result<Scale, TuneError> {
        let mut seen = Vec::new();
        for evaluated in positions::<M>(self.games)?.into_iter().flatten() {
            if M::covers(&evaluated.position)
                && evaluated.score.abs() <= EVAL_LIMIT as f32
                && let Some(result) = evaluated.result
            {
                seen.push((evaluated.score, result));
            }
        }
        if seen.is_empty() {
            return Err(TuneError::TooFew);
        }
        let loss = |scale: f32| {
            let losses = seen
                .iter()
                .map(|&(score, result)| f64::from(cross_entropy(result, logistic(score / scale))));
            (losses.sum::<f64>() / seen.len() as f64) as f32
        };
        // The loss has one minimum: the third of the range without it is removed.
        let (mut low, mut high) = RANGE;
        for _ in 0..STEPS {
            let third = (high / low).powf(1.0 / 3.0);
            let (left, right) = (low * third, high / third);
            if loss(left) < loss(right) {
                high = right;
            } else {
                low = left;
            }
        }
        if low == RANGE.0 || high == RANGE.1 {
            // One edge was never moved: the minimum is there or beyond.
            return Err(TuneError::NoScale(RANGE.0, RANGE.1));
        }
        let scale = (low * high).sqrt();
        Ok(Scale {
            scale,
            loss: loss(scale),
            positions: seen.len(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ringstack_engine::play::state::open;

    #[test]
    fn the_bound_of_the_range_is_no_scale() {
        let mut state = open("dvonn").expect("a game");
        while state.fen().ends_with("place") {
            let first = state.legal().swap_remove(0);
            state.play(&[first]).expect("legal");
        }
        // At every score as many positions are won as lost.
        let line = |result: u8, score: i32| format!("{} {result} {score}\n", state.fen());
        let text: String = [-900, -300, 300, 900]
            .map(|score| line(0, score) + &line(1, score))
            .concat();
        let games = [GameLines {
            id: "dvonn",
            file: "even.txt",
            text: &text,
        }];
        let found = scale("dvonn-moving", &games);
        assert_eq!(found, Err(TuneError::NoScale(RANGE.0, RANGE.1)));
    }
}
