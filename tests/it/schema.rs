//! Checks the JSON Schema of `docs/` against real answers of every game and against the words of the page.

use std::fs;
use std::path::Path;

use ringstack::board::keys::SplitMix;
use ringstack::games;
use serde_json::Value;

use crate::script::ThreadEngine;

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    fs::read_to_string(path).expect("a readable document")
}

fn schema() -> Value {
    serde_json::from_str(&document("docs/front-ends.schema.json")).expect("JSON")
}

/// Checks a value against a schema with the keywords that ours uses; `at` says where the value is.
fn check(root: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    for (keyword, rule) in schema.as_object().expect("a schema is an object") {
        let holds = match keyword.as_str() {
            "$ref" => {
                let pointer = rule.as_str().and_then(|path| path.strip_prefix('#'));
                let target = pointer.and_then(|pointer| root.pointer(pointer));
                check(root, target.expect("a definition"), value, at)?;
                true
            }
            "anyOf" => {
                let tries = rule.as_array().expect("a list").iter();
                let found: Vec<_> = tries.map(|one| check(root, one, value, at)).collect();
                if found.iter().all(Result::is_err) {
                    return Err(format!("{at}: {found:?}"));
                }
                true
            }
            "type" => match rule.as_str() {
                Some("object") => value.is_object(),
                Some("array") => value.is_array(),
                Some("string") => value.is_string(),
                Some("boolean") => value.is_boolean(),
                Some("number") => value.is_number(),
                Some("integer") => value.is_i64() || value.is_u64(),
                Some("null") => value.is_null(),
                other => panic!("the test does not know the type {other:?}"),
            },
            "const" => value == rule,
            "enum" => rule.as_array().expect("a list").contains(value),
            "minimum" => value.as_f64() >= rule.as_f64(),
            "minItems" => value.as_array().map(|list| list.len() as u64) >= rule.as_u64(),
            "maxItems" => value.as_array().map(|list| list.len() as u64) <= rule.as_u64(),
            "items" => {
                for (n, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(root, rule, item, &format!("{at}/{n}"))?;
                }
                true
            }
            "required" => {
                let names = rule.as_array().expect("a list").iter();
                let mut names = names.filter_map(Value::as_str);
                names.all(|name| value.get(name).is_some())
            }
            "properties" => {
                for (name, rule) in rule.as_object().expect("an object") {
                    if let Some(part) = value.get(name) {
                        check(root, rule, part, &format!("{at}/{name}"))?;
                    }
                }
                true
            }
            "additionalProperties" => {
                for (name, part) in value.as_object().into_iter().flatten() {
                    check(root, rule, part, &format!("{at}/{name}"))?;
                }
                true
            }
            // The only pattern is that of ids.
            "pattern" => value.as_str().is_some_and(|id| {
                let is_allowed = |c: char| c.is_ascii_alphanumeric() || "._^+-".contains(c);
                (1..=40).contains(&id.len()) && id.chars().all(is_allowed)
            }),
            "$schema" | "$defs" | "title" | "description" => true,
            other => panic!("the test does not know the keyword {other}"),
        };
        if !holds {
            return Err(format!("{at}: {value} violates {keyword} {rule}"));
        }
    }
    Ok(())
}

/// Sends a query and checks the answer against its definition in the schema, or against that of errors.
fn ask(engine: &mut ThreadEngine, schema: &Value, question: &str, is_error: bool) -> Value {
    engine.send(format!("query {question}").as_bytes());
    if is_error {
        let line = engine.next_line().expect("an error line");
        assert!(
            line.starts_with("info string error "),
            "query {question}: {line}"
        );
    }
    let line = engine.next_line().expect("an answer");
    let answer = line.strip_prefix("response ").expect("an answer");
    let answer: Value = serde_json::from_str(answer).expect("JSON");
    let word = question.split(' ').next().expect("a word");
    let definition = &schema["$defs"][if is_error { "error" } else { word }];
    if let Err(problem) = check(schema, definition, &answer, "") {
        panic!("query {question}: {problem}");
    }
    if is_error {
        // Only refused touches have a reason.
        let has_reason = answer["error"].get("reason").is_some();
        assert_eq!(has_reason, word == "touches", "query {question}: {answer}");
    }
    answer
}

#[test]
fn the_answers_for_front_ends_match_the_schema() {
    let schema = schema();
    for id in games::ids() {
        let mut engine = ThreadEngine::new(id);
        let mut source = SplitMix(11);
        ask(&mut engine, &schema, "lessons", false);
        ask(&mut engine, &schema, "puzzles", false);
        ask(&mut engine, &schema, "texts fr", false);
        for _ in 0..30 {
            for question in ["scene", "about", "scale", "games", "edit", "edit turn=p2"] {
                ask(&mut engine, &schema, question, false);
            }
            let mut question = "touches".to_owned();
            let token = loop {
                let answer = ask(&mut engine, &schema, &question, false);
                ask(&mut engine, &schema, &format!("{question} ?"), true);
                let next = answer["next"].as_array().expect("a list");
                if next.is_empty() || answer["token"].is_string() {
                    break answer["token"].as_str().map(str::to_owned);
                }
                let option = &next[source.below(next.len())];
                question.push(' ');
                question.push_str(option["touch"].as_str().expect("a word"));
            };
            // A dead end or the end of the game.
            let Some(token) = token else { continue };
            ask(&mut engine, &schema, &format!("trace {token}"), false);
            engine.send(format!("moves {token}").as_bytes());
        }
        for question in ["touches ?", "trace ?", "edit ?", "texts ?", "scene ?"] {
            ask(&mut engine, &schema, question, true);
        }
    }
}

#[test]
fn the_page_for_front_ends_lists_all_words_of_the_schema() {
    fn words(schema: &Value, found: &mut Vec<String>) {
        match schema {
            Value::Object(parts) => {
                let listed = parts.get("enum").and_then(Value::as_array);
                found.extend(listed.into_iter().flatten().map(|w| w.to_string()));
                parts.values().for_each(|part| words(part, found));
            }
            Value::Array(parts) => parts.iter().for_each(|part| words(part, found)),
            _ => {}
        }
    }
    let page = document("docs/front-ends.md");
    let mut found = Vec::new();
    words(&schema(), &mut found);
    assert!(found.len() > 40, "{found:?}");
    for word in found {
        let quoted = format!("`{}`", word.trim_matches('"'));
        assert!(page.contains(&quoted), "{quoted}");
    }
}
