//! Measures and wraps text by terminal columns. Some characters take two columns and some take none.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The number of columns of a text.
#[must_use]
pub fn width(text: &str) -> usize {
    text.width()
}

/// Cuts a text to at most `columns` columns. A `~` at the end marks a cut.
#[must_use]
pub fn cut(text: &str, columns: usize) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut kept = beginning(text, columns.saturating_sub(1)).to_owned();
    kept.push('~');
    kept
}

/// The longest prefix of a text with at most `columns` columns.
#[must_use]
pub fn beginning(text: &str, columns: usize) -> &str {
    let mut taken = 0;
    let end = text.char_indices().find_map(|(at, c)| {
        taken += c.width().unwrap_or(0);
        (taken > columns).then_some(at)
    });
    end.and_then(|end| text.get(..end)).unwrap_or(text)
}

/// Cuts or pads a text to exactly `columns` columns.
#[must_use]
pub fn pad(text: &str, columns: usize) -> String {
    let mut text = cut(text, columns);
    text.extend(std::iter::repeat_n(
        ' ',
        columns - width(&text).min(columns),
    ));
    text
}

/// Wraps words into lines of at most `columns` columns. A longer word gets its own line.
#[must_use]
pub fn fill<'a>(words: impl IntoIterator<Item = &'a str>, columns: usize) -> String {
    let mut text = String::new();
    let mut taken = 0;
    for word in words {
        if taken > 0 {
            let fits = taken + 1 + width(word) <= columns;
            text.push(if fits { ' ' } else { '\n' });
            taken = if fits { taken + 1 } else { 0 };
        }
        text.push_str(word);
        taken += width(word);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_fill_lines() {
        assert_eq!(fill("a bb c 引擎 d".split(' '), 4), "a bb\nc\n引擎\nd");
        assert_eq!(fill(["too long", "a"], 4), "too long\na");
        assert_eq!(fill([], 4), "");
    }

    #[test]
    fn wide_letters_take_two_columns() {
        assert_eq!(width("引擎"), 4);
        assert_eq!(width("e\u{301}t\u{e9}"), 3);
        assert_eq!(cut("引擎一", 6), "引擎一");
        assert_eq!(cut("引擎一", 5), "引擎~");
        assert_eq!(cut("引擎一", 4), "引~");
        assert_eq!(cut("abc", 0), "~");
        assert_eq!(beginning("a引", 2), "a");
        for text in ["", "a", "引擎一二三", "e\u{301}t\u{e9}", "a引a引a引"] {
            assert_eq!(width(&pad(text, 6)), 6, "{text}");
        }
    }
}
