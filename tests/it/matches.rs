//! Complete matches from the command line: results, failures, interruptions and output. `match_files` tests
//! the files that they write.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command};

use crate::arena::{mock_of, mock_text};
use crate::program::{BINARY, Outcomes, end, folder, run, start, talk, text, words};
#[cfg(unix)]
use crate::program::{send_signal, stop_ignoring_signals};

/// Runs `ringstack match` with this rest of the command line; it may fail.
pub fn try_match(line: &str) -> Outcomes {
    end(start_match(line))
}

/// Starts `ringstack match`; its streams are pipes.
pub fn start_match(line: &str) -> Child {
    start(Command::new(BINARY).arg("match").args(words(line)))
}

/// Runs `ringstack match`, checks whether it succeeds, and returns its standard output or else its errors.
pub fn run_match(line: &str, succeeds: bool) -> String {
    let Outcomes { out, err, code } = try_match(line);
    assert_eq!(code == Some(0), succeeds, "{out}\n{err}");
    if succeeds { out } else { err }
}

/// A match of two games of four plies.
pub const FOUR_PLIES: &str = "--random-plies 0 --rounds 1 --nodes 5 --max-plies 4";

/// A quick match. The search for balanced openings would take longer than its games.
pub const FAST: &str = "--game dvonn --engine 'name=a nodes=60 self' --engine 'name=b nodes=20 self' --rounds 4 \
    --concurrency 2 --seed 5 --unbalanced";

/// The command line of a quick match, followed by `more`.
pub fn fast(more: &str) -> String {
    format!("{FAST} {more}")
}

/// Two scripted engines that fail in these ways, as options of a match.
fn mocks(failures: [&str; 2]) -> String {
    failures
        .map(|kind| format!("--engine \"name={kind} {}\"", mock_text(kind, 0)))
        .join(" ")
}

/// The table, without the progress lines before it.
pub fn table(text: &str) -> &str {
    text.find("engine ").map_or(text, |at| &text[at..])
}

#[test]
fn merged_shards_equal_the_complete_match() {
    let folder = folder("shards");
    let path = |name: &str| folder.join(name).display().to_string();
    let whole = run_match(FAST, true);
    let mut records = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let record = path(&format!("{}.jsonl", shard.replace('/', "-")));
        run_match(&fast(&format!("--shard {shard} --record {record}")), true);
        records.push(record);
    }
    let merged = run_match(&format!("merge {}", records.join(" ")), true);
    assert_eq!(table(&merged), table(&whole));
    assert!(
        merged.starts_with("8 of 8 games from 3 records"),
        "{merged}"
    );
    let twice = run_match(&format!("merge {0} {0}", records[0]), false);
    assert!(twice.contains("already been counted"), "{twice}");
}

/// A shard does not see the games of the others, so it does not report the test.
#[test]
fn only_merge_reports_the_test_of_a_sharded_match() {
    let folder = folder("part-of-a-test");
    let record = folder.join("part.jsonl").display().to_string();
    let part = format!("--shard 1/2 --record {record} --sprt 0 100 0.3 0.3");
    let printed = run_match(&fast(&part), true);
    assert!(
        printed.contains("4/4  game ") && !printed.contains("SPRT"),
        "{printed}"
    );
    let merged = run_match(&format!("merge {record}"), true);
    assert!(merged.contains("SPRT [0, 100]: LLR"), "{merged}");
}

#[test]
fn an_opening_must_be_shorter_than_the_game() {
    let folder = folder("long-openings");
    let openings = folder.join("openings").display().to_string();
    fs::write(&openings, "moves a1\nmoves a1 b1 c1\n").expect("access to the file");
    let with = |most| {
        try_match(&format!(
            "--engine self --engine self --nodes 5 --rounds 1 --openings {openings} --max-plies {most}"
        ))
    };
    let Outcomes { err, code, .. } = with(3);
    assert_eq!(code, Some(1));
    let expected =
        format!("openings '{openings}': an opening has 3 plies: must be fewer than --max-plies 3");
    assert!(err.contains(&expected), "{err}");
    assert_eq!(with(4).code, Some(0));
}

#[test]
fn a_record_can_be_analyzed() {
    let folder = folder("analyze");
    let record = folder.join("match.jsonl").display().to_string();
    run_match(&fast(&format!("--max-plies 8 --record {record}")), true);
    let text = text(&run(&["analyze", &record, "--nodes", "20"], ""));
    assert!(text.contains("   8 p2 "), "{text}");
    assert_eq!(text.matches("\nresult ").count(), 8, "{text}");
}

#[test]
fn ringstack_as_an_external_engine_passes_the_suites() {
    for file in [
        "dvonn/rules.suite",
        "gipf/rulings.suite",
        "dvonn/refused.reject",
    ] {
        let file = format!("fixtures/{file}");
        let limit = ["--perft-limit", "1000", &file];
        text(&run(
            &[&["suite", "--engine", "self"], &limit[..]].concat(),
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
    let line = format!(
        "--engine 'name=sound nodes=20 self' --engine \"name=faulty {}\" --unbalanced --nodes 5 --rounds 2 \
         --log {log}",
        mock_text("crash", 0)
    );
    let text = run_match(&line, true);
    assert!(text.contains("endings: crash 4"), "{text}");
    let record = folder.join("match.jsonl").display().to_string();
    let with_record = format!("{line} --strict --record {record}");
    for line in [with_record, format!("merge --strict {record}")] {
        let strict = try_match(&line);
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
    let rare = "match --game zertz-61 --random-plies 12 --balance 0 --rounds 1 --nodes 5 \
                --engine 'name=one self' --engine 'name=two self'";
    let mut program = Command::new(BINARY);
    program.args(words(rare));
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
        let players = mocks(["no", "tired"]);
        let limits = "--random-plies 0 --rounds 2 --nodes 5";
        let mut child = start_match(&format!("{players} {limits}"));
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let first = lines.next().expect("a line").expect("text");
        assert!(first.starts_with("1/4  game 1: no - tired"), "{first}");
        // The second game does not end by itself.
        send_signal(signal, child.id());
        let rest: Vec<String> = lines.map_while(Result::ok).collect();
        let rest = rest.join("\n");
        assert!(rest.contains("endings: rules 1"), "{rest}");
        assert!(rest.contains("1 of 4 games played."), "{rest}");
        let flowing = rest.split_whitespace().collect::<Vec<_>>().join(" ");
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
    let line = format!(
        "match --engine 'name=sound nodes=20 self' --unbalanced --nodes 5 --rounds 4 --record {record} --resume"
    );
    let play = || {
        let mut program = Command::new(BINARY);
        talk(program.args(words(&line)).args(["--engine", &fickle]), "")
    };
    let Outcomes { out, err, code } = play();
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
    let Outcomes { out, .. } = play();
    assert!(out.contains("endings: crash 2\n"), "{out}");
}

#[test]
fn an_engine_that_does_not_start_is_logged() {
    let log = folder("grim").join("grim.log").display().to_string();
    let grim = mock_text("grim", 0);
    let line = format!("--engine self --engine \"name=grim {grim}\" --nodes 5 --log {log}");
    let refused = run_match(&line, false);
    assert!(refused.contains("weights.bin"), "{refused}");
    let log = fs::read_to_string(log).expect("the log");
    assert!(log.contains("E mock: no such file"), "{log}");
}

/// The weak engine sees itself lost long before the board shows it.
#[test]
fn an_engine_resigns_by_its_own_score() {
    let engines = "--engine 'name=strong nodes=1000 self' --engine 'nodes=10 self'";
    let terms = "--game dvonn --rounds 1 --unbalanced --resign 1 1";
    let text = run_match(&format!("{engines} {terms}"), true);
    assert!(text.contains("endings: resignation 2"), "{text}");
}

#[test]
fn output_with_long_names_fits_into_80_columns() {
    let faulty = mock_text("crash", 0);
    let line = format!(
        "--engine \"name='an engine with a very long name that goes on' {faulty}\" \
         --engine \"name='another engine with a very long name indeed' nodes=20 self\" \
         --unbalanced --nodes 5 --rounds 2"
    );
    let text = run_match(&line, true);
    let is_narrow = |line: &str| line.chars().count() <= 80;
    assert!(text.lines().all(is_narrow), "{text}");
    assert_eq!(text.matches("stderr: mock:").count(), 4, "{text}");
}

/// With one opening and fixed nodes the same two games are repeated.
#[test]
fn repeated_games_do_not_decide_the_test_and_end_the_match() {
    let engines = "--engine 'name=a nodes=9 self' --engine 'name=b nodes=5 self'";
    let games = "--random-plies 0 --rounds 100 --max-plies 4 --sprt -100 0 0.05 0.05 --quiet";
    let text = run_match(&format!("{engines} {games}"), true);
    assert!(text.contains(": [0, 0, 1, 0, 0]\n"), "{text}");
    assert!(text.contains(", undecided\n"), "{text}");
    assert!(text.contains("identical games: 4"), "{text}");
    assert!(text.contains("The match ended early"), "{text}");
    // One pair gives no error estimate.
    assert!(!text.contains("+-") && text.contains("  -\n"), "{text}");
}

#[test]
fn more_timed_games_than_processors_cause_a_warning() {
    let games =
        "--engine self --engine self --unbalanced --rounds 1 --max-plies 8 --concurrency 256";
    let warned = |limit| {
        try_match(&format!("{games} {limit}"))
            .err
            .contains("processors")
    };
    assert!(warned("--tc 10+0.1"));
    assert!(!warned("--nodes 5"));
}

#[test]
fn an_engine_that_exits_between_games_is_restarted() {
    let players = mocks(["no", "brief"]);
    let text = run_match(
        &format!("{players} --random-plies 0 --rounds 2 --nodes 5"),
        true,
    );
    assert!(text.contains("endings: rules 4"), "{text}");
}

#[test]
fn malformed_lines_are_counted_in_the_report() {
    let players = mocks(["no", "sloppy"]);
    let text = run_match(&format!("{players} {FOUR_PLIES}"), true);
    assert!(text.contains("endings: max-plies 2"), "{text}");
    // Three lines in the handshake and four with each of four moves.
    assert!(
        text.contains("sloppy: 19 lines ignored, at least in part"),
        "{text}"
    );
}
