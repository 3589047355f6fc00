//! Remarks on a match besides its results: games that were skipped or replayed, and unreadable lines.

use std::collections::BTreeMap;

use ringstack_arena::engine::UnreadableLines;
use ringstack_arena::runner::SkippedGame;
use ringstack_engine::rules::quote;

use super::progress;
use crate::commands::numbers;

/// The remarks on a match.
#[derive(Debug)]
pub struct Remarks {
    names: Vec<String>,
    paused: u64,
    /// By engine.
    unreadable: BTreeMap<usize, UnreadableLines>,
    /// The number of games that were not played, and the last cause, by engine.
    unplayed: BTreeMap<usize, (u64, String)>,
}

impl Remarks {
    /// No remarks yet on a match of engines with these names.
    pub fn new(names: Vec<String>) -> Remarks {
        Remarks {
            names,
            paused: 0,
            unreadable: BTreeMap::new(),
            unplayed: BTreeMap::new(),
        }
    }

    fn name(&self, engine: usize) -> &str {
        self.names.get(engine).map_or("", String::as_str)
    }

    /// Counts a game that was not played. Returns a message to report at once, if a start was tried.
    pub fn add_unplayed(&mut self, game: &SkippedGame) -> Option<String> {
        let (count, cause) = self.unplayed.entry(game.engine).or_default();
        *count += 1;
        *cause = game.failure.as_ref()?.to_string();
        let cause = cause.clone();
        let (id, name) = (game.scheduled.id(), self.name(game.engine));
        Some(format!("game {id}: not played: {name}, start, {cause}"))
    }

    /// Counts a game that is replayed because the program was suspended.
    pub fn add_pause(&mut self) {
        self.paused += 1;
    }

    /// Counts the unreadable lines of an engine.
    pub fn add_unreadable(&mut self, engine: usize, lines: UnreadableLines) {
        let count = lines.count;
        self.unreadable
            .entry(engine)
            .and_modify(|all| all.count += count)
            .or_insert(lines);
    }

    /// One paragraph for each remark.
    pub fn report(&self) -> String {
        let mut remarks = Vec::new();
        for (&engine, (count, cause)) in &self.unplayed {
            let (games, name) = (numbers::count(*count, "game"), self.name(engine));
            remarks.push(format!(
                "not played: {games}, because {name} could not be started: {cause}"
            ));
        }
        if self.paused > 0 {
            let games = numbers::count(self.paused, "game");
            remarks.push(format!(
                "void and replayed: {games}, because the program was suspended"
            ));
        }
        for (&engine, lines) in &self.unreadable {
            let (name, first) = (self.name(engine), quote(&lines.first));
            let count = numbers::count(lines.count, "unreadable line");
            remarks.push(format!("{name}: {count} ignored; the first: '{first}'"));
        }
        remarks
            .iter()
            .map(|remark| progress::fold(remark))
            .collect()
    }
}
