//! What a line does on the board.

use super::board::Shape;
use super::jumps::jumped;
use super::moves::Move;
use super::position::Position;
use super::variant::{COLOURS, Counts, Marble, NO_MARBLES};
use crate::board::{Bits, Cell, Layout};
use crate::games::{Fact, Ply};
use crate::picture::Id;
use crate::rules::{Rules, Side};

/// The weights of marbles: a set has four white, five grey or six black ones.
const WEIGHTS: [i32; COLOURS] = [300, 240, 200];

/// The texts of captures, by whether white, grey and black marbles are among them.
const CAPTURES: [&str; 8] = [
    "",
    "captures-w",
    "captures-g",
    "captures-wg",
    "captures-b",
    "captures-wb",
    "captures-gb",
    "captures-wgb",
];
const LACKS: [&str; COLOURS] = ["lacks-white", "lacks-grey", "lacks-black"];

fn id(shape: &Shape, cell: Cell) -> Id {
    shape.name_of(cell).to_string()
}

pub(super) fn facts(line: &[Ply<Position>]) -> Vec<Fact> {
    let sides = Side::ALL.into_iter();
    sides
        .flat_map(|side| {
            [
                captures(line, side),
                isolates(line, side),
                must_capture(line, side),
                lacks(line, side),
                isolates_next(line, side),
            ]
        })
        .flatten()
        .collect()
}

/// The cells of the marbles that a move captures, and the number of each colour.
fn captured(ply: &Ply<Position>) -> (Bits, Counts) {
    let (cells, placed) = match ply.m {
        Move::Place {
            marble,
            cell,
            claims,
            ..
        } => (claims, claims.has(cell).then_some(marble)),
        Move::Jump { from, path } => (jumped(from, path).map(|(over, _)| over).collect(), None),
        Move::Pass => (Bits::EMPTY, None),
    };
    let count = |marble| {
        let taken = (ply.before.marbles(marble) & cells).count() as u8;
        taken + u8::from(placed == Some(marble))
    };
    (cells, Marble::ALL.map(count))
}

fn captures(line: &[Ply<Position>], side: Side) -> Option<Fact> {
    let (mut at, mut counts, mut plies) = (Vec::new(), NO_MARBLES, 0);
    for (number, ply) in (1..).zip(line).filter(|(_, ply)| ply.before.turn() == side) {
        let (cells, more) = captured(ply);
        if cells.any() {
            let shape = ply.before.variant().shape();
            at.extend(cells.into_iter().map(|cell| id(shape, cell)));
            counts = [0, 1, 2].map(|colour| counts[colour] + more[colour]);
            plies = number;
        }
    }
    let weight = (0..COLOURS)
        .map(|colour| WEIGHTS[colour] * i32::from(counts[colour]))
        .sum();
    let which = (0..COLOURS)
        .map(|colour| usize::from(counts[colour] > 0) << colour)
        .sum::<usize>();
    let [white, grey, black] = counts;
    let fact = Fact::new(CAPTURES[which], side, weight, plies).at(at);
    (which > 0).then(|| {
        fact.with("white", white)
            .with("grey", grey)
            .with("black", black)
    })
}

/// The largest group that a side isolates.
fn isolates(line: &[Ply<Position>], side: Side) -> Option<Fact> {
    let own = (1..).zip(line).filter(|(_, ply)| ply.before.turn() == side);
    let isolations = own.filter_map(|(plies, ply)| match ply.m {
        Move::Place { ring, claims, .. } if claims.any() => Some((claims, ring, plies, ply)),
        _ => None,
    });
    let (claims, ring, plies, ply) = isolations.max_by_key(|(claims, ..)| claims.count())?;
    let shape = ply.before.variant().shape();
    let key = if ring.is_some() {
        "isolates-by-ring"
    } else {
        "isolates"
    };
    let fact = Fact::new(key, side, 100, plies).with("marbles", claims.count());
    let fact = match ring {
        Some(ring) => fact.with("ring", id(shape, ring)),
        None => fact,
    };
    Some(fact.at(claims.into_iter().map(|cell| id(shape, cell))))
}

/// The first capture to which a placement forces a side, if there is no other.
fn must_capture(line: &[Ply<Position>], side: Side) -> Option<Fact> {
    let mut replies = (1..).zip(line.windows(2));
    let (plies, ply, from, to) =
        replies.find_map(|(number, pair)| match (pair[0].m, pair[1].m) {
            (Move::Place { .. }, Move::Jump { from, path }) if pair[1].before.turn() == side => {
                let (_, to) = jumped(from, path).last()?;
                let mut moves = Vec::new();
                pair[1].before.legal_moves(&mut moves);
                (moves.len() == 1).then_some((number + 1, &pair[1], from, to))
            }
            _ => None,
        })?;
    let shape = ply.before.variant().shape();
    let [from, to] = [from, to].map(|cell| id(shape, cell));
    let fact = Fact::new("must-capture", side, -50, plies).at([from.clone(), to.clone()]);
    Some(fact.with("from", from).with("to", to))
}

/// One marble that a side lacks for a winning set at the end of the line, but not at the beginning.
fn lacks(line: &[Ply<Position>], side: Side) -> Option<Fact> {
    let lacking = |position: &Position| {
        let with = |colour: usize| {
            let mut counts = position.captured(side);
            counts[colour] += 1;
            counts
        };
        (0..COLOURS).find(|&colour| position.completes_set(with(colour)))
    };
    let (first, last) = (line.first()?, line.last()?);
    if last.after.outcome().is_some() || lacking(&first.before).is_some() {
        return None;
    }
    let colour = lacking(&last.after)?;
    Some(Fact::new(LACKS[colour], side, 150, line.len()))
}

/// The largest group that a side can isolate with the move after the line.
fn isolates_next(line: &[Ply<Position>], side: Side) -> Option<Fact> {
    let end = &line.last()?.after;
    if end.turn() != side || end.can_jump() || end.outcome().is_some() {
        return None;
    }
    let mut moves = Vec::new();
    end.legal_moves(&mut moves);
    let claimed = moves.into_iter().filter_map(|m| match m {
        Move::Place { claims, .. } => Some(claims),
        _ => None,
    });
    let largest = claimed
        .max_by_key(|claims| claims.count())
        .filter(|claims| claims.any())?;
    let marbles = largest.count();
    let fact = Fact::new("isolates-next", side, 150 * marbles as i32, line.len());
    let shape = end.variant().shape();
    let at = largest.into_iter().map(|cell| id(shape, cell));
    Some(fact.with("marbles", marbles).at(at))
}
