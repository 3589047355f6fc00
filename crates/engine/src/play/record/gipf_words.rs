//! GIPF games whose entries and removals stand in separate words, as servers write them.
//!
//! A removal follows the entry of its player. If it belongs to the other player, it comes before the entry of
//! that player. So of several removals between two entries, as many as are legal belong to the first.

use super::chunk::LineRole;
use super::game::GameRecord;
use super::refused::RecordFault;
use super::replay::{self, Replay};
use super::source::Line;
use crate::board::Bits;
use crate::games::gipf::{Position, RecordedRemoval};
use crate::rules::{MoveError, Side, Text};

/// The meaning of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A piece enters: in the publisher's notation, such as `Ge1-e2`; with its player if the word
    /// names one.
    Enter(Option<Side>, String),
    /// Pieces are removed.
    Remove(Removal),
    /// The player to move resigns.
    Resign,
}

/// What a word says about a removal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Removal {
    /// These points are emptied.
    Points(Bits),
    /// The row on this line is taken.
    Row(Bits),
    /// Of the GIPF pieces in the rows, these go.
    Gipf(Bits),
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
    let points = word.strip_prefix('x')?.split(',');
    let points = points.map(|name| Position::point(name.strip_suffix('*').unwrap_or(name)));
    Some(Step::Remove(Removal::Points(
        points.collect::<Option<_>>()?,
    )))
}

/// The role of a line: a game ends with an empty line or a line with `#`.
pub(super) fn role(line: &mut Line, is_first: bool) -> LineRole {
    let text = line.text.trim();
    match text.is_empty() || text.starts_with('#') {
        true if is_first => LineRole::Skipped,
        true => LineRole::Next,
        false => LineRole::Inside,
    }
}

/// The words of a game as steps, without move numbers.
pub(super) fn steps<'a>(
    words: impl Iterator<Item = (usize, &'a str)>,
    step: fn(&str) -> Option<Step>,
) -> Result<Vec<NumberedStep<'a>>, RecordFault> {
    let mut steps = Vec::new();
    for (line, word) in words {
        let written = replay::without_number(word);
        if written.is_empty() {
            continue;
        }
        let expected = "expected an entry, or x and the removed points";
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
            Err(game.into_fault(fault, rest))
        }
    }
}

/// The most words about removals that can follow an entry: two players take at most three rows each.
const MAX_REMOVALS: usize = 12;

/// Plays steps. `at` becomes the number of the first step that is not part of a move.
fn play_steps(
    game: &mut Replay,
    steps: &[NumberedStep],
    at: &mut usize,
) -> Result<(), RecordFault> {
    let mut next = 0;
    while let Some(placed) = steps.get(next) {
        let fail = |reason: &str| Err(RecordFault::new(placed.line, placed.word, reason));
        next += 1;
        match &placed.step {
            _ if game.record.termination.is_some() => {
                return fail("expected nothing after 'resign'");
            }
            Step::Resign => {
                game.resign();
                *at = next;
            }
            Step::Remove(_) => {}
            Step::Enter(side, _) if side.is_some_and(|side| side != game.board().turn()) => {
                return fail("expected a move of the other player");
            }
            Step::Enter(_, entry) => {
                let before = steps.get(*at..next - 1).unwrap_or_default();
                let after = steps.get(next..).unwrap_or_default();
                let removals = after.iter().take(MAX_REMOVALS);
                let removals = removals.take_while(|step| matches!(step.step, Step::Remove(_)));
                let after = after.get(..removals.count()).unwrap_or_default();
                next += play_move(game, placed, before, entry, after)?;
                *at = next;
            }
        }
    }
    let rest = steps.get(*at..).unwrap_or_default();
    match rest.first() {
        Some(removal) => play_last_removal(game, removal, rest),
        None => Ok(()),
    }
}

/// Plays a removal that ends the game because the last GIPF piece goes: no entry follows.
fn play_last_removal(
    game: &mut Replay,
    removal: &NumberedStep,
    all: &[NumberedStep],
) -> Result<(), RecordFault> {
    let moves = replay::position::<Position>(game.board()).map(|position| {
        let removal = recorded_removal(all).unwrap_or_default();
        position.matching_moves(None, &removal, &RecordedRemoval::Default)
    });
    match moves.unwrap_or_default()[..] {
        [m] => game.play_move(removal.line, removal.word, Ok(m)),
        _ => {
            let error = MoveError::illegal(
                removal.word,
                Text::untranslated("an entry must follow the removal"),
            );
            Err(fault(game, removal, &error))
        }
    }
}

/// Plays a move. Returns how many of the removals after the entry belong to it.
fn play_move(
    game: &mut Replay,
    entered: &NumberedStep,
    before: &[NumberedStep],
    entry: &str,
    after: &[NumberedStep],
) -> Result<usize, RecordFault> {
    let position = replay::position::<Position>(game.board());
    let Some(position) = position.filter(|_| !game.is_over()) else {
        return game.play(entered.line, entered.word, entry).map(|()| 0);
    };
    // Without a word there is no removal, or the only one that is legal.
    let defaults = [
        RecordedRemoval::Exactly(Bits::EMPTY),
        RecordedRemoval::Something,
    ];
    let before_options =
        recorded_removal(before).map_or(defaults.to_vec(), |removal| vec![removal]);
    let removal_after = |used| Some((recorded_removal(after.get(..used)?)?, used));
    let mut after_options: Vec<_> = (1..=after.len()).rev().filter_map(removal_after).collect();
    after_options.extend(defaults.map(|removal| (removal, 0)));
    let mut first_error = None;
    for before in &before_options {
        for (after, used) in &after_options {
            match position.matching_move(entry, before, after) {
                Ok(m) => {
                    game.play_move(entered.line, entered.word, Ok(m))?;
                    return Ok(*used);
                }
                Err(error) => first_error = first_error.or(Some(error)),
            }
        }
    }
    let placed = after.first().unwrap_or(entered);
    first_error.map_or(Ok(0), |error| Err(fault(game, placed, &error)))
}

fn fault(game: &Replay, placed: &NumberedStep, error: &MoveError) -> RecordFault {
    let ply = game.record.moves.len() + 1;
    RecordFault::illegal(placed.line, placed.word, ply, error)
}

/// What words say about a removal; `None` if there are none.
fn recorded_removal(steps: &[NumberedStep]) -> Option<RecordedRemoval> {
    let (mut points, mut lines, mut gipf) = (Bits::EMPTY, Vec::new(), None);
    for placed in steps {
        match &placed.step {
            Step::Remove(Removal::Points(more)) => points |= *more,
            Step::Remove(Removal::Row(line)) => lines.push(*line),
            Step::Remove(Removal::Gipf(more)) => {
                gipf = Some(gipf.unwrap_or(Bits::EMPTY) | *more);
            }
            Step::Enter(..) | Step::Resign => {}
        }
    }
    let rows = !lines.is_empty() || gipf.is_some();
    match steps {
        [] => None,
        _ if rows => Some(RecordedRemoval::Rows { lines, gipf }),
        _ => Some(RecordedRemoval::Exactly(points)),
    }
}
