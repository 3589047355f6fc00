//! Analyzed games as JSON, one a line: for other programs, and to go on with interrupted work.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write, stderr};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use ringstack::play::record::{GameRecord, OutputFormat, write};
use ringstack::play::review::{Review, Tally};
use ringstack::rules::{Side, result_word};

use super::job::Finished;
use crate::commands::signals;

/// The version of the lines.
const VERSION: u32 = 1;

/// The version of the program.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");

#[derive(Serialize, Deserialize)]
struct Line {
    /// The version; the field also tells such a file from others.
    analysis: u32,
    file: String,
    number: usize,
    /// The version of the program, which searches otherwise in another one.
    #[serde(default)]
    program: String,
    /// The limits of each search.
    effort: String,
    /// As a line of a list.
    game: String,
    players: [String; 2],
    result: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    review: Review,
    p1: Tally,
    p2: Tally,
}

/// The game as a line of a list, which tells games with the same turns to be the same.
fn key(record: &GameRecord) -> String {
    let mut line = String::new();
    // Every game can be written as a list.
    let _ = write(record, OutputFormat::List, &mut line);
    line.trim_end().to_owned()
}

/// The line of a game, with a line feed.
pub fn line(finished: &Finished, effort: &str) -> anyhow::Result<String> {
    let record = &finished.record;
    let line = Line {
        analysis: VERSION,
        file: finished.file.clone(),
        number: finished.in_file,
        program: PROGRAM.to_owned(),
        effort: effort.to_owned(),
        game: key(record),
        players: record.players.clone(),
        result: result_word(record.outcome),
        reason: record.termination.as_ref().map(ToString::to_string),
        p1: finished.review.tally(Side::One, None),
        p2: finished.review.tally(Side::Two, None),
        review: finished.review.clone(),
    };
    Ok(serde_json::to_string(&line)? + "\n")
}

/// The file in which finished games are kept, by one process at a time: it is locked as long as this
/// lives.
pub struct Store {
    name: String,
    file: File,
    known: HashMap<(String, String), Review>,
}

/// How every line of such a file begins.
const BEGINNING: &[u8] = b"{\"analysis\":";

impl Store {
    /// Opens the file, which may be there already if it is such a file. A line that was not written
    /// to its end is passed over.
    pub fn open(path: &Path) -> anyhow::Result<Store> {
        let name = format!("store '{}'", path.display());
        let file = lock(path, &name)?;
        let mut known = HashMap::new();
        let mut reader = BufReader::new(&file);
        let foreign =
            |number: usize| format!("{name}, line {number}: expected a line of 'analyze --json'");
        // What is not ours is not read to its end: it may have lines of any length.
        let begin = reader.fill_buf().with_context(|| name.clone())?;
        let length = begin.len().min(BEGINNING.len());
        ensure!(begin.get(..length) == BEGINNING.get(..length), foreign(1));
        for (number, line) in (1..).zip(reader.by_ref().split(b'\n')) {
            let line = line.with_context(|| name.clone())?;
            match serde_json::from_slice::<Line>(&line) {
                Ok(line) if line.analysis == VERSION && line.program == PROGRAM => {
                    known.insert((line.effort, line.game), line.review);
                }
                // A run that was interrupted leaves half a line.
                _ if line.starts_with(BEGINNING) || BEGINNING.starts_with(&line) => {}
                _ => bail!(foreign(number)),
            }
        }
        let mut last = [b'\n'];
        if reader.seek(SeekFrom::End(-1)).is_ok() {
            reader.read_exact(&mut last).with_context(|| name.clone())?;
        }
        signals::stays(format!(
            "what is finished is in {name}: the same command goes on with it"
        ))?;
        let mut store = Store { name, file, known };
        if last != *b"\n" {
            store.add("\n")?;
        }
        Ok(store)
    }

    /// What this version of the program found in the same game with the same effort.
    pub fn find(&self, effort: &str, record: &GameRecord) -> Option<Review> {
        let key = (effort.to_owned(), key(record));
        self.known.get(&key).cloned()
    }

    /// Adds the line of a game.
    pub fn add(&mut self, line: &str) -> anyhow::Result<()> {
        let written = self.file.write_all(line.as_bytes());
        // Not even a power failure costs what took long to find.
        let written = written.and_then(|()| self.file.sync_data());
        written.with_context(|| self.name.clone())
    }
}

/// Opens the file for reading and appending, and locks it against others that analyze.
fn lock(path: &Path, name: &str) -> anyhow::Result<File> {
    let there = fs::metadata(path);
    ensure!(
        !there.is_ok_and(|there| !there.is_file()),
        "{name}: expected a regular file, not a folder, a device or a pipe"
    );
    let file = OpenOptions::new()
        .read(true)
        .append(true)
        .create(true)
        .open(path)
        .with_context(|| name.to_owned())?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => bail!("{name}: another process is writing it"),
        // Some file systems know no locks.
        Err(TryLockError::Error(error)) => {
            // Nobody may be there to read it.
            let _ = writeln!(
                stderr(),
                "{name} cannot be locked ({error}): expect no second process to write it"
            );
        }
    }
    Ok(file)
}
