//! The games of a match as a file for people and other programs: the common form of
//! [`crate::play::record`].

use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;
use std::time::Duration;

use crate::arena::record::GameLine;
use crate::play::record::{GameRecord, Termination, Turn, Written, score_named, write};

/// A game with what its match has agreed.
#[derive(Clone, Copy, Debug)]
pub struct GameText<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// The fingerprint of the schedule.
    pub schedule: &'a str,
    /// The paces of player 1 and player 2.
    pub paces: [&'a str; 2],
    /// The moves and the rest.
    pub line: &'a GameLine,
}

impl GameText<'_> {
    /// The game as a record.
    #[must_use]
    pub fn record(&self) -> GameRecord {
        let line = self.line;
        let [pace_one, pace_two] = self.paces;
        let (start, opening) = line
            .opening
            .split_once(" moves ")
            .unwrap_or((&line.opening, ""));
        let opening: Vec<&str> = opening.split_ascii_whitespace().collect();
        let tags = [
            ("Event", self.schedule.to_owned()),
            ("Round", line.id.to_string()),
            ("Detail", line.detail.clone()),
            ("TimeControl1", pace_one.to_owned()),
            ("TimeControl2", pace_two.to_owned()),
            ("OpeningPlies", opening.len().to_string()),
        ];
        let tags = tags.into_iter().filter(|(_, value)| !value.is_empty());
        let played = line.moves.iter().map(|m| Turn {
            score: m.score.as_ref().and_then(|score| score.parse().ok()),
            depth: m.depth,
            nodes: m.nodes,
            spent: Some(Duration::from_millis(m.ms)),
            ..Turn::new(m.token.as_str())
        });
        GameRecord {
            game: self.game.to_owned(),
            fen: start.strip_prefix("fen ").map(str::to_owned),
            players: line.names.clone(),
            // A void game has none.
            result: line.result.parse().ok(),
            ending: Some(Termination::from(line.reason.to_string().as_str())),
            tags: tags.map(|(name, value)| (name.to_owned(), value)).collect(),
            turns: opening.into_iter().map(Turn::new).chain(played).collect(),
            ..GameRecord::default()
        }
    }
}

impl fmt::Display for GameText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        // Every game has the common form.
        let _ = write(&self.record(), Written::Pgn, &mut text);
        f.write_str(&text)
    }
}

/// What a file of games has from earlier runs of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The numbers of its whole games.
    pub numbers: HashSet<usize>,
    /// Where a game begins, in bytes, that was being written when the match was interrupted.
    pub torn: Option<u64>,
}

/// Looks for the games of a schedule in a file, so that none comes twice when a match goes on; there
/// are none if there is no such file.
///
/// # Errors
/// The file cannot be read.
pub fn find(path: &Path, schedule: &str) -> io::Result<Found> {
    let file = match File::open(path) {
        Ok(file) if file.metadata()?.is_file() => file,
        Ok(_) => return Ok(Found::default()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Found::default()),
        Err(error) => return Err(error),
    };
    let first = format!("[Event \"{schedule}\"]");
    let mut found = Found::default();
    // Whether the game before was ours, as nothing is in an empty file.
    let mut was_ours = true;
    // A game of ours that has not come to its end, and its number.
    let mut open: Option<(u64, Option<usize>)> = None;
    let (mut at, mut reader, mut bytes) = (0, BufReader::new(file), Vec::new());
    loop {
        bytes.clear();
        let read = reader.read_until(b'\n', &mut bytes)?;
        if read == 0 {
            break;
        }
        let line = String::from_utf8_lossy(&bytes);
        match line.strip_suffix('\n') {
            Some(line) if line == first => (open, was_ours) = (Some((at, None)), true),
            Some(line) if line.starts_with("[Event ") => (open, was_ours) = (None, false),
            Some(line) => {
                if let Some((begin, number)) = open {
                    let round = line.strip_prefix("[Round \"");
                    let round = round.and_then(|round| round.strip_suffix("\"]")?.parse().ok());
                    open = Some((begin, number.or(round)));
                    // That of a tag has a quote and a bracket behind it.
                    let last = line.rsplit(' ').next().unwrap_or_default();
                    if score_named(last).is_some() {
                        found.numbers.extend(number);
                        open = None;
                    }
                }
            }
            // The very first words of a game.
            None if open.is_none() && was_ours && first.starts_with(&*line) => {
                open = Some((at, None));
            }
            None => {}
        }
        at += read as u64;
    }
    found.torn = open.map(|(begin, _)| begin);
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::ending::Reason;
    use crate::arena::record::MoveLine;

    #[test]
    fn a_game_reads_like_a_score_sheet() {
        let line = GameLine {
            id: 3,
            players: [0, 1],
            names: ["a".to_owned(), "the \"b\"".to_owned()],
            opening: "fen 5/5 w 0 moves c3 d4".to_owned(),
            result: "p2win".to_owned(),
            reason: Reason::Illegal,
            culprit: Some("p1".to_owned()),
            detail: "move 'x'".to_owned(),
            moves: vec![MoveLine {
                token: "e5".to_owned(),
                score: Some("cp -7".to_owned()),
                depth: Some(4),
                nodes: Some(9),
                ms: 12,
            }],
        };
        let text = GameText {
            game: "another",
            schedule: "00ff",
            paces: ["tc=10+0.1", "nodes=5"],
            line: &line,
        };
        let expected = "[Event \"00ff\"]\n[Round \"3\"]\n[Game \"another\"]\n[P1 \"a\"]\n\
            [P2 \"the \\\"b\\\"\"]\n[Result \"0-1\"]\n[Termination \"illegal\"]\n[FEN \"5/5 w 0\"]\n\
            [Detail \"move 'x'\"]\n[TimeControl1 \"tc=10+0.1\"]\n[TimeControl2 \"nodes=5\"]\n\
            [OpeningPlies \"2\"]\n[PlyCount \"3\"]\n\n\
            1. c3 d4 2. e5 {[%eval -7] [%depth 4] [%nodes 9] [%emt 0:00:00.012]} 0-1\n\n";
        assert_eq!(text.to_string(), expected);
    }

    #[test]
    fn the_games_of_a_schedule_are_found_in_a_file() {
        let ours =
            "[Event \"a\"]\n[Round \"3\"]\n[Result \"*\"]\n\n1. c3 {[%eval 1]\n[%nodes 2]} *\n\n";
        let other = "[Event \"b\"]\n[Round \"4\"]\n\n*\n\n";
        let path = std::env::temp_dir().join(format!("ringstack-games-{}", std::process::id()));
        let found = |text: &str| {
            std::fs::write(&path, text).expect("a folder for the test");
            let Found { numbers, torn } = find(&path, "a").expect("a file");
            (numbers.into_iter().collect::<Vec<_>>(), torn)
        };
        assert_eq!(found(&format!("{other}{ours}{other}")), (vec![3], None));
        // Cut anywhere, our game begins anew at its beginning; that of somebody else is left alone.
        for end in 1..=ours.trim_end().len() {
            let begin = (ours.len() + other.len()) as u64;
            let text = format!("{other}{ours}{}", &ours[..end]);
            assert_eq!(found(&text), (vec![3], Some(begin)), "{text}");
        }
        for end in "[Event \"b".len()..=other.len() {
            let text = format!("{ours}{}", &other[..end]);
            assert_eq!(found(&text), (vec![3], None), "{text}");
        }
        assert_eq!(found(&format!("{other}[Ev")), (vec![], None));
        assert_eq!(found("[Ev"), (vec![], Some(0)));
        assert_eq!(found("my notes"), (vec![], None));
        std::fs::remove_file(&path).expect("the file is ours");
        assert_eq!(find(&path, "a").expect("no file"), Found::default());
    }
}
