//! ZÈRTZ games in ZEN, the notation of zertz.app: tags and moves in PGN style.
//!
//! ```text
//! [Player1 "ann"]
//! [ZIP "oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1"]
//!
//! 1. Wd4-a1 Bd5-a4 {text [%csl Rd4]} 2. Wd4xd6+b *
//! ```
//!
//! The tag `ZIP` is the first position (`zen_position`). A word names the marble and its cell, then `-` and the ring
//! removed, or `x` (also the multiplication sign) and the landings. `+` and the letters of captured
//! marbles follow from the move; they are not checked. All isolated groups are claimed. The board with 48
//! rings is our mirror image.

use crate::games::zertz::Position;
use crate::picture::Touch;
use crate::play::state::{self, GameState};
use crate::rules::{MoveError, Notation, PASS, Text};

use super::chunk::Chunk;
use super::drawing::Drawing;
use super::game::{GameRecord, MoveRecord};
use super::identify::{IdentifiedGame, first_legal};
use super::pgn::ParsedGame;
use super::refused::RecordFault;
use super::replay;
use super::zen_position::{self, BOARDS, ZenBoard};

/// The name of the tag with the first position.
pub(super) const ZIP: &str = "ZIP";

/// Whether the text of a game has words that only this notation has.
pub(super) fn has_zen_words(chunk: &Chunk) -> bool {
    let text = chunk.text().unwrap_or_default();
    text.split_whitespace().any(is_zen_word)
}

/// Whether a word looks like `Wd4-a1` or `Gd4xd6`. Grey marbles are left out where the publisher of
/// GIPF writes the same: `Ge1-e2`.
fn is_zen_word(word: &str) -> bool {
    let word = word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let word = word.replace('×', "x");
    let is_cell = |column: u8, row: u8| column.is_ascii_lowercase() && row.is_ascii_digit();
    match word.as_bytes() {
        &[b'W' | b'B', a, b, b'-', c, d, ..] | &[b'W' | b'G' | b'B', a, b, b'x', c, d, ..] => {
            is_cell(a, b) && is_cell(c, d)
        }
        _ => false,
    }
}

/// Plays a game. `default` is its board, if the text names none and the moves are legal there.
pub(super) fn read(
    mut parsed: ParsedGame,
    default: Option<&str>,
) -> Result<IdentifiedGame, RecordFault> {
    let zip = parsed.record.tags.iter().position(|(name, _)| name == ZIP);
    let starts: Vec<(&ZenBoard, Option<String>)> = match zip {
        Some(at) => {
            let (_, zip) = parsed.record.tags.remove(at);
            parsed.record.tags.retain(|(name, _)| name != ZIP);
            let positions: Vec<_> = zen_position::positions(&zip)
                .into_iter()
                .filter(|(board, fen)| {
                    state::open_at(board.game, Some(fen)).is_some_and(|start| start.is_ok())
                })
                .map(|(board, fen)| (board, Some(fen).filter(|fen| !is_start(board, fen))))
                .collect();
            if positions.is_empty() {
                let reason = "expected a position of a board with 37, 48 or 61 rings";
                return Err(RecordFault::new(parsed.line, &zip, reason));
            }
            positions
        }
        None => {
            let named = parsed.record.game.as_str();
            let mut boards: Vec<&ZenBoard> = BOARDS.iter().collect();
            boards.retain(|board| named.is_empty() || board.game == named);
            boards.sort_by_key(|board| Some(board.game) != default);
            boards.into_iter().map(|board| (board, None)).collect()
        }
    };
    let attempts = starts.into_iter().map(|(board, fen)| {
        let record = GameRecord {
            game: board.game.to_owned(),
            fen,
            ..parsed.record.clone()
        };
        let mut played = parsed.play(record, &|state, word| token(board, state, word));
        let record = match &mut played {
            Ok(record) => Some(record),
            Err(fault) => fault.partial_game.as_deref_mut(),
        };
        if let Some(record) = record {
            rename_notes(board, record);
        }
        played
    });
    let record = first_legal(attempts, parsed.line)?;
    Ok(IdentifiedGame {
        two_results: parsed.two_results(),
        ..record.into()
    })
}

fn is_start(board: &ZenBoard, fen: &str) -> bool {
    state::open(board.game).is_some_and(|start| start.fen() == fen)
}

/// Our token of a word.
fn token(board: &ZenBoard, state: &dyn GameState, word: &str) -> Result<String, MoveError> {
    if word == PASS {
        return Ok(word.to_owned());
    }
    let form = || MoveError::syntax(word, "a move like 'Wd4-a1' or 'Wd4xd6+b'");
    let renamed = board.renamed(&word.replace('×', "x"));
    let (move_text, captured) = renamed.split_once('+').unwrap_or((&renamed, ""));
    if captured.contains(|c| !"wgb".contains(c)) {
        return Err(form());
    }
    let marble = move_text.chars().next().ok_or_else(form)?;
    let marble = marble.to_ascii_lowercase();
    let cells = move_text.get(1..).filter(|_| "wgb".contains(marble));
    let cells = cells.ok_or_else(form)?;
    let position: &Position = replay::position(state).ok_or_else(form)?;
    if cells.contains('x') {
        let m = position.parse_move(cells)?;
        return match position.moving_letter(m) {
            Some(moving) if moving == marble => Ok(position.token(m)),
            _ => Err(MoveError::illegal(
                word,
                Text::untranslated("the marble has another colour"),
            )),
        };
    }
    let token = format!("{marble}{}", cells.replace('-', ","));
    let m = position.parse_move(&token)?;
    Ok(position.token(position.claiming_all(m)))
}

/// Changes the names of cells in the drawings and best lines of a game to ours.
fn rename_notes(board: &ZenBoard, record: &mut GameRecord) {
    fn rename(board: &ZenBoard, drawn: &mut [Drawing]) {
        for drawing in drawn {
            drawing.from = board.renamed(&drawing.from);
            drawing.to = drawing.to.as_ref().map(|to| board.renamed(to));
        }
    }
    fn rename_moves(board: &ZenBoard, moves: &mut [MoveRecord]) {
        for played in moves {
            rename(board, &mut played.drawn);
            played
                .pv
                .iter_mut()
                .for_each(|word| *word = board.renamed(word));
            for variation in &mut played.variations {
                rename_moves(board, variation);
            }
        }
    }
    rename(board, &mut record.drawn);
    rename_moves(board, &mut record.moves);
}

#[cfg(test)]
mod tests {
    use super::super::tests::{game, refused};
    use super::*;

    const START: &str = "oooo/ooooo/oooooo/ooooooo/1oooooo/2ooooo/3oooo 6/8/10 0/0/0 0/0/0 1";

    #[test]
    fn moves_and_notes_are_read() {
        let moves = "1. Wd4-a1 Bd5-a4 {so [%csl Rd4][%cal Ga2b3]} (1... Gd5-a4) 2. Wd4×d6+b *";
        for head in [
            String::new(),
            format!("[Player1 \"A\"]\n[ZIP \"{START}\"]\n\n"),
        ] {
            let record = game(&format!("{head}{moves}\n"));
            assert_eq!((record.game.as_str(), &record.fen), ("zertz", &None));
            assert!(record.tokens().eq(["wd4,a1", "bd5,a4", "d4xd6"]));
            let second = &record.moves[1];
            assert_eq!(second.comment, "so");
            assert_eq!((second.drawn.len(), second.variations.len()), (2, 1));
            assert_eq!(record.tag(ZIP), None);
        }
    }

    #[test]
    fn a_comment_may_quote_the_tag() {
        let record = game("[Game \"dvonn\"]\n\n{a [b] [ZIP \"G~\"]} *\n");
        assert_eq!(
            (record.game.as_str(), record.tokens().count()),
            ("dvonn", 0)
        );
        let tags = format!("[Event \"a {{b\"] [ZIP \"{START}\"]\n\n*\n");
        assert_eq!(game(&tags).game, "zertz");
    }

    #[test]
    fn the_48_board_is_mirrored() {
        let text = "1. We4-h1 Be5-h5 {[%csl Ra4] [%pv we4,h2 h3xf3]} *";
        let record = game(text);
        assert_eq!(record.game, "zertz-48");
        assert!(record.tokens().eq(["wd4,a1", "bd5,a5"]));
        assert_eq!(record.moves[1].drawn[0].from, "h4");
        assert_eq!(record.moves[1].pv, ["wd4,a2", "a3xc3"]);
    }

    /// Isolated groups are claimed without a word; leaving one is not possible.
    #[test]
    fn isolated_groups_are_claimed() {
        let fen = "w---/-1---/-2---/-------/------/-----/---- 0,1,5 3,3,0 2,4,5 1";
        let state = state::open_at("zertz", Some(fen))
            .expect("a game")
            .expect("a FEN");
        let read = token(&BOARDS[0], &*state, "Bc3-b2");
        assert_eq!(read.as_deref(), Ok("bc3,b2,xa1"));
        let zip = format!(
            "[ZIP \"{}\"]\n\n1. Bc3-b2 1-0\n",
            "W/1o/1oo 0/1/5 3/3/0 2/4/5 1"
        );
        assert_eq!(game(&zip).moves[0].token, "bc3,b2,xa1");
    }

    #[test]
    fn the_first_position_counts() {
        let record = game(&format!(
            "[ZIP \"{START}\"]\n[ZIP \"bad\"]\n\n1. Wd4-a1 *\n"
        ));
        assert_eq!((record.tag(ZIP), record.moves.len()), (None, 1));
    }

    #[test]
    fn bad_games_are_refused() {
        assert!(refused("[ZIP \"oo 1\"]\n\n*\n").contains("'oo 1': "));
        let message = refused("1. Wd4-a1 Bd5-a4 2. Gd4xd6 *");
        assert!(message.contains("line 1: 'Gd4xd6'"), "{message}");
    }
}
