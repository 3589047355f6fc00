//! What the search asks about ZÈRTZ: which turns to look at, in which order, which win at once.
//!
//! A placement has some two thousand spellings. The search sees claims first, and of the rings that
//! may go with a marble those that touch marbles and one or two of the rest, which are all alike.

use super::board::{LINES, group, neighbours};
use super::movegen::Spot;
use super::position::{COLOURS, Move, Path, Position};
use crate::board::hex::OFF;
use crate::board::keys::mix;
use crate::board::{Bits, Cell};
use crate::position::{Candidate, Judge, Position as _, Scope, Tuning};

/// What a captured marble adds to the rank of a turn, by colour.
const CAPTURE: [i32; COLOURS] = [1100, 850, 700];
/// Rank of a turn that claims, beyond its marbles.
const CLAIM: i32 = 4000;
/// Rank of a ring beside a marble.
const BESIDE: i32 = 150;
/// So many turns that claim by a marble placed elsewhere are listed beyond the depth limit.
const LOUD_PLACEMENTS: usize = 12;

/// Jumps and passes have slots after the placements.
const PLACEMENT_SLOTS: usize = COLOURS * 64;
const JUMP_SLOTS: usize = 64 * 6;

impl Position {
    /// The value of captured cells to the player who takes them, in ranks.
    fn worth(&self, cells: Bits) -> i32 {
        (0..COLOURS)
            .map(|colour| CAPTURE[colour] * (self.marbles(colour) & cells).count() as i32)
            .sum()
    }

    /// The player's captured marbles with those of `cells` added.
    fn captured_with(&self, cells: Bits) -> [u8; COLOURS] {
        let mut counts = self.captured(self.turn());
        for (colour, count) in counts.iter_mut().enumerate() {
            *count += (self.marbles(colour) & cells).count() as u8;
        }
        counts
    }

    fn list_chains(&self, out: &mut Vec<Candidate<Move>>) {
        self.each_chain(&mut |from, path, taken| {
            out.push(Candidate {
                m: Move::Jump { from, path },
                rank: self.worth(taken),
                loud: true,
            });
        });
    }

    /// The most that the opponent can take with one jump after a marble of `colour` was placed on
    /// `cell` and `ring` removed; 0 when he cannot jump.
    fn offer(&self, colour: usize, cell: Cell, ring: Option<Cell>) -> i32 {
        let occupied = self.occupied();
        let mut vacant = self.vacant().without(cell);
        if let Some(ring) = ring {
            vacant = vacant.without(ring);
        }
        let mut most = 0;
        // Others jump over the new marble ...
        for &(one, other) in &LINES[cell.index()] {
            if one != OFF
                && ((occupied.has(Cell(one)) && vacant.has(Cell(other)))
                    || (occupied.has(Cell(other)) && vacant.has(Cell(one))))
            {
                most = most.max(CAPTURE[colour]);
            }
        }
        // ... or it jumps over others.
        for over in neighbours(cell) & occupied {
            for &(one, other) in &LINES[over.index()] {
                let landing = match cell.0 {
                    c if c == one => other,
                    c if c == other => one,
                    _ => OFF,
                };
                if landing != OFF && vacant.has(Cell(landing)) {
                    most = most.max(self.worth(over.bit()));
                }
            }
        }
        most
    }

    fn placement(&self, colour: usize, spot: &Spot, claims: Bits) -> Candidate<Move> {
        let m = Move::Place {
            colour: colour as u8,
            cell: spot.cell,
            ring: spot.ring,
            claims,
        };
        let mut rank = -self.offer(colour, spot.cell, spot.ring) / 4;
        if let Some(ring) = spot.ring
            && neighbours(ring).meets(self.occupied())
        {
            rank += BESIDE;
        }
        if claims.any() {
            rank += CLAIM + self.worth(claims);
            if claims.has(spot.cell) {
                rank += CAPTURE[colour];
            }
        }
        Candidate {
            m,
            rank,
            loud: claims.any(),
        }
    }

    fn in_stock(&self) -> impl Iterator<Item = usize> + use<> {
        let stock = self.stock();
        (0..COLOURS).filter(move |&colour| stock[colour] > 0)
    }

    /// Placements for the search: every claim, and of the other rings `plain` that touch no marble.
    fn list_placements(&self, plain: usize, out: &mut Vec<Candidate<Move>>) {
        let loose = self.loose();
        let occupied = self.occupied();
        for cell in self.vacant() {
            let marbles = occupied.with(cell);
            let mut plain_left = plain;
            self.each_spot(cell, loose, &mut |spot| {
                let claims = spot.groups.all();
                if let Some(ring) = spot.ring
                    && claims.is_empty()
                    && !neighbours(ring).meets(marbles)
                    && !self.is_landing(cell, ring)
                {
                    if plain_left == 0 {
                        return;
                    }
                    plain_left -= 1;
                }
                for colour in self.in_stock() {
                    out.push(self.placement(colour, &spot, claims));
                }
            });
        }
    }

    /// Whether `ring` lies two cells from `cell` beyond a marble.
    fn is_landing(&self, cell: Cell, ring: Cell) -> bool {
        (neighbours(cell) & neighbours(ring)).meets(self.occupied())
    }

    /// Calls `visit` with the placements that make a group claimable: the cell (`None`: any) and
    /// the ring (`None`: any).
    fn each_isolation(&self, visit: &mut impl FnMut(Option<Cell>, Option<Cell>, Bits)) {
        let (occupied, vacant) = (self.occupied(), self.vacant());
        let loose = self.loose();
        // A marble placed into a region that is then full, or full but for the ring removed.
        for cell in vacant {
            let set = group(cell, occupied.with(cell));
            let rim = self.rim(set).without(cell);
            match rim.count() {
                0 => visit(Some(cell), None, set),
                1 if rim.within(loose) => visit(Some(cell), rim.lowest(), set),
                _ => {}
            }
        }
        // Marbles held to the rest by one ring.
        let mut rest = occupied;
        while let Some(seed) = rest.lowest() {
            let set = group(seed, occupied);
            rest = rest.minus(set);
            let rim = self.rim(set);
            if rim.count() == 1 && rim.within(loose) {
                visit(None, rim.lowest(), set);
            }
        }
    }

    /// The vacant rings beside a set.
    fn rim(&self, set: Bits) -> Bits {
        let around = set
            .into_iter()
            .fold(Bits::EMPTY, |around, cell| around | neighbours(cell));
        around & self.vacant()
    }

    /// Placements that claim.
    fn list_claims(&self, out: &mut Vec<Candidate<Move>>) {
        let loose = self.loose();
        let mut push = |cell: Cell, ring: Option<Cell>| {
            let spot = self.spot(cell, ring);
            let claims = spot.groups.all();
            if claims.any() {
                for colour in self.in_stock() {
                    let candidate = self.placement(colour, &spot, claims);
                    if !out.iter().any(|c| c.m == candidate.m) {
                        out.push(candidate);
                    }
                }
            }
        };
        self.each_isolation(&mut |cell, ring, _| match (cell, ring) {
            (Some(cell), Some(ring)) => push(cell, Some(ring)),
            (Some(cell), None) => push(cell, loose.without(cell).lowest()),
            (None, Some(ring)) => {
                let others = self.vacant().without(ring).into_iter();
                let safe = others.filter(|&cell| self.offer(0, cell, Some(ring)) == 0);
                safe.take(LOUD_PLACEMENTS / COLOURS)
                    .for_each(|cell| push(cell, Some(ring)));
            }
            (None, None) => {}
        });
    }

    /// The fewest marbles that a player to move lacks for a set.
    fn missing(&self) -> u8 {
        let counts = self.captured(self.turn());
        let sets = self.variant().sets();
        let lacks = sets.iter().map(|set| {
            (0..COLOURS)
                .map(|colour| set[colour].saturating_sub(counts[colour]))
                .sum()
        });
        lacks.min().unwrap_or(0)
    }

    fn winning_chain(&self) -> Option<Move> {
        let mut winner = None;
        self.each_chain(&mut |from, path, taken| {
            if winner.is_none() && self.completes_set(self.captured_with(taken)) {
                winner = Some(Move::Jump { from, path });
            }
        });
        winner
    }

    fn winning_placement(&self) -> Option<Move> {
        let loose = self.loose();
        let place = |colour: usize, cell: Cell, ring, claims| Move::Place {
            colour: colour as u8,
            cell,
            ring,
            claims,
        };
        let any_colour = self.in_stock().next()?;
        // The last ring is taken, or the last but one and the last is removed.
        if self.vacant().count() <= 2 {
            for cell in self.vacant() {
                let left = self.vacant().without(cell);
                if left.is_empty() {
                    return Some(place(any_colour, cell, None, Bits::EMPTY));
                }
                if left.within(loose) {
                    return Some(place(any_colour, cell, left.lowest(), Bits::EMPTY));
                }
            }
        }
        let from_own = self.reserve() == [0; COLOURS];
        let mut winner = None;
        self.each_isolation(&mut |cell, ring, set| {
            if winner.is_some() {
                return;
            }
            let Some(cell) = cell.or_else(|| {
                // The marble may go anywhere else.
                self.vacant().into_iter().find(|&c| Some(c) != ring)
            }) else {
                return;
            };
            let ring = ring.or_else(|| loose.without(cell).lowest());
            let claims = self.spot(cell, ring).groups.all();
            if !set.within(claims) {
                return;
            }
            let counts = self.captured_with(claims);
            for colour in self.in_stock() {
                let mut after = counts;
                after[colour] += u8::from(claims.has(cell));
                after[colour] -= u8::from(from_own && after[colour] > 0);
                if winner.is_none() && self.completes_set(after) {
                    winner = Some(place(colour, cell, ring, claims));
                }
            }
        });
        winner
    }
}

impl Judge for Position {
    const SLOTS: usize = PLACEMENT_SLOTS + JUMP_SLOTS + 1;
    const TUNING: Tuning = Tuning {
        lmr_divisor: 180,
        lmp_base: 12,
        lmp_factor: 8,
        lmp_depth: 3,
        null_reduction: 0,
        futility: 0,
        aspiration: 60,
        quiescence_plies: 6,
    };
    const BENCH: &'static [(&'static str, &'static str)] = &[
        ("zertz", "4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 1"),
        (
            "zertz",
            "----/--1b-/--2--/2b3b/--1w-w/-2--/-1g- 1,3,2 0,2,3 3,2,2 1",
        ),
        ("zertz", "2--/5/2b1b1/3wg2/3g2/5/-2- 2,3,4 1,1,2 2,2,2 1"),
        ("zertz-48", "5/6/7/8/7/6/5/4 6,8,10 0,0,0 0,0,0 1"),
        ("zertz-61", "5/6/7/8/9/8/7/6/5 6,8,10 0,0,0 0,0,0 1"),
        ("zertz-blitz", "4/5/6/7/6/5/4 5,7,9 0,0,0 0,0,0 1"),
    ];

    fn evaluate(&self) -> i32 {
        self.value()
    }

    fn explain(&self) -> Vec<(&'static str, i32)> {
        super::eval::TERMS.into_iter().zip(self.terms()).collect()
    }

    fn candidates(&self, scope: Scope, out: &mut Vec<Candidate<Move>>) -> bool {
        if self.outcome().is_some() {
            return true;
        }
        if self.can_jump() {
            self.list_chains(out);
            return true;
        }
        let complete = scope == Scope::Legal || self.stock() == [0; COLOURS];
        if complete {
            self.each_move(&mut |m| out.push(self.ranked(m)));
            return true;
        }
        match scope {
            Scope::Main { depth } => self.list_placements(if depth > 2 { 2 } else { 1 }, out),
            _ => self.list_claims(out),
        }
        false
    }

    fn slot(&self, m: Move) -> usize {
        match m {
            Move::Place { colour, cell, .. } => usize::from(colour) * 64 + cell.index(),
            Move::Jump { from, path } => {
                let direction = path.directions().next().unwrap_or(0);
                PLACEMENT_SLOTS + from.index() * 6 + direction
            }
            Move::Pass => PLACEMENT_SLOTS + JUMP_SLOTS,
        }
    }

    fn tag(m: Move) -> u16 {
        let word = match m {
            Move::Place {
                colour,
                cell,
                ring,
                claims,
            } => {
                let ring = ring.map_or(OFF, |ring| ring.0);
                mix(claims.0) ^ u64::from_le_bytes([colour, cell.0, ring, 0, 0, 0, 0, 1])
            }
            Move::Jump { from, path } => mix(path.word()) ^ u64::from(from.0),
            Move::Pass => 1,
        };
        (mix(word) >> 48) as u16
    }

    fn forced(&self) -> bool {
        self.can_jump()
    }

    fn winning_move(&self) -> Option<Move> {
        if self.can_jump() {
            (self.missing() <= 4).then(|| self.winning_chain())?
        } else {
            self.winning_placement()
        }
    }
}

impl Position {
    /// Any legal turn with its rank.
    fn ranked(&self, m: Move) -> Candidate<Move> {
        match m {
            Move::Place {
                colour,
                cell,
                ring,
                claims,
            } => {
                let spot = Spot {
                    cell,
                    ring,
                    groups: Default::default(),
                };
                self.placement(usize::from(colour), &spot, claims)
            }
            Move::Jump { .. } | Move::Pass => Candidate {
                m,
                rank: 0,
                loud: true,
            },
        }
    }
}

impl Path {
    /// The path as one number that differs from that of every other path.
    fn word(self) -> u64 {
        // Two paths of equal digits differ in length by leading zeros.
        mix(u64::from(self.len())) ^ self.digits()
    }
}
