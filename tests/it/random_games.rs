//! The shared harness for random play: seeded games of every rule set, and laws that check their
//! positions.

use ringstack_engine::board::keys::{SplitMix, mix};
use ringstack_engine::games::{self, Game, Visitor};
use ringstack_engine::play::history::GameHistory;
use ringstack_engine::rules::Rules;

/// A property that every position of every game must have.
pub trait GameLaw {
    /// Panics if the last position of `line`, which has these legal moves, breaks the law.
    fn check<P: Game>(&mut self, line: &GameHistory<P>, moves: &[P::Move], source: &mut SplitMix);
}

/// The number of games and the positions to check.
#[derive(Clone, Copy, Debug)]
pub struct RandomGames {
    /// Games of each rule set.
    pub games: u64,
    pub max_plies: usize,
    /// Every n-th position is checked, and the first and the last one of each game.
    pub every: usize,
}

impl RandomGames {
    /// Checks a law in games of every rule set.
    pub fn check<L: GameLaw>(self, law: L) {
        games::visit_all(&mut RandomPlay { games: self, law });
    }
}

struct RandomPlay<L> {
    games: RandomGames,
    law: L,
}

impl<L: GameLaw> Visitor for RandomPlay<L> {
    type Output = ();

    fn visit<P: Game>(&mut self, variant: P::Variant) {
        for game in 0..self.games.games {
            let mut source = SplitMix(mix(game + 1));
            let mut line = GameHistory::new(P::start(variant));
            let mut moves = Vec::new();
            loop {
                moves.clear();
                line.now().legal_moves(&mut moves);
                let is_last = line.outcome().is_some() || line.plies() == self.games.max_plies;
                let is_end = is_last || line.plies() == 0;
                if is_end || source.below(self.games.every) == 0 {
                    self.law.check(&line, &moves, &mut source);
                }
                if is_last {
                    break;
                }
                line.play(moves[source.below(moves.len())]);
            }
        }
    }
}

/// The positions of a random game of at most `plies` plies, beginning with the start position.
pub fn random_line<P: Rules>(variant: P::Variant, source: &mut SplitMix, plies: usize) -> Vec<P> {
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
