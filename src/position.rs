//! What a game is to the rest of the crate: its rules ([`Position`]), its text ([`Notation`]) and
//! the engine's opinion of it ([`Judge`]).
//!
//! Perft needs the first, the protocol the second, the search the first and the third. Sides need
//! not alternate: whoever negates a score compares [`Position::turn`] before and after a move.

use std::fmt;
use std::hash::Hash;
use std::ops::Not;

use crate::picture::Picture;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Player 1, White where the game has colours; he begins.
    One,
    /// Player 2, Black where the game has colours.
    Two,
}

impl Side {
    /// The side as a table index, 0 or 1.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::One => "p1",
            Side::Two => "p2",
        })
    }
}

impl Not for Side {
    type Output = Side;

    #[inline]
    fn not(self) -> Side {
        match self {
            Side::One => Side::Two,
            Side::Two => Side::One,
        }
    }
}

/// How a finished game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The side has won.
    Win(Side),
    /// Nobody has won.
    Draw,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Win(Side::One) => "p1win",
            Outcome::Win(Side::Two) => "p2win",
            Outcome::Draw => "draw",
        })
    }
}

/// The result so far as protocol and files write it: `none` while the game goes on.
#[must_use]
pub fn result_word(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "none".to_owned(), |outcome| outcome.to_string())
}

/// A rule set of a game: one id in the protocol.
pub trait Variant: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// Every rule set of the game, the usual one first.
    const ALL: &'static [Self];

    /// The id by which protocol and command line know it: lower case, digits and hyphens.
    fn id(self) -> &'static str;
}

/// The rules of a game: a position, its legal moves and what they lead to.
///
/// A move is everything that one player decides before the other player decides. Positions are
/// copied, never unmade.
pub trait Position: Clone + Eq + fmt::Debug + Send + Sync + 'static {
    /// One whole turn of a player.
    type Move: Copy + Eq + Hash + fmt::Debug + Send + Sync;
    /// The rule sets.
    type Variant: Variant;

    /// How often a position must occur for a draw; `None` where the rules have no such draw.
    const REPETITION: Option<usize>;

    /// Whether perft ends a line at a draw by repetition (the rules document of the game says).
    const PERFT_SEES_REPETITION: bool = false;

    /// The start position of a rule set.
    fn start(variant: Self::Variant) -> Self;

    /// The rule set this position is played by.
    fn variant(&self) -> Self::Variant;

    /// The player to move; in a finished game the one who would be next.
    fn turn(&self) -> Side;

    /// The result, or `None` while the game goes on. Repetition is the caller's to watch.
    fn outcome(&self) -> Option<Outcome>;

    /// Appends every legal move once, in an order that depends on the position alone. Appends
    /// nothing exactly when [`Position::outcome`] is not `None`.
    fn legal_moves(&self, out: &mut Vec<Self::Move>);

    /// Plays a move that is legal here.
    fn play(&mut self, m: Self::Move);

    /// A hash of all that decides the future: cells, side, phase, supplies, variant.
    fn key(&self) -> u64;

    /// Whether no position from before `m` can occur again after it.
    fn resets(&self, m: Self::Move) -> bool;
}

/// Text and position: FEN, move tokens and a picture, as the rules document of the game says.
pub trait Notation: Position {
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

    /// The canonical token of a move that is legal here.
    fn token(&self, m: Self::Move) -> String {
        let mut token = String::new();
        self.write_move(m, &mut token);
        token
    }

    /// A picture of the board and the supplies for a person: ASCII lines, no tabs, no empty lines.
    fn draw(&self) -> String;
}

/// A move the search may look at, with what the game knows about it before searching.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate<M> {
    /// The move.
    pub m: M,
    /// How promising the move is, in the unit of the history tables (about -16000..=16000).
    pub rank: i32,
    /// Whether the move changes much at once (captures, threats): not reduced, searched in quiescence.
    pub loud: bool,
}

/// Which moves the search asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every legal move: at the root and where the exact value is asked for.
    Legal,
    /// The moves worth searching, one of each group that the game knows to be equal; never empty in
    /// a live position. `depth` is the remaining depth in plies (1 or more): a game may list fewer
    /// quiet moves close to the leaves.
    Main {
        /// Remaining depth in plies.
        depth: i32,
    },
    /// Only moves worth following beyond the depth limit. May be empty.
    Loud,
}

/// Search constants of a game, found by matches. Depths are plies, margins are centipawns.
#[derive(Clone, Copy, Debug)]
pub struct Tuning {
    /// Late-move reduction: `lmr_base + ln(depth) * ln(number) / lmr_divisor` plies, both in
    /// hundredths. A divisor of 0 turns reductions off.
    pub lmr_divisor: i32,
    /// See `lmr_divisor`.
    pub lmr_base: i32,
    /// Late-move pruning: quiet moves beyond `lmp_base + lmp_factor * depth * depth` are skipped at
    /// depth up to `lmp_depth`. `lmp_depth` 0 turns it off.
    pub lmp_base: i32,
    /// See `lmp_base`.
    pub lmp_factor: i32,
    /// See `lmp_base`.
    pub lmp_depth: i32,
    /// Depth reduction of the null move; 0 turns it off. The game must offer [`Judge::null`].
    pub null_reduction: i32,
    /// Futility margin a ply: quiet moves are skipped near the leaves when the evaluation is this
    /// far below alpha, and a node this far above beta fails high. 0 turns both off.
    pub futility: i32,
    /// Half width of the first aspiration window; 0 turns aspiration off.
    pub aspiration: i32,
    /// The longest quiescence line in plies.
    pub quiescence_plies: i32,
}

/// The largest size of an evaluation; search scores beyond it are proven results.
pub const EVAL_LIMIT: i32 = 20_000;

/// The engine's opinion of a position and of its moves.
pub trait Judge: Notation + Picture {
    /// The number of history slots.
    const SLOTS: usize;
    /// The search constants of the game.
    const TUNING: Tuning;
    /// Positions for the benchmark: variant id and FEN.
    const BENCH: &'static [(&'static str, &'static str)];

    /// The value of a live position for the player to move, in centipawns (one piece, marble or
    /// half a turn is about 100), within ±[`EVAL_LIMIT`].
    fn evaluate(&self) -> i32;

    /// The terms of the evaluation by name, for the player to move, in centipawns; they add up to
    /// [`Judge::evaluate`].
    fn explain(&self) -> Vec<(&'static str, i32)>;

    /// Appends the moves of `scope` with their ranks, each once. Returns whether the list is
    /// complete: every legal move left out leads to the same as a listed one. When the search would
    /// call a node lost on an incomplete list it looks at all legal moves first, so a list may be
    /// cut boldly and a proven result still is one.
    fn candidates(&self, scope: Scope, out: &mut Vec<Candidate<Self::Move>>) -> bool;

    /// The history slot of a move (0..SLOTS): moves that do the same share one.
    fn slot(&self, m: Self::Move) -> usize;

    /// Sixteen bits that tell the moves of one position apart well enough to find the hash move.
    fn tag(m: Self::Move) -> u16;

    /// Whether the player has no free choice (he must capture): the evaluation then says little and
    /// the search goes on.
    fn forced(&self) -> bool {
        false
    }

    /// A move that wins at once, if there is one that can be found without listing the moves.
    fn winning_move(&self) -> Option<Self::Move> {
        None
    }

    /// The outcome that correct play reaches from here, when it can be proven without searching.
    fn proven(&self) -> Option<Outcome> {
        None
    }

    /// The position with the turn given away, where that is nearly always worse than moving.
    fn null(&self) -> Option<Self> {
        None
    }
}

/// Why a FEN was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FenError {
    /// The field that is wrong: `board`, `side`, ...
    pub field: &'static str,
    /// The offending text.
    pub found: String,
    /// What was expected there.
    pub expected: String,
}

impl FenError {
    /// An error in `field`, which reads `found` and should be `expected`.
    pub fn new(field: &'static str, found: &str, expected: impl Into<String>) -> FenError {
        FenError {
            field,
            found: found.to_owned(),
            expected: expected.into(),
        }
    }
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FenError {
            field,
            found,
            expected,
        } = self;
        write!(f, "{field} '{}': expected {expected}", quote(found))
    }
}

impl std::error::Error for FenError {}

/// Why a move token was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveError {
    /// The offending token or the part of it that is wrong.
    pub found: String,
    /// What was expected there.
    pub expected: String,
}

impl MoveError {
    /// An error about `found`, which should be `expected`.
    pub fn new(found: &str, expected: impl Into<String>) -> MoveError {
        MoveError {
            found: found.to_owned(),
            expected: expected.into(),
        }
    }
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "move '{}': expected {}",
            quote(&self.found),
            self.expected
        )
    }
}

impl std::error::Error for MoveError {}

/// `text` as it may stand in a message: printable ASCII, at most 60 characters.
#[must_use]
pub fn quote(text: &str) -> String {
    const LONGEST: usize = 60;
    let mut quoted = String::new();
    for c in text.chars() {
        let piece = c.escape_default().to_string();
        if quoted.len() + piece.len() > LONGEST {
            quoted.push_str("...");
            break;
        }
        // Quotes need no escape inside our message; everything else unusual does.
        quoted.push_str(if matches!(c, '\'' | '"') {
            if c == '"' { "\"" } else { "'" }
        } else {
            &piece
        });
    }
    quoted
}
