//! The features of the evaluation. Games without GIPF pieces and games with them have separate weights,
//! fitted to `tune play gipf-basic 4000 1500 1` and the same for the other rule sets. The scales are
//! measured in `gipf-basic 300 500 7`, `300 2000 8`, and some 100 games of each other rule set with the
//! same nodes.
//!
//! The main feature is the contents of the 21 lines: pieces enter, move and are taken along lines, so a
//! line shows threats, cover and room. Each line is read as a number in base three, from its lowest
//! point: 0 for an empty point, 1 for a piece of the side to move, 2 for a piece of the opponent.

use super::board::{LINES, POINT_RADIUS, POINTS, coords};
use super::position::Position;
use super::variant::Variant;
use crate::board::{Bits, Cell};
use crate::eval::{Features, Group, TrainingConfig, Weights};
use crate::rules::{Rules, Side};

/// The number of features.
const FEATURES: usize = TEMPO + 1;

/// The first features for the contents of lines of 4, 5, 6 and 7 points.
const LINE_CONTENTS: [usize; 4] = [0, 81, 81 + 243, 81 + 243 + 729];
/// Pieces in hand, by number.
const HAND: usize = LINE_CONTENTS[3] + 2187;
/// GIPF pieces on the board, by number.
const GIPF_COUNT: usize = HAND + 19;
/// A GIPF piece, by distance from the centre.
const GIPF_PLACE: usize = GIPF_COUNT + 10;
/// A charged piece.
const CHARGED: usize = GIPF_PLACE + 4;
/// A used potential.
const USED: usize = CHARGED + 1;
/// A potential that can still be entered.
const POTENTIAL: usize = USED + 1;
/// The right to enter GIPF pieces.
const GIPF_RIGHT: usize = POTENTIAL + 1;
/// The right to move.
const TEMPO: usize = GIPF_RIGHT + 1;

/// The model for games without GIPF pieces (`false`) or with them (`true`). It covers positions in which
/// the side to move has no row to remove.
pub struct Model<const WITH_GIPF: bool>;

static BASIC_WEIGHTS: Weights<FEATURES, 1> = Weights::read(include_str!("gipf-basic.weights"));
static GIPF_WEIGHTS: Weights<FEATURES, 1> = Weights::read(include_str!("gipf.weights"));

/// The number in base three with the binary digits of the index.
static THREES: [u16; 128] = threes();

/// How to read the lines along the three axes: the points of the line, the shift of its lowest point
/// after the line is gathered in one byte, and its first feature.
static SHAPES: [[Shape; 7]; 3] = shapes();

/// The points at each distance from the centre.
static RINGS: [Bits; 4] = rings();

#[derive(Clone, Copy)]
struct Shape {
    line: Bits,
    shift: u32,
    feature: usize,
}

const fn threes() -> [u16; 128] {
    let mut table = [0; 128];
    let mut bits = 0;
    while bits < 128 {
        let (mut digit, mut value) = (0, 1);
        while digit < 7 {
            if bits >> digit & 1 == 1 {
                table[bits] += value;
            }
            value *= 3;
            digit += 1;
        }
        bits += 1;
    }
    table
}

const fn shapes() -> [[Shape; 7]; 3] {
    let empty = Shape {
        line: Bits::EMPTY,
        shift: 0,
        feature: 0,
    };
    let mut shapes = [[empty; 7]; 3];
    let mut found = [0; 3];
    let mut rest = POINTS;
    // The lowest points of the lines along an axis are in ascending order.
    while let Some(point) = rest.lowest() {
        rest = rest.without(point);
        let mut axis = 0;
        while axis < 3 {
            let line = LINES[point.index()][axis];
            let lowest = line.0.trailing_zeros();
            if lowest == point.0 as u32 {
                shapes[axis][found[axis]] = Shape {
                    line,
                    shift: match axis {
                        0 => lowest,
                        1 => lowest % 8,
                        _ => lowest / 8,
                    },
                    feature: LINE_CONTENTS[line.count() as usize - 4],
                };
                found[axis] += 1;
            }
            axis += 1;
        }
    }
    shapes
}

const fn rings() -> [Bits; 4] {
    let mut rings = [Bits::EMPTY; 4];
    let mut rest = POINTS;
    while let Some(Cell(bit)) = rest.lowest() {
        rest = rest.without(Cell(bit));
        let (q, r) = coords(Cell(bit));
        let distances = [q.abs(), r.abs(), (q + r).abs()];
        let mut distance = 0;
        while distance < POINT_RADIUS
            && (distances[0] > distance || distances[1] > distance || distances[2] > distance)
        {
            distance += 1;
        }
        rings[distance as usize] = rings[distance as usize].with(Cell(bit));
    }
    rings
}

/// The pieces of a line as the low bits of a number, lowest point first.
#[inline(always)]
fn gathered(set: Bits, axis: usize, shape: Shape) -> usize {
    /// Adds up the bytes of a word in the highest byte.
    const BYTES: u64 = 0x0101_0101_0101_0101;
    /// Moves the lowest bit of byte n to bit n of the highest byte.
    const LOWEST_BITS: u64 = 0x0102_0408_1020_4080;
    let pieces = (set & shape.line).0;
    let gathered = match axis {
        0 => pieces >> shape.shift,
        1 => pieces.wrapping_mul(BYTES) >> 56 >> shape.shift,
        _ => {
            let row = shape.line.0.trailing_zeros() % 8;
            (pieces >> row).wrapping_mul(LOWEST_BITS) >> 56 >> shape.shift
        }
    };
    (gathered & 127) as usize
}

impl<const WITH_GIPF: bool> Features for Model<WITH_GIPF> {
    type Position = Position;

    const NAME: &'static str = if WITH_GIPF { "gipf" } else { "gipf-basic" };
    const GROUPS: &'static [Group] = &[
        Group::new("lines", HAND, 27),
        Group::new("reserve", GIPF_COUNT - HAND, 19),
        Group::new("gipf pieces", CHARGED - GIPF_COUNT, 14),
        Group::new("potentials", TEMPO - CHARGED, 4),
        Group::one("tempo"),
    ];
    const FIT: TrainingConfig = TrainingConfig {
        scale: 100.0,
        result_share: 0.75,
        rate: 0.02,
        epochs: 24,
    };
    const SCALE: f64 = if WITH_GIPF { 91.0 } else { 110.0 };

    #[inline(always)]
    fn covers(position: &Position) -> bool {
        WITH_GIPF == (position.variant() != Variant::Basic)
    }

    #[inline(always)]
    fn weights(stage: usize) -> &'static [i16] {
        let weights = if WITH_GIPF {
            &GIPF_WEIGHTS
        } else {
            &BASIC_WEIGHTS
        };
        weights.at::<Self>(stage)
    }

    #[inline(always)]
    fn each_feature(position: &Position, mut visit: impl FnMut(usize, i32)) {
        let (side, other) = (position.turn(), !position.turn());
        let (own, theirs) = (position.pieces(side), position.pieces(other));
        for (axis, shapes) in SHAPES.iter().enumerate() {
            for &shape in shapes {
                let mine = THREES[gathered(own, axis, shape)];
                let others = THREES[gathered(theirs, axis, shape)];
                visit(shape.feature + usize::from(mine + 2 * others), 1);
            }
        }
        each_feature_of(position, side, 1, &mut visit);
        each_feature_of(position, other, -1, &mut visit);
        visit(TEMPO, 1);
    }

    /// A line, read from the other end.
    fn twin(feature: usize) -> usize {
        feature.min(reversed(feature))
    }
}

#[inline(always)]
fn each_feature_of(position: &Position, side: Side, sign: i32, visit: &mut impl FnMut(usize, i32)) {
    let reserve = position.reserve(side);
    visit(HAND + usize::from(reserve.hand.min(18)), sign);
    if position.variant() == Variant::Basic {
        return;
    }
    let own = position.pieces(side);
    let gipf = own & position.gipf();
    visit(GIPF_COUNT + gipf.count().min(9) as usize, sign);
    for (distance, &ring) in RINGS.iter().enumerate() {
        visit(GIPF_PLACE + distance, sign * (gipf & ring).count() as i32);
    }
    visit(GIPF_RIGHT, sign * i32::from(reserve.gipf_right));
    if position.variant() == Variant::Zertz {
        visit(CHARGED, sign * (own & position.charged()).count() as i32);
        visit(USED, sign * (own & position.used()).count() as i32);
        visit(POTENTIAL, sign * i32::from(reserve.potentials));
    }
}
/// The feature for a line read from the other end. Other features map to themselves.
fn reversed(feature: usize) -> usize {
    if feature >= HAND {
        return feature;
    }
    let kind = LINE_CONTENTS.partition_point(|&first| first <= feature) - 1;
    let mut rest = feature - LINE_CONTENTS[kind];
    let mut image = 0;
    for _ in 0..kind + 4 {
        image = 3 * image + rest % 3;
        rest /= 3;
    }
    LINE_CONTENTS[kind] + image
}
