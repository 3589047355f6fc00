//! Games on disk as JSON lines: the plan of the match first, then one line a game, each written as
//! the game ends. A match that was interrupted goes on from them, and those of several machines are
//! counted together.

pub mod gamefile;
pub mod plan;

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::rules::{WordError, quote};
use crate::ugi::reply::Scale;

use crate::arena::ending::Reason;
use crate::arena::game::{Played, Ply};
use crate::arena::record::plan::Plan;
use crate::arena::runner::Finished;
use crate::arena::schedule::{Fixture, Pair, Shard};
use crate::arena::stats::standings::GameResult;

/// The first line of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// What [`Plan::fingerprint`] gives.
    pub schedule: String,
    /// The part of the schedule that is played.
    pub shard: Shard,
    /// The plan.
    pub plan: Plan,
}

/// A game as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameLine {
    /// The number of the game in the schedule, from 1.
    pub id: usize,
    /// The numbers of the engines that are player 1 and player 2.
    pub players: [usize; 2],
    /// Their names.
    pub names: [String; 2],
    /// As after the word `position`.
    pub opening: String,
    /// `p1win`, `p2win`, `draw` or `void`.
    pub result: String,
    /// How it ended.
    pub reason: Reason,
    /// `p1` or `p2`, if one of them failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub culprit: Option<String>,
    /// What happened, if more than the reason says.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// The moves after the opening.
    pub moves: Vec<MoveLine>,
}

/// A move as it is kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveLine {
    /// The token.
    pub token: String,
    /// `cp N` or `mate N`, for the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<String>,
    /// In plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<i32>,
    /// Positions visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Milliseconds.
    pub ms: u64,
}

/// Why a record is of no use.
#[derive(Debug)]
pub enum RecordError {
    /// The file cannot be read or written.
    File(io::Error),
    /// A line that is not what it should be.
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        cause: String,
    },
    /// It is the record of another schedule.
    Schedule {
        /// The fingerprint found.
        found: String,
        /// The fingerprint expected.
        expected: String,
    },
    /// It is the record of another part of the schedule.
    Part {
        /// The part found.
        found: Shard,
        /// The part expected.
        expected: Shard,
    },
    /// A game that has already been counted.
    Twice {
        /// Its number.
        id: usize,
    },
    /// There is a record already, and nobody said that it should be continued.
    Exists,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::File(error) => error.fmt(f),
            RecordError::Line { line, cause } => write!(f, "line {line}: {cause}"),
            RecordError::Schedule { found, expected } => {
                write!(f, "schedule {}: expected {expected}", quote(found))
            }
            RecordError::Part { found, expected } => {
                write!(f, "shard {found}: expected {expected}")
            }
            RecordError::Twice { id } => write!(f, "game {id} has already been counted"),
            RecordError::Exists => {
                f.write_str("there is a record: expected --resume or another name")
            }
        }
    }
}

impl std::error::Error for RecordError {}

impl From<io::Error> for RecordError {
    fn from(error: io::Error) -> RecordError {
        RecordError::File(error)
    }
}

impl GameLine {
    /// What is kept of a game.
    #[must_use]
    pub fn of(game: &Finished, names: &[String]) -> GameLine {
        let players = game.fixture.players();
        let Played { plies, ending } = &game.played;
        GameLine {
            id: game.fixture.id(),
            players,
            names: players.map(|number| names.get(number).cloned().unwrap_or_default()),
            opening: game.opening.to_string(),
            result: ending
                .outcome
                .map_or_else(|| VOID.to_owned(), |outcome| outcome.to_string()),
            reason: ending.reason,
            culprit: ending.culprit.map(|side| side.to_string()),
            detail: ending.detail.clone(),
            moves: plies.iter().map(MoveLine::of).collect(),
        }
    }

    /// What the game says in a schedule of so many pairings a round.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn result(&self, pairings: &[(usize, usize)]) -> Result<GameResult, String> {
        let index = self
            .id
            .checked_sub(1)
            .ok_or("game 0: expected a number from 1")?;
        let (number, reversed) = (index / 2, index % 2 == 1);
        let count = pairings.len().max(1);
        let &(first, second) = pairings.get(number % count).ok_or("no pairings")?;
        let pair = Pair {
            number,
            first,
            second,
            opening: number / count,
        };
        let fixture = Fixture { pair, reversed };
        if fixture.players() != self.players {
            return Err(format!(
                "game {}: players {:?} are not those of the schedule",
                self.id, self.players
            ));
        }
        let outcome = match self.result.as_str() {
            VOID => None,
            word => Some(word.parse().map_err(|error: WordError| {
                format!(
                    "result '{}': expected {} or void",
                    quote(word),
                    error.expected
                )
            })?),
        };
        let culprit = match self.culprit.as_deref() {
            None => None,
            Some(word) => Some(
                word.parse()
                    .map_err(|error: WordError| format!("culprit {error}"))?,
            ),
        };
        Ok(GameResult {
            fixture,
            outcome,
            reason: self.reason,
            culprit,
        })
    }
}

const VOID: &str = "void";

impl MoveLine {
    fn of(ply: &Ply) -> MoveLine {
        MoveLine {
            token: ply.token.clone(),
            score: ply.score.map(|scale| match scale {
                Scale::Cp(centipawns) => format!("cp {centipawns}"),
                Scale::Mate(plies) => format!("mate {plies}"),
            }),
            depth: ply.depth,
            nodes: ply.nodes,
            ms: u64::try_from(ply.elapsed.as_millis()).unwrap_or(u64::MAX),
        }
    }
}

/// A record that was read.
#[derive(Clone, Debug)]
pub struct MatchRecord {
    /// Its first line.
    pub header: Header,
    /// The games by number.
    pub games: BTreeMap<usize, GameResult>,
    /// Bytes up to the last whole line: an interrupted match may leave half a line.
    pub whole: usize,
}

/// Reads a record.
///
/// # Errors
/// The first line that is wrong; half a line at the end is left out.
pub fn read(text: &str) -> Result<MatchRecord, RecordError> {
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let text = text.get(..whole).unwrap_or_default();
    let mut lines = (1..).zip(text.lines());
    let fail = |line, cause: String| RecordError::Line { line, cause };
    let (_, first) = lines
        .next()
        .ok_or_else(|| fail(1, "expected the plan of a match".to_owned()))?;
    let header: Header = serde_json::from_str(first).map_err(|error| fail(1, error.to_string()))?;
    let pairings = header.plan.format.pairings(header.plan.engines.len());
    let mut games = BTreeMap::new();
    for (number, line) in lines {
        let game: GameLine =
            serde_json::from_str(line).map_err(|error| fail(number, error.to_string()))?;
        let result = game
            .result(&pairings)
            .map_err(|cause| fail(number, cause))?;
        if games.insert(game.id, result).is_some() {
            return Err(RecordError::Twice { id: game.id });
        }
    }
    Ok(MatchRecord {
        header,
        games,
        whole,
    })
}

/// The games of a record, each as `GAME-ID startpos|FEN moves TOKEN...` with its line in the file.
///
/// # Errors
/// The first line that is wrong.
pub fn scores(text: &str) -> Result<Vec<(usize, String)>, RecordError> {
    let mut game_id = None;
    let mut games = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let fail = |error: serde_json::Error| RecordError::Line {
            line,
            cause: error.to_string(),
        };
        let Some(id) = &game_id else {
            let header: Header = serde_json::from_str(text).map_err(fail)?;
            game_id = Some(header.plan.game);
            continue;
        };
        let game: GameLine = serde_json::from_str(text).map_err(fail)?;
        let opening = game.opening.strip_prefix("fen ").unwrap_or(&game.opening);
        let mut score = format!("{id} {opening}");
        if !opening.contains(" moves ") {
            score.push_str(" moves");
        }
        for m in &game.moves {
            score.push(' ');
            score.push_str(&m.token);
        }
        games.push((line, score));
    }
    Ok(games)
}

/// A record that is being written.
#[derive(Debug)]
pub struct Writer(File);

impl Writer {
    /// Begins a record, or goes on with one if `resume` is set and there is one. Gives the games
    /// that have already been played.
    ///
    /// # Errors
    /// A file of another schedule or shard, or one that should not be there.
    pub fn open(
        path: &Path,
        header: &Header,
        resume: bool,
    ) -> Result<(Writer, BTreeMap<usize, GameResult>), RecordError> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(error.into()),
        };
        if !text.is_empty() && !resume {
            return Err(RecordError::Exists);
        }
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        if !text.contains('\n') {
            // Not even the plan was written.
            file.set_len(0)?;
            let mut writer = Writer(file);
            writer.line(header)?;
            return Ok((writer, BTreeMap::new()));
        }
        let record = read(&text)?;
        agree(&record.header, header)?;
        if record.header.shard != header.shard {
            return Err(RecordError::Part {
                found: record.header.shard,
                expected: header.shard,
            });
        }
        file.set_len(record.whole as u64)?;
        Ok((Writer(file), record.games))
    }

    /// Writes a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn game(&mut self, game: &GameLine) -> Result<(), RecordError> {
        self.line(game)
    }

    fn line(&mut self, value: &impl Serialize) -> Result<(), RecordError> {
        let mut line = serde_json::to_string(value).map_err(io::Error::from)?;
        line.push('\n');
        self.0.write_all(line.as_bytes())?;
        self.0.flush()?;
        Ok(())
    }
}

fn agree(found: &Header, expected: &Header) -> Result<(), RecordError> {
    if found.schedule == expected.schedule {
        return Ok(());
    }
    Err(RecordError::Schedule {
        found: found.schedule.clone(),
        expected: expected.schedule.clone(),
    })
}

/// Adds the games of another record of the same schedule.
///
/// # Errors
/// Another schedule, or a game that is there already.
pub fn merge(into: &mut MatchRecord, other: MatchRecord) -> Result<(), RecordError> {
    agree(&other.header, &into.header)?;
    for (id, game) in other.games {
        if into.games.insert(id, game).is_some() {
            return Err(RecordError::Twice { id });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::record::plan::tests::plan;

    fn header() -> Header {
        Header {
            schedule: "12".to_owned(),
            shard: Shard::WHOLE,
            plan: plan(),
        }
    }

    fn game(id: usize) -> GameLine {
        let players = if id % 2 == 1 { [0, 1] } else { [1, 0] };
        GameLine {
            id,
            players,
            names: ["a", "b"].map(str::to_owned),
            opening: "startpos".to_owned(),
            result: "p1win".to_owned(),
            reason: Reason::Rules,
            culprit: None,
            detail: String::new(),
            moves: vec![MoveLine {
                token: "a1".to_owned(),
                score: Some("cp 3".to_owned()),
                depth: Some(2),
                nodes: None,
                ms: 7,
            }],
        }
    }

    fn text(games: &[usize]) -> String {
        let header = serde_json::to_string(&header()).expect("plain data");
        let games = games
            .iter()
            .map(|&id| serde_json::to_string(&game(id)).expect("plain data"));
        [header]
            .into_iter()
            .chain(games)
            .map(|line| line + "\n")
            .collect()
    }

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let record = read(&text(&[1, 2, 4])).expect("a good record");
        assert_eq!(record.header, header());
        assert_eq!(record.games.keys().copied().collect::<Vec<_>>(), [1, 2, 4]);
        let fixture = record.games[&4].fixture;
        assert_eq!((fixture.id(), fixture.pair.opening), (4, 1));
    }

    #[test]
    fn the_games_of_a_record_can_be_played_again() {
        let text = text(&[1]).replace("startpos", "startpos moves c3");
        let games = scores(&text).expect("a good record");
        assert_eq!(games, [(2, "dvonn startpos moves c3 a1".to_owned())]);
        let text = text.replace("startpos moves c3", "fen x w");
        let games = scores(&text).expect("a good record");
        assert_eq!(games, [(2, "dvonn x w moves a1".to_owned())]);
    }

    #[test]
    fn half_a_line_at_the_end_is_left_out() {
        let text = text(&[1, 2]);
        let cut = &text[..text.len() - 5];
        let record = read(cut).expect("a good record");
        assert_eq!(record.games.len(), 1);
        assert_eq!(&text[..record.whole], &self::text(&[1]));
    }

    #[test]
    fn bad_records_are_refused() {
        assert!(matches!(read(""), Err(RecordError::Line { line: 1, .. })));
        assert!(matches!(
            read("{}\n"),
            Err(RecordError::Line { line: 1, .. })
        ));
        assert!(matches!(
            read(&text(&[1, 1])),
            Err(RecordError::Twice { id: 1 })
        ));
        let broken = text(&[1]) + "{\"id\":2}\n";
        assert!(matches!(
            read(&broken),
            Err(RecordError::Line { line: 3, .. })
        ));
        let swapped = text(&[1]).replace("\"players\":[0,1]", "\"players\":[1,0]");
        assert!(matches!(
            read(&swapped),
            Err(RecordError::Line { line: 2, .. })
        ));
    }

    #[test]
    fn records_of_one_schedule_are_counted_together() {
        let mut sum = read(&text(&[1, 2])).expect("a good record");
        merge(&mut sum, read(&text(&[3, 4])).expect("a good record")).expect("the same schedule");
        assert_eq!(sum.games.len(), 4);
        let twice = merge(&mut sum, read(&text(&[4])).expect("a good record"));
        assert!(matches!(twice, Err(RecordError::Twice { id: 4 })));
        let mut other = read(&text(&[5])).expect("a good record");
        other.header.schedule = "13".to_owned();
        assert!(matches!(
            merge(&mut sum, other),
            Err(RecordError::Schedule { .. })
        ));
    }
}
