//! The games of a match as a file for people and other programs: the common form of
//! [`crate::play::record`].

use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::Duration;

use crate::arena::record::GameLine;
use crate::play::record::{GameRecord, Termination, Turn, Written, write};

use super::sheet::{self, Sheet, Step};
use super::torn;

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

    /// Tells the game from others, by its number, players, turns and result; that of a text of it which
    /// others have changed is the same as long as these are.
    #[must_use]
    pub fn key(&self) -> Option<u64> {
        sheet::key(&self.to_string())
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
    /// What [`GameText::key`] gives for its whole games.
    pub games: HashSet<u64>,
    /// The end of the file, where it is no whole game.
    pub torn: Option<Torn>,
    /// The lines in which games of the schedule begin that have no result and others behind them.
    pub halves: Vec<usize>,
}

/// The end of a file from where a game of the schedule begins that has no result: one that was being
/// written when the match was interrupted, perhaps with something of somebody else after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Torn {
    /// Where it begins, in bytes.
    pub begin: u64,
    /// The line in which it begins, from 1.
    pub line: usize,
    /// Its number, as far as it can be read.
    pub round: Option<usize>,
    /// What is there.
    pub text: Vec<u8>,
}

impl Torn {
    /// Whether it is the beginning of this game.
    #[must_use]
    pub fn begins(&self, game: &GameText) -> bool {
        self.is_short()
            && self.round == Some(game.line.id)
            && game.to_string().as_bytes().starts_with(&self.text)
    }

    /// Whether it can be nothing but the beginning of a game that we have written, though no record has
    /// it: a machine that fails may lose the end of the record and not that of the games.
    #[must_use]
    pub fn can_be_ours(&self, game: &str) -> bool {
        self.is_short() && torn::can_be_ours(&String::from_utf8_lossy(&self.text), game)
    }

    /// Whether no more follows than is in `text`.
    fn is_short(&self) -> bool {
        self.text.len() as u64 <= LONGEST_TORN
    }
}

/// The longest beginning of a game, in bytes: far above the longest game.
const LONGEST_TORN: u64 = 16 << 20;

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
    // A game of ours that has not come to its end, with its place and line.
    let mut open: Option<(u64, usize, Sheet)> = None;
    let (mut at, mut number) = (0, 0);
    let (mut reader, mut bytes) = (BufReader::new(file), Vec::new());
    loop {
        bytes.clear();
        let read = reader.read_until(b'\n', &mut bytes)?;
        if read == 0 {
            break;
        }
        number += 1;
        let text = String::from_utf8_lossy(&bytes);
        let line = text.trim_start_matches('\u{feff}').trim_end();
        let begins = (at, number, Sheet::default());
        if line == first {
            found.halves.extend(open.take().map(|(_, line, _)| line));
            (open, was_ours) = (Some(begins), true);
        } else if line.starts_with("[Event ") && text.ends_with('\n') {
            found.halves.extend(open.take().map(|(_, line, _)| line));
            was_ours = false;
        } else if let Some((_, begin, sheet)) = &mut open {
            match sheet.line(line) {
                Step::On => {}
                Step::Whole(key) => {
                    found.games.insert(key);
                    open = None;
                }
                Step::Cut => {
                    found.halves.push(*begin);
                    open = None;
                }
            }
        } else if was_ours && first.starts_with(&*text) {
            // The very first words of a game: no line ends there.
            open = Some(begins);
        }
        at += read as u64;
    }
    if let Some((begin, line, sheet)) = open {
        let mut file = reader.into_inner();
        file.seek(SeekFrom::Start(begin))?;
        let mut text = Vec::new();
        file.take(LONGEST_TORN + 1).read_to_end(&mut text)?;
        found.torn = Some(Torn {
            begin,
            line,
            round: sheet.round,
            text,
        });
    }
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

    /// The game of the other test, of one of our games.
    fn ours() -> GameLine {
        GameLine {
            id: 3,
            players: [0, 1],
            names: ["a", "b"].map(str::to_owned),
            opening: "startpos moves c3 d3".to_owned(),
            result: "p2win".to_owned(),
            reason: Reason::Crash,
            culprit: Some("p1".to_owned()),
            detail: String::new(),
            moves: ["e3", "f3", "g3", "h3", "i3"]
                .map(|token| MoveLine {
                    token: token.to_owned(),
                    score: Some("cp -7".to_owned()),
                    depth: Some(4),
                    nodes: Some(9),
                    ms: 12,
                })
                .to_vec(),
        }
    }

    fn text_of(line: &GameLine) -> GameText<'_> {
        GameText {
            game: "dvonn",
            schedule: "a",
            paces: ["tc=10+0.1", "nodes=5"],
            line,
        }
    }

    /// What is found in a file with this text.
    fn found(name: &str, text: &str) -> Found {
        let file = format!("ringstack-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(file);
        std::fs::write(&path, text).expect("a folder for the test");
        let found = find(&path, "a").expect("a file");
        std::fs::remove_file(&path).expect("the file is ours");
        assert_eq!(find(&path, "a").expect("no file"), Found::default());
        found
    }

    #[test]
    fn the_games_of_a_schedule_are_found_in_a_file() {
        let (first, last) = (ours(), GameLine { id: 4, ..ours() });
        let games = |line: &GameLine| HashSet::from_iter(text_of(line).key());
        let ours = text_of(&first).to_string();
        let other = "[Event \"b\"]\n[Round \"4\"]\n\n*\n\n";
        let found = |text: &str| {
            let Found { games, torn, .. } = super::tests::found("found", text);
            (games, torn.map(|torn| torn.begin))
        };
        let one = games(&first);
        assert_eq!(one.len(), 1);
        let whole = format!("{other}{ours}{{a fine win}}\n{other}my notes\n");
        assert_eq!(found(&whole), (one.clone(), None));
        assert_eq!(found(&whole.replace('\n', "\r\n")), (one.clone(), None));
        // Cut anywhere, our game begins anew at its beginning; that of somebody else is left alone.
        let torn = text_of(&last).to_string();
        for end in 1..=torn.trim_end().len() - 1 {
            let text = format!("{other}{ours}{}", &torn[..end]);
            let found = super::tests::found("torn", &text);
            let torn = found.torn.expect("a torn game");
            assert_eq!(torn.begin, (ours.len() + other.len()) as u64, "{text}");
            assert!(torn.can_be_ours("dvonn"), "{text}");
            assert_eq!(
                torn.begins(&text_of(&last)),
                torn.round == Some(4),
                "{text}"
            );
            assert!(!torn.begins(&text_of(&first)), "{text}");
        }
        for end in "[Event \"b".len()..=other.len() {
            let text = format!("{ours}{}", &other[..end]);
            assert_eq!(found(&text), (one.clone(), None), "{text}");
        }
        let halves = |text: &str| super::tests::found("halves", text).halves;
        let half = &torn[..torn.len() / 2];
        let lines = |text: &str| text.lines().count();
        assert!(halves(&whole).is_empty());
        assert_eq!(
            halves(&format!("{ours}{half}\n{other}")),
            [lines(&ours) + 1]
        );
        assert_eq!(halves(&format!("{half}\n{ours}{half}")), [1]);
        assert_eq!(found(&format!("{other}[Ev")), (HashSet::new(), None));
        assert_eq!(found("[Ev"), (HashSet::new(), Some(0)));
        assert_eq!(found("my notes"), (HashSet::new(), None));
    }

    /// An engine of a game that is not ours may play anything without blanks.
    #[test]
    fn a_game_is_found_whatever_its_tokens_look_like() {
        let of = |tokens: &[&str]| {
            let step = |token: &&str| MoveLine {
                token: (*token).to_owned(),
                score: None,
                depth: None,
                nodes: None,
                ms: 0,
            };
            // Each of them comes to the beginning of a line somewhere.
            let tokens = tokens.iter().cycle().take(40 * tokens.len());
            GameLine {
                opening: "startpos".to_owned(),
                moves: tokens.map(step).collect(),
                ..ours()
            }
        };
        fn text_of(line: &GameLine) -> GameText<'_> {
            GameText {
                game: "another",
                ..super::tests::text_of(line)
            }
        }
        let mut keys = HashSet::new();
        for tokens in [
            ["(1,2)", "(2,1)"],
            ["(1,2)", "(2,2)"],
            ["a(b", "c)"],
            ["34", "35"],
            ["34", "36"],
            ["1-0", "*"],
            ["{x", "c"],
            ["[Event", "\"b\"]"],
            [";x", "%y"],
            ["$3", "c!"],
        ] {
            let line = of(&tokens);
            let text = text_of(&line).to_string();
            let key = text_of(&line).key().expect("a whole game");
            assert!(keys.insert(key), "{text}");
            let twice = format!(
                "{text}{}",
                text_of(&GameLine {
                    id: 4,
                    ..line.clone()
                })
            );
            let found = found("tokens", &twice);
            assert!(found.torn.is_none() && found.halves.is_empty(), "{text}");
            assert!(
                found.games.contains(&key) && found.games.len() == 2,
                "{text}"
            );
        }
    }

    #[test]
    fn what_is_not_the_beginning_of_a_game_of_ours_is_told_from_it() {
        let line = ours();
        let text = text_of(&line).to_string();
        let body = text.find("1. c3").expect("turns");
        let mut ends: Vec<usize> = text.match_indices(' ').map(|(at, _)| at).collect();
        ends.push(text.find("\n[%").map_or(body, |at| at + 1));
        let notes = [
            "my notes",
            "\nmy notes",
            "\n\nmy notes\n",
            "\n{mine}\n",
            "mine\n",
            "{a",
        ];
        for end in ends.into_iter().filter(|&end| end > body) {
            for notes in notes {
                let text = format!("{}{notes}", &text[..end]);
                let torn = found("mine", &text).torn.expect("no result");
                assert!(!torn.begins(&text_of(&line)), "{text}");
                assert!(!torn.can_be_ours("dvonn"), "{text}");
                assert!(!torn.can_be_ours("another"), "{text}");
            }
        }
    }
}
