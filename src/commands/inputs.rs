//! The files of games that a command is given: read one game after the other, with progress and the
//! errors told, and counted.

use std::fs::File;
use std::io::{BufReader, IsTerminal, Read, Write, stderr, stdin};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use ringstack::play::record::{GameRecord, ReadError, Reader};

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
        let plural = |n: u64, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
        let mut text = format!("{} read, {refused} refused", plural(games, "game"));
        if files > 0 {
            text.push_str(&format!(", {} not read", plural(files, "file")));
        }
        text
    }

    /// Whether everything was read.
    pub fn is_clean(&self) -> bool {
        self.refused == 0 && self.files == 0
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
}

/// Reads all files (`-` is standard input) and hands over their games in order. What is refused is
/// told on stderr; so is the progress of long work.
pub fn each(
    files: &[PathBuf],
    game: Option<&str>,
    mut visit: impl FnMut(Found) -> anyhow::Result<()>,
) -> anyhow::Result<Count> {
    let mut count = Count::default();
    let mut progress = Progress::new(files);
    for path in files {
        let name = name_of(path);
        let input: Box<dyn Read> = if path == Path::new("-") {
            Box::new(stdin().lock())
        } else {
            match File::open(path) {
                Ok(file) => Box::new(file),
                Err(error) => {
                    count.files += 1;
                    progress.tell(&format!("{name}: {error}"));
                    continue;
                }
            }
        };
        let input = BufReader::with_capacity(1 << 16, progress.wrap(input));
        for (number, read) in (1..).zip(Reader::new(input, game)) {
            match read {
                Ok(record) => {
                    count.games += 1;
                    let file = name.as_str();
                    visit(Found {
                        file,
                        number,
                        record,
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
            progress.show(&count);
        }
    }
    progress.end();
    Ok(count)
}

fn name_of(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        path.display().to_string()
    }
}

/// How far the reading has come: a bar on a terminal, a line now and then elsewhere.
struct Progress {
    bar: ProgressBar,
    shown: Instant,
}

/// Time between two lines.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

impl Progress {
    fn new(files: &[PathBuf]) -> Progress {
        let sizes = files.iter().map(|path| path.metadata().map(|m| m.len()));
        let bytes: u64 = sizes.map(Result::unwrap_or_default).sum();
        let bar = if stderr().is_terminal() {
            ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr_with_hz(4))
        } else {
            ProgressBar::hidden()
        };
        let style = "{bar:30} {bytes}/{total_bytes}  {msg}  left {eta}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        Progress {
            bar,
            shown: Instant::now(),
        }
    }

    fn wrap(&self, input: Box<dyn Read>) -> impl Read + use<> {
        self.bar.wrap_read(input)
    }

    fn show(&mut self, count: &Count) {
        if !self.bar.is_hidden() {
            self.bar.set_message(format!("{} games", count.games));
        } else if self.shown.elapsed() >= BETWEEN_LINES {
            self.shown = Instant::now();
            self.tell(&count.summary());
        }
    }

    /// Writes a line to stderr. Nobody may be there to read it.
    fn tell(&self, line: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(stderr(), "{line}");
        });
    }

    fn end(&self) {
        self.bar.finish_and_clear();
    }
}
