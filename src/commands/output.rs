//! Where games and pages go. A file is written beside its place and put there when it is complete, so
//! that nothing is lost when the work is interrupted.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

/// Standard output, or a file.
pub struct Output {
    stream: Box<dyn Write>,
    /// The file that is written, and its place.
    places: Option<(PathBuf, PathBuf)>,
}

impl Output {
    /// Opens the file of this name, or standard output without a name or for `-`. A file that exists
    /// is refused unless `force` is set.
    pub fn open(path: Option<&Path>, force: bool) -> anyhow::Result<Output> {
        let Some(path) = path.filter(|&path| path != Path::new("-")) else {
            return Ok(Output {
                stream: Box::new(BufWriter::new(stdout().lock())),
                places: None,
            });
        };
        let name = path.display();
        ensure!(
            force || !path.exists(),
            "'{name}' exists: expected another name, or --force to overwrite it"
        );
        let file_name = path
            .file_name()
            .with_context(|| format!("'{name}': expected the name of a file"))?;
        let mut part = file_name.to_owned();
        part.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(part);
        let file = File::create_new(&part).with_context(|| format!("cannot write '{name}'"))?;
        Ok(Output {
            stream: Box::new(BufWriter::new(file)),
            places: Some((part, path.to_owned())),
        })
    }

    /// Writes text.
    pub fn write(&mut self, text: &str) -> anyhow::Result<()> {
        self.stream.write_all(text.as_bytes()).map_err(Into::into)
    }

    /// Brings the file to its place.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.stream.flush()?;
        // Closes the file.
        self.stream = Box::new(io::sink());
        if let Some((part, path)) = self.places.take() {
            fs::rename(&part, &path)
                .with_context(|| format!("cannot write '{}'", path.display()))?;
        }
        Ok(())
    }
}

impl Drop for Output {
    /// What is not complete goes.
    fn drop(&mut self) {
        if let Some((part, _)) = &self.places {
            // There is nothing to be done if it cannot be removed.
            let _ = fs::remove_file(part);
        }
    }
}
