//! Splits a game in PGN style into words, each with its line.

use std::fmt;

use crate::rules::Outcome;

use super::super::chunk::line_feeds;
use super::super::replay::without_number;
use super::super::score::{score_word, take_score};

/// A word of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Word<'a> {
    /// `[NAME "VALUE"]`
    Tag(&'a str, String),
    /// A move with its marks. Moves in the notation of a publisher have no blanks.
    Move(String),
    /// `{...}`, or from `;` to the end of a line.
    Comment(&'a str),
    /// `(`
    Open,
    /// `)`
    Close,
    /// `$N`
    Glyph(u8),
    /// `1-0` and the like.
    Result(Option<Outcome>),
    /// What cannot be read; it is the last word.
    Fault(WordFault<'a>),
}

/// Why a text has no further words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct WordFault<'a> {
    /// The offending word.
    pub word: &'a str,
    pub reason: &'static str,
    /// The text from this word on.
    pub rest: &'a str,
}

/// A word and the number of its line.
pub(super) type NumberedWord<'a> = (usize, Word<'a>);

impl fmt::Display for Word<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Word::Tag(name, _) => write!(f, "[{name}"),
            Word::Move(token) => f.write_str(token),
            Word::Comment(_) => f.write_str("{"),
            Word::Open => f.write_str("("),
            Word::Close => f.write_str(")"),
            Word::Glyph(number) => write!(f, "${number}"),
            Word::Result(result) => f.write_str(score_word(*result)),
            Word::Fault(fault) => f.write_str(fault.rest.trim_start_matches('{')),
        }
    }
}

/// The words of a text that begins in `line`, without move numbers.
pub(super) fn words(text: &str, mut line: usize) -> Vec<NumberedWord<'_>> {
    let mut words = Vec::new();
    let mut rest = text;
    let mut scanner = Scanner::default();
    loop {
        let trimmed = rest.trim_start();
        line += line_feeds(rest, trimmed);
        rest = trimmed;
        if rest.is_empty() {
            return words;
        }
        let before = text.get(..text.len() - rest.len()).unwrap_or_default();
        let begins_line = before.is_empty() || before.ends_with('\n');
        match scanner.next(rest, begins_line) {
            Ok((after, word)) => {
                if let Some(word) = word {
                    push(&mut words, line, word);
                }
                line += line_feeds(rest, after);
                rest = after;
            }
            Err((word, reason)) => {
                words.push((line, Word::Fault(WordFault { word, reason, rest })));
                return words;
            }
        }
    }
}

/// Takes the words of a game, one after the other. Tags come first.
#[derive(Debug, Default)]
pub(super) struct Scanner {
    /// Whether the tags are over.
    pub has_moves: bool,
}

impl Scanner {
    /// Takes the first word of `rest`, which has no blank before it.
    pub fn next<'a>(&mut self, rest: &'a str, begins_line: bool) -> ReadWord<'a> {
        match rest.chars().next() {
            Some('%') if begins_line => return Ok((skip_line(rest), None)),
            Some('#') if begins_line && is_remark(rest, self.has_moves) => {
                let after = skip_line(rest);
                let comment = between(rest, after).trim_start_matches('#');
                return Ok((after, Some(Word::Comment(comment))));
            }
            Some('[') if !self.has_moves => {
                return tag(rest)
                    .map(|(after, (name, value))| (after, Some(Word::Tag(name, value))))
                    .ok_or((first_line(rest), "expected a tag: [NAME \"VALUE\"]"));
            }
            _ => {}
        }
        let read = word_at(rest);
        let is_comment = rest.starts_with('{') || matches!(read, Ok((_, Some(Word::Comment(_)))));
        self.has_moves |= !is_comment && !matches!(read, Ok((_, None)));
        read
    }
}

/// Whether a line that begins with `#` is a comment. Among the moves, a token of a foreign game may begin so,
/// but without a blank after it.
pub(super) fn is_remark(line: &str, has_moves: bool) -> bool {
    line.starts_with('#') && (!has_moves || line.starts_with("# "))
}

/// The text after a number in brackets, such as a time: `(16)`. At the end of a line, the closing bracket may be
/// missing.
pub(super) fn after_number(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('(')?;
    let end = inside.find(|c: char| !(c.is_ascii_digit() || ".: ".contains(c)));
    let (number, after) = inside.split_at(end.unwrap_or(inside.len()));
    // A dot ends the number of a move.
    let is_number = number.trim().ends_with(|c: char| c.is_ascii_digit());
    match after.chars().next() {
        Some(')') => Some(after_first(after)),
        None | Some('\n') => Some(after),
        Some(_) => None,
    }
    .filter(|_| is_number)
}

/// The rest of a text and the word before it, unless it is a move number; or the offending word and the reason.
pub(super) type ReadWord<'a> = Result<(&'a str, Option<Word<'a>>), (&'a str, &'static str)>;

/// Takes a word after the tags.
fn word_at(text: &str) -> ReadWord<'_> {
    let refuse = |reason| Err((first_line(text), reason));
    let (after, word) = match text.chars().next() {
        Some(';') if !is_capture(text) => {
            let after = skip_line(text);
            let comment = between(text, after).get(1..).unwrap_or_default();
            (after, Word::Comment(comment))
        }
        Some('{') => match after_first(text).split_once('}') {
            Some((comment, after)) => (after, Word::Comment(comment)),
            None => return refuse("expected a closing }"),
        },
        Some('(') => match after_number(text) {
            Some(after) => return Ok((after, None)),
            None => (after_first(text), Word::Open),
        },
        Some(')') => (after_first(text), Word::Close),
        Some('"') => match take_quoted(text) {
            Some((token, after)) => (after, Word::Move(unescaped(token))),
            None => return refuse("expected a closing \""),
        },
        _ => {
            if let Some((result, after)) = take_score(text) {
                return Ok((after, Some(Word::Result(result))));
            }
            let ends = |&(at, c): &(usize, char)| {
                let after = text.get(at + c.len_utf8()..).unwrap_or_default();
                match c {
                    // A glyph or the result may follow a move without a blank.
                    '$' => at > 0 && after.starts_with(|c: char| c.is_ascii_digit()),
                    '*' => at > 0 && after.chars().next().is_none_or(is_separator),
                    c => is_separator(c) || MARKS.contains(c),
                }
            };
            let end = match text.chars().next() {
                Some(mark) if MARKS.contains(mark) => Some(mark.len_utf8()),
                _ => text.char_indices().find(ends).map(|(at, _)| at),
            };
            let (word, after) = text.split_at(end.unwrap_or(text.len()));
            if word.is_empty() || word.contains(['[', ']', '<', '>']) {
                return refuse("expected a move");
            }
            return plain(word)
                .map(|found| (after, found))
                .map_err(|reason| (word, reason));
        }
    };
    Ok((after, Some(word)))
}

/// Whether a character ends a word.
fn is_separator(c: char) -> bool {
    c.is_whitespace() || "{}()".contains(c)
}

/// Adds a word. Moves in the notation of a publisher may contain blanks (`x d1Gd3Wd5`, `Bd7,b2 x Wa1Wa2`,
/// `e1-e4 ;xd2,d3`), and so may commas (`Wd4, d1`); their parts are joined.
fn push<'a>(words: &mut Vec<NumberedWord<'a>>, line: usize, word: Word<'a>) {
    let Word::Move(part) = &word else {
        words.push((line, word));
        return;
    };
    let begins = |text: &str, letters: &str| text.starts_with(|c| letters.contains(c));
    let marbles = |text: &str| begins(text, "WGB");
    let captures = part.starts_with(";x") || part.strip_prefix('x').is_some_and(marbles);
    let mut before = words.iter_mut().rev();
    if let Some((_, Word::Move(last))) = before.next() {
        if last == "x" && marbles(part) {
            // The captures belong to the move before the `x`, if there is one.
            if let Some((_, Word::Move(placement))) = before.next() {
                placement.push('x');
                placement.push_str(part);
                words.pop();
                return;
            }
        }
        let has_comma = last.ends_with(',') || part.starts_with(',');
        if captures || has_comma || last == "x" {
            last.push_str(part);
            return;
        }
    }
    words.push((line, word));
}

/// Splits a text that begins with a quote after the next one; returns what lies between them, and the rest. Quotes and
/// backslashes are escaped by a backslash.
fn take_quoted(text: &str) -> Option<(&str, &str)> {
    let inside = text.strip_prefix('"')?;
    let mut escaped = false;
    let end = inside.find(|c: char| {
        let ends = c == '\n' || c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    })?;
    let (token, after) = inside.split_at_checked(end)?;
    Some((token, after.strip_prefix('"')?))
}

fn unescaped(text: &str) -> String {
    text.replace("\\\"", "\"").replace("\\\\", "\\")
}

/// A text with its quotes and backslashes escaped, in quotes.
pub(super) fn with_quotes(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

/// A token as a word. It is quoted if it would not be read back as this move; only tokens of foreign games
/// need that.
pub(super) fn quoted(token: &str) -> String {
    let is_read_back = matches!(&words(token, 1)[..], [(_, Word::Move(read))] if read == token);
    if !is_read_back || token.starts_with(['"', ';']) || token.ends_with(['!', '?']) {
        return with_quotes(token);
    }
    token.to_owned()
}

/// Whether a semicolon begins the captures of a move in the notation of GIPF's publisher (`;xd4,e5`)
/// rather than a comment.
pub(super) fn is_capture(text: &str) -> bool {
    match text.as_bytes() {
        [b';', b'x'] => true,
        [b';', b'x', next, ..] if next.is_ascii_whitespace() => true,
        [b';', b'x', b'a'..=b'i', b'1'..=b'9', ..] => true,
        _ => false,
    }
}

/// The signs of annotators that stand for glyphs.
const SIGNS: [(&str, u8); 20] = [
    ("□", 7),
    ("=", 10),
    ("==", 11),
    ("∞", 13),
    ("⩲", 14),
    ("+/=", 14),
    ("+=", 14),
    ("⩱", 15),
    ("=/+", 15),
    ("=+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("-+", 19),
    ("+--", 20),
    ("--+", 21),
    ("⌓", 142),
    ("N", 146),
];
/// Those that may follow a move without a blank.
const MARKS: &str = "□∞⩲⩱±∓⌓";

/// A word without blanks: a move, a glyph, or a move number with or without a move.
fn plain(word: &str) -> Result<Option<Word<'_>>, &'static str> {
    if let Some(number) = word.strip_prefix('$') {
        let glyph = number
            .parse()
            .map_err(|_| "expected $ and a number below 256")?;
        return Ok(Some(Word::Glyph(glyph)));
    }
    if let Some((_, glyph)) = SIGNS.iter().find(|(sign, _)| *sign == word) {
        return Ok(Some(Word::Glyph(*glyph)));
    }
    let token = without_number(word);
    // The publisher separates the moves of the two players by a slash.
    Ok((!token.is_empty() && token != "/").then(|| Word::Move(token.to_owned())))
}

/// The quotes around the value of a tag.
const QUOTES: [char; 7] = ['"', '“', '”', '„', '‟', '«', '»'];

/// Takes `[NAME "VALUE"]`. Returns the rest of the text, the name and the value. The closing bracket may be missing at
/// the end of a line. The value may have other quotes, quotes that are not escaped, or none: then it is what lies
/// between the first and the last quote, or the rest.
fn tag(text: &str) -> Option<(&str, (&str, String))> {
    let line = first_line(text);
    let inside = line.strip_prefix('[')?.trim_start();
    let end = inside.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))?;
    let (name, rest) = inside.split_at_checked(end)?;
    let rest = rest.trim_start();
    let (value, after) = match in_quotes(rest) {
        Some((value, after)) if !name.is_empty() => (value, after),
        _ if !name.starts_with(|c: char| c.is_ascii_alphabetic()) => return None,
        _ => {
            let (value, after) = match tag_end(rest) {
                Some(end) => (rest.get(..end)?, rest.get(end + 1..)?),
                None if rest.trim_end().ends_with(QUOTES) => (rest, ""),
                None => return None,
            };
            let value = value.trim();
            let quoted = value.strip_prefix(QUOTES);
            let inside = quoted.and_then(|quoted| Some(quoted.rsplit_once(QUOTES)?.0));
            (inside.or(quoted).unwrap_or(value), after)
        }
    };
    let after = text.get(line.len() - after.len()..)?;
    Some((after, (name, unescaped(value))))
}

/// The value of a tag up to its first quote that is not escaped, if the tag ends there.
fn in_quotes(text: &str) -> Option<(&str, &str)> {
    let (value, after) = take_quoted(text)?;
    let after = after.trim_start();
    let ends = after.strip_prefix(']');
    Some((value, ends.or(after.is_empty().then_some(after))?))
}

/// The bracket that ends the tag: the first one after a quote, if the value begins with one; or at the end of
/// the line or before another tag; or the first one.
fn tag_end(value: &str) -> Option<usize> {
    let brackets = || value.match_indices(']').map(|(at, _)| at);
    let is_quoted = value.starts_with(QUOTES);
    let after_quote = |&at: &usize| {
        let before = value.get(1..at).unwrap_or_default();
        is_quoted && before.trim_end().ends_with(QUOTES)
    };
    let ends_line = |&at: &usize| {
        let after = value.get(at + 1..).unwrap_or_default().trim_start();
        after.is_empty() || after.starts_with('[')
    };
    brackets()
        .find(after_quote)
        .or_else(|| brackets().find(ends_line))
        .or_else(|| brackets().next())
}

/// Whether a line begins with a tag and ends with one.
pub(super) fn is_tag_line(line: &str) -> bool {
    let inside = line.strip_prefix('[').unwrap_or_default();
    let value = inside.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    value.len() < inside.len() && value.starts_with(" \"") && value.ends_with("\"]")
}

/// The part of `rest` before its suffix `after`.
fn between<'a>(rest: &'a str, after: &str) -> &'a str {
    rest.get(..rest.len() - after.len()).unwrap_or_default()
}

fn after_first(rest: &str) -> &str {
    rest.get(1..).unwrap_or_default()
}

fn skip_line(rest: &str) -> &str {
    rest.find('\n')
        .and_then(|end| rest.get(end..))
        .unwrap_or_default()
}

fn first_line(rest: &str) -> &str {
    rest.lines().next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Word<'_>> {
        words(text, 1).into_iter().map(|(_, word)| word).collect()
    }

    #[test]
    fn kinds_of_words_are_distinguished() {
        let token = |text: &str| Word::Move(text.to_owned());
        let text = "[A \"a \\\"b\\\\\"]\n% a comment\n1. c3!? {a\ncomment} 1...d4 (2 e5 $14) ; rest\n 3.f3 e1-e4 ;xd2,d3 *";
        let expected = vec![
            Word::Tag("A", "a \"b\\".to_owned()),
            token("c3!?"),
            Word::Comment("a\ncomment"),
            token("d4"),
            Word::Open,
            token("e5"),
            Word::Glyph(14),
            Word::Close,
            Word::Comment(" rest"),
            token("f3"),
            token("e1-e4;xd2,d3"),
            Word::Result(None),
        ];
        assert_eq!(read(text), expected);
    }

    #[test]
    fn glyphs_and_results_may_follow_a_move_without_a_blank() {
        let token = |text: &str| Word::Move(text.to_owned());
        let text = "1.f3$1 f4!$14$146 (e2$2) d3{a} e3*";
        let expected = [
            token("f3"),
            Word::Glyph(1),
            token("f4!"),
            Word::Glyph(14),
            Word::Glyph(146),
            Word::Open,
            token("e2"),
            Word::Glyph(2),
            Word::Close,
            token("d3"),
            Word::Comment("a"),
            token("e3"),
            Word::Result(None),
        ];
        assert_eq!(read(text), expected);
    }

    #[test]
    fn a_line_may_have_several_tags() {
        let text = "[A \"a]\"] [B \"b\"][C \"[c\"] \r\n[D \"d\"]";
        let tags = [("A", "a]"), ("B", "b"), ("C", "[c"), ("D", "d")];
        let expected = tags.map(|(name, value)| Word::Tag(name, value.to_owned()));
        assert_eq!(read(text), expected);
    }

    #[test]
    fn unusual_tags_and_comments_are_accepted() {
        let tag = |name, value: &str| Word::Tag(name, value.to_owned());
        let token = |text: &str| Word::Move(text.to_owned());
        let text = "# first\n[A \"a\"] [N \"12\"\n[B \"b\"] c3 d4\n#5";
        let expected = [
            Word::Comment(" first"),
            tag("A", "a"),
            tag("N", "12"),
            tag("B", "b"),
            token("c3"),
            token("d4"),
            token("#5"),
        ];
        assert_eq!(read(text), expected);
    }

    #[test]
    fn the_value_of_a_tag_lies_between_its_first_and_last_quote() {
        for (text, value, rest) in [
            (
                "[A \"5th \"M\" Int\"] [B \"b\"]",
                "5th \"M\" Int",
                " [B \"b\"]",
            ),
            ("[A Bob] c3", "Bob", " c3"),
            ("[A “Bob”]\nc3", "Bob", "\nc3"),
            ("[A  „O'Neil“ ]", "O'Neil", ""),
            ("[A «Bob»\n", "Bob", "\n"),
            ("[A \"Bob]\n[B \"b\"]", "Bob", "\n[B \"b\"]"),
            ("[A\"Bob\"]", "Bob", ""),
            ("[A \"\\\"B\" ob\"]", "\"B\" ob", ""),
            ("[A Bob [x] jr] [B \"b\"]", "Bob [x] jr", " [B \"b\"]"),
            ("[A]\nc3", "", "\nc3"),
        ] {
            let expected = Some((rest, ("A", value.to_owned())));
            assert_eq!(tag(text), expected, "{text}");
        }
    }

    #[test]
    fn moves_of_a_publisher_are_joined() {
        let text = "1. Wd4,d1 x d1Gd3Wd5 2. Bd7,b2 x Wa1Wa2 / xd5Gd3 Wa4 xBa1";
        let tokens: Vec<String> = read(text).iter().map(Word::to_string).collect();
        let expected = ["Wd4,d1", "xd1Gd3Wd5", "Bd7,b2xWa1Wa2", "xd5Gd3", "Wa4xBa1"];
        assert_eq!(tokens, expected);
    }

    #[test]
    fn moves_written_by_hand_are_read() {
        let text = "1. Wd4, d1 Bd7 ,b2 x Wa1\n# a remark (\n2. Gh4 (16\nWh5,a1 (0:16) (17 *) () (1...\nWh5)";
        let words: Vec<String> = read(text).iter().map(Word::to_string).collect();
        let expected = [
            "Wd4,d1",
            "Bd7,b2xWa1",
            "{",
            "Gh4",
            "Wh5,a1",
            "(",
            "*",
            ")",
            "(",
            ")",
            "(",
            "Wh5",
            ")",
        ];
        assert_eq!(words, expected);
    }

    #[test]
    fn tokens_that_look_like_something_else_are_quoted() {
        let odd = [
            "(1,2)", "a(b", "a)", "{x", "}", "34", "12.c3", "1-0", "*", "$5", "[x]", "a[1]", "%x",
            "c3$1", "c3*", ";", "/", "=", "N", "c3±", "e8!", "\"", "\"\\\"", ";x", "a\u{a0}b",
            "#x",
        ];
        for token in odd {
            let text = quoted(token);
            assert!(text.starts_with('"'), "{text}");
            assert_eq!(read(&text), [Word::Move(token.to_owned())], "{text}");
            assert_eq!(
                take_quoted(&format!("{text}!) x")).map(|(_, after)| after),
                Some("!) x")
            );
        }
        for token in ["c3", "e1-e4;xd2,d3", "bc3,b2", "a\"b", "\\", "31-26"] {
            assert_eq!(quoted(token), token);
        }
    }

    #[test]
    fn lines_are_counted() {
        let lines: Vec<usize> = words("[A \"\"]\n\n{a\nb} c3\nd4", 7)
            .iter()
            .map(|(line, _)| *line)
            .collect();
        assert_eq!(lines, [7, 9, 10, 11]);
    }

    #[test]
    fn bad_words_are_named_with_their_line() {
        for (text, line, word) in [
            ("[A \"\"]\n\nc3 {d4", 3, "{d4"),
            ("[5 b]\n", 1, "[5 b]"),
            ("[A \"b\" c3\n", 1, "[A \"b\" c3"),
            ("[A \"b\"] a ]\n", 1, "]"),
            ("c3\n[A \"b\"]", 2, "[A \"b\"]"),
            ("c3 }", 1, "}"),
            ("$300", 1, "$300"),
        ] {
            let words = words(text, 1);
            let Some((found, Word::Fault(fault))) = words.last() else {
                panic!("{text}: {words:?}");
            };
            assert_eq!((*found, fault.word), (line, word), "{text}");
        }
    }
}
