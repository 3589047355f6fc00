//! The formats of game files: how each is recognised, divided into games, and read.

use std::io::{self, BufRead};

use crate::games;

use super::chunk::{self, Chunk};
use super::identify::IdentifiedGame;
use super::refused::RecordFault;
use super::source::Source;
use super::{boardspace, codecup, gf1, gipf_words, jsonl, list, littlegolem, pbm, pgn, zen};

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

/// A game of a stream, or why it is refused.
pub(super) type ReadGame = Result<IdentifiedGame, RecordFault>;

/// What the reading of a game depends on besides its text.
#[derive(Debug, Default)]
pub(super) struct ReadContext {
    /// The id of the game if the text does not name one.
    pub default: Option<String>,
    /// What earlier lines of JSON say about all games.
    pub common: jsonl::FileContext,
}

impl Format {
    /// The formats in the order in which a line is tried: the first one that it shows is the format of a file.
    const ALL: [Format; 8] = [
        Format::Boardspace,
        Format::LittleGolem,
        Format::JsonLines,
        Format::Pgn,
        Format::CodeCup,
        Format::Gf1,
        Format::Pbm,
        Format::List,
    ];

    /// Whether a trimmed line shows the format.
    fn is_shown_by(self, line: &str) -> bool {
        match self {
            Format::Boardspace => line.starts_with('('),
            Format::LittleGolem => littlegolem::begins(line),
            Format::JsonLines => jsonl::is_line(line),
            Format::Pgn => line.starts_with(['{', '[', ';']),
            Format::CodeCup => codecup::is_moves(line),
            Format::Gf1 => gf1::is_moves(line),
            Format::Pbm => pbm::is_moves(line),
            Format::List => is_list(line),
        }
    }

    /// Takes the text of the next game.
    pub(super) fn chunk<R: BufRead>(self, source: &mut Source<R>) -> io::Result<Option<Chunk>> {
        match self {
            Format::Boardspace => {
                let mut scanner = boardspace::EndScanner::default();
                chunk::take(source, |line, is_first| scanner.role(line, is_first))
            }
            Format::CodeCup => {
                let mut scanner = codecup::EndScanner::default();
                chunk::take(source, |line, is_first| scanner.role(line, is_first))
            }
            Format::Pgn => {
                let mut scanner = pgn::EndScanner::default();
                chunk::take(source, |line, is_first| scanner.role(line, is_first))
            }
            Format::LittleGolem => chunk::take(source, littlegolem::role),
            Format::Gf1 | Format::Pbm => chunk::take(source, gipf_words::role),
            Format::JsonLines | Format::List => chunk::take(source, chunk::single_line),
        }
    }

    /// Reads that text; `None` if it is not a game.
    pub(super) fn read(self, chunk: &Chunk, context: &mut ReadContext) -> Option<ReadGame> {
        let default = context.default.as_deref();
        Some(match self {
            Format::JsonLines => return read_json(chunk, context),
            Format::Pgn if pgn::is_remarks(chunk) => return None,
            Format::Pgn => read_pgn(chunk, default),
            Format::Boardspace => boardspace::read(chunk).map(IdentifiedGame::from),
            Format::LittleGolem => littlegolem::read(chunk),
            Format::CodeCup => codecup::read(chunk).map(IdentifiedGame::from),
            Format::Gf1 => gf1::read(chunk, default),
            Format::Pbm => pbm::read(chunk).map(IdentifiedGame::from),
            Format::List => list::read(chunk, default),
        })
    }
}

/// Reads a line of JSON.
fn read_json(chunk: &Chunk, context: &mut ReadContext) -> Option<ReadGame> {
    let ReadContext { default, common } = context;
    let read = chunk.text();
    let read =
        read.and_then(|text| jsonl::read(chunk.line(), text.trim(), default.as_deref(), common));
    Some(read.transpose()?.map(IdentifiedGame::from))
}

/// Reads a game in PGN style, whose moves may be in the notation of a site.
fn read_pgn(chunk: &Chunk, default: Option<&str>) -> ReadGame {
    let game = pgn::ParsedGame::new(chunk)?;
    if game.record.tag(zen::ZIP).is_some() {
        return zen::read(game, default);
    }
    let read = pgn::read(&game, default);
    if read.is_err() && zen::has_zen_words(chunk) {
        return zen::read(game, default);
    }
    // Games of Little Golem are also pasted without the header.
    if read.is_err() && !chunk.text()?.contains('[') {
        return littlegolem::read(chunk).or(read);
    }
    read
}

/// Recognises the format by a line; `None` if the line does not show it. Moves of no other format are those of PGN.
pub(super) fn of_line(line: &str) -> Option<Format> {
    let line = line.trim();
    if line.is_empty() || line.starts_with(['#', '%']) {
        return None;
    }
    let mut formats = Format::ALL.into_iter();
    let shown = formats.find(|format| format.is_shown_by(line));
    Some(shown.unwrap_or(Format::Pgn))
}

/// Whether a line looks like a game of a list: its first word is the id of a game, `startpos`, `fen` or a FEN.
fn is_list(line: &str) -> bool {
    let first = line.split_whitespace().next().unwrap_or_default();
    matches!(first, "startpos" | "fen" | "moves")
        || first.contains('/')
        || games::find_id(first).is_some()
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
