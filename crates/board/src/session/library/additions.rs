//! Adding all games of a record to the saved games, a few at a time. Games that are already there are skipped.

use std::collections::HashSet;
use std::io::Cursor;

use serde::Serialize;

use super::super::game::entry::{GameEntry, summarise};
use super::super::messages::Requester;
use super::super::messages::answers::AddedGames;
use super::super::refusal::Refusal;
use ringstack_engine::play::record::{GameRecord, Note, Reader};

/// The number of games that are added before other requests are handled.
const BATCH: usize = 10;
/// The maximum number of refused games that are reported.
const MAX_REPORTED: usize = 5;

/// The games of a record that are being added.
#[derive(Debug)]
pub struct Additions {
    pub requester: Requester,
    games: Reader<Cursor<Vec<u8>>>,
    /// The identities of the games that are there.
    known: HashSet<u64>,
    done: AddedGames,
    is_complete: bool,
}

impl Additions {
    /// Games to add, but not those with `known` identities. `game` is the game of records that do not name
    /// one.
    pub fn new(requester: Requester, text: String, game: &str, known: HashSet<u64>) -> Additions {
        let text = Cursor::new(text.into_bytes());
        Additions {
            requester,
            games: Reader::new(text, Some(game)).partial_games(true),
            known,
            done: AddedGames::default(),
            is_complete: false,
        }
    }

    /// The section of the state.
    pub fn section(&self) -> AddingSection {
        let AddedGames {
            added,
            repeated,
            refused,
            ..
        } = self.done;
        AddingSection {
            done: added + repeated + refused,
        }
    }

    /// The next games to write.
    pub fn next_games(&mut self) -> Vec<GameRecord> {
        let mut records = Vec::new();
        for _ in 0..BATCH {
            match self.games.next() {
                Some(Ok(record)) => {
                    let fault = self.fault();
                    if fault.is_some() && record.moves.is_empty() {
                        self.done.refused += 1;
                    } else if self.is_repeated(&record) {
                        self.done.repeated += 1;
                        continue;
                    } else {
                        self.done.shortened += usize::from(fault.is_some());
                        records.push(record);
                    }
                    self.report(fault);
                }
                Some(Err(error)) => {
                    self.done.refused += 1;
                    self.report(Some(Refusal::from(&error)));
                }
                None => {
                    self.is_complete = true;
                    break;
                }
            }
        }
        self.done.added += records.len();
        records
    }

    /// Why only the first moves of the last game were read.
    fn fault(&mut self) -> Option<Refusal> {
        let mut notes = self.games.take_notes().into_iter();
        notes.find_map(|note| match note {
            Note::Shortened { refused, .. } => Some(Refusal::from(&refused)),
            _ => None,
        })
    }

    /// Whether the game is there. It is from now on.
    fn is_repeated(&mut self, record: &GameRecord) -> bool {
        let entry = GameEntry::new(Ok(summarise(record.clone())));
        entry.identity.is_some_and(|game| !self.known.insert(game))
    }

    fn report(&mut self, reason: Option<Refusal>) {
        let free = MAX_REPORTED.saturating_sub(self.done.reasons.len());
        self.done.reasons.extend(reason.into_iter().take(free));
    }

    /// Handles the end of a batch. Returns whether it was the last one.
    pub fn written(&mut self, errors: Vec<Refusal>) -> bool {
        self.done.added = self.done.added.saturating_sub(errors.len());
        self.done.refused += errors.len();
        // If a file cannot be written, the next ones cannot either.
        self.is_complete |= !errors.is_empty();
        self.done.reasons.extend(errors.into_iter().next());
        self.is_complete
    }

    /// What became of the games.
    pub fn into_answer(self) -> AddedGames {
        self.done
    }
}

/// The progress of adding games.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct AddingSection {
    /// The number of games so far.
    done: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_added_once_and_not_after_a_failure() {
        let game = |moves: &str| format!("[Game \"dvonn\"]\n\n{moves} *\n\n");
        let text = [
            game("1. c3"),
            game("1. z9"),
            game("1. c3"),
            game("1. d4 z9"),
        ]
        .concat();
        let mut additions = Additions::new((1, None), text, "dvonn", HashSet::new());
        assert_eq!(additions.next_games().len(), 2);
        assert!(additions.written(vec!["disk full".into()]));
        let done = additions.into_answer();
        assert_eq!((done.added, done.repeated), (1, 1));
        assert_eq!((done.shortened, done.refused), (1, 2));
        assert_eq!(done.reasons.len(), 3);
    }
}
