//! GIPF games whose entries and removals stand in separate words, as servers write them.
//!
//! A removal follows the entry of its player. If the removal belongs to the other player, it comes before
//! the entry of that player: the second of two removals always does, and a single one does if the
//! player who entered has no such row.

use std::io::{self, BufRead};

use super::chunk::Chunk;
use super::game::GameRecord;
use super::refused::RecordFault;
use super::replay::{self, Replay};
use super::source::Source;
use crate::games::gipf::Position;
use crate::rules::{MoveError, Side};

/// The meaning of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A piece enters: in the publisher's notation, such as `Ge1-e2`; with its player if the word
    /// names one.
    Enter(Option<Side>, String),
    /// The points that are emptied, in the publisher's notation without `x`: `f6,g6`.
    Remove(String),
    /// The player to move resigns.
    Resign,
}

/// A step with its line and its word.
#[derive(Clone, Debug)]
pub(super) struct NumberedStep<'a> {
    pub line: usize,
    pub word: &'a str,
    pub step: Step,
}

/// Whether a text is a place, such as `e5`.
pub(super) fn is_place(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'i', b'1'..=b'9'])
}

/// Whether a text is an entry: a dot and a point with a hyphen between them.
pub(super) fn is_entry(text: &str) -> bool {
    let is_point = |place| Position::point(place).is_some();
    let places = text.split_once('-');
    places.is_some_and(|(dot, to)| is_place(dot) && !is_point(dot) && is_point(to))
}

/// The points of a removal, such as `xf6,g6`; a star may stand at a GIPF piece.
pub(super) fn removal(word: &str) -> Option<Step> {
    let points = word.strip_prefix('x')?;
    let name = |point: &str| is_place(point.strip_suffix('*').unwrap_or(point));
    points
        .split(',')
        .all(name)
        .then(|| Step::Remove(points.to_owned()))
}

/// Takes the text of the next game. It ends with an empty line or before a line with `#`.
pub(super) fn chunk<R: BufRead>(source: &mut Source<R>) -> io::Result<Option<Chunk>> {
    let mut chunk: Option<Chunk> = None;
    while let Some(line) = source.line()? {
        let text = line.text.trim();
        let ends = text.is_empty() || text.starts_with('#');
        if ends && chunk.is_some() {
            break;
        }
        if !ends {
            chunk
                .get_or_insert_with(|| Chunk::new(line.number))
                .push(&line);
        }
    }
    Ok(chunk)
}

/// The words of a game as steps, without move numbers.
pub(super) fn steps<'a>(
    chunk: &'a Chunk,
    step: fn(&str) -> Option<Step>,
) -> Result<Vec<NumberedStep<'a>>, RecordFault> {
    let mut steps = Vec::new();
    for (line, word) in replay::words(chunk.text()?, chunk.line()) {
        let written = replay::without_number(word);
        if written.is_empty() {
            continue;
        }
        let expected = "expected an entry, or x and the points that are emptied";
        let step = step(written).ok_or_else(|| RecordFault::new(line, word, expected))?;
        steps.push(NumberedStep { line, word, step });
    }
    Ok(steps)
}

/// Plays the steps of a game. Adds a missing removal if only one is legal.
pub(super) fn play(
    record: GameRecord,
    line: usize,
    steps: &[NumberedStep],
) -> Result<GameRecord, RecordFault> {
    let mut game = Replay::new(record, line)?;
    let last_line = steps.last().map_or(line, |placed| placed.line);
    let mut at = 0;
    match play_steps(&mut game, steps, &mut at) {
        Ok(()) => game.finish(last_line),
        Err(fault) => {
            let rest = steps.iter().skip(at).map(|placed| placed.word);
            Err(game.keep(fault, rest))
        }
    }
}

/// Plays steps. `at` becomes the number of the first step that is not part of a move.
fn play_steps(
    game: &mut Replay,
    steps: &[NumberedStep],
    at: &mut usize,
) -> Result<(), RecordFault> {
    let mut steps = (0..).zip(steps).peekable();
    // The removal before the next entry.
    let mut before: Option<&NumberedStep> = None;
    while let Some((number, placed)) = steps.next() {
        let fail = |reason: &str| Err(RecordFault::new(placed.line, placed.word, reason));
        match &placed.step {
            _ if game.record.termination.is_some() => {
                return fail("expected nothing after 'resign'");
            }
            Step::Resign => {
                game.resign();
                *at = number + 1;
            }
            Step::Remove(_) if before.is_some() => {
                return fail("expected at most one removal of each player");
            }
            Step::Remove(_) => before = Some(placed),
            Step::Enter(side, _) if side.is_some_and(|side| side != game.board().turn()) => {
                return fail("expected a move of the other player");
            }
            Step::Enter(_, entry) => {
                let after = steps.next_if(|(_, next)| matches!(next.step, Step::Remove(_)));
                let after = after.map(|(_, after)| after);
                let removal = before.take();
                before = play_move(game, placed, removal, entry, after)?;
                let is_used = after.is_some() && before.is_none();
                *at = number + 1 + usize::from(is_used);
            }
        }
    }
    if let Some(NumberedStep {
        line,
        word,
        step: Step::Remove(points),
    }) = before
    {
        // The last GIPF piece is removed: no entry follows.
        let token = points.replace([',', '*'], "");
        game.play(*line, word, &format!("x{token}"))?;
    }
    Ok(())
}

/// Plays a move. Returns the removal after the entry if it belongs to the other player.
fn play_move<'s, 'a>(
    game: &mut Replay,
    entered: &NumberedStep,
    before: Option<&NumberedStep>,
    entry: &str,
    after: Option<&'s NumberedStep<'a>>,
) -> Result<Option<&'s NumberedStep<'a>>, RecordFault> {
    let points = |placed: Option<&NumberedStep>| match placed.map(|placed| &placed.step) {
        Some(Step::Remove(points)) => Some(points.clone()),
        _ => None,
    };
    let ply = game.record.moves.len() + 1;
    let fault = |placed: &NumberedStep, error: &MoveError| {
        RecordFault::illegal(placed.line, placed.word, ply, error)
    };
    let mut attempt = |before: Option<&str>, after: Option<&str>| {
        let before = before.map_or(String::new(), |points| format!("x{points};"));
        let after = after.map_or(String::new(), |points| format!(";x{points}"));
        game.try_move(&format!("{before}{entry}{after}"))
    };
    let (first, last) = (points(before), points(after));
    let (first, last) = (first.as_deref(), last.as_deref());
    let is_next = after.is_some();
    // Removals before and after the entry, and whether the removal in the record belongs to the next player.
    let mut ways = vec![(first, last, false)];
    if is_next {
        ways.push((first, None, true));
    }
    // An empty removal stands for the only one that is legal.
    let only = Some("");
    ways.push((first, only, is_next));
    if first.is_none() {
        ways.extend([
            (only, last, false),
            (only, None, is_next),
            (only, only, is_next),
        ]);
    }
    let mut first_error = None;
    for (before, after_entry, is_next) in ways {
        match attempt(before, after_entry) {
            Ok(()) => return Ok(after.filter(|_| is_next)),
            Err(error) => first_error = first_error.or(Some(error)),
        }
    }
    match first_error {
        Some(error) => Err(fault(after.unwrap_or(entered), &error)),
        None => Ok(None),
    }
}
