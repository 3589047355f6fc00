//! Incremental evaluation: a position that differs little from another one, with the same side to move, needs only
//! the sums of the lines and inputs that differ.

use super::board::has_run;
use super::features::{LINE_COUNT, LINES_THROUGH, Model, each_other_feature, line_feature};
use super::inputs::{HIDDEN, each_reserve_input, kinds, net, piece_input};
use super::position::Position;
use crate::board::Bits;
use crate::eval::Evaluated as _;
use crate::eval::{Features, Inputs};
use crate::rules::{EVAL_LIMIT, Rules};

/// The sums for a position, from which the values of similar positions are computed.
pub(super) struct IncrementalEvaluation<const WITH_GIPF: bool> {
    position: Position,
    /// The weight of each line, and their sum.
    lines: [i16; LINE_COUNT],
    sum: i32,
    /// The rows of the pieces on the board.
    accumulator: [i16; HIDDEN],
}

impl<const WITH_GIPF: bool> IncrementalEvaluation<WITH_GIPF> {
    /// The sums for a position of this model.
    pub(super) fn of(position: Position) -> Self {
        let weights = Model::<WITH_GIPF>::weights(0);
        let (own, theirs) = sides(&position);
        let lines: [i16; LINE_COUNT] =
            std::array::from_fn(|line| weights[line_feature(own, theirs, line)]);
        let net = net::<WITH_GIPF>();
        let mut accumulator = net.empty();
        for (kind, points) in kinds(&position).into_iter().enumerate() {
            for point in points {
                net.add(&mut accumulator, piece_input(kind, point));
            }
        }
        IncrementalEvaluation {
            position,
            lines,
            sum: lines.iter().map(|&weight| i32::from(weight)).sum(),
            accumulator,
        }
    }

    /// The same as [`Evaluated::evaluate`](crate::eval::Evaluated::evaluate) of `near`, which has the same
    /// side to move.
    pub(super) fn value(&self, near: &Position) -> i32 {
        if has_run(near.pieces(near.turn())) {
            return near.evaluate();
        }
        (self.sum(near) + self.correction(near)).clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    #[inline(always)]
    fn sum(&self, near: &Position) -> i32 {
        let weights = Model::<WITH_GIPF>::weights(0);
        let (old_own, old_theirs) = sides(&self.position);
        let (own, theirs) = sides(near);
        let changed = (own ^ old_own) | (theirs ^ old_theirs);
        let mut lines = changed
            .into_iter()
            .fold(0, |lines, point| lines | LINES_THROUGH[point.index()]);
        let mut sum = self.sum;
        while lines != 0 {
            let line = lines.trailing_zeros() as usize;
            lines &= lines - 1;
            let weight = weights[line_feature(own, theirs, line)];
            sum += i32::from(weight) - i32::from(self.lines[line]);
        }
        each_other_feature(near, |feature, count| {
            sum += i32::from(weights[feature]) * count;
        });
        sum
    }

    #[inline(always)]
    fn correction(&self, near: &Position) -> i32 {
        let net = net::<WITH_GIPF>();
        let mut accumulator = self.accumulator;
        let kinds = kinds(&self.position).into_iter().zip(kinds(near));
        for (kind, (old, new)) in kinds.enumerate() {
            for point in new.minus(old) {
                net.add(&mut accumulator, piece_input(kind, point));
            }
            for point in old.minus(new) {
                net.subtract(&mut accumulator, piece_input(kind, point));
            }
        }
        each_reserve_input(near, |input| net.add(&mut accumulator, input));
        net.output(&accumulator, Model::<WITH_GIPF>::output(near))
    }
}

/// The pieces of the side to move and of the opponent.
#[inline(always)]
fn sides(position: &Position) -> (Bits, Bits) {
    let side = position.turn();
    (position.pieces(side), position.pieces(!side))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::keys::SplitMix;
    use crate::games::gipf::Variant;
    use crate::rules::RuleSet as _;

    #[test]
    fn successors_have_the_values_of_the_evaluation() {
        let mut source = SplitMix(5);
        for &variant in Variant::ALL {
            for _ in 0..20 {
                let mut position = Position::start(variant);
                while position.outcome().is_none() {
                    let mut moves = Vec::new();
                    position.legal_moves(&mut moves);
                    let mut passed = position;
                    passed.turn = !passed.turn;
                    for child in moves.iter().take(60).map(|&m| position.after(m)) {
                        let value = match variant {
                            Variant::Basic => {
                                IncrementalEvaluation::<false>::of(passed).value(&child)
                            }
                            _ => IncrementalEvaluation::<true>::of(passed).value(&child),
                        };
                        assert_eq!(value, child.evaluate(), "{child:?}");
                    }
                    position.play(moves[source.below(moves.len())]);
                }
            }
        }
    }
}
