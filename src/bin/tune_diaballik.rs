//! Fits the weights of the Diaballik evaluation to games of the engine with itself.
//!
//! ```text
//! cargo build --release --features tune --bin tune-diaballik
//! tune-diaballik play diaballik 4000 1500 1 > usual.games     # variant, games, nodes a move, seed
//! tune-diaballik play diaballik-variant 4000 1500 2 > behind.games
//! tune-diaballik fit diaballik=usual.games diaballik-variant=behind.games
//! ```
//! The fit prints the weights in the order of the table, fourteen a line. A line of games is a FEN,
//! the result for the first player (1, 0.5 or 0) and the score of the search for the player to move.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};

use ringstack::board::keys::{SplitMix, mix};
use ringstack::games::diaballik::{Position, Variant, features};
use ringstack::position::{Judge, Notation, Outcome, Position as _, Side, Variant as _};
use ringstack::search::{Limits, Memory, Request, run};

/// Longer games count as drawn.
const LONGEST: usize = 160;
/// One move in so many is a random one, so that the games differ.
const RANDOM_ONE_IN: usize = 30;
/// Centipawns of one unit of the logistic function.
const SCALE: f32 = 125.0;
/// How much of the aim is the result of the game; the rest is the score of the search.
const RESULT_SHARE: f32 = 0.5;
const EPOCHS: usize = 20;
const BATCH: usize = 512;
const RATE: f32 = 0.01;
/// What pulls weights to zero that few games say anything about.
const DECAY: f32 = 2e-6;

struct Sample {
    features: Vec<(u16, f32)>,
    aim: f32,
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["play", variant, games, nodes, seed] => play(
            variant_named(variant)?,
            games.parse()?,
            nodes.parse()?,
            seed.parse()?,
        ),
        ["fit", ref games @ ..] => fit(games),
        _ => bail!("play VARIANT GAMES NODES SEED, or fit VARIANT=FILE..."),
    }
}

fn variant_named(id: &str) -> anyhow::Result<Variant> {
    let mut all = Variant::ALL.iter().copied();
    all.find(|variant| variant.id() == id)
        .with_context(|| format!("no rule set '{id}'"))
}

fn play(variant: Variant, games: u64, nodes: u64, seed: u64) -> anyhow::Result<()> {
    let memory = Memory::new(8)?;
    let mut out = std::io::BufWriter::new(std::io::stdout());
    for game in 0..games {
        let mut source = SplitMix(mix(mix(seed) + game));
        let random_plies = 2 + source.below(7);
        let mut position = Position::start(variant);
        let (mut seen, mut earlier) = (Vec::new(), Vec::new());
        memory.clear();
        for ply in 0..LONGEST {
            let repeated = earlier.iter().filter(|&&key| key == position.key()).count();
            if position.outcome().is_some() || repeated >= 2 {
                break;
            }
            let m = if ply < random_plies || source.below(RANDOM_ONE_IN) == 0 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                moves[source.below(moves.len())]
            } else {
                let request = Request {
                    root: position,
                    earlier: earlier.clone(),
                    limits: Limits {
                        nodes: Some(nodes),
                        ..Limits::default()
                    },
                    search_moves: Vec::new(),
                    multi_pv: 1,
                    threads: 1,
                    skill: 20,
                    seed: 0,
                };
                let verdict = run(&request, &memory, &AtomicBool::new(false), &|_| {});
                if position.winning_move().is_none() {
                    seen.push((position.fen(), verdict.report.score.0));
                }
                verdict.best.context("a game that goes on has a move")?
            };
            earlier.push(position.key());
            position.play(m);
        }
        let result = match position.outcome() {
            Some(Outcome::Win(Side::One)) => 1.0,
            Some(Outcome::Win(Side::Two)) => 0.0,
            _ => 0.5,
        };
        for (fen, score) in seen {
            writeln!(out, "{fen} {result} {score}")?;
        }
    }
    Ok(())
}

fn samples(variant: Variant, text: &str) -> anyhow::Result<Vec<Sample>> {
    let mut samples = Vec::new();
    for line in text.lines() {
        let mut words = line.rsplitn(3, ' ');
        let parts = (words.next(), words.next(), words.next());
        let (Some(score), Some(result), Some(fen)) = parts else {
            bail!("'{line}' is no FEN with result and score");
        };
        let position = Position::from_fen(variant, fen)?;
        if position.forced() {
            continue;
        }
        let (score, result): (f32, f32) = (score.parse()?, result.parse()?);
        let result = match position.turn() {
            Side::One => result,
            Side::Two => 1.0 - result,
        };
        let counts = features(&position);
        let there = counts.iter().enumerate().filter(|&(_, &count)| count != 0);
        samples.push(Sample {
            features: there.map(|(i, &count)| (i as u16, count as f32)).collect(),
            aim: RESULT_SHARE * result + (1.0 - RESULT_SHARE) * logistic(score / SCALE),
        });
    }
    Ok(samples)
}

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

fn guess(weights: &[f32], sample: &Sample) -> f32 {
    let products = sample.features.iter();
    logistic(
        products
            .map(|&(i, count)| weights[usize::from(i)] * count)
            .sum(),
    )
}

/// The mean cross entropy between aims and guesses.
fn loss(weights: &[f32], samples: &[Sample]) -> f32 {
    let one = |sample: &Sample| {
        let guess = guess(weights, sample).clamp(1e-6, 1.0 - 1e-6);
        sample.aim * guess.ln() + (1.0 - sample.aim) * (1.0 - guess).ln()
    };
    -samples.iter().map(one).sum::<f32>() / samples.len() as f32
}

fn fit(games: &[&str]) -> anyhow::Result<()> {
    let (mut all, mut held_back) = (Vec::new(), Vec::new());
    for game in games {
        let (id, file) = game.split_once('=').context("VARIANT=FILE")?;
        let text = std::fs::read_to_string(file).context(file.to_owned())?;
        let mut fresh = samples(variant_named(id)?, &text)?;
        // Positions of a game stand together, so the part held back is of other games.
        held_back.extend(fresh.split_off(fresh.len() - fresh.len() / 12));
        all.extend(fresh);
    }
    let weights = descend(all, &held_back);
    for row in weights.chunks(14) {
        let row: Vec<String> = row
            .iter()
            .map(|w| format!("{},", (w * SCALE).round()))
            .collect();
        println!("{}", row.join(" "));
    }
    Ok(())
}

/// Stochastic gradient descent with the Adam rule.
fn descend(mut samples: Vec<Sample>, held_back: &[Sample]) -> Vec<f32> {
    let count = features(&Position::start(Variant::Usual)).len();
    let mut source = SplitMix(1);
    let mut weights = vec![0.0_f32; count];
    let (mut first, mut second) = (weights.clone(), weights.clone());
    let mut step = 0;
    for epoch in 0..EPOCHS {
        for i in (1..samples.len()).rev() {
            samples.swap(i, source.below(i + 1));
        }
        let rate = RATE * (1.0 - epoch as f32 / EPOCHS as f32);
        for batch in samples.chunks(BATCH) {
            let mut slope = vec![0.0; count];
            for sample in batch {
                let error = guess(&weights, sample) - sample.aim;
                for &(i, times) in &sample.features {
                    slope[usize::from(i)] += error * times / batch.len() as f32;
                }
            }
            step += 1;
            let (fade1, fade2) = (1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step));
            for i in 0..count {
                let slope = slope[i] + DECAY * weights[i];
                first[i] = 0.9 * first[i] + 0.1 * slope;
                second[i] = 0.999 * second[i] + 0.001 * slope * slope;
                weights[i] -= rate * (first[i] / fade1) / ((second[i] / fade2).sqrt() + 1e-8);
            }
        }
        eprintln!("epoch {epoch}: held back {:.5}", loss(&weights, held_back));
    }
    weights
}
