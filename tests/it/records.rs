//! Files of games: from one format to another, and analyzed.

use std::fs;
use std::path::{Path, PathBuf};

use crate::tools::{folder, run, text};

/// A file of the fixtures.
fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/records")
        .join(name)
}

/// Each file that is read has a list of its games beside it.
#[test]
fn every_kind_of_file_is_converted() {
    let files = fs::read_dir(fixture("")).expect("the fixtures can be listed");
    let mut converted = 0;
    for file in files {
        let path = file.expect("the fixtures can be listed").path();
        if path.extension().is_some_and(|kind| kind == "list") {
            continue;
        }
        let list = fs::read_to_string(path.with_extension("list")).expect("a list beside it");
        let name = path.display().to_string();
        let said = text(&run(&["convert", "--to", "list", &name], ""));
        assert_eq!(said, list, "{name}");
        // What we write says the same.
        for format in ["pgn", "jsonl"] {
            let written = text(&run(&["convert", "--to", format, &name], ""));
            let again = text(&run(&["convert", "--to", "list", "-"], &written));
            assert_eq!(again, list, "{name} as {format}");
            let same = text(&run(&["convert", "--to", format, "-"], &written));
            assert_eq!(same, written, "{name} as {format}");
        }
        converted += 1;
    }
    assert!(converted >= 7, "{converted}");
}

#[test]
fn what_is_refused_is_named_and_the_rest_is_converted() {
    let folder = folder("refused-games");
    let bad = folder.join("bad.txt");
    fs::write(
        &bad,
        "dvonn startpos moves c3\ndvonn startpos moves zz\ndvonn startpos moves d3\n",
    )
    .expect("the folder can be written");
    let (bad, missing) = (bad.display().to_string(), folder.join("none"));
    let missing = missing.display().to_string();
    let output = run(&["convert", "--to", "list", &missing, &bad], "");
    assert!(!output.status.success());
    let (out, err) = (
        String::from_utf8_lossy(&output.stdout).into_owned(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    );
    assert_eq!(out, "dvonn startpos moves c3\ndvonn startpos moves d3\n");
    assert!(
        err.contains(&format!("{bad}: game 2, line 2: 'zz': expected ")),
        "{err}"
    );
    assert!(err.contains(&format!("{missing}: ")), "{err}");
    assert!(
        err.contains("2 games read, 1 refused, 1 file not read"),
        "{err}"
    );
}

#[test]
fn no_file_is_overwritten_without_being_told() {
    let folder = folder("convert-output");
    let out = folder.join("out.pgn");
    fs::write(&out, "mine").expect("the folder can be written");
    let name = out.display().to_string();
    let game = fixture("cutegames.pgn").display().to_string();
    let refused = run(&["convert", &game, "-o", &name], "");
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(
        !refused.status.success() && said.contains("exists"),
        "{said}"
    );
    assert_eq!(fs::read_to_string(&out).expect("still there"), "mine");
    text(&run(&["convert", &game, "-o", &name, "--force"], ""));
    let written = fs::read_to_string(&out).expect("still there");
    assert!(
        written.contains("[Game \"dvonn\"]") && written.contains("1. b1 d2"),
        "{written}"
    );
    assert_eq!(
        fs::read_dir(&folder).expect("the folder").count(),
        1,
        "nothing is left beside it"
    );
}

/// Two at once with one name: the later one keeps what it has beside it.
#[test]
fn a_file_that_has_come_meanwhile_is_left_alone() {
    let folder = folder("convert-meanwhile");
    let out = folder.join("out.pgn");
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_ringstack"))
        .args(["convert", "-", "-o", &out.display().to_string()])
        .stdin(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program can be started");
    while fs::read_dir(&folder).expect("the folder").count() == 0 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    fs::write(&out, "mine").expect("the folder can be written");
    let mut input = child.stdin.take().expect("piped");
    std::io::Write::write_all(&mut input, b"dvonn startpos moves c3\n").expect("it listens");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("exists"), "{said}");
    assert_eq!(fs::read_to_string(&out).expect("there"), "mine");
}

/// What a command says when it is interrupted after the first game, which it refuses.
#[cfg(unix)]
fn interrupted(arguments: &[&str]) -> String {
    crate::children::heed_signals();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_ringstack"))
        .args(arguments)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut input = child.stdin.take().expect("piped");
    // A refused game is told as soon as it is read: then it listens to signals.
    std::io::Write::write_all(&mut input, b"dvonn startpos moves zz\n\n").expect("it listens");
    let mut told = std::io::BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    std::io::BufRead::read_line(&mut told, &mut line).expect("text");
    assert!(line.contains("'zz'"), "{line}");
    let killed = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.expect("there is kill").success());
    let status = child.wait().expect("it ends");
    assert_eq!(status.code(), Some(130));
    drop(input);
    let mut said = String::new();
    std::io::Read::read_to_string(&mut told, &mut said).expect("text");
    said
}

/// Who interrupts a conversion has no half file.
#[cfg(unix)]
#[test]
fn an_interruption_leaves_no_half_file() {
    let folder = folder("convert-interrupted");
    let out = folder.join("out.pgn").display().to_string();
    let said = interrupted(&["convert", "-", "-o", &out]);
    let told = format!("interrupted; '{out}' is not written");
    assert!(said.contains(&told), "{said}");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0);
}

#[test]
fn an_analysis_leaves_no_number_of_another_search() {
    let folder = folder("annotate-twice");
    let out = folder.join("out.pgn");
    let game = "[Game \"dvonn\"]\n\n1. c3 {[%eval 900] [%depth 30] [%nodes 12345678] [%emt 0:00:07] so} *\n";
    let name = out.display().to_string();
    text(&run(
        &["analyze", "--nodes", "20", "-", "--annotate", &name],
        game,
    ));
    let annotated = fs::read_to_string(&out).expect("the game file");
    assert!(annotated.contains("[%emt 0:00:07] so}"), "{annotated}");
    assert!(
        !annotated.contains("nodes") && !annotated.contains("900"),
        "{annotated}"
    );
}

#[test]
fn openings_are_counted() {
    let games = "zertz startpos moves wd4,a1\n\
        zertz startpos moves wd4,a1 bd5,a4\nzertz startpos moves bd5,a4\ndvonn startpos moves c3\n";
    let said = text(&run(&["convert", "--stats", "-"], games));
    let words = |begin: &str| {
        let line = said
            .lines()
            .find(|line| line.starts_with(begin))
            .expect(begin);
        line.split_whitespace()
            .skip(1)
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(words("zertz "), "3 0 0 0 3 -");
    assert_eq!(words("wd4,a1 "), "2 0 0 0 2 -");
    assert_eq!(words("dvonn "), "1 0 0 0 1 -");
}

/// White gives a win away in the only turn (rules of ZÈRTZ, 12 A).
const BLUNDER: &str = "[Game \"zertz\"]\n[P1 \"Ann <&\"]\n[P2 \"Bob\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]\n\
    [FEN \"w---/-1---/-2---/-------/------/-----/---- 0,1,5 3,3,0 2,4,5 1\"]\n\n1. bc3,b2 {hm} 0-1\n";

#[test]
fn an_analysis_can_be_had_in_every_form() {
    let folder = folder("analysis-forms");
    let place = |name: &str| folder.join(name).display().to_string();
    let (pgn, html) = (place("out.pgn"), place("out.html"));
    let analyze = |more: &[&str]| {
        let mut arguments = vec!["analyze", "--nodes", "500", "-"];
        arguments.extend(more);
        run(&arguments, &BLUNDER.repeat(2))
    };
    let said = text(&analyze(&["--annotate", &pgn, "--html", &html]));
    for part in [
        "zertz, Ann <& - Bob, p2win (resignation)\ngame 2 of standard input\n",
        "1 p1 bc3,b2",
        "??",
        "c2,b2,xa1  mate 1 100.0 %",
        "p1 Ann <&",
        "result p2win",
        "Average loss by player and third of the game",
    ] {
        assert!(said.contains(part), "{part} is missing in\n{said}");
    }
    assert!(said.lines().all(|line| line.chars().count() < 80), "{said}");
    let annotated = fs::read_to_string(&pgn).expect("the game file");
    let words = annotated.replace('\n', " ");
    for part in ["1. bc3,b2?? {[%", "hm} (1. ", "c2,b2,xa1 {[%mate 1]})"] {
        assert!(words.contains(part), "{part} in\n{annotated}");
    }
    let page = fs::read_to_string(&html).expect("the page");
    for part in [
        "Ann &lt;&amp;",
        "class=\"graph\"",
        "<figure><svg",
        "c2,b2,xa1",
    ] {
        assert!(page.contains(part), "{part} is missing in the page");
    }
    for outside in ["<script", "http://", "https://", "Ann <&"] {
        let page = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!page.contains(outside), "{outside} is in the page");
    }
    let json = text(&analyze(&["--json"]));
    assert_eq!(json.lines().count(), 2);
    for line in json.lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(value["players"][1], "Bob");
        assert_eq!(value["p1"]["blunders"], 1);
        assert_eq!(value["turns"][0]["better"]["value"], "mate 1");
    }
}

#[test]
fn threads_change_nothing_but_the_time() {
    let games = "zertz startpos moves wd4,a1 bd5,a4 d4xd6\nzertz startpos moves bd5,a4\nbad\n\
        dvonn startpos moves c3 d3 e3\n";
    let analyze = |threads: &str| {
        let output = run(
            &[
                "analyze",
                "--nodes",
                "300",
                "--json",
                "--threads",
                threads,
                "-",
            ],
            games,
        );
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains("game 3, line 3: "));
        output.stdout
    };
    let one = analyze("1");
    assert_eq!(one.iter().filter(|&&byte| byte == b'\n').count(), 3);
    assert_eq!(one, analyze("3"));
}
