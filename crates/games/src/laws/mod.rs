//! Laws that hold in every game and need its types, checked on the positions of seeded random games. Other laws
//! are in `tests/it`: they ask `GameState` and compile nothing for a game.

mod consequences;
mod inputs;
mod lesson_references;
mod lesson_tokens;
mod models;
mod move_order;
mod negamax;
mod positions;
mod proofs;
mod rule_sets;
mod symmetries;
mod touch_sequences;

use crate::board::keys::{SplitMix, mix};
use crate::games::{self, Game, Visitor};
use crate::rules::{Outcome, Rules};

/// A property that every position of every game must have.
trait Law {
    /// Panics if a position, which has these legal moves, breaks the law.
    fn check<P: Game>(&mut self, at: &P, moves: &[P::Move], source: &mut SplitMix);
}

/// The number of games and the positions to check.
#[derive(Clone, Copy, Debug)]
struct RandomGames {
    /// Games of each rule set.
    games: u64,
    max_plies: usize,
    /// Every n-th position is checked, and the first and the last one of each game.
    every: usize,
}

const GAMES: RandomGames = RandomGames {
    games: 24,
    max_plies: 400,
    every: 3,
};

impl RandomGames {
    /// Checks a law in games of the rule sets.
    fn check(self, law: impl Law) {
        let mut play = RandomPlay { games: self, law };
        for id in rule_sets::rule_sets() {
            games::visit(id, &mut play);
        }
    }
}

struct RandomPlay<L> {
    games: RandomGames,
    law: L,
}

impl<L: Law> Visitor for RandomPlay<L> {
    type Output = ();

    fn visit<P: Game>(&mut self, variant: P::Variant) {
        let RandomGames {
            games,
            max_plies,
            every,
        } = self.games;
        for game in 0..games {
            let mut source = SplitMix(mix(game + 1));
            let line = random_line::<P>(variant, &mut source, max_plies);
            for (ply, at) in line.iter().enumerate() {
                if ply == 0 || ply + 1 == line.len() || source.below(every) == 0 {
                    let mut moves = Vec::new();
                    at.legal_moves(&mut moves);
                    self.law.check(at, &moves, &mut source);
                }
            }
        }
    }
}

/// The positions of a random game of at most `plies` plies, beginning with the start position.
fn random_line<P: Rules>(variant: P::Variant, source: &mut SplitMix, plies: usize) -> Vec<P> {
    let mut position = P::start(variant);
    let mut line = vec![position.clone()];
    let mut moves = Vec::new();
    while line.len() <= plies {
        moves.clear();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        position.play(moves[source.below(moves.len())]);
        line.push(position.clone());
    }
    line
}

struct Positions;

impl Law for Positions {
    fn check<P: Game>(&mut self, at: &P, moves: &[P::Move], source: &mut SplitMix) {
        positions::check(at, moves, source);
        assert!(P::HAS_DRAWS || at.outcome() != Some(Outcome::Draw));
    }
}

#[test]
fn every_position_satisfies_the_laws() {
    GAMES.check(Positions);
}
