//! Replays the conversations that the documents show: what a reader copies from there must work.

use std::fs;
use std::path::Path;

use crate::script;

/// Every block marked as `ugi` is a conversation with a new engine.
fn replay(document: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    let text = fs::read_to_string(path).expect("a readable document");
    let mut count = 0;
    for part in text.split("```ugi\n").skip(1) {
        let block = part.split("```").next().expect("a part begins somewhere");
        let steps = script::parse(block);
        assert!(!steps.is_empty(), "{document} shows nothing in:\n{block}");
        if let Err(failure) = script::hold("dvonn", &steps) {
            panic!("{document}: {failure}\nin:\n{block}");
        }
        count += 1;
    }
    count
}

#[test]
fn the_examples_of_the_protocol_are_true() {
    assert!(replay("protocol.md") > 20);
}

#[test]
fn the_session_of_the_readme_is_true() {
    assert!(replay("README.md") > 0);
}
