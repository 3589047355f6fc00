//! Plays the moves of records on a board. All formats open the board here, play the words of moves here, and
//! get the partial game of a fault here.

use std::any::Any;

use crate::play::state::{self, GameState};
use crate::rules::{MoveError, Outcome};

use super::game::{GameRecord, MoveRecord, resolve_outcome};
use super::refused::RecordFault;
use super::termination::Termination;
use super::tolerant;

/// The game of Little Golem and CodeCup.
pub(super) const DVONN: &str = "dvonn";

/// The words of a text that begins in `line`, each with its line.
pub(super) fn words(text: &str, line: usize) -> impl Iterator<Item = (usize, &str)> {
    let lines = (line..).zip(text.lines());
    lines.flat_map(|(line, text)| text.split_whitespace().map(move |word| (line, word)))
}

/// A word without the move number before it: `12.c3` is `c3`, and `12.` is empty.
pub(super) fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        word
    }
}

/// The board of a record that names its game and its first position. The record begins in `line`.
pub(super) fn open(record: &GameRecord, line: usize) -> Result<Box<dyn GameState>, RecordFault> {
    state::open_at(&record.game, record.fen.as_deref())
        .ok_or_else(|| RecordFault::new(line, &record.game, "expected the id of a game"))?
        .map_err(|error| RecordFault::position(line, &error))
}

/// Plays the move that a record writes as `word` and we write as `text`, and returns its token. `text` may be in
/// the notation of the publisher, or deviate from one of the notations.
pub(super) fn play(
    board: &mut dyn GameState,
    line: usize,
    word: &str,
    text: Result<&str, MoveError>,
) -> Result<String, RecordFault> {
    let ply = board.plies() + 1;
    text.and_then(|text| tolerant::play(board, text))
        .map_err(|error| RecordFault::illegal(line, word, ply, &error))
}

/// The position of a board in the type of its game; `None` for another game.
pub(super) fn position<P: 'static>(board: &dyn GameState) -> Option<&P> {
    board.position().downcast_ref()
}

/// A game that is played word by word.
#[derive(Debug)]
pub(super) struct Replay {
    pub record: GameRecord,
    board: Box<dyn GameState>,
}

impl Replay {
    /// A game without moves; the record names the game and its first position.
    pub fn new(record: GameRecord, line: usize) -> Result<Replay, RecordFault> {
        let board = open(&record, line)?;
        Ok(Replay { record, board })
    }

    pub fn board(&self) -> &dyn GameState {
        self.board.as_ref()
    }

    pub fn is_over(&self) -> bool {
        self.board.outcome().is_some()
    }

    /// Plays the move that the record writes as `word` and we write as `text`.
    pub fn play(&mut self, line: usize, word: &str, text: &str) -> Result<(), RecordFault> {
        let token = play(&mut *self.board, line, word, Ok(text))?;
        self.record.moves.push(MoveRecord::new(token));
        Ok(())
    }

    /// Plays the move, in the type of the game, that the record writes as `word`.
    pub fn play_move(
        &mut self,
        line: usize,
        word: &str,
        m: Result<impl Any, MoveError>,
    ) -> Result<(), RecordFault> {
        let ply = self.board.plies() + 1;
        let token = m
            .and_then(|m| self.board.play_move(&m))
            .map_err(|error| RecordFault::illegal(line, word, ply, &error))?;
        self.record.moves.push(MoveRecord::new(token));
        Ok(())
    }

    /// Plays the words of a record, each with its line, by calling `play`.
    pub fn play_words(
        mut self,
        words: &[(usize, &str)],
        play: impl Fn(&mut Replay, usize, &str) -> Result<(), RecordFault>,
    ) -> Result<Replay, RecordFault> {
        for (number, &(line, word)) in words.iter().enumerate() {
            if let Err(fault) = play(&mut self, line, word) {
                let rest = words.iter().skip(number).map(|&(_, word)| word);
                return Err(self.into_fault(fault, rest));
            }
        }
        Ok(self)
    }

    /// The fault with the moves played so far as its partial game. The `rest` of the words becomes a comment.
    pub fn into_fault<'a>(
        self,
        fault: RecordFault,
        rest: impl Iterator<Item = &'a str>,
    ) -> RecordFault {
        let rest: Vec<&str> = rest.collect();
        let progress = self.record.moves.len();
        let game = tolerant::partial_game(self.record, self.board.outcome(), &rest.join(" "));
        fault.with_partial_game(game).after(progress)
    }

    /// The player to move resigns.
    pub fn resign(&mut self) {
        self.record.outcome = Some(Outcome::Win(!self.board.turn()));
        self.record.termination = Some(Termination::Resignation);
    }

    /// The record of the game; `line` is the last line of the game.
    pub fn finish(mut self, line: usize) -> Result<GameRecord, RecordFault> {
        let progress = self.record.moves.len() + 1;
        match resolve_outcome(&mut self.record, self.board.outcome()) {
            Ok(()) => Ok(self.record),
            Err(expected) => {
                let reason = format!("expected {expected}");
                Err(RecordFault::new(line, "", reason).after(progress))
            }
        }
    }
}
