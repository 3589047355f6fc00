//! Diaballik set up by hand: supports, the balls on two of them, and whether a claim has ended the game.

use super::TEXTS;
use super::board::BOARD;
use super::notation::CLAIM;
use super::picture::kind;
use super::position::Position;
use super::variant::Variant;
use crate::picture::{Edit, EditChoice, EditForm, Picture, YES};
use crate::rules::{Rules, Side};

/// The id of the choice: has a claim ended the game?
const CLAIMED: &str = "claim";

/// The pieces that can be on a square: words that are also the letters of the FEN.
fn piece_kinds() -> [&'static str; 4] {
    let [white, black] = Side::ALL.map(|side| [false, true].map(|b| kind(side, b)));
    let ([white, white_ball], [black, black_ball]) = (white, black);
    [white, black, white_ball, black_ball]
}

impl Edit for Position {
    fn form(&self) -> EditForm {
        let mut form = EditForm::of_kinds(&self.scene(), self.turn(), piece_kinds());
        let label = TEXTS.text("edit.claim");
        form.choices
            .push(EditChoice::whether(CLAIMED, label, self.claimed()));
        form
    }

    fn fen_of(_: Variant, form: &EditForm) -> String {
        let mut text = form.board_and_side(&BOARD);
        if form.choice(CLAIMED) == YES {
            text.push(' ');
            text.push_str(CLAIM);
        }
        text
    }
}
