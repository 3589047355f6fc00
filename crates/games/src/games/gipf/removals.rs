//! The removals to search: those with the best evaluation for the player.
//!
//! If few pieces are optional, all removals are compared. Crossing rows of GIPF pieces have thousands of
//! removals, before the action and after it. There, hill climbing finds good ones: it takes or leaves one
//! piece at a time.

use std::ops::ControlFlow::{self, Continue};

use super::position::Position;
use crate::board::{Bits, Cell};
use crate::eval::{Evaluated, Models as _};
use crate::rules::Rules;
use crate::rules::Side;

/// The maximum number of best removals.
const MAX_GOOD: usize = 8;
/// The maximum number of optional pieces in rows for which all removals are compared.
const MAX_OPTIONAL: u32 = 6;
/// The number of passes of the hill climbing over the optional pieces.
const SWEEPS: usize = 3;

impl Position {
    /// Whether any piece on the board may stay when its row is taken.
    pub(super) fn has_choosable(&self) -> bool {
        (self.gipf() | self.charged()).any()
    }

    /// Whether the side to move has too many removals to compare all of them.
    pub(super) fn has_many_removals(&self) -> bool {
        self.optional(self.turn()).count() > MAX_OPTIONAL
    }

    /// The pieces that `side` may take or leave on this board.
    fn optional(&self, side: Side) -> Bits {
        let (all, _) = self.in_rows(side);
        all & (self.gipf() | self.charged())
    }

    /// Calls `visit` with at most `limit` removals of the side to move, those with the best evaluation for
    /// it. If no piece is optional, a limit above 1 gives all removals. A limit of 1 gives the removal that
    /// takes the opponent's optional pieces and leaves the own ones.
    #[inline]
    pub(super) fn each_good_removal(
        &self,
        limit: usize,
        visit: &mut impl FnMut(Bits) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let side = self.turn();
        let mut rows = self.rows(side, Bits::EMPTY);
        match (rows.next(), rows.next()) {
            (None, _) => visit(Bits::EMPTY),
            (Some(row), None) if row.may.is_empty() => visit(row.must),
            _ if limit > 1 && !self.has_choosable() => self.each_removal_of_several(side, visit),
            _ => {
                let best = self.best_removals(side, limit);
                best.sets().try_for_each(visit)
            }
        }
    }

    fn best_removals(&self, side: Side, limit: usize) -> BestRemovals {
        let mut best = BestRemovals::new(limit);
        let optional = self.optional(side);
        if limit == 1 {
            // Comparing values costs more than the best removal gains: most nodes are leaves.
            best.add(self.removal_of(side, optional & self.pieces(!side)), 0);
        } else if optional.count() > MAX_OPTIONAL {
            self.climb(side, optional, &mut best);
        } else {
            _ = self.each_removal(side, &mut |set| {
                best.add(set, self.value_of_removal(side, set));
                Continue(())
            });
        }
        best
    }

    /// Adds the removals on the way to a good one. Starts by taking the opponent's optional pieces and
    /// leaving the player's own, then changes the choice of each piece if that is better.
    fn climb(&self, side: Side, optional: Bits, best: &mut BestRemovals) {
        let mut wanted = optional & self.pieces(!side);
        let mut evaluate = |wanted: Bits| {
            let set = self.removal_of(side, wanted);
            let value = self.value_of_removal(side, set);
            best.add_new(set, value);
            value
        };
        let mut value = evaluate(wanted);
        for _ in 0..SWEEPS {
            let before = value;
            for piece in optional {
                let other = flipped(wanted, piece);
                let then = evaluate(other);
                if then > value {
                    (value, wanted) = (then, other);
                }
            }
            if value == before {
                break;
            }
        }
    }

    /// The removal that takes the optional pieces of `wanted` if their rows can be taken, and leaves the
    /// others unless a row must go.
    fn removal_of(&self, side: Side, wanted: Bits) -> Bits {
        let mut gone = Bits::EMPTY;
        loop {
            let mut rows = self.rows(side, gone);
            let Some(row) = rows.find(|row| row.forced || row.may.meets(wanted)) else {
                return gone;
            };
            let taken = row.must | row.may & wanted;
            gone |= if taken.any() { taken } else { row.may };
        }
    }

    /// The value of removing `set` for `side`.
    fn value_of_removal(&self, side: Side, set: Bits) -> i32 {
        let mut after = *self;
        after.remove(set, side);
        match after.winner_by_gipf(side) {
            Some(winner) if winner == side => i32::MAX,
            Some(_) => -i32::MAX,
            None => <Position as Evaluated>::Models::value(&after),
        }
    }
}

fn flipped(set: Bits, piece: Cell) -> Bits {
    if set.has(piece) {
        set.without(piece)
    } else {
        set.with(piece)
    }
}

/// The best removals found so far, best first.
struct BestRemovals {
    found: [(i32, Bits); MAX_GOOD],
    count: usize,
    limit: usize,
}

impl BestRemovals {
    fn new(limit: usize) -> BestRemovals {
        BestRemovals {
            found: [(i32::MIN, Bits::EMPTY); MAX_GOOD],
            count: 0,
            limit: limit.min(MAX_GOOD),
        }
    }

    fn sets(&self) -> impl Iterator<Item = Bits> {
        self.found[..self.count].iter().map(|&(_, set)| set)
    }

    /// Adds a removal that is not in the list.
    fn add(&mut self, set: Bits, value: i32) {
        let found = &self.found[..self.count];
        let place = found.iter().position(|&(other, _)| other < value);
        let place = place.unwrap_or(self.count);
        if place < self.limit {
            self.count = (self.count + 1).min(self.limit);
            self.found[place..self.count].rotate_right(1);
            self.found[place] = (value, set);
        }
    }

    /// Adds a removal unless it is in the list.
    fn add_new(&mut self, set: Bits, value: i32) {
        if self.sets().all(|other| other != set) {
            self.add(set, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::games::gipf::Variant;
    use crate::picture::Touch;
    use crate::rules::{Fen, Notation, Scope, SearchSupport as _};

    /// Three crossing rows of GIPF pieces: 13 optional pieces. The first position has 12,532,447 legal moves.
    const CROSSING: [&str; 3] = [
        "B3/1W3/2W3/BWWWWWB/3W2/3W1/3B 0G 10G w",
        "B3/1W1B1/2W3/BWWWWWB/1B1W2/3W1/1B1B 0G 4G w",
        "B3/1W1B1/2W3/BWWWWWB/1B1W2/3W1/1B1B 0G 4G b",
    ];

    fn at(fen: &str) -> Position {
        Position::from_fen(Variant::Tournament, fen)
            .unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    #[test]
    fn removals_found_by_hill_climbing_are_legal_and_distinct() {
        let position = at(CROSSING[0]);
        let side = position.turn();
        assert_eq!(position.optional(side).count(), 13);
        let best = position.best_removals(side, MAX_GOOD);
        let sets: HashSet<Bits> = best.sets().collect();
        assert_eq!(sets.len(), MAX_GOOD);
        assert!(sets.iter().all(|&set| position.may_remove(side, set)));
    }

    #[test]
    fn the_search_lists_thousands_of_millions_of_moves() {
        for position in CROSSING.map(at) {
            for scope in [
                Scope::Legal,
                Scope::Main { depth: 1 },
                Scope::Main { depth: 9 },
                Scope::Noisy,
            ] {
                let mut list = Vec::new();
                _ = position.candidates(scope, &mut list);
                assert!(list.len() <= 8192, "{scope:?}: {}", list.len());
                assert!(scope == Scope::Noisy || !list.is_empty(), "{scope:?}");
                let mut results = HashSet::new();
                for candidate in &list {
                    let token = position.token(candidate.m);
                    assert!(position.parse_move(&token).is_ok(), "{token}");
                    results.insert(position.after(candidate.m).key());
                }
                let by_result = scope != Scope::Legal && position.has_many_removals();
                assert!(!by_result || results.len() == list.len(), "{scope:?}");
            }
        }
    }
}
