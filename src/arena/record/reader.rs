//! Records that are read: a line at a time, so that long matches need little memory.

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
    /// Its first line; `None` if that is damaged.
    pub header: Option<Header>,
    /// The fingerprint of the match.
    pub schedule: String,
    /// The greatest number of rounds that was asked for; 0 if it is not known.
    pub rounds: usize,
    /// The games in the order of the file, in which they have ended.
    pub games: Vec<GameResult>,
    /// Damaged lines, from 1, each with what is wrong. They are not counted.
    pub damaged: Vec<(usize, String)>,
    /// The names of the engines, as far as the games tell them.
    names: BTreeMap<usize, String>,
    /// Bytes up to the end of the last whole line: an interrupted match may leave a partial one.
    pub(super) whole: u64,
    /// Whether that line lacks nothing but its end.
    pub(super) is_unended: bool,
    /// Where the games begin: behind the first line, unless that is a game.
    pub(super) body: u64,
    seen: HashSet<usize>,
}

impl MatchRecord {
    /// The number of games that were asked for, if that is known.
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

    /// Checks that this is a record of the match, and gives it the header if its own is damaged.
    ///
    /// # Errors
    /// It is the record of another match.
    pub(super) fn adopt(&mut self, header: &Header) -> Result<(), RecordError> {
        if self.schedule != header.schedule {
            let differences = self.header.as_ref().map_or_else(
                || vec!["its games have another fingerprint".to_owned()],
                |found| differences(found, header),
            );
            return Err(RecordError::Schedule { differences });
        }
        if self.header.is_none() {
            for mut game in std::mem::take(&mut self.games) {
                match place(&mut game, header, usize::MAX) {
                    Ok(()) => self.games.push(game),
                    Err(cause) => self.damaged.push((0, cause)),
                }
            }
            let rounds = self.games.iter().map(|game| game.fixture.pair.opening + 1);
            self.rounds = rounds.max().unwrap_or(0).max(header.plan.rounds);
            self.header = Some(header.clone());
        }
        Ok(())
    }

    /// Reads a line; a game of this match is given.
    fn line(&mut self, line: &Line) -> Result<Option<MatchGame>, String> {
        let text = line.text.trim();
        if let Some(fault) = line.fault {
            return Err(fault.reason());
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
            (None, None) => return Err("no plan of a match before it".to_owned()),
            (Some(schedule), None) if self.schedule.is_empty() => self.schedule = schedule,
            (Some(schedule), _) if schedule != self.schedule => {
                return Err(format!("game {}: of another match", game.id));
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
            let pair = result.fixture.pair;
            if pair.first >= pair.second || pair.second > MAX_ENGINES {
                return Err(format!("game {}: its players are of no schedule", game.id));
            }
            let names = game.record.players.clone();
            self.names.extend(game.players.into_iter().zip(names));
        }
        if !self.seen.insert(game.id) {
            return Err(RecordError::Twice { id: game.id }.to_string());
        }
        self.games.push(result);
        Ok(Some(game))
    }
}

/// No match has an engine of a greater number.
const MAX_ENGINES: usize = 10_000;

/// A line of old records that names the process; the match may have been made longer.
#[derive(Deserialize)]
struct RunnerLine {
    runner: Runner,
}

#[derive(Deserialize)]
struct Runner {
    rounds: usize,
}

/// How a [`RunnerLine`] begins.
const RUNNER: &str = "{\"runner\":";

/// How the line of a game begins.
const GAME: &str = "{\"id\":";

/// Reads a record. Damaged lines are skipped and listed; a partial line at the end is left out.
///
/// # Errors
/// It cannot be read, it is no record, or the games of a pair begin differently.
pub fn read(source: impl BufRead) -> Result<MatchRecord, RecordError> {
    read_games(source, &mut |_| Ok(()))
}

/// As [`read`]; hands each game that is counted to `visit`.
///
/// # Errors
/// As [`read`], and what `visit` fails with.
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
                        record
                            .damaged
                            .push((1, "expected the plan of a match".to_owned()));
                    }
                } else if line.number == 1 {
                    record.body = line.end;
                }
            }
            Err(_) if !line.is_ended && is_partial(&line.text) => break,
            Err(cause) => {
                if line.number == 1 {
                    record.body = line.end;
                }
                record.damaged.push((line.number, cause));
            }
        }
        (record.whole, record.is_unended) = (line.end, !line.is_ended);
    }
    if record.header.is_none() && record.games.is_empty() {
        let cause = record.damaged.into_iter().next().map(|(_, cause)| cause);
        let cause = cause.unwrap_or_else(|| "expected the plan of a match".to_owned());
        return Err(RecordError::NoRecord { cause });
    }
    Ok(record)
}

/// Whether a line without end is one that was being written when a match was interrupted.
fn is_partial(line: &str) -> bool {
    line.starts_with(GAME) || GAME.starts_with(line)
}

/// Both games of a pair have the same opening: otherwise they say nothing together.
#[derive(Debug, Default)]
pub struct Pairs {
    /// The first game and its opening, by the number of the pair.
    openings: HashMap<usize, (usize, u64)>,
}

impl Pairs {
    /// Looks at another game.
    ///
    /// # Errors
    /// It begins otherwise than the other game of its pair.
    pub fn check(&mut self, game: &GameResult) -> Result<(), RecordError> {
        let own = (game.id(), game.opening);
        let &mut (other, opening) = self.openings.entry(game.fixture.pair.number).or_insert(own);
        if opening == game.opening {
            return Ok(());
        }
        let ids = [other.min(game.id()), other.max(game.id())];
        Err(RecordError::Openings { ids })
    }
}

/// Adds the games of another record of the same match. The damaged lines of each stay its own.
///
/// # Errors
/// Another match, a game that is there already, or a pair that begins differently.
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

/// What differs between the matches of two headers.
fn differences(found: &Header, expected: &Header) -> Vec<String> {
    if found.plan.times.is_some() != expected.plan.times.is_some() {
        return vec![
            "one of them is of an older program, which did not record --margin, --longest-think, \
             --patience and the commands of the engines: expected records of one program"
                .to_owned(),
        ];
    }
    let mut differences = expected.plan.differences(&found.plan);
    if differences.is_empty() {
        differences.push("the openings are others".to_owned());
    }
    differences
}

/// Opens a file for reading, if it is a regular one: others may never end, or wait for a writer.
///
/// # Errors
/// What the system says, or that it is no regular file.
pub fn open(path: &Path) -> Result<File, RecordError> {
    if !fs::metadata(path)?.is_file() {
        return Err(RecordError::NotRegular);
    }
    Ok(File::open(path)?)
}

/// The longest text file, in bytes.
const MAX_TEXT: u64 = 256 << 20;

/// Reads a text file whole, if it is a regular one and not endless.
///
/// # Errors
/// What the system says, no regular file, too long, or the line that is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, RecordError> {
    let mut bytes = Vec::new();
    open(path)?.take(MAX_TEXT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_TEXT {
        let cause = format!("expected a file of at most {MAX_TEXT} bytes");
        return Err(RecordError::File(io::Error::other(cause)));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = error.as_bytes().get(..valid).unwrap_or_default();
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let cause = "expected UTF-8".to_owned();
        RecordError::Line { line, cause }
    })?;
    // The mark of UTF-8 with which some editors begin a text.
    Ok(text
        .strip_prefix('\u{feff}')
        .map_or(text.clone(), str::to_owned))
}
