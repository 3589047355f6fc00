//! Converts scores to expected results and back. Scores must be averaged as results: the mean of a won and
//! a lost position is not half their scores.
//!
//! The curve is `x / sqrt(x² + c²)`, with the slope of the logistic function at 0. Its operations give the
//! same result on every machine, and so do those of its inverse.

/// The expected result of a score: -1 for a loss, 0 for a draw, 1 for a win. `scale` is the number of
/// centipawns in one unit of the logistic function.
#[must_use]
pub fn expected_result(score: i32, scale: f64) -> f64 {
    let (x, c) = (f64::from(score), 2.0 * scale);
    x / (x * x + c * c).sqrt()
}

/// The score of an expected result (-1 to 1), limited to ±`limit` centipawns.
#[must_use]
pub fn score_expecting(result: f64, scale: f64, limit: i32) -> i32 {
    let rest = (1.0 - result * result).max(0.0).sqrt();
    let score = 2.0 * scale * result / rest;
    // A rest of 0 gives an infinite score; the limit applies to it too.
    let limit = f64::from(limit);
    score.clamp(-limit, limit).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_survives_the_conversion_to_a_result_and_back() {
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
    fn even_chances_of_opposite_scores_have_no_value() {
        let mean = (expected_result(700, 90.0) + expected_result(-700, 90.0)) / 2.0;
        assert_eq!(score_expecting(mean, 90.0, 20_000), 0);
        // Far from even: a win, and a position slightly behind.
        let mean = (1.0 + expected_result(-60, 90.0)) / 2.0;
        assert!((60..120).contains(&score_expecting(mean, 90.0, 20_000)));
    }

    #[test]
    fn the_curve_is_close_to_the_logistic_function_near_zero() {
        for score in [-60, -10, 30, 80] {
            let logistic = 2.0 / (1.0 + (-f64::from(score) / 100.0).exp()) - 1.0;
            assert!((expected_result(score, 100.0) - logistic).abs() < 0.02);
        }
    }
}
