//! Games of random moves, and laws that look at their positions.

use ringstack::board::keys::{SplitMix, mix};
use ringstack::games::{self, Game, Visitor};
use ringstack::play::line::Line;
use ringstack::rules::Rules;

/// The positions of a game of random moves with so many plies at most, the start first.
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

/// A law: looks at a position of a random game.
pub trait Law {
    fn look<P: Game>(&mut self, at: &P, source: &mut SplitMix);
}

/// Plays so many games of every rule set, and looks at their first position, at their last one, and at
/// one in `every` between them.
pub struct Games<L> {
    pub law: L,
    pub games: u64,
    pub every: usize,
}

const LONGEST: usize = 150;

impl<L: Law> Games<L> {
    pub fn play(mut self) {
        games::visit_all(&mut self);
    }
}

impl<L: Law> Visitor for Games<L> {
    type Output = ();

    fn visit<P: Game>(&mut self, variant: P::Variant) {
        for game in 0..self.games {
            let mut source = SplitMix(mix(game + 1));
            let mut line = Line::new(P::start(variant));
            let mut moves = Vec::new();
            while line.plies() < LONGEST && line.outcome().is_none() {
                if line.plies() == 0 || source.below(self.every) == 0 {
                    self.law.look(line.now(), &mut source);
                }
                moves.clear();
                line.now().legal_moves(&mut moves);
                line.play(moves[source.below(moves.len())]);
            }
            self.law.look(line.now(), &mut source);
        }
    }
}
