//! Rates the moves of a game: compares each with the best move, in terms of win probability.

use serde::{Deserialize, Serialize};

use crate::play::consequence::{Consequences, HORIZON};
use crate::play::history::IllegalMove;
use crate::play::record::MoveMark;
use crate::play::{GameState, ProvenLine, RootMoves, SearchContext};
use crate::rules::{Outcome, Side};
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
    /// The depth of the search after the move, in plies.
    pub depth: i32,
    /// The length of the longest line in that search, in plies.
    #[serde(default)]
    pub seldepth: i32,
    /// The best move, if it is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub better: Option<BestMove>,
    /// For a marked move with a better one: in what their lines differ on the board.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub consequences: Option<Consequences>,
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

/// The nodes of a search of the review per node of a search that extends a line, so that sentences cost little time.
const EXTENSION_SHARE: u64 = 300;
/// The nodes of a search whose limits are others, for the same purpose.
const DEFAULT_NODES: u64 = 100_000;

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
    pub fn add(&mut self, rated: &MoveReview) {
        self.moves += 1;
        self.loss += rated.loss;
        match rated.mark() {
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
        for (number, rated) in self.moves.iter().enumerate() {
            let third = Phase::ALL.get(number * Phase::ALL.len() / all).copied();
            if rated.side() == side && (phase.is_none() || phase == third) {
                summary.add(rated);
            }
        }
        summary
    }
}

/// The win probability that a move loses, 0 to 1. The shares are those of player 1, 0 to 1, before and
/// after the move of `mover`.
#[must_use]
pub fn loss_of_move(mover: Side, before: f64, after: f64, is_best: bool) -> f64 {
    // The best move of the engine loses nothing, even if its value drops afterwards.
    let loss = match mover {
        _ if is_best => 0.0,
        Side::One => before - after,
        Side::Two => after - before,
    };
    loss.max(0.0)
}

/// Rates games. The result depends only on the game and the limits.
#[derive(Debug)]
pub struct Reviewer {
    search_state: SearchState,
    limits: Limits,
}

/// The evaluation of a position.
struct EvaluatedPosition {
    /// The score of player 1.
    score: Score,
    /// The share of games that player 1 wins, 0 to 1.
    share: f64,
    depth: i32,
    seldepth: i32,
    /// The best move; `None` if the game is over.
    best: Option<BestMove>,
}

impl Reviewer {
    /// A reviewer that searches each position within these limits.
    #[must_use]
    pub fn new(search_state: SearchState, limits: Limits) -> Reviewer {
        Reviewer {
            search_state,
            limits,
        }
    }

    /// Rates the moves `tokens` from the position of `state`, and calls `watch` after each one. Begins with the
    /// last position, because the hash table then helps with the earlier ones: what a move leads to is known
    /// when its position is searched. `state` is the same afterwards.
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
        let first = state.plies();
        state.play(tokens)?;
        let mut tokens = state.history().split_off(first);
        let last = self.evaluate(state);
        let (end, next) = (last.share, last.best.clone());
        let mut after = last;
        let (mut moves, mut replies) = (Vec::new(), Vec::new());
        while let Some(token) = tokens.pop() {
            // It was just played.
            let _ = state.undo(1);
            let before = self.evaluate(state);
            moves.push(rate(state, token, &before, &after));
            replies.push(after.best.map_or_else(Vec::new, |best| best.line));
            after = before;
            watch();
        }
        moves.reverse();
        replies.reverse();
        self.explain(state, &mut moves, replies);
        Ok(GameReview { moves, end, next })
    }

    /// Compares the lines of marked moves with those of better ones. `state` is the position before the first move.
    fn explain(
        &self,
        state: &mut dyn GameState,
        moves: &mut [MoveReview],
        replies: Vec<Vec<String>>,
    ) {
        for (rated, mut played) in moves.iter_mut().zip(replies) {
            if let Some(better) = rated.better.as_ref().filter(|_| rated.mark().is_some()) {
                played.insert(0, rated.token.clone());
                let lines = [(played, rated.value), (better.line.clone(), better.value)];
                let [played, better] =
                    lines.map(|(line, value)| self.extended(&*state, line, value));
                rated.consequences = state.consequences(&played, Some(&better)).ok();
            }
            // It was played before.
            let _ = state.play(std::slice::from_ref(&rated.token));
        }
        let _ = state.undo(moves.len());
    }

    /// The line of a search, which may be short, with the moves that short searches find after it.
    fn extended(&self, state: &dyn GameState, moves: Vec<String>, value: Value) -> ProvenLine {
        let mate = match value {
            Value::Mate(plies) => Some(plies),
            Value::Cp(_) => None,
        };
        let mut line = ProvenLine { moves, mate };
        let mut state = state.boxed_clone();
        let nodes = self.limits.nodes.unwrap_or(DEFAULT_NODES) / EXTENSION_SHARE;
        let settings = Settings::from(Limits {
            nodes: Some(nodes.max(1)),
            ..Limits::default()
        });
        let mut is_open = mate.is_none() && state.play(&line.moves).is_ok();
        while is_open && line.moves.len() < HORIZON && state.outcome().is_none() {
            let context = SearchContext::quiet(&self.search_state);
            let report = state.search(&settings, &RootMoves::all(), context);
            is_open = report.best().cloned().is_some_and(|next| {
                line.moves.push(next);
                state
                    .play(line.moves.get(line.moves.len() - 1..).unwrap_or_default())
                    .is_ok()
            });
        }
        line
    }

    fn evaluate(&self, state: &dyn GameState) -> EvaluatedPosition {
        if let Some(outcome) = state.outcome() {
            let (score, share) = match outcome {
                Outcome::Win(Side::One) => (Score::win_in(0), 1.0),
                Outcome::Win(Side::Two) => (Score::loss_in(0), 0.0),
                Outcome::Draw => (Score::ZERO, 0.5),
            };
            return EvaluatedPosition {
                score,
                share,
                depth: 1,
                seldepth: 1,
                best: None,
            };
        }
        let settings = Settings::from(self.limits.clone());
        let context = SearchContext::quiet(&self.search_state);
        let report = state.search(&settings, &RootMoves::all(), context);
        let win = state.win_probability(report.score);
        let best = BestMove {
            token: report.best().cloned().unwrap_or_default(),
            value: report.score.into(),
            win,
            line: report.pv,
        };
        let (score, share) = match state.turn() {
            Side::One => (report.score, win),
            Side::Two => (-report.score, 1.0 - win),
        };
        EvaluatedPosition {
            score,
            share,
            depth: report.depth,
            seldepth: report.seldepth,
            best: Some(best),
        }
    }
}

/// Rates a move: `state` is the position before it.
fn rate(
    state: &dyn GameState,
    token: String,
    before: &EvaluatedPosition,
    after: &EvaluatedPosition,
) -> MoveReview {
    let mover = state.turn();
    let seen_by_mover = |position: &EvaluatedPosition| match mover {
        Side::One => (position.score, position.share),
        Side::Two => (-position.score, 1.0 - position.share),
    };
    let best = before.best.as_ref().filter(|best| best.token != token);
    let (best_score, best_win) = seen_by_mover(before);
    let (score, mut win) = seen_by_mover(after);
    let mut score = score.one_ply_earlier();
    // A proof for the position before holds for its best move; a proven loss for every move.
    let proven = best_score.is_loss() || best_score.is_win() && best.is_none();
    if proven && !score.is_decided() {
        (score, win) = (best_score, best_win);
    }
    let loss = loss_of_move(mover, before.share, after.share, best.is_none());
    let is_better = loss > 0.0 || best_win >= win && best_score > score;
    MoveReview {
        ply: state.plies() + 1,
        first: mover == Side::One,
        token,
        value: score.into(),
        win,
        loss,
        depth: after.depth,
        seldepth: after.seldepth,
        better: best.filter(|_| is_better).cloned(),
        consequences: None,
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
        for rated in &review.moves {
            assert!((0.0..=1.0).contains(&rated.win) && (0.0..=1.0).contains(&rated.loss));
            if let Some(better) = &rated.better {
                assert!(
                    better.win >= rated.win && better.token != rated.token,
                    "{rated:?}"
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

    /// The value of the next position counts for the move, so a slower win is no mistake.
    #[test]
    fn a_winning_move_beside_a_quicker_win_loses_nothing() {
        let games = include_str!("../../../../fixtures/analysis/two-wins.list");
        let game = games.lines().find(|line| !line.starts_with('#'));
        let words = game.expect("a game").split_whitespace().skip(3);
        let tokens: Vec<String> = words.map(str::to_owned).collect();
        let (slow_win, earlier) = tokens.split_last().expect("moves");
        let mut state = play::open("diaballik").expect("the game exists");
        state.play(earlier).expect("legal moves");
        for nodes in [1000, 20_000] {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let search_state = SearchState::new(1).expect("a small table");
            let review = Reviewer::new(search_state, limits)
                .review(state.as_mut(), std::slice::from_ref(slow_win), &mut || {})
                .expect("a legal move");
            let rated = &review.moves[0];
            assert_eq!(rated.value, Value::Mate(5), "{review:?}");
            assert_eq!((rated.win, rated.loss, rated.mark()), (1.0, 0.0, None));
            let better = rated.better.as_ref().map(|better| better.value);
            assert_eq!(better, Some(Value::Mate(1)));
            assert_eq!(review.next.map(|next| next.value), Some(Value::Mate(-4)));
            assert_eq!(state.plies(), earlier.len());
        }
    }

    #[test]
    fn the_loss_of_a_move_is_that_of_its_player() {
        assert_eq!(loss_of_move(Side::One, 0.75, 0.25, false), 0.5);
        assert_eq!(loss_of_move(Side::Two, 0.75, 0.25, false), 0.0);
        assert_eq!(loss_of_move(Side::Two, 0.25, 0.75, false), 0.5);
        assert_eq!(loss_of_move(Side::Two, 0.25, 0.75, true), 0.0);
    }
}
