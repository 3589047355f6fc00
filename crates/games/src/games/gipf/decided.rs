//! Proves that a game is decided before it is over: a player enters their last one or two pieces and gets
//! none back.
//!
//! A player to move without a piece in hand has lost. Most games end like this, after many quiet moves
//! that the search need not see if the end is proven here.

use super::board::{ENTRIES, ENTRY_COUNT, FRAME, entry, has_run};
use super::moves::{Action, Kind, Move};
use super::position::Position;
use crate::board::Bits;
use crate::board::hex::AXES;
use crate::rules::{Outcome, Rules, Side};

/// The maximum number of pieces on the board of the player whose hand runs empty. With more, the end is far:
/// proofs made the trees of the middle game larger and did not gain strength in matches.
const MAX_PIECES: u32 = 9;

/// The points at which pieces enter.
const FIRST_POINTS: Bits = {
    let mut points = Bits::EMPTY;
    let mut number = 0;
    while number < ENTRY_COUNT {
        points = points.with(ENTRIES[number].first);
        number += 1;
    }
    points
};

impl Position {
    /// The outcome and the maximum number of plies to the end, if the hand of a player is empty at one of
    /// their next two turns, whatever they play.
    #[inline]
    pub(super) fn decided(&self) -> Option<(Outcome, i32)> {
        let side = self.turn();
        if self.reserve(side).hand == 1 && self.gets_nothing_back() {
            return Some((Outcome::Win(!side), 2));
        }
        let is_near = self.reserve(!side).hand == 1 && self.has_few(!side);
        (is_near && self.exhausts_opponent()).then_some((Outcome::Win(side), 3))
    }

    /// The same for a hand that is empty after two moves of the side to move. This costs as much as some
    /// twenty nodes.
    #[inline]
    pub(super) fn decided_later(&self) -> Option<(Outcome, i32)> {
        let side = self.turn();
        let is_near = self.reserve(side).hand == 2 && self.has_few(side);
        (is_near && self.loses_hand()).then_some((Outcome::Win(!side), 4))
    }

    /// Whether a player has so few pieces on the board that their hand may soon be empty.
    fn has_few(&self, side: Side) -> bool {
        self.pieces(side).count() <= MAX_PIECES
    }

    /// Whether the side to move, with one piece in hand, must enter it without taking a row, and the
    /// opponent has a reply that pushes nothing.
    #[inline(never)]
    fn gets_nothing_back(&self) -> bool {
        let own = self.pieces(self.turn());
        !has_run(own)
            && !self.may_jump_later(self.turn())
            && self.can_answer(!self.turn())
            && self.has_room()
            && self.row_entry().is_none()
    }

    /// Whether, after a move without a row, the opponent with one piece in hand gets nothing back.
    #[inline(never)]
    fn exhausts_opponent(&self) -> bool {
        let side = self.turn();
        let reserve = self.reserve(side);
        // One piece for this move and one for the reply.
        let is_free = reserve.hand >= 2 && !reserve.gipf_right && !has_run(self.pieces(side));
        if !is_free || self.may_jump_later(!side) {
            return false;
        }
        // An entry that made a row after one move usually does so after the next.
        let mut refutation = 0;
        self.entered().any(|after| {
            let has_row = Side::ALL
                .into_iter()
                .any(|side| has_run(after.pieces(side)));
            if has_row || after.makes_row(refutation) {
                return false;
            }
            match after.row_entry() {
                Some(entry) => {
                    refutation = entry;
                    false
                }
                None => after.has_room(),
            }
        })
    }

    /// Whether the opponent has a reply to every move of the side to move, which has two pieces in hand, after
    /// which the side to move gets nothing back.
    #[inline(never)]
    fn loses_hand(&self) -> bool {
        let side = self.turn();
        let is_bound = !self.reserve(side).gipf_right
            && !has_run(self.pieces(side))
            && !self.may_jump_later(side);
        is_bound
            && self.row_entry().is_none()
            && self.entered().all(|after| after.exhausts_opponent())
    }

    /// The distinct positions after entries of a basic piece, before rows are removed.
    fn entered(&self) -> impl Iterator<Item = Position> {
        let occupied = self.occupied();
        (0..ENTRY_COUNT as u8).filter_map(move |number| {
            let entry = entry(number);
            // All entries over an empty point have the same result.
            let is_new = entry.is_canonical || occupied.has(entry.first);
            (is_new && self.pushed_by(number).is_some()).then(|| {
                let entered = Action::Enter(Kind::Basic, number);
                self.after(Move::new(Bits::EMPTY, entered, Bits::EMPTY))
            })
        })
    }

    /// An entry with which the side to move, which has no row yet, makes one.
    #[inline]
    pub(super) fn row_entry(&self) -> Option<u8> {
        let filter = PushFilter::of(self.pieces(self.turn()));
        (0..ENTRY_COUNT as u8).find(|&number| filter.may_make_row(number) && self.makes_row(number))
    }

    /// Whether the side to move has a row after a push through an entry.
    #[inline]
    fn makes_row(&self, entry: u8) -> bool {
        self.pushed_by(entry)
            .is_some_and(|pushed| has_run(self.own_after_push(entry, pushed)))
    }

    /// Whether, after any push, a piece can still be entered without pushing others. A push fills one point.
    fn has_room(&self) -> bool {
        FIRST_POINTS.minus(self.occupied()).count() >= 2
    }

    /// Whether `side` may have a charged piece later, which can jump without a piece in hand.
    fn may_jump_later(&self, side: Side) -> bool {
        self.pieces(side).meets(self.charged()) || self.reserve(side).potentials > 0
    }

    /// Whether `side` can enter a piece. The first piece must be a GIPF piece, which takes two pieces.
    fn can_answer(&self, side: Side) -> bool {
        let reserve = self.reserve(side);
        let needs_gipf = reserve.gipf_right && !self.pieces(side).meets(self.gipf());
        reserve.hand >= if needs_gipf { 2 } else { 1 }
    }
}

/// Excludes most pushes that make no row, for a side that has no row yet.
pub(super) struct PushFilter {
    own: Bits,
    /// The points where one more piece makes a row, for each axis across a line.
    across: [Bits; AXES],
}

impl PushFilter {
    #[inline]
    pub(super) fn of(own: Bits) -> PushFilter {
        let [one, two, three] = [0, 1, 2].map(|axis| gaps_along(own, axis));
        PushFilter {
            own,
            across: [two | three, one | three, one | two],
        }
    }

    /// Whether a push through this entry may make a row.
    #[inline]
    pub(super) fn may_make_row(&self, number: u8) -> bool {
        let entry = entry(number);
        let in_line = (self.own & entry.line).rest().rest();
        in_line.any() || self.across[entry.direction.axis()].meets(entry.line)
    }
}

/// The points where one more piece makes a run of four along an axis.
#[inline]
fn gaps_along(Bits(own): Bits, axis: usize) -> Bits {
    let stride = FRAME.strides[axis];
    let pair = own & own >> stride;
    // Two pieces on one side, and a third behind them or on the other side.
    let above = pair << (2 * stride) & (own << (3 * stride) | own >> stride);
    let below = pair >> stride & (own >> (3 * stride) | own << stride);
    Bits(above | below)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::keys::SplitMix;
    use crate::games::gipf::Variant;
    use crate::rules::Fen;

    #[test]
    fn a_last_piece_loses_unless_it_makes_a_row() {
        let decided_in = |variant, fen: &str| {
            let position = Position::from_fen(variant, fen).expect("a position of the test");
            position.decided().or_else(|| position.decided_later())
        };
        let decided = |fen: &str| decided_in(Variant::Basic, fen);
        let lost = Some((Outcome::Win(Side::Two), 2));
        assert_eq!(decided("4/5/6/2w1w2/6/5/b3 1 5 w"), lost);
        // A push along or across the line makes a row of four.
        assert_eq!(decided("4/5/6/ww1w3/6/5/b3 1 5 w"), None);
        assert_eq!(decided("2b1/2b2/2w3/1w1ww2/6/5/4 1 5 w"), None);
        assert_eq!(decided("2b1/2b2/6/1w1ww2/6/5/4 1 5 w"), lost);
        // Black has no reply.
        assert_eq!(decided("4/5/6/2w1w2/6/5/b3 1 0 w"), None);
        // The last two pieces make three in a row.
        let lost_in_four = Some((Outcome::Win(Side::Two), 4));
        assert_eq!(decided("4/5/6/2w1w2/6/5/b3 2 5 w"), lost_in_four);
        assert_eq!(decided("4/5/6/1www3/6/5/b3 2 5 w"), None);
        let won = Some((Outcome::Win(Side::One), 3));
        assert_eq!(decided("4/5/6/2b1b2/6/5/w3 2 1 w"), won);
        // White's last piece.
        assert_eq!(decided("4/5/6/2b1b2/6/5/w3 1 1 w"), lost);
        // A charged piece can jump with an empty hand.
        let in_zertz =
            |hand: &str| decided_in(Variant::Zertz, &format!("W3/5/6/2w1w2/6/5/B3 {hand} 5 w"));
        assert_eq!((in_zertz("1"), in_zertz("1Z1")), (lost, None));
    }

    #[test]
    fn the_quick_search_for_row_making_entries_agrees_with_the_slow_one() {
        let mut source = SplitMix(3);
        for _ in 0..1000 {
            let mut position = Position::start(Variant::Basic);
            for _ in 0..source.below(60) {
                if position.outcome().is_some() {
                    break;
                }
                let mut turns = Vec::new();
                position.legal_moves(&mut turns);
                position.play(turns[source.below(turns.len())]);
            }
            if !has_run(position.pieces(Rules::turn(&position))) {
                let tried = (0..ENTRY_COUNT as u8).find(|&entry| position.makes_row(entry));
                assert_eq!(position.row_entry(), tried, "{}", position.fen());
            }
        }
    }
}
