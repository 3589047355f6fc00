//! Errors with the name of their file.

use std::path::Path;

use anyhow::Context;

/// The error of a file with its name.
pub(super) fn named<T, E>(result: Result<T, E>, what: &str, path: &Path) -> anyhow::Result<T>
where
    Result<T, E>: Context<T, E>,
{
    result.with_context(|| format!("{what} '{}'", path.display()))
}
