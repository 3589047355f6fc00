//! What a match reports besides its results: games that were played again and unreadable lines.

use std::collections::BTreeMap;

use ringstack::arena::engine::UnreadableLines;

use super::progress;
use crate::commands::numbers;

/// Games that were played again, and the unreadable lines of each engine.
#[derive(Debug, Default)]
pub struct Remarks {
    paused: u64,
    unreadable: BTreeMap<usize, UnreadableLines>,
}

impl Remarks {
    /// Counts a game that is played again, as the program stood still.
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

    /// One paragraph for each remark; `names` are those of the engines.
    pub fn report(&self, names: &[String]) -> String {
        let mut text = String::new();
        if self.paused > 0 {
            let games = numbers::count(self.paused, "game");
            let told =
                format!("void and played again: {games}, as this program was paused meanwhile");
            text.push_str(&progress::fold(&told));
        }
        for (&engine, lines) in &self.unreadable {
            let name = names.get(engine).map_or("", String::as_str);
            let count = numbers::count(lines.count, "unreadable line");
            let first = ringstack::rules::quote(&lines.first);
            let told = format!("{name}: {count} ignored, the first: '{first}'");
            text.push_str(&progress::fold(&told));
        }
        text
    }
}
