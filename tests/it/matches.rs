//! Complete matches from the command line: results, failures, interruptions and output. `match_files` tests
//! the files that they write.

use std::fs;
use std::io::{BufRead, BufReader};
#[cfg(unix)]
use std::process::Command;

use crate::arena::{mock_of, mock_text};
#[cfg(unix)]
use crate::program::{BINARY, send_signal, start, stop_ignoring_signals};
use crate::program::{Outcomes, folder, run, start_program, text};

/// Runs `ringstack match`; it may fail.
pub fn try_match(arguments: &[&str]) -> Outcomes {
    run(&[&["match"], arguments].concat(), "")
}

/// Runs `ringstack match`, checks whether it succeeds, and returns its standard output.
pub fn run_match(arguments: &[&str], succeeds: bool) -> String {
    let Outcomes { out, err, code } = try_match(arguments);
    assert_eq!(code == Some(0), succeeds, "{out}\n{err}");
    if succeeds { out } else { err }
}

/// A match of two games of four plies.
pub const FOUR_PLIES: [&str; 8] = [
    "--random-plies",
    "0",
    "--rounds",
    "1",
    "--nodes",
    "5",
    "--max-plies",
    "4",
];

/// A quick match. The search for balanced openings would take longer than its games.
pub const FAST: [&str; 13] = [
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
    "--unbalanced",
];

/// The arguments of a quick match, followed by `more`.
pub fn fast<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&FAST[..], more].concat()
}

/// The table, without the progress lines before it.
pub fn table(text: &str) -> &str {
    text.find("engine ").map_or(text, |at| &text[at..])
}

#[test]
fn merged_shards_equal_the_complete_match() {
    let folder = folder("shards");
    let path = |name: &str| folder.join(name).display().to_string();
    let whole = run_match(&FAST, true);
    let mut records = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let record = path(&format!("{}.jsonl", shard.replace('/', "-")));
        let arguments = fast(&["--shard", shard, "--record", &record]);
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
}

/// A shard does not see the games of the others, so it does not report the test.
#[test]
fn only_merge_reports_the_test_of_a_sharded_match() {
    let folder = folder("part-of-a-test");
    let record = folder.join("part.jsonl").display().to_string();
    let test = ["--sprt", "0", "100", "0.3", "0.3"];
    let part = fast(&[&["--shard", "1/2", "--record", &record], &test[..]].concat());
    let printed = run_match(&part, true);
    assert!(
        printed.contains("4/4  game ") && !printed.contains("SPRT"),
        "{printed}"
    );
    let merged = run_match(&["merge", &record], true);
    assert!(merged.contains("SPRT [0, 100]: LLR"), "{merged}");
}

#[test]
fn an_opening_must_be_shorter_than_the_game() {
    let folder = folder("long-openings");
    let openings = folder.join("openings").display().to_string();
    fs::write(&openings, "moves a1\nmoves a1 b1 c1\n").expect("access to the file");
    let with = |most| {
        let engines = ["--engine", "self", "--engine", "self", "--nodes", "5"];
        let terms = ["--rounds", "1", "--openings", &openings];
        try_match(&[&engines[..], &terms, &["--max-plies", most]].concat())
    };
    let Outcomes { err, code, .. } = with("3");
    assert_eq!(code, Some(1));
    let expected =
        format!("openings '{openings}': an opening has 3 plies: must be fewer than --max-plies 3");
    assert!(err.contains(&expected), "{err}");
    assert_eq!(with("4").code, Some(0));
}

#[test]
fn a_record_can_be_analyzed() {
    let folder = folder("analyze");
    let record = folder.join("match.jsonl").display().to_string();
    let arguments = fast(&["--max-plies", "8", "--record", &record]);
    run_match(&arguments, true);
    let text = text(&run(&["analyze", &record, "--nodes", "20"], ""));
    assert!(text.contains("   8 p2 "), "{text}");
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("result "))
            .count(),
        8
    );
}

#[test]
fn ringstack_as_an_external_engine_passes_the_suites() {
    let files = [
        "dvonn/rules.suite",
        "gipf/rulings.suite",
        "dvonn/refused.reject",
    ];
    for file in files.map(|file| format!("fixtures/{file}")) {
        text(&run(
            &["suite", "--engine", "self", "--perft-limit", "1000", &file],
            "",
        ));
    }
}

#[test]
fn an_engine_without_extensions_gets_only_queries_it_can_answer() {
    let folder = folder("suite");
    let file = folder.join("plain.suite").display().to_string();
    let text = "id a\nvariant dvonn\nturn p1\nresult none\ncount 3\nbest a1 b1\nnodes 5\n\n\
                id b\nvariant dvonn\nturn p2\navoid a1\nnodes 5\n";
    fs::write(&file, text).expect("access to the file");
    let engine = mock_of("no", 9, "none", "a1 b1");
    let outcomes = run(&["suite", "--engine", &engine, &file], "");
    let text = &outcomes.out;
    assert!(!outcomes.succeeds(), "{text}");
    assert!(text.contains("(b): the turn is p1, expected p2"), "{text}");
    assert!(text.contains("(b): the engine plays a1"), "{text}");
    assert!(
        text.contains("0 passed, 1 failed, 1 partly checked (1 fact skipped)"),
        "{text}"
    );
}

#[test]
fn a_failing_engine_loses_all_games_and_the_match_continues() {
    let folder = folder("failing");
    let log = folder.join("match.log").display().to_string();
    let faulty = format!("name=faulty {}", mock_text("crash", 0));
    let engines = ["--engine", "name=sound nodes=20 self", "--engine", &faulty];
    let limits = [
        "--unbalanced",
        "--nodes",
        "5",
        "--rounds",
        "2",
        "--log",
        &log,
    ];
    let arguments = [&engines[..], &limits].concat();
    let text = run_match(&arguments, true);
    assert!(text.contains("endings: crash 4"), "{text}");
    let record = folder.join("match.jsonl").display().to_string();
    let with_record = [&arguments[..], &["--strict", "--record", &record]].concat();
    for arguments in [&with_record[..], &["merge", "--strict", &record]] {
        let strict = try_match(arguments);
        assert_eq!(strict.code, Some(1), "{}", strict.err);
        assert!(strict.out.contains("endings: crash 4"), "{}", strict.out);
    }
    let log = fs::read_to_string(log).expect("the log");
    assert!(
        log.contains("faulty, crash, ended (exit status: 3)"),
        "{log}"
    );
    assert!(log.contains("> go nodes 5"), "{log}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search_for_openings() {
    stop_ignoring_signals();
    // Random openings this long are never this balanced.
    let rare = "match --game zertz-61 --random-plies 12 --balance 0 --rounds 1 --nodes 5";
    let engines = ["--engine", "name=one self", "--engine", "name=two self"];
    let mut program = Command::new(BINARY);
    program.args(rare.split(' ')).args(engines);
    let mut child = start(program.env("RUST_LOG", "ringstack_arena=debug"));
    let mut lines = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    // The search begins when both engines have been tried.
    let tried = |line: &Result<String, _>| line.as_ref().is_ok_and(|it| it.ends_with("> quit"));
    let both = lines.by_ref().filter(tried).take(2).count();
    assert_eq!(both, 2);
    send_signal("INT", child.id());
    let rest: Vec<String> = lines.map_while(Result::ok).collect();
    let last = rest.last().expect("a last line");
    assert!(
        last.contains("interrupted during the search for openings"),
        "{rest:?}"
    );
    assert_eq!(child.wait().expect("the process ends").code(), Some(130));
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_prints_the_table_and_how_to_resume() {
    stop_ignoring_signals();
    for (signal, code) in [("INT", 130), ("TERM", 143)] {
        let engines = ["no", "tired"].map(|kind| format!("name={kind} {}", mock_text(kind, 0)));
        let limits = ["--random-plies", "0", "--rounds", "2", "--nodes", "5"];
        let players = ["--engine", &engines[0], "--engine", &engines[1]];
        let mut child = start_program(&[&["match"], &limits[..], &players].concat());
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let first = lines.next().expect("a line").expect("text");
        assert!(first.starts_with("1/4  game 1: no - tired"), "{first}");
        // The second game does not end by itself.
        send_signal(signal, child.id());
        let rest: Vec<String> = lines.map_while(Result::ok).collect();
        let rest = rest.join("\n");
        assert!(rest.contains("endings: rules 1"), "{rest}");
        assert!(rest.contains("1 of 4 games played."), "{rest}");
        let words: Vec<&str> = rest.split_whitespace().collect();
        let flowing = words.join(" ");
        assert!(
            flowing.contains("with --record FILE can be continued"),
            "{rest}"
        );
        let status = child.wait().expect("the process ends");
        assert_eq!(status.code(), Some(code), "{rest}");
    }
}

#[test]
fn an_engine_that_keeps_failing_to_start_is_suspended_without_losing_games() {
    let folder = folder("paused");
    let path = |name: &str| folder.join(name).display().to_string();
    let (record, count, log) = (path("match.jsonl"), path("count"), path("match.log"));
    // The engine starts twice: for the check before the first game, and for the game.
    let fickle = format!(
        "name=fickle sh -c 'echo >> {count}; [ $(wc -l < {count}) -le 2 ] && exec \"$@\"; \
         echo no weights >&2; exit 4' sh {}",
        mock_text("crash", 0)
    );
    let engines = ["--engine", "name=sound nodes=20 self", "--engine", &fickle];
    let limits = ["--unbalanced", "--nodes", "5", "--rounds", "4"];
    let files = ["--record", &record, "--resume"];
    let arguments = [&engines[..], &limits, &files].concat();
    let Outcomes { out, err, code } = try_match(&arguments);
    assert_eq!(code, Some(1), "{out}{err}");
    assert!(out.contains("endings: crash 1\n"), "{out}");
    assert!(out.contains("game 2: not played: fickle, start, "), "{out}");
    assert!(
        out.contains("not played: 7 games, because fickle could not be started"),
        "{out}"
    );
    assert!(out.contains("no weights"), "{out}");
    assert!(
        out.contains("1 of 8 games played. The same command continues"),
        "{out}"
    );
    let starts = fs::read_to_string(&count).expect("access to the file");
    assert_eq!(starts.lines().count(), 5, "{out}");
    let log = fs::read_to_string(log).expect("the log");
    assert_eq!(log.matches("fickle, start, ").count(), 3, "{log}");
    assert!(log.contains("E no weights"), "{log}");
    // Only games that were played are recorded; the others are played once the engine starts again.
    let kept = fs::read_to_string(&record).expect("the record");
    assert_eq!(kept.matches("{\"id\":").count(), 1, "{kept}");
    fs::write(&count, "").expect("access to the file");
    let Outcomes { out, .. } = try_match(&arguments);
    assert!(out.contains("endings: crash 2\n"), "{out}");
}

#[test]
fn an_engine_that_does_not_start_is_logged() {
    let log = folder("grim").join("grim.log").display().to_string();
    let grim = format!("name=grim {}", mock_text("grim", 0));
    let engines = ["--engine", "self", "--engine", &grim];
    let refused = run_match(
        &[&engines[..], &["--nodes", "5", "--log", &log]].concat(),
        false,
    );
    assert!(refused.contains("weights.bin"), "{refused}");
    let log = fs::read_to_string(log).expect("the log");
    assert!(log.contains("E mock: no such file"), "{log}");
}

/// The weak engine sees itself lost long before the board shows it.
#[test]
fn an_engine_resigns_by_its_own_score() {
    let engines = [
        "--engine",
        "name=strong nodes=1000 self",
        "--engine",
        "nodes=10 self",
    ];
    let terms = ["--game", "dvonn", "--rounds", "1", "--unbalanced"];
    let text = run_match(
        &[&engines[..], &terms, &["--resign", "1", "1"]].concat(),
        true,
    );
    assert!(text.contains("endings: resignation 2"), "{text}");
}

#[test]
fn output_with_long_names_fits_into_80_columns() {
    let faulty = format!(
        "name='an engine with a very long name that goes on' {}",
        mock_text("crash", 0)
    );
    let other = "name='another engine with a very long name indeed' nodes=20 self";
    let rounds = ["--unbalanced", "--nodes", "5", "--rounds", "2"];
    let arguments = [&["--engine", other, "--engine", &faulty][..], &rounds].concat();
    let text = run_match(&arguments, true);
    let is_narrow = |line: &str| line.chars().count() <= 80;
    assert!(text.lines().all(is_narrow), "{text}");
    assert_eq!(text.matches("stderr: mock:").count(), 4, "{text}");
}

/// With one opening and fixed nodes the same two games are repeated.
#[test]
fn repeated_games_do_not_decide_the_test_and_end_the_match() {
    let engines = [
        "--engine",
        "name=a nodes=9 self",
        "--engine",
        "name=b nodes=5 self",
    ];
    let games = ["--random-plies", "0", "--rounds", "100", "--max-plies", "4"];
    let test = ["--sprt", "-100", "0", "0.05", "0.05", "--quiet"];
    let text = run_match(&[&engines[..], &games, &test].concat(), true);
    assert!(text.contains(": [0, 0, 1, 0, 0]\n"), "{text}");
    assert!(text.contains(", undecided\n"), "{text}");
    assert!(text.contains("identical games: 4"), "{text}");
    assert!(text.contains("The match ended early"), "{text}");
    // One pair gives no error estimate.
    assert!(!text.contains("+-") && text.contains("  -\n"), "{text}");
}

#[test]
fn more_timed_games_than_processors_cause_a_warning() {
    let engines = ["--engine", "self", "--engine", "self"];
    let warned = |pace: &[&str]| {
        let games = "--unbalanced --rounds 1 --max-plies 8 --concurrency 256";
        let games: Vec<&str> = games.split(' ').collect();
        try_match(&[&engines[..], &games, pace].concat())
            .err
            .contains("processors")
    };
    assert!(warned(&["--tc", "10+0.1"]));
    assert!(!warned(&["--nodes", "5"]));
}

#[test]
fn an_engine_that_exits_between_games_is_restarted() {
    let engines = ["no", "brief"].map(|kind| format!("name={kind} {}", mock_text(kind, 0)));
    let rounds = ["--random-plies", "0", "--rounds", "2", "--nodes", "5"];
    let players = ["--engine", &engines[0], "--engine", &engines[1]];
    let text = run_match(&[&rounds[..], &players].concat(), true);
    assert!(text.contains("endings: rules 4"), "{text}");
}

#[test]
fn malformed_lines_are_counted_in_the_report() {
    let engines = ["no", "sloppy"].map(|kind| format!("name={kind} {}", mock_text(kind, 0)));
    let players = ["--engine", &engines[0], "--engine", &engines[1]];
    let text = run_match(&[&FOUR_PLIES[..], &players].concat(), true);
    assert!(text.contains("endings: max-plies 2"), "{text}");
    // Three lines in the handshake and four with each of four moves.
    assert!(
        text.contains("sloppy: 19 lines ignored, at least in part"),
        "{text}"
    );
}
