//! Replays the examples of the documents, so that commands copied from there work.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::script;

/// Replays every `ugi` block as a session with a new engine and returns their number.
fn replay(document: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(document);
    let text = fs::read_to_string(path).expect("a readable document");
    let mut count = 0;
    for part in text.split("```ugi\n").skip(1) {
        let block = part.split("```").next().expect("split yields a first part");
        let steps = script::parse(block);
        assert!(!steps.is_empty(), "{document}: an empty block:\n{block}");
        if let Err(failure) = script::run("dvonn", &steps) {
            panic!("{document}: {failure}\nin:\n{block}");
        }
        count += 1;
    }
    count
}

#[test]
fn the_examples_in_protocol_md_work() {
    assert!(replay("protocol.md") > 20);
}

/// The words of a command line with quoted words.
fn arguments(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

#[test]
fn the_commands_in_the_readme_work() {
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
fn the_session_in_the_readme_works() {
    assert!(replay("README.md") > 0);
}

/// The quoted values that follow `name` in a text.
fn quoted_after<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let parts = text.split(name).skip(1);
    parts.filter_map(|part| part.split('"').next()).collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a folder").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            found.push(path);
        }
    }
    found
}

/// Cargo publishes only the files in `include`, so the files that sources include or read must be listed.
#[test]
fn the_published_files_are_complete() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(root.join("Cargo.toml")).expect("a readable manifest");
    let (_, list) = manifest.split_once("include = [").expect("a list");
    let (list, _) = list.split_once(']').expect("its end");
    let places = list.split('"').skip(1).step_by(2);
    let mut published: Vec<PathBuf> = places.map(|place| root.join(&place[1..])).collect();
    assert!(published.len() > 5, "{published:?}");
    for place in &published {
        assert!(place.exists(), "{}", place.display());
    }
    let folders: Vec<PathBuf> = published.iter().filter(|p| p.is_dir()).cloned().collect();
    // Cargo always includes these.
    published.extend(["Cargo.toml", "Cargo.lock"].map(|name| root.join(name)));
    let mut needed = 0;
    for source in folders.iter().flat_map(|folder| sources(folder)) {
        let text = fs::read_to_string(&source).expect("a source");
        let beside = source.parent().expect("a folder");
        let taken_in = ["#[path = \"", "include_str!(\"", "include_bytes!(\""];
        let taken_in = taken_in.iter().flat_map(|name| quoted_after(&text, name));
        let read = quoted_after(&text, "env!(\"CARGO_MANIFEST_DIR\")).join(\"");
        let places = taken_in.map(|path| beside.join(path));
        for place in places.chain(read.iter().map(|path| root.join(path))) {
            let found = place.canonicalize();
            let found = found.unwrap_or_else(|error| panic!("{}: {error}", place.display()));
            let held = |folder: &PathBuf| folder.canonicalize().is_ok_and(|f| found.starts_with(f));
            assert!(
                published.iter().any(held),
                "{} needs {}, which is not published",
                source.display(),
                found.display()
            );
            needed += 1;
        }
    }
    assert!(needed > 5, "{needed}");
}
