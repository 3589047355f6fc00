//! Numbers with nouns.

/// A number and a name, in the plural unless the number is 1.
pub fn count(number: u64, name: &str) -> String {
    let plural = match name.strip_suffix('y') {
        _ if number == 1 => name.to_owned(),
        Some(stem) => format!("{stem}ies"),
        None => format!("{name}s"),
    };
    format!("{number} {plural}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_has_no_plural() {
        assert_eq!(count(1, "game"), "1 game");
        assert_eq!(count(0, "game"), "0 games");
        assert_eq!(count(2, "ply"), "2 plies");
    }
}
