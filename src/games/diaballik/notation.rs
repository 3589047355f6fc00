//! FEN, turn tokens and the picture in characters.

use std::fmt;

use super::board::{RANKS, touches};
use super::names::{cell_named, take_cell, write_name};
use super::position::Position;
use super::spelling::{Action, Progress, spell};
use super::turn::{Kind, Move};
use super::variant::Variant;
use crate::board::{Bits, Cell};
use crate::rules::fen;
use crate::rules::{FenError, MoveError, Notation, PASS, Rules, Side};

const SUPPORTS: u32 = 7;
/// The token of a claim without actions, and the end of one with some.
pub(super) const CLAIM: &str = "antijeu";

impl Notation for Position {
    fn from_fen(variant: Variant, text: &str) -> Result<Position, FenError> {
        let (text, claimed) = match text.strip_suffix(CLAIM) {
            // The blank before the claim separates the fields.
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
            let expected = "no ball of the side to move on its goal line";
            return Err(FenError::new("board", board, expected));
        }
        let last = !side;
        let touched = touches(position.supports(last), position.supports(side));
        if claimed && (position.has_scored(last) || !touched) {
            let expected = "a board on which the player not to move may claim";
            return Err(FenError::new("claim", CLAIM, expected));
        }
        Ok(position)
    }

    fn fen(&self) -> String {
        let mut text = write_board(|cell| self.letter(cell));
        text.push(' ');
        text.push(fen::side_letter(self.turn()));
        if self.claimed() {
            text.push(' ');
            text.push_str(CLAIM);
        }
        text
    }

    fn parse_move(&self, token: &str) -> Result<Move, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::game_over(token));
        }
        if token == PASS {
            let expected = "actions: the player is not stuck";
            return if self.is_stuck() {
                Ok(Move::STUCK)
            } else {
                Err(MoveError::new(token, expected))
            };
        }
        let mut progress = Progress::new(self);
        let mut claimed = false;
        for part in token.split(',') {
            if claimed {
                return Err(MoveError::new(token, "nothing after antijeu"));
            }
            if part == CLAIM {
                if !progress.may_claim() {
                    let expected = "no claim without a line and three contacts";
                    return Err(MoveError::new(token, expected));
                }
                claimed = true;
                continue;
            }
            let action = read_action(part)
                .ok_or_else(|| MoveError::new(token, "actions like a1a2, or antijeu"))?;
            progress
                .act(action)
                .map_err(|expected| MoveError::new(part, expected))?;
        }
        let made = progress.made();
        Ok(if claimed { made.claiming() } else { made })
    }

    fn write_move(&self, m: Move, out: &mut String) {
        let start = out.len();
        for Action { from, to } in spell(self, m) {
            if out.len() > start {
                out.push(',');
            }
            write_name(from, out);
            write_name(to, out);
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
        let mut text = String::new();
        for rank in (0..RANKS).rev() {
            text.push_str(&(rank + 1).to_string());
            for cell in rank_cells(rank) {
                text.push(' ');
                text.push(self.letter(cell).unwrap_or('.'));
            }
            text.push('\n');
        }
        text.push_str("  a b c d e f g\n");
        text.push_str("w, b: supports; W, B: the holders of the balls\n");
        text
    }
}

impl Position {
    /// The FEN letter of what stands on a square.
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

/// The squares of a rank (0..7) from left to right.
fn rank_cells(rank: u8) -> impl ExactSizeIterator<Item = Cell> {
    (0..RANKS).map(move |file| Cell(file * RANKS + rank))
}

/// The board of a FEN on whose squares this stands.
pub(super) fn write_board<T: fmt::Display>(shown: impl Fn(Cell) -> Option<T>) -> String {
    let mut text = String::with_capacity(48);
    for rank in (0..RANKS).rev() {
        fen::write_line(rank_cells(rank).map(&shown), &mut text);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// Reads an action: two squares.
pub(super) fn read_action(text: &str) -> Option<Action> {
    let (from, rest) = take_cell(text)?;
    let to = cell_named(rest)?;
    Some(Action { from, to })
}

/// The supports of a side, the holder included, and its ball.
struct Men {
    supports: Bits,
    ball: Cell,
}

/// What stands on a square, from the front of a text: whose it is, and whether it holds the ball.
fn take_man(text: &str) -> Option<((Side, bool), &str)> {
    let man = match text.chars().next()? {
        'w' => (Side::One, false),
        'W' => (Side::One, true),
        'b' => (Side::Two, false),
        'B' => (Side::Two, true),
        _ => return None,
    };
    Some((man, text.get(1..)?))
}

fn read_board(text: &str) -> Result<[Men; 2], FenError> {
    let mut men: Vec<(Cell, Side, bool)> = Vec::new();
    let lines = fen::lines(text, usize::from(RANKS), "ranks")?;
    for (line, rank) in lines.into_iter().zip((0..RANKS).rev()) {
        fen::read_line(
            line,
            rank_cells(rank),
            "w, W, b, B",
            take_man,
            |cell, man| {
                men.extend(man.map(|(side, holds)| (cell, side, holds)));
            },
        )?;
    }
    let of = |owner| {
        let own = men.iter().filter(|&&(_, side, _)| side == owner);
        let holders: Vec<Cell> = own.clone().filter(|m| m.2).map(|m| m.0).collect();
        let supports: Bits = own.map(|m| m.0).collect();
        match holders[..] {
            [ball] if supports.count() == SUPPORTS => Ok(Men { supports, ball }),
            _ => {
                let expected = "six supports and one holder of each colour";
                Err(FenError::new("board", text, expected))
            }
        }
    };
    Ok([of(Side::One)?, of(Side::Two)?])
}
