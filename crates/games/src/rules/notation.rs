//! The text of a game: FENs, move tokens and the board in characters.

use super::{FenError, MoveError, Rules};

/// The token of a pass: the only move of a player who can do nothing else.
pub const PASS: &str = "pass";

/// FENs, as the rules document of the game defines them. [`HasSetup`](crate::picture::HasSetup) derives them.
pub trait Fen: Rules {
    /// Reads a FEN strictly: [`Fen::fen`] returns the same text.
    ///
    /// # Errors
    /// The first wrong field, its text and the problem.
    fn from_fen(variant: Self::Variant, text: &str) -> Result<Self, FenError>;

    /// The canonical FEN.
    fn fen(&self) -> String;
}

/// Moves and boards as text, as the rules document of the game defines them.
/// [`Touch::parse_move`](crate::picture::Touch::parse_move) reads tokens.
pub trait Notation: Fen {
    /// Appends the canonical token of a move that is legal here.
    fn write_move(&self, m: Self::Move, out: &mut String);

    /// The canonical token of a move that is legal here. Derived; do not override.
    fn token(&self, m: Self::Move) -> String {
        let mut token = String::new();
        self.write_move(m, &mut token);
        token
    }

    /// Reads a move in the notation of the game's publisher, without its spaces; `None` if the text does
    /// not look like one.
    fn parse_published(&self, _text: &str) -> Option<Result<Self::Move, MoveError>> {
        None
    }

    /// A legal move in the notation of the game's publisher, if that is known.
    fn published(&self, _m: Self::Move) -> Option<String> {
        None
    }

    /// A drawing of the board and the supplies: ASCII lines, no tabs, no empty lines.
    fn draw(&self) -> String;
}
