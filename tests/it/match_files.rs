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
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, games) = (path("match.jsonl"), path("match.pgn"));
    let mut arguments = fast(&["--record", &record, "--games", &games]);
    let whole = run_match(&arguments, true);
    let refused = run_match(&arguments, false);
    assert!(refused.contains("--resume"), "{refused}");
    // Cut the file in the middle of a line, like a power failure.
    let text = fs::read_to_string(&record).expect("the record");
    fs::write(&record, &text[..text.len() * 2 / 3]).expect("access to the file");
    arguments.push("--resume");
    let resumed = run_match(&arguments, true);
    assert_eq!(table(&resumed), table(&whole));
    assert_same_games(&record, &games);
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

/// Checks that the game file has each game of the record exactly once.
fn assert_same_games(record: &str, games: &str) {
    let list = |file: &str| {
        let (converted, list) = run(&["convert", "--to", "list", file]);
        assert!(converted, "{list}");
        list
    };
    assert_eq!(list(games), list(record));
    let text = fs::read_to_string(games).expect("the games");
    let mut rounds: Vec<usize> = text
        .lines()
        .filter_map(|line| {
            line.strip_prefix("[Round \"")?
                .strip_suffix("\"]")?
                .parse()
                .ok()
        })
        .collect();
    rounds.sort_unstable();
    assert!(rounds.iter().copied().eq(1..=8), "{rounds:?}");
    assert!(
        text.contains("[P1 \"b\"]") && text.contains("[Termination \"rules\"]"),
        "{text}"
    );
}

#[test]
fn the_game_file_is_rebuilt_from_the_record() {
    let folder = folder("games-made");
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, games) = (path("match.jsonl"), path("match.pgn"));
    let arguments = fast(&["--record", &record, "--games", &games, "--resume"]);
    run_match(&arguments, true);
    assert_same_games(&record, &games);
    let sheet = fs::read_to_string(&games).expect("the games");
    let kept = fs::read_to_string(&record).expect("the record");
    // Missing, truncated and duplicate games, and a record that lacks a game of the file.
    fs::remove_file(&games).expect("access to the file");
    for text in [
        None,
        Some(&sheet[..sheet.len() / 2]),
        Some(&sheet[..3]),
        Some(&sheet.repeat(2)),
    ] {
        if let Some(text) = text {
            fs::write(&games, text).expect("access to the file");
        }
        run_match(&arguments, true);
        assert_eq!(fs::read_to_string(&games).expect("the games"), sheet);
    }
    let last = kept.trim_end().rfind('\n').expect("lines");
    fs::write(&record, &kept[..=last]).expect("access to the file");
    run_match(&arguments, true);
    assert_same_games(&record, &games);
    // Games that are not from this match are not replaced.
    let mine = "[Event \"mine\"]\n[Game \"dvonn\"]\n\n1. c3 *\n\n";
    let new_record = path("new.jsonl");
    let new = fast(&["--record", &new_record, "--games", &games]);
    let before = fs::read_to_string(&games).expect("the games");
    let foreign = [
        mine.to_owned(),
        format!("{before}{mine}"),
        format!("notes\n{before}"),
    ];
    let cases = foreign
        .iter()
        .map(|text| (&arguments, text))
        .chain([(&new, &before)]);
    for (arguments, text) in cases {
        fs::write(&games, text).expect("access to the file");
        let refused = run_match(arguments, false);
        assert!(refused.contains(&format!("games '{games}': ")), "{refused}");
        assert_eq!(&fs::read_to_string(&games).expect("the games"), text);
        assert!(!Path::new(&new_record).exists());
    }
    // Without a record games are appended.
    fs::write(&games, mine).expect("access to the file");
    run_match(&fast(&["--games", &games]), true);
    let text = fs::read_to_string(&games).expect("the games");
    assert!(text.starts_with(mine), "{text}");
    assert_eq!(text.matches("[Event ").count(), 9);
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
        "[White \"b\"]",
        "[Black \"b\"]",
        "[%clk ",
        "[%seldepth ",
        "[%nps ",
    ] {
        assert!(sheet.contains(part), "{part}: {sheet}");
    }
    // An event of its own does not make the games foreign; another game of this event is.
    fs::write(&games, &sheet[..sheet.len() / 2]).expect("access to the file");
    run_match(&arguments, true);
    assert_eq!(fs::read_to_string(&games).expect("the games"), sheet);
    let mine = sheet.replace("[Match ", "[Other ");
    fs::write(&games, &mine).expect("access to the file");
    run_match(&arguments, false);
    assert_eq!(fs::read_to_string(&games).expect("the games"), mine);
}

#[test]
fn damaged_lines_are_reported_and_their_games_replayed() {
    let folder = folder("damaged");
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, games) = (path("match.jsonl"), path("match.pgn"));
    let mut arguments = fast(&["--record", &record, "--games", &games]);
    let whole = run_match(&arguments, true);
    arguments.push("--resume");
    let good = fs::read_to_string(&record).expect("the record");
    let lines: Vec<&str> = good.lines().collect();
    let damage = |line: usize| {
        let mut lines = lines.clone();
        let damaged = lines[line - 1].replacen("\":", "\"\u{1}:", 1);
        lines[line - 1] = &damaged;
        fs::write(&record, lines.join("\n") + "\n").expect("access to the file");
    };
    for line in [1, 4] {
        damage(line);
        let message = format!("line {line}");
        let merged = try_match(&["merge", &record]);
        assert_eq!(merged.code, Some(0), "{}", merged.err);
        assert!(unfolded(&merged.err).contains(&message), "{}", merged.err);
        let count = if line == 1 {
            "8 games from"
        } else {
            "7 of 8 games from"
        };
        assert!(merged.out.starts_with(count), "{}", merged.out);
        let (converted, list) = run(&["convert", "--to", "list", &record]);
        assert!(!converted);
        assert_eq!(list.lines().count(), if line == 1 { 8 } else { 7 });
        let resumed = try_match(&arguments);
        assert_eq!(resumed.code, Some(0), "{}", resumed.err);
        assert!(unfolded(&resumed.err).contains(&message), "{}", resumed.err);
        assert_eq!(table(&resumed.out), table(&whole));
        let text = fs::read_to_string(&games).expect("the games");
        assert_eq!(text.matches("[Event ").count(), 8);
    }
    damage(1);
    run_match(&arguments, true);
    assert_eq!(fs::read_to_string(&record).expect("the record"), good);
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

/// A mixed-up file name must not append to a file of another kind.
#[test]
fn files_of_another_kind_are_not_changed() {
    let folder = folder("other-kinds");
    let path = |name: &str| folder.join(name).display().to_string();
    let [record, games, log, notes] = ["old.jsonl", "old.pgn", "old.log", "notes"].map(path);
    let faulty = format!("name=faulty {}", mock_text("crash", 0));
    let failing = |more: &[&str]| {
        let plan = ["--engine", "name=sound nodes=20 self", "--engine", &faulty];
        let pace = ["--nodes", "5", "--rounds", "1"];
        try_match(&[&plan, &pace, more].concat())
    };
    let files = ["--record", &record, "--games", &games, "--log", &log];
    assert_eq!(failing(&files).code, Some(0));
    fs::write(&notes, "a poem\n").expect("access to the file");
    let read = |name: &str| fs::read_to_string(name).expect("access to the file");
    let texts = [&record, &games, &log, &notes].map(|name| read(name));
    for (option, name, others) in [
        ("--games", &games, [&record, &log, &notes]),
        ("--log", &log, [&record, &games, &notes]),
    ] {
        for other in others {
            let Outcomes { err, code, .. } = failing(&[option, other]);
            assert_eq!(code, Some(1), "{option} {other}: {err}");
            let expected = format!(
                "{} '{other}': the file has other content",
                option.trim_start_matches('-')
            );
            assert!(unfolded(&err).contains(&expected), "{err}");
        }
        assert_eq!(failing(&[option, name]).code, Some(0));
    }
    // The log beside a record is opened at the first failure.
    let beside = path("new.log");
    fs::write(&beside, "a poem\n").expect("access to the file");
    let Outcomes { err, .. } = failing(&["--record", &path("new.jsonl")]);
    let message = unfolded(&err);
    assert!(message.contains("allowed are the log of a match"), "{err}");
    assert!(message.contains("the match continues without it"), "{err}");
    assert_eq!(read(&beside), "a poem\n");
    let [now_record, now_games, now_log, now_notes] =
        [&record, &games, &log, &notes].map(|name| read(name));
    assert_eq!([&now_record, &now_notes], [&texts[0], &texts[3]]);
    assert!(now_games.starts_with(&texts[1]) && now_log.starts_with(&texts[2]));
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

#[cfg(unix)]
#[test]
fn one_file_cannot_have_two_uses_under_any_names() {
    let folder = folder("places");
    let path = |name: &str| folder.join(name).display().to_string();
    fs::create_dir(folder.join("sub")).expect("can create a folder");
    std::os::unix::fs::symlink("sub", folder.join("link")).expect("can create a link");
    fs::write(folder.join("one"), "").expect("access to the file");
    fs::hard_link(folder.join("one"), folder.join("two")).expect("can create a link");
    std::os::unix::fs::symlink("new", folder.join("dangling")).expect("can create a link");
    for (record, games) in [
        ("sub/../new", "new"),
        ("sub/new", "link/new"),
        ("one", "two"),
        ("new", "dangling"),
    ] {
        let (record, games) = (path(record), path(games));
        let refused = run_match(&fast(&["--record", &record, "--games", &games]), false);
        let expected = format!("--games '{games}': the same file as that of --record");
        assert!(refused.contains(&expected), "{refused}");
    }
    assert!(!folder.join("new").exists());
    // A file without a given name is called by its purpose.
    let (record, games) = (path("x.jsonl"), path("x.log"));
    let refused = run_match(&fast(&["--record", &record, "--games", &games]), false);
    assert!(
        refused.contains("the log beside the record (choose another place with --log FILE)"),
        "{refused}"
    );
}

/// Users often redirect output to a file with the default name of the log.
#[cfg(unix)]
#[test]
fn a_file_that_receives_standard_output_or_error_is_refused() {
    let folder = folder("output_file");
    let record = folder.join("x.jsonl").display().to_string();
    let output_file = folder.join("x.log");
    for is_output in [true, false] {
        let file = fs::File::create(&output_file).expect("access to the file");
        let (output, error): (Stdio, Stdio) = if is_output {
            (file.into(), Stdio::null())
        } else {
            (Stdio::null(), file.into())
        };
        let status = Process::new(env!("CARGO_BIN_EXE_ringstack"))
            .arg("match")
            .args(fast(&["--record", &record]))
            .stdout(output)
            .stderr(error)
            .status();
        assert!(!status.expect("our own binary").success());
        let text = fs::read_to_string(&output_file).expect("access to the file");
        let refused = "the same file as that of standard error";
        assert!(is_output || unfolded(&text).contains(refused), "{text}");
        assert!(!Path::new(&record).exists());
    }
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
