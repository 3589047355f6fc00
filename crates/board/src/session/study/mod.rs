//! The study of the game: the analysis of a position, the review of all moves, and the moves of other games.

mod analysis;
pub(super) mod best_line;
mod explore_requests;
pub(super) mod explorer;

use std::time::Duration;

use serde::Serialize;

use super::game::tree::NodeId;
use super::pages::answers::{AnalysisLine, AnalysisLines};
use super::pages::messages::AnalysisRequest;
use crate::engine_driver::SearchLine;
use best_line::LineSearch;
use explorer::Explorer;

/// How long an analysis continues when no page is open.
const UNWATCHED: Duration = Duration::from_secs(10);

/// The study. Either the analysis or the review runs.
#[derive(Debug, Default)]
pub(super) struct Study {
    analysis: Option<PositionAnalysis>,
    review: Option<ReviewProgress>,
    pub(super) explorer: Explorer,
    /// The searches of positions apart from the game.
    line_searches: Vec<LineSearch>,
    /// When to end the analysis because no page is open.
    unwatched: Option<Duration>,
}

impl Study {
    /// The analysis, running or finished.
    pub(super) fn analysis(&self) -> Option<&PositionAnalysis> {
        self.analysis.as_ref()
    }

    /// The review that is running.
    pub(super) fn review(&self) -> Option<&ReviewProgress> {
        self.review.as_ref()
    }

    /// Ends the analysis and the review: their engine is stopped.
    pub(super) fn close(&mut self) {
        self.analysis = None;
        self.review = None;
    }

    /// When to end the analysis because no page is open.
    pub(super) fn due(&self) -> Option<Duration> {
        self.unwatched
    }

    /// The last page has left.
    pub(super) fn unwatched(&mut self, now: Duration) {
        self.unwatched = self.analysis.is_some().then(|| now + UNWATCHED);
    }

    /// A page is open.
    pub(super) fn watched(&mut self) {
        self.unwatched = None;
    }

    /// Ends the analysis or review whose search failed. A later search restarts the engine.
    pub(super) fn search_failed(&mut self, generation: Option<u64>) {
        let is_it = |number| generation == Some(number);
        self.analysis.take_if(|analysis| is_it(analysis.generation));
        self.review.take_if(|review| is_it(review.generation));
    }
}

/// An analysis, running or finished.
#[derive(Debug)]
pub(super) struct PositionAnalysis {
    generation: u64,
    request: AnalysisRequest,
    /// The lines as sent to pages.
    lines: Vec<AnalysisLine>,
    running: bool,
}

impl PositionAnalysis {
    /// The section of the state, without the lines.
    pub(super) fn section(&self) -> AnalysisSection<'_> {
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
    pub(super) fn lines(&self) -> AnalysisLines<'_> {
        AnalysisLines {
            node: self.request.node,
            lines: &self.lines,
            running: self.running,
        }
    }
}

/// A review of the main line.
#[derive(Debug)]
pub(super) struct ReviewProgress {
    engine: usize,
    ms: u64,
    left: Vec<NodeId>,
    total: usize,
    generation: u64,
    at: NodeId,
    line: Option<SearchLine>,
}

impl ReviewProgress {
    pub(super) fn section(&self) -> ReviewSection {
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
pub(super) struct AnalysisSection<'a> {
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
pub(super) struct ReviewSection {
    /// The engine.
    engine: usize,
    /// The time for each position, in milliseconds.
    ms: u64,
    /// The number of positions.
    total: usize,
    /// The number of positions that are done, with the current one.
    done: usize,
}
