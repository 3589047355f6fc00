//! Finds the game of a record that does not name one.

use crate::games;

use super::game::GameRecord;
use super::refused::Fault;

/// A game that was read.
#[derive(Debug)]
pub(super) struct Identified {
    pub record: GameRecord,
    /// The other rule sets in which all its moves are legal.
    pub others: Vec<&'static str>,
}

impl From<GameRecord> for Identified {
    fn from(record: GameRecord) -> Identified {
        Identified {
            record,
            others: Vec::new(),
        }
    }
}

/// Why a record is not a game of one rule set.
#[derive(Debug)]
pub(super) struct Failed {
    /// How far it could be followed: a number of words.
    pub progress: usize,
    pub fault: Fault,
}

/// The record in the rule set `default` if it fits, otherwise in the first rule set that it fits.
pub(super) fn identify(
    default: Option<&str>,
    line: usize,
    mut play: impl FnMut(&str) -> Result<GameRecord, Failed>,
) -> Result<Identified, Fault> {
    let mut failures = Vec::new();
    if let Some(id) = default {
        match play(id) {
            Ok(record) => return Ok(record.into()),
            Err(failed) => failures.push(failed),
        }
    }
    let mut found: Option<Identified> = None;
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
    attempts: impl IntoIterator<Item = Result<GameRecord, Failed>>,
    line: usize,
) -> Result<GameRecord, Fault> {
    let mut failures = Vec::new();
    for attempt in attempts {
        match attempt {
            Ok(record) => return Ok(record),
            Err(failed) => failures.push(failed),
        }
    }
    Err(longest(failures, line))
}

/// The fault of the attempt that could be followed furthest: this is most likely the game.
fn longest(failures: Vec<Failed>, line: usize) -> Fault {
    let mut best: Option<Failed> = None;
    for failed in failures {
        if best
            .as_ref()
            .is_none_or(|best| best.progress < failed.progress)
        {
            best = Some(failed);
        }
    }
    let nothing = || Fault::new(line, "", "no game is known");
    best.map_or_else(nothing, |failed| failed.fault)
}
