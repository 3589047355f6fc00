//! Games one after the other from a stream of any format.

use std::fmt;
use std::io::{self, BufRead};

use super::chunk::Chunk;
use super::format::{Format, check_kind, of_line};
use super::game::GameRecord;
use super::identify::Identified;
use super::pgn::notes;
use super::refused::{Fault, ReadError, Refused};
use super::source::{MAX_LENGTH, Source};
use super::{boardspace, codecup, gf1, jsonl, list, littlegolem, pbm, pgn, zen};

/// What is uncertain about games that were read, or not kept of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A game does not name its rule set, and fits several.
    SeveralGames {
        /// The number of the game, from 1.
        number: usize,
        /// The rule set that was taken.
        game: String,
        /// The others.
        others: Vec<&'static str>,
    },
    /// Only the first moves of a game were kept.
    Shortened {
        /// Why the rest is a comment.
        refused: Refused,
        /// The number of moves.
        moves: usize,
    },
    /// The text is not UTF-8 and was read as Windows-1252.
    Decoded {
        /// The first line of this kind.
        line: usize,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::SeveralGames {
                number,
                game,
                others,
            } => write!(
                f,
                "game {number}: read as '{game}', but it also fits {}; choose with --game",
                others.join(", ")
            ),
            Note::Shortened { refused, moves } => {
                let plural = if *moves == 1 { "" } else { "s" };
                write!(f, "{refused}; kept {moves} legal move{plural}")
            }
            Note::Decoded { line } => write!(f, "line {line}: not UTF-8, read as Windows-1252"),
        }
    }
}

/// The games of a file or any other stream. A game that is refused does not end it.
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    default: Option<String>,
    format: Option<Format>,
    common: jsonl::FileContext,
    games: usize,
    keep_legal: bool,
    /// A game that was read before it was asked for.
    next_game: Option<Result<Identified, Fault>>,
    notes: Vec<Note>,
    is_decoded: bool,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads `input`. `game` is the id of the game where the text does not name one.
    pub fn new(input: R, game: Option<&str>) -> Reader<R> {
        Reader {
            source: Source::decoding(input),
            default: game.map(str::to_owned),
            format: None,
            common: jsonl::FileContext::default(),
            games: 0,
            keep_legal: false,
            next_game: None,
            notes: Vec::new(),
            is_decoded: false,
            ended: false,
        }
    }

    /// Keeps the moves before the first illegal one; the rest becomes a comment.
    #[must_use]
    pub fn keep_legal(self, keep_legal: bool) -> Reader<R> {
        Reader { keep_legal, ..self }
    }

    /// Messages about the games read since the last call: what is uncertain about them, or not kept.
    pub fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }

    /// The format, as soon as the first game has been asked for.
    #[must_use]
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    fn game(&mut self) -> Result<Option<GameRecord>, ReadError> {
        let format = match self.format {
            Some(format) => format,
            None => {
                let begin = self.source.begin().map_err(ReadError::File)?;
                check_kind(begin).map_err(ReadError::NoGames)?;
                let format = self.recognise().map_err(ReadError::File)?;
                *self.format.insert(format)
            }
        };
        let default = self.default.as_deref();
        let read = match format {
            Format::Pgn => self.pgn_game().map_err(ReadError::File)?,
            Format::Boardspace => boardspace::chunk(&mut self.source)
                .map_err(ReadError::File)?
                .map(|chunk| boardspace::read(&chunk).map(Identified::from)),
            Format::LittleGolem => littlegolem::chunk(&mut self.source)
                .map_err(ReadError::File)?
                .map(|chunk| littlegolem::read(&chunk).map(Identified::from)),
            Format::CodeCup => codecup::chunk(&mut self.source)
                .map_err(ReadError::File)?
                .map(|chunk| codecup::read(&chunk).map(Identified::from)),
            Format::Gf1 => gf1::chunk(&mut self.source)
                .map_err(ReadError::File)?
                .map(|chunk| gf1::read(&chunk, default)),
            Format::Pbm => pbm::chunk(&mut self.source)
                .map_err(ReadError::File)?
                .map(|chunk| pbm::read(&chunk).map(Identified::from)),
            Format::List | Format::JsonLines => self.line(format).map_err(ReadError::File)?,
        };
        let Some(read) = read else {
            return Ok(None);
        };
        self.games += 1;
        if let Some(line) = self.source.decoded().filter(|_| !self.is_decoded) {
            self.is_decoded = true;
            self.notes.push(Note::Decoded { line });
        }
        match read {
            Ok(Identified { record, others }) => {
                if !others.is_empty() {
                    self.notes.push(Note::SeveralGames {
                        number: self.games,
                        game: record.game.clone(),
                        others,
                    });
                }
                Ok(Some(record))
            }
            Err(mut fault) => {
                let kept = fault.kept.take().filter(|_| self.keep_legal);
                let refused = fault.in_game(self.games);
                let Some(kept) = kept else {
                    return Err(ReadError::Refused(refused));
                };
                let moves = kept.moves.len();
                self.notes.push(Note::Shortened { refused, moves });
                Ok(Some(*kept))
            }
        }
    }

    /// The next game in PGN style.
    fn pgn_game(&mut self) -> io::Result<Option<Result<Identified, Fault>>> {
        let mut read = match self.next_game.take() {
            Some(read) => read,
            None => match self.read_pgn()? {
                Some((read, _)) => read,
                None => return Ok(None),
            },
        };
        let record = match &mut read {
            _ if !self.keep_legal => None,
            Ok(identified) => Some(&mut identified.record),
            Err(fault) => fault.kept.as_deref_mut(),
        };
        let Some(record) = record else {
            return Ok(Some(read));
        };
        // Text after the end of a game is a comment.
        let mut text = String::new();
        while let Some((next, chunk)) = self.read_pgn()? {
            match next {
                Err(fault) if fault.kept.is_none() && is_plain_text(&chunk) => {
                    notes::add(&mut text, chunk.text().unwrap_or_default());
                }
                next => {
                    self.next_game = Some(next);
                    break;
                }
            }
        }
        record.add_remark(&text);
        Ok(Some(read))
    }

    fn read_pgn(&mut self) -> io::Result<Option<(Result<Identified, Fault>, Chunk)>> {
        let chunk = pgn::chunk(&mut self.source)?;
        let default = self.default.as_deref();
        Ok(chunk.map(|chunk| (read_pgn(&chunk, default), chunk)))
    }

    /// The format, by the first line that says something about it.
    fn recognise(&mut self) -> io::Result<Format> {
        let mut before = Vec::new();
        let mut length = 0;
        let mut format = None;
        while format.is_none()
            && length < MAX_LENGTH
            && let Some(line) = self.source.line()?
        {
            format = of_line(&line.text);
            length += line.text.len() + 1;
            before.push(line);
        }
        let again = before.into_iter().rev();
        again.for_each(|line| self.source.give_back(line));
        Ok(format.unwrap_or(Format::List))
    }

    /// The next game of a format that has a game a line.
    fn line(&mut self, format: Format) -> io::Result<Option<Result<Identified, Fault>>> {
        while let Some(line) = self.source.line()? {
            let text = line.text.trim();
            if let Some(fault) = line.fault {
                let fault = Fault::new(line.number, "", fault.reason());
                return Ok(Some(Err(fault)));
            }
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            let default = self.default.as_deref();
            let read = match format {
                Format::JsonLines => {
                    let read = jsonl::read(line.number, text, default, &mut self.common);
                    read.transpose().map(|read| read.map(Identified::from))
                }
                _ => Some(list::read(line.number, text, default)),
            };
            if read.is_some() {
                return Ok(read);
            }
        }
        Ok(None)
    }
}

/// Whether a text after a game has no tags.
fn is_plain_text(chunk: &Chunk) -> bool {
    let text = chunk.text().unwrap_or_default();
    !text.is_empty() && !text.lines().any(|line| line.trim_start().starts_with('['))
}

/// Reads a game in PGN style, whose moves may be in the notation of a site.
fn read_pgn(chunk: &Chunk, default: Option<&str>) -> Result<Identified, Fault> {
    if zen::has_zip(chunk) {
        return zen::read(chunk, default).map(Identified::from);
    }
    let read = pgn::read(chunk, default);
    if read.is_err() && zen::has_zen_words(chunk) {
        return zen::read(chunk, default).map(Identified::from);
    }
    // Games of Little Golem are also pasted without the header.
    if read.is_err() && !chunk.text()?.contains('[') {
        let game = littlegolem::read(chunk).map(Identified::from);
        return game.or(read);
    }
    read
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<GameRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let read = self.game().transpose();
        // After anything but a refused game there is no knowing how to go on.
        self.ended = !matches!(read, Some(Ok(_) | Err(ReadError::Refused(_))));
        read
    }
}
