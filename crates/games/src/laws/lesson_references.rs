//! Laws of the touches that the texts of lessons name, in every language: the board offers them, and they lead
//! to a solution.
//!
//! A failure message has the rule set, the key of the text and the touch.

use std::collections::{BTreeMap, HashMap};

use crate::games::{self, Game, Visitor};
use crate::picture::{Id, LessonStep, Text, Texts, TouchOption, TouchTarget, lessons, touches};
use crate::rules::RuleSet;
use serde_json::Value;

/// The references in a text of a file of lessons: the words and the touch.
fn references(source: &str) -> Vec<(&str, &str)> {
    let parts = source.split('[').skip(1);
    let references = parts.map(|part| {
        let (words, after) = part.split_once(']').expect("a closing bracket");
        let target = after.strip_prefix('(').and_then(|it| it.split_once(')'));
        (words, target.map_or(words, |(touch, _)| touch))
    });
    references.collect()
}

/// The named touches, sorted.
fn named(source: &str) -> Vec<&str> {
    let mut named: Vec<&str> = references(source).iter().map(|(_, touch)| *touch).collect();
    named.sort_unstable();
    named
}

/// The options for the touches `wanted` on the ways to the accepted moves. An option that ends the move must
/// lead to one of them.
fn options<P: Game>(at: &P, accepted: &[String], wanted: &[&str]) -> HashMap<Id, TouchOption> {
    let ask = |given: &[Id]| touches(at, at.scene(), given).expect("offered touches");
    let mut found = HashMap::new();
    for token in accepted {
        let sequence = at.token_touches(token).expect("a legal move");
        let mut given: Vec<Id> = Vec::new();
        loop {
            let reply = ask(&given);
            let mut rest = sequence.clone();
            for made in given.iter().chain(&reply.auto) {
                if let Some(n) = rest.iter().position(|touch| touch == made) {
                    rest.remove(n);
                }
            }
            let Some(next) = rest.first() else { break };
            for option in reply.next {
                let is_wanted = wanted.contains(&option.touch.as_str());
                let leads = || {
                    let after = ask(&[&given[..], std::slice::from_ref(&option.touch)].concat());
                    after
                        .canonical
                        .is_some_and(|token| accepted.contains(&token))
                };
                if is_wanted && (option.touch == *next || leads()) {
                    found.insert(option.touch.clone(), option);
                }
            }
            given.push(next.clone());
        }
    }
    found
}

/// The texts of a step with their sources; those that the learner reads before the move come first.
fn texts<'a>(step: &'a LessonStep, source: &'a Value) -> Vec<(&'a Text, &'a str)> {
    let string = |value: &'a Value| value.as_str().expect("a text");
    let mut texts = vec![(&step.text, string(&source["text"]))];
    if let Some(task) = &step.task {
        let source = &source["task"];
        texts.push((&task.text, string(&source["text"])));
        texts.push((&task.wrong, string(&source["wrong"])));
        for (n, mistake) in task.mistakes.iter().enumerate() {
            texts.push((&mistake.text, string(&source["mistakes"][n]["text"])));
        }
        texts.push((&task.right, string(&source["right"])));
    }
    texts
}

/// Whether a word has the form of a place's name.
fn is_place(word: &str) -> bool {
    let mut chars = word.chars();
    let is_column = chars.next().is_some_and(|c| ('a'..='k').contains(&c));
    is_column && word.len() > 1 && chars.all(|c| c.is_ascii_digit())
}

struct Check;

impl Visitor for Check {
    type Output = ();

    fn visit<P: Game>(&mut self, variant: P::Variant) {
        let id = variant.id();
        let sources: Vec<Value> = serde_json::from_str(P::LESSONS).expect("lessons");
        let french: BTreeMap<String, String> =
            serde_json::from_str(P::FRENCH_LESSONS).expect("French lessons");
        let catalogs = P::TEXTS.iter().copied();
        let labels = Texts::french(id, catalogs, P::FRENCH_LESSONS);
        let labels = labels.expect("French texts").texts;
        for lesson in lessons::<P>(variant, P::LESSONS).expect("lessons").lessons {
            let source = sources.iter().find(|source| source["id"] == *lesson.id);
            let source = source.expect("the source of a lesson");
            for text in [&source["title"], &source["text"]] {
                let place = format!("{id} {}", lesson.id);
                assert!(named(text.as_str().expect("a text")).is_empty(), "{place}");
            }
            for (n, step) in lesson.steps.iter().enumerate() {
                let mut at = P::from_fen(variant, &step.fen).expect("a position");
                for token in &step.moves {
                    at.play(at.parse_move(token).expect("a legal move"));
                }
                check_step(id, &at, step, &source["steps"][n], &french, &labels);
            }
        }
    }
}

fn check_step<P: Game>(
    id: &str,
    at: &P,
    step: &LessonStep,
    source: &Value,
    french: &BTreeMap<String, String>,
    labels: &BTreeMap<String, String>,
) {
    let texts = texts(step, source);
    let wanted: Vec<&str> = texts
        .iter()
        .flat_map(|(_, english)| named(english))
        .collect();
    let options = match &step.task {
        Some(task) => options(at, &task.accepted, &wanted),
        None => {
            let first = touches(at, at.scene(), &[] as &[Id]).expect("the first touches");
            let options = first.next.into_iter();
            options
                .map(|option| (option.touch.clone(), option))
                .collect()
        }
    };
    let scene = at.scene();
    for (text, english) in &texts {
        let key = &*text.key;
        let translated = &french[key];
        assert_eq!(named(english), named(translated), "{id} {key}");
        for (source, in_english) in [(*english, true), (translated, false)] {
            let words = source.split(|c: char| !c.is_ascii_alphanumeric());
            for word in words.filter(|word| is_place(word)) {
                let exists = scene.places().any(|place| place.name == word);
                assert!(exists, "{id} {key}: no place {word}");
            }
            for (words, touch) in references(source) {
                let place = format!("{id} {key}: {touch}");
                if let Some(refused) = touch.strip_prefix('!') {
                    let answer = touches(at, at.scene(), &[refused]);
                    assert!(answer.is_err(), "{place} is allowed");
                    continue;
                }
                let option = options.get(touch);
                let option = option.unwrap_or_else(|| panic!("{place} does not help"));
                if let (TouchTarget::Button, Some(label)) = (option.kind, &option.label) {
                    let expected = if in_english {
                        &label.text
                    } else {
                        &labels[&*label.key]
                    };
                    assert_eq!(words, expected, "{place}");
                }
            }
        }
    }
    if let Some(task) = &step.task {
        let (_, right) = texts.last().expect("the feedback for the solution");
        assert!(
            named(right).is_empty(),
            "{id} {}: the move is made",
            task.right.key
        );
    }
}

#[test]
fn touches_that_lessons_name_are_offered_and_lead_to_the_solution() {
    games::visit_all(&mut Check);
}
