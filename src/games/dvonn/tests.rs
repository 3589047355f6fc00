//! Facts about DVONN that need no fixture file.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use super::{Position, RuleSet};
use crate::board::keys::{SplitMix, mix};
use crate::perft::perft;
use crate::position::{Notation, Outcome, Position as _, Side};
use crate::search::{Limits, Memory, Request, run};

const MIDDLE: &str = "w,r,w,x,b2,w,b,x,w2/x2,w3,x,b,w,b,x2,b2/x3,w,w,b,w,b2,b3*,b2,x/x2,w3,b3,x,r,b,w,x2/x5,w,b,w6,x w move";

#[test]
fn the_middle_position_has_its_counts() {
    let position = Position::from_fen(RuleSet::Standard, MIDDLE).expect("a good FEN");
    let stop = AtomicBool::new(false);
    for (depth, count) in [(1, 28), (2, 936), (3, 25485), (4, 693_782)] {
        assert_eq!(perft(&position, depth, &stop), Some(count));
    }
}

/// The final lead of the player to move when both play for the result alone: 1, 0 or -1.
fn solve(position: &Position, known: &mut HashMap<u64, i32>) -> i32 {
    if let Some(outcome) = position.outcome() {
        return match outcome {
            Outcome::Draw => 0,
            Outcome::Win(side) if side == position.turn() => 1,
            Outcome::Win(_) => -1,
        };
    }
    if let Some(&value) = known.get(&position.key()) {
        return value;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let value = |m| {
        let mut child = *position;
        child.play(m);
        -solve(&child, known)
    };
    let best = moves.into_iter().map(value).max().unwrap_or(0);
    known.insert(position.key(), best);
    best
}

#[test]
fn decided_games_end_as_foretold() {
    let mut seen = [0; 3];
    for game in 0..3000 {
        let mut source = SplitMix(mix(game));
        let mut position = Position::start(RuleSet::Standard);
        let mut known = HashMap::new();
        while position.outcome().is_none() {
            if let Some(outcome) = position.decided() {
                seen[0] += 1;
                seen[1] += i32::from(outcome == Outcome::Win(position.turn()));
                if position.occupied().count() <= 10 {
                    seen[2] += 1;
                    let won = if outcome == Outcome::Win(position.turn()) {
                        1
                    } else {
                        -1
                    };
                    assert_eq!(solve(&position, &mut known), won, "{}", position.fen());
                }
            }
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            position.play(moves[source.below(moves.len())]);
        }
    }
    assert!(
        seen[0] > seen[1] && seen[1] > 0 && seen[2] > 100,
        "{seen:?}"
    );
}

/// `cargo test --release --lib dvonn_self_play -- --ignored --nocapture` plays games against itself
/// and writes a line for each position: `DATA`, game, final lead of the player to move, FEN. `SEED`,
/// `GAMES`, `NODES` (a move) and `RANDOM` (placements made by chance) may be set.
#[test]
#[ignore = "makes data for fitting the weights"]
fn dvonn_self_play() {
    let number = |name, usual: u64| {
        let value = std::env::var(name).ok();
        value.and_then(|v| v.parse().ok()).unwrap_or(usual)
    };
    let (seed, games) = (number("SEED", 1), number("GAMES", 10));
    let (random, nodes) = (number("RANDOM", 49), number("NODES", 500));
    let memory = Memory::new(4).expect("memory for a small table");
    for game in 0..games {
        let mut source = SplitMix(mix(seed * 1_000_003 + game));
        let mut position = Position::start(RuleSet::Standard);
        let mut lines: Vec<(Side, String)> = Vec::new();
        while position.outcome().is_none() {
            let by_chance = if position.is_placing() {
                u64::from(position.placed()) < random
            } else {
                source.below(20) == 0
            };
            let request = Request {
                root: position,
                earlier: Vec::new(),
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
            if by_chance {
                let mut moves = Vec::new();
                position.legal_moves(&mut moves);
                position.play(moves[source.below(moves.len())]);
                continue;
            }
            let verdict = run(&request, &memory, &AtomicBool::new(false), &|_| {});
            // Where a result is proven nothing is left to be judged.
            if !verdict.report.score.is_decided() {
                lines.push((position.turn(), position.fen()));
            }
            position.play(verdict.best.expect("a live position has a move"));
        }
        let lead = position.score(Side::One) - position.score(Side::Two);
        for (side, fen) in lines {
            let lead = if side == Side::One { lead } else { -lead };
            println!("DATA {game} {lead} {fen}");
        }
    }
}
