//! Errors with the name of their file, and with what can be done.

use std::path::Path;

use anyhow::{Context, anyhow};

use ringstack::arena::record::RecordError;

/// The error of a file with its name.
pub(super) fn named<T, E>(result: Result<T, E>, what: &str, path: &Path) -> anyhow::Result<T>
where
    Result<T, E>: Context<T, E>,
{
    result.with_context(|| format!("{what} '{}'", path.display()))
}

/// What is wrong with a record, and what can be done.
pub(super) fn with_remedy(error: RecordError, path: &Path) -> anyhow::Error {
    let name = path.display();
    let remedy = if error.is_damage() {
        format!("; 'ringstack match repair {name}' keeps its good lines")
    } else {
        String::new()
    };
    anyhow!("record '{name}': {error}{remedy}")
}
