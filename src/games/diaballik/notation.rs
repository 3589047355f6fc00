//! FEN, turn tokens and the picture in characters.

use std::fmt::Write;

use super::board::{Board, GOALS, touches};
use super::position::Position;
use super::spelling::{Action, Progress, spell};
use super::turn::{Kind, Turn};
use super::variant::Variant;
use crate::board::{Bits, Cell};
use crate::rules::{FenError, MoveError, Notation, Rules, Side};

const RANKS: usize = 7;
const SUPPORTS: u32 = 7;
const CLAIM: &str = "antijeu";
const STUCK: &str = "pass";

impl Notation for Position {
    fn from_fen(variant: Variant, text: &str) -> Result<Position, FenError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let (board, side, claim) = match fields[..] {
            [board, side] => (board, side, None),
            [board, side, claim] => (board, side, Some(claim)),
            _ => return Err(FenError::new("fen", text, "two or three fields")),
        };
        let men = read_board(board)?;
        let side = match side {
            "w" => Side::One,
            "b" => Side::Two,
            _ => return Err(FenError::new("side", side, "w or b")),
        };
        if let Some(claim) = claim.filter(|&claim| claim != CLAIM) {
            return Err(FenError::new("claim", claim, "antijeu or nothing"));
        }
        let balls = men.balls.map(|ball| ball.lowest().unwrap_or(Cell(0)));
        let position = Position::from_parts(variant, men.supports, balls, side, claim.is_some());
        if men.balls[side.index()].meets(GOALS[side.index()]) {
            let expected = "no ball of the side to move on its goal line";
            return Err(FenError::new("board", board, expected));
        }
        let last = !side;
        let scored = men.balls[last.index()].meets(GOALS[last.index()]);
        let touched = touches(position.supports(last), position.supports(side));
        if claim.is_some() && (scored || !touched) {
            let expected = "a board on which the player not to move may claim";
            return Err(FenError::new("claim", CLAIM, expected));
        }
        Ok(position)
    }

    fn fen(&self) -> String {
        let mut text = String::with_capacity(48);
        for rank in (0..RANKS).rev() {
            let mut run = 0;
            for file in 0..RANKS {
                match self.letter(file, rank) {
                    None => run += 1,
                    Some(letter) => {
                        write_run(&mut text, run);
                        run = 0;
                        text.push(letter);
                    }
                }
            }
            write_run(&mut text, run);
            text.push(if rank > 0 { '/' } else { ' ' });
        }
        text.push(match self.turn() {
            Side::One => 'w',
            Side::Two => 'b',
        });
        if self.claimed() {
            text.push(' ');
            text.push_str(CLAIM);
        }
        text
    }

    fn parse_move(&self, token: &str) -> Result<Turn, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::new(token, "no move: the game is over"));
        }
        if token == STUCK {
            let expected = "actions: the player is not stuck";
            return if self.is_stuck() {
                Ok(Turn::STUCK)
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
        let turn = progress.turn();
        Ok(if claimed { turn.claiming() } else { turn })
    }

    fn write_move(&self, m: Turn, out: &mut String) {
        let start = out.len();
        for Action { from, to } in spell(self, m) {
            if out.len() > start {
                out.push(',');
            }
            out.push_str(&name(from));
            out.push_str(&name(to));
        }
        match m.kind() {
            Kind::Actions => {}
            Kind::Stuck => out.push_str(STUCK),
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
            write!(text, "{}", rank + 1).expect("a string takes all text");
            for file in 0..RANKS {
                text.push(' ');
                text.push(self.letter(file, rank).unwrap_or('.'));
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
    fn letter(&self, file: usize, rank: usize) -> Option<char> {
        let cell = Cell((file * RANKS + rank) as u8);
        let owner = [Side::One, Side::Two]
            .into_iter()
            .find(|&side| self.supports(side).has(cell))?;
        let letters = [['w', 'W'], ['b', 'B']][owner.index()];
        Some(letters[usize::from(self.ball(owner) == cell)])
    }
}

/// The name of a square.
pub(super) fn name(cell: Cell) -> String {
    let (file, rank) = Board::coords(cell);
    let mut name = String::with_capacity(2);
    name.push((b'a' + file as u8) as char);
    name.push((b'1' + rank as u8) as char);
    name
}

fn read_action(text: &str) -> Option<Action> {
    let &[a, b, c, d] = text.as_bytes() else {
        return None;
    };
    let cell = |file: u8, rank: u8| {
        let inside = (b'a'..=b'g').contains(&file) && (b'1'..=b'7').contains(&rank);
        inside.then(|| Cell((file - b'a') * RANKS as u8 + rank - b'1'))
    };
    Some(Action {
        from: cell(a, b)?,
        to: cell(c, d)?,
    })
}

fn write_run(text: &mut String, run: u8) {
    if run > 0 {
        text.push((b'0' + run) as char);
    }
}

/// The men of a FEN board: supports (holders included) and balls of both sides.
struct Men {
    supports: [Bits; 2],
    balls: [Bits; 2],
}

fn read_board(text: &str) -> Result<Men, FenError> {
    let error = |found: &str, expected: &str| Err(FenError::new("board", found, expected));
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != RANKS {
        return error(text, "seven ranks joined by /");
    }
    let mut men = Men {
        supports: [Bits::EMPTY; 2],
        balls: [Bits::EMPTY; 2],
    };
    for (row, rank) in rows.into_iter().zip((0..RANKS).rev()) {
        let mut file = 0;
        let mut after_run = false;
        for c in row.chars() {
            if let Some(run) = c.to_digit(10) {
                if !(1..=7).contains(&run) || after_run {
                    return error(
                        row,
                        "runs of 1 to 7 empty squares, each written as one digit",
                    );
                }
                file += run as usize;
                after_run = true;
                continue;
            }
            after_run = false;
            let (owner, holds) = match c {
                'w' => (0, false),
                'W' => (0, true),
                'b' => (1, false),
                'B' => (1, true),
                _ => return error(row, "only w, W, b, B and digits"),
            };
            if file < RANKS {
                let cell = Cell((file * RANKS + rank) as u8);
                men.supports[owner] = men.supports[owner].with(cell);
                if holds {
                    men.balls[owner] = men.balls[owner].with(cell);
                }
            }
            file += 1;
        }
        if file != RANKS {
            return error(row, "seven squares in a rank");
        }
    }
    for owner in [0, 1] {
        if men.supports[owner].count() != SUPPORTS || men.balls[owner].count() != 1 {
            return error(text, "six supports and one holder of each colour");
        }
    }
    Ok(men)
}
