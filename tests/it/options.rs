//! Options are obeyed or refused by name.

use std::fs;

use crate::matches::{FAST, fast, run_match, try_program};
use crate::tools::{folder, run, text};

/// Runs the program and gives what it says against its arguments.
fn refused(arguments: &[&str], code: i32) -> String {
    let outcomes = try_program(arguments);
    assert_eq!(outcomes.code, Some(code), "{arguments:?}: {}", outcomes.out);
    outcomes.err
}

#[test]
fn a_match_says_which_game_is_played() {
    for (engine, expected) in [
        (
            "name=x option.Game=gipf self",
            "engine 'x': option.Game=gipf: the match says what is played: expected --game gipf",
        ),
        (
            "name=x option.game=hex self",
            "engine 'x': option.Game=hex: the match says what is played: expected --foreign-game hex",
        ),
    ] {
        let told = run_match(&fast(&["--engine", engine]), false);
        assert!(told.contains(expected), "{told}");
    }
    let told = run_match(&[&FAST[..], &["--engine", "nodes=0 self"]].concat(), false);
    assert!(
        told.contains("engine 'ringstack': 'nodes=0': expected a positive number"),
        "{told}"
    );
}

#[test]
fn records_of_a_suite_say_what_is_searched() {
    let file = "fixtures/dvonn/rules.suite";
    for (engine, part) in [
        ("name=x option.Game=gipf self", "option.Game=gipf"),
        ("name=x nodes=5 self", "'nodes=5'"),
        ("name=x movetime=50 self", "'movetime=50'"),
    ] {
        let told = refused(&["suite", "--engine", engine, file], 1);
        assert!(
            told.contains("engine 'x': ") && told.contains(part) && told.contains("each record"),
            "{told}"
        );
    }
    let both = "option.Hash=3 self";
    let told = refused(&["suite", "--hash", "4", "--engine", both, file], 1);
    assert!(
        told.contains("--hash 4: engine 'ringstack' has option.Hash"),
        "{told}"
    );
}

/// An engine that tells with its exit status and on stderr what it was sent.
#[cfg(unix)]
#[test]
fn the_hash_table_of_a_suite_is_that_of_its_engine() {
    let folder = folder("suite-hash");
    let file = folder.join("facts.suite").display().to_string();
    fs::write(&file, "id a\nvariant dvonn\nresult none\n").expect("our folder");
    let script = folder.join("engine.sh");
    let log = folder.join("heard").display().to_string();
    let engine = |option: &str| {
        let lines = format!(
            "while read -r line; do echo \"$line\" >> '{log}'\n\
             case $line in\n\
             ugi) {option}echo ugiok ;;\n\
             isready) echo readyok ;;\n\
             'query game') echo response dvonn ;;\n\
             'query gameover') echo response false ;;\n\
             quit) exit 0 ;;\n\
             esac; done\n"
        );
        fs::write(&script, lines).expect("our folder");
        format!("sh '{}'", script.display())
    };
    let able = engine("echo 'option name Hash type spin default 1 min 1 max 64'; ");
    text(&run(&["suite", "--engine", &able, &file], ""));
    let heard = fs::read_to_string(&log).expect("the log");
    assert!(!heard.contains("Hash"), "{heard}");
    text(&run(
        &["suite", "--hash", "7", "--engine", &able, &file],
        "",
    ));
    let heard = fs::read_to_string(&log).expect("the log");
    assert!(heard.contains("setoption name Hash value 7\n"), "{heard}");
    let unable = engine("");
    let output = run(&["suite", "--hash", "7", "--engine", &unable, &file], "");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        !output.status.success() && told.contains("option 'Hash'"),
        "{told}"
    );
}
