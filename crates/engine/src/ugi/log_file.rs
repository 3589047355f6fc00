//! The file of the option `LogFile`: all lines in both directions with their times.

use std::fs::{self, File};
use std::io::{self, Write};

use crate::clock;
use crate::rules::quote;

/// An open log.
#[derive(Debug)]
pub struct LogFile {
    path: String,
    file: File,
}

impl LogFile {
    /// Opens a log for appending. A file that is a standard stream of this process is refused: logged lines
    /// would be read as commands.
    ///
    /// # Errors
    /// The problem with the path, as a sentence.
    pub fn open(path: String) -> Result<LogFile, String> {
        let refuse = |cause: String| Err(format!("LogFile '{}': {cause}", quote(&path)));
        if fs::metadata(&path).is_ok_and(|found| may_block(found.file_type())) {
            return refuse("a pipe is not allowed; use a file".to_owned());
        }
        let opened = File::options().create(true).append(true).open(&path);
        match opened.and_then(|file| Ok((stream_of(&file)?, file))) {
            Ok((None, file)) => Ok(LogFile { path, file }),
            Ok((Some(stream), _)) => refuse(format!("the file is {stream}; use another file")),
            Err(error) => refuse(error.to_string()),
        }
    }

    /// Appends a line: seconds since 1970, the direction, the text.
    ///
    /// # Errors
    /// The reason why the file cannot be written, as a sentence.
    pub fn write(&mut self, direction: char, line: &str) -> Result<(), String> {
        let now = clock::unix_time();
        let (seconds, millis) = (now.as_secs(), now.subsec_millis());
        let entry = format!("{seconds}.{millis:03} {direction} {}\n", line.trim_end());
        self.append(&entry).map_err(|error| {
            let path = quote(&self.path);
            format!("LogFile '{path}': {error}; the log ends here")
        })
    }

    fn append(&mut self, entry: &str) -> io::Result<()> {
        self.file.write_all(entry.as_bytes())?;
        self.file.flush()
    }
}

/// The standard stream that is this file, if any.
#[cfg(unix)]
fn stream_of(file: &File) -> io::Result<Option<&'static str>> {
    use std::os::fd::AsFd;
    use std::os::unix::fs::MetadataExt;
    let found = file.metadata()?;
    let streams = [
        ("standard input", io::stdin().as_fd().try_clone_to_owned()),
        ("standard output", io::stdout().as_fd().try_clone_to_owned()),
        ("standard error", io::stderr().as_fd().try_clone_to_owned()),
    ];
    Ok(streams.into_iter().find_map(|(name, stream)| {
        let stream = File::from(stream.ok()?).metadata().ok()?;
        let is_same = (stream.dev(), stream.ino()) == (found.dev(), found.ino());
        (stream.is_file() && is_same).then_some(name)
    }))
}

#[cfg(not(unix))]
fn stream_of(_: &File) -> io::Result<Option<&'static str>> {
    Ok(None)
}

/// Whether writing to such a file may block until it is read.
#[cfg(unix)]
fn may_block(kind: fs::FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_fifo() || kind.is_socket()
}

#[cfg(not(unix))]
fn may_block(_: fs::FileType) -> bool {
    false
}
