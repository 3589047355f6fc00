//! Makes games of the engine with itself for the DVONN evaluation, and fits its weights to them.
//!
//! ```text
//! cargo build --release --features tune --bin tune-dvonn
//! tune-dvonn play 40000 200 1 > dvonn.games   # games, nodes a move, seed
//! tune-dvonn fit dvonn.games                  # prints the weights for `eval`
//! ```
//! A line of games is the final lead of the player to move in pieces and the FEN, full boards first.

use std::io::Write;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail};

use ringstack::board::keys::{SplitMix, mix};
use ringstack::games::dvonn::features::{MOVING, PLACING};
use ringstack::games::dvonn::{Position, RuleSet};
use ringstack::position::{Notation, Position as _, Side};
use ringstack::search::{Limits, Memory, Request, run};

/// In one game of three all placements are made by chance, in the others one in so many.
const CHANCE_ONE_IN: [usize; 3] = [1, 2, 8];
/// Nodes for a placement.
const PLACING_NODES: u64 = 60;
/// One move of the second phase in so many is made by chance.
const RANDOM_ONE_IN: usize = 40;
/// Centipawns of one unit of the logistic function.
const SCALE: f64 = 500.0;
/// Steps of Newton's method; the sums are convex and settle in few.
const STEPS: usize = 8;
/// What keeps weights small that few games say anything about.
const RIDGE: f64 = 1.0;

/// The terms of a position, and 1, 0.5 or 0 for what came of it.
struct Sample {
    terms: Vec<f64>,
    result: f64,
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["play", games, nodes, seed] => play(games.parse()?, nodes.parse()?, seed.parse()?),
        ["fit", games] => fit(&std::fs::read_to_string(games)?),
        _ => bail!("play GAMES NODES SEED, or fit GAMES"),
    }
}

fn play(games: u64, nodes: u64, seed: u64) -> anyhow::Result<()> {
    let memory = Memory::new(2)?;
    let mut out = std::io::BufWriter::new(std::io::stdout());
    for game in 0..games {
        let mut source = SplitMix(mix(mix(seed) + game));
        let chance = CHANCE_ONE_IN[source.below(CHANCE_ONE_IN.len())];
        let mut position = Position::start(RuleSet::Standard);
        let mut seen: Vec<(Side, String)> = Vec::new();
        while position.outcome().is_none() {
            let one_in = if position.is_placing() {
                chance
            } else {
                RANDOM_ONE_IN
            };
            if source.below(one_in) == 0 || position.placed() < 3 {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                if !position.is_placing() && seen.is_empty() {
                    seen.push((position.turn(), position.fen()));
                }
                position.play(moves[source.below(moves.len())]);
                continue;
            }
            let request = Request {
                root: position,
                earlier: Vec::new(),
                limits: Limits {
                    nodes: Some(if position.is_placing() {
                        PLACING_NODES
                    } else {
                        nodes
                    }),
                    ..Limits::default()
                },
                search_moves: Vec::new(),
                multi_pv: 1,
                threads: 1,
                skill: 20,
                seed: 0,
            };
            let verdict = run(&request, &memory, &AtomicBool::new(false), &|_| {});
            // Where a result is proven nothing is left to be judged.
            if !position.is_placing() && !verdict.report.score.is_decided() {
                seen.push((position.turn(), position.fen()));
            }
            let Some(best) = verdict.best else { break };
            position.play(best);
        }
        let lead = position.score(Side::One) - position.score(Side::Two);
        for (side, fen) in seen {
            let lead = if side == Side::One { lead } else { -lead };
            writeln!(out, "{lead} {fen}")?;
        }
    }
    Ok(())
}

fn fit(games: &str) -> anyhow::Result<()> {
    let (mut moving, mut placing) = (Vec::new(), Vec::new());
    for line in games.lines() {
        let (lead, fen) = line.split_once(' ').context("a lead and a FEN")?;
        let position = Position::from_fen(RuleSet::Standard, fen)?;
        let result = (f64::from(lead.parse::<i32>()?.signum()) + 1.0) / 2.0;
        // The share of the weights for the full board, as in the evaluation.
        let full = position.fullness();
        let counts = position.moving_features().map(f64::from);
        let terms = counts.iter().flat_map(|n| [n * full, n * (1.0 - full)]);
        moving.push(Sample {
            terms: terms.collect(),
            result,
        });
        if full >= 1.0 {
            // White moves first: that is worth something, but no placement changes it.
            let counts = position.placing_features().map(f64::from);
            let terms = counts.into_iter().chain([1.0]).collect();
            placing.push(Sample { terms, result });
        }
    }
    for (pair, name) in weights(&moving).chunks(2).zip(MOVING) {
        println!("({:.0}, {:.0}), // {name}", pair[0], pair[1]);
    }
    for (weight, name) in weights(&placing).iter().zip(PLACING) {
        println!("{weight:.0}, // {name}");
    }
    Ok(())
}

/// The weights in centipawns under which the results are likeliest, by Newton's method.
fn weights(samples: &[Sample]) -> Vec<f64> {
    let size = samples.first().map_or(0, |sample| sample.terms.len());
    let mut weights = vec![0.0; size];
    for _ in 0..STEPS {
        // One row for each weight: the second derivatives, then the slope.
        let mut rows = vec![vec![0.0; size + 1]; size];
        for (i, row) in rows.iter_mut().enumerate() {
            row[i] = RIDGE;
            row[size] = -RIDGE * weights[i];
        }
        for Sample { terms, result } in samples {
            let sum: f64 = terms.iter().zip(&weights).map(|(n, w)| n * w).sum();
            let guess = 1.0 / (1.0 + (-sum).exp());
            for (row, &n) in rows.iter_mut().zip(terms).filter(|(_, n)| **n != 0.0) {
                let steep = guess * (1.0 - guess) * n;
                for (cell, m) in row.iter_mut().zip(terms) {
                    *cell += steep * m;
                }
                row[size] += (result - guess) * n;
            }
        }
        for (weight, step) in weights.iter_mut().zip(solve(rows)) {
            *weight += step;
        }
    }
    weights.iter().map(|w| w * SCALE).collect()
}

/// Solves linear equations with a positive definite matrix by elimination.
fn solve(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    for i in 0..rows.len() {
        let lead = rows[i].clone();
        for row in rows
            .iter_mut()
            .enumerate()
            .filter(|(j, _)| *j != i)
            .map(|(_, row)| row)
        {
            let share = row[i] / lead[i];
            for (cell, above) in row.iter_mut().zip(&lead) {
                *cell -= share * above;
            }
        }
    }
    let last = rows.len();
    rows.iter()
        .enumerate()
        .map(|(i, row)| row[last] / row[i])
        .collect()
}
