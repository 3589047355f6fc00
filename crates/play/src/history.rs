//! The history of a game: a position, the moves that led to it, and the result including repetitions.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;

use ringstack_games::picture::Touch;
use ringstack_games::rules::{MoveError, Outcome, Rules, quote};

/// A position and its history.
#[derive(Clone, Debug)]
pub struct GameHistory<P: Rules> {
    now: P,
    past: Vec<PastPosition<P>>,
    /// The number of past positions that cannot occur again.
    irreversible_plies: usize,
    /// The number of occurrences of each other position, by key, if the rules limit repetition. It makes
    /// the setup of long games fast.
    occurrences: HashMap<u64, usize>,
    outcome: Option<Outcome>,
}

#[derive(Clone, Debug)]
struct PastPosition<P: Rules> {
    position: P,
    /// The move played from it.
    m: P::Move,
    key: u64,
    irreversible_plies: usize,
}

/// An illegal token in a list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllegalMove {
    /// The place of the token in the list, from 1.
    pub ply: usize,
    /// The token.
    pub token: String,
    /// The problem.
    pub cause: MoveError,
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalMove { ply, token, cause } = self;
        if cause.found() == token {
            write!(f, "ply {ply}: {cause}")
        } else {
            write!(f, "ply {ply} '{}': {cause}", quote(token))
        }
    }
}

impl std::error::Error for IllegalMove {}

impl<P: Rules> GameHistory<P> {
    /// The history of a game that begins at `start`.
    #[must_use]
    pub fn new(start: P) -> GameHistory<P> {
        GameHistory {
            outcome: start.outcome(),
            now: start,
            past: Vec::new(),
            irreversible_plies: 0,
            occurrences: HashMap::new(),
        }
    }

    /// The current position.
    #[must_use]
    pub fn now(&self) -> &P {
        &self.now
    }

    /// The result, also by repetition; `None` while the game is in progress.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The number of plies played.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.past.len()
    }

    /// The keys of the positions before this one that may still occur again, oldest first.
    #[must_use]
    pub fn earlier(&self) -> Vec<u64> {
        self.recurring().collect()
    }

    fn recurring(&self) -> impl Iterator<Item = u64> {
        self.past
            .iter()
            .skip(self.irreversible_plies)
            .map(|past| past.key)
    }

    fn count(&self) -> HashMap<u64, usize> {
        let mut occurrences = HashMap::new();
        if P::REPETITION.is_some() {
            let keys = self.recurring();
            keys.for_each(|key| *occurrences.entry(key).or_default() += 1);
        }
        occurrences
    }

    /// Plays a move that is legal here; the game must not be over.
    pub fn play(&mut self, m: P::Move) {
        let (key, irreversible_plies) = (self.now.key(), self.irreversible_plies);
        if self.now.resets(m) {
            self.irreversible_plies = self.past.len() + 1;
            self.occurrences.clear();
        } else if P::REPETITION.is_some() {
            *self.occurrences.entry(key).or_default() += 1;
        }
        self.past.push(PastPosition {
            position: self.now.clone(),
            m,
            key,
            irreversible_plies,
        });
        self.now.play(m);
        self.outcome = self.now.outcome().or_else(|| self.repetition());
    }

    fn repetition(&self) -> Option<Outcome> {
        let limit = P::REPETITION?;
        let before = self.occurrences.get(&self.now.key()).copied().unwrap_or(0);
        (before + 1 >= limit).then_some(Outcome::Draw)
    }

    /// The number of occurrences of the current position, including the current one.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        let key = self.now.key();
        1 + self.recurring().filter(|&other| other == key).count()
    }

    /// Calls `visit` with each legal move until it breaks. A finished game has no legal moves.
    pub fn each_legal_move(
        &self,
        visit: impl FnMut(P::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self.outcome {
            None => self.now.each_legal_move(visit),
            Some(_) => ControlFlow::Continue(()),
        }
    }

    /// Undoes `plies` plies.
    ///
    /// # Errors
    /// The number of plies, if it is smaller; nothing changes then.
    pub fn undo(&mut self, plies: usize) -> Result<(), usize> {
        let Some(rest) = self.past.len().checked_sub(plies) else {
            return Err(self.past.len());
        };
        let last = self.past.drain(rest..).next();
        if let Some(past) = last {
            self.now = past.position;
            self.irreversible_plies = past.irreversible_plies;
            // A move followed, so the game was in progress.
            self.outcome = None;
            self.occurrences = self.count();
        }
        Ok(())
    }
}

impl<P: Touch> GameHistory<P> {
    /// The move of a token.
    ///
    /// # Errors
    /// The token is not legal; in a finished game no token is.
    pub fn parse_move(&self, token: &str) -> Result<P::Move, MoveError> {
        match self.outcome {
            Some(outcome) => Err(MoveError::game_over(token, outcome)),
            None => self.now.parse_move(token),
        }
    }

    /// Plays all tokens or none.
    ///
    /// # Errors
    /// The first token that is not legal; nothing changes then.
    pub fn extend<T: AsRef<str>>(&mut self, tokens: &[T]) -> Result<(), IllegalMove> {
        for (played, token) in tokens.iter().enumerate() {
            match self.parse_move(token.as_ref()) {
                Ok(m) => self.play(m),
                Err(cause) => {
                    // These plies were just played, so the undo cannot fail.
                    let _ = self.undo(played);
                    return Err(IllegalMove {
                        ply: played + 1,
                        token: token.as_ref().to_owned(),
                        cause,
                    });
                }
            }
        }
        Ok(())
    }

    /// The tokens of the moves played so far.
    #[must_use]
    pub fn history(&self) -> Vec<String> {
        let past = self.past.iter();
        past.map(|past| past.position.token(past.m)).collect()
    }

    /// The tokens of a line of moves from here, up to the end of the game.
    #[must_use]
    pub fn tokens(&self, moves: &[P::Move]) -> Vec<String> {
        let mut line = self.clone();
        let mut tokens = Vec::new();
        for &m in moves {
            if line.outcome.is_some() {
                break;
            }
            tokens.push(line.now.token(m));
            line.play(m);
        }
        tokens
    }
}
