//! Reads a stream line by line, so that files of any size need little memory.

use std::collections::VecDeque;
use std::io::{self, BufRead, Cursor, Read as _};

/// The maximum size of a line and of the text of a game, in bytes.
pub(super) const MAX_LENGTH: usize = 16 << 20;

/// A line of the file.
#[derive(Debug)]
pub struct Line {
    /// The number, from 1.
    pub number: usize,
    /// The text without the line feed. Invalid UTF-8 is replaced.
    pub text: String,
    /// The fault of the line, if it is not valid text.
    pub fault: Option<LineFault>,
    /// The offset of the end of the line in the file.
    pub end: u64,
    /// Whether the line has a line feed.
    pub is_ended: bool,
}

/// Why a line is not valid text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// The line is too long and was cut.
    TooLong,
    /// The line is not UTF-8.
    Encoding,
    /// The line has a zero byte.
    Binary,
}

impl LineFault {
    /// The fault in words, for a message.
    pub fn reason(self) -> String {
        match self {
            LineFault::TooLong => format!(
                "the line is too long: at most {} MiB are allowed",
                MAX_LENGTH >> 20
            ),
            LineFault::Encoding => "not UTF-8 text".to_owned(),
            LineFault::Binary => "not text: there is a zero byte".to_owned(),
        }
    }
}

/// The lines of a stream.
#[derive(Debug)]
pub struct Source<R> {
    input: R,
    number: usize,
    /// The number of bytes read.
    end: u64,
    /// Lines that were given back.
    next: VecDeque<Line>,
    /// Whether lines that are not UTF-8 are read as Windows-1252, and invisible characters are skipped.
    decodes: bool,
    /// The number of the first such line.
    decoded: Option<usize>,
    /// The text of a file in UTF-16, as UTF-8.
    utf8: Option<Cursor<Vec<u8>>>,
    /// Whether the last line ended with a carriage return.
    after_return: bool,
    /// The marks in the first line that is not blank; they are removed from all lines.
    marks: Option<Marks>,
    /// The number of that line and the marks, until they are reported.
    cleaned: Option<(usize, &'static str)>,
}

/// The marks of a text that was copied from a mail or a web page.
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    /// `>` before each line.
    quotation: bool,
    /// Line breaks and characters of HTML.
    html: bool,
}

impl Marks {
    fn of(line: &str) -> Marks {
        let small = line.to_ascii_lowercase();
        let quotation = small.starts_with('>') || small.starts_with("&gt;");
        let html = ["<br>", "<br/>", "<br />", "&nbsp;"];
        // JSON may quote such text, and so may the value of a tag.
        let is_page = html.iter().any(|mark| small.contains(mark))
            || small.starts_with("&gt;")
            || small.contains("&quot;") && !small.contains('"');
        Marks {
            quotation,
            html: is_page && !small.starts_with('{'),
        }
    }

    fn name(self) -> Option<&'static str> {
        match (self.quotation, self.html) {
            (true, _) => Some("the > of a quoted mail"),
            (false, true) => Some("the marks of a web page"),
            (false, false) => None,
        }
    }

    /// The text without the marks; line breaks of HTML become line feeds.
    fn remove(self, mut text: String) -> String {
        if self.html {
            for (mark, plain) in [
                ("<br>", "\n"),
                ("<BR>", "\n"),
                ("<br/>", "\n"),
                ("<br />", "\n"),
                ("&nbsp;", " "),
                ("&gt;", ">"),
                ("&lt;", "<"),
                ("&quot;", "\""),
                ("&amp;", "&"),
            ] {
                text = text.replace(mark, plain);
            }
        }
        if !self.quotation {
            return text;
        }
        let unquoted = text.split('\n').map(|line| {
            let inside = line.trim_start().trim_start_matches('>');
            inside.strip_prefix(' ').unwrap_or(inside)
        });
        unquoted.collect::<Vec<_>>().join("\n")
    }
}

impl<R: BufRead> Source<R> {
    /// Reads the lines of `input`.
    pub fn new(input: R) -> Source<R> {
        Source {
            input,
            number: 0,
            end: 0,
            next: VecDeque::new(),
            decodes: false,
            decoded: None,
            utf8: None,
            after_return: false,
            marks: None,
            cleaned: None,
        }
    }

    /// A file with the byte order mark of UTF-16 is read as such; other lines that are not UTF-8 are read as
    /// Windows-1252, which includes the letters of Latin-1. Invisible characters are skipped, and every blank is a
    /// space. A line ends with a line feed, a carriage return or both. If the first line has the marks of a quoted
    /// mail or of a web page, they are removed.
    pub fn decoding(input: R) -> Source<R> {
        Source {
            decodes: true,
            ..Source::new(input)
        }
    }

    /// The number of the first line that was read as Windows-1252.
    pub fn decoded(&self) -> Option<usize> {
        self.decoded
    }

    /// The number of bytes read.
    pub fn position(&self) -> u64 {
        self.end
    }

    /// The next bytes, without consuming them.
    pub fn begin(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    /// Whether a line that is not blank was read.
    pub fn has_text(&self) -> bool {
        self.marks.is_some()
    }

    /// The first line whose marks were removed, and the marks; only once.
    pub fn take_cleaned(&mut self) -> Option<(usize, &'static str)> {
        self.cleaned.take()
    }

    /// The next line, or `None` at the end.
    pub fn line(&mut self) -> io::Result<Option<Line>> {
        if let Some(line) = self.next.pop_front() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        let Some(is_ended) = self.take(&mut bytes)? else {
            return Ok(None);
        };
        self.number += 1;
        let mut fault = (bytes.len() > MAX_LENGTH).then_some(LineFault::TooLong);
        while matches!(bytes.last(), Some(b'\n' | b'\r')) {
            bytes.pop();
        }
        // Files that were joined may have a byte order mark in any line.
        if bytes.starts_with(BYTE_ORDER_MARK) && (self.decodes || self.number == 1) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            // A long line may be cut within a character.
            Err(error) if self.decodes && fault.is_none() => {
                self.decoded.get_or_insert(self.number);
                error
                    .as_bytes()
                    .iter()
                    .map(|&byte| windows_1252(byte))
                    .collect()
            }
            Err(error) => {
                fault = fault.or(Some(LineFault::Encoding));
                String::from_utf8_lossy(error.as_bytes()).into_owned()
            }
        };
        if text.contains('\0') {
            fault = fault.or(Some(LineFault::Binary));
        }
        let text = if self.decodes {
            self.clean(plain(text))
        } else {
            text
        };
        // A line of a web page may contain several lines.
        let mut lines = text.split('\n').map(|text| Line {
            number: self.number,
            text: text.to_owned(),
            fault,
            end: self.end,
            is_ended,
        });
        let first = lines.next();
        self.next.extend(lines);
        Ok(first)
    }

    /// Skips empty lines after the first line of the file, as fast as they are read.
    pub fn skip_empty(&mut self) -> io::Result<()> {
        if self.number == 0 || self.utf8.is_some() || !self.next.is_empty() {
            return Ok(());
        }
        loop {
            let (mut length, mut lines) = (0, 0);
            for &byte in self.input.fill_buf()? {
                match byte {
                    // The second half of a line end.
                    b'\n' if self.after_return => self.after_return = false,
                    b'\n' => lines += 1,
                    b'\r' if self.decodes => {
                        self.after_return = true;
                        lines += 1;
                    }
                    _ => break,
                }
                length += 1;
            }
            if length == 0 {
                return Ok(());
            }
            self.input.consume(length);
            self.number += lines;
            self.end += length as u64;
        }
    }

    /// The text of a line without the marks that the first line has.
    fn clean(&mut self, text: String) -> String {
        if self.marks.is_none() && !text.trim().is_empty() {
            let marks = Marks::of(text.trim());
            self.marks = Some(marks);
            self.cleaned = marks.name().map(|name| (self.number, name));
        }
        self.marks.unwrap_or_default().remove(text)
    }

    /// Gives a line back. The line given back last is read first.
    pub fn give_back(&mut self, line: Line) {
        self.next.push_front(line);
    }

    /// Reads a line of any length but keeps at most one byte more than [`MAX_LENGTH`]. Returns whether the line
    /// is ended; `None` at the end of the file.
    fn take(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<bool>> {
        if self.decodes && self.number == 0 {
            self.decode_utf_16()?;
        }
        let ends: &[u8] = if self.decodes { b"\n\r" } else { b"\n" };
        let mut any = false;
        loop {
            let buffer = match &mut self.utf8 {
                Some(text) => text.fill_buf(),
                None => self.input.fill_buf(),
            };
            let buffer = match buffer {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if buffer.is_empty() {
                return Ok(any.then_some(false));
            }
            // The second half of a line end.
            let is_feed = std::mem::take(&mut self.after_return) && buffer.first() == Some(&b'\n');
            let end = buffer.iter().position(|byte| ends.contains(byte));
            let length = if is_feed {
                1
            } else {
                end.map_or(buffer.len(), |end| end + 1)
            };
            let last = buffer.get(length - 1);
            let is_ended = !is_feed && last.is_some_and(|byte| ends.contains(byte));
            self.after_return = last == Some(&b'\r');
            if !is_feed {
                any = true;
                let left = (MAX_LENGTH + 1).saturating_sub(bytes.len());
                bytes.extend(buffer.iter().take(length.min(left)));
            }
            match &mut self.utf8 {
                Some(text) => text.consume(length),
                None => self.input.consume(length),
            }
            self.end += length as u64;
            if is_ended {
                return Ok(Some(true));
            }
        }
    }

    /// Reads the whole file if it begins with the byte order mark of UTF-16.
    fn decode_utf_16(&mut self) -> io::Result<()> {
        let word: fn([u8; 2]) -> u16 = match self.input.fill_buf()? {
            [0xff, 0xfe, ..] => u16::from_le_bytes,
            [0xfe, 0xff, ..] => u16::from_be_bytes,
            _ => return Ok(()),
        };
        let mut bytes = Vec::new();
        let max = 4 * MAX_LENGTH as u64;
        (&mut self.input).take(max + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > max {
            let reason = format!("UTF-16 text of more than {} MiB; expected UTF-8", max >> 20);
            return Err(io::Error::other(reason));
        }
        let (words, rest) = bytes.as_chunks::<2>();
        let words = words.iter().map(|&bytes| word(bytes));
        let text: Result<String, _> = char::decode_utf16(words).collect();
        let text = text.ok().filter(|_| rest.is_empty());
        let text = text.ok_or_else(|| io::Error::other("the UTF-16 text is damaged"))?;
        self.utf8 = Some(Cursor::new(text.into_bytes()));
        Ok(())
    }
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Whether a character has no width and no meaning in a record: a byte order mark, a zero-width space or a word
/// joiner.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c, '\u{feff}' | '\u{200b}' | '\u{2060}')
}

/// A text without invisible characters, in which every blank is a space or a tab.
fn plain(text: String) -> String {
    if text.is_ascii() {
        return text;
    }
    let visible = text.chars().filter(|&c| !is_invisible(c));
    let blank = |c: char| {
        if c.is_whitespace() && !c.is_ascii() {
            ' '
        } else {
            c
        }
    };
    visible.map(blank).collect()
}

/// The character of a byte in Windows-1252. The bytes without a character are control characters, as in
/// Latin-1.
fn windows_1252(byte: u8) -> char {
    const FROM_80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    let other = byte.checked_sub(0x80).map(usize::from);
    other
        .and_then(|at| FROM_80.get(at).copied())
        .unwrap_or(char::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_numbered_and_can_be_given_back() {
        let mut source = Source::new("\u{feff}a\r\nb\n\nc".as_bytes());
        let mut next = || source.line().expect("memory can be read");
        assert_eq!(next().map(|l| (l.number, l.text)), Some((1, "a".into())));
        let b = next().expect("a line");
        source.give_back(b);
        let mut texts = Vec::new();
        while let Some(line) = source.line().expect("memory can be read") {
            assert_eq!(line.fault, None);
            texts.push(line.text);
        }
        assert_eq!(texts, ["b", "", "c"]);
    }

    #[test]
    fn invalid_text_is_reported() {
        let mut source = Source::new(&b"a\xffb\na\0b\n"[..]);
        let fault = |line: Option<Line>| line.and_then(|line| line.fault);
        let mut next = || fault(source.line().expect("memory can be read"));
        assert_eq!(next(), Some(LineFault::Encoding));
        assert_eq!(next(), Some(LineFault::Binary));
    }

    #[test]
    fn windows_1252_is_decoded() {
        let mut source = Source::decoding(&b"a\nZ\xc8RTZ d4\xd7d6 \x80\n"[..]);
        let mut next = || source.line().expect("memory can be read").expect("a line");
        assert_eq!(next().text, "a");
        let line = next();
        assert_eq!((line.text.as_str(), line.fault), ("ZÈRTZ d4×d6 €", None));
        assert_eq!(source.decoded(), Some(2));
    }

    #[test]
    fn invisible_characters_of_records_are_skipped() {
        let bytes = b"\xef\xbb\xbf[\n\xef\xbb\xbf\xe8\n";
        let mut source = Source::decoding(&bytes[..]);
        let mut next = || source.line().expect("memory can be read").expect("a line");
        assert_eq!((next().text, next().text), ("[".into(), "è".into()));
        let mut source = Source::decoding("1.\u{a0}c\u{200b}3 *\u{feff}[".as_bytes());
        let line = source.line().expect("memory can be read");
        assert_eq!(line.map(|line| line.text), Some("1. c3 *[".to_owned()));
    }

    #[test]
    fn a_line_of_any_length_takes_bounded_memory() {
        let mut long = vec![b'a'; MAX_LENGTH + 100];
        long.extend(b"\nnext\n");
        let mut source = Source::new(&long[..]);
        let line = source.line().expect("memory").expect("a line");
        assert_eq!(line.fault, Some(LineFault::TooLong));
        assert_eq!(line.text.len(), MAX_LENGTH + 1);
        let line = source.line().expect("memory").expect("a line");
        assert_eq!(line.text, "next");
    }
}
