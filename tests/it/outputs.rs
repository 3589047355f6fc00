//! The output of `convert` and `analyze`: incomplete output does not replace a file.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{BINARY, Outcomes, end, folder, run, text};

const GAME: &str = "dvonn startpos moves c3\n";
const SOME: &str = "dvonn startpos moves c3\ndvonn startpos moves zz\ndvonn startpos moves d3\n";

/// Runs the program, which must fail, and returns its standard error.
fn refused(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(!output.succeeds(), "{arguments:?}: {output:?}");
    output.err
}

/// The file names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("the folder");
    let name = |file: std::io::Result<fs::DirEntry>| file.expect("a file").file_name();
    let mut names: Vec<String> = files
        .map(|file| name(file).into_string().expect("text"))
        .collect();
    names.sort();
    names
}

/// Commands that write games or statistics into a file.
const COMMANDS: [&[&str]; 3] = [
    &["convert", "-o"],
    &["convert", "--stats=1", "-o"],
    &["analyze", "--nodes", "20", "--annotate"],
];

#[test]
fn no_file_is_overwritten_without_force() {
    let folder = folder("outputs-there");
    let out = folder.join("out");
    let name = out.display().to_string();
    for command in COMMANDS.into_iter().chain([&["show", "--svg"][..]]) {
        fs::write(&out, "mine").expect("access to the folder");
        let inputs: &[&str] = if command[0] == "show" { &[] } else { &["-"] };
        let arguments = [command, &[&name], inputs].concat();
        let message = refused(&arguments, GAME);
        assert!(message.contains("exists"), "{message}");
        assert_eq!(fs::read_to_string(&out).expect("a readable file"), "mine");
        text(&run(&[&arguments[..], &["--force"]].concat(), GAME));
        assert_ne!(fs::read_to_string(&out).expect("a readable file"), "mine");
        assert_eq!(names(&folder), ["out"], "no temporary file remains");
    }
}

#[test]
fn incomplete_output_does_not_replace_a_file() {
    for (number, way) in COMMANDS.iter().enumerate() {
        let folder = folder(&format!("outputs-incomplete-{number}"));
        let (out, none) = (folder.join("out"), folder.join("none"));
        let (name, none) = (out.display().to_string(), none.display().to_string());
        // Nothing was read: no file is created.
        let message = refused(&[way, &[name.as_str(), &none][..]].concat(), "");
        assert!(
            message.contains(&format!("'{name}' is not written")),
            "{message}"
        );
        assert_eq!(names(&folder), Vec::<String>::new());
        // A new file contains the readable games.
        refused(&[way, &[name.as_str(), "-", &none][..]].concat(), SOME);
        let others = fs::read_to_string(&out).expect("a readable file");
        assert!(others.contains("c3") && others.contains("d3"), "{others}");
        // An existing file stays.
        fs::write(&out, "mine").expect("access to the folder");
        for (input, files) in [
            (GAME, &[none.as_str(), "-"][..]),
            (SOME, &["-"]),
            ("", &["-"]),
        ] {
            let message = refused(
                &[way, &[name.as_str(), "--force"][..], files].concat(),
                input,
            );
            assert!(
                message.contains(&format!("'{name}' is unchanged")),
                "{message}"
            );
            assert_eq!(fs::read_to_string(&out).expect("a readable file"), "mine");
        }
        assert_eq!(names(&folder), ["out"]);
    }
    // Games without an official notation also make the output incomplete.
    let out = folder("outputs-notation").join("out");
    let name = out.display().to_string();
    let message = refused(&["convert", "--to", "official", "-", "-o", &name], GAME);
    assert!(message.contains("1 not written"), "{message}");
    assert!(!out.exists());
}

#[test]
fn outputs_and_inputs_are_different_files() {
    let folder = folder("outputs-same");
    let place = |name: &str| folder.join(name).display().to_string();
    fs::create_dir(folder.join("sub")).expect("access to the folder");
    fs::write(folder.join("in.list"), GAME).expect("access to the folder");
    let (input, detour) = (place("in.list"), place("sub/../in.list"));
    for way in COMMANDS {
        let message = refused(
            &[way, &[detour.as_str(), "--force", &input][..]].concat(),
            "",
        );
        let expected = format!("the same file as '{input}', which is read");
        assert!(message.contains(&expected), "{message}");
    }
    assert_eq!(fs::read_to_string(&input).expect("a readable file"), GAME);
    assert_eq!(names(&folder), ["in.list", "sub"]);
}

#[cfg(unix)]
#[test]
fn links_are_recognised_as_the_same_file() {
    let folder = folder("outputs-links");
    let place = |name: &str| folder.join(name).display().to_string();
    fs::write(folder.join("in"), GAME).expect("access to the folder");
    fs::hard_link(folder.join("in"), folder.join("hard")).expect("a link");
    std::os::unix::fs::symlink(folder.join("in"), folder.join("soft")).expect("a link");
    for other in ["hard", "soft"] {
        let message = refused(
            &["convert", &place("in"), "-o", &place(other), "--force"],
            "",
        );
        assert!(message.contains(&place("in")), "{message}");
    }
    assert_eq!(
        fs::read_to_string(folder.join("in")).expect("a readable file"),
        GAME
    );
}

#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("outputs-mode");
    let out = folder.join("out");
    let name = out.display().to_string();
    for mode in [0o600, 0o640, 0o666] {
        fs::write(&out, "old").expect("access to the folder");
        fs::set_permissions(&out, fs::Permissions::from_mode(mode)).expect("access to the file");
        text(&run(&["convert", "-", "-o", &name, "--force"], GAME));
        let found = fs::metadata(&out)
            .expect("a readable file")
            .permissions()
            .mode();
        assert_eq!(found & 0o777, mode);
        assert!(
            fs::read_to_string(&out)
                .expect("a readable file")
                .starts_with('[')
        );
    }
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_read_and_folders_are_refused() {
    for command in ["convert", "analyze"] {
        refused(&[command, "/"], "");
        text(&run(&[command, "/dev/null"], ""));
        text(&run(&[command, "/dev/stdin"], GAME));
    }
}

#[test]
fn a_folder_is_refused_as_output() {
    let folder = folder("outputs-folder").display().to_string();
    let message = refused(&["convert", "-", "-o", &folder, "--force"], GAME);
    assert!(message.contains("choose the name of a file"), "{message}");
}

/// Runs the program with a closed standard output.
fn run_with_closed_output(arguments: &[&str]) -> Outcomes {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut program = Command::new(BINARY);
    program.args(arguments).stdin(Stdio::null()).stdout(writer);
    program.output().expect("the program starts").into()
}

#[test]
fn a_closed_output_hides_no_failure() {
    let folder = folder("outputs-closed");
    let path = |name: &str| folder.join(name).display().to_string();
    let (suite, games, page) = (path("m.suite"), path("games"), path("page.pgn"));
    fs::write(&suite, "id a\nvariant dvonn\nperft 1 7\n").expect("access to the folder");
    fs::write(&games, GAME).expect("access to the folder");
    let analyze = ["analyze", "--nodes", "5", "--annotate", &page, &games];
    for arguments in [
        &["suite", &suite][..],
        &["bench", "1", "--expect", "5"],
        &["convert", &games],
        &analyze,
    ] {
        let output = run_with_closed_output(arguments);
        let message = &output.err;
        assert_eq!(output.code, Some(1), "{arguments:?}: {message}");
        assert!(
            message.starts_with("ringstack: "),
            "{arguments:?}: {message}"
        );
    }
    // For a command that only prints, a closed output is not a failure.
    assert!(run_with_closed_output(&["show"]).succeeds());
}

/// A parent process may make a stream non-blocking; it is still read and written completely.
#[cfg(unix)]
#[test]
fn non_blocking_streams_are_read_and_written_completely() {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use std::io::{BufRead, BufReader, Read, Write};
    let unblock = |stream: &dyn std::os::fd::AsFd| {
        let flags = fcntl_getfl(stream.as_fd()).expect("flags");
        fcntl_setfl(stream.as_fd(), flags | OFlags::NONBLOCK).expect("flags");
    };
    let program = || Command::new(BINARY);
    // More than the capacity of a pipe.
    let games = folder("outputs-blocking").join("games");
    fs::write(&games, GAME.repeat(4000)).expect("access to the folder");
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    unblock(&writer);
    let child = program()
        .args(["convert", "--to", "list"])
        .arg(&games)
        .stdout(writer)
        .spawn()
        .expect("the program starts");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let mut read = String::new();
    reader.read_to_string(&mut read).expect("text");
    text(&end(child));
    assert_eq!(read, GAME.repeat(4000));

    let (reader, mut writer) = std::io::pipe().expect("a pipe");
    unblock(&reader);
    let mut child = program()
        .stdin(reader)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut answers = BufReader::new(child.stdout.take().expect("piped")).lines();
    for _ in 0..2 {
        // The engine waits for this line.
        writer
            .write_all(b"isready\n")
            .expect("the process reads its input");
        let answer = answers.next().expect("an answer").expect("text");
        assert_eq!(answer, "readyok");
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    drop(writer);
    assert!(child.wait().expect("the process ends").success());
}
