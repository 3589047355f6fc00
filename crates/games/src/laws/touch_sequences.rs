//! The touches of a legal move lead to it, and no shorter sequence does.

use super::positions::place;
use super::{Law, RandomGames};
use crate::board::keys::SplitMix;
use crate::games::Game;
use crate::picture::touches;

/// Maximal number of legal moves tried per position.
const MAX_TRIED: usize = 4;

struct LegalMoves;

impl Law for LegalMoves {
    fn check<P: Game>(&mut self, at: &P, moves: &[P::Move], source: &mut SplitMix) {
        let all = moves.len();
        for &m in moves {
            if all > MAX_TRIED && source.below(all) >= MAX_TRIED {
                continue;
            }
            let sequence = at.touch_sequence(m);
            let place = format!("{} touches {}", place(at), sequence.join(" "));
            for length in 0..=sequence.len() {
                let (given, rest) = sequence.split_at(length);
                let answer = touches(at, at.scene(), given);
                let answer = answer.unwrap_or_else(|wrong| panic!("{place}: {wrong:?}"));
                // The last touches may be automatic.
                let is_complete = rest == answer.auto;
                let reached = answer.canonical.is_some_and(|token| token == at.token(m));
                assert_eq!(reached, is_complete, "{place}: {length} given");
            }
        }
    }
}

#[test]
fn touches_reach_every_legal_move() {
    let games = RandomGames {
        games: 2,
        max_plies: 150,
        every: 6,
    };
    games.check(LegalMoves);
}
