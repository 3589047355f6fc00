//! The files of matches: records that are resumed, held, damaged, lost or foreign, games, full disks.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command as Process, Stdio};

use crate::arena::mock_text;
use crate::matches::{FAST, Outcomes, fast, run, run_match, table, try_match};
use crate::tools::folder;

#[test]
fn an_interrupted_match_goes_on() {
    let folder = folder("resume");
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, games) = (path("match.jsonl"), path("match.pgn"));
    let mut arguments = fast(&["--record", &record, "--games", &games]);
    let whole = run_match(&arguments, true);
    let refused = run_match(&arguments, false);
    assert!(refused.contains("--resume"), "{refused}");
    // Cut in the middle of a line, as a power failure would.
    let text = fs::read_to_string(&record).expect("the record");
    fs::write(&record, &text[..text.len() * 2 / 3]).expect("our file");
    arguments.push("--resume");
    let resumed = run_match(&arguments, true);
    assert_eq!(table(&resumed), table(&whole));
    assert_made_from(&record, &games);
    // Another match must not go on in this record.
    arguments.extend(["--max-plies", "20"]);
    let refused = run_match(&arguments, false);
    assert!(
        refused.contains("--max-plies: 400 in the record, 20 now"),
        "{refused}"
    );
}

/// What was told in lines folded to the width of a terminal, as one line.
fn unfolded(told: &str) -> String {
    told.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The file of games has the games of the record, each once.
fn assert_made_from(record: &str, games: &str) {
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
fn the_file_of_games_is_made_from_the_record() {
    let folder = folder("games-made");
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, games) = (path("match.jsonl"), path("match.pgn"));
    let arguments = fast(&["--record", &record, "--games", &games, "--resume"]);
    run_match(&arguments, true);
    assert_made_from(&record, &games);
    let sheet = fs::read_to_string(&games).expect("the games");
    let kept = fs::read_to_string(&record).expect("the record");
    // Games that are missing, torn, or there twice, and a record that lacks a game of the file.
    fs::remove_file(&games).expect("our file");
    for text in [
        None,
        Some(&sheet[..sheet.len() / 2]),
        Some(&sheet[..3]),
        Some(&sheet.repeat(2)),
    ] {
        if let Some(text) = text {
            fs::write(&games, text).expect("our file");
        }
        run_match(&arguments, true);
        assert_eq!(fs::read_to_string(&games).expect("the games"), sheet);
    }
    let last = kept.trim_end().rfind('\n').expect("lines");
    fs::write(&record, &kept[..=last]).expect("our file");
    run_match(&arguments, true);
    assert_made_from(&record, &games);
    // Games of another origin are not ours to replace.
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
        fs::write(&games, text).expect("our file");
        let refused = run_match(arguments, false);
        assert!(refused.contains(&format!("games '{games}': ")), "{refused}");
        assert_eq!(&fs::read_to_string(&games).expect("the games"), text);
        assert!(!Path::new(&new_record).exists());
    }
    // Without a record games are appended.
    fs::write(&games, mine).expect("our file");
    run_match(&fast(&["--games", &games]), true);
    let text = fs::read_to_string(&games).expect("the games");
    assert!(text.starts_with(mine), "{text}");
    assert_eq!(text.matches("[Event ").count(), 9);
}

#[test]
fn damaged_lines_are_reported_and_their_games_played_again() {
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
        fs::write(&record, lines.join("\n") + "\n").expect("our file");
    };
    for line in [1, 4] {
        damage(line);
        let told = format!("line {line}");
        let merged = try_match(&["merge", &record]);
        assert_eq!(merged.code, Some(0), "{}", merged.err);
        assert!(unfolded(&merged.err).contains(&told), "{}", merged.err);
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
        assert!(unfolded(&resumed.err).contains(&told), "{}", resumed.err);
        assert_eq!(table(&resumed.out), table(&whole));
        let text = fs::read_to_string(&games).expect("the games");
        assert_eq!(text.matches("[Event ").count(), 8);
    }
    damage(1);
    run_match(&arguments, true);
    assert_eq!(fs::read_to_string(&record).expect("the record"), good);
}

/// A match whose record was deleted or truncated ends at the next game, and says so.
#[test]
fn a_record_that_is_lost_during_a_match_ends_it() {
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
            .expect("the program can be started");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        lines.next().expect("a game").expect("text");
        lose().expect("our file");
        let out: Vec<String> = lines.map_while(Result::ok).collect();
        let ended = child.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&ended.stderr).into_owned();
        assert_eq!(ended.status.code(), Some(1), "{told}");
        assert!(told.contains(&format!("record '{record}'")), "{told}");
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
    fs::write(&path, lines.collect::<String>()).expect("our file");
    arguments.push("--resume");
    for refused in [
        run_match(&arguments, false),
        run_match(&["merge", &record], false),
    ] {
        assert!(refused.contains("games 3 and 4"), "{refused}");
    }
}

/// What a bound does not imply decides no game, and bounds are kept in both files.
#[cfg(target_os = "linux")]
#[test]
fn bounds_are_no_scores_and_are_recorded() {
    let folder = folder("bounds");
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, games) = (path("match.jsonl"), path("match.pgn"));
    let engine = |name: &str, score: &str| {
        let script = folder.join(format!("{name}.sh"));
        let text = format!(
            "{} | sed -u 's/score cp 900/score {score}/'\n",
            mock_text("no", 0)
        );
        fs::write(&script, text).expect("our file");
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
fn a_record_that_another_match_writes_is_left_alone() {
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
    held.lock().expect("nobody else holds it");
    arguments.push("--resume");
    let refused = run_match(&arguments, false);
    assert!(
        refused.contains("another process is writing it"),
        "{refused}"
    );
    assert_eq!(fs::read_to_string(&path).expect("the record"), before);
    drop(held);
    run_match(&arguments, true);
}

#[test]
fn a_file_that_is_no_record_is_left_as_it_is() {
    let folder = folder("notes");
    let path = folder.join("notes");
    let name = path.display().to_string();
    let mut arguments = fast(&["--record", &name, "--resume"]);
    for notes in ["my notes", "my notes\n", "{\"id\":1}\n"] {
        fs::write(&path, notes).expect("our file");
        let refused = run_match(&arguments, false);
        assert!(refused.contains("no record of a match"), "{refused}");
        assert_eq!(fs::read_to_string(&path).expect("our file"), notes);
    }
    // Two names for one file would mix two kinds of lines.
    fs::remove_file(&path).expect("our file");
    arguments.extend(["--games", &name]);
    let refused = run_match(&arguments, false);
    assert!(refused.contains("expected another file"), "{refused}");
    assert!(!path.exists());
}

/// Text of another kind is never written behind what somebody keeps, as by a mixed-up name.
#[test]
fn files_of_another_kind_are_left_as_they_are() {
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
    fs::write(&notes, "a poem\n").expect("our file");
    let read = |name: &str| fs::read_to_string(name).expect("our file");
    let texts = [&record, &games, &log, &notes].map(|name| read(name));
    for (option, name, others) in [
        ("--games", &games, [&record, &log, &notes]),
        ("--log", &log, [&record, &games, &notes]),
    ] {
        for other in others {
            let Outcomes { err, code, .. } = failing(&[option, other]);
            assert_eq!(code, Some(1), "{option} {other}: {err}");
            let expected = format!("{} '{other}': expected ", option.trim_start_matches('-'));
            assert!(unfolded(&err).contains(&expected), "{err}");
        }
        assert_eq!(failing(&[option, name]).code, Some(0));
    }
    // The log beside a record, which is opened for the first failure.
    let beside = path("new.log");
    fs::write(&beside, "a poem\n").expect("our file");
    let Outcomes { err, .. } = failing(&["--record", &path("new.jsonl")]);
    let told = unfolded(&err);
    assert!(told.contains("expected the log of a match"), "{err}");
    assert!(told.contains("the match goes on without it"), "{err}");
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
    let told = "games '/dev/full': No space left on device";
    assert_eq!(err.matches(told).count(), 1, "{err}");
}

#[cfg(unix)]
#[test]
fn a_full_disk_for_the_record_prints_the_table_and_loses_nothing() {
    let folder = folder("full");
    let path = folder.join("match.jsonl");
    let record = path.display().to_string();
    let whole = run_match(&FAST, true);
    let mut arguments = fast(&["--record", &record]);
    // A file may have so many blocks, and a write beyond them fails as on a full disk.
    let limited = Process::new("sh")
        .args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$@\"", "sh"])
        .arg(env!("CARGO_BIN_EXE_ringstack"))
        .arg("match")
        .args(&arguments)
        .output()
        .expect("the program can be started");
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
fn one_file_has_one_use_whatever_its_names_are() {
    let folder = folder("places");
    let path = |name: &str| folder.join(name).display().to_string();
    fs::create_dir(folder.join("sub")).expect("a folder can be made");
    std::os::unix::fs::symlink("sub", folder.join("link")).expect("a link can be made");
    fs::write(folder.join("one"), "").expect("our file");
    fs::hard_link(folder.join("one"), folder.join("two")).expect("a link can be made");
    for (record, games) in [
        ("sub/../new", "new"),
        ("sub/new", "link/new"),
        ("one", "two"),
    ] {
        let (record, games) = (path(record), path(games));
        let refused = run_match(&fast(&["--record", &record, "--games", &games]), false);
        let expected = format!("--games '{games}': expected another file than that of --record");
        assert!(refused.contains(&expected), "{refused}");
    }
    assert!(!folder.join("new").exists());
    // A name that nobody gave is called by what it is for.
    let (record, games) = (path("x.jsonl"), path("x.log"));
    let refused = run_match(&fast(&["--record", &record, "--games", &games]), false);
    assert!(
        refused.contains("the log beside the record (--log FILE puts it elsewhere)"),
        "{refused}"
    );
}

/// The log beside the record has the name that many give to what a match tells.
#[cfg(unix)]
#[test]
fn no_file_is_written_that_what_is_told_goes_to() {
    let folder = folder("told");
    let record = folder.join("x.jsonl").display().to_string();
    let told = folder.join("x.log");
    for is_output in [true, false] {
        let file = fs::File::create(&told).expect("our file");
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
        let text = fs::read_to_string(&told).expect("our file");
        let refused = "expected another file than that of standard error";
        assert!(is_output || unfolded(&text).contains(refused), "{text}");
        assert!(!Path::new(&record).exists());
    }
}

/// A mistake in the name of another file leaves no record behind that refuses the next try.
#[test]
fn a_record_is_not_begun_where_another_file_cannot_be_written() {
    let folder = folder("not-begun");
    let path = |name: &str| folder.join(name).display().to_string();
    let record = path("match.jsonl");
    for option in ["--games", "--log"] {
        let refused = run_match(&fast(&["--record", &record, option, &path("no/x")]), false);
        assert!(refused.contains("no/x"), "{refused}");
        assert!(!Path::new(&record).exists());
        fs::write(&record, "").expect("our file");
        run_match(&fast(&["--record", &record, option, &path("no/x")]), false);
        assert_eq!(fs::read_to_string(&record).expect("our file"), "");
        fs::remove_file(&record).expect("our file");
    }
}

#[test]
fn a_refused_command_makes_no_record_longer() {
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

/// What decides games has to be the same when a match goes on, engines as well; where it is not, it
/// is named.
#[test]
fn a_match_does_not_go_on_by_other_terms() {
    let folder = folder("terms");
    let record = folder.join("match.jsonl").display().to_string();
    run_match(&fast(&["--record", &record]), true);
    let before = fs::read_to_string(&record).expect("the record");
    for (option, value, expected) in [
        ("--margin", "5000", "--margin: 50 in the record, 5000 now"),
        (
            "--longest-think",
            "7",
            "--longest-think: 300 in the record, 7 now",
        ),
        ("--patience", "19", "--patience: 20 in the record, 19 now"),
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

/// Fewer rounds than the record has: all its games count, and the count says so.
#[test]
fn a_match_goes_on_with_fewer_rounds() {
    let folder = folder("fewer");
    let path = folder.join("match.jsonl");
    let record = path.display().to_string();
    let whole = run_match(&fast(&["--record", &record]), true);
    let kept = fs::read_to_string(&path).expect("the record");
    let lines = kept.lines().filter(|line| !line.starts_with("{\"id\":1,"));
    let missing: String = lines.map(|line| format!("{line}\n")).collect();
    fs::write(&path, missing).expect("our file");
    let mut arguments = fast(&["--record", &record, "--resume"]);
    arguments[7] = "1";
    let resumed = run_match(&arguments, true);
    assert!(resumed.starts_with("8/8  game 1: "), "{resumed}");
    assert_eq!(table(&resumed), table(&whole));
}

/// Who closes the pipe ends the match: what is there and how to go on is told elsewhere.
#[test]
fn a_match_that_nobody_reads_any_more_says_what_is_missing() {
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
        .expect("the program can be started");
    drop(child.stdout.take());
    let ended = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert_eq!(ended.status.code(), Some(1), "{told}");
    let kept = fs::read_to_string(&record).expect("the record");
    let games = kept.matches("{\"id\":").count();
    let state = format!("{games} of 800 games are played. The same command and --resume");
    assert!(told.contains(&state), "{told}");
}
