//! Adding all games of a record to the saved games, a few at a time.

use std::io::Cursor;

use serde_json::{Value, json};

use super::BoardSession;
use super::import::check_text;
use super::library::{FileChange, FileRequest, Requester, pgn_text};
use super::refusal::Refusal;
use crate::play::record::{Note, Reader};

/// The maximum number of games that are added at once.
const MAX_ADDED: usize = 2000;
/// The number of games that are added before other requests are handled.
const BATCH: usize = 10;
/// The maximum number of refused games that are reported.
const MAX_REPORTED: usize = 5;

/// The games of a record that are being added.
#[derive(Debug)]
pub(super) struct Additions {
    requester: Requester,
    games: Reader<Cursor<Vec<u8>>>,
    added: usize,
    /// The number of added games that end before an illegal move.
    shortened: usize,
    refused: usize,
    /// Why the first games were shortened or refused.
    reasons: Vec<Refusal>,
    is_complete: bool,
}

impl Additions {
    /// The section of the state.
    pub(super) fn section(&self) -> Value {
        json!({"done": self.added + self.refused})
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
            games: Reader::new(Cursor::new(text.into_bytes()), Some(self.game)).keep_legal(true),
            added: 0,
            shortened: 0,
            refused: 0,
            reasons: Vec::new(),
            is_complete: false,
        });
        Ok(())
    }

    /// Adds the next games.
    pub(super) fn add_next_games(&mut self) {
        let unix_ms = self.unix_ms;
        let Some(additions) = &mut self.saves.additions else {
            return;
        };
        let requester = additions.requester;
        let mut records = Vec::new();
        for _ in 0..BATCH {
            let is_full = additions.added + records.len() >= MAX_ADDED;
            match additions.games.next() {
                Some(_) if is_full => {
                    let reason = format!("only the first {MAX_ADDED} games were added");
                    additions.reasons.insert(0, reason.into());
                    additions.is_complete = true;
                }
                Some(Ok(record)) => {
                    let fault = additions.fault();
                    if fault.is_some() && record.moves.is_empty() {
                        additions.refused += 1;
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
        let changes = records.iter().map(|record| FileChange::Write {
            file: self.saves.new_name(unix_ms, "pgn"),
            text: pgn_text(record),
        });
        let changes = changes.collect();
        self.change_files(FileRequest::Add(requester), changes);
    }

    /// Handles the end of a batch. Returns the answer after the last one.
    pub(super) fn games_added(&mut self, errors: Vec<String>) -> Option<Value> {
        let additions = self.saves.additions.as_mut()?;
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
            shortened,
            refused,
            reasons,
            ..
        } = self.saves.additions.take()?;
        Some(
            json!({"added": added, "shortened": shortened, "refused": refused, "reasons": reasons}),
        )
    }
}
