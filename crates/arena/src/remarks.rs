//! Remarks on a match besides its results: games that were skipped or replayed, and unreadable lines.

use std::collections::BTreeMap;

use ringstack_engine::rules::quote;
use thiserror::Error;

use crate::engine::UnreadableLines;
use crate::engine::processor_waits::ProcessorWaits;
use crate::numbers;
use crate::record::FinishedGame;
use crate::runner::SkippedGame;
use crate::stats::standings::Standings;

/// The match ends after this many consecutive void games.
const MAX_PAUSED: u64 = 20;

/// Too many games in a row are void: the match would not end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "{} games in a row are void: during each, the program was suspended or the system clock was set forward",
    MAX_PAUSED
)]
pub struct TooManyVoid;

/// The remarks on a match.
#[derive(Debug)]
pub struct Remarks {
    names: Vec<String>,
    paused: u64,
    paused_in_a_row: u64,
    /// The sum of all late moves, if known.
    late_moves: Option<ProcessorWaits>,
    is_time_unreliable: bool,
    /// By engine.
    unreadable: BTreeMap<usize, UnreadableLines>,
    /// The number of games that were not played, and the last cause, by engine.
    unplayed: BTreeMap<usize, (u64, String)>,
}

impl Remarks {
    /// No remarks yet on a match of engines with these names.
    #[must_use]
    pub fn new(names: Vec<String>) -> Remarks {
        Remarks {
            names,
            paused: 0,
            paused_in_a_row: 0,
            late_moves: None,
            is_time_unreliable: false,
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

    /// Adds what is known about a finished game. Returns a message to report at once when the second engine has
    /// lost on time.
    pub fn add_finished(&mut self, game: &FinishedGame, standings: &Standings) -> Option<String> {
        self.paused_in_a_row = 0;
        if let Some(waits) = game.late_move {
            let sum = self.late_moves.get_or_insert_default();
            sum.engine += waits.engine;
            sum.runner += waits.runner;
        }
        let was_unreliable = self.is_time_unreliable;
        self.is_time_unreliable = standings.is_time_unreliable();
        if was_unreliable || !self.is_time_unreliable {
            return None;
        }
        let waits = self.waits().map(|waits| format!("; {waits}"));
        Some(format!(
            "several engines lost games on time: this match is no measure of their strength{}",
            waits.unwrap_or_default()
        ))
    }

    /// How long the engines and this program waited for a processor in late moves, if known.
    fn waits(&self) -> Option<String> {
        let waits = self.late_moves?;
        let [engines, runner] = [waits.engine, waits.runner].map(|wait| wait.as_secs_f64());
        Some(format!(
            "during late moves the engines waited {engines:.1} s for a processor, ringstack {runner:.1} s"
        ))
    }

    /// Counts a game that is replayed because the program was suspended.
    ///
    /// # Errors
    /// Too many games in a row are void: the match would not end.
    pub fn add_pause(&mut self) -> Result<(), TooManyVoid> {
        self.paused += 1;
        self.paused_in_a_row += 1;
        if self.paused_in_a_row < MAX_PAUSED {
            Ok(())
        } else {
            Err(TooManyVoid)
        }
    }

    /// Counts the unreadable lines of an engine.
    pub fn add_unreadable(&mut self, engine: usize, lines: UnreadableLines) {
        let count = lines.count;
        self.unreadable
            .entry(engine)
            .and_modify(|all| all.count += count)
            .or_insert(lines);
    }

    /// The remarks, a paragraph each.
    #[must_use]
    pub fn report(&self) -> Vec<String> {
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
        remarks.extend(self.waits());
        for (&engine, lines) in &self.unreadable {
            let (name, first) = (self.name(engine), quote(&lines.first));
            let count = numbers::count(lines.count, "line");
            remarks.push(format!(
                "{name}: {count} ignored, at least in part; the first: '{first}'"
            ));
        }
        remarks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Shard, TournamentFormat, scheduled_games};
    use ringstack_engine::play::record::{GameRecord, Termination};
    use ringstack_engine::rules::{Outcome, Side};
    use std::time::Duration;

    /// Lets the player who begins lose each game on time.
    fn lose_on_time(remarks: &mut Remarks, waits: Option<ProcessorWaits>) -> Vec<Option<String>> {
        let mut standings = Standings::new(vec!["a".to_owned(), "b".to_owned()]);
        let games = scheduled_games(TournamentFormat::RoundRobin, 2, 2, Shard::WHOLE);
        let said = games.map(|scheduled| {
            let game = FinishedGame {
                scheduled,
                record: GameRecord {
                    outcome: Some(Outcome::Win(Side::Two)),
                    termination: Some(Termination::Time),
                    ..GameRecord::default()
                },
                traffic: None,
                late_move: waits,
            };
            standings.add(&game.result());
            remarks.add_finished(&game, &standings)
        });
        said.collect()
    }

    #[test]
    fn several_engines_that_lose_on_time_are_reported_once_with_their_waits() {
        let names = || vec!["a".to_owned(), "b".to_owned()];
        let mut remarks = Remarks::new(names());
        let waits = ProcessorWaits {
            engine: Duration::from_millis(400),
            runner: Duration::from_millis(100),
        };
        let said = lose_on_time(&mut remarks, Some(waits));
        let [None, Some(first), None, None] = &said[..] else {
            panic!("{said:?}")
        };
        assert!(
            first.contains("0.8 s") && first.contains("0.2 s"),
            "{first}"
        );
        let report = remarks.report().concat();
        assert!(
            report.contains("1.6 s") && report.contains("0.4 s"),
            "{report}"
        );
        // Where the system does not tell the waits, the rest is said.
        let mut remarks = Remarks::new(names());
        let said = lose_on_time(&mut remarks, None);
        assert_eq!(said.iter().flatten().count(), 1, "{said:?}");
        assert_eq!(remarks.report(), Vec::<String>::new());
    }

    #[test]
    fn twenty_void_games_in_a_row_end_the_match() {
        let mut remarks = Remarks::new(vec!["a".to_owned(), "b".to_owned()]);
        for _ in 0..3 {
            for _ in 1..MAX_PAUSED {
                remarks.add_pause().expect("it goes on");
            }
            lose_on_time(&mut remarks, None);
        }
        for _ in 1..MAX_PAUSED {
            remarks.add_pause().expect("it goes on");
        }
        remarks.add_pause().expect_err("the 20th in a row");
    }
}
