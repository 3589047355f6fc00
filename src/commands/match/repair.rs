//! `ringstack match repair`: keeps the good lines of a damaged record. The damaged file stays beside
//! the new one under another name.

use std::fs::{self, OpenOptions};
use std::io::{BufWriter, ErrorKind, Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use ringstack::arena::record::{Repaired, Writer, repair};

use super::files::with_remedy;
use super::named::named;
use super::progress::fold;
use crate::commands::output::standard_output;

/// At most so many lines that are left out are told one by one.
const TOLD: usize = 20;

/// Mends a record and says what was left out.
pub fn run(path: &Path) -> anyhow::Result<()> {
    // Nobody may write it meanwhile.
    let locked = Writer::lock(path).map_err(|error| with_remedy(error, path))?;
    let mended = beside(path, ".mended");
    let repaired = write_mended(path, &mended);
    let repaired = match repaired {
        Ok(repaired) if !repaired.left_out.is_empty() => repaired,
        other => {
            // What we have made ourselves just now.
            let _ = fs::remove_file(&mended);
            let repaired = other?;
            writeln!(
                stdout(),
                "record '{}': {} games, nothing to be left out",
                path.display(),
                repaired.games
            )?;
            return Ok(());
        }
    };
    let damaged = keep_damaged(path)?;
    fs::rename(&mended, path).with_context(|| {
        format!(
            "the mended record is '{}', the damaged one '{}'",
            mended.display(),
            damaged.display()
        )
    })?;
    drop(locked);
    report(path, &damaged, &repaired)
}

fn write_mended(path: &Path, mended: &Path) -> anyhow::Result<Repaired> {
    let source = ringstack::arena::record::open(path).map_err(|error| with_remedy(error, path))?;
    let file = OpenOptions::new().create_new(true).write(true).open(mended);
    let mut to = BufWriter::new(named(file, "mended record", mended)?);
    let repaired = repair(source, &mut to).map_err(|error| with_remedy(error, path))?;
    let file = to.into_inner().map_err(|error| error.into_error());
    named(
        file.and_then(|file| file.sync_all()),
        "mended record",
        mended,
    )?;
    Ok(repaired)
}

/// Gives the damaged file a name that nothing has, and tells it.
fn keep_damaged(path: &Path) -> anyhow::Result<PathBuf> {
    for number in 1..1000 {
        let name = match number {
            1 => beside(path, ".damaged"),
            _ => beside(path, &format!(".damaged-{number}")),
        };
        // A second name for the file: unlike renaming it never takes the place of another one.
        match fs::hard_link(path, &name) {
            Ok(()) => return Ok(name),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(_) => {
                // Some file systems have no second names.
                if !fs::exists(&name)? {
                    let copied = fs::copy(path, &name).map(drop);
                    named(copied, "damaged record", &name)?;
                    return Ok(name);
                }
            }
        }
    }
    bail!(
        "record '{}': too many damaged ones beside it",
        path.display()
    )
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.to_owned().into_os_string();
    name.push(ending);
    name.into()
}

fn report(path: &Path, damaged: &Path, repaired: &Repaired) -> anyhow::Result<()> {
    let mut out = standard_output();
    let Repaired { games, left_out } = repaired;
    for (line, cause) in left_out.iter().take(TOLD) {
        write!(
            out,
            "{}",
            fold(&format!("line {line} is left out: {cause}"))
        )?;
    }
    if let Some(more) = left_out.len().checked_sub(TOLD).filter(|&more| more > 0) {
        writeln!(out, "{more} more lines are left out")?;
    }
    let told = format!(
        "record '{}': {games} games, {} lines are left out; as it was: '{}'",
        path.display(),
        left_out.len(),
        damaged.display()
    );
    write!(out, "{}", fold(&told))?;
    Ok(())
}
