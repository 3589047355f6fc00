//! Training of the networks: what an evaluation has to be corrected by to foretell results and
//! scores of searches.

use anyhow::Context;
use ringstack::board::keys::SplitMix;
use ringstack::eval::net::{OUTPUT_LIMIT, OUTPUT_UNIT, ROW_LIMIT, Sight, UNIT};
use ringstack::games::{diaballik, dvonn, gipf, zertz};

use crate::adam::Adam;
use crate::fit::{cross_entropy, logistic};
use crate::games;
use crate::samples::{Aim, Samples, parted};

const BATCH: usize = 1024;
/// The size of the first steps.
const RATE: f32 = 0.002;

/// Trains the network of this name on files of games and gives the bytes of its file.
///
/// # Errors
/// There is no such network, a line is wrong, or there are too few.
pub fn train(name: &str, texts: &[(&str, String)]) -> anyhow::Result<Vec<u8>> {
    match name {
        "zertz" => taught::<zertz::sight::Board>(texts, 18, aim(0.3, 200.0)),
        "gipf-basic" => taught::<gipf::sight::Board>(texts, 12, aim(0.7, 100.0)),
        "gipf" => taught::<gipf::sight::Board>(texts, 12, aim(0.6, 100.0)),
        "diaballik" => taught::<diaballik::sight::Board>(texts, 14, aim(0.6, 125.0)),
        "dvonn-placing" => taught::<dvonn::sight::Placing>(texts, 8, aim(0.5, 500.0)),
        "dvonn-moving" => taught::<dvonn::sight::Moving>(texts, 6, aim(0.6, 500.0)),
        _ => anyhow::bail!(
            "no network '{name}': expected zertz, gipf-basic, gipf, diaballik, dvonn-placing or \
             dvonn-moving"
        ),
    }
}

fn aim(result_share: f32, scale: f32) -> Aim {
    Aim {
        result_share,
        scale,
    }
}

fn taught<S: Sight>(texts: &[(&str, String)], epochs: usize, aim: Aim) -> anyhow::Result<Vec<u8>> {
    let (mut samples, mut ends) = (Samples::default(), Vec::new());
    for (id, text) in texts {
        let variant = games::variant(id).with_context(|| format!("'{id}' is of another game"))?;
        samples.add::<S>(&games::read(variant, text)?, aim);
        ends.push(samples.len());
    }
    let (mut taught, held_back) = parted(&ends)?;
    let mut source = SplitMix(1);
    let mut net = Net::random::<S>(&mut source);
    let mut adam = Adam::new(net.numbers.len());
    let images = S::images();
    let (mut slopes, mut inputs) = (net.numbers.clone(), Vec::new());
    let mut sums = vec![0.0; S::HIDDEN];
    let steps = epochs * taught.len().div_ceil(BATCH);
    let mut step = 0;
    for epoch in 0..epochs {
        source.shuffle(&mut taught);
        for batch in taught.chunks(BATCH) {
            slopes.fill(0.0);
            for &index in batch {
                // Each time in another symmetry.
                let image = &images[source.below(images.len())];
                inputs.clear();
                inputs.extend(samples.inputs(index).map(|input| image[input]));
                net.add_up(inputs.iter().copied(), &mut sums);
                let facts = samples.facts(index);
                let value = facts.plain + net.value(&sums, facts.output);
                let error = (logistic(value) - facts.aim) / batch.len() as f32;
                net.add_slopes(&inputs, &sums, facts.output, error, &mut slopes);
            }
            step += 1;
            let rate = RATE * (1.0 - step as f32 / (steps + 1) as f32);
            adam.step(&mut net.numbers, &slopes, rate);
            net.clip();
        }
        let losses = held_back.iter().map(|&index| {
            net.add_up(samples.inputs(index), &mut sums);
            let facts = samples.facts(index);
            let value = facts.plain + net.value(&sums, facts.output);
            cross_entropy(facts.aim, logistic(value))
        });
        let loss = losses.sum::<f32>() / held_back.len() as f32;
        eprintln!("epoch {epoch}: held back {loss:.5}");
    }
    Ok(net.bytes(aim.scale))
}

/// A network in training.
struct Net {
    /// The numbers in the order of the file, but for the scale.
    numbers: Vec<f32>,
    hidden: usize,
    /// Where the output rows begin, and where their bias.
    outputs: usize,
    output_bias: usize,
}

impl Net {
    fn random<S: Sight>(source: &mut SplitMix) -> Net {
        let outputs = S::HIDDEN * (1 + S::INPUTS);
        let output_bias = outputs + S::HIDDEN * S::OUTPUTS;
        let numbers = (0..output_bias + S::OUTPUTS).map(|index| {
            let random = source.below(20_001) as f32 / 10_000.0 - 1.0;
            match index {
                _ if index < S::HIDDEN => 0.3,
                _ if index < outputs => random * 0.1,
                _ if index < output_bias => random * 0.2,
                _ => 0.0,
            }
        });
        Net {
            numbers: numbers.collect(),
            hidden: S::HIDDEN,
            outputs,
            output_bias,
        }
    }

    /// Sets `sums` to those of the hidden units.
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

    /// Adds the slopes of a sample where `error` is the slope of its value.
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
        let mut back = [0.0; 64];
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

    /// Keeps the numbers within what the file can hold.
    fn clip(&mut self) {
        let (rows, rest) = self.numbers.split_at_mut(self.outputs);
        let limit = ROW_LIMIT as f32 / UNIT as f32;
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
