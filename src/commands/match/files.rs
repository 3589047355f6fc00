//! The files of a match: the record, the games and the log of failures.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::bail;

use ringstack::arena::record::{DamagedLine, Header, MatchGame, Writer};
use ringstack::arena::runner::{FinishedGame, SkippedGame};
use ringstack::arena::stats::standings::GameResult;

use crate::commands::same_file::all_different;

use super::args::FileArgs;
use super::games::GamesFile;
use super::named::named;
use super::output::{AppendFile, AppendedText, HEADLINE};
use super::progress::termination;

/// The open files of a match; `None` if not requested.
pub struct MatchFiles {
    names: Vec<String>,
    record: Option<(PathBuf, Writer)>,
    games: Option<GamesFile>,
    log: Option<AppendFile>,
    /// The engines whose first failure was reported.
    failed: BTreeSet<String>,
    quiet: bool,
}

/// The name of the record in messages.
const RECORD: &str = "record";

/// Reports a damaged line of a record; line 1 is the plan of the match.
pub fn report_damage(path: &Path, line: &DamagedLine, consequence: &str) {
    let path = path.display();
    let cause = &line.cause;
    let (place, consequence) = match line.number {
        0 => (String::new(), consequence),
        1 => (
            "line 1, the plan of the match: ".to_owned(),
            "--resume rewrites it",
        ),
        line => (format!("line {line}: "), consequence),
    };
    super::progress::report(&format!("record '{path}': {place}{cause}; {consequence}"));
}

/// Refuses options that name the same file twice.
pub fn check(files: &FileArgs, openings: Option<&Path>) -> anyhow::Result<()> {
    let log = match &files.log {
        Some(_) => "--log",
        None => "the log beside the record (choose another place with --log FILE)",
    };
    let log_path = log_path(files);
    let files = [
        ("--openings", openings),
        ("--record", files.record.as_deref()),
        ("--games", files.games.as_deref()),
        (log, log_path.as_deref()),
    ];
    all_different(&[], &files)
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
    let mut log = AppendFile::now(AppendedText::Log, path)?;
    match log.append(&log_entry(headline, traffic)) {
        None => Ok(()),
        Some(_) => bail!("{}", log.missing().trim_end()),
    }
}

fn log_entry(headline: &str, traffic: &str) -> String {
    format!("{HEADLINE}{headline}\n{traffic}\n")
}

/// The log; a requested one is opened at once.
fn log(files: &FileArgs) -> anyhow::Result<Option<AppendFile>> {
    match &files.log {
        Some(path) => AppendFile::now(AppendedText::Log, path.clone()).map(Some),
        None => Ok(log_path(files).map(|path| AppendFile::later(AppendedText::Log, path))),
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
            let opened = named(Writer::open(path, header, files.resume), RECORD, path)?;
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
            // A dangling link to the record leads to the same file only now that the record exists.
            check(files, None)?;
            let made_from =
                |(path, writer): &(PathBuf, Writer)| (path.clone(), !writer.played().is_empty());
            let made_from = record.as_ref().map(made_from);
            let made_from = made_from
                .as_ref()
                .map(|(path, has_games)| (path.as_path(), *has_games));
            let games = files
                .games
                .as_deref()
                .map(|path| GamesFile::open(path, header, made_from));
            anyhow::Ok((games.transpose()?, log(files)?))
        };
        let (mut games, log) = match (others(), record.take()) {
            (Ok(others), opened) => {
                record = opened;
                others
            }
            (Err(error), Some((path, writer))) => {
                // Nothing is changed before the command is corrected.
                named(writer.abandon(), RECORD, &path)?;
                return Err(error);
            }
            (Err(error), None) => return Err(error),
        };
        let mut played = Vec::new();
        if let Some((path, writer)) = &mut record {
            for line in writer.damaged() {
                let consequence = match line.is_surplus {
                    true => "the line is skipped",
                    false => "the line is skipped; its game is replayed unless another line has it",
                };
                report_damage(path, line, consequence);
            }
            played.extend_from_slice(writer.played());
            named(writer.begin(), RECORD, path)?;
            if let Some(games) = &mut games {
                games.renew()?;
            }
        }
        let kept = MatchFiles {
            record,
            names: header.plan.names(),
            games,
            log,
            failed: BTreeSet::new(),
            quiet: files.quiet,
        };
        Ok((kept, played))
    }

    /// Writes a game to the files. Returns its record and messages to report.
    ///
    /// # Errors
    /// The record cannot be written.
    pub fn keep(&mut self, finished: &FinishedGame) -> anyhow::Result<(MatchGame, Vec<String>)> {
        let game = MatchGame {
            id: finished.scheduled.id(),
            players: finished.scheduled.players(),
            record: finished.record.clone(),
        };
        if let Some((path, record)) = &mut self.record {
            named(record.game(&game), RECORD, path)?;
        }
        let mut complaints = Vec::new();
        complaints.extend(self.games.as_mut().and_then(|games| games.append(&game)));
        if game.is_failure() {
            let name = game.failed_engine();
            let [one, two] = &game.record.players;
            let headline = format!(
                "game {} ({one} - {two}): {name}, {}, {}",
                game.id,
                termination(&game.record),
                game.record.detail
            );
            log::warn!("{headline}");
            let traffic = finished.traffic.as_deref().unwrap_or_default();
            complaints.extend(self.log(&headline, traffic));
            // Otherwise the line of the game reports it.
            if self.failed.insert(name.to_owned()) && self.quiet {
                complaints.push(headline);
            }
        }
        Ok((game, complaints))
    }

    /// Rewrites the file of games from the record, so that it is complete.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        self.games.as_mut().map_or(Ok(()), GamesFile::renew)
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
        let games = self.games.as_ref().map(GamesFile::missing);
        let log = self.log.as_ref().map(AppendFile::missing);
        games.into_iter().chain(log).collect()
    }

    fn log(&mut self, headline: &str, traffic: &str) -> Option<String> {
        self.log.as_mut()?.append(&log_entry(headline, traffic))
    }
}
