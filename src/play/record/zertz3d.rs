//! ZÈRTZ games in the log files of Zertz3D: lists of moves and transcripts.
//!
//! ```text
//! 37 Blitz
//! # Player 1: ann
//! Wd4,a1
//! x d4Gd6
//! -
//! ```
//!
//! ```text
//! # Rings: 37
//! Player 1: {'action': 'PUT', 'marble': 'g', 'dst': 'B5', 'remove': 'G3'}
//! Player 2: {'action': 'CAP', 'marble': 'b', 'src': 'C4', 'dst': 'E6', 'capture': 'g', 'cap': 'D5'}
//! Player 1: {'action': 'PASS'}
//! ```
//!
//! A list begins with the number of rings. A transcript names it in a comment or not at all. `-` is a pass. Each
//! jump of a chain is a line of its own. Isolated groups are claimed automatically. The board with 61 rings has a
//! column `j` instead of `i`, and in newer files its columns from `e` on begin with row 0.

use super::chunk::Chunk;
use super::codecup;
use super::game::{GameRecord, one_line};
use super::identify::first_legal;
use super::refused::RecordFault;
use super::replay::Replay;
use super::zen;
use crate::rules::{Notation, PASS};

/// Whether a line shows this format.
pub(super) fn is_line(line: &str) -> bool {
    board(line).is_some() || action(line).is_some()
}

/// Whether a line begins a game.
pub(super) fn begins(line: &str) -> bool {
    board(line).is_some() || line.trim_start().starts_with("# Seed:")
}

/// The number of rings, and whether the game is blitz: `37 Blitz`.
fn board(line: &str) -> Option<(&str, bool)> {
    let mut words = line.split_whitespace();
    let rings = words
        .next()
        .filter(|rings| ["37", "48", "61"].contains(rings))?;
    match (words.next(), words.next()) {
        (None, _) => Some((rings, false)),
        (Some(word), None) if word.eq_ignore_ascii_case("blitz") => Some((rings, true)),
        _ => None,
    }
}

/// The text of an action in a transcript: `Player 1: {'action': ...}`.
fn action(line: &str) -> Option<&str> {
    let (player, action) = line.trim_start().strip_prefix("Player ")?.split_once(':')?;
    let is_player = ["1", "2"].contains(&player.trim());
    is_player
        .then(|| action.trim_start().strip_prefix('{'))
        .flatten()
}

/// The content of a log file.
#[derive(Default)]
struct Log {
    players: [String; 2],
    /// Empty if it is not known.
    rings: String,
    is_blitz: bool,
    /// The moves with their lines.
    moves: Vec<(usize, String)>,
}

impl Log {
    fn read(chunk: &Chunk) -> Result<Log, RecordFault> {
        let mut log = Log::default();
        for (line, text) in (chunk.line()..).zip(chunk.text()?.lines()) {
            let text = text.trim();
            if let Some(comment) = text.strip_prefix('#') {
                log.comment(comment.trim());
            } else if let Some((rings, is_blitz)) = board(text) {
                (log.rings, log.is_blitz) = (rings.to_owned(), is_blitz);
            } else if let Some(action) = action(text) {
                let expected = "expected a placement, a capture or a pass";
                let word = word_of(action).ok_or_else(|| RecordFault::new(line, text, expected))?;
                log.moves.push((line, word));
            } else if !text.is_empty() {
                log.moves.push((line, text.split_whitespace().collect()));
            }
        }
        Ok(log)
    }

    fn comment(&mut self, comment: &str) {
        if let Some((number, name)) = codecup::player(comment) {
            if let Some(player) = self.players.get_mut(number) {
                *player = one_line(name);
            }
        } else if let Some((name, value)) = comment.split_once(':') {
            match name {
                "Rings" => value.trim().clone_into(&mut self.rings),
                "Variant" => self.is_blitz = value.trim().eq_ignore_ascii_case("blitz"),
                _ => {}
            }
        }
    }

    /// The rule sets in which the moves may be legal, with the names of their cells.
    fn boards(&self) -> Vec<(&'static str, Cells)> {
        let mut boards = vec![("37", "zertz", Cells::Same)];
        if self.is_blitz {
            boards = vec![("37", "zertz-blitz", Cells::Same)];
        }
        boards.extend([
            ("48", "zertz-48", Cells::Same),
            ("61", "zertz-61", Cells::FromRow1),
            ("61", "zertz-61", Cells::FromRow0),
        ]);
        let is_possible = |rings| self.rings.is_empty() || self.rings == rings;
        boards.retain(|(rings, ..)| is_possible(*rings));
        boards
            .into_iter()
            .map(|(_, id, cells)| (id, cells))
            .collect()
    }
}

/// A move of a transcript in our notation.
fn word_of(action: &str) -> Option<String> {
    let texts: Vec<&str> = action.split('\'').skip(1).step_by(2).collect();
    let get = |name: &str| {
        let pair = texts.chunks(2).find(|pair| pair.first() == Some(&name))?;
        pair.get(1).map(|value| value.to_lowercase())
    };
    Some(match get("action")?.as_str() {
        "put" => {
            let placed = get("marble")? + &get("dst")?;
            match get("remove").unwrap_or_default() {
                none if none.is_empty() => placed,
                ring => format!("{placed},{ring}"),
            }
        }
        "cap" => format!("{}x{}", get("src")?, get("dst")?),
        "pass" => PASS.to_owned(),
        _ => return None,
    })
}

/// How the cells of a board are called.
#[derive(Clone, Copy)]
enum Cells {
    /// As ours.
    Same,
    /// The last column is `j`.
    FromRow1,
    /// The last column is `j`, and the columns from `e` on begin with row 0.
    FromRow0,
}

impl Cells {
    /// A word with our names of its cells.
    fn ours(self, word: &str) -> String {
        if matches!(self, Cells::Same) {
            return word.to_owned();
        }
        let mut text = String::new();
        let mut column = ' ';
        for c in word.chars() {
            let row = c.to_digit(10).filter(|_| column.is_ascii_lowercase());
            match row {
                Some(row) => {
                    let is_shifted = matches!(self, Cells::FromRow0) && column >= 'e';
                    text.push(if column == 'j' { 'i' } else { column });
                    text.push_str(&(row + u32::from(is_shifted)).to_string());
                    column = ' ';
                }
                None => {
                    text.extend(Some(column).filter(|c| *c != ' '));
                    column = c;
                }
            }
        }
        text.extend(Some(column).filter(|c| *c != ' '));
        text
    }
}

/// Reads the text of a game.
pub(super) fn read(chunk: &Chunk) -> Result<GameRecord, RecordFault> {
    let log = Log::read(chunk)?;
    let attempts = log.boards().into_iter().map(|(id, cells)| {
        let record = GameRecord {
            game: id.to_owned(),
            players: log.players.clone(),
            ..GameRecord::default()
        };
        play(record, chunk.line(), &log.moves, cells)
    });
    first_legal(attempts, chunk.line())
}

/// The maximum length of a jump that is continued: longer than any chain.
const MAX_JUMP: usize = 100;

/// Plays the moves of a log.
fn play(
    record: GameRecord,
    line: usize,
    moves: &[(usize, String)],
    cells: Cells,
) -> Result<GameRecord, RecordFault> {
    let mut game = Replay::new(record, line)?;
    let mut rest = moves;
    while let [(line, word), after @ ..] = rest {
        let mut text = cells.ours(word);
        let mut left = after;
        loop {
            let ours = claiming_all(&game, &text);
            let Err(fault) = game.play(*line, word, &ours) else {
                break;
            };
            // A jump that must go on is completed by the next move.
            let next = left.first().filter(|_| text.len() < MAX_JUMP);
            let next = next.map(|(_, next)| cells.ours(next));
            let Some(more) = next.as_deref().and_then(|next| continuation(&text, next)) else {
                let rest = rest.iter().map(|(_, word)| word.as_str());
                return Err(game.keep(fault, rest));
            };
            text.push_str(more);
            left = left.get(1..).unwrap_or_default();
        }
        rest = left;
    }
    game.finish(moves.last().map_or(line, |(line, _)| *line))
}

/// The token of a placement with all its claims; any other text as it is.
fn claiming_all(game: &Replay, text: &str) -> String {
    let token = || {
        let position = zen::position(game.board())?;
        let m = position.parse_move(text).ok()?;
        Some(position.token(position.claiming_all(m)))
    };
    token().unwrap_or_else(|| text.to_owned())
}

/// What a jump adds to another one that it continues: `xd6Wb4` adds `Wb4` to `xd4Gd6`.
fn continuation<'a>(jump: &str, next: &'a str) -> Option<&'a str> {
    let landing = jump.get(jump.len().checked_sub(2)?..)?;
    let next = next.strip_prefix('x').unwrap_or(next);
    next.strip_prefix(landing).filter(|_| jump.contains('x'))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{game, read, refused};
    use super::super::{Format, recognise};
    use super::*;

    fn tokens(text: &str) -> String {
        assert_eq!(recognise(text.as_bytes()), Ok(Format::Zertz3d), "{text}");
        game(text).tokens().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn lists_begin_with_the_number_of_rings() {
        let text = "37 Blitz\n# Player 1: ann\n# Player 2: bob\nWd4,a1\n\nBd5,a4\nx d4Bd6\n";
        assert_eq!(tokens(text), "wd4,a1 bd5,a4 d4xd6");
        let record = game(text);
        assert_eq!(
            (record.game.as_str(), &record.players[1][..]),
            ("zertz-blitz", "bob")
        );
        let games = read("48\nWh1,a5\n37\nWd4,a1\n");
        let ids: Vec<&str> = games
            .iter()
            .flatten()
            .map(|game| game.game.as_str())
            .collect();
        assert_eq!(ids, ["zertz-48", "zertz"]);
    }

    #[test]
    fn transcripts_are_read() {
        let text = "# Seed: 1\n# Rings: 37\n# Player 1: ann\n#\n\
            Player 1: {'action': 'PUT', 'marble': 'g', 'dst': 'D4', 'remove': 'D3'}\n";
        assert!(refused(text).contains("line 5: "));
        let text = text.replace("D3", "G1")
            + "Player 2: {'action': 'PUT', 'marble': 'b', 'dst': 'D3', 'remove': 'A1'} # far\n\
            # a remark\nPlayer 1: {'action': 'CAP', 'marble': 'b', 'src': 'D3', 'capture': 'g', 'dst': 'D5', 'cap': 'D4'}\n\
            #\n# Final game state:\n# [[0. 1.]]\n";
        assert_eq!(tokens(&text), "gd4,g1 bd3,a1 d3xd5");
        assert_eq!(game(&text).players, ["ann", ""]);
    }

    #[test]
    fn the_cells_of_the_board_with_61_rings_are_renamed() {
        assert_eq!(tokens("61\nWj0,e0\nBa1,j4\nGd8,h5"), "wi1,e1 ba1,i5 gd8,h6");
        assert_eq!(tokens("61\nWj5,e9"), "wi5,e9");
        assert_eq!(Cells::FromRow0.ours("xe3Gg1"), "xe4Gg2");
    }

    #[test]
    fn the_jumps_of_a_chain_are_joined() {
        let text = "37\nGc5,a1\nWd4,a4\nBd5,g1\nx d4Bd6\nx d6Gb4\nWd4,d1\n";
        assert_eq!(tokens(text), "gc5,a1 wd4,a4 bd5,g1 d4xd6xb4 wd4,d1");
        assert!(refused("37\nGc5,a1\nWd4,a4\nBd5,g1\nx d4Bd6\nx d7Gb4\n").contains("line 5"));
        assert_eq!(continuation("d4xd6", "d6xb4"), Some("xb4"));
        assert_eq!(continuation("wd4,d6", "d6xb4"), None);
    }

    #[test]
    fn a_pass_is_a_hyphen_and_other_lines_are_refused() {
        assert!(refused("37\n-\n").contains("line 2: '-'"));
        assert!(refused("37\nWd4,a1\nhello\n").contains("line 3: 'hello'"));
        assert!(refused("Player 1: {'action': 'HOP'}\n").contains("line 1"));
    }
}
