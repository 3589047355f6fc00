//! Finds the game of a record that does not name one.

use crate::games;
use crate::rules::Outcome;

use super::game::GameRecord;
use super::refused::RecordFault;

/// A game that was read.
#[derive(Debug)]
pub(super) struct IdentifiedGame {
    pub record: GameRecord,
    /// The other rule sets in which all its moves are legal.
    pub others: Vec<&'static str>,
    pub two_results: Option<TwoResults>,
}

/// The tag with the result and the last word of a game differ.
#[derive(Debug)]
pub(super) struct TwoResults {
    /// The line of the last word.
    pub line: usize,
    pub tag: Outcome,
    pub last: Outcome,
}

impl From<GameRecord> for IdentifiedGame {
    fn from(record: GameRecord) -> IdentifiedGame {
        IdentifiedGame {
            record,
            others: Vec::new(),
            two_results: None,
        }
    }
}

/// A failed attempt to read a record in one rule set.
#[derive(Debug)]
pub(super) struct FailedAttempt {
    /// The number of words before the fault.
    pub progress: usize,
    pub fault: RecordFault,
}

impl From<RecordFault> for FailedAttempt {
    fn from(fault: RecordFault) -> FailedAttempt {
        let kept = fault.kept.as_ref();
        FailedAttempt {
            progress: kept.map_or(0, |record| record.moves.len()),
            fault,
        }
    }
}

/// The record in the rule set `default` if it fits, otherwise in the first rule set that it fits.
pub(super) fn identify(
    default: Option<&str>,
    line: usize,
    mut play: impl FnMut(&str) -> Result<GameRecord, FailedAttempt>,
) -> Result<IdentifiedGame, RecordFault> {
    let mut failures = Vec::new();
    if let Some(id) = default {
        match play(id) {
            Ok(record) => return Ok(record.into()),
            Err(failed) => failures.push(failed),
        }
    }
    let mut found: Option<IdentifiedGame> = None;
    for id in games::ids().into_iter().filter(|&id| Some(id) != default) {
        match (play(id), &mut found) {
            (Ok(record), None) => found = Some(record.into()),
            (Ok(_), Some(found)) => found.others.push(id),
            (Err(failed), _) => failures.push(failed),
        }
    }
    found.ok_or_else(|| longest(failures, line))
}

/// The first record of several attempts that is legal.
pub(super) fn first_legal(
    attempts: impl IntoIterator<Item = Result<GameRecord, FailedAttempt>>,
    line: usize,
) -> Result<GameRecord, RecordFault> {
    let mut failures = Vec::new();
    for attempt in attempts {
        match attempt {
            Ok(record) => return Ok(record),
            Err(failed) => failures.push(failed),
        }
    }
    Err(longest(failures, line))
}

/// The fault of the attempt with the most legal moves, which is the most useful one.
fn longest(failures: Vec<FailedAttempt>, line: usize) -> RecordFault {
    let mut best: Option<FailedAttempt> = None;
    for failed in failures {
        if best
            .as_ref()
            .is_none_or(|best| best.progress < failed.progress)
        {
            best = Some(failed);
        }
    }
    let nothing = || RecordFault::new(line, "", "no game fits");
    best.map_or_else(nothing, |failed| failed.fault)
}
