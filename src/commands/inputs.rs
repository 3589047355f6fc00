//! The files of games that a command is given: read one game after the other, with progress and the
//! errors told, and counted.

use std::io::{BufReader, IsTerminal, Read, Write, stderr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use ringstack::play::record::{GameRecord, ReadError, Reader};

use super::numbers::count as counted;
use super::output::{Whole, standard_output};
use super::source;

/// How many games there were.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Games that were read.
    pub games: u64,
    /// Games that were refused.
    pub refused: u64,
    /// Files that could not be read to their end.
    pub files: u64,
}

impl Count {
    /// What happened, as a sentence for people.
    pub fn summary(&self) -> String {
        let Count {
            games,
            refused,
            files,
        } = *self;
        let mut text = format!("{} read, {refused} refused", counted(games, "game"));
        if files > 0 {
            text.push_str(&format!(", {} not read", counted(files, "file")));
        }
        text
    }

    /// Whether everything was read.
    pub fn is_clean(&self) -> bool {
        self.refused == 0 && self.files == 0
    }

    /// How much there is to be written of what was asked for.
    pub fn whole(&self) -> Whole {
        match (self.games, self.files, self.refused) {
            (0, _, _) => Whole::Nothing,
            (_, 0, 0) => Whole::All,
            (_, 0, _) => Whole::Others,
            _ => Whole::Half,
        }
    }
}

/// A game with the place it comes from.
#[derive(Debug)]
pub struct Found<'a> {
    /// The file as messages call it.
    pub file: &'a str,
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The game.
    pub record: GameRecord,
    /// Whether everything before it was read.
    pub all_before: bool,
}

/// Reads all files (`-` is standard input) and hands over their games in order. What is refused is
/// told on stderr.
pub fn each(
    files: &[PathBuf],
    game: Option<&str>,
    progress: &Progress,
    mut visit: impl FnMut(Found) -> anyhow::Result<()>,
) -> anyhow::Result<Count> {
    let mut count = Count::default();
    for path in files {
        let name = source::name(path);
        let input = match source::open(path) {
            Ok(input) => input,
            Err(error) => {
                count.files += 1;
                progress.tell(&format!("{name}: {error}"));
                continue;
            }
        };
        let mut warned = false;
        let input = BufReader::with_capacity(1 << 16, progress.watched(input));
        for (number, read) in (1..).zip(Reader::new(input, game)) {
            match read {
                Ok(record) => {
                    count.games += 1;
                    if let Some(other) =
                        game.filter(|other| !record.game.eq_ignore_ascii_case(other))
                        && !std::mem::replace(&mut warned, true)
                    {
                        let named = &record.game;
                        progress.tell(&format!(
                            "{name}: game {number} is of '{named}', not of '{other}' as --game says"
                        ));
                    }
                    let file = name.as_str();
                    visit(Found {
                        file,
                        number,
                        record,
                        all_before: count.is_clean(),
                    })?;
                }
                Err(error) => {
                    match error {
                        ReadError::Refused(_) => count.refused += 1,
                        ReadError::NoGames(_) | ReadError::File(_) => count.files += 1,
                    }
                    progress.tell(&format!("{name}: {error}"));
                }
            }
            progress.read(&count);
        }
    }
    progress.all_read();
    Ok(count)
}

/// The size of a file in bytes; `None` for what has none, as a pipe. What is not there is not read.
fn size(path: &Path) -> Option<u64> {
    let is_stdin = path == Path::new("-");
    match path.metadata() {
        _ if is_stdin => None,
        Ok(found) if !found.is_file() => None,
        found => Some(found.map_or(0, |found| found.len())),
    }
}

/// How far the work has come: a bar on a terminal, a line now and then elsewhere.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: ProgressBar,
    shown: Arc<Mutex<Instant>>,
    /// Whether the bar shows bytes that are read; otherwise it is turns that are searched.
    bytes: bool,
}

/// Time between two lines.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

impl Progress {
    /// The work is to read these files.
    pub fn of_bytes(files: &[PathBuf]) -> Progress {
        let bytes = files.iter().map(|path| size(path)).sum();
        let style = match bytes {
            Some(_) => "{bar:30} {bytes}/{total_bytes}  {msg}  left {eta}",
            // Nobody knows what is still to come through a pipe.
            None => "{spinner} {bytes}  {msg}",
        };
        Progress::new(bytes, style, true)
    }

    /// The work is to search turns, whose number grows as games are read.
    pub fn of_turns() -> Progress {
        Progress::new(Some(0), "{bar:30} {pos}/{len} turns  {msg}", false)
    }

    /// All games were read: what is left is known from now on.
    fn all_read(&self) {
        if self.bytes {
            return;
        }
        let style = "{bar:30} {pos}/{len} turns  {msg}  left {eta}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            self.bar.set_style(style);
        }
    }

    fn new(length: Option<u64>, style: &str, bytes: bool) -> Progress {
        let bar = if stderr().is_terminal() {
            ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr_with_hz(4))
        } else {
            ProgressBar::hidden()
        };
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Progress {
            bar,
            shown: Arc::new(Mutex::new(Instant::now())),
            bytes,
        }
    }

    fn watched(&self, input: Box<dyn Read>) -> Box<dyn Read> {
        if self.bytes {
            Box::new(self.bar.wrap_read(input))
        } else {
            input
        }
    }

    /// So many more turns are to be searched.
    pub fn expect(&self, turns: usize) {
        self.bar.inc_length(turns as u64);
    }

    /// A turn was searched.
    pub fn step(&self) {
        self.bar.inc(1);
        self.now_and_then(|| format!("{} searched", counted(self.bar.position(), "turn")));
    }

    fn read(&self, count: &Count) {
        self.bar.set_message(counted(count.games, "game"));
        if self.bytes {
            self.now_and_then(|| count.summary());
        }
    }

    /// Tells something where there is no bar and the last time is long ago.
    fn now_and_then(&self, text: impl FnOnce() -> String) {
        if !self.bar.is_hidden() {
            return;
        }
        let mut shown = self.shown.lock().unwrap_or_else(PoisonError::into_inner);
        if shown.elapsed() >= BETWEEN_LINES {
            *shown = Instant::now();
            self.tell(&text());
        }
    }

    /// Writes a line to stderr. Nobody may be there to read it.
    fn tell(&self, line: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(stderr(), "{line}");
        });
    }

    /// Writes text to stdout.
    pub fn print(&self, text: &str) -> std::io::Result<()> {
        self.bar
            .suspend(|| standard_output().write_all(text.as_bytes()))
    }

    /// Takes the bar away.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
