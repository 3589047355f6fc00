//! The words of the protocol for clients and people: the line of extensions and the lines of `help`.

use crate::ugi::command::{GoKey, Query};
use crate::ugi::grammar::CommandForm;
use crate::ugi::json_queries::Topic;

/// The words of UGI itself. All others are extensions.
const UGI: [&str; 19] = [
    "ugi",
    "isready",
    "setoption",
    "uginewgame",
    "position",
    "go",
    "query",
    "stop",
    "quit",
    "p1time",
    "p2time",
    "p1inc",
    "p2inc",
    "movetime",
    "depth",
    "nodes",
    "p1turn",
    "gameover",
    "result",
];

/// Words of `go` and of its answers, and abilities without a word.
const OTHERS: [&str; 4] = ["perft", "searchmoves", "wdl", "query-in-search"];

/// The forms of the queries that are answered in words.
pub(super) fn text_forms() -> Vec<&'static str> {
    Query::FORMS.into_iter().map(|(form, _)| form).collect()
}

/// The forms of the queries that are answered in JSON.
pub(super) fn json_forms() -> Vec<&'static str> {
    Topic::FORMS.into_iter().map(|(_, form)| form).collect()
}

/// What this engine understands beyond UGI, in the words of `protocol.md`.
pub(super) fn extensions() -> String {
    let commands = CommandForm::ALL.iter().flat_map(CommandForm::words);
    let keys = GoKey::WORDS.iter().map(|&(word, _)| word);
    let queries = [text_forms(), json_forms()].concat();
    let queries = queries.iter().filter_map(|form| form.split(' ').next());
    let words = commands.chain(keys).chain(queries).chain(OTHERS);
    let words: Vec<&str> = words.filter(|word| !UGI.contains(word)).collect();
    format!("extensions {}", words.join(" "))
}

/// The lines of `help`.
pub(super) fn help() -> Vec<String> {
    let mut lines = Vec::new();
    for command in &CommandForm::ALL {
        let CommandForm { form, effect, .. } = command;
        match command.words().next() {
            Some("query") => lines.extend([
                format!("query {}: {effect}", text_forms().join("|")),
                format!(
                    "query {}: {effect} with JSON, for front ends",
                    json_forms().join("|")
                ),
            ]),
            _ => lines.push(format!("{form}: {effect}")),
        }
        if form.contains("KEY") {
            let keys: Vec<&str> = GoKey::WORDS.iter().map(|&(word, _)| word).collect();
            lines.push(format!("KEY of go: {}", keys.join("|")));
        }
    }
    lines
}
