//! Reads games from a stream in any format.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, BufRead};

use super::chunk::Chunk;
use super::format::{Format, ReadContext, ReadGame, check_kind, of_line};
use super::game::GameRecord;
use super::identify::{IdentifiedGame, TwoResults};
use super::pgn::notes;
use super::refused::{ReadError, RefusedGame};
use super::score::score_word;
use super::source::{Line, MAX_LENGTH, Source};

/// A message about a game that was read with a reservation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A game does not name its rule set, and fits several.
    SeveralGames {
        /// The number of the game, from 1.
        number: usize,
        /// The chosen rule set.
        game: String,
        /// The other rule sets in which all moves are legal.
        others: Vec<&'static str>,
    },
    /// Only the first moves of a game were read.
    Shortened {
        /// Why the rest is a comment.
        refused: RefusedGame,
        /// The number of moves.
        moves: usize,
    },
    /// The tag and the last word of a game give different results.
    TwoResults {
        /// The number of the game, from 1.
        number: usize,
        /// The line of the last word.
        line: usize,
        /// The result in the tag.
        tag: &'static str,
        /// The result behind the moves.
        last: &'static str,
        /// The one that counts.
        counts: &'static str,
    },
    /// The text is not UTF-8 and was read as Windows-1252.
    Decoded {
        /// The first line of this kind.
        line: usize,
    },
    /// A game ends behind its header: no move follows.
    NoMoves {
        /// The number of the game, from 1.
        number: usize,
        /// The first line of the header.
        line: usize,
    },
    /// The marks of a quotation in a mail, or those of a web page, were removed.
    Cleaned {
        /// The first line of the text.
        line: usize,
        /// The marks.
        marks: &'static str,
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
            Note::TwoResults {
                number,
                line,
                tag,
                last,
                counts,
            } => write!(
                f,
                "game {number}, line {line}: the tag says {tag}, the last word {last}; read as {counts}"
            ),
            Note::Decoded { line } => write!(f, "line {line}: not UTF-8, read as Windows-1252"),
            Note::NoMoves { number, line } => {
                write!(f, "game {number}, line {line}: a header without moves")
            }
            Note::Cleaned { line, marks } => write!(f, "line {line}: read without {marks}"),
        }
    }
}

/// An iterator over the games of a stream. A refused game does not end it.
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    context: ReadContext,
    format: Option<Format>,
    games: usize,
    partial_games: bool,
    /// The next game, if it was read ahead.
    next_game: Option<ReadGame>,
    notes: Vec<Note>,
    is_decoded: bool,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads `input`. `game` is the id of the game if the text does not name one.
    pub fn new(input: R, game: Option<&str>) -> Reader<R> {
        Reader {
            source: Source::decoding(input),
            context: ReadContext {
                default: game.map(str::to_owned),
                ..ReadContext::default()
            },
            format: None,
            games: 0,
            partial_games: false,
            next_game: None,
            notes: Vec::new(),
            is_decoded: false,
            ended: false,
        }
    }

    /// Whether a game is read up to its first fault; the rest becomes a comment.
    #[must_use]
    pub fn partial_games(self, partial_games: bool) -> Reader<R> {
        Reader {
            partial_games,
            ..self
        }
    }

    /// Takes the messages about the games read since the last call.
    pub fn take_notes(&mut self) -> Vec<Note> {
        std::mem::take(&mut self.notes)
    }

    /// The number of bytes read.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.source.position()
    }

    /// The format, once the first game was read.
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
        let read = self.next_read(format).map_err(ReadError::File)?;
        let Some(read) = read else {
            return match self.games {
                0 if self.source.has_text() => Err(ReadError::NoGames("no game found".to_owned())),
                _ => Ok(None),
            };
        };
        self.games += 1;
        if let Some((line, marks)) = self.source.take_cleaned() {
            self.notes.push(Note::Cleaned { line, marks });
        }
        if let Some(line) = self.source.decoded().filter(|_| !self.is_decoded) {
            self.is_decoded = true;
            self.notes.push(Note::Decoded { line });
        }
        match read {
            Ok(IdentifiedGame {
                record,
                others,
                two_results,
                no_moves,
            }) => {
                let number = self.games;
                let no_moves = no_moves.map(|line| Note::NoMoves { number, line });
                self.notes.extend(no_moves);
                if let Some(TwoResults { line, tag, last }) = two_results {
                    self.notes.push(Note::TwoResults {
                        number: self.games,
                        line,
                        tag: score_word(Some(tag)),
                        last: score_word(Some(last)),
                        counts: score_word(record.outcome),
                    });
                }
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
                let partial_game = fault.partial_game.take().filter(|_| self.partial_games);
                let refused = fault.in_game(self.games);
                let Some(partial_game) = partial_game else {
                    return Err(ReadError::Refused(refused));
                };
                let moves = partial_game.moves.len();
                self.notes.push(Note::Shortened { refused, moves });
                Ok(Some(*partial_game))
            }
        }
    }

    /// The next game of the format. If partial games are read, text after the end of a game is a comment.
    fn next_read(&mut self, format: Format) -> io::Result<Option<ReadGame>> {
        let next = match self.next_game.take() {
            Some(read) => Some(read),
            None => self.read_one(format)?.map(|(read, _)| read),
        };
        let Some(mut read) = next else {
            return Ok(None);
        };
        let record = match &mut read {
            _ if !self.partial_games || format != Format::Pgn => None,
            Ok(identified) => Some(&mut identified.record),
            Err(fault) => fault.partial_game.as_deref_mut(),
        };
        let Some(record) = record else {
            return Ok(Some(read));
        };
        let mut text = String::new();
        while let Some((next, chunk)) = self.read_one(format)? {
            match next {
                Err(fault) if fault.partial_game.is_none() && is_plain_text(&chunk) => {
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

    /// The next game of the source, with its text.
    fn read_one(&mut self, format: Format) -> io::Result<Option<(ReadGame, Chunk)>> {
        while let Some(chunk) = format.chunk(&mut self.source)? {
            if let Some(read) = format.read(&chunk, &mut self.context) {
                return Ok(Some((read, chunk)));
            }
        }
        Ok(None)
    }

    /// Recognises the format by the first line that shows one.
    fn recognise(&mut self) -> io::Result<Format> {
        let mut before = VecDeque::new();
        let mut length = 0;
        let mut shown = None;
        while shown.is_none()
            && length < MAX_LENGTH
            && let Some(line) = self.source.line()?
        {
            shown = of_line(&line.text);
            // Blank lines before the first game, and comments far before it, cost no memory.
            let is_comment = shown.is_none() && is_comment(&line);
            if is_comment && line.text.trim().is_empty() {
                self.source.skip_empty()?;
                continue;
            }
            if is_comment && before.len() >= MAX_COMMENTS {
                before.pop_front();
            } else {
                length += line.text.len() + 1;
            }
            before.push_back(line);
        }
        let again = before.into_iter().rev();
        again.for_each(|line| self.source.give_back(line));
        Ok(shown.unwrap_or(Format::List))
    }
}

/// The number of lines with comments before the first game that are read: in one format they name the players.
const MAX_COMMENTS: usize = 100;

/// Whether a line before a game is blank or a comment.
fn is_comment(line: &Line) -> bool {
    let text = line.text.trim_start();
    line.fault.is_none() && (text.is_empty() || text.starts_with(['#', '%']))
}

/// Whether a text after a game has no tags.
fn is_plain_text(chunk: &Chunk) -> bool {
    let text = chunk.text().unwrap_or_default();
    !text.is_empty() && !text.lines().any(|line| line.trim_start().starts_with('['))
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<GameRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ended {
            return None;
        }
        let read = self.game().transpose();
        // After any other error the reader cannot continue.
        self.ended = !matches!(read, Some(Ok(_) | Err(ReadError::Refused(_))));
        read
    }
}
