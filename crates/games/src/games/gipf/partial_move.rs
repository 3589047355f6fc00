//! A GIPF move under construction: pieces to remove; a kind of piece, a dot and a line, or a charged piece and
//! its landing; then pieces to remove again.

use super::TEXTS;
use super::board::{ENTRIES, ENTRY_COUNT, FRAME, POINTS, entry};
use super::moves::{Action, Kind, Move};
use super::names::{dot_name, point_name, point_named};
use super::partial_removal::PartialRemoval;
use super::picture::places;
use super::position::{PieceKind, Position};
use super::reasons::Violation;
use super::setup::{hand, kind as kind_word};
use super::variant::Variant;
use crate::board::hex::Direction;
use crate::board::{Bits, Cell};
use crate::picture::{
    DONE, Highlight, Id, Offer, PartialMove, Picture, Role, Scene, SceneEvent, ScenePiece,
    SceneStep, TokenForm, Touch, TouchEffect, TouchOption,
};
use crate::rules::{Rules, Side, Text};

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

    fn with(&self, action: PartialAction) -> GipfMove {
        GipfMove {
            action,
            ..self.clone()
        }
    }

    fn with_action(&self, action: Action) -> GipfMove {
        GipfMove {
            after: Some(PartialRemoval::after(&self.acted(action))),
            ..self.with(PartialAction::Done(action))
        }
    }

    /// The choices of a removal, which `with` puts into a move. In a token, `lead` precedes its points.
    fn removal_offers(
        removal: &PartialRemoval,
        lead: &str,
        may_end: bool,
        with: impl Fn(PartialRemoval) -> GipfMove,
    ) -> Vec<Offer<GipfMove>> {
        let open = if removal.is_complete() {
            Bits::EMPTY
        } else {
            removal.open()
        };
        let point = |point: Cell| {
            let mut next = removal.clone();
            next.touched.push(point);
            let option = TouchOption::place(point_name(point), TouchEffect::Remove)
                .labelled(TEXTS.text("touch.take"));
            Offer::new(option, with(next))
                .spelled(removal.word(lead, point))
                .removing(places(removal.taken_with(point)))
                .removable()
        };
        let done = || {
            let mut ended = removal.clone();
            ended.done = true;
            let done = TouchOption::done(TouchEffect::Finish);
            Offer::new(done, with(ended)).removing(places(removal.set()))
        };
        let done = may_end.then(done);
        open.into_iter().map(point).chain(done).collect()
    }

    /// The choices with which an action begins; the pieces of the first removal then leave the board.
    fn action_offers(&self) -> Vec<Offer<GipfMove>> {
        let set = self.before.set();
        let mut lead = self.before.spelled("x", set);
        lead.push_str(if set.any() { "," } else { "" });
        let mut offers = match self.kinds()[..] {
            [] => Vec::new(),
            [only] => self.dot_offers(only, &format!("{lead}{}", letter(only))),
            ref several => {
                let kind = |&kind: &Kind| {
                    let item = hand(self.at.turn(), kind);
                    let option = TouchOption::supply(item, TouchEffect::Place);
                    let chosen = Offer::new(option, self.with(PartialAction::Kind(kind)));
                    chosen.spelled(format!("{lead}{}", letter(kind)))
                };
                several.iter().map(kind).collect()
            }
        };
        offers.extend(self.cleared().jumpers().into_iter().map(|point| {
            let name = point_name(point);
            // The id of the point alone selects the piece for removal.
            let option = TouchOption {
                touch: format!("{name}^"),
                ..TouchOption::place(name, TouchEffect::Move).labelled(TEXTS.text("touch.jump"))
            };
            let chosen = Offer::new(option, self.with(PartialAction::Charged(point)));
            chosen.spelled(format!("{lead}{name}^"))
        }));
        for offer in &mut offers {
            if !self.is_cleared() {
                offer.option.removed_places = places(set);
            }
        }
        offers
    }

    /// The dots from which a piece can enter.
    fn dot_offers(&self, kind: Kind, lead: &str) -> Vec<Offer<GipfMove>> {
        let mut dots = dots();
        dots.retain(|&dot| self.entries(dot).next().is_some());
        let offers = dots.into_iter().map(|dot| {
            let name = dot_name(dot);
            let option = TouchOption::place(name, TouchEffect::Place);
            let chosen = Offer::new(option, self.with(PartialAction::Dot(kind, dot)));
            chosen.spelled(format!("{lead}{name}"))
        });
        offers.collect()
    }

    /// The choice of a point that completes an action.
    fn action_offer(&self, point: Cell, effect: TouchEffect, action: Action) -> Offer<GipfMove> {
        let option = TouchOption::place(point_name(point), effect);
        let chosen = Offer::new(option, self.with_action(action));
        let removed = chosen
            .after
            .complete_move()
            .map_or(Bits::EMPTY, Move::after);
        chosen.removing(places(removed))
    }

    fn why_not_point(&self, point: Cell) -> Violation {
        match self.action {
            PartialAction::Nothing if self.before.is_complete() => {
                match self.before.set().has(point) {
                    _ if self.wins_at_once() => Violation::TakeFirst,
                    true => Violation::GoesFirst,
                    false => self.at.why_not_jumper(point),
                }
            }
            PartialAction::Nothing => self.before.why_not(point),
            PartialAction::Kind(_) => Violation::DotFirst,
            PartialAction::Dot(_, dot) => why_not_line(dot, point),
            PartialAction::Charged(from) => self.cleared().why_not_landing(from, point),
            PartialAction::Done(_) => match &self.after {
                Some(after) => after.why_not(point),
                None => Violation::InPlay,
            },
        }
    }

    /// Why the move cannot end.
    fn why_not_done(&self) -> Violation {
        match (&self.after, self.begin()) {
            (Some(_), _) => Violation::RowAfter,
            (None, Err(violation)) => violation,
            (None, Ok(())) => Violation::ActionMissing,
        }
    }

    fn why_not_kind(&self, owner: Side, kind: Kind) -> Violation {
        match self.begin() {
            _ if owner != self.at.turn() => Violation::HandOfOpponent,
            Err(violation) => violation,
            Ok(()) => self.cleared().why_not_kind(kind),
        }
    }

    fn why_not_dot(&self, dot: Dot) -> Violation {
        let kinds = self.kinds();
        match (self.action, self.begin()) {
            (PartialAction::Kind(_), _) => Violation::DotFull,
            (_, Err(violation)) => violation,
            _ if kinds.is_empty() => Violation::NoPieces,
            _ if kinds.len() > 1 => Violation::KindFirst,
            _ if self.entries(dot).next().is_none() => Violation::DotFull,
            // A token names the kind.
            _ => self.cleared().why_not_kind(Kind::Basic),
        }
    }

    /// The position that the board shows.
    fn shown(&self) -> Position {
        let mut shown = match self.action {
            PartialAction::Done(action) => self.acted(action),
            _ if self.is_cleared() => self.cleared(),
            _ => self.at,
        };
        if let (Some(m), Some(_)) = (self.complete_move(), &self.after) {
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
                    let to = places(FRAME.shifted(from.bit(), entry.direction)).concat();
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

/// The letter of a kind of piece in tokens; none for basic pieces.
fn letter(kind: Kind) -> &'static str {
    match kind {
        Kind::Basic => "",
        Kind::Gipf => "G",
        Kind::Charged => "Z",
    }
}

/// The dot with this name.
fn dot_named(name: &str) -> Option<Dot> {
    dots()
        .into_iter()
        .find(|&dot| String::from(dot_name(dot)) == name)
}

/// The point of the touch or word with which a potential begins to jump.
fn jumper_named(touch: &str) -> Option<Cell> {
    touch.strip_suffix('^').and_then(Position::point)
}

/// Whether a word is `x` and the names of points in ascending order.
fn are_points(word: &str) -> bool {
    let (names, rest) = word
        .strip_prefix('x')
        .unwrap_or("")
        .as_bytes()
        .as_chunks::<2>();
    let points: Option<Vec<Cell>> = names.iter().map(|&name| point_named(name)).collect();
    let is_ascending = |points: Vec<Cell>| !points.is_empty() && points.is_sorted();
    rest.is_empty() && points.is_some_and(is_ascending)
}

impl PartialMove for GipfMove {
    type Move = Move;

    fn offers(&self) -> Vec<Offer<GipfMove>> {
        if self.complete_move().is_some() {
            return Vec::new();
        }
        match (self.action, &self.after) {
            (PartialAction::Nothing, _) => {
                let removal = &self.before;
                let may_begin = self.begin();
                let may_end = match may_begin {
                    Ok(()) => !removal.is_complete(),
                    Err(ref violation) => *violation == Violation::EndsGame,
                };
                let mut offers =
                    GipfMove::removal_offers(removal, "x", may_end, |before| GipfMove {
                        before,
                        ..self.clone()
                    });
                if may_begin.is_ok() {
                    offers.extend(self.action_offers());
                }
                offers
            }
            (PartialAction::Kind(kind), _) => self.dot_offers(kind, ""),
            // A corner has one line; at another dot, one of two lines may be full.
            (PartialAction::Dot(kind, dot), _) => {
                let line = |number| {
                    let first = entry(number).first;
                    let action = Action::Enter(kind, number);
                    let chosen = self.action_offer(first, TouchEffect::Place, action);
                    chosen
                        .spelled(format!("-{}", point_name(first)))
                        .automatic()
                };
                self.entries(dot).map(line).collect()
            }
            (PartialAction::Charged(from), _) => {
                let landing = |to| {
                    let jump = self.jump(from, to)?;
                    Some(self.action_offer(to, TouchEffect::Move, jump))
                };
                POINTS.into_iter().filter_map(landing).collect()
            }
            (PartialAction::Done(_), None) => Vec::new(),
            (PartialAction::Done(_), Some(removal)) => {
                GipfMove::removal_offers(removal, ",x", removal.is_legal(), |after| GipfMove {
                    after: Some(after),
                    ..self.clone()
                })
            }
        }
    }

    fn complete_move(&self) -> Option<Move> {
        if self.ends_early() {
            return Some(Move::ending(self.before.set()));
        }
        let after = self.after.as_ref().filter(|after| after.is_complete())?;
        match self.action {
            PartialAction::Done(action) => Some(Move::new(self.before.set(), action, after.set())),
            _ => None,
        }
    }

    fn why_not(&self, touch: &str) -> Option<Text> {
        let violation = if let Some(point) = Position::point(touch) {
            self.why_not_point(point)
        } else if touch == DONE {
            let is_asked = self.after.is_some() || self.before.possible().any();
            is_asked.then(|| self.why_not_done())?
        } else if let Some(point) = jumper_named(touch) {
            let why_not = |()| self.cleared().why_not_jumper(point);
            self.begin().map_or_else(|violation| violation, why_not)
        } else if let Some(dot) = dot_named(touch) {
            self.why_not_dot(dot)
        } else {
            let kinds = self.at.variant().kinds().iter();
            let items = |side| kinds.clone().map(move |&kind| (side, kind));
            let mut items = Side::ALL.into_iter().flat_map(items);
            let (side, kind) = items.find(|&(side, kind)| hand(side, kind) == touch)?;
            self.why_not_kind(side, kind)
        };
        Some(violation.into())
    }

    fn why_not_word(&self, word: &str) -> Option<Text> {
        let point = Position::point(word);
        match self.action {
            _ if word == DONE => return self.why_not(DONE),
            PartialAction::Dot(..) | PartialAction::Charged(_) => {
                return point.and_then(|_| self.why_not(word));
            }
            PartialAction::Nothing | PartialAction::Done(_) if are_points(word) => {
                return Some(Violation::NotRows.into());
            }
            PartialAction::Done(_) => return None,
            PartialAction::Nothing | PartialAction::Kind(_) => {}
        }
        let mut kinds = self.at.variant().kinds().iter();
        let kind = kinds.find(|&&kind| kind != Kind::Basic && letter(kind) == word);
        let jumper = jumper_named(word);
        if kind.is_none() && jumper.is_none() && dot_named(word).is_none() {
            return None;
        }
        if let PartialAction::Nothing = self.action {
            let is_first = self.before.set().any().then_some(Violation::TakeFirst);
            if let Some(violation) = self.begin().err().or(is_first) {
                return Some(violation.into());
            }
        }
        match (jumper, kind) {
            (Some(point), _) => Some(self.cleared().why_not_jumper(point).into()),
            (_, Some(&kind)) => self.why_not(&hand(self.at.turn(), kind)),
            _ => self.why_not(word),
        }
    }

    fn forms(&self) -> &'static [TokenForm] {
        const FORMS: &[TokenForm] = &[
            TokenForm("x", "a1"),
            TokenForm("a1-a1", ""),
            TokenForm("Ga1-a1", ""),
            TokenForm("Za1-a1", ""),
            TokenForm("a1^a1", ""),
        ];
        let known = match self.at.variant() {
            Variant::Basic | Variant::Standard => 2,
            Variant::Tournament => 3,
            Variant::Zertz => FORMS.len(),
        };
        FORMS.get(..known).unwrap_or(FORMS)
    }

    fn expected(&self, part: &str) -> &'static str {
        match (self.action, self.at.variant()) {
            _ if part.starts_with('x') => "x and the names of points in ascending order",
            (PartialAction::Done(_), _) => "[x<points>,]<action>[,x<points>] or x<points>",
            (_, Variant::Basic | Variant::Standard) => "an entry like a4-b5",
            (_, Variant::Tournament) => "an entry like a4-b5 or Ga4-b5",
            (_, Variant::Zertz) => "an entry like a4-b5, Ga4-b5 or Za4-b5, or a jump like c3^e5",
        }
    }

    fn tail(&self) -> String {
        match (&self.after, self.action) {
            (Some(after), _) => after.spelled(",x", after.set()),
            (None, PartialAction::Nothing) => self.before.spelled("x", self.before.set()),
            _ => String::new(),
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

    fn intermediate_scenes(&self, _: &TouchOption, after: &GipfMove) -> Vec<(Scene, SceneStep)> {
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
        if let (Some(m), PartialAction::Done(action)) = (after.complete_move(), after.action) {
            let returned = returned(&after.acted(action), m.after());
            stages.push((after.scene(), returned));
        }
        stages
    }

    fn marks(&self) -> Vec<Highlight> {
        if let Some(from) = self.origin() {
            return vec![Highlight::new(Role::From, vec![from])];
        }
        match &self.after {
            None => self.before.marks(),
            Some(after) if self.complete_move().is_none() => after.marks(),
            Some(_) => Vec::new(),
        }
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
        let Some(m) = self.complete_move() else {
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
