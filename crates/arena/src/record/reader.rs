//! Reads records line by line, so that long matches need little memory. A damaged line ends the reading.

use std::collections::{HashMap, HashSet};
use std::fs::{self, File};
use std::io::BufRead;
use std::path::Path;

use crate::stats::standings::GameResult;
use ringstack_engine::play::record::source::{Line, Source};

use super::error::RecordError;
use super::game::{FinishedGame, Header, place};

/// A record that was read.
#[derive(Clone, Debug)]
pub struct MatchRecord {
    /// The first line.
    pub header: Header,
    /// The games in the order of the file, which is the order in which they ended.
    pub games: Vec<GameResult>,
    /// Whether the last line is incomplete, as an interrupted match may leave it. Its game is not counted.
    pub is_torn: bool,
    /// The number of bytes up to the end of the last complete line.
    pub(super) whole: u64,
    /// The offset of the games, after the first line.
    pub(super) body: u64,
    seen: HashSet<usize>,
}

impl MatchRecord {
    /// A record without games, from its first line.
    fn new(first: Option<Line>) -> Result<MatchRecord, String> {
        let expected = "expected the plan of a match";
        let line = first.ok_or(expected)?;
        let text = text(&line)?;
        let header = serde_json::from_str(text).map_err(|error| format!("{expected}: {error}"))?;
        Ok(MatchRecord {
            header,
            games: Vec::new(),
            is_torn: false,
            whole: line.end,
            body: line.end,
            seen: HashSet::new(),
        })
    }

    /// The number of planned games.
    #[must_use]
    pub fn planned_games(&self) -> usize {
        self.header.plan.games()
    }

    /// The names of the engines.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.header.plan.names()
    }

    /// Checks that the record belongs to the match of `header`.
    ///
    /// # Errors
    /// The record belongs to another match.
    pub(super) fn check(&self, header: &Header) -> Result<(), RecordError> {
        if self.header.schedule == header.schedule {
            return Ok(());
        }
        let differences = differences(&self.header, header);
        Err(RecordError::Schedule { differences })
    }

    /// Adds the game of a line.
    fn add(&mut self, line: &Line) -> Result<(), String> {
        let text = text(line)?;
        if text.is_empty() {
            return Ok(());
        }
        let (game, schedule) = FinishedGame::parse(text)?;
        let id = game.scheduled.id();
        if schedule != self.header.schedule {
            return Err(format!("game {id}: belongs to another match"));
        }
        let mut result = game.result();
        place(&mut result, &self.header)?;
        if !self.seen.insert(id) {
            return Err(RecordError::Twice { id }.to_string());
        }
        self.games.push(result);
        Ok(())
    }
}

/// The text of a line, without blanks around it.
fn text(line: &Line) -> Result<&str, String> {
    match line.fault {
        Some(fault) => Err(fault.reason()),
        None => Ok(line.text.trim()),
    }
}

/// The beginning of the line of a game.
const GAME: &str = "{\"id\":";

/// Reads a record. A partial last line is not counted.
///
/// # Errors
/// The source cannot be read or is not a record, a line is damaged, or the games of a pair have different
/// openings.
pub fn read(source: impl BufRead) -> Result<MatchRecord, RecordError> {
    let mut source = Source::new(source);
    let mut record =
        MatchRecord::new(source.line()?).map_err(|cause| RecordError::NoRecord { cause })?;
    while let Some(line) = source.line()? {
        record.is_torn = !line.is_ended && is_partial(&line.text);
        if record.is_torn {
            break;
        }
        let number = line.number;
        let added = record.add(&line);
        added.map_err(|cause| RecordError::Line {
            line: number,
            cause,
        })?;
        record.whole = line.end;
    }
    let mut pairs = Pairs::default();
    record.games.iter().try_for_each(|game| pairs.check(game))?;
    Ok(record)
}

/// Whether a line without a line break is a game whose writing was interrupted.
fn is_partial(line: &str) -> bool {
    line.starts_with(GAME) || GAME.starts_with(line)
}

/// Checks that both games of a pair have the same opening; otherwise their results are not comparable.
#[derive(Debug, Default)]
pub struct Pairs {
    /// The first game of each pair and its opening, by the number of the pair.
    openings: HashMap<usize, (usize, u64)>,
}

impl Pairs {
    /// Checks another game.
    ///
    /// # Errors
    /// The other game of the pair has a different opening.
    pub fn check(&mut self, game: &GameResult) -> Result<(), RecordError> {
        let own = (game.id(), game.opening);
        let &mut (other, opening) = self
            .openings
            .entry(game.scheduled.pair.number)
            .or_insert(own);
        if opening == game.opening {
            return Ok(());
        }
        let ids = [other.min(game.id()), other.max(game.id())];
        Err(RecordError::Openings { ids })
    }
}

/// Adds the games of another record of the same match.
///
/// # Errors
/// The record belongs to another match, a game is in both records, or the games of a pair have different
/// openings.
pub fn merge(into: &mut MatchRecord, other: MatchRecord) -> Result<(), RecordError> {
    other.check(&into.header)?;
    let rounds = &mut into.header.plan.rounds;
    *rounds = other.header.plan.rounds.max(*rounds);
    let mut pairs = Pairs::default();
    for game in &into.games {
        pairs.check(game)?;
    }
    for game in other.games {
        let id = game.id();
        if !into.seen.insert(id) {
            return Err(RecordError::Twice { id });
        }
        pairs.check(&game)?;
        into.games.push(game);
    }
    Ok(())
}

/// The differences between the matches of two headers.
fn differences(found: &Header, expected: &Header) -> Vec<String> {
    let mut differences = expected.plan.differences(&found.plan);
    if differences.is_empty() {
        differences.push("the openings differ".to_owned());
    }
    differences
}

/// Opens a regular file for reading. Others, such as pipes, may block or never end.
///
/// # Errors
/// The error of the system, or the file is not regular.
pub fn open(path: &Path) -> Result<File, RecordError> {
    if !fs::metadata(path)?.is_file() {
        return Err(RecordError::NotRegular);
    }
    Ok(File::open(path)?)
}
