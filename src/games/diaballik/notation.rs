//! FEN, move tokens and the board in characters.

use super::board::{BOARD, touches};
use super::partial_move::DiaballikMove;
use super::position::Position;
use super::reasons::Problem;
use super::spelling::{Action, spell};
use super::turn::{Kind, Move};
use super::variant::Variant;
use crate::board::{Bits, Cell, Layout};
use crate::picture::MovePath;
use crate::rules::fen;
use crate::rules::{FenError, MoveError, Notation, PASS, Rules, Side};

const SUPPORTS: u32 = 7;
/// The token of a claim, alone or after actions.
pub(super) const CLAIM: &str = "antijeu";

impl Notation for Position {
    fn from_fen(variant: Variant, text: &str) -> Result<Position, FenError> {
        let (text, claimed) = match text.strip_suffix(CLAIM) {
            // A space before the claim separates the fields.
            Some(rest) => (rest.strip_suffix(' ').unwrap_or(text), true),
            None => (text, false),
        };
        let [board, side] = fen::fields(text, "<board> <side>' or '<board> <side> antijeu")?;
        let [white, black] = read_board(board)?;
        let side = fen::read_side(side)?;
        let supports = [white.supports, black.supports];
        let balls = [white.ball, black.ball];
        let position = Position::new(variant, supports, balls, side, claimed);
        if position.has_scored(side) {
            return Err(FenError::illegal("board", board, Problem::BallOnGoal));
        }
        let last = !side;
        let touched = touches(position.supports(last), position.supports(side));
        if claimed && (position.has_scored(last) || !touched) {
            return Err(FenError::illegal("claim", CLAIM, Problem::Claim));
        }
        Ok(position)
    }

    fn fen(&self) -> String {
        let mut text = fen::write_board(&BOARD, |cell| self.letter(cell));
        text.push(' ');
        text.push(fen::side_letter(self.turn()));
        if self.claimed() {
            text.push(' ');
            text.push_str(CLAIM);
        }
        text
    }

    fn parse_token(&self, token: &str) -> Result<Move, MoveError> {
        MovePath::parse(DiaballikMove::new(self), token)
    }

    fn write_move(&self, m: Move, out: &mut String) {
        let start = out.len();
        for Action { from, to } in spell(self, m) {
            if out.len() > start {
                out.push(',');
            }
            BOARD.name_of(from).write_to(out);
            BOARD.name_of(to).write_to(out);
        }
        match m.kind() {
            Kind::Actions => {}
            Kind::Stuck => out.push_str(PASS),
            Kind::Claim => {
                if out.len() > start {
                    out.push(',');
                }
                out.push_str(CLAIM);
            }
        }
    }

    fn draw(&self) -> String {
        let board = BOARD.draw(|cell| self.letter(cell));
        format!("{board}w, b: supports; W, B: the holders of the balls\n")
    }
}

impl Position {
    /// The FEN letter of the support on a square.
    fn letter(&self, cell: Cell) -> Option<char> {
        let owner = self.owner(cell)?;
        let letter = fen::side_letter(owner);
        Some(if self.ball(owner) == cell {
            letter.to_ascii_uppercase()
        } else {
            letter
        })
    }
}

/// The supports of a side, the holder included, and its ball.
struct Team {
    supports: Bits,
    ball: Cell,
}

/// Reads a support from the front of a text: its owner, and whether it holds the ball.
fn take_support(text: &str) -> Option<((Side, bool), &str)> {
    let support = match text.chars().next()? {
        'w' => (Side::One, false),
        'W' => (Side::One, true),
        'b' => (Side::Two, false),
        'B' => (Side::Two, true),
        _ => return None,
    };
    Some((support, text.get(1..)?))
}

fn read_board(text: &str) -> Result<[Team; 2], FenError> {
    let mut found: Vec<(Cell, Side, bool)> = Vec::new();
    fen::read_board(&BOARD, text, "w, W, b, B", take_support, |cell, support| {
        found.extend(support.map(|(side, holds)| (cell, side, holds)));
    })?;
    let of = |owner| {
        let own = found.iter().filter(|&&(_, side, _)| side == owner);
        let holders: Vec<Cell> = own.clone().filter(|m| m.2).map(|m| m.0).collect();
        let supports: Bits = own.map(|m| m.0).collect();
        match holders[..] {
            [ball] if supports.count() == SUPPORTS => Ok(Team { supports, ball }),
            _ => {
                let (found, balls) = (supports.count(), holders.len());
                let problem = match owner {
                    Side::One => Problem::WhiteSupports { found, balls },
                    Side::Two => Problem::BlackSupports { found, balls },
                };
                Err(FenError::illegal("board", text, problem))
            }
        }
    };
    Ok([of(Side::One)?, of(Side::Two)?])
}
