//! The files that `tune` writes.

#![allow(clippy::expect_used, reason = "a test may fail loudly")]

use std::fs;
use std::process::Command;

#[test]
fn an_existing_file_is_only_overwritten_by_force() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("tune-outputs");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).expect("a folder of our own");
    let error = |games: &str, to: &str, more: &[&str]| {
        let mut tune = Command::new(env!("CARGO_BIN_EXE_tune"));
        tune.args(["fit", "dvonn-moving", &format!("dvonn={games}"), "--to", to]);
        let output = tune.args(more).current_dir(&folder).output();
        let output = output.expect("the program starts");
        assert!(!output.status.success(), "nothing to learn from");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    fs::write(folder.join("old"), "kept").expect("a file of our own");
    assert!(error("no-such-file", "old", &[]).contains("--force"));
    // The games are read only after this check.
    for (to, more) in [("old", &["--force"][..]), ("new", &[])] {
        assert!(error("no-such-file", to, more).contains("no-such-file"));
    }
    assert!(error("no-such-file", "none/new", &[]).contains("cannot write"));
    // The output must not replace the games.
    assert!(error("old", "old", &["--force"]).contains("which is read"));
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 1);
    let kept = fs::read_to_string(folder.join("old")).expect("our file");
    assert_eq!(kept, "kept");
}
