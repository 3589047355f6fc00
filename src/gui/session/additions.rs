//! Adding all games of a record to the saved games, a few at a time. Games that are already there are skipped.

use std::collections::HashSet;
use std::io::Cursor;

use super::BoardSession;
use super::answers::AddedGames;
use super::client::Requester;
use super::entry::{GameEntry, summarise};
use super::files::{FileChange, FileRequest};
use super::record::{check_text, pgn_text};
use super::refusal::Refusal;
use super::sections::AddingSection;
use crate::play::record::{GameRecord, Note, Reader};

/// The number of games that are added before other requests are handled.
const BATCH: usize = 10;
/// The maximum number of refused games that are reported.
const MAX_REPORTED: usize = 5;

/// The games of a record that are being added.
#[derive(Debug)]
pub(super) struct Additions {
    requester: Requester,
    games: Reader<Cursor<Vec<u8>>>,
    /// The identities of the games that are there; `None` until the saved games are listed.
    known: Option<HashSet<u64>>,
    added: usize,
    /// The number of games that were there before.
    repeated: usize,
    /// The number of added games that end before an illegal move.
    shortened: usize,
    refused: usize,
    /// Why the first games were shortened or refused.
    reasons: Vec<Refusal>,
    is_complete: bool,
    /// Whether games are being written.
    is_writing: bool,
}

impl Additions {
    /// The section of the state.
    pub(super) fn section(&self) -> AddingSection {
        AddingSection {
            done: self.added + self.repeated + self.refused,
        }
    }

    /// Whether the next games can be added.
    pub(super) fn is_ready(&self) -> bool {
        self.known.is_some() && !self.is_writing
    }

    /// Why only the first moves of the last game were read.
    fn fault(&mut self) -> Option<Refusal> {
        let mut notes = self.games.take_notes().into_iter();
        notes.find_map(|note| match note {
            Note::Shortened { refused, .. } => Some(Refusal::from(&refused)),
            _ => None,
        })
    }

    fn report(&mut self, reason: Option<Refusal>) {
        let free = MAX_REPORTED.saturating_sub(self.reasons.len());
        self.reasons.extend(reason.into_iter().take(free));
    }
}

impl BoardSession {
    /// Begins to add all games of a record; the answer follows after the last one.
    pub(super) fn add_games(&mut self, requester: Requester, text: String) -> Result<(), Refusal> {
        check_text(&text)?;
        if self.saves.folder.is_none() {
            return Err("games are not saved: there is no folder".into());
        }
        if self.saves.additions.is_some() {
            return Err("other games are being added".into());
        }
        self.saves.additions = Some(Additions {
            requester,
            games: Reader::new(Cursor::new(text.into_bytes()), Some(self.game.id)).keep_legal(true),
            known: None,
            added: 0,
            repeated: 0,
            shortened: 0,
            refused: 0,
            reasons: Vec::new(),
            is_complete: false,
            is_writing: false,
        });
        self.list_saves(FileRequest::Add(requester));
        Ok(())
    }

    /// Notes which games there are, once the saved games are listed.
    pub(super) fn find_repeated_games(&mut self) {
        let entries = self.saves.known.values().map(|(_, entry)| entry);
        let known = entries.filter_map(|entry| entry.identity).collect();
        if let Some(additions) = &mut self.saves.additions {
            additions.known = Some(known);
        }
    }

    /// Adds the next games.
    pub(super) fn add_next_games(&mut self) {
        let unix_ms = self.unix_ms;
        let additions = self.saves.additions.as_mut();
        let Some(additions) = additions.filter(|additions| additions.is_ready()) else {
            return;
        };
        // A set of its own, so that the rest can be changed.
        let Some(mut known) = additions.known.take() else {
            return;
        };
        let requester = additions.requester;
        let mut is_repeated = |record: &GameRecord| {
            let entry = GameEntry::new(Ok(summarise(record.clone())));
            entry.identity.is_some_and(|game| !known.insert(game))
        };
        let mut records = Vec::new();
        for _ in 0..BATCH {
            match additions.games.next() {
                Some(Ok(record)) => {
                    let fault = additions.fault();
                    if fault.is_some() && record.moves.is_empty() {
                        additions.refused += 1;
                    } else if is_repeated(&record) {
                        additions.repeated += 1;
                        continue;
                    } else {
                        additions.shortened += usize::from(fault.is_some());
                        records.push(record);
                    }
                    additions.report(fault);
                }
                Some(Err(error)) => {
                    additions.refused += 1;
                    additions.report(Some(Refusal::from(&error)));
                }
                None => additions.is_complete = true,
            }
            if additions.is_complete {
                break;
            }
        }
        additions.added += records.len();
        additions.known = Some(known);
        additions.is_writing = true;
        let changes = records.iter().map(|record| FileChange::Write {
            file: self.saves.new_name(unix_ms),
            text: pgn_text(record),
        });
        let changes = changes.collect();
        self.change_files(FileRequest::Add(requester), changes);
    }

    /// Handles the end of a batch. Returns the answer after the last one.
    pub(super) fn games_added(&mut self, errors: Vec<String>) -> Option<AddedGames> {
        let additions = self.saves.additions.as_mut()?;
        additions.is_writing = false;
        additions.added = additions.added.saturating_sub(errors.len());
        additions.refused += errors.len();
        // If a file cannot be written, the next ones cannot either.
        additions.is_complete |= !errors.is_empty();
        additions
            .reasons
            .extend(errors.into_iter().take(1).map(Refusal::from));
        if !additions.is_complete {
            return None;
        }
        let Additions {
            added,
            repeated,
            shortened,
            refused,
            reasons,
            ..
        } = self.saves.additions.take()?;
        Some(AddedGames {
            added,
            repeated,
            shortened,
            refused,
            reasons,
        })
    }
}
