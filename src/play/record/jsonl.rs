//! JSON lines: a game a line, as `match --record` keeps games. The plan of a match, which is the first
//! line of such a record, names the game for the lines that do not name it themselves.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::rules::{result_of_word, result_word};

use super::drawing::{self, Drawing};
use super::game::{
    GameRecord, Mark, Termination, Turn, comment_text, is_tag_name, one_line, settle,
};
use super::pgn::notes;
use super::refused::Fault;
use crate::play::seat::{self, Seat};

/// What a first line with the plan of a match says about its games.
#[derive(Deserialize)]
struct Header {
    schedule: Option<String>,
    plan: Plan,
}

#[derive(Deserialize)]
struct Plan {
    game: String,
}

/// A game; the names of the fields are those of the record of a match, and a few more.
#[derive(Serialize, Deserialize)]
struct GameLine {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    /// Numbers of engines, which only a match gives a meaning.
    #[serde(default)]
    players: [usize; 2],
    #[serde(default)]
    names: [String; 2],
    #[serde(default = "startpos")]
    opening: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    detail: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    drawn: Vec<Drawing>,
    moves: Vec<MoveLine>,
}

#[derive(Default, Serialize, Deserialize)]
struct MoveLine {
    token: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    score: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    depth: Option<i32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ms: Option<u64>,
    /// Milliseconds left on the clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mark: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    glyphs: Vec<u8>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    drawn: Vec<Drawing>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    variations: Vec<Vec<MoveLine>>,
}

fn startpos() -> String {
    "startpos".to_owned()
}

/// The result of a game that counts for nobody.
const VOID: &str = "void";

/// The name of the tag with the number of turns that belong to the opening.
const OPENING: &str = "OpeningPlies";

/// What the lines of a file have in common.
#[derive(Debug, Default)]
pub(super) struct Common {
    game: Option<String>,
    schedule: Option<String>,
}

/// How a line begins that only says who plays the match from there on.
const RUNNER: &str = "{\"runner\":";

/// Reads a line: a game, or `None` for the plan of a match, which is kept in `common`, and for who
/// plays it.
pub(super) fn read(
    line: usize,
    text: &str,
    default: Option<&str>,
    common: &mut Common,
) -> Result<Option<GameRecord>, Fault> {
    if let Ok(Header { schedule, plan }) = serde_json::from_str(text) {
        (common.game, common.schedule) = (Some(plan.game), schedule);
        return Ok(None);
    }
    if text.starts_with(RUNNER) {
        return Ok(None);
    }
    let read: GameLine = serde_json::from_str(text)
        .map_err(|error| Fault::new(line, "", format!("no game in JSON: {error}")))?;
    record(line, read, default, common).map(Some)
}

fn record(
    line: usize,
    read: GameLine,
    default: Option<&str>,
    common: &Common,
) -> Result<GameRecord, Fault> {
    let fail = |word: &str, expected: &str| Fault::new(line, word, expected);
    let game = read.game.or_else(|| common.game.clone());
    let game = game
        .or_else(|| default.map(str::to_owned))
        .ok_or_else(|| fail("", "expected the id of a game in the field game"))?
        .to_lowercase();
    let (start, opening) = match read.opening.split_once(" moves ") {
        Some((start, opening)) => (start, opening),
        None => (read.opening.as_str(), ""),
    };
    let fen = match start.strip_prefix("fen ").unwrap_or(start) {
        "startpos" | "" => None,
        fen => Some(fen.to_owned()),
    };
    let mut board = seat::open_at(&game, fen.as_deref())
        .ok_or_else(|| fail(&game, "expected the id of a game"))?
        .map_err(|error| fail("", &error.to_string()))?;
    let mut turns = Vec::new();
    for word in opening.split_ascii_whitespace() {
        let token = board
            .play_word(word)
            .map_err(|error| Fault::illegal(line, word, turns.len() + 1, &error))?;
        turns.push(Turn::new(token));
    }
    let opening_plies = turns.len();
    play(line, read.moves, board.as_mut(), &mut turns, DEEPEST)?;
    let result = match read.result.as_deref() {
        None | Some(VOID) => None,
        Some(word) => result_of_word(word)
            .map_err(|_| fail(word, "expected p1win, p2win, draw, void or none"))?,
    };
    let mut tags = read.tags;
    let mut add = |name: &str, value: Option<String>| {
        let is_there = tags.iter().any(|(other, _)| other == name);
        if let Some(value) = value.filter(|_| !is_there) {
            tags.push((name.to_owned(), value));
        }
    };
    add("Event", common.schedule.clone());
    add("Round", read.id.map(|id| id.to_string()));
    add("Detail", Some(read.detail).filter(|text| !text.is_empty()));
    let given = (opening_plies > 0).then(|| opening_plies.to_string());
    add(OPENING, given);
    if let Some((name, _)) = tags.iter().find(|(name, _)| !is_tag_name(name)) {
        return Err(fail(
            name,
            "expected the name of a tag: letters, digits and _",
        ));
    }
    let mut drawn = sound(line, read.drawn)?;
    let comment = drawing::take(&read.comment, &mut drawn);
    let mut record = GameRecord {
        game,
        fen,
        players: read.names.map(|name| one_line(&name)),
        result,
        ending: read
            .reason
            .as_deref()
            .map(one_line)
            .filter(|word| !word.is_empty())
            .map(|word| Termination::from(word.as_str())),
        tags: tags
            .into_iter()
            .map(|(name, value)| (name, one_line(&value)))
            .collect(),
        comment: comment_text(&comment),
        drawn,
        turns,
    };
    record.order_tags();
    settle(&mut record, board.outcome()).map_err(|expected| {
        fail(
            read.result.as_deref().unwrap_or_default(),
            &format!("expected {expected}"),
        )
    })?;
    Ok(record)
}

/// So deep may variations lie in each other.
const DEEPEST: usize = 50;

fn play(
    line: usize,
    moves: Vec<MoveLine>,
    board: &mut dyn Seat,
    turns: &mut Vec<Turn>,
    deepest: usize,
) -> Result<(), Fault> {
    for read in moves {
        let mut variations = Vec::new();
        for variation in read.variations {
            let deeper = deepest.checked_sub(1).ok_or_else(|| {
                Fault::new(
                    line,
                    &read.token,
                    "variations that lie too deep in each other",
                )
            })?;
            let mut other = Vec::new();
            play(line, variation, board.copy().as_mut(), &mut other, deeper)?;
            if !other.is_empty() {
                variations.push(other);
            }
        }
        let word = &read.token;
        let token = board
            .play_word(word)
            .map_err(|error| Fault::illegal(line, word, turns.len() + 1, &error))?;
        let fail = |word: &str, reason: String| Fault::new(line, word, reason);
        let mut turn = Turn {
            mark: match &read.mark {
                None => None,
                Some(mark) => Some(mark.parse::<Mark>().map_err(|reason| fail("", reason))?),
            },
            score: match &read.score {
                None => None,
                Some(text) => Some(text.parse().map_err(|reason| fail("", reason))?),
            },
            depth: read.depth,
            nodes: read.nodes,
            spent: time(line, read.ms)?,
            clock: time(line, read.clock)?,
            drawn: sound(line, read.drawn)?,
            variations,
            ..Turn::new(token)
        };
        for glyph in read.glyphs {
            match Mark::of_glyph(glyph) {
                Some(mark) => turn.mark = turn.mark.or(Some(mark)),
                None => turn.glyphs.push(glyph),
            }
        }
        notes::read(&read.comment, &mut turn);
        turns.push(turn);
    }
    Ok(())
}

/// Appends the line of a game.
pub(super) fn write(record: &GameRecord, out: &mut String) {
    // A field holds one tag: of two with the same name neither is left out.
    let only = |name: &str| {
        let tags = record.tags.iter().filter(|(other, _)| other == name);
        record.tag(name).filter(|_| tags.count() == 1)
    };
    let round = only("Round").and_then(canonical);
    let detail = only("Detail");
    // An opening is a list of tokens: turns with notes cannot belong to it.
    let plain = |turn: &&Turn| **turn == Turn::new(turn.token.as_str());
    let opening_plies = only(OPENING)
        .and_then(canonical)
        .filter(|&plies| plies == record.turns.iter().take(plies).take_while(plain).count());
    let (opening, played) = record.turns.split_at(opening_plies.unwrap_or(0));
    let mut start = match &record.fen {
        None => startpos(),
        Some(fen) => format!("fen {fen}"),
    };
    if !opening.is_empty() {
        start.push_str(" moves");
        for turn in opening {
            start.push(' ');
            start.push_str(&turn.token);
        }
    }
    let own_field = |name: &str| match name {
        "Round" => round.is_some(),
        "Detail" => detail.is_some(),
        OPENING => !opening.is_empty(),
        _ => false,
    };
    let mut tags = record.tags.clone();
    tags.retain(|(name, _)| !own_field(name));
    let line = GameLine {
        id: round,
        game: Some(record.game.clone()),
        players: [0, 1],
        names: record.players.clone(),
        opening: start,
        result: Some(result_word(record.result)),
        reason: record.ending.as_ref().map(Termination::to_string),
        detail: detail.unwrap_or_default().to_owned(),
        tags,
        comment: record.comment.clone(),
        drawn: record.drawn.clone(),
        moves: played.iter().map(MoveLine::of).collect(),
    };
    // Plain data has a text.
    if let Ok(text) = serde_json::to_string(&line) {
        out.push_str(&text);
        out.push('\n');
    }
}

/// Drawings that can be drawn.
fn sound(line: usize, drawn: Vec<Drawing>) -> Result<Vec<Drawing>, Fault> {
    match drawn.iter().find(|drawing| !drawing.is_sound()) {
        None => Ok(drawn),
        Some(wrong) => Err(Fault::new(
            line,
            &wrong.to_string(),
            "expected the ids of places",
        )),
    }
}

/// A time in milliseconds, as long as a game file can tell.
fn time(line: usize, millis: Option<u64>) -> Result<Option<Duration>, Fault> {
    let longest = notes::LONGEST * 1000;
    match millis {
        Some(millis) if millis > longest => {
            let expected = format!("expected at most {longest} milliseconds");
            Err(Fault::new(line, &millis.to_string(), expected))
        }
        millis => Ok(millis.map(Duration::from_millis)),
    }
}

/// The number that is written so.
fn canonical(text: &str) -> Option<usize> {
    let number: usize = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}

impl MoveLine {
    fn of(turn: &Turn) -> MoveLine {
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        MoveLine {
            token: turn.token.clone(),
            score: turn.score.map(|score| score.to_string()),
            depth: turn.depth,
            nodes: turn.nodes,
            ms: turn.spent.map(millis),
            clock: turn.clock.map(millis),
            mark: turn.mark.map(|mark| mark.to_string()),
            glyphs: turn.glyphs.clone(),
            comment: turn.comment.clone(),
            drawn: turn.drawn.clone(),
            variations: turn
                .variations
                .iter()
                .map(|line| line.iter().map(MoveLine::of).collect())
                .collect(),
        }
    }
}
