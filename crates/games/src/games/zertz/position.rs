//! The state of a game of ZÈRTZ (rings, marbles, supplies) and how a move changes it.

use super::board::{BOARD, CELL_COUNT, is_loose};
use super::jumps::{Occupancy, jumped};
use super::moves::{Move, Path};
use super::variant::{COLOURS, Counts, Marble, NO_MARBLES, Variant};
use crate::board::keys::table;
use crate::board::{Bits, Cell};
use crate::rules::Side;

/// A position of ZÈRTZ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    rings: Bits,
    /// The rings that can be slid out if vacant.
    edge: Bits,
    marbles: [Bits; COLOURS],
    pub(super) key: u64,
    reserve: Counts,
    captured: [Counts; 2],
    pub(super) variant: Variant,
    pub(super) turn: Side,
    /// Whether any marble can jump. The search asks several times about each position.
    can_jump: bool,
}

const _: () = assert!(size_of::<Position>() <= 72);

/// Keys of marbles by colour, and of rings.
static CELL_KEYS: [[u64; CELL_COUNT]; COLOURS + 1] =
    table::<{ COLOURS + 1 }, CELL_COUNT>(0x7a65_7274_7a31);
const KEY_RING: usize = COLOURS;
/// Keys of counts: reserve, captured by One, captured by Two, of each colour.
static COUNT_KEYS: [[u64; 16]; 9] = table::<9, 16>(0x7a65_7274_7a32);
/// Keys of the rule sets, then of player 2 to move.
static STATE_KEYS: [[u64; 8]; 1] = table::<1, 8>(0x7a65_7274_7a33);
const KEY_TURN: usize = 7;

impl Position {
    /// A board of the rule set without rings and marbles.
    pub(super) fn bare(variant: Variant) -> Position {
        let mut key = STATE_KEYS[0][variant as usize];
        for counts in &COUNT_KEYS {
            key ^= counts[0];
        }
        Position {
            rings: Bits::EMPTY,
            edge: Bits::EMPTY,
            marbles: [Bits::EMPTY; COLOURS],
            key,
            reserve: NO_MARBLES,
            captured: [NO_MARBLES; 2],
            variant,
            turn: Side::One,
            can_jump: false,
        }
    }

    /// Adds or removes the ring of a cell.
    pub(super) fn toggle_ring(&mut self, cell: Cell) {
        self.rings ^= cell.bit();
        self.key ^= CELL_KEYS[KEY_RING][cell.index()];
        for near in BOARD.neighbours(cell).with(cell) {
            self.edge = self.edge.without(near);
            if self.rings.has(near) && is_loose(near, self.rings) {
                self.edge = self.edge.with(near);
            }
        }
    }

    /// Adds or removes a marble on a cell.
    pub(super) fn toggle_marble(&mut self, marble: Marble, cell: Cell) {
        self.marbles[marble.index()] ^= cell.bit();
        self.key ^= CELL_KEYS[marble.index()][cell.index()];
    }

    /// Sets the number of marbles of a colour in the reserve, at most 15.
    pub(super) fn set_reserve(&mut self, marble: Marble, count: u8) {
        let keys = &COUNT_KEYS[marble.index()];
        let old = &mut self.reserve[marble.index()];
        self.key ^= keys[usize::from(*old) & 15] ^ keys[usize::from(count) & 15];
        *old = count;
    }

    /// Sets the number of marbles of a colour that a player has captured, at most 15.
    pub(super) fn set_captured(&mut self, side: Side, marble: Marble, count: u8) {
        let keys = &COUNT_KEYS[COLOURS * (1 + side.index()) + marble.index()];
        let old = &mut self.captured[side.index()][marble.index()];
        self.key ^= keys[usize::from(*old) & 15] ^ keys[usize::from(count) & 15];
        *old = count;
    }

    /// Sets the side to move.
    #[inline]
    pub(super) fn set_turn(&mut self, turn: Side) {
        if self.turn != turn {
            self.turn = turn;
            self.key ^= STATE_KEYS[0][KEY_TURN];
        }
    }

    /// The cells with a ring.
    #[inline]
    pub(super) fn rings(&self) -> Bits {
        self.rings
    }

    /// The cells with a marble.
    #[inline]
    pub(super) fn occupied(&self) -> Bits {
        self.marbles[0] | self.marbles[1] | self.marbles[2]
    }

    /// The rings without a marble.
    #[inline]
    pub(super) fn vacant(&self) -> Bits {
        self.rings.minus(self.occupied())
    }

    /// The vacant rings that can be slid out.
    #[inline]
    pub(super) fn loose(&self) -> Bits {
        self.edge.minus(self.occupied())
    }

    /// The marbles of a colour on the board.
    #[inline]
    pub(super) fn marbles(&self, marble: Marble) -> Bits {
        self.marbles[marble.index()]
    }

    /// The number of marbles of a colour in total: on the board, captured and in the reserve.
    pub(super) fn all_marbles(&self, marble: Marble) -> u32 {
        let [one, two] = self.captured;
        let beside = [self.reserve, one, two].map(|counts| u32::from(counts[marble.index()]));
        self.marbles(marble).count() + beside.iter().sum::<u32>()
    }

    /// The marble on a cell.
    #[inline]
    pub(super) fn marble_at(&self, cell: Cell) -> Option<Marble> {
        Marble::ALL
            .into_iter()
            .find(|&marble| self.marbles(marble).has(cell))
    }

    /// The marbles in the reserve.
    pub(super) fn reserve(&self) -> Counts {
        self.reserve
    }

    /// The marbles a player has captured.
    #[inline]
    pub(super) fn captured(&self, side: Side) -> Counts {
        self.captured[side.index()]
    }

    /// The marbles to place from: the reserve, or the captured marbles of the side to move if it is empty.
    #[inline]
    pub(super) fn available_marbles(&self) -> Counts {
        if self.reserve == NO_MARBLES {
            self.captured(self.turn)
        } else {
            self.reserve
        }
    }

    /// Whether a player's captured marbles hold a winning set.
    #[inline]
    pub(super) fn has_set(&self, side: Side) -> bool {
        self.completes_set(self.captured(side))
    }

    /// Whether these counts hold a winning set.
    #[inline]
    pub(super) fn completes_set(&self, counts: Counts) -> bool {
        self.variant
            .sets()
            .iter()
            .any(|set| (0..COLOURS).all(|colour| counts[colour] >= set[colour]))
    }

    /// The numbers of marbles that a player lacks for each winning set.
    #[inline]
    pub(super) fn missing(&self, side: Side) -> [u8; 4] {
        let counts = self.captured(side);
        self.variant.sets().map(|set| {
            (0..COLOURS)
                .map(|colour| set[colour].saturating_sub(counts[colour]))
                .sum()
        })
    }

    /// Whether any marble can jump.
    #[inline]
    pub(super) fn can_jump(&self) -> bool {
        self.can_jump
    }

    /// Looks for jumps after changes to rings and marbles.
    pub(super) fn update_jumps(&mut self) {
        self.can_jump = self.occupancy().can_jump();
    }

    /// The marbles and the vacant rings.
    #[inline]
    pub(super) fn occupancy(&self) -> Occupancy {
        let occupied = self.occupied();
        Occupancy {
            occupied,
            vacant: self.rings.minus(occupied),
        }
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, m: Move) {
        match m {
            Move::Place {
                marble,
                cell,
                ring,
                claims,
            } => self.place(marble, cell, ring, claims),
            Move::Jump { from, path } => self.jump(from, path),
            Move::Pass => {}
        }
        self.set_turn(!self.turn);
    }

    pub(super) fn place(&mut self, marble: Marble, cell: Cell, ring: Option<Cell>, claims: Bits) {
        let left = self.available_marbles()[marble.index()].saturating_sub(1);
        if self.reserve == NO_MARBLES {
            self.set_captured(self.turn, marble, left);
        } else {
            self.set_reserve(marble, left);
        }
        self.toggle_marble(marble, cell);
        if let Some(ring) = ring {
            self.toggle_ring(ring);
        }
        for cell in claims {
            self.take(cell);
            self.toggle_ring(cell);
        }
        // No jump was possible before.
        self.can_jump = self.occupancy().can_jump_beside(cell);
    }

    /// The side to move captures the marble on a cell.
    pub(super) fn take(&mut self, cell: Cell) {
        if let Some(marble) = self.marble_at(cell) {
            self.toggle_marble(marble, cell);
            let count = self.captured(self.turn)[marble.index()] + 1;
            self.set_captured(self.turn, marble, count);
        }
    }

    pub(super) fn jump(&mut self, from: Cell, path: Path) {
        let Some(marble) = self.marble_at(from) else {
            return;
        };
        self.toggle_marble(marble, from);
        let mut at = from;
        for (over, landing) in jumped(from, path) {
            self.take(over);
            at = landing;
        }
        self.toggle_marble(marble, at);
        self.update_jumps();
    }
}
