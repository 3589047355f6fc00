//! The state of a ZÈRTZ game: rings, marbles, supplies, and what a turn does to them.

use super::board::{BOARD, CELLS, LINES, Shape};
use crate::board::hex::{Direction, OFF};
use crate::board::keys::table;
use crate::board::{Bits, Cell};
use crate::rules::{Outcome, RuleSet, Rules, Side};

/// The rule sets: boards of different sizes, and the blitz game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Variant {
    /// 37 rings.
    #[default]
    Rings37,
    /// 40 rings.
    Rings40,
    /// 43 rings.
    Rings43,
    /// 44 rings.
    Rings44,
    /// 48 rings, the tournament board.
    Rings48,
    /// 61 rings.
    Rings61,
    /// 37 rings, a marble less of each colour and smaller winning sets.
    Blitz,
}

impl RuleSet for Variant {
    const ALL: &'static [Variant] = &[
        Variant::Rings37,
        Variant::Rings40,
        Variant::Rings43,
        Variant::Rings44,
        Variant::Rings48,
        Variant::Rings61,
        Variant::Blitz,
    ];

    fn id(self) -> &'static str {
        match self {
            Variant::Rings37 => "zertz",
            Variant::Rings40 => "zertz-40",
            Variant::Rings43 => "zertz-43",
            Variant::Rings44 => "zertz-44",
            Variant::Rings48 => "zertz-48",
            Variant::Rings61 => "zertz-61",
            Variant::Blitz => "zertz-blitz",
        }
    }
}

impl Variant {
    /// The board (rules, section 1).
    pub(super) const fn shape(self) -> &'static Shape {
        macro_rules! shape {
            ($lowest:literal: $($column:literal)+) => {
                &Shape { columns: &[$($column),+], lowest: $lowest }
            };
        }
        match self {
            Variant::Rings37 | Variant::Blitz => shape!(3: 4 5 6 7 6 5 4),
            Variant::Rings40 => shape!(3: 4 5 6 7 6 5 4 3),
            Variant::Rings43 => shape!(3: 5 6 7 7 6 5 4 3),
            Variant::Rings44 => shape!(3: 4 5 6 7 7 6 5 4),
            Variant::Rings48 => shape!(3: 5 6 7 8 7 6 5 4),
            Variant::Rings61 => shape!(4: 5 6 7 8 9 8 7 6 5),
        }
    }

    /// The marbles of the game by colour.
    pub(super) const fn marbles(self) -> Counts {
        match self {
            Variant::Blitz => [5, 7, 9],
            _ => [6, 8, 10],
        }
    }

    /// The winning sets by colour: three of all colours, or enough of one.
    pub(super) const fn sets(self) -> [Counts; 4] {
        match self {
            Variant::Blitz => [[2, 2, 2], [3, 0, 0], [0, 4, 0], [0, 0, 5]],
            _ => [[3, 3, 3], [4, 0, 0], [0, 5, 0], [0, 0, 6]],
        }
    }

    const fn cells(self) -> Bits {
        static CELLS_OF: [Bits; 7] = [
            Variant::Rings37.shape().cells(),
            Variant::Rings40.shape().cells(),
            Variant::Rings43.shape().cells(),
            Variant::Rings44.shape().cells(),
            Variant::Rings48.shape().cells(),
            Variant::Rings61.shape().cells(),
            Variant::Blitz.shape().cells(),
        ];
        CELLS_OF[self as usize]
    }
}

/// A marble by its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Marble {
    /// White, the rarest.
    White,
    /// Grey.
    Grey,
    /// Black, the commonest.
    Black,
}

impl Marble {
    /// Every colour, in the order of the notation.
    pub const ALL: [Marble; COLOURS] = [Marble::White, Marble::Grey, Marble::Black];

    /// The colour as a table index, 0 to 2.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The number of colours.
pub(super) const COLOURS: usize = 3;

/// Numbers of marbles by colour.
pub(super) type Counts = [u8; COLOURS];

/// No marbles.
pub(super) const NO_MARBLES: Counts = [0; COLOURS];

/// A turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A marble is placed, a ring removed, groups claimed.
    Place {
        /// The marble.
        marble: Marble,
        /// Where the marble goes.
        cell: Cell,
        /// The ring that goes, if one is free.
        ring: Option<Cell>,
        /// All cells of the claimed groups.
        claims: Bits,
    },
    /// A marble jumps over others.
    Jump {
        /// Where it starts.
        from: Cell,
        /// Where it goes.
        path: Path,
    },
    /// Nothing to place and nothing to jump.
    Pass,
}

const _: () = assert!(size_of::<Move>() <= 24);

/// The directions of the jumps of a turn, first jump first, as digits to the base 6. At most 23
/// marbles can be jumped over, and 6^24 is less than 2^64.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path {
    digits: u64,
    length: u8,
}

impl Path {
    /// The path with one more jump.
    pub(super) fn then(self, direction: Direction) -> Path {
        Path {
            digits: self.digits + direction.index() as u64 * 6u64.pow(u32::from(self.length)),
            length: self.length + 1,
        }
    }

    /// The directions in order.
    pub(super) fn directions(self) -> impl Iterator<Item = Direction> {
        let mut digits = self.digits;
        (0..self.length).map(move |_| {
            let direction = Direction::from_index((digits % 6) as usize);
            digits /= 6;
            direction
        })
    }

    /// All directions as one number.
    pub(super) fn digits(self) -> u64 {
        self.digits
    }

    /// The number of jumps.
    pub(super) fn len(self) -> u8 {
        self.length
    }
}

/// A position of ZÈRTZ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    rings: Bits,
    marbles: [Bits; COLOURS],
    key: u64,
    reserve: Counts,
    captured: [Counts; 2],
    variant: Variant,
    turn: Side,
}

const _: () = assert!(size_of::<Position>() <= 64);

/// Keys of marbles by colour, and of rings.
static KEYS: [[u64; CELLS]; COLOURS + 1] = table::<{ COLOURS + 1 }, CELLS>(0x7a65_7274_7a31);
const KEY_RING: usize = COLOURS;
/// Keys of counts: reserve, captured by One, captured by Two, of each colour.
static KEY_COUNTS: [[u64; 16]; 9] = table::<9, 16>(0x7a65_7274_7a32);
/// Keys of the rule sets, then of the second player's turn.
static KEY_GAME: [[u64; 8]; 1] = table::<1, 8>(0x7a65_7274_7a33);
const KEY_TURN: usize = 7;

impl Position {
    /// A board of the rule set without rings and with nothing beside it.
    pub(super) fn bare(variant: Variant) -> Position {
        let mut key = KEY_GAME[0][variant as usize];
        for counts in &KEY_COUNTS {
            key ^= counts[0];
        }
        Position {
            rings: Bits::EMPTY,
            marbles: [Bits::EMPTY; COLOURS],
            key,
            reserve: NO_MARBLES,
            captured: [NO_MARBLES; 2],
            variant,
            turn: Side::One,
        }
    }

    /// Puts a ring on a cell or takes it off.
    pub(super) fn toggle_ring(&mut self, cell: Cell) {
        self.rings ^= cell.bit();
        self.key ^= KEYS[KEY_RING][cell.index()];
    }

    /// Puts a marble on a cell or takes it off.
    pub(super) fn toggle_marble(&mut self, marble: Marble, cell: Cell) {
        self.marbles[marble.index()] ^= cell.bit();
        self.key ^= KEYS[marble.index()][cell.index()];
    }

    /// Sets how many marbles of a colour nobody has played yet, at most 15.
    pub(super) fn set_reserve(&mut self, marble: Marble, count: u8) {
        let keys = &KEY_COUNTS[marble.index()];
        let old = &mut self.reserve[marble.index()];
        self.key ^= keys[usize::from(*old) & 15] ^ keys[usize::from(count) & 15];
        *old = count;
    }

    /// Sets how many marbles of a colour a player has captured, at most 15.
    pub(super) fn set_captured(&mut self, side: Side, marble: Marble, count: u8) {
        let keys = &KEY_COUNTS[COLOURS * (1 + side.index()) + marble.index()];
        let old = &mut self.captured[side.index()][marble.index()];
        self.key ^= keys[usize::from(*old) & 15] ^ keys[usize::from(count) & 15];
        *old = count;
    }

    /// Gives the turn to the other player.
    pub(super) fn pass_turn(&mut self) {
        self.turn = !self.turn;
        self.key ^= KEY_GAME[0][KEY_TURN];
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

    /// The marbles of a colour on the board.
    #[inline]
    pub(super) fn marbles(&self, marble: Marble) -> Bits {
        self.marbles[marble.index()]
    }

    /// The marble on a cell.
    #[inline]
    pub(super) fn marble_at(&self, cell: Cell) -> Option<Marble> {
        Marble::ALL
            .into_iter()
            .find(|&marble| self.marbles(marble).has(cell))
    }

    /// The marbles nobody has played yet.
    pub(super) fn reserve(&self) -> Counts {
        self.reserve
    }

    /// The marbles a player has captured.
    #[inline]
    pub(super) fn captured(&self, side: Side) -> Counts {
        self.captured[side.index()]
    }

    /// Where the next marble comes from: the reserve, or the player's own marbles when it is empty.
    #[inline]
    pub(super) fn stock(&self) -> Counts {
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

    /// Whether any marble can jump.
    #[inline]
    pub(super) fn can_jump(&self) -> bool {
        let (occupied, vacant) = (self.occupied(), self.vacant());
        occupied.into_iter().any(|over| {
            LINES[over.index()].iter().any(|&(one, other)| {
                one != OFF
                    && ((occupied.has(Cell(one)) && vacant.has(Cell(other)))
                        || (occupied.has(Cell(other)) && vacant.has(Cell(one))))
            })
        })
    }

    /// The cell jumped over and the landing from `from` in a direction, if the jump is possible
    /// where `from` counts as vacant.
    #[inline]
    pub(super) fn jump(
        &self,
        from: Cell,
        direction: Direction,
        start: Cell,
    ) -> Option<(Cell, Cell)> {
        let over = BOARD.step(from, direction)?;
        let to = BOARD.step(over, direction)?;
        let possible =
            self.occupied().without(start).has(over) && (self.vacant().has(to) || to == start);
        possible.then_some((over, to))
    }

    fn place(&mut self, marble: Marble, cell: Cell, ring: Option<Cell>, claims: Bits) {
        let left = self.stock()[marble.index()].saturating_sub(1);
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
    }

    /// The player to move captures the marble on a cell.
    pub(super) fn take(&mut self, cell: Cell) {
        if let Some(marble) = self.marble_at(cell) {
            self.toggle_marble(marble, cell);
            let count = self.captured(self.turn)[marble.index()] + 1;
            self.set_captured(self.turn, marble, count);
        }
    }

    fn leap(&mut self, from: Cell, path: Path) {
        let Some(marble) = self.marble_at(from) else {
            return;
        };
        self.toggle_marble(marble, from);
        let mut at = from;
        for direction in path.directions() {
            let over = BOARD.step(at, direction);
            let landing = over.and_then(|over| BOARD.step(over, direction));
            if let (Some(over), Some(landing)) = (over, landing) {
                self.take(over);
                at = landing;
            }
        }
        self.toggle_marble(marble, at);
    }
}

impl Rules for Position {
    type Move = Move;
    type Variant = Variant;

    const REPETITION: Option<usize> = Some(3);
    const PERFT_SEES_REPETITION: bool = true;

    fn start(variant: Variant) -> Position {
        let mut start = Position::bare(variant);
        for cell in variant.cells() {
            start.toggle_ring(cell);
        }
        for (marble, count) in Marble::ALL.into_iter().zip(variant.marbles()) {
            start.set_reserve(marble, count);
        }
        start
    }

    fn variant(&self) -> Variant {
        self.variant
    }

    fn turn(&self) -> Side {
        self.turn
    }

    /// Rules, section 8: a set, the last ring, a dead position.
    fn outcome(&self) -> Option<Outcome> {
        let last = !self.turn;
        if self.has_set(last) || self.vacant().is_empty() {
            return Some(Outcome::Win(last));
        }
        let exhausted =
            self.reserve == NO_MARBLES && self.captured == [NO_MARBLES; 2] && !self.can_jump();
        exhausted.then_some(Outcome::Draw)
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.outcome().is_none() {
            self.each_move(&mut |m| out.push(m));
        }
    }

    fn play(&mut self, m: Move) {
        match m {
            Move::Place {
                marble,
                cell,
                ring,
                claims,
            } => self.place(marble, cell, ring, claims),
            Move::Jump { from, path } => self.leap(from, path),
            Move::Pass => {}
        }
        self.pass_turn();
    }

    fn key(&self) -> u64 {
        self.key
    }

    /// Marbles out of the reserve, rings and claimed groups never come back (rules, section 8.4).
    fn resets(&self, m: Move) -> bool {
        match m {
            Move::Place { ring, claims, .. } => {
                self.reserve != NO_MARBLES || ring.is_some() || claims.any()
            }
            Move::Jump { .. } | Move::Pass => false,
        }
    }
}
