//! The state: a game of GIPF, the challenges left, and which stage the turn has reached.
//!
//! The GIPF side to move is the *jumper*, the other player the *challenger*. A jump is announced, then
//! answered; a challenge is a game of ZÈRTZ in which the jumper is player 1. Only the end of that game
//! changes the position of GIPF.

#![allow(
    clippy::indexing_slicing,
    reason = "cells, sides and kinds are within bounds by their types"
)]

use super::stakes::Stakes;
use super::turn::Move;
use super::variant::Variant;
use crate::board::keys::mix;
use crate::games::{gipf, zertz};
use crate::rules::{Outcome, Rules, Side};

/// A position of the composed game.
#[derive(Clone, Debug)]
pub struct Position {
    variant: Variant,
    /// The game that counts.
    gipf: gipf::Position,
    /// How often each player may still challenge, 0 to 9.
    challenges: [u8; 2],
    stage: Stage,
}

/// How far the turn of the jumper has got.
#[derive(Clone, Debug)]
pub(super) enum Stage {
    /// He plays GIPF.
    Play,
    /// He has announced a jump, which the challenger answers.
    Answer(gipf::Move),
    /// A game of ZÈRTZ decides on the announced jump.
    Game(Game),
}

/// A challenge being played.
#[derive(Clone, Debug)]
pub(super) struct Game {
    /// The turn with the jump in question.
    pub(super) announced: gipf::Move,
    /// The game of ZÈRTZ, never a finished one.
    pub(super) zertz: zertz::Position,
    /// The keys of its earlier positions that may still come again.
    earlier: Vec<u64>,
    /// What its ends are worth.
    pub(super) stakes: Stakes,
}

/// The earlier positions of the inner game are no part of the position, as in other games.
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

    /// The same after `m` was announced, which must be a legal jump.
    pub(super) fn announcing(mut self, m: gipf::Move) -> Position {
        self.stage = Stage::Answer(m);
        self
    }

    /// The same in the middle of a game of ZÈRTZ about `m`, which must be a legal jump; the game must
    /// not be over.
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

    /// How often `side` may still challenge.
    #[inline]
    pub(super) fn challenges(&self, side: Side) -> u8 {
        self.challenges[side.index()]
    }

    /// How often White and Black may still challenge.
    #[inline]
    pub(super) fn all_challenges(&self) -> [u8; 2] {
        self.challenges
    }

    /// The GIPF side to move.
    #[inline]
    pub(super) fn jumper(&self) -> Side {
        self.gipf.turn()
    }

    /// The turn with the jump that is announced and not yet carried out.
    pub(super) fn announced(&self) -> Option<gipf::Move> {
        match &self.stage {
            Stage::Play => None,
            Stage::Answer(m) => Some(*m),
            Stage::Game(game) => Some(game.announced),
        }
    }

    /// The game of ZÈRTZ, if one is played.
    pub(super) fn game(&self) -> Option<&Game> {
        match &self.stage {
            Stage::Game(game) => Some(game),
            Stage::Play | Stage::Answer(_) => None,
        }
    }

    /// Who acts.
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

    /// Whether a turn of GIPF would only be announced.
    pub(super) fn may_be_challenged(&self, m: gipf::Move) -> bool {
        m.is_jump() && self.challenges(!self.jumper()) > 0
    }

    /// The position of GIPF when the announced turn `m` is carried out.
    pub(super) fn carried_out(&self, m: gipf::Move) -> gipf::Position {
        self.gipf.after(m)
    }

    /// The position of GIPF when the potential of the announced turn `m` is lost instead.
    pub(super) fn neutralised(&self, m: gipf::Move) -> gipf::Position {
        let mut gipf = self.gipf;
        gipf.lose_potential(m);
        gipf
    }

    /// What the ends of a challenge of the announced turn `m` are worth.
    pub(super) fn stakes(&self, m: gipf::Move) -> Stakes {
        Stakes::new(&self.gipf, self.carried_out(m), self.neutralised(m))
    }

    /// Plays what is legal here.
    pub(super) fn play(&mut self, m: Move) {
        match m {
            Move::Gipf(m) if self.may_be_challenged(m) => self.stage = Stage::Answer(m),
            Move::Gipf(m) => self.gipf.play(m),
            Move::Accept => {
                if let Stage::Answer(announced) = self.stage {
                    self.go_on(self.carried_out(announced));
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

    /// Plays a turn of ZÈRTZ; the game of GIPF goes on when it was the last one.
    fn play_game(&mut self, m: zertz::Move) {
        let Stage::Game(game) = &mut self.stage else {
            return;
        };
        let announced = game.announced;
        match game.play(m) {
            None => {}
            // For the challenger a draw is not enough.
            Some(Outcome::Win(Side::Two)) => self.go_on(self.neutralised(announced)),
            Some(_) => self.go_on(self.carried_out(announced)),
        }
    }

    /// Back to the game of GIPF.
    fn go_on(&mut self, gipf: gipf::Position) {
        self.gipf = gipf;
        self.stage = Stage::Play;
    }

    /// A hash of all that decides the future, but for the earlier positions of the inner game.
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
    /// The keys of its earlier positions that may still come again, oldest first.
    pub(super) fn earlier(&self) -> &[u64] {
        &self.earlier
    }

    /// Plays a legal turn of ZÈRTZ; tells how the game has ended with it.
    fn play(&mut self, m: zertz::Move) -> Option<Outcome> {
        if self.zertz.resets(m) {
            self.earlier.clear();
        } else {
            self.earlier.push(self.zertz.key());
        }
        self.zertz.play(m);
        let key = self.zertz.key();
        let stood = 1 + self.earlier.iter().filter(|&&other| other == key).count();
        let repeated = zertz::Position::REPETITION.is_some_and(|limit| stood >= limit);
        self.zertz
            .outcome()
            .or_else(|| repeated.then_some(Outcome::Draw))
    }
}
