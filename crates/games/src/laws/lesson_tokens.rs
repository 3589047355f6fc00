//! The tokens of tasks in the files of lessons: those of the moves that satisfy the conditions of a task, if it has
//! any. With `UPDATE_LESSONS=1` in the environment, the test writes them anew.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::games::{Game, Visitor, visit_all};
use crate::picture::{LessonStep, LessonTask, SceneEvent, lessons, trace};
use crate::rules::Outcome;
use serde::Deserialize;
use serde_json::Value;

/// The conditions for a set of legal moves, which must satisfy all of them.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct MoveFilter {
    /// Canonical tokens, in which `*` stands for any text; empty for all moves.
    moves: Vec<String>,
    /// The number of pieces or stacks that leave the board.
    takes: Option<usize>,
    /// Whether the move must win.
    wins: bool,
    /// Whether the opponent must not win with this move or with the next one.
    safe: bool,
}

impl MoveFilter {
    /// The tokens of the moves that it selects, sorted bytewise.
    fn select<P: Game>(&self, at: &P) -> Vec<String> {
        let is_pattern_of = |token: &str| {
            let mut patterns = self.moves.iter();
            self.moves.is_empty() || patterns.any(|pattern| matches(pattern, token))
        };
        let mut moves = Vec::new();
        at.legal_moves(&mut moves);
        moves.retain(|&m| {
            let after = at.after(m);
            let lost = Some(Outcome::Win(!at.turn()));
            let is_safe = || after.outcome() != lost && !wins_at_once(&after, lost);
            is_pattern_of(&at.token(m))
                && (!self.wins || after.outcome() == Some(Outcome::Win(at.turn())))
                && (!self.safe || is_safe())
                && self
                    .takes
                    .is_none_or(|count| taken(at, &at.token(m)) == count)
        });
        let mut tokens: Vec<String> = moves.into_iter().map(|m| at.token(m)).collect();
        tokens.sort_unstable();
        tokens
    }
}

fn wins_at_once<P: Game>(at: &P, win: Option<Outcome>) -> bool {
    let mut replies = Vec::new();
    at.legal_moves(&mut replies);
    replies.into_iter().any(|m| at.after(m).outcome() == win)
}

/// The number of pieces or stacks that a move takes off the board.
fn taken<P: Game>(at: &P, token: &str) -> usize {
    let scene = at.scene();
    let leaves = |event: &&SceneEvent| {
        let is_place = |id: &String| scene.place(id).is_some();
        event.from.as_ref().is_some_and(is_place) && !event.to.as_ref().is_some_and(is_place)
    };
    let trace = trace(at, token).expect("a legal move");
    trace.steps.iter().flatten().filter(leaves).count()
}

/// Whether a text matches a pattern in which `*` stands for any text.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|text| {
            let mut ends = text.char_indices().map(|(n, _)| n).chain([text.len()]);
            ends.any(|n| matches(rest, &text[n..]))
        }),
    }
}

/// Replaces the tokens of the tasks of the rule sets of a game in the text of their file.
struct Rewriting {
    file: String,
    text: String,
    /// The end of the tokens replaced last.
    cursor: usize,
}

impl Visitor for Rewriting {
    type Output = ();

    fn visit<P: Game>(&mut self, variant: P::Variant) {
        if P::LESSONS != self.file {
            return;
        }
        let source: Vec<Value> = serde_json::from_str(P::LESSONS).expect("JSON");
        for lesson in lessons::<P>(variant, P::LESSONS).expect("lessons").lessons {
            let written = source.iter().find(|one| one["id"] == *lesson.id);
            let written = written.expect("the lesson is in the file");
            let id = format!("\"id\": \"{}\"", lesson.id);
            self.cursor = self.text.find(&id).expect("the lesson is in the file");
            for (n, step) in lesson.steps.iter().enumerate() {
                if let Some(task) = &step.task {
                    self.check::<P>(variant, step, task, &written["steps"][n]["task"]);
                }
            }
        }
    }
}

impl Rewriting {
    fn check<P: Game>(
        &mut self,
        variant: P::Variant,
        step: &LessonStep,
        task: &LessonTask,
        written: &Value,
    ) {
        let mut at = P::from_fen(variant, &step.fen).expect("a position");
        for token in &step.moves {
            at.play(at.parse_move(token).expect("a legal move"));
        }
        let mut accepted = task.accepted.clone();
        if let Some(filter) = written.get("accept") {
            let filter: MoveFilter = serde_json::from_value(filter.clone()).expect("conditions");
            accepted = filter.select(&at);
            // The solution that is shown does nothing unnecessary.
            accepted.sort_by_key(String::len);
        }
        self.replace("accepted", &accepted);
        let mut used: HashSet<String> = accepted.into_iter().collect();
        for (n, mistake) in task.mistakes.iter().enumerate() {
            let mut tokens = mistake.tokens.clone();
            if let Some(moves) = written["mistakes"][n].get("moves") {
                let moves = serde_json::from_value(moves.clone()).expect("patterns");
                let filter = MoveFilter {
                    moves,
                    ..MoveFilter::default()
                };
                tokens = filter.select(&at);
                tokens.retain(|token| !used.contains(token));
            }
            self.replace("tokens", &tokens);
            used.extend(tokens);
        }
    }

    /// Replaces the next tokens of this field.
    fn replace(&mut self, field: &str, tokens: &[String]) {
        let begin = format!("\"{field}\": [");
        let rest = &self.text[self.cursor..];
        let start = self.cursor + rest.find(&begin).expect(field) + begin.len();
        let end = start + self.text[start..].find(']').expect("the end of a list");
        let quoted: Vec<String> = tokens.iter().map(|token| format!("\"{token}\"")).collect();
        self.text.replace_range(start..end, &quoted.join(", "));
        self.cursor = start;
    }
}

#[test]
fn the_tokens_of_lessons_satisfy_their_conditions() {
    for game in ["challenge", "diaballik", "dvonn", "gipf", "zertz"] {
        let file = format!("src/games/{game}/lessons.json");
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
        let there = fs::read_to_string(&path).expect("a readable file");
        let mut rewriting = Rewriting {
            file: there.clone(),
            text: there.clone(),
            cursor: 0,
        };
        visit_all(&mut rewriting);
        if std::env::var_os("UPDATE_LESSONS").is_some() {
            fs::write(&path, &rewriting.text).expect("a writable file");
        }
        assert!(
            there == rewriting.text,
            "{file} is out of date: run UPDATE_LESSONS=1 cargo test -p ringstack-games lesson_tokens"
        );
    }
}
