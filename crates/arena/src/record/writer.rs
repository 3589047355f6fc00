//! Writes a record; a lock allows one process at a time. Files that are not a record of this match are
//! never changed.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use same_file::Handle;
use tempfile::NamedTempFile;

use crate::stats::standings::GameResult;

use super::error::RecordError;
use super::game::{FinishedGame, Header};
use super::lock::lock;
use super::reader::{self, MatchRecord};

/// An open record. The file is locked until this value is dropped.
#[derive(Debug)]
pub struct Writer {
    path: PathBuf,
    file: Handle,
    header: Header,
    /// Whether the file was created here.
    is_new: bool,
    /// The number of bytes up to the end of the last complete line.
    end: u64,
    /// The previous content of the file.
    found: Option<MatchRecord>,
}

impl Writer {
    /// Opens a new record, or with `resume` an existing one to continue. [`Writer::begin`] is the first to
    /// write. Also returns the error if the file system cannot lock the file.
    ///
    /// # Errors
    /// The file is not a record, belongs to another match or part, or another process is writing it.
    pub fn open(
        path: &Path,
        header: &Header,
        resume: bool,
    ) -> Result<(Writer, Option<io::Error>), RecordError> {
        let is_new = fs::symlink_metadata(path).is_err();
        let (file, unlocked) = lock(path)?;
        let length = file.as_file().metadata()?.len();
        if length > 0 && !resume {
            return Err(RecordError::Exists);
        }
        let mut found = None;
        // The match may have been interrupted while it wrote the first line.
        if !is_beginning(file.as_file(), length, &json(header)?)? {
            let record = reader::read(BufReader::new(file.as_file()))?;
            record.check(header)?;
            let part = record.header.shard;
            if part != header.shard {
                return Err(RecordError::Part {
                    found: part,
                    expected: header.shard,
                });
            }
            found = Some(record);
        }
        let mut header = header.clone();
        let rounds = found.as_ref().map_or(0, |record| record.header.plan.rounds);
        header.plan.rounds = header.plan.rounds.max(rounds);
        let writer = Writer {
            path: path.to_owned(),
            file,
            header,
            is_new,
            end: 0,
            found,
        };
        Ok((writer, unlocked))
    }

    /// The recorded games in their order.
    #[must_use]
    pub fn played(&self) -> &[GameResult] {
        self.found.as_ref().map_or(&[], |record| &record.games)
    }

    /// Whether the last line is incomplete.
    #[must_use]
    pub fn is_torn(&self) -> bool {
        self.found.as_ref().is_some_and(|record| record.is_torn)
    }

    /// Prepares the file for new games: removes a partial last line, and writes the first line, also if the
    /// match is longer now.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn begin(&mut self) -> Result<(), RecordError> {
        let first = json(&self.header)?;
        let Some(record) = &self.found else {
            self.file.as_file().set_len(0)?;
            return self.write(&first);
        };
        let (body, whole) = (record.body, record.whole);
        self.file.as_file().set_len(whole)?;
        self.end = whole;
        let mut found = Vec::new();
        let mut file = self.file.as_file();
        file.rewind()?;
        file.take(body).read_to_end(&mut found)?;
        if found != first.as_bytes() {
            self.replace_first_line(&first, body)?;
        }
        Ok(())
    }

    /// Replaces the first line by writing a temporary file and renaming it.
    fn replace_first_line(&mut self, first: &str, body: u64) -> Result<(), RecordError> {
        let path = fs::canonicalize(&self.path)?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut temporary = NamedTempFile::new_in(folder)?;
        temporary
            .as_file()
            .set_permissions(self.file.as_file().metadata()?.permissions())?;
        temporary.write_all(first.as_bytes())?;
        let mut file = self.file.as_file();
        file.seek(SeekFrom::Start(body))?;
        io::copy(&mut file, &mut temporary)?;
        temporary.as_file().sync_all()?;
        // Closes both files: Windows replaces only a file that is not open.
        let temporary = temporary.into_temp_path();
        (self.file, _) = lock(&temporary)?;
        temporary.persist(&path).map_err(|error| error.error)?;
        self.end = self.file.as_file().metadata()?.len();
        Ok(())
    }

    /// Closes the record instead of [`Writer::begin`], and removes a file that was created here.
    ///
    /// # Errors
    /// The file cannot be removed.
    pub fn abandon(self) -> Result<(), RecordError> {
        if self.is_new {
            fs::remove_file(&self.path)?;
        }
        Ok(())
    }

    /// Writes a game.
    ///
    /// # Errors
    /// The file cannot be written, or another program has changed it. It keeps its complete lines.
    pub fn game(&mut self, game: &FinishedGame) -> Result<(), RecordError> {
        if let Some(cause) = self.change()? {
            return Err(RecordError::Changed { cause });
        }
        let line = game.line(&self.header.schedule);
        self.write(&line)
    }

    /// The change of the file by another program since the last game, if there was one.
    fn change(&self) -> io::Result<Option<&'static str>> {
        let here = match fs::metadata(&self.path) {
            Ok(here) => here,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(Some("the file was deleted"));
            }
            Err(error) => return Err(error),
        };
        if !here.is_file() || Handle::from_path(&self.path)? != self.file {
            return Ok(Some("the file was replaced"));
        }
        Ok((here.len() != self.end).then_some("the file was truncated or changed"))
    }

    fn write(&mut self, line: &str) -> Result<(), RecordError> {
        let mut file = self.file.as_file();
        let end = file.seek(SeekFrom::Start(self.end));
        let written = end.and_then(|_| file.write_all(line.as_bytes()));
        // The game must survive a power failure once it was shown.
        if let Err(error) = written.and_then(|()| file.sync_data()) {
            // Removes a partial line; if this fails, the next run removes it.
            let _ = file.set_len(self.end);
            return Err(error.into());
        }
        self.end += line.len() as u64;
        Ok(())
    }
}

/// Whether the file contains only the beginning of this line.
fn is_beginning(mut file: &File, length: u64, line: &str) -> io::Result<bool> {
    if length >= line.len() as u64 {
        return Ok(false);
    }
    let mut found = Vec::new();
    file.take(length).read_to_end(&mut found)?;
    file.rewind()?;
    Ok(line.as_bytes().starts_with(&found))
}

fn json(header: &Header) -> Result<String, RecordError> {
    let mut line = serde_json::to_string(header).map_err(io::Error::from)?;
    line.push('\n');
    Ok(line)
}
