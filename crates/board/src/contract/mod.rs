//! The contract with front ends and with the page of the board: files that are made from the types whose JSON they
//! describe, and from the constants of the messages.
//!
//! | file | contents |
//! |---|---|
//! | `docs/front-ends.schema.json` | the answers to the queries of the protocol |
//! | `crates/board/types.d.ts` | the requests of the page, and the messages to it |
//! | `crates/board/page/protocol.js` | the version of these messages, and their limit |
//!
//! A test fails if a file is out of date. With `UPDATE_CONTRACT=1` in the environment, it writes the file.

mod check;
mod front_ends;
mod typescript;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};

use crate::session::messages::requests::{ClientRequest, MAX_MESSAGE, VERSION};
use crate::session::pages::server_messages;

/// The definitions of the types, by name.
type Definitions = Map<String, Value>;

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with_transform(RecursiveTransform(simplify))
}

/// Removes the links and words of Rust from a description.
fn simplify(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        let words: Vec<&str> = text.split_whitespace().collect();
        let plain = words.join(" ").replace("[`", "`").replace("`]", "`");
        *text = plain.replace("`None`", "`null`");
    }
}

/// The types of what the program writes.
fn written() -> SchemaGenerator {
    settings().for_serialize().into_generator()
}

/// The definitions of what the program writes. An optional field is omitted and not `null`.
fn omitting_null(types: &mut SchemaGenerator) -> Definitions {
    let mut definitions = types.take_definitions(true);
    let is_null = |schema: &Value| *schema == "null" || schema["type"] == "null";
    for definition in definitions.values_mut() {
        let required = definition["required"].clone();
        let Some(Value::Object(fields)) = definition.get_mut("properties") else {
            continue;
        };
        for (name, field) in fields {
            if required
                .as_array()
                .is_some_and(|all| all.iter().any(|one| one == name))
            {
                continue;
            }
            for key in ["type", "anyOf"] {
                let Some(Value::Array(kinds)) = field.get_mut(key) else {
                    continue;
                };
                kinds.retain(|kind| !is_null(kind));
                if let ("type", [one]) = (key, kinds.as_slice()) {
                    field[key] = one.clone();
                }
            }
        }
    }
    definitions
}

/// The types of what the program reads: here the page may omit fields.
fn read() -> SchemaGenerator {
    settings().for_deserialize().into_generator()
}

/// The definitions of messages to the page, and of the answers by request.
static MESSAGES: LazyLock<Definitions> = LazyLock::new(|| {
    let mut types = written();
    server_messages::add_types(&mut types);
    omitting_null(&mut types)
});

/// Checks a message to a page.
pub(crate) fn check_message(message: &Value) {
    check::check(&MESSAGES, "ServerMessage", message);
}

/// Checks the answer to a request with this tag.
pub(crate) fn check_answer(tag: &str, answer: &Value) {
    let schema = &MESSAGES["Answers"]["properties"][tag];
    if let Err(problem) = check::check_at(&MESSAGES, schema, answer, "") {
        panic!("{tag}: {problem}");
    }
}

/// The module of types for the page.
fn page_types() -> String {
    let sent = &*MESSAGES;
    let mut given = read();
    given.subschema_for::<ClientRequest>();
    let mut given = given.take_definitions(true);
    // What the page sends may differ from what it receives under the same name.
    let differing: BTreeSet<String> = given
        .iter()
        .filter(|(name, schema)| sent.get(*name).is_some_and(|other| other != *schema))
        .map(|(name, _)| name.clone())
        .collect();
    given.retain(|name, _| differing.contains(name) || !sent.contains_key(name));
    let own_name = |name: &str| match differing.contains(name) {
        true => format!("{name}Input"),
        false => name.to_owned(),
    };
    let mut types = typescript::types(sent, &str::to_owned);
    types.extend(typescript::types(&given, &own_name));
    types.sort_by_cached_key(|declaration| {
        declaration
            .split_once("export")
            .map(|(_, rest)| rest.to_owned())
    });
    let head = "// Generated from the types of the program, see CONTRIBUTING.md. Do not edit.\n";
    format!("{head}\n{}", types.join("\n"))
}

/// Compares a file with what it must contain, or writes it.
fn check_file(file: &str, contents: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(file);
    if std::env::var_os("UPDATE_CONTRACT").is_some() {
        std::fs::write(&path, contents).expect("a writable file");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        there == contents,
        "{file} is out of date: run UPDATE_CONTRACT=1 cargo test -p ringstack-board contract"
    );
}

#[test]
fn the_types_of_the_page_are_up_to_date() {
    check_file("crates/board/types.d.ts", &page_types());
}

#[test]
fn the_page_knows_the_version_and_the_limit_of_messages() {
    let text = format!(
        "// Generated from the constants of the program, see CONTRIBUTING.md. Do not edit.\n\n\
         /** The version of the messages. */\nexport const VERSION = {VERSION};\n\
         /** The maximum size of a message to the program, in bytes. */\nexport const MAX_BYTES = {MAX_MESSAGE};\n"
    );
    check_file("crates/board/page/protocol.js", &text);
}

#[test]
fn the_schema_for_front_ends_is_up_to_date() {
    let text = serde_json::to_string_pretty(&front_ends::schema()).expect("JSON");
    check_file("docs/front-ends.schema.json", &format!("{text}\n"));
}

#[test]
fn each_request_has_an_answer() {
    let mut requests = read();
    requests.subschema_for::<ClientRequest>();
    let requests = requests.take_definitions(true);
    let variants = requests["ClientRequest"]["oneOf"].as_array();
    let tag = |variant: &Value| {
        variant["properties"]["t"]["const"]
            .as_str()
            .map(str::to_owned)
    };
    let tags: BTreeSet<String> = variants.expect("variants").iter().filter_map(tag).collect();
    let answers = MESSAGES["Answers"]["properties"]
        .as_object()
        .expect("fields");
    assert_eq!(tags, answers.keys().cloned().collect());
}
