//! The inputs of commands: files, pipes and terminals.

use std::fs::File;
use std::io::{self, Read, stdin};
use std::path::Path;

use anyhow::{anyhow, ensure};

use ringstack_engine::rules::printable;

/// The maximum size of a text, in bytes.
const MAX_TEXT: u64 = 256 << 20;

/// Opens the file of this name, or standard input for `-`.
///
/// # Errors
/// The error of the system.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if path == Path::new("-") {
        return Ok(Box::new(stdin().lock()));
    }
    Ok(Box::new(File::open(path)?))
}

/// The name of the file in messages.
pub fn name(path: &Path) -> String {
    if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        printable(&path.display().to_string())
    }
}

/// The whole text of an input, without a byte order mark.
pub fn text(input: impl Read) -> anyhow::Result<String> {
    let mut bytes = Vec::new();
    input.take(MAX_TEXT + 1).read_to_end(&mut bytes)?;
    ensure!(
        bytes.len() as u64 <= MAX_TEXT,
        "the file is too large: at most {MAX_TEXT} bytes are allowed"
    );
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = error.as_bytes().get(..valid).unwrap_or_default();
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        anyhow!("line {line}: not UTF-8")
    })?;
    let rest = text.strip_prefix('\u{feff}').map(str::to_owned);
    Ok(rest.unwrap_or(text))
}
