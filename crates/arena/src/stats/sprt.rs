//! The sequential probability ratio test over pairs of games.
//!
//! Each of the two hypotheses states a strength difference. It does not state the distribution of pair
//! scores, so the test uses the most likely one under each hypothesis (generalised SPRT). The test ends
//! when the likelihood ratio leaves the interval given by the error rates.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::stats::tally::{ELO_SCALE, expected_score};
use ringstack_engine::rules::ParseValueError;

/// The unit of the hypotheses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo by the expected score.
    #[default]
    Logistic,
    /// Elo normalised by the standard deviation of a game.
    Normalised,
}

impl fmt::Display for Model {
    /// Writes a space and the unit, or nothing for the default unit.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::Logistic => "",
            Model::Normalised => " normalised",
        })
    }
}

/// The test: whether the strength difference is `elo0` or `elo1`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative hypothesis, which is greater.
    pub elo1: f64,
    /// The probability that `elo1` is accepted although `elo0` is true, below 1/2.
    pub alpha: f64,
    /// The probability that `elo0` is accepted although `elo1` is true, below 1/2.
    pub beta: f64,
    /// The unit of the hypotheses.
    pub model: Model,
}

impl fmt::Display for Sprt {
    /// Writes the four numbers as on the command line, and the unit if it is not the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        } = self;
        write!(f, "{elo0} {elo1} {alpha} {beta}{model}")
    }
}

/// The maximum of a hypothesis. Beyond it the expected scores are practically 1.
const MAX_ELO: f64 = 5000.0;

/// The minimum difference of the hypotheses. No match is long enough for a smaller one.
const MIN_DIFFERENCE: f64 = 0.01;

/// The minimum error rate.
const MIN_RATE: f64 = 1e-6;

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The difference is `elo0`.
    H0,
    /// The difference is `elo1`.
    H1,
}

impl fmt::Display for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Decision::H0 => "H0 accepted",
            Decision::H1 => "H1 accepted",
        })
    }
}

impl Sprt {
    /// Makes a test from the numbers of the command line.
    ///
    /// # Errors
    /// The hypotheses or the error rates are out of range.
    pub fn new([elo0, elo1, alpha, beta]: [f64; 4], model: Model) -> Result<Sprt, ParseValueError> {
        let is_elo = |elo: f64| elo.abs() <= MAX_ELO;
        if !(is_elo(elo0) && is_elo(elo1) && elo1 - elo0 >= MIN_DIFFERENCE) {
            return Err(ParseValueError::new(
                &format!("{elo0:?} {elo1:?}"),
                "ELO0 at least 0.01 smaller than ELO1, both between -5000 and 5000",
            ));
        }
        if ![alpha, beta]
            .iter()
            .all(|rate| (MIN_RATE..0.5).contains(rate))
        {
            return Err(ParseValueError::new(
                &format!("{alpha:?} {beta:?}"),
                "ALPHA and BETA from 0.000001 to below 0.5",
            ));
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
            model,
        })
    }

    /// The ratios at which `elo0` and `elo1` are accepted.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        let lower = (self.beta / (1.0 - self.alpha)).ln();
        let upper = ((1.0 - self.beta) / self.alpha).ln();
        (lower, upper)
    }

    /// The log-likelihood ratio after these pairs (indexed by half points, 0 to 4).
    #[must_use]
    pub fn llr(&self, pairs: &[u64; 5]) -> f64 {
        let seen = pairs.iter().sum::<u64>();
        if seen == 0 {
            return 0.0;
        }
        let found = Distribution::of_pairs(pairs);
        let (null, other) = match self.model {
            Model::Logistic => {
                let likeliest = |elo| found.with_mean(expected_score(elo));
                (likeliest(self.elo0), likeliest(self.elo1))
            }
            Model::Normalised => {
                // Converts from the standard deviation of a game to that of a pair.
                let leads = |elo: f64| elo / (2.0 * ELO_SCALE) * std::f64::consts::SQRT_2;
                let likeliest = |elo| found.with_lead(leads(elo));
                (likeliest(self.elo0), likeliest(self.elo1))
            }
        };
        let gain: f64 = (found.0.iter().zip(null.0).zip(other.0))
            .map(|((&(_, p), (_, null)), (_, other))| p * (other / null).ln())
            .sum();
        total(pairs) * gain
    }

    /// The decision at this log-likelihood ratio; `None` between the bounds.
    #[must_use]
    pub fn decision(&self, llr: f64) -> Option<Decision> {
        let (lower, upper) = self.bounds();
        if llr <= lower {
            Some(Decision::H0)
        } else if llr >= upper {
            Some(Decision::H1)
        } else {
            None
        }
    }
}

/// Values and their probabilities: pair scores from 0 to 1, or values derived from them.
#[derive(Clone, Copy, Debug)]
struct Distribution([(f64, f64); 5]);

/// The weight of a score that did not occur, in pairs. It keeps every hypothesis possible.
const NEVER: f64 = 1e-3;

/// The number of bisection steps, more than the precision of `f64` needs.
const HALVINGS: u32 = 200;

impl Distribution {
    fn of_pairs(pairs: &[u64; 5]) -> Distribution {
        let total = total(pairs);
        let mut values = [(0.0, 0.0); 5];
        for (i, (value, &n)) in values.iter_mut().zip(pairs).enumerate() {
            *value = (i as f64 / 4.0, weight(n) / total);
        }
        Distribution(values)
    }

    fn mean(&self) -> f64 {
        self.0.iter().map(|(value, p)| value * p).sum()
    }

    fn deviation(&self) -> f64 {
        let mean = self.mean();
        let variance: f64 = (self.0.iter())
            .map(|(value, p)| p * (value - mean).powi(2))
            .sum();
        variance.sqrt()
    }

    /// The distribution with this mean under which this one is most likely. Each probability is divided by
    /// 1 + x (value - mean); x is found by bisection.
    fn with_mean(&self, mean: f64) -> Distribution {
        let apart = self.0.map(|(value, _)| value - mean);
        let smallest = apart.into_iter().fold(f64::INFINITY, f64::min);
        let greatest = apart.into_iter().fold(f64::NEG_INFINITY, f64::max);
        // The divisors stay positive between these two.
        let (mut low, mut high) = (-1.0 / greatest, -1.0 / smallest);
        for _ in 0..HALVINGS {
            let x = (low + high) / 2.0;
            let off: f64 = (self.0.iter())
                .map(|(value, p)| p * (value - mean) / (1.0 + x * (value - mean)))
                .sum();
            if off > 0.0 {
                low = x;
            } else {
                high = x;
            }
        }
        let x = (low + high) / 2.0;
        Distribution(
            self.0
                .map(|(value, p)| (value, p / (1.0 + x * (value - mean)))),
        )
    }

    /// The most likely distribution whose mean is `lead` standard deviations above 1/2. The condition is not
    /// linear; it is linearised around the last solution until the solution no longer changes.
    fn with_lead(&self, lead: f64) -> Distribution {
        const STEPS: u32 = 50;
        const STILL: f64 = 1e-12;
        let mut solution = *self;
        // Starts from a distribution of won and lost pairs that has this lead. The linearised condition
        // may have no solution around an even distribution if the lead is large.
        let whole = (1.0 + lead * lead).sqrt();
        let (mut mean, mut deviation) = (0.5 + lead / (2.0 * whole), 0.5 / whole);
        for _ in 0..STEPS {
            let bent = Distribution(self.0.map(|(value, p)| {
                let apart = (value - mean) / deviation;
                (
                    value - 0.5 - lead * deviation * (1.0 + apart * apart) / 2.0,
                    p,
                )
            }));
            let next = bent.with_mean(0.0);
            let mut change: f64 = 0.0;
            for ((_, p), (_, next)) in solution.0.iter_mut().zip(next.0) {
                change = change.max((*p - next).abs());
                *p = next;
            }
            (mean, deviation) = (solution.mean(), solution.deviation());
            if change < STILL {
                break;
            }
        }
        solution
    }
}

fn weight(pairs: u64) -> f64 {
    if pairs == 0 { NEVER } else { pairs as f64 }
}

fn total(pairs: &[u64; 5]) -> f64 {
    pairs.iter().map(|&n| weight(n)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
        Sprt::new([elo0, elo1, 0.05, 0.05], model).expect("a sound test")
    }

    /// The reference values are those that fastchess publishes, with two digits.
    #[test]
    fn ratios_agree_with_published_figures() {
        use Model::{Logistic, Normalised};
        for (pairs, elo0, elo1, model, llr) in [
            ([365, 16618, 36229, 16974, 390], 0.0, 2.0, Normalised, 2.25),
            ([127, 4883, 10712, 5150, 104], -1.75, 0.25, Normalised, 3.01),
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, Logistic, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, Logistic, -4.98),
        ] {
            let found = test(elo0, elo1, model).llr(&pairs);
            assert!(
                (found - llr).abs() < 0.006,
                "{pairs:?}: {found} is not {llr}"
            );
        }
    }

    /// If every pair was won, the most likely distributions have only won and lost pairs, so the ratio has
    /// a closed form.
    #[test]
    fn the_ratio_of_won_pairs_agrees_with_the_closed_form() {
        let lead = 5.0 * std::f64::consts::LN_10 / 800.0 * std::f64::consts::SQRT_2;
        let won = 0.5 + lead / (2.0 * (1.0 + lead * lead).sqrt());
        let solved = 104.0 * (won / 0.5).ln();
        let found = test(0.0, 5.0, Model::Normalised).llr(&[0, 0, 0, 0, 104]);
        assert!((found - solved).abs() < 0.01, "{found} is not {solved}");
    }

    /// The most likely distribution has the requested lead, also a large one.
    #[test]
    fn large_differences_have_a_finite_ratio() {
        use Model::{Logistic, Normalised};
        let lead = |elo: f64| elo / (2.0 * ELO_SCALE) * std::f64::consts::SQRT_2;
        for pairs in [[3, 5, 9, 6, 2], [0, 0, 0, 0, 104], [7, 0, 0, 0, 0]] {
            for elo in [-MAX_ELO, -300.0, 5.0, 230.0, 235.0, 600.0, MAX_ELO] {
                let likeliest = Distribution::of_pairs(&pairs).with_lead(lead(elo));
                let found = (likeliest.mean() - 0.5) / likeliest.deviation();
                let off = (found - lead(elo)).abs();
                assert!(
                    off < 1e-3 * (1.0 + found.abs()),
                    "{elo}, {pairs:?}: {found}"
                );
            }
            for model in [Logistic, Normalised] {
                for (elo0, elo1) in [(-MAX_ELO, 0.0), (0.0, 300.0), (0.0, MAX_ELO)] {
                    let ratio = test(elo0, elo1, model).llr(&pairs);
                    assert!(ratio.is_finite(), "{elo0} {elo1}, {pairs:?}: {ratio}");
                }
            }
        }
    }

    /// No other distribution with the mean of a hypothesis makes the games more likely.
    #[test]
    fn the_found_distribution_is_the_most_likely_one() {
        let found = Distribution::of_pairs(&[10, 40, 90, 45, 12]);
        let best = found.with_mean(0.55);
        assert!((best.mean() - 0.55).abs() < 1e-12);
        assert!((best.0.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-9);
        let likelihood = |d: &Distribution| -> f64 {
            found
                .0
                .iter()
                .zip(d.0)
                .map(|((_, p), (_, q))| p * q.ln())
                .sum()
        };
        // These shifts of probability keep the sum and the mean.
        for (a, b, c) in [(0, 1, 2), (1, 2, 3), (2, 3, 4), (0, 2, 4)] {
            for step in [-1e-3, 1e-3] {
                let mut other = best;
                other.0[a].1 += step;
                other.0[b].1 -= 2.0 * step;
                other.0[c].1 += step;
                assert!(likelihood(&other) < likelihood(&best));
            }
        }
    }

    #[test]
    fn the_bounds_follow_from_the_error_rates() {
        let sprt = test(0.0, 5.0, Model::Logistic);
        let (lower, upper) = sprt.bounds();
        assert!((upper - 2.944_439).abs() < 1e-6 && (lower + upper).abs() < 1e-12);
        assert_eq!(sprt.decision(upper), Some(Decision::H1));
        assert_eq!(sprt.decision(lower), Some(Decision::H0));
        assert_eq!(sprt.decision(0.0), None);
        assert_eq!(sprt.llr(&[0; 5]), 0.0);
    }

    #[test]
    fn tests_that_no_match_can_decide_are_refused() {
        for numbers in [
            [5.0, 0.0, 0.05, 0.05],
            [0.0, 0.0, 0.05, 0.05],
            [0.0, 1e-320, 0.05, 0.05],
            [0.0, 0.009, 0.05, 0.05],
            [0.0, f64::NAN, 0.05, 0.05],
            [0.0, 5001.0, 0.05, 0.05],
            [-1e300, 0.0, 0.05, 0.05],
            [0.0, 5.0, 0.0, 0.05],
            [0.0, 5.0, 1e-320, 0.05],
            [0.0, 5.0, 0.05, 1e-7],
            [0.0, 5.0, 0.05, 0.5],
            [0.0, 5.0, f64::NAN, 0.05],
        ] {
            assert!(Sprt::new(numbers, Model::Logistic).is_err(), "{numbers:?}");
        }
        assert!(Sprt::new([0.0, 0.1, 0.001, 0.001], Model::Logistic).is_ok());
    }
}
