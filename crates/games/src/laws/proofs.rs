//! A proof without a search is correct, checked against all moves of both sides. `tests/it/proofs.rs` checks those of
//! searches.

use std::collections::HashMap;

use super::rule_sets::rule_sets;
use crate::board::keys::SplitMix;
use crate::games::{Game, Visitor, visit};
use crate::rules::{Outcome, RuleSet, Rules, Side};

/// An exhaustive solver with a node limit.
struct Solver {
    winner: Side,
    known: HashMap<(u64, i32), bool>,
    left: usize,
}

impl Solver {
    /// Whether the winner can force a win within `plies` plies; `None` if the node limit is too small to
    /// decide.
    fn can_win<P: Rules>(&mut self, position: &P, plies: i32) -> Option<bool> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome == Outcome::Win(self.winner));
        }
        if plies <= 0 {
            return Some(false);
        }
        let key = (position.key(), plies);
        if let Some(&known) = self.known.get(&key) {
            return Some(known);
        }
        self.left = self.left.checked_sub(1)?;
        let chooses = position.turn() == self.winner;
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut children: Vec<P> = moves.into_iter().map(|m| position.after(m)).collect();
        // Moves that end the game come first.
        children.sort_by_key(|child| child.outcome().is_none());
        let mut wins = !chooses;
        for child in children {
            if self.can_win(&child, plies - 1)? == chooses {
                wins = chooses;
                break;
            }
        }
        self.known.insert(key, wins);
        Some(wins)
    }
}

/// The start position, or one from which random games run out of pieces.
fn start<P: Game>(variant: P::Variant) -> P {
    let fen = match variant.id() {
        "gipf-basic" => "b2w/5/6/w5b/6/5/b2w 4 4 w",
        "gipf" => "B2W/5/6/W5B/6/5/B2W 4 4 w",
        "gipf-tournament" => "W3/5/6/7/6/5/B3 6 6 w",
        "gipf-zertz" => "W3/5/6/7/6/5/B3 6Z2 6Z2 w",
        id if id.starts_with("gipf-zertz-challenge") => "W3/5/6/7/6/5/B3 6Z2 6Z2 w 1,1 -",
        _ => return P::start(variant),
    };
    P::from_fen(variant, fen).expect("a valid FEN")
}

/// Counts the verified proofs in random games of a rule set.
struct Proofs;

impl Visitor for Proofs {
    type Output = usize;

    fn visit<P: Game>(&mut self, variant: P::Variant) -> usize {
        let mut found = 0;
        for game in 0..12 {
            let mut source = SplitMix(game);
            let mut position = start::<P>(variant);
            let mut moves = Vec::new();
            for _ in 0..300 {
                moves.clear();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                let proof = position.static_proof().or_else(|| position.shallow_proof());
                if let Some((Outcome::Win(winner), plies)) = proof {
                    let mut solver = Solver {
                        winner,
                        known: HashMap::new(),
                        left: 4_000,
                    };
                    if let Some(holds) = solver.can_win(&position, plies) {
                        assert!(holds, "{} {}", variant.id(), position.fen());
                        found += 1;
                    }
                }
                position.play(moves[source.below(moves.len())]);
            }
        }
        found
    }
}

#[test]
fn a_proof_without_a_search_holds_for_all_moves() {
    for id in rule_sets() {
        let found = visit(id, &mut Proofs).expect("a rule set");
        let has_proofs = matches!(
            id,
            "dvonn" | "gipf-basic" | "gipf" | "gipf-tournament" | "gipf-zertz"
        );
        assert!(!has_proofs || found > 5, "{id}: {found}");
    }
}
