//! A GIPF move under construction: pieces to remove; a kind of piece, a dot and a line, or a charged piece and
//! its landing; then pieces to remove again.

use super::TEXTS;
use super::board::{ENTRIES, ENTRY_COUNT, POINTS, entry, shifted};
use super::moves::{Action, Kind, Move};
use super::names::{coords_of, dot_name, point_name, point_named};
use super::partial_removal::PartialRemoval;
use super::picture::places;
use super::position::{PieceKind, Position};
use super::reasons::Violation;
use super::setup::{hand, kind as kind_word};
use super::variant::Variant;
use crate::board::hex::Direction;
use crate::board::{Bits, Cell};
use crate::picture::{
    DONE, Highlight, Id, PartialMove, Picture, Role, Scene, SceneEvent, ScenePiece, SceneStep,
    Touch, TouchEffect, TouchOption,
};
use crate::rules::{MoveError, Notation, Rules, Side, Text};

/// The axial coordinates of a dot.
type Dot = (i8, i8);

/// A move as far as it has been chosen.
#[derive(Clone, Debug)]
pub struct GipfMove {
    at: Position,
    before: PartialRemoval,
    action: PartialAction,
    after: Option<PartialRemoval>,
}

/// The parts of the action so far.
#[derive(Clone, Copy, Debug)]
enum PartialAction {
    Nothing,
    Kind(Kind),
    Dot(Kind, Dot),
    Charged(Cell),
    Done(Action),
}

/// What one touch decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Choice {
    /// A piece to remove, the first point of the line to push along, or the landing of a potential.
    Point(Cell),
    /// The kind of piece to enter, from the hand of a player.
    Kind(Side, Kind),
    /// The dot where a piece enters.
    Dot(Dot),
    /// The charged piece whose potential jumps.
    Jumper(Cell),
    /// The end of a removal.
    Done,
}

/// The dots, each once.
fn dots() -> Vec<Dot> {
    let mut dots: Vec<Dot> = ENTRIES.iter().map(|entry| entry.dot).collect();
    dots.dedup();
    dots
}

impl GipfMove {
    /// A move without choices.
    pub(super) fn new(at: &Position) -> GipfMove {
        GipfMove {
            at: *at,
            before: PartialRemoval::before(at),
            action: PartialAction::Nothing,
            after: None,
        }
    }

    /// The position after the first removal.
    fn cleared(&self) -> Position {
        let mut cleared = self.at;
        cleared.remove(self.before.set(), self.at.turn());
        cleared
    }

    /// The position after the action.
    fn acted(&self, action: Action) -> Position {
        let mut acted = self.cleared();
        acted.act(action);
        acted
    }

    /// Whether the first removal ends the game.
    fn wins_at_once(&self) -> bool {
        self.before.set().any() && self.cleared().winner_by_gipf(self.at.turn()).is_some()
    }

    /// Whether the first removal completes the move.
    fn ends_early(&self) -> bool {
        let asked = self.before.done || !self.before.touched.is_empty();
        matches!(self.action, PartialAction::Nothing)
            && asked
            && self.before.is_complete()
            && self.wins_at_once()
    }

    /// Whether the board shows the first removal.
    fn is_cleared(&self) -> bool {
        !matches!(self.action, PartialAction::Nothing) || self.before.done || self.ends_early()
    }

    /// The kinds of pieces that the player can enter after the first removal.
    fn kinds(&self) -> Vec<Kind> {
        let cleared = self.cleared();
        let kinds = Kind::ALL.into_iter();
        kinds.filter(|&kind| cleared.may_enter(kind)).collect()
    }

    /// The legal entries from a dot after the first removal.
    fn entries(&self, dot: Dot) -> impl Iterator<Item = u8> {
        let cleared = self.cleared();
        (0..ENTRY_COUNT as u8)
            .filter(move |&number| entry(number).dot == dot && cleared.pushed_by(number).is_some())
    }

    /// The jump of the potential on `from` that lands on a point.
    fn jump(&self, from: Cell, to: Cell) -> Option<Action> {
        let cleared = self.cleared();
        let mut directions = Direction::ALL.into_iter();
        let direction = directions.find(|&d| cleared.landing(from, d) == Some(to.bit()))?;
        Some(Action::Jump(from, direction))
    }

    /// Checks that an action can begin.
    fn begin(&self) -> Result<(), Violation> {
        match self.action {
            PartialAction::Nothing if !self.before.is_legal() => Err(Violation::ChooseFirst),
            PartialAction::Nothing if self.wins_at_once() => Err(Violation::EndsGame),
            PartialAction::Nothing => Ok(()),
            PartialAction::Kind(_) => Err(Violation::DotFirst),
            PartialAction::Dot(..) => Err(Violation::LineFirst),
            PartialAction::Charged(_) => Err(Violation::LandingFirst),
            PartialAction::Done(_) => Err(Violation::InPlay),
        }
    }

    fn choose_kind(&mut self, owner: Side, kind: Kind) -> Result<(), Violation> {
        if owner != self.at.turn() {
            return Err(Violation::HandOfOpponent);
        }
        self.begin()?;
        let kinds = self.kinds();
        if kinds.len() < 2 || !kinds.contains(&kind) {
            return Err(self.cleared().why_not_kind(kind));
        }
        self.action = PartialAction::Kind(kind);
        Ok(())
    }

    fn choose_dot(&mut self, dot: Dot) -> Result<(), Violation> {
        let kind = match self.action {
            PartialAction::Kind(kind) => kind,
            _ => {
                self.begin()?;
                match self.kinds()[..] {
                    [] => return Err(Violation::NoPieces),
                    [only] => only,
                    _ => return Err(Violation::KindFirst),
                }
            }
        };
        self.entries(dot).next().ok_or(Violation::DotFull)?;
        self.action = PartialAction::Dot(kind, dot);
        Ok(())
    }

    fn choose_jumper(&mut self, point: Cell) -> Result<(), Violation> {
        self.begin()?;
        let cleared = self.cleared();
        if !cleared.jumpers().has(point) {
            return Err(cleared.why_not_jumper(point));
        }
        self.action = PartialAction::Charged(point);
        Ok(())
    }

    fn choose_point(&mut self, point: Cell) -> Result<(), Violation> {
        match self.action {
            PartialAction::Nothing if self.before.is_complete() => {
                return Err(match self.before.set().has(point) {
                    _ if self.wins_at_once() => Violation::TakeFirst,
                    true => Violation::GoesFirst,
                    false => self.at.why_not_jumper(point),
                });
            }
            PartialAction::Nothing => touch(&mut self.before, point)?,
            PartialAction::Kind(_) => return Err(Violation::DotFirst),
            PartialAction::Dot(kind, dot) => {
                let entry = self.entries(dot).find(|&n| entry(n).first == point);
                let number = entry.ok_or_else(|| why_not_line(dot, point))?;
                self.act(Action::Enter(kind, number));
            }
            PartialAction::Charged(from) => {
                let jump = self.jump(from, point);
                self.act(jump.ok_or_else(|| self.cleared().why_not_landing(from, point))?);
            }
            PartialAction::Done(_) => match &mut self.after {
                Some(after) => touch(after, point)?,
                None => return Err(Violation::InPlay),
            },
        }
        Ok(())
    }

    fn act(&mut self, action: Action) {
        self.action = PartialAction::Done(action);
        self.after = Some(PartialRemoval::after(&self.acted(action)));
    }

    fn end_removal(&mut self) -> Result<(), Violation> {
        if let Some(after) = &mut self.after {
            if !after.is_legal() {
                return Err(Violation::RowAfter);
            }
            after.done = true;
            return Ok(());
        }
        match self.begin() {
            Ok(()) if self.before.is_complete() => return Err(Violation::ActionMissing),
            Ok(()) | Err(Violation::EndsGame) => self.before.done = true,
            Err(reason) => return Err(reason),
        }
        Ok(())
    }

    /// The position that the board shows.
    fn shown(&self) -> Position {
        let mut shown = match self.action {
            PartialAction::Done(action) => self.acted(action),
            _ if self.is_cleared() => self.cleared(),
            _ => self.at,
        };
        if let (Some(m), Some(_)) = (self.made(), &self.after) {
            shown.remove(m.after(), self.at.turn());
        }
        shown
    }

    /// The step that begins an action: the piece on its dot, or the push.
    fn action_step(&self) -> SceneStep {
        match self.action {
            PartialAction::Dot(kind, dot) => {
                vec![SceneEvent::moves(hand(self.at.turn(), kind), dot_name(dot))]
            }
            PartialAction::Done(Action::Enter(_, number)) => {
                let entry = entry(number);
                let pushed = self.cleared().pushed_by(number).unwrap_or_default();
                let moved = pushed.into_iter().map(|from| {
                    let to = places(shifted(from.bit(), entry.direction)).concat();
                    SceneEvent::moves(point_name(from), to)
                });
                let entered = SceneEvent::moves(dot_name(entry.dot), point_name(entry.first));
                moved.chain([entered]).collect()
            }
            _ => SceneStep::new(),
        }
    }

    /// Whether the action is a jump.
    pub(in crate::games) fn is_jump(&self) -> bool {
        matches!(
            self.action,
            PartialAction::Charged(_) | PartialAction::Done(Action::Jump(..))
        )
    }

    /// Both ends of the action.
    fn ends(&self) -> Option<[Id; 2]> {
        match self.action {
            PartialAction::Done(Action::Enter(_, number)) => {
                let entry = entry(number);
                Some([dot_name(entry.dot), point_name(entry.first)].map(Id::from))
            }
            PartialAction::Done(Action::Jump(from, direction)) => {
                let landing = self.cleared().landing(from, direction)?.lowest()?;
                Some([point_name(from), point_name(landing)].map(Id::from))
            }
            _ => None,
        }
    }

    fn read_action(&self, part: &str) -> Result<Vec<Choice>, MoveError> {
        let variant = self.at.variant();
        let form = || {
            let form = match variant {
                Variant::Basic | Variant::Standard => "an entry like a4-b5",
                Variant::Tournament => "an entry like a4-b5 or Ga4-b5",
                Variant::Zertz => "an entry like a4-b5, Ga4-b5 or Za4-b5, or a jump like c3^e5",
            };
            MoveError::syntax(part, form)
        };
        let (kind, [a, b, sign, c, d]) = match *part.as_bytes() {
            [a, b, sign, c, d] => (Kind::Basic, [a, b, sign, c, d]),
            [b'G', a, b, b'-', c, d] => (Kind::Gipf, [a, b, b'-', c, d]),
            [b'Z', a, b, b'-', c, d] => (Kind::Charged, [a, b, b'-', c, d]),
            _ => return Err(form()),
        };
        let to = point_named([c, d]).ok_or_else(form)?;
        if sign == b'^' && variant == Variant::Zertz {
            let from = point_named([a, b]).ok_or_else(form)?;
            return Ok(vec![Choice::Jumper(from), Choice::Point(to)]);
        }
        let dot = coords_of([a, b]).filter(|dot| dots().contains(dot));
        let dot = dot.filter(|_| sign == b'-' && variant.kinds().contains(&kind));
        let entry = [Choice::Dot(dot.ok_or_else(form)?), Choice::Point(to)];
        let is_only = self.kinds() == [kind];
        let kind = (!is_only).then_some(Choice::Kind(self.at.turn(), kind));
        Ok(kind.into_iter().chain(entry).collect())
    }
}

/// Chooses a piece to remove.
fn touch(removal: &mut PartialRemoval, point: Cell) -> Result<(), Violation> {
    if !removal.open().has(point) {
        return Err(removal.why_not(point));
    }
    removal.touched.push(point);
    Ok(())
}

/// Why no line begins at a point.
fn why_not_line(dot: Dot, point: Cell) -> Violation {
    let begins = ENTRIES
        .iter()
        .any(|entry| entry.dot == dot && entry.first == point);
    match begins {
        true => Violation::LineFull,
        false => Violation::NotNext {
            dot: dot_name(dot).into(),
        },
    }
}

/// The pieces that go back to the hand of the side to move with a removal.
fn returned(position: &Position, set: Bits) -> SceneStep {
    let side = position.turn();
    let back = set & position.pieces(side).minus(position.used());
    back.into_iter()
        .map(|point| SceneEvent::moves(point_name(point), hand(side, Kind::Basic)))
        .collect()
}

/// Reads the points of a removal, in ascending order.
fn read_points(part: &str, names: &str) -> Result<Bits, MoveError> {
    let wrong = |expected| MoveError::syntax(part, expected);
    let (names, rest) = names.as_bytes().as_chunks::<2>();
    if names.is_empty() || !rest.is_empty() {
        return Err(wrong("x and the names of points"));
    }
    let mut set = Bits::EMPTY;
    for &name in names {
        let point = point_named(name).ok_or_else(|| wrong("names of points"))?;
        if set.0 >> point.0 != 0 {
            return Err(wrong("points in ascending order"));
        }
        set = set.with(point);
    }
    Ok(set)
}

impl PartialMove for GipfMove {
    type Choice = Choice;
    type Move = Move;

    const END: Choice = Choice::Done;

    fn choices(&self) -> Vec<Choice> {
        let side = self.at.turn();
        let points = POINTS.into_iter().map(Choice::Point);
        let kinds = Kind::ALL.map(|kind| Choice::Kind(side, kind));
        let dots = dots().into_iter().map(Choice::Dot);
        let charged = self.at.pieces(side) & self.at.charged();
        points
            .chain([Choice::Done])
            .chain(kinds)
            .chain(dots)
            .chain(charged.into_iter().map(Choice::Jumper))
            .filter(|&choice| self.clone().choose(choice).is_ok())
            .collect()
    }

    fn choose(&mut self, choice: Choice) -> Result<(), Text> {
        if self.made().is_some() {
            return Err(Violation::InPlay.into());
        }
        let chosen = match choice {
            Choice::Point(point) => self.choose_point(point),
            Choice::Kind(owner, kind) => self.choose_kind(owner, kind),
            Choice::Dot(dot) => self.choose_dot(dot),
            Choice::Jumper(point) => self.choose_jumper(point),
            Choice::Done => self.end_removal(),
        };
        chosen.map_err(Text::from)
    }

    fn made(&self) -> Option<Move> {
        if self.ends_early() {
            return Some(Move::ending(self.before.set()));
        }
        let after = self.after.as_ref().filter(|after| after.is_complete())?;
        match self.action {
            PartialAction::Done(action) => Some(Move::new(self.before.set(), action, after.set())),
            _ => None,
        }
    }

    /// A corner has one line; at another dot, one of two lines may be full.
    fn automatic(&self) -> Option<Choice> {
        if !matches!(self.action, PartialAction::Dot(..)) {
            return None;
        }
        match self.choices()[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    fn option(&self, choice: Choice) -> TouchOption {
        match choice {
            Choice::Point(point) => match self.action {
                PartialAction::Nothing | PartialAction::Done(_) => {
                    TouchOption::place(point_name(point), TouchEffect::Remove)
                        .labelled(TEXTS.text("touch.take"))
                }
                PartialAction::Charged(_) => {
                    TouchOption::place(point_name(point), TouchEffect::Move)
                }
                PartialAction::Kind(_) | PartialAction::Dot(..) => {
                    TouchOption::place(point_name(point), TouchEffect::Place)
                }
            },
            Choice::Kind(owner, kind) => TouchOption::supply(hand(owner, kind), TouchEffect::Place),
            Choice::Dot(dot) => TouchOption::place(dot_name(dot), TouchEffect::Place),
            // The id of the point alone selects the piece for removal.
            Choice::Jumper(point) => TouchOption {
                touch: format!("{}^", point_name(point)),
                ..TouchOption::place(point_name(point), TouchEffect::Move)
                    .labelled(TEXTS.text("touch.jump"))
            },
            Choice::Done => TouchOption::done(TouchEffect::Finish),
        }
    }

    fn choice_of(&self, touch: &str) -> Option<Choice> {
        if let Some(point) = Position::point(touch) {
            return Some(Choice::Point(point));
        }
        if touch == DONE {
            let asked = self.after.is_some() || self.before.possible().any();
            return asked.then_some(Choice::Done);
        }
        let jumper = touch.strip_suffix('^').and_then(Position::point);
        let kinds = Side::ALL.into_iter().flat_map(|side| {
            let kinds = self.at.variant().kinds().iter();
            kinds.map(move |&kind| Choice::Kind(side, kind))
        });
        let mut choices = jumper
            .map(Choice::Jumper)
            .into_iter()
            .chain(kinds)
            .chain(dots().into_iter().map(Choice::Dot));
        choices.find(|&choice| self.option(choice).touch == touch)
    }

    fn read(&self, part: &str) -> Result<Vec<Choice>, MoveError> {
        let removal = match (&self.after, self.action) {
            (None, PartialAction::Nothing) => Some(&self.before),
            (after, _) => after.as_ref(),
        };
        match (part.strip_prefix('x'), removal) {
            (Some(names), Some(removal)) => {
                let set = read_points(part, names)?;
                if !set.within(removal.possible()) {
                    return Err(MoveError::illegal(part, Violation::NotRows));
                }
                let touches = removal.touches(set).into_iter();
                Ok(touches.map(Choice::Point).collect())
            }
            (None, _) if self.after.is_none() => self.read_action(part),
            _ => Err(MoveError::syntax(
                part,
                "[x<points>,]<action>[,x<points>] or x<points>",
            )),
        }
    }

    fn scene(&self) -> Scene {
        let scene = self.shown().scene();
        let PartialAction::Dot(kind, dot) = self.action else {
            return scene;
        };
        // The hand after the entry, and the piece still on its dot.
        let entry = self.entries(dot).next();
        let entered = entry.map(|number| self.acted(Action::Enter(kind, number)).scene());
        let piece = ScenePiece::single(kind_word(self.at.turn(), PieceKind::Piece(kind)));
        let mut scene = Scene {
            supplies: entered.map_or_else(|| scene.supplies.clone(), |entered| entered.supplies),
            ..scene
        };
        scene.apply(&[SceneEvent::appears(dot_name(dot)).becoming(piece)]);
        scene
    }

    fn origin(&self) -> Option<Id> {
        match self.action {
            PartialAction::Kind(kind) => Some(hand(self.at.turn(), kind)),
            PartialAction::Dot(_, dot) => Some(dot_name(dot).into()),
            PartialAction::Charged(point) => Some(point_name(point).into()),
            PartialAction::Nothing | PartialAction::Done(_) => None,
        }
    }

    fn stages(&self, _: Choice, after: &GipfMove) -> Vec<(Scene, SceneStep)> {
        let mut stages = Vec::new();
        if after.is_cleared() && !self.is_cleared() {
            let returned = returned(&self.at, after.before.set());
            stages.push((after.cleared().scene(), returned));
        }
        let acted = match after.action {
            PartialAction::Done(action) if self.after.is_none() => {
                Some(after.acted(action).scene())
            }
            PartialAction::Dot(..) => Some(after.scene()),
            _ => None,
        };
        stages.extend(acted.map(|scene| (scene, after.action_step())));
        if let (Some(m), PartialAction::Done(action)) = (after.made(), after.action) {
            let returned = returned(&after.acted(action), m.after());
            stages.push((after.scene(), returned));
        }
        stages
    }

    fn takes(&self, choice: Choice) -> Option<Vec<Id>> {
        let removal = match self.action {
            PartialAction::Nothing => Some(&self.before),
            _ => self.after.as_ref(),
        }?;
        match choice {
            Choice::Point(point) => Some(places(removal.taken_with(point))),
            Choice::Done => Some(places(removal.set())),
            _ => None,
        }
    }

    fn is_removable(&self, choice: Choice) -> bool {
        let Choice::Point(point) = choice else {
            return false;
        };
        let first = &self.before.touched;
        match (&self.after, self.action) {
            // The same word can also be the touch of the line, of the landing or of an earlier removal. Then
            // it does not identify the touch to take back.
            (Some(after), _) if !after.done => {
                let ends = self.ends().into_iter().flatten();
                let is_other = first.contains(&point)
                    || ends
                        .into_iter()
                        .any(|id| id == point_name(point).to_string());
                after.touched.contains(&point) && !is_other
            }
            (None, PartialAction::Nothing) if !self.before.done => first.contains(&point),
            _ => false,
        }
    }

    fn marks(&self) -> Vec<Highlight> {
        if let Some(from) = self.origin() {
            return vec![Highlight::new(Role::From, vec![from])];
        }
        match &self.after {
            None => self.before.marks(),
            Some(after) if self.made().is_none() => after.marks(),
            Some(_) => Vec::new(),
        }
    }

    fn token(&self) -> Option<String> {
        self.made().map(|m| self.at.token(m))
    }

    fn hint(&self) -> Text {
        let is_legal = |removal: &PartialRemoval| removal.is_legal();
        TEXTS.text(match self.action {
            PartialAction::Nothing if self.before.is_complete() => match self.kinds().len() {
                _ if self.wins_at_once() => "hint.take",
                0 => "hint.charged",
                1 => "hint.dot",
                _ => "hint.kind",
            },
            PartialAction::Nothing if !self.before.is_legal() => "hint.choose",
            PartialAction::Nothing if self.wins_at_once() => "hint.choose-or-end",
            PartialAction::Nothing => "hint.choose-or-act",
            PartialAction::Kind(_) => "hint.dot",
            PartialAction::Dot(..) => "hint.line",
            PartialAction::Charged(_) => "hint.landing",
            PartialAction::Done(_) if self.after.as_ref().is_some_and(is_legal) => {
                "hint.choose-or-end"
            }
            PartialAction::Done(_) => "hint.choose",
        })
    }

    fn describe(&self) -> Text {
        let Some(m) = self.made() else {
            return self.hint();
        };
        let list = |set: Bits| places(set).join(" ");
        let mut key = match m.action() {
            None => "turn.take",
            Some(Action::Enter(Kind::Basic, _)) => "turn.enter",
            Some(Action::Enter(Kind::Gipf, _)) => "turn.enter-gipf",
            Some(Action::Enter(Kind::Charged, _)) => "turn.enter-charged",
            Some(Action::Jump(..)) => "turn.jump",
        }
        .to_owned();
        let mut args = Vec::new();
        if m.before().any() {
            args.push(("before", list(m.before())));
            key.push_str(if m.action().is_some() { ".before" } else { "" });
        }
        if let Some([from, to]) = self.ends() {
            args.extend([("from", from), ("to", to)]);
        }
        if m.after().any() {
            args.push(("after", list(m.after())));
            key.push_str(".after");
        }
        TEXTS.with(key, args)
    }
}

impl Touch for Position {
    type PartialMove = GipfMove;

    fn partial_move(&self) -> GipfMove {
        GipfMove::new(self)
    }
}
