//! Rates the moves of a game: compares each with the best move, in terms of win probability.

use serde::{Deserialize, Serialize};

use crate::play::history::IllegalMove;
use crate::play::record::MoveMark;
use crate::play::{GameState, SearchContext, SearchReport};
use crate::rules::{MoveError, Outcome, Side};
use crate::search::Value;
use crate::search::{Limits, Score, SearchState, Settings};

/// The ratings of the moves of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameReview {
    /// The moves in order.
    pub moves: Vec<MoveReview>,
    /// The share of games that player 1 wins from the last position, 0 to 1.
    pub end: f64,
    /// The best move in that position, if the game is not over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<BestMove>,
}

/// The rating of a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveReview {
    /// The number of the ply, from 1.
    pub ply: usize,
    /// Whether player 1 made it.
    pub first: bool,
    /// The token.
    pub token: String,
    /// The value for the player who made it.
    pub value: Value,
    /// The share of games that the player wins after it, 0 to 1.
    pub win: f64,
    /// The loss of win probability compared with the best move, 0 to 1.
    pub loss: f64,
    /// The depth of both searches, in plies.
    pub depth: i32,
    /// The length of the longest line in the search of the move, in plies.
    #[serde(default)]
    pub seldepth: i32,
    /// The best move, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<BestMove>,
}

/// The best move in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BestMove {
    /// The token.
    pub token: String,
    /// The value for the player to move.
    pub value: Value,
    /// The share of games that the player wins with it, 0 to 1.
    pub win: f64,
    /// The expected line, including the move itself.
    pub line: Vec<String>,
}

/// A move that loses at least this win probability is dubious.
pub const DUBIOUS: f64 = 0.05;
/// A move that loses at least this win probability is a mistake.
pub const MISTAKE: f64 = 0.10;
/// A move that loses at least this win probability is a blunder.
pub const BLUNDER: f64 = 0.20;

/// The mark of a move with this loss of win probability.
#[must_use]
pub fn mark_of_loss(loss: f64) -> Option<MoveMark> {
    match loss {
        loss if loss >= BLUNDER => Some(MoveMark::Blunder),
        loss if loss >= MISTAKE => Some(MoveMark::Mistake),
        loss if loss >= DUBIOUS => Some(MoveMark::Dubious),
        _ => None,
    }
}

impl MoveReview {
    /// The player who made the move.
    #[must_use]
    pub fn side(&self) -> Side {
        if self.first { Side::One } else { Side::Two }
    }

    /// The mark for the loss.
    #[must_use]
    pub fn mark(&self) -> Option<MoveMark> {
        mark_of_loss(self.loss)
    }
}

/// The summed losses of moves, for example of a player or of a part of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LossSummary {
    /// The number of moves.
    pub moves: u32,
    /// The sum of the losses of win probability.
    pub loss: f64,
    /// The number of moves marked `?!`.
    pub dubious: u32,
    /// The number of moves marked `?`.
    pub mistakes: u32,
    /// The number of moves marked `??`.
    pub blunders: u32,
}

impl LossSummary {
    /// Counts a move.
    pub fn add(&mut self, turn: &MoveReview) {
        self.moves += 1;
        self.loss += turn.loss;
        match turn.mark() {
            Some(MoveMark::Blunder) => self.blunders += 1,
            Some(MoveMark::Mistake) => self.mistakes += 1,
            Some(_) => self.dubious += 1,
            None => {}
        }
    }

    /// Adds the counts of another summary.
    pub fn join(&mut self, other: &LossSummary) {
        self.moves += other.moves;
        self.loss += other.loss;
        self.dubious += other.dubious;
        self.mistakes += other.mistakes;
        self.blunders += other.blunders;
    }

    /// The average loss of win probability per move, 0 to 1; `None` without moves.
    #[must_use]
    pub fn average(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.loss / f64::from(self.moves))
    }
}

/// A part of a game: a third of its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The first third.
    Beginning,
    /// The second third.
    Middle,
    /// The last third.
    End,
}

impl Phase {
    /// All phases in order.
    pub const ALL: [Phase; 3] = [Phase::Beginning, Phase::Middle, Phase::End];
}

impl GameReview {
    /// The summary of a player's moves in one phase or in the complete game.
    #[must_use]
    pub fn losses(&self, side: Side, phase: Option<Phase>) -> LossSummary {
        let mut summary = LossSummary::default();
        let all = self.moves.len().max(1);
        for (number, turn) in self.moves.iter().enumerate() {
            let third = Phase::ALL.get(number * Phase::ALL.len() / all).copied();
            if turn.side() == side && (phase.is_none() || phase == third) {
                summary.add(turn);
            }
        }
        summary
    }
}

/// Rates games. The result depends only on the game and the limits.
#[derive(Debug)]
pub struct Reviewer {
    search_state: SearchState,
    limits: Limits,
}

/// Node limit for the played move, as a multiple of the nodes used for the best move.
const MAX_NODE_FACTOR: u64 = 20;

impl Reviewer {
    /// A reviewer that searches each position within these limits.
    #[must_use]
    pub fn new(search_state: SearchState, limits: Limits) -> Reviewer {
        Reviewer {
            search_state,
            limits,
        }
    }

    /// Plays and rates the moves `tokens` from the position of `state`. Calls `watch` after each move.
    ///
    /// # Errors
    /// The first move that is not legal.
    pub fn review(
        &self,
        state: &mut dyn GameState,
        tokens: &[String],
        watch: &mut dyn FnMut(),
    ) -> Result<GameReview, IllegalMove> {
        self.search_state.clear();
        let mut moves = Vec::new();
        for token in tokens {
            let ply = state.plies() + 1;
            let turn = self.rate(state, token).map_err(|cause| IllegalMove {
                ply,
                token: token.clone(),
                cause,
            })?;
            state.play(std::slice::from_ref(token))?;
            moves.push(turn);
            watch();
        }
        let next = match state.outcome() {
            Some(_) => None,
            None => Some(self.best(state).map_err(|cause| IllegalMove {
                ply: state.plies() + 1,
                token: String::new(),
                cause,
            })?),
        };
        let mover_is_first = state.turn() == Side::One;
        let end = match (state.outcome(), &next) {
            (Some(Outcome::Win(Side::One)), _) => 1.0,
            (Some(Outcome::Win(Side::Two)), _) => 0.0,
            (None, Some(best)) if mover_is_first => best.win,
            (None, Some(best)) => 1.0 - best.win,
            (Some(Outcome::Draw), _) | (None, None) => 0.5,
        };
        Ok(GameReview { moves, end, next })
    }

    /// The best move in a position where the game is not over.
    fn best(&self, state: &dyn GameState) -> Result<BestMove, MoveError> {
        let report = self.search(state, self.limits.clone(), &[])?;
        Ok(best_of(state, &report))
    }

    fn search(
        &self,
        state: &dyn GameState,
        limits: Limits,
        only: &[String],
    ) -> Result<SearchReport, MoveError> {
        state.search(
            &Settings::from(limits),
            only,
            SearchContext::quiet(&self.search_state),
        )
    }

    /// Compares a move with the best one. Both are searched to the same depth, and the higher value is
    /// that of the best move.
    fn rate(&self, state: &dyn GameState, token: &str) -> Result<MoveReview, MoveError> {
        let canonical = state.canonical(token)?;
        let mut best = self.search(state, self.limits.clone(), &[])?;
        let mut played = best.clone();
        if best.best() != Some(&canonical) {
            let only = std::slice::from_ref(&canonical);
            let to_depth = |depth: i32| Limits {
                depth: Some(depth.max(1)),
                ..Limits::default()
            };
            let limits = Limits {
                nodes: Some(best.nodes.saturating_mul(MAX_NODE_FACTOR).max(10_000)),
                ..to_depth(best.depth)
            };
            played = self.search(state, limits, only)?;
            if let Some(other) = best.best().cloned().filter(|_| played.depth < best.depth) {
                best = self.search(state, to_depth(played.depth), &[other])?;
            }
            if best.score.is_loss() && !played.score.is_loss() {
                // Every move is proven to lose, so this one loses, too.
                played.score = best.score;
            }
            if played.score >= best.score {
                best = played.clone();
            }
        }
        let win = state.win_probability(played.score);
        let loss = (state.win_probability(best.score) - win).max(0.0);
        let is_best = best.best() == Some(&canonical) || best.score == played.score;
        Ok(MoveReview {
            ply: state.plies() + 1,
            first: state.turn() == Side::One,
            token: canonical,
            value: value(played.score),
            win,
            loss,
            depth: played.depth,
            seldepth: played.seldepth,
            better: (!is_best).then(|| best_of(state, &best)),
        })
    }
}

fn value(score: Score) -> Value {
    Value::from(score)
}

fn best_of(state: &dyn GameState, report: &SearchReport) -> BestMove {
    BestMove {
        token: report.best().cloned().unwrap_or_default(),
        value: value(report.score),
        win: state.win_probability(report.score),
        line: report.pv.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{self, Start};

    fn review(game: &str, fen: &str, tokens: &[&str]) -> GameReview {
        let limits = Limits {
            nodes: Some(2000),
            ..Limits::default()
        };
        let search_state = SearchState::new(1).expect("a small table");
        let mut state = play::open(game).expect("the game exists");
        state
            .set(&Start::Fen(fen.to_owned()), &[])
            .expect("a good FEN");
        let tokens: Vec<String> = tokens.iter().map(|&token| token.to_owned()).collect();
        Reviewer::new(search_state, limits)
            .review(state.as_mut(), &tokens, &mut || {})
            .expect("legal moves")
    }

    /// The last rings: the player who takes the last one wins (rules of ZÈRTZ, 12 A).
    #[test]
    fn giving_a_win_away_is_a_blunder_and_a_lost_position_stays_lost() {
        let fen = "w---/-1---/-2---/-------/------/-----/---- 0,1,5 3,3,0 2,4,5 1";
        let review = review("zertz", fen, &["bc3,b2", "bc2"]);
        let [blunder, win] = &review.moves[..] else {
            panic!("two moves: {review:?}");
        };
        assert_eq!(blunder.mark(), Some(MoveMark::Blunder), "{review:?}");
        let better = blunder.better.as_ref().expect("something is better");
        assert!(better.win > blunder.win && better.win - blunder.win - blunder.loss < 1e-9);
        assert_eq!((win.win, win.loss, &win.better), (1.0, 0.0, &None));
        assert_eq!((review.end, &review.next), (0.0, &None));
        // In a lost position no move loses more.
        let lost = self::review(
            "zertz",
            "----/-----/-1b---/-------/------/-----/---- 0,1,4 4,3,0 2,4,5 2",
            &[],
        );
        assert_eq!(lost.end, 1.0);
    }

    #[test]
    fn the_better_move_is_never_worse_than_the_played_one() {
        let tokens = ["wd4,a1", "bd5,a4", "d4xd6", "gd5,b5", "d6xd4", "we4,a2"];
        let start = "4/5/6/7/6/5/4 6,8,10 0,0,0 0,0,0 1";
        let review = review("zertz", start, &tokens);
        assert_eq!(review.moves.len(), 6);
        for turn in &review.moves {
            assert!((0.0..=1.0).contains(&turn.win) && (0.0..=1.0).contains(&turn.loss));
            if let Some(better) = &turn.better {
                assert!(
                    better.win >= turn.win && better.token != turn.token,
                    "{turn:?}"
                );
                assert_eq!(better.line.first(), Some(&better.token));
            }
        }
        let sum = Phase::ALL.map(|phase| review.losses(Side::One, Some(phase)).moves);
        assert_eq!(
            sum.iter().sum::<u32>(),
            review.losses(Side::One, None).moves
        );
    }
}
