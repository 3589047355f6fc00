//! The search agrees with a plain negamax.

use std::sync::atomic::AtomicBool;

use super::random_line;
use super::rule_sets::rule_sets;
use crate::board::keys::SplitMix;
use crate::games::{Game, Visitor, visit};
use crate::perft::perft;
use crate::rules::{Outcome, RuleSet};
use crate::search::{self, Score, SearchState};

/// Live positions from seeded random games.
fn positions<P: Game>(variant: P::Variant) -> Vec<P> {
    let last = |seed: u64| {
        let mut source = SplitMix(seed * 77 + 5);
        let plies = source.below(60);
        let line = random_line(variant, &mut source, plies);
        let live = |position: &P| position.outcome().is_none();
        line.into_iter().rfind(live).expect("the start is live")
    };
    (0..8).map(last).collect()
}

fn search_state() -> SearchState {
    SearchState::new(1).expect("enough memory for 1 MiB")
}

/// The value of a position by the definition of negamax.
fn negamax<P: Game>(position: &P, root: &P, depth: i32, ply: i32, line: &mut Vec<u64>) -> i32 {
    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(side)) if side == position.turn() => return Score::win_in(ply).0,
        Some(Outcome::Win(_)) => return Score::loss_in(ply).0,
        None => {}
    }
    if P::REPETITION.is_some() && line.contains(&position.key()) {
        return 0;
    }
    if let Some(chance_node) = position.chance_node(root) {
        let [one, other] = [&chance_node.one, &chance_node.other].map(|child| {
            let value = negamax(child, root, (depth - 1).max(0), ply + 1, line);
            if child.turn() == position.turn() {
                value
            } else {
                -value
            }
        });
        return chance_node.value(one, other);
    }
    if depth == 0 || position.leaves_subgame(root) {
        return position.evaluate();
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    line.push(position.key());
    let best = moves
        .into_iter()
        .map(|m| {
            let mut child = position.clone();
            child.play(m);
            let value = negamax(&child, root, depth - 1, ply + 1, line);
            if child.turn() == position.turn() {
                value
            } else {
                -value
            }
        })
        .max()
        .expect("a live position has a move");
    line.pop();
    best
}

#[test]
fn alpha_beta_finds_the_value_of_plain_negamax_with_and_without_a_filled_table() {
    struct Law;
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for root in positions::<P>(variant) {
                let mut depth = 1;
                let stop = AtomicBool::new(false);
                while depth < 5
                    && perft(&root, depth as u32 + 1, &stop).is_some_and(|leaves| leaves < 60_000)
                {
                    depth += 1;
                }
                let shared = search_state();
                for depth in 1..=depth {
                    let expected = Score(negamax(&root, &root, depth, 0, &mut Vec::new()));
                    let context = format!("{} {} depth {depth}", variant.id(), root.fen());
                    assert_eq!(
                        search::exhaustive(&root, depth, &search_state()),
                        expected,
                        "{context}"
                    );
                    assert_eq!(
                        search::exhaustive(&root, depth, &shared),
                        expected,
                        "{context}"
                    );
                }
            }
        }
    }
    for id in rule_sets() {
        visit(id, &mut Law);
    }
}
