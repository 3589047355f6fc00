//! FEN, move tokens and the text diagram (rules, section 6).

use super::board::entry;
use super::names::{Points, draw, entry_named, name, name_at, point_named};
use super::position::{PieceKind, Position, Reserve};
use super::reasons::{Problem, Violation};
use super::turn::{Action, Kind, Move};
use super::variant::Variant;
use crate::board::hex::Direction;
use crate::board::{Bits, Cell};
use crate::rules::fen;
use crate::rules::{FenError, MoveError, Notation, Rules, Side};

/// The maximum number of pieces of a player, in hand and on the board.
pub(super) const MAX_PIECES: u32 = 18;
/// The maximum number of potentials of a player.
pub(super) const MAX_POTENTIALS: u32 = 9;
/// The maximum number of GIPF pieces of a side in the standard game.
const MAX_STANDARD_GIPF: u32 = 3;

/// The symbol of a piece.
fn letters(side: Side, what: PieceKind) -> &'static str {
    let (white, black) = match what {
        PieceKind::Piece(Kind::Basic) => ("w", "b"),
        PieceKind::Piece(Kind::Gipf) => ("W", "B"),
        PieceKind::Piece(Kind::Charged) => ("w^", "b^"),
        PieceKind::Used => ("w~", "b~"),
    };
    match side {
        Side::One => white,
        Side::Two => black,
    }
}

impl Notation for Position {
    fn from_fen(variant: Variant, text: &str) -> Result<Position, FenError> {
        let form = "<board> <white hand> <black hand> <side>";
        let fields = fen::fields(text, form)?;
        let position = Position::from_fields(variant, fields)?;
        if position.has_forced_row(!position.turn(), Bits::EMPTY) {
            let [board, ..] = fields;
            return Err(FenError::illegal("board", board, Problem::RowLeft));
        }
        Ok(position)
    }

    fn fen(&self) -> String {
        let mut text = fen::write_board(&Points, |point| {
            let what = self.piece_at(point);
            what.map(|(side, what)| letters(side, what))
        });
        for side in Side::ALL {
            let Reserve {
                hand,
                potentials,
                gipf_right,
            } = self.reserve(side);
            text.push_str(&format!(" {hand}"));
            if gipf_right {
                text.push('G');
            }
            if potentials > 0 {
                text.push_str(&format!("Z{potentials}"));
            }
        }
        text.push(' ');
        text.push(fen::side_letter(self.turn()));
        text
    }

    fn parse_token(&self, token: &str) -> Result<Move, MoveError> {
        let side = self.turn();
        let parsed = read_token(self, token)?;
        let refuse = |violation: Violation| Err(MoveError::illegal(token, violation));
        if !self.may_remove(side, parsed.before()) {
            return refuse(match parsed.before().is_empty() {
                true => Violation::TakeFirst,
                false => Violation::NotRows,
            });
        }
        let mut position = *self;
        if parsed.before().any() {
            position.remove(parsed.before(), side);
            let is_over = position.winner_by_gipf(side).is_some();
            match parsed.action() {
                None if is_over => return Ok(parsed),
                Some(_) if is_over => return refuse(Violation::EndsGame),
                _ => {}
            }
        }
        match parsed.action() {
            None => return refuse(Violation::ActionMissing),
            Some(Action::Enter(kind, _)) if !position.may_enter(kind) => {
                return refuse(position.why_not_kind(kind));
            }
            Some(Action::Enter(_, entry)) if position.pushed_by(entry).is_none() => {
                return refuse(Violation::LineFull);
            }
            Some(action) => position.act(action),
        }
        if !position.may_remove(side, parsed.after()) {
            return refuse(match parsed.after().is_empty() {
                true => Violation::RowAfter,
                false => Violation::NotRows,
            });
        }
        Ok(parsed)
    }

    fn write_move(&self, m: Move, out: &mut String) {
        let mut text = Vec::with_capacity(24);
        if m.before().any() {
            write_removal(m.before(), &mut text);
        }
        if let Some(action) = m.action() {
            if m.before().any() {
                text.push(b',');
            }
            self.write_action(action, m.before(), &mut text);
        }
        if m.after().any() {
            text.push(b',');
            write_removal(m.after(), &mut text);
        }
        out.extend(text.into_iter().map(char::from));
    }

    fn parse_published(&self, text: &str) -> Option<Result<Move, MoveError>> {
        self.read_published(text)
    }

    fn draw(&self) -> String {
        self.draw_with(None)
    }
}

impl Position {
    /// The landing of a jump, which depends on the first removal.
    fn landing_without(&self, gone: Bits, from: Cell, direction: Direction) -> Option<Cell> {
        let mut cleared = *self;
        cleared.remove(gone, self.turn());
        cleared.landing(from, direction).and_then(Bits::lowest)
    }

    /// The text diagram with an announced move: `[]` around both ends of its jump, `()` around the pieces it
    /// removes.
    pub(in crate::games) fn draw_with(&self, announced: Option<Move>) -> String {
        let jump = announced.and_then(|m| match m.action()? {
            Action::Enter(..) => None,
            Action::Jump(from, direction) => {
                let landing = self.landing_without(m.before(), from, direction)?;
                Some((from, landing))
            }
        });
        let gone = announced.map_or(Bits::EMPTY, Move::removed);
        let marked = |point: Cell, text: &str| {
            if jump.is_some_and(|(from, to)| point == from || point == to) {
                Some(format!("[{text}]"))
            } else if gone.has(point) {
                Some(format!("({text})"))
            } else {
                None
            }
        };
        let mut lines = draw(|name, _| {
            let Some(point) = point_named(name.bytes()) else {
                return (name.to_string(), 0);
            };
            let what = self.piece_at(point);
            let text = what.map_or(".", |(side, what)| letters(side, what));
            // A mark does not shift the piece.
            marked(point, text).map_or_else(|| (text.to_owned(), 0), |marked| (marked, 1))
        });
        for side in Side::ALL {
            let Reserve {
                hand,
                potentials,
                gipf_right,
            } = self.reserve(side);
            let mut line = format!("{}: {hand} in hand", side.colour());
            if gipf_right {
                line.push_str(", may enter GIPF pieces");
            }
            if potentials > 0 {
                let plural = if potentials > 1 { "s" } else { "" };
                line.push_str(&format!(", {potentials} potential{plural} to enter"));
            }
            lines.push(line);
        }
        lines.join("\n")
    }
}

impl Position {
    /// Reads the fields of a FEN. The caller checks for rows of the player not to move (section 6.2, 7).
    ///
    /// # Errors
    /// The first invalid field, its text and what is allowed.
    pub(in crate::games) fn from_fields(
        variant: Variant,
        [board, white, black, side]: [&str; 4],
    ) -> Result<Position, FenError> {
        let reserves = [
            read_hand("white hand", white, variant)?,
            read_hand("black hand", black, variant)?,
        ];
        let mut position = Position::bare(variant, reserves, fen::read_side(side)?);
        read_board(&mut position, board)?;
        check(&position, [white, black], board)?;
        Ok(position)
    }

    fn write_action(&self, action: Action, gone: Bits, text: &mut Vec<u8>) {
        match action {
            Action::Enter(kind, number) => {
                let entry = entry(number);
                match kind {
                    Kind::Basic => {}
                    Kind::Gipf => text.push(b'G'),
                    Kind::Charged => text.push(b'Z'),
                }
                text.extend(name_at(entry.dot));
                text.push(b'-');
                text.extend(name(entry.first));
            }
            Action::Jump(from, direction) => {
                let landing = self.landing_without(gone, from, direction);
                text.extend(name(from));
                text.push(b'^');
                text.extend(landing.into_iter().flat_map(name));
            }
        }
    }
}

/// Reads the hand, the G right and the potentials, such as `18GZ3`.
fn read_hand(field: &'static str, text: &str, variant: Variant) -> Result<Reserve, FenError> {
    let wrong = |expected: &str| FenError::syntax(field, text, expected);
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let hand = fen::read_number(number, MAX_PIECES as u8)
        .ok_or_else(|| wrong("a number of pieces from 0 to 18"))?;
    let (gipf_right, rest) = match rest.strip_prefix('G') {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    if gipf_right && !variant.has_gipf_entries() {
        return Err(wrong("no G in this rule set"));
    }
    let potentials = match rest.as_bytes() {
        [] => 0,
        [b'Z', n @ b'1'..=b'9'] if variant == Variant::Zertz => n - b'0',
        [b'Z', ..] if variant != Variant::Zertz => {
            return Err(wrong("no Z in this rule set"));
        }
        _ => {
            return Err(wrong(match variant {
                Variant::Basic | Variant::Standard => "the number of pieces alone",
                Variant::Tournament => "the number, then G or nothing",
                Variant::Zertz => "the number, then G or nothing, then Z1 to Z9 or nothing",
            }));
        }
    };
    Ok(Reserve {
        hand,
        potentials,
        gipf_right,
    })
}

fn read_board(position: &mut Position, text: &str) -> Result<(), FenError> {
    let variant = position.variant();
    let legend = legend(variant);
    fen::read_board(
        &Points,
        text,
        &legend,
        |text| take_piece(variant, text),
        |point, piece| {
            if let Some((side, what)) = piece {
                position.put(point, side, what);
            }
        },
    )
}

/// The pieces that can stand on the board in a rule set.
pub(super) fn piece_kinds(variant: Variant) -> &'static [PieceKind] {
    const ALL: [PieceKind; 4] = [
        PieceKind::Used,
        PieceKind::Piece(Kind::Charged),
        PieceKind::Piece(Kind::Gipf),
        PieceKind::Piece(Kind::Basic),
    ];
    match variant {
        Variant::Basic => ALL.split_at(3).1,
        Variant::Standard | Variant::Tournament => ALL.split_at(2).1,
        Variant::Zertz => &ALL,
    }
}

/// The pieces of a rule set, for messages.
fn legend(variant: Variant) -> String {
    let pieces = piece_kinds(variant).iter().rev();
    let spelled = pieces.flat_map(|&what| Side::ALL.map(|side| letters(side, what)));
    spelled.collect::<Vec<_>>().join(", ")
}

/// Reads a piece of a rule set from the front of a text. Longer symbols are tried first.
fn take_piece(variant: Variant, text: &str) -> Option<((Side, PieceKind), &str)> {
    piece_kinds(variant)
        .iter()
        .flat_map(|&what| Side::ALL.map(|side| (side, what)))
        .find_map(|(side, what)| {
            let rest = text.strip_prefix(letters(side, what))?;
            Some(((side, what), rest))
        })
}

/// Rejects positions that no game can reach (section 6.2, 3 to 6).
fn check(position: &Position, hands: [&str; 2], board: &str) -> Result<(), FenError> {
    let hands = HAND_FIELDS.into_iter().zip(hands);
    for (side, (field, hand)) in Side::ALL.into_iter().zip(hands) {
        let refuse = |problem: Problem| Err(FenError::illegal(field, hand, problem));
        let pieces = position.pieces(side);
        let reserve = position.reserve(side);
        let gipf = (pieces & position.gipf()).count();
        let potentials = (pieces & (position.charged() | position.used())).count();
        let single = pieces.minus(position.used()).count();
        if position.variant() == Variant::Standard && gipf > MAX_STANDARD_GIPF {
            return Err(FenError::illegal("board", board, Problem::GipfPieces));
        }
        let found = u32::from(reserve.hand) + single + gipf;
        if found > MAX_PIECES {
            return refuse(match side {
                Side::One => Problem::WhitePieces { found },
                Side::Two => Problem::BlackPieces { found },
            });
        }
        if u32::from(reserve.potentials) + potentials > MAX_POTENTIALS {
            return refuse(Problem::Potentials);
        }
        if reserve.gipf_right && !pieces.within(position.gipf()) {
            return refuse(Problem::GipfRight);
        }
    }
    Ok(())
}

const HAND_FIELDS: [&str; 2] = ["white hand", "black hand"];

fn write_removal(set: Bits, text: &mut Vec<u8>) {
    text.push(b'x');
    for point in set {
        text.extend(name(point));
    }
}

/// Reads a token without checking whether its removals and entry are legal.
fn read_token(position: &Position, token: &str) -> Result<Move, MoveError> {
    let parts: Vec<&str> = token.split(',').collect();
    let form = "[x<points>,]<action>[,x<points>] or x<points>";
    let (before, action, after) = match parts[..] {
        [first] if first.starts_with('x') => return Ok(Move::ending(read_removal(first)?)),
        [action] => (None, action, None),
        [first, action] if first.starts_with('x') => (Some(first), action, None),
        [action, last] => (None, action, Some(last)),
        [first, action, last] => (Some(first), action, Some(last)),
        _ => return Err(MoveError::syntax(token, form)),
    };
    let removal = |part: Option<&str>| part.map_or(Ok(Bits::EMPTY), read_removal);
    let before = removal(before)?;
    let action = read_action(position, before, action)?;
    Ok(Move::new(before, action, removal(after)?))
}

fn read_removal(text: &str) -> Result<Bits, MoveError> {
    let wrong = |expected| MoveError::syntax(text, expected);
    let names = text
        .strip_prefix('x')
        .map(|names| names.as_bytes().as_chunks::<2>())
        .filter(|(names, rest)| !names.is_empty() && rest.is_empty())
        .ok_or_else(|| wrong("x and the names of points"))?
        .0;
    let mut set = Bits::EMPTY;
    for &name in names {
        let point = point_named(name).ok_or_else(|| wrong("names of points"))?;
        if set.0 >> point.0 != 0 {
            return Err(wrong("points in ascending order"));
        }
        set = set.with(point);
    }
    Ok(set)
}

fn read_action(position: &Position, gone: Bits, text: &str) -> Result<Action, MoveError> {
    let wrong = |expected: &str| MoveError::syntax(text, expected);
    let variant = position.variant();
    let has_potentials = variant == Variant::Zertz;
    let (kind, dot, first) = match *text.as_bytes() {
        [a, b, b'^', c, d] if has_potentials => {
            return read_jump(position, gone, [a, b], [c, d], text);
        }
        [a, b, b'-', c, d] => (Kind::Basic, [a, b], [c, d]),
        [b'G', a, b, b'-', c, d] if variant.has_gipf_entries() => (Kind::Gipf, [a, b], [c, d]),
        [b'Z', a, b, b'-', c, d] if has_potentials => (Kind::Charged, [a, b], [c, d]),
        _ => {
            return Err(wrong(match variant {
                Variant::Basic | Variant::Standard => "an entry like a4-b5",
                Variant::Tournament => "an entry like a4-b5 or Ga4-b5",
                Variant::Zertz => "an entry like a4-b5, Ga4-b5 or Za4-b5, or a jump like c3^e5",
            }));
        }
    };
    let entry = entry_named(dot, first)
        .ok_or_else(|| wrong("a dot and the first point of a line that begins at it"))?;
    Ok(Action::Enter(kind, entry))
}

/// Reads a jump. Its direction is the one in which the piece lands on the named point.
fn read_jump(
    position: &Position,
    gone: Bits,
    from: [u8; 2],
    to: [u8; 2],
    text: &str,
) -> Result<Action, MoveError> {
    let form = || MoveError::syntax(text, "a jump like c3^e5");
    let refuse = |violation: Violation| Err(MoveError::illegal(text, violation));
    let (from, to) = point_named(from).zip(point_named(to)).ok_or_else(form)?;
    let mut cleared = *position;
    cleared.remove(gone, position.turn());
    let own = cleared.pieces(position.turn()) & cleared.charged();
    if !own.has(from) {
        return refuse(cleared.why_not_jumper(from));
    }
    let lands = |&direction: &Direction| cleared.landing(from, direction) == Some(to.bit());
    match Direction::ALL.into_iter().find(lands) {
        Some(direction) => Ok(Action::Jump(from, direction)),
        None => refuse(cleared.why_not_landing(from, to)),
    }
}
