//! Numbers with nouns.

/// A number and a name, in the plural unless the number is 1.
#[must_use]
pub fn count(number: u64, name: &str) -> String {
    let plural = match name.strip_suffix('y') {
        _ if number == 1 => name.to_owned(),
        Some(stem) => format!("{stem}ies"),
        None => format!("{name}s"),
    };
    format!("{number} {plural}")
}
