//! DVONN games of Little Golem.
//!
//! ```text
//! Event [Tournament dvn.1] Site [www.littlegolem.net] White [ann] Black [bob]
//! 1. g2 c1 2. f5 d1 ... 24. k4 b4 25. a2b2 b3b2 ... 35. pass c2d2 ... 38. resign
//! ```
//!
//! A game begins with `Event [`. Line breaks have no meaning: a game may be a single line.
//! Placement 49 is never written, because only one cell is left; White then makes move 25.
//! `pass` is written. The player to move writes `resign`.

use std::fmt::Write;

use crate::play::state;
use crate::rules::{Outcome, Side};

use super::chunk::{Chunk, LineRole, line_feeds};
use super::game::{GameRecord, is_tag_name, one_line};
use super::identify::IdentifiedGame;
use super::refused::RecordFault;
use super::replay::{self, DVONN, Replay};
use super::score::score_named;
use super::source::Line;
use super::termination::Termination;

/// The number of placements that are written. The next one is forced.
const WRITTEN_PLACEMENTS: usize = 48;

/// The site, for games that do not name one.
const SITE: &str = "www.littlegolem.net";

/// Whether a line begins a game.
pub(super) fn begins(line: &str) -> bool {
    let after = line.trim_start().strip_prefix("Event");
    after.is_some_and(|after| after.trim_start().starts_with('['))
}

/// The role of a line.
pub(super) fn role(line: &mut Line, is_first: bool) -> LineRole {
    match is_first {
        true if line.text.trim().is_empty() => LineRole::Skipped,
        false if begins(&line.text) => LineRole::Next,
        _ => LineRole::Inside,
    }
}

/// Reads the text of a game.
pub(super) fn read(chunk: &Chunk) -> Result<IdentifiedGame, RecordFault> {
    let mut record = GameRecord {
        game: DVONN.to_owned(),
        ..GameRecord::default()
    };
    let (line, moves) = read_tags(chunk.text()?, chunk.line(), &mut record)?;
    record.order_tags();
    let has_moves = !moves.trim().is_empty();
    let read = IdentifiedGame::from(read_moves(record, line, moves)?);
    Ok(IdentifiedGame {
        no_moves: (!has_moves).then_some(chunk.line()),
        ..read
    })
}

/// Reads `NAME [VALUE]` until something else follows, and returns the rest of the text with its line.
fn read_tags<'a>(
    text: &'a str,
    first_line: usize,
    record: &mut GameRecord,
) -> Result<(usize, &'a str), RecordFault> {
    let mut rest = text;
    loop {
        let name_and_value = rest.trim_start();
        let line = first_line + line_feeds(text, name_and_value);
        let end = name_and_value.find(|c: char| !c.is_ascii_alphanumeric());
        let (name, after) = name_and_value.split_at(end.unwrap_or(0));
        let Some(value) = after
            .trim_start()
            .strip_prefix('[')
            .filter(|_| !name.is_empty())
        else {
            return Ok((line, name_and_value));
        };
        let Some((value, after)) = value.split_once(']') else {
            return Err(RecordFault::new(line, name, "expected a closing ]"));
        };
        let value = one_line(value);
        let [white, black] = &mut record.players;
        match name {
            "White" => *white = value,
            "Black" => *black = value,
            "Result" => {
                record.outcome = score_named(&value).map_err(|allowed| {
                    RecordFault::new(line, &value, format!("expected {allowed}"))
                })?;
            }
            name if is_tag_name(name) => record.add_tag(name, &value),
            _ => {}
        }
        rest = after;
    }
}

/// Plays the moves of a game.
pub(super) fn read_moves(
    record: GameRecord,
    first_line: usize,
    text: &str,
) -> Result<GameRecord, RecordFault> {
    let words: Vec<(usize, &str)> = replay::words(text, first_line).collect();
    let mut game = Replay::new(record, first_line)?.play_words(&words, play_word)?;
    place_last(&mut game);
    game.finish(words.last().map_or(first_line, |(line, _)| *line))
}

fn play_word(game: &mut Replay, line: usize, word: &str) -> Result<(), RecordFault> {
    let written = replay::without_number(word).to_ascii_lowercase();
    if written.is_empty() {
        return Ok(());
    }
    if game.record.termination.is_some() {
        return Err(RecordFault::new(
            line,
            word,
            "expected nothing after 'resign'",
        ));
    }
    // Some files write the forced placement.
    if written.len() != 2 {
        place_last(game);
    }
    match written.as_str() {
        "resign" => game.resign(),
        "pass" if game.is_over() => {}
        written => game.play(line, word, written)?,
    }
    Ok(())
}

/// Adds the placement that is not written.
fn place_last(game: &mut Replay) {
    if game.record.moves.len() == WRITTEN_PLACEMENTS
        && let [forced] = &game.board().legal()[..]
    {
        // It is the only legal move.
        let _ = game.play(0, forced, forced);
    }
}

/// Appends a game on one line. Returns false for games that the format cannot hold.
pub(super) fn write(record: &GameRecord, out: &mut String) -> bool {
    let Some(mut board) = state::open(DVONN).filter(|_| record.game == DVONN) else {
        return false;
    };
    if record.fen.as_ref().is_some_and(|fen| *fen != board.fen()) {
        return false;
    }
    let tag = |name| record.tag(name).unwrap_or_default();
    let site = Some(tag("Site")).filter(|site| !site.is_empty());
    let [white, black] = &record.players;
    let header = [
        ("Event", tag("Event")),
        ("Site", site.unwrap_or(SITE)),
        ("White", white),
        ("Black", black),
    ];
    let mut text = String::new();
    for (name, value) in header {
        // Writing into a string cannot fail.
        let _ = write!(text, "{name} [{}] ", one_line(value).replace(']', ")"));
    }
    let mut words: Vec<&str> = Vec::new();
    for (ply, token) in record.tokens().enumerate() {
        if board.play(&[token.to_owned()]).is_err() {
            return false;
        }
        if ply != WRITTEN_PLACEMENTS {
            words.push(token);
        }
    }
    let resigned = record.termination == Some(Termination::Resignation);
    if resigned && record.outcome == Some(Outcome::Win(!to_move(board.turn(), record))) {
        words.push("resign");
    } else if record.outcome != board.outcome() {
        // The format has no other word for a result.
        return false;
    }
    for (number, pair) in (1..).zip(words.chunks(2)) {
        let _ = write!(text, "{number}. {} ", pair.join(" "));
    }
    out.push_str(text.trim_end());
    out.push('\n');
    true
}

/// The player to move, after the placement that is not written.
fn to_move(turn: Side, record: &GameRecord) -> Side {
    // White makes placement 49 and the move after it.
    if record.moves.len() == WRITTEN_PLACEMENTS {
        Side::One
    } else {
        turn
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{game, refused, text};
    use super::super::{Format, OutputFormat, recognise};
    use super::*;

    /// The placements of a game as they are written, the 49 tokens, and the first two moves after them.
    fn placements() -> (String, Vec<String>, [String; 2]) {
        let mut board = state::open(DVONN).expect("a game");
        let mut play = || {
            let token = board.legal().remove(0);
            board
                .play(std::slice::from_ref(&token))
                .expect("a legal token");
            token
        };
        let tokens: Vec<String> = (0..49).map(|_| play()).collect();
        let pairs = (1..).zip(tokens[..48].chunks(2));
        let text = pairs.map(|(number, pair)| format!("{number}. {} ", pair.join(" ")));
        (text.collect(), tokens, [play(), play()])
    }

    const HEADER: &str = "Event [t] Site [www.littlegolem.net] White [a] Black [b b]";

    #[test]
    fn the_last_placement_is_added() {
        let (text, placed, [white, black]) = placements();
        assert_eq!(recognise(HEADER.as_bytes()), Ok(Format::LittleGolem));
        let capitals = black.to_uppercase();
        for (more, played, outcome) in [
            (String::new(), vec![], None),
            (
                format!("25. {white} {capitals}"),
                vec![&white, &black],
                None,
            ),
            (
                "25. resign".to_owned(),
                vec![],
                Some(Outcome::Win(Side::Two)),
            ),
            (
                format!("25. {white}\nresign"),
                vec![&white],
                Some(Outcome::Win(Side::One)),
            ),
        ] {
            let record = game(&format!("{HEADER}\n{text}{more}\n"));
            assert_eq!(record.players, ["a", "b b"]);
            assert_eq!(record.outcome, outcome, "{more}");
            let tokens = placed.iter().chain(played);
            assert!(record.tokens().eq(tokens), "{record:?}");
        }
        // The header may be missing.
        let record = game(&format!("{text}25. {white} {black}\n"));
        assert_eq!((record.game.as_str(), record.moves.len()), (DVONN, 51));
    }

    #[test]
    fn a_game_is_written_as_it_is_read() {
        let (moves, _, [white, black]) = placements();
        for more in [
            format!("25. {white} {black} 26. resign"),
            format!("25. {white}"),
            "25. resign".to_owned(),
        ] {
            let written = format!("{HEADER} {moves}{more}\n");
            let record = game(&written);
            assert_eq!(text(&record, OutputFormat::LittleGolem), written);
        }
        let zertz = GameRecord {
            game: "zertz".to_owned(),
            ..GameRecord::default()
        };
        assert!(!write(&zertz, &mut String::new()));
        // A loss on time has no word.
        let lost_on_time = GameRecord {
            outcome: Some(Outcome::Win(Side::One)),
            termination: Some(Termination::Time),
            ..game(&format!("{HEADER} {moves}25. {white} {black}\n"))
        };
        let mut out = String::new();
        assert!(!write(&lost_on_time, &mut out) && out.is_empty());
    }

    #[test]
    fn bad_games_are_refused() {
        for (text, expected) in [
            ("1. a1 a1", "line 2: 'a1': "),
            ("1. a1 resign b1", "line 2: 'b1': "),
            ("Date [x", "line 2: 'Date': "),
        ] {
            let message = refused(&format!("{HEADER}\n{text}\n"));
            assert!(message.contains(expected), "{message}");
        }
    }
}
