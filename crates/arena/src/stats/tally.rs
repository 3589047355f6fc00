//! Counts of games and pairs of games, and the Elo difference that they imply.
//!
//! Each opening is played twice with sides swapped. The two games are not independent, so the variance is
//! measured over pairs, which score 0, 1/2, 1, 3/2 or 2 points.

use std::ops::AddAssign;

/// A result from the view of one engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wdl {
    /// Lost.
    Loss,
    /// Drawn.
    Draw,
    /// Won.
    Win,
}

impl Wdl {
    /// Half points: 0, 1 or 2.
    #[must_use]
    pub fn half_points(self) -> usize {
        match self {
            Wdl::Loss => 0,
            Wdl::Draw => 1,
            Wdl::Win => 2,
        }
    }
}

/// The games and pairs between two engines, from the view of the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Finished pairs by their score in half points, 0 to 4.
    pub pairs: [u64; 5],
}

impl Tally {
    /// Counts one game.
    pub fn game(&mut self, score: Wdl) {
        match score {
            Wdl::Loss => self.losses += 1,
            Wdl::Draw => self.draws += 1,
            Wdl::Win => self.wins += 1,
        }
    }

    /// Counts a finished pair; its games are counted by [`Tally::game`].
    pub fn pair(&mut self, first: Wdl, second: Wdl) {
        let score = first.half_points() + second.half_points();
        if let Some(count) = self.pairs.get_mut(score) {
            *count += 1;
        }
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first engine; a win is 1, a draw 1/2.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// The same games from the view of the other engine.
    #[must_use]
    pub fn reversed(&self) -> Tally {
        let mut pairs = self.pairs;
        pairs.reverse();
        Tally {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
            pairs,
        }
    }

    /// The estimate from the finished pairs; `None` for fewer than [`MIN_PAIRS`].
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::of_pairs(&self.pairs)
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (count, more) in self.pairs.iter_mut().zip(other.pairs) {
            *count += more;
        }
    }
}

/// The strength of the first engine relative to the second. An error is half the width of the 95%
/// interval, or the distance to the nearer end if the interval is lopsided.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Logistic Elo; infinite if every game was won or lost.
    pub elo: f64,
    /// The error of `elo`.
    pub elo_error: f64,
    /// Elo normalised by the standard deviation of a game.
    pub normalised: f64,
    /// The error of `normalised`.
    pub normalised_error: f64,
    /// The probability that the first engine is stronger.
    pub superiority: f64,
}

/// Fewer pairs do not allow an estimate of the variance.
pub const MIN_PAIRS: u64 = 3;

/// The prior variance of a pair's score as a share of its points: that of two games which are won or lost
/// with equal probability. Without it a few equal pairs would have no variance, and the estimate no error.
const PRIOR_VARIANCE: f64 = 1.0 / 8.0;

/// The weight of [`PRIOR_VARIANCE`], in pairs.
const PRIOR_WEIGHT: f64 = 1.0;

/// The 97.5th percentile of the normal distribution.
const Z95: f64 = 1.959_963_984_540_054;

/// Elo points for a factor of e in the odds.
pub(super) const ELO_SCALE: f64 = 400.0 / std::f64::consts::LN_10;

impl Estimate {
    fn of_pairs(pairs: &[u64; 5]) -> Option<Estimate> {
        let seen = pairs.iter().sum::<u64>();
        if seen < MIN_PAIRS {
            return None;
        }
        let count = seen as f64;
        // A pair's score as a share of its two points.
        let shares = || {
            pairs
                .iter()
                .enumerate()
                .map(|(i, &n)| (i as f64 / 4.0, n as f64 / count))
        };
        let mean: f64 = shares().map(|(score, p)| score * p).sum();
        let scatter: f64 = shares().map(|(score, p)| p * (score - mean).powi(2)).sum();
        let variance = (scatter * count + PRIOR_VARIANCE * PRIOR_WEIGHT) / (count + PRIOR_WEIGHT);
        let deviation = (variance / count).sqrt();
        let (low, high) = (mean - Z95 * deviation, mean + Z95 * deviation);
        // The variance of a game is twice that of a pair. A measured variance needs no prior.
        let found = if scatter > 0.0 { scatter } else { variance };
        let per_game = (2.0 * found).sqrt();
        let normalised = |score: f64| match score - 0.5 {
            0.0 => 0.0,
            lead => 2.0 * ELO_SCALE * lead / per_game,
        };
        Some(Estimate {
            elo: elo(mean),
            elo_error: elo_error(mean, deviation),
            normalised: normalised(mean),
            normalised_error: (normalised(high) - normalised(low)) / 2.0,
            superiority: match mean - 0.5 {
                0.0 => 0.5,
                lead => normal_below(lead / deviation),
            },
        })
    }
}

/// The error of the logistic Elo of a mean score: half the width of the 95% interval. The interval is
/// lopsided for scores far from 1/2. If half its width would include 0 although the interval does not, or if
/// its far end is infinite, the error is the distance to the nearer end.
fn elo_error(mean: f64, deviation: f64) -> f64 {
    let (low, high) = (mean - Z95 * deviation, mean + Z95 * deviation);
    if low <= 0.0 && high >= 1.0 {
        // Both ends are infinite: uses the slope at the mean.
        return Z95 * deviation * ELO_SCALE / (mean * (1.0 - mean));
    }
    let half = (elo(high) - elo(low)) / 2.0;
    let near = if mean > 0.5 {
        elo(mean) - elo(low)
    } else {
        elo(high) - elo(mean)
    };
    let leads = low > 0.5 || high < 0.5;
    if half.is_infinite() || (leads && half >= elo(mean).abs()) {
        near
    } else {
        half
    }
}

/// The logistic Elo difference that gives this expected score (0 to 1).
#[must_use]
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    ELO_SCALE * (score / (1.0 - score)).ln()
}

/// The expected score of an engine that is stronger by `elo` logistic Elo points.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_SCALE).exp())
}

/// The probability that a standard normal variable is below `x`, to about 1e-7.
fn normal_below(x: f64) -> f64 {
    // The error function, by Abramowitz and Stegun 7.1.26.
    const P: f64 = 0.327_591_1;
    const A: [f64; 5] = [
        0.254_829_592,
        -0.284_496_736,
        1.421_413_741,
        -1.453_152_027,
        1.061_405_429,
    ];
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + P * z);
    let tail = A.iter().rev().fold(0.0, |sum, a| (sum + a) * t) * (-z * z).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found} is not {expected}"
        );
    }

    /// The reference values are those that fastchess publishes.
    #[test]
    fn estimates_agree_with_published_figures() {
        let of = |pairs| Estimate::of_pairs(&pairs).expect("there are pairs");
        let one = of([34, 54, 63, 64, 75]);
        near(one.elo, 55.58, 0.01);
        near(one.elo_error, 27.65, 0.01);
        near(one.normalised, 57.94, 0.01);
        near(one.normalised_error, 28.28, 0.01);
        near(one.superiority, 1.0, 0.0001);
        let two = of([332, 433, 498, 333, 334]);
        near(two.elo, -8.64, 0.01);
        near(two.elo_error, 10.33, 0.01);
        near(two.normalised, -9.17, 0.01);
        near(two.normalised_error, 10.96, 0.01);
        near(two.superiority, 0.0505, 0.0001);
        let three = of([7895, 8757, 5685, 568, 9999]);
        near(three.elo, -21.04, 0.01);
        near(three.normalised, -19.01, 0.01);
    }

    #[test]
    fn elo_and_score_are_inverse() {
        near(elo(0.5), 0.0, 1e-12);
        near(expected_score(400.0), 10.0 / 11.0, 1e-12);
        for points in [-700.0, -3.5, 0.0, 12.0, 250.0] {
            near(elo(expected_score(points)), points, 1e-9);
        }
        assert_eq!(elo(1.0), f64::INFINITY);
    }

    #[test]
    fn too_few_pairs_give_no_estimate() {
        assert_eq!(Estimate::of_pairs(&[0; 5]), None);
        assert_eq!(Estimate::of_pairs(&[0, 0, 2, 0, 0]), None);
        let even = Estimate::of_pairs(&[0, 0, 3, 0, 0]).expect("there are pairs");
        assert_eq!(
            (even.elo, even.normalised, even.superiority),
            (0.0, 0.0, 0.5)
        );
    }

    #[test]
    fn a_few_equal_pairs_have_a_large_error() {
        let error = |pairs| {
            Estimate::of_pairs(&pairs)
                .expect("there are pairs")
                .elo_error
        };
        let (few, more) = (error([0, 0, 3, 0, 0]), error([0, 0, 30, 0, 0]));
        assert!(
            few > 100.0 && more > 5.0 && more < few / 5.0,
            "{few} {more}"
        );
        let ahead = Estimate::of_pairs(&[0, 0, 0, 3, 0]).expect("there are pairs");
        assert!(
            ahead.elo_error > 100.0 && ahead.superiority < 0.999,
            "{ahead:?}"
        );
    }

    #[test]
    fn all_estimates_agree_on_the_leader() {
        for pairs in [
            [0, 0, 1, 0, 2],
            [0, 0, 0, 3, 0],
            [0, 0, 1, 1, 8],
            [0, 1, 1, 0, 2],
            [1, 0, 0, 0, 4],
        ] {
            let ahead = Estimate::of_pairs(&pairs).expect("there are pairs");
            let normalised = ahead.normalised > ahead.normalised_error;
            assert_eq!(ahead.elo > ahead.elo_error, normalised, "{ahead:?}");
            assert_eq!(ahead.superiority > 0.975, normalised, "{ahead:?}");
            let [a, b, c, d, e] = pairs;
            let behind = Estimate::of_pairs(&[e, d, c, b, a]).expect("there are pairs");
            near(behind.elo, -ahead.elo, 1e-9);
            near(behind.elo_error, ahead.elo_error, 1e-9);
        }
    }

    #[test]
    fn a_tally_counts_games_and_pairs_from_both_sides() {
        let mut tally = Tally::default();
        for score in [Wdl::Win, Wdl::Draw, Wdl::Loss, Wdl::Win] {
            tally.game(score);
        }
        tally.pair(Wdl::Win, Wdl::Draw);
        tally.pair(Wdl::Loss, Wdl::Win);
        assert_eq!((tally.games(), tally.points()), (4, 2.5));
        assert_eq!(tally.pairs, [0, 0, 1, 1, 0]);
        assert_eq!(tally.reversed().pairs, [0, 1, 1, 0, 0]);
        let mut both = tally;
        both += tally.reversed();
        assert_eq!(
            (both.wins, both.losses, both.pairs),
            (3, 3, [0, 1, 2, 1, 0])
        );
    }

    #[test]
    fn the_normal_distribution_agrees_with_tables() {
        for (x, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_7),
            (-1.96, 0.024_997_9),
            (3.0, 0.998_650_1),
        ] {
            near(normal_below(x), p, 2e-7);
        }
    }
}
