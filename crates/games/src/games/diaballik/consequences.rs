//! What a line does on the board.

use super::board::{BOARD, CONTACTS, contact_squares};
use super::position::Position;
use super::threats::{claiming_move, scores};
use crate::board::{Bits, Layout};
use crate::games::{Fact, Ply};
use crate::picture::{HasSetup, Id};
use crate::rules::{Rules, Side};

/// The weight of a row of the board between the ball and the goal.
const ROW: i32 = 50;
/// The rows between the two start lines.
const ROWS: i32 = 6;

/// The names of squares.
fn ids(position: &Position, squares: Bits) -> Vec<Id> {
    let layout = Position::layout(position.variant());
    squares
        .into_iter()
        .map(|square| layout.name_of(square).to_string())
        .collect()
}

/// Everything is said about the end of the line: a ball or a support on its way there explains nothing.
pub(super) fn facts(line: &[Ply<Position>]) -> Vec<Fact> {
    let Some(end) = line.last().map(|last| &last.after) else {
        return Vec::new();
    };
    if end.outcome().is_some() {
        return Vec::new();
    }
    let sides = Side::ALL.into_iter();
    let all = sides.flat_map(|side| {
        [
            next(end, side),
            Some(passes(end, side)),
            Some(distance(end, side)),
            wall(end, side),
        ]
    });
    all.flatten()
        .map(|fact| Fact {
            plies: line.len(),
            ..fact
        })
        .collect()
}

/// A win with one move of a side.
fn next(end: &Position, side: Side) -> Option<Fact> {
    let (supports, others) = (end.supports(side), end.supports(!side));
    let weight = if end.turn() == side {
        10 * ROW
    } else {
        6 * ROW
    };
    let holder = end.ball(side);
    if scores(side, supports, holder, others) {
        return Some(Fact::new("goal-next", side, weight, 0).at(ids(end, holder.bit())));
    }
    let claim = claiming_move(end, side);
    claim.map(|_| Fact::new("antijeu-next", side, weight, 0).at(ids(end, others)))
}

/// The supports to which the ball of a side can be passed.
fn passes(end: &Position, side: Side) -> Fact {
    let holder = end.ball(side);
    let seen = BOARD.visible(holder, end.supports(!side));
    let receivers = seen & end.supports(side).without(holder);
    let count = receivers.count() as i32;
    let places = ids(end, receivers.with(holder));
    let holder = ids(end, holder.bit()).concat();
    match count {
        0 => Fact::new("shut-in", side, -3 * ROW, 0).at(places),
        _ => Fact::count("passes", side, ROW / 3 * (count - 2), 0)
            .with("pieces", count)
            .at(places),
    }
    .with("holder", holder)
}

/// The rows between the ball of a side and its goal. A row or two explain nothing.
fn distance(end: &Position, side: Side) -> Fact {
    let row = i32::from(end.ball(side).0 % 7);
    let rows = if side == Side::One { ROWS - row } else { row };
    let fact = Fact::count("distance", side, ROW / 3 * (ROWS / 2 - rows), 0).with("rows", rows);
    fact.at(ids(end, end.ball(side).bit()))
}

/// The supports of a side that touch the uncrossable line of the other side.
fn wall(end: &Position, side: Side) -> Option<Fact> {
    let touching = contact_squares(end.supports(!side)) & end.supports(side);
    let pieces = touching.count();
    let fact = Fact::new("wall", side, 2 * ROW * pieces as i32, 0).with("pieces", pieces);
    (pieces > 0).then(|| fact.with("contacts", CONTACTS).at(ids(end, touching)))
}
