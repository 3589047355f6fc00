//! Analysis of a position, and review of a game.

use std::time::Duration;

use serde_json::json;

use super::super::BoardSession;
use super::super::engines::GRACE;
use super::super::engines::table::EngineRole;
use super::super::game::tree::{Evaluation, NodeId};
use super::super::pages::answers::AnalysisLine;
use super::super::pages::messages::AnalysisRequest;
use super::super::pages::server_messages::ServerMessage;
use super::super::refusal::Refusal;
use super::{PositionAnalysis, ReviewProgress};
use crate::engine_driver::{EngineCommand, MAX_LINES, SearchLine};
use ringstack_engine::ugi::command::{Go, GoKey};

/// The maximum time per position, in milliseconds.
const MAX_MS: u64 = 3_600_000;
/// The maximum number of stored moves of a best line.
const MAX_KEPT_LINE: usize = 12;

impl BoardSession {
    pub(in super::super) fn analyse(
        &mut self,
        mut request: AnalysisRequest,
    ) -> Result<(), Refusal> {
        if !request.on {
            self.stop_analysis();
            return Ok(());
        }
        let lines = request.lines;
        if !(1..=MAX_LINES).contains(&lines) {
            return Err(format!("lines '{lines}': allowed are 1 to {MAX_LINES}").into());
        }
        if request.ms > MAX_MS {
            let ms = request.ms;
            return Err(format!("time '{ms}': allowed are at most {MAX_MS} ms").into());
        }
        if self.study.review.is_some() {
            return Err(Refusal::ReviewRuns);
        }
        self.game.node(request.node)?;
        let state = self.game.state(request.node)?;
        for token in &mut request.only {
            *token = state.canonical(token).map_err(|error| error.to_string())?;
        }
        self.assign_engine(request.engine, EngineRole::Analyst)?;
        let generation = self.search(request.node, lines, request.ms, request.only.clone());
        self.study.analysis = Some(PositionAnalysis {
            generation,
            request,
            lines: Vec::new(),
            running: true,
        });
        Ok(())
    }

    /// Restarts a running analysis after the options of its engine have changed.
    pub(in super::super) fn restart_analysis(&mut self, engine: usize) -> Result<(), Refusal> {
        match &self.study.analysis {
            Some(now) if now.running && now.request.engine == engine => {
                self.analyse(now.request.clone())
            }
            _ => Ok(()),
        }
    }

    /// Starts a search of a node by the analysis engine. Returns the generation of the search.
    fn search(&mut self, node: NodeId, lines: u32, ms: u64, only: Vec<String>) -> u64 {
        let mut go = Go {
            infinite: ms == 0,
            search_moves: only,
            ..Go::default()
        };
        if ms > 0 {
            let ms = i64::try_from(ms).unwrap_or(i64::MAX);
            go.numbers.insert(GoKey::MoveTime, ms);
        }
        let generation = self.engines.next_generation();
        let mut task = self.game.search_task(generation, node, go);
        task.options = vec![("MultiPV".to_owned(), lines.to_string())];
        task.timeout = (ms > 0).then(|| Duration::from_millis(ms) + GRACE);
        self.command(EngineRole::Analyst, EngineCommand::Search(Box::new(task)));
        generation
    }

    pub(in super::super) fn stop_analysis(&mut self) {
        self.study.unwatched = None;
        if self.study.analysis.take().is_some() && self.study.review.is_none() {
            self.command(EngineRole::Analyst, EngineCommand::Stop);
        }
    }

    /// Moves the analysis of a removed position to `left`, the last remaining node of its line.
    pub(in super::super) fn move_analysis_from_removed(&mut self, left: NodeId) {
        let Some(now) = &self.study.analysis else {
            return;
        };
        if self.game.tree.get(now.request.node).is_some() {
            return;
        }
        if !now.running {
            self.stop_analysis();
            return;
        }
        let request = AnalysisRequest {
            node: left,
            only: Vec::new(),
            ..now.request.clone()
        };
        if self.analyse(request).is_err() {
            self.stop_analysis();
        }
    }

    /// Handles lines of the analysis engine.
    pub(in super::super) fn analysis_lines(&mut self, generation: u64, lines: Vec<SearchLine>) {
        if let Some(review) = &mut self.study.review
            && review.generation == generation
        {
            review.line = lines.into_iter().next();
            return;
        }
        let analysis = self.study.analysis.as_ref();
        let Some(analysis) = analysis.filter(|a| a.generation == generation) else {
            return;
        };
        let (node, engine) = (analysis.request.node, analysis.request.engine);
        let all_moves = analysis.request.only.is_empty();
        let best = lines.first().filter(|_| all_moves).cloned();
        if let Ok(state) = self.game.state(node)
            && let Some(analysis) = &mut self.study.analysis
        {
            let lines = lines.into_iter();
            analysis.lines = lines.map(|line| AnalysisLine::new(line, state)).collect();
            let message = json!(ServerMessage::Lines(analysis.lines()));
            self.send_all(&message, true);
        }
        if let Some(line) = best {
            self.store_eval(node, engine, &line, false);
        }
    }

    /// Stores the evaluation of a position. Without `replace`, a deeper evaluation of the same engine stays.
    fn store_eval(&mut self, node: NodeId, engine: usize, line: &SearchLine, replace: bool) {
        let Some(mover) = self.game.tree.to_act(node) else {
            return;
        };
        let by = self.engines.entry(engine).map(|entry| entry.name.clone());
        let eval = Evaluation {
            score: line.score,
            // As exact as in a record, so that a saved review gives the same marks.
            scale: line.scale.map(|scale| (scale * 100.0).round() / 100.0),
            depth: line.depth,
            seldepth: line.seldepth,
            nodes: Some(line.nodes).filter(|&nodes| nodes > 0),
            nps: Some(line.nps).filter(|&nps| nps > 0),
            pv: line.pv.iter().take(MAX_KEPT_LINE).cloned().collect(),
            by: by.unwrap_or_default(),
        };
        let eval = eval.seen_by(mover);
        let known = self
            .game
            .tree
            .get(node)
            .and_then(|found| found.eval.as_ref());
        if let Some(known) = known
            && !replace
            && known.by == eval.by
        {
            let value = |eval: &Evaluation| (eval.depth, eval.score);
            if known.depth > eval.depth || value(known) == value(&eval) {
                return;
            }
        }
        self.game.tree.evaluate(node, eval);
        self.mark_unsaved();
    }

    /// Handles the end of a search of the analysis engine.
    pub(in super::super) fn analysis_ended(&mut self, generation: u64) {
        if let Some(analysis) = &mut self.study.analysis
            && analysis.generation == generation
        {
            analysis.running = false;
            let message = json!(ServerMessage::Lines(analysis.lines()));
            self.send_all(&message, false);
            return;
        }
        let Some(review) = &mut self.study.review else {
            return;
        };
        if review.generation != generation {
            return;
        }
        let (node, engine, line) = (review.at, review.engine, review.line.take());
        if let Some(line) = line {
            // A review evaluates all positions with the same limits.
            self.store_eval(node, engine, &line, true);
        }
        self.review_next();
    }

    /// Starts or ends a review.
    pub(in super::super) fn review(
        &mut self,
        on: bool,
        engine: usize,
        ms: u64,
    ) -> Result<(), Refusal> {
        if !on {
            self.stop_review();
            return Ok(());
        }
        if !(10..=60_000).contains(&ms) {
            return Err(format!("time '{ms}': allowed are 10 to 60000 ms").into());
        }
        self.engines.entry(engine)?;
        self.stop_analysis();
        self.assign_engine(engine, EngineRole::Analyst)?;
        // Start at the end, because the hash table then helps with earlier positions.
        let root = self.game.tree.root();
        let mut left = vec![root];
        left.extend(self.game.tree.main_line(root));
        left.retain(|&node| self.game.tree.to_act(node).is_some());
        self.study.review = Some(ReviewProgress {
            engine,
            ms,
            total: left.len(),
            left,
            generation: 0,
            at: root,
            line: None,
        });
        self.review_next();
        Ok(())
    }

    fn review_next(&mut self) {
        let Some(review) = &mut self.study.review else {
            return;
        };
        // Nodes may have been removed in the meantime.
        review
            .left
            .retain(|&node| self.game.tree.get(node).is_some());
        let Some(node) = review.left.pop() else {
            self.study.review = None;
            self.mark_unsaved();
            self.send_all(&json!(ServerMessage::Reviewed), false);
            return;
        };
        let ms = review.ms;
        let generation = self.search(node, 1, ms, Vec::new());
        if let Some(review) = &mut self.study.review {
            review.generation = generation;
            review.at = node;
            review.line = None;
        }
    }

    pub(in super::super) fn stop_review(&mut self) {
        if self.study.review.take().is_some() {
            self.command(EngineRole::Analyst, EngineCommand::Stop);
        }
    }
}
