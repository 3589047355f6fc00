//! A file to which text is appended for each game. A write error, such as a full disk, does not end the
//! match: it is reported once, and again at the end with the number of missing texts. A file of another
//! kind, such as the record of another match, is refused.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::commands::devices::is_device;
use crate::commands::numbers;

use super::named::named;

/// The content of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppendedText {
    /// Games in PGN style.
    Games,
    /// The lines exchanged before failures.
    Log,
}

/// The beginning of the headlines of a log.
pub const HEADLINE: &str = "=== ";

/// The continuation of its headlines.
const HEADS: [&str; 2] = ["game ", "before the first game"];

/// The bytes of a file that are read to detect its kind.
const HEAD: u64 = 1 << 20;

impl AppendedText {
    /// Its name in messages.
    pub const fn name(self) -> &'static str {
        match self {
            AppendedText::Games => "games",
            AppendedText::Log => "log",
        }
    }

    /// Whether a line shows that the file is of this kind.
    fn marks(self, line: &str) -> bool {
        match self {
            // `[Name "value"]`
            AppendedText::Games => {
                let tag = line.strip_prefix('[').and_then(|tag| tag.split_once('"'));
                let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
                tag.is_some_and(|(before, _)| {
                    let name = before.trim_end();
                    name != before
                        && name.starts_with(|c: char| c.is_ascii_uppercase())
                        && name.chars().all(plain)
                })
            }
            AppendedText::Log => {
                let head = line.strip_prefix(HEADLINE);
                head.is_some_and(|head| HEADS.iter().any(|begin| head.starts_with(begin)))
            }
        }
    }

    /// Whether this is the beginning of a file of this kind, or of an empty one.
    fn fits(self, head: &[u8]) -> bool {
        let text = String::from_utf8_lossy(head);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        text.trim_ascii().is_empty() || text.lines().any(|line| self.marks(line))
    }

    /// Refuses a file with other content.
    fn check(self, file: &mut File) -> io::Result<()> {
        let mut head = Vec::new();
        file.seek(SeekFrom::Start(0))?;
        file.take(HEAD).read_to_end(&mut head)?;
        if self.fits(&head) {
            return Ok(());
        }
        let allowed = match self {
            AppendedText::Games => "games in PGN style",
            AppendedText::Log => "the log of a match",
        };
        Err(io::Error::other(format!(
            "the file has other content and stays unchanged: allowed are {allowed}, or an empty or new file"
        )))
    }
}

/// A file to append to.
pub struct AppendFile {
    kind: AppendedText,
    path: PathBuf,
    file: Option<File>,
    /// The number of texts that could not be written, and why.
    missing: u64,
    cause: Option<String>,
}

impl AppendFile {
    /// A file that is opened at the first write.
    pub fn later(kind: AppendedText, path: PathBuf) -> AppendFile {
        AppendFile {
            kind,
            path,
            file: None,
            missing: 0,
            cause: None,
        }
    }

    /// A file that is opened at once.
    pub fn now(kind: AppendedText, path: PathBuf) -> anyhow::Result<AppendFile> {
        let mut output = AppendFile::later(kind, path);
        output.begin()?;
        Ok(output)
    }

    /// Opens the file.
    pub fn begin(&mut self) -> anyhow::Result<()> {
        let opened = self.open().map(drop);
        named(opened, self.kind.name(), &self.path)
    }

    /// Appends a text completely or not at all. Returns a message about the first failure.
    pub fn append(&mut self, text: &str) -> Option<String> {
        let path = self.path.clone();
        let written = self.open().and_then(|file| append(&path, file, text));
        let error = written.err()?;
        self.missing += 1;
        let first = self.cause.is_none();
        let cause = self.cause.insert(error.to_string());
        let (what, path) = (self.kind.name(), self.path.display());
        first.then(|| format!("{what} '{path}': {cause}; the match continues without it"))
    }

    /// A line about the missing texts, if there are any.
    pub fn missing(&self) -> String {
        let Some(cause) = &self.cause else {
            return String::new();
        };
        let (what, path, missing) = (self.kind.name(), self.path.display(), self.missing);
        super::progress::fold(&format!(
            "{what} '{path}': {} missing: {cause}",
            numbers::count(missing, "game")
        ))
    }

    /// Closes the file until the next text, so that it can be replaced.
    pub fn close(&mut self) {
        self.file = None;
    }

    fn open(&mut self) -> io::Result<&mut File> {
        let is_device = is_device(&self.path);
        // A pipe would wait for a reader.
        match fs::metadata(&self.path) {
            Ok(found) if !found.is_file() && !is_device => {
                return Err(io::Error::other(
                    "not a file: folders and pipes are not allowed",
                ));
            }
            _ => {}
        }
        if self.file.is_none() {
            let mut file = OpenOptions::new()
                .create(true)
                .read(true)
                .append(true)
                .open(&self.path)?;
            if !is_device {
                self.kind.check(&mut file)?;
                end_last_line(&mut file)?;
            }
            self.file = Some(file);
        }
        self.file
            .as_mut()
            .ok_or_else(|| io::Error::other("not open"))
    }
}

/// Ends an incomplete last line of a regular file.
fn end_last_line(file: &mut File) -> io::Result<()> {
    if file.metadata()?.len() == 0 {
        return Ok(());
    }
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    if last == [b'\n'] {
        return Ok(());
    }
    file.write_all(b"\n")
}

fn append(path: &Path, file: &mut File, text: &str) -> io::Result<()> {
    let before = file.metadata().ok().filter(Metadata::is_file);
    let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
    if let (Err(_), Some(before)) = (&written, before) {
        // An incomplete game makes the file unreadable. Windows refuses to shorten a file through a handle
        // for appending.
        let writable = File::options().write(true).open(path);
        let _ = writable.and_then(|file| file.set_len(before.len()));
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_with_other_content_are_recognised() {
        let fits = |kind: AppendedText, text: &str| kind.fits(text.as_bytes());
        for text in [
            "",
            " \r\n",
            "[Event \"x\"]\n",
            "\u{feff}[Event \"x\"]\r\n",
            "; notes\n\n[Game_2  \"x\"]\n",
        ] {
            assert!(fits(AppendedText::Games, text), "{text:?}");
        }
        for text in [
            "[Unit]\nDescription=\"x\"\n",
            "[Ev",
            "[A]\"",
            "[event \"x\"]\n",
            "=== game 3",
        ] {
            assert!(!fits(AppendedText::Games, text), "{text:?}");
        }
        for text in [
            "",
            "=== game 3 (a - b): a, crash\n",
            "=== before the first game: a, start\n",
        ] {
            assert!(fits(AppendedText::Log, text), "{text:?}");
        }
        for text in ["=== notes\n", "=== ga", "[Event \"x\"]\n", "= Title\n"] {
            assert!(!fits(AppendedText::Log, text), "{text:?}");
        }
    }
}
