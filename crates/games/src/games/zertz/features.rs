//! The features of the evaluation: captured marbles, and the marbles each player lacks for the two nearest
//! winning sets. The weights are set by hand. The scales are measured in `tune play zertz 300 500 7` and `500 2000 8`
//! with 100 games of the other boards of its network, and in the same games of `zertz-48` and `zertz-61`.

use super::position::Position;
use super::variant::{COLOURS, Variant};
use crate::eval::{Features, Group, TrainingConfig, Weights};
use crate::rules::{Rules, Side};

/// The nearest winning set, by the number of missing marbles.
const NEAREST: usize = COLOURS;
/// The numbers of missing marbles: 0 to 5, and 6 or more.
const MISSING: usize = 7;
/// The second nearest winning set, in the same way.
const SECOND: usize = NEAREST + MISSING;
/// The right to move.
const TURN: usize = SECOND + MISSING;

/// The model for the boards of one network, given by its index in [`NETWORKS`]. The features are the same on all boards.
pub struct Model<const NET: usize>;

/// The names of the networks: one for most boards, then those for the two large boards.
pub(super) const NETWORKS: [&str; 3] = ["zertz", "zertz-48", "zertz-61"];

/// The index of the network for a board.
#[inline(always)]
fn net_index(variant: Variant) -> usize {
    match variant {
        Variant::Rings48 => 1,
        Variant::Rings61 => 2,
        _ => 0,
    }
}

static WEIGHTS: Weights<{ TURN + 1 }, 1> = Weights::read(include_str!("zertz.weights"));

impl<const NET: usize> Features for Model<NET> {
    type Position = Position;

    const NAME: &'static str = NETWORKS[NET];
    const GROUPS: &'static [Group] = &[
        Group::new("marbles", COLOURS, COLOURS),
        Group::new("sets", 2 * MISSING, MISSING),
        Group::one("turn"),
    ];
    const FIT: TrainingConfig = TrainingConfig {
        scale: 200.0,
        result_share: 0.5,
        rate: 0.01,
        epochs: 24,
    };
    const SCALE: f64 = [207.0, 237.0, 251.0][NET];

    #[inline(always)]
    fn covers(position: &Position) -> bool {
        net_index(position.variant()) == NET
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

/// The numbers of marbles that a player lacks for the nearest and the second nearest winning set, at
/// most `MISSING - 1` each.
#[inline(always)]
fn missing(position: &Position, side: Side) -> [usize; 2] {
    let mut missing = position.missing(side);
    missing.sort_unstable();
    [missing[0], missing[1]].map(|missing| usize::from(missing).min(MISSING - 1))
}
