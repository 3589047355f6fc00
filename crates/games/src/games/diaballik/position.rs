//! The state of a Diaballik game: supports, balls, side to move, and the effect of a move.

use super::board::{GOALS, Squares};
use super::moves::{Kind, Move, NO_SQUARE};
use super::variant::Variant;
use crate::board::keys;
use crate::board::{Bits, Cell};
use crate::rules::Side;

/// A position of Diaballik.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    supports: [Bits; 2],
    pub(super) key: u64,
    balls: [Cell; 2],
    pub(super) turn: Side,
    claimed: bool,
    pub(super) variant: Variant,
}

const _: () = assert!(size_of::<Position>() <= 32);

/// Keys of supports by side and cell; 0 for [`NO_SQUARE`], so that a move is played without branches.
static SUPPORT_KEYS: [[u64; 64]; 2] = {
    let mut table = keys::table(0xd1ab_0001);
    table[0][NO_SQUARE as usize] = 0;
    table[1][NO_SQUARE as usize] = 0;
    table
};
/// Keys of balls by side and cell.
static BALL_KEYS: [[u64; 64]; 2] = keys::table(0xd1ab_0002);
/// Keys of: the second player to move, a claim, the second rule set.
static STATE_KEYS: [[u64; 3]; 1] = keys::table::<1, 3>(0xd1ab_0003);
const KEY_TURN: usize = 0;
const KEY_CLAIM: usize = 1;

impl Position {
    /// A position from valid parts: seven supports per side on different squares, each ball on one of its
    /// owner's supports.
    pub(super) fn new(
        variant: Variant,
        supports: [Bits; 2],
        balls: [Cell; 2],
        turn: Side,
        claimed: bool,
    ) -> Position {
        let [[second, claim, behind]] = STATE_KEYS;
        let mut key = 0;
        for owner in [0, 1] {
            for cell in supports[owner] {
                key ^= SUPPORT_KEYS[owner][cell.index()];
            }
            key ^= BALL_KEYS[owner][balls[owner].index()];
        }
        for (there, its_key) in [
            (turn == Side::Two, second),
            (claimed, claim),
            (variant == Variant::Behind, behind),
        ] {
            key ^= if there { its_key } else { 0 };
        }
        Position {
            supports,
            key,
            balls,
            turn,
            claimed,
            variant,
        }
    }

    /// The supports of a side, the holder included.
    #[inline]
    pub(super) const fn supports(&self, side: Side) -> Bits {
        self.supports[side.index()]
    }

    /// The square of the support that holds a side's ball.
    #[inline]
    pub(super) const fn ball(&self, side: Side) -> Cell {
        self.balls[side.index()]
    }

    /// The squares without a support.
    #[inline]
    pub(super) const fn empty(&self) -> Bits {
        Bits(Squares::ALL.0 & !(self.supports[0].0 | self.supports[1].0))
    }

    /// Whether a side's ball is on its goal line.
    #[inline]
    pub(super) const fn has_scored(&self, side: Side) -> bool {
        GOALS[side.index()].has(self.ball(side))
    }

    /// Whether the game has ended by a claim.
    #[inline]
    pub(super) const fn claimed(&self) -> bool {
        self.claimed
    }

    /// Sets the side to move.
    #[inline]
    pub(super) fn set_turn(&mut self, turn: Side) {
        if self.turn != turn {
            self.turn = turn;
            self.key ^= STATE_KEYS[0][KEY_TURN];
        }
    }

    /// Plays a move that is legal here.
    #[inline]
    pub(super) fn play(&mut self, m: Move) {
        let mover = self.turn.index();
        let cells = m.change().cells();
        let mut touched = 0;
        for cell in cells {
            touched ^= 1 << cell;
            self.key ^= SUPPORT_KEYS[mover][cell as usize];
        }
        // Fields without a square come in pairs and cancel out.
        self.supports[mover].0 ^= touched;
        if let Some(holder) = m.holder() {
            let ball = &mut self.balls[mover];
            self.key ^= BALL_KEYS[mover][ball.index()] ^ BALL_KEYS[mover][holder.index()];
            *ball = holder;
        }
        if m.kind() == Kind::Claim {
            self.claimed = true;
            self.key ^= STATE_KEYS[0][KEY_CLAIM];
        }
        self.set_turn(!self.turn);
    }
}
