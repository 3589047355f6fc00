//! Reads a game in PGN style, and plays its moves on a board.

use std::io::{self, BufRead};

use crate::rules::{MoveError, Outcome};

use super::super::chunk::Chunk;
use super::super::drawing;
use super::super::game::{
    GameRecord, MoveMark, MoveRecord, comment_text, keep, resolve_outcome, score_named, score_word,
};
use super::super::identify::{FailedAttempt, IdentifiedGame, identify};
use super::super::refused::RecordFault;
use super::super::source::Source;
use super::super::tolerant;
use super::lexer::{self, NumberedWord, Word};
use super::{notes, tags};
use crate::play::state::{self, GameState};

/// Reads the text of the next game. A game ends with its result or before the next tags.
pub(in super::super) fn chunk<R: BufRead>(source: &mut Source<R>) -> io::Result<Option<Chunk>> {
    let mut chunk: Option<Chunk> = None;
    let mut has_game = false;
    let mut state = PgnScanner::default();
    while let Some(line) = source.line()? {
        let text = line.text.trim();
        let begins_a_tag = text.starts_with('[');
        let in_comment = state.in_comment && !(state.after_blank && looks_like_a_tag(text));
        if state.has_moves && begins_a_tag && !in_comment {
            source.give_back(line);
            break;
        }
        state.after_blank = text.is_empty();
        if chunk.is_none() && text.is_empty() {
            continue;
        }
        chunk
            .get_or_insert_with(|| Chunk::new(line.number))
            .push(&line);
        has_game |= !text.is_empty() && !lexer::is_remark(text, false);
        if state.ends_with(text) {
            break;
        }
    }
    // Remarks at the end of a file are not a game.
    Ok(chunk.filter(|_| has_game))
}

fn looks_like_a_tag(line: &str) -> bool {
    let name = line.strip_prefix('[').unwrap_or_default();
    let name = name.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    name.starts_with(" \"") && name.ends_with("\"]")
}

/// Scans the lines of a game for its end.
#[derive(Debug, Default)]
struct PgnScanner {
    has_moves: bool,
    in_comment: bool,
    after_blank: bool,
    /// The number of open variations.
    depth: usize,
}

impl PgnScanner {
    /// Scans a line. Returns whether the game ends with it.
    fn ends_with(&mut self, line: &str) -> bool {
        let is_comment = line.starts_with('%') || lexer::is_remark(line, self.has_moves);
        if !self.in_comment && is_comment {
            return false;
        }
        let mut rest = line;
        if !self.in_comment && !self.has_moves {
            rest = lexer::after_tags(line);
            if rest.starts_with('[') {
                return false;
            }
        }
        let mut last_word = "";
        while let Some(first) = rest.chars().next() {
            if self.in_comment {
                let Some((_, after)) = rest.split_once('}') else {
                    return false;
                };
                self.in_comment = false;
                rest = after.trim_start();
                continue;
            }
            if let Some((_, after)) = lexer::quoted_move(rest) {
                (last_word, self.has_moves) = ("", true);
                rest = after.trim_start();
                continue;
            }
            if let Some(after) = lexer::after_number(rest) {
                rest = after.trim_start();
                continue;
            }
            match first {
                ';' if !lexer::is_capture(rest) => break,
                '{' => self.in_comment = true,
                '(' => self.depth += 1,
                ')' => self.depth = self.depth.saturating_sub(1),
                _ => {
                    let end = rest.find(|c: char| c.is_whitespace() || "{}()".contains(c));
                    // A single closing brace is a word, too.
                    let end = end.unwrap_or(rest.len()).max(first.len_utf8());
                    let (word, after) = rest.split_at(end);
                    (last_word, self.has_moves) = (word, true);
                    rest = after.trim_start();
                    continue;
                }
            }
            rest = rest.get(1..).unwrap_or_default().trim_start();
        }
        self.depth == 0 && !self.in_comment && score_named(last_word).is_some()
    }
}

/// Reads the text of a game. `default` is the id of the game if the tags do not name one and all moves are
/// legal in it. Otherwise it is the first game in which the FEN is valid and all moves are legal.
pub(in super::super) fn read(
    chunk: &Chunk,
    default: Option<&str>,
) -> Result<IdentifiedGame, RecordFault> {
    let game = ParsedGame::new(chunk)?;
    let spelling: &Spelling = &|_, word| Ok(word.to_owned());
    if !game.record.game.is_empty() {
        let read = game.play(game.record.clone(), spelling);
        return read
            .map(IdentifiedGame::from)
            .map_err(|failed| failed.fault);
    }
    identify(default, chunk.line(), |id| {
        let record = GameRecord {
            game: id.to_owned(),
            ..game.record.clone()
        };
        game.play(record, spelling)
    })
}

/// Translates a word to our notation or that of the publisher.
pub(in super::super) type Spelling<'s> =
    dyn Fn(&dyn GameState, &str) -> Result<String, MoveError> + 's;

/// The tags and the words of a game, before the words are played.
pub(in super::super) struct ParsedGame<'a> {
    /// The content of the tags.
    pub record: GameRecord,
    line: usize,
    words: Vec<NumberedWord<'a>>,
}

impl<'a> ParsedGame<'a> {
    pub fn new(chunk: &'a Chunk) -> Result<ParsedGame<'a>, RecordFault> {
        let words = lexer::words(chunk.text()?, chunk.line())?;
        let (record, rest) = tags::read(&words)?;
        Ok(ParsedGame {
            record,
            line: chunk.line(),
            words: rest.to_vec(),
        })
    }

    /// Plays the words from the position of `record`.
    pub fn play(
        &self,
        record: GameRecord,
        spelling: &Spelling,
    ) -> Result<GameRecord, FailedAttempt> {
        let fail = |progress, fault| FailedAttempt { progress, fault };
        let wrong = |word: &str, reason: String| fail(0, RecordFault::new(self.line, word, reason));
        let board = state::open_at(&record.game, record.fen.as_deref())
            .ok_or_else(|| wrong(&record.game, "expected the id of a game".to_owned()))?
            .map_err(|error| wrong("", error.to_string()))?;
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
                let kept = reader.keep(record, rest);
                return Err(fail(number, fault.keeping(kept)));
            }
        }
        let finished = reader.finish(record);
        finished.map_err(|fault| fail(self.words.len(), fault))
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
        if self.result.is_some() && !matches!(word, Word::Comment(_)) {
            return fail(&word.to_string(), "nothing is allowed after the result");
        }
        match word {
            Word::Move(text) => return self.turn(text),
            Word::Comment(text) => match self.frame.moves.last_mut() {
                Some(turn) => notes::read(text, turn),
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
                let mut board = self.frame.board.copy();
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
                    Some(turn) if inner.moves.is_empty() => notes::read(&inner.comment, turn),
                    Some(turn) => turn.variations.push(inner.moves),
                    None => {}
                }
            }
            Word::Glyph(number) => {
                let Some(turn) = self.frame.moves.last_mut() else {
                    return fail(&word.to_string(), "a glyph must follow a move");
                };
                match MoveMark::of_glyph(*number) {
                    Some(mark) => turn.mark = Some(mark),
                    None => turn.glyphs.push(*number),
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
        }
        Ok(())
    }

    fn turn(&mut self, text: &str) -> Result<(), RecordFault> {
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
        let ply = frame.moves.len() + 1;
        let token = (self.spelling)(&*frame.board, word)
            .and_then(|text| tolerant::play(&mut *frame.board, &text))
            .map_err(|error| RecordFault::illegal(self.line, word, ply, &error))?;
        let mut turn = MoveRecord {
            mark,
            ..MoveRecord::new(token)
        };
        // A comment before a variation belongs to its first move; one before the game belongs to the game.
        if !self.outer.is_empty() {
            notes::read(&std::mem::take(&mut frame.comment), &mut turn);
        }
        frame.moves.push(turn);
        Ok(())
    }

    /// The game with the words that are legal. From the word on that is not, the words become a comment:
    /// up to the end of the variation if it is in one, otherwise up to the end of the game.
    fn keep(mut self, mut record: GameRecord, words: &[NumberedWord]) -> Option<GameRecord> {
        let mut words = words.iter();
        'faults: loop {
            let is_variation = !self.outer.is_empty();
            let mut depth = 0_usize;
            let mut is_closed = false;
            let mut text = String::new();
            for (_, word) in words.by_ref() {
                match word {
                    Word::Open => depth += 1,
                    Word::Close if depth == 0 && is_variation => {
                        is_closed = true;
                        break;
                    }
                    Word::Close => depth = depth.saturating_sub(1),
                    Word::Result(result) if depth == 0 && !is_variation => {
                        self.result.get_or_insert(*result);
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
        if record.outcome.is_some() {
            self.result = None;
        }
        if self.frame.moves.is_empty() {
            return None;
        }
        keep(&mut record, self.frame.board.outcome());
        self.finish(record).ok()
    }

    fn finish(self, mut record: GameRecord) -> Result<GameRecord, RecordFault> {
        let fail = |word: &str, reason: String| Err(RecordFault::new(self.line, word, reason));
        if !self.outer.is_empty() {
            return fail("(", "expected a closing )".to_owned());
        }
        match self.result {
            // `*` stands for a game in progress and for an unknown result.
            None | Some(None) => {}
            Some(result) if record.outcome.is_none() || record.outcome == result => {
                record.outcome = result;
            }
            Some(result) => {
                let problem = format!("the tag says {}", score_word(record.outcome));
                return fail(score_word(result), problem);
            }
        }
        let result = score_word(record.outcome);
        record.moves = self.frame.moves;
        notes::add(&mut record.comment, &self.frame.comment);
        let text = drawing::take(&record.comment, &mut record.drawn);
        record.comment = comment_text(&text);
        if let Err(problem) = resolve_outcome(&mut record, self.frame.board.outcome()) {
            return fail(result, problem);
        }
        Ok(record)
    }
}
