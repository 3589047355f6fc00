//! Laws of the lessons of every rule set.
//!
//! A failure message has the rule set, the lesson and the step.

use std::collections::{HashMap, HashSet};

use ringstack_engine::games;
use ringstack_engine::picture::{LessonStep, LessonTask, Text};
use ringstack_engine::play::open;

use crate::searching::{nodes, search};

/// The lessons in which every move that wins by force is accepted, and no other.
const WINNING: [(&str, &str); 3] = [
    ("gipf", "count-hands"),
    ("dvonn", "red-carrier"),
    ("dvonn", "last-moves"),
];
/// The maximum number of nodes of a search that proves a win.
const MAX_NODES: u64 = 20_000;

/// The texts of the lessons by key. Equal keys have equal texts.
#[derive(Default)]
struct Texts(HashMap<String, String>);

impl Texts {
    fn check(&mut self, text: &Text, place: &str) {
        assert!(!text.text.is_empty(), "{place}: an empty text");
        let known = self.0.insert(text.key.to_string(), text.text.clone());
        assert!(
            known.is_none_or(|known| known == text.text),
            "{place}: {}",
            text.key
        );
    }
}

/// The state at a step.
fn state_at(
    id: &str,
    step: &LessonStep,
    place: &str,
) -> Box<dyn ringstack_engine::play::state::GameState> {
    let state = ringstack_engine::play::state::open_at(id, Some(&step.fen)).expect("a known game");
    let mut state = state.unwrap_or_else(|error| panic!("{place}: {error}"));
    state
        .play(&step.moves)
        .unwrap_or_else(|error| panic!("{place}: {error}"));
    state
}

fn check_task(
    id: &str,
    step: &LessonStep,
    task: &LessonTask,
    next: Option<&LessonStep>,
    place: &str,
) {
    let state = state_at(id, step, place);
    let legal: HashSet<String> = state
        .legal_within(usize::MAX)
        .expect("a list")
        .into_iter()
        .collect();
    let accepted: HashSet<&String> = task.accepted.iter().collect();
    assert!(!accepted.is_empty(), "{place}: no move is accepted");
    assert!(
        accepted.len() < legal.len(),
        "{place}: every move is accepted"
    );
    assert!(
        accepted.iter().all(|token| legal.contains(*token)),
        "{place}"
    );
    let mut wrong = HashSet::new();
    for mistake in &task.mistakes {
        assert!(
            !mistake.tokens.is_empty(),
            "{place}: no such mistake: {}",
            mistake.text.text
        );
        for token in &mistake.tokens {
            assert!(
                legal.contains(token) && !accepted.contains(token),
                "{place}: {token}"
            );
            assert!(wrong.insert(token), "{place}: {token} is two mistakes");
        }
    }
    let Some(reply) = &task.reply else { return };
    // The next step follows the reply, whichever accepted move was played.
    let next = next.unwrap_or_else(|| panic!("{place}: nothing follows the reply"));
    let expected = state_at(id, next, place).fen();
    for token in &task.accepted {
        let mut after = state.boxed_clone();
        let line = [token.clone(), reply.clone()];
        after
            .play(&line)
            .unwrap_or_else(|error| panic!("{place}: {error}"));
        assert_eq!(after.fen(), expected, "{place}: {token}");
    }
}

/// Whether a name is that of a rule set, or of a lesson of one.
fn is_known(name: &str) -> bool {
    let (id, lesson) = name.split_once('/').unwrap_or((name, ""));
    open(id).is_some_and(|state| {
        let mut lessons = state.lessons().lessons.into_iter();
        lesson.is_empty() || lessons.any(|one| one.id == lesson)
    })
}

#[test]
fn lessons_have_valid_positions_and_solvable_tasks() {
    let mut texts = Texts::default();
    for id in games::ids() {
        let lessons = open(id).expect("a known game").lessons().lessons;
        let ids: HashSet<&String> = lessons.iter().map(|lesson| &lesson.id).collect();
        assert_eq!(ids.len(), lessons.len(), "{id}: a lesson twice");
        for lesson in &lessons {
            let place = format!("{id} {}", lesson.id);
            texts.check(&lesson.title, &place);
            texts.check(&lesson.text, &place);
            for name in &lesson.after {
                assert!(
                    is_known(name) && !name.starts_with(&format!("{id}/")) && name != id,
                    "{place}: {name}"
                );
            }
            assert!(
                lesson.steps.iter().any(|step| step.task.is_some()),
                "{place}: no task"
            );
            for (n, step) in lesson.steps.iter().enumerate() {
                let place = format!("{place} step {}", n + 1);
                texts.check(&step.text, &place);
                let scene = state_at(id, step, &place).scene();
                for point in &step.points {
                    assert!(scene.contains(point), "{place}: {point}");
                }
                let Some(task) = &step.task else { continue };
                for text in [&task.text, &task.right, &task.wrong] {
                    texts.check(text, &place);
                }
                for mistake in &task.mistakes {
                    texts.check(&mistake.text, &place);
                }
                check_task(id, step, task, lesson.steps.get(n + 1), &place);
            }
        }
    }
}

#[test]
fn the_accepted_moves_of_strategic_lessons_are_the_only_ones_that_win() {
    for (id, name) in WINNING {
        let state = open(id).expect("a known game");
        let mut lessons = state.lessons().lessons.into_iter();
        let lesson = lessons.find(|lesson| lesson.id == name).expect("a lesson");
        for (n, step) in lesson.steps.iter().enumerate() {
            let place = format!("{id} {name} step {}", n + 1);
            let Some(task) = &step.task else { continue };
            let state = state_at(id, step, &place);
            for token in &task.accepted {
                let report = search(
                    state.as_ref(),
                    &nodes(MAX_NODES),
                    std::slice::from_ref(token),
                );
                assert!(report.score.is_win(), "{place}: {token} {}", report.score);
            }
            let mut others = state.legal();
            others.retain(|token| !task.accepted.contains(token));
            let report = search(state.as_ref(), &nodes(MAX_NODES), &others);
            assert!(!report.score.is_win(), "{place}: {:?} wins", report.best());
        }
    }
}

#[test]
fn pictures_of_rules_are_valid_positions() {
    for id in games::ids() {
        let about = open(id).expect("a known game").about();
        let pictures = about.rules.iter().filter_map(|rule| rule.picture.as_ref());
        assert!(pictures.clone().count() >= 4, "{id}");
        for picture in pictures {
            let at = ringstack_engine::play::state::open_at(picture.game, Some(picture.fen));
            let at = at.unwrap_or_else(|| panic!("{id}: {picture:?}"));
            let scene = at.unwrap_or_else(|error| panic!("{id}: {error}")).scene();
            assert!(
                picture.points.iter().all(|point| scene.contains(point)),
                "{id}: {picture:?}"
            );
        }
    }
}
