//! The features of the evaluation. Games without GIPF pieces and games with them have separate weights,
//! fitted to `tune play gipf-basic 4000 1500 1` and the same for the other rule sets. The scales are
//! measured in `gipf-basic 300 500 7`, `300 2000 8`, and some 100 games of each other rule set with the
//! same nodes.
//!
//! The main feature is the contents of the 21 lines: pieces enter, move and are taken along lines, so a
//! line shows threats, cover and room. Each line is read as a number in base three, from its lowest
//! point: 0 for an empty point, 1 for a piece of the side to move, 2 for a piece of the opponent.

use super::board::{BITS, BOARD, POINTS};
use super::position::Position;
use super::variant::Variant;
use crate::board::hex::{AXES, Region};
use crate::board::{Bits, Cell};
use crate::eval::{Features, Group, TrainingConfig, Weights};
use crate::rules::{Rules, Side};

/// The number of lines.
pub(super) const LINE_COUNT: usize = 21;

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

/// How to read the lines.
static SHAPES: [Shape; LINE_COUNT] = shapes();

/// The lines through each point, as bits.
pub(super) static LINES_THROUGH: [u32; BITS] = lines_through();

/// The distance of each point from the centre.
static DISTANCES: [usize; BITS] = distances();

/// How to read a line: its points, shifted down, times a factor that gathers them in the highest byte.
#[derive(Clone, Copy)]
struct Shape {
    line: Bits,
    before: u32,
    factor: u64,
    /// The shift of the lowest point in the byte.
    after: u32,
    /// The feature of the empty line.
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

const fn shapes() -> [Shape; LINE_COUNT] {
    /// Moves the lowest byte to the highest.
    const LOWEST_BYTE: u64 = 1 << 56;
    /// Adds up all bytes in the highest byte.
    const BYTES: u64 = 0x0101_0101_0101_0101;
    /// Moves the lowest bit of byte n to bit n of the highest byte.
    const LOWEST_BITS: u64 = 0x0102_0408_1020_4080;
    let mut shapes = [Shape {
        line: Bits::EMPTY,
        before: 0,
        factor: 0,
        after: 0,
        feature: 0,
    }; LINE_COUNT];
    let mut found = 0;
    let mut axis = 0;
    while axis < AXES {
        let mut rest = POINTS;
        while let Some(point) = rest.lowest() {
            rest = rest.without(point);
            let line = BOARD.line(point, axis);
            let lowest = line.0.trailing_zeros();
            if lowest == point.0 as u32 {
                let (before, factor, after) = match axis {
                    0 => (lowest, LOWEST_BYTE, 0),
                    1 => (0, BYTES, lowest % 8),
                    _ => (lowest % 8, LOWEST_BITS, lowest / 8),
                };
                shapes[found] = Shape {
                    line,
                    before,
                    factor,
                    after,
                    feature: LINE_CONTENTS[line.count() as usize - 4],
                };
                found += 1;
            }
        }
        axis += 1;
    }
    shapes
}

const fn lines_through() -> [u32; BITS] {
    let shapes = shapes();
    let mut lines = [0; BITS];
    let mut bit = 0;
    while bit < BITS {
        let mut line = 0;
        while line < LINE_COUNT {
            if shapes[line].line.has(Cell(bit as u8)) {
                lines[bit] |= 1 << line;
            }
            line += 1;
        }
        bit += 1;
    }
    lines
}

const fn distances() -> [usize; BITS] {
    let mut distances = [0; BITS];
    let mut rest = POINTS;
    while let Some(point) = rest.lowest() {
        rest = rest.without(point);
        let (q, r) = BOARD.coords(point);
        while !Region::disc(distances[point.index()] as i8).has(q, r) {
            distances[point.index()] += 1;
        }
    }
    distances
}

/// The pieces of a line as the low bits of a number, lowest point first.
#[inline(always)]
fn gathered(set: Bits, shape: &Shape) -> usize {
    let pieces = (set & shape.line).0 >> shape.before;
    let byte = pieces.wrapping_mul(shape.factor) >> 56;
    (byte >> shape.after & 127) as usize
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
    const SCALE: f64 = if WITH_GIPF { 95.0 } else { 110.0 };

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
        let side = position.turn();
        let (own, theirs) = (position.pieces(side), position.pieces(!side));
        for line in 0..LINE_COUNT {
            visit(line_feature(own, theirs, line), 1);
        }
        each_other_feature(position, visit);
    }

    /// A line, read from the other end.
    fn twin(feature: usize) -> usize {
        feature.min(reversed(feature))
    }
}

/// The feature for the contents of the line with this number.
#[inline(always)]
pub(super) fn line_feature(own: Bits, theirs: Bits, line: usize) -> usize {
    let shape = &SHAPES[line];
    let mine = THREES[gathered(own, shape)];
    let others = THREES[gathered(theirs, shape)];
    shape.feature + usize::from(mine + 2 * others)
}

/// Calls `visit` with the features that are not about lines.
#[inline(always)]
pub(super) fn each_other_feature(position: &Position, mut visit: impl FnMut(usize, i32)) {
    let side = position.turn();
    each_feature_of(position, side, 1, &mut visit);
    each_feature_of(position, !side, -1, &mut visit);
    visit(TEMPO, 1);
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
    let mut gipf_count = 0;
    for point in gipf {
        gipf_count += 1;
        visit(GIPF_PLACE + DISTANCES[point.index()], sign);
    }
    visit(GIPF_COUNT + gipf_count.min(9), sign);
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
