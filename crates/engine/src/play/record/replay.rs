//! Plays the moves of records on a board. All formats open the board here, play the words of moves here, and keep
//! here the legal part of a game with a fault.

use crate::play::state::{self, GameState};
use crate::rules::{MoveError, Notation, Outcome, RuleSet};

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
pub(super) fn position<P: Notation>(board: &dyn GameState) -> Option<P> {
    let mut variants = P::Variant::ALL.iter();
    let variant = variants.find(|variant| variant.id() == board.id())?;
    P::from_fen(*variant, &board.fen()).ok()
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
        self.play_read(line, word, Ok(text.to_owned()))
    }

    /// Plays the move that the record writes as `word` and that was read as `text`.
    pub fn play_read(
        &mut self,
        line: usize,
        word: &str,
        text: Result<String, MoveError>,
    ) -> Result<(), RecordFault> {
        let text = text.as_deref().map_err(Clone::clone);
        let token = play(&mut *self.board, line, word, text)?;
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
                return Err(self.keep(fault, rest));
            }
        }
        Ok(self)
    }

    /// The fault with the moves played so far, for readers that keep them. The `rest` of the words becomes a
    /// comment.
    pub fn keep<'a>(self, fault: RecordFault, rest: impl Iterator<Item = &'a str>) -> RecordFault {
        let rest: Vec<&str> = rest.collect();
        let progress = self.record.moves.len();
        let kept = tolerant::keep_moves(self.record, self.board.outcome(), &rest.join(" "));
        fault.keeping(kept).after(progress)
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
