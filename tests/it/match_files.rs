//! The files of matches: resumed, locked, damaged, deleted and foreign records, game files, full disks.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command as Process, Stdio};

use crate::arena::mock_text;
use crate::matches::{FAST, Outcomes, fast, run, run_match, table, try_match};
use crate::tools::folder;

#[test]
fn an_interrupted_match_can_be_resumed() {
    let folder = folder("resume");
    let record = folder.join("match.jsonl").display().to_string();
    let mut arguments = fast(&["--record", &record]);
    let whole = run_match(&arguments, true);
    let refused = run_match(&arguments, false);
    assert!(refused.contains("--resume"), "{refused}");
    // Cut the file in the middle of a line, like a power failure.
    let text = fs::read_to_string(&record).expect("the record");
    fs::write(&record, &text[..text.len() * 2 / 3]).expect("access to the file");
    arguments.push("--resume");
    let resumed = try_match(&arguments);
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    assert!(
        unfolded(&resumed.err).contains("the last line is incomplete; its game is played again")
    );
    assert_eq!(table(&resumed.out), table(&whole));
    let (_, list) = run(&["convert", "--to", "list", &record]);
    assert_eq!(list.lines().count(), 8, "{list}");
    // A different match cannot resume this record.
    arguments.extend(["--max-plies", "20"]);
    let refused = run_match(&arguments, false);
    assert!(
        refused.contains("--max-plies: 400 in the record, 20 now"),
        "{refused}"
    );
}

/// Joins lines that were wrapped at the terminal width.
fn unfolded(message: &str) -> String {
    message.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The file of games is only appended to; `convert` writes the same games from the record.
#[test]
fn games_are_appended_and_in_the_record() {
    let folder = folder("games-made");
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, games) = (path("match.jsonl"), path("match.pgn"));
    let mine = "[Event \"mine\"]\n[Game \"dvonn\"]\n\n1. c3 *\n\n";
    fs::write(&games, mine).expect("access to the file");
    run_match(&fast(&["--record", &record, "--games", &games]), true);
    let sheet = fs::read_to_string(&games).expect("the games");
    let (converted, made) = run(&["convert", &record]);
    assert!(converted, "{made}");
    assert_eq!(sheet.strip_prefix(mine), Some(made.as_str()));
    assert_eq!(made.matches("[Event ").count(), 8);
}

#[test]
fn games_have_the_tags_that_other_programs_read() {
    let folder = folder("tags");
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, games) = (path("match.jsonl"), path("match.pgn"));
    let tags = ["--event", "a \"cup\"", "--site", "here"];
    let files = ["--record", &record, "--games", &games, "--resume"];
    let clock = ["--each", "tc=60+1 depth=1", "--unbalanced"];
    let engines = [
        "--engine",
        "name=a nodes=60 self",
        "--engine",
        "name=b self",
    ];
    let arguments = [&engines[..], &clock, &files, &tags].concat();
    let arguments = [&arguments[..], &["--rounds", "1", "--random-plies", "2"]].concat();
    run_match(&arguments, true);
    let sheet = fs::read_to_string(&games).expect("the games");
    for part in [
        "[Event \"a \\\"cup\\\"\"]",
        "[Site \"here\"]",
        "[Date \"20",
        "[Match \"",
        "[Round \"2\"]",
        "[TimeControl1 \"nodes=60\"]",
        "[White \"b\"]",
        "[Black \"b\"]",
        "[%clk ",
        "[%seldepth ",
        "[%nps ",
    ] {
        assert!(sheet.contains(part), "{part}: {sheet}");
    }
    let (_, made) = run(&["convert", &record]);
    assert_eq!(made, sheet);
}

#[test]
fn a_damaged_record_is_refused_with_its_line() {
    let folder = folder("damaged");
    let record = folder.join("match.jsonl").display().to_string();
    let mut arguments = fast(&["--record", &record]);
    run_match(&arguments, true);
    arguments.push("--resume");
    let good = fs::read_to_string(&record).expect("the record");
    for line in [1, 4] {
        let mut lines: Vec<&str> = good.lines().collect();
        let damaged = lines[line - 1].replacen("\":", "\"\u{1}:", 1);
        lines[line - 1] = &damaged;
        let damaged = lines.join("\n") + "\n";
        fs::write(&record, &damaged).expect("access to the file");
        for refused in [
            run_match(&arguments, false),
            run_match(&["merge", &record], false),
        ] {
            assert!(refused.contains(&format!("line {line}: ")), "{refused}");
        }
        assert_eq!(fs::read_to_string(&record).expect("the record"), damaged);
    }
}

/// A match whose record is deleted or truncated ends at the next game with an error.
#[test]
fn losing_the_record_ends_the_match() {
    let folder = folder("lost");
    let path = folder.join("match.jsonl");
    let record = path.display().to_string();
    let mut arguments = fast(&["--record", &record]);
    arguments[7] = "400";
    let truncate = || {
        fs::File::options()
            .write(true)
            .open(&path)
            .and_then(|file| file.set_len(0))
    };
    let losses: [&dyn Fn() -> std::io::Result<()>; 2] = [&|| fs::remove_file(&path), &truncate];
    for lose in losses {
        let _ = fs::remove_file(&path);
        let mut child = Process::new(env!("CARGO_BIN_EXE_ringstack"))
            .arg("match")
            .args(&arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        lines.next().expect("a game").expect("text");
        lose().expect("access to the file");
        let out: Vec<String> = lines.map_while(Result::ok).collect();
        let ended = child.wait_with_output().expect("the process ends");
        let message = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(1), "{message}");
        assert!(message.contains(&format!("record '{record}'")), "{message}");
        assert!(!out.iter().any(|line| line.contains("--resume")), "{out:?}");
    }
}

#[test]
fn games_of_a_pair_that_begin_differently_are_refused() {
    let folder = folder("pairs");
    let path = folder.join("match.jsonl");
    let record = path.display().to_string();
    let mut arguments = fast(&["--record", &record]);
    run_match(&arguments, true);
    let text = fs::read_to_string(&path).expect("the record");
    let lines = text
        .lines()
        .map(|line| match line.starts_with("{\"id\":3,") {
            true => line.replacen("\"startpos moves ", "\"startpos moves k5 ", 1) + "\n",
            false => format!("{line}\n"),
        });
    fs::write(&path, lines.collect::<String>()).expect("access to the file");
    arguments.push("--resume");
    for refused in [
        run_match(&arguments, false),
        run_match(&["merge", &record], false),
    ] {
        assert!(refused.contains("games 3 and 4"), "{refused}");
    }
}

/// A bound does not count as an exact score for adjudication, and both files keep it.
#[cfg(target_os = "linux")]
#[test]
fn bounds_are_not_exact_scores_and_are_recorded() {
    let folder = folder("bounds");
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, games) = (path("match.jsonl"), path("match.pgn"));
    let engine = |name: &str, score: &str| {
        let script = folder.join(format!("{name}.sh"));
        let text = format!(
            "{} | sed -u 's/score cp 900/score {score}/'\n",
            mock_text("no", 0)
        );
        fs::write(&script, text).expect("access to the file");
        format!("name={name} sh {}", script.display())
    };
    let claims = engine("claims", "cp 3000 upperbound");
    let agrees = engine("agrees", "cp -3000 lowerbound");
    let out = run_match(
        &[
            &["--engine", &claims, "--engine", &agrees][..],
            &["--nodes", "1", "--rounds", "1", "--random-plies", "0"],
            &[
                "--win-agreement",
                "2",
                "1000",
                "--record",
                &record,
                "--games",
                &games,
            ],
        ]
        .concat(),
        true,
    );
    assert!(out.contains("endings: rules 2"), "{out}");
    let kept = fs::read_to_string(&record).expect("the record");
    assert!(kept.contains("\"score\":\"cp 3000 upperbound\""), "{kept}");
    let sheet = fs::read_to_string(&games).expect("the games");
    assert!(
        sheet.contains("{[%eval -3000] [%bound lower] [%depth 1]"),
        "{sheet}"
    );
}

#[test]
fn a_record_locked_by_another_match_is_not_changed() {
    let folder = folder("held");
    let path = folder.join("match.jsonl");
    let record = path.display().to_string();
    let mut arguments = fast(&["--record", &record]);
    run_match(&arguments, true);
    let before = fs::read_to_string(&path).expect("the record");
    let held = fs::OpenOptions::new()
        .append(true)
        .open(&path)
        .expect("the record");
    held.lock().expect("the record is not locked");
    arguments.push("--resume");
    let refused = run_match(&arguments, false);
    assert!(
        refused.contains("another process is writing the record"),
        "{refused}"
    );
    assert_eq!(fs::read_to_string(&path).expect("the record"), before);
    drop(held);
    run_match(&arguments, true);
}

#[test]
fn a_file_that_is_not_a_record_is_not_changed() {
    let folder = folder("notes");
    let path = folder.join("notes");
    let name = path.display().to_string();
    let mut arguments = fast(&["--record", &name, "--resume"]);
    for notes in ["my notes", "my notes\n", "{\"id\":1}\n"] {
        fs::write(&path, notes).expect("access to the file");
        let refused = run_match(&arguments, false);
        assert!(refused.contains("not the record of a match"), "{refused}");
        assert_eq!(
            fs::read_to_string(&path).expect("access to the file"),
            notes
        );
    }
    // Using one file twice would mix two kinds of lines.
    fs::remove_file(&path).expect("access to the file");
    arguments.extend(["--games", &name]);
    let refused = run_match(&arguments, false);
    assert!(refused.contains("choose another file"), "{refused}");
    assert!(!path.exists());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_for_games_or_log_does_not_end_the_match() {
    let faulty = format!("name=faulty {}", mock_text("crash", 0));
    let outcomes = try_match(&[
        "--engine",
        "name=sound nodes=20 self",
        "--engine",
        &faulty,
        "--nodes",
        "5",
        "--rounds",
        "2",
        "--games",
        "/dev/full",
        "--log",
        "/dev/full",
    ]);
    let Outcomes { out, err, code } = outcomes;
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains("endings: crash 4"), "{out}");
    assert!(
        out.contains("games '/dev/full': 4 games missing: No space"),
        "{out}"
    );
    assert!(
        out.contains("log '/dev/full': 4 games missing: No space"),
        "{out}"
    );
    let message = "games '/dev/full': No space left on device";
    assert_eq!(err.matches(message).count(), 1, "{err}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_for_the_record_prints_the_table_and_loses_nothing() {
    let folder = folder("full");
    let path = folder.join("match.jsonl");
    let record = path.display().to_string();
    let whole = run_match(&FAST, true);
    let mut arguments = fast(&["--record", &record]);
    // The file size is limited; a write beyond the limit fails like a write to a full disk.
    let limited = Process::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_ringstack"))
        .arg("match")
        .args(&arguments)
        .output()
        .expect("the program starts");
    let out = String::from_utf8_lossy(&limited.stdout);
    let err = String::from_utf8_lossy(&limited.stderr);
    assert!(!limited.status.success(), "{out}{err}");
    assert!(err.contains(&format!("record '{record}'")), "{err}");
    assert!(out.contains("endings: rules"), "{out}");
    assert!(out.contains("--resume"), "{out}");
    let kept = fs::read_to_string(&path).expect("the record");
    assert!(kept.ends_with('\n') && kept.lines().count() > 1, "{kept}");
    arguments.push("--resume");
    let resumed = run_match(&arguments, true);
    assert_eq!(table(&resumed), table(&whole));
}

/// A typo in the name of another file must not leave a record behind that makes the next try fail.
#[test]
fn no_record_is_created_if_another_file_cannot_be_written() {
    let folder = folder("not-begun");
    let path = |name: &str| folder.join(name).display().to_string();
    let record = path("match.jsonl");
    for option in ["--games", "--log"] {
        let refused = run_match(&fast(&["--record", &record, option, &path("no/x")]), false);
        assert!(refused.contains("no/x"), "{refused}");
        assert!(!Path::new(&record).exists());
        fs::write(&record, "").expect("access to the file");
        run_match(&fast(&["--record", &record, option, &path("no/x")]), false);
        assert_eq!(fs::read_to_string(&record).expect("access to the file"), "");
        fs::remove_file(&record).expect("access to the file");
    }
}

#[test]
fn a_refused_command_does_not_change_the_record() {
    let folder = folder("not-longer");
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, nowhere) = (path("match.jsonl"), path("nowhere/games.pgn"));
    let mut arguments = fast(&["--record", &record]);
    run_match(&arguments, true);
    let before = fs::read(&record).expect("the record");
    arguments[7] = "400";
    arguments.extend(["--resume", "--games", &nowhere]);
    run_match(&arguments, false);
    assert_eq!(fs::read(&record).expect("the record"), before);
}

/// A resumed match must have the same rules and engines; the error names the difference.
#[test]
fn a_match_cannot_be_resumed_with_other_rules() {
    let folder = folder("terms");
    let record = folder.join("match.jsonl").display().to_string();
    run_match(&fast(&["--record", &record]), true);
    let before = fs::read_to_string(&record).expect("the record");
    for (option, value, expected) in [
        ("--margin", "5000", "--margin: 50 in the record, 5000 now"),
        (
            "--search-timeout",
            "7",
            "--search-timeout: 300 in the record, 7 now",
        ),
        ("--timeout", "19", "--timeout: 20 in the record, 19 now"),
    ] {
        let arguments = fast(&["--record", &record, "--resume", option, value]);
        let refused = run_match(&arguments, false);
        assert!(refused.contains(expected), "{refused}");
    }
    let other = format!(
        "name=a nodes=60 sh -c 'exec {}'",
        env!("CARGO_BIN_EXE_ringstack")
    );
    let mut arguments = fast(&["--record", &record, "--resume"]);
    arguments[3] = &other;
    let refused = run_match(&arguments, false);
    let expected = "--engine 1: name=a nodes=60 self in the record, name=a nodes=60 sh -c 'exec /";
    assert!(refused.contains(expected), "{refused}");
    assert_eq!(fs::read_to_string(&record).expect("the record"), before);
}

/// If the record has more rounds than requested, all its games count.
#[test]
fn a_match_can_be_resumed_with_fewer_rounds() {
    let folder = folder("fewer");
    let path = folder.join("match.jsonl");
    let record = path.display().to_string();
    let whole = run_match(&fast(&["--record", &record]), true);
    let kept = fs::read_to_string(&path).expect("the record");
    let lines = kept.lines().filter(|line| !line.starts_with("{\"id\":1,"));
    let missing: String = lines.map(|line| format!("{line}\n")).collect();
    fs::write(&path, missing).expect("access to the file");
    let mut arguments = fast(&["--record", &record, "--resume"]);
    arguments[7] = "1";
    let resumed = run_match(&arguments, true);
    assert!(resumed.starts_with("8/8  game 1: "), "{resumed}");
    assert_eq!(table(&resumed), table(&whole));
}

/// Closing the pipe ends the match; standard error reports the state and how to resume.
#[test]
fn a_match_whose_output_is_closed_reports_its_state() {
    let folder = folder("closed");
    let record = folder.join("match.jsonl").display().to_string();
    let mut arguments = fast(&["--record", &record]);
    arguments[7] = "400";
    let mut child = Process::new(env!("CARGO_BIN_EXE_ringstack"))
        .arg("match")
        .args(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let ended = child.wait_with_output().expect("the process ends");
    let message = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(1), "{message}");
    let kept = fs::read_to_string(&record).expect("the record");
    let games = kept.matches("{\"id\":").count();
    let state = format!("{games} of 800 games played. The same command with --resume");
    assert!(message.contains(&state), "{message}");
}
