//! Engines that start child processes, which `/proc` lists: all of them end, however the match ends.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::arena::mock_text;
use crate::program::{self, BINARY, send_signal, stop_ignoring_signals, text, words};

/// Something that takes longer is treated as a hang.
const HANG_TIME: Duration = Duration::from_secs(300);

/// An engine that answers until it must search; then it starts a process and waits for it.
const STALLING: &str = "#!/bin/sh
while read -r line; do
    case $line in
    ugi) echo ugiok ;;
    isready) echo readyok ;;
    go*)
        sleep 600 &
        echo $! > child
        wait
        ;;
    esac
done
";

/// Creates a folder for this test that contains the stalling engine.
fn folder(name: &str) -> PathBuf {
    let folder = program::folder(&format!("children-{name}"));
    fs::write(folder.join("stall.sh"), STALLING).expect("can write a file");
    folder
}

/// A command whose processes have the folder's name in `MATCH_OF_TEST`.
fn marked(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(BINARY);
    command
        .args(words(line))
        .current_dir(folder)
        .env("MATCH_OF_TEST", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// A match with the stalling engine.
fn stalled_match(folder: &Path, timeout: &str) -> Command {
    let limits = format!("--rounds 1 --movetime 20 --timeout {timeout}");
    let line = format!("match --unbalanced --engine 'sh stall.sh' --engine {BINARY} {limits}");
    marked(folder, &line)
}

/// A suite that waits for the stalling engine.
fn stalled_suite(folder: &Path) -> Command {
    let facts = "id a\nvariant dvonn\nbest a1\nnodes 5\n";
    fs::write(folder.join("facts.suite"), facts).expect("can write a file");
    marked(folder, "suite --engine 'sh stall.sh' facts.suite")
}

/// The command lines of the running processes of a match, found by the folder's name in `MATCH_OF_TEST`.
fn left_over(folder: &Path) -> Vec<String> {
    let mark = format!("MATCH_OF_TEST={}\0", folder.display());
    let processes = fs::read_dir("/proc").into_iter().flatten().flatten();
    let mine = processes.filter(|process| {
        let environment = fs::read(process.path().join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&environment).contains(&mark)
    });
    let command = |path: PathBuf| fs::read(path.join("cmdline")).unwrap_or_default();
    mine.map(|process| String::from_utf8_lossy(&command(process.path())).into_owned())
        .collect()
}

fn assert_nothing_left(folder: &Path) {
    let begun = Instant::now();
    while begun.elapsed() < HANG_TIME {
        if left_over(folder).is_empty() {
            return;
        }
        sleep(Duration::from_millis(20));
    }
    panic!("still running: {:?}", left_over(folder));
}

#[test]
fn a_child_process_of_an_engine_ends_with_it() {
    let folder = folder("stall");
    // The timeout also applies to the start, which may take long on a busy machine.
    let begun = ["1", "10", "100"].into_iter().any(|timeout| {
        let status = stalled_match(&folder, timeout).status();
        status.expect("the program starts").success()
    });
    assert!(begun, "the engines do not start");
    let child = fs::read_to_string(folder.join("child")).expect("a child process");
    assert!(child.trim().parse::<u32>().is_ok(), "{child}");
    assert_nothing_left(&folder);
}

#[test]
fn a_signal_ends_the_engines_too() {
    for signal in ["INT", "TERM"] {
        let folder = folder(signal);
        // The runner, both engines and the child process of one engine.
        assert_ends_with_its_engines(signal, &folder, stalled_match(&folder, "600"), 4);
    }
    let folder = folder("suite");
    assert_ends_with_its_engines("INT", &folder, stalled_suite(&folder), 3);
}

/// Sends the signal once this many processes run and checks that all of them end.
fn assert_ends_with_its_engines(
    signal: &str,
    folder: &Path,
    mut command: Command,
    processes: usize,
) {
    stop_ignoring_signals();
    let mut runner = command.spawn().expect("the program starts");
    let begun = Instant::now();
    while left_over(folder).len() < processes {
        let ended = runner.try_wait().expect("a child process");
        assert!(ended.is_none(), "the runner ended early: {ended:?}");
        assert!(begun.elapsed() < HANG_TIME, "the processes do not start");
        sleep(Duration::from_millis(20));
    }
    send_signal(signal, runner.id());
    assert!(!runner.wait().expect("the process ends").success());
    assert_nothing_left(folder);
}

/// An engine that performs an action when it should move, and never moves.
fn write_non_moving_engine(folder: &Path, action: &str) {
    let text = format!(
        "while read -r line; do\n    case $line in\n    ugi) echo ugiok ;;\n    isready) echo readyok ;;\n    \
         go*)\n        {action}\n        echo bestmove 0000\n        ;;\n    esac\ndone\n"
    );
    fs::write(folder.join("lurk.sh"), text).expect("can write a file");
}

/// What a match of that engine against another one prints.
fn play_against_lurk(mut program: Command, folder: &Path, other: &str, rounds: u32) -> String {
    let line = format!(
        "match --engine 'sh lurk.sh' --engine '{other}' --rounds {rounds} --nodes 5 --no-result-check --unbalanced"
    );
    let output = program.args(words(&line)).current_dir(folder).output();
    text(&output.expect("the program starts").into())
}

/// `nohup` and shells that start background jobs rely on ignored signals.
#[test]
fn an_ignored_signal_stays_ignored() {
    for signal in ["HUP", "INT"] {
        let folder = folder(&format!("ignored-{signal}"));
        write_non_moving_engine(&folder, &format!("kill -{signal} $PPID"));
        let ignored = format!("trap '' {signal}; exec \"$0\" \"$@\"");
        let mut shell = Command::new("sh");
        shell.args(["-c", &ignored, BINARY]);
        let printed = play_against_lurk(shell, &folder, "name=other sh lurk.sh", 2);
        assert!(
            printed.contains("endings: illegal 4"),
            "{signal}: {printed}"
        );
    }
}

/// A build may replace the running program.
#[test]
fn self_can_be_started_again_after_its_file_was_replaced() {
    let folder = folder("rebuilt");
    let place = folder.join("ringstack");
    fs::hard_link(BINARY, &place).expect("a second name");
    // The other engine is killed during each game, so that each further game starts `self` again.
    let action = "cp ringstack new && mv new ringstack\n        \
               for child in $(cat /proc/$PPID/task/*/children); do\n            \
               [ \"$child\" = $$ ] || kill -9 \"$child\"\n        done";
    write_non_moving_engine(&folder, action);
    let printed = play_against_lurk(Command::new(&place), &folder, "self", 3);
    assert!(printed.contains("6/6  game 6: "), "{printed}");
    assert!(printed.contains("endings: illegal 6"), "{printed}");
}

#[test]
fn a_game_during_which_the_program_was_stopped_is_replayed() {
    let engines =
        ["a", "b"].map(|name| format!("--engine \"name={name} {}\"", mock_text("slow", 4)));
    let limits =
        "--random-plies 0 --rounds 1 --max-plies 6 --movetime 2000 --margin 1000 --no-result-check";
    let mark = Path::new("paused");
    let mut child = Command::new(BINARY)
        .args(words(&format!("match {} {limits}", engines.join(" "))))
        .env("MATCH_OF_TEST", mark)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The last two moves of a game take half a second each, the earlier ones almost no time.
    let begun = Instant::now();
    let is_slow = |command: &String| command.starts_with("sleep");
    while !left_over(mark).iter().any(is_slow) {
        let ended = child.try_wait().expect("a child process");
        assert!(ended.is_none(), "the match ended early: {ended:?}");
        assert!(begun.elapsed() < HANG_TIME, "the slow move does not come");
        sleep(Duration::from_millis(5));
    }
    send_signal("STOP", child.id());
    sleep(Duration::from_millis(3500));
    send_signal("CONT", child.id());
    let text = text(&program::end(child));
    assert!(text.contains("endings: max-plies 2"), "{text}");
    assert!(text.contains("void and replayed: 1 game,"), "{text}");
}
