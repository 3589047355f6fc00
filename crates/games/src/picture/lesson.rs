//! Lessons: positions with texts and tasks, so that front ends teach a game without knowing it.
//!
//! Each game has a file `lessons.json`. A task lists the tokens of the accepted moves. If it also has conditions
//! (`accept`; in a mistake, `moves`), a test compares the tokens with the moves that satisfy them, and with
//! `UPDATE_LESSONS=1` writes them anew. The French texts are in `lessons.fr.json`.
//!
//! A text that tells the learner what to touch names the touches as references: `[b1]`, or `[the dot](b1)` to
//! show other words. The words for a button are its label. A touch that the board refuses begins with `!`. Tests
//! compare the references with the board; the answer has the words only.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};

use super::Id;
use super::scene::VERSION;
use crate::rules::{Notation, RuleSet, Text};

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
    #[serde(default, rename = "accept")]
    _accept: IgnoredAny,
    accepted: Vec<String>,
    right: String,
    wrong: String,
    #[serde(default)]
    mistakes: Vec<MistakeSource>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MistakeSource {
    #[serde(default, rename = "moves")]
    _moves: IgnoredAny,
    tokens: Vec<String>,
    text: String,
}

/// The lessons of a rule set, from the text of its game's file.
///
/// # Errors
/// The problem of the file.
pub fn lessons<P: Notation>(variant: P::Variant, source: &str) -> Result<Lessons, String> {
    let sources: Vec<LessonSource> =
        serde_json::from_str(source).map_err(|error| error.to_string())?;
    let id = variant.id();
    let start = P::start(variant).fen();
    let here = |lesson: &LessonSource| {
        lesson.rule_sets.is_empty() || lesson.rule_sets.iter().any(|rule_set| rule_set == id)
    };
    let read = |lesson| read(P::Variant::family(), &start, lesson);
    Ok(Lessons {
        v: VERSION,
        game: id,
        lessons: sources.into_iter().filter(here).map(read).collect(),
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

fn read(family: &str, start: &str, source: LessonSource) -> Lesson {
    let key = format!("lesson.{family}.{}", source.id);
    let mut steps = Vec::new();
    let mut fen = start.to_owned();
    let mut moves = Vec::new();
    for (n, step) in source.steps.into_iter().enumerate() {
        let key = format!("{key}.{}", n + 1);
        if step.fen.is_some() || step.moves.is_some() {
            fen = step.fen.unwrap_or_else(|| start.to_owned());
            moves = step.moves.unwrap_or_default();
        }
        let task = step
            .task
            .map(|task| read_task(&key, task, step.reply.clone()));
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
    Lesson {
        title: text(format!("{key}.title"), source.title),
        text: text(format!("{key}.text"), source.text),
        id: source.id,
        after: source.after,
        fen: fen.unwrap_or_default(),
        steps,
    }
}

fn read_task(key: &str, source: TaskSource, reply: Option<String>) -> LessonTask {
    let mistakes = (1..)
        .zip(source.mistakes)
        .map(|(n, mistake)| LessonMistake {
            tokens: mistake.tokens,
            text: text(format!("{key}.mistake-{n}"), mistake.text),
        });
    LessonTask {
        text: text(format!("{key}.task"), source.text),
        accepted: source.accepted,
        right: text(format!("{key}.right"), source.right),
        wrong: text(format!("{key}.wrong"), source.wrong),
        mistakes: mistakes.collect(),
        reply,
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
}
