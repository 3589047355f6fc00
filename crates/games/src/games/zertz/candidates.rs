//! The moves to search, with their ranks.
//!
//! There can be some two thousand placements. Claims come first, then the others in a learned order. At depth 1, where it
//! takes too long, placements that force the opponent to capture come next: combinations consist of them.
//!
//! Of the rings that may be removed, the search tries those next to marbles, one or two of the others, which are nearly
//! equivalent, and from depth 2 on the best-ranked one of the rest. Every ring tried at depth 1 is also tried at greater
//! depths, so that a win found near the leaves is found again when its position comes nearer to the root.

use super::board::{BOARD, LINES};
use super::jumps::Jump;
use super::moves::Move;
use super::order::PlacementRanks;
use super::position::Position;
use super::variant::{COLOURS, Marble, NO_MARBLES};
use crate::board::{Bits, Cell};
use crate::rules::{Candidate, Listing, Rules, Scope};

/// Rank of a captured marble, by colour.
const CAPTURE: [i32; COLOURS] = [1100, 850, 700];
const _: () = assert!(CAPTURE[0] >= CAPTURE[1] && CAPTURE[1] >= CAPTURE[2]);
/// Rank of a claim, beyond its marbles.
const CLAIM: i32 = 4000;
/// Rank of a placement that forces the opponent to capture, at depth 1.
const FORCING: i32 = 2000;
/// Rank of removing a ring next to a marble, at depth 1.
const BESIDE: i32 = 150;
/// The maximum number of noisy moves that claim a group with a marble placed elsewhere.
const MAX_NOISY_PLACEMENTS: usize = 12;

/// Limits on placements without a claim.
#[derive(Clone, Copy, Debug)]
struct Breadth {
    /// The number of rings next to a marble, for each cell.
    beside: u8,
    /// The number of rings not next to a marble, for each cell. They are nearly equivalent.
    plain: u8,
    /// The total number of cells and rings that do not force the opponent. Near the leaves they are
    /// nearly equivalent, while each sacrifice leads to a different line.
    safe: usize,
    /// Whether these are tried with all colours.
    coloured: bool,
    /// Whether sacrifices are listed only if they are sound; see [`Position::is_sound_sacrifice`].
    sound_only: bool,
    /// Whether [`PlacementRanks`] order the placements and add a ring for each cell. At depth 1 they take longer than they
    /// save.
    learned: bool,
}

impl Breadth {
    /// For [`Scope::Frontier`].
    const FRONTIER: Breadth = Breadth {
        sound_only: true,
        ..Breadth::at(1)
    };

    /// The limits at a remaining depth.
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
            sound_only: false,
            learned: depth >= 2,
        }
    }
}

/// The jumps that a placement makes possible.
#[derive(Clone, Copy, Debug, Default)]
struct JumpThreats {
    /// The landings of marbles that jump over the new marble.
    behind: Bits,
    /// The landings of the new marble, by the colour of the marble it jumps over.
    landings: [Bits; COLOURS],
}

impl JumpThreats {
    /// All landings.
    fn landing(&self) -> Bits {
        let [white, grey, black] = self.landings;
        self.behind | white | grey | black
    }

    /// The colour of highest rank that one jump captures, after `marble` is placed and the ring of `gone`
    /// removed; none if no jump is possible.
    fn captured(&self, marble: Marble, gone: Bits) -> Option<usize> {
        let over_it = self.behind.minus(gone).any().then(|| marble.index());
        // The colours are in descending order of rank.
        let over_others = (0..COLOURS).find(|&colour| self.landings[colour].minus(gone).any());
        over_it.into_iter().chain(over_others).min()
    }
}

/// The cell of a removed ring, as a set.
pub(super) fn as_set(ring: Option<Cell>) -> Bits {
    ring.map_or(Bits::EMPTY, Cell::bit)
}

/// The first `count` cells of a set; all if `count` is the maximum.
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
    let complete = scope == Scope::Legal || position.available_marbles() == NO_MARBLES;
    if complete {
        position.each_move(&mut |m| out.push(position.ranked(m)));
        return Listing::Complete;
    }
    match scope {
        Scope::Main { depth } => position.list_placements(Breadth::at(depth), out),
        Scope::Frontier => {
            position.list_placements(Breadth::FRONTIER, out);
            // All moves are sacrifices without an answer.
            if out.is_empty() {
                position.list_placements(Breadth::at(1), out);
            }
        }
        Scope::Legal | Scope::Noisy => position.list_claims(out),
    }
    Listing::Partial
}

impl Position {
    /// The rank of the marbles on captured cells.
    fn worth(&self, cells: Bits) -> i32 {
        Marble::ALL
            .into_iter()
            .map(|marble| CAPTURE[marble.index()] * (self.marbles(marble) & cells).count() as i32)
            .sum()
    }

    fn list_chains(&self, out: &mut Vec<Candidate<Move>>) {
        self.occupancy().each_chain(&mut |chain| {
            out.push(Candidate {
                m: chain.as_move(),
                rank: self.worth(chain.taken),
                noisy: true,
            });
        });
    }

    /// The jumps that a marble placed on `cell` makes possible.
    fn threats(&self, cell: Cell) -> JumpThreats {
        let occupied = self.occupied();
        let mut threats = JumpThreats::default();
        if !BOARD.neighbours(cell).meets(occupied) {
            return threats;
        }
        let vacant = self.vacant().without(cell);
        // Others can jump over the new marble ...
        for &line in &LINES[cell.index() & 63] {
            if line.meets(occupied) {
                threats.behind |= line & vacant;
            }
        }
        // ... or it can jump over others.
        for Jump { over, to, .. } in self.occupancy().jumps(cell) {
            if let Some(marble) = self.marble_at(over) {
                let landings = &mut threats.landings[marble.index()];
                *landings = landings.with(to);
            }
        }
        threats
    }

    /// A placement with its rank, by the learned order if there are `ranks`.
    fn placement(
        &self,
        marble: Marble,
        cell: Cell,
        ring: Option<Cell>,
        claims: Bits,
        threats: &JumpThreats,
        ranks: Option<&PlacementRanks>,
    ) -> Candidate<Move> {
        let captured = threats.captured(marble, as_set(ring));
        let mut rank = if let Some(ranks) = ranks {
            ranks.of(marble, cell, ring, captured)
        } else {
            let beside = ring.is_some_and(|it| BOARD.neighbours(it).meets(self.occupied()));
            let forcing = captured.map_or(0, |colour| FORCING - CAPTURE[colour] / 4);
            forcing + i32::from(beside) * BESIDE
        };
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

    /// Lists placements: all claims, all removals of a ring that a jump would land on, and a few of the
    /// others.
    fn list_placements(&self, breadth: Breadth, out: &mut Vec<Candidate<Move>>) {
        let loose = self.loose();
        let isolations = self.isolations();
        let near_marbles = BOARD.around(self.occupied());
        // Only the frontier filters sacrifices.
        let closed = if breadth.sound_only {
            self.closed()
        } else {
            Bits::EMPTY
        };
        let ranks = breadth.learned.then(|| PlacementRanks::new(self));
        let mut safe_left = breadth.safe;
        for cell in self.vacant_rotated_by_key() {
            let threats = self.threats(cell);
            let landing = threats.landing();
            let mut list = |ring: Option<Cell>, claims: Bits| {
                let safe = claims.is_empty() && landing.minus(as_set(ring)).is_empty();
                if safe {
                    if safe_left == 0 {
                        return;
                    }
                    safe_left -= 1;
                } else if breadth.sound_only
                    && claims.is_empty()
                    && !self.is_sound_sacrifice(cell, ring, closed)
                {
                    return;
                }
                let colours = if safe && !breadth.coloured {
                    1
                } else {
                    COLOURS
                };
                for marble in self.in_stock().take(colours) {
                    out.push(self.placement(marble, cell, ring, claims, &threats, ranks.as_ref()));
                }
            };
            let free = loose.without(cell);
            if free.is_empty() {
                list(None, isolations.claims(cell, None));
                continue;
            }
            let claiming = free & isolations.rings(cell);
            let others = free.minus(claiming).minus(landing);
            let beside = others & (near_marbles | BOARD.neighbours(cell));
            let mut few =
                first(breadth.beside, beside) | first(breadth.plain, others.minus(beside));
            if let Some(ranks) = &ranks {
                let rank = |ring: &Cell| ranks.of_ring(*ring, cell, landing.any());
                few = few | as_set(others.minus(few).into_iter().max_by_key(rank));
            }
            for ring in claiming | (free & landing) | few {
                list(Some(ring), isolations.claims(cell, Some(ring)));
            }
        }
    }

    /// The vacant cells, starting from one that depends on the key, so that nodes which try only the
    /// first few cells try different ones.
    fn vacant_rotated_by_key(&self) -> impl Iterator<Item = Cell> + use<> {
        let vacant = self.vacant();
        let below = (1 << ((self.key() >> 32) % 64)) - 1;
        let last = Bits(vacant.0 & below);
        vacant.minus(last).into_iter().chain(last)
    }

    /// Lists placements that claim.
    fn list_claims(&self, out: &mut Vec<Candidate<Move>>) {
        let loose = self.loose();
        let isolations = self.isolations();
        let mut push = |cell: Cell, ring: Option<Cell>| {
            let claims = isolations.claims(cell, ring);
            if claims.any() {
                let threats = self.threats(cell);
                for marble in self.in_stock() {
                    let candidate = self.placement(marble, cell, ring, claims, &threats, None);
                    if !out.iter().any(|c| c.m == candidate.m) {
                        out.push(candidate);
                    }
                }
            }
        };
        for isolation in isolations.iter() {
            let ring = isolation.ring;
            if let Some(cell) = isolation.cell {
                push(cell, ring.or_else(|| loose.without(cell).lowest()));
                continue;
            }
            let others = self.vacant().minus(as_set(ring)).into_iter();
            let is_safe = |&cell: &Cell| {
                let landing = self.threats(cell).landing();
                landing.minus(as_set(ring)).is_empty()
            };
            let safe = others.filter(is_safe).take(MAX_NOISY_PLACEMENTS / COLOURS);
            safe.for_each(|cell| push(cell, ring));
        }
    }

    /// A legal move with its rank.
    fn ranked(&self, m: Move) -> Candidate<Move> {
        match m {
            Move::Place {
                marble,
                cell,
                ring,
                claims,
            } => self.placement(marble, cell, ring, claims, &self.threats(cell), None),
            Move::Jump { .. } | Move::Pass => Candidate {
                m,
                rank: 0,
                noisy: true,
            },
        }
    }
}
