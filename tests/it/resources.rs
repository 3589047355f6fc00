//! The binary with scarce resources: little memory, a full disk, closed streams; and with input that asks
//! for too much.

use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::play::state;
use ringstack_engine::search::max_threads;

use crate::program::{BINARY, Outcomes, call, feed, start, talk, words};
use crate::time_bounds::assert_answers_within;

fn count(output: &Outcomes, prefix: &str) -> usize {
    let lines = output.out.lines();
    lines.filter(|line| line.starts_with(prefix)).count()
}

/// The binary with a limited address space; not all systems support this.
#[cfg(target_os = "linux")]
fn limited(kibibytes: u32) -> Command {
    let mut command = Command::new("sh");
    let script = format!("ulimit -v {kibibytes} && exec \"$0\" \"$@\"");
    command.args(["-c", &script, BINARY]);
    command
}

/// The numbers after a key in `info` lines.
#[cfg(target_os = "linux")]
fn numbers(output: &Outcomes, key: &str) -> Vec<u64> {
    let lines = output.out.lines();
    let found = lines.filter_map(|line| line.split_once(&format!(" {key} ")));
    let words = found.filter_map(|(_, rest)| rest.split(' ').next());
    words.filter_map(|word| word.parse().ok()).collect()
}

#[test]
#[cfg(target_os = "linux")]
fn a_table_that_cannot_be_allocated_is_an_error_and_the_search_still_works() {
    let input = "setoption name Hash value 4096\nisready\ngo nodes 60000\nwait\n";
    let output = talk(&mut limited(900_000), input);
    assert!(output.succeeds(), "{output:?}");
    let refused = "info string error no-memory: ";
    assert_eq!(count(&output, refused), 1, "{output:?}");
    assert_eq!(count(&output, "readyok"), 1, "{output:?}");
    assert_eq!(count(&output, "bestmove "), 1, "{output:?}");
    let nodes = numbers(&output, "nodes").into_iter().max();
    assert!(nodes >= Some(60_000), "{output:?}");
    // The table keeps its default size: this many nodes would fill a fifth of the smallest one.
    let full = numbers(&output, "hashfull").into_iter().max();
    assert!(full.is_some_and(|most| most < 60), "{output:?}");
}

/// Without memory for the default table, the engine takes a smaller one; without memory for any, it refuses to
/// search. Without memory for a thread, the message names it.
#[test]
#[cfg(target_os = "linux")]
fn a_start_with_little_memory_is_answered() {
    let (mut named, mut refused, mut smaller) = (0, 0, 0);
    for kibibytes in (8_000..400_000).step_by(1000) {
        let output = talk(&mut limited(kibibytes), "go nodes 300\nwait\n");
        named += usize::from(output.err.contains("cannot start the thread '"));
        if !output.succeeds() {
            continue;
        }
        let errors = count(&output, "info string error no-memory: ");
        assert_eq!(
            count(&output, "bestmove "),
            1,
            "{kibibytes} KiB: {output:?}"
        );
        if count(&output, "bestmove 0000") == 1 {
            assert_eq!(errors, 1, "{kibibytes} KiB: {output:?}");
            refused += 1;
            continue;
        }
        let nodes = numbers(&output, "nodes").into_iter().max();
        assert!(nodes >= Some(300), "{kibibytes} KiB: {output:?}");
        smaller += errors;
        if errors == 0 {
            break;
        }
    }
    let seen = [named, refused, smaller];
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

/// With too little memory a search is complete or the process fails; it never reports a move without a search.
#[test]
#[cfg(target_os = "linux")]
fn little_memory_gives_no_false_results() {
    let bench = ["bench", "2", "--game", "diaballik"];
    let nodes = |output: &Outcomes| {
        let total = output.out.lines().last().unwrap_or_default();
        total.split(' ').next().unwrap_or_default().to_owned()
    };
    let whole = talk(Command::new(BINARY).args(bench), "");
    let analyze = ["analyze", "--nodes", "300", "-"];
    let game = "dvonn startpos moves c3 d3\n";
    let analyzed = talk(Command::new(BINARY).args(analyze), game);
    for kibibytes in [30_000, 60_000, 90_000, 115_000, 200_000] {
        let output = talk(limited(kibibytes).args(bench), "");
        if output.succeeds() {
            assert_eq!(nodes(&output), nodes(&whole), "{kibibytes} KiB: {output:?}");
        }
        let output = talk(limited(kibibytes).args(analyze), game);
        if output.succeeds() {
            assert_eq!(output.out, analyzed.out, "{kibibytes} KiB");
        }
        let input = "setoption name Threads value 4\ngo nodes 3000\nwait\n";
        let output = talk(&mut limited(kibibytes), input);
        if count(&output, "bestmove 0000") == 0 && count(&output, "bestmove ") > 0 {
            let nodes = numbers(&output, "nodes").into_iter().max();
            assert!(nodes >= Some(3_000), "{kibibytes} KiB: {output:?}");
        } else if output.succeeds() {
            let refused = count(&output, "info string error no-memory: ");
            assert_eq!(refused, 1, "{kibibytes} KiB: {output:?}");
        }
    }
}

/// A position of GIPF with 12,532,447 legal moves.
#[cfg(target_os = "linux")]
const CROSSING_ROWS: &str = "setoption name Game value gipf-tournament\n\
    position fen B3/1W3/2W3/BWWWWWB/3W2/3W1/3B 0G 10G w\n";

/// The binary with little memory and limited processor time, which does not depend on other processes.
#[cfg(target_os = "linux")]
fn with_little_memory_and_time(seconds: u32) -> Command {
    let mut command = Command::new("sh");
    let script = format!("ulimit -v 800000 && ulimit -t {seconds} && exec \"$0\" \"$@\"");
    command.args(["-c", &script, BINARY]);
    command
}

#[test]
#[cfg(target_os = "linux")]
fn a_search_with_millions_of_legal_moves_needs_little_time_and_memory() {
    // The second position has no immediate win.
    let input = format!(
        "{CROSSING_ROWS}go movetime 100\nwait\ngo nodes 1000\nwait\n\
        position fen B3/1W1B1/2W3/BWWWWWB/1B1W2/3W1/1B1B 0G 4G w\n\
        go movetime 100\nwait\ngo nodes 1000\nwait\nquery islegal f8-f7\n"
    );
    let output = talk(&mut with_little_memory_and_time(4), &input);
    assert!(output.succeeds(), "{output:?}");
    assert_eq!(count(&output, "bestmove "), 4, "{output:?}");
    assert_eq!(count(&output, "info string error"), 0, "{output:?}");
    assert_eq!(count(&output, "response false"), 1, "{output:?}");
    // The last search is the one with a node limit.
    let nodes = numbers(&output, "nodes");
    assert!(
        nodes.last().is_some_and(|&nodes| nodes <= 1000),
        "{nodes:?}"
    );
}

#[test]
#[cfg(target_os = "linux")]
fn millions_of_legal_moves_are_counted_without_storing_them() {
    let input = format!("{CROSSING_ROWS}query legalmoves\ngo perft 1\nwait\nd\n");
    let output = talk(&mut with_little_memory_and_time(30), &input);
    assert!(output.succeeds(), "{output:?}");
    assert_eq!(count(&output, "response 12532447"), 1);
    assert_eq!(count(&output, "Nodes searched: 12532447"), 1);
    assert_eq!(count(&output, "Legal moves: 12532447"), 1);
    assert!(output.out.len() < 10_000, "{}", output.out.len());
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_ends_the_log_and_a_full_output_ends_the_engine() {
    let input = "setoption name LogFile value /dev/full\nisready\nquery p1turn\n";
    let output = talk(&mut Command::new(BINARY), input);
    let lines: Vec<&str> = output.out.lines().collect();
    let [error, "readyok", "response true"] = lines[..] else {
        panic!("{lines:?}");
    };
    let start = "info string error bad-option: LogFile '/dev/full': ";
    assert!(error.starts_with(start), "{error}");
    assert_eq!(output.code, Some(0));
    let output = into_full("ugi", "isready\n");
    assert_eq!(output.code, Some(1));
    let message = "ringstack: cannot write standard output: No space left on device";
    assert!(output.err.starts_with(message), "{output:?}");
}

/// Runs the binary with its output on a full disk.
#[cfg(target_os = "linux")]
fn into_full(line: &str, input: &str) -> Outcomes {
    let full = File::options().write(true).open("/dev/full");
    let mut program = Command::new(BINARY);
    program.args(words(line)).stdin(Stdio::piped());
    program.stdout(full.expect("the device exists"));
    program.stderr(Stdio::piped());
    feed(program.spawn().expect("the program starts"), input)
}

/// Every command that prints reports a failed write and fails.
#[test]
#[cfg(target_os = "linux")]
fn every_command_reports_a_full_output() {
    let match_of_self = format!(
        "match {} --engine self --engine self",
        crate::matches::FOUR_PLIES
    );
    let game = "dvonn startpos moves f3 c2\n";
    for (line, input) in [
        ("perft 1", ""),
        ("show", ""),
        ("show --svg -", ""),
        ("man", ""),
        ("completions bash", ""),
        ("play", "quit\n"),
        ("ugi", "isready\n"),
        ("suite fixtures/dvonn/rules.suite", ""),
        ("convert --to pgn -", game),
        ("analyze --nodes 10 -", game),
        ("bench 1 --game diaballik", ""),
        (&match_of_self, ""),
        ("--help", ""),
        ("match --help", ""),
    ] {
        let output = into_full(line, input);
        let message = &output.err;
        assert_eq!(output.code, Some(1), "{line}: {message}");
        assert!(message.contains("cannot write"), "{line}: {message}");
        assert!(message.contains("No space left"), "{line}: {message}");
    }
}

/// Runs the binary with a closed standard error.
fn run_with_closed_stderr(arguments: &[&str], input: &str) -> (Option<i32>, String) {
    let mut command = Command::new(BINARY);
    let mut child = start(command.args(arguments).env("RUST_LOG", "debug"));
    drop(child.stderr.take());
    let Outcomes { out, code, .. } = feed(child, input);
    (code, out)
}

#[test]
fn a_closed_standard_error_changes_nothing() {
    let (code, printed) = run_with_closed_stderr(&[], "nonsense\ngo depth 1\nwait\nquery p1turn\n");
    assert_eq!(code, Some(0));
    assert!(printed.contains("bestmove ") && printed.ends_with("response true\n"));
    let (code, printed) = run_with_closed_stderr(&["perft", "2", "--fen", "nonsense"], "");
    assert_eq!((code, printed.as_str()), (Some(2), ""));
}

#[test]
fn a_line_with_a_million_tokens_is_too_long() {
    let moves = "a1 ".repeat(1_000_000);
    let input = format!("moves {moves}\nposition startpos moves {moves}\nquery p1turn\n");
    let output = talk(&mut Command::new(BINARY), &input);
    assert_eq!(count(&output, "info string error line-too-long: "), 2);
    assert_eq!(count(&output, ""), 3);
}

/// A game in which both sides only move back and forth without repetition, and its last FEN.
fn endless_game(plies: usize) -> (Vec<String>, String) {
    let mut state = state::open("diaballik").expect("one of our games");
    let mut source = SplitMix(3);
    let mut moves = Vec::new();
    while moves.len() < plies {
        let (file, rank) = (source.below(7), source.below(7));
        let (to_file, to_rank) = match source.below(4) {
            0 => (file + 1, rank),
            1 => (file, rank + 1),
            2 => (file.wrapping_sub(1), rank),
            _ => (file, rank.wrapping_sub(1)),
        };
        if to_file > 6 || to_rank > 6 {
            continue;
        }
        let name = |file: usize, rank| format!("{}{}", char::from(b'a' + file as u8), rank + 1);
        let token = name(file, rank) + &name(to_file, to_rank);
        if state.play(std::slice::from_ref(&token)).is_err() {
            continue;
        }
        if state.outcome().is_some() {
            state.undo(1).expect("the move was just played");
        } else {
            moves.push(token);
        }
    }
    (moves, state.fen())
}

#[test]
fn a_game_of_a_quarter_mebibyte_is_played_and_undone_quickly() {
    // A token and a space take five bytes.
    let plies = ((1 << 18) - "position startpos moves".len()) / 5;
    let (moves, fen) = endless_game(plies);
    let moves = moves.join(" ");
    let input = format!(
        "position startpos moves {moves}\nquery fen\ngo movetime 50\nwait\nundo 1000000\nundo {plies}\n\
        query fen\nmoves {moves} a1a1\nquery fen\nundo 1\n"
    );
    let mut last_output = None;
    // It takes 3 seconds on a slow processor; quadratic time would be many minutes.
    assert_answers_within(Duration::from_secs(30), || {
        let begun = Instant::now();
        last_output = Some(talk(
            Command::new(BINARY).args(["--game", "diaballik"]),
            &input,
        ));
        begun.elapsed()
    });
    let output = last_output.expect("an answer");
    let lines = output.out.lines();
    let answers: Vec<&str> = lines
        .filter(|line| !line.starts_with("info depth"))
        .collect();
    let first = "response bbbBbbb/7/7/7/7/7/wwwWwww w";
    assert_eq!(answers[0], format!("response {fen}"));
    assert!(answers[1].starts_with("bestmove "));
    assert!(answers[2].starts_with("info string error bad-argument: undo '1000000': "));
    assert!(answers[2].contains(&plies.to_string()));
    assert_eq!(answers[3], first);
    let refused = format!("info string error illegal-move: ply {}: ", plies + 1);
    assert!(answers[4].starts_with(&refused));
    assert_eq!(answers[5], first);
    assert!(answers[6].starts_with("info string error bad-argument: undo '1': "));
}

#[test]
fn a_pipe_is_refused_as_a_log() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let fifo = folder.join(format!("log-{}", std::process::id()));
    let fifo = fifo.display().to_string();
    call("mkfifo", &[&fifo]);
    let output = talk(
        &mut Command::new(BINARY),
        &format!("setoption name LogFile value {fifo}\nisready\n"),
    );
    assert_eq!(count(&output, "info string error bad-option: LogFile"), 1);
    assert_eq!(count(&output, "readyok"), 1);
}

#[test]
fn many_threads_search_and_answer() {
    let input = "setoption name Threads value 256\nisready\ngo movetime 600\nwait\n";
    let output = talk(&mut Command::new(BINARY), input);
    assert_eq!(count(&output, "bestmove "), 1, "{output:?}");
    assert_eq!(count(&output, "info string error"), 0, "{output:?}");
    let warnings = count(&output, "info string Threads 256: ");
    assert_eq!(warnings, usize::from(max_threads() < 256), "{output:?}");
}

/// The log would be read as commands or mixed with the answers.
#[test]
fn the_log_cannot_be_the_file_of_the_input_or_output() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let place = |name: &str| folder.join(format!("{name}-{}", std::process::id()));
    let (read, written) = (place("read"), place("written"));
    for (file, stream) in [(&written, "output"), (&read, "input")] {
        let name = file.display();
        let input = format!("setoption name LogFile value {name}\nquery fen\n");
        fs::write(&read, &input).expect("access to the file");
        let open = |path| {
            File::options()
                .read(true)
                .append(true)
                .create(true)
                .open(path)
        };
        let status = Command::new(BINARY)
            .stdin(open(&read).expect("access to the file"))
            .stdout(open(&written).expect("access to the file"))
            .status();
        assert!(status.expect("the program starts").success());
        assert_eq!(fs::read_to_string(&read).expect("text"), input);
        let answer = fs::read_to_string(&written).expect("text");
        let lines: Vec<&str> = answer.lines().collect();
        assert_eq!(lines.len(), 2, "{answer}");
        let stream = format!("standard {stream}");
        assert!(lines[0].contains(&stream), "{answer}");
        assert!(lines[1].starts_with("response "), "{answer}");
        fs::remove_file(&written).expect("access to the file");
    }
    fs::remove_file(&read).expect("access to the file");
}
