//! A ZÈRTZ move under construction: a colour, a ring to place on, a ring to remove and groups to claim; or a
//! marble and each of its landings.

use super::TEXTS;
use super::board::groups;
use super::jumps::{Chain, Jump};
use super::moves::Move;
use super::notation::landings;
use super::position::Position;
use super::reasons::Violation;
use super::setup::{captured, kind, reserve};
use super::variant::{Marble, NO_MARBLES, letter};
use crate::board::{Bits, Cell, Layout};
use crate::picture::{
    COMMON_TEXTS, DONE, Highlight, Id, Offer, PartialMove, Picture, Role, Scene, TokenForm, Touch,
    TouchEffect, TouchOption,
};
use crate::rules::{PASS, Rules, Side, Text};

/// A move as far as it has been chosen.
#[derive(Clone, Debug)]
pub struct ZertzMove {
    at: Position,
    part: Part,
}

/// The kind of move and its parts so far.
#[derive(Clone, Debug)]
enum Part {
    Pass { passed: bool },
    Jump(Option<Chain>),
    Place(Placement),
}

/// The parts of a placement, to be chosen in this order.
#[derive(Clone, Debug, Default)]
struct Placement {
    marble: Option<Marble>,
    cell: Option<Cell>,
    ring: Option<Cell>,
    claims: Bits,
    done: bool,
}

/// The next missing part of a placement.
enum Missing {
    Marble,
    Cell,
    Ring(Bits),
    Claims(Bits),
    Nothing,
}

impl ZertzMove {
    /// A move without choices.
    pub(super) fn new(at: &Position) -> ZertzMove {
        let part = if at.can_jump() {
            Part::Jump(None)
        } else if at.available_marbles() == NO_MARBLES {
            Part::Pass { passed: false }
        } else {
            Part::Place(Placement::default())
        };
        ZertzMove { at: *at, part }
    }

    fn cell(&self, name: &str) -> Option<Cell> {
        self.at.variant().shape().cell_named(name)
    }

    fn name(&self, cell: Cell) -> String {
        self.at.variant().shape().name(cell)
    }

    fn with(&self, part: Part) -> ZertzMove {
        ZertzMove { at: self.at, part }
    }

    /// The owner of the supply from which marbles are placed; `None` for the reserve.
    fn supplier(&self) -> Option<Side> {
        (self.at.reserve() == NO_MARBLES).then(|| self.at.turn())
    }

    fn missing(&self, placement: &Placement) -> Missing {
        if placement.marble.is_none() {
            return Missing::Marble;
        }
        let Some(cell) = placement.cell else {
            return Missing::Cell;
        };
        let free = self.at.loose().without(cell);
        if free.any() && placement.ring.is_none() {
            return Missing::Ring(free);
        }
        let claimable = self.at.isolations().claims(cell, placement.ring);
        if placement.done || claimable == placement.claims {
            Missing::Nothing
        } else {
            Missing::Claims(claimable)
        }
    }

    /// The position after the choices so far.
    fn after(&self) -> Position {
        let mut after = self.at;
        match &self.part {
            Part::Jump(Some(chain)) => after.jump(chain.from, chain.path),
            Part::Place(Placement {
                marble: Some(marble),
                cell: Some(cell),
                ring,
                claims,
                ..
            }) => after.place(*marble, *cell, *ring, *claims),
            _ => {}
        }
        after
    }

    /// The id of the supply item of a marble to place.
    fn item(&self, marble: Marble) -> Id {
        match self.supplier() {
            None => reserve(marble),
            Some(side) => captured(side, marble),
        }
    }

    /// The choices that may come next in a placement.
    fn placement_offers(&self, placement: &Placement) -> Vec<Offer<ZertzMove>> {
        let with = |change: &dyn Fn(&mut Placement)| {
            let mut placement = placement.clone();
            change(&mut placement);
            self.with(Part::Place(placement))
        };
        match self.missing(placement) {
            Missing::Marble => {
                let marble = |marble: Marble| {
                    let option = TouchOption::supply(self.item(marble), TouchEffect::Place);
                    let chosen = Offer::new(option, with(&|p| p.marble = Some(marble)));
                    chosen.spelled(letter(marble).to_string()).automatic()
                };
                self.at.in_stock().map(marble).collect()
            }
            Missing::Cell => {
                let cell = |cell| {
                    let option = TouchOption::place(self.name(cell), TouchEffect::Place);
                    Offer::new(option, with(&|p| p.cell = Some(cell)))
                };
                self.at.vacant().into_iter().map(cell).collect()
            }
            Missing::Ring(free) => {
                let ring = |ring| {
                    let name = self.name(ring);
                    let option = TouchOption::place(name.clone(), TouchEffect::Remove);
                    let chosen = Offer::new(option, with(&|p| p.ring = Some(ring)));
                    let chosen = chosen.spelled(format!(",{name}"));
                    chosen.removing(vec![name]).automatic()
                };
                free.into_iter().map(ring).collect()
            }
            Missing::Claims(claimable) => {
                let last = groups(placement.claims).last();
                let claim = |group: Bits| {
                    let first = group.lowest()?;
                    let name = self.name(first);
                    // A token names the groups in order.
                    let word = match last.and_then(|last| last.lowest()) {
                        None => Some(format!(",x{name}")),
                        Some(last) => (last < first).then(|| name.clone()),
                    };
                    let places = self.at.variant().shape().names(group);
                    // The touch is the claim of the notation.
                    let option = TouchOption {
                        at: places.clone(),
                        ..TouchOption::place(format!("x{name}"), TouchEffect::Claim)
                    };
                    let chosen = Offer::new(option, with(&|p| p.claims |= group));
                    Some(chosen.spelled(word).removing(places).removable())
                };
                let open = groups(claimable.minus(placement.claims));
                let done = TouchOption::done(TouchEffect::Finish);
                let done = Offer::new(done, with(&|p| p.done = true));
                open.filter_map(claim).chain([done]).collect()
            }
            Missing::Nothing => Vec::new(),
        }
    }

    fn why_not_placement(&self, placement: &Placement, cell: Cell) -> Violation {
        if !self.at.rings().has(cell) || placement.ring == Some(cell) {
            return Violation::NoRing;
        }
        match (self.missing(placement), placement.cell) {
            (Missing::Marble | Missing::Cell, _) if self.at.occupied().has(cell) => {
                Violation::RingOccupied
            }
            (Missing::Marble | Missing::Cell, _) => Violation::ColourFirst,
            (Missing::Ring(_), Some(placed)) => self.at.why_not_removed(cell, placed),
            _ if placement.claims.has(cell) => Violation::Claimed,
            _ => Violation::NotIsolated,
        }
    }

    /// Why a marble of the reserve or of the captured ones cannot be placed.
    fn why_not_item(&self, touch: &str) -> Option<Violation> {
        let supplies = [None, Some(Side::One), Some(Side::Two)];
        let mut items = supplies.into_iter().flat_map(|owner| {
            let item = move |marble| match owner {
                None => (owner, marble, reserve(marble)),
                Some(side) => (owner, marble, captured(side, marble)),
            };
            Marble::ALL.map(item)
        });
        let (owner, marble, _) = items.find(|(.., id)| id == touch)?;
        Some(match &self.part {
            Part::Pass { .. } => Violation::NoMarble,
            Part::Jump(None) => self.at.must_capture(),
            Part::Jump(Some(_)) => Violation::JumpFirst,
            Part::Place(Placement { cell: Some(_), .. }) => Violation::MarblePlaced,
            Part::Place(_) if owner == Some(!self.at.turn()) => Violation::MarbleOfOpponent,
            Part::Place(_) if owner.is_some() && self.supplier().is_none() => {
                Violation::ReserveFirst
            }
            Part::Place(_)
                if owner != self.supplier() || !self.at.in_stock().any(|m| m == marble) =>
            {
                Violation::none_left(marble)
            }
            Part::Place(_) => Violation::ColourChosen,
        })
    }
}

impl PartialMove for ZertzMove {
    type Move = Move;

    fn offers(&self) -> Vec<Offer<ZertzMove>> {
        let landing = |cell| TouchOption::place(self.name(cell), TouchEffect::Capture);
        match &self.part {
            Part::Pass { passed: false } => {
                let passed = self.with(Part::Pass { passed: true });
                vec![Offer::new(TouchOption::pass(), passed)]
            }
            Part::Pass { passed: true } => Vec::new(),
            Part::Jump(None) => {
                let occupancy = self.at.occupancy();
                let lifted = |cell| self.with(Part::Jump(Some(Chain::new(occupancy, cell))));
                let jumpers = occupancy.jumpers().into_iter();
                jumpers
                    .map(|cell| Offer::new(landing(cell), lifted(cell)))
                    .collect()
            }
            Part::Jump(Some(chain)) => {
                let jump = |jump: Jump| {
                    let after = self.with(Part::Jump(Some(chain.then(jump))));
                    let landed = Offer::new(landing(jump.to), after);
                    landed
                        .spelled(format!("x{}", self.name(jump.to)))
                        .removing(vec![self.name(jump.over)])
                };
                chain.jumps().map(jump).collect()
            }
            Part::Place(placement) => self.placement_offers(placement),
        }
    }

    fn complete_move(&self) -> Option<Move> {
        match &self.part {
            Part::Pass { passed } => passed.then_some(Move::Pass),
            Part::Jump(chain) => {
                let chain = chain.as_ref()?;
                chain.is_complete().then(|| chain.as_move())
            }
            Part::Place(placement) => match self.missing(placement) {
                Missing::Nothing => Some(Move::Place {
                    marble: placement.marble?,
                    cell: placement.cell?,
                    ring: placement.ring,
                    claims: placement.claims,
                }),
                _ => None,
            },
        }
    }

    fn why_not(&self, touch: &str) -> Option<Text> {
        let violation = match (self.cell(touch), &self.part) {
            (Some(_), Part::Pass { .. }) => Violation::NoMarble,
            (Some(cell), Part::Jump(None)) => self.at.why_not_jumper(cell),
            (Some(cell), Part::Jump(Some(chain))) => self.at.why_not_landing(chain, cell),
            (Some(cell), Part::Place(placement)) => self.why_not_placement(placement, cell),
            (None, _) => self.why_not_item(touch)?,
        };
        Some(violation.into())
    }

    fn why_not_word(&self, word: &str) -> Option<Text> {
        let lacks_ring = match &self.part {
            Part::Jump(Some(_)) if word == DONE => return Some(Violation::JumpAgain.into()),
            Part::Jump(Some(_)) => false,
            Part::Place(placement) if placement.marble.is_some() => {
                matches!(self.missing(placement), Missing::Ring(_))
            }
            _ => {
                let marble = Marble::ALL
                    .into_iter()
                    .find(|&m| letter(m).to_string() == word);
                return self.why_not(&marble.map_or(word.to_owned(), |m| self.item(m)));
            }
        };
        match lacks_ring && self.cell(word).is_none() {
            true => Some(Violation::RingMissing.into()),
            false => self.why_not(word),
        }
    }

    fn forms(&self) -> &'static [TokenForm] {
        const MARBLE: TokenForm = TokenForm("aa1", "");
        const CELL: TokenForm = TokenForm("a1", "");
        match &self.part {
            Part::Jump(_) => &[MARBLE, CELL, TokenForm("a1", "xa1")],
            Part::Place(Placement { marble: None, .. }) => &[MARBLE],
            Part::Pass { .. } | Part::Place(_) => &[MARBLE, CELL, TokenForm("x", "a1")],
        }
    }

    fn expected(&self, _: &str) -> &'static str {
        match &self.part {
            Part::Pass { .. } => PASS,
            Part::Jump(None) => "a jump such as d4xd6 (capture is compulsory)",
            Part::Jump(Some(_)) => "x and a cell for each landing",
            Part::Place(placement) => match self.missing(placement) {
                Missing::Marble | Missing::Cell | Missing::Ring(_) => {
                    "w, g or b and a cell, then the ring to remove"
                }
                Missing::Claims(_) | Missing::Nothing => {
                    "x and the first cells of groups that become full and cut off"
                }
            },
        }
    }

    fn scene(&self) -> Scene {
        self.after().scene()
    }

    fn origin(&self) -> Option<Id> {
        match &self.part {
            Part::Jump(Some(chain)) => Some(self.name(chain.at)),
            Part::Place(Placement {
                marble: Some(marble),
                cell: None,
                ..
            }) => Some(self.item(*marble)),
            _ => None,
        }
    }

    fn marks(&self) -> Vec<Highlight> {
        let from = match &self.part {
            Part::Jump(Some(chain)) => Some(self.name(chain.from)),
            _ => self.origin(),
        };
        let from = from.map(|from| Highlight::new(Role::From, vec![from]));
        from.into_iter().collect()
    }

    fn hint(&self) -> Text {
        TEXTS.text(match &self.part {
            Part::Pass { .. } => "hint.pass",
            Part::Jump(None) => "hint.jump",
            Part::Jump(Some(_)) => "hint.marble-lands",
            Part::Place(placement) => match self.missing(placement) {
                Missing::Marble => "hint.colour",
                Missing::Cell => "hint.cell",
                Missing::Ring(_) => "hint.ring",
                Missing::Claims(_) | Missing::Nothing => "hint.claim",
            },
        })
    }

    fn describe(&self) -> Text {
        match self.complete_move() {
            Some(Move::Pass) | None => COMMON_TEXTS.text("turn.pass"),
            Some(Move::Jump { from, path }) => {
                let to = landings(from, path).last().unwrap_or(from);
                let [from, to] = [("from", self.name(from)), ("to", self.name(to))];
                let captured = ("captured", path.len().to_string());
                TEXTS.with("turn.capture", [from, to, captured])
            }
            Some(Move::Place {
                marble,
                cell,
                ring,
                claims,
            }) => {
                let place = ("place", self.name(cell));
                let ring = ring.map(|ring| ("ring", self.name(ring)));
                let claimed = claims.count();
                // The key has the parts, so that a translation is a whole sentence.
                let mut key = format!("turn.place-{}", kind(marble));
                key.push_str(if ring.is_some() { ".ring" } else { "" });
                key.push_str(if claimed > 0 { ".claim" } else { "" });
                let claimed = (claimed > 0).then(|| ("claimed", claimed.to_string()));
                TEXTS.with(key, [place].into_iter().chain(ring).chain(claimed))
            }
        }
    }
}

impl Touch for Position {
    type PartialMove = ZertzMove;

    fn partial_move(&self) -> ZertzMove {
        ZertzMove::new(self)
    }
}
