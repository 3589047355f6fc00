//! The state: a game of GIPF, the remaining challenges, and the stage of the current turn.
//!
//! The side to move in GIPF is the *jumper*, the other player the *challenger*. The jumper announces a jump,
//! the challenger answers. A challenge is a game of ZÈRTZ in which the jumper is player 1. The position of
//! GIPF changes only when that game ends.

use super::moves::Move;
use super::stakes::Stakes;
use super::variant::Variant;
use crate::board::keys::mix;
use crate::games::{gipf, zertz};
use crate::rules::{Outcome, Rules, Side};

/// A position of the composed game.
#[derive(Clone, Debug)]
pub struct Position {
    variant: Variant,
    /// The outer game, which decides the result.
    gipf: gipf::Position,
    /// The remaining challenges of each player, 0 to 9.
    challenges: [u8; 2],
    stage: Stage,
}

/// The stage of the jumper's turn.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    /// The jumper plays GIPF.
    Play,
    /// The jumper has announced a jump; the challenger is to answer.
    Answer(gipf::Move),
    /// A game of ZÈRTZ decides on the announced jump.
    Game(Game),
}

/// A challenge being played.
#[derive(Clone, Debug)]
pub(super) struct Game {
    /// The announced move.
    pub(super) announced: gipf::Move,
    /// The game of ZÈRTZ. It is never over.
    pub(super) zertz: zertz::Position,
    /// The keys of the earlier positions of the game that can still recur.
    earlier: Vec<u64>,
    /// The values of its outcomes.
    pub(super) stakes: Stakes,
}

/// As in other games, earlier positions do not count for equality.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let game = |position: &Position| position.game().map(|game| game.zertz);
        self.variant == other.variant
            && self.gipf == other.gipf
            && self.challenges == other.challenges
            && self.announced() == other.announced()
            && game(self) == game(other)
    }
}

impl Eq for Position {}

impl Position {
    /// A position in the stage of play.
    pub(super) fn new(variant: Variant, gipf: gipf::Position, challenges: [u8; 2]) -> Position {
        Position {
            variant,
            gipf,
            challenges,
            stage: Stage::Play,
        }
    }

    /// The same after the announcement of `m`, which must be a legal jump.
    pub(super) fn announcing(mut self, m: gipf::Move) -> Position {
        self.stage = Stage::Answer(m);
        self
    }

    /// The same during a game of ZÈRTZ about `m`, which must be a legal jump. The game must not be over.
    pub(super) fn playing(mut self, m: gipf::Move, zertz: zertz::Position) -> Position {
        self.stage = Stage::Game(Game {
            announced: m,
            zertz,
            earlier: Vec::new(),
            stakes: self.stakes(m),
        });
        self
    }

    /// The rule set.
    pub(super) fn variant(&self) -> Variant {
        self.variant
    }

    /// The game of GIPF.
    #[inline]
    pub(super) fn gipf(&self) -> &gipf::Position {
        &self.gipf
    }

    /// The stage.
    #[inline]
    pub(super) fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The remaining challenges of `side`.
    #[inline]
    pub(super) fn challenges(&self, side: Side) -> u8 {
        self.challenges[side.index()]
    }

    /// The remaining challenges of White and Black.
    #[inline]
    pub(super) fn all_challenges(&self) -> [u8; 2] {
        self.challenges
    }

    /// The side to move in GIPF.
    #[inline]
    pub(super) fn jumper(&self) -> Side {
        self.gipf.turn()
    }

    /// The announced move that has not been carried out yet.
    pub(super) fn announced(&self) -> Option<gipf::Move> {
        match &self.stage {
            Stage::Play => None,
            Stage::Answer(m) => Some(*m),
            Stage::Game(game) => Some(game.announced),
        }
    }

    /// The game of ZÈRTZ, if one is in progress.
    pub(super) fn game(&self) -> Option<&Game> {
        match &self.stage {
            Stage::Game(game) => Some(game),
            Stage::Play | Stage::Answer(_) => None,
        }
    }

    /// The side to act.
    #[inline]
    pub(super) fn turn(&self) -> Side {
        let jumper = self.jumper();
        match &self.stage {
            Stage::Play => jumper,
            Stage::Answer(_) => !jumper,
            Stage::Game(game) if game.zertz.turn() == Side::One => jumper,
            Stage::Game(_) => !jumper,
        }
    }

    /// Whether the opponent could challenge a move of GIPF, so that it is only announced.
    pub(super) fn may_be_challenged(&self, m: gipf::Move) -> bool {
        m.is_jump() && self.challenges(!self.jumper()) > 0
    }

    /// The position of GIPF after the announced move `m` is carried out.
    pub(super) fn carried_out(&self, m: gipf::Move) -> gipf::Position {
        self.gipf.after(m)
    }

    /// The position of GIPF if the announced move `m` loses its potential instead.
    pub(super) fn neutralised(&self, m: gipf::Move) -> gipf::Position {
        let mut gipf = self.gipf;
        gipf.lose_potential(m);
        gipf
    }

    /// The stakes of a challenge to the announced move `m`.
    pub(super) fn stakes(&self, m: gipf::Move) -> Stakes {
        Stakes::new(&self.gipf, self.carried_out(m), self.neutralised(m))
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, m: Move) {
        match m {
            Move::Gipf(m) if self.may_be_challenged(m) => self.stage = Stage::Answer(m),
            Move::Gipf(m) => self.gipf.play(m),
            Move::Accept => {
                if let Stage::Answer(announced) = self.stage {
                    self.resume(self.carried_out(announced));
                }
            }
            Move::Challenge => {
                if let Stage::Answer(announced) = self.stage {
                    self.challenges[(!self.jumper()).index()] -= 1;
                    let start = zertz::Position::start(self.variant.board);
                    *self = self.clone().playing(announced, start);
                }
            }
            Move::Zertz(m) => self.play_game(m),
        }
    }

    /// Plays a move of ZÈRTZ. If it ends the inner game, the game of GIPF continues.
    fn play_game(&mut self, m: zertz::Move) {
        let Stage::Game(game) = &mut self.stage else {
            return;
        };
        let announced = game.announced;
        match game.play(m) {
            None => {}
            // The challenger must win: a draw lets the jump happen.
            Some(Outcome::Win(Side::Two)) => self.resume(self.neutralised(announced)),
            Some(_) => self.resume(self.carried_out(announced)),
        }
    }

    /// Returns to the game of GIPF.
    fn resume(&mut self, gipf: gipf::Position) {
        self.gipf = gipf;
        self.stage = Stage::Play;
    }

    /// A hash of the state, without the earlier positions of the inner game.
    #[inline]
    pub(super) fn key(&self) -> u64 {
        let [one, two] = self.challenges.map(u64::from);
        let rest = one | two << 8 | (self.variant.board as u64) << 16;
        let stage = match &self.stage {
            Stage::Play => 0,
            Stage::Answer(m) => mix(1 ^ hash(*m)),
            Stage::Game(game) => mix(2 ^ hash(game.announced) ^ game.zertz.key()),
        };
        self.gipf.key() ^ mix(stage ^ rest)
    }
}

fn hash(m: gipf::Move) -> u64 {
    let [before, after] = m.words();
    mix(before ^ mix(after))
}

impl Game {
    /// The keys of the earlier positions that can still recur, oldest first.
    pub(super) fn earlier(&self) -> &[u64] {
        &self.earlier
    }

    /// Plays a legal move of ZÈRTZ. Returns the outcome if it ends the game, also by repetition.
    fn play(&mut self, m: zertz::Move) -> Option<Outcome> {
        if self.zertz.resets(m) {
            self.earlier.clear();
        } else {
            self.earlier.push(self.zertz.key());
        }
        self.zertz.play(m);
        let key = self.zertz.key();
        let occurrences = 1 + self.earlier.iter().filter(|&&other| other == key).count();
        let repeated = zertz::Position::REPETITION.is_some_and(|limit| occurrences >= limit);
        self.zertz
            .outcome()
            .or_else(|| repeated.then_some(Outcome::Draw))
    }
}
