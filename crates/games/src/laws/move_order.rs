//! The move picker of the search: it yields every legal move once, or omits only redundant ones.

use std::collections::HashSet;

use super::positions::{place, set};
use super::{GAMES, Law};
use crate::board::keys::SplitMix;
use crate::games::Game;
use crate::rules::Outcome;
use crate::search;

struct Ordering;

impl Ordering {
    /// Whether a list with the `listed` moves may omit `m`.
    fn may_be_left_out<P: Game>(at: &P, m: P::Move, listed: &HashSet<u64>, wins: bool) -> bool {
        let child = at.after(m);
        let other = child.turn() != at.turn();
        let lost = child
            .outcome()
            .is_some_and(|end| end != Outcome::Win(at.turn()));
        wins || listed.contains(&child.key()) || lost || other && child.winning_move().is_some()
    }
}

impl Law for Ordering {
    fn check<P: Game>(&mut self, at: &P, moves: &[P::Move], source: &mut SplitMix) {
        if moves.is_empty() {
            return;
        }
        let place = place(at);
        let depth = [1, 2, 3, 5, 9][source.below(5)];
        let (listed, added) = search::order_of_moves(at, depth);
        let all = set(listed.iter().chain(&added).copied());
        assert_eq!(all.len(), listed.len() + added.len(), "{place}: twice");
        assert!(all.is_subset(&set(moves.iter().copied())), "{place}");
        if all.len() == moves.len() {
            return;
        }
        // Only a complete list may omit moves, and only redundant ones.
        assert!(
            added.is_empty(),
            "{place}: only some of the remaining moves were added"
        );
        let keys = set(listed.iter().map(|&m| at.after(m).key()));
        let won = Some(Outcome::Win(at.turn()));
        let wins = listed.iter().any(|&m| at.after(m).outcome() == won);
        for &m in moves.iter().filter(|m| !all.contains(m)) {
            let may = Self::may_be_left_out(at, m, &keys, wins);
            assert!(may, "{place}: {} is missing", at.token(m));
        }
    }
}

#[test]
fn the_move_picker_yields_every_legal_move_once() {
    GAMES.check(Ordering);
}
