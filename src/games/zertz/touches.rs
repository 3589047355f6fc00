//! Builds a move by touches: a colour, a ring to place on, a ring to remove and groups to claim; or a marble and
//! each of its landings.

use super::TEXTS;
use super::board::group;
use super::jumps::{Chain, Jump, jumped};
use super::movegen::Groups;
use super::notation::landings;
use super::picture::{captured, kind, reserve};
use super::position::Position;
use super::reasons::Violation;
use super::turn::Move;
use super::variant::{Marble, NO_MARBLES};
use crate::board::{Bits, Cell, Layout};
use crate::picture::{
    COMMON_TEXTS, DONE, Ground, Highlight, Id, MoveBuilder, Role, SceneEvent, ScenePiece,
    SceneStep, Touch, TouchEffect, TouchOption,
};
use crate::rules::{Notation, PASS, Rules, Side, Text};

/// A move under construction.
#[derive(Clone, Debug)]
pub struct ZertzMoveBuilder {
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
    claims: Vec<Bits>,
    done: bool,
}

/// The next missing part of a placement.
enum Missing {
    Marble,
    Cell,
    Ring(Bits),
    Claims(Vec<Bits>),
    Nothing,
}

impl ZertzMoveBuilder {
    fn cell(&self, touch: &str) -> Option<Cell> {
        self.at.variant().shape().cell_named(touch)
    }

    fn name(&self, cell: Cell) -> String {
        self.at.variant().shape().name(cell)
    }

    fn names(&self, cells: Bits) -> Vec<Id> {
        cells.into_iter().map(|cell| self.name(cell)).collect()
    }

    /// The supply item from which a marble of this colour is placed.
    fn item(&self, marble: Marble) -> Id {
        if self.at.reserve() == NO_MARBLES {
            captured(self.at.turn(), marble)
        } else {
            reserve(marble)
        }
    }

    /// The touch that claims a group, as in the notation.
    fn claim(&self, group: Bits) -> Option<Id> {
        Some(format!("x{}", self.name(group.lowest()?)))
    }

    /// The groups that a placement may claim.
    fn groups(&self, placement: &Placement) -> Groups {
        placement.cell.map_or_else(Groups::default, |cell| {
            self.at.placement_at(cell, placement.ring).groups
        })
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
        let groups = self.groups(placement);
        let mut open = groups.as_slice().to_vec();
        open.retain(|group| !placement.claims.contains(group));
        if open.is_empty() || placement.done {
            Missing::Nothing
        } else {
            Missing::Claims(open)
        }
    }

    fn options_of_placement(&self, placement: &Placement) -> Vec<TouchOption> {
        match self.missing(placement) {
            Missing::Marble => {
                let marbles = self.at.in_stock();
                marbles
                    .map(|marble| TouchOption::supply(self.item(marble), TouchEffect::Place))
                    .collect()
            }
            Missing::Cell => {
                let vacant = self.names(self.at.vacant()).into_iter();
                vacant
                    .map(|cell| TouchOption::place(cell, TouchEffect::Place))
                    .collect()
            }
            Missing::Ring(free) => {
                let free = self.names(free).into_iter();
                free.map(|ring| {
                    TouchOption::place(ring.clone(), TouchEffect::Remove).taking(vec![ring])
                })
                .collect()
            }
            Missing::Claims(open) => {
                let claims = open.into_iter().filter_map(|group| {
                    let touch = self.claim(group)?;
                    let cells = self.names(group);
                    Some(TouchOption {
                        at: cells.clone(),
                        ..TouchOption::place(touch, TouchEffect::Claim).taking(cells)
                    })
                });
                claims
                    .chain([TouchOption::done(TouchEffect::Finish)])
                    .collect()
            }
            Missing::Nothing => Vec::new(),
        }
    }

    fn place(&self, placement: &mut Placement, touch: &str) {
        let cell = self.cell(touch);
        match self.missing(placement) {
            Missing::Marble => {
                placement.marble = self.at.in_stock().find(|&m| self.item(m) == touch);
            }
            Missing::Cell => placement.cell = cell,
            Missing::Ring(_) => placement.ring = cell,
            Missing::Claims(open) => {
                let claims = |group: &Bits| self.claim(*group).as_deref() == Some(touch);
                let claimed = open.into_iter().find(claims);
                placement.claims.extend(claimed);
                placement.done = touch == DONE;
            }
            Missing::Nothing => {}
        }
    }

    fn steps_of_placement(&self, placement: &Placement) -> Vec<SceneStep> {
        let mut steps = Vec::new();
        let (Some(marble), Some(cell)) = (placement.marble, placement.cell) else {
            return steps;
        };
        let placed = SceneEvent::moves(self.item(marble), self.name(cell));
        steps.push(vec![placed.becoming(ScenePiece::single(kind(marble)))]);
        let gone = |cell| SceneEvent::changes(self.name(cell)).on(Ground::Gone);
        steps.extend(placement.ring.map(|ring| vec![gone(ring)]));
        for group in &placement.claims {
            let taken = group.into_iter().filter_map(|at| {
                let lying = if at == cell {
                    Some(marble)
                } else {
                    self.at.marble_at(at)
                };
                let to = captured(self.at.turn(), lying?);
                Some(SceneEvent::moves(self.name(at), to))
            });
            steps.push(taken.collect());
            steps.push(group.into_iter().map(gone).collect());
        }
        steps
    }

    /// A marble that has not jumped yet.
    fn standing(&self, from: Cell) -> Chain {
        Chain::new(self.at.occupancy(), from)
    }

    fn steps_of_chain(&self, chain: &Chain) -> Vec<SceneStep> {
        let mut at = chain.from;
        let steps = jumped(chain.from, chain.path).filter_map(|(over, to)| {
            let taken = captured(self.at.turn(), self.at.marble_at(over)?);
            let jump = SceneEvent::moves(self.name(at), self.name(to));
            at = to;
            Some(vec![jump, SceneEvent::moves(self.name(over), taken)])
        });
        steps.collect()
    }

    /// Why a cell cannot be touched.
    fn why_not_cell(&self, cell: Cell) -> Violation {
        match &self.part {
            Part::Pass { .. } => Violation::NoMarble,
            Part::Jump(None) => self.at.why_not_jumper(cell),
            Part::Jump(Some(chain)) => self.at.why_not_landing(chain, cell),
            Part::Place(placement) => self.why_not_placement(placement, cell),
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
            _ if placement.claims.iter().any(|group| group.has(cell)) => Violation::Claimed,
            _ => Violation::NotIsolated,
        }
    }

    /// Why a marble of the reserve, or of the captured ones of `owner`, cannot be touched.
    fn why_not_item(&self, marble: Marble, owner: Option<Side>) -> Violation {
        let is_reserve_empty = self.at.reserve() == NO_MARBLES;
        match &self.part {
            Part::Pass { .. } => Violation::NoMarble,
            Part::Jump(None) => self.at.must_capture(),
            Part::Jump(Some(_)) => Violation::JumpFirst,
            Part::Place(Placement { cell: Some(_), .. }) => Violation::MarblePlaced,
            Part::Place(_) if owner == Some(!self.at.turn()) => Violation::MarbleOfOpponent,
            Part::Place(_) if owner.is_some() && !is_reserve_empty => Violation::ReserveFirst,
            Part::Place(_)
                if !self.at.in_stock().any(|m| m == marble)
                    || owner.is_none() && is_reserve_empty =>
            {
                Violation::none_left(marble)
            }
            Part::Place(_) => Violation::ColourChosen,
        }
    }

    /// The move, if it is complete.
    fn complete(&self) -> Option<Move> {
        match &self.part {
            Part::Pass { passed } => passed.then_some(Move::Pass),
            Part::Jump(chain) => {
                let chain = chain.as_ref()?;
                chain.is_complete().then(|| chain.as_move())
            }
            Part::Place(placement) => {
                let Missing::Nothing = self.missing(placement) else {
                    return None;
                };
                Some(Move::Place {
                    marble: placement.marble?,
                    cell: placement.cell?,
                    ring: placement.ring,
                    claims: placement
                        .claims
                        .iter()
                        .fold(Bits::EMPTY, |all, &group| all | group),
                })
            }
        }
    }
}

impl MoveBuilder for ZertzMoveBuilder {
    fn next(&self) -> Vec<TouchOption> {
        match &self.part {
            Part::Pass { passed: false } => vec![TouchOption::pass()],
            Part::Pass { passed: true } => Vec::new(),
            Part::Jump(None) => {
                let marbles = self.at.occupancy().jumpers().into_iter();
                marbles
                    .map(|cell| TouchOption::place(self.name(cell), TouchEffect::Capture))
                    .collect()
            }
            Part::Jump(Some(chain)) => chain
                .jumps()
                .map(|Jump { over, to, .. }| {
                    TouchOption::place(self.name(to), TouchEffect::Capture)
                        .taking(vec![self.name(over)])
                })
                .collect(),
            Part::Place(placement) => self.options_of_placement(placement),
        }
    }

    fn touch(&mut self, touch: &str) {
        let cell = self.cell(touch);
        let mut part = self.part.clone();
        match &mut part {
            Part::Pass { passed } => *passed = touch == PASS,
            Part::Jump(chain) => {
                let jump = chain.as_ref().and_then(|chain| {
                    let leap = chain.jumps().find(|leap| Some(leap.to) == cell)?;
                    Some(chain.then(leap))
                });
                *chain = jump.or_else(|| cell.map(|cell| self.standing(cell)));
            }
            Part::Place(placement) => self.place(placement, touch),
        }
        self.part = part;
    }

    fn automatic(&self) -> Option<Id> {
        let Part::Place(placement) = &self.part else {
            return None;
        };
        match self.missing(placement) {
            Missing::Marble => {
                let mut marbles = self.at.in_stock();
                let only = marbles.next()?;
                marbles.next().is_none().then(|| self.item(only))
            }
            Missing::Ring(free) if free.count() == 1 => free.lowest().map(|ring| self.name(ring)),
            _ => None,
        }
    }

    fn removable(&self) -> Vec<Id> {
        let Part::Place(placement) = &self.part else {
            return Vec::new();
        };
        let claims = placement.claims.iter();
        claims.filter_map(|&group| self.claim(group)).collect()
    }

    fn marks(&self) -> Vec<Highlight> {
        match &self.part {
            Part::Pass { .. } | Part::Jump(None) => Vec::new(),
            Part::Jump(Some(chain)) => {
                vec![Highlight::new(Role::From, vec![self.name(chain.from)])]
            }
            Part::Place(placement) => {
                let from = placement.marble.filter(|_| placement.cell.is_none());
                let from = from.map(|marble| Highlight::new(Role::From, vec![self.item(marble)]));
                let claims = placement.claims.iter();
                let claims = claims.map(|&group| Highlight::new(Role::Chosen, self.names(group)));
                from.into_iter().chain(claims).collect()
            }
        }
    }

    fn steps(&self) -> Vec<SceneStep> {
        match &self.part {
            Part::Pass { .. } | Part::Jump(None) => Vec::new(),
            Part::Jump(Some(chain)) => self.steps_of_chain(chain),
            Part::Place(placement) => self.steps_of_placement(placement),
        }
    }

    fn arrows(&self) -> Vec<Vec<Id>> {
        match &self.part {
            Part::Jump(Some(chain)) => {
                let cells = std::iter::once(chain.from).chain(landings(chain.from, chain.path));
                vec![cells.map(|cell| self.name(cell)).collect()]
            }
            Part::Place(Placement {
                cell: Some(cell), ..
            }) => vec![vec![self.name(*cell)]],
            _ => Vec::new(),
        }
    }

    fn token(&self) -> Option<String> {
        self.complete().map(|m| self.at.token(m))
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

    fn reason(&self, touch: &str) -> Option<Text> {
        if let Some(cell) = self.cell(touch) {
            return Some(self.why_not_cell(cell).into());
        }
        let violation = Marble::ALL.into_iter().find_map(|marble| {
            if reserve(marble) == touch {
                return Some(self.why_not_item(marble, None));
            }
            let mut sides = Side::ALL.into_iter();
            let owner = sides.find(|&side| captured(side, marble) == touch)?;
            Some(self.why_not_item(marble, Some(owner)))
        });
        violation.map(Text::from)
    }

    fn describe(&self) -> Text {
        match self.complete() {
            Some(Move::Pass) | None => COMMON_TEXTS.text("turn.pass"),
            Some(Move::Jump { from, path }) => {
                let to = landings(from, path).last().unwrap_or(from);
                let [from, to] = [("from", self.name(from)), ("to", self.name(to))];
                match path.len() {
                    1 => TEXTS.with("turn.capture-one", [from, to]),
                    n => TEXTS.with("turn.capture", [from, to, ("captured", n.to_string())]),
                }
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
                key.push_str(match claimed {
                    0 => "",
                    1 => ".claim-one",
                    _ => ".claim",
                });
                let claimed = (claimed > 1).then(|| ("claimed", claimed.to_string()));
                TEXTS.with(key, [place].into_iter().chain(ring).chain(claimed))
            }
        }
    }
}

impl Touch for Position {
    type MoveBuilder = ZertzMoveBuilder;

    fn move_builder(&self) -> ZertzMoveBuilder {
        let part = if self.can_jump() {
            Part::Jump(None)
        } else if self.available_marbles() == NO_MARBLES {
            Part::Pass { passed: false }
        } else {
            Part::Place(Placement::default())
        };
        ZertzMoveBuilder { at: *self, part }
    }

    fn touch_sequence(&self, m: Move) -> Vec<Id> {
        let builder = self.move_builder();
        match m {
            Move::Pass => vec![PASS.to_owned()],
            Move::Jump { from, path } => {
                let cells = std::iter::once(from).chain(landings(from, path));
                cells.map(|cell| builder.name(cell)).collect()
            }
            Move::Place {
                marble,
                cell,
                ring,
                claims,
            } => {
                let mut touches = vec![builder.item(marble), builder.name(cell)];
                touches.extend(ring.map(|ring| builder.name(ring)));
                let mut rest = claims;
                while let Some(first) = rest.lowest() {
                    let claimed = group(first, claims);
                    touches.extend(builder.claim(claimed));
                    rest = rest.minus(claimed);
                }
                if claims != self.placement_at(cell, ring).groups.all() {
                    touches.push(DONE.to_owned());
                }
                touches
            }
        }
    }
}
