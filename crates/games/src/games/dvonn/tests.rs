//! Facts about DVONN that need no fixture file.

use std::collections::HashMap;

use super::{Position, Variant};
use crate::board::keys::{SplitMix, mix};
use crate::rules::{FenError, Notation, Outcome, Rules, SearchSupport};

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
    let value = |m| -solve(&position.after(m), known);
    let best = moves.into_iter().map(value).max().unwrap_or(0);
    known.insert(position.key(), best);
    best
}

#[test]
fn decided_games_end_as_predicted() {
    let mut seen = [0; 3];
    for game in 0..5_000 {
        let mut source = SplitMix(mix(game));
        let mut position = Position::start(Variant::Standard);
        let mut known = HashMap::new();
        let mut longest = Vec::new();
        while position.outcome().is_none() {
            if !position.is_placing() {
                longest.push(position.longest_rest());
            }
            if let Some((outcome, _)) = position.decided() {
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
            let one_at_most = !position.is_placing() && moves.len() == 1;
            assert_eq!(position.forced(), one_at_most, "{}", position.fen());
            position.play(moves[source.below(moves.len())]);
        }
        for (plies, most) in (1..).zip(longest.iter().rev()) {
            assert!(plies <= *most, "game {game}, {plies} plies before its end");
        }
    }
    assert!(
        seen[0] > seen[1] && seen[1] > 0 && seen[2] > 100,
        "{seen:?}"
    );
}

#[test]
fn placed_pieces_have_the_colours_of_their_turns() {
    for (row, refused) in [
        ("w,b,r,r,r", None),
        ("w,b,b,r,r", Some("problem.placed-dvonn")),
        ("b,b,r,r,r", Some("problem.placed-white")),
        ("w,w,r,r,r", Some("problem.placed-white")),
    ] {
        let fen = format!("{row},x4/x10/x11/x10/x9 b place");
        let key = match Position::from_fen(Variant::Standard, &fen) {
            Err(FenError::Illegal { problem, .. }) => Some(problem.key),
            _ => None,
        };
        assert_eq!(key.as_deref(), refused, "{fen}");
    }
}
