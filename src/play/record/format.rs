//! The formats of game files, and their recognition.

use crate::games;

use super::source::Source;
use super::{codecup, gf1, littlegolem, pbm};

/// A format that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// `[GAME-ID] startpos|FEN [moves TOKEN...]`, one game per line.
    List,
    /// Match records and similar files: JSON, one game per line.
    JsonLines,
    /// PGN style: tags and numbered moves, also in the notation of the publisher.
    Pgn,
    /// The records of boardspace.net, in a form of SGF.
    Boardspace,
    /// DVONN games of Little Golem.
    LittleGolem,
    /// DVONN games of CodeCup: tokens in capitals.
    CodeCup,
    /// GIPF games of GF1 and WebGipf: entries such as `GWi3-h3`.
    Gf1,
    /// GIPF games of the play-by-mail server: entries such as `ga1-c3`.
    Pbm,
}

/// Recognises the format by the beginning of a file: the first line that shows one decides. A list shows none.
///
/// # Errors
/// The file is an archive.
pub fn recognise(begin: &[u8]) -> Result<Format, String> {
    check_kind(begin)?;
    let mut source = Source::decoding(begin);
    while let Ok(Some(line)) = source.line() {
        if let Some(format) = of_line(&line.text) {
            return Ok(format);
        }
    }
    Ok(Format::List)
}

/// Refuses files that are not text, by their first bytes.
pub(super) fn check_kind(begin: &[u8]) -> Result<(), String> {
    // Files that users pass by mistake, with their first bytes.
    const OTHERS: [(&[u8], &str); 6] = [
        (b"PK\x03\x04", "a zip archive; expected its content"),
        (b"\x1f\x8b", "packed with gzip; expected its content"),
        (b"BZh", "packed with bzip2; expected its content"),
        (b"\xfd7zXZ", "packed with xz; expected its content"),
        (
            b"\x28\xb5\x2f\xfd",
            "packed with zstd; expected its content",
        ),
        (b"7z\xbc\xaf", "a 7z archive; expected its content"),
    ];
    match OTHERS.iter().find(|(magic, _)| begin.starts_with(magic)) {
        Some((_, what)) => Err((*what).to_owned()),
        None => Ok(()),
    }
}

/// Recognises the format by a line; `None` if the line does not show it.
pub(super) fn of_line(line: &str) -> Option<Format> {
    let line = line.trim();
    if line.is_empty() || line.starts_with(['#', '%']) {
        return None;
    }
    Some(match line.as_bytes() {
        [b'(', ..] => Format::Boardspace,
        [b'{', rest @ ..] if rest.trim_ascii_start().starts_with(b"\"") => Format::JsonLines,
        _ if littlegolem::begins(line) => Format::LittleGolem,
        // The plan of a match whose beginning is damaged.
        _ if line.contains("\"plan\":{") || line.contains("\"schedule\":\"") => Format::JsonLines,
        [b'{' | b'[' | b';', ..] => Format::Pgn,
        _ if codecup::is_moves(line) => Format::CodeCup,
        _ if gf1::is_moves(line) => Format::Gf1,
        _ if pbm::is_moves(line) => Format::Pbm,
        _ if is_list(line) => Format::List,
        _ => Format::Pgn,
    })
}

/// Whether a line looks like a game of a list: its first word is the id of a game, `startpos`, `fen` or a FEN.
fn is_list(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    matches!(first, "startpos" | "fen" | "moves")
        || first.contains('/')
        || games::ids().iter().any(|id| id.eq_ignore_ascii_case(first))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_recognised_by_the_first_line() {
        for (text, format) in [
            ("", Format::List),
            ("# games\n\nzertz startpos moves wd4,a1", Format::List),
            ("x9/x10/x11/x10/x9 w place", Format::List),
            ("startpos moves c3", Format::List),
            ("{\"schedule\":\"1\"}\n", Format::JsonLines),
            (
                "x\"schedule\":\"1\",\"plan\":{\"game\":\"a/b\"}}\n",
                Format::JsonLines,
            ),
            (
                "Event [a] Site [www.littlegolem.net] White [\"plan\":{] Black [b] 1. g2",
                Format::LittleGolem,
            ),
            ("\u{feff}[Event \"a\"]\n", Format::Pgn),
            ("{a comment} 1. c3", Format::Pgn),
            ("1. Wd4,d1 Bd7,b2", Format::Pgn),
            ("Wd4,d1 Bd7,b2", Format::Pgn),
            ("B1 ZZ C1 F5 D2 K4", Format::CodeCup),
            ("We1-z9 Ka1-b2 Wa5-b5", Format::Gf1),
            ("Wd4-a1 Bd5-a4", Format::Pgn),
            (" (;\nGM[22] VV[2]", Format::Boardspace),
            ("(;GM[Dvonn]", Format::Boardspace),
        ] {
            assert_eq!(recognise(text.as_bytes()), Ok(format), "{text}");
        }
    }

    #[test]
    fn archives_are_named() {
        let refused = |begin| recognise(begin).expect_err("no text");
        assert!(refused(b"PK\x03\x04rest").contains("zip"));
        assert!(refused(b"\x1f\x8b\x08").contains("gzip"));
        assert!(refused(b"\x28\xb5\x2f\xfd\x24").contains("zstd"));
    }
}
