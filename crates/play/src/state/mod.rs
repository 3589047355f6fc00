//! A game in progress behind a trait without type parameters, so that callers are independent of the game.
//! FENs and tokens are text, because the types of a game are private; everything else is typed. `typed`
//! contains the only type that implements the trait, for every game; `searched` what search and evaluation add.

mod searched;
mod typed;

use std::any::Any;
use std::fmt;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::AtomicBool;

use thiserror::Error;

use crate::history::IllegalMove;
use crate::puzzle::Puzzles;
use crate::search::{Count, CountProgress};
use ringstack_games::board::keys::SplitMix;
use ringstack_games::games::consequence::{Consequences, Line};
use ringstack_games::picture::{
    About, EditResult, Lessons, MoveTrace, Scene, Texts, Touches, Trace, WrongItem, WrongTouch,
};
use ringstack_games::rules::{FenError, MoveError, Outcome, Reason, Side};
use ringstack_games::search::Score;

pub use searched::RootMoves;
pub use typed::{open, open_at};

/// The position before the first move of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The start position of the rule set.
    Startpos,
    /// A position by its FEN.
    Fen(String),
}

impl Start {
    /// The position of a FEN, or the start position for `None`.
    #[must_use]
    pub fn at(fen: Option<String>) -> Start {
        fen.map_or(Start::Startpos, Start::Fen)
    }

    /// The FEN; `None` for the start position.
    #[must_use]
    pub fn fen(&self) -> Option<&str> {
        match self {
            Start::Startpos => None,
            Start::Fen(fen) => Some(fen),
        }
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Start::Startpos => f.write_str("startpos"),
            Start::Fen(fen) => write!(f, "fen {fen}"),
        }
    }
}

/// The tokens of a line, with its proven result.
pub type ProvenLine = Line<String>;

/// A game in progress.
pub trait GameState: fmt::Debug + Send {
    /// The id of the game and its rule set.
    fn id(&self) -> &'static str;

    /// Sets up a position and plays tokens from it.
    ///
    /// # Errors
    /// The FEN is invalid or a token is not legal; nothing changes then.
    fn set(&mut self, start: &Start, moves: &[String]) -> Result<(), SetupError>;

    /// Whether a game by these rules can end in a draw.
    fn has_draws(&self) -> bool;

    /// Whether a player who can do nothing else passes.
    fn has_pass(&self) -> bool;

    /// The FEN of a position in which `source` has placed all pieces; `None` in a game without random set-ups.
    fn random_setup(&self, source: &mut SplitMix) -> Option<String>;

    /// Plays all tokens or none.
    ///
    /// # Errors
    /// The first token that is not legal; nothing changes then.
    fn play(&mut self, moves: &[String]) -> Result<(), IllegalMove>;

    /// Plays a move in our notation or in that of the publisher, and returns its token.
    ///
    /// # Errors
    /// The problem with the word in our notation; nothing changes then.
    fn play_word(&mut self, word: &str) -> Result<String, MoveError>;

    /// Plays a legal move, in the type of the game, and returns its token.
    ///
    /// # Errors
    /// The game is over, or is another one.
    fn play_move(&mut self, m: &dyn Any) -> Result<String, MoveError>;

    /// Undoes `plies` plies.
    ///
    /// # Errors
    /// The number of plies, if it is smaller; nothing changes then.
    fn undo(&mut self, plies: usize) -> Result<(), usize>;

    /// The position before the first ply.
    fn start(&self) -> &Start;

    /// The tokens played since then, in their canonical form.
    fn history(&self) -> Vec<String>;

    /// The number of plies played since then.
    fn plies(&self) -> usize;

    /// The number of occurrences of the position since then, including the current one.
    fn repetitions(&self) -> usize;

    /// The player to move.
    fn turn(&self) -> Side;

    /// The result, also by repetition; `None` while the game is in progress.
    fn outcome(&self) -> Option<Outcome>;

    /// Why the game ended; `None` while it is in progress.
    fn reason(&self) -> Option<Reason>;

    /// The position in the type of the game.
    fn position(&self) -> &dyn Any;

    /// The [`GameHistory`](crate::history::GameHistory) in the type of the game.
    fn line(&self) -> &dyn Any;

    /// The canonical FEN.
    fn fen(&self) -> String;

    /// A hash of the rule set and the position, without the history; the same on every machine. Among a
    /// million positions, two with the same key are less likely than one in ten million.
    fn key(&self) -> u64;

    /// The key of the image that stands for all images of the position under the symmetries of the board, so
    /// that symmetric positions have the same symmetry key.
    fn symmetry_key(&self) -> u64;

    /// The image of a legal token in that image of the position, after the symmetry key; `None` for another
    /// token.
    fn to_representative(&self, token: &str) -> Option<(u64, String)>;

    /// The legal token that is `token` in the representative: the inverse of [`GameState::to_representative`].
    fn of_representative(&self, token: &str) -> Option<String>;

    /// The keys of all images of the position under the symmetries of the board.
    fn image_keys(&self) -> Vec<u64>;

    /// The legal token that is `token` in the image with this key; `None` for another token.
    fn of_image(&self, key: u64, token: &str) -> Option<String>;

    /// Calls `visit` with each legal token until it breaks, in generator order. A finished game has no legal
    /// tokens.
    fn each_legal(&self, visit: &mut dyn FnMut(String) -> ControlFlow<()>);

    /// The number of legal tokens, if there are at most `max`.
    fn count_legal_within(&self, max: u64) -> Option<u64>;

    /// The legal tokens, sorted bytewise; none in a finished game. Some positions have millions of legal
    /// tokens; [`GameState::legal_within`] has a limit.
    fn legal(&self) -> Vec<String> {
        let mut tokens = Vec::new();
        self.each_legal(&mut |token| {
            tokens.push(token);
            Continue(())
        });
        tokens.sort_unstable();
        tokens
    }

    /// The legal tokens, sorted bytewise; `None` if they take more than `max_bytes`, each with a space.
    fn legal_within(&self, max_bytes: usize) -> Option<Vec<String>> {
        let mut tokens = Vec::new();
        let mut left = Some(max_bytes);
        self.each_legal(&mut |token| {
            left = left.and_then(|left| left.checked_sub(token.len() + 1));
            if left.is_none() {
                return Break(());
            }
            tokens.push(token);
            Continue(())
        });
        left?;
        tokens.sort_unstable();
        Some(tokens)
    }

    /// The number of legal tokens and the tokens of [`GameState::legal_within`] on one line. This is
    /// faster than a list: it needs no allocation per token.
    fn legal_line_within(&self, max_bytes: usize) -> Option<String>;

    /// The canonical form of a token.
    ///
    /// # Errors
    /// The token is not legal here.
    fn canonical(&self, token: &str) -> Result<String, MoveError>;

    /// These moves, for a search; all if there are none.
    ///
    /// # Errors
    /// The first token that is not legal here.
    fn root_moves(&self, tokens: &[String]) -> Result<RootMoves, MoveError>;

    /// Whether the token is legal.
    fn is_legal(&self, token: &str) -> bool {
        self.canonical(token).is_ok()
    }

    /// Whether two legal tokens are one solution of a puzzle; see [`Game::is_same_idea`](ringstack_games::games::Game::is_same_idea).
    fn is_same_idea(&self, one: &str, other: &str) -> bool;

    /// A legal move in the notation of the publisher, if the game has one.
    fn published(&self, token: &str) -> Option<String>;

    /// The position as text for the terminal.
    fn draw(&self) -> String;

    /// The position as a scene, with the result, also by repetition.
    fn scene(&self) -> Scene;

    /// A summary of the rules.
    fn about(&self) -> About;

    /// The lessons of the rule set.
    fn lessons(&self) -> Lessons;

    /// The puzzles of the rule set.
    fn puzzles(&self) -> Puzzles;

    /// The words of the themes of a solution from here.
    ///
    /// # Errors
    /// The problem with the first token that is not legal.
    fn themes(&self, solution: &[String]) -> Result<Vec<&'static str>, MoveError>;

    /// What a line does on the board from here, in words; beside a `better` line, in what the two differ.
    ///
    /// # Errors
    /// The first token that is not legal.
    fn consequences(
        &self,
        line: &ProvenLine,
        better: Option<&ProvenLine>,
    ) -> Result<Consequences, IllegalMove>;

    /// The texts of the rule set in one of the [`LANGUAGES`](ringstack_games::picture::LANGUAGES); `None` for another
    /// language.
    fn texts(&self, language: &str) -> Option<Texts>;

    /// The effect of a sequence of touches, and the possible next touches.
    ///
    /// # Errors
    /// The first touch that is not possible.
    fn touches(&self, touch_sequence: &[String]) -> Result<Touches, WrongTouch>;

    /// The position after an edit that sets these items in order. The state itself does not change.
    ///
    /// # Errors
    /// The first item that cannot be set.
    fn edit(&self, items: &[String]) -> Result<EditResult, WrongItem>;

    /// The events of a line of play from here.
    ///
    /// # Errors
    /// The first token that is not legal.
    fn trace(&self, tokens: &[String]) -> Result<Trace, IllegalMove>;

    /// The events of one move; `None` for a token that is not legal.
    fn trace_move(&self, token: &str) -> Option<MoveTrace> {
        let mut trace = self.trace(&[token.to_owned()]).ok()?;
        trace.line.pop()
    }

    /// The scale of the logistic function from scores to win probabilities in this position, in
    /// centipawns; see [`Score::win_probability`].
    fn scale(&self) -> f64;

    /// The expected share of points of a side with this score in this position, 0 to 1; a draw counts half.
    /// This scale is comparable between games and phases.
    fn win_probability(&self, score: Score) -> f64 {
        score.win_probability(self.scale())
    }

    /// Counts the move sequences of `depth` plies and reports the progress to `watch`; `None` if
    /// `stop` was set or the count exceeds `max` (see [`ringstack_games::perft::divide`]).
    fn perft(
        &self,
        depth: u32,
        max: u64,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(CountProgress),
    ) -> Option<Count>;

    /// A copy of the game, for another thread or for trial moves.
    fn boxed_clone(&self) -> Box<dyn GameState>;
}

impl Clone for Box<dyn GameState> {
    fn clone(&self) -> Box<dyn GameState> {
        self.as_ref().boxed_clone()
    }
}

/// Why a position could not be set up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The FEN is wrong.
    #[error(transparent)]
    Fen(FenError),
    /// A token is not legal.
    #[error(transparent)]
    Move(IllegalMove),
}
