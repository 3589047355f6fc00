//! Records that are read: a line at a time, so that long matches need little memory, and no line
//! longer than a game can be.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;

use serde::de::IgnoredAny;

use crate::arena::stats::standings::GameResult;

use super::error::RecordError;
use super::lines::{GAME, GameLine, Header, RUNNER, Runner, RunnerLine};

/// The longest line of a record, in bytes: far above the longest game.
const LONGEST_LINE: usize = 16 << 20;

/// A record that was read.
#[derive(Clone, Debug)]
pub struct MatchRecord {
    /// Its first line.
    pub header: Header,
    /// Who played last.
    pub runner: Option<Runner>,
    /// The greatest number of rounds that was asked for.
    pub rounds: usize,
    /// The games in the order of the file, in which they have ended.
    pub games: Vec<GameResult>,
    /// Bytes up to the last whole line: an interrupted match may leave half a line.
    pub whole: u64,
    /// Whether that line lacks nothing but its end.
    pub unended: bool,
}

impl MatchRecord {
    /// The number of games that were asked for.
    #[must_use]
    pub fn planned_games(&self) -> usize {
        let mut plan = self.header.plan.clone();
        plan.rounds = self.rounds;
        plan.games()
    }
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
const LONGEST_TEXT: u64 = 256 << 20;

/// Takes the mark of UTF-8 away with which some editors begin a text.
fn without_mark(bytes: &mut Vec<u8>) {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    if bytes.starts_with(MARK) {
        bytes.drain(..MARK.len());
    }
}

/// Reads a text file whole, if it is a regular one and not endless.
///
/// # Errors
/// What the system says, no regular file, too long, or the line that is not UTF-8.
pub fn read_text(path: &Path) -> Result<String, RecordError> {
    let mut bytes = Vec::new();
    open(path)?.take(LONGEST_TEXT + 1).read_to_end(&mut bytes)?;
    without_mark(&mut bytes);
    if bytes.len() as u64 > LONGEST_TEXT {
        let cause = format!("expected a file of at most {LONGEST_TEXT} bytes");
        return Err(RecordError::File(io::Error::other(cause)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = error.as_bytes().get(..valid).unwrap_or_default();
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        let cause = "expected UTF-8".to_owned();
        RecordError::Line { line, cause }
    })
}

/// Reads a record.
///
/// # Errors
/// The first line that is wrong; half a line of a game at the end is left out.
pub fn read(source: impl Read) -> Result<MatchRecord, RecordError> {
    let mut lines = Lines::new(source);
    let header = read_header(&mut lines)?;
    let mut record = MatchRecord {
        rounds: header.plan.rounds,
        header,
        runner: None,
        games: Vec::new(),
        whole: lines.whole,
        unended: lines.unended,
    };
    let mut seen = BTreeSet::new();
    while let Some(line) = lines.next_whole()? {
        let entry = Entry::read(&line, &record.header, record.rounds);
        let number = lines.number;
        match entry.map_err(|cause| RecordError::Line {
            line: number,
            cause,
        })? {
            Entry::Runner(runner) => {
                record.rounds = record.rounds.max(runner.rounds);
                record.runner = Some(runner);
            }
            Entry::Game(id, result) => {
                if !seen.insert(id) {
                    return Err(RecordError::Line {
                        line: number,
                        cause: RecordError::Twice { id }.to_string(),
                    });
                }
                record.games.push(result);
            }
        }
        (record.whole, record.unended) = (lines.whole, lines.unended);
    }
    Ok(record)
}

/// Hands the games of a good record to `visit`, one after the other, until it breaks.
///
/// # Errors
/// The record cannot be read; a line that is wrong.
pub fn each_game(
    source: impl Read,
    visit: &mut dyn FnMut(GameLine) -> ControlFlow<()>,
) -> Result<(), RecordError> {
    let mut lines = Lines::new(source);
    read_header(&mut lines)?;
    while let Some(line) = lines.next_whole()? {
        if line.starts_with(RUNNER) {
            continue;
        }
        let game = serde_json::from_str(&line).map_err(|error| RecordError::Line {
            line: lines.number,
            cause: format!("expected a game: {error}"),
        })?;
        if visit(game).is_break() {
            break;
        }
    }
    Ok(())
}

/// Reads the first line.
pub(super) fn read_header<R: Read>(lines: &mut Lines<R>) -> Result<Header, RecordError> {
    let fail = |cause: String| RecordError::NoRecord { cause };
    let expected = "expected the plan of a match";
    let first = match lines.next_complete() {
        Ok(Some(Line::Whole(line))) => line,
        Err(RecordError::Line { cause, .. }) => return Err(fail(cause)),
        Err(error) => return Err(error),
        Ok(_) => return Err(fail(expected.to_owned())),
    };
    serde_json::from_str(&first).map_err(|error| fail(format!("{expected}: {error}")))
}

/// A line after the first.
pub(super) enum Entry {
    Runner(Runner),
    Game(usize, GameResult),
}

impl Entry {
    /// Reads a line of a record whose match has so many rounds up to here.
    pub(super) fn read(line: &str, header: &Header, rounds: usize) -> Result<Entry, String> {
        if line.starts_with(RUNNER) {
            let read: Result<RunnerLine, _> = serde_json::from_str(line);
            return match read {
                Ok(line) => Ok(Entry::Runner(line.runner)),
                Err(error) => Err(error.to_string()),
            };
        }
        let game: GameLine =
            serde_json::from_str(line).map_err(|error| format!("expected a game: {error}"))?;
        let result = game.result(header, rounds)?;
        Ok(Entry::Game(game.id, result))
    }
}

/// Adds the games of another record of the same schedule.
///
/// # Errors
/// Another schedule, or a game that is there already.
pub fn merge(into: &mut MatchRecord, other: MatchRecord) -> Result<(), RecordError> {
    agree(&other.header, &into.header)?;
    into.rounds = into.rounds.max(other.rounds);
    let mut seen: BTreeSet<usize> = into.games.iter().map(GameResult::id).collect();
    for game in other.games {
        let id = game.id();
        if !seen.insert(id) {
            return Err(RecordError::Twice { id });
        }
        into.games.push(game);
    }
    Ok(())
}

/// Whether a record can be counted together with, or continued by, what is expected.
pub(super) fn agree(found: &Header, expected: &Header) -> Result<(), RecordError> {
    if found.schedule == expected.schedule {
        return Ok(());
    }
    let mut differences = expected.plan.differences(&found.plan);
    if found.plan.times.is_some() != expected.plan.times.is_some() {
        differences = vec![
            "one of them is of an older program, which did not tell --margin, --longest-think, \
             --patience and the commands of the engines: expected records of one program"
                .to_owned(),
        ];
    } else if differences.is_empty() {
        differences.push("the openings are others".to_owned());
    }
    Err(RecordError::Schedule { differences })
}

/// The lines of a file with their numbers.
pub(super) struct Lines<R> {
    source: BufReader<R>,
    /// The number of the last line, from 1.
    pub(super) number: usize,
    /// Bytes up to the end of the last whole line.
    pub(super) whole: u64,
    /// Whether that line lacks nothing but its end.
    pub(super) unended: bool,
    /// The last line that is no UTF-8, as far as it can be read.
    pub(super) refused: String,
}

/// A line of a file.
pub(super) enum Line {
    /// With its end, which is left out.
    Whole(String),
    /// The last one, without an end.
    Half(String),
}

impl<R: Read> Lines<R> {
    pub(super) fn new(source: R) -> Lines<R> {
        Lines {
            source: BufReader::new(source),
            number: 0,
            whole: 0,
            unended: false,
            refused: String::new(),
        }
    }

    /// The next line, `None` at the end. After an error the next call goes on behind that line.
    pub(super) fn next(&mut self) -> Result<Option<Line>, RecordError> {
        let mut bytes = Vec::new();
        let limit = LONGEST_LINE as u64 + 1;
        let read = (&mut self.source)
            .take(limit)
            .read_until(b'\n', &mut bytes)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        let mut length = read as u64;
        let ended = bytes.last() == Some(&b'\n');
        let fail = |line, cause: String| Err(RecordError::Line { line, cause });
        if !ended && bytes.len() > LONGEST_LINE {
            length += skip_line(&mut self.source)?;
            self.whole += length;
            let cause = format!("expected a line of at most {LONGEST_LINE} bytes");
            return fail(self.number, cause);
        }
        if ended {
            bytes.pop();
            self.whole += length;
        }
        if self.number == 1 {
            without_mark(&mut bytes);
        }
        match String::from_utf8(bytes) {
            Ok(line) if ended => Ok(Some(Line::Whole(line))),
            Ok(line) => Ok(Some(Line::Half(line))),
            // The writer was stopped within a letter.
            Err(error) if !ended && error.utf8_error().error_len().is_none() => {
                let front = error.utf8_error().valid_up_to();
                let mut bytes = error.into_bytes();
                bytes.truncate(front);
                Ok(Some(Line::Half(
                    String::from_utf8(bytes).unwrap_or_default(),
                )))
            }
            Err(error) => {
                let at = error.utf8_error().valid_up_to() + 1;
                self.refused = String::from_utf8_lossy(error.as_bytes()).into_owned();
                fail(self.number, format!("byte {at}: expected UTF-8"))
            }
        }
    }

    /// As [`Lines::next`]; a last line that lacks nothing but its end is a whole one: JSON that is cut
    /// before its last brace is none.
    pub(super) fn next_complete(&mut self) -> Result<Option<Line>, RecordError> {
        let line = self.next()?;
        Ok(match line {
            Some(Line::Half(line)) if serde_json::from_str::<IgnoredAny>(&line).is_ok() => {
                self.whole += line.len() as u64;
                self.unended = true;
                Some(Line::Whole(line))
            }
            line => line,
        })
    }

    /// The next whole line; `None` at the end, and at half a line of a record.
    pub(super) fn next_whole(&mut self) -> Result<Option<String>, RecordError> {
        match self.next_complete()? {
            None => Ok(None),
            Some(Line::Whole(line)) => Ok(Some(line)),
            Some(Line::Half(line)) if is_torn(&line) => Ok(None),
            Some(Line::Half(_)) => Err(RecordError::Line {
                line: self.number,
                cause: "expected a game; this is not the beginning of one".to_owned(),
            }),
        }
    }
}

/// Whether half a line is one that was being written when a match was interrupted.
fn is_torn(half: &str) -> bool {
    [GAME, RUNNER]
        .iter()
        .any(|begin| half.starts_with(begin) || begin.starts_with(half))
}

/// Reads up to the end of the line and gives the number of bytes.
fn skip_line(source: &mut impl BufRead) -> io::Result<u64> {
    let mut skipped = 0;
    loop {
        let waiting = source.fill_buf()?;
        let (length, found) = match waiting.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (waiting.len(), waiting.is_empty()),
        };
        source.consume(length);
        skipped += length as u64;
        if found {
            return Ok(skipped);
        }
    }
}
