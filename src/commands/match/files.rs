//! The files of a match: its record, its games and what was said before failures.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use ringstack::arena::record::{GameLine, Header, Writer};
use ringstack::arena::runner::{Finished, NotPlayed};
use ringstack::arena::stats::standings::GameResult;

use crate::commands::distinct::all_different;

use super::args::FileArgs;
use super::games::Games;
use super::named::with_remedy;
use super::output::{HEADLINE, Kind, Output};

/// The open files of a match; what nobody asked for is `None`.
pub struct MatchFiles {
    names: Vec<String>,
    record: Option<(PathBuf, Writer)>,
    games: Option<Games>,
    log: Option<Output>,
    /// The engines whose first failure was told.
    failed: BTreeSet<String>,
    quiet: bool,
}

/// Refuses files that stand in each other's way.
pub fn check(files: &FileArgs, openings: Option<&Path>) -> anyhow::Result<()> {
    let log = match &files.log {
        Some(_) => "--log",
        None => "the log beside the record (--log FILE puts it elsewhere)",
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

/// Where what was said before failures is written: beside the record when it is not said.
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

/// Writes to the log, if there is one, what an engine said that could not be started.
pub fn log_start_failure(files: &FileArgs, headline: &str, traffic: &str) -> anyhow::Result<()> {
    let Some(path) = log_path(files) else {
        return Ok(());
    };
    let mut log = Output::now(Kind::Log, path)?;
    match log.append(&log_entry(headline, traffic)) {
        None => Ok(()),
        Some(_) => bail!("{}", log.missing().trim_end()),
    }
}

fn log_entry(headline: &str, traffic: &str) -> String {
    format!("{HEADLINE}{headline}\n{traffic}\n")
}

/// Opens the file of games, if one is asked for.
fn games(files: &FileArgs, header: &Header) -> anyhow::Result<Option<Games>> {
    let Some(path) = &files.games else {
        return Ok(None);
    };
    let record = files.record.as_deref().filter(|_| files.resume);
    let (games, complaints) = Games::open(path, header, record)?;
    complaints
        .iter()
        .for_each(|told| super::progress::tell(told));
    Ok(Some(games))
}

/// The log: one that is asked for is opened at once.
fn log(files: &FileArgs) -> anyhow::Result<Option<Output>> {
    match &files.log {
        Some(path) => Output::now(Kind::Log, path.clone()).map(Some),
        None => Ok(log_path(files).map(|path| Output::later(Kind::Log, path))),
    }
}

impl MatchFiles {
    /// Opens what is asked for, and gives the games that have been played already, in their order.
    pub fn open(
        files: &FileArgs,
        header: &Header,
    ) -> anyhow::Result<(MatchFiles, Vec<GameResult>)> {
        let mut played = Vec::new();
        let mut record = None;
        if let Some(path) = &files.record {
            let opened = Writer::open(path, header, files.resume);
            let opened = opened.map_err(|error| with_remedy(error, path))?;
            if let Some(error) = opened.unlocked {
                super::progress::tell(&format!(
                    "record '{}': cannot be locked: {error}; no second match may write it",
                    path.display()
                ));
            }
            (record, played) = (Some((path.clone(), opened.writer)), opened.played);
        }
        let others = games(files, header).and_then(|games| Ok((games, log(files)?)));
        let (games, log) = match (others, record.take()) {
            (Ok(others), opened) => {
                record = opened;
                others
            }
            (Err(error), Some((path, writer))) => {
                // The mended command finds everything as this one has.
                let taken = writer.take_back(&path);
                taken.map_err(|error| with_remedy(error, &path))?;
                return Err(error);
            }
            (Err(error), None) => return Err(error),
        };
        let kept = MatchFiles {
            names: header.plan.names(),
            record,
            games,
            log,
            failed: BTreeSet::new(),
            quiet: files.quiet,
        };
        Ok((kept, played))
    }

    /// Writes a game where it belongs. Gives it as it is kept, and what is to be told.
    ///
    /// # Errors
    /// The record cannot be written.
    pub fn keep(&mut self, finished: &Finished) -> anyhow::Result<(GameLine, Vec<String>)> {
        let line = GameLine::of(finished, &self.names);
        if let Some((path, record)) = &mut self.record {
            let written = record.game(&line);
            written.with_context(|| format!("record '{}'", path.display()))?;
        }
        let mut complaints = Vec::new();
        complaints.extend(self.games.as_mut().and_then(|games| games.write(&line)));
        if line.reason.is_failure() {
            let who = line.who_failed();
            let [one, two] = &line.names;
            let headline = format!(
                "game {} ({one} - {two}): {who}, {}, {}",
                line.id, line.reason, line.detail
            );
            log::warn!("{headline}");
            let traffic = finished.traffic.as_deref().unwrap_or_default();
            complaints.extend(self.log(&headline, traffic));
            // With a line for each game it is told there.
            if self.failed.insert(who.to_owned()) && self.quiet {
                complaints.push(headline);
            }
        }
        Ok((line, complaints))
    }

    /// Writes to the log why a game was not played. Gives what is to be told.
    pub fn not_played(&mut self, game: &NotPlayed) -> Vec<String> {
        let Some(failure) = &game.failure else {
            return Vec::new();
        };
        let name = self.names.get(game.engine).map_or("", String::as_str);
        let headline = format!("game {}: {name}, start, {failure}", game.fixture.id());
        log::warn!("{headline}");
        self.log(&headline, &failure.traffic).into_iter().collect()
    }

    /// What could not be written, a line for each file.
    pub fn missing(&self) -> String {
        let games = self.games.as_ref().map(Games::missing);
        let log = self.log.as_ref().map(Output::missing);
        games.into_iter().chain(log).collect()
    }

    /// What is to be told of the files in the end, whether something is missing or not.
    pub fn remark(&self) -> Option<String> {
        self.games.as_ref()?.repeated()
    }

    fn log(&mut self, headline: &str, traffic: &str) -> Option<String> {
        self.log.as_mut()?.append(&log_entry(headline, traffic))
    }
}
