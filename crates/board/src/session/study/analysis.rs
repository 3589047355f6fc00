//! Analysis of a position, and review of a game.

use std::time::Duration;

use super::super::engines::table::{EngineRole, EngineTable, GRACE};
use super::super::game::current_game::CurrentGame;
use super::super::game::tree::Evaluation;
use super::super::io::Output;
use super::super::messages::NodeId;
use super::super::messages::requests::AnalysisRequest;
use super::super::refusal::Refusal;
use super::{AnalysisLine, PositionAnalysis, ReviewProgress, Study};
use crate::engine_driver::{EngineCommand, MAX_LINES, SearchLine};
use ringstack_engine::ugi::command::{Go, GoKey};

/// The maximum time per position, in milliseconds.
const MAX_MS: u64 = 3_600_000;
/// The maximum number of stored moves of a best line.
const MAX_KEPT_LINE: usize = 12;

/// What pages must be told after the end of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyNews {
    /// The analysis has ended.
    Analysed,
    /// The review has ended.
    Reviewed,
}

impl Study {
    /// Starts the analysis of a position, or ends it.
    pub fn analyse(
        &mut self,
        mut request: AnalysisRequest,
        game: &mut CurrentGame,
        engines: &mut EngineTable,
    ) -> Result<Vec<Output>, Refusal> {
        if !request.on {
            return Ok(self.stop_analysis(engines).into_iter().collect());
        }
        let lines = request.lines;
        if !(1..=MAX_LINES).contains(&lines) {
            return Err(format!("lines '{lines}': allowed are 1 to {MAX_LINES}").into());
        }
        if request.ms > MAX_MS {
            let ms = request.ms;
            return Err(format!("time '{ms}': allowed are at most {MAX_MS} ms").into());
        }
        if self.review.is_some() {
            return Err(Refusal::ReviewRuns);
        }
        let state = game.state(request.node)?;
        for token in &mut request.only {
            *token = state.canonical(token).map_err(|error| error.to_string())?;
        }
        let mut outputs = engines.assign(request.engine, EngineRole::Analyst, game.id())?;
        let only = request.only.clone();
        let (generation, search) = search(request.node, lines, request.ms, only, game, engines);
        outputs.extend(search);
        self.analysis = Some(PositionAnalysis {
            generation,
            request,
            lines: Vec::new(),
            running: true,
        });
        Ok(outputs)
    }

    /// Restarts a running analysis after the options of its engine have changed.
    pub fn restart_analysis(
        &mut self,
        engine: usize,
        game: &mut CurrentGame,
        engines: &mut EngineTable,
    ) -> Result<Vec<Output>, Refusal> {
        match &self.analysis {
            Some(now) if now.running && now.request.engine == engine => {
                self.analyse(now.request.clone(), game, engines)
            }
            _ => Ok(Vec::new()),
        }
    }

    pub fn stop_analysis(&mut self, engines: &EngineTable) -> Option<Output> {
        self.unwatched = None;
        let is_over = self.analysis.take().is_some() && self.review.is_none();
        is_over.then(|| engines.command(EngineRole::Analyst, EngineCommand::Stop))?
    }

    /// Moves the analysis of a removed position to `left`, the last remaining node of its line.
    pub fn leave_removed(
        &mut self,
        left: NodeId,
        game: &mut CurrentGame,
        engines: &mut EngineTable,
    ) -> Vec<Output> {
        let Some(now) = &self.analysis else {
            return Vec::new();
        };
        if game.tree().get(now.request.node).is_some() {
            return Vec::new();
        }
        let request = AnalysisRequest {
            on: now.running,
            node: left,
            only: Vec::new(),
            ..now.request.clone()
        };
        match self.analyse(request, game, engines) {
            Ok(outputs) => outputs,
            Err(_) => self.stop_analysis(engines).into_iter().collect(),
        }
    }

    /// Takes in lines of the analysis engine. Returns whether they are new ones for pages.
    pub fn take_lines(
        &mut self,
        generation: u64,
        lines: Vec<SearchLine>,
        game: &mut CurrentGame,
        engines: &EngineTable,
    ) -> bool {
        if let Some(review) = &mut self.review
            && review.generation == generation
        {
            review.line = lines.into_iter().next();
            return false;
        }
        let analysis = self.analysis.as_mut();
        let Some(analysis) = analysis.filter(|a| a.generation == generation) else {
            return false;
        };
        let (node, engine) = (analysis.request.node, analysis.request.engine);
        let all_moves = analysis.request.only.is_empty();
        let best = lines.first().filter(|_| all_moves).cloned();
        let state = game.state(node);
        let is_shown = state.is_ok();
        if let Ok(state) = state {
            let lines = lines.into_iter();
            analysis.lines = lines.map(|line| AnalysisLine::new(line, state)).collect();
        }
        if let Some(line) = best {
            store_eval(node, engine, &line, false, game, engines);
        }
        is_shown
    }

    /// Handles the end of a search of the analysis engine.
    pub fn search_ended(
        &mut self,
        generation: u64,
        game: &mut CurrentGame,
        engines: &mut EngineTable,
    ) -> (Option<StudyNews>, Vec<Output>) {
        if let Some(analysis) = &mut self.analysis
            && analysis.generation == generation
        {
            analysis.running = false;
            return (Some(StudyNews::Analysed), Vec::new());
        }
        let review = self.review.as_mut();
        let Some(review) = review.filter(|review| review.generation == generation) else {
            return (None, Vec::new());
        };
        if let Some(line) = review.line.take() {
            // A review evaluates all positions with the same limits.
            store_eval(review.at, review.engine, &line, true, game, engines);
        }
        let next = self.review_next(game, engines);
        let news = self.review.is_none().then_some(StudyNews::Reviewed);
        (news, next.into_iter().collect())
    }

    /// Starts a review.
    pub fn begin_review(
        &mut self,
        engine: usize,
        ms: u64,
        game: &mut CurrentGame,
        engines: &mut EngineTable,
    ) -> Result<Vec<Output>, Refusal> {
        if !(10..=60_000).contains(&ms) {
            return Err(format!("time '{ms}': allowed are 10 to 60000 ms").into());
        }
        engines.entry(engine)?;
        let mut outputs: Vec<Output> = self.stop_analysis(engines).into_iter().collect();
        outputs.extend(engines.assign(engine, EngineRole::Analyst, game.id())?);
        // Start at the end, because the hash table then helps with earlier positions.
        let root = game.tree().root();
        let mut left = vec![root];
        left.extend(game.tree().main_line(root));
        left.retain(|&node| game.tree().to_act(node).is_some());
        self.review = Some(ReviewProgress {
            engine,
            ms,
            total: left.len(),
            left,
            generation: 0,
            at: root,
            line: None,
        });
        outputs.extend(self.review_next(game, engines));
        Ok(outputs)
    }

    /// Searches the next position of the review, or ends it.
    fn review_next(&mut self, game: &mut CurrentGame, engines: &mut EngineTable) -> Option<Output> {
        let review = self.review.as_mut()?;
        // Nodes may have been removed in the meantime.
        review.left.retain(|&node| game.tree().get(node).is_some());
        let Some(node) = review.left.pop() else {
            self.review = None;
            return None;
        };
        let (generation, output) = search(node, 1, review.ms, Vec::new(), game, engines);
        review.generation = generation;
        review.at = node;
        review.line = None;
        output
    }

    pub fn stop_review(&mut self, engines: &EngineTable) -> Option<Output> {
        self.review.take()?;
        engines.command(EngineRole::Analyst, EngineCommand::Stop)
    }
}

/// Starts a search of a node by the analysis engine. Returns the generation of the search.
fn search(
    node: NodeId,
    lines: u32,
    ms: u64,
    only: Vec<String>,
    game: &CurrentGame,
    engines: &mut EngineTable,
) -> (u64, Option<Output>) {
    let mut go = Go {
        infinite: ms == 0,
        search_moves: only,
        ..Go::default()
    };
    if ms > 0 {
        let ms = i64::try_from(ms).unwrap_or(i64::MAX);
        go.numbers.insert(GoKey::MoveTime, ms);
    }
    let generation = engines.next_generation();
    let mut task = game.search_task(generation, node, go);
    task.options = vec![("MultiPV".to_owned(), lines.to_string())];
    task.timeout = (ms > 0).then(|| Duration::from_millis(ms) + GRACE);
    let search = EngineCommand::Search(Box::new(task));
    (generation, engines.command(EngineRole::Analyst, search))
}

/// Stores the evaluation of a position. Without `replace`, a deeper evaluation of the same engine stays.
fn store_eval(
    node: NodeId,
    engine: usize,
    line: &SearchLine,
    replace: bool,
    game: &mut CurrentGame,
    engines: &EngineTable,
) {
    let Some(mover) = game.tree().to_act(node) else {
        return;
    };
    let by = engines.entry(engine).map(|entry| entry.name.clone());
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
    let known = game.tree().get(node).and_then(|found| found.eval.as_ref());
    if let Some(known) = known
        && !replace
        && known.by == eval.by
    {
        let value = |eval: &Evaluation| (eval.depth, eval.score);
        if known.depth > eval.depth || value(known) == value(&eval) {
            return;
        }
    }
    game.evaluate(node, eval);
}
