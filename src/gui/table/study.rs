//! Analysis of what is shown, and the review of a whole game.

use std::time::Duration;

use serde_json::{Value, json};

use crate::ugi::command::{Go, GoKey};

use super::super::players::{Line, MOST_LINES, PATIENCE, Task, Wish};
use super::super::tree::{NodeId, Opinion};
use super::look::words;
use super::{Table, Who};

/// The longest time for a position, in milliseconds.
const LONGEST: u64 = 3_600_000;

/// An analysis, running or done.
#[derive(Debug)]
pub(super) struct Analysis {
    generation: u64,
    node: NodeId,
    engine: usize,
    count: u32,
    ms: u64,
    only: Vec<String>,
    lines: Vec<Line>,
    running: bool,
}

impl Analysis {
    /// What is asked for; what is found goes its own way.
    pub(super) fn picture(&self) -> Value {
        json!({
            "node": self.node, "engine": self.engine, "lines": self.count, "ms": self.ms,
            "only": self.only, "running": self.running,
        })
    }

    pub(super) fn message(&self) -> Value {
        json!({"t": "lines", "node": self.node, "lines": self.lines, "running": self.running})
    }
}

/// A review of the main line.
#[derive(Debug)]
pub(super) struct Review {
    engine: usize,
    ms: u64,
    left: Vec<NodeId>,
    total: usize,
    generation: u64,
    at: NodeId,
    line: Option<Line>,
}

impl Review {
    pub(super) fn picture(&self) -> Value {
        json!({
            "engine": self.engine, "ms": self.ms, "total": self.total,
            "done": self.total - self.left.len().min(self.total),
        })
    }
}

impl Table {
    pub(super) fn analyse(
        &mut self,
        on: bool,
        node: NodeId,
        engine: usize,
        lines: u32,
        ms: u64,
        only: Vec<String>,
    ) -> Result<(), String> {
        if !on {
            self.stop_analysis();
            return Ok(());
        }
        self.node(node)?;
        words(&only)?;
        if !(1..=MOST_LINES).contains(&lines) {
            return Err(format!("lines '{lines}': expected 1 to {MOST_LINES}"));
        }
        if ms > LONGEST {
            return Err(format!("time '{ms}': expected at most {LONGEST} ms"));
        }
        if self.review.is_some() {
            return Err("a review is running".to_owned());
        }
        self.take_analyst(engine)?;
        let generation = self.study(node, lines, ms, only.clone());
        self.analysis = Some(Analysis {
            generation,
            node,
            engine,
            count: lines,
            ms,
            only,
            lines: Vec::new(),
            running: true,
        });
        Ok(())
    }

    /// Begins a running analysis anew: the options of its engine are others now.
    pub(super) fn analyse_anew(&mut self, engine: usize) -> Result<(), String> {
        match &self.analysis {
            Some(now) if now.running && now.engine == engine => {
                let only = now.only.clone();
                self.analyse(true, now.node, engine, now.count, now.ms, only)
            }
            _ => Ok(()),
        }
    }

    fn take_analyst(&mut self, engine: usize) -> Result<(), String> {
        if self
            .analyst
            .as_ref()
            .is_none_or(|(index, _)| *index != engine)
        {
            let player = self.engine(engine, Who::Analyst)?;
            self.analyst = Some((engine, player));
        }
        Ok(())
    }

    /// Has the analyst think about a node; the generation of what it will say.
    fn study(&mut self, node: NodeId, lines: u32, ms: u64, only: Vec<String>) -> u64 {
        self.generation += 1;
        let mut go = Go {
            infinite: ms == 0,
            search_moves: only,
            ..Go::default()
        };
        if ms > 0 {
            let ms = i64::try_from(ms).unwrap_or(i64::MAX);
            go.numbers.insert(GoKey::MoveTime, ms);
        }
        let task = Task {
            generation: self.generation,
            game: self.game.clone(),
            match_number: self.match_number,
            start: self.start.clone(),
            moves: self.tree.moves(node),
            go,
            options: vec![("MultiPV".to_owned(), lines.to_string())],
            patience: (ms > 0).then(|| Duration::from_millis(ms) + PATIENCE),
        };
        if let Some((_, player)) = &self.analyst {
            player.wish(Wish::Think(Box::new(task)));
        }
        self.generation
    }

    pub(super) fn stop_analysis(&mut self) {
        self.unwatched = None;
        if self.analysis.take().is_some()
            && self.review.is_none()
            && let Some((_, player)) = &self.analyst
        {
            player.wish(Wish::Stop);
        }
    }

    /// The analyst has failed at something. What was begun since goes on: it is started anew for that.
    pub(super) fn study_failed(&mut self, generation: Option<u64>) {
        self.analysis
            .take_if(|analysis| generation == Some(analysis.generation));
        self.review
            .take_if(|review| generation == Some(review.generation));
    }

    /// An analysis of what has been removed goes on at what is left of the line.
    pub(super) fn analyse_what_is_left(&mut self, left: NodeId) -> Result<(), String> {
        match &self.analysis {
            Some(now) if self.tree.get(now.node).is_some() => Ok(()),
            Some(now) if now.running => {
                let (engine, count, ms) = (now.engine, now.count, now.ms);
                self.analyse(true, left, engine, count, ms, Vec::new())
            }
            _ => {
                self.stop_analysis();
                Ok(())
            }
        }
    }

    /// The analyst says something.
    pub(super) fn lines(&mut self, generation: u64, lines: Vec<Line>) {
        if let Some(review) = &mut self.review
            && review.generation == generation
        {
            review.line = lines.into_iter().next();
            return;
        }
        let Some(analysis) = &mut self.analysis else {
            return;
        };
        if analysis.generation != generation {
            return;
        }
        analysis.lines = lines;
        let (node, engine) = (analysis.node, analysis.engine);
        let whole = analysis.only.is_empty();
        let best = analysis.lines.first().cloned();
        let message = analysis.message();
        self.tell_most(&message);
        if let Some(line) = best
            && whole
        {
            self.keep_opinion(node, engine, &line);
        }
    }

    /// Keeps what is thought of a position, unless more is known already.
    fn keep_opinion(&mut self, node: NodeId, engine: usize, line: &Line) {
        let by = self.engines.get(engine).map(|choice| choice.name.clone());
        let by = by.unwrap_or_default();
        let Some(found) = self.tree.get(node) else {
            return;
        };
        let known = found.opinion.as_ref();
        if known.is_some_and(|known| known.by == by && known.depth > line.depth) {
            return;
        }
        let opinion = Opinion {
            cp: line.cp,
            mate: line.mate,
            scale: line.scale,
            depth: line.depth,
            pv: line.pv.iter().take(12).cloned().collect(),
            by,
        };
        let Some(status) = &found.status else {
            if let Some(found) = self.tree.change(node) {
                found.thought = Some(opinion);
            }
            return;
        };
        let Some(mover) = status.to_act else {
            return;
        };
        let opinion = opinion.of(mover);
        // A line that is only longer is no news.
        let said = |opinion: &Opinion| (opinion.depth, opinion.cp, opinion.mate);
        if known.is_none_or(|known| said(known) != said(&opinion) || known.by != opinion.by)
            && let Some(found) = self.tree.change(node)
        {
            found.opinion = Some(opinion);
            self.saving.wanted();
        }
    }

    /// A search of the analyst has ended.
    pub(super) fn analysis_ended(&mut self, generation: u64) {
        if let Some(analysis) = &mut self.analysis
            && analysis.generation == generation
        {
            analysis.running = false;
            let message = analysis.message();
            self.tell_all(&message);
            return;
        }
        let Some(review) = &mut self.review else {
            return;
        };
        if review.generation != generation {
            return;
        }
        let (node, engine, line) = (review.at, review.engine, review.line.take());
        if let Some(line) = line {
            if let Some(found) = self.tree.change(node) {
                // The review judges all positions alike.
                found.opinion = None;
            }
            self.keep_opinion(node, engine, &line);
        }
        self.review_next();
    }

    /// Begins or ends a review.
    pub(super) fn review(&mut self, on: bool, engine: usize, ms: u64) -> Result<(), String> {
        if !on {
            self.stop_review();
            return Ok(());
        }
        if !(10..=60_000).contains(&ms) {
            return Err(format!("time '{ms}': expected 10 to 60000 ms"));
        }
        self.stop_analysis();
        self.take_analyst(engine)?;
        let root = self.tree.root();
        let mut left = vec![root];
        left.extend(self.tree.main_line(root));
        // A finished game needs no judgement of its last position.
        left.retain(|&node| {
            let status = self.tree.get(node).and_then(|n| n.status.as_ref());
            status.is_none_or(|status| status.to_act.is_some())
        });
        // Backwards: what the hash table learns at the end helps before it.
        let total = left.len();
        self.review = Some(Review {
            engine,
            ms,
            left,
            total,
            generation: 0,
            at: root,
            line: None,
        });
        self.review_next();
        Ok(())
    }

    fn review_next(&mut self) {
        let Some(review) = &mut self.review else {
            return;
        };
        // Nodes may have been removed since.
        review.left.retain(|&node| self.tree.get(node).is_some());
        let Some(node) = review.left.pop() else {
            self.review = None;
            self.saving.wanted();
            self.notice(None, "info", "review-done");
            return;
        };
        let ms = review.ms;
        let generation = self.study(node, 1, ms, Vec::new());
        if let Some(review) = &mut self.review {
            review.generation = generation;
            review.at = node;
            review.line = None;
        }
    }

    pub(super) fn stop_review(&mut self) {
        if self.review.take().is_some()
            && let Some((_, player)) = &self.analyst
        {
            player.wish(Wish::Stop);
        }
    }
}
