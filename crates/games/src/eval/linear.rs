//! Weights of features: a table, the file it is read from, and the weighted sum.
//!
//! The file is text: whole numbers in centipawns; `#` starts a comment. With one stage, each feature has one
//! number. With more stages, each feature has two: at the last stage and at the first.

use super::Features;

/// The weights of `F` features at `S` stages.
pub struct Weights<const F: usize, const S: usize>([[i16; F]; S]);

impl<const F: usize, const S: usize> Weights<F, S> {
    /// Reads a file of weights, at compile time.
    ///
    /// # Panics
    /// The text contains something other than 16-bit numbers, or too few or too many of them.
    #[must_use]
    pub const fn read(text: &str) -> Self {
        let mut weights = [[0; F]; S];
        let mut rest = text.as_bytes();
        let mut feature = 0;
        while feature < F {
            let last;
            (last, rest) = number(rest);
            if S == 1 {
                weights[0][feature] = last as i16;
            } else {
                let first;
                (first, rest) = number(rest);
                let steps = S as i32 - 1;
                let mut stage = 0;
                while stage < S {
                    let n = stage as i32;
                    weights[stage][feature] = ((last * n + first * (steps - n)) / steps) as i16;
                    stage += 1;
                }
            }
            feature += 1;
        }
        assert!(skip(rest).is_empty(), "the file has too many weights");
        Weights(weights)
    }

    /// The weight of a feature at the last stage.
    #[must_use]
    pub const fn weight(&self, feature: usize) -> i32 {
        self.0[S - 1][feature] as i32
    }

    /// The weights of the features of `M` at a stage.
    #[inline(always)]
    pub fn at<M: Features>(&self, stage: usize) -> &[i16] {
        const {
            assert!(F == M::FEATURES, "a weight for each feature");
            assert!(S == M::STAGES && S > 0, "weights for each stage");
        }
        &self.0[stage % S]
    }
}

/// The text from the first word that is not in a comment.
const fn skip(mut text: &[u8]) -> &[u8] {
    let mut in_comment = false;
    while let [byte, rest @ ..] = text {
        match byte {
            b'\n' => in_comment = false,
            b'#' => in_comment = true,
            b' ' => {}
            _ if in_comment => {}
            _ => return text,
        }
        text = rest;
    }
    text
}

/// The first number of a text, and the text after it.
const fn number(text: &[u8]) -> (i32, &[u8]) {
    let mut text = skip(text);
    let negative = matches!(text, [b'-', ..]);
    if let [b'-', rest @ ..] = text {
        text = rest;
    }
    assert!(matches!(text, [b'0'..=b'9', ..]), "expected a number");
    let mut number = 0;
    while let [digit @ b'0'..=b'9', rest @ ..] = text {
        number = 10 * number + (*digit - b'0') as i32;
        assert!(number <= i16::MAX as i32, "a weight is too large");
        text = rest;
    }
    assert!(
        matches!(text, [] | [b' ' | b'\n' | b'#', ..]),
        "expected a space after a number"
    );
    (if negative { -number } else { number }, text)
}

/// The weighted sum of the features of a position, in centipawns for the player to move.
#[inline(always)]
pub fn sum<M: Features>(position: &M::Position) -> i32 {
    let weights = M::weights(M::stage(position));
    let mut sum = 0;
    M::each_feature(position, |feature, count| {
        sum += i32::from(weights[feature]) * count;
    });
    sum
}

/// The weighted sum of each group of features, with its name.
pub fn terms<M: Features>(position: &M::Position) -> Vec<(&'static str, i32)> {
    let weights = M::weights(M::stage(position));
    let mut products = vec![0; M::FEATURES];
    M::each_feature(position, |feature, count| {
        products[feature] += i32::from(weights[feature]) * count;
    });
    let mut rest = products.as_slice();
    let groups = M::GROUPS.iter().map(|group| {
        let (of_group, after) = rest.split_at(group.size);
        rest = after;
        (group.name, of_group.iter().sum())
    });
    groups.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_numbers_between_comments() {
        let weights = Weights::<3, 1>::read("# own\n 12 -7# enemy\n\n0\n# end");
        assert_eq!(weights.0, [[12, -7, 0]]);
    }

    #[test]
    fn weights_go_over_from_the_first_stage_to_the_last() {
        let weights = Weights::<2, 4>::read("30 0\n-10 20\n");
        assert_eq!(weights.0, [[0, 20], [10, 10], [20, 0], [30, -10]]);
    }

    #[test]
    #[should_panic(expected = "too many")]
    fn a_weight_more_is_refused() {
        _ = Weights::<1, 1>::read("1 2");
    }

    #[test]
    #[should_panic(expected = "expected a number")]
    fn a_weight_less_is_refused() {
        _ = Weights::<2, 1>::read("1 # 2");
    }

    #[test]
    #[should_panic(expected = "expected a space")]
    fn other_words_are_refused() {
        _ = Weights::<1, 1>::read("1.5");
    }
}
