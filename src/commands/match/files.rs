//! The files of a match: the record, the games and the log of failures.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::bail;

use ringstack_arena::record::{FinishedGame, Header, Writer};
use ringstack_arena::runner::SkippedGame;
use ringstack_arena::stats::standings::GameResult;

use crate::commands::UsageError;
use crate::commands::output::refuse_inputs;

use super::args::FileArgs;
use super::output::AppendFile;
use super::progress::termination;
use super::with_file;

/// The open files of a match; `None` if not requested.
pub struct MatchFiles {
    names: Vec<String>,
    /// The fingerprint of the match.
    schedule: String,
    record: Option<(PathBuf, Writer)>,
    games: Option<AppendFile>,
    log: Option<AppendFile>,
    /// The engines whose first failure was reported.
    failed: BTreeSet<String>,
    quiet: bool,
}

/// The names of the files in messages.
const RECORD: &str = "record";
const GAMES: &str = "games";
const LOG: &str = "log";

/// Reports an incomplete last line of a record.
pub fn report_torn(path: &Path, consequence: &str) {
    let path = path.display();
    super::progress::report(&format!(
        "record '{path}': the last line is incomplete; {consequence}"
    ));
}

/// Refuses to append to a file that is read.
pub fn check(files: &FileArgs, openings: Option<&PathBuf>) -> Result<(), UsageError> {
    let log = log_path(files);
    for output in files.games.iter().chain(&log) {
        let inputs = openings.into_iter().chain(&files.record);
        refuse_inputs(output, inputs).map_err(UsageError::from)?;
    }
    Ok(())
}

/// The path of the log; by default beside the record.
fn log_path(files: &FileArgs) -> Option<PathBuf> {
    files.log.clone().or_else(|| {
        let record = files.record.as_ref()?;
        let log = record.with_extension("log");
        if log != *record {
            return Some(log);
        }
        let mut name = record.clone().into_os_string();
        name.push(".log");
        Some(name.into())
    })
}

/// Logs the exchange with an engine that could not be started, if there is a log.
pub fn log_start_failure(files: &FileArgs, headline: &str, traffic: &str) -> anyhow::Result<()> {
    let Some(path) = log_path(files) else {
        return Ok(());
    };
    let mut log = AppendFile::open(LOG, path)?;
    match log.append(&log_entry(headline, traffic)) {
        None => Ok(()),
        Some(_) => bail!("{}", log.missing().trim_end()),
    }
}

fn log_entry(headline: &str, traffic: &str) -> String {
    format!("=== {headline}\n{traffic}\n")
}

/// The log; a requested one is opened at once.
fn log(files: &FileArgs) -> anyhow::Result<Option<AppendFile>> {
    match &files.log {
        Some(path) => AppendFile::open(LOG, path.clone()).map(Some),
        None => Ok(log_path(files).map(|path| AppendFile::lazy(LOG, path))),
    }
}

impl MatchFiles {
    /// Opens the files and returns the recorded games in their order.
    pub fn open(
        files: &FileArgs,
        header: &Header,
    ) -> anyhow::Result<(MatchFiles, Vec<GameResult>)> {
        let mut record = None;
        if let Some(path) = &files.record {
            let opened = with_file(Writer::open(path, header, files.resume), RECORD, path)?;
            let (writer, unlocked) = opened;
            if let Some(error) = unlocked {
                super::progress::report(&format!(
                    "record '{}': cannot be locked: {error}; make sure that no other match writes it",
                    path.display()
                ));
            }
            record = Some((path.clone(), writer));
        }
        let others = || {
            // A new record exists only now.
            check(files, None)?;
            let games = files.games.clone();
            let games = games.map(|path| AppendFile::open(GAMES, path));
            anyhow::Ok((games.transpose()?, log(files)?))
        };
        let (games, log) = match (others(), record.take()) {
            (Ok(others), opened) => {
                record = opened;
                others
            }
            (Err(error), Some((path, writer))) => {
                // Nothing is changed before the command is corrected.
                with_file(writer.abandon(), RECORD, &path)?;
                return Err(error);
            }
            (Err(error), None) => return Err(error),
        };
        let mut played = Vec::new();
        if let Some((path, writer)) = &mut record {
            if writer.is_torn() {
                report_torn(path, "its game is played again");
            }
            played.extend_from_slice(writer.played());
            with_file(writer.begin(), RECORD, path)?;
        }
        let kept = MatchFiles {
            record,
            names: header.plan.names(),
            schedule: header.schedule.clone(),
            games,
            log,
            failed: BTreeSet::new(),
            quiet: files.quiet,
        };
        Ok((kept, played))
    }

    /// Writes a game to the files. Returns messages to report.
    ///
    /// # Errors
    /// The record cannot be written.
    pub fn store(&mut self, game: &FinishedGame) -> anyhow::Result<Vec<String>> {
        if let Some((path, record)) = &mut self.record {
            with_file(record.game(game), RECORD, path)?;
        }
        let mut complaints = Vec::new();
        if let Some(games) = &mut self.games {
            complaints.extend(games.append(&game.pgn(&self.schedule)));
        }
        if game.is_failure() {
            let name = game.failed_engine();
            let [one, two] = &game.record.players;
            let headline = format!(
                "game {} ({one} - {two}): {name}, {}, {}",
                game.scheduled.id(),
                termination(&game.record),
                game.record.detail
            );
            log::warn!("{headline}");
            let traffic = game.traffic.as_deref().unwrap_or_default();
            complaints.extend(self.log(&headline, traffic));
            // Otherwise the line of the game reports it.
            if self.failed.insert(name.to_owned()) && self.quiet {
                complaints.push(headline);
            }
        }
        Ok(complaints)
    }

    /// Logs why a game was not played. Returns a message to report.
    pub fn not_played(&mut self, game: &SkippedGame) -> Vec<String> {
        let Some(failure) = &game.failure else {
            return Vec::new();
        };
        let name = self.names.get(game.engine).map_or("", String::as_str);
        let headline = format!("game {}: {name}, start, {failure}", game.scheduled.id());
        log::warn!("{headline}");
        self.log(&headline, &failure.traffic).into_iter().collect()
    }

    /// What could not be written, one line per file.
    pub fn missing(&self) -> String {
        let files = self.games.iter().chain(&self.log);
        files.map(AppendFile::missing).collect()
    }

    fn log(&mut self, headline: &str, traffic: &str) -> Option<String> {
        self.log.as_mut()?.append(&log_entry(headline, traffic))
    }
}
