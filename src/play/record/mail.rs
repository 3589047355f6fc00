//! Games in the summaries that Richard's play-by-mail server sends.
//!
//! ```text
//! Summary of Zertz Board 123
//! Player 1   Player 2
//! ann        bob
//! 1 gd4,a1   2 wd5,a4
//! 3 x d4Wd6 (Auto)
//! ```
//!
//! The last line of two words before the plies names the players. Each ply has its number; `(Auto)` marks a ply
//! that the server has made. An empty line ends the plies; what follows, such as a picture of the board, is
//! skipped, and so is the text of the mail before the summary. A summary ends before the next one.

use std::io::{self, BufRead};

use super::chunk::{self, Chunk};
use super::game::{GameRecord, one_line};
use super::identify::first_legal;
use super::pbm;
use super::refused::RecordFault;
use super::replay::Replay;
use super::source::Source;
use crate::games;

/// Whether a line begins a summary.
pub(super) fn begins(line: &str) -> bool {
    board(line).is_some()
}

/// The game and the number of the board: `Summary of Zertz Board 123`.
fn board(line: &str) -> Option<(&str, &str)> {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["Summary", "of", game, "Board", number, ..] => Some((game, number)),
        _ => None,
    }
}

/// Whether a line is the header of a mail, such as `From: ann@example.org`.
pub(super) fn is_header(line: &str) -> bool {
    const NAMES: [&str; 7] = [
        "From",
        "To",
        "Date",
        "Subject",
        "Received",
        "Return-Path",
        "Message-ID",
    ];
    let name = line.split_once(": ").map(|(name, _)| name);
    name.is_some_and(|name| NAMES.iter().any(|known| known.eq_ignore_ascii_case(name)))
}

/// Takes the text of the next summary. The text before it is skipped.
pub(super) fn chunk<R: BufRead>(source: &mut Source<R>) -> io::Result<Option<Chunk>> {
    while let Some(line) = source.line()? {
        if begins(&line.text) {
            source.give_back(line);
            return chunk::until_next(source, begins);
        }
    }
    Ok(None)
}

/// Reads the text of a game. `default` is its rule set if it is one of the game and the plies are legal there.
pub(super) fn read(chunk: &Chunk, default: Option<&str>) -> Result<GameRecord, RecordFault> {
    let text = chunk.text()?;
    let first = text.lines().next().unwrap_or_default();
    let (game, number) = board(first).unwrap_or_default();
    let Summary { players, plies } = Summary::read(chunk.line(), text)?;
    let words: Vec<(usize, &str)> = plies.iter().map(|(at, ply)| (*at, ply.as_str())).collect();
    let event = format!("{game} Board {number}");
    let record = |id: &str| GameRecord {
        game: id.to_owned(),
        players: players.clone(),
        tags: vec![("Event".to_owned(), one_line(&event))],
        ..GameRecord::default()
    };
    // `Zertz+11` is ZÈRTZ with more rings.
    let name = game.split('+').next().unwrap_or_default();
    if name.eq_ignore_ascii_case("gipf") {
        return pbm::play(record(pbm::GAME), chunk.line(), words.into_iter());
    }
    let mut ids = games::ids();
    ids.retain(|id| {
        id.split('-')
            .next()
            .is_some_and(|id| id.eq_ignore_ascii_case(name))
    });
    if ids.is_empty() {
        let reason = "expected a summary of Dvonn, Gipf or Zertz";
        return Err(RecordFault::new(chunk.line(), game, reason));
    }
    ids.sort_by_key(|id| Some(*id) != default);
    let attempts = ids.into_iter().map(|id| {
        let game = Replay::new(record(id), chunk.line())?.play_words(&words, play_ply)?;
        let last_line = words.last().map_or(chunk.line(), |(line, _)| *line);
        game.finish(last_line)
    });
    first_legal(attempts, chunk.line())
}

fn play_ply(game: &mut Replay, line: usize, ply: &str) -> Result<(), RecordFault> {
    if game.record.termination.is_some() {
        return Err(RecordFault::new(
            line,
            ply,
            "expected nothing after 'resign'",
        ));
    }
    if ply.eq_ignore_ascii_case("resign") {
        game.resign();
        return Ok(());
    }
    game.play(line, ply, ply)
}

/// The content of a summary.
#[derive(Default)]
struct Summary {
    players: [String; 2],
    /// The plies without blanks, with their lines.
    plies: Vec<(usize, String)>,
}

impl Summary {
    fn read(first_line: usize, text: &str) -> Result<Summary, RecordFault> {
        let mut summary = Summary::default();
        for (line, text) in (first_line..).zip(text.lines()).skip(1) {
            let is_ply = |word: &&str| !word.eq_ignore_ascii_case("(auto)");
            let words: Vec<&str> = text.split_whitespace().filter(is_ply).collect();
            let is_plies =
                words.len() > 1 && words.first().is_some_and(|word| number(word).is_some());
            let is_auto = words.is_empty() && !text.trim().is_empty();
            if is_plies {
                if !summary.add(line, &words)? {
                    break;
                }
            } else if !summary.plies.is_empty() && !is_auto {
                break;
            } else if let [one, other] = words[..] {
                summary.players = [one, other].map(one_line);
            }
        }
        Ok(summary)
    }

    /// Adds the plies of a line. Returns whether the numbers continue those of the plies before.
    fn add(&mut self, line: usize, words: &[&str]) -> Result<bool, RecordFault> {
        for &word in words {
            let next = self.plies.len() + 1;
            match (number(word), self.plies.last_mut()) {
                (Some(number), _) if number == next => self.plies.push((line, String::new())),
                (Some(_), Some(_)) => return Ok(false),
                (None, Some((_, ply))) => ply.push_str(word),
                (_, None) => {
                    let reason = "expected the first ply, with the number 1";
                    return Err(RecordFault::new(line, word, reason));
                }
            }
        }
        Ok(true)
    }
}

/// The number of a ply, with or without a dot.
fn number(word: &str) -> Option<usize> {
    word.strip_suffix('.').unwrap_or(word).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{game, read, refused};
    use super::super::{Format, recognise};
    use crate::rules::{Outcome, Side};

    const ZERTZ: &str = "Summary of Zertz Board 123\n\nPlayer 1   Player 2\nann        bob\n";

    #[test]
    fn players_and_numbered_plies_are_read() {
        let text = format!(
            "{ZERTZ}  1 gd4,a1   2 Wd5, a4\n  3. x d4Wd6 (Auto)\n (Auto)\n4 wd4,b1\n\n    5   o o\n  4 o w o\n"
        );
        assert_eq!(recognise(text.as_bytes()), Ok(Format::Mail));
        let record = game(&text);
        assert_eq!(record.players, ["ann", "bob"]);
        assert_eq!(record.tag("Event"), Some("Zertz Board 123"));
        assert!(record.tokens().eq(["gd4,a1", "wd5,a4", "d4xd6", "wd4,b1"]));
    }

    #[test]
    fn the_text_of_a_mail_before_the_summary_is_skipped() {
        let text =
            format!("From: server@b\nSubject: Zertz\n\nYour move, ann!\n\n{ZERTZ}1 gd4,a1\n");
        let record = game(&text);
        assert_eq!(record.players, ["ann", "bob"]);
        assert!(record.tokens().eq(["gd4,a1"]));
    }

    #[test]
    fn every_game_of_the_server_is_read() {
        for (head, plies, id, tokens) in [
            (
                "Zertz+11 Board 1",
                "1 wd4,h4 2 bd8,a5",
                "zertz-48",
                "wd4,h4 bd8,a5",
            ),
            (
                "Dvonn Board 2\nWhite(w) Black(b)\nann bob",
                "1 c3 2 d3",
                "dvonn",
                "c3 d3",
            ),
            (
                "Gipf Board 3\nann bob",
                "1 ge1-e2 2 gi3-h3 3 ga1-b2 4 ni3-h3 5 ne1-e2 6 na5-b5 7 ne1-e2 8 na5-b5 9 ne1-e2\n\
                 10 rowe1-e9 11 gipf\n12 na5-b5 (Auto)",
                "gipf-tournament",
                "Ge1-e2 Gi3-h3 Ga1-b2 i3-h3 e1-e2 a5-b5 e1-e2 a5-b5 e1-e2,xe2e3e4 a5-b5",
            ),
        ] {
            let record = game(&format!("Summary of {head}\n{plies}\n"));
            assert_eq!(record.game, id);
            assert_eq!(record.tokens().collect::<Vec<_>>().join(" "), tokens);
        }
    }

    #[test]
    fn summaries_follow_one_another() {
        let games = read(&format!("{ZERTZ}1 gd4,a1 2 resign\n{ZERTZ}2 gd4,a1\n"));
        let first = games[0].as_ref().expect("a good game");
        assert_eq!(first.outcome, Some(Outcome::Win(Side::One)));
        let second = games[1].as_ref().expect_err("no first ply");
        assert!(second.to_string().starts_with("game 2, line 10: '2': "));
        assert_eq!(games.len(), 2);
        for (text, expected) in [
            ("Summary of Chess Board 1\n1 e4\n", "line 1: 'Chess': "),
            ("Summary of Dvonn Board 1\n1 c3 2 c3\n", "line 2: 'c3': "),
            ("Summary of Gipf Board 1\n1 gb2-b3\n", "line 2: 'gb2-b3': "),
        ] {
            let message = refused(text);
            assert!(message.contains(expected), "{message}");
        }
    }
}
