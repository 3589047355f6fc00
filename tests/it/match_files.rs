//! The files of matches: resumed and deleted records, game files, full disks. `crates/arena/src/record/tests.rs` has
//! locked, damaged and foreign records.

use std::fs;
use std::io::{BufRead, BufReader};
#[cfg(unix)]
use std::process::Command;

use crate::arena::mock_text;
use crate::matches::{FAST, fast, run_match, start_match, table, try_match};
#[cfg(unix)]
use crate::program::{BINARY, talk, words};
use crate::program::{Outcomes, end, folder, run, text};

#[test]
fn an_interrupted_match_can_be_resumed() {
    let folder = folder("resume");
    let record = folder.join("match.jsonl").display().to_string();
    let mut line = fast(&format!("--record {record}"));
    let whole = run_match(&line, true);
    let refused = run_match(&line, false);
    assert!(refused.contains("--resume"), "{refused}");
    // Cut the file in the middle of a line, like a power failure.
    let written = fs::read_to_string(&record).expect("the record");
    fs::write(&record, &written[..written.len() * 2 / 3]).expect("access to the file");
    line.push_str(" --resume");
    let resumed = try_match(&line);
    assert_eq!(resumed.code, Some(0), "{}", resumed.err);
    assert!(
        unfolded(&resumed.err).contains("the last line is incomplete; its game is played again")
    );
    assert_eq!(table(&resumed.out), table(&whole));
    let list = text(&run(&["convert", "--to", "list", &record], ""));
    assert_eq!(list.lines().count(), 8, "{list}");
    // A different match cannot resume this record.
    let refused = run_match(&format!("{line} --max-plies 20"), false);
    assert!(
        refused.contains("--max-plies: 400 in the record, 20 now"),
        "{refused}"
    );
}

/// As `fast`, with another number of rounds.
fn with_rounds(rounds: u32, more: &str) -> String {
    fast(more).replace("--rounds 4", &format!("--rounds {rounds}"))
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
    run_match(&fast(&format!("--record {record} --games {games}")), true);
    let sheet = fs::read_to_string(&games).expect("the games");
    let made = text(&run(&["convert", &record], ""));
    assert_eq!(sheet.strip_prefix(mine), Some(made.as_str()));
    assert_eq!(made.matches("[Event ").count(), 8);
}

#[test]
fn games_have_the_tags_that_other_programs_read() {
    let folder = folder("tags");
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, games) = (path("match.jsonl"), path("match.pgn"));
    let line = format!(
        "--engine 'name=a nodes=60 self' --engine 'name=b self' --each 'tc=60+1 depth=1' --unbalanced \
         --rounds 1 --random-plies 2 --record {record} --games {games} --resume --event 'a \"cup\"' --site here"
    );
    run_match(&line, true);
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
    let made = text(&run(&["convert", &record], ""));
    assert_eq!(made, sheet);
}

/// A match whose record is deleted ends at the next game with an error.
#[test]
fn losing_the_record_ends_the_match() {
    let folder = folder("lost");
    let record = folder.join("match.jsonl").display().to_string();
    let mut child = start_match(&with_rounds(400, &format!("--record {record}")));
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    lines.next().expect("a game").expect("text");
    fs::remove_file(&record).expect("access to the file");
    let out: Vec<String> = lines.map_while(Result::ok).collect();
    let Outcomes { err, code, .. } = end(child);
    assert_eq!(code, Some(1), "{err}");
    assert!(err.contains(&format!("record '{record}'")), "{err}");
    assert!(!out.iter().any(|line| line.contains("--resume")), "{out:?}");
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
    let line = format!(
        "--engine '{claims}' --engine '{agrees}' --nodes 1 --rounds 1 --random-plies 0 --win-agreement 2 1000 \
         --record {record} --games {games}"
    );
    let out = run_match(&line, true);
    assert!(out.contains("endings: rules 2"), "{out}");
    let kept = fs::read_to_string(&record).expect("the record");
    assert!(kept.contains("\"score\":\"cp 3000 upperbound\""), "{kept}");
    let sheet = fs::read_to_string(&games).expect("the games");
    assert!(
        sheet.contains("{[%eval -3000] [%bound lower] [%depth 1]"),
        "{sheet}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_for_games_or_log_does_not_end_the_match() {
    let faulty = mock_text("crash", 0);
    let Outcomes { out, err, code } = try_match(&format!(
        "--engine 'name=sound nodes=20 self' --engine \"name=faulty {faulty}\" --unbalanced --nodes 5 --rounds 2 \
         --games /dev/full --log /dev/full"
    ));
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
    let whole = run_match(FAST, true);
    let line = fast(&format!("--record {record}"));
    // The file size is limited to two games; a write beyond the limit fails like a write to a full disk.
    let script = "trap '' XFSZ; ulimit -f 32; exec \"$0\" match \"$@\"";
    let mut limited = Command::new("sh");
    limited.args(["-c", script, BINARY]).args(words(&line));
    let Outcomes { out, err, code } = talk(&mut limited, "");
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(err.contains(&format!("record '{record}'")), "{err}");
    assert!(out.contains("endings: rules"), "{out}");
    assert!(out.contains("--resume"), "{out}");
    let kept = fs::read_to_string(&path).expect("the record");
    assert!(kept.ends_with('\n') && kept.lines().count() > 1, "{kept}");
    let resumed = run_match(&format!("{line} --resume"), true);
    assert_eq!(table(&resumed), table(&whole));
}

/// A typo in the name of another file must not change the record, or leave one behind.
#[test]
fn the_record_stays_as_it_is_if_another_file_cannot_be_written() {
    let folder = folder("not-begun");
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, nowhere) = (path("match.jsonl"), path("no/x"));
    let resume = format!("--record {record} --resume");
    run_match(&fast(&resume), true);
    let whole = fs::read(&record).expect("the record");
    for option in ["--games", "--log"] {
        for before in [None, Some(&[][..]), Some(&whole)] {
            let _ = fs::remove_file(&record);
            if let Some(before) = before {
                fs::write(&record, before).expect("access to the file");
            }
            let line = with_rounds(400, &format!("{resume} {option} {nowhere}"));
            let refused = run_match(&line, false);
            assert!(refused.contains("no/x"), "{refused}");
            assert_eq!(fs::read(&record).ok().as_deref(), before);
        }
    }
}

/// If the record has more rounds than requested, all its games count.
#[test]
fn a_match_can_be_resumed_with_fewer_rounds() {
    let folder = folder("fewer");
    let path = folder.join("match.jsonl");
    let record = path.display().to_string();
    let whole = run_match(&fast(&format!("--record {record}")), true);
    let kept = fs::read_to_string(&path).expect("the record");
    let lines = kept.lines().filter(|line| !line.starts_with("{\"id\":1,"));
    let missing: String = lines.map(|line| format!("{line}\n")).collect();
    fs::write(&path, missing).expect("access to the file");
    let resumed = run_match(
        &with_rounds(1, &format!("--record {record} --resume")),
        true,
    );
    assert!(resumed.starts_with("8/8  game 1: "), "{resumed}");
    assert_eq!(table(&resumed), table(&whole));
}

/// Closing the pipe ends the match; standard error reports the state and how to resume.
#[test]
fn a_match_whose_output_is_closed_reports_its_state() {
    let folder = folder("closed");
    let record = folder.join("match.jsonl").display().to_string();
    let mut child = start_match(&with_rounds(400, &format!("--record {record}")));
    drop(child.stdout.take());
    let Outcomes { err, code, .. } = end(child);
    let message = err;
    assert_eq!(code, Some(1), "{message}");
    let kept = fs::read_to_string(&record).expect("the record");
    let games = kept.matches("{\"id\":").count();
    let state = format!("{games} of 800 games played. The same command with --resume");
    assert!(message.contains(&state), "{message}");
}
