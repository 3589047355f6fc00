//! The study of the game: the analysis of a position and the review of all moves; beside it the best lines of other
//! positions, and the moves of other games.

mod analysis;
mod best_line;
pub mod explorer;

use std::time::Duration;

use serde::Serialize;

use super::game::tree::win_share;
use super::messages::NodeId;
use super::messages::requests::AnalysisRequest;
use crate::engine_driver::SearchLine;
pub use analysis::StudyNews;
pub use best_line::LineSearches;
use ringstack_engine::picture::MoveTrace;
use ringstack_engine::play::GameState;
use ringstack_engine::rules::Side;

/// How long an analysis continues when no page is open.
const UNWATCHED: Duration = Duration::from_secs(10);

/// The study. Either the analysis or the review runs.
#[derive(Debug, Default)]
pub struct Study {
    analysis: Option<PositionAnalysis>,
    review: Option<ReviewProgress>,
    /// When to end the analysis because no page is open.
    unwatched: Option<Duration>,
}

impl Study {
    /// The analysis, running or finished.
    pub fn analysis(&self) -> Option<&PositionAnalysis> {
        self.analysis.as_ref()
    }

    /// The review that is running.
    pub fn review(&self) -> Option<&ReviewProgress> {
        self.review.as_ref()
    }

    /// Whether the engine of the analysis or the review may be searching.
    pub fn is_open(&self) -> bool {
        self.analysis.is_some() || self.review.is_some()
    }

    /// Ends the analysis and the review: their engine is stopped.
    pub fn close(&mut self) {
        self.analysis = None;
        self.review = None;
    }

    /// When to end the analysis because no page is open.
    pub fn due(&self) -> Option<Duration> {
        self.unwatched
    }

    /// The last page has left.
    pub fn unwatched(&mut self, now: Duration) {
        self.unwatched = self.analysis.is_some().then(|| now + UNWATCHED);
    }

    /// A page is open.
    pub fn watched(&mut self) {
        self.unwatched = None;
    }

    /// Ends the analysis or review whose search failed. A later search restarts the engine.
    pub fn search_failed(&mut self, generation: Option<u64>) {
        let is_it = |number| generation == Some(number);
        self.analysis.take_if(|analysis| is_it(analysis.generation));
        self.review.take_if(|review| is_it(review.generation));
    }
}

/// An analysis, running or finished.
#[derive(Debug)]
pub struct PositionAnalysis {
    generation: u64,
    request: AnalysisRequest,
    /// The lines as sent to pages.
    lines: Vec<AnalysisLine>,
    running: bool,
}

impl PositionAnalysis {
    /// The section of the state, without the lines.
    pub fn section(&self) -> AnalysisSection<'_> {
        let request = &self.request;
        AnalysisSection {
            node: request.node,
            engine: request.engine,
            lines: request.lines,
            ms: request.ms,
            only: &request.only,
            running: self.running,
        }
    }

    /// The lines for pages.
    pub fn lines(&self) -> AnalysisLines<'_> {
        AnalysisLines {
            node: self.request.node,
            lines: &self.lines,
            running: self.running,
        }
    }
}

/// A review of the main line.
#[derive(Debug)]
pub struct ReviewProgress {
    engine: usize,
    ms: u64,
    left: Vec<NodeId>,
    total: usize,
    generation: u64,
    at: NodeId,
    line: Option<SearchLine>,
}

impl ReviewProgress {
    pub fn section(&self) -> ReviewSection {
        ReviewSection {
            engine: self.engine,
            ms: self.ms,
            total: self.total,
            done: self.total - self.left.len().min(self.total),
        }
    }
}

/// An analysis, without its lines.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnalysisSection<'a> {
    /// The node of the position.
    node: NodeId,
    /// The engine.
    engine: usize,
    /// The number of lines.
    lines: u32,
    /// The time limit in milliseconds; 0 for none.
    ms: u64,
    /// The moves to evaluate; empty for all moves.
    only: &'a [String],
    /// Whether the engine is still thinking.
    running: bool,
}

/// The progress of a review.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ReviewSection {
    /// The engine.
    engine: usize,
    /// The time for each position, in milliseconds.
    ms: u64,
    /// The number of positions.
    total: usize,
    /// The number of positions that are done, with the current one.
    done: usize,
}

/// The lines of an analysis.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnalysisLines<'a> {
    /// The node of the position.
    pub node: NodeId,
    /// The best line first.
    pub lines: &'a [AnalysisLine],
    /// Whether the engine is still thinking.
    pub running: bool,
}

/// A line of an analysis, with its value for player 1.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AnalysisLine {
    #[serde(flatten)]
    line: SearchLine,
    /// The expected score of player 1, from 0 to 1.
    share: f64,
    /// The first move.
    #[serde(flatten)]
    first: Option<MoveTrace>,
}

impl AnalysisLine {
    /// A line of a search of this position, whose value is for the player to move.
    pub fn new(mut line: SearchLine, state: &dyn GameState) -> AnalysisLine {
        if state.turn() == Side::Two {
            line.score = line.score.flipped();
        }
        let first = line.pv.first();
        AnalysisLine {
            share: win_share(line.score, line.scale),
            first: first.and_then(|token| state.trace_move(token)),
            line,
        }
    }
}
