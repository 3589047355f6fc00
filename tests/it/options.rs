//! Every option takes effect or is refused by name.

use std::fs;

use crate::program::{folder, run, text};

#[test]
fn the_game_may_stand_before_or_after_the_command() {
    for arguments in [
        ["--game", "gipf-basic", "perft", "1"],
        ["perft", "1", "--game", "gipf-basic"],
        ["perft", "--game", "gipf-basic", "1"],
    ] {
        assert!(text(&run(&arguments, "")).contains("42"), "{arguments:?}");
    }
    let played = text(&run(&["--game", "gipf", "ugi"], "query game\nquit\n"));
    assert_eq!(played, "response gipf\n");
}

/// An engine that refuses `perft` is not waited for.
#[test]
fn an_engine_without_perft_is_not_waited_for() {
    let folder = folder("suite-count");
    let (file, script) = (folder.join("facts.suite"), folder.join("engine.sh"));
    fs::write(&file, "id a\nvariant dvonn\nperft 2 9\n").expect("access to the folder");
    let lines = "while read -r line; do case $line in\n\
        ugi) echo ugiok ;;\n\
        isready) echo readyok ;;\n\
        'query game') echo response dvonn ;;\n\
        'go perft 2') echo info string error bad-argument: no perft here ;;\n\
        quit) exit 0 ;;\n\
        esac; done\n";
    fs::write(&script, lines).expect("access to the folder");
    let engine = format!("sh '{}'", script.display());
    let file = file.display().to_string();
    let output = run(&["suite", "--engine", &engine, &file], "");
    let printed = &output.out;
    assert!(!output.succeeds(), "{printed}");
    assert!(
        printed.contains("perft 2 is answered with 'info string error")
            && printed.contains("1 failed"),
        "{printed}"
    );
}

#[test]
fn a_suite_may_come_from_standard_input() {
    let record = "id a\nvariant dvonn\ncount 49\n";
    assert!(text(&run(&["suite", "-"], record)).contains("1 passed"));
    let refused = run(&["suite", "-"], "id a\nvariant dvonn\nperft 60000 1\n");
    let part = "standard input: line 3 'perft 60000 1': ";
    assert!(refused.err.contains(part), "{refused:?}");
}

/// Uses an engine that logs its input.
#[cfg(unix)]
#[test]
fn the_hash_size_of_a_suite_is_passed_to_its_engine() {
    let folder = folder("suite-hash");
    let file = folder.join("facts.suite").display().to_string();
    fs::write(&file, "id a\nvariant dvonn\nresult none\n").expect("access to the folder");
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
        fs::write(&script, lines).expect("access to the folder");
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
    let printed = &output.out;
    assert!(
        !output.succeeds() && printed.contains("option 'Hash'"),
        "{printed}"
    );
}
