//! Opening records and positions.

use std::collections::HashMap;

use super::super::BoardSession;
use super::super::library::entry::{GameEntry, summarise};
use super::super::pages::ClientId;
use super::super::pages::answers::{Decoded, ImportAnswer};
use super::super::pages::messages::ImportRequest;
use super::super::refusal::Refusal;
use super::super::study::explorer::OpenedFile;
use super::opening::{GameOrigin, PendingGame};
use super::record::{self, check_text};
use crate::play::record::{GameRecord, Note, ReadError, Reader, text_of};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

/// The maximum length of the text of a file.
const MAX_TEXT: usize = 64 << 20;

/// Whether a text is nothing but links. The board has no connection to other sites.
fn is_link(text: &str) -> bool {
    let is_address = |word: &str| {
        let word = word.to_ascii_lowercase();
        ["http://", "https://", "www."]
            .iter()
            .any(|begin| word.starts_with(begin))
    };
    let mut words = text.split_whitespace().peekable();
    words.peek().is_some() && words.all(is_address)
}

/// The games of a text. Of many games only the entries or one record are kept, so that large files fit into
/// memory.
#[derive(Default)]
struct ReadGames {
    count: usize,
    /// The entries, if no game was chosen.
    entries: Vec<GameEntry>,
    /// The chosen game, or the first one.
    chosen: Option<Result<GameRecord, ReadError>>,
    /// The other games that the chosen one fits.
    others: Vec<&'static str>,
    /// The reservation about the chosen one.
    warning: Option<Refusal>,
    /// The legal part of the chosen one, if it was refused.
    legal: Option<GameRecord>,
}

impl ReadGames {
    /// Reads all games, of which the one with a number, from 1, is chosen.
    fn new(text: &str, game: &str, number: Option<usize>) -> ReadGames {
        let mut reader = Reader::new(text.as_bytes(), Some(game));
        let mut read = ReadGames::default();
        // The places of refused games, to find their legal parts.
        let mut refused = HashMap::new();
        while let Some(found) = reader.next() {
            read.count += 1;
            let is_chosen = read.count == number.unwrap_or(1);
            let notes = reader.take_notes();
            if let Err(ReadError::Refused(fault)) = &found
                && (is_chosen || number.is_none())
            {
                refused.insert((fault.line, fault.word.clone()), read.count);
            }
            if number.is_none() {
                let summary = found.as_ref().map(|record| summarise(record.clone()));
                read.entries.push(GameEntry {
                    number: Some(read.count),
                    ..GameEntry::new(summary.map_err(Refusal::from))
                });
            }
            if is_chosen {
                read.chosen = Some(found);
                notes.into_iter().for_each(|note| read.note(note));
            }
        }
        if !refused.is_empty() {
            read.keep_legal(text, game, number.unwrap_or(1), &refused);
        }
        read
    }

    fn note(&mut self, note: Note) {
        match note {
            Note::SeveralGames { others, .. } => self.others = others,
            Note::TwoResults {
                tag, last, counts, ..
            } => {
                self.warning = Some(Refusal::RecordResults { tag, last, counts });
            }
            Note::NoMoves { .. } => self.warning = Some(Refusal::RecordNoMoves),
            Note::Shortened { .. } | Note::Decoded { .. } | Note::Cleaned { .. } => {}
        }
    }

    fn keep_legal(
        &mut self,
        text: &str,
        game: &str,
        chosen: usize,
        refused: &HashMap<(usize, String), usize>,
    ) {
        let mut reader = Reader::new(text.as_bytes(), Some(game)).partial_games(true);
        while let Some(found) = reader.next() {
            for note in reader.take_notes() {
                let (Note::Shortened { refused: fault, .. }, Ok(record)) = (note, &found) else {
                    continue;
                };
                let Some(&number) = refused.get(&(fault.line, fault.word)) else {
                    continue;
                };
                if let Some(entry) = self.entries.get_mut(number - 1) {
                    entry.legal = Some(record.moves.len());
                }
                if number == chosen {
                    self.legal = Some(record.clone());
                }
            }
        }
    }
}

impl BoardSession {
    /// The text of a file that the page cannot read itself. The index of a library is opened.
    pub(in super::super) fn decode(&mut self, bytes: &str) -> Result<Decoded, Refusal> {
        let bytes = BASE64_STANDARD
            .decode(bytes)
            .map_err(|error| format!("the file is not in base64: {error}"))?;
        if bytes.starts_with(b"ringstack index ") {
            let opened = self.study.explorer.open_index(bytes);
            let indexed = opened.map_err(|error| error.to_string())?;
            return Ok(Decoded::Index { indexed });
        }
        let text = text_of(&bytes, MAX_TEXT)?;
        Ok(Decoded::Text { text })
    }

    /// Opens a record of any known format, or a position.
    pub(in super::super) fn import(
        &mut self,
        client: ClientId,
        request: &ImportRequest,
    ) -> Result<ImportAnswer, Refusal> {
        if is_link(&request.text) {
            return Err(Refusal::RecordLink);
        }
        check_text(&request.text)?;
        let game = self.game.known_game(&request.game)?;
        let read = ReadGames::new(&request.text, game, request.number);
        let count = read.count;
        if request.number.is_none() && count > 1 {
            let games = read.entries;
            return Ok(ImportAnswer::Several { games });
        }
        let record = match (&read.chosen, request.number) {
            _ if count == 0 => return Err(Refusal::RecordEmpty),
            (None, number) => {
                let number = number.unwrap_or(1);
                return Err(format!("game '{number}': allowed are 1 to {count}").into());
            }
            (Some(Ok(record)), _) => record,
            (Some(Err(ReadError::Refused(refused))), _) => match &read.legal {
                Some(record) if request.keep_legal => record,
                Some(record) => {
                    return Ok(ImportAnswer::Shortened {
                        refused: refused.into(),
                        legal: record.moves.len(),
                    });
                }
                None => return Err(refused.into()),
            },
            (Some(Err(error)), _) => return Err(error.into()),
        };
        let mut opened = record::open(record, self.game.tree.next())?;
        // A save that is imported as text is treated like any other record.
        opened.board = None;
        let file = (count > 1).then(|| OpenedFile::new(&request.text, game, count).into());
        let origin = GameOrigin::Record(file);
        let pending = PendingGame { opened, origin };
        Ok(ImportAnswer::Opened {
            begun: self.begin_or_propose(Some(client), pending)?,
            others: read.others.clone(),
            warning: read.warning.clone(),
        })
    }
}
