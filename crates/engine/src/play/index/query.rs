//! Reads an index.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use super::entry::{Entry, ResultCounts};
use super::played::sort;
use super::{FORMAT, Header, IndexError};
use crate::play::GameState;
use crate::play::state;

/// The maximum length of a header, which is in memory.
const MAX_HEADER: u64 = 1 << 30;

/// An index of games. Only its header is in memory.
#[derive(Debug)]
pub struct Index<R = File> {
    input: BufReader<R>,
    header: Header,
    /// The place of the first entry in the file.
    begin: u64,
    /// The number of entries.
    count: u64,
}

/// A move that was played in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextMove {
    /// The token. Of several moves that lead to the same position or to symmetric ones, it is one that was
    /// played, as it is on this board.
    pub token: String,
    /// The symmetry key of the position after the move.
    pub after: u64,
    /// The results of the games in which it was played.
    pub results: ResultCounts,
}

impl Index {
    /// Opens an index.
    ///
    /// # Errors
    /// The file cannot be read, is no index, is damaged, or was made by another version.
    pub fn open(path: &Path) -> Result<Index, IndexError> {
        Index::new(File::open(path)?)
    }
}

impl<R: Read + Seek> Index<R> {
    /// Opens an index that is not in a file.
    ///
    /// # Errors
    /// As for [`Index::open`].
    pub fn new(input: R) -> Result<Index<R>, IndexError> {
        // Entries are read at many places, so a large buffer would be read in vain.
        let mut input = BufReader::with_capacity(1 << 12, input);
        check_format(&mut input)?;
        let mut line = Vec::new();
        input
            .by_ref()
            .take(MAX_HEADER)
            .read_until(b'\n', &mut line)?;
        let header: Header = serde_json::from_slice(&line).map_err(|_| IndexError::Damaged)?;
        let has_our_keys = header.games.iter().all(|game| {
            state::open(&game.id).is_some_and(|it| it.symmetry_key() == game.start_key)
        });
        if !has_our_keys {
            return Err(IndexError::Version);
        }
        let begin = (FORMAT.len() + line.len()) as u64;
        let end = input.seek(SeekFrom::End(0))?;
        let entries = end.checked_sub(begin + 8).ok_or(IndexError::Damaged)?;
        input.seek(SeekFrom::Start(begin + entries))?;
        let mut count = [0; 8];
        input.read_exact(&mut count)?;
        let count = u64::from_le_bytes(count);
        if count.checked_mul(Entry::SIZE) != Some(entries) {
            return Err(IndexError::Damaged);
        }
        Ok(Index {
            input,
            header,
            begin,
            count,
        })
    }

    /// What the index contains.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The moves played in the current position of `state`, the most frequent first; none in a finished game.
    ///
    /// # Errors
    /// The file cannot be read or is damaged.
    pub fn moves(&mut self, state: &dyn GameState) -> Result<Vec<NextMove>, IndexError> {
        if state.outcome().is_some() {
            return Ok(Vec::new());
        }
        let key = state.symmetry_key();
        let (mut low, mut high) = (0, self.count);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.entry(middle)?.key < key {
                true => low = middle + 1,
                false => high = middle,
            }
        }
        let mut moves = Vec::new();
        for number in low..self.count {
            let entry = self.entry(number)?;
            if entry.key != key {
                break;
            }
            let token = usize::try_from(entry.token).ok();
            let token = token.and_then(|token| self.header.tokens.get(token));
            let token = token.and_then(|token| state.of_representative(token));
            moves.push(NextMove {
                token: token.ok_or(IndexError::Damaged)?,
                after: entry.after,
                results: entry.results,
            });
        }
        sort(&mut moves);
        Ok(moves)
    }

    fn entry(&mut self, number: u64) -> io::Result<Entry> {
        // The offset fits: it lies within the file.
        let place = self.begin + number * Entry::SIZE;
        let now = self.input.stream_position()?;
        // A relative seek within the buffer reads nothing.
        self.input.seek_relative(place as i64 - now as i64)?;
        Entry::read(&mut self.input)
    }
}

/// Checks the first line.
fn check_format(input: &mut impl BufRead) -> Result<(), IndexError> {
    let mut line = Vec::new();
    input.take(FORMAT.len() as u64).read_to_end(&mut line)?;
    match line {
        line if line == FORMAT => Ok(()),
        line if line.starts_with(b"ringstack index ") => Err(IndexError::Version),
        _ => Err(IndexError::NotAnIndex),
    }
}
