//! Reads the files of games of a command: passes on the games, shows the progress, reports errors and counts
//! the games.

use std::io::{BufReader, IsTerminal, Read, Write, stderr};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use ringstack_engine::play::record::{GameRecord, Note, ReadError, Reader, unpack};

use super::input;
use super::output::{Completeness, standard_output};
use ringstack_arena::numbers::count as counted;

/// The numbers of games and unreadable files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputCounts {
    /// Games that were read.
    pub games: u64,
    /// Games that were refused.
    pub refused: u64,
    /// Files that could not be read to their end.
    pub files: u64,
    /// Games of which only the first moves were kept.
    pub shortened: u64,
}

impl InputCounts {
    /// The counts as a sentence.
    pub fn summary(&self) -> String {
        let (games, refused) = (counted(self.games, "game"), self.refused);
        let mut text = format!("{games} read, {refused} refused");
        for (number, what, state) in [
            (self.files, "file", "not read"),
            (self.shortened, "game", "shortened"),
        ] {
            if number > 0 {
                text.push_str(&format!(", {} {state}", counted(number, what)));
            }
        }
        text
    }

    /// Whether everything was read.
    pub fn is_clean(&self) -> bool {
        self.refused == 0 && self.files == 0
    }

    /// The completeness of the output.
    pub fn completeness(&self) -> Completeness {
        match self.games {
            0 => Completeness::Nothing,
            _ if self.is_clean() => Completeness::All,
            _ => Completeness::Part,
        }
    }
}

/// A game and its place in a file.
#[derive(Debug)]
pub struct GameInFile<'a> {
    /// The name of the file in messages.
    pub file: &'a str,
    /// The number of the game in the file, from 1.
    pub number: usize,
    /// The game.
    pub record: GameRecord,
}

/// Reads all files (`-` is standard input) and passes their games to `visit` in order. With `keep_legal`,
/// games with an illegal move are read up to this move. Reports errors on stderr.
pub fn each(
    files: &[PathBuf],
    game: Option<&str>,
    keep_legal: bool,
    progress: &Progress,
    mut visit: impl FnMut(GameInFile) -> anyhow::Result<()>,
) -> anyhow::Result<InputCounts> {
    let mut count = InputCounts::default();
    for path in files {
        let name = input::name(path);
        let input = match input::open(path) {
            Ok(input) => input,
            Err(error) => {
                count.files += 1;
                progress.report(&format!("{name}: {error}"));
                continue;
            }
        };
        let mut warned = false;
        let input = BufReader::with_capacity(1 << 16, progress.watched(input));
        let input = match unpack(input) {
            Ok(input) => input,
            Err(error) => {
                count.files += 1;
                progress.report(&format!("{name}: {error}"));
                continue;
            }
        };
        let mut reader = Reader::new(input, game).partial_games(keep_legal);
        let mut is_certain = true;
        let mut number = 0;
        while let Some(read) = reader.next() {
            number += 1;
            for note in reader.take_notes() {
                match note {
                    Note::Shortened { .. } => count.shortened += 1,
                    // One example is enough.
                    Note::SeveralGames { .. } if !std::mem::take(&mut is_certain) => continue,
                    _ => {}
                }
                progress.report(&format!("{name}: {note}"));
            }
            match read {
                Ok(record) => {
                    count.games += 1;
                    if let Some(other) =
                        game.filter(|other| !record.game.eq_ignore_ascii_case(other))
                        && !std::mem::replace(&mut warned, true)
                    {
                        let named = &record.game;
                        progress.report(&format!(
                            "{name}: game {number} is a game of '{named}', although --game is '{other}'"
                        ));
                    }
                    let file = name.as_str();
                    visit(GameInFile {
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
                    progress.report(&format!("{name}: {error}"));
                }
            }
            progress.bar.set_message(counted(count.games, "game"));
        }
    }
    progress.all_read();
    Ok(count)
}

/// The size of a file in bytes; `None` for a pipe or a device, and 0 for a missing file.
fn size(path: &Path) -> Option<u64> {
    let is_stdin = path == Path::new("-");
    match path.metadata() {
        _ if is_stdin => None,
        Ok(found) if !found.is_file() => None,
        found => Some(found.map_or(0, |found| found.len())),
    }
}

/// A progress bar, hidden if stderr is not a terminal.
#[derive(Clone, Debug)]
pub struct Progress {
    bar: ProgressBar,
    /// Whether the bar counts bytes that are read, not moves that are searched.
    bytes: bool,
}

impl Progress {
    /// The progress of reading these files.
    pub fn of_bytes(files: &[PathBuf]) -> Progress {
        let bytes = files.iter().map(|path| size(path)).sum();
        let style = match bytes {
            Some(_) => "{bar:30} {bytes}/{total_bytes}  {msg}  left {eta}",
            // The length of a pipe is unknown.
            None => "{spinner} {bytes}  {msg}",
        };
        Progress::new(bytes, style, true)
    }

    /// The progress of searching moves. Their number grows while games are read.
    pub fn of_moves() -> Progress {
        Progress::new(Some(0), "{bar:30} {pos}/{len} moves  {msg}", false)
    }

    /// Shows the remaining time once all games are read.
    fn all_read(&self) {
        if self.bytes {
            return;
        }
        let style = "{bar:30} {pos}/{len} moves  {msg}  left {eta}";
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
        Progress { bar, bytes }
    }

    fn watched(&self, input: Box<dyn Read>) -> Box<dyn Read> {
        if self.bytes {
            Box::new(self.bar.wrap_read(input))
        } else {
            input
        }
    }

    /// Adds moves to search.
    pub fn expect(&self, moves: usize) {
        self.bar.inc_length(moves as u64);
    }

    /// Counts a searched move.
    pub fn step(&self) {
        self.bar.inc(1);
    }

    /// Writes a line to stderr, which may be closed.
    fn report(&self, line: &str) {
        self.bar.suspend(|| {
            let _ = writeln!(stderr(), "{line}");
        });
    }

    /// Writes text to stdout.
    pub fn print(&self, text: &str) -> std::io::Result<()> {
        self.bar
            .suspend(|| standard_output().write_all(text.as_bytes()))
    }

    /// Removes the bar.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}
