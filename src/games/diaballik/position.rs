//! The board, whose turn it is, what a turn changes, and who has won.
//!
//! Cells are numbered a1, a2, ..., a7, b1, ..., g7, so their order is the order of their names.

use super::turn::{Kind, NOWHERE, Turn};
use crate::board::keys;
use crate::board::square::SquareMap;
use crate::board::{Bits, Cell};
use crate::rules::{Outcome, RuleSet, Rules, Side};

/// The board's geometry.
pub(super) type Board = SquareMap<7, 49>;

/// The board's tables.
pub(super) static BOARD: Board = Board::new();

/// The rows where a ball wins, by the ball's owner: the other player's start line.
pub(super) const GOALS: [Bits; 2] = [Board::HEAD, Board::FOOT];

/// The number of a player's supports next to an opposing line that allows the claim of antijeu.
pub(super) const CONTACTS: u32 = 3;

/// The rule sets: they differ in the start position only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Each side begins on its own start line.
    Usual,
    /// Each side begins with two supports on the other's start line.
    Behind,
}

impl RuleSet for Variant {
    const ALL: &'static [Variant] = &[Variant::Usual, Variant::Behind];

    fn id(self) -> &'static str {
        match self {
            Variant::Usual => "diaballik",
            Variant::Behind => "diaballik-variant",
        }
    }
}

/// A position of Diaballik.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    supports: [Bits; 2],
    key: u64,
    balls: [Cell; 2],
    side: Side,
    claimed: bool,
    variant: Variant,
}

const _: () = assert!(size_of::<Position>() <= 32);

/// Keys of supports by side and cell; 0 for [`NOWHERE`], so that a turn is played without branches.
static SUPPORT_KEYS: [[u64; 64]; 2] = {
    let mut table = keys::table(0xd1ab_0001);
    table[0][NOWHERE as usize] = 0;
    table[1][NOWHERE as usize] = 0;
    table
};
/// Keys of balls by side and cell.
static BALL_KEYS: [[u64; 64]; 2] = keys::table(0xd1ab_0002);
/// Keys of: the second player to move, a claim, the second rule set.
const STATE_KEYS: [u64; 3] = keys::table::<1, 3>(0xd1ab_0003)[0];

impl Position {
    /// A position from its parts, which must be right: seven supports a side on different squares,
    /// each ball on one of its owner's supports.
    pub(super) fn from_parts(
        variant: Variant,
        supports: [Bits; 2],
        balls: [Cell; 2],
        side: Side,
        claimed: bool,
    ) -> Position {
        let [second, claim, behind] = STATE_KEYS;
        let mut key = 0;
        for owner in [0, 1] {
            for cell in supports[owner] {
                key ^= SUPPORT_KEYS[owner][cell.index()];
            }
            key ^= BALL_KEYS[owner][balls[owner].index()];
        }
        for (there, its_key) in [
            (side == Side::Two, second),
            (claimed, claim),
            (variant == Variant::Behind, behind),
        ] {
            key ^= if there { its_key } else { 0 };
        }
        Position {
            supports,
            key,
            balls,
            side,
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
        Bits(Board::ALL.0 & !(self.supports[0].0 | self.supports[1].0))
    }

    /// Whether the game has ended by a claim.
    #[inline]
    pub(super) const fn claimed(&self) -> bool {
        self.claimed
    }

    /// The same board with the other side to move.
    #[inline]
    pub(super) const fn passed(mut self) -> Position {
        self.side = match self.side {
            Side::One => Side::Two,
            Side::Two => Side::One,
        };
        self.key ^= STATE_KEYS[0];
        self
    }
}

/// The squares from which supports of the other side touch the line that `supports` form; none
/// when they form no uncrossable line.
///
/// In a line touching sideways implies touching above or below, so only these are looked at.
#[inline]
pub(super) const fn contact_squares(supports: Bits) -> Bits {
    // Seven supports with one on the last file, each with another one file to its left at most one
    // rank away unless it is on the first file: then there is exactly one on each file.
    let (above, below) = (Board::up(supports).0, Board::down(supports).0);
    let reached = Board::right(Bits(supports.0 | above | below)).0 | Board::file(0).0;
    let is_line = supports.0 & !reached == 0 && supports.0 & Board::file(6).0 != 0;
    if is_line {
        Bits(above | below)
    } else {
        Bits::EMPTY
    }
}

/// Whether the side with `supports` may claim antijeu against `others`: they form a line and enough
/// supports touch it.
#[inline]
pub(super) const fn touches(supports: Bits, others: Bits) -> bool {
    Bits(contact_squares(others).0 & supports.0).count() >= CONTACTS
}

impl Rules for Position {
    type Move = Turn;
    type Variant = Variant;

    const REPETITION: Option<usize> = Some(3);

    fn start(variant: Variant) -> Position {
        let supports = match variant {
            Variant::Usual => [Board::FOOT, Board::HEAD],
            Variant::Behind => {
                let swapped = Board::file(1) | Board::file(5);
                let keep = |line: Bits, other: Bits| line.minus(swapped) | (other & swapped);
                [
                    keep(Board::FOOT, Board::HEAD),
                    keep(Board::HEAD, Board::FOOT),
                ]
            }
        };
        let middle = Board::file(3);
        let balls = [middle & Board::FOOT, middle & Board::HEAD]
            .map(|ball| ball.lowest().expect("a file meets a rank"));
        Position::from_parts(variant, supports, balls, Side::One, false)
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    #[inline]
    fn turn(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let last = !self.side;
        let scored = GOALS[last.index()].has(self.balls[last.index()]);
        (scored || self.claimed).then_some(Outcome::Win(last))
    }

    fn legal_moves(&self, out: &mut Vec<Turn>) {
        if self.outcome().is_none() {
            self.each_turn(|turn| out.push(turn));
        }
    }

    #[inline]
    fn play(&mut self, m: Turn) {
        let mover = self.side.index();
        let cells = m.change().cells();
        let mut touched = 0;
        for cell in cells {
            touched ^= 1 << cell;
            self.key ^= SUPPORT_KEYS[mover][cell as usize];
        }
        // Fields that stand for no square come in pairs and cancel out.
        self.supports[mover].0 ^= touched;
        if let Some(holder) = m.holder() {
            let ball = &mut self.balls[mover];
            self.key ^= BALL_KEYS[mover][ball.index()] ^ BALL_KEYS[mover][holder.index()];
            *ball = holder;
        }
        if m.kind() == Kind::Claim {
            self.claimed = true;
            self.key ^= STATE_KEYS[1];
        }
        *self = self.passed();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.key
    }

    /// Every turn can be undone by later ones.
    fn resets(&self, _m: Turn) -> bool {
        false
    }
}
