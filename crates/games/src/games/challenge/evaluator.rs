//! The interface of the composed game to the search.

use super::TEXTS;
use super::candidates;
use super::consequences;
use super::model::Model;
use super::moves::Move;
use super::position::{Position, Stage};
use super::stakes::chance;
use crate::eval::{self, Evaluated};
use crate::games::{Fact, Game, Ply, Subgame, SubgameVisitor, gipf, zertz};
use crate::rules::{
    Candidate, Catalog, ChanceNode, Listing, Outcome, Proofs, Rules as _, Scope, SearchSupport,
    Side, Tuning,
};

/// The history indices of the answers follow those of GIPF; those of ZÈRTZ follow the answers.
const ANSWER_INDEX: usize = <gipf::Position as SearchSupport>::HISTORY_SIZE;
const ZERTZ_INDEX: usize = ANSWER_INDEX + 2;
/// The id of the rule set with the default board.
const DEFAULT_ID: &str = "gipf-zertz-challenge";

impl SearchSupport for Position {
    const HISTORY_SIZE: usize = ZERTZ_INDEX + <zertz::Position as SearchSupport>::HISTORY_SIZE;

    const TUNING: Tuning = Tuning {
        skill_moves: 180,
        ..<gipf::Position as SearchSupport>::TUNING
    };

    fn candidates(&self, scope: Scope, out: &mut Vec<Candidate<Move>>) -> Listing {
        candidates::candidates(self, scope, out)
    }

    fn history_index(&self, m: Move) -> usize {
        match (m, self.stage()) {
            (Move::Gipf(m), _) => self.gipf().history_index(m),
            (Move::Accept, _) => ANSWER_INDEX,
            (Move::Zertz(m), Stage::Game(game)) => ZERTZ_INDEX + game.zertz.history_index(m),
            (Move::Challenge | Move::Zertz(_), _) => ANSWER_INDEX + 1,
        }
    }

    fn move_hash(m: Move) -> u16 {
        match m {
            Move::Gipf(m) => gipf::Position::move_hash(m),
            Move::Zertz(m) => zertz::Position::move_hash(m),
            Move::Accept => 1,
            Move::Challenge => 2,
        }
    }

    fn forced(&self) -> bool {
        match self.stage() {
            Stage::Play => self.gipf().forced(),
            // Both answers change the position.
            Stage::Answer(_) => true,
            Stage::Game(game) => game.zertz.forced(),
        }
    }

    /// The moves of GIPF, and those of a challenge that is being played.
    fn moves_left(&self) -> u32 {
        let challenge = self.game().map_or(0, |game| game.zertz.moves_left());
        self.gipf().moves_left() + challenge
    }

    /// A winning move of GIPF that the opponent cannot challenge.
    fn winning_move(&self) -> Option<Move> {
        let m = self.gipf_in_play()?.winning_move()?;
        (!self.may_be_challenged(m)).then_some(Move::Gipf(m))
    }
}

impl Position {
    /// The game of GIPF, unless a jump has to be answered or a challenge is played first.
    fn gipf_in_play(&self) -> Option<&gipf::Position> {
        matches!(self.stage(), Stage::Play).then(|| self.gipf())
    }
}

impl Proofs for Position {
    /// As in GIPF: a player who runs out of pieces cannot jump, and the other player wins by moves that
    /// cannot be challenged.
    fn static_proof(&self) -> Option<(Outcome, i32)> {
        self.gipf_in_play()?.static_proof()
    }

    fn shallow_proof(&self) -> Option<(Outcome, i32)> {
        self.gipf_in_play()?.shallow_proof()
    }

    /// A search of the game of ZÈRTZ ends where the game of GIPF continues.
    fn leaves_subgame(&self, root: &Position) -> bool {
        root.game().is_some() && self.game().is_none()
    }

    /// A search of GIPF treats a challenge as a chance node: the jump is carried out, or the potential is lost.
    fn chance_node(&self, root: &Position) -> Option<ChanceNode<Position>> {
        let game = self.game().filter(|_| root.game().is_none())?;
        let resumed = |gipf| Position::new(self.variant(), gipf, self.all_challenges());
        Some(ChanceNode {
            one: resumed(self.carried_out(game.announced)),
            other: resumed(self.neutralised(game.announced)),
            chance: chance(&game.zertz),
            scale: eval::scale(self.gipf()),
        })
    }
}

impl Game for Position {
    const LESSONS: &'static str = include_str!("lessons.json");
    const FRENCH_LESSONS: &'static str = include_str!("lessons.fr.json");
    const TEXTS: &'static [&'static Catalog] = &[&zertz::TEXTS, &gipf::TEXTS, &TEXTS];
    const BENCH_DEPTH: u32 = 8;

    /// GIPF with potentials on the board, an answer to a jump, and a game of ZÈRTZ on each board.
    const BENCH: &'static [(&'static str, &'static str)] = &[
        (DEFAULT_ID, "4/5/6/7/6/5/4 18GZ3 18GZ3 w 1,1 -"),
        (
            DEFAULT_ID,
            "2w^1/2b^1w/2b^1Bw/4Wb1/3Bw^1/1b^w^1w/Wb2 8 9 b 1,1 -",
        ),
        (
            DEFAULT_ID,
            "w^w2/wW3/1b4/1b^b^4/B1Ww^2/2B2/1w^b^1 9 10 b 1,1 -",
        ),
        (
            DEFAULT_ID,
            "2w1/4w^/4Bb^/4Ww^w/bbBw^b^1/2b^W1/bbww 7 7 w 1,1 -",
        ),
        (DEFAULT_ID, "W3/1w^3/2b3/3b3/6/5/B3 10 12 w 1,1 ?c3^f5"),
        (
            DEFAULT_ID,
            "4/1w^3/2b3/1ww1wwB/6/5/W3 5 5 w 1,0 !c3^e5,xe3e4e5e6e7e8 \
             ----/--1b-/--2--/2b3b/--1w-w/-2--/-1g- 1,3,2 0,2,3 3,2,2 1",
        ),
        (
            "gipf-zertz-challenge-40",
            "4/1w^3/2b3/1ww1wwB/6/5/W3 5 5 w 1,0 !c3^e5,xe3e4e5e6e7e8 \
             1-1-/-4/6/3w2-/-w2w-/--2g/-3/3 3,4,8 0,2,2 0,1,0 1",
        ),
        (
            "gipf-zertz-challenge-43",
            "4/1w^3/2b3/1ww1wwB/6/5/W3 5 5 w 1,0 !c3^e5,xe3e4e5e6e7e8 \
             ----w/4b-/-6/6-/6/-1w2/4/1-1 1,8,6 1,0,2 2,0,1 1",
        ),
        (
            "gipf-zertz-challenge-44",
            "4/1w^3/2b3/1ww1wwB/6/5/W3 5 5 w 1,0 !c3^e5,xe3e4e5e6e7e8 \
             ----/1-2-/-3--/5--/-2b1--/b4-/-3-/--1- 2,2,1 2,2,4 2,4,3 1",
        ),
        (
            "gipf-zertz-challenge-48",
            "4/1w^3/2b3/1ww1wwB/6/5/W3 5 5 w 1,0 !c3^e5,xe3e4e5e6e7e8 \
             -----/------/-----1-/---g-1--/-1g1w1-/6/-1g1-/b--w 0,0,0 2,3,4 2,2,5 1",
        ),
        (
            "gipf-zertz-challenge-61",
            "4/1w^3/2b3/1ww1wwB/6/5/W3 5 5 w 1,0 !c3^e5,xe3e4e5e6e7e8 \
             -----/------/-g-wg1-/--6/3w4-/1w5-/-6/6/2-2 0,2,4 1,2,4 2,2,2 1",
        ),
        (
            "gipf-zertz-challenge-blitz",
            "4/1w^3/2b3/1ww1wwB/6/5/W3 5 5 w 1,0 !c3^e5,xe3e4e5e6e7e8 \
             1--1/-3-/-b4/-w5/-5/5/2-1 3,6,4 1,0,1 0,1,3 1",
        ),
    ];

    fn facts(line: &[Ply<Position>]) -> Vec<Fact> {
        consequences::facts(line)
    }

    /// A challenge is searched as a game of ZÈRTZ, with scores on the scale of its stakes. If the jumper prefers
    /// to lose, there is no sub-game.
    fn active_subgame<V: SubgameVisitor<Position>>(&self, visitor: V) -> Option<V::Output> {
        let game = self.game().filter(|game| game.stakes.gain() > 0)?;
        let outer_value = |value| {
            let sign = |side| if side == Side::One { 1 } else { -1 };
            let sign = sign(game.zertz.turn());
            sign * game.stakes.of_value(sign * value, &game.zertz)
        };
        Some(visitor.visit(Subgame {
            position: game.zertz,
            earlier: game.earlier(),
            to_outer: Move::Zertz,
            from_outer: |m| match m {
                Move::Zertz(m) => Some(m),
                Move::Gipf(_) | Move::Accept | Move::Challenge => None,
            },
            outer_value: &outer_value,
        }))
    }
}

impl Evaluated for Position {
    type Models = Model;
}
