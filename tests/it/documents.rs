//! Replays the conversations that the documents show: what a reader copies from there must work.

use std::fs;
use std::path::Path;
use std::process::Command;

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

/// The words of a command line, of which some are held together by quotes.
fn arguments(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn the_command_lines_of_the_readme_work() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("README.md")).expect("a readable document");
    let lines: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("ringstack "))
        .collect();
    assert!(lines.len() >= 5, "{lines:?}");
    for line in lines {
        let output = Command::new(env!("CARGO_BIN_EXE_ringstack"))
            .args(arguments(line))
            .current_dir(root)
            .output()
            .expect("the binary starts");
        assert!(output.status.success(), "{line}: {output:?}");
        assert!(!output.stdout.is_empty(), "{line}");
    }
}

#[test]
fn the_session_of_the_readme_is_true() {
    assert!(replay("README.md") > 0);
}
