//! The files of matches: records that are gone on with, held, damaged or foreign, games, full disks.

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
    let sheet = fs::read_to_string(&games).expect("the games");
    assert!(sheet.starts_with("[Event "), "{sheet}");
    assert!(
        sheet.contains("[P1 \"b\"]") && sheet.contains("[Termination \"rules\"]"),
        "{sheet}"
    );
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

/// The numbers of the games in a file of games, and how many games are in it as `convert` reads it.
fn rounds(path: &Path) -> (Vec<usize>, usize) {
    let text = fs::read_to_string(path).expect("the games");
    let rounds = text.lines().filter_map(|line| {
        let round = line.strip_prefix("[Round \"")?.strip_suffix("\"]")?;
        round.parse().ok()
    });
    let mut rounds: Vec<usize> = rounds.collect();
    rounds.sort_unstable();
    let (converted, list) = run(&["convert", "--to", "list", &path.display().to_string()]);
    assert!(converted, "{list}");
    (rounds, list.matches(" moves ").count())
}

/// Wherever a match was interrupted, and whatever is torn: the file of games has each game once in the
/// end, and what was there before is still there.
#[test]
fn the_file_of_games_has_each_game_once_after_an_interruption() {
    let folder = folder("games-once");
    let (record, games) = (folder.join("match.jsonl"), folder.join("match.pgn"));
    let (record_name, games_name) = (record.display().to_string(), games.display().to_string());
    let arguments = fast(&["--record", &record_name, "--games", &games_name, "--resume"]);
    let mine = "[Event \"mine\"]\n[Round \"1\"]\n[Game \"dvonn\"]\n\n1. c3 *";
    fs::write(&games, mine).expect("our file");
    run_match(&arguments, true);
    let all = vec![1, 1, 2, 3, 4, 5, 6, 7, 8];
    assert_eq!(rounds(&games), (all.clone(), 9));
    let (kept, sheet) = (
        fs::read_to_string(&record).expect("the record"),
        fs::read_to_string(&games).expect("the games"),
    );
    let begins: Vec<usize> = sheet.match_indices("[Event ").map(|(at, _)| at).collect();
    let lines: Vec<usize> = kept.match_indices('\n').map(|(at, _)| at + 1).collect();
    // The plan, the runner and six games; the last two games of the file torn or not there.
    for record_end in [lines[7], lines[7] + 20, kept.len()] {
        for games_end in [begins[7], begins[7] + 3, begins[7] + 60, sheet.len() - 3] {
            fs::write(&record, &kept[..record_end]).expect("our file");
            fs::write(&games, &sheet[..games_end]).expect("our file");
            run_match(&arguments, true);
            assert_eq!(rounds(&games), (all.clone(), 9), "{record_end} {games_end}");
            let text = fs::read_to_string(&games).expect("the games");
            assert!(text.starts_with(mine), "{text}");
        }
    }
    // Killed in the middle, without a chance to tidy up.
    fs::remove_file(&record).expect("our file");
    fs::write(&games, mine).expect("our file");
    let mut child = Process::new(env!("CARGO_BIN_EXE_ringstack"))
        .arg("match")
        .args(&arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    lines.next().expect("a game").expect("text");
    child.kill().expect("it runs");
    child.wait().expect("it has ended");
    run_match(&arguments, true);
    assert_eq!(rounds(&games), (all, 9));
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
    assert!(refused.contains("is playing this match"), "{refused}");
    assert!(refused.contains("process "), "{refused}");
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

#[test]
fn a_damaged_record_is_mended_and_kept() {
    let folder = folder("repair");
    let path = folder.join("match.jsonl");
    let record = path.display().to_string();
    let mut arguments = fast(&["--record", &record]);
    let whole = run_match(&arguments, true);
    let good = fs::read_to_string(&path).expect("the record");
    let last = good.lines().last().expect("a game");
    let damaged = format!("{good}{last}\nnoise\n");
    fs::write(&path, &damaged).expect("our file");
    arguments.push("--resume");
    for refused in [
        run_match(&arguments, false),
        run_match(&["merge", &record], false),
    ] {
        assert!(
            refused.contains(&format!("'{record}': line 11: game")),
            "{refused}"
        );
        assert!(refused.contains("match repair"), "{refused}");
    }
    let told = run_match(&["repair", &record], true);
    assert!(
        told.contains("line 11 is left out") && told.contains("line 12"),
        "{told}"
    );
    let kept = folder.join("match.jsonl.damaged");
    assert_eq!(fs::read_to_string(kept).expect("the damaged one"), damaged);
    assert_eq!(fs::read_to_string(&path).expect("the record"), good);
    let merged = run_match(&["merge", &record], true);
    assert_eq!(table(&merged), table(&whole));
    let again = run_match(&["repair", &record], true);
    assert!(again.contains("nothing to be left out"), "{again}");
}

/// What others have beside a record stays, whether something is to be mended or not; a record behind a
/// link is mended where it is, and nobody reads it who could not before.
#[cfg(unix)]
#[test]
fn repair_touches_nothing_but_the_record() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder("repair-beside");
    let (path, link) = (folder.join("match.jsonl"), folder.join("link.jsonl"));
    let record = path.display().to_string();
    run_match(&fast(&["--record", &record]), true);
    let good = fs::read_to_string(&path).expect("the record");
    let beside = ["match.jsonl.mended", "match.jsonl.damaged"].map(|name| folder.join(name));
    for file in &beside {
        fs::write(file, "mine").expect("our file");
    }
    let told = run_match(&["repair", &record], true);
    assert!(told.contains("nothing to be left out"), "{told}");
    symlink("match.jsonl", &link).expect("a link can be made");
    fs::write(&path, format!("{good}noise\n")).expect("our file");
    let private = fs::Permissions::from_mode(0o600);
    fs::set_permissions(&path, private).expect("our file");
    let told = run_match(&["repair", &link.display().to_string()], true);
    assert!(told.contains("match.jsonl.damaged-2'"), "{told}");
    assert_eq!(fs::read_to_string(&path).expect("the record"), good);
    assert_eq!(
        fs::read_link(&link).expect("a link"),
        Path::new("match.jsonl")
    );
    let mode = |name: &str| {
        let found = fs::metadata(folder.join(name)).expect("it is there");
        found.permissions().mode() & 0o777
    };
    assert_eq!(mode("match.jsonl"), 0o600);
    assert_eq!(mode("match.jsonl.damaged-2"), 0o600);
    for file in &beside {
        assert_eq!(fs::read_to_string(file).expect("our file"), "mine");
    }
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 5);
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
    assert!(out.contains("--resume goes on with the rest"), "{out}");
    let kept = fs::read_to_string(&path).expect("the record");
    assert!(kept.ends_with('\n') && kept.lines().count() > 2, "{kept}");
    arguments.push("--resume");
    let resumed = run_match(&arguments, true);
    assert_eq!(table(&resumed), table(&whole));
}

/// Comments behind the last result, and notes behind a game that was torn, are not ours to take away.
#[test]
fn what_others_have_written_behind_games_stays() {
    let folder = folder("games-notes");
    let (record, games) = (folder.join("match.jsonl"), folder.join("match.pgn"));
    let (record_name, games_name) = (record.display().to_string(), games.display().to_string());
    let arguments = fast(&["--record", &record_name, "--games", &games_name, "--resume"]);
    run_match(&arguments, true);
    let sheet = fs::read_to_string(&games).expect("the games");
    let noted = format!("{} {{a fine win}}\n\nmy notes\n", sheet.trim_end());
    fs::write(&games, &noted).expect("our file");
    run_match(&arguments, true);
    assert_eq!(fs::read_to_string(&games).expect("the games"), noted);
    let last = sheet.rfind("[Event ").expect("a game");
    let middle = last + sheet[last..].find(" 4. ").expect("turns");
    let line = sheet[..last].lines().count() + 1;
    for notes in ["\nmy notes\n", " {mine}", "\n\nmy notes\n"] {
        let torn = format!("{}{notes}", &sheet[..middle]);
        fs::write(&games, &torn).expect("our file");
        let refused = run_match(&arguments, false);
        let named = format!("games '{games_name}': line {line}: '[Event ");
        assert!(refused.contains(&named), "{refused}");
        assert!(
            refused.contains("expected a result (1-0, 0-1,"),
            "{refused}"
        );
        assert_eq!(fs::read_to_string(&games).expect("the games"), torn);
    }
    // As the interruption has left it, it is ours.
    fs::write(&games, &sheet[..middle]).expect("our file");
    run_match(&arguments, true);
    assert_eq!(fs::read_to_string(&games).expect("the games"), sheet);
}

/// A number alone does not tell whether a game is there: another match of the same schedule has the
/// same numbers.
#[test]
fn games_of_another_match_do_not_stand_for_those_of_the_record() {
    let folder = folder("games-others");
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, games, other) = (path("one.jsonl"), path("match.pgn"), path("two.jsonl"));
    let resumed = |record: &str| {
        let outcomes = try_match(&fast(&["--record", record, "--games", &games, "--resume"]));
        assert_eq!(outcomes.code, Some(0), "{}{}", outcomes.out, outcomes.err);
        unfolded(&outcomes.err)
    };
    resumed(&record);
    let sheet = fs::read_to_string(&games).expect("the games");
    // The same games with other results: those of another match.
    let swapped = sheet
        .replace("1-0", "?")
        .replace("0-1", "1-0")
        .replace('?', "0-1");
    assert_ne!(swapped, sheet);
    fs::write(&games, &swapped).expect("our file");
    resumed(&record);
    assert_eq!(
        fs::read_to_string(&games).expect("the games"),
        format!("{swapped}{sheet}")
    );
    // Each of them is there now, whatever the lines end with.
    for text in [format!("{swapped}{sheet}"), sheet.replace('\n', "\r\n")] {
        fs::write(&games, &text).expect("our file");
        let told = resumed(&record);
        assert!(!told.contains("left out"), "{told}");
        assert_eq!(fs::read_to_string(&games).expect("the games"), text);
    }
    // The engines play the same games again, and that is told.
    let told = resumed(&other);
    assert!(
        told.contains("match.pgn': 8 games of this run left out"),
        "{told}"
    );
    // Without --resume they are appended.
    let before = rounds(Path::new(&games)).1;
    run_match(
        &fast(&["--record", &path("three.jsonl"), "--games", &games]),
        true,
    );
    assert_eq!(rounds(Path::new(&games)).1, before + 8);
}

#[cfg(unix)]
#[test]
fn one_file_has_one_use_whatever_its_names_are() {
    let folder = folder("places");
    let path = |name: &str| folder.join(name).display().to_string();
    fs::create_dir(folder.join("sub")).expect("a folder can be made");
    std::os::unix::fs::symlink("sub", folder.join("link")).expect("a link can be made");
    std::os::unix::fs::symlink("new", folder.join("dangling")).expect("a link can be made");
    fs::write(folder.join("one"), "").expect("our file");
    fs::hard_link(folder.join("one"), folder.join("two")).expect("a link can be made");
    for (record, games) in [
        ("sub/../new", "new"),
        ("sub/new", "link/new"),
        ("one", "two"),
        ("new", "dangling"),
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
