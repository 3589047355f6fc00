//! Words in columns, as many as the width has room for.

/// The width of a line in letters.
const WIDTH: usize = 79;

/// Rows of words one below the other, two blanks before each.
pub fn in_columns(words: &[impl AsRef<str>]) -> Vec<String> {
    let longest = words.iter().map(|word| word.as_ref().len()).max();
    let width = longest.unwrap_or(0) + 2;
    let rows = words.chunks((WIDTH / width).max(1));
    rows.map(|row| {
        let cells = row
            .iter()
            .map(|word| format!("  {:1$}", word.as_ref(), width - 2));
        cells.collect::<String>().trim_end().to_owned()
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_fit_the_longest_word_and_the_line() {
        let long = "xb2c3d4e5,a1-b2";
        let words = ["a1-b2", long, "g3"].repeat(5);
        let rows = in_columns(&words);
        assert!(rows.iter().all(|row| row.len() <= WIDTH), "{rows:#?}");
        assert_eq!(
            rows[0],
            format!("  a1-b2            {long}  g3               a1-b2")
        );
        assert_eq!(rows.len(), 4);
        let too_long = "x".repeat(100);
        assert_eq!(in_columns(&[&too_long, &too_long]).len(), 2);
        assert!(in_columns(&[""; 0]).is_empty());
    }
}
