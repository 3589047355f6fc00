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
    assert_eq!(output.status.code(), Some(1), "{arguments:?}: {output:?}");
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

/// The text of the file that a message names.
fn kept(told: &str) -> String {
    let (_, place) = told.split_once("what was read is in '").expect("a place");
    let (place, _) = place.split_once('\'').expect("a place");
    fs::read_to_string(place).expect("it is there")
}

/// The ways to write games or pages into a file.
const WAYS: [&[&str]; 4] = [
    &["convert", "-o"],
    &["convert", "--stats=1", "-o"],
    &["analyze", "--nodes", "20", "--annotate"],
    &["analyze", "--nodes", "20", "--html"],
];

#[test]
fn a_file_that_cannot_be_read_replaces_none() {
    for (number, way) in WAYS.iter().enumerate() {
        let folder = folder(&format!("outputs-unread-{number}"));
        let (out, none) = (folder.join("out"), folder.join("none"));
        let (name, none) = (out.display().to_string(), none.display().to_string());
        // Nothing was read: no file is there afterwards.
        let told = refused(&[way, &[name.as_str(), &none][..]].concat(), "");
        assert!(told.contains(&format!("'{name}' is not written")), "{told}");
        assert_eq!(names(&folder), Vec::<String>::new());
        // A file stays.
        fs::write(&out, "mine").expect("our folder");
        for files in [&[none.as_str()][..], &[none.as_str(), "-"]] {
            let told = refused(
                &[way, &[name.as_str(), "--force"][..], files].concat(),
                GAME,
            );
            assert!(
                told.contains(&format!("1 file not read; '{name}' is left as it was")),
                "{told}"
            );
            assert_eq!(fs::read_to_string(&out).expect("there"), "mine");
            if files.len() == 1 {
                assert_eq!(names(&folder), ["out"]);
            } else {
                assert!(kept(&told).len() > 20, "{told}");
            }
        }
    }
}

#[test]
fn games_without_a_refused_one_replace_no_file() {
    for (number, way) in WAYS.iter().enumerate() {
        let folder = folder(&format!("outputs-refused-{number}"));
        let out = folder.join("out");
        let name = out.display().to_string();
        // A new file has the others.
        let told = refused(&[way, &[name.as_str(), "-"][..]].concat(), SOME);
        assert!(told.contains("2 games read, 1 refused"), "{told}");
        let others = fs::read_to_string(&out).expect("there");
        assert!(others.contains("c3") && others.contains("d3"), "{others}");
        assert_eq!(names(&folder), ["out"]);
        // One that is there stays.
        fs::write(&out, "mine").expect("our folder");
        let told = refused(&[way, &[name.as_str(), "--force", "-"][..]].concat(), SOME);
        assert!(
            told.contains(&format!("'{name}' is left as it was")),
            "{told}"
        );
        assert_eq!(fs::read_to_string(&out).expect("there"), "mine");
        assert_eq!(kept(&told), others);
        text(&run(
            &[way, &[name.as_str(), "--force", "-"][..]].concat(),
            GAME,
        ));
        assert!(
            fs::read_to_string(&out)
                .expect("there")
                .lines()
                .all(|line| line != "mine")
        );
    }
}

#[test]
fn no_games_replace_no_file() {
    let folder = folder("outputs-none");
    let out = folder.join("out");
    let name = out.display().to_string();
    fs::write(&out, "mine").expect("our folder");
    let told = refused(&["convert", "-", "-o", &name, "--force"], "# nothing\n");
    assert!(told.contains("is left as it was"), "{told}");
    // Nor do games that could not be written in the notation asked for.
    let told = refused(
        &["convert", "--to", "official", "-", "-o", &name, "--force"],
        GAME,
    );
    assert!(told.contains("1 not written"), "{told}");
    assert_eq!(fs::read_to_string(&out).expect("there"), "mine");
    assert_eq!(names(&folder), ["out"]);
}

/// Games are numbered as they are read: after a refused one their pictures would be those of another game.
#[test]
fn pictures_of_another_game_replace_none() {
    let folder = folder("outputs-pictures");
    let place = folder.join("pictures");
    let name = place.display().to_string();
    let analyze = ["analyze", "--nodes", "20", "--svg", &name];
    let none = folder.join("none").display().to_string();
    refused(&[&analyze[..], &[none.as_str()]].concat(), "");
    assert!(!place.exists(), "nothing was drawn");
    refused(&[&analyze[..], &["-"]].concat(), SOME);
    let drawn = [
        "0001-000.svg",
        "0001-001.svg",
        "0002-000.svg",
        "0002-001.svg",
    ];
    assert_eq!(names(&place), drawn);
    for picture in drawn {
        fs::write(place.join(picture), "mine").expect("our folder");
    }
    let told = refused(&[&analyze[..], &["--force", "-"]].concat(), SOME);
    assert!(told.contains("has no new pictures of"), "{told}");
    let is_mine = |name: &str| fs::read_to_string(place.join(name)).expect("there") == "mine";
    assert_eq!(drawn.map(is_mine), [false, false, true, true]);
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
    let told = refused(&["analyze", "--store", &detour, &input], "");
    assert!(told.contains("which is read"), "{told}");
    assert_eq!(fs::read_to_string(&input).expect("there"), GAME);
    let store = place("store");
    text(&run(
        &["analyze", "--nodes", "20", "--store", &store, &input],
        "",
    ));
    let before = fs::read_to_string(&store).expect("there");
    let (new, twice) = (place("new"), place("sub/../new"));
    for (one, first, two, second) in [
        ("--store", &store, "--annotate", &place("sub/../store")),
        ("--store", &store, "--html", &store),
        ("--annotate", &new, "--html", &twice),
        ("--html", &new, "--svg", &twice),
    ] {
        for force in [&[][..], &["--force"]] {
            let more = ["analyze", one, first.as_str(), two, second.as_str(), &input];
            let told = refused(&[&more[..], force].concat(), "");
            assert!(
                told.contains("expected another file than that of"),
                "{told}"
            );
        }
    }
    assert_eq!(fs::read_to_string(&store).expect("there"), before);
    assert_eq!(names(&folder), ["in.list", "store", "sub"]);
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
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains("standard output"), "{told}");
    }
    assert_eq!(fs::read_to_string(&input).expect("there"), GAME);
}

/// What another version has found is found out again.
#[test]
fn a_store_of_another_version_knows_nothing() {
    let folder = folder("outputs-version");
    let store = folder.join("store").display().to_string();
    let analyze = ["analyze", "--nodes", "20", "--store", &store, "-"];
    let lines = || fs::read_to_string(&store).expect("the store");
    text(&run(&analyze, GAME));
    text(&run(&analyze, GAME));
    assert_eq!(lines().lines().count(), 1);
    let other = lines().replace(env!("CARGO_PKG_VERSION"), "0.0.0");
    fs::write(&store, other).expect("our folder");
    text(&run(&analyze, GAME));
    assert_eq!(lines().lines().count(), 2);
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
fn a_device_is_no_file_of_games() {
    for command in ["convert", "analyze"] {
        for file in ["/dev/zero", "/"] {
            let told = refused(&[command, file], "");
            let expected = format!("{file}: expected a file or a pipe, not a folder or a device");
            assert!(told.contains(&expected), "{told}");
        }
        let zero = fs::File::open("/dev/zero").expect("there is one");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_ringstack"))
            .args([command, "-"])
            .stdin(zero)
            .output()
            .expect("the program starts");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(told.contains("standard input: expected a file"), "{told}");
        // An empty one and a pipe are none the worse for it.
        text(&run(&[command, "/dev/null"], ""));
        text(&run(&[command, "/dev/stdin"], GAME));
    }
}

/// Elsewhere it is standard output: nobody looks for a file of this name.
#[test]
fn what_has_to_be_a_file_is_not_called_by_a_hyphen() {
    let folder = folder("outputs-hyphen");
    for arguments in [
        &["analyze", "--store", "-", "games"][..],
        &["analyze", "--svg", "-", "games"],
        &["match", "--record", "-"],
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
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("which is read"), "{told}");
    assert_eq!(fs::read_to_string(&games).expect("our file"), GAME);
}
