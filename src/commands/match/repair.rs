//! `ringstack match repair`: keeps the good lines of a damaged record. The damaged file stays beside
//! the new one under another name.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, BufWriter, ErrorKind, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use ringstack::arena::record::{Repaired, Writer, repair};

use super::named::{named, with_remedy};
use super::progress::fold;
use crate::commands::numbers;
use crate::commands::output::standard_output;

/// At most so many lines that are left out are told one by one.
const TOLD: usize = 20;

/// Mends a record and says what was left out.
pub fn run(path: &Path) -> anyhow::Result<()> {
    // Nobody may write it meanwhile.
    let locked = Writer::lock(path).map_err(|error| with_remedy(error, path))?;
    // A link stays one: the record it leads to is mended.
    let behind = match fs::read_link(path) {
        Ok(_) => Some(named(fs::canonicalize(path), "record", path)?),
        Err(_) => None,
    };
    let path = behind.as_deref().unwrap_or(path);
    let permissions = named(fs::metadata(path), "record", path)?.permissions();
    let mut mended = Mended::new(path, &permissions)?;
    let repaired = mended.write(path)?;
    if repaired.left_out.is_empty() {
        writeln!(
            stdout(),
            "record '{}': {}, nothing to be left out",
            path.display(),
            numbers::count(repaired.games as u64, "game")
        )?;
        return Ok(());
    }
    let damaged = keep_damaged(path, &permissions)?;
    mended.put(path, &damaged)?;
    drop(locked);
    report(path, &damaged, &repaired)
}

/// The mended record while it is written beside the damaged one. It goes with this, unless it was put
/// in its place.
struct Mended {
    file: File,
    path: PathBuf,
    stays: bool,
}

impl Mended {
    /// An empty file with a name that nothing has.
    fn new(record: &Path, permissions: &Permissions) -> anyhow::Result<Mended> {
        let (file, path) = unused(record, ".mended", |name| {
            OpenOptions::new().create_new(true).write(true).open(name)
        })?;
        let mended = Mended {
            file,
            path,
            stays: false,
        };
        let permitted = mended.file.set_permissions(permissions.clone());
        named(permitted, "mended record", &mended.path)?;
        Ok(mended)
    }

    fn write(&mut self, record: &Path) -> anyhow::Result<Repaired> {
        let source = ringstack::arena::record::open(record);
        let source = source.map_err(|error| with_remedy(error, record))?;
        let mut to = BufWriter::new(&self.file);
        let repaired = repair(source, &mut to).map_err(|error| with_remedy(error, record))?;
        let written = to.flush().and_then(|()| self.file.sync_all());
        named(written, "mended record", &self.path)?;
        Ok(repaired)
    }

    fn put(&mut self, record: &Path, damaged: &Path) -> anyhow::Result<()> {
        self.stays = true;
        fs::rename(&self.path, record).with_context(|| {
            format!(
                "the mended record is '{}', the damaged one '{}'",
                self.path.display(),
                damaged.display()
            )
        })
    }
}

impl Drop for Mended {
    fn drop(&mut self) {
        if !self.stays {
            // What we have made ourselves.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Gives the damaged file a name that nothing has, and tells it.
fn keep_damaged(path: &Path, permissions: &Permissions) -> anyhow::Result<PathBuf> {
    // A second name for the file: unlike renaming it never takes the place of another one.
    let (_, name) = unused(path, ".damaged", |name| match fs::hard_link(path, name) {
        Err(error) if error.kind() != ErrorKind::AlreadyExists => {
            // Some file systems have no second names.
            let mut copy = OpenOptions::new().create_new(true).write(true).open(name)?;
            copy.set_permissions(permissions.clone())?;
            io::copy(&mut File::open(path)?, &mut copy)?;
            copy.sync_all()
        }
        linked => linked,
    })?;
    Ok(name)
}

/// Makes something beside a record, by a name that nothing has.
fn unused<T>(
    record: &Path,
    ending: &str,
    make: impl Fn(&Path) -> io::Result<T>,
) -> anyhow::Result<(T, PathBuf)> {
    for number in 1..1000 {
        let name = match number {
            1 => beside(record, ending),
            _ => beside(record, &format!("{ending}-{number}")),
        };
        match make(&name) {
            Ok(made) => return Ok((made, name)),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error).with_context(|| format!("'{}'", name.display())),
        }
    }
    bail!(
        "record '{}': '{}' to '{ending}-999' are there already beside it: expected one of these \
         names to be free",
        record.display(),
        beside(record, ending).display()
    )
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.to_owned().into_os_string();
    name.push(ending);
    name.into()
}

/// Says what was left out, and what stands there now even where nobody can be told the rest.
fn report(path: &Path, damaged: &Path, repaired: &Repaired) -> anyhow::Result<()> {
    let Repaired { games, left_out } = repaired;
    let told = format!(
        "record '{}': {}, {} {} left out; as it was: '{}'",
        path.display(),
        numbers::count(*games as u64, "game"),
        numbers::count(left_out.len() as u64, "line"),
        if left_out.len() == 1 { "is" } else { "are" },
        damaged.display()
    );
    let told_all = || -> io::Result<()> {
        let mut out = standard_output();
        for (line, cause) in left_out.iter().take(TOLD) {
            let text = fold(&format!("line {line} is left out: {cause}"));
            write!(out, "{text}")?;
        }
        if let Some(more) = left_out.len().checked_sub(TOLD).filter(|&more| more > 0) {
            writeln!(out, "{more} more lines are left out")?;
        }
        write!(out, "{}", fold(&told))?;
        out.flush()
    };
    told_all().with_context(|| format!("{told}. It is mended, but the lines cannot be told"))
}
