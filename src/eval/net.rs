//! Small networks that correct an evaluation: one hidden layer over the facts of a position.
//!
//! A [`Sight`] lists the facts (inputs) that hold in a position, always from the point of view of the
//! player to move. Each has a row of numbers; their sum, clipped and squared, is weighed by one of
//! several output rows (NNUE with squared clipped activation, without incremental updates: a board
//! here has few facts, and positions are copied). `src/bin/tune` trains the numbers.
//!
//! The scheme is that of Stockfish's NNUE (Nasu 2018) in its smallest form, with the activation that
//! many small engines use since.

use crate::board::Cell;
use crate::rules::{EVAL_LIMIT, Judge};

/// The value of a fully active unit, and of 1 in a row.
pub const UNIT: i32 = 255;
/// The value of 1 in an output row.
pub const OUTPUT_UNIT: i32 = 64;
/// The most inputs that hold in a position.
pub const MOST_INPUTS: usize = 72;
/// The largest size of a number in a row: the bias and [`MOST_INPUTS`] rows fit into 16 bits.
pub const ROW_LIMIT: i32 = 448;
/// The largest size of a number in an output row: its product with [`UNIT`] fits into 16 bits.
pub const OUTPUT_LIMIT: i32 = 127;
/// The largest scale.
const SCALE_LIMIT: i32 = 1000;

/// What a network sees of a position of one game.
pub trait Sight {
    /// The positions.
    type Position: Judge + crate::rules::Notation;

    /// The number of inputs.
    const INPUTS: usize;

    /// The number of hidden units.
    const HIDDEN: usize;

    /// The number of output rows.
    const OUTPUTS: usize;

    /// Whether the network is asked about this position.
    fn covers(position: &Self::Position) -> bool;

    /// Which output row values the position (0..OUTPUTS).
    fn output(position: &Self::Position) -> usize;

    /// Calls `visit` with each input (0..INPUTS) that holds, each once, at most
    /// [`MOST_INPUTS`].
    fn each_input(position: &Self::Position, visit: impl FnMut(usize));

    /// The value for the player to move without the network, in centipawns.
    fn plain(position: &Self::Position) -> i32;

    /// The symmetries of the game: for each one the image of every input, the identity first.
    fn images() -> Vec<Vec<usize>>;
}

/// The images of inputs under those of cells: inputs below `kinds * cells` are a fact about a cell,
/// kind by kind; the others stay as they are.
#[must_use]
pub fn images<const N: usize>(
    symmetries: Vec<[Cell; N]>,
    kinds: usize,
    inputs: usize,
) -> Vec<Vec<usize>> {
    let image = |map: &[Cell; N], input: usize| match input / N {
        kind if kind < kinds => kind * N + map[input % N].index(),
        _ => input,
    };
    symmetries
        .iter()
        .map(|map| (0..inputs).map(|input| image(map, input)).collect())
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

    /// Reads a network, at compile time.
    ///
    /// # Panics
    /// When there are not [`Net::BYTES`] bytes or a number is beyond its limit.
    #[must_use]
    pub const fn read(bytes: &[u8]) -> Self {
        assert!(bytes.len() == Self::BYTES, "the network has another size");
        assert!(H <= 64, "the sum of more units may leave its integer");
        let mut net = Net {
            rows: [[0; H]; I],
            bias: [0; H],
            outputs: [[0; H]; O],
            output_bias: [0; O],
            scale: 0,
        };
        let mut row = 0;
        while row < 1 + I + O {
            let (numbers, limit) = if row == 0 {
                (&mut net.bias, ROW_LIMIT)
            } else if row <= I {
                (&mut net.rows[row - 1], ROW_LIMIT)
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
    pub fn value<S: Sight>(&self, position: &S::Position) -> i32 {
        let mut sums = self.bias;
        S::each_input(position, |input| {
            for (sum, &number) in sums.iter_mut().zip(&self.rows[input]) {
                *sum = sum.wrapping_add(number);
            }
        });
        let output = S::output(position);
        let mut total = 0;
        for (&sum, &weight) in sums.iter().zip(&self.outputs[output]) {
            let active = sum.clamp(0, UNIT as i16);
            // `UNIT * OUTPUT_LIMIT` just fits.
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
    use crate::games::diaballik::Position;
    use crate::rules::Rules;

    /// Two inputs hold in every position.
    struct Two;

    impl Sight for Two {
        type Position = Position;

        const INPUTS: usize = 3;
        const HIDDEN: usize = 2;
        const OUTPUTS: usize = 2;

        fn covers(_: &Position) -> bool {
            true
        }

        fn output(_: &Position) -> usize {
            1
        }

        fn each_input(_: &Position, mut visit: impl FnMut(usize)) {
            visit(0);
            visit(2);
        }

        fn plain(_: &Position) -> i32 {
            0
        }

        fn images() -> Vec<Vec<usize>> {
            vec![vec![0, 1, 2]]
        }
    }

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
        // The units are 102 and -300, so 0.4 squared and 0: a little
        // less than 16 centipawns.
        let start = Position::start(crate::games::diaballik::Variant::Usual);
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
    fn only_facts_about_cells_have_other_images() {
        let swapped = [Cell(1), Cell(0)];
        assert_eq!(images(vec![swapped], 2, 6), [[1, 0, 3, 2, 4, 5]]);
    }
}
