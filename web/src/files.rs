//! The files of the board. They are in memory, and the host stores every change later.

use std::collections::BTreeMap;

use ringstack_board::session::files::FileStamp;
use ringstack_board::session::{Files, MemoryFiles};

use crate::messages::{BoardMessage, FileContents, send};

/// The files, which the host also stores.
#[derive(Debug)]
pub struct HostedFiles {
    files: MemoryFiles,
    place: Option<String>,
}

impl HostedFiles {
    /// The files that are stored. `place` is `None` if games cannot be saved.
    pub fn new(stored: BTreeMap<String, String>, place: Option<String>) -> HostedFiles {
        let files = MemoryFiles::new(stored);
        HostedFiles { files, place }
    }
}

impl Files for HostedFiles {
    fn place(&self) -> Option<String> {
        self.place.clone()
    }

    fn names(&self) -> Vec<String> {
        self.files.names()
    }

    fn stamp(&self, file: &str) -> Option<FileStamp> {
        self.files.stamp(file)
    }

    fn read(&self, file: &str) -> Result<Option<String>, String> {
        self.files.read(file)
    }

    fn write(&mut self, file: &str, text: &str) -> Result<(), String> {
        self.files.write(file, text)?;
        store([(file.to_owned(), Some(text.to_owned()))].into());
        Ok(())
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<(), String> {
        self.files.rename(from, to)?;
        let text = self.files.read(to)?;
        store([(from.to_owned(), None), (to.to_owned(), text)].into());
        Ok(())
    }
}

fn store(files: FileContents) {
    send(&BoardMessage::Store { files });
}
