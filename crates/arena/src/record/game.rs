//! The lines of a record: first the plan of the match, then its games.

use serde::{Deserialize, Serialize};

use crate::engine::processor_waits::ProcessorWaits;
use crate::schedule::{Pair, ScheduledGame, Shard};
use crate::stats::standings::GameResult;
use ringstack_engine::play::record::jsonl::{self, MatchFields};
use ringstack_engine::play::record::{GameRecord, OutputFormat, Termination, write};
use ringstack_engine::rules::Side;

use crate::plan::Plan;

/// The first line of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The result of [`Plan::fingerprint`]; every game has it, too.
    pub schedule: String,
    /// The part of the schedule that this record covers.
    pub shard: Shard,
    /// The plan.
    pub plan: Plan,
}

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// Its place in the schedule.
    pub scheduled: ScheduledGame,
    /// The game.
    pub record: GameRecord,
    /// The traffic of both engines, if one of them failed. Not in a record.
    pub traffic: Option<String>,
    /// How long the late engine and this program waited for a processor during the move that was late, if known.
    pub late_move: Option<ProcessorWaits>,
}

impl FinishedGame {
    /// Reads a line. Also returns the fingerprint of the match. The plan is not known here, so each pair has an
    /// opening of its own.
    ///
    /// # Errors
    /// The line is not a game of a match.
    pub fn parse(line: &str) -> Result<(FinishedGame, String), String> {
        let (record, fields) = jsonl::parse(line)?;
        let (Some(id), Some(schedule), Some([one, two])) =
            (fields.id, fields.schedule, fields.players)
        else {
            let expected = "expected the fields id, schedule and players";
            return Err(format!("not a game of a match: {expected}"));
        };
        if id == 0 {
            return Err("game 0: expected a number from 1".to_owned());
        }
        let (number, reversed) = ((id - 1) / 2, id.is_multiple_of(2));
        let (first, second) = if reversed { (two, one) } else { (one, two) };
        let pair = Pair {
            number,
            first,
            second,
            opening: number,
        };
        let game = FinishedGame {
            scheduled: ScheduledGame { pair, reversed },
            record,
            traffic: None,
            late_move: None,
        };
        Ok((game, schedule))
    }

    /// The line of the game in a match with this fingerprint.
    #[must_use]
    pub fn line(&self, schedule: &str) -> String {
        let fields = MatchFields {
            id: Some(self.scheduled.id()),
            schedule: Some(schedule.to_owned()),
            players: Some(self.scheduled.players()),
        };
        jsonl::text(self.record.clone(), fields)
    }

    /// The name of the engine that failed, for messages.
    #[must_use]
    pub fn failed_engine(&self) -> &str {
        let [one, two] = &self.record.players;
        match self.record.culprit() {
            None => "no engine",
            Some(Side::One) => one,
            Some(Side::Two) => two,
        }
    }

    /// Whether an engine failed.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        let termination = self.record.termination.as_ref();
        termination.is_some_and(Termination::is_failure)
    }

    /// The result that statistics count.
    #[must_use]
    pub fn result(&self) -> GameResult {
        GameResult::new(self.scheduled, &self.record)
    }

    /// The text of the game in the file of `match --games`. The reader of records adds the same tags.
    #[must_use]
    pub fn pgn(&self, schedule: &str) -> String {
        let mut record = self.record.clone();
        jsonl::add_match_tags(&mut record, Some(schedule), Some(self.scheduled.id()));
        let mut text = String::new();
        // Every game can be written in PGN style.
        let _ = write(&record, OutputFormat::Pgn, &mut text);
        text
    }
}

/// Gives a result that was read without the plan its place in the schedule.
///
/// # Errors
/// The schedule does not have the game.
pub(super) fn place(result: &mut GameResult, header: &Header) -> Result<(), String> {
    let Header { shard, plan, .. } = header;
    let pairings = plan.format.pairings(plan.engines.len());
    let id = result.id();
    let last = plan.games();
    let found = result.scheduled.pair;
    let Some(pair) = Pair::of(found.number, &pairings).filter(|_| id <= last) else {
        return Err(format!("game {id}: expected a number from 1 to {last}"));
    };
    if !shard.holds(&pair) {
        return Err(format!("game {id}: does not belong to part {shard}"));
    }
    if (found.first, found.second) != (pair.first, pair.second) {
        return Err(format!("game {id}: the players differ from the schedule"));
    }
    result.scheduled.pair = pair;
    Ok(())
}
