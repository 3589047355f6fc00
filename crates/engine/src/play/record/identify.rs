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
    /// The line of a header without moves, in a format whose games have moves.
    pub no_moves: Option<usize>,
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
            no_moves: None,
        }
    }
}

/// The record in the rule set `default` if it fits, otherwise in the first rule set that it fits.
pub(super) fn identify(
    default: Option<&str>,
    line: usize,
    mut play: impl FnMut(&str) -> Result<GameRecord, RecordFault>,
) -> Result<IdentifiedGame, RecordFault> {
    let mut best = BestMatch::default();
    if let Some(id) = default {
        match play(id) {
            Ok(record) => return Ok(record.into()),
            Err(fault) => best.add(fault),
        }
    }
    let mut found: Option<IdentifiedGame> = None;
    for id in games::ids().into_iter().filter(|&id| Some(id) != default) {
        match (play(id), &mut found) {
            (Ok(record), None) => found = Some(record.into()),
            (Ok(_), Some(found)) => found.others.push(id),
            (Err(fault), _) => best.add(fault),
        }
    }
    found.ok_or_else(|| match best.0 {
        // Nothing of the text belongs to any game.
        Some(fault) if default.is_none() && fault.progress == 0 && fault.is_foreign => {
            RecordFault::new(fault.line, &fault.word, "no known format")
        }
        _ => best.fault(line),
    })
}

/// The first record of several attempts that is legal.
pub(super) fn first_legal(
    attempts: impl IntoIterator<Item = Result<GameRecord, RecordFault>>,
    line: usize,
) -> Result<GameRecord, RecordFault> {
    let mut best = BestMatch::default();
    for attempt in attempts {
        match attempt {
            Ok(record) => return Ok(record),
            Err(fault) => best.add(fault),
        }
    }
    Err(best.fault(line))
}

/// The fault of the attempt that came farthest, which is the most useful one.
#[derive(Default)]
struct BestMatch(Option<RecordFault>);

impl BestMatch {
    fn add(&mut self, fault: RecordFault) {
        if self
            .0
            .as_ref()
            .is_none_or(|best| best.progress < fault.progress)
        {
            self.0 = Some(fault);
        }
    }

    fn fault(self, line: usize) -> RecordFault {
        let nothing = || RecordFault::new(line, "", "no game fits");
        self.0.unwrap_or_else(nothing)
    }
}
