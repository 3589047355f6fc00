//! Games one after the other from a stream of any format.

use std::io::{self, BufRead};

use super::chunk::Chunk;
use super::format::{Format, check_kind, of_line};
use super::game::GameRecord;
use super::identify::Identified;
use super::refused::{Fault, ReadError};
use super::source::{MAX_LENGTH, Source};
use super::{boardspace, codecup, gf1, jsonl, list, littlegolem, pbm, pgn, zen};

/// The games of a file or any other stream. A game that is refused does not end it.
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    default: Option<String>,
    format: Option<Format>,
    common: jsonl::FileContext,
    games: usize,
    keep_legal: bool,
    notes: Vec<String>,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads `input`. `game` is the id of the game where the text does not name one.
    pub fn new(input: R, game: Option<&str>) -> Reader<R> {
        Reader {
            source: Source::new(input),
            default: game.map(str::to_owned),
            format: None,
            common: jsonl::FileContext::default(),
            games: 0,
            keep_legal: false,
            notes: Vec::new(),
            ended: false,
        }
    }

    /// Keeps the moves before the first illegal one; the rest becomes a comment.
    #[must_use]
    pub fn keep_legal(self, keep_legal: bool) -> Reader<R> {
        Reader { keep_legal, ..self }
    }

    /// Messages about the games read since the last call: what is uncertain about them, or not kept.
    pub fn take_notes(&mut self) -> Vec<String> {
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
            Format::Pgn => pgn::chunk(&mut self.source)
                .map_err(ReadError::File)?
                .map(|chunk| read_pgn(&chunk, default)),
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
                .map(|chunk| gf1::read(&chunk, default).map(Identified::from)),
            Format::Pbm => pbm::chunk(&mut self.source)
                .map_err(ReadError::File)?
                .map(|chunk| pbm::read(&chunk).map(Identified::from)),
            Format::List | Format::JsonLines => self.line(format).map_err(ReadError::File)?,
        };
        let Some(read) = read else {
            return Ok(None);
        };
        self.games += 1;
        match read {
            Ok(Identified { record, others }) => {
                if !others.is_empty() {
                    let (number, game) = (self.games, &record.game);
                    let others = others.join(", ");
                    self.notes.push(format!(
                        "game {number}: read as '{game}', also possible in {others}; --game selects one"
                    ));
                }
                Ok(Some(record))
            }
            Err(mut fault) => {
                let kept = fault.kept.take().filter(|_| self.keep_legal);
                let refused = fault.in_game(self.games);
                let Some(kept) = kept else {
                    return Err(ReadError::Refused(refused));
                };
                let count = kept.moves.len();
                self.notes
                    .push(format!("{refused}; the {count} moves before it are kept"));
                Ok(Some(*kept))
            }
        }
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

/// Reads a game in PGN style, whose moves may be in the notation of a site.
fn read_pgn(chunk: &Chunk, default: Option<&str>) -> Result<Identified, Fault> {
    if zen::is_zen(chunk) {
        return zen::read(chunk).map(Identified::from);
    }
    let read = pgn::read(chunk, default);
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
