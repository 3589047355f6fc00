//! Reads a game in PGN style, and plays its moves on a board.

use crate::rules::{MoveError, Outcome};

use super::super::chunk::{Chunk, LineRole};
use super::super::drawing;
use super::super::game::{
    GameRecord, MoveMark, MoveRecord, comment_text, finish_truncated, resolve_outcome,
};
use super::super::identify::{IdentifiedGame, TwoResults, identify};
use super::super::refused::RecordFault;
use super::super::replay;
use super::super::score::score_word;
use super::super::source::Line;
use super::lexer::{self, NumberedWord, Word};
use super::{notes, tags};
use crate::play::state::GameState;

/// Finds the end of a game: its result, or the next tags.
#[derive(Debug, Default)]
pub(in super::super) struct EndScanner {
    words: lexer::Scanner,
    in_comment: bool,
    /// The number of open variations.
    depth: usize,
}

impl EndScanner {
    /// The role of a line.
    pub fn role(&mut self, line: &mut Line, is_first: bool) -> LineRole {
        let text = line.text.trim();
        let begins_another = match self.in_comment {
            // The game was cut inside a comment.
            true => lexer::is_tag_line(text),
            false => self.words.has_moves && text.starts_with('['),
        };
        if begins_another {
            return LineRole::Next;
        }
        if is_first && text.is_empty() {
            return LineRole::Skipped;
        }
        let before = line.text.len() - line.text.trim_start().len();
        let end = self.end(text);
        end.map_or(LineRole::Inside, |end| LineRole::Last(before + end))
    }

    /// Scans a line. If the game ends in it, returns where: at the end of the line, or at the tags of another game
    /// behind the result.
    fn end(&mut self, line: &str) -> Option<usize> {
        let mut rest = line;
        let mut has_result = false;
        while !rest.is_empty() {
            if self.in_comment {
                let (_, after) = rest.split_once('}')?;
                self.in_comment = false;
                rest = after.trim_start();
                continue;
            }
            if has_result && rest.starts_with('[') {
                return Some(line.len() - rest.len());
            }
            let is_tag = !self.words.has_moves && rest.starts_with('[');
            let after = match self.words.next(rest, rest.len() == line.len()) {
                Ok((after, word)) => {
                    match word {
                        Some(Word::Open) => self.depth += 1,
                        Some(Word::Close) => self.depth = self.depth.saturating_sub(1),
                        None | Some(Word::Comment(_)) => {}
                        Some(word) => has_result = matches!(word, Word::Result(_)),
                    }
                    after
                }
                // The comment ends in a later line.
                Err(_) if rest.starts_with('{') => {
                    self.in_comment = true;
                    return None;
                }
                Err(_) if is_tag => return None,
                Err(_) => {
                    has_result = false;
                    after_word(rest)
                }
            };
            rest = after.trim_start();
        }
        let ends = has_result && self.depth == 0;
        ends.then_some(line.len())
    }
}

/// The text behind its first word, which cannot be read. A single closing brace is a word, too.
fn after_word(text: &str) -> &str {
    let mut chars = text.char_indices().skip(1);
    let end = chars.find(|(_, c)| c.is_whitespace() || "{}()".contains(*c));
    end.and_then(|(end, _)| text.get(end..)).unwrap_or_default()
}

/// Whether a text consists of comments in lines of their own, as at the end of a file.
pub(in super::super) fn is_remarks(chunk: &Chunk) -> bool {
    let mut lines = chunk.text().unwrap_or("refused").lines().map(str::trim);
    lines.all(|line| line.is_empty() || lexer::is_remark(line, false))
}

/// Plays a game. `default` is the id of the game if the tags do not name one and all moves are
/// legal in it. Otherwise it is the first game in which the FEN is valid and all moves are legal.
pub(in super::super) fn read(
    game: &ParsedGame,
    default: Option<&str>,
) -> Result<IdentifiedGame, RecordFault> {
    let spelling: &Spelling = &|_, word| Ok(word.to_owned());
    let read = match game.record.game.is_empty() {
        false => game
            .play(game.record.clone(), spelling)
            .map(IdentifiedGame::from),
        true => identify(default, game.line, |id| {
            let record = GameRecord {
                game: id.to_owned(),
                ..game.record.clone()
            };
            game.play(record, spelling)
        }),
    };
    read.map(|read| IdentifiedGame {
        two_results: game.two_results(),
        ..read
    })
}

/// Translates a word to our notation or that of the publisher.
pub(in super::super) type Spelling<'s> =
    dyn Fn(&dyn GameState, &str) -> Result<String, MoveError> + 's;

/// The tags and the words of a game, before the words are played.
pub(in super::super) struct ParsedGame<'a> {
    /// The content of the tags.
    pub record: GameRecord,
    /// The line of the first position, or else of the beginning.
    pub line: usize,
    words: Vec<NumberedWord<'a>>,
}

impl<'a> ParsedGame<'a> {
    pub fn new(chunk: &'a Chunk) -> Result<ParsedGame<'a>, RecordFault> {
        let words = lexer::words(chunk.text()?, chunk.line());
        let (record, rest) = tags::read(&words)?;
        let fen = words
            .iter()
            .rfind(|(_, word)| matches!(word, Word::Tag("FEN", _)));
        Ok(ParsedGame {
            record,
            line: fen.map_or(chunk.line(), |(line, _)| *line),
            words: rest.to_vec(),
        })
    }

    /// The result of the tag and that behind the moves, if they differ.
    pub fn two_results(&self) -> Option<TwoResults> {
        let mut words = self.words.iter().rev();
        let (line, last) = words.find_map(|(line, word)| match word {
            Word::Result(Some(last)) => Some((*line, *last)),
            _ => None,
        })?;
        let tag = self.record.outcome.filter(|&tag| tag != last)?;
        Some(TwoResults { line, tag, last })
    }

    /// Plays the words from the position of `record`.
    pub fn play(&self, record: GameRecord, spelling: &Spelling) -> Result<GameRecord, RecordFault> {
        let board = replay::open(&record, self.line)?;
        let mut reader = MoveTextReader {
            line: self.line,
            frame: VariationFrame::new(board),
            outer: Vec::new(),
            result: None,
            spelling,
        };
        for (number, (line, word)) in self.words.iter().enumerate() {
            reader.line = *line;
            if let Err(fault) = reader.word(word) {
                let rest = self.words.get(number..).unwrap_or_default();
                let partial_game = reader.partial_game(record, rest);
                // Comments before the first move are no progress.
                let progress = if fault.is_foreign { 0 } else { number };
                return Err(fault.with_partial_game(partial_game).after(progress));
            }
        }
        if !reader.outer.is_empty() {
            let fault = RecordFault::new(reader.line, "(", "expected a closing )");
            let partial_game = reader.partial_game(record, &[]);
            return Err(fault
                .with_partial_game(partial_game)
                .after(self.words.len()));
        }
        let finished = reader.finish(record);
        finished.map_err(|fault| fault.after(self.words.len()))
    }
}

/// The maximum nesting of variations. JSON readers refuse deeper nesting.
const MAX_VARIATION_DEPTH: usize = 40;

/// An unfinished line of play.
struct VariationFrame {
    moves: Vec<MoveRecord>,
    board: Box<dyn GameState>,
    /// The comment before the first move.
    comment: String,
}

impl VariationFrame {
    fn new(board: Box<dyn GameState>) -> VariationFrame {
        VariationFrame {
            moves: Vec::new(),
            board,
            comment: String::new(),
        }
    }
}

struct MoveTextReader<'s> {
    /// The line number of the current word.
    line: usize,
    /// The innermost line of play.
    frame: VariationFrame,
    /// The enclosing lines of play, innermost last.
    outer: Vec<VariationFrame>,
    result: Option<Option<Outcome>>,
    spelling: &'s Spelling<'s>,
}

impl MoveTextReader<'_> {
    fn word(&mut self, word: &Word) -> Result<(), RecordFault> {
        let fail = |word: &str, reason: &str| Err(RecordFault::new(self.line, word, reason));
        let may_follow = matches!(word, Word::Comment(_) | Word::Fault(_));
        if self.result.is_some() && !may_follow {
            return fail(&word.to_string(), "nothing is allowed after the result");
        }
        match word {
            Word::Move(text) => return self.play_move(text),
            Word::Comment(text) => match self.frame.moves.last_mut() {
                Some(played) => notes::read(text, played),
                None => notes::add(&mut self.frame.comment, text),
            },
            Word::Open => {
                if self.frame.moves.is_empty() || self.outer.len() == MAX_VARIATION_DEPTH {
                    return fail(
                        "(",
                        &format!(
                            "a variation must follow a move, and at most {MAX_VARIATION_DEPTH} may be nested"
                        ),
                    );
                }
                let mut board = self.frame.board.boxed_clone();
                // The frame has a move, so this cannot fail.
                let _ = board.undo(1);
                let inner = VariationFrame::new(board);
                self.outer.push(std::mem::replace(&mut self.frame, inner));
            }
            Word::Close => {
                let Some(outer) = self.outer.pop() else {
                    return fail(")", "no variation is open");
                };
                let inner = std::mem::replace(&mut self.frame, outer);
                match self.frame.moves.last_mut() {
                    // The comment of an empty variation belongs to the move before it.
                    Some(played) if inner.moves.is_empty() => notes::read(&inner.comment, played),
                    Some(played) => played.variations.push(inner.moves),
                    None => {}
                }
            }
            Word::Glyph(number) => {
                let Some(played) = self.frame.moves.last_mut() else {
                    return fail(&word.to_string(), "a glyph must follow a move");
                };
                match MoveMark::of_glyph(*number) {
                    Some(mark) => played.mark = Some(mark),
                    None => played.glyphs.push(*number),
                }
            }
            Word::Result(result) => {
                if !self.outer.is_empty() {
                    return fail(
                        score_word(*result),
                        "the result is inside a variation: expected ) first",
                    );
                }
                self.result = Some(*result);
            }
            Word::Tag(name, _) => return fail(name, "a tag is not allowed among the moves"),
            Word::Fault(fault) => return fail(fault.word, fault.reason),
        }
        Ok(())
    }

    fn play_move(&mut self, text: &str) -> Result<(), RecordFault> {
        let word = text.trim_end_matches(['!', '?']);
        let signs = text.get(word.len()..).unwrap_or_default();
        let mark = match signs {
            "" => None,
            signs => Some(
                signs
                    .parse::<MoveMark>()
                    .map_err(|reason| RecordFault::new(self.line, text, reason))?,
            ),
        };
        let frame = &mut self.frame;
        let spelled = (self.spelling)(&*frame.board, word);
        let spelled = spelled.as_deref().map_err(Clone::clone);
        let token = replay::play(&mut *frame.board, self.line, word, spelled)?;
        let mut played = MoveRecord {
            mark,
            ..MoveRecord::new(token)
        };
        // A comment before a variation belongs to its first move; one before the game belongs to the game.
        if !self.outer.is_empty() {
            notes::read(&std::mem::take(&mut frame.comment), &mut played);
        }
        frame.moves.push(played);
        Ok(())
    }

    /// The game with the words that are legal. From the word on that is not, the words become a comment:
    /// up to the end of the variation if it is in one, otherwise up to the end of the game.
    fn partial_game(
        mut self,
        mut record: GameRecord,
        words: &[NumberedWord],
    ) -> Option<GameRecord> {
        let mut words = words.iter();
        let mut result = self.result.take();
        'faults: loop {
            let is_variation = !self.outer.is_empty();
            let mut depth = 0_usize;
            let mut is_closed = false;
            let mut text = String::new();
            while let Some((_, word)) = words.next() {
                let is_last = words.len() == 0;
                match word {
                    Word::Open => depth += 1,
                    Word::Close if depth == 0 && is_variation => {
                        is_closed = true;
                        break;
                    }
                    Word::Close => depth = depth.saturating_sub(1),
                    // An open variation lasts to the end.
                    Word::Result(last) if depth == 0 && (is_last || !is_variation) => {
                        result.get_or_insert(*last);
                        continue;
                    }
                    _ => {}
                }
                let word = match word {
                    Word::Comment(comment) => comment_text(comment),
                    word => word.to_string(),
                };
                notes::add(&mut text, &word);
            }
            let frame = &mut self.frame;
            let last = frame.moves.last_mut().map(|played| &mut played.comment);
            notes::add_text(last.unwrap_or(&mut frame.comment), &text);
            if !is_closed {
                break;
            }
            let _ = self.word(&Word::Close);
            loop {
                let Some((line, word)) = words.clone().next() else {
                    break 'faults;
                };
                self.line = *line;
                if self.word(word).is_err() {
                    continue 'faults;
                }
                words.next();
            }
        }
        while !self.outer.is_empty() {
            let _ = self.word(&Word::Close);
        }
        self.result = result.filter(|_| record.outcome.is_none());
        if self.frame.moves.is_empty() {
            return None;
        }
        finish_truncated(&mut record, self.frame.board.outcome());
        self.finish(record).ok()
    }

    fn finish(self, mut record: GameRecord) -> Result<GameRecord, RecordFault> {
        let fail = |word: &str, reason: String| Err(RecordFault::new(self.line, word, reason));
        let board = self.frame.board.outcome();
        // `*` stands for a game in progress and for an unknown result. If the tag has another result, the board
        // may decide between the two.
        if let Some(result @ Some(_)) = self.result
            && (record.outcome.is_none() || board == result)
        {
            record.outcome = result;
        }
        let result = score_word(record.outcome);
        record.moves = self.frame.moves;
        notes::add(&mut record.comment, &self.frame.comment);
        let text = drawing::take(&record.comment, &mut record.drawn);
        record.comment = comment_text(&text);
        if let Err(problem) = resolve_outcome(&mut record, board) {
            return fail(result, problem);
        }
        Ok(record)
    }
}
