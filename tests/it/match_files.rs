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
