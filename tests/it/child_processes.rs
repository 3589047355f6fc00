//! Engines that start processes of their own: nothing of them is left, whatever happens.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What takes longer never happens.
pub const HANGS: Duration = Duration::from_secs(300);

const ENGINE: &str = env!("CARGO_BIN_EXE_ringstack");

/// An engine that answers until it has to think; then it starts a process and waits for it.
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

/// Processes that are started from now on do not ignore these signals, whoever has started the tests: a
/// signal that is taken is not ignored by those who come after.
#[cfg(unix)]
pub fn heed_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag::register_conditional_default;
    use std::sync::atomic::AtomicBool;
    use std::sync::{Arc, Once};

    static HEEDED: Once = Once::new();
    HEEDED.call_once(|| {
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            let always = Arc::new(AtomicBool::new(true));
            register_conditional_default(signal, always).expect("a signal of the system");
        }
    });
}

/// A folder of this test with the stalling engine in it.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("children-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    fs::write(folder.join("stall.sh"), STALLING).expect("a file can be written");
    folder
}

/// A command whose processes carry the folder's name.
fn marked(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(ENGINE);
    command
        .args(arguments)
        .current_dir(folder)
        .env("MATCH_OF_TEST", folder)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// A match with the stalling engine.
fn stalled_match(folder: &Path, patience: &str) -> Command {
    let engines = ["match", "--engine", "sh stall.sh", "--engine", ENGINE];
    let limits = ["--rounds", "1", "--movetime", "20", "--patience", patience];
    marked(folder, &[&engines[..], &limits].concat())
}

/// A check of facts that waits for the stalling engine.
fn stalled_suite(folder: &Path) -> Command {
    let facts = "id a\nvariant dvonn\nbest a1\nnodes 5\n";
    fs::write(folder.join("facts.suite"), facts).expect("a file can be written");
    marked(folder, &["suite", "--engine", "sh stall.sh", "facts.suite"])
}

/// The command lines of the processes of a match that still run; the match carries the folder's name
/// in `MATCH_OF_TEST`.
pub fn left_over(folder: &Path) -> Vec<String> {
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
    while begun.elapsed() < HANGS {
        if left_over(folder).is_empty() {
            return;
        }
        sleep(Duration::from_millis(20));
    }
    panic!("still there: {:?}", left_over(folder));
}

#[test]
fn what_an_engine_has_started_ends_with_it() {
    let folder = folder("stall");
    // The patience is for the start too, and on a busy machine that may take long.
    let begun = ["1", "10", "100"].into_iter().any(|patience| {
        let status = stalled_match(&folder, patience).status();
        status.expect("it can be started").success()
    });
    assert!(begun, "the engines never start");
    let child = fs::read_to_string(folder.join("child")).expect("it has been started");
    assert!(child.trim().parse::<u32>().is_ok(), "{child}");
    assert_nothing_left(&folder);
}

#[test]
fn a_signal_ends_the_engines_too() {
    for signal in ["-INT", "-TERM"] {
        let folder = folder(signal);
        // The runner, both engines and the child of one of them.
        ends_with_its_engines(signal, &folder, stalled_match(&folder, "600"), 4);
    }
    let folder = folder("suite");
    ends_with_its_engines("-INT", &folder, stalled_suite(&folder), 3);
}

/// Sends the signal once so many processes are there, and looks for what is left.
fn ends_with_its_engines(signal: &str, folder: &Path, mut command: Command, processes: usize) {
    #[cfg(unix)]
    heed_signals();
    let mut runner = command.spawn().expect("it can be started");
    let begun = Instant::now();
    while left_over(folder).len() < processes {
        let ended = runner.try_wait().expect("it has been started");
        assert!(ended.is_none(), "it ends before: {ended:?}");
        assert!(begun.elapsed() < HANGS, "nothing begins");
        sleep(Duration::from_millis(20));
    }
    let process = runner.id().to_string();
    let sent = Command::new("kill").args([signal, &process]).status();
    assert!(sent.expect("kill can be started").success());
    assert!(!runner.wait().expect("it ends").success());
    assert_nothing_left(folder);
}

/// An engine that does something when it is to move, and never moves.
#[cfg(target_os = "linux")]
fn lurking(folder: &Path, act: &str) {
    let text = format!(
        "while read -r line; do\n    case $line in\n    ugi) echo ugiok ;;\n    isready) echo readyok ;;\n    \
         go*)\n        {act}\n        echo bestmove 0000\n        ;;\n    esac\ndone\n"
    );
    fs::write(folder.join("lurk.sh"), text).expect("a file can be written");
}

/// `nohup` and the shells that start something behind them mean what they say.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_to_be_ignored_is_ignored() {
    for signal in ["HUP", "INT"] {
        let folder = folder(&format!("ignored-{signal}"));
        lurking(&folder, &format!("kill -{signal} $PPID"));
        let ignored = format!("trap '' {signal}; exec \"$0\" \"$@\"");
        let output = Command::new("sh")
            .args(["-c", &ignored, ENGINE, "match", "--engine", "sh lurk.sh"])
            .args(["--engine", "name=other sh lurk.sh"])
            .args(["--rounds", "2", "--nodes", "5", "--no-result-check"])
            .current_dir(&folder)
            .stdin(Stdio::null())
            .output()
            .expect("it can be started");
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{signal}: {told}");
        assert!(told.contains("endings: illegal 4"), "{signal}: {told}");
    }
}

/// A build puts another program in the place of the one that runs.
#[cfg(target_os = "linux")]
#[test]
fn this_program_can_be_started_again_when_another_one_is_in_its_place() {
    let folder = folder("rebuilt");
    let place = folder.join("ringstack");
    fs::hard_link(ENGINE, &place).expect("a second name");
    // The other engine is killed during each game: the next one needs another, without penalty.
    let act = "cp ringstack new && mv new ringstack\n        \
               for child in $(cat /proc/$PPID/task/*/children); do\n            \
               [ \"$child\" = $$ ] || kill -9 \"$child\"\n        done";
    lurking(&folder, act);
    let output = Command::new(&place)
        .args(["match", "--engine", "sh lurk.sh", "--engine", "self"])
        .args(["--rounds", "3", "--nodes", "5", "--no-result-check"])
        .current_dir(&folder)
        .stdin(Stdio::null())
        .output()
        .expect("it can be started");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}");
    assert!(told.contains("6/6  game 6: "), "{told}");
    assert!(told.contains("endings: illegal 6"), "{told}");
}
