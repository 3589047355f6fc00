//! What a line does on the board.

use super::board::Hexagons;
use super::moves::Move;
use super::position::Position;
use crate::board::{Bits, Cell, Layout};
use crate::games::{Fact, Ply};
use crate::picture::Id;
use crate::rules::{Rules, Side};

/// The weight of a piece.
const PIECE: i32 = 100;

fn id(cell: Cell) -> Id {
    Hexagons.name_of(cell).to_string()
}

/// The stack moves of a line with their plies, from 1.
fn stacked(line: &[Ply<Position>]) -> impl Iterator<Item = (usize, &Position, Cell, Cell)> {
    let plies = (1..).zip(line);
    plies.filter_map(|(number, ply)| match ply.m {
        Move::Stack { from, to } => Some((number, &ply.before, from, to)),
        _ => None,
    })
}

pub(super) fn facts(line: &[Ply<Position>]) -> Vec<Fact> {
    let Some((first, last)) = line.first().zip(line.last()) else {
        return Vec::new();
    };
    if first.before.is_placing() {
        return Vec::new();
    }
    let mover = first.before.turn();
    let sides = Side::ALL.into_iter();
    let mut facts: Vec<Fact> = sides
        .flat_map(|side| [cut_off(line, side), taken(line, side), in_a_row(line, side)])
        .flatten()
        .collect();
    let (own, others) = (last.after.score(mover), last.after.score(!mover));
    let points = Fact::count("points", mover, PIECE / 2 * (own - others), line.len());
    facts.push(points.with("pieces", own).with("others", others));
    let movable = |side| {
        let free = last.after.free(side).into_iter();
        free.filter(|&cell| last.after.targets(cell).any()).count() as i32
    };
    let (own, others) = (movable(mover), movable(!mover));
    let moving = Fact::count("movable", mover, PIECE / 6 * (own - others), line.len());
    facts.push(moving.with("stacks", own).with("others", others));
    facts
}

/// Stacks of a side that lose contact with the DVONN pieces.
fn cut_off(line: &[Ply<Position>], side: Side) -> Option<Fact> {
    let (mut pieces, mut at, mut after) = (0, Vec::new(), 0);
    for (number, before, from, to) in stacked(line) {
        let lost = before.lost(from, to) & before.controlled(side);
        if lost.any() {
            pieces += before.pieces_on(lost);
            at.extend(lost.into_iter().map(id));
            after = number;
        }
    }
    let fact = Fact::new("cut-off", side, -PIECE * pieces, after);
    (pieces > 0).then(|| fact.with("pieces", pieces).at(at))
}

/// Stacks that a side takes and still has at the end of the line.
fn taken(line: &[Ply<Position>], side: Side) -> Option<Fact> {
    let kept = line.last()?.after.controlled(side);
    let (mut pieces, mut at, mut after) = (0, Bits::EMPTY, 0);
    for (number, before, _, to) in stacked(line) {
        if before.turn() != side || !before.controlled(!side).has(to) {
            continue;
        }
        let mut now = to;
        let mut later = stacked(line).filter(|(later, ..)| *later > number);
        let is_retaken = later.any(|(_, before, from, to)| {
            now = if from == now { to } else { now };
            to == now && before.turn() != side
        });
        if !is_retaken && kept.has(now) {
            pieces += i32::from(before.height(to));
            at = at.with(to);
            after = number;
        }
    }
    let fact = Fact::new("taken", side, 2 * PIECE * pieces, after);
    (pieces > 0).then(|| fact.with("pieces", pieces).at(at.into_iter().map(id)))
}

/// The most moves of a side in a row, because the other side must pass.
fn in_a_row(line: &[Ply<Position>], side: Side) -> Option<Fact> {
    let (mut run, mut most, mut after) = (0, 1, 0);
    for (number, ply) in (1..).zip(line) {
        if ply.before.turn() == side {
            run = if ply.m == Move::Pass { 0 } else { run + 1 };
        } else if ply.m != Move::Pass {
            run = 0;
        }
        if run > most {
            (most, after) = (run, number);
        }
    }
    let fact = Fact::new("in-a-row", side, PIECE * (most - 1), after);
    (most > 1).then(|| fact.with("moves", most))
}
