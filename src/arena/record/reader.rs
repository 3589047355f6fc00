//! Reads records line by line, so that long matches need little memory.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufRead, Read};
use std::path::Path;

use serde::Deserialize;

use crate::arena::stats::standings::GameResult;
use crate::play::record::source::{Line, Source};

use super::error::RecordError;
use super::game::{Header, MatchGame, place};

/// A record that was read.
#[derive(Clone, Debug, Default)]
pub struct MatchRecord {
    /// The first line; `None` if it is damaged.
    pub header: Option<Header>,
    /// The fingerprint of the match.
    pub schedule: String,
    /// The maximum number of rounds that was requested; 0 if unknown.
    pub rounds: usize,
    /// The games in the order of the file, which is the order in which they ended.
    pub games: Vec<GameResult>,
    /// The damaged lines. They are not counted.
    pub damaged: Vec<DamagedLine>,
    /// The names of the engines from the games, if there is no header.
    names: BTreeMap<usize, String>,
    /// The number of bytes up to the end of the last complete line; an interrupted match may leave a
    /// partial one.
    pub(super) whole: u64,
    /// Whether only the line break of that line is missing.
    pub(super) is_unended: bool,
    /// The offset of the games: after the first line, or 0 if that is a game.
    pub(super) body: u64,
    seen: HashSet<usize>,
}

/// A line that is not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedLine {
    /// Its number, from 1; 0 if it is not known any more.
    pub number: usize,
    /// The problem.
    pub cause: String,
    /// Whether the match lacks nothing without the line: it repeats a game, or its game is not one of this
    /// record.
    pub is_surplus: bool,
}

/// Why a line is not counted.
#[derive(Debug)]
pub(super) struct LineFault {
    cause: String,
    is_surplus: bool,
}

impl LineFault {
    /// The fault of a line without which the match lacks nothing.
    pub(super) fn surplus(cause: String) -> LineFault {
        let is_surplus = true;
        LineFault { cause, is_surplus }
    }

    fn at(self, number: usize) -> DamagedLine {
        let LineFault { cause, is_surplus } = self;
        DamagedLine {
            number,
            cause,
            is_surplus,
        }
    }
}

impl From<String> for LineFault {
    fn from(cause: String) -> LineFault {
        let is_surplus = false;
        LineFault { cause, is_surplus }
    }
}

impl MatchRecord {
    /// The number of planned games, if known.
    #[must_use]
    pub fn planned_games(&self) -> Option<usize> {
        let mut plan = self.header.as_ref()?.plan.clone();
        plan.rounds = self.rounds;
        Some(plan.games())
    }

    /// The names of the engines.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        if let Some(header) = &self.header {
            return header.plan.names();
        }
        let count = self.names.keys().next_back().map_or(0, |last| last + 1);
        let name = |number| self.names.get(&number).cloned().unwrap_or_default();
        (0..count).map(name).collect()
    }

    /// Checks that the record belongs to the match of `header`, and replaces a damaged header.
    ///
    /// # Errors
    /// The record belongs to another match.
    pub(super) fn adopt(&mut self, header: &Header) -> Result<(), RecordError> {
        if self.schedule != header.schedule {
            let differences = self.header.as_ref().map_or_else(
                || vec!["its games have a different fingerprint".to_owned()],
                |found| differences(found, header),
            );
            return Err(RecordError::Schedule { differences });
        }
        if self.header.is_none() {
            for mut game in std::mem::take(&mut self.games) {
                match place(&mut game, header, usize::MAX) {
                    Ok(()) => self.games.push(game),
                    Err(fault) => self.damaged.push(fault.at(0)),
                }
            }
            let rounds = self
                .games
                .iter()
                .map(|game| game.scheduled.pair.opening + 1);
            self.rounds = rounds.max().unwrap_or(0).max(header.plan.rounds);
            self.header = Some(header.clone());
        }
        Ok(())
    }

    /// Reads a line. Returns the game if it is one of this match.
    fn line(&mut self, line: &Line) -> Result<Option<MatchGame>, LineFault> {
        let text = line.text.trim();
        if let Some(fault) = line.fault {
            return Err(fault.reason().into());
        }
        if text.is_empty() {
            return Ok(None);
        }
        if line.number == 1
            && let Ok(header) = serde_json::from_str::<Header>(text)
        {
            self.schedule.clone_from(&header.schedule);
            self.rounds = header.plan.rounds;
            self.header = Some(header);
            return Ok(None);
        }
        if text.starts_with(RUNNER) {
            let read: RunnerLine = serde_json::from_str(text).map_err(|error| error.to_string())?;
            self.rounds = self.rounds.max(read.runner.rounds);
            return Ok(None);
        }
        let (mut game, schedule) = MatchGame::parse(text)?;
        match (schedule, &self.header) {
            (None, None) => {
                let expected = "expected the plan of a match before the first game";
                return Err(expected.to_owned().into());
            }
            (Some(schedule), None) if self.schedule.is_empty() => self.schedule = schedule,
            (Some(schedule), _) if schedule != self.schedule => {
                let cause = format!("game {}: belongs to another match", game.id);
                return Err(LineFault::surplus(cause));
            }
            _ => {}
        }
        if let (Some(header), "") = (&self.header, game.record.game.as_str()) {
            game.record.game.clone_from(&header.plan.game);
        }
        let mut result = game.result();
        if let Some(header) = &self.header {
            place(&mut result, header, self.rounds)?;
        } else {
            let pair = result.scheduled.pair;
            if pair.first >= pair.second || pair.second > MAX_ENGINES {
                let cause = format!("game {}: no schedule has these players", game.id);
                return Err(cause.into());
            }
            let names = game.record.players.clone();
            self.names.extend(game.players.into_iter().zip(names));
        }
        if !self.seen.insert(game.id) {
            let cause = RecordError::Twice { id: game.id }.to_string();
            return Err(LineFault::surplus(cause));
        }
        self.games.push(result);
        Ok(Some(game))
    }
}

/// The maximum number of an engine.
const MAX_ENGINES: usize = 10_000;

/// A line of old records about the process. It may state more rounds than the plan.
#[derive(Deserialize)]
struct RunnerLine {
    runner: Runner,
}

#[derive(Deserialize)]
struct Runner {
    rounds: usize,
}

/// The beginning of a [`RunnerLine`].
const RUNNER: &str = "{\"runner\":";

/// The beginning of the line of a game.
const GAME: &str = "{\"id\":";

/// Reads a record. Damaged lines are skipped and listed; a partial last line is ignored.
///
/// # Errors
/// The source cannot be read or is not a record, or the games of a pair have different openings.
pub fn read(source: impl BufRead) -> Result<MatchRecord, RecordError> {
    read_games(source, &mut |_| Ok(()))
}

/// Reads a record like [`read`] and passes each counted game to `visit`.
///
/// # Errors
/// As [`read`], or the error of `visit`.
pub fn read_games(
    source: impl BufRead,
    visit: &mut dyn FnMut(MatchGame) -> io::Result<()>,
) -> Result<MatchRecord, RecordError> {
    let mut source = Source::new(source);
    let mut record = MatchRecord::default();
    let mut pairs = Pairs::default();
    while let Some(line) = source.line()? {
        match record.line(&line) {
            Ok(game) => {
                if let (Some(game), Some(result)) = (game, record.games.last()) {
                    pairs.check(result)?;
                    visit(game)?;
                    if line.number == 1 {
                        let fault = LineFault::from("expected the plan of a match".to_owned());
                        record.damaged.push(fault.at(1));
                    }
                } else if line.number == 1 {
                    record.body = line.end;
                }
            }
            Err(_) if !line.is_ended && is_partial(&line.text) => break,
            Err(fault) => {
                if line.number == 1 {
                    record.body = line.end;
                }
                record.damaged.push(fault.at(line.number));
            }
        }
        (record.whole, record.is_unended) = (line.end, !line.is_ended);
    }
    if record.header.is_none() && record.games.is_empty() {
        let cause = record.damaged.into_iter().next().map(|line| line.cause);
        let cause = cause.unwrap_or_else(|| "expected the plan of a match".to_owned());
        return Err(RecordError::NoRecord { cause });
    }
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

/// Adds the games of another record of the same match. Its damaged lines are not added.
///
/// # Errors
/// The record belongs to another match, a game is in both records, or the games of a pair have different
/// openings.
pub fn merge(into: &mut MatchRecord, mut other: MatchRecord) -> Result<(), RecordError> {
    match (&into.header, &other.header) {
        (None, Some(header)) => into.adopt(&header.clone())?,
        (Some(header), _) => other.adopt(header)?,
        (None, None) if into.schedule != other.schedule => {
            let differences = vec!["their games have different fingerprints".to_owned()];
            return Err(RecordError::Schedule { differences });
        }
        (None, None) => into.names.append(&mut other.names),
    }
    into.rounds = into.rounds.max(other.rounds);
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
    if found.plan.times.is_some() != expected.plan.times.is_some() {
        return vec![
            "one record is from an older version, which did not store --margin, --search-timeout, \
             --timeout and the commands of the engines; both must be from the same version"
                .to_owned(),
        ];
    }
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

/// The maximum size of a text file, in bytes.
const MAX_TEXT: u64 = 256 << 20;

/// Reads a regular text file.
///
/// # Errors
/// The error of the system, the file is not regular or too large, or a line is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, RecordError> {
    let mut bytes = Vec::new();
    open(path)?.take(MAX_TEXT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_TEXT {
        let cause = format!("the file is too large: at most {MAX_TEXT} bytes are allowed");
        return Err(RecordError::File(io::Error::other(cause)));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = error.as_bytes().get(..valid).unwrap_or_default();
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let cause = "not UTF-8".to_owned();
        RecordError::Line { line, cause }
    })?;
    // Some editors begin a file with a byte order mark.
    match text.strip_prefix('\u{feff}') {
        Some(rest) => Ok(rest.to_owned()),
        None => Ok(text),
    }
}
