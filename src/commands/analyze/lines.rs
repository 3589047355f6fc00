//! Analyzed games as JSON, one a line: for other programs, and to go on with interrupted work.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use ringstack::play::record::{GameRecord, Written, write};
use ringstack::play::review::{Review, Tally};
use ringstack::rules::{Side, result_word};

use super::job::Finished;

/// The version of the lines.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Line {
    /// The version; the field also tells such a file from others.
    analysis: u32,
    file: String,
    number: usize,
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
    let _ = write(record, Written::List, &mut line);
    line.trim_end().to_owned()
}

/// The line of a game, with a line feed.
pub fn line(finished: &Finished, effort: &str) -> anyhow::Result<String> {
    let record = &finished.record;
    let line = Line {
        analysis: VERSION,
        file: finished.file.clone(),
        number: finished.in_file,
        effort: effort.to_owned(),
        game: key(record),
        players: record.players.clone(),
        result: result_word(record.result),
        reason: record.ending.as_ref().map(ToString::to_string),
        p1: finished.review.tally(Side::One, None),
        p2: finished.review.tally(Side::Two, None),
        review: finished.review.clone(),
    };
    Ok(serde_json::to_string(&line)? + "\n")
}

/// The file in which finished games are kept.
pub struct Store {
    file: File,
    known: HashMap<(String, String), Review>,
}

impl Store {
    /// Opens the file, which may be there already if it is such a file. A line that was not written
    /// to its end is passed over.
    pub fn open(path: &Path) -> anyhow::Result<Store> {
        let name = path.display();
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| format!("store '{name}'"))?;
        let mut known = HashMap::new();
        let mut ends_well = true;
        for (number, line) in (1..).zip(BufReader::new(&file).split(b'\n')) {
            let line = line.with_context(|| format!("store '{name}'"))?;
            match serde_json::from_slice::<Line>(&line) {
                Ok(line) if line.analysis == VERSION => {
                    known.insert((line.effort, line.game), line.review);
                    ends_well = true;
                }
                // A run that was interrupted leaves half a line behind others.
                _ if line.starts_with(b"{\"analysis\":") => ends_well = false,
                _ if line.is_empty() && number > 1 => {}
                _ => bail!("store '{name}', line {number}: expected a line of 'analyze --json'"),
            }
        }
        let mut store = Store { file, known };
        if !ends_well {
            store.add("\n")?;
        }
        Ok(store)
    }

    /// What was found in the same game with the same effort.
    pub fn find(&self, effort: &str, record: &GameRecord) -> Option<Review> {
        let key = (effort.to_owned(), key(record));
        self.known.get(&key).cloned()
    }

    /// Adds the line of a game.
    pub fn add(&mut self, line: &str) -> anyhow::Result<()> {
        let written = self.file.write_all(line.as_bytes());
        written.and_then(|()| self.file.flush()).context("store")
    }
}
