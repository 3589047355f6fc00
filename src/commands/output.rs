//! Where games and pages go. A file is written beside its place and put there when it is complete, so
//! that nothing is lost when the work is interrupted.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Stdout, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use super::signals;

/// Standard output under its name: what cannot be written says where it was to go.
pub struct StandardOutput(Stdout);

/// Standard output, written line by line.
pub fn standard_output() -> StandardOutput {
    StandardOutput(stdout())
}

impl StandardOutput {
    fn named(error: io::Error) -> io::Error {
        io::Error::new(
            error.kind(),
            format!("cannot write standard output: {error}"),
        )
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(StandardOutput::named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(StandardOutput::named)
    }
}

/// How much there is to be written of what was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whole {
    /// All of it.
    All,
    /// All but games that were refused.
    Others,
    /// What was read before a file could not be read, and after it.
    Half,
    /// Nothing.
    Nothing,
}

/// Standard output, or a file.
pub struct Output {
    stream: Box<dyn Write>,
    /// What messages call it.
    name: String,
    file: Option<Places>,
}

/// A file on its way.
struct Places {
    /// The file that is written, and its name.
    file: File,
    part: PathBuf,
    /// Its place.
    path: PathBuf,
    /// Whether what is there may go.
    force: bool,
}

impl Output {
    /// Opens the file of this name, or standard output without a name or for `-`. A file that exists
    /// is refused unless `force` is set.
    pub fn open(path: Option<&Path>, force: bool) -> anyhow::Result<Output> {
        let Some(path) = path.filter(|&path| path != Path::new("-")) else {
            return Ok(Output {
                stream: Box::new(BufWriter::new(stdout().lock())),
                name: "standard output".to_owned(),
                file: None,
            });
        };
        let name = format!("'{}'", path.display());
        ensure!(
            force || fs::symlink_metadata(path).is_err(),
            "{name} exists: expected another name, or --force to overwrite it"
        );
        // A link stays one, and a device is written, not replaced.
        let target = fs::canonicalize(path);
        if let (Err(error), Ok(_)) = (&target, fs::symlink_metadata(path)) {
            bail!("{name}: expected a link to a file that is there: {error}");
        }
        let path = target.as_deref().unwrap_or(path);
        if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
            let device = File::options().write(true).open(path);
            let device = device.with_context(|| format!("cannot write {name}"))?;
            return Ok(Output {
                stream: Box::new(BufWriter::new(device)),
                name,
                file: None,
            });
        }
        let file_name = path.file_name().filter(|_| !path.is_dir());
        let file_name =
            file_name.with_context(|| format!("{name}: expected the name of a file"))?;
        let mut part = file_name.to_owned();
        part.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(part);
        // Who may read or write it stays as it is.
        let old = fs::metadata(path).ok().map(|found| found.permissions());
        let cannot = || format!("cannot write {name}");
        let file = create(&part, old.is_some()).with_context(cannot)?;
        let mut output = Output {
            stream: Box::new(io::sink()),
            name: name.clone(),
            file: Some(Places {
                file: file.try_clone().with_context(cannot)?,
                part: part.clone(),
                path: path.to_owned(),
                force,
            }),
        };
        signals::begin_file(&part, &name)?;
        if let Some(old) = old {
            keep_permissions(&file, old).with_context(cannot)?;
        }
        output.stream = Box::new(BufWriter::new(file));
        Ok(output)
    }

    /// Writes text, or bytes of another kind.
    pub fn write(&mut self, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
        let written = self.stream.write_all(bytes.as_ref());
        written.with_context(|| format!("cannot write {}", self.name))
    }

    /// Brings the file to its place if that is what was asked for. A new file may be without the games
    /// that were refused; what is there is replaced by no less than all. Gives what is to be told: that
    /// the place is as it was, and where that is which could be read.
    pub fn end(mut self, whole: Whole) -> anyhow::Result<Option<String>> {
        let there = self.file.as_ref();
        let there = there.is_some_and(|file| fs::symlink_metadata(&file.path).is_ok());
        let fits = whole == Whole::All || whole == Whole::Others && !there;
        if fits || self.file.is_none() {
            if let Some(file) = self.file.as_mut().filter(|_| whole != Whole::All) {
                // Not even of one that comes just now.
                file.force = false;
            }
            return self.finish().map(|()| None);
        }
        let name = &self.name;
        let mut told = if there {
            format!("{name} is left as it was")
        } else {
            format!("{name} is not written")
        };
        if whole != Whole::Nothing {
            self.stream
                .flush()
                .with_context(|| format!("cannot write {name}"))?;
            if let Some(part) = self.leave() {
                told.push_str(&format!("; what was read is in '{part}'"));
            }
        }
        Ok(Some(told))
    }

    /// Brings the file to its place.
    pub fn finish(mut self) -> anyhow::Result<()> {
        let cannot = || format!("cannot write {}", self.name);
        self.stream.flush().with_context(cannot)?;
        let Some(Places {
            file,
            part,
            path,
            force,
        }) = &self.file
        else {
            return Ok(());
        };
        // A power failure may leave a new name and lose what is behind it.
        file.sync_all().with_context(cannot)?;
        if *force {
            fs::rename(part, path).with_context(cannot)?;
        } else {
            // Unlike a renamed file, a linked one never takes the place of another.
            match fs::hard_link(part, path) {
                Ok(()) => {}
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                    let part = self.leave().unwrap_or_default();
                    let name = &self.name;
                    bail!(
                        "{name} exists by now and is left alone; what was to be there is in '{part}'"
                    );
                }
                // Not every file system has links. Nothing stood there when the work began.
                Err(error) if fs::symlink_metadata(path).is_ok() => {
                    let part = self.leave().unwrap_or_default();
                    return Err(error)
                        .with_context(|| format!("cannot write {}; it is in '{part}'", self.name));
                }
                Err(_) => fs::rename(part, path).with_context(cannot)?,
            }
        }
        Ok(())
    }

    /// Leaves the file where it is, and says where.
    fn leave(&mut self) -> Option<String> {
        let Places { part, .. } = self.file.take()?;
        signals::end_file(&part);
        Some(part.display().to_string())
    }
}

/// Makes the file of a part. One that replaces another is nobody else's until it is known whose it may be.
fn create(part: &Path, replaces: bool) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if replaces {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = replaces;
    options.open(part)
}

/// Gives a file the permissions of the one that it replaces. Not every file system can change them.
fn keep_permissions(file: &File, old: Permissions) -> io::Result<()> {
    if file.metadata()?.permissions() == old {
        return Ok(());
    }
    file.set_permissions(old)
}

impl Drop for Output {
    /// What is not at its place goes.
    fn drop(&mut self) {
        if let Some(Places { part, .. }) = &self.file {
            // It may have been moved; there is nothing to be done if it cannot be removed.
            let _ = fs::remove_file(part);
            signals::end_file(part);
        }
    }
}
