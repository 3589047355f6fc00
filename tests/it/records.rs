//! Game files: conversion and analysis.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use crate::program::{feed, folder, run, start_program, text};
#[cfg(unix)]
use crate::program::{send_signal, stop_ignoring_signals};

/// The path of a fixture.
fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/records")
        .join(name)
}

/// Each fixture has a list of its games beside it.
#[test]
fn every_format_is_converted() {
    let files = fs::read_dir(fixture("")).expect("the fixtures can be listed");
    let mut converted = 0;
    for file in files {
        let path = file.expect("the fixtures can be listed").path();
        if path.extension().is_some_and(|kind| kind == "list") {
            continue;
        }
        let list = fs::read_to_string(path.with_extension("list")).expect("a list beside it");
        let name = path.display().to_string();
        let printed = text(&run(&["convert", "--to", "list", &name], ""));
        assert_eq!(printed, list, "{name}");
        // Our output contains the same games.
        for format in ["pgn", "jsonl"] {
            let written = text(&run(&["convert", "--to", format, &name], ""));
            let again = text(&run(&["convert", "--to", "list", "-"], &written));
            assert_eq!(again, list, "{name} as {format}");
            let same = text(&run(&["convert", "--to", format, "-"], &written));
            assert_eq!(same, written, "{name} as {format}");
        }
        converted += 1;
    }
    assert!(converted >= 12, "{converted}");
}

/// What is written in the format of Little Golem contains the same moves.
#[test]
fn the_format_of_little_golem_is_written() {
    let path = fixture("littlegolem.txt");
    let list = fs::read_to_string(path.with_extension("list")).expect("a list beside it");
    let path = path.display().to_string();
    let written = text(&run(&["convert", "--to", "littlegolem", &path], ""));
    let again = text(&run(&["convert", "--to", "list", "-"], &written));
    assert_eq!(again, list);
    let same = text(&run(&["convert", "--to", "littlegolem", "-"], &written));
    assert_eq!(same, written);
    let refused = run(
        &["convert", "--to", "littlegolem", "-"],
        "zertz startpos moves wd4,a1",
    );
    let printed = &refused.err;
    assert!(!refused.succeeds());
    assert!(
        printed.contains("game 1: 'zertz' cannot be written in this format"),
        "{printed}"
    );
}

#[test]
fn legal_moves_are_kept_on_request() {
    let games =
        "[Game \"dvonn\"]\n\n1. c3 d3 2. zz (so) e3 *\n\ndvonn\n\n[Game \"dvonn\"]\n\n1. d3 *\n";
    let output = run(&["convert", "--keep-legal", "-"], games);
    let (out, err) = (&output.out, &output.err);
    assert!(output.succeeds(), "{err}");
    assert!(out.contains("1. c3 d3 {zz ( so ) e3 dvonn} *"), "{out}");
    assert!(err.contains("game 1, line 3: 'zz': "), "{err}");
    assert!(
        err.contains("2 games read, 0 refused, 1 game shortened"),
        "{err}"
    );
    let analyzed = run(&["analyze", "--nodes", "10", "--keep-legal", "-"], games);
    assert!(analyzed.succeeds());
    assert!(!run(&["convert", "-"], games).succeeds());
}

#[test]
fn unusual_text_is_read() {
    let folder = folder("unusual-text");
    let path = folder.join("games.txt");
    let name = path.display().to_string();
    let game = b"# Z\xc8RTZ\n1. WD4,A1 bd5,a4 2. d4\xd7d6\n";
    fs::write(&path, game).expect("can write a file");
    let output = run(&["--game", "dvonn", "convert", "--to", "list", &name], "");
    let printed = &output.err;
    assert_eq!(output.out, "zertz startpos moves wd4,a1 bd5,a4 d4xd6\n");
    for part in [
        "line 1: not UTF-8, read as Windows-1252",
        "game 1: read as 'zertz', but it also fits zertz-40, ",
    ] {
        assert!(printed.contains(part), "{part} in {printed}");
    }
}

#[test]
fn refused_games_are_reported_and_the_others_converted() {
    let folder = folder("refused-games");
    let bad = folder.join("bad.txt");
    fs::write(
        &bad,
        "dvonn startpos moves c3\ndvonn startpos moves zz\ndvonn startpos moves d3\n",
    )
    .expect("can write a file");
    let (bad, missing) = (bad.display().to_string(), folder.join("none"));
    let missing = missing.display().to_string();
    let output = run(&["convert", "--to", "list", &missing, &bad], "");
    assert!(!output.succeeds());
    let (out, err) = (&output.out, &output.err);
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

/// If the output file appears during the conversion, it is kept.
#[test]
fn a_file_created_during_the_conversion_is_kept() {
    let folder = folder("convert-meanwhile");
    let out = folder.join("out.pgn");
    let child = start_program(&["convert", "-", "-o", &out.display().to_string()]);
    while fs::read_dir(&folder).expect("the folder").count() == 0 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    fs::write(&out, "mine").expect("can write a file");
    let output = feed(child, "dvonn startpos moves c3\n");
    assert!(!output.succeeds(), "{output:?}");
    assert!(output.err.contains("exists"), "{output:?}");
    assert_eq!(fs::read_to_string(&out).expect("a readable file"), "mine");
}

/// An interrupted conversion must not leave a partial file.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_no_partial_file() {
    let folder = folder("convert-interrupted");
    let out = folder.join("out.pgn").display().to_string();
    stop_ignoring_signals();
    let mut child = start_program(&["convert", "-", "-o", &out]);
    let mut input = child.stdin.take().expect("piped");
    // The command reports the refused game at once; by then its signal handlers are installed.
    input
        .write_all(b"dvonn startpos moves zz\n\n")
        .expect("the process reads its input");
    let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    stderr.read_line(&mut line).expect("text");
    assert!(line.contains("'zz'"), "{line}");
    send_signal("INT", child.id());
    let status = child.wait().expect("the process ends");
    assert_eq!(status.code(), Some(130));
    let mut printed = String::new();
    stderr.read_to_string(&mut printed).expect("text");
    let message = format!("interrupted; '{out}' is not written");
    assert!(printed.contains(&message), "{printed}");
    assert_eq!(fs::read_dir(&folder).expect("the folder").count(), 0);
}

#[test]
fn an_analysis_removes_the_numbers_of_earlier_searches() {
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

/// Two games of DVONN reach the same position.
const TRANSPOSED: &str = "[Game \"dvonn\"]\n[P1 \"Ann\"]\n[Date \"2019.05.17\"]\n\n1. c3 d3 2. e3 f3 1-0\n\n\
    [Game \"dvonn\"]\n[P2 \"Anna\"]\n\n1. e3 d3 2. c3 g3 0-1\n\n\
    [Game \"dvonn\"]\n\n1. c3 d3 2. e3 *\n\n[Game \"zertz\"]\n\n1. wd4,a1 *\n";

/// The lines of a table with these words at their end, without the blanks.
fn row(table: &str, name: &str) -> String {
    let rows = table.lines().filter(|line| line.ends_with(name));
    let rows = rows.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    rows.collect::<Vec<_>>().join("|")
}

#[test]
fn openings_are_counted_by_position() {
    let printed = text(&run(&["convert", "--stats=3", "-"], TRANSPOSED));
    let all = "3 1 1 0 1 50.0 all games|1 0 0 0 1 - all games";
    assert_eq!(row(&printed, "all games"), all);
    // The name is the most frequent order.
    assert_eq!(row(&printed, "c3 d3 e3"), "3 1 1 0 1 50.0 c3 d3 e3");
    let csv = text(&run(&["convert", "--stats", "--csv", "-"], TRANSPOSED));
    assert_eq!(csv.lines().count(), 4);
    assert!(csv.contains("\nzertz,\"wd4,a1\",\""), "{csv}");
    assert!(csv.contains("\",2,1,0,0,1,100.0\n"), "{csv}");
    // A FEN may be that of the start position.
    let start = "x9/x10/x11/x10/x9 w place";
    let fens = [start, "x9/x10/x11/x10/x8,r b place"];
    let games = fens.map(|fen| format!("[Game \"dvonn\"]\n[FEN \"{fen}\"]\n\n1. c3 *\n\n"));
    let games = games.concat() + "[Game \"dvonn\"]\n\n1. c3 *\n";
    let printed = text(&run(&["convert", "--stats=1", "-"], &games));
    assert_eq!(row(&printed, "c3"), "2 0 0 0 2 - c3", "{printed}");
}

#[test]
fn an_analysis_of_several_games_ends_with_tables() {
    let printed = text(&run(
        &["analyze", "--nodes", "10", "--opening", "3", "-"],
        TRANSPOSED,
    ));
    let (_, tables) = printed
        .split_once("Average loss by player")
        .expect("tables");
    assert!(tables.contains("\nAnn  "), "{tables}");
    let opening = tables.lines().find(|line| line.starts_with("c3 d3 e3 "));
    // Three games with eleven moves.
    let words: Vec<&str> = opening.expect("an opening").split_whitespace().collect();
    assert_eq!(words[3..5], ["3", "11"]);
}

#[test]
fn games_are_filtered() {
    let filtered = |filters: &[&str]| {
        let mut arguments = vec!["convert", "--to", "list", "-"];
        arguments.extend(filters.iter().flat_map(|filter| ["--filter", filter]));
        let output = run(&arguments, TRANSPOSED);
        assert!(output.succeeds());
        let kept = output.out.lines().count();
        let other = 4 - kept;
        let summary = format!("4 games read, 0 refused, {other} game");
        let printed = &output.err;
        assert!(printed.contains(&summary), "{printed}");
        kept
    };
    assert_eq!(filtered(&["player=ann"]), 2);
    assert_eq!(filtered(&["player=ann", "date=2019"]), 1);
    assert_eq!(filtered(&["result=*", "plies=..2"]), 1);
    let refused = run(&["convert", "--filter", "elo=2000", "-"], TRANSPOSED);
    assert_eq!(refused.code, Some(2));
}

#[test]
fn an_index_answers_for_a_position() {
    let folder = folder("index");
    let index = folder.join("games.index").display().to_string();
    let make = ["convert", "--to", "index", "-", "-o", &index];
    text(&run(&make, TRANSPOSED));
    let explored = |position: &[&str]| {
        let mut arguments = vec!["explore", &index];
        arguments.extend(position);
        text(&run(&arguments, ""))
    };
    let printed = explored(&["moves", "e3", "d3", "c3"]);
    assert_eq!(row(&printed, "all moves"), "2 1 1 0 0 50.0 all moves");
    assert_eq!(row(&printed, "f3"), "1 1 0 0 0 100.0 f3");
    assert_eq!(row(&explored(&[]), "c3"), "2 1 0 0 1 100.0 c3");
    let mirrored = explored(&["moves", "g3", "h3", "i3"]);
    assert_eq!(row(&mirrored, "f3"), "1 1 0 0 0 100.0 f3");
    let zertz = explored(&["--game", "zertz", "startpos"]);
    assert_eq!(row(&zertz, "wd4,a1"), "1 0 0 0 1 - wd4,a1");
    let foreign = fixture("dvonn.list").display().to_string();
    let refused = run(&["explore", &foreign], "");
    assert_eq!(refused.code, Some(1));
    assert_eq!(run(&["explore", &index, "moves", "zz"], "").code, Some(2));
}

/// White misses a win in the only move (ZÈRTZ rules, 12 A).
const BLUNDER: &str = "[Game \"zertz\"]\n[P1 \"Ann <&\"]\n[P2 \"Bob\"]\n[Result \"0-1\"]\n[Termination \"resignation\"]\n\
    [FEN \"w---/-1---/-2---/-------/------/-----/---- 0,1,5 3,3,0 2,4,5 1\"]\n\n1. bc3,b2 {hm} 0-1\n";

#[test]
fn an_analysis_can_be_written_in_every_format() {
    let folder = folder("analysis-forms");
    let place = |name: &str| folder.join(name).display().to_string();
    let pgn = place("out.pgn");
    let analyze = |more: &[&str]| {
        let mut arguments = vec!["analyze", "--nodes", "500", "-"];
        arguments.extend(more);
        run(&arguments, &BLUNDER.repeat(2))
    };
    let printed = text(&analyze(&["--annotate", &pgn]));
    for part in [
        "zertz, Ann <& - Bob, p2win (resignation)\ngame 2 of standard input\n",
        "1 p1 bc3,b2",
        "??",
        "c2,b2,xa1  mate 1 100.0 %",
        "p1 Ann <&",
        "result p2win",
        "Average loss by player and third of the game",
    ] {
        assert!(printed.contains(part), "{part} is missing in\n{printed}");
    }
    assert!(
        printed.lines().all(|line| line.chars().count() < 80),
        "{printed}"
    );
    let annotated = fs::read_to_string(&pgn).expect("the game file");
    let words = annotated.replace('\n', " ");
    for part in ["1. bc3,b2?? {[%", "hm} (1. ", "c2,b2,xa1 {[%mate 1]})"] {
        assert!(words.contains(part), "{part} in\n{annotated}");
    }
    let json = text(&analyze(&["--json"]));
    assert_eq!(json.lines().count(), 2);
    for line in json.lines() {
        let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(value["players"][1], "Bob");
        assert_eq!(value["p1"]["blunders"], 1);
        assert_eq!(value["moves"][0]["better"]["value"], "mate 1");
        let said = &value["moves"][0]["consequences"];
        assert_eq!(
            (&said["line"][0]["helps"], &said["better"][0]["helps"]),
            (&"p2".into(), &"p1".into())
        );
    }
    let explained = place("explained.pgn");
    analyze(&["--annotate", &explained, "--explain"]);
    let explained = fs::read_to_string(&explained).expect("the game file");
    let words = explained.replace('\n', " ");
    let said = ["bc3,b2: Player 2 wins", "c2,b2,xa1: Player 1 wins"];
    assert!(said.iter().all(|part| words.contains(part)), "{explained}");
}

#[test]
fn the_number_of_threads_does_not_change_an_analysis() {
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
        assert!(!output.succeeds());
        assert!(output.err.contains("game 3, line 3: "), "{output:?}");
        output.out
    };
    let one = analyze("1");
    assert_eq!(one.lines().count(), 3);
    assert_eq!(one, analyze("3"));
}
