//! Diaballik set up by hand: supports, the balls on two of them, and whether a claim has ended the game.

use super::TEXTS;
use super::board::BOARD;
use super::notation::CLAIM;
use super::picture::kind;
use super::position::Position;
use super::variant::Variant;
use crate::board::Layout;
use crate::picture::{Edit, EditChoice, EditForm, Picture, PieceOption, YES};
use crate::rules::{Rules, Side, fen};

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
        let scene = self.scene();
        let kinds = piece_kinds().into_iter();
        let supports =
            kinds.filter_map(|word| Some(PieceOption::piece(word, scene.kinds.get(word)?, None)));
        let pieces: Vec<PieceOption> = std::iter::once(PieceOption::nothing(None))
            .chain(supports)
            .collect();
        let mut form = EditForm::new(&scene, self.turn(), &pieces);
        let label = TEXTS.text("edit.claim");
        form.choices
            .push(EditChoice::whether(CLAIMED, label, self.claimed()));
        form
    }

    fn fen_of(_: Variant, form: &EditForm) -> String {
        let kinds = piece_kinds();
        let mut text = fen::write_board(&BOARD, |cell| {
            let id = BOARD.name(cell);
            let spot = form.cells().find(|spot| spot.id == id)?;
            kinds.into_iter().find(|word| *word == spot.put)
        });
        text.push(' ');
        text.push(fen::side_letter(form.turn()));
        if form.choice(CLAIMED) == YES {
            text.push(' ');
            text.push_str(CLAIM);
        }
        text
    }
}
