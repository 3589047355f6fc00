//! Whole matches of the program itself: records, files, interruptions, what a person sees.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command as Process, Stdio};
use std::time::Duration;
use std::{env, fs};

use crate::arena::{mock_text, script};

/// A folder for the files of one test.
fn folder(name: &str) -> PathBuf {
    let folder = env::temp_dir().join(format!("ringstack-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

/// Runs `ringstack match` and gives what it prints; the exit status says whether it should succeed.
fn run_match(arguments: &[&str], succeeds: bool) -> String {
    let output = Process::new(env!("CARGO_BIN_EXE_ringstack"))
        .arg("match")
        .args(arguments)
        .output()
        .expect("the program can be started");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.success(), succeeds, "{out}\n{err}");
    if succeeds { out } else { err }
}

const FAST: [&str; 12] = [
    "--game",
    "dvonn",
    "--engine",
    "name=a nodes=60 self",
    "--engine",
    "name=b nodes=20 self",
    "--rounds",
    "4",
    "--concurrency",
    "2",
    "--seed",
    "5",
];

/// The table without the progress lines before it.
fn table(text: &str) -> &str {
    text.find("engine ").map_or(text, |at| &text[at..])
}

#[test]
fn shards_merge_to_the_whole_match() {
    let folder = folder("shards");
    let path = |name: &str| folder.join(name).display().to_string();
    let whole = run_match(&FAST, true);
    let mut records = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let record = path(&format!("{}.jsonl", shard.replace('/', "-")));
        let mut arguments = FAST.to_vec();
        arguments.extend(["--shard", shard, "--record", &record]);
        run_match(&arguments, true);
        records.push(record);
    }
    let mut arguments = vec!["merge"];
    arguments.extend(records.iter().map(String::as_str));
    let merged = run_match(&arguments, true);
    assert_eq!(table(&merged), table(&whole));
    assert!(
        merged.starts_with("8 of 8 games from 3 records"),
        "{merged}"
    );
    let twice = run_match(&["merge", &records[0], &records[0]], false);
    assert!(twice.contains("already been counted"), "{twice}");
    let other = path("other.jsonl");
    let mut arguments = FAST.to_vec();
    arguments.extend(["--max-plies", "20", "--record", &other]);
    run_match(&arguments, true);
    let refused = run_match(&["merge", &records[0], &other], false);
    assert!(
        refused.contains("--max-plies: 20 in the record, 400 now"),
        "{refused}"
    );
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn an_interrupted_match_goes_on() {
    let folder = folder("resume");
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, games) = (path("match.jsonl"), path("match.pgn"));
    let mut arguments = FAST.to_vec();
    arguments.extend(["--record", &record, "--games", &games]);
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
    fs::remove_dir_all(folder).expect("the folder is ours");
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
    let mut arguments = FAST.to_vec();
    arguments.extend(["--record", &record_name, "--games", &games_name, "--resume"]);
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
    fs::remove_dir_all(folder).expect("the folder is ours");
}

/// Runs the program and gives what it prints.
fn run(arguments: &[&str]) -> (bool, String) {
    let output = Process::new(env!("CARGO_BIN_EXE_ringstack"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(arguments)
        .output()
        .expect("the program can be started");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.success(), text)
}

#[test]
fn a_record_can_be_analyzed() {
    let folder = folder("analyze");
    let record = folder.join("match.jsonl").display().to_string();
    let mut arguments = FAST.to_vec();
    arguments.extend(["--max-plies", "8", "--record", &record]);
    run_match(&arguments, true);
    let (succeeds, text) = run(&["analyze", &record, "--nodes", "20"]);
    assert!(succeeds, "{text}");
    assert!(text.contains("   8 p2 "), "{text}");
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("result "))
            .count(),
        8
    );
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn our_engine_passes_our_suites_as_a_foreign_one() {
    let files = [
        "fixtures/dvonn/rules.suite",
        "fixtures/gipf/rulings.suite",
        "fixtures/dvonn/refused.reject",
    ];
    for file in files {
        let (succeeds, text) = run(&["suite", "--engine", "self", "--perft-limit", "1000", file]);
        assert!(succeeds, "{file}: {text}");
    }
}

#[test]
fn a_plain_engine_is_asked_only_what_it_can_answer() {
    let folder = folder("suite");
    let file = folder.join("plain.suite").display().to_string();
    let text = "id a\nvariant dvonn\nturn p1\nresult none\ncount 3\nbest a1 b1\nnodes 5\n\n\
                id b\nvariant dvonn\nturn p2\navoid a1\nnodes 5\n";
    fs::write(&file, text).expect("our file");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/mock/engine.sh");
    let engine = format!("sh '{}' no 9 none a1 b1", script.display());
    let (succeeds, text) = run(&["suite", "--engine", &engine, &file]);
    assert!(!succeeds, "{text}");
    assert!(
        text.contains("(b): whether it is player 1's turn is true, expected false"),
        "{text}"
    );
    assert!(text.contains("(b): the engine plays a1"), "{text}");
    assert!(
        text.contains("0 passed, 1 failed, 1 checked in part (1 facts skipped)"),
        "{text}"
    );
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn a_failing_engine_loses_all_games_and_the_match_goes_on() {
    let folder = folder("failing");
    let log = folder.join("match.log").display().to_string();
    let (tokens, outcome) = script();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/mock/engine.sh");
    let faulty = format!(
        "name=faulty sh '{}' crash 0 {outcome} {}",
        script.display(),
        tokens.join(" ")
    );
    let text = run_match(
        &[
            "--game",
            "dvonn",
            "--engine",
            "name=sound nodes=20 self",
            "--engine",
            &faulty,
            "--nodes",
            "5",
            "--rounds",
            "2",
            "--sprt",
            "0",
            "100",
            "0.05",
            "0.05",
            "--log",
            &log,
        ],
        true,
    );
    assert!(text.contains("endings: crash 4"), "{text}");
    assert!(
        text.contains("failures of faulty: crash 4\n") && text.contains("SPRT [0, 100]: LLR"),
        "{text}"
    );
    let log = fs::read_to_string(log).expect("the log");
    assert!(
        log.contains("faulty, crash, ended (exit status: 3)"),
        "{log}"
    );
    assert!(log.contains("> go nodes 5"), "{log}");
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn mistakes_on_the_command_line_are_told_before_the_first_game() {
    let one = run_match(&["--engine", "self", "--nodes", "5"], false);
    assert!(one.contains("two engines"), "{one}");
    let pace = run_match(&["--engine", "self", "--engine", "self"], false);
    assert!(pace.contains("--nodes"), "{pace}");
    let missing = run_match(
        &["--engine", "self", "--engine", "./no/such", "--nodes", "5"],
        false,
    );
    assert!(missing.contains("./no/such"), "{missing}");
    let shard = run_match(
        &["--engine", "self", "--engine", "self", "--shard", "3/2"],
        false,
    );
    assert!(shard.contains("i/n"), "{shard}");
    let two = ["--engine", "self", "--engine", "self", "--nodes", "5"];
    for (more, expected) in [
        (
            &["--engine", "foo=3 self"][..],
            "expected name=, option.NAME=, tc=",
        ),
        (
            &["--engine", "option.Hash=99999999 self"],
            "from 1 to 65536",
        ),
        (&["--engine", "option.Threads=abc self"], "from 1 to 256"),
        (&["--engine", "option.Skill=-3 self"], "from 0 to 20"),
        (&["--max-plies", "0"], "1.."),
        (&["--win-agreement", "0", "0"], "expected 1 or more"),
        (&["--win-agreement", "4", "0"], "expected 1 or more"),
        (&["--draw-agreement", "0", "0"], "expected 1 or more"),
        (&["--rounds", "0"], "1.."),
        (&["--patience", "18446744073709551615"], "31536000"),
        (&["--tc", "0/10"], "40/10+0.1"),
        (&["--openings", "/dev/null"], "regular file"),
    ] {
        let arguments = [&two[..], more].concat();
        let error = run_match(&arguments, false);
        assert!(error.contains(expected), "{more:?}: {error}");
    }
}

/// What a child process prints and whether it succeeds.
struct Outcomes {
    out: String,
    err: String,
    code: Option<i32>,
}

/// Runs `ringstack match`, whatever comes of it.
fn try_match(arguments: &[&str]) -> Outcomes {
    let output = Process::new(env!("CARGO_BIN_EXE_ringstack"))
        .arg("match")
        .args(arguments)
        .output()
        .expect("the program can be started");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Outcomes {
        out: text(&output.stdout),
        err: text(&output.stderr),
        code: output.status.code(),
    }
}

#[test]
fn a_record_that_another_match_writes_is_left_alone() {
    let folder = folder("held");
    let path = folder.join("match.jsonl");
    let record = path.display().to_string();
    let mut arguments = FAST.to_vec();
    arguments.extend(["--record", &record]);
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
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn a_file_that_is_no_record_is_left_as_it_is() {
    let folder = folder("notes");
    let path = folder.join("notes");
    let name = path.display().to_string();
    let mut arguments = FAST.to_vec();
    arguments.extend(["--record", &name, "--resume"]);
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
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn a_damaged_record_is_mended_and_kept() {
    let folder = folder("repair");
    let path = folder.join("match.jsonl");
    let record = path.display().to_string();
    let mut arguments = FAST.to_vec();
    arguments.extend(["--record", &record]);
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
    fs::remove_dir_all(folder).expect("the folder is ours");
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
    let mut arguments = FAST.to_vec();
    arguments.extend(["--record", &record]);
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
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[cfg(unix)]
#[test]
fn who_interrupts_a_match_sees_what_stands_and_how_to_go_on() {
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let engines = ["no", "tired"].map(|kind| format!("name={kind} {}", mock_text(kind, 0)));
        let mut child = Process::new(env!("CARGO_BIN_EXE_ringstack"))
            .args([
                "match",
                "--random-plies",
                "0",
                "--rounds",
                "2",
                "--nodes",
                "5",
            ])
            .args(["--engine", &engines[0], "--engine", &engines[1]])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let first = lines.next().expect("a line").expect("text");
        assert!(first.starts_with("1/4  game 1: no - tired"), "{first}");
        // The second game never ends.
        let killed = Process::new("kill")
            .args([format!("-{signal}"), child.id().to_string()])
            .status();
        assert!(killed.expect("there is kill").success());
        let rest: Vec<String> = lines.map_while(Result::ok).collect();
        let rest = rest.join("\n");
        assert!(rest.contains("endings: rules 1"), "{rest}");
        assert!(rest.contains("1 of 4 games are played."), "{rest}");
        let words: Vec<&str> = rest.split_whitespace().collect();
        let flowing = words.join(" ");
        assert!(flowing.contains("with --record FILE can go on"), "{rest}");
        let status = child.wait().expect("it has ended");
        assert_eq!(status.code(), Some(code), "{rest}");
    }
}

#[test]
fn an_engine_that_cannot_start_any_more_is_paused_and_loses_nothing() {
    let folder = folder("paused");
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, count, log) = (path("match.jsonl"), path("count"), path("match.log"));
    // Starts twice, once for the try before the first game.
    let fickle = format!(
        "name=fickle sh -c 'echo >> {count}; [ $(wc -l < {count}) -le 2 ] && exec \"$@\"; \
         echo no weights >&2; exit 4' sh {}",
        mock_text("crash", 0)
    );
    let arguments = [
        "--engine",
        "name=sound nodes=20 self",
        "--engine",
        &fickle,
        "--nodes",
        "5",
        "--rounds",
        "4",
        "--record",
        &record,
        "--resume",
    ];
    let Outcomes { out, err, code } = try_match(&arguments);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains("endings: crash 1\n"), "{out}");
    assert!(out.contains("game 2: not played: fickle, start, "), "{out}");
    assert!(
        out.contains("not played: 7 games, as fickle could not be started"),
        "{out}"
    );
    assert!(out.contains("no weights"), "{out}");
    assert!(
        out.contains("1 of 8 games are played. The same command goes on"),
        "{out}"
    );
    let starts = fs::read_to_string(&count)
        .expect("our file")
        .lines()
        .count();
    assert_eq!(starts, 5, "{out}");
    let log = fs::read_to_string(log).expect("the log");
    assert_eq!(log.matches("fickle, start, ").count(), 3, "{log}");
    assert!(log.contains("E no weights"), "{log}");
    // Only what was played is kept; the rest is played as soon as the engine starts again.
    let kept = fs::read_to_string(&record).expect("the record");
    assert_eq!(kept.matches("{\"id\":").count(), 1, "{kept}");
    fs::write(&count, "").expect("our file");
    let Outcomes { out, .. } = try_match(&arguments);
    assert!(out.contains("endings: crash 2\n"), "{out}");
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn an_engine_that_does_not_start_at_all_is_logged() {
    let folder = folder("grim");
    let log = folder.join("grim.log").display().to_string();
    let grim = format!("name=grim {}", mock_text("grim", 0));
    let refused = run_match(
        &[
            "--engine", "self", "--engine", &grim, "--nodes", "5", "--log", &log,
        ],
        false,
    );
    assert!(
        refused.contains("engine 'grim'") && refused.contains("weights.bin"),
        "{refused}"
    );
    let log = fs::read_to_string(log).expect("the log");
    assert!(
        log.contains("> ugi") && log.contains("E mock: no such file"),
        "{log}"
    );
    fs::remove_dir_all(folder).expect("the folder is ours");
}

#[test]
fn every_game_has_a_line_of_80_columns_at_most() {
    let faulty = format!(
        "name='an engine with a very long name that goes on' {}",
        mock_text("crash", 0)
    );
    let mut arguments = vec![
        "--engine",
        "name='another engine with a very long name indeed' nodes=20 self",
        "--engine",
        &faulty,
        "--nodes",
        "5",
        "--rounds",
        "2",
    ];
    let text = run_match(&arguments, true);
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    for count in 1..=4 {
        assert!(
            text.contains(&format!("{count}/4  game {count}: an")),
            "{text}"
        );
    }
    assert_eq!(text.matches("stderr: mock:").count(), 4, "{text}");
    arguments.push("--quiet");
    let Outcomes { out, err, .. } = try_match(&arguments);
    assert!(out.starts_with("engine "), "{out}");
    let words: Vec<&str> = err.split_ascii_whitespace().collect();
    let told = words.join(" ").matches("mock: cannot go on").count();
    assert_eq!(told, 1, "{err}");
}

#[test]
fn what_says_nothing_new_is_told() {
    let mut arguments = FAST.to_vec();
    arguments[3] = "name=a nodes=20 self";
    arguments.extend(["--random-plies", "0"]);
    let text = run_match(&arguments, true);
    assert!(text.contains("identical games: 7 of 8"), "{text}");
    assert!(
        text.contains("repeated openings: 1 different ones in 4 rounds"),
        "{text}"
    );
    arguments.extend(["--rounds", "1"]);
    let position = arguments
        .iter()
        .position(|word| *word == "--rounds")
        .expect("there");
    arguments.drain(position..position + 2);
    let text = run_match(&arguments, true);
    // One pair says nothing about errors.
    assert!(!text.contains("+-") && text.contains("  -\n"), "{text}");
}

/// The state of a process as Linux tells it: `T` is suspended.
#[cfg(target_os = "linux")]
fn state(process: u32) -> Option<char> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let after = stat.rsplit_once(") ")?.1;
    after.chars().next()
}

#[cfg(target_os = "linux")]
#[test]
fn nobody_loses_on_time_while_the_match_is_suspended() {
    let engines = ["a", "b"].map(|name| format!("name={name} {}", mock_text("slow", 4)));
    // Ctrl-Z and `fg` go to the whole group of the process.
    let child = std::os::unix::process::CommandExt::process_group(
        &mut Process::new(env!("CARGO_BIN_EXE_ringstack")),
        0,
    )
    .args(["match", "--random-plies", "0", "--rounds", "1"])
    .args(["--max-plies", "6", "--movetime", "2000"])
    .args(["--margin", "1000", "--no-result-check"])
    .args(["--engine", &engines[0], "--engine", &engines[1]])
    .stdout(Stdio::piped())
    .spawn()
    .expect("the program can be started");
    let send = |signal: &str| {
        let status = Process::new("kill")
            .args([
                format!("-{signal}"),
                "--".to_owned(),
                format!("-{}", child.id()),
            ])
            .status();
        assert!(status.expect("there is kill").success());
    };
    // The last two moves of a game take half a second each, those before nothing.
    std::thread::sleep(Duration::from_millis(400));
    send("TSTP");
    while state(child.id()) != Some('T') {
        std::thread::sleep(Duration::from_millis(5));
    }
    std::thread::sleep(Duration::from_millis(3500));
    send("CONT");
    let output = child.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("endings: max-plies 2"), "{text}");
}
