//! How far a match has come: a bar where stdout is a terminal, a line now and then where it is not.

use std::io::{IsTerminal, Write, stdout};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use ringstack::arena::stats::sprt::Sprt;
use ringstack::arena::stats::standings::Standings;

/// Shows the state of a match.
pub struct Progress {
    total: u64,
    /// Games played before this run.
    before: u64,
    begun: Instant,
    bar: Option<ProgressBar>,
    last_line: Instant,
}

/// Time between two lines.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

impl Progress {
    /// Nothing of `total` games has been played but those `before` this run.
    pub fn new(total: u64, before: u64) -> Progress {
        let bar = stdout().is_terminal().then(|| {
            let target = ProgressDrawTarget::stdout();
            let bar = ProgressBar::with_draw_target(Some(total), target).with_position(before);
            bar.reset_eta();
            let style = "{bar:30} {pos}/{len} games  {msg}  left {eta}";
            if let Ok(style) = ProgressStyle::with_template(style) {
                bar.set_style(style);
            }
            bar
        });
        let begun = Instant::now();
        Progress {
            total,
            before,
            begun,
            bar,
            last_line: begun,
        }
    }

    /// Shows the standings after another game.
    pub fn show(&mut self, standings: &Standings, sprt: Option<&Sprt>) -> anyhow::Result<()> {
        let games = standings.games();
        if let Some(bar) = &self.bar {
            bar.set_message(standings.line(sprt));
            bar.set_position(games);
            return Ok(());
        }
        if self.last_line.elapsed() < BETWEEN_LINES && games < self.total {
            return Ok(());
        }
        self.last_line = Instant::now();
        let per_game =
            self.begun.elapsed().as_secs_f64() / games.saturating_sub(self.before).max(1) as f64;
        let left = per_game * self.total.saturating_sub(games) as f64;
        let line = standings.line(sprt);
        writeln!(
            stdout(),
            "{games}/{} games  {line}  left {left:.0} s",
            self.total
        )?;
        Ok(())
    }

    /// Leaves the last state on the terminal.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish();
        }
    }
}
