//! The text of a game: FENs, move tokens and a picture in letters.

use super::{FenError, MoveError, Rules};

/// The token of a pass: of the turn of a player who can do nothing else.
pub const PASS: &str = "pass";

/// Text and position: FEN, move tokens and a picture, as the rules document of the game says.
pub trait Notation: Rules {
    /// Reads a FEN strictly: [`Notation::fen`] gives the same text back.
    ///
    /// # Errors
    /// The first field that is wrong, its text and what was expected.
    fn from_fen(variant: Self::Variant, text: &str) -> Result<Self, FenError>;

    /// The canonical FEN.
    fn fen(&self) -> String;

    /// Reads a token and checks that it is legal here, without listing all moves.
    ///
    /// # Errors
    /// What is wrong with the token, its text and what was expected.
    fn parse_move(&self, token: &str) -> Result<Self::Move, MoveError>;

    /// Appends the canonical token of a move that is legal here.
    fn write_move(&self, m: Self::Move, out: &mut String);

    /// The canonical token of a move that is legal here. Derived; do not override.
    fn token(&self, m: Self::Move) -> String {
        let mut token = String::new();
        self.write_move(m, &mut token);
        token
    }

    /// Reads a turn in the notation of the game's publisher, without the blanks in it; `None` if it
    /// does not look like one.
    fn parse_published(&self, _turn: &str) -> Option<Result<Self::Move, MoveError>> {
        None
    }

    /// A legal move in the notation of the game's publisher, where that is known.
    fn published(&self, _m: Self::Move) -> Option<String> {
        None
    }

    /// A picture of the board and the supplies for a person: ASCII lines, no tabs, no empty lines.
    fn draw(&self) -> String;
}
