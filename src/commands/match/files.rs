//! The files of a match: its record, its games and what was said before failures.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

use ringstack::arena::record::gamefile::GameText;
use ringstack::arena::record::{GameLine, Header, Writer};
use ringstack::arena::runner::Finished;
use ringstack::arena::stats::standings::GameResult;

use super::args::FileArgs;

/// The open files of a match; what nobody asked for is `None`.
pub struct MatchFiles {
    schedule: String,
    game: String,
    names: Vec<String>,
    paces: Vec<String>,
    record: Option<Writer>,
    games: Option<File>,
    log: Option<PathBuf>,
}

impl MatchFiles {
    /// Opens what is asked for, and gives the games that have been played already.
    pub fn open(
        files: &FileArgs,
        header: &Header,
    ) -> anyhow::Result<(MatchFiles, BTreeMap<usize, GameResult>)> {
        let mut played = BTreeMap::new();
        let mut record = None;
        if let Some(path) = &files.record {
            let (writer, games) = Writer::open(path, header, files.resume)
                .with_context(|| format!("record '{}'", path.display()))?;
            (record, played) = (Some(writer), games);
        }
        let games = files.games.as_deref().map(append).transpose()?;
        let beside = files.record.as_ref().map(|path| path.with_extension("log"));
        let plan = &header.plan;
        let paces = plan
            .engines
            .iter()
            .map(|engine| engine.pace.unwrap_or(plan.pace).to_string());
        let files = MatchFiles {
            schedule: header.schedule.clone(),
            game: plan.game.clone(),
            names: plan.names(),
            paces: paces.collect(),
            record,
            games,
            log: files.log.clone().or(beside),
        };
        Ok((files, played))
    }

    /// Writes a game where it belongs and gives its result.
    pub fn keep(&mut self, finished: &Finished) -> anyhow::Result<GameResult> {
        let line = GameLine::of(finished, &self.names);
        if let Some(record) = &mut self.record {
            record.game(&line).context("record")?;
        }
        if let Some(games) = &mut self.games {
            let pace = |number: usize| self.paces.get(number).map_or("", String::as_str);
            let text = GameText {
                game: &self.game,
                schedule: &self.schedule,
                paces: line.players.map(pace),
                line: &line,
            };
            write!(games, "{text}")
                .and_then(|()| games.flush())
                .context("games")?;
        }
        self.report_failure(finished, &line)?;
        Ok(finished.result())
    }

    fn report_failure(&self, finished: &Finished, line: &GameLine) -> anyhow::Result<()> {
        if !line.reason.is_failure() {
            return Ok(());
        }
        let [one, two] = &line.names;
        let who = match line.culprit.as_deref() {
            Some("p1") => one,
            Some(_) => two,
            None => "nobody",
        };
        let headline = format!(
            "game {} ({one} - {two}): {who}, {}, {}",
            line.id, line.reason, line.detail
        );
        log::warn!("{headline}");
        let (Some(path), Some(traffic)) = (&self.log, &finished.traffic) else {
            return Ok(());
        };
        let mut file = append(path)?;
        writeln!(file, "=== {headline}\n{traffic}").context("log")
    }
}

fn append(path: &Path) -> anyhow::Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| format!("file '{}'", path.display()))
}
