//! A file to which text is appended for each game. A write error, such as a full disk, does not end the
//! match: it is reported once, and again at the end with the number of missing texts.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ringstack_arena::numbers;

use super::with_file;

/// A file to append to.
pub struct AppendFile {
    /// Its name in messages.
    what: &'static str,
    path: PathBuf,
    file: Option<File>,
    /// The number of texts that could not be written, and why.
    missing: u64,
    cause: Option<String>,
}

impl AppendFile {
    /// A file that is opened at the first write.
    pub fn lazy(what: &'static str, path: PathBuf) -> AppendFile {
        AppendFile {
            what,
            path,
            file: None,
            missing: 0,
            cause: None,
        }
    }

    /// A file that is opened at once.
    pub fn open(what: &'static str, path: PathBuf) -> anyhow::Result<AppendFile> {
        let mut output = AppendFile::lazy(what, path);
        let opened = output.file().map(drop);
        with_file(opened, what, &output.path)?;
        Ok(output)
    }

    /// Appends a text completely or not at all. Returns a message about the first failure.
    pub fn append(&mut self, text: &str) -> Option<String> {
        let path = self.path.clone();
        let written = self.file().and_then(|file| append(&path, file, text));
        let error = written.err()?;
        self.missing += 1;
        let first = self.cause.is_none();
        let cause = self.cause.insert(error.to_string());
        let (what, path) = (self.what, self.path.display());
        first.then(|| format!("{what} '{path}': {cause}; the match continues without it"))
    }

    /// A line about the missing texts, if there are any.
    pub fn missing(&self) -> String {
        let Some(cause) = &self.cause else {
            return String::new();
        };
        let (what, path, missing) = (self.what, self.path.display(), self.missing);
        super::progress::fold(&format!(
            "{what} '{path}': {} missing: {cause}",
            numbers::count(missing, "game")
        ))
    }

    fn file(&mut self) -> io::Result<&mut File> {
        let file = match self.file.take() {
            Some(file) => file,
            None => OpenOptions::new()
                .create(true)
                .append(true)
                .open(&self.path)?,
        };
        Ok(self.file.insert(file))
    }
}

fn append(path: &Path, file: &mut File, text: &str) -> io::Result<()> {
    let before = file.metadata().ok().filter(Metadata::is_file);
    let written = file.write_all(text.as_bytes());
    if let (Err(_), Some(before)) = (&written, before) {
        // An incomplete game makes the file unreadable. Windows refuses to shorten a file through a handle
        // for appending.
        let writable = File::options().write(true).open(path);
        let _ = writable.and_then(|file| file.set_len(before.len()));
    }
    written
}
