//! What the evaluation of ZÈRTZ counts: captured marbles, and how near each player is to the two
//! nearest winning sets. The weights are estimates by hand, the scale is measured in `tune play zertz
//! 300 500 7` and `500 2000 8`, and some of other rule sets.

#![allow(
    clippy::indexing_slicing,
    reason = "cells, sides and kinds are within bounds by their types"
)]

use super::position::Position;
use super::variant::{COLOURS, Variant};
use crate::eval::{Features, Group, Recipe, Weights};
use crate::rules::Side;

/// The nearest set, by the marbles missing from it: 0 to 5, and more.
const NEAREST: usize = COLOURS;
const MISSING: usize = 7;
/// The second nearest set in the same way.
const SECOND: usize = NEAREST + MISSING;
/// The turn.
const TURN: usize = SECOND + MISSING;

/// The positions of all boards but the large ones.
pub struct Model;

/// The positions of one of the boards of [`LARGE`], by its place there: the same is counted, and a
/// network of its own corrects it.
pub struct Large<const PLACE: usize>;

/// The boards with networks of their own, and the names of these.
pub(super) const LARGE: [(Variant, &str); 2] = [
    (Variant::Rings48, "zertz-48"),
    (Variant::Rings61, "zertz-61"),
];

static WEIGHTS: Weights<{ TURN + 1 }, 1> = Weights::read(include_str!("zertz.weights"));

impl Features for Model {
    type Position = Position;

    const NAME: &'static str = "zertz";
    const GROUPS: &'static [Group] = &[
        Group::new("marbles", COLOURS, COLOURS),
        Group::new("sets", 2 * MISSING, MISSING),
        Group::one("turn"),
    ];
    const FIT: Recipe = Recipe {
        scale: 200.0,
        result_share: 0.5,
        rate: 0.01,
        epochs: 24,
    };
    const SCALE: f64 = 166.0;

    #[inline(always)]
    fn covers(position: &Position) -> bool {
        LARGE.iter().all(|&(board, _)| position.variant() != board)
    }

    #[inline(always)]
    fn weights(stage: usize) -> &'static [i16] {
        WEIGHTS.at::<Self>(stage)
    }

    #[inline(always)]
    fn each_feature(position: &Position, mut visit: impl FnMut(usize, i32)) {
        for (side, sign) in [(position.turn(), 1), (!position.turn(), -1)] {
            for (colour, count) in position.captured(side).into_iter().enumerate() {
                visit(colour, sign * i32::from(count));
            }
            let [nearest, second] = missing(position, side);
            visit(NEAREST + nearest, sign);
            visit(SECOND + second, sign);
        }
        visit(TURN, 1);
    }
}

impl<const PLACE: usize> Features for Large<PLACE> {
    type Position = Position;

    const NAME: &'static str = LARGE[PLACE].1;
    const GROUPS: &'static [Group] = Model::GROUPS;
    const FIT: Recipe = Model::FIT;
    const SCALE: f64 = Model::SCALE;

    #[inline(always)]
    fn covers(position: &Position) -> bool {
        position.variant() == LARGE[PLACE].0
    }

    #[inline(always)]
    fn weights(stage: usize) -> &'static [i16] {
        Model::weights(stage)
    }

    #[inline(always)]
    fn each_feature(position: &Position, visit: impl FnMut(usize, i32)) {
        Model::each_feature(position, visit);
    }
}

/// The marbles missing from the nearest and from the second nearest set of a player, at most
/// `MISSING - 1`.
#[inline(always)]
fn missing(position: &Position, side: Side) -> [usize; 2] {
    let counts = position.captured(side);
    let mut missing = position.variant().sets().map(|set| {
        let missing: u8 = (0..COLOURS)
            .map(|colour| set[colour].saturating_sub(counts[colour]))
            .sum();
        usize::from(missing).min(MISSING - 1)
    });
    missing.sort_unstable();
    [missing[0], missing[1]]
}
