//! The JSON Schema for front ends, checked against real answers of every game and against the words of
//! `docs/front-ends.md`.

use schemars::JsonSchema;
use serde_json::{Value, json};

use super::{Definitions, check, omitting_null, written};
use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::games;
use ringstack_engine::picture::{
    About, EditResult, Lessons, Scene, Texts, Touches, Trace, VERSION,
};
use ringstack_engine::play::puzzle::Puzzles;
use ringstack_engine::play::state;
use ringstack_engine::ugi::json_queries::{
    self, ConsequencesAnswer, ErrorAnswer, GamesAnswer, JsonQuery, ScaleAnswer, Topic,
};

/// The answers by query.
#[derive(JsonSchema)]
#[allow(dead_code, reason = "only its schema is used")]
struct Queries {
    scene: Scene,
    touches: Touches,
    trace: Trace,
    consequences: ConsequencesAnswer,
    edit: EditResult,
    about: About,
    games: GamesAnswer,
    lessons: Lessons,
    puzzles: Puzzles,
    texts: Texts,
    scale: ScaleAnswer,
    error: ErrorAnswer<'static>,
}

/// The definitions, with those of the answers under the words of their queries.
fn definitions() -> Definitions {
    let mut types = written();
    types.subschema_for::<Queries>();
    let mut found = omitting_null(&mut types);
    let queries = found.remove("Queries").unwrap_or_default();
    for (word, answer) in queries["properties"].as_object().into_iter().flatten() {
        found.insert(word.clone(), answer.clone());
    }
    for definition in found.values_mut() {
        let Some(fields) = definition["properties"].as_object_mut() else {
            continue;
        };
        if let Some(version) = fields.get_mut("v") {
            *version = json!({"const": VERSION});
        }
        if let Some(id) = fields.get_mut("id") {
            id["pattern"] = json!("^[A-Za-z0-9._^+-]{1,40}$");
        }
    }
    found
}

/// The schema.
pub(super) fn schema() -> Value {
    let definitions = definitions();
    let words = definitions
        .keys()
        .filter(|name| name.starts_with(|c: char| c.is_lowercase()));
    let answers: Vec<Value> = words
        .map(|word| json!({"$ref": format!("#/$defs/{word}")}))
        .collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "ringstack: answers for front ends",
        "description": "The answer to `query X` matches $defs/X or $defs/error. Ignore unknown fields.",
        "anyOf": answers,
        "$defs": definitions,
    })
}

/// A rule set of each game.
const GAMES: [&str; 5] = [
    "dvonn",
    "zertz",
    "gipf",
    "diaballik",
    "gipf-zertz-challenge",
];

#[test]
fn the_answers_for_front_ends_match_the_schema() {
    let definitions = definitions();
    let parsed = |text: &str| -> Value { serde_json::from_str(text).expect("JSON") };
    for id in games::ids() {
        let mut state = state::open(id).expect("the game is known");
        let mut source = SplitMix(11);
        let ask = |state: &dyn state::GameState, topic: Topic, words: &[&str]| {
            let arguments = words.iter().map(|&word| word.to_owned()).collect();
            let question = JsonQuery { topic, arguments };
            let text = question.to_string();
            let word = text.split(' ').next().unwrap_or_default();
            let (word, answer) = match json_queries::answer(state, &question) {
                Ok(answer) => (word, answer),
                Err(refusal) => ("error", refusal.to_json()),
            };
            let answer = parsed(&answer);
            check::check(&definitions, word, &answer);
            // Only refused touches have a reason.
            let is_refused_touch = word == "error" && topic == Topic::Touches;
            assert_eq!(
                answer["error"].get("reason").is_some(),
                is_refused_touch,
                "{question}"
            );
            answer
        };
        for (topic, _) in Topic::FORMS {
            ask(state.as_ref(), topic, &[]);
        }
        ask(state.as_ref(), Topic::Texts, &["fr"]);
        // Variants have the answers of their game.
        let plies = if GAMES.contains(&id) { 30 } else { 2 };
        for _ in 0..plies {
            ask(state.as_ref(), Topic::Scene, &[]);
            ask(state.as_ref(), Topic::Edit, &[]);
            ask(state.as_ref(), Topic::Edit, &["turn=p2"]);
            let mut touches: Vec<String> = Vec::new();
            let token = loop {
                let mut words: Vec<&str> = touches.iter().map(String::as_str).collect();
                let answer = ask(state.as_ref(), Topic::Touches, &words);
                words.push("?");
                ask(state.as_ref(), Topic::Touches, &words);
                let next = answer["next"].as_array().expect("a list");
                if next.is_empty() || answer["token"].is_string() {
                    break answer["token"].as_str().map(str::to_owned);
                }
                let option = &next[source.below(next.len())];
                touches.extend(option["touch"].as_str().map(str::to_owned));
            };
            // A dead end or the end of the game.
            let Some(token) = token else { continue };
            ask(state.as_ref(), Topic::Trace, &[&token]);
            ask(state.as_ref(), Topic::Consequences, &[&token]);
            state.play(&[token]).expect("a legal move");
        }
        for topic in [Topic::Trace, Topic::Edit, Topic::Texts] {
            let answer = ask(state.as_ref(), topic, &["?"]);
            assert!(answer["error"].is_object(), "{answer}");
        }
    }
}

#[test]
fn the_page_for_front_ends_lists_all_words_of_the_schema() {
    fn words(schema: &Value, found: &mut Vec<String>) {
        match schema {
            Value::Object(parts) => {
                let listed = parts.get("enum").and_then(Value::as_array);
                let listed = listed.into_iter().flatten().chain(parts.get("const"));
                found.extend(listed.filter_map(|word| Some(word.as_str()?.to_owned())));
                parts.values().for_each(|part| words(part, found));
            }
            Value::Array(parts) => parts.iter().for_each(|part| words(part, found)),
            _ => {}
        }
    }
    let page = include_str!("../../../../docs/front-ends.md");
    let mut found = Vec::new();
    words(&schema(), &mut found);
    for id in games::ids() {
        let themes = state::open(id).expect("the game is known").puzzles().themes;
        found.extend(themes.into_keys().map(str::to_owned));
    }
    assert!(found.len() > 40, "{found:?}");
    for word in found {
        assert!(page.contains(&format!("`{word}`")), "`{word}`");
    }
}
