//! Small networks that correct an evaluation: one hidden layer over the active inputs of a position.
//!
//! [`Inputs`] lists the active inputs of a position, always from the point of view of the player to
//! move. Each input has a row of numbers. The sum of the rows (the accumulator) is clipped, squared and
//! weighted by one of several output rows. A search does not carry accumulators along: a board here has few
//! active inputs, and positions are copied. `tune` trains the numbers.
//!
//! This is the smallest form of Stockfish's NNUE (Nasu 2018), with the squared clipped activation of many
//! small engines.

use super::{Features, TrainingConfig};
use crate::board::Cell;
use crate::rules::EVAL_LIMIT;

/// The value of a fully active unit, and of 1 in a row.
pub const UNIT: i32 = 255;
/// The value of 1 in an output row.
pub const OUTPUT_UNIT: i32 = 64;
/// The default limit of active inputs.
const MAX_INPUTS: usize = 72;
/// The most hidden units.
pub const MAX_HIDDEN: usize = 64;
/// The largest absolute number in an output row.
pub const OUTPUT_LIMIT: i32 = 127;
/// The largest scale.
pub const SCALE_LIMIT: i32 = 1000;

/// The largest absolute number in a row if at most `max_active` inputs are active: the sum with the bias fits
/// into 16 bits.
#[must_use]
pub const fn row_limit(max_active: usize) -> i32 {
    i16::MAX as i32 / (max_active as i32 + 1)
}

/// For all numbers within the limits, the product of a unit with its weight fits into 16 bits and the output
/// fits into 32 bits.
const _: () = {
    assert!(UNIT * OUTPUT_LIMIT <= i16::MAX as i32);
    let most = MAX_HIDDEN as i64 * (UNIT * UNIT) as i64 * OUTPUT_LIMIT as i64;
    assert!(most <= i32::MAX as i64);
    assert!(most / UNIT as i64 * SCALE_LIMIT as i64 <= i32::MAX as i64);
};

/// The network of a model: each input is active or not in a position.
///
/// Every item has a default. `impl Inputs for Model {}` declares a model without a network; a game whose
/// evaluation is one function implements [`Models`](super::Models) and needs no line for networks.
pub trait Inputs: Features {
    /// The number of inputs; 0 for a model without a network.
    const INPUTS: usize = 0;

    /// The number of hidden units.
    const HIDDEN: usize = 0;

    /// The number of output rows.
    const OUTPUTS: usize = 1;

    /// The maximum number of active inputs, with multiplicity.
    const MAX_INPUTS: usize = MAX_INPUTS;

    /// How the network is trained.
    const TRAINING: TrainingConfig = TrainingConfig::DEFAULT;

    /// Which output row values the position (0..OUTPUTS).
    #[inline(always)]
    fn output(_: &Self::Position) -> usize {
        0
    }

    /// Calls `visit` with each input (0..INPUTS) that holds, as often as it holds, at
    /// most [`Inputs::MAX_INPUTS`] in all.
    fn each_input(_: &Self::Position, _: impl FnMut(usize)) {}

    /// The symmetries of the game: for each one the image of every input, the identity first.
    fn symmetries() -> Vec<Vec<usize>> {
        vec![(0..Self::INPUTS).collect()]
    }

    /// The value that the network adds to the weighted sum, in centipawns for the player to move.
    #[inline(always)]
    fn correction(_: &Self::Position) -> i32 {
        0
    }
}

/// The images of inputs, from the images of cells. Inputs below `kinds * cells` describe cells, kind
/// by kind; the other inputs do not change.
#[must_use]
pub fn symmetries<const N: usize>(
    symmetries: impl IntoIterator<Item = [Cell; N]>,
    kinds: usize,
    inputs: usize,
) -> Vec<Vec<usize>> {
    let image = |map: &[Cell; N], input: usize| match input / N {
        kind if kind < kinds => kind * N + map[input % N].index(),
        _ => input,
    };
    symmetries
        .into_iter()
        .map(|map| (0..inputs).map(|input| image(&map, input)).collect())
        .collect()
}

/// A network of `I` inputs, `H` hidden units and `O` output rows.
pub struct Net<const I: usize, const H: usize, const O: usize> {
    rows: [[i16; H]; I],
    bias: [i16; H],
    outputs: [[i16; H]; O],
    /// Centipawns.
    output_bias: [i16; O],
    /// Centipawns of an output of 1.
    scale: i32,
}

impl<const I: usize, const H: usize, const O: usize> Net<I, H, O> {
    /// The bytes of a network: little-endian 16-bit numbers, in the order bias, rows, outputs,
    /// output bias, scale.
    pub const BYTES: usize = 2 * (H + I * H + O * H + O + 1);

    /// Reads a network with the default limit of inputs, at compile time.
    ///
    /// # Panics
    /// The length is not [`Net::BYTES`], or a number is beyond its limit.
    #[must_use]
    pub const fn read(bytes: &[u8]) -> Self {
        Self::read_for(bytes, MAX_INPUTS)
    }

    /// Reads a network for at most `max_active` active inputs, at compile time.
    ///
    /// # Panics
    /// The length is not [`Net::BYTES`], or a number is beyond its limit.
    #[must_use]
    pub const fn read_for(bytes: &[u8], max_active: usize) -> Self {
        assert!(bytes.len() == Self::BYTES, "the network has another size");
        assert!(H <= MAX_HIDDEN, "the network has too many units");
        let mut net = Net {
            rows: [[0; H]; I],
            bias: [0; H],
            outputs: [[0; H]; O],
            output_bias: [0; O],
            scale: 0,
        };
        let row_limit = row_limit(max_active);
        let mut row = 0;
        while row < 1 + I + O {
            let (numbers, limit) = if row == 0 {
                (&mut net.bias, row_limit)
            } else if row <= I {
                (&mut net.rows[row - 1], row_limit)
            } else {
                (&mut net.outputs[row - 1 - I], OUTPUT_LIMIT)
            };
            let mut unit = 0;
            while unit < H {
                numbers[unit] = number(bytes, row * H + unit, limit);
                unit += 1;
            }
            row += 1;
        }
        let rest = (1 + I + O) * H;
        let mut output = 0;
        while output < O {
            net.output_bias[output] = number(bytes, rest + output, EVAL_LIMIT);
            output += 1;
        }
        net.scale = number(bytes, rest + O, SCALE_LIMIT) as i32;
        net
    }

    /// The correction for a position, in centipawns for the player to move.
    #[inline(always)]
    pub fn value<M: Inputs>(&self, position: &M::Position) -> i32 {
        const {
            assert!(I == M::INPUTS, "a row for each input");
            assert!(H == M::HIDDEN && O == M::OUTPUTS, "the size of the network");
        }
        let mut accumulator = self.bias;
        M::each_input(position, |input| self.add(&mut accumulator, input));
        self.output(&accumulator, M::output(position))
    }

    /// The accumulator without inputs.
    #[inline(always)]
    pub fn empty(&self) -> [i16; H] {
        self.bias
    }

    /// Adds the row of an input to an accumulator.
    #[inline(always)]
    pub fn add(&self, accumulator: &mut [i16; H], input: usize) {
        for (sum, &number) in accumulator.iter_mut().zip(&self.rows[input]) {
            *sum = sum.wrapping_add(number);
        }
    }

    /// Subtracts the row of an input from an accumulator.
    #[inline(always)]
    pub fn subtract(&self, accumulator: &mut [i16; H], input: usize) {
        for (sum, &number) in accumulator.iter_mut().zip(&self.rows[input]) {
            *sum = sum.wrapping_sub(number);
        }
    }

    /// The correction that an output row gives for an accumulator.
    #[inline(always)]
    pub fn output(&self, accumulator: &[i16; H], output: usize) -> i32 {
        let mut total = 0;
        for (&sum, &weight) in accumulator.iter().zip(&self.outputs[output]) {
            let active = sum.clamp(0, UNIT as i16);
            total += i32::from(active) * i32::from(active.wrapping_mul(weight));
        }
        total / UNIT * self.scale / (UNIT * OUTPUT_UNIT) + i32::from(self.output_bias[output])
    }
}

/// One of the numbers of a file.
const fn number(bytes: &[u8], index: usize, limit: i32) -> i16 {
    let number = i16::from_le_bytes([bytes[2 * index], bytes[2 * index + 1]]);
    assert!(
        -limit <= number as i32 && number as i32 <= limit,
        "a number of the network is too large"
    );
    number
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Group;
    use crate::games::diaballik::Position;
    use crate::rules::Rules;

    /// Two inputs hold in every position.
    struct Two;

    impl Features for Two {
        type Position = Position;

        const NAME: &'static str = "two";
        const GROUPS: &'static [Group] = &[];
        const FIT: TrainingConfig = RECIPE;
        const SCALE: f64 = 100.0;

        fn weights(_: usize) -> &'static [i16] {
            &[]
        }

        fn each_feature(_: &Position, _: impl FnMut(usize, i32)) {}
    }

    impl Inputs for Two {
        const INPUTS: usize = 3;
        const HIDDEN: usize = 2;
        const OUTPUTS: usize = 2;
        const TRAINING: TrainingConfig = RECIPE;

        fn output(_: &Position) -> usize {
            1
        }

        fn each_input(_: &Position, mut visit: impl FnMut(usize)) {
            visit(0);
            visit(2);
        }

        fn symmetries() -> Vec<Vec<usize>> {
            vec![vec![0, 1, 2]]
        }

        fn correction(_: &Position) -> i32 {
            0
        }
    }

    const RECIPE: TrainingConfig = TrainingConfig {
        scale: 100.0,
        result_share: 1.0,
        rate: 0.01,
        epochs: 1,
    };

    #[test]
    fn the_value_is_the_sum_over_squared_clipped_units() {
        let numbers: [i16; 15] = [
            51, 0, // bias
            51, -400, // input 0
            400, 400, // input 1
            0, 100, // input 2
            127, 127, // output 0
            64, 64, // output 1
            0, 7,   // output bias
            100, // scale
        ];
        let bytes: Vec<u8> = numbers
            .iter()
            .flat_map(|number| number.to_le_bytes())
            .collect();
        let net = Net::<3, 2, 2>::read(&bytes);
        // The units are 102 and -300, which give 0.4 squared and 0: slightly less than 16 centipawns.
        let start = Position::start(crate::games::diaballik::Variant::Standard);
        assert_eq!(net.value::<Two>(&start), 15 + 7);
    }

    #[test]
    #[should_panic(expected = "too large")]
    fn numbers_beyond_the_limits_are_refused() {
        let mut bytes = [0; 30];
        bytes[1] = 3;
        _ = Net::<3, 2, 2>::read(&bytes);
    }

    #[test]
    fn only_inputs_about_cells_have_other_images() {
        let swapped = [Cell(1), Cell(0)];
        assert_eq!(symmetries(vec![swapped], 2, 6), [[1, 0, 3, 2, 4, 5]]);
    }
}
