//! Files that pages open: records and positions.

use std::collections::{BTreeMap, HashMap};
use std::io::Cursor;
use std::sync::Arc;

use serde::Serialize;

use super::super::game::entry::{GameEntry, summarise};
use super::super::game::record::{self, check_text};
use super::super::messages::answers::Decoded;
use super::super::messages::requests::ImportRequest;
use super::super::messages::{NodeId, ProgressSection, Requester};
use super::super::refusal::Refusal;
use super::super::study::explorer::{Explorer, OpenedFile};
use super::{BeginAnswer, GameOrigin, PendingGame};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use ringstack_engine::play::record::{GameRecord, Note, ReadError, Reader, text_of};

/// The maximum length of the text of a file.
const MAX_TEXT: usize = 64 << 20;

/// The number of games of a file that are listed; more would take too much memory in the browser.
const MAX_LISTED: usize = 50_000;
/// The number of games, and of bytes, that are read before other requests are handled: about 15 ms.
const BATCH: usize = 400;
const BATCH_BYTES: u64 = 100_000;

/// The text of a file that the page cannot read itself. The index of a library is opened.
pub fn decode(bytes: &str, explorer: &mut Explorer) -> Result<Decoded, Refusal> {
    let bytes = BASE64_STANDARD
        .decode(bytes)
        .map_err(|error| format!("the file is not in base64: {error}"))?;
    if bytes.starts_with(b"ringstack index ") {
        let indexed = explorer.open_index(bytes);
        let indexed = indexed.map_err(|error| Refusal::from(&error))?;
        return Ok(Decoded::Index { indexed });
    }
    let text = text_of(&bytes, MAX_TEXT).map_err(|text| Refusal::RecordKind { text })?;
    Ok(Decoded::Text { text })
}

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

/// The games of a text that have been read. Of many games only the entries or one record are kept, so that large
/// files fit into memory.
#[derive(Debug, Default)]
struct ReadGames {
    count: usize,
    /// The entries as JSON, if no game was chosen; empty for refused games.
    entries: Vec<Box<str>>,
    /// The entries of refused games, by number.
    refused_entries: BTreeMap<usize, GameEntry>,
    /// The chosen game, or the first one.
    chosen: Option<Result<GameRecord, ReadError>>,
    /// The other games that the chosen one fits.
    others: Vec<&'static str>,
    /// The reservation about the chosen one.
    warning: Option<Refusal>,
    /// The legal part of the chosen one, if it was refused.
    legal: Option<GameRecord>,
    /// The numbers of refused games by their faults, to find their legal parts.
    refused: HashMap<(usize, String), usize>,
}

impl ReadGames {
    /// Takes in the next game. The one with a number, from 1, is chosen.
    fn take(
        &mut self,
        found: Result<GameRecord, ReadError>,
        notes: Vec<Note>,
        number: Option<usize>,
    ) {
        self.count += 1;
        let is_chosen = self.count == number.unwrap_or(1);
        let is_listed = number.is_none() && self.count <= MAX_LISTED;
        if let Err(ReadError::Refused(fault)) = &found
            && (is_chosen || is_listed)
        {
            let fault = (fault.line, fault.word.clone());
            self.refused.insert(fault, self.count);
        }
        if is_listed {
            let summary = found.as_ref().map(|record| summarise(record.clone()));
            let entry = GameEntry {
                number: Some(self.count),
                ..GameEntry::new(summary.map_err(Refusal::from))
            };
            let is_refused = entry.error.is_some();
            let text = match is_refused {
                true => String::new(),
                false => json_text(&entry),
            };
            self.entries.push(text.into());
            if is_refused {
                self.refused_entries.insert(self.count, entry);
            }
        }
        if is_chosen {
            self.chosen = Some(found);
            notes.into_iter().for_each(|note| self.note(note));
        }
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

    /// Takes in a game of the second reading, which keeps the legal parts of refused games.
    fn take_legal(
        &mut self,
        found: &Result<GameRecord, ReadError>,
        notes: Vec<Note>,
        chosen: usize,
    ) {
        for note in notes {
            let (Note::Shortened { refused: fault, .. }, Ok(record)) = (note, found) else {
                continue;
            };
            let Some(&number) = self.refused.get(&(fault.line, fault.word)) else {
                continue;
            };
            if let Some(entry) = self.refused_entries.get_mut(&number) {
                entry.legal = Some(record.moves.len());
            }
            if number == chosen {
                self.legal = Some(record.clone());
            }
        }
    }

    /// The list of games as the JSON of an answer. It is written as text, because values would take ten times the
    /// memory.
    fn list(self) -> String {
        let mut list = format!("{{\"count\":{},\"games\":[", self.count);
        let mut refused = self.refused_entries;
        for (n, entry) in self.entries.into_iter().enumerate() {
            if n > 0 {
                list.push(',');
            }
            match refused.remove(&(n + 1)) {
                Some(entry) => list.push_str(&json_text(&entry)),
                None => list.push_str(&entry),
            }
        }
        list.push_str("]}");
        list
    }
}

fn json_text(entry: &GameEntry) -> String {
    // Entries have only texts and numbers.
    serde_json::to_string(entry).unwrap_or_default()
}

/// A file that a page opens. It is read a few games at a time, so that clocks and other pages do not wait.
#[derive(Debug)]
pub struct FileReading {
    requester: Requester,
    game: &'static str,
    number: Option<usize>,
    keep_legal: bool,
    text: Arc<[u8]>,
    reader: Reader<Cursor<Arc<[u8]>>>,
    /// Whether the file is read a second time, for the legal parts of refused games.
    is_second: bool,
    read: ReadGames,
}

impl FileReading {
    /// Begins to read a file. `game` is the game of records that do not name one.
    pub fn new(
        requester: Requester,
        game: &'static str,
        request: ImportRequest,
    ) -> Result<FileReading, Refusal> {
        if is_link(&request.text) {
            return Err(Refusal::RecordLink);
        }
        check_text(&request.text)?;
        let text: Arc<[u8]> = request.text.into_bytes().into();
        Ok(FileReading {
            requester,
            game,
            number: request.number,
            keep_legal: request.keep_legal,
            reader: Reader::new(Cursor::new(Arc::clone(&text)), Some(game)),
            text,
            is_second: false,
            read: ReadGames::default(),
        })
    }

    /// The page that opens the file, and its request.
    pub fn requester(&self) -> Requester {
        self.requester
    }

    /// Reads the next games. Returns whether there are more.
    pub fn read_next(&mut self) -> bool {
        let begin = self.reader.position();
        for _ in 0..BATCH {
            if self.reader.position() - begin > BATCH_BYTES {
                break;
            }
            let Some(found) = self.reader.next() else {
                if self.is_second || self.read.refused.is_empty() {
                    return false;
                }
                let text = Cursor::new(Arc::clone(&self.text));
                self.reader = Reader::new(text, Some(self.game)).partial_games(true);
                self.is_second = true;
                break;
            };
            let notes = self.reader.take_notes();
            match self.is_second {
                false => self.read.take(found, notes, self.number),
                true => {
                    let chosen = self.number.unwrap_or(1);
                    self.read.take_legal(&found, notes, chosen);
                }
            }
        }
        true
    }

    /// How much of the file has been read, in hundredths of it.
    pub fn progress(&self) -> ProgressSection {
        let length = self.text.len().max(1);
        let position = usize::try_from(self.reader.position()).unwrap_or(length);
        // Most files are read once.
        let (done, total) = match self.is_second {
            true => (length + position, 2 * length),
            false => (position, length),
        };
        ProgressSection {
            done: (done / (total / 100).max(1)).min(100),
            total: 100,
        }
    }

    /// What was found, after all games have been read. The ids of a game begin with `first`.
    pub fn finish(self, first: NodeId) -> Result<ReadFile, Refusal> {
        let FileReading { number, read, .. } = self;
        let count = read.count;
        if number.is_none() && count > 1 {
            return Ok(ReadFile::Several(read.list()));
        }
        let record = match (&read.chosen, number) {
            _ if count == 0 => return Err(Refusal::RecordEmpty),
            (None, number) => {
                let number = number.unwrap_or(1);
                return Err(format!("game '{number}': allowed are 1 to {count}").into());
            }
            (Some(Ok(record)), _) => record,
            (Some(Err(ReadError::Refused(refused))), _) => match &read.legal {
                Some(record) if self.keep_legal => record,
                Some(record) => {
                    return Ok(ReadFile::Shortened(ImportAnswer::Shortened {
                        refused: refused.into(),
                        legal: record.moves.len(),
                    }));
                }
                None => return Err(refused.into()),
            },
            (Some(Err(error)), _) => return Err(error.into()),
        };
        let mut opened = record::open(record, first)?;
        // A save that is imported as text is treated like any other record.
        opened.board = None;
        let file = (count > 1).then(|| OpenedFile::new(self.text, self.game, count).into());
        let origin = GameOrigin::Record(file);
        Ok(ReadFile::Game(
            Box::new(PendingGame { opened, origin }),
            read.others,
            read.warning,
        ))
    }
}

/// What a file contains.
pub enum ReadFile {
    /// Several games, as the text of the answer.
    Several(String),
    /// A game with an illegal move.
    Shortened(ImportAnswer),
    /// A game, the other games that it fits, and a reservation about it.
    Game(Box<PendingGame>, Vec<&'static str>, Option<Refusal>),
}

/// The answer to `import`.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
#[allow(dead_code, reason = "lists of games are written as text")]
pub enum ImportAnswer {
    /// The record has several games, one of which must be chosen by its number.
    Several {
        /// The number of games in the file.
        count: usize,
        /// The first games, at most 50,000.
        games: Vec<GameEntry>,
    },
    /// The game has an illegal move after this number of moves; `keep_legal` opens them.
    Shortened { refused: Refusal, legal: usize },
    Opened {
        #[serde(flatten)]
        begun: BeginAnswer,
        /// The other games that a record without a name fits.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        others: Vec<&'static str>,
        /// The record gives two results, of which one counts.
        #[serde(skip_serializing_if = "Option::is_none")]
        warning: Option<Refusal>,
    },
}
