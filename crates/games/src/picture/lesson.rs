//! Lessons: positions with texts and tasks, so that front ends teach a game without knowing it.
//!
//! Each game has a file `lessons.json`. Its tasks name the accepted moves by patterns and conditions; the
//! answer lists their tokens. The French texts are in `lessons.fr.json`.
//!
//! A text that tells the learner what to touch names the touches as references: `[b1]`, or `[the dot](b1)` to
//! show other words. The words for a button are its label. A touch that the board refuses begins with `!`. Tests
//! compare the references with the board; the answer has the words only.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use super::Id;
use super::scene::VERSION;
use super::touch::{Touch, trace};
use crate::rules::{Outcome, RuleSet, Text};

/// The lessons of a rule set.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lessons {
    /// The version of the answers, [`VERSION`].
    pub v: u32,
    /// The id of the rule set.
    pub game: &'static str,
    /// The lessons, in the order in which to take them.
    pub lessons: Vec<Lesson>,
}

/// A lesson.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lesson {
    /// Unique in a game.
    pub id: String,
    /// The title.
    pub title: Text,
    /// What the lesson teaches.
    pub text: Text,
    /// The lessons of other rule sets to take before this one: `rule-set/lesson`, or `rule-set` for all of them.
    pub after: Vec<String>,
    /// The position of the first step.
    pub fen: String,
    /// The steps.
    pub steps: Vec<LessonStep>,
}

/// A step of a lesson: a position that is explained, often with a task.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LessonStep {
    /// The explanation.
    pub text: Text,
    /// The position.
    pub fen: String,
    /// Moves that were played from this position before the step begins.
    pub moves: Vec<String>,
    /// Places and items to point at.
    pub points: Vec<Id>,
    /// The task; `None` if the step only explains.
    pub task: Option<LessonTask>,
}

/// A move to find.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LessonTask {
    /// The instruction.
    pub text: Text,
    /// The canonical tokens of the accepted moves, short ones first; the first one is shown as the solution.
    pub accepted: Vec<String>,
    /// The feedback for an accepted move.
    pub right: Text,
    /// The feedback for other moves.
    pub wrong: Text,
    /// The feedback for particular wrong moves.
    pub mistakes: Vec<LessonMistake>,
    /// The answer of the opponent to the accepted move. The next step follows it.
    pub reply: Option<String>,
}

/// Wrong moves with their feedback.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LessonMistake {
    /// Their canonical tokens.
    pub tokens: Vec<String>,
    /// The feedback.
    pub text: Text,
}

/// A lesson as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LessonSource {
    id: String,
    /// The rule sets with this lesson; empty for all.
    #[serde(default)]
    rule_sets: Vec<String>,
    title: String,
    text: String,
    #[serde(default)]
    after: Vec<String>,
    steps: Vec<StepSource>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepSource {
    text: String,
    /// By default the start position if there are `moves` or this is the first step, otherwise the position
    /// at the end of the step before.
    fen: Option<String>,
    moves: Option<Vec<String>>,
    #[serde(default)]
    points: Vec<Id>,
    task: Option<TaskSource>,
    reply: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskSource {
    text: String,
    accept: MoveFilter,
    right: String,
    wrong: String,
    #[serde(default)]
    mistakes: Vec<MistakeSource>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MistakeSource {
    moves: Vec<String>,
    text: String,
}

/// A set of legal moves: those that satisfy all conditions.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveFilter {
    /// Canonical tokens, in which `*` stands for any text; empty for all moves.
    #[serde(default)]
    moves: Vec<String>,
    /// The number of pieces or stacks that leave the board.
    takes: Option<usize>,
    /// Whether the move must win.
    #[serde(default)]
    wins: bool,
    /// Whether the opponent must not win with this move or with the next one.
    #[serde(default)]
    safe: bool,
}

/// The lessons of a rule set, from the text of its game's file.
///
/// # Errors
/// The problem of the file or of a position in it.
pub fn lessons<P: Touch>(variant: P::Variant, source: &str) -> Result<Lessons, String> {
    let sources: Vec<LessonSource> =
        serde_json::from_str(source).map_err(|error| error.to_string())?;
    let id = variant.id();
    let here = |lesson: &LessonSource| {
        lesson.rule_sets.is_empty() || lesson.rule_sets.iter().any(|rule_set| rule_set == id)
    };
    let lessons = sources.into_iter().filter(here).map(|lesson| {
        let name = lesson.id.clone();
        read::<P>(variant, lesson).map_err(|problem| format!("lesson '{name}': {problem}"))
    });
    Ok(Lessons {
        v: VERSION,
        game: id,
        lessons: lessons.collect::<Result<_, _>>()?,
    })
}

fn text(key: String, source: String) -> Text {
    Text {
        key: key.into(),
        args: Default::default(),
        text: without_references(&source),
    }
}

/// A text of a file of lessons as the learner reads it.
pub(super) fn without_references(source: &str) -> String {
    let mut text = String::new();
    let mut rest = source;
    while let Some((before, (words, after))) = rest
        .split_once('[')
        .and_then(|(before, after)| Some((before, after.split_once(']')?)))
    {
        text.extend([before, words]);
        let target = after.strip_prefix('(').and_then(|it| it.split_once(')'));
        rest = target.map_or(after, |(_, after)| after);
    }
    text + rest
}

fn read<P: Touch>(variant: P::Variant, source: LessonSource) -> Result<Lesson, String> {
    let key = format!("lesson.{}.{}", P::Variant::family(), source.id);
    let mut steps = Vec::new();
    let mut fen = P::start(variant).fen();
    let mut moves = Vec::new();
    for (n, step) in source.steps.into_iter().enumerate() {
        let key = format!("{key}.{}", n + 1);
        if step.fen.is_some() || step.moves.is_some() {
            fen = step.fen.unwrap_or_else(|| P::start(variant).fen());
            moves = step.moves.unwrap_or_default();
        }
        let mut at = P::from_fen(variant, &fen).map_err(|error| error.to_string())?;
        for token in &moves {
            at.play(at.parse_move(token).map_err(|error| error.to_string())?);
        }
        let task = step
            .task
            .map(|task| read_task(&at, &key, task, step.reply.clone()))
            .transpose()?;
        let solution = task.as_ref().and_then(|task| task.accepted.first());
        let onwards: Vec<_> = solution.cloned().into_iter().chain(step.reply).collect();
        steps.push(LessonStep {
            text: text(format!("{key}.text"), step.text),
            fen: fen.clone(),
            moves: moves.clone(),
            points: step.points,
            task,
        });
        moves.extend(onwards);
    }
    let fen = steps.first().map(|step| step.fen.clone());
    Ok(Lesson {
        title: text(format!("{key}.title"), source.title),
        text: text(format!("{key}.text"), source.text),
        id: source.id,
        after: source.after,
        fen: fen.ok_or("no steps")?,
        steps,
    })
}

fn read_task<P: Touch>(
    at: &P,
    key: &str,
    source: TaskSource,
    reply: Option<String>,
) -> Result<LessonTask, String> {
    let mut moves = Vec::new();
    at.legal_moves(&mut moves);
    let mut legal: Vec<(String, P::Move)> = moves.into_iter().map(|m| (at.token(m), m)).collect();
    legal.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    let mut accepted = select(at, &legal, &source.accept)?;
    // The solution that is shown does nothing unnecessary.
    accepted.sort_by_key(String::len);
    let mut used: HashSet<String> = accepted.iter().cloned().collect();
    let mut mistakes = Vec::new();
    for (n, mistake) in source.mistakes.into_iter().enumerate() {
        let filter = MoveFilter {
            moves: mistake.moves,
            ..MoveFilter::default()
        };
        let mut tokens = select(at, &legal, &filter)?;
        tokens.retain(|token| !used.contains(token));
        used.extend(tokens.iter().cloned());
        mistakes.push(LessonMistake {
            tokens,
            text: text(format!("{key}.mistake-{}", n + 1), mistake.text),
        });
    }
    Ok(LessonTask {
        text: text(format!("{key}.task"), source.text),
        accepted,
        right: text(format!("{key}.right"), source.right),
        wrong: text(format!("{key}.wrong"), source.wrong),
        mistakes,
        reply,
    })
}

/// The tokens of the moves that the filter selects.
fn select<P: Touch>(
    at: &P,
    legal: &[(String, P::Move)],
    filter: &MoveFilter,
) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    for (token, m) in legal {
        let patterns = &filter.moves;
        if !patterns.is_empty() && !patterns.iter().any(|pattern| matches(pattern, token)) {
            continue;
        }
        let after = at.after(*m);
        let opponent_wins = Some(Outcome::Win(!at.turn()));
        let is_selected = (!filter.wins || after.outcome() == Some(Outcome::Win(at.turn())))
            && (!filter.safe
                || after.outcome() != opponent_wins && !wins_at_once(&after, opponent_wins))
            && match filter.takes {
                Some(count) => taken(at, token)? == count,
                None => true,
            };
        if is_selected {
            found.push(token.clone());
        }
    }
    Ok(found)
}

fn wins_at_once<P: Touch>(at: &P, win: Option<Outcome>) -> bool {
    let mut replies = Vec::new();
    at.legal_moves(&mut replies);
    replies.into_iter().any(|m| at.after(m).outcome() == win)
}

/// The number of pieces or stacks that a move takes off the board.
fn taken<P: Touch>(at: &P, token: &str) -> Result<usize, String> {
    let scene = at.scene();
    let steps = trace(at, token).map_err(|error| error.to_string())?.steps;
    let leaves = |event: &&super::SceneEvent| {
        let from = event.from.as_deref();
        let to = event.to.as_deref();
        from.is_some_and(|id| scene.place(id).is_some())
            && to.is_none_or(|id| scene.place(id).is_none())
    };
    Ok(steps.iter().flatten().filter(leaves).count())
}

/// Whether a text matches a pattern in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            let mut ends = text.char_indices().map(|(n, _)| n).chain([text.len()]);
            ends.any(|n| text.get(n..).is_some_and(|text| matches(rest, text)))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_show_their_words_only() {
        for (source, expected) in [
            (
                "Touch [b1], then [the ring](c2).",
                "Touch b1, then the ring.",
            ),
            ("[b1] (a dot)", "b1 (a dot)"),
            ("no reference", "no reference"),
        ] {
            assert_eq!(without_references(source), expected);
        }
    }

    #[test]
    fn patterns_match_whole_tokens() {
        for (pattern, token, expected) in [
            ("wd4,a1", "wd4,a1", true),
            ("wd4,*", "wd4,a1", true),
            ("*,a1", "wd4,a1", true),
            ("*d4*", "wd4,a1", true),
            ("*,xa1*", "wd4,a1", false),
            ("wd4", "wd4,a1", false),
            ("*", "pass", true),
        ] {
            assert_eq!(matches(pattern, token), expected, "{pattern} {token}");
        }
    }
}
