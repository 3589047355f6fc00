//! A removal under construction: the player chooses the pieces to remove.
//!
//! Rules 4.3 and 4.4 allow any subset of the GIPF and charged pieces of a row, so there can be thousands of
//! removals for two rows and millions for more. The order of the rows decides which pieces must go; most
//! optional pieces lie in one row and can just as well be chosen afterwards. So only the orders are listed,
//! and [`Position::may_remove`] checks the rest.
//!
//! If only one removal is legal, there is nothing to choose. Otherwise each touched piece narrows the choice
//! to the removals that contain it. The pieces that all of these share are removed automatically.

use std::sync::Arc;

use super::board::POINT_COUNT;
use super::moves::Kind;
use super::picture::places;
use super::position::Position;
use super::reasons::Violation;
use super::rows::{Outcome, subsets};
use crate::board::hex::Direction;
use crate::board::{Bits, Cell};
use crate::picture::{Highlight, Role};
use crate::rules::Rules;

/// A removal as far as it has been chosen.
#[derive(Clone, Debug)]
pub(super) struct PartialRemoval {
    at: Position,
    /// Whether the side to move must be able to act afterwards, unless the game is over.
    is_first: bool,
    outcomes: Arc<Vec<Outcome>>,
    /// The touched pieces.
    pub(super) touched: Vec<Cell>,
    /// Whether the player has finished the removal.
    pub(super) done: bool,
}

impl PartialRemoval {
    /// The removal before the action, without choices.
    pub(super) fn before(at: &Position) -> PartialRemoval {
        let mut removal = PartialRemoval {
            is_first: true,
            ..PartialRemoval::after(at)
        };
        if at.may_enter(Kind::Basic) && at.has_gap() {
            return removal;
        }
        // A removal that returns a piece to hand always allows an action. The others are few.
        let giving = if at.may_enter(Kind::Basic) {
            at.occupied()
        } else {
            at.pieces(at.turn()).minus(at.used())
        };
        let mut acting = Vec::new();
        for &outcome in removal.outcomes.iter() {
            let Outcome { gone, optional } = outcome;
            if giving.meets(gone) {
                acting.push(outcome);
                continue;
            }
            acting.extend((optional & giving).into_iter().map(|giver| Outcome {
                gone: gone.with(giver),
                optional: optional.without(giver),
            }));
            let poor = subsets(optional.minus(giving)).map(|some| gone | some);
            acting.extend(poor.filter(|&set| removal.allows(set)).map(|gone| Outcome {
                gone,
                optional: Bits::EMPTY,
            }));
        }
        removal.outcomes = Arc::new(acting);
        removal
    }

    /// The removal after the action, without choices.
    pub(super) fn after(at: &Position) -> PartialRemoval {
        let (_, shared) = at.in_rows(at.turn());
        PartialRemoval {
            at: *at,
            is_first: false,
            outcomes: Arc::new(at.outcomes(at.turn(), shared).collect()),
            touched: Vec::new(),
            done: false,
        }
    }

    /// Whether exactly this set is a legal removal.
    fn allows(&self, set: Bits) -> bool {
        self.at.may_remove(self.at.turn(), set) && (!self.is_first || self.at.can_go_on(set))
    }

    fn touched(&self) -> Bits {
        self.touched.iter().copied().collect()
    }

    /// The points in each removal that contains `touched`, and those in at least one.
    fn common(&self, touched: Bits) -> (Bits, Bits) {
        let fitting = self.outcomes.iter();
        let fitting = fitting.filter(|outcome| touched.within(outcome.all()));
        let common = fitting.map(|outcome| (outcome.gone | touched, outcome.all()));
        common
            .reduce(|(certain, possible), (gone, all)| (certain & gone, possible | all))
            .unwrap_or_default()
    }

    /// The removal that the touches so far make.
    pub(super) fn set(&self) -> Bits {
        self.common(self.touched()).0
    }

    /// The pieces that at least one removal contains.
    pub(super) fn possible(&self) -> Bits {
        self.common(Bits::EMPTY).1
    }

    /// The pieces that may be touched next.
    pub(super) fn open(&self) -> Bits {
        let (certain, possible) = self.common(self.touched());
        possible.minus(certain)
    }

    /// Whether nothing is left to choose.
    pub(super) fn is_complete(&self) -> bool {
        self.done || self.open().is_empty()
    }

    /// Whether the removal can end here.
    pub(super) fn is_legal(&self) -> bool {
        self.allows(self.set())
    }

    /// The pieces that are removed with a touch.
    pub(super) fn taken_with(&self, point: Cell) -> Bits {
        let with = self.common(self.touched() | point.bit()).0;
        with.minus(self.set())
    }

    /// Marks the pieces removed with the touched ones, and those that can no longer be removed.
    pub(super) fn marks(&self) -> Vec<Highlight> {
        let touched = self.touched();
        let (certain, possible) = self.common(touched);
        let marks = [
            (Role::Goes, certain.minus(touched)),
            (Role::Stays, self.possible().minus(possible)),
        ];
        let marks = marks.into_iter().filter(|(_, points)| points.any());
        marks
            .map(|(role, points)| Highlight::new(role, places(points)))
            .collect()
    }

    /// Why a point cannot be touched.
    pub(super) fn why_not(&self, point: Cell) -> Violation {
        if !self.at.occupied().has(point) {
            Violation::NoPiece
        } else if self.touched.contains(&point) {
            Violation::Chosen
        } else if self.set().has(point) {
            Violation::Goes
        } else if self.possible().has(point) {
            Violation::Stays
        } else {
            Violation::NoRow
        }
    }

    /// The names of the points of `set` after the last touched one, in a token. `lead` precedes the first name of all.
    pub(super) fn spelled(&self, lead: &str, set: Bits) -> String {
        let last = self.touched.iter().max();
        let rest = set.minus(Bits::first(last.map_or(0, |last| last.index() + 1)));
        let lead = if last.is_none() && rest.any() {
            lead
        } else {
            ""
        };
        format!("{lead}{}", places(rest).concat())
    }

    /// The text of a touch in a token. A token names all points in ascending order, so it has no text for a touch
    /// that lower points depend on.
    pub(super) fn word(&self, lead: &str, point: Cell) -> Option<String> {
        let lower = Bits::first(point.index());
        let follows = self.touched.iter().all(|&touched| touched < point);
        let is_first = follows && !self.taken_with(point).meets(lower);
        is_first.then(|| self.spelled(lead, (self.set() & lower).with(point)))
    }
}

impl Position {
    /// Whether any point is empty, so that a line can be entered.
    fn has_gap(&self) -> bool {
        self.occupied().count() < POINT_COUNT
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
    use std::collections::{BTreeSet, HashSet};
    use std::ops::ControlFlow::Continue;

    use super::super::board::{ENTRIES, POINTS};
    use super::super::position::{PieceKind, Reserve};
    use super::super::variant::Variant;
    use super::*;
    use crate::board::keys::SplitMix;
    use crate::rules::{Fen, Side};

    /// A random board that is likely to have rows: three lines full of white pieces, and some others.
    fn dense(source: &mut SplitMix) -> Position {
        let reserve = |hand| Reserve {
            hand,
            potentials: 0,
            gipf_right: false,
        };
        let hand = source.below(2) as u8;
        let mut at = Position::bare(Variant::Zertz, [reserve(hand), reserve(5)], Side::One);
        let up = ENTRIES
            .iter()
            .filter(|entry| entry.direction.is_ascending());
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

    /// Every legal removal, one by one.
    fn listed(at: &Position) -> BTreeSet<Bits> {
        let mut sets = BTreeSet::new();
        _ = at.each_removal(at.turn(), &mut |set| {
            sets.insert(set);
            Continue(())
        });
        sets
    }

    /// All removals that touches can make, found by trying each.
    fn touchable(removal: &PartialRemoval) -> BTreeSet<Bits> {
        let mut found = BTreeSet::new();
        let mut seen = HashSet::from([Bits::EMPTY]);
        let mut open = vec![removal.clone()];
        while let Some(removal) = open.pop() {
            if removal.is_legal() {
                found.insert(removal.set());
            } else {
                assert!(removal.open().any(), "no way on: {}", removal.at.fen());
            }
            for point in removal.open() {
                let mut next = removal.clone();
                next.touched.push(point);
                if seen.insert(next.touched()) {
                    open.push(next);
                }
            }
        }
        found
    }

    #[test]
    fn touches_make_exactly_the_legal_removals() {
        let mut source = SplitMix(7);
        let mut several = 0;
        for _ in 0..3000 {
            let at = dense(&mut source);
            let optional = (at.gipf() | at.charged()).count();
            if optional > 10 {
                continue;
            }
            several += usize::from(at.rows(at.turn(), Bits::EMPTY).count() > 1);
            let legal = listed(&at);
            let after = PartialRemoval::after(&at);
            assert_eq!(touchable(&after), legal, "{}", at.fen());
            let acting: BTreeSet<Bits> = legal.into_iter().filter(|&s| at.can_go_on(s)).collect();
            let before = PartialRemoval::before(&at);
            if acting.is_empty() {
                assert!(before.outcomes.is_empty(), "{}", at.fen());
                continue;
            }
            assert_eq!(touchable(&before), acting, "{}", at.fen());
            for set in acting.into_iter().take(20) {
                let mut made = before.clone();
                for point in set {
                    if !made.set().has(point) {
                        made.touched.push(point);
                    }
                }
                assert_eq!(made.set(), set, "{}", at.fen());
            }
        }
        assert!(several > 50, "only {several} boards with several rows");
    }

    #[test]
    fn millions_of_moves_have_few_outcomes() {
        // This position has 12,532,447 legal moves.
        let fen = "B3/1W3/2W3/BWWWWWB/3W2/3W1/3B 0G 10G w";
        let at = Position::from_fen(Variant::Tournament, fen).expect("a FEN");
        let before = PartialRemoval::before(&at);
        assert!(before.outcomes.len() <= 100, "{}", before.outcomes.len());
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
            most = most.max(PartialRemoval::after(&at).outcomes.len());
        }
        assert!(legal > 200, "only {legal} boards that a game can have");
        assert!(most <= 400, "{most}");
    }
}
