//! Training of the networks: the correction to the sum of an evaluation that best predicts results and
//! search scores.

use std::thread;

use super::adam::Adam;
use super::samples::{Samples, cross_entropy, parted, positions};
use super::{GameLines, ModelTask, TuneError, learn};
use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::eval::Inputs;
use ringstack_engine::eval::net::{MAX_HIDDEN, OUTPUT_LIMIT, OUTPUT_UNIT, UNIT, row_limit};
use ringstack_engine::eval::training_config::logistic;

const BATCH: usize = 1024;
/// The threads that share a batch. The number is fixed, so that the result is the same on every machine.
const LANES: usize = 4;
/// The weight decay. Without it a network learns the results of single games by heart: the positions of a game
/// share one result.
const DECAY: f32 = 0.15;

/// Trains the network of the model of this name and returns the bytes of its file. Training begins with
/// the network in `start`, which may have fewer inputs or fewer hidden units, or with random numbers.
/// `report` gets the loss before the first epoch as number 0, then the number of each epoch and its loss.
///
/// # Errors
/// There is no such model, `start` does not fit it, a line is invalid, or there are too few lines.
pub fn train(
    name: &str,
    games: &[GameLines],
    start: Option<&[u8]>,
    report: impl FnMut(usize, f32),
) -> Result<Vec<u8>, TuneError> {
    learn(
        name,
        Train {
            games,
            start,
            report,
        },
    )
}

struct Train<'a, T> {
    games: &'a [GameLines<'a>],
    start: Option<&'a [u8]>,
    report: T,
}

impl<T: FnMut(usize, f32)> ModelTask for Train<'_, T> {
    type Output = Vec<u8>;

    fn learn<M: Inputs>(&mut self) -> Result<Vec<u8>, TuneError> {
        if M::INPUTS == 0 {
            return Err(TuneError::NoNetwork(M::NAME));
        }
        let (mut samples, mut ends) = (Samples::default(), Vec::new());
        for group in positions::<M>(self.games)? {
            samples.add::<M>(&group);
            ends.push(samples.len());
        }
        let (mut taught, held_back) = parted(&ends)?;
        let mut source = SplitMix(1);
        let mut net = DenseNet::random::<M>(&mut source);
        if let Some(bytes) = self.start {
            let (model, size) = (M::NAME, bytes.len());
            net.take_over(bytes, M::TRAINING.scale)
                .ok_or(TuneError::Start { model, size })?;
        }
        let mut adam = Adam::new(net.numbers.len());
        let symmetries = M::symmetries();
        let mut lanes: Vec<Lane> = (0..LANES).map(|_| Lane::new(&net)).collect();
        let steps = M::TRAINING.epochs * taught.len().div_ceil(BATCH);
        let mut step = 0;
        (self.report)(0, net.loss(&samples, &held_back));
        for epoch in 1..=M::TRAINING.epochs {
            source.shuffle(&mut taught);
            for batch in taught.chunks(BATCH) {
                let share = 1.0 / batch.len() as f32;
                thread::scope(|scope| {
                    for (lane, part) in lanes.iter_mut().zip(batch.chunks(BATCH / LANES)) {
                        let (seed, net) = (source.next(), &net);
                        let (samples, symmetries) = (&samples, &symmetries);
                        scope
                            .spawn(move || lane.learn(net, samples, part, symmetries, share, seed));
                    }
                });
                let used = batch.len().div_ceil(BATCH / LANES);
                let slopes = total(&mut lanes[..used]);
                step += 1;
                let rate = M::TRAINING.rate * (1.0 - step as f32 / (steps + 1) as f32);
                adam.step(&mut net.numbers, slopes, rate, DECAY);
                net.clip();
            }
            (self.report)(epoch, net.loss(&samples, &held_back));
        }
        Ok(net.bytes(M::TRAINING.scale))
    }
}

/// The part of a thread in a batch.
struct Lane {
    /// The gradient.
    slopes: Vec<f32>,
    /// The sums of the hidden units.
    sums: Vec<f32>,
}

impl Lane {
    fn new(net: &DenseNet) -> Lane {
        Lane {
            slopes: vec![0.0; net.numbers.len()],
            sums: vec![0.0; net.hidden],
        }
    }

    /// Computes the gradient of a part of a batch; each sample has this share in the batch.
    fn learn(
        &mut self,
        net: &DenseNet,
        samples: &Samples,
        part: &[usize],
        symmetries: &[Vec<usize>],
        share: f32,
        seed: u64,
    ) {
        self.slopes.fill(0.0);
        let mut source = SplitMix(seed);
        let mut inputs = Vec::new();
        for &index in part {
            // Each epoch sees the position in another symmetry.
            let image = &symmetries[source.below(symmetries.len())];
            inputs.clear();
            inputs.extend(samples.inputs(index).map(|input| image[input]));
            net.add_up(inputs.iter().copied(), &mut self.sums);
            let facts = samples.facts(index);
            let value = facts.plain + net.value(&self.sums, facts.output);
            let error = (logistic(value) - facts.aim) * share;
            net.add_slopes(&inputs, &self.sums, facts.output, error, &mut self.slopes);
        }
    }
}

/// Adds the gradients of all lanes to the first, always in the same order.
fn total(lanes: &mut [Lane]) -> &[f32] {
    let Some((first, others)) = lanes.split_first_mut() else {
        return &[];
    };
    for lane in others {
        for (slope, more) in first.slopes.iter_mut().zip(&lane.slopes) {
            *slope += more;
        }
    }
    &first.slopes
}

/// A network in training.
struct DenseNet {
    /// The numbers in the order of the file, without the scale.
    numbers: Vec<f32>,
    hidden: usize,
    row_limit: i32,
    /// The offsets of the output rows and of their bias.
    outputs: usize,
    output_bias: usize,
}

impl DenseNet {
    fn random<M: Inputs>(source: &mut SplitMix) -> DenseNet {
        let outputs = M::HIDDEN * (1 + M::INPUTS);
        let output_bias = outputs + M::HIDDEN * M::OUTPUTS;
        let numbers = (0..output_bias + M::OUTPUTS).map(|index| {
            let random = source.below(20_001) as f32 / 10_000.0 - 1.0;
            match index {
                _ if index < M::HIDDEN => 0.3,
                _ if index < outputs => random * 0.1,
                _ if index < output_bias => random * 0.2,
                _ => 0.0,
            }
        });
        DenseNet {
            numbers: numbers.collect(),
            hidden: M::HIDDEN,
            row_limit: row_limit(M::MAX_INPUTS),
            outputs,
            output_bias,
        }
    }

    /// Loads a file with fewer inputs or fewer hidden units. Further inputs get rows of zeros. Further units
    /// keep their random rows and get output weights of 0. `None` if the file has another shape.
    fn take_over(&mut self, bytes: &[u8], scale: f32) -> Option<()> {
        if !bytes.len().is_multiple_of(2) {
            return None;
        }
        let numbers: Vec<f32> = bytes
            .chunks_exact(2)
            .map(|pair| f32::from(i16::from_le_bytes([pair[0], pair[1]])))
            .collect();
        let (&own_scale, numbers) = numbers.split_last()?;
        let outputs = self.numbers.len() - self.output_bias;
        let all_rows = self.outputs / self.hidden;
        let (units, bias) = numbers.split_at_checked(numbers.len().checked_sub(outputs)?)?;
        // With all rows, the file has fewer units or as many; otherwise as many units and fewer rows.
        let hidden = if units.len().is_multiple_of(all_rows + outputs) {
            units.len() / (all_rows + outputs)
        } else {
            self.hidden
        };
        let rows = units.len().checked_div(hidden)?.checked_sub(outputs)?;
        let fits = (1..=all_rows).contains(&rows) && hidden * (rows + outputs) == units.len();
        if hidden > self.hidden || !fits {
            return None;
        }
        self.numbers[self.hidden * rows..].fill(0.0);
        let (own_rows, rest) = self.numbers.split_at_mut(self.outputs);
        let (own_outputs, own_bias) = rest.split_at_mut(self.hidden * outputs);
        let (rows, outputs) = units.split_at(hidden * rows);
        let output_unit = OUTPUT_UNIT as f32 * scale / own_scale;
        for (own, file, unit) in [
            (own_rows, rows, UNIT as f32),
            (own_outputs, outputs, output_unit),
        ] {
            let own = own.chunks_exact_mut(self.hidden);
            for (own, file) in own.zip(file.chunks_exact(hidden)) {
                copy(own, file, unit);
            }
        }
        copy(own_bias, bias, scale);
        self.clip();
        Some(())
    }

    /// Sets `sums` to the sums of the hidden units.
    fn add_up(&self, inputs: impl Iterator<Item = usize>, sums: &mut [f32]) {
        sums.copy_from_slice(&self.numbers[..self.hidden]);
        for input in inputs {
            let row = &self.numbers[self.hidden * (1 + input)..][..self.hidden];
            for (sum, number) in sums.iter_mut().zip(row) {
                *sum += number;
            }
        }
    }

    /// The value in units of the logistic function.
    fn value(&self, sums: &[f32], output: usize) -> f32 {
        let weights = &self.numbers[self.outputs + self.hidden * output..][..self.hidden];
        let units = sums.iter().zip(weights).map(|(sum, weight)| {
            let active = sum.clamp(0.0, 1.0);
            active * active * weight
        });
        units.sum::<f32>() + self.numbers[self.output_bias + output]
    }

    /// The mean loss of these samples.
    fn loss(&self, samples: &Samples, indices: &[usize]) -> f32 {
        let mut sums = vec![0.0; self.hidden];
        let losses = indices.iter().map(|&index| {
            self.add_up(samples.inputs(index), &mut sums);
            let facts = samples.facts(index);
            let value = facts.plain + self.value(&sums, facts.output);
            f64::from(cross_entropy(facts.aim, logistic(value)))
        });
        (losses.sum::<f64>() / indices.len() as f64) as f32
    }

    /// Adds the gradient of a sample; `error` is the gradient of its value.
    fn add_slopes(
        &self,
        inputs: &[usize],
        sums: &[f32],
        output: usize,
        error: f32,
        slopes: &mut [f32],
    ) {
        let hidden = self.hidden;
        let first = self.outputs + hidden * output;
        let mut back = [0.0; MAX_HIDDEN];
        for (unit, &sum) in sums.iter().enumerate() {
            let active = sum.clamp(0.0, 1.0);
            slopes[first + unit] += error * active * active;
            if active > 0.0 && active < 1.0 {
                back[unit] = error * self.numbers[first + unit] * 2.0 * active;
            }
        }
        slopes[self.output_bias + output] += error;
        let rows = inputs.iter().map(|input| 1 + input);
        for row in rows.chain([0]) {
            let row = &mut slopes[row * hidden..][..hidden];
            for (slope, back) in row.iter_mut().zip(&back) {
                *slope += back;
            }
        }
    }

    /// Clamps the numbers to the range of the file.
    fn clip(&mut self) {
        let (rows, rest) = self.numbers.split_at_mut(self.outputs);
        let limit = self.row_limit as f32 / UNIT as f32;
        rows.iter_mut().for_each(|n| *n = n.clamp(-limit, limit));
        let limit = OUTPUT_LIMIT as f32 / OUTPUT_UNIT as f32;
        let outputs = &mut rest[..self.output_bias - self.outputs];
        outputs.iter_mut().for_each(|n| *n = n.clamp(-limit, limit));
    }

    /// The bytes of the file.
    fn bytes(&self, scale: f32) -> Vec<u8> {
        let unit = |index: usize| match index {
            _ if index < self.outputs => UNIT as f32,
            _ if index < self.output_bias => OUTPUT_UNIT as f32,
            _ => scale,
        };
        let numbers = self.numbers.iter().enumerate();
        numbers
            .map(|(index, number)| number * unit(index))
            .chain([scale])
            .flat_map(|number| (number.round() as i16).to_le_bytes())
            .collect()
    }
}

/// Copies numbers of a file, in which `unit` stands for 1.
fn copy(own: &mut [f32], file: &[f32], unit: f32) {
    for (own, number) in own.iter_mut().zip(file) {
        *own = number / unit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ringstack_engine::eval::Visitor;
    use ringstack_engine::games::visit_models;

    struct TakeOver;

    impl Visitor for TakeOver {
        type Output = ();

        fn visit<M: Inputs>(&mut self) {
            let scale = M::TRAINING.scale;
            let mut source = SplitMix(7);
            let bytes = DenseNet::random::<M>(&mut source).bytes(scale);
            let mut net = DenseNet::random::<M>(&mut source);
            assert_ne!(net.bytes(scale), bytes);
            assert_eq!(net.take_over(&bytes, scale), Some(()));
            assert_eq!(net.bytes(scale), bytes, "{}", M::NAME);

            // A network without the last input: its row is zero, the others are unchanged.
            let row = 2 * M::HIDDEN;
            let rows = row * (1 + M::INPUTS);
            let fewer = [&bytes[..rows - row], &bytes[rows..]].concat();
            assert_eq!(net.take_over(&fewer, scale), Some(()));
            let taken = net.bytes(scale);
            assert_eq!(taken[..rows - row], bytes[..rows - row]);
            assert!(taken[rows - row..rows].iter().all(|&byte| byte == 0));
            assert_eq!(taken[rows..], bytes[rows..]);

            // A network without the last unit: its outputs are zero, the others are unchanged.
            let outputs = rows..rows + row * M::OUTPUTS;
            let units = M::HIDDEN - 1;
            let narrow = |part: &[u8]| -> Vec<u8> {
                let narrow = part.chunks_exact(row).flat_map(|row| &row[..2 * units]);
                narrow.copied().collect()
            };
            let fewer = [narrow(&bytes[..outputs.end]), bytes[outputs.end..].to_vec()].concat();
            assert_eq!(net.take_over(&fewer, scale), Some(()), "{}", M::NAME);
            let taken = net.bytes(scale);
            assert_eq!(narrow(&taken[..outputs.end]), narrow(&bytes[..outputs.end]));
            assert_eq!(taken[outputs.end..], bytes[outputs.end..]);
            let last = taken[outputs]
                .chunks_exact(row)
                .flat_map(|row| &row[2 * units..]);
            assert!(last.copied().all(|byte| byte == 0));

            let more = [&bytes[..row], &bytes[..]].concat();
            let odd = [&bytes[..], &[0]].concat();
            for other in [&bytes[2..], &more, &odd, &[]] {
                assert_eq!(net.take_over(other, scale), None, "{}", M::NAME);
            }
        }
    }

    #[test]
    fn a_network_goes_on_from_the_numbers_of_another() {
        visit_models(&mut TakeOver);
    }
}
