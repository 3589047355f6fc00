//! Every legal removal of the side to move, in compact form.
//!
//! Rules 4.3 and 4.4 allow any subset of the GIPF and charged pieces of a row, so there can be
//! thousands of removals for two rows and millions for more. Most of these pieces lie in a single row:
//! the choice does not affect other rows, and they can just as well be taken when their row is taken for
//! the last time. So only the pieces shared by several rows are enumerated, with the pieces that must
//! go. Each outcome is a [`Family`] of sets: some points are empty, some pieces may stay or go
//! independently, and in some rows only certain choices leave no row that must be removed.

use std::collections::HashSet;

use super::board::runs_of_four;
use super::position::Position;
use super::rows::{Row, run_from, subsets};
use super::turn::Kind;
use crate::board::hex::{AXES, Direction};
use crate::board::{Bits, Cell};
use crate::rules::Rules;

/// All legal removals of a player.
#[derive(Clone, Debug)]
pub(super) struct Removals {
    families: Vec<Family>,
}

/// Sets that differ in independent choices.
#[derive(Clone, Debug)]
struct Family {
    /// In every set.
    gone: Bits,
    /// Independently in a set or not.
    free: Bits,
    choices: Vec<Choice>,
}

/// Some pieces; a set contains one of the listed subsets of them.
#[derive(Clone, Debug)]
struct Choice {
    of: Bits,
    subsets: Vec<Bits>,
}

/// The points that the sets with given points have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Common {
    /// The points in at least one set.
    pub(super) possible: Bits,
    /// The points in every set.
    pub(super) certain: Bits,
}

impl Common {
    /// Whether there is only one such set.
    pub(super) fn is_single(self) -> bool {
        self.possible == self.certain
    }
}

/// The choices so far: the empty points, and the pieces that may have been removed with a row.
type Decided = (Bits, Bits);

struct Finder<'a> {
    at: &'a Position,
    /// The pieces shared by several rows.
    shared: Bits,
}

impl<'a> Finder<'a> {
    fn new(at: &'a Position) -> Finder<'a> {
        let (mut once, mut shared) = (Bits::EMPTY, Bits::EMPTY);
        for row in at.rows(at.turn(), Bits::EMPTY) {
            shared |= once & row.all();
            once |= row.all();
        }
        Finder { at, shared }
    }

    fn rows(&self, gone: Bits) -> impl Iterator<Item = Row> + use<> {
        self.at.rows(self.at.turn(), gone)
    }

    /// Every possible outcome of taking rows.
    fn outcomes(&self) -> Vec<Decided> {
        let mut outcomes = vec![(Bits::EMPTY, Bits::EMPTY)];
        let mut seen: HashSet<Decided> = outcomes.iter().copied().collect();
        let mut next = 0;
        while let Some(&(gone, able)) = outcomes.get(next) {
            next += 1;
            for row in self.rows(gone) {
                let able = able | row.may.minus(self.shared);
                for some in subsets(row.may & self.shared) {
                    let outcome = (gone | row.must | some, able);
                    if seen.insert(outcome) {
                        outcomes.push(outcome);
                    }
                }
            }
        }
        outcomes
    }

    /// The family of sets of an outcome; `None` if a row is left that must be removed.
    fn family(&self, (gone, able): Decided) -> Option<Family> {
        let mut family = Family {
            gone,
            free: able,
            choices: Vec::new(),
        };
        for row in self.rows(gone) {
            if row.must.any() {
                return None;
            }
            if !row.run.meets(self.at.charged()) {
                continue;
            }
            let of = row.run & able;
            let breaks = |&some: &Bits| {
                let rest = row.run.minus(some);
                let mut runs = (0..AXES).map(|axis| run_from(runs_of_four(rest, axis), axis));
                !runs.any(|run| run.meets(self.at.charged()))
            };
            let subsets: Vec<Bits> = subsets(of).filter(breaks).collect();
            if subsets.is_empty() {
                return None;
            }
            family.free = family.free.minus(of);
            family.choices.push(Choice { of, subsets });
        }
        Some(family)
    }
}

impl Family {
    /// The points in at least one set.
    fn possible(&self) -> Bits {
        let choices = self.choices.iter().flat_map(|choice| &choice.subsets);
        choices.fold(self.gone | self.free, |all, &some| all | some)
    }

    /// The sets that contain all of `points`; `None` if there are none.
    fn with(&self, points: Bits) -> Option<Family> {
        let mut family = Family {
            gone: self.gone | (points & self.free),
            free: self.free.minus(points),
            choices: self.choices.clone(),
        };
        for choice in &mut family.choices {
            let needed = points & choice.of;
            choice.subsets.retain(|some| needed.within(*some));
        }
        let possible = points.within(family.possible());
        let chosen = family
            .choices
            .iter()
            .all(|choice| !choice.subsets.is_empty());
        (possible && chosen).then_some(family)
    }

    /// The sets that contain none of `points`; `None` if there are none.
    fn without(&self, points: Bits) -> Option<Family> {
        let mut family = Family {
            gone: self.gone,
            free: self.free.minus(points),
            choices: self.choices.clone(),
        };
        for choice in &mut family.choices {
            choice.subsets.retain(|some| !some.meets(points));
        }
        let chosen = family
            .choices
            .iter()
            .all(|choice| !choice.subsets.is_empty());
        (chosen && !self.gone.meets(points)).then_some(family)
    }

    /// The points in every set.
    fn certain(&self) -> Bits {
        let common = |choice: &Choice| choice.subsets.iter().fold(choice.of, |all, &s| all & s);
        self.choices
            .iter()
            .fold(self.gone, |all, c| all | common(c))
    }

    /// Whether exactly this set is in the family.
    fn has(&self, set: Bits) -> bool {
        let open = self.choices.iter().fold(self.free, |all, c| all | c.of);
        let fits = |choice: &Choice| choice.subsets.contains(&(set & choice.of));
        self.gone.within(set) && set.within(self.gone | open) && self.choices.iter().all(fits)
    }

    /// Every set.
    fn sets(&self) -> Vec<Bits> {
        let mut sets: Vec<Bits> = subsets(self.free).map(|some| self.gone | some).collect();
        for choice in &self.choices {
            let grown = sets.iter().flat_map(|&set| {
                let subsets = choice.subsets.iter();
                subsets.map(move |&some| set | some)
            });
            sets = grown.collect();
        }
        sets
    }
}

impl Removals {
    /// The legal removals of the side to move after the action.
    pub(super) fn after(at: &Position) -> Removals {
        let finder = Finder::new(at);
        let outcomes = finder.outcomes().into_iter();
        Removals {
            families: outcomes.filter_map(|o| finder.family(o)).collect(),
        }
    }

    /// The legal removals of the side to move before the action. Afterwards the side must be able to act,
    /// unless the game is over.
    pub(super) fn before(at: &Position) -> Removals {
        let mut removals = Removals::after(at);
        if at.may_enter(Kind::Basic) && at.has_gap() {
            return removals;
        }
        // A removal that returns a piece to hand always allows an action. The others are checked one by one.
        let giving = if at.may_enter(Kind::Basic) {
            at.occupied()
        } else {
            at.pieces(at.turn()).minus(at.used())
        };
        let mut acting = Vec::new();
        for family in removals.families {
            if giving.meets(family.certain()) {
                acting.push(family);
                continue;
            }
            let givers = (giving & family.possible()).into_iter();
            acting.extend(givers.filter_map(|giver| family.with(giver.bit())));
            let poor = family.without(giving);
            let poor = poor.map_or_else(Vec::new, |poor| poor.sets());
            acting.extend(
                poor.into_iter()
                    .filter(|&set| at.can_go_on(set))
                    .map(|gone| Family {
                        gone,
                        free: Bits::EMPTY,
                        choices: Vec::new(),
                    }),
            );
        }
        removals.families = acting;
        removals
    }

    /// The points that the sets with all of `points` have in common; `None` if there are no such sets.
    pub(super) fn common(&self, points: Bits) -> Option<Common> {
        let families = self
            .families
            .iter()
            .filter_map(|family| family.with(points));
        let commons = families.map(|family| Common {
            possible: family.possible(),
            certain: family.certain(),
        });
        commons.reduce(|a, b| Common {
            possible: a.possible | b.possible,
            certain: a.certain & b.certain,
        })
    }

    /// Whether exactly this set is a legal removal.
    pub(super) fn has(&self, set: Bits) -> bool {
        self.families.iter().any(|family| family.has(set))
    }
}

impl Position {
    /// Whether any point is empty, so that a line can be entered.
    fn has_gap(&self) -> bool {
        self.occupied().count() < super::board::POINT_COUNT
    }

    /// Whether the game is over or the side to move can act after removing `set`.
    fn can_go_on(&self, set: Bits) -> bool {
        let mut cleared = *self;
        cleared.remove(set, self.turn());
        let over = set.any() && cleared.winner_by_gipf(self.turn()).is_some();
        let enters = cleared.has_gap() && Kind::ALL.into_iter().any(|kind| cleared.may_enter(kind));
        over || enters || cleared.jumpers().any()
    }

    /// The charged pieces of the side to move whose potential can jump.
    pub(super) fn jumpers(&self) -> Bits {
        let charged = (self.pieces(self.turn()) & self.charged()).into_iter();
        let can_jump = |&from: &Cell| {
            let mut directions = Direction::ALL.into_iter();
            directions.any(|direction| self.landing(from, direction).is_some())
        };
        charged.filter(can_jump).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::ops::ControlFlow::Continue;

    use super::super::board::{ENTRIES, POINTS, is_positive};
    use super::super::position::{PieceKind, Reserve};
    use super::super::variant::Variant;
    use super::*;
    use crate::board::keys::SplitMix;
    use crate::rules::{Notation, Side};

    /// A random board that is likely to have rows: three lines full of white pieces, and some others.
    fn dense(source: &mut SplitMix) -> Position {
        let reserve = |hand| Reserve {
            hand,
            potentials: 0,
            gipf_right: false,
        };
        let hand = source.below(2) as u8;
        let mut at = Position::bare(Variant::Zertz, [reserve(hand), reserve(5)], Side::One);
        let up = ENTRIES.iter().filter(|entry| is_positive(entry.direction));
        let lines: Vec<Bits> = up.map(|entry| entry.line).collect();
        let mut likely = Bits::EMPTY;
        for _ in 0..1 + source.below(3) {
            likely |= lines[source.below(lines.len())];
        }
        for point in POINTS {
            let chance = if likely.has(point) { 9 } else { 2 };
            if source.below(10) >= chance {
                continue;
            }
            let side = match source.below(5) {
                0 => Side::Two,
                _ => Side::One,
            };
            let what = match source.below(7) {
                0 => PieceKind::Piece(Kind::Basic),
                1 => PieceKind::Used,
                2 | 3 => PieceKind::Piece(Kind::Charged),
                _ => PieceKind::Piece(Kind::Gipf),
            };
            at.put(point, side, what);
        }
        at
    }

    fn listed(at: &Position) -> BTreeSet<Bits> {
        let mut sets = BTreeSet::new();
        _ = at.each_removal(at.turn(), &mut |set| {
            sets.insert(set);
            Continue(())
        });
        sets
    }

    fn all(removals: &Removals) -> BTreeSet<Bits> {
        removals.families.iter().flat_map(Family::sets).collect()
    }

    #[test]
    fn families_contain_exactly_the_legal_removals() {
        let mut source = SplitMix(7);
        let mut several = 0;
        for _ in 0..3000 {
            let at = dense(&mut source);
            let rows = Finder::new(&at).rows(Bits::EMPTY).count();
            let optional = (at.gipf() | at.charged()).count();
            if optional > 12 {
                continue;
            }
            several += usize::from(rows > 1);
            let legal = listed(&at);
            let after = Removals::after(&at);
            assert_eq!(all(&after), legal, "{}", at.fen());
            let acting: BTreeSet<Bits> = legal.into_iter().filter(|&s| at.can_go_on(s)).collect();
            let before = Removals::before(&at);
            assert_eq!(all(&before), acting, "{}", at.fen());
            for set in acting.iter().take(20) {
                assert!(before.has(*set), "{}", at.fen());
                // Some of its points, chosen at random.
                let some = Bits(set.0 & source.next());
                let with = || acting.iter().filter(|other| some.within(**other));
                let common = Common {
                    possible: with().fold(Bits::EMPTY, |all, &s| all | s),
                    certain: with().fold(POINTS, |all, &s| all & s),
                };
                assert_eq!(before.common(some), Some(common), "{}", at.fen());
            }
        }
        assert!(several > 300, "only {several} boards with several rows");
    }

    #[test]
    fn a_handful_of_families_represents_millions_of_moves() {
        // This position has 12,532,447 legal moves.
        let fen = "B3/1W3/2W3/BWWWWWB/3W2/3W1/3B 0G 10G w";
        let at = Position::from_fen(Variant::Tournament, fen).expect("a FEN");
        let finder = Finder::new(&at);
        assert!(finder.outcomes().len() <= 16, "{}", finder.outcomes().len());
        assert!(Removals::before(&at).families.len() <= 100);
    }

    /// The work grows with the number of shared pieces, not with the number of sets.
    #[test]
    fn dense_boards_need_little_work() {
        let mut source = SplitMix(1);
        let (mut legal, mut most) = (0, 0);
        for _ in 0..15_000 {
            let at = dense(&mut source);
            if Position::from_fen(Variant::Zertz, &at.fen()).is_err() {
                continue;
            }
            legal += 1;
            most = most.max(Finder::new(&at).outcomes().len());
        }
        assert!(legal > 200, "only {legal} boards that a game can have");
        assert!(most <= 400, "{most}");
    }
}
