//! FEN, move tokens and text diagrams, composed of those of GIPF and ZÈRTZ (rules of GIPF, appendix).

use super::moves::{ACCEPT, CHALLENGE, Move};
use super::position::{Position, Stage};
use super::variant::Variant;
use crate::games::{gipf, zertz};
use crate::picture::{SetupProblem, read_part};
use crate::rules::fen::read_number;
use crate::rules::{Fen, FenError, Notation, Side};

/// The maximum number of challenges per player.
pub(super) const MAX_CHALLENGES: u8 = 9;

impl Fen for Position {
    fn from_fen(variant: Variant, text: &str) -> Result<Position, FenError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let (outer, challenges, stage, inner) = match fields[..] {
            [board, white, black, side, challenges, stage] => {
                ([board, white, black, side], challenges, stage, None)
            }
            [board, white, black, side, challenges, stage, a, b, c, d, e] => {
                let inner = [a, b, c, d, e].join(" ");
                ([board, white, black, side], challenges, stage, Some(inner))
            }
            _ => {
                let expected = "the fields '<board> <white hand> <black hand> <side> \
                    <challenges> <stage>', and the five of ZERTZ after a stage with !";
                return Err(FenError::syntax("fen", text, expected));
            }
        };
        let gipf = read_part::<gipf::Position>(gipf::Variant::Zertz, &outer.join(" "))?;
        let position = Position::new(variant, gipf, read_challenges(challenges)?);
        let refuse = |refused: SetupProblem| {
            let inner = inner.as_deref().filter(|_| refused.field == "fen");
            FenError::illegal(refused.field, inner.unwrap_or(stage), refused.problem)
        };
        match (stage.strip_prefix('?'), stage.strip_prefix('!'), &inner) {
            (_, _, None) if stage == "-" => Ok(position),
            (Some(token), _, None) => position.answering(token).map_err(refuse),
            (_, Some(token), Some(inner)) => {
                let announced = position.jump(token).map_err(refuse)?;
                let zertz = zertz::Position::from_fen(variant.board, inner)?;
                position.challenged(announced, zertz).map_err(refuse)
            }
            _ => {
                let expected = "-, ? and a jump, or ! and a jump with the five fields of ZERTZ";
                Err(FenError::syntax("stage", stage, expected))
            }
        }
    }

    fn fen(&self) -> String {
        let [white, black] = Side::ALL.map(|side| self.challenges(side));
        let outer = self.gipf().fen();
        let head = format!("{outer} {white},{black}");
        match self.stage() {
            Stage::Play => format!("{head} -"),
            Stage::Answer(m) => format!("{head} ?{}", self.gipf().token(*m)),
            Stage::Game(game) => {
                let token = self.gipf().token(game.announced);
                format!("{head} !{token} {}", game.zertz.fen())
            }
        }
    }
}

impl Notation for Position {
    fn write_move(&self, m: Move, out: &mut String) {
        match (m, self.stage()) {
            (Move::Gipf(m), _) => self.gipf().write_move(m, out),
            (Move::Accept, _) => out.push_str(ACCEPT),
            (Move::Challenge, _) => out.push_str(CHALLENGE),
            (Move::Zertz(m), Stage::Game(game)) => game.zertz.write_move(m, out),
            (Move::Zertz(_), _) => {}
        }
    }

    fn draw(&self) -> String {
        let mut text = self.gipf().draw_with(self.announced());
        let [white, black] = Side::ALL.map(|side| self.challenges(side));
        text.push_str(&format!("\nChallenges left: White {white}, Black {black}"));
        let (jumper, challenger) = (self.jumper().colour(), (!self.jumper()).colour());
        if let Some(m) = self.announced() {
            let token = self.gipf().token(m);
            let goes = if m.removes() { ", () removed" } else { "" };
            text.push_str(&format!(
                "\nAnnounced by {jumper}: {token} ([] the jump{goes})"
            ));
        }
        match self.stage() {
            Stage::Play => {}
            Stage::Answer(_) => text.push_str(&format!("\n{challenger} accepts or challenges")),
            Stage::Game(game) => {
                let heading = format!("\nThe challenge, begun by {jumper}:\n");
                text.push_str(&heading);
                text.push_str(&game.zertz.draw_for([jumper, challenger]));
            }
        }
        text
    }
}

fn read_challenges(text: &str) -> Result<[u8; 2], FenError> {
    let read = |text| read_number(text, MAX_CHALLENGES);
    let (white, black) = text.split_once(',').unwrap_or((text, ""));
    let expected = "the challenges left to White and Black, 0 to 9 each: 1,1";
    read(white)
        .zip(read(black))
        .map(|(white, black)| [white, black])
        .ok_or_else(|| FenError::syntax("challenges", text, expected))
}
