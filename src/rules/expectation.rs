//! Scores and the results that they let expect, for means of scores: half of what a won game gains and
//! half of what a lost one costs is not half a win.
//!
//! The curve is no logistic one but `x / sqrt(x² + c²)`, with the same slope at 0: it is made of operations
//! whose results are the same on every machine, and it has an inverse of the same kind.

/// The result that a score lets its player expect: -1 for a loss, 0 for a draw, 1 for a win. `scale` is
/// the number of centipawns in a unit of the logistic function for such scores.
#[must_use]
pub fn expected_result(score: i32, scale: f64) -> f64 {
    let (x, c) = (f64::from(score), 2.0 * scale);
    x / (x * x + c * c).sqrt()
}

/// The score that lets its player expect this result (-1 to 1), at most `limit` centipawns in size.
#[must_use]
pub fn score_expecting(result: f64, scale: f64, limit: i32) -> i32 {
    let rest = (1.0 - result * result).max(0.0).sqrt();
    let score = 2.0 * scale * result / rest;
    // A rest of nothing gives an infinite score, which has a limit, too.
    let limit = f64::from(limit);
    score.clamp(-limit, limit).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_expects_a_result_that_expects_the_score() {
        for scale in [89.0, 166.0] {
            for score in [-3000, -400, -1, 0, 1, 7, 150, 2000] {
                let result = expected_result(score, scale);
                assert_eq!(score_expecting(result, scale, 20_000), score);
            }
            assert_eq!(score_expecting(1.0, scale, 20_000), 20_000);
            assert_eq!(score_expecting(-1.0, scale, 20_000), -20_000);
        }
    }

    #[test]
    fn even_chances_of_two_even_scores_are_worth_nothing() {
        let mean = (expected_result(700, 90.0) + expected_result(-700, 90.0)) / 2.0;
        assert_eq!(score_expecting(mean, 90.0, 20_000), 0);
        // Far from even: to win and to be a little behind.
        let mean = (1.0 + expected_result(-60, 90.0)) / 2.0;
        assert!((60..120).contains(&score_expecting(mean, 90.0, 20_000)));
    }

    #[test]
    fn near_the_middle_it_is_the_logistic_function() {
        for score in [-60, -10, 30, 80] {
            let logistic = 2.0 / (1.0 + (-f64::from(score) / 100.0).exp()) - 1.0;
            assert!((expected_result(score, 100.0) - logistic).abs() < 0.02);
        }
    }
}
