//! The progress of a match: a line for each game, and the standings in a bar, in a line at intervals if
//! stdout is not a terminal, or in tables after a number of games.

use ringstack_engine::clock::{self, Instant};
use std::fmt::Write as _;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use ringstack_arena::columns;
use ringstack_arena::record::FinishedGame;
use ringstack_arena::stats::standings::Standings;
use ringstack_engine::play::record::{GameRecord, score_word};
use ringstack_engine::rules::printable;

use crate::commands::output::standard_output;
use ringstack_arena::numbers;

use super::args::FileArgs;

/// Shows the state of a match.
pub struct MatchProgress {
    total: u64,
    /// Games played before this run.
    before: u64,
    begun: Instant,
    bar: Option<ProgressBar>,
    last_line: Instant,
    /// Whether the lines for each game are omitted.
    quiet: bool,
    /// The number of games between two tables, if there are any.
    rating_interval: Option<u64>,
}

/// The time between two lines of standings.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// The width of a line, in columns.
const WIDTH: usize = 80;

impl MatchProgress {
    /// A match of `total` games, of which `before` were played before this run.
    pub fn new(total: u64, before: u64, files: &FileArgs) -> MatchProgress {
        let bar = stdout().is_terminal().then(|| {
            let target = ProgressDrawTarget::stdout();
            let bar = ProgressBar::with_draw_target(Some(total), target).with_position(before);
            bar.reset_eta();
            let style = "{bar:12} {pos}/{len}  {wide_msg}  left {eta}";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style);
            }
            bar
        });
        let begun = clock::now();
        MatchProgress {
            total,
            before,
            begun,
            bar,
            last_line: begun,
            quiet: files.quiet,
            rating_interval: files.rating_interval,
        }
    }

    /// Shows a finished game; a failure with its cause.
    pub fn game(&self, game: &FinishedGame, standings: &Standings) -> anyhow::Result<()> {
        if self.quiet {
            return Ok(());
        }
        let (count, total) = (standings.games(), self.total);
        let record = &game.record;
        let digits = total.to_string().len();
        let plies = record.moves.len().saturating_sub(record.opening_plies);
        let plies = numbers::count(plies as u64, "ply");
        let end = format!(
            "{}  {}, {plies}",
            match record.outcome {
                None => "void",
                outcome => score_word(outcome),
            },
            termination(record)
        );
        let begin = format!("{count:digits$}/{total}  game {}: ", game.scheduled.id());
        let left = WIDTH.saturating_sub(begin.len() + end.len() + " -   ".len()) / 2;
        let [one, two] = record
            .players
            .each_ref()
            .map(|name| columns::cut(&printable(name), left.max(6)));
        let mut text = format!("{begin}{one} - {two}  {end}\n");
        if game.is_failure() {
            let name = game.failed_engine();
            let _ = write!(text, "{}", fold(&format!("    {name}: {}", record.detail)));
        }
        self.print(&text)
    }

    /// Shows a message about a game that was not played.
    pub fn not_played(&self, message: &str) -> anyhow::Result<()> {
        self.print(&fold(message))
    }

    /// Reports an error of a file, or an engine's first failure, on stderr.
    pub fn complain(&self, complaints: &[String]) {
        for complaint in complaints {
            match &self.bar {
                Some(bar) => bar.suspend(|| report(complaint)),
                None => report(complaint),
            }
        }
    }

    /// Shows the standings after another game.
    pub fn show(&mut self, standings: &Standings) -> anyhow::Result<()> {
        let games = standings.games();
        if let Some(bar) = &self.bar {
            bar.set_message(standings.line());
            bar.set_position(games);
        }
        if let Some(interval) = self.rating_interval {
            // The table of the whole match follows the last game.
            let is_due = games.is_multiple_of(interval) && games < self.total;
            return match is_due {
                true => self.print(&standings.table()),
                false => Ok(()),
            };
        }
        if self.bar.is_some() || self.last_line.elapsed() < BETWEEN_LINES {
            return Ok(());
        }
        self.last_line = clock::now();
        let played = games.saturating_sub(self.before).max(1);
        let per_game = self.begun.elapsed().as_secs_f64() / played as f64;
        let left = per_game * self.total.saturating_sub(games) as f64;
        let line = standings.line();
        let line = format!("{games}/{}  {line}  left {left:.0} s\n", self.total);
        self.print(&line)
    }

    /// Removes the bar; the table follows.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Prints lines.
    fn print(&self, text: &str) -> anyhow::Result<()> {
        let write = || {
            let mut out = standard_output();
            out.write_all(text.as_bytes()).and_then(|()| out.flush())
        };
        let written = match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        };
        Ok(written?)
    }
}

/// Writes a message to stderr.
pub fn report(text: &str) {
    // Standard error may be closed.
    let _ = write!(stderr(), "{}", fold(&format!("ringstack: {text}")));
}

/// The result of a game in one word.
pub fn termination(record: &GameRecord) -> &str {
    record
        .termination
        .as_ref()
        .map_or("", |termination| termination.word())
}

/// A text without control characters, wrapped; the lines after the first one are indented.
pub fn fold(text: &str) -> String {
    let text = printable(text);
    let indent = text.len() - text.trim_start().len();
    let lines = columns::fill(text.split_ascii_whitespace(), WIDTH - indent - 4);
    let [first, others] = [indent, indent + 4].map(|columns| " ".repeat(columns));
    format!("{first}{}\n", lines.replace('\n', &format!("\n{others}")))
}
