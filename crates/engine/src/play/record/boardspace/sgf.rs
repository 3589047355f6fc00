//! Parses the text of a record into nodes with properties.

use super::super::chunk::{Chunk, LineRole, line_feeds};
use super::super::refused::RecordFault;
use super::super::source::{Line, LineFault};

/// A node: the text between two semicolons.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct SgfNode<'a> {
    pub properties: Vec<SgfProperty<'a>>,
}

/// `NAME[VALUE]`
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SgfProperty<'a> {
    pub line: usize,
    pub name: &'a str,
    pub value: &'a str,
}

/// Finds the end of a game: its closing bracket.
#[derive(Debug, Default)]
pub(in super::super) struct EndScanner {
    /// Whether the text begins with the bracket of a game.
    is_game: bool,
    depth: usize,
    in_value: bool,
}

impl EndScanner {
    /// The role of a line.
    pub fn role(&mut self, line: &mut Line, is_first: bool) -> LineRole {
        let text = line.text.trim();
        if is_first {
            if text.is_empty() {
                return LineRole::Skipped;
            }
            self.is_game = text.starts_with('(');
        } else if (text.starts_with("(;") || text == "(") && (self.depth > 0 || !self.is_game) {
            // A truncated game must not include the next game.
            return LineRole::Next;
        }
        // Player names and texts of results may have any encoding.
        line.fault = line.fault.filter(|&fault| fault != LineFault::Encoding);
        match self.ends_with(&line.text) && self.is_game {
            true => LineRole::Last(line.text.len()),
            false => LineRole::Inside,
        }
    }

    /// Scans a line. Returns whether the game ends with it.
    fn ends_with(&mut self, line: &str) -> bool {
        let mut rest = line;
        loop {
            if self.in_value {
                let Some(end) = value_end(rest) else {
                    return false;
                };
                rest = behind(rest, end);
                self.in_value = false;
            }
            let Some(at) = rest.find(['[', '(', ')']) else {
                return false;
            };
            match rest.as_bytes().get(at) {
                Some(b'[') => self.in_value = true,
                Some(b'(') => self.depth += 1,
                _ => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return true;
                    }
                }
            }
            rest = behind(rest, at);
        }
    }
}

/// The nodes of a game, the first of which is the root; and where the record is cut off, if it is.
pub(super) fn nodes(chunk: &Chunk) -> Result<(Vec<SgfNode<'_>>, Option<RecordFault>), RecordFault> {
    let mut nodes: Vec<SgfNode> = Vec::new();
    let mut line = chunk.line();
    // Without the last line feed, errors name the last line.
    let mut rest = chunk.text()?.trim();
    let fail = |line, rest: &str, expected: &str| {
        let word = rest.lines().next().unwrap_or_default();
        Err(RecordFault::new(line, word.trim_end(), expected))
    };
    let Some(after) = rest.strip_prefix('(') else {
        return fail(line, rest, "expected a game: (;");
    };
    rest = after;
    loop {
        let trimmed = rest.trim_start();
        line += line_feeds(rest, trimmed);
        rest = trimmed;
        if let Some(after) = rest.strip_prefix(';') {
            nodes.push(SgfNode::default());
            rest = after;
            continue;
        }
        if rest.starts_with(')') {
            return Ok((nodes, None));
        }
        if rest.is_empty() {
            let cut = RecordFault::new(line, "", "the record is truncated: expected ) at its end");
            return Ok((nodes, Some(cut)));
        }
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
        let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
        let (Some(node), false) = (nodes.last_mut(), name.is_empty()) else {
            return fail(line, rest, "expected ;, ) or NAME[VALUE]");
        };
        let mut after = after.trim_start();
        let begin = after;
        while let Some(value) = after.strip_prefix('[') {
            let Some(end) = value_end(value) else {
                let word = rest.lines().next().unwrap_or_default();
                let reason = "the record is truncated: expected ] at its end";
                return Ok((nodes, Some(RecordFault::new(line, word, reason))));
            };
            let (value, rest_of_value) = value.split_at(end);
            node.properties.push(SgfProperty { line, name, value });
            after = behind(rest_of_value, 0);
        }
        if after == begin {
            return fail(line, rest, "expected [VALUE] after the name of a property");
        }
        line += line_feeds(rest, after);
        rest = after;
    }
}

/// The end of a value: the first bracket that is not escaped. A quoted name may contain brackets.
fn value_end(value: &str) -> Option<usize> {
    let quoted = value
        .find('"')
        .filter(|&at| value.get(..at).is_some_and(|front| front.trim() == "id"));
    if let Some(at) = quoted
        && let Some(end) = value.find("\"]").filter(|&end| end > at)
    {
        return Some(end + 1);
    }
    let mut escaped = false;
    value.char_indices().find_map(|(at, c)| {
        let ends = c == ']' && !escaped;
        escaped = c == '\\' && !escaped;
        ends.then_some(at)
    })
}

/// The text after the bracket at this index.
fn behind(text: &str, bracket: usize) -> &str {
    text.get(bracket + 1..).unwrap_or_default()
}
