//! The file of games. With a record the file follows it: new games are appended, and the file is
//! rewritten when the match is resumed and when it ends. Without a record games are appended to the
//! existing ones.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use tempfile::NamedTempFile;

use ringstack::arena::record::{self, Header, MATCH_TAG, MatchGame};
use ringstack::play::record::{OutputFormat, write};

use crate::commands::devices::is_device;

use super::named::named;
use super::output::{AppendFile, AppendedText};

/// The file of games of a match.
pub struct GamesFile {
    path: PathBuf,
    header: Header,
    /// The record that the file is made from.
    record: Option<PathBuf>,
    output: AppendFile,
}

impl GamesFile {
    /// Checks the file. `record` is the record that it is made from, and whether that already has games.
    ///
    /// # Errors
    /// The file cannot be written, is not a file of games, or has games of another record.
    pub fn open(
        path: &Path,
        header: &Header,
        record: Option<(&Path, bool)>,
    ) -> anyhow::Result<GamesFile> {
        let mut games = GamesFile {
            path: path.to_owned(),
            header: header.clone(),
            record: None,
            output: AppendFile::later(AppendedText::Games, path.to_owned()),
        };
        // A device is not rewritten.
        let is_file = path.metadata().is_ok_and(|found| found.is_file());
        match record.filter(|_| is_file) {
            None => games.output.begin()?,
            Some((record, has_games)) => {
                let foreign = foreign_line(path, header, has_games);
                if let Some(line) = named(foreign, AppendedText::Games.name(), path)? {
                    bail!(
                        "games '{}': line {line} does not come from the record '{}'; only an empty or new \
                         file, or the games of this record, are allowed",
                        path.display(),
                        record.display()
                    );
                }
            }
        }
        games.record = record.map(|(record, _)| record.to_owned());
        Ok(games)
    }

    /// Rewrites the file from the record, if there is one.
    ///
    /// # Errors
    /// The record cannot be read or the file cannot be written.
    pub fn renew(&mut self) -> anyhow::Result<()> {
        let Some(record) = &self.record else {
            return Ok(());
        };
        if is_device(&self.path) {
            return Ok(());
        }
        let path = named(
            fs::canonicalize(&self.path),
            AppendedText::Games.name(),
            &self.path,
        )?;
        let mut renew = || -> anyhow::Result<()> {
            let folder = path.parent().unwrap_or(Path::new("."));
            let temporary = NamedTempFile::new_in(folder)?;
            temporary
                .as_file()
                .set_permissions(path.metadata()?.permissions())?;
            let mut out = BufWriter::new(&temporary);
            record::read_games(BufReader::new(record::open(record)?), &mut |game| {
                out.write_all(text(&game, &self.header).as_bytes())
            })?;
            out.flush()?;
            drop(out);
            // Windows replaces only a file that is not open.
            self.output.close();
            temporary.persist(&path)?;
            Ok(())
        };
        named(renew(), AppendedText::Games.name(), &self.path)?;
        self.output = AppendFile::later(AppendedText::Games, self.path.clone());
        Ok(())
    }

    /// Appends a game. Returns a message to report.
    pub fn append(&mut self, game: &MatchGame) -> Option<String> {
        self.output.append(&text(game, &self.header))
    }

    /// A line about missing games, or nothing.
    pub fn missing(&self) -> String {
        self.output.missing()
    }
}

/// The first line of the file that does not belong to this match. Games carry the fingerprint of their
/// match as their event, or in a tag of its own. If the record has no games, every line is foreign.
fn foreign_line(path: &Path, header: &Header, has_games: bool) -> io::Result<Option<usize>> {
    const BEGIN: &str = "[Event ";
    let marks = ["Event", MATCH_TAG].map(|name| format!("[{name} \"{}\"]", header.schedule));
    let mut is_first = true;
    // The first line of a game whose match is not known yet.
    let mut unknown = None;
    for (number, line) in (1..).zip(BufReader::new(File::open(path)?).split(b'\n')) {
        let line = line?;
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end();
        let begins = text.starts_with(BEGIN);
        if unknown.is_some() && (begins || text.is_empty()) {
            return Ok(unknown);
        }
        if text.is_empty() {
            continue;
        }
        if begins || is_first {
            if !has_games || !(begins || BEGIN.starts_with(text)) {
                return Ok(Some(number));
            }
            unknown = Some(number);
        }
        if marks.iter().any(|mark| mark == text) {
            unknown = None;
        }
        is_first = false;
    }
    // A last game that was cut within its tags is written again.
    Ok(None)
}

/// The text of a game.
fn text(game: &MatchGame, header: &Header) -> String {
    let mut text = String::new();
    // Every game can be written in PGN style.
    let _ = write(&game.with_tags(header), OutputFormat::Pgn, &mut text);
    text
}
