//! Builds a move by touches: pieces to remove; a kind of piece, a dot and a line, or a charged piece and its
//! landing; then pieces to remove again.

use super::TEXTS;
use super::board::{ENTRIES, ENTRY_COUNT, entry, shifted};
use super::families::Removals;
use super::names::{name_at, spelled};
use super::picture::{named, places};
use super::position::{PieceKind, Position};
use super::reasons::Violation;
use super::setup::{hand, kind as kind_word};
use super::taking::Taking;
use super::turn::{Action, Kind, Move};
use crate::board::hex::Direction;
use crate::board::{Bits, Cell};
use crate::picture::{
    DONE, Highlight, Id, MoveBuilder, Role, SceneEvent, ScenePiece, SceneStep, Touch, TouchEffect,
    TouchOption,
};
use crate::rules::{Notation, Rules, Side, Text};

/// A move under construction.
#[derive(Clone, Debug)]
pub struct GipfMoveBuilder {
    at: Position,
    before: Taking,
    action: ActionProgress,
    after: Option<Taking>,
}

/// The parts of the action so far.
#[derive(Clone, Copy, Debug)]
enum ActionProgress {
    Nothing,
    Kind(Kind),
    Dot(Kind, (i8, i8)),
    Charged(Cell),
    Done(Action),
}

/// The touch that selects a charged piece to jump. The id of the point alone selects it for removal.
fn jumper(point: Cell) -> Id {
    format!("{}^", named(point))
}

impl GipfMoveBuilder {
    /// The position after the first removal.
    fn cleared(&self) -> Position {
        let mut cleared = self.at;
        let set = self.before.set();
        if set.any() {
            cleared.remove(set, self.at.turn());
        }
        cleared
    }

    /// Whether the first removal ends the game.
    fn wins_at_once(&self) -> bool {
        self.before.set().any() && self.cleared().winner_by_gipf(self.at.turn()).is_some()
    }

    /// Whether the first removal is complete.
    fn is_cleared(&self) -> bool {
        self.before.done || self.before.common().is_single()
    }

    /// Whether the first removal completes the move.
    fn ends_early(&self) -> bool {
        let asked = self.before.done || !self.before.touched.is_empty();
        matches!(self.action, ActionProgress::Nothing)
            && asked
            && self.is_cleared()
            && self.wins_at_once()
    }

    fn kinds(cleared: &Position) -> Vec<Kind> {
        let kinds = Kind::ALL.into_iter();
        kinds.filter(|&kind| cleared.may_enter(kind)).collect()
    }

    /// The legal entries, from one dot or from all.
    fn entries(cleared: &Position, dot: Option<(i8, i8)>) -> impl Iterator<Item = u8> {
        (0..ENTRY_COUNT as u8).filter(move |&number| {
            let of_dot = dot.is_none_or(|dot| entry(number).dot == dot);
            of_dot && cleared.pushed_by(number).is_some()
        })
    }

    fn dot_options(cleared: &Position) -> Vec<TouchOption> {
        let dots = GipfMoveBuilder::entries(cleared, None).map(|n| spelled(name_at(entry(n).dot)));
        let mut dots: Vec<Id> = dots.collect();
        dots.dedup();
        let options = dots
            .into_iter()
            .map(|dot| TouchOption::place(dot, TouchEffect::Place));
        options.collect()
    }

    /// The touches that can start an action.
    fn action_options(&self) -> Vec<TouchOption> {
        let cleared = self.cleared();
        let mut options = match GipfMoveBuilder::kinds(&cleared).as_slice() {
            [] => Vec::new(),
            [_] => GipfMoveBuilder::dot_options(&cleared),
            kinds => kinds
                .iter()
                .map(|&kind| TouchOption::supply(hand(self.at.turn(), kind), TouchEffect::Place))
                .collect(),
        };
        options.extend(cleared.jumpers().into_iter().map(|point| {
            let label = TEXTS.text("touch.jump");
            TouchOption {
                touch: jumper(point),
                ..TouchOption::place(named(point), TouchEffect::Move).labelled(label)
            }
        }));
        options
    }

    fn line_options(&self, dot: (i8, i8)) -> Vec<TouchOption> {
        let cleared = self.cleared();
        let entries = GipfMoveBuilder::entries(&cleared, Some(dot)).map(|n| entry(n).first);
        entries
            .map(|first| TouchOption::place(named(first), TouchEffect::Place))
            .collect()
    }

    fn landings(&self, from: Cell) -> impl Iterator<Item = (Direction, Cell)> {
        let cleared = self.cleared();
        let directions = Direction::ALL.into_iter();
        directions.filter_map(move |direction| {
            let landing = cleared.landing(from, direction)?.lowest()?;
            Some((direction, landing))
        })
    }

    /// The touches of the first removal, and of the action if the removal can end here.
    fn first_options(&self) -> Vec<TouchOption> {
        if self.ends_early() {
            return Vec::new();
        }
        if self.is_cleared() {
            return match self.wins_at_once() {
                true => vec![self.before.done_button()],
                false => self.action_options(),
            };
        }
        let mut options = self.before.options();
        if self.before.is_legal() {
            options.push(self.before.done_button());
            if !self.wins_at_once() {
                options.extend(self.action_options());
            }
        }
        options
    }

    fn begin(&mut self, touch: &str) {
        let cleared = self.cleared();
        let kinds = GipfMoveBuilder::kinds(&cleared);
        let from_hand = kinds
            .iter()
            .copied()
            .find(|&kind| hand(self.at.turn(), kind) == touch);
        let jumping = touch.strip_suffix('^').and_then(Position::point);
        if touch == DONE {
            self.before.done = true;
        } else if let Some(kind) = from_hand {
            self.action = ActionProgress::Kind(kind);
        } else if let Some(from) = jumping {
            self.action = ActionProgress::Charged(from);
        } else if let Some(point) = Position::point(touch) {
            self.before.touched.push(point);
        } else if let [kind] = kinds[..] {
            self.choose_dot(kind, touch);
        }
    }

    fn choose_dot(&mut self, kind: Kind, touch: &str) {
        let dot = ENTRIES.iter().map(|entry| entry.dot);
        let dot = dot.into_iter().find(|&dot| spelled(name_at(dot)) == touch);
        self.action = dot.map_or(self.action, |dot| ActionProgress::Dot(kind, dot));
    }

    fn act(&mut self, action: Option<Action>) {
        let Some(action) = action else { return };
        self.action = ActionProgress::Done(action);
        self.after = Some(Taking::new(Removals::after(&self.acted(action))));
    }

    /// The position after the action.
    fn acted(&self, action: Action) -> Position {
        let mut acted = self.cleared();
        acted.act(action);
        acted
    }

    fn complete(&self) -> Option<Move> {
        if self.ends_early() {
            return Some(Move::ending(self.before.set()));
        }
        let ActionProgress::Done(action) = self.action else {
            return None;
        };
        let after = self.after.as_ref()?;
        let complete = after.done || after.common().is_single();
        complete.then(|| Move::new(self.before.set(), action, after.set()))
    }

    /// The step that puts a piece on a dot, before the push.
    fn step_onto_dot(&self, kind: Kind, dot: (i8, i8)) -> Option<SceneStep> {
        let cleared = self.cleared();
        let entry = GipfMoveBuilder::entries(&cleared, Some(dot)).next()?;
        let acted = self.acted(Action::Enter(kind, entry));
        let side = self.at.turn();
        let word = kind_word(side, PieceKind::Piece(kind));
        let dot = spelled(name_at(dot));
        let entered = SceneEvent::moves(hand(side, kind), dot).becoming(ScenePiece::single(word));
        Some(balanced(&cleared, &acted, vec![entered]))
    }

    fn steps_of_action(&self) -> Vec<SceneStep> {
        match self.action {
            ActionProgress::Nothing | ActionProgress::Kind(_) | ActionProgress::Charged(_) => {
                Vec::new()
            }
            ActionProgress::Dot(kind, dot) => self.step_onto_dot(kind, dot).into_iter().collect(),
            ActionProgress::Done(Action::Enter(kind, number)) => {
                let entry = entry(number);
                let pushed = self.cleared().pushed_by(number).unwrap_or(Bits::EMPTY);
                let moved = pushed.into_iter().map(|from| {
                    SceneEvent::moves(
                        named(from),
                        places(shifted(from.bit(), entry.direction)).concat(),
                    )
                });
                let dot = spelled(name_at(entry.dot));
                let entered = SceneEvent::moves(dot, named(entry.first));
                let push = moved.chain([entered]).collect();
                self.step_onto_dot(kind, entry.dot)
                    .into_iter()
                    .chain([push])
                    .collect()
            }
            ActionProgress::Done(Action::Jump(from, direction)) => {
                let side = self.at.turn();
                let landing = self.cleared().landing(from, direction);
                let word = |what| ScenePiece::single(kind_word(side, what));
                let stays =
                    SceneEvent::changes(named(from)).becoming(word(PieceKind::Piece(Kind::Basic)));
                let lands = landing.and_then(Bits::lowest).map(|landing| {
                    SceneEvent::appears(named(landing)).becoming(word(PieceKind::Used))
                });
                vec![std::iter::once(stays).chain(lands).collect()]
            }
        }
    }

    /// Why a point cannot be touched.
    fn why_not_point(&self, point: Cell) -> Violation {
        match self.action {
            ActionProgress::Nothing if self.is_cleared() => match self.before.set().has(point) {
                _ if self.wins_at_once() => Violation::TakeFirst,
                true => Violation::GoesFirst,
                false => self.at.why_not_jumper(point),
            },
            ActionProgress::Nothing => self.before.why_not(point, self.at.occupied()),
            ActionProgress::Kind(_) => Violation::DotFirst,
            ActionProgress::Dot(_, dot) => {
                let ends = |n: u8| entry(n).dot == dot && entry(n).first == point;
                match (0..ENTRY_COUNT as u8).any(ends) {
                    true => Violation::LineFull,
                    false => Violation::NotNext {
                        dot: spelled(name_at(dot)),
                    },
                }
            }
            ActionProgress::Charged(from) => self.cleared().why_not_landing(from, point),
            ActionProgress::Done(action) => match &self.after {
                Some(after) => after.why_not(point, self.acted(action).occupied()),
                None => Violation::InPlay,
            },
        }
    }

    /// Why a dot cannot be touched.
    fn why_not_dot(&self) -> Violation {
        match self.action {
            ActionProgress::Nothing if !self.before.is_legal() => Violation::ChooseFirst,
            ActionProgress::Nothing if self.wins_at_once() => Violation::TakeFirst,
            ActionProgress::Nothing => match GipfMoveBuilder::kinds(&self.cleared()).len() {
                0 => Violation::NoPieces,
                1 => Violation::DotFull,
                _ => Violation::KindFirst,
            },
            ActionProgress::Kind(_) => Violation::DotFull,
            _ => self.why_not_begin(),
        }
    }

    /// Why an item of a hand cannot be touched.
    fn why_not_item(&self, owner: Side, kind: Kind) -> Violation {
        match self.action {
            _ if owner != self.at.turn() => Violation::HandOfOpponent,
            ActionProgress::Nothing if !self.before.is_legal() => Violation::ChooseFirst,
            ActionProgress::Nothing if self.wins_at_once() => Violation::TakeFirst,
            ActionProgress::Nothing => self.cleared().why_not_kind(kind),
            _ => self.why_not_begin(),
        }
    }

    /// Why no other action can begin.
    fn why_not_begin(&self) -> Violation {
        match self.action {
            ActionProgress::Nothing | ActionProgress::Kind(_) => Violation::DotFirst,
            ActionProgress::Dot(..) => Violation::LineFirst,
            ActionProgress::Charged(_) => Violation::LandingFirst,
            ActionProgress::Done(_) => Violation::InPlay,
        }
    }
}

/// The step that removes `set` for the side to move.
fn removal(position: &Position, set: Bits) -> Option<SceneStep> {
    if set.is_empty() {
        return None;
    }
    let side = position.turn();
    let back = position.pieces(side).minus(position.used());
    let events = set.into_iter().map(|point| {
        if back.has(point) {
            SceneEvent::moves(named(point), hand(side, Kind::Basic))
        } else {
            SceneEvent::leaves(named(point))
        }
    });
    let mut after = *position;
    after.remove(set, side);
    Some(balanced(position, &after, events.collect()))
}

/// Adds the other changes of the hands to a step: a GIPF piece takes two basic pieces, and a lost right makes
/// the pieces of its kind unavailable.
fn balanced(before: &Position, after: &Position, mut step: SceneStep) -> SceneStep {
    for side in Side::ALL {
        for &kind in before.variant().kinds() {
            let item = hand(side, kind);
            let is = |id: &Option<Id>| id.as_deref() == Some(item.as_str());
            let come = step.iter().filter(|event| is(&event.to)).count() as u32;
            let gone = step.iter().filter(|event| is(&event.from)).count() as u32;
            let shown = before.in_hand(side, kind) + come;
            let now = after.in_hand(side, kind) + gone;
            for _ in shown..now {
                step.push(SceneEvent::appears(item.clone()));
            }
            for _ in now..shown {
                step.push(SceneEvent::leaves(item.clone()));
            }
        }
    }
    step
}

impl MoveBuilder for GipfMoveBuilder {
    fn next(&self) -> Vec<TouchOption> {
        match self.action {
            ActionProgress::Nothing => self.first_options(),
            ActionProgress::Kind(_) => GipfMoveBuilder::dot_options(&self.cleared()),
            ActionProgress::Dot(_, dot) => self.line_options(dot),
            ActionProgress::Charged(from) => {
                let landings = self.landings(from);
                landings
                    .map(|(_, landing)| TouchOption::place(named(landing), TouchEffect::Move))
                    .collect()
            }
            ActionProgress::Done(_) => match &self.after {
                Some(after) if self.complete().is_none() => {
                    let mut options = after.options();
                    if after.is_legal() {
                        options.push(after.done_button());
                    }
                    options
                }
                _ => Vec::new(),
            },
        }
    }

    fn touch(&mut self, touch: &str) {
        match self.action {
            ActionProgress::Nothing => self.begin(touch),
            ActionProgress::Kind(kind) => self.choose_dot(kind, touch),
            ActionProgress::Dot(kind, dot) => {
                let cleared = self.cleared();
                let mut entries = GipfMoveBuilder::entries(&cleared, Some(dot));
                let entry = entries.find(|&n| named(entry(n).first) == touch);
                self.act(entry.map(|number| Action::Enter(kind, number)));
            }
            ActionProgress::Charged(from) => {
                let landing = self.landings(from).find(|&(_, to)| named(to) == touch);
                self.act(landing.map(|(direction, _)| Action::Jump(from, direction)));
            }
            ActionProgress::Done(_) => {
                if let Some(after) = &mut self.after {
                    after.done = touch == DONE;
                    after.touched.extend(Position::point(touch));
                }
            }
        }
    }

    fn automatic(&self) -> Option<Id> {
        let ActionProgress::Dot(_, dot) = self.action else {
            return None;
        };
        // A corner has one line; at another dot, one of two lines may be full.
        match self.line_options(dot).as_slice() {
            [only] => Some(only.touch.clone()),
            _ => None,
        }
    }

    fn removable(&self) -> Vec<Id> {
        let own = match (&self.after, self.action) {
            (Some(after), _) if !after.done => &after.touched,
            (None, ActionProgress::Nothing) if !self.before.done => &self.before.touched,
            _ => return Vec::new(),
        };
        // The same word can also be the touch of the line, of the landing or of an earlier removal. Then it
        // does not identify the touch to take back.
        let other = self.arrows().concat();
        let before = self
            .after
            .as_ref()
            .map(|_| places(self.before.touched.iter().copied().collect()));
        let other: Vec<Id> = other
            .into_iter()
            .chain(before.into_iter().flatten())
            .collect();
        let words = own.iter().copied().map(named);
        words.filter(|word| !other.contains(word)).collect()
    }

    fn marks(&self) -> Vec<Highlight> {
        let from = |at: Id| Highlight::new(Role::From, vec![at]);
        match self.action {
            ActionProgress::Nothing => self.before.marks(),
            ActionProgress::Kind(kind) => vec![from(hand(self.at.turn(), kind))],
            ActionProgress::Dot(_, dot) => vec![from(spelled(name_at(dot)))],
            ActionProgress::Charged(point) => vec![from(named(point))],
            ActionProgress::Done(_) => match &self.after {
                Some(after) if self.complete().is_none() => after.marks(),
                _ => Vec::new(),
            },
        }
    }

    fn steps(&self) -> Vec<SceneStep> {
        let mut steps = Vec::new();
        let made = self.complete();
        let begun = !matches!(self.action, ActionProgress::Nothing) || self.before.done;
        if begun || made.is_some() {
            steps.extend(removal(&self.at, self.before.set()));
        }
        steps.extend(self.steps_of_action());
        if let (Some(made), ActionProgress::Done(action)) = (made, self.action) {
            steps.extend(removal(&self.acted(action), made.after()));
        }
        steps
    }

    fn arrows(&self) -> Vec<Vec<Id>> {
        match self.action {
            ActionProgress::Dot(_, dot) => vec![vec![spelled(name_at(dot))]],
            ActionProgress::Done(Action::Enter(_, number)) => {
                let entry = entry(number);
                vec![vec![spelled(name_at(entry.dot)), named(entry.first)]]
            }
            ActionProgress::Done(Action::Jump(from, direction)) => {
                let landing = self.cleared().landing(from, direction);
                let ends = [Some(from), landing.and_then(Bits::lowest)];
                vec![ends.into_iter().flatten().map(named).collect()]
            }
            _ => Vec::new(),
        }
    }

    fn token(&self) -> Option<String> {
        self.complete().map(|m| self.at.token(m))
    }

    fn hint(&self) -> Text {
        TEXTS.text(match self.action {
            ActionProgress::Nothing if self.is_cleared() && self.wins_at_once() => "hint.take",
            ActionProgress::Nothing if !self.is_cleared() && self.before.is_legal() => {
                match self.wins_at_once() {
                    true => "hint.choose-or-end",
                    false => "hint.choose-or-act",
                }
            }
            ActionProgress::Nothing if !self.is_cleared() => "hint.choose",
            ActionProgress::Nothing => match GipfMoveBuilder::kinds(&self.cleared()).len() {
                0 => "hint.charged",
                1 => "hint.dot",
                _ => "hint.kind",
            },
            ActionProgress::Kind(_) => "hint.dot",
            ActionProgress::Dot(..) => "hint.line",
            ActionProgress::Charged(_) => "hint.landing",
            ActionProgress::Done(_) => match self.after.as_ref().is_some_and(Taking::is_legal) {
                true => "hint.choose-or-end",
                false => "hint.choose",
            },
        })
    }

    fn reason(&self, touch: &str) -> Option<Text> {
        let point = Position::point(touch.strip_suffix('^').unwrap_or(touch));
        let mut dots = ENTRIES.iter().map(|entry| spelled(name_at(entry.dot)));
        let violation = if let Some(point) = point {
            self.why_not_point(point)
        } else if dots.any(|dot| dot == touch) {
            self.why_not_dot()
        } else {
            let kinds = self.at.variant().kinds().iter();
            let mut items = kinds.flat_map(|&kind| Side::ALL.map(|side| (side, kind)));
            let (side, kind) = items.find(|&(side, kind)| hand(side, kind) == touch)?;
            self.why_not_item(side, kind)
        };
        Some(violation.into())
    }

    fn describe(&self) -> Text {
        let Some(m) = self.complete() else {
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
        if let [from, to] = self.arrows().concat().as_slice() {
            args.extend([("from", from.clone()), ("to", to.clone())]);
        }
        if m.after().any() {
            args.push(("after", list(m.after())));
            key.push_str(".after");
        }
        TEXTS.with(key, args)
    }
}

impl Touch for Position {
    type MoveBuilder = GipfMoveBuilder;

    fn move_builder(&self) -> GipfMoveBuilder {
        GipfMoveBuilder {
            at: *self,
            before: Taking::new(Removals::before(self)),
            action: ActionProgress::Nothing,
            after: None,
        }
    }

    fn touch_sequence(&self, m: Move) -> Vec<Id> {
        let mut builder = self.move_builder();
        let mut touches = Vec::new();
        let mut take = |builder: &mut GipfMoveBuilder, touch: Id| {
            builder.touch(&touch);
            touches.push(touch);
        };
        for point in builder.before.touch_sequence(m.before()) {
            take(&mut builder, named(point));
        }
        match m.action() {
            None if builder.complete().is_none() => take(&mut builder, DONE.to_owned()),
            None => {}
            Some(Action::Jump(from, direction)) => {
                take(&mut builder, jumper(from));
                let landing = builder.landings(from).find(|&(d, _)| d == direction);
                if let Some((_, landing)) = landing {
                    take(&mut builder, named(landing));
                }
            }
            Some(Action::Enter(kind, number)) => {
                let entry = entry(number);
                if GipfMoveBuilder::kinds(&builder.cleared()).len() > 1 {
                    take(&mut builder, hand(self.turn(), kind));
                }
                take(&mut builder, spelled(name_at(entry.dot)));
                take(&mut builder, named(entry.first));
            }
        }
        let points = builder
            .after
            .as_ref()
            .map(|after| after.touch_sequence(m.after()));
        for point in points.into_iter().flatten() {
            take(&mut builder, named(point));
        }
        if builder.complete().is_none() {
            take(&mut builder, DONE.to_owned());
        }
        touches
    }
}
