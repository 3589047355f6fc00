//! The games of a match in a file of games, whatever has become of their text: whether a game is there
//! is told by its number, players, turns and result, not by notes, marks, variations or the ends of
//! lines, which others may have changed.

use crate::arena::fingerprint::fingerprint;
use crate::play::record::{quoted_turn, score_named};

/// A game that is being read a line at a time, from the line of its first tag on.
#[derive(Clone, Debug, Default)]
pub(super) struct Sheet {
    /// What tells it from other games: lines of tags, turns, and the result.
    words: Vec<String>,
    /// Its number.
    pub(super) round: Option<usize>,
    has_turns: bool,
    in_comment: bool,
    /// Variations that are open.
    depth: usize,
}

/// What the next line is for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// The game goes on.
    On,
    /// It has come to its result, and this number tells it from others.
    Whole(u64),
    /// The line belongs to something else: the game has no result.
    Cut,
}

/// The tags that tell games apart.
const TAGS: [&str; 4] = ["[Round ", "[P1 ", "[P2 ", "[FEN "];

impl Sheet {
    /// Goes on by a line after that of the first tag.
    pub(super) fn line(&mut self, line: &str) -> Step {
        let line = line.trim();
        if !self.in_comment && line.starts_with('[') {
            if self.has_turns {
                return Step::Cut;
            }
            if TAGS.iter().any(|tag| line.starts_with(tag)) {
                let round = line.strip_prefix("[Round \"");
                let round = round.and_then(|round| round.strip_suffix("\"]")?.parse().ok());
                self.round = self.round.or(round);
                self.words.push(line.to_owned());
            }
            return Step::On;
        }
        if !self.in_comment && line.starts_with('%') {
            return Step::On;
        }
        self.turns(line)
    }

    /// Goes on by a line of turns.
    fn turns(&mut self, line: &str) -> Step {
        let mut rest = line.trim_start();
        while let Some(first) = rest.chars().next() {
            if self.in_comment {
                let Some((_, after)) = rest.split_once('}') else {
                    return Step::On;
                };
                self.in_comment = false;
                rest = after.trim_start();
                continue;
            }
            if let Some((turn, after)) = quoted_turn(rest) {
                rest = after.trim_start();
                if self.depth == 0 {
                    self.has_turns = true;
                    // With a quote it is no number and no result.
                    self.words.push(format!("\"{turn}"));
                }
                continue;
            }
            let end = rest.find(|c: char| c.is_whitespace() || "{}()".contains(c));
            // A bracket is a word of its own.
            let end = end.unwrap_or(rest.len()).max(first.len_utf8());
            let (word, after) = rest.split_at(end);
            rest = after.trim_start();
            match first {
                '{' => self.in_comment = true,
                '(' => self.depth += 1,
                ')' => self.depth = self.depth.saturating_sub(1),
                ';' => return Step::On,
                '$' | '}' => {}
                _ if self.depth > 0 => {}
                _ => {
                    self.has_turns = true;
                    let is_last = score_named(word).is_some();
                    let turn = if is_last { word } else { plain(word) };
                    if !turn.is_empty() {
                        self.words.push(turn.to_owned());
                    }
                    if is_last {
                        let words = self.words.iter().map(String::as_str);
                        return Step::Whole(fingerprint(words));
                    }
                }
            }
        }
        Step::On
    }
}

/// A turn without its number and marks; nothing where the number stands alone.
fn plain(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let turn = if rest.is_empty() || rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else {
        word
    };
    turn.trim_end_matches(['!', '?'])
}

/// The number that tells the first game of a text from others; `None` if it has no result.
pub(super) fn key(text: &str) -> Option<u64> {
    let mut sheet = Sheet::default();
    text.lines()
        .skip(1)
        .map(|line| sheet.line(line))
        .find_map(|step| match step {
            Step::Whole(key) => Some(key),
            Step::On | Step::Cut => None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[Event \"a\"]\n[Round \"3\"]\n[Game \"dvonn\"]\n[P1 \"x\"]\n[P2 \"y\"]\n[Result \"0-1\"]\n\n\
        1. c3 d4 2. e5 {[%eval -7]\n[%emt 0:00:00.012]} 2... f6 0-1\n\n";

    #[test]
    fn a_game_is_the_same_with_other_notes_and_line_ends() {
        let same = [
            GAME.replace('\n', "\r\n"),
            GAME.replace("d4 ", "d4?! $3 {so\n0-1} (1... e4 {no}) ; yes\n"),
            GAME.replace(" {[%eval -7]\n[%emt 0:00:00.012]} 2...", ""),
            GAME.replace("0-1\n\n", "0-1 {a fine win}\n\nnotes"),
            GAME.replace("1. c3", "1.c3"),
        ];
        for text in same {
            assert_eq!(key(&text), key(GAME), "{text}");
        }
        let others = [
            GAME.replace("\"3\"", "\"4\""),
            GAME.replace("d4", "d5"),
            GAME.replace("f6 0-1", "f6 1-0"),
            GAME.replace("f6", ""),
            GAME.replace("\"x\"", "\"z\""),
            GAME.replace("[P2", "[FEN \"5/5 w\"]\n[P2"),
        ];
        for text in others {
            assert!(key(&text).is_some() && key(&text) != key(GAME), "{text}");
        }
        assert_eq!(key(GAME.trim_end().trim_end_matches("0-1")), None);
    }
}
