//! What a line does on the board.

use super::board::has_run;
use super::places;
use super::position::Position;
use crate::board::Bits;
use crate::games::{Fact, Ply};
use crate::rules::{Rules, Side};

/// The weight of a captured piece.
const PIECE: i32 = 200;

pub(super) fn facts(line: &[Ply<Position>]) -> Vec<Fact> {
    let Some(last) = line.last() else {
        return Vec::new();
    };
    let end = &last.after;
    let mut facts = Vec::new();
    for side in Side::ALL {
        facts.extend(rows(line, side));
        facts.extend(captures(line, side));
        facts.extend(gipf_lost(line, side));
        facts.extend(jumps(line, side));
        let hand = end.reserve(side).hand;
        let weight = -2 * PIECE / (1 + i32::from(hand));
        let left = Fact::count("hand", side, weight, line.len()).with("pieces", hand);
        facts.extend(end.outcome().is_none().then_some(left));
    }
    let side = end.turn();
    let can_make_row = end.outcome().is_none()
        && (has_run(end.pieces(side))
            || end.may_enter(super::Kind::Basic) && end.row_entry().is_some());
    if can_make_row {
        facts.push(Fact::new("row-next", side, PIECE / 2, line.len()));
    }
    facts
}

/// The removals of a move, each with the board before it.
fn removals(ply: &Ply<Position>) -> [(Position, Bits); 2] {
    let mut acted = ply.before;
    acted.remove(ply.m.before(), ply.before.turn());
    if let Some(action) = ply.m.action() {
        acted.act(action);
    }
    [(ply.before, ply.m.before()), (acted, ply.m.after())]
}

/// The removals of a side in a line, with the number of the ply, the board before it and the emptied points.
fn removals_of(
    line: &[Ply<Position>],
    side: Side,
) -> impl Iterator<Item = (usize, Position, Bits)> {
    let own = (1..)
        .zip(line)
        .filter(move |(_, ply)| ply.before.turn() == side);
    own.flat_map(|(number, ply)| removals(ply).map(|(board, set)| (number, board, set)))
        .filter(|(.., set)| set.any())
}

/// The rows that a side takes, and the pieces that return to its hand.
fn rows(line: &[Ply<Position>], side: Side) -> Option<Fact> {
    let (mut rows, mut pieces, mut at, mut plies) = (0, 0, Vec::new(), 0);
    for (number, board, set) in removals_of(line, side) {
        let taken = |row: &super::rows::Row| row.must.within(set) && row.all().meets(set);
        rows += board.rows(side, Bits::EMPTY).filter(taken).count();
        let back = (set & board.pieces(side)).minus(board.used());
        pieces += (back.count() + (back & board.gipf()).count()) as i32;
        at.extend(places(set));
        plies = number;
    }
    let fact = Fact::new("rows", side, PIECE / 4 * pieces, plies).at(at);
    (rows > 0).then(|| fact.with("rows", rows).with("pieces", pieces))
}

/// The pieces of the other side that a side captures.
fn captures(line: &[Ply<Position>], side: Side) -> Option<Fact> {
    let (mut pieces, mut at, mut plies) = (0, Vec::new(), 0);
    for (number, board, set) in removals_of(line, side) {
        let captured = set & board.pieces(!side);
        if captured.any() {
            pieces += captured.count() as i32;
            at.extend(places(captured));
            plies = number;
        }
    }
    let fact = Fact::new("captures", side, PIECE * pieces, plies).with("pieces", pieces);
    (pieces > 0).then(|| fact.at(at))
}

/// The GIPF pieces that the other side captures.
fn gipf_lost(line: &[Ply<Position>], side: Side) -> Option<Fact> {
    let (mut lost, mut left, mut at, mut plies) = (0, 0, Vec::new(), 0);
    for (number, board, set) in removals_of(line, !side) {
        let own = board.pieces(side) & board.gipf();
        if own.meets(set) {
            lost += (own & set).count() as i32;
            left = own.minus(set).count();
            at.extend(places(own & set));
            plies = number;
        }
    }
    let fact = Fact::new("gipf-lost", side, -5 * PIECE * lost, plies).at(at);
    (lost > 0).then(|| fact.with("lost", lost).with("left", left))
}

/// The potentials that a side uses.
fn jumps(line: &[Ply<Position>], side: Side) -> Option<Fact> {
    let own = (1..)
        .zip(line)
        .filter(|(_, ply)| ply.before.turn() == side && ply.m.is_jump());
    let plies: Vec<usize> = own.map(|(number, _)| number).collect();
    let weight = -(PIECE / 4) * plies.len() as i32;
    let fact = Fact::new("potentials", side, weight, *plies.last()?);
    Some(fact.with("potentials", plies.len()))
}
