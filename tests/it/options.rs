//! Every option takes effect or is refused by name.

use std::fs;

use crate::matches::{FAST, fast, run_match, try_program};
use crate::tools::{folder, run, text};

/// Runs the program, which must refuse its arguments, and returns the error.
fn refused(arguments: &[&str], code: i32) -> String {
    let outcomes = try_program(arguments);
    assert_eq!(outcomes.code, Some(code), "{arguments:?}: {}", outcomes.out);
    outcomes.err
}

#[test]
fn commands_that_need_a_game_ask_for_one() {
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
            let message = refused(&arguments, 2);
            assert!(message.contains("--game"), "{message}");
        }
    }
    for arguments in [
        ["--game", "gipf-basic", "perft", "1"],
        ["perft", "1", "--game", "gipf-basic"],
        ["perft", "--game", "gipf-basic", "1"],
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
        &["--game", "gipf", "match", "--foreign-game", "chess"][..],
        &["match", "--game", "gipf", "--foreign-game", "chess"],
        &["--game", "chess"],
    ] {
        let message = refused(arguments, 2);
        assert!(message.contains("--game"), "{message}");
    }
    let played = text(&run(&["--game", "gipf", "ugi"], "query game\nquit\n"));
    assert_eq!(played, "response gipf\n");
}

#[test]
fn match_merge_refuses_match_options() {
    let message = refused(&["match", "--rounds", "5", "merge", "x"], 2);
    assert!(message.contains("--rounds"), "{message}");
}

#[test]
fn options_for_random_openings_conflict_with_an_openings_file() {
    for option in [
        &["--random-plies", "3"][..],
        &["--balance", "4"],
        &["--unbalanced"],
    ] {
        for other in [["--openings", "x"], ["--foreign-game", "chess"]] {
            let message = refused(&[&["match"], option, &other].concat(), 2);
            assert!(
                message.contains(option[0]) && message.contains(other[0]),
                "{message}"
            );
        }
    }
}

#[test]
fn only_the_match_selects_the_game() {
    for (engine, expected) in [
        (
            "name=x option.Game=gipf self",
            "engine 'x': option.Game=gipf: the match chooses the game: use --game gipf",
        ),
        (
            "name=x option.game=hex self",
            "engine 'x': option.Game=hex: the match chooses the game: use --foreign-game hex",
        ),
    ] {
        let message = run_match(&fast(&["--engine", engine]), false);
        assert!(message.contains(expected), "{message}");
    }
    for (game, expected) in [
        (
            "ZERTZ",
            "--foreign-game ZERTZ: ringstack knows this game: use --game zertz",
        ),
        ("", "--foreign-game '': not a name"),
        ("a\nquit", "--foreign-game 'a\\nquit': not a name"),
    ] {
        let message = refused(
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
        assert!(message.contains(expected), "{message}");
    }
    let message = run_match(&[&FAST[..], &["--engine", "nodes=0 self"]].concat(), false);
    assert!(
        message.contains("engine 'ringstack': 'nodes=0': expected a positive number"),
        "{message}"
    );
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
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(!output.status.success(), "{printed}");
    assert!(
        printed.contains("perft 2 is answered with 'info string error")
            && printed.contains("1 failed"),
        "{printed}"
    );
}

#[test]
fn all_suites_are_read_before_the_first_check() {
    let file = "fixtures/dvonn/rules.suite";
    let output = run(&["suite", file, "no-such-file"], "");
    assert!(!output.status.success() && output.stdout.is_empty());
    let printed = String::from_utf8(output.stderr).expect("text");
    assert!(printed.contains("no-such-file"), "{printed}");
    let record = "id a\nvariant dvonn\ncount 49\n";
    assert!(text(&run(&["suite", "-"], record)).contains("1 passed"));
    let output = run(&["suite", "-"], "id a\nvariant dvonn\nperft 60000 1\n");
    let printed = String::from_utf8(output.stderr).expect("text");
    assert!(
        printed.contains("standard input: line 3 'perft 60000 1': expected a depth from 0 to 99"),
        "{printed}"
    );
}

#[test]
fn searched_records_of_a_suite_need_a_limit() {
    let file = "fixtures/dvonn/rules.suite";
    for (engine, part) in [
        ("name=x option.Game=gipf self", "option.Game=gipf"),
        ("name=x nodes=5 self", "'nodes=5'"),
        ("name=x movetime=50 self", "'movetime=50'"),
    ] {
        let message = refused(&["suite", "--engine", engine, file], 2);
        assert!(
            message.contains("engine 'x': ")
                && message.contains(part)
                && message.contains("each record"),
            "{message}"
        );
    }
    let both = "option.Hash=3 self";
    let message = refused(&["suite", "--hash", "4", "--engine", both, file], 2);
    assert!(
        message.contains("--hash 4: engine 'ringstack' has option.Hash"),
        "{message}"
    );
}

#[cfg(feature = "gui")]
#[test]
fn the_board_refuses_engines_with_a_game_or_a_time_control() {
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
    ] {
        let message = refused(&["gui", "--no-open", option, engine], 2);
        let begin = format!("{option}: engine 'x': ");
        assert!(
            message.contains(&begin) && message.contains(part),
            "{message}"
        );
    }
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
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        !output.status.success() && printed.contains("option 'Hash'"),
        "{printed}"
    );
}

#[test]
fn force_needs_an_output_file() {
    let message = refused(&["analyze", "--force", "fixtures/records/cutegames.pgn"], 2);
    assert!(
        message.contains("--force") && message.contains("--annotate"),
        "{message}"
    );
}
