//! Opening records and positions.

use std::collections::HashMap;

use super::super::BoardSession;
use super::super::library::entry::{GameEntry, summarise};
use super::super::pages::ClientId;
use super::super::pages::answers::{Decoded, ImportAnswer};
use super::super::pages::messages::{ImportRequest, MAX_MESSAGE};
use super::super::refusal::Refusal;
use super::super::study::explorer::OpenedFile;
use super::opening::{GameOrigin, PendingGame};
use super::record::{self, check_text};
use crate::play::record::{GameRecord, Note, ReadError, Reader, RefusedGame, text_of};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;

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

/// The text of a file that the page cannot read itself.
pub fn decode(bytes: &str) -> Result<Decoded, Refusal> {
    let bytes = BASE64_STANDARD
        .decode(bytes)
        .map_err(|error| format!("the file is not in base64: {error}"))?;
    let text = text_of(&bytes, MAX_MESSAGE)?;
    Ok(Decoded { text })
}

/// The games of a text.
struct ReadGames {
    games: Vec<Result<GameRecord, ReadError>>,
    /// The other games that a record fits, by its number.
    others: HashMap<usize, Vec<&'static str>>,
    /// The reservations about records, by their numbers.
    warnings: HashMap<usize, Refusal>,
    /// The legal parts of refused games, by line and word of the fault.
    legal: HashMap<(usize, String), GameRecord>,
}

impl ReadGames {
    fn new(text: &str, game: &str) -> ReadGames {
        let mut reader = Reader::new(text.as_bytes(), Some(game));
        let games: Vec<_> = reader.by_ref().collect();
        let mut read = ReadGames {
            games,
            others: HashMap::new(),
            warnings: HashMap::new(),
            legal: HashMap::new(),
        };
        for note in reader.take_notes() {
            match note {
                Note::SeveralGames { number, others, .. } => {
                    read.others.insert(number, others);
                }
                Note::TwoResults {
                    number,
                    tag,
                    last,
                    counts,
                    ..
                } => {
                    let warning = Refusal::RecordResults { tag, last, counts };
                    read.warnings.insert(number, warning);
                }
                Note::NoMoves { number, .. } => {
                    read.warnings.insert(number, Refusal::RecordNoMoves);
                }
                Note::Shortened { .. } | Note::Decoded { .. } | Note::Cleaned { .. } => {}
            }
        }
        let mut refused = read.games.iter();
        if refused.any(|game| matches!(game, Err(ReadError::Refused(_)))) {
            read.keep_legal(text, game);
        }
        read
    }

    fn keep_legal(&mut self, text: &str, game: &str) {
        let mut reader = Reader::new(text.as_bytes(), Some(game)).keep_legal(true);
        while let Some(game) = reader.next() {
            for note in reader.take_notes() {
                if let (Note::Shortened { refused, .. }, Ok(record)) = (note, &game) {
                    self.legal
                        .insert((refused.line, refused.word), record.clone());
                }
            }
        }
    }

    /// The legal part of a refused game.
    fn legal_part(&self, refused: &RefusedGame) -> Option<&GameRecord> {
        self.legal.get(&(refused.line, refused.word.clone()))
    }

    fn entries(&self) -> Vec<GameEntry> {
        let games = self.games.iter().zip(1..);
        let entries = games.map(|(game, number)| {
            let legal = match game {
                Err(ReadError::Refused(refused)) => self.legal_part(refused),
                _ => None,
            };
            let summary = game.as_ref().map(|record| summarise(record.clone()));
            GameEntry {
                number: Some(number),
                legal: legal.map(|record| record.moves.len()),
                ..GameEntry::new(summary.map_err(Refusal::from))
            }
        });
        entries.collect()
    }
}

impl BoardSession {
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
        let read = ReadGames::new(&request.text, game);
        let count = read.games.len();
        let number = match request.number {
            _ if count == 0 => return Err(Refusal::RecordEmpty),
            None if count > 1 => {
                let games = read.entries();
                return Ok(ImportAnswer::Several { games });
            }
            number => number.unwrap_or(1),
        };
        let found = number
            .checked_sub(1)
            .and_then(|index| read.games.get(index));
        let record = match found {
            None => return Err(format!("game '{number}': allowed are 1 to {count}").into()),
            Some(Ok(record)) => record,
            Some(Err(ReadError::Refused(refused))) => match read.legal_part(refused) {
                Some(record) if request.keep_legal => record,
                Some(record) => {
                    return Ok(ImportAnswer::Shortened {
                        refused: refused.into(),
                        legal: record.moves.len(),
                    });
                }
                None => return Err(refused.into()),
            },
            Some(Err(error)) => return Err(error.into()),
        };
        let mut opened = record::open(record, self.game.tree.next())?;
        // A save that is imported as text is treated like any other record.
        opened.board = None;
        let file = (count > 1).then(|| OpenedFile::new(&request.text, game, count).into());
        let origin = GameOrigin::Record(file);
        let pending = PendingGame { opened, origin };
        Ok(ImportAnswer::Opened {
            begun: self.begin_or_propose(Some(client), pending)?,
            others: read.others.get(&number).cloned().unwrap_or_default(),
            warning: read.warnings.get(&number).cloned(),
        })
    }
}
