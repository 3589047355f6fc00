//! The tools for people: a game in the terminal, analysis, pictures.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use ringstack::games::ids;

use crate::arena::mock_of;

/// Runs the program with these arguments and this input.
pub fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ringstack"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    if let Err(error) = stdin.write_all(input.as_bytes()) {
        // Who refuses his arguments reads nothing.
        assert_eq!(error.kind(), ErrorKind::BrokenPipe, "{error}");
    }
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

pub fn text(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout.clone()).expect("text")
}

/// A folder of this test that is empty.
pub fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder for the test");
    folder
}

#[test]
fn a_person_plays_asks_takes_back_and_leaves() {
    let input = "moves c\nhint\nfoo\nlevel 99\nlevel 0\nside x\nf3\nundo\nfen\nquit\n";
    let said = text(&run(&["play", "--movetime", "20"], input));
    for part in [
        "5 of 49 legal moves begin with 'c':",
        "hint: ",
        "move 'foo'",
        "level '99': expected a number from 0 to 20",
        "side 'x': expected p1, p2, both or none",
        "p2 (engine) plays ",
        "x9/x10/x11/x10/x9 w place",
    ] {
        assert!(said.contains(part), "{part} is missing in {said}");
    }
}

#[test]
fn the_engine_plays_itself_to_the_end_and_a_closed_input_ends_a_game() {
    let forced = [
        "play",
        "--fen",
        "x9/x10/w10,x9,r/r,x9/x4,r,x4 w move",
        "--side",
        "none",
    ];
    let said = text(&run(&forced, ""));
    assert!(said.contains("player 1 has won: nobody can move"), "{said}");
    text(&run(&["--game", "gipf", "play"], ""));
}

#[test]
fn a_game_at_its_end_leaves_the_person_at_the_prompt() {
    let fen = "x9/x10/w10,x9,r/r,x9/x4,r,x4 w move";
    let input = "a3k3\nk3a3\nturns\nundo 2\nundo\nfen\nnew\nfen\n";
    let said = text(&run(&["play", "--fen", fen], input));
    for part in [
        "player 1 has won: nobody can move",
        "over> move 'k3a3': expected no move, the game is over (p1win)",
        "over>   1. p1 a3k3\n",
        "undo 2: expected at most 1, your turns so far",
        "p1> x9/x10/w10,x9,r/r,x9/x4,r,x4 w move\n",
        "p1> x9/x10/x11/x10/x9 w place\n",
    ] {
        assert!(said.contains(part), "{part} is missing in {said}");
    }
}

#[test]
fn turns_are_taken_back_to_the_persons_own() {
    let input = "f3\nc2\nundo 2\nfen\nside p2\nundo\nside both\na1\nb2\nundo 2\nturns\n";
    let said = text(&run(&["play", "--movetime", "5"], input));
    // The engine has made the first turn of player 1: nothing of the person is before it.
    assert!(
        said.contains("undo 1: expected at most 0, your turns so far"),
        "{said}"
    );
    assert!(said.contains("p1> x9/x10/x11/x10/x9 w place\n"), "{said}");
    assert!(said.contains("(engine) plays "), "{said}");
    assert!(
        said.contains(" for p2, depth ") || said.contains(" wins within "),
        "{said}"
    );
}

#[test]
fn a_line_that_is_no_text_does_not_end_a_game() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ringstack"))
        .args(["play", "--side", "both"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"f3\n\xff\xfe\nfen\n").expect("it listens");
    drop(stdin);
    let said = text(&child.wait_with_output().expect("it ends"));
    assert!(
        said.contains("that line is no text: expected UTF-8"),
        "{said}"
    );
    assert!(said.contains("x9/x10/x5,r,x5/x10/x9 b place"), "{said}");
}

#[test]
fn what_is_said_about_a_loaded_game_is_saved_again() {
    let folder = folder("saved-again");
    let place = |name: &str| folder.join(name).display().to_string();
    let [old, same, longer, other] = ["old", "same", "longer", "other"].map(place);
    let said = "[Event \"Club evening\"]\n[Game \"dvonn\"]\n[P1 \"Ann\"]\n[P2 \"Bob\"]\n\
        [Result \"0-1\"]\n[Termination \"resignation\"]\n[PlyCount \"2\"]\n\n1. f3 {a try} c2 0-1\n\n";
    fs::write(&old, said).expect("our file");
    let input = format!(
        "side both\nload {old}\nsave {same}\nc3\nsave {longer}\nundo 2\nc4\nsave {other}\nquit\n"
    );
    text(&run(&["play", "--movetime", "20"], &input));
    let read = |name: &str| fs::read_to_string(name).expect("it was saved");
    let words = |name: &str| read(name).replace('\n', " ");
    assert!(
        words(&same).contains("1. f3 {a try} 1... c2 0-1"),
        "{}",
        read(&same)
    );
    for part in ["Club evening", "Ann", "Bob", "0-1", "resignation"] {
        assert!(read(&same).contains(part), "{}", read(&same));
    }
    let longer = read(&longer);
    assert!(
        longer.contains("Club evening") && longer.contains("Ann"),
        "{longer}"
    );
    assert!(
        longer.contains("[Result \"*\"]") && !longer.contains("resignation"),
        "{longer}"
    );
    // Another game, of which Ann made the first turn.
    let other = read(&other);
    assert!(!other.contains("Club evening"), "{other}");
    assert!(
        other.contains("[P1 \"Ann\"]") && other.contains("[P2 \"a person\"]"),
        "{other}"
    );
}

#[test]
fn a_loaded_game_with_a_result_is_not_gone_on_with_unasked() {
    let folder = folder("loaded-result");
    let place = |name: &str| folder.join(name).display().to_string();
    let (old, more) = (place("old"), place("more"));
    let game = "[Game \"dvonn\"]\n[P1 \"Ann\"]\n[P2 \"Bob\"]\n[Result \"0-1\"]\n\
        [Termination \"resignation\"]\n\n1. f3 0-1\n";
    fs::write(&old, game).expect("our file");
    let input = format!("load {old}\nfen\nlevel 3\nside p1\nsave {more}\nquit\n");
    let said = text(&run(&["play", "--movetime", "20"], &input));
    for part in [
        "dvonn, Ann - Bob, p2win (resignation), 1 ply\n",
        "the file says that player 2 has won, the board does not: you play both sides now",
    ] {
        assert!(said.contains(part), "{part} is missing in {said}");
    }
    // Nobody has moved before the person asked for the position.
    assert!(said.contains("x9/x10/x5,r,x5/x10/x9 b place"), "{said}");
    let more = fs::read_to_string(&more).expect("it was saved");
    for part in [
        "[P1 \"Ann\"]",
        "[P2 \"ringstack level 3\"]",
        "[Result \"*\"]",
    ] {
        assert!(more.contains(part), "{part} is missing in {more}");
    }
}

#[test]
fn a_game_that_the_rules_have_ended_is_saved_so() {
    let folder = folder("saved-ended");
    let file = folder.join("game").display().to_string();
    let fen = "x9/x10/w10,x9,r/r,x9/x4,r,x4 w move";
    let input = format!("a3k3\nsave {file}\nquit\n");
    text(&run(&["play", "--fen", fen, "--side", "both"], &input));
    let saved = fs::read_to_string(&file).expect("it was saved");
    assert!(saved.contains("[Termination \"rules\"]"), "{saved}");
}

#[test]
fn a_position_may_begin_with_a_hyphen() {
    let fen = "----/-----/-1b---/-------/------/-----/---- 0,1,4 4,3,0 2,4,5 2";
    let whole = text(&run(&["show", "--game", "zertz", fen], ""));
    let fields: Vec<&str> = fen.split(' ').collect();
    let apart = [&["show", "--game", "zertz"], &fields[..]].concat();
    assert_eq!(text(&run(&apart, "")), whole);
    let picture = text(&run(&[&apart[..], &["--svg", "-"]].concat(), ""));
    assert!(picture.starts_with("<svg "), "{picture}");
    assert_eq!(
        text(&run(&["show", "--game", "zertz", fen, "--svg", "-"], "")),
        picture
    );
}

#[test]
fn a_limit_of_nothing_is_refused() {
    for arguments in [
        &["analyze", "--nodes", "0", "-"][..],
        &["analyze", "--movetime", "0", "-"],
        &["analyze", "--depth", "121", "-"],
        &["analyze", "--threads", "0", "-"],
        &["analyze", "--threads", "257", "-"],
        &["bench", "0"],
        &["play", "--movetime", "0"],
    ] {
        let output = run(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
    }
}

#[test]
fn the_foot_of_a_page_names_the_version() {
    let page = text(&run(&["man", "play"], ""));
    let title = page
        .lines()
        .find(|line| line.starts_with(".TH"))
        .expect("a title");
    assert!(title.contains(env!("CARGO_PKG_VERSION")), "{title}");
    assert!(page.contains("[default: dvonn]"), "{page}");
}

#[test]
fn a_game_is_saved_and_loaded_and_no_file_is_overwritten() {
    let folder = folder("saved");
    let file = folder.join("a game.txt").display().to_string();
    let input =
        format!("f3\nc2\nsave {file}\nnew gipf\nload {file}\nturns\nsave {file}\nload {file}.no\n");
    let said = text(&run(&["play", "--side", "both"], &input));
    let saved = fs::read_to_string(&file).expect("it was saved");
    for part in [
        format!("saved in '{file}'"),
        "dvonn, a person - a person, none, 2 plies".to_owned(),
        "1. p1 f3  2. p2 c2".to_owned(),
        format!("'{file}' exists: expected another name"),
        format!("cannot read '{file}.no'"),
    ] {
        assert!(said.contains(&part), "{part} is missing in {said}");
    }
    assert!(saved.contains("1. f3 c2"), "{saved}");
    assert!(text(&run(&["convert", &file], "")).contains("1. f3 c2"));
}

#[test]
fn the_shell_and_the_manual_know_the_commands() {
    let script = text(&run(&["completions", "bash"], ""));
    assert!(
        script.contains("analyze") && script.contains("--perft-limit"),
        "{script}"
    );
    let page = text(&run(&["man"], ""));
    assert!(
        page.contains(".TH ringstack 1") && page.contains("analyze"),
        "{page}"
    );
    let page = text(&run(&["man", "perft"], ""));
    assert!(page.contains("\\-\\-divide"), "{page}");
    let page = text(&run(&["man", "match", "merge"], ""));
    assert!(
        page.contains(".TH ringstack-match-merge 1") && page.contains("RECORDS"),
        "{page}"
    );
    for wrong in [&["man", "chess"][..], &["man", "match", "chess"]] {
        assert!(!run(wrong, "").status.success(), "{wrong:?}");
    }
}

/// A terminal breaks lines that are too long for it in the middle of words.
#[test]
fn help_fits_into_the_terminal() {
    let commands = [
        "",
        "ugi",
        "perft",
        "bench",
        "show",
        "suite",
        "play",
        "analyze",
        "convert",
        "match",
        "match merge",
        "completions",
        "man",
    ];
    // Where nobody says how wide it is, or it is very wide, lines can still be read.
    for (columns, most) in [("80", 80), ("400", 100), ("", 100)] {
        for (command, help) in commands.iter().flat_map(|it| [(it, "-h"), (it, "--help")]) {
            let output = Command::new(env!("CARGO_BIN_EXE_ringstack"))
                .args(command.split_whitespace())
                .arg(help)
                .env("COLUMNS", columns)
                .stdin(Stdio::null())
                .stderr(Stdio::null())
                .output();
            for line in text(&output.expect("it starts")).lines() {
                let width = line.chars().count();
                assert!(width <= most, "{command} {help}, {width} columns: {line}");
            }
        }
    }
}

/// A position of ZÈRTZ may begin with places that have lost their rings.
#[test]
fn a_position_may_begin_with_hyphens() {
    let fen = "----/w4/6/w5w/5-/4w/3-/3 1,8,9 1,0,0 0,0,1 1";
    let game = ["--game", "zertz-40", "--fen", fen];
    let counted = text(&run(&[["perft", "1"].as_slice(), &game].concat(), ""));
    assert!(counted.contains("1044"), "{counted}");
    let play = [["play", "--side", "both"].as_slice(), &game].concat();
    let said = text(&run(&play, "fen\n"));
    assert!(said.contains(&format!("p1> {fen}\n")), "{said}");
}

#[test]
fn the_benchmark_can_be_one_of_a_rule_set() {
    let said = text(&run(&["bench", "1", "--game", "gipf-basic"], ""));
    let lines: Vec<&str> = said.lines().collect();
    let (total, searched) = lines.split_last().expect("a total");
    assert!(total.contains(" nodes ") && !searched.is_empty(), "{said}");
    let own = |line: &&str| line.starts_with("info string bench gipf-basic nodes ");
    assert!(searched.iter().all(own), "{said}");
}

/// Runs `suite` on this text and gives what it says and whether it succeeds.
fn suite(name: &str, text: &[u8], arguments: &[&str]) -> (bool, String) {
    let file = folder(name).join("facts.suite");
    fs::write(&file, text).expect("our folder");
    let file = file.display().to_string();
    let output = run(&[&["suite", &file], arguments].concat(), "");
    let said = [output.stdout, output.stderr].concat();
    (
        output.status.success(),
        String::from_utf8(said).expect("text"),
    )
}

#[test]
fn a_count_that_was_skipped_has_not_passed() {
    let text = b"id a\nvariant dvonn\nperft 2 2352\n\nid b\nvariant dvonn\nturn p1\n";
    let (succeeds, said) = suite("skipped", text, &["--perft-limit", "100"]);
    assert!(succeeds, "{said}");
    assert_eq!(said, "1 passed, 0 failed, 1 skipped (1 fact skipped)\n");
    let partly = b"id a\nvariant dvonn\nturn p1\nperft 2 2352\n";
    let (succeeds, said) = suite("skipped-partly", partly, &["--perft-limit", "100"]);
    assert!(succeeds, "{said}");
    assert_eq!(
        said,
        "0 passed, 0 failed, 1 checked in part (1 fact skipped)\n"
    );
    let (succeeds, said) = suite("skipped", text, &["--perft-limit", "100", "--no-skips"]);
    assert!(
        !succeeds && said.ends_with("ringstack: 1 fact skipped, expected none\n"),
        "{said}"
    );
    let (succeeds, said) = suite("skipped", text, &["--no-skips"]);
    assert!(succeeds && said == "2 passed, 0 failed\n", "{said}");
}

/// Nobody would live to see the end of such a count.
#[test]
fn a_count_far_beyond_what_is_said_of_it_is_given_up() {
    // No game of DVONN has 99 plies, so the one count stays at nothing.
    let text = b"id a\nvariant dvonn\nperft 99 1\n\nid b\nvariant dvonn\nperft 9 1\n";
    let (succeeds, said) = suite("endless", text, &["--perft-limit", "100000"]);
    assert!(!succeeds, "{said}");
    for depth in [99, 9] {
        let told = format!("perft {depth} is above 100000, or 8 times as many moves lead to less");
        assert!(said.contains(&told), "{said}");
    }
}

/// More than a number of the protocol holds is not less than nothing.
#[test]
fn a_limit_beyond_all_numbers_is_none() {
    let record = "id a\nvariant dvonn\nfen x9/x10/w10,x9,r/r,x9/x4,r,x4 w move\nwins 1\n";
    for key in ["movetime", "nodes"] {
        let text = format!("{record}{key} {}\n", u64::MAX);
        let (succeeds, said) = suite("limits", text.as_bytes(), &["--engine", "self"]);
        assert!(succeeds && said == "1 passed, 0 failed\n", "{said}");
    }
}

/// Whoever has looked at nothing has not found that all is well.
#[test]
fn a_suite_of_which_nothing_was_looked_at_is_an_error() {
    let text = b"id a\nvariant dvonn\nperft 2 2352\n";
    let (succeeds, said) = suite("none-counted", text, &["--perft-limit", "100"]);
    assert!(!succeeds, "{said}");
    assert!(
        said.contains("0 passed, 0 failed, 1 skipped (1 fact skipped)\n"),
        "{said}"
    );
    assert!(
        said.contains("no fact was looked at: all are counts above --perft-limit 100"),
        "{said}"
    );
    let engine = |failure| format!("name=mock {}", mock_of(failure, 9, "none", "a1"));
    let facts = b"id a\nvariant dvonn\nturn p1\nresult none\n\nid b\nvariant gipf\nturn p1\n";
    let (succeeds, said) = suite("none-played", facts, &["--engine", &engine("unfit")]);
    assert!(!succeeds, "{said}");
    assert!(
        said.contains("0 passed, 0 failed, 2 skipped (3 facts skipped)\n")
            && said.contains("no fact was looked at: engine 'mock' does not play dvonn, gipf"),
        "{said}"
    );
    let asked = b"id a\nvariant dvonn\ncount 49\n";
    let (succeeds, said) = suite("none-asked", asked, &["--engine", &engine("no")]);
    assert!(!succeeds, "{said}");
    assert!(
        said.contains("no fact was looked at: engine 'mock' cannot be asked about them"),
        "{said}"
    );
}

/// Some editors begin a text with a mark.
#[test]
fn the_mark_of_utf_8_is_no_part_of_a_file() {
    let text = "\u{feff}id a\nvariant dvonn\nturn p1\n";
    let (succeeds, said) = suite("mark", text.as_bytes(), &[]);
    assert!(succeeds, "{said}");
    let folder = folder("mark-openings");
    let place = |name: &str| folder.join(name).display().to_string();
    let (openings, record) = (place("openings.txt"), place("record.jsonl"));
    fs::write(&openings, "\u{feff}moves f3 c2\n").expect("our folder");
    let play = |rounds: &str, more: &[&str]| {
        let engines = ["--engine", "name=a self", "--engine", "name=b self"];
        let kept = ["--openings", &openings, "--record", &record];
        let rest = ["--nodes", "5", "--rounds", rounds];
        let arguments = [&["match"], &engines[..], &kept, &rest, more].concat();
        run(&arguments, "")
    };
    self::text(&play("1", &[]));
    let written = fs::read_to_string(&record).expect("the record");
    fs::write(&record, format!("\u{feff}{written}")).expect("our folder");
    let merged = self::text(&run(&["match", "merge", &record], ""));
    assert!(merged.contains("2 of 2 games from 1 record"), "{merged}");
    self::text(&play("2", &["--resume"]));
    let merged = self::text(&run(&["match", "merge", &record], ""));
    assert!(merged.contains("4 of 4 games from 1 record"), "{merged}");
    let longer = fs::read_to_string(&record).expect("the record");
    assert!(
        longer.starts_with(&format!("\u{feff}{written}")),
        "{longer}"
    );
}

#[test]
fn a_suite_without_facts_is_an_error() {
    for (text, part) in [
        (&b""[..], "line 1 '': expected a record"),
        (b"# nothing\n", "expected a record"),
        (b"id a\nvariant dvonn\nmoves a1\n", "expected a fact"),
        (
            b"id a\nvariant dvonn\nbadfen w\xff\n",
            "facts.suite: line 3: expected UTF-8",
        ),
    ] {
        let (succeeds, said) = suite("empty", text, &[]);
        assert!(!succeeds && said.contains(part), "{part}: {said}");
    }
}

#[test]
#[cfg(unix)]
fn only_regular_files_are_read() {
    let fifo = folder("no-files").join("fifo").display().to_string();
    let made = Command::new("mkfifo").arg(&fifo).status();
    assert!(made.expect("mkfifo can be started").success());
    let match_of_openings = |file| {
        [
            "match",
            "--engine",
            "self",
            "--engine",
            "self",
            "--nodes",
            "1",
            "--openings",
            file,
        ]
    };
    let told = |arguments: &[&str]| {
        let output = run(arguments, "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success(), "{said}");
        said
    };
    for file in [fifo.as_str(), "/dev/zero", "/"] {
        let said = told(&match_of_openings(file));
        assert!(said.contains("expected a regular file"), "{said}");
    }
    // A suite may come through a pipe.
    for file in ["/dev/zero", "/"] {
        let said = told(&["suite", file]);
        assert!(said.contains("expected a file or a pipe"), "{said}");
    }
}

#[test]
fn an_engine_that_fails_is_given_up() {
    let text = b"id a\nvariant dvonn\nturn p1\n\nid b\nvariant dvonn\nturn p1\n";
    let (succeeds, said) = suite("broken", text, &["--engine", "false"]);
    assert!(!succeeds, "{said}");
    assert!(said.contains("0 passed, 1 failed\n"), "{said}");
    assert!(
        said.contains("record 'a': the engine fails, given up"),
        "{said}"
    );
}

#[test]
fn every_game_has_a_picture() {
    for id in ids() {
        let svg = text(&run(&["--game", id, "show", "--svg", "-"], ""));
        assert!(
            svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
            "{id}"
        );
        assert!(svg.contains("<circle"), "{id}");
    }
}

#[test]
fn analysis_says_what_moves_lose_and_draws_each_position() {
    let folder = folder("analysis");
    let games = folder.join("games.txt");
    // White can win at once in the second game and does not.
    let lines = "# two games\ndvonn startpos moves c3 d3\n\
                 zertz ----/-----/------/---w---/------/-----/2-- 1,4,6 2,2,2 2,2,2 1 moves bg1,g2\n";
    fs::write(&games, lines).expect("the folder can be written");
    let pictures = folder.join("pictures");
    let (games, pictures) = (games.display().to_string(), pictures.display().to_string());
    let said = text(&run(
        &["analyze", &games, "--nodes", "500", "--svg", &pictures],
        "",
    ));
    for part in ["1 p1 c3", "2 p2 d3", "loses", "mate 1", "result p1win"] {
        assert!(said.contains(part), "{part} is missing in {said}");
    }
    // Who has no name is not told twice.
    assert!(!said.contains("p1 p1"), "{said}");
    assert_eq!(fs::read_dir(&pictures).expect("pictures").count(), 5);
    let svg = fs::read_to_string(format!("{pictures}/0001-001.svg")).expect("a picture");
    assert!(svg.contains("DVONN, after 1 turn, Black wins "), "{svg}");
}

#[test]
fn a_bad_line_of_an_analysis_is_named() {
    let folder = folder("bad-analysis");
    let games = folder.join("games.txt");
    fs::write(&games, "\ndvonn startpos moves c3 zz\n").expect("the folder can be written");
    let output = run(&["analyze", &games.display().to_string()], "");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(
        !output.status.success() && said.contains("line 2") && said.contains("'zz'"),
        "{said}"
    );
}

#[test]
fn a_picture_takes_the_place_of_no_file() {
    let folder = folder("picture-there");
    let file = folder.join("mine.svg");
    fs::write(&file, "my notes").expect("a file");
    let name = file.display().to_string();
    let refused = run(&["show", "--svg", &name], "");
    assert_eq!(refused.status.code(), Some(1));
    let told = String::from_utf8_lossy(&refused.stderr);
    assert!(told.contains("exists"), "{told}");
    let kept = fs::read_to_string(&file).expect("it is there");
    assert_eq!(kept, "my notes");
    text(&run(&["show", "--svg", &name, "--force"], ""));
    let picture = fs::read_to_string(&file).expect("it is there");
    assert!(picture.starts_with("<svg "), "{picture}");
}

/// What is overwritten is what the name leads to: a link stays a link, a pipe a pipe.
#[cfg(unix)]
#[test]
fn forced_writing_keeps_links_and_pipes() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = folder("forced");
    let (file, link) = (folder.join("games.pgn"), folder.join("link.pgn"));
    fs::write(&file, "old").expect("a file");
    symlink(&file, &link).expect("a link");
    let name = link.display().to_string();
    let game = "dvonn startpos moves f3 c2\n";
    let refused = run(&["convert", "--to", "pgn", "-", "--output", &name], game);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    text(&run(
        &["convert", "--to", "pgn", "-", "--output", &name, "--force"],
        game,
    ));
    let kind = |path| fs::symlink_metadata(path).expect("it is there").file_type();
    assert!(kind(link).is_symlink());
    let written = fs::read_to_string(file).expect("it is there");
    assert!(written.starts_with('['), "{written}");
    // What is written into a pipe by name is read from it.
    let pipe = folder.join("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("there is mkfifo").success());
    let name = pipe.display().to_string();
    let there = pipe.clone();
    let reader = std::thread::spawn(move || fs::read_to_string(there));
    text(&run(
        &["convert", "--to", "pgn", "-", "--output", &name, "--force"],
        game,
    ));
    let read = reader.join().expect("a thread").expect("a pipe");
    assert!(read.starts_with('['), "{read}");
    assert!(kind(pipe).is_fifo());
}
