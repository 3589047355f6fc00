//! Replays the scripts of `fixtures/ugi`.

use std::fs;
use std::path::Path;

use crate::script;

#[test]
fn the_engine_answers_every_script_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ugi");
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("a readable folder").path();
        if path
            .extension()
            .is_none_or(|extension| extension != "script")
        {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a readable file");
        count += 1;
        if let Err(failure) = script::run("dvonn", &script::parse(&text)) {
            failures.push(format!("{}: {failure}", path.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count > 0);
}
