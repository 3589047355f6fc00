//! The state of a game (five sets of points and the reserves) and how a move changes it.

use super::board::{BOARD, FRAME, before, entry, nearest};
use super::moves::{Action, Kind, Move};
use super::variant::Variant;
use crate::board::hex::Direction;
use crate::board::{Bits, Cell};
use crate::rules::Side;

/// The pieces and rights of a player beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Reserve {
    /// Basic pieces.
    pub(super) hand: u8,
    /// ZÈRTZ potentials.
    pub(super) potentials: u8,
    /// Whether the player may enter GIPF pieces (the G right).
    pub(super) gipf_right: bool,
}

/// A position of any of the four rule sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// All pieces of each side.
    pieces: [Bits; 2],
    /// GIPF pieces of both sides.
    gipf: Bits,
    /// Charged pieces of both sides.
    charged: Bits,
    /// Used potentials of both sides.
    used: Bits,
    reserves: [Reserve; 2],
    pub(super) turn: Side,
    pub(super) variant: Variant,
}

const _: () = assert!(size_of::<Position>() <= 48);

/// The piece on a point, without its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// A piece that can be entered.
    Piece(Kind),
    /// A used potential.
    Used,
}

impl Position {
    /// An empty board with these reserves.
    pub(super) fn bare(variant: Variant, reserves: [Reserve; 2], turn: Side) -> Position {
        Position {
            pieces: [Bits::EMPTY; 2],
            gipf: Bits::EMPTY,
            charged: Bits::EMPTY,
            used: Bits::EMPTY,
            reserves,
            turn,
            variant,
        }
    }

    /// All pieces of `side`.
    #[inline]
    pub(super) fn pieces(&self, side: Side) -> Bits {
        self.pieces[side.index()]
    }

    /// All pieces.
    #[inline]
    pub(super) fn occupied(&self) -> Bits {
        self.pieces[0] | self.pieces[1]
    }

    /// The GIPF pieces of both sides.
    #[inline]
    pub(super) fn gipf(&self) -> Bits {
        self.gipf
    }

    /// The charged pieces of both sides.
    #[inline]
    pub(super) fn charged(&self) -> Bits {
        self.charged
    }

    /// The used potentials of both sides.
    #[inline]
    pub(super) fn used(&self) -> Bits {
        self.used
    }

    /// The reserve of `side`.
    #[inline]
    pub(super) fn reserve(&self, side: Side) -> Reserve {
        self.reserves[side.index()]
    }

    /// The piece on a point, with its side.
    pub(super) fn piece_at(&self, point: Cell) -> Option<(Side, PieceKind)> {
        let side = Side::ALL
            .into_iter()
            .find(|&side| self.pieces(side).has(point))?;
        let what = if self.gipf.has(point) {
            PieceKind::Piece(Kind::Gipf)
        } else if self.charged.has(point) {
            PieceKind::Piece(Kind::Charged)
        } else if self.used.has(point) {
            PieceKind::Used
        } else {
            PieceKind::Piece(Kind::Basic)
        };
        Some((side, what))
    }

    /// Puts a piece on an empty point.
    pub(super) fn put(&mut self, point: Cell, side: Side, what: PieceKind) {
        let bit = point.bit();
        self.pieces[side.index()] |= bit;
        match what {
            PieceKind::Piece(Kind::Basic) => {}
            PieceKind::Piece(Kind::Gipf) => self.gipf |= bit,
            PieceKind::Piece(Kind::Charged) => self.charged |= bit,
            PieceKind::Used => self.used |= bit,
        }
    }

    /// Whether `side` has lost all its GIPF pieces (rule 5.1). Before the first move of a side, its G right
    /// shows that it has not entered any yet.
    fn is_without_gipf(&self, side: Side) -> bool {
        self.variant != Variant::Basic
            && !self.pieces(side).meets(self.gipf)
            && !self.reserve(side).gipf_right
    }

    /// The winner by GIPF pieces after a removal by `remover`.
    #[inline]
    pub(super) fn winner_by_gipf(&self, remover: Side) -> Option<Side> {
        if self.is_without_gipf(!remover) {
            Some(remover)
        } else if self.is_without_gipf(remover) {
            Some(!remover)
        } else {
            None
        }
    }

    /// Whether the side to move has entered nothing yet, so that it must enter a GIPF piece.
    pub(super) fn is_first_turn(&self) -> bool {
        self.reserve(self.turn).gipf_right && !self.pieces(self.turn).meets(self.gipf)
    }

    /// Whether the side to move may enter a piece of this kind.
    #[inline]
    pub(super) fn may_enter(&self, kind: Kind) -> bool {
        let reserve = self.reserve(self.turn);
        match kind {
            Kind::Basic => reserve.hand >= 1 && !self.is_first_turn(),
            Kind::Gipf => reserve.hand >= 2 && reserve.gipf_right,
            Kind::Charged => reserve.hand >= 1 && reserve.potentials >= 1 && !self.is_first_turn(),
        }
    }

    /// The pieces moved by a push through the entry with this number; `None` if the line is full.
    #[inline]
    pub(super) fn pushed_by(&self, number: u8) -> Option<Bits> {
        let entry = entry(number);
        let gap = nearest(entry.line.minus(self.occupied()), entry.direction);
        gap.any().then(|| before(entry.line, gap, entry.direction))
    }

    /// The pieces of the side to move after a push through that entry, which moves `pushed`.
    #[inline]
    pub(super) fn own_after_push(&self, number: u8, pushed: Bits) -> Bits {
        let entry = entry(number);
        let own = self.pieces(self.turn);
        own.minus(pushed) | FRAME.shifted(own & pushed, entry.direction) | entry.first.bit()
    }

    /// The landing of the potential of the charged piece at `from` in `direction`.
    pub(super) fn landing(&self, from: Cell, direction: Direction) -> Option<Bits> {
        let ray = BOARD.ray(from, direction);
        let next = FRAME.shifted(from.bit(), direction);
        let gap = nearest(ray.minus(self.occupied()), direction);
        (gap.any() && gap != next).then_some(gap)
    }

    /// Removes the pieces of `set`, taken by `remover` in rows.
    pub(super) fn remove(&mut self, set: Bits, remover: Side) {
        let back = set.minus(self.used) & self.pieces(remover);
        let pieces = back.count() + (back & self.gipf).count();
        self.reserves[remover.index()].hand += pieces as u8;
        for side in Side::ALL {
            let gipf = self.pieces(side) & self.gipf;
            if gipf.meets(set) && gipf.within(set) {
                self.reserves[side.index()].gipf_right = false;
            }
        }
        self.change_sets(|pieces| pieces.minus(set));
    }

    /// Applies `change` to every set of pieces.
    #[inline]
    pub(super) fn change_sets(&mut self, change: impl Fn(Bits) -> Bits) {
        self.pieces = self.pieces.map(&change);
        self.gipf = change(self.gipf);
        self.charged = change(self.charged);
        self.used = change(self.used);
    }

    /// Carries out a legal action without changing the side to move.
    #[expect(
        clippy::expect_used,
        reason = "the caller has checked that there is a landing"
    )]
    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Enter(kind, entry) => self.enter(kind, entry),
            Action::Jump(from, direction) => {
                let landing = self
                    .landing(from, direction)
                    .and_then(Bits::lowest)
                    .expect("a legal jump has a landing point");
                self.charged = self.charged.without(from);
                self.put(landing, self.turn, PieceKind::Used);
            }
        }
    }

    /// Carries out `m`, a legal move with a jump, without the jump: makes its first removal and discharges
    /// the piece. The same side stays to move.
    pub(in crate::games) fn lose_potential(&mut self, m: Move) {
        self.remove(m.before(), self.turn);
        if let Some(Action::Jump(from, _)) = m.action() {
            self.charged = self.charged.without(from);
        }
    }

    #[expect(
        clippy::expect_used,
        reason = "the caller has checked that there is a gap"
    )]
    fn enter(&mut self, kind: Kind, number: u8) {
        let pushed = self
            .pushed_by(number)
            .expect("a legal entry is over a line with a gap");
        let entry = entry(number);
        if pushed.any() {
            self.change_sets(|pieces| {
                pieces.minus(pushed) | FRAME.shifted(pieces & pushed, entry.direction)
            });
        }
        self.put(entry.first, self.turn, PieceKind::Piece(kind));
        // Rule 4.1: GIPF pieces are entered first, then charged pieces, then basic pieces.
        let reserve = &mut self.reserves[self.turn.index()];
        match kind {
            Kind::Basic => {
                reserve.hand -= 1;
                reserve.gipf_right = false;
                reserve.potentials = 0;
            }
            Kind::Gipf => reserve.hand -= 2,
            Kind::Charged => {
                reserve.hand -= 1;
                reserve.gipf_right = false;
                reserve.potentials -= 1;
            }
        }
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, m: Move) {
        for (set, action) in [(m.before(), m.action()), (m.after(), None)] {
            if set.any() {
                self.remove(set, self.turn);
            }
            if let Some(action) = action {
                self.act(action);
            }
        }
        self.turn = !self.turn;
    }

    /// A hash of the state. The state is six words, so hashing all of it is cheaper than incremental keys.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let [one, two] = self.reserves.map(|r| {
            u64::from(r.hand) | u64::from(r.potentials) << 8 | u64::from(r.gipf_right) << 16
        });
        let rest = one | two << 20 | (self.turn as u64) << 40 | (self.variant as u64) << 41;
        let board = fold(
            self.pieces[0].0 ^ 0x9e37_79b9_7f4a_7c15,
            self.pieces[1].0 ^ 0xbf58_476d_1ce4_e5b9,
        );
        let kinds = fold(
            (self.gipf | self.used).0 ^ 0x94d0_49bb_1331_11eb,
            (self.charged | self.used).0 ^ 0xd6e8_feb8_6659_fd93,
        );
        fold(board ^ rest, kinds ^ 0xa076_1d64_78bd_642f) ^ board.rotate_left(17)
    }

    /// The number of pieces of `side` in the game, on the board or in hand. No move increases it.
    pub(super) fn piece_count(&self, side: Side) -> u32 {
        let on_board = self.pieces(side).minus(self.used);
        let double = on_board & self.gipf;
        on_board.count() + double.count() + u32::from(self.reserve(side).hand)
    }
}

/// Both halves of the product of two words, folded into one.
#[inline]
const fn fold(a: u64, b: u64) -> u64 {
    let product = (a as u128) * (b as u128);
    product as u64 ^ (product >> 64) as u64
}
