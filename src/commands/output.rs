//! Outputs for games and pages. A file is written under a temporary name in the same folder and renamed
//! when it is complete, so that an interruption loses nothing.

use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Stdout, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use same_file::is_same_file;
use tempfile::{Builder, NamedTempFile};

use super::signals;

/// Makes the standard streams wait for what they read and write. A parent may have made them
/// non-blocking.
pub fn make_streams_blocking() {
    #[cfg(unix)]
    for stream in [
        rustix::stdio::stdin(),
        rustix::stdio::stdout(),
        rustix::stdio::stderr(),
    ] {
        use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
        // A stream without flags stays as it is.
        if let Ok(flags) = fcntl_getfl(stream)
            && flags.contains(OFlags::NONBLOCK)
        {
            let _ = fcntl_setfl(stream, flags - OFlags::NONBLOCK);
        }
    }
}

/// Standard output whose errors name it.
pub struct StandardOutput(Stdout);

/// Standard output, written line by line.
pub fn standard_output() -> StandardOutput {
    StandardOutput(stdout())
}

impl StandardOutput {
    fn checked<T>(&mut self, write: impl FnOnce(&mut Stdout) -> io::Result<T>) -> io::Result<T> {
        write(&mut self.0).map_err(|error| {
            let kind = error.kind();
            io::Error::new(kind, format!("cannot write standard output: {error}"))
        })
    }
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.checked(|out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.checked(Write::flush)
    }
}

/// Refuses an output that is one of the inputs, under any name.
pub fn refuse_inputs<'a>(
    output: &Path,
    inputs: impl IntoIterator<Item = &'a PathBuf>,
) -> anyhow::Result<()> {
    if output == Path::new("-") {
        return Ok(());
    }
    // The comparison opens both, and opening a pipe would wait for its other end.
    let is_read = |input: &&PathBuf| {
        let files = output.is_file() && input.is_file();
        files && is_same_file(output, input).unwrap_or(false)
    };
    if let Some(input) = inputs.into_iter().find(is_read) {
        let (output, input) = (output.display(), input.display());
        bail!("'{output}': the same file as '{input}', which is read; choose another file");
    }
    Ok(())
}

/// How complete the games of an output are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// All games are there.
    All,
    /// Some games are missing.
    Part,
    /// There are no games.
    Nothing,
}

/// Standard output, or a file.
pub struct OutputFile {
    /// The name in messages.
    name: String,
    target: OutputTarget,
}

enum OutputTarget {
    /// Written directly.
    Stream(Box<dyn Write>),
    /// Written as a temporary file in the same folder.
    File {
        part: BufWriter<NamedTempFile>,
        path: PathBuf,
        /// Whether an existing file may be replaced.
        force: bool,
    },
}

impl OutputFile {
    /// Opens the file of this name, or standard output without a name or for `-`. A file that exists
    /// is refused unless `force` is set; a device or a pipe is not.
    pub fn open(path: Option<&Path>, force: bool) -> anyhow::Result<OutputFile> {
        let Some(path) = path.filter(|&path| path != Path::new("-")) else {
            return Ok(OutputFile {
                name: "standard output".to_owned(),
                target: OutputTarget::Stream(Box::new(BufWriter::new(standard_output()))),
            });
        };
        let name = format!("'{}'", path.display());
        let cannot = || format!("cannot write {name}");
        let old = match fs::metadata(path) {
            Ok(found) if found.is_dir() => bail!("{name}: a folder; choose the name of a file"),
            Ok(found) if found.is_file() => Some(found.permissions()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            // A device or a pipe; devices have no metadata on Windows.
            _ => {
                let device = File::options().write(true).open(path);
                let device = BufWriter::new(device.with_context(cannot)?);
                let target = OutputTarget::Stream(Box::new(device));
                return Ok(OutputFile { name, target });
            }
        };
        ensure!(
            force || old.is_none(),
            "{name} exists: choose another name, or overwrite it with --force"
        );
        // A link is followed.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let part = create_beside(&path, old).with_context(cannot)?;
        signals::begin_file(part.path(), &name)?;
        let part = BufWriter::new(part);
        let target = OutputTarget::File { part, path, force };
        Ok(OutputFile { name, target })
    }

    /// Writes text, or bytes of another kind.
    pub fn write(&mut self, bytes: impl AsRef<[u8]>) -> anyhow::Result<()> {
        let written = self.stream().write_all(bytes.as_ref());
        written.with_context(|| format!("cannot write {}", self.name))
    }

    /// The stream to write to, for functions that write in parts. Its errors do not name the file.
    pub fn stream(&mut self) -> &mut dyn Write {
        match &mut self.target {
            OutputTarget::Stream(stream) => stream,
            OutputTarget::File { part, .. } => part,
        }
    }

    /// Completes the output; a file gets its final name. Only a complete file replaces an existing one; a new file
    /// may be incomplete but not empty. Returns a message if the file is not written.
    pub fn finish(self, completeness: Completeness) -> anyhow::Result<Option<String>> {
        let OutputFile { name, target } = self;
        let cannot = || format!("cannot write {name}");
        let (part, path, force) = match target {
            OutputTarget::Stream(mut stream) => {
                stream.flush().with_context(cannot)?;
                return Ok(None);
            }
            OutputTarget::File { part, path, force } => (part, path, force),
        };
        let exists = fs::symlink_metadata(&path).is_ok();
        let missing = match completeness {
            Completeness::All => None,
            Completeness::Part => exists.then_some("some games are missing"),
            Completeness::Nothing => Some("there is no game to write"),
        };
        if let Some(why) = missing {
            signals::end_file(part.get_ref().path());
            let what = if exists { "unchanged" } else { "not written" };
            return Ok(Some(format!("{name} is {what}: {why}")));
        }
        let part = part.into_inner().map_err(io::Error::from);
        let part = part.with_context(cannot)?;
        signals::end_file(part.path());
        // Without this, a power failure may keep the new name but lose the content.
        part.as_file().sync_all().with_context(cannot)?;
        let placed = match force && completeness == Completeness::All {
            true => part.persist(path),
            false => part.persist_noclobber(path),
        };
        placed.map_err(|it| it.error).with_context(cannot)?;
        Ok(None)
    }
}

/// Creates a temporary file in the folder of `path`, with the permissions `old` or those of a new file.
fn create_beside(path: &Path, old: Option<Permissions>) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let mut builder = Builder::new();
    if let (None, Some(new)) = (&old, permissions_of_new_files()) {
        builder.permissions(new);
    }
    let part = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    if let Some(old) = old
        && part.as_file().metadata()?.permissions() != old
    {
        part.as_file().set_permissions(old)?;
    }
    Ok(part)
}

/// The permissions to ask for; the umask applies.
#[cfg(unix)]
fn permissions_of_new_files() -> Option<Permissions> {
    Some(std::os::unix::fs::PermissionsExt::from_mode(0o666))
}

#[cfg(not(unix))]
fn permissions_of_new_files() -> Option<Permissions> {
    None
}
