//! Completes proven lines from the transposition table. The PV of the search ends where a node took its
//! proof from the table.

use crate::eval::Evaluated;
use crate::rules::{Candidate, Listing, Outcome, Scope, Side};

use super::picker::move_hash;
use super::repetition::TableView;
use super::score::Score;

/// The maximum number of plies followed without table entries, along forced moves or static proofs. Some
/// quiescence nodes have no entry.
const MAX_UNSTORED_PLIES: u32 = 6;

/// Looks up proven wins of one side.
#[derive(Debug)]
pub(super) struct ProofLookup<'a, P> {
    /// The results of this search and earlier searches.
    pub table: TableView<'a>,
    /// The root position.
    pub root: &'a P,
    /// The side whose wins are looked up.
    pub winner: Side,
}

/// Extends the proven line `pv` from `root` with moves from the table, up to the end of the game. `score` is
/// the score of the line. Each added move preserves the proof; without a known one the line ends.
pub(super) fn complete<P: Evaluated>(
    table: TableView,
    root: &P,
    score: Score,
    pv: &mut Vec<P::Move>,
) {
    let Some(plies) = score.mate().map(|plies| plies.unsigned_abs() as usize) else {
        return;
    };
    let winner = if score.is_win() {
        root.turn()
    } else {
        !root.turn()
    };
    let lookup = ProofLookup {
        table,
        root,
        winner,
    };
    let mut position = root.clone();
    for &m in pv.iter() {
        position.play(m);
    }
    let mut list = Vec::new();
    while pv.len() < plies && position.outcome().is_none() {
        let Some(m) = lookup.next(&position, plies - pv.len(), &mut list) else {
            return;
        };
        position.play(m);
        pv.push(m);
    }
}

impl<P: Evaluated> ProofLookup<'_, P> {
    /// The number of plies of a known win after `m`.
    pub fn length_after(&self, position: &P, m: P::Move) -> Option<usize> {
        let child = position.after(m);
        self.length(&child, MAX_UNSTORED_PLIES)
    }

    /// A move after which a win in fewer than `plies` plies is known.
    fn next(
        &self,
        position: &P,
        plies: usize,
        list: &mut Vec<Candidate<P::Move>>,
    ) -> Option<P::Move> {
        let wins = position.turn() == self.winner;
        if wins && let Some(m) = position.winning_move() {
            return Some(m);
        }
        list.clear();
        _ = position.candidates(Scope::Main { depth: i32::MAX }, list);
        let entry = self.table.probe(position.key());
        let hash_move = entry.and_then(|entry| entry.move_hash);
        let known = list.iter().filter_map(|&Candidate { m, .. }| {
            let length = self.length_after(position, m)?;
            (length < plies).then_some((length, m))
        });
        // Prefer the hash move, whose line is likely to be stored. Otherwise take the winner's shortest or
        // the loser's longest line.
        let best = known.max_by_key(|&(length, m)| {
            let preference = if wins { plies - length } else { length };
            (hash_move == Some(move_hash::<P>(m)), preference)
        });
        if let Some((_, m)) = best {
            return Some(m);
        }
        // The quiescence search may have proven a win that is no longer in the table.
        if self.table.has_saturated() {
            return None;
        }
        let shallow_proof_length = |m: P::Move| {
            let (outcome, rest) = position.after(m).shallow_proof()?;
            (outcome == Outcome::Win(self.winner)).then_some(rest as usize)
        };
        let preserves_proof = |c: &&Candidate<P::Move>| {
            shallow_proof_length(c.m).is_some_and(|length| length < plies)
        };
        list.iter().find(preserves_proof).map(|c| c.m)
    }

    /// The number of plies of a known win from `position`. Follows up to `max_unstored` forced moves without
    /// table entries.
    fn length(&self, position: &P, max_unstored: u32) -> Option<usize> {
        let wins = position.turn() == self.winner;
        if let Some(outcome) = position.outcome() {
            return (outcome == Outcome::Win(self.winner)).then_some(0);
        }
        if wins && position.winning_move().is_some() {
            return Some(1);
        }
        let entry = self.table.probe(position.key());
        if let Some(proof) = entry.and_then(|entry| entry.proof(0)) {
            let plies = proof.mate()?;
            return ((plies > 0) == wins).then_some(plies.unsigned_abs() as usize);
        }
        if let Some((outcome, rest)) = position.static_proof()
            && rest <= MAX_UNSTORED_PLIES as i32
        {
            return (outcome == Outcome::Win(self.winner)).then_some(rest as usize);
        }
        let is_unclear =
            position.chance_node(self.root).is_some() || position.leaves_subgame(self.root);
        if max_unstored == 0 || is_unclear || !position.forced() {
            return None;
        }
        let mut list = Vec::new();
        if position.candidates(Scope::Main { depth: 1 }, &mut list) == Listing::Partial {
            return None;
        }
        let mut lengths = list.iter().map(|candidate| {
            let child = position.after(candidate.m);
            self.length(&child, max_unstored - 1)
        });
        let below = if wins {
            lengths.flatten().min()
        } else {
            lengths.try_fold(0, |longest, length| Some(length?.max(longest)))
        };
        below.map(|length| length + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::zertz::{Move, Position, Variant};
    use crate::rules::{RuleSet, Rules, SearchSupport as _};
    use crate::search::root::RootMoves;
    use crate::search::table::{Table, TableEntry};
    use crate::search::{Bound, Request, Settings};

    fn store(table: &Table, position: &Position, score: Score) {
        let entry = TableEntry {
            score: score.0,
            eval: None,
            move_hash: None,
            depth: 1,
            bound: Bound::Exact,
        };
        table.store(position.key(), entry);
    }

    #[test]
    fn a_proven_line_is_completed_from_the_table() {
        let table = Table::new(1).expect("1 MiB can be allocated");
        let root = Position::start(Variant::ALL[0]);
        let mut list = Vec::new();
        _ = root.candidates(Scope::Main { depth: i32::MAX }, &mut list);
        let [slow, wrong, right, ..] = &list[..] else {
            panic!("there are many placements");
        };
        let line = |score| {
            let mut pv = Vec::new();
            complete(TableView::new(&table, &[]), &root, score, &mut pv);
            pv
        };
        let store_after = |candidate: &Candidate<Move>, score| {
            let mut child = root;
            child.play(candidate.m);
            store(&table, &child, score);
        };
        assert_eq!(line(Score::win_in(5)), []);
        store_after(slow, Score::loss_in(6));
        store_after(wrong, Score::win_in(4));
        assert_eq!(line(Score::win_in(5)), []);
        store_after(right, Score::loss_in(4));
        assert_eq!(line(Score::win_in(5)), [right.m]);
        assert_eq!(line(Score::loss_in(5)), [wrong.m]);
        assert_eq!(line(Score(100)), []);
    }

    #[test]
    fn known_wins_are_searched_first_at_the_root() {
        let table = Table::new(1).expect("1 MiB can be allocated");
        let root = Position::start(Variant::ALL[0]);
        let mut moves = RootMoves::legal(&Request {
            root,
            earlier: Vec::new(),
            search_moves: Vec::new(),
            settings: Settings::default(),
        });
        let order = |moves: &RootMoves<Move>| moves.list.iter().map(|r| r.m).collect::<Vec<_>>();
        let before = order(&moves);
        for (index, score) in [
            (5, Score::loss_in(6)),
            (7, Score::win_in(3)),
            (9, Score::loss_in(4)),
        ] {
            let mut child = root;
            child.play(before[index]);
            store(&table, &child, score);
        }
        moves.sort_known_wins_first(TableView::new(&table, &[]), &root);
        let after = order(&moves);
        assert_eq!(after[..3], [before[9], before[5], before[0]]);
        assert_eq!(after.len(), before.len());
    }
}
