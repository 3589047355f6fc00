//! JSON lines: one game per line. `match --record` writes this format with the fields of [`MatchFields`]. The
//! first line of such a record is the plan of the match; in old records only this line names the game.

use serde::{Deserialize, Serialize};

use crate::play::state::GameState;
use crate::rules::{result_of_word, result_word};

use super::drawing::{self, Drawing};
use super::game::{
    GameRecord, MoveMark, MoveRecord, OPENING_PLIES, comment_text, finish_truncated, is_tag_name,
    one_line, resolve_outcome,
};
use super::pgn::notes;
use super::refused::RecordFault;
use super::replay;
use super::termination::Termination;

/// The fields of the first line of a match record that concern the games.
#[derive(Deserialize)]
struct HeaderLine {
    schedule: Option<String>,
    plan: PlanFields,
}

#[derive(Deserialize)]
struct PlanFields {
    game: String,
}

/// The place of a game in a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchFields {
    /// The number of the game in the schedule, from 1.
    pub id: Option<usize>,
    /// The fingerprint of the match; old records have it only in their first line.
    pub schedule: Option<String>,
    /// The numbers of the engines that are player 1 and player 2.
    pub players: Option<[usize; 2]>,
}

/// The fields of a line.
#[derive(Serialize, Deserialize)]
struct GameLine {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    schedule: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    players: Option<[usize; 2]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    #[serde(default)]
    names: [String; 2],
    #[serde(default)]
    opening: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reason: Option<Termination>,
    /// Redundant: follows from result and reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    culprit: Option<String>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    detail: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tags: Vec<(String, String)>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    drawn: Vec<Drawing>,
    moves: Vec<MoveRecord>,
}

/// The result of a void game.
const VOID: &str = "void";

/// Information from earlier lines that applies to all games of a file.
#[derive(Debug, Default)]
pub(super) struct FileContext {
    game: Option<String>,
    schedule: Option<String>,
}

/// Whether a line is an object of JSON, or the plan of a match whose beginning is damaged.
pub(super) fn is_line(line: &str) -> bool {
    let object = line.strip_prefix('{').map(str::trim_start);
    let is_plan = || line.contains("\"plan\":{") || line.contains("\"schedule\":\"");
    object.is_some_and(|object| object.starts_with('"')) || is_plan()
}

/// Reads a line: a game, or `None` for the plan of a match, which is stored in `common`.
pub(super) fn read(
    line: usize,
    text: &str,
    default: Option<&str>,
    common: &mut FileContext,
) -> Result<Option<GameRecord>, RecordFault> {
    if let Ok(HeaderLine { schedule, plan }) = serde_json::from_str(text) {
        (common.game, common.schedule) = (Some(plan.game), schedule);
        return Ok(None);
    }
    let parsed = parse(text).map_err(|reason| RecordFault::new(line, "", reason));
    let (mut record, of_match) = parsed?;
    if record.game.is_empty() {
        let game = common.game.as_deref().or(default).unwrap_or_default();
        game.clone_into(&mut record.game);
    }
    let schedule = of_match.schedule.as_ref().or(common.schedule.as_ref());
    add_match_tags(&mut record, schedule.map(String::as_str), of_match.id);
    check(line, record).map(Some)
}

/// Adds the fingerprint of the match and the number of the game as tags. A game with an event of its own
/// has the fingerprint in the tag `Match`.
pub fn add_match_tags(record: &mut GameRecord, schedule: Option<&str>, id: Option<usize>) {
    let event = match record.tag("Event") {
        None => "Event",
        Some(_) => "Match",
    };
    let id = id.map(|id| id.to_string());
    for (name, value) in [(event, schedule), ("Round", id.as_deref())] {
        if let Some(value) = value.filter(|_| record.tag(name).is_none()) {
            record.add_tag(name, value);
        }
    }
    record.order_tags();
}

/// Reads a line without playing its moves.
///
/// # Errors
/// The line is not a game.
pub fn parse(text: &str) -> Result<(GameRecord, MatchFields), String> {
    let line: GameLine =
        serde_json::from_str(text).map_err(|error| format!("not a game in JSON: {error}"))?;
    let (start, opening) = match line.opening.split_once(" moves ") {
        Some((start, opening)) => (start, opening),
        None => (line.opening.as_str(), ""),
    };
    let fen = match start.strip_prefix("fen ").unwrap_or(start) {
        "startpos" | "" => None,
        fen => Some(fen.to_owned()),
    };
    let outcome = match line.result.as_deref() {
        None | Some(VOID) => None,
        Some(word) => result_of_word(word).map_err(|error| format!("result {error}, or void"))?,
    };
    let mut moves: Vec<_> = opening
        .split_ascii_whitespace()
        .map(MoveRecord::new)
        .collect();
    let opening_plies = moves.len();
    moves.extend(line.moves);
    let mut record = GameRecord {
        game: line.game.unwrap_or_default().to_lowercase(),
        fen,
        players: line.names,
        outcome,
        termination: line.reason.filter(|reason| !reason.word().is_empty()),
        detail: line.detail,
        comment: line.comment,
        drawn: line.drawn,
        opening_plies,
        moves,
        tags: Vec::new(),
    };
    for (name, value) in line.tags {
        record.add_tag(&name, &value);
    }
    let of_match = MatchFields {
        id: line.id,
        schedule: line.schedule,
        players: line.players,
    };
    Ok((record, of_match))
}

/// Plays the moves of a record and normalises its texts for game files.
fn check(line: usize, mut record: GameRecord) -> Result<GameRecord, RecordFault> {
    let fail = |word: &str, expected: &str| RecordFault::new(line, word, expected);
    if record.game.is_empty() {
        return Err(fail("", "expected the id of a game in the field game"));
    }
    let mut board = replay::open(&record, line)?;
    let written = record.clone();
    if let Err(fault) = play(line, &mut record.moves, board.as_mut()) {
        return Err(fault.with_partial_game(partial_game(line, written, board.as_ref())));
    }
    if let Some((name, _)) = record.tags.iter().find(|(name, _)| !is_tag_name(name)) {
        let expected = "expected the name of a tag: letters, digits and _";
        return Err(fail(name, expected));
    }
    check_drawings(line, &record.drawn)?;
    let comment = drawing::take(&record.comment, &mut record.drawn);
    record.comment = comment_text(&comment);
    let tags = record.tags.iter_mut().map(|(_, value)| value);
    let texts = record
        .players
        .iter_mut()
        .chain(tags)
        .chain([&mut record.detail]);
    texts.for_each(|text| *text = one_line(text));
    if let Some(Termination::Other(word)) = &mut record.termination {
        *word = one_line(word);
    }
    record.order_tags();
    let result = result_word(record.outcome);
    resolve_outcome(&mut record, board.outcome()).map_err(|problem| fail(&result, &problem))?;
    Ok(record)
}

/// The game with the moves that were played on the board. The other tokens become a comment.
fn partial_game(line: usize, mut record: GameRecord, board: &dyn GameState) -> Option<GameRecord> {
    let rest = record
        .moves
        .split_off(board.plies().min(record.moves.len()));
    let rest: Vec<String> = rest.into_iter().map(|played| played.token).collect();
    let last = record.moves.last_mut()?;
    last.comment = format!("{} {}", last.comment, rest.join(" "));
    finish_truncated(&mut record, board.outcome());
    check(line, record).ok()
}

/// Plays moves and their variations; the tokens become canonical.
fn play(
    line: usize,
    moves: &mut [MoveRecord],
    board: &mut dyn GameState,
) -> Result<(), RecordFault> {
    for played in moves {
        for variation in &mut played.variations {
            play(line, variation, board.boxed_clone().as_mut())?;
        }
        played.variations.retain(|variation| !variation.is_empty());
        played.token = replay::play(board, line, &played.token, Ok(&played.token))?;
        check_drawings(line, &played.drawn)?;
        for glyph in std::mem::take(&mut played.glyphs) {
            match MoveMark::of_glyph(glyph) {
                Some(mark) => played.mark = played.mark.or(Some(mark)),
                None => played.glyphs.push(glyph),
            }
        }
        let comment = std::mem::take(&mut played.comment);
        notes::read(&comment, played);
    }
    Ok(())
}

fn check_drawings(line: usize, drawn: &[Drawing]) -> Result<(), RecordFault> {
    match drawn.iter().find(|drawing| !drawing.is_sound()) {
        None => Ok(()),
        Some(wrong) => Err(RecordFault::new(
            line,
            &wrong.to_string(),
            "expected the ids of places",
        )),
    }
}

/// Appends the line of a game.
pub(super) fn write(record: &GameRecord, out: &mut String) {
    // The field `id` holds one number, so several rounds stay tags.
    let mut rounds = record.tags.iter().filter(|(name, _)| name == "Round");
    let id = match (rounds.next(), rounds.next()) {
        (Some((_, round)), None) => canonical(round),
        _ => None,
    };
    let mut record = record.clone();
    record
        .tags
        .retain(|(name, _)| name != "Round" || id.is_none());
    let of_match = MatchFields {
        id,
        ..MatchFields::default()
    };
    out.push_str(&text(record, of_match));
}

/// The line of a game with its place in a match.
pub fn text(mut record: GameRecord, of_match: MatchFields) -> String {
    // An opening is a list of tokens, so it cannot contain annotated moves.
    let opening = record.moves.get(..record.opening_plies).unwrap_or_default();
    if opening
        .iter()
        .any(|played| *played != MoveRecord::new(played.token.as_str()))
    {
        let plies = std::mem::take(&mut record.opening_plies);
        record
            .tags
            .push((OPENING_PLIES.to_owned(), plies.to_string()));
    }
    let failed = record
        .termination
        .as_ref()
        .is_some_and(Termination::is_failure);
    let result = match record.outcome {
        None if failed => VOID.to_owned(),
        outcome => result_word(outcome),
    };
    let line = GameLine {
        id: of_match.id,
        schedule: of_match.schedule,
        players: of_match.players,
        opening: record.opening(),
        result: Some(result),
        culprit: record.culprit().map(|side| side.to_string()),
        game: Some(record.game),
        names: record.players,
        reason: record.termination,
        detail: record.detail,
        tags: record.tags,
        comment: record.comment,
        drawn: record.drawn,
        moves: record
            .moves
            .split_off(record.opening_plies.min(record.moves.len())),
    };
    // Plain data can always be serialised.
    let mut text = serde_json::to_string(&line).unwrap_or_default();
    text.push('\n');
    text
}

/// Parses a number in canonical form.
fn canonical(text: &str) -> Option<usize> {
    let number: usize = text.parse().ok()?;
    (number.to_string() == text).then_some(number)
}
