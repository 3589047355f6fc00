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
fn a_game_is_named_where_one_is_asked_for() {
    for command in [
        &["suite", "fixtures/dvonn/rules.suite"][..],
        &["match", "merge", "x"],
        &["completions", "bash"],
        &["man"],
    ] {
        for arguments in [
            [&["--game", "dvonn"], command].concat(),
            [command, &["--game", "dvonn"]].concat(),
        ] {
            let told = refused(&arguments, 2);
            assert!(told.contains("--game"), "{told}");
        }
        let help = text(&run(&[command, &["--help"]].concat(), ""));
        assert!(!help.contains("--game"), "{help}");
    }
    for arguments in [
        ["--game", "gipf-basic", "perft", "1"],
        ["perft", "1", "--game", "gipf-basic"],
    ] {
        assert!(text(&run(&arguments, "")).contains("42"), "{arguments:?}");
    }
    for command in [
        "ugi", "perft", "bench", "show", "play", "analyze", "convert",
    ] {
        let help = text(&run(&[command, "--help"], ""));
        assert!(help.contains("--game <ID>"), "{command}: {help}");
    }
    for arguments in [
        &["--game", "gipf", "perft", "1", "--game", "dvonn"][..],
        &["--game", "gipf", "match", "--foreign-game", "chess"],
        &["match", "--game", "gipf", "--foreign-game", "chess"],
        &["--game", "chess"],
    ] {
        let told = refused(arguments, 2);
        assert!(told.contains("--game"), "{told}");
    }
    let played = text(&run(&["--game", "gipf", "ugi"], "query game\nquit\n"));
    assert_eq!(played, "response gipf\n");
}

#[test]
fn a_match_is_not_played_where_records_are_worked_on() {
    let told = refused(&["match", "--rounds", "5", "merge", "x"], 2);
    assert!(told.contains("--rounds"), "{told}");
}

#[test]
fn what_makes_random_openings_does_not_go_with_others() {
    for option in [
        &["--random-plies", "3"][..],
        &["--seed", "4"],
        &["--balance", "4"],
        &["--unbalanced"],
    ] {
        for other in [["--openings", "x"], ["--foreign-game", "chess"]] {
            let told = refused(&[&["match"], option, &other].concat(), 2);
            assert!(
                told.contains(option[0]) && told.contains(other[0]),
                "{told}"
            );
        }
    }
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
    for (game, expected) in [
        (
            "ZERTZ",
            "--foreign-game ZERTZ: ringstack knows it: expected --game zertz",
        ),
        ("", "--foreign-game '': expected the name of a game"),
        (
            "a\nquit",
            "--foreign-game 'a\\nquit': expected the name of a game",
        ),
    ] {
        let told = refused(
            &[
                "match",
                "--foreign-game",
                game,
                "--engine",
                "nodes=5 self",
                "--engine",
                "nodes=5 self",
            ],
            2,
        );
        assert!(told.contains(expected), "{told}");
    }
    let told = run_match(&[&FAST[..], &["--engine", "nodes=0 self"]].concat(), false);
    assert!(
        told.contains("engine 'ringstack': 'nodes=0': expected a positive number"),
        "{told}"
    );
}

/// Who says that he cannot count is not waited for.
#[test]
fn an_engine_that_cannot_count_is_not_waited_for() {
    let folder = folder("suite-count");
    let (file, script) = (folder.join("facts.suite"), folder.join("engine.sh"));
    fs::write(&file, "id a\nvariant dvonn\nperft 2 9\n").expect("our folder");
    let lines = "while read -r line; do case $line in\n\
        ugi) echo ugiok ;;\n\
        isready) echo readyok ;;\n\
        'query game') echo response dvonn ;;\n\
        'go perft 2') echo info string error bad-argument: no perft here ;;\n\
        quit) exit 0 ;;\n\
        esac; done\n";
    fs::write(&script, lines).expect("our folder");
    let engine = format!("sh '{}'", script.display());
    let file = file.display().to_string();
    let output = run(&["suite", "--engine", &engine, &file], "");
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!output.status.success(), "{told}");
    assert!(
        told.contains("perft 2 is answered with 'info string error") && told.contains("1 failed"),
        "{told}"
    );
}

#[test]
fn suites_are_read_before_they_are_checked() {
    let file = "fixtures/dvonn/rules.suite";
    let output = run(&["suite", file, "no-such-file"], "");
    assert!(!output.status.success() && output.stdout.is_empty());
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(said.contains("no-such-file"), "{said}");
    let record = "id a\nvariant dvonn\ncount 49\n";
    assert!(text(&run(&["suite", "-"], record)).contains("1 passed"));
    let output = run(&["suite", "-"], "id a\nvariant dvonn\nperft 60000 1\n");
    let said = String::from_utf8(output.stderr).expect("text");
    assert!(
        said.contains("standard input: line 3 'perft 60000 1': expected a depth from 0 to 99"),
        "{said}"
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
        let told = refused(&["suite", "--engine", engine, file], 2);
        assert!(
            told.contains("engine 'x': ") && told.contains(part) && told.contains("each record"),
            "{told}"
        );
    }
    let both = "option.Hash=3 self";
    let told = refused(&["suite", "--hash", "4", "--engine", both, file], 2);
    assert!(
        told.contains("--hash 4: engine 'ringstack' has option.Hash"),
        "{told}"
    );
}

#[cfg(feature = "gui")]
#[test]
fn the_board_says_what_its_engines_play_and_how_long() {
    for (option, engine, part) in [
        (
            "--engine",
            "name=x nodes=5 self",
            "'nodes=5': a time control is not allowed",
        ),
        (
            "--engine",
            "name=x option.Game=gipf self",
            "option.Game=gipf",
        ),
        (
            "--house",
            "name=x tc=10+0.1 self",
            "'tc=10+0.1': a time control is not allowed",
        ),
    ] {
        let told = refused(&["gui", "--no-open", option, engine], 2);
        let begin = format!("{option}: engine 'x': ");
        assert!(told.contains(&begin) && told.contains(part), "{told}");
    }
}

/// An engine that keeps what it was sent.
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

#[test]
fn force_needs_something_to_overwrite() {
    let told = refused(&["analyze", "--force", "fixtures/records/cutegames.pgn"], 2);
    assert!(told.contains("--force: expected --annotate"), "{told}");
}
