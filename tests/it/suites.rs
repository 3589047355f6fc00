//! Every record of every fixture file, except the transcripts of the protocol.

use std::fs;
use std::path::{Path, PathBuf};

use ringstack::suite::{Effort, check, read};

/// Counts above this take too long for every run; `#[ignore]`d tests go higher.
const QUICK: u64 = 3_000_000;
const HASH: usize = 16;

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut files = Vec::new();
    let folders = fs::read_dir(root).expect("there are fixtures");
    for folder in folders.map(|entry| entry.expect("a folder can be read").path()) {
        if !folder.is_dir() {
            continue;
        }
        let entries = fs::read_dir(folder).expect("a folder can be read");
        for file in entries.map(|entry| entry.expect("a file can be read").path()) {
            let extension = file.extension().and_then(|e| e.to_str());
            if matches!(extension, Some("perft" | "suite" | "reject")) {
                files.push(file);
            }
        }
    }
    files.sort();
    files
}

fn check_all(perft_limit: u64) {
    let effort = Effort {
        perft_limit,
        hash: HASH,
    };
    let mut failures = Vec::new();
    for file in files() {
        let text = fs::read_to_string(&file).expect("a fixture is text");
        match read(&text) {
            Err(error) => failures.push(format!("{}: {error}", file.display())),
            Ok(records) => {
                let checked = records.iter().map(|record| check(record, effort));
                for failure in checked.flat_map(|checked| checked.failures) {
                    failures.push(format!("{}: {failure}", file.display()));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_fact_in_the_fixtures_holds() {
    check_all(QUICK);
}

/// `cargo test --release --test it -- --ignored every_count`
#[test]
#[ignore = "takes minutes"]
fn every_count_in_the_fixtures_holds() {
    check_all(u64::MAX);
}
