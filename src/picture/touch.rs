//! Turns as rows of touches: what a person points at, one after another, until a turn is complete.
//!
//! A game says how one of its turns grows touch by touch ([`MoveBuilder`]); what every game shares is
//! here: reading a row, adding touches that nobody needs to be asked for, and the answer.

use serde::Serialize;

use super::Picture;
use super::event::Step;
use super::scene::{Id, Mark, Scene, VERSION};
use super::text::Text;
use crate::rules::{MoveError, Notation, PASS};

/// What a touch does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Act {
    /// Moves a piece, or chooses the one to move.
    Move,
    /// Captures, or chooses what captures.
    Capture,
    /// Takes a piece or a ring away.
    Remove,
    /// Brings a piece into play, or chooses which.
    Place,
    /// Claims something.
    Claim,
    /// Ends the turn or a part of it.
    Finish,
    /// Ends a turn that leaves all as it was.
    Null,
}

/// What is touched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// A place of a board.
    Place,
    /// An item of a supply.
    Supply,
    /// Nothing on the boards: a button.
    Button,
}

/// A touch that may come next.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TouchOption {
    /// Its word.
    pub touch: Id,
    /// Where a person points; empty for a button.
    pub at: Vec<Id>,
    /// What that is.
    pub kind: Target,
    /// What it does.
    pub act: Act,
    /// What it hits: all that leaves its place because of it.
    pub takes: Vec<Id>,
    /// What is written on it or beside it.
    pub label: Option<Text>,
    /// Whether the turn is complete with it.
    pub ends: bool,
}

impl TouchOption {
    /// A place whose name is the touch.
    #[must_use]
    pub fn place(place: impl Into<Id>, act: Act) -> TouchOption {
        let touch = place.into();
        TouchOption {
            at: vec![touch.clone()],
            touch,
            kind: Target::Place,
            act,
            takes: Vec::new(),
            label: None,
            ends: false,
        }
    }

    /// An item of a supply whose id is the touch.
    #[must_use]
    pub fn supply(item: impl Into<Id>, act: Act) -> TouchOption {
        TouchOption {
            kind: Target::Supply,
            ..TouchOption::place(item, act)
        }
    }

    /// A button.
    #[must_use]
    pub fn button(touch: &str, act: Act, label: Text) -> TouchOption {
        TouchOption {
            at: Vec::new(),
            kind: Target::Button,
            label: Some(label),
            ..TouchOption::place(touch, act)
        }
    }

    /// The button that ends a turn or a part of it.
    #[must_use]
    pub fn done(act: Act) -> TouchOption {
        TouchOption::button(DONE, act, Text::new("touch.done", "Done"))
    }

    /// The button for a player who has nothing else to do: its touch is the token of a pass.
    #[must_use]
    pub fn pass() -> TouchOption {
        TouchOption::button(PASS, Act::Finish, Text::new("touch.pass", "Pass"))
    }

    /// The same touch with what it hits.
    #[must_use]
    pub fn taking(self, takes: Vec<Id>) -> TouchOption {
        TouchOption { takes, ..self }
    }

    /// The same touch with a text beside it.
    #[must_use]
    pub fn labelled(self, label: Text) -> TouchOption {
        TouchOption {
            label: Some(label),
            ..self
        }
    }
}

/// The touch that ends a turn or a part of it.
pub const DONE: &str = "done";

/// A turn in the making.
pub trait MoveBuilder: Clone {
    /// The touches that may come next, each word once; none exactly when the turn is complete.
    fn next(&self) -> Vec<TouchOption>;

    /// Takes one of [`MoveBuilder::next`].
    fn touch(&mut self, touch: &str);

    /// The one of [`MoveBuilder::next`] that means nothing to ask, because there is no choice.
    fn automatic(&self) -> Option<Id> {
        None
    }

    /// The touches so far that may be dropped singly.
    fn off(&self) -> Vec<Id> {
        Vec::new()
    }

    /// What is to be pointed out.
    fn marks(&self) -> Vec<Mark>;

    /// What has happened so far.
    fn steps(&self) -> Vec<Step>;

    /// Where the turn goes, a row of places for each action.
    fn arrows(&self) -> Vec<Vec<Id>>;

    /// The token of the turn when it is complete, in the order in which it was put together.
    fn token(&self) -> Option<String>;

    /// What a person is to do now.
    fn hint(&self) -> Text;

    /// The complete turn in words.
    fn tell(&self) -> Text;
}

/// A game whose turns can be touched together.
pub trait Touch: Picture + Notation {
    /// A turn of it in the making.
    type MoveBuilder: MoveBuilder;

    /// The beginning of a turn in a live position.
    fn making(&self) -> Self::MoveBuilder;

    /// The touches of a legal move, with those that [`MoveBuilder::automatic`] would add.
    fn row(&self, m: Self::Move) -> Vec<Id>;

    /// The touches of a token in its own order.
    ///
    /// # Errors
    /// What is wrong with the token.
    fn row_of_token(&self, token: &str) -> Result<Vec<Id>, MoveError> {
        self.parse_move(token).map(|m| self.row(m))
    }
}

/// What comes of a row of touches.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Touches {
    /// [`VERSION`].
    pub v: u32,
    /// The row as it was given.
    pub touches: Vec<Id>,
    /// The touches that were added.
    pub auto: Vec<Id>,
    /// The given touches that may be dropped singly.
    pub off: Vec<Id>,
    /// What may be touched next; nothing when the turn is complete.
    pub next: Vec<TouchOption>,
    /// The token of the turn when it is complete, in the order of the touches.
    pub token: Option<String>,
    /// The same as the engine writes it.
    pub canonical: Option<String>,
    /// What is to be pointed out.
    pub marks: Vec<Mark>,
    /// What has happened so far.
    pub steps: Vec<Step>,
    /// The position as it is to be seen after these steps.
    pub scene: Scene,
    /// What a person is to do now.
    pub hint: Text,
}

/// A touch that cannot stand where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongTouch {
    /// Its place in the row, from 0.
    pub index: usize,
    /// What could have stood there.
    pub expected: Vec<Id>,
}

/// A row that has been read.
struct TouchSequence<M> {
    making: M,
    auto: Vec<Id>,
}

impl<M: MoveBuilder> TouchSequence<M> {
    fn read<T: AsRef<str>>(making: M, row: &[T]) -> Result<TouchSequence<M>, WrongTouch> {
        let auto = Vec::new();
        let mut read = TouchSequence { making, auto };
        for (index, touch) in row.iter().enumerate() {
            read.take(touch.as_ref())
                .map_err(|expected| WrongTouch { index, expected })?;
        }
        if !row.is_empty() {
            read.fill();
        }
        Ok(read)
    }

    /// Takes a touch, and before it what goes without saying. Such a touch may also be said
    /// later on.
    fn take(&mut self, touch: &str) -> Result<(), Vec<Id>> {
        let mut expected = Vec::new();
        let mut ahead = self.making.clone();
        let mut added = Vec::new();
        loop {
            let next = ahead.next();
            if next.iter().any(|offer| offer.touch == touch) {
                ahead.touch(touch);
                self.making = ahead;
                self.auto.append(&mut added);
                return Ok(());
            }
            expected.extend(next.into_iter().map(|offer| offer.touch));
            match ahead.automatic() {
                None => break,
                Some(automatic) => {
                    ahead.touch(&automatic);
                    added.push(automatic);
                }
            }
        }
        match self.auto.iter().position(|added| added == touch) {
            None => Err(expected),
            Some(said) => {
                self.auto.remove(said);
                Ok(())
            }
        }
    }

    /// Adds what goes without saying.
    fn fill(&mut self) {
        while let Some(automatic) = self.making.automatic() {
            self.making.touch(&automatic);
            self.auto.push(automatic);
        }
    }
}

/// The touches that may come next and whether they end the turn. Before the first touch nothing is
/// added; what comes after a touch that goes without saying is offered beside it.
fn offers<M: MoveBuilder>(making: &M, first: bool) -> Vec<TouchOption> {
    let mut offers = making.next();
    for offer in &mut offers {
        let mut after = making.clone();
        after.touch(&offer.touch);
        let auto = Vec::new();
        let mut row = TouchSequence {
            making: after,
            auto,
        };
        row.fill();
        offer.ends = row.making.token().is_some();
    }
    if let Some(automatic) = making.automatic().filter(|_| first) {
        let mut after = making.clone();
        after.touch(&automatic);
        offers.extend(self::offers(&after, true));
    }
    offers
}

/// Reads a row of touches in a position; `over` says that the game has ended, also by repetition.
///
/// # Errors
/// The first touch that cannot stand where it stands.
pub fn touches<P: Touch, T: AsRef<str>>(
    position: &P,
    scene: Scene,
    row: &[T],
) -> Result<Touches, WrongTouch> {
    let over = scene.result.is_some();
    let mut answer = Touches {
        v: VERSION,
        touches: row.iter().map(|touch| touch.as_ref().to_owned()).collect(),
        auto: Vec::new(),
        off: Vec::new(),
        next: Vec::new(),
        token: None,
        canonical: None,
        marks: Vec::new(),
        steps: Vec::new(),
        scene,
        hint: Text::new("hint.over", "The game is over."),
    };
    if over {
        let (index, expected) = (0, Vec::new());
        return match row.is_empty() {
            true => Ok(answer),
            false => Err(WrongTouch { index, expected }),
        };
    }
    let TouchSequence { making, auto } = TouchSequence::read(position.making(), row)?;
    answer.auto = auto;
    answer.off = making.off();
    answer.next = offers(&making, row.is_empty());
    answer.token = making.token();
    let m = answer
        .token
        .as_deref()
        .map(|token| position.parse_move(token));
    // A complete turn is legal; a test holds every game to it.
    answer.canonical = m.and_then(|m| m.ok()).map(|m| position.token(m));
    answer.marks = making.marks();
    answer.steps = making.steps();
    answer
        .steps
        .iter()
        .for_each(|step| answer.scene.apply(step));
    answer.hint = match answer.token {
        Some(_) => Text::new("hint.complete", "The turn is complete."),
        None => making.hint(),
    };
    Ok(answer)
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Traced {
    /// Its token as it was given.
    pub token: String,
    /// The same as the engine writes it.
    pub canonical: String,
    /// The turn in words.
    pub text: Text,
    /// All places it goes through, in order.
    pub path: Vec<Id>,
    /// The same, a row of places for each action.
    pub arrows: Vec<Vec<Id>>,
    /// What happens.
    pub steps: Vec<Step>,
}

/// What a legal token does.
///
/// # Errors
/// What is wrong with the token.
pub fn trace<P: Touch>(position: &P, token: &str) -> Result<Traced, MoveError> {
    let m = position.parse_move(token)?;
    let row = position.row_of_token(token)?;
    let unknown = |_| MoveError::illegal(token, "no touches lead to this move");
    let making = TouchSequence::read(position.making(), &row)
        .map_err(unknown)?
        .making;
    let arrows = making.arrows();
    Ok(Traced {
        token: token.to_owned(),
        canonical: position.token(m),
        text: making.tell(),
        path: arrows.iter().flatten().cloned().collect(),
        arrows,
        steps: making.steps(),
    })
}

/// A line of play.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trace {
    /// [`VERSION`].
    pub v: u32,
    /// Its turns.
    pub line: Vec<Traced>,
}
