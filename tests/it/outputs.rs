//! What `convert` and `analyze` write: nothing takes the place of a file that has more.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::tools::{folder, run, text};

const GAME: &str = "dvonn startpos moves c3\n";
const SOME: &str = "dvonn startpos moves c3\ndvonn startpos moves zz\ndvonn startpos moves d3\n";

/// Runs the program with these arguments, which have to be refused, and gives what it says.
fn refused(arguments: &[&str], input: &str) -> String {
    let output = run(arguments, input);
    assert!(!output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stderr).expect("text")
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("the folder");
    let name = |file: std::io::Result<fs::DirEntry>| file.expect("a file").file_name();
    let mut names: Vec<String> = files
        .map(|file| name(file).into_string().expect("text"))
        .collect();
    names.sort();
    names
}

/// The ways to write games or pages into a file.
const WAYS: [&[&str]; 4] = [
    &["convert", "-o"],
    &["convert", "--stats=1", "-o"],
    &["analyze", "--nodes", "20", "--annotate"],
    &["analyze", "--nodes", "20", "--html"],
];

#[test]
fn incomplete_output_replaces_no_file() {
    for (number, way) in WAYS.iter().enumerate() {
        let folder = folder(&format!("outputs-incomplete-{number}"));
        let (out, none) = (folder.join("out"), folder.join("none"));
        let (name, none) = (out.display().to_string(), none.display().to_string());
        // Nothing was read: no file is there afterwards.
        let told = refused(&[way, &[name.as_str(), &none][..]].concat(), "");
        assert!(told.contains(&format!("'{name}' is not written")), "{told}");
        assert_eq!(names(&folder), Vec::<String>::new());
        // A new file has the games that could be read.
        refused(&[way, &[name.as_str(), "-", &none][..]].concat(), SOME);
        let others = fs::read_to_string(&out).expect("there");
        assert!(others.contains("c3") && others.contains("d3"), "{others}");
        // A file stays.
        fs::write(&out, "mine").expect("our folder");
        for (input, files) in [
            (GAME, &[none.as_str(), "-"][..]),
            (SOME, &["-"]),
            ("", &["-"]),
        ] {
            let told = refused(
                &[way, &[name.as_str(), "--force"][..], files].concat(),
                input,
            );
            assert!(
                told.contains(&format!("'{name}' is left as it was")),
                "{told}"
            );
            assert_eq!(fs::read_to_string(&out).expect("there"), "mine");
        }
        text(&run(
            &[way, &[name.as_str(), "--force", "-"][..]].concat(),
            GAME,
        ));
        assert_ne!(fs::read_to_string(&out).expect("there"), "mine");
        assert_eq!(names(&folder), ["out"]);
    }
    // Games without a notation of the publisher are missing, too.
    let out = folder("outputs-notation").join("out");
    let name = out.display().to_string();
    let told = refused(&["convert", "--to", "official", "-", "-o", &name], GAME);
    assert!(told.contains("1 not written"), "{told}");
    assert!(!out.exists());
}

#[test]
fn outputs_and_inputs_are_different_files() {
    let folder = folder("outputs-same");
    let place = |name: &str| folder.join(name).display().to_string();
    fs::create_dir(folder.join("sub")).expect("our folder");
    fs::write(folder.join("in.list"), GAME).expect("our folder");
    let (input, detour) = (place("in.list"), place("sub/../in.list"));
    for way in WAYS {
        let told = refused(
            &[way, &[detour.as_str(), "--force", &input][..]].concat(),
            "",
        );
        let expected = format!("expected another file than '{input}', which is read");
        assert!(told.contains(&expected), "{told}");
    }
    assert_eq!(fs::read_to_string(&input).expect("there"), GAME);
    let (new, twice) = (place("new"), place("sub/../new"));
    let more = ["analyze", "--annotate", &new, "--html", &twice, &input];
    for force in [&[][..], &["--force"]] {
        let told = refused(&[&more[..], force].concat(), "");
        assert!(
            told.contains("expected another file than that of"),
            "{told}"
        );
    }
    assert_eq!(names(&folder), ["in.list", "sub"]);
}

/// What is printed is not read again, nor lost with a file that is replaced.
#[cfg(unix)]
#[test]
fn standard_output_is_a_file_like_others() {
    let folder = folder("outputs-standard");
    let input = folder.join("in.list");
    let page = folder.join("page.html").display().to_string();
    fs::write(&input, GAME).expect("our folder");
    for (out, more) in [
        (&input, &["--annotate", "-"][..]),
        (&input, &["--json"]),
        (&folder.join("page.html"), &["--html", &page, "--force"]),
    ] {
        let file = fs::File::options().create(true).append(true).open(out);
        let output = Command::new(env!("CARGO_BIN_EXE_ringstack"))
            .args(["analyze", "--nodes", "20"])
            .args(more)
            .arg(&input)
            .stdout(file.expect("our folder"))
            .output()
            .expect("the program starts");
        let told = String::from_utf8(output.stderr).expect("text");
        assert_eq!(output.status.code(), Some(2), "{told}");
        assert!(told.contains("standard output"), "{told}");
    }
    assert_eq!(fs::read_to_string(&input).expect("there"), GAME);
}

#[cfg(unix)]
#[test]
fn links_to_one_file_are_one_file() {
    let folder = folder("outputs-links");
    let place = |name: &str| folder.join(name).display().to_string();
    fs::write(folder.join("in"), GAME).expect("our folder");
    fs::hard_link(folder.join("in"), folder.join("hard")).expect("a link");
    std::os::unix::fs::symlink(folder.join("in"), folder.join("soft")).expect("a link");
    for other in ["hard", "soft"] {
        let told = refused(
            &["convert", &place("in"), "-o", &place(other), "--force"],
            "",
        );
        assert!(told.contains("which is read"), "{told}");
    }
    // Standard input is a file, too.
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_ringstack"))
        .args(["convert", "-", "-o", &place("in"), "--force"])
        .stdin(fs::File::open(folder.join("in")).expect("there"))
        .output()
        .expect("the program starts");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("than '-', which is read"), "{told}");
    assert_eq!(fs::read_to_string(folder.join("in")).expect("there"), GAME);
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_nowhere_stays_one() {
    let folder = folder("outputs-dangling");
    let link = folder.join("link");
    std::os::unix::fs::symlink("gone", &link).expect("a link");
    let name = link.display().to_string();
    let told = refused(&["convert", "-", "-o", &name, "--force"], GAME);
    assert!(
        told.contains("expected a link to a file that is there"),
        "{told}"
    );
    assert_eq!(names(&folder), ["link"]);
    assert!(link.is_symlink());
}

#[cfg(unix)]
#[test]
fn what_is_replaced_keeps_its_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("outputs-mode");
    let out = folder.join("out");
    let name = out.display().to_string();
    for mode in [0o600, 0o640, 0o666] {
        fs::write(&out, "old").expect("our folder");
        fs::set_permissions(&out, fs::Permissions::from_mode(mode)).expect("our file");
        text(&run(&["convert", "-", "-o", &name, "--force"], GAME));
        let found = fs::metadata(&out).expect("there").permissions().mode();
        assert_eq!(found & 0o777, mode);
        assert!(fs::read_to_string(&out).expect("there").starts_with('['));
    }
}

#[cfg(unix)]
#[test]
fn pipes_and_empty_devices_are_read_and_folders_are_not() {
    for command in ["convert", "analyze"] {
        refused(&[command, "/"], "");
        text(&run(&[command, "/dev/null"], ""));
        text(&run(&[command, "/dev/stdin"], GAME));
    }
}

/// Elsewhere it is standard output: nobody looks for a file of this name.
#[test]
fn what_has_to_be_a_file_is_not_called_by_a_hyphen() {
    let folder = folder("outputs-hyphen");
    for arguments in [
        &["match", "--record", "-"][..],
        &["match", "--games", "-"],
        &["match", "--log", "-"],
        &["match", "--openings", "-"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_ringstack"))
            .args(arguments)
            .current_dir(&folder)
            .output()
            .expect("the program starts");
        let told = String::from_utf8(output.stderr).expect("text");
        assert!(
            told.contains("'-'") && told.contains("expected a name"),
            "{told}"
        );
    }
    assert_eq!(names(&folder), Vec::<String>::new());
}

#[test]
fn a_folder_is_no_output() {
    let folder = folder("outputs-folder").display().to_string();
    let told = refused(&["convert", "-", "-o", &folder, "--force"], GAME);
    assert!(told.contains("expected the name of a file"), "{told}");
}

/// Runs the program with a standard output that nobody reads.
fn unread(arguments: &[&str]) -> std::process::Output {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    Command::new(env!("CARGO_BIN_EXE_ringstack"))
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(writer)
        .stderr(Stdio::piped())
        .output()
        .expect("the program can be started")
}

#[test]
fn a_closed_output_hides_no_failure() {
    let folder = folder("outputs-closed");
    let path = |name: &str| folder.join(name).display().to_string();
    let (suite, games, page) = (path("m.suite"), path("games"), path("page.html"));
    fs::write(&suite, "id a\nvariant dvonn\nperft 1 7\n").expect("our folder");
    fs::write(&games, GAME).expect("our folder");
    let analyze = ["analyze", "--nodes", "5", "--html", &page, &games];
    for arguments in [
        &["suite", &suite][..],
        &["bench", "1", "--expect", "5"],
        &["convert", &games],
        &analyze,
    ] {
        let output = unread(arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {told}");
        assert!(told.starts_with("ringstack: "), "{arguments:?}: {told}");
    }
    // What is only looked at has been seen.
    assert!(unread(&["show"]).status.success());
}

#[test]
fn nothing_is_converted_onto_the_end_of_itself() {
    let folder = folder("outputs-itself");
    let games = folder.join("games");
    fs::write(&games, GAME).expect("our folder");
    let end = fs::File::options().append(true).open(&games);
    let output = Command::new(env!("CARGO_BIN_EXE_ringstack"))
        .arg("convert")
        .arg(&games)
        .stdout(end.expect("our file"))
        .stderr(Stdio::piped())
        .output()
        .expect("the program can be started");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    assert!(told.contains("which is read"), "{told}");
    assert_eq!(fs::read_to_string(&games).expect("our file"), GAME);
}

/// A stream whose parent has made it non-blocking is read and written to the end.
#[cfg(unix)]
#[test]
fn non_blocking_streams_are_waited_for() {
    use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
    use std::io::{BufRead, BufReader, Read, Write};
    let unblock = |stream: &dyn std::os::fd::AsFd| {
        let flags = fcntl_getfl(stream.as_fd()).expect("flags");
        fcntl_setfl(stream.as_fd(), flags | OFlags::NONBLOCK).expect("flags");
    };
    let program = || Command::new(env!("CARGO_BIN_EXE_ringstack"));
    // More than a pipe holds.
    let games = folder("outputs-blocking").join("games");
    fs::write(&games, GAME.repeat(4000)).expect("our folder");
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    unblock(&writer);
    let child = program()
        .args(["convert", "--to", "list"])
        .arg(&games)
        .stdout(writer)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let mut read = String::new();
    reader.read_to_string(&mut read).expect("text");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
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
        writer.write_all(b"isready\n").expect("it listens");
        let answer = answers.next().expect("an answer").expect("text");
        assert_eq!(answer, "readyok");
        std::thread::sleep(std::time::Duration::from_millis(300));
    }
    drop(writer);
    assert!(child.wait().expect("it ends").success());
}
