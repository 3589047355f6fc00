//! Writes an index. Entries are sorted in runs of a fixed size, which wait in temporary files and are
//! merged at the end. The memory holds one run and each different move once, however many games there are.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Seek, Write};

use super::entry::{Entry, ResultCounts};
use super::{FORMAT, Header, IndexedGame, PlayedGame, PlayedMove};
use crate::play::record::GameRecord;
use crate::play::state;

/// The number of entries in memory.
const RUN_LENGTH: usize = 1 << 20;

/// Collects games for an index.
#[derive(Debug)]
pub struct IndexBuilder {
    plies: usize,
    run_length: usize,
    games: BTreeMap<String, u64>,
    /// The number of each move.
    tokens: HashMap<String, u32>,
    /// Entries that are not in a run yet.
    entries: Vec<Entry>,
    runs: Vec<File>,
    temporary_file: TemporaryFile,
}

/// Creates a file that disappears when it is closed.
type TemporaryFile = fn() -> io::Result<File>;

impl IndexBuilder {
    /// An index of the first `plies` plies of each game. `temporary_file` creates files that disappear when
    /// they are closed.
    #[must_use]
    pub fn new(plies: usize, temporary_file: TemporaryFile) -> IndexBuilder {
        IndexBuilder::with_run_length(plies, RUN_LENGTH, temporary_file)
    }

    pub(super) fn with_run_length(
        plies: usize,
        run_length: usize,
        temporary_file: TemporaryFile,
    ) -> IndexBuilder {
        IndexBuilder {
            plies,
            run_length,
            games: BTreeMap::new(),
            tokens: HashMap::new(),
            entries: Vec::new(),
            runs: Vec::new(),
            temporary_file,
        }
    }

    /// Adds a game whose moves are legal. Returns whether the rules of the game are known.
    ///
    /// # Errors
    /// A temporary file cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> io::Result<bool> {
        let Some(played) = PlayedGame::new(record, self.plies) else {
            return Ok(false);
        };
        if self.entries.len() + self.plies > self.run_length {
            self.store_run()?;
        }
        let mut results = ResultCounts::default();
        results.add(played.outcome);
        for PlayedMove { key, after, token } in played.moves {
            let token = self.number(&token)?;
            self.entries.push(Entry {
                key,
                after,
                token,
                results,
            });
        }
        *self.games.entry(played.game.to_owned()).or_default() += 1;
        Ok(true)
    }

    /// The number of a move.
    fn number(&mut self, token: &str) -> io::Result<u32> {
        if let Some(&number) = self.tokens.get(token) {
            return Ok(number);
        }
        let number = u32::try_from(self.tokens.len()).map_err(io::Error::other)?;
        self.tokens.insert(token.to_owned(), number);
        Ok(number)
    }

    fn store_run(&mut self) -> io::Result<()> {
        self.entries.sort_unstable();
        let mut file = BufWriter::new((self.temporary_file)()?);
        merge(self.entries.drain(..).map(Ok), |entry| {
            entry.write(&mut file)
        })?;
        let mut file = file.into_inner()?;
        file.rewind()?;
        self.runs.push(file);
        Ok(())
    }

    /// Writes the index.
    ///
    /// # Errors
    /// `out` cannot be written, or a temporary file cannot be written or read.
    pub fn finish(mut self, out: &mut impl Write) -> io::Result<()> {
        self.store_run()?;
        out.write_all(FORMAT)?;
        serde_json::to_writer(&mut *out, &self.header())?;
        out.write_all(b"\n")?;
        let mut count = 0_u64;
        merge(Runs::new(self.runs)?, |entry| {
            count += 1;
            entry.write(out)
        })?;
        out.write_all(&count.to_le_bytes())
    }

    fn header(&mut self) -> Header {
        let start_key = |id: &str| state::open(id).map_or(0, |board| board.symmetry_key());
        let mut tokens: Vec<(String, u32)> = self.tokens.drain().collect();
        tokens.sort_unstable_by_key(|&(_, number)| number);
        let games = self.games.iter();
        Header {
            plies: self.plies,
            games: games
                .map(|(id, &games)| IndexedGame {
                    id: id.clone(),
                    games,
                    start_key: start_key(id),
                })
                .collect(),
            tokens: tokens.into_iter().map(|(token, _)| token).collect(),
        }
    }
}

/// Passes sorted entries to `write`; those of the same place become one, with the first move of all.
fn merge(
    entries: impl Iterator<Item = io::Result<Entry>>,
    mut write: impl FnMut(Entry) -> io::Result<()>,
) -> io::Result<()> {
    let mut last: Option<Entry> = None;
    for entry in entries {
        let entry = entry?;
        match &mut last {
            Some(last) if last.place() == entry.place() => last.results.join(entry.results),
            last => {
                if let Some(complete) = last.replace(entry) {
                    write(complete)?;
                }
            }
        }
    }
    last.map_or(Ok(()), write)
}

/// The entries of sorted runs in order.
struct Runs {
    files: Vec<BufReader<File>>,
    /// The next entry of each run that has one, and the number of the run.
    next: BinaryHeap<Reverse<(Entry, usize)>>,
}

impl Runs {
    fn new(files: Vec<File>) -> io::Result<Runs> {
        let mut runs = Runs {
            files: files.into_iter().map(BufReader::new).collect(),
            next: BinaryHeap::new(),
        };
        for number in 0..runs.files.len() {
            runs.advance(number)?;
        }
        Ok(runs)
    }

    /// Reads the next entry of a run.
    fn advance(&mut self, number: usize) -> io::Result<()> {
        let Some(file) = self.files.get_mut(number) else {
            return Ok(());
        };
        if !file.fill_buf()?.is_empty() {
            self.next.push(Reverse((Entry::read(file)?, number)));
        }
        Ok(())
    }
}

impl Iterator for Runs {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<io::Result<Entry>> {
        let Reverse((entry, number)) = self.next.pop()?;
        Some(self.advance(number).map(|()| entry))
    }
}
