//! The interface of GIPF to the search: constants, immediate wins, and the indices and hashes of moves.

use std::ops::ControlFlow::{Break, Continue};

use super::TEXTS;
use super::board::has_run;
use super::candidates;
use super::consequences;
use super::features::Model;
use super::movegen::Selection;
use super::moves::Move;
use super::position::Position;
use super::themes::THEMES;
use super::variant::Variant;
use crate::board::keys::mix;
use crate::eval::Evaluated;
use crate::games::{Fact, Game, Ply, Theme};
use crate::rules::{
    Candidate, Catalog, Listing, Outcome, Proofs, Rules, Scope, SearchSupport, Side, Tuning,
};

impl SearchSupport for Position {
    const HISTORY_SIZE: usize = Move::ACTIONS;

    const TUNING: Tuning = Tuning {
        lmr_base: 120,
        lmp_base: 8,
        lmp_factor: 4,
        lmp_depth: 3,
        futility: 70,
        reverse_futility: 30,
        aspiration: 15,
        skill_moves: 240,
        ..Tuning::DEFAULT
    };

    fn candidates(&self, scope: Scope, out: &mut Vec<Candidate<Move>>) -> Listing {
        candidates::candidates(self, scope, out)
    }

    fn history_index(&self, m: Move) -> usize {
        m.number()
    }

    fn move_hash(m: Move) -> u16 {
        let [before, after] = m.words();
        (mix(before ^ mix(after)) >> 48) as u16
    }

    /// Fitted to games of the engine, by the pieces on the board and in hand of the player who has fewer; a GIPF piece
    /// counts as two. Games end with 6 basic pieces or 9 pieces, and lose one each 6 or 5 moves.
    fn moves_left(&self) -> u32 {
        let pieces = Side::ALL.map(|side| {
            let board = self.pieces(side);
            let gipf = board & self.gipf();
            board.count() + gipf.count() + u32::from(self.reserve(side).hand)
        });
        let [one, two] = pieces;
        let fewer = one.min(two);
        match self.variant() {
            Variant::Basic => 6 * fewer.saturating_sub(6),
            _ => 5 * fewer.saturating_sub(9),
        }
    }

    fn winning_move(&self) -> Option<Move> {
        let (side, other) = (self.turn(), !self.turn());
        let gipf = self.pieces(other) & self.gipf();
        let last_gipf = gipf.any() && gipf.rest().is_empty();
        let reserve = self.reserve(other);
        // The opponent cannot move without a piece in hand, a row or a jump.
        let no_answer = reserve.hand == 0 && !self.pieces(other).meets(self.charged());
        let selection = if no_answer {
            Selection::Narrow { removals: 1 }
        } else if last_gipf {
            Selection::Takes
        } else {
            return None;
        };
        let mut winning = None;
        _ = self.each_move(selection, &mut |m| {
            if self.after(m).outcome() == Some(Outcome::Win(side)) {
                winning = Some(m);
                return Break(());
            }
            Continue(())
        });
        winning
    }
}

impl Proofs for Position {
    fn static_proof(&self) -> Option<(Outcome, i32)> {
        self.decided()
    }

    fn shallow_proof(&self) -> Option<(Outcome, i32)> {
        self.decided_later()
    }
}

impl Game for Position {
    const LESSONS: &'static str = include_str!("lessons.json");
    const PUZZLES: &'static [(&'static str, &'static str)] = &[
        ("gipf", include_str!("puzzles.txt")),
        ("gipf-basic", include_str!("puzzles-basic.txt")),
        ("gipf-tournament", include_str!("puzzles-tournament.txt")),
    ];
    const THEMES: &'static [Theme<Position>] = THEMES;
    const FRENCH_LESSONS: &'static str = include_str!("lessons.fr.json");
    const TEXTS: &'static [&'static Catalog] = &[&TEXTS];
    const BENCH_DEPTH: u32 = 9;

    const BENCH: &'static [(&'static str, &'static str)] = &[
        ("gipf-basic", "b2w/5/6/w5b/6/5/b2w 12 12 w"),
        ("gipf-basic", "4/wbb1b/wb4/bwwwb2/ww4/5/bb2 5 3 w"),
        ("gipf-basic", "ww2/5/wbb3/bw2b1w/4w1/1b2b/b3 7 4 b"),
        ("gipf", "B2W/5/6/W5B/6/5/B2W 12 12 w"),
        ("gipf", "B2w/3W1/6/bW3Bb/bB4/w4/w2W 9 9 w"),
        ("gipf", "3b/b1Wbw/2wB2/2b1b1w/4w1/wwbbw/w3 4 6 w"),
        ("gipf-tournament", "4/5/6/7/6/5/4 18G 18G w"),
        (
            "gipf-tournament",
            "b1w1/2bb1/b1B3/w2Wwww/1Wbwbw/3bb/b1bb 6 5 w",
        ),
        ("gipf-zertz", "B1b1/2b^2/6/w^6/6/wW1Bb/W3 12 11 w"),
        (
            "gipf-zertz",
            "1bww/b^bbbb/w^W1w2/4Bbb/b2wwb/1w~b~1w/3w^ 8 6 b",
        ),
    ];

    fn facts(line: &[Ply<Position>]) -> Vec<Fact> {
        consequences::facts(line)
    }
}

impl Evaluated for Position {
    type Models = (Model<false>, Model<true>);

    /// The position after the removal that the side to move must make first.
    #[inline(always)]
    fn resolved(&self) -> Option<Position> {
        has_run(self.pieces(self.turn())).then(|| {
            let mut resolved = *self;
            _ = self.each_good_removal(1, &mut |set| {
                resolved.remove(set, self.turn());
                Continue(())
            });
            resolved
        })
    }
}
