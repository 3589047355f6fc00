//! A ZÈRTZ move under construction: a colour, a ring to place on, a ring to remove and groups to claim; or a
//! marble and each of its landings.

use super::TEXTS;
use super::board::group;
use super::jumps::{Chain, Jump};
use super::movegen::Groups;
use super::moves::Move;
use super::notation::landings;
use super::position::Position;
use super::reasons::Violation;
use super::setup::{captured, kind, reserve};
use super::variant::{Marble, NO_MARBLES, marble_of};
use crate::board::{Bits, Cell, Layout};
use crate::picture::{
    COMMON_TEXTS, Highlight, Id, PartialMove, Picture, Role, Scene, Touch, TouchEffect, TouchOption,
};
use crate::rules::{MoveError, Notation, PASS, Rules, Side, Text};

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
    Claims(Groups),
    Nothing,
}

/// What one touch decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// A marble of the reserve, or one that this player has captured.
    Marble(Option<Side>, Marble),
    /// A marble that jumps, its landing, the ring to place on, or the ring to remove.
    Cell(Cell),
    /// The group to claim with this first cell.
    Claim(Cell),
    /// The end of the claims.
    Done,
    /// The pass of a player without marbles.
    Pass,
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
        let groups = self.at.placement_at(cell, placement.ring).groups;
        if placement.done || groups.all() == placement.claims {
            Missing::Nothing
        } else {
            Missing::Claims(groups)
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

    fn place(&self, placement: &mut Placement, choice: Choice) -> Result<(), Violation> {
        match (choice, self.missing(placement)) {
            (Choice::Marble(owner, marble), Missing::Marble)
                if owner == self.supplier() && self.at.in_stock().any(|m| m == marble) =>
            {
                placement.marble = Some(marble);
            }
            (Choice::Marble(owner, marble), _) => return Err(self.why_not_item(marble, owner)),
            (Choice::Cell(cell), Missing::Cell) if self.at.vacant().has(cell) => {
                placement.cell = Some(cell);
            }
            (Choice::Cell(cell), Missing::Ring(free)) if free.has(cell) => {
                placement.ring = Some(cell);
            }
            (Choice::Claim(first), Missing::Claims(groups))
                if groups.all().has(first) && !placement.claims.has(first) =>
            {
                placement.claims |= group(first, groups.all());
            }
            (Choice::Cell(cell) | Choice::Claim(cell), _) => {
                return Err(self.why_not_placement(placement, cell));
            }
            (Choice::Done, Missing::Claims(_)) => placement.done = true,
            (Choice::Done, _) => return Err(Violation::RingMissing),
            (Choice::Pass, _) => {}
        }
        Ok(())
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

    /// Why a marble of the reserve, or of the captured ones of `owner`, cannot be placed.
    fn why_not_item(&self, marble: Marble, owner: Option<Side>) -> Violation {
        match &self.part {
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
        }
    }

    /// The choices that the parts of a placement mean.
    fn read_placement(&self, placement: &Placement, part: &str) -> Result<Vec<Choice>, MoveError> {
        let malformed = |expected| Err(MoveError::syntax(part, expected));
        match self.missing(placement) {
            Missing::Marble | Missing::Cell => {
                let marble = part.chars().next().and_then(marble_of);
                let cell = part.get(1..).and_then(|cell| self.cell(cell));
                match marble.zip(cell) {
                    Some((marble, cell)) => Ok(vec![
                        Choice::Marble(self.supplier(), marble),
                        Choice::Cell(cell),
                    ]),
                    None => malformed("w, g or b and a cell, then the ring to remove"),
                }
            }
            Missing::Ring(_) => match self.cell(part) {
                Some(ring) => Ok(vec![Choice::Cell(ring)]),
                None => Err(MoveError::illegal(part, Violation::RingMissing)),
            },
            Missing::Claims(groups) if placement.claims.is_empty() => {
                let first_cells = groups.as_slice().iter().filter_map(|group| group.lowest());
                let mut open = first_cells.map(|cell| (cell, self.name(cell)));
                let mut rest = part.strip_prefix('x').filter(|names| !names.is_empty());
                let mut claims = Vec::new();
                while let Some(names) = rest.filter(|names| !names.is_empty()) {
                    let first = open.find(|(_, name)| names.starts_with(name));
                    claims.extend(first.as_ref().map(|(cell, _)| Choice::Claim(*cell)));
                    rest = first.and_then(|(_, name)| names.get(name.len()..));
                }
                match rest {
                    Some(_) => Ok(claims),
                    None => {
                        malformed("x and the first cells of groups that become full and cut off")
                    }
                }
            }
            Missing::Claims(_) | Missing::Nothing => malformed("nothing after the claims"),
        }
    }

    /// The choices that a chain of jumps means.
    fn read_chain(&self, part: &str) -> Result<Vec<Choice>, MoveError> {
        let mut choices = Vec::new();
        for (number, name) in part.split('x').enumerate() {
            let Some(cell) = self.cell(name) else {
                return Err(match part.chars().next().and_then(marble_of) {
                    _ if number > 0 => MoveError::syntax(part, "x and a cell for each landing"),
                    Some(_) => MoveError::illegal(part, self.at.must_capture()),
                    None => MoveError::syntax(part, "a jump such as d4xd6 (capture is compulsory)"),
                });
            };
            choices.push(Choice::Cell(cell));
        }
        Ok(choices)
    }
}

impl PartialMove for ZertzMove {
    type Choice = Choice;
    type Move = Move;

    const END: Choice = Choice::Done;

    fn choices(&self) -> Vec<Choice> {
        let cells = |cells: Bits| cells.into_iter().map(Choice::Cell).collect();
        match &self.part {
            Part::Pass { passed: false } => vec![Choice::Pass],
            Part::Pass { passed: true } => Vec::new(),
            Part::Jump(None) => cells(self.at.occupancy().jumpers()),
            Part::Jump(Some(chain)) => chain.jumps().map(|jump| Choice::Cell(jump.to)).collect(),
            Part::Place(placement) => match self.missing(placement) {
                Missing::Marble => {
                    let supplier = self.supplier();
                    let marbles = self.at.in_stock();
                    marbles
                        .map(|marble| Choice::Marble(supplier, marble))
                        .collect()
                }
                Missing::Cell => cells(self.at.vacant()),
                Missing::Ring(free) => cells(free),
                Missing::Claims(groups) => {
                    let first_cells = groups.as_slice().iter().filter_map(|group| group.lowest());
                    let open = first_cells.filter(|&cell| !placement.claims.has(cell));
                    open.map(Choice::Claim).chain([Choice::Done]).collect()
                }
                Missing::Nothing => Vec::new(),
            },
        }
    }

    fn choose(&mut self, choice: Choice) -> Result<(), Text> {
        if choice == Choice::Pass && !matches!(self.part, Part::Pass { .. }) {
            return Err(COMMON_TEXTS.text("reason.pass"));
        }
        let mut part = self.part.clone();
        match (&mut part, choice) {
            (Part::Pass { passed }, Choice::Pass) => *passed = true,
            (Part::Pass { .. }, _) => return Err(Violation::NoMarble.into()),
            (_, Choice::Marble(owner, marble)) if matches!(self.part, Part::Jump(_)) => {
                return Err(self.why_not_item(marble, owner).into());
            }
            (Part::Jump(None), Choice::Cell(cell)) if self.at.occupancy().jumpers().has(cell) => {
                part = Part::Jump(Some(Chain::new(self.at.occupancy(), cell)));
            }
            (Part::Jump(None), Choice::Cell(cell)) => {
                return Err(self.at.why_not_jumper(cell).into());
            }
            (Part::Jump(Some(chain)), Choice::Cell(cell)) => {
                let jump = chain.jumps().find(|jump: &Jump| jump.to == cell);
                let jump = jump.ok_or_else(|| self.at.why_not_landing(chain, cell))?;
                *chain = chain.then(jump);
            }
            (Part::Jump(None), _) => return Err(self.at.must_capture().into()),
            (Part::Jump(Some(_)), _) => return Err(Violation::JumpAgain.into()),
            (Part::Place(placement), choice) => self.place(placement, choice)?,
        }
        self.part = part;
        Ok(())
    }

    fn made(&self) -> Option<Move> {
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

    fn automatic(&self) -> Option<Choice> {
        match (&self.part, self.choices().as_slice()) {
            (Part::Place(Placement { marble: None, .. }), [only]) => Some(*only),
            (Part::Place(Placement { cell: Some(_), .. }), [only]) => Some(*only),
            _ => None,
        }
    }

    fn option(&self, choice: Choice) -> TouchOption {
        match choice {
            Choice::Marble(None, marble) => {
                TouchOption::supply(reserve(marble), TouchEffect::Place)
            }
            Choice::Marble(Some(side), marble) => {
                TouchOption::supply(captured(side, marble), TouchEffect::Place)
            }
            Choice::Cell(cell) => {
                let effect = match &self.part {
                    Part::Place(Placement { cell: Some(_), .. }) => TouchEffect::Remove,
                    Part::Place(_) | Part::Pass { .. } => TouchEffect::Place,
                    Part::Jump(_) => TouchEffect::Capture,
                };
                TouchOption::place(self.name(cell), effect)
            }
            // The touch is the claim of the notation.
            Choice::Claim(first) => {
                let touch = format!("x{}", self.name(first));
                let claimed = match &self.part {
                    Part::Place(placement) => match self.missing(placement) {
                        Missing::Claims(groups) => group(first, groups.all()),
                        _ => Bits::EMPTY,
                    },
                    _ => Bits::EMPTY,
                };
                TouchOption {
                    at: self.at.variant().shape().names(claimed),
                    ..TouchOption::place(touch, TouchEffect::Claim)
                }
            }
            Choice::Done => TouchOption::done(TouchEffect::Finish),
            Choice::Pass => TouchOption::pass(),
        }
    }

    fn choice_of(&self, touch: &str) -> Option<Choice> {
        if let Some(cell) = self.cell(touch) {
            return Some(Choice::Cell(cell));
        }
        let owners = [None, Some(Side::One), Some(Side::Two)];
        let marbles = owners
            .into_iter()
            .flat_map(|owner| Marble::ALL.map(|m| Choice::Marble(owner, m)));
        // The button says that the move can end, so that a token without a ring has its own reason.
        let done = self
            .choices()
            .contains(&Choice::Done)
            .then_some(Choice::Done);
        let mut choices = marbles.chain(done).chain([Choice::Pass]);
        choices.find(|&choice| self.option(choice).touch == touch)
    }

    fn read(&self, part: &str) -> Result<Vec<Choice>, MoveError> {
        match &self.part {
            _ if part == PASS => Ok(vec![Choice::Pass]),
            Part::Pass { .. } => Err(MoveError::illegal(part, Violation::NoMarble)),
            Part::Jump(None) => self.read_chain(part),
            Part::Jump(Some(_)) => Err(MoveError::syntax(part, "nothing after the jumps")),
            Part::Place(placement) => self.read_placement(placement, part),
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
            }) => Some(self.option(Choice::Marble(self.supplier(), *marble)).touch),
            _ => None,
        }
    }

    fn is_removable(&self, choice: Choice) -> bool {
        matches!(choice, Choice::Claim(_))
    }

    fn marks(&self) -> Vec<Highlight> {
        let from = match &self.part {
            Part::Jump(Some(chain)) => Some(self.name(chain.from)),
            _ => self.origin(),
        };
        let from = from.map(|from| Highlight::new(Role::From, vec![from]));
        from.into_iter().collect()
    }

    fn token(&self) -> Option<String> {
        self.made().map(|m| self.at.token(m))
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
        match self.made() {
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
    type PartialMove = ZertzMove;

    fn partial_move(&self) -> ZertzMove {
        ZertzMove::new(self)
    }
}
