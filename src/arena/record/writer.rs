//! A record that is being written, by one process at a time. What is in a file that is no record of
//! this match is never touched.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, Write};
use std::path::Path;

use serde::Serialize;

use crate::arena::stats::standings::GameResult;

use super::error::RecordError;
use super::lines::{GameLine, Header, RUNNER, Runner, RunnerLine};
use super::reader::{self, Lines};

/// A record that is being written; the file is locked as long as this lives.
#[derive(Debug)]
pub struct Writer {
    file: File,
    /// How many bytes were there before, half a line at the end not counted; `None` without a file.
    before: Option<u64>,
    /// Bytes up to the end of the last whole line.
    end: u64,
}

/// A record that was opened for writing.
#[derive(Debug)]
pub struct Opened {
    /// What writes it.
    pub writer: Writer,
    /// The games that have been played already, in the order of the record.
    pub played: Vec<GameResult>,
    /// Why nobody keeps a second process from writing, if the file cannot be locked.
    pub unlocked: Option<io::Error>,
}

impl Writer {
    /// Begins a record, or goes on with one if `resume` is set and there is one.
    ///
    /// # Errors
    /// A file of another schedule or shard, one that somebody else is writing, or one that is no
    /// record; nothing in it is changed then.
    pub fn open(path: &Path, header: &Header, resume: bool) -> Result<Opened, RecordError> {
        let was_there = fs::symlink_metadata(path).is_ok();
        let (mut file, unlocked) = lock(path)?;
        let first = json(header)?;
        let length = file.metadata()?.len();
        if length > 0 && !resume {
            return Err(RecordError::Exists);
        }
        let mut played = Vec::new();
        let (mut end, mut unended) = (0, false);
        // An interruption of the very first line leaves its beginning.
        if !is_beginning(&mut file, length, &first)? {
            let record = reader::read(BufReader::new(&file))?;
            reader::agree(&record.header, header)?;
            if record.header.shard != header.shard {
                return Err(RecordError::Part {
                    found: record.header.shard,
                    expected: header.shard,
                });
            }
            (played, end, unended) = (record.games, record.whole, record.unended);
        }
        file.set_len(end)?;
        let before = (was_there || length > 0).then_some(end);
        let mut writer = Writer { file, before, end };
        if end == 0 {
            writer.write(&first)?;
        }
        if unended {
            writer.write("\n")?;
        }
        let runner = Runner::here(header.plan.rounds);
        writer.write(&json(&RunnerLine { runner })?)?;
        Ok(Opened {
            writer,
            played,
            unlocked,
        })
    }

    /// Gives the record up before the first new game: it is as it was again.
    ///
    /// # Errors
    /// What the system says.
    pub fn take_back(self, path: &Path) -> Result<(), RecordError> {
        match self.before {
            None => fs::remove_file(path)?,
            Some(length) => self.file.set_len(length)?,
        }
        Ok(())
    }

    /// Keeps others from writing a record as long as the file is open.
    ///
    /// # Errors
    /// There is no such file, or somebody else is writing it.
    pub fn lock(path: &Path) -> Result<File, RecordError> {
        reader::open(path)?;
        let (file, _) = lock(path)?;
        Ok(file)
    }

    /// Writes a game.
    ///
    /// # Errors
    /// The file cannot be written; it keeps its whole lines.
    pub fn game(&mut self, game: &GameLine) -> Result<(), RecordError> {
        let line = json(game)?;
        self.write(&line)
    }

    fn write(&mut self, line: &str) -> Result<(), RecordError> {
        let written = self.file.write_all(line.as_bytes());
        // Not even a power failure costs a game that was told.
        if let Err(error) = written.and_then(|()| self.file.sync_data()) {
            // Half a line may be there; where it stays, the next run leaves it out.
            let _ = self.file.set_len(self.end);
            return Err(error.into());
        }
        self.end += line.len() as u64;
        Ok(())
    }
}

/// Opens a file for reading and appending, and locks it against others that write records.
fn lock(path: &Path) -> Result<(File, Option<io::Error>), RecordError> {
    match fs::metadata(path) {
        Ok(found) if !found.is_file() => return Err(RecordError::NotRegular),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error.into()),
    }
    let file = OpenOptions::new()
        .create(true)
        .read(true)
        .append(true)
        .open(path)?;
    match file.try_lock() {
        Ok(()) => Ok((file, None)),
        Err(TryLockError::WouldBlock) => {
            let by = last_runner(&file).ok().flatten();
            Err(RecordError::Held { by })
        }
        // Some file systems know no locks.
        Err(TryLockError::Error(error)) => Ok((file, Some(error))),
    }
}

/// Who has begun to write last, by the record itself.
fn last_runner(file: &File) -> Result<Option<Runner>, RecordError> {
    let mut lines = Lines::new(file);
    let mut last = None;
    while let Some(line) = lines.next_whole()? {
        if line.starts_with(RUNNER) {
            let line: RunnerLine = serde_json::from_str(&line).map_err(io::Error::from)?;
            last = Some(line.runner);
        }
    }
    Ok(last)
}

/// Whether there is nothing in the file but a beginning of this line.
fn is_beginning(file: &mut File, length: u64, line: &str) -> io::Result<bool> {
    if length >= line.len() as u64 {
        return Ok(false);
    }
    let mut found = Vec::new();
    file.take(length).read_to_end(&mut found)?;
    file.rewind()?;
    Ok(line.as_bytes().starts_with(&found))
}

fn json(value: &impl Serialize) -> Result<String, RecordError> {
    let mut line = serde_json::to_string(value).map_err(io::Error::from)?;
    line.push('\n');
    Ok(line)
}
