//! Facts of the rules document that need no fixture, and comparisons inside the game.

use std::collections::HashSet;

use super::attack::Attack;
use super::{Move, Position, Variant};
use crate::board::keys::SplitMix;
use crate::eval::Evaluated as _;
use crate::picture::Touch;
use crate::rules::{Fen, Listing, Notation, Outcome, Proofs, Rules, Scope, SearchSupport};

#[test]
fn tokens_are_canonical_and_sorted_lists_begin_and_end_as_documented() {
    let position = Position::start(Variant::Standard);
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut tokens: Vec<String> = moves.iter().map(|&m| position.token(m)).collect();
    tokens.sort();
    assert_eq!(
        tokens[..4],
        ["a1a2", "a1a2,a2a1", "a1a2,a2a3", "a1a2,a2a3,d1b1"]
    );
    assert_eq!(tokens[287..], ["f1f2,g1g2", "g1g2", "g1g2,g2g3"]);
    for (any, canonical) in [
        ("b1b2,a1b1", "a1a2,a2b2"),
        ("d1c1,b1b2,a1b1", "a1a2,a2b2,d1c1"),
        ("d1e1,a1a2,a2a1", "d1e1"),
    ] {
        let m = position.parse_move(any).expect("the series is legal");
        assert_eq!(position.token(m), canonical);
    }
}

/// Positions of random games, in which a win at once is not always taken, and boards with lines.
fn positions() -> Vec<Position> {
    let mut all = Vec::new();
    for seed in 0..16 {
        let mut source = SplitMix(seed);
        let mut position = Position::start([Variant::Standard, Variant::Behind][seed as usize % 2]);
        for _ in 0..60 {
            let moves = turns(&position);
            if moves.is_empty() {
                break;
            }
            all.push(position);
            position.play(moves[source.below(moves.len())]);
        }
    }
    for fen in [
        "bbbBbbb/1w1w3/5w1/7/7/7/wwW1w2 w",
        "bbbBbbb/1w1w3/5w1/7/7/7/wwW1w2 b",
        "bbbBbbb/1w5/5w1/3w3/7/7/wwW1w2 w",
        "bbbBbbb/7/1w1w3/5w1/7/7/wwW1w2 w",
        "7/7/7/bbbBbbb/wwwWwww/7/7 w",
        "7/7/7/6B/5bw/bb2bww/Wb1bwww w",
        "7/7/7/6B/5bw/bb2bww/Wb1bwww b",
    ] {
        all.push(Position::from_fen(Variant::Standard, fen).expect("the FEN is right"));
    }
    all
}

fn turns(position: &Position) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
}

fn wins(position: &Position, turn: Move) -> bool {
    position.after(turn).outcome() == Some(Outcome::Win(position.turn()))
}

#[test]
fn a_win_at_once_is_seen_exactly_when_there_is_one() {
    for position in positions() {
        let exists = turns(&position).iter().any(|&turn| wins(&position, turn));
        let seen = position.winning_move();
        assert_eq!(seen.is_some(), exists, "{}", position.fen());
        assert!(
            seen.is_none_or(|turn| wins(&position, turn)
                && turns(&position).contains(&turn)
                && position.parse_move(&position.token(turn)) == Ok(turn)),
            "{}",
            position.fen()
        );
    }
}

/// Whether every answer to a move lets the player win with the next move, by trying all answers.
fn leaves_no_answer(position: &Position, turn: Move) -> bool {
    let after = position.after(turn);
    let lets_win = |&answer: &Move| {
        let next = after.after(answer);
        next.outcome().is_none() && next.winning_move().is_some()
    };
    after.outcome().is_none() && turns(&after).iter().all(lets_win)
}

#[test]
fn a_decisive_turn_is_found_exactly_when_there_is_one() {
    let mut decisive = 0;
    for position in positions() {
        if position.outcome().is_some() || position.winning_move().is_some() {
            continue;
        }
        let found = Attack::new(&position).decisive_move(&position);
        let legal = turns(&position);
        let exists = legal.iter().any(|&turn| leaves_no_answer(&position, turn));
        assert_eq!(found.is_some(), exists, "{}", position.fen());
        let Some(found) = found else {
            continue;
        };
        decisive += 1;
        let fen = position.fen();
        assert!(legal.contains(&found), "{fen}");
        assert!(leaves_no_answer(&position, found), "{fen}");
        assert_eq!(
            position.shallow_proof(),
            Some((Outcome::Win(position.turn()), 3)),
            "{fen}"
        );
        // Beyond the depth limit nothing else is looked at.
        let mut list = Vec::new();
        let _ = position.candidates(Scope::Noisy, &mut list);
        assert!(matches!(list[..], [only] if only.m == found), "{fen}");
    }
    assert!(decisive > 5, "{decisive}");
}

#[test]
fn the_list_to_search_holds_every_turn_that_does_not_lose_at_once() {
    for position in positions() {
        let legal: HashSet<Move> = turns(&position).into_iter().collect();
        let mut ranked = Vec::new();
        let listing = position.candidates(Scope::Legal, &mut ranked);
        assert_eq!(listing, Listing::Complete);
        let listed: HashSet<Move> = ranked.iter().map(|c| c.m).collect();
        assert_eq!((listed.len(), &listed), (ranked.len(), &legal));

        let ordinary = legal.iter().filter(|&&turn| !wins(&position, turn));
        let safe: HashSet<Move> = ordinary
            .filter(|&&turn| position.after(turn).winning_move().is_none())
            .copied()
            .collect();
        let no_win = position.winning_move().is_none();
        let mut main = Vec::new();
        let listing = position.candidates(Scope::Main { depth: 9 }, &mut main);
        assert_eq!(listing, Listing::Complete);
        let main_turns: HashSet<Move> = main.iter().map(|c| c.m).collect();
        assert_eq!(main_turns.len(), main.len());
        assert!(main_turns.is_subset(&legal) && !main.is_empty());
        if no_win {
            assert_eq!(position.forced(), safe.is_empty(), "{}", position.fen());
            if !safe.is_empty() {
                assert_eq!(main_turns, safe, "{}", position.fen());
            }
        }

        let mut near = Vec::new();
        _ = position.candidates(Scope::Main { depth: 1 }, &mut near);
        _ = position.candidates(Scope::Noisy, &mut near);
        assert!(near.iter().all(|c| legal.contains(&c.m)));
    }
}

#[test]
fn the_evaluation_takes_both_colours_alike() {
    for position in positions() {
        let mirrored = Position::from_fen(position.variant(), &turned(&position.fen()));
        let mirrored = mirrored.expect("a turned board is a board");
        assert_eq!(
            mirrored.evaluate(),
            position.evaluate(),
            "{}",
            position.fen()
        );
    }
}

/// The FEN of the board turned upside down with the colours exchanged.
fn turned(fen: &str) -> String {
    let (board, side) = fen.split_once(' ').expect("two fields");
    let rows: Vec<&str> = board.split('/').rev().collect();
    let swap = |c: char| match c {
        'w' => 'b',
        'b' => 'w',
        'W' => 'B',
        'B' => 'W',
        other => other,
    };
    let text = format!("{} {side}", rows.join("/"));
    text.chars().map(swap).collect()
}
