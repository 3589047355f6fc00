//! The turns of ZÈRTZ that a search looks at, with their ranks.
//!
//! A placement has some two thousand spellings. The search sees claims first, then placements after
//! which the opponent has to capture: combinations are made of them. Of the rings that may go with a
//! marble it sees those that touch marbles and one or two of the rest, which are all alike.

#![allow(
    clippy::indexing_slicing,
    reason = "cells, sides and kinds are within bounds by their types"
)]

use super::board::{LINES, neighbours};
use super::jumps::Leap;
use super::position::Position;
use super::turn::Move;
use super::variant::{COLOURS, Marble, NO_MARBLES};
use crate::board::{Bits, Cell};
use crate::rules::{Candidate, Listing, Rules, Scope};

/// What a captured marble adds to the rank of a turn, by colour.
const CAPTURE: [i32; COLOURS] = [1100, 850, 700];
const _: () = assert!(CAPTURE[0] >= CAPTURE[1] && CAPTURE[1] >= CAPTURE[2]);
/// Rank of a turn that claims, beyond its marbles.
const CLAIM: i32 = 4000;
/// Rank of a placement after which the opponent has to capture.
const FORCING: i32 = 2000;
/// Rank of a ring beside a marble.
const BESIDE: i32 = 150;
/// So many turns that claim by a marble placed elsewhere are listed beyond the depth limit.
const LOUD_PLACEMENTS: usize = 12;

/// How many placements without a claim are tried.
#[derive(Clone, Copy, Debug)]
struct Breadth {
    /// For each cell, rings that touch a marble.
    beside: u8,
    /// For each cell, rings that touch none: they are nearly alike.
    plain: u8,
    /// In all, cells and rings after which the opponent is free. Near the leaves one of them is as
    /// good as another, while each sacrifice leads to a line of its own.
    safe: usize,
    /// Whether these are tried with every colour.
    coloured: bool,
    /// Whether placements after which the opponent has to capture are listed only if they are answered.
    answered: bool,
}

impl Breadth {
    /// For [`Scope::Frontier`].
    const FRONTIER: Breadth = Breadth {
        answered: true,
        ..Breadth::at(1)
    };

    /// For so many plies left.
    const fn at(depth: i32) -> Breadth {
        let (beside, plain, safe) = match depth {
            ..=1 => (1, 1, 3),
            2 => (1, 1, 12),
            3..=4 => (4, 1, usize::MAX),
            _ => (u8::MAX, 2, usize::MAX),
        };
        Breadth {
            beside,
            plain,
            safe,
            coloured: depth > 2,
            answered: false,
        }
    }
}

/// The jumps that a placement makes possible.
#[derive(Clone, Copy, Debug, Default)]
struct Offers {
    /// Landings of marbles that jump over the new one.
    behind: Bits,
    /// Landings of the new marble, by the colour of the marble it jumps over.
    landings: [Bits; COLOURS],
}

impl Offers {
    /// All landings.
    fn landing(&self) -> Bits {
        let [white, grey, black] = self.landings;
        self.behind | white | grey | black
    }

    /// The most that one jump takes when `marble` was placed and the ring of `gone` removed; 0 when no
    /// jump is left.
    fn most(&self, marble: Marble, gone: Bits) -> i32 {
        let over_it = if self.behind.minus(gone).any() {
            CAPTURE[marble.index()]
        } else {
            0
        };
        // The colours stand in the order of their worth.
        let over_others = (0..COLOURS).find(|&colour| self.landings[colour].minus(gone).any());
        over_it.max(over_others.map_or(0, |colour| CAPTURE[colour]))
    }
}

/// The cell of a ring that goes, as a set.
pub(super) fn gone(ring: Option<Cell>) -> Bits {
    ring.map_or(Bits::EMPTY, Cell::bit)
}

/// The surroundings of the marbles.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tight {
    /// All cells beside marbles.
    around: Bits,
    /// Those beside marbles with two vacant rings beside them or fewer: a turn takes no more.
    beside: Bits,
}

/// The first so many cells of a set.
fn first(count: u8, cells: Bits) -> Bits {
    if count == u8::MAX {
        return cells;
    }
    cells.into_iter().take(usize::from(count)).collect()
}

/// Lists candidates; see [`crate::rules::SearchSupport::candidates`].
pub(super) fn candidates(
    position: &Position,
    scope: Scope,
    out: &mut Vec<Candidate<Move>>,
) -> Listing {
    if position.outcome().is_some() {
        return Listing::Complete;
    }
    if position.can_jump() {
        position.list_chains(out);
        return Listing::Complete;
    }
    let complete = scope == Scope::Legal || position.stock() == NO_MARBLES;
    if complete {
        position.each_move(&mut |m| out.push(position.ranked(m)));
        return Listing::Complete;
    }
    match scope {
        Scope::Main { depth } => position.list_placements(Breadth::at(depth), out),
        Scope::Frontier => {
            position.list_placements(Breadth::FRONTIER, out);
            // Every turn is such a sacrifice.
            if out.is_empty() {
                position.list_placements(Breadth::at(1), out);
            }
        }
        Scope::Legal | Scope::Noisy => position.list_claims(out),
    }
    Listing::Partial
}

impl Position {
    /// The value of captured cells to the player who takes them, in ranks.
    fn worth(&self, cells: Bits) -> i32 {
        Marble::ALL
            .into_iter()
            .map(|marble| CAPTURE[marble.index()] * (self.marbles(marble) & cells).count() as i32)
            .sum()
    }

    fn list_chains(&self, out: &mut Vec<Candidate<Move>>) {
        self.terrain().each_chain(&mut |chain| {
            out.push(Candidate {
                m: chain.turn(),
                rank: self.worth(chain.taken),
                noisy: true,
            });
        });
    }

    /// What the opponent could capture with one jump if a marble were placed on `cell`.
    fn offers(&self, cell: Cell) -> Offers {
        let occupied = self.occupied();
        let mut offers = Offers::default();
        if !neighbours(cell).meets(occupied) {
            return offers;
        }
        let vacant = self.vacant().without(cell);
        // Others jump over the new marble ...
        for &line in &LINES[cell.index()] {
            if line.meets(occupied) {
                offers.behind |= line & vacant;
            }
        }
        // ... or it jumps over others.
        for Leap { over, to, .. } in self.terrain().leaps(cell) {
            if let Some(marble) = self.marble_at(over) {
                let landings = &mut offers.landings[marble.index()];
                *landings = landings.with(to);
            }
        }
        offers
    }

    fn placement(
        &self,
        marble: Marble,
        cell: Cell,
        ring: Option<Cell>,
        claims: Bits,
        offers: &Offers,
    ) -> Candidate<Move> {
        let mut rank = match offers.most(marble, gone(ring)) {
            0 => 0,
            most => FORCING - most / 4,
        };
        if let Some(ring) = ring
            && neighbours(ring).meets(self.occupied())
        {
            rank += BESIDE;
        }
        if claims.any() {
            rank += CLAIM + self.worth(claims);
            if claims.has(cell) {
                rank += CAPTURE[marble.index()];
            }
        }
        Candidate {
            m: Move::Place {
                marble,
                cell,
                ring,
                claims,
            },
            rank,
            noisy: claims.any(),
        }
    }

    /// Placements for the search: every claim, every ring that takes an offered landing away, and of
    /// the others a few.
    fn list_placements(&self, breadth: Breadth, out: &mut Vec<Candidate<Move>>) {
        let loose = self.loose();
        let tight = self.tight();
        // Only the frontier asks which sacrifices are answered.
        let closed = if breadth.answered {
            self.closed()
        } else {
            Bits::EMPTY
        };
        let mut safe_left = breadth.safe;
        for cell in self.vacant_from_anywhere() {
            let offers = self.offers(cell);
            let landing = offers.landing();
            let mut list = |ring: Option<Cell>, claims: Bits| {
                let safe = claims.is_empty() && landing.minus(gone(ring)).is_empty();
                if safe {
                    if safe_left == 0 {
                        return;
                    }
                    safe_left -= 1;
                } else if breadth.answered
                    && claims.is_empty()
                    && !self.is_answered(cell, ring, closed)
                {
                    return;
                }
                let colours = if safe && !breadth.coloured {
                    1
                } else {
                    COLOURS
                };
                for marble in self.in_stock().take(colours) {
                    out.push(self.placement(marble, cell, ring, claims, &offers));
                }
            };
            let free = loose.without(cell);
            if free.is_empty() {
                list(None, self.spot(cell, None).groups.all());
                continue;
            }
            let claiming: Bits = (free & self.cutting(cell, tight))
                .into_iter()
                .filter(|&ring| !self.spot(cell, Some(ring)).groups.as_slice().is_empty())
                .collect();
            let others = free.minus(claiming).minus(landing);
            let beside = others & (tight.around | neighbours(cell));
            let few = first(breadth.beside, beside) | first(breadth.plain, others.minus(beside));
            for ring in claiming | (free & landing) | few {
                let claims = if claiming.has(ring) {
                    self.spot(cell, Some(ring)).groups.all()
                } else {
                    Bits::EMPTY
                };
                list(Some(ring), claims);
            }
        }
    }

    /// What has to be known of the marbles to see where a turn may cut some of them off.
    pub(super) fn tight(&self) -> Tight {
        let (occupied, vacant) = (self.occupied(), self.vacant());
        let mut tight = Tight::default();
        for marble in occupied {
            let beside = neighbours(marble);
            tight.around |= beside;
            if (beside & vacant).rest().rest().is_empty() {
                tight.beside |= beside;
            }
        }
        tight
    }

    /// The rings by whose removal a marble placed on `cell`, or one that lies there, may be cut off.
    pub(super) fn cutting(&self, cell: Cell, tight: Tight) -> Bits {
        let open = neighbours(cell) & self.vacant();
        if open.is_empty() {
            Bits(!0)
        } else if open.rest().is_empty() {
            tight.beside | open
        } else {
            tight.beside
        }
    }

    /// The vacant cells, beginning with one that the key chooses: where only the first few are tried
    /// they are others at every node.
    fn vacant_from_anywhere(&self) -> impl Iterator<Item = Cell> + use<> {
        let vacant = self.vacant();
        let below = (1 << ((self.key() >> 32) % 64)) - 1;
        let last = Bits(vacant.0 & below);
        vacant.minus(last).into_iter().chain(last)
    }

    /// Placements that claim.
    fn list_claims(&self, out: &mut Vec<Candidate<Move>>) {
        let loose = self.loose();
        let mut push = |cell: Cell, ring: Option<Cell>| {
            let claims = self.spot(cell, ring).groups.all();
            if claims.any() {
                let offers = self.offers(cell);
                for marble in self.in_stock() {
                    let candidate = self.placement(marble, cell, ring, claims, &offers);
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
                let safe =
                    others.filter(|&cell| self.offers(cell).landing().minus(ring.bit()).is_empty());
                safe.take(LOUD_PLACEMENTS / COLOURS)
                    .for_each(|cell| push(cell, Some(ring)));
            }
            (None, None) => {}
        });
    }

    /// Any legal turn with its rank.
    fn ranked(&self, m: Move) -> Candidate<Move> {
        match m {
            Move::Place {
                marble,
                cell,
                ring,
                claims,
            } => self.placement(marble, cell, ring, claims, &self.offers(cell)),
            Move::Jump { .. } | Move::Pass => Candidate {
                m,
                rank: 0,
                noisy: true,
            },
        }
    }
}
