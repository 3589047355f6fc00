//! What a line does on both boards.

use super::moves::Move;
use super::picture::Inner;
use super::position::Position;
use crate::games::{Fact, Game, Ply, gipf, zertz};

/// The weight of a jump that is at stake.
const JUMP: i32 = 300;

pub(super) fn facts(line: &[Ply<Position>]) -> Vec<Fact> {
    let numbered = || (1..).zip(line);
    let (numbers, carried): (Vec<usize>, Vec<_>) = numbered()
        .filter_map(|(number, ply)| Some((number, carried_out(ply)?)))
        .unzip();
    let mut facts = renumbered(gipf::Position::facts(&carried), &numbers);
    facts.extend(numbered().filter_map(|(number, ply)| decided(ply, number)));
    // Of several challenges the first one.
    let is_inner = |ply: &Ply<Position>| matches!(ply.m, Move::Zertz(_));
    let inner = numbered()
        .skip_while(|(_, ply)| !is_inner(ply))
        .take_while(|(_, ply)| is_inner(ply));
    let (numbers, inner): (Vec<usize>, Vec<_>) = inner
        .filter_map(|(number, ply)| Some((number, (ply.before.jumper(), played(ply)?))))
        .unzip();
    let Some(&(jumper, _)) = inner.first() else {
        return facts;
    };
    let mapping = Inner::new(jumper);
    let inner: Vec<_> = inner.into_iter().map(|(_, ply)| ply).collect();
    let of_zertz = renumbered(zertz::Position::facts(&inner), &numbers).into_iter();
    facts.extend(of_zertz.map(|fact| {
        let side = mapping.side(fact.side);
        let at = fact.at.iter().map(|id| mapping.id(id)).collect();
        let fact = Fact { side, at, ..fact };
        fact.with("side", side).with("other", !side)
    }));
    facts
}

/// Facts of a line that consists of the plies with these numbers.
fn renumbered(facts: Vec<Fact>, numbers: &[usize]) -> Vec<Fact> {
    let number = |plies: usize| numbers.get(plies.wrapping_sub(1)).copied();
    let facts = facts.into_iter();
    facts
        .filter_map(|fact| {
            Some(Fact {
                plies: number(fact.plies)?,
                ..fact
            })
        })
        .collect()
}

/// The move of GIPF that a ply carries out.
fn carried_out(ply: &Ply<Position>) -> Option<Ply<gipf::Position>> {
    let m = match ply.m {
        Move::Gipf(m) => m,
        _ => ply.before.announced()?,
    };
    let (before, after) = (*ply.before.gipf(), *ply.after.gipf());
    let is_carried_out = ply.before.carried_out(m) == after;
    is_carried_out.then_some(Ply {
        before,
        m,
        after,
        is_own: ply.is_own,
    })
}

/// The move of ZÈRTZ of a ply.
fn played(ply: &Ply<Position>) -> Option<Ply<zertz::Position>> {
    let Move::Zertz(m) = ply.m else { return None };
    let before = ply.before.game()?.zertz;
    let after = crate::rules::Rules::after(&before, m);
    Some(Ply {
        before,
        m,
        after,
        is_own: ply.is_own,
    })
}

/// What a challenge decides that ends with this ply.
fn decided(ply: &Ply<Position>, number: usize) -> Option<Fact> {
    ply.before.game().filter(|_| ply.after.game().is_none())?;
    let jumper = ply.before.jumper();
    Some(match carried_out(ply) {
        Some(_) => Fact::new("jump-happens", jumper, JUMP, number),
        None => Fact::new("jump-stopped", !jumper, JUMP, number),
    })
}
