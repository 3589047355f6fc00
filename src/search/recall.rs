//! The rest of a proven line: where the search took a proof from the table, its line ends there.

use std::cmp::Reverse;

use crate::rules::{Candidate, Judge, Listing, Outcome, Scope, Side};

use super::picker::tag;
use super::score::Score;
use super::table::Table;

/// Appends to the line `pv` from `root`, whose value is `score`, what the table knows of a proven win or
/// loss, to its last move at most. Each move keeps to the proof; where none is known to, the line ends.
pub(super) fn complete<P: Judge>(table: &Table, root: &P, score: Score, pv: &mut Vec<P::Move>) {
    let Some(plies) = score.mate().map(|plies| plies.unsigned_abs() as usize) else {
        return;
    };
    let winner = if score.is_win() {
        root.turn()
    } else {
        !root.turn()
    };
    let mut position = root.clone();
    for &m in pv.iter() {
        position.play(m);
    }
    let mut list = Vec::new();
    while pv.len() < plies && position.outcome().is_none() {
        let Some(m) = next(table, &position, winner, plies - pv.len(), &mut list) else {
            return;
        };
        position.play(m);
        pv.push(m);
    }
}

/// A move after which the winner is known to win within fewer than `plies` plies.
fn next<P: Judge>(
    table: &Table,
    position: &P,
    winner: Side,
    plies: usize,
    list: &mut Vec<Candidate<P::Move>>,
) -> Option<P::Move> {
    let wins = position.turn() == winner;
    if wins && let Some(m) = position.winning_move() {
        return Some(m);
    }
    list.clear();
    _ = position.candidates(Scope::Main { depth: i32::MAX }, list);
    let hash_move = table.probe(position.key()).and_then(|entry| entry.tag);
    let known = list.iter().filter_map(|candidate| {
        let mut child = position.clone();
        child.play(candidate.m);
        let length = proven_length(table, &child, winner, plies)?;
        (length < plies).then_some((candidate.m, length))
    });
    // The winner goes the shortest way, the loser the longest; the move that the table names comes first.
    let order = |m: P::Move, length: usize| {
        let (short, long) = if wins { (length, 0) } else { (0, length) };
        (hash_move == Some(tag::<P>(m)), Reverse(short), long)
    };
    let (m, _) = known.max_by_key(|&(m, length)| order(m, length))?;
    Some(m)
}

/// The plies within which `winner` is known to win. So many `plies` are looked at where the table knows
/// nothing and the player has no choice.
pub(super) fn proven_length<P: Judge>(
    table: &Table,
    position: &P,
    winner: Side,
    plies: usize,
) -> Option<usize> {
    let wins = position.turn() == winner;
    if let Some(outcome) = position.outcome() {
        return (outcome == Outcome::Win(winner)).then_some(0);
    }
    if wins && position.winning_move().is_some() {
        return Some(1);
    }
    if let Some(proof) = table
        .probe(position.key())
        .and_then(|entry| entry.proof(0, 0))
    {
        let length = proof.mate()?;
        return ((length > 0) == wins).then_some(length.unsigned_abs() as usize);
    }
    // Beyond the depth limit the table knows nothing, but there a player without a choice is followed.
    if plies == 0 || !position.forced() {
        return None;
    }
    let mut list = Vec::new();
    if position.candidates(Scope::Main { depth: 1 }, &mut list) == Listing::Partial {
        return None;
    }
    let mut lengths = list.iter().map(|candidate| {
        let mut child = position.clone();
        child.play(candidate.m);
        proven_length(table, &child, winner, plies - 1)
    });
    let below = if wins {
        lengths.flatten().min()
    } else {
        lengths.try_fold(0, |longest, length| Some(length?.max(longest)))
    };
    below.map(|length| length + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::zertz::{Move, Position, Variant};
    use crate::rules::{RuleSet, Rules};
    use crate::search::Bound;
    use crate::search::table::TableEntry;

    fn knows(table: &Table, position: &Position, score: Score) {
        let entry = TableEntry {
            score: score.0,
            eval: None,
            tag: None,
            depth: 1,
            bound: Bound::Exact,
        };
        table.store(position.key(), entry);
    }

    #[test]
    fn a_line_goes_on_as_far_as_the_table_knows_it() {
        let table = Table::new(1).expect("a mebibyte is to be had");
        let root = Position::start(Variant::ALL[0]);
        let mut list = Vec::new();
        _ = root.candidates(Scope::Main { depth: i32::MAX }, &mut list);
        let [slow, wrong, right, ..] = &list[..] else {
            panic!("there are many placements");
        };
        let line = |score| {
            let mut pv = Vec::new();
            complete(&table, &root, score, &mut pv);
            pv
        };
        let learn = |candidate: &Candidate<Move>, score| {
            let mut child = root;
            child.play(candidate.m);
            knows(&table, &child, score);
        };
        assert_eq!(line(Score::win_in(5)), []);
        learn(slow, Score::loss_in(6));
        learn(wrong, Score::win_in(4));
        assert_eq!(line(Score::win_in(5)), []);
        learn(right, Score::loss_in(4));
        assert_eq!(line(Score::win_in(5)), [right.m]);
        assert_eq!(line(Score::loss_in(5)), [wrong.m]);
        assert_eq!(line(Score(100)), []);
    }
}
