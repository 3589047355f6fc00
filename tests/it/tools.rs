//! The command-line tools: a game in the terminal, analysis, pictures, suites, manual pages.

use std::fs;
use std::process::Command;

use ringstack_engine::games::ids;

use crate::arena::mock_of;
#[cfg(unix)]
use crate::program::call;
use crate::program::{BINARY, folder, run, talk, text};

/// A position of DVONN with one move, which wins.
const LAST_MOVE: &str = "x9/x10/w10,x9,r/r,x9/x4,r,x4 w move";

#[test]
fn a_player_asks_moves_undoes_and_quits() {
    let input =
        "moves c\nhint\nfoo\nlevel 99\nlevel 0\nside x\na1 b2\n\u{202e}\nf3\nundo\nfen\nquit\n";
    let printed = text(&run(&["play", "--movetime", "20"], input));
    for part in [
        "c1 c2 c3 c4 c5\n",
        "hint: ",
        "move 'foo'",
        "level '99'",
        "side 'x'",
        "'b2'",
        "Black plays ",
        "x9/x10/x11/x10/x9 w place",
    ] {
        assert!(printed.contains(part), "{part} is missing in {printed}");
    }
    assert!(!printed.contains('\u{202e}'), "{printed}");
}

#[test]
fn a_player_asks_why_a_move_was_bad() {
    let missed = "b1bBb1w/3bw2/3W3/7/b5b/7/ww1ww2 w";
    let arguments = [
        "--game",
        "diaballik",
        "play",
        "--fen",
        missed,
        "--side",
        "both",
    ];
    let printed = text(&run(&arguments, "why\na1a2\nwhy\nquit\n"));
    for part in ["why: ", "better: ", "White wins by force in 1 move"] {
        assert!(printed.contains(part), "{part} is missing in {printed}");
    }
}

#[test]
fn the_engine_plays_itself_to_the_end_and_a_closed_input_ends_a_game() {
    let printed = text(&run(&["play", "--fen", LAST_MOVE, "--side", "none"], ""));
    assert!(printed.contains("White wins: "), "{printed}");
    text(&run(&["--game", "gipf", "play"], ""));
}

#[test]
fn the_prompt_stays_after_the_end_of_a_game() {
    let input = "a3k3\nk3a3\nundo\nundo\nfen\nnew\nfen\nnew zertz\nfen\n";
    let printed = text(&run(&["play", "--fen", LAST_MOVE], input));
    for part in [
        "White wins: ",
        "the game is over",
        "undo: ",
        LAST_MOVE,
        "x9/x10/x11/x10/x9 w place\n",
        "4/5/6/7/6/5/4 ",
    ] {
        assert!(printed.contains(part), "{part} is missing in {printed}");
    }
}

#[test]
fn a_game_is_saved_with_its_players_into_a_new_file() {
    let folder = folder("saved");
    let place = |name: &str| folder.join(name).display().to_string();
    let [first, both, ended] = ["a game.pgn", "both.pgn", "ended.pgn"].map(place);
    let input = format!("f3\nsave {first}\nsave {first}\nlevel 3\nside p2\nsave {both}\n");
    let printed = text(&run(&["play", "--movetime", "20"], &input));
    assert!(printed.contains("exists"), "{printed}");
    let read = |name: &str| fs::read_to_string(name).expect("the file was saved");
    let saved = read(&first);
    assert!(
        saved.contains("[P1 \"player\"]") && saved.contains("1. f3 "),
        "{saved}"
    );
    assert!(saved.contains("[P2 \"ringstack level 20\"]"), "{saved}");
    // This game was saved after the change of sides and the engine's move.
    let saved = read(&both);
    assert!(
        saved.contains("[P1 \"player, ringstack level 3\"]"),
        "{saved}"
    );
    assert!(text(&run(&["convert", &first], "")).contains("1. f3 "));
    let input = format!("a3k3\nsave {ended}\n");
    text(&run(&["play", "--fen", LAST_MOVE], &input));
    let saved = read(&ended);
    assert!(saved.contains("[Termination \"rules\"]"), "{saved}");
}

#[test]
fn the_manual_has_every_command() {
    for (page, part) in [
        ("", "analyze"),
        ("perft", "\\-\\-divide"),
        ("match merge", "RECORDS"),
        ("play", concat!("ringstack ", env!("CARGO_PKG_VERSION"))),
    ] {
        let arguments: Vec<&str> = ["man"].into_iter().chain(page.split_whitespace()).collect();
        let page = text(&run(&arguments, ""));
        assert!(page.contains(part), "{page}");
    }
    for wrong in [&["man", "chess"][..], &["man", "match", "chess"]] {
        assert!(!run(wrong, "").succeeds(), "{wrong:?}");
    }
}

/// The completions of Bash after these words; the last word is incomplete.
#[cfg(unix)]
fn completed(words: &str, previous: &str, last: &str) -> Vec<String> {
    let folder = folder("completed");
    fs::write(folder.join("my game.pgn"), "").expect("access to the folder");
    let script = folder.join("script").display().to_string();
    fs::write(&script, run(&["completions", "bash"], "").out).expect("access to the folder");
    let line = format!(
        "source '{script}'; COMP_WORDS=({words} '{last}'); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
         compopt() {{ :; }}; _ringstack ringstack '{last}' '{previous}'; printf '%s\\n' \"${{COMPREPLY[@]}}\""
    );
    let printed = talk(
        Command::new("bash")
            .args(["-c", &line])
            .current_dir(&folder),
        "",
    );
    let lines = printed.out.lines().filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

#[cfg(unix)]
#[test]
fn bash_completes_games_options_and_files() {
    let diaballik = ["diaballik", "diaballik-variant"];
    assert_eq!(
        completed("ringstack play --game", "--game", "dia"),
        diaballik
    );
    assert_eq!(completed("ringstack --game", "--game", "dia"), diaballik);
    let options = completed("ringstack suite", "suite", "--perft");
    assert_eq!(options, ["--perft-limit"]);
    assert_eq!(completed("ringstack", "ringstack", "conv"), ["convert"]);
    assert_eq!(
        completed("ringstack show --svg", "--svg", "my"),
        ["my game.pgn"]
    );
    // Without completions Bash completes file names itself.
    assert_eq!(completed("ringstack convert", "convert", "m"), [""; 0]);
}

/// The commands that have help.
const PAGES: [&str; 14] = [
    "",
    "ugi",
    "perft",
    "bench",
    "show",
    "suite",
    "play",
    "analyze",
    "convert",
    "explore",
    "match",
    "match merge",
    "completions",
    "man",
];

/// A terminal would break longer lines in the middle of words.
#[test]
fn help_fits_into_the_terminal() {
    // If the width is unknown or very large, lines are still short enough to read.
    for (columns, most) in [("80", 80), ("400", 100), ("", 100)] {
        for (command, help) in PAGES.iter().flat_map(|it| [(it, "-h"), (it, "--help")]) {
            let mut program = Command::new(BINARY);
            let arguments = command.split_whitespace().chain([help]);
            program.args(arguments).env("COLUMNS", columns);
            for line in text(&talk(&mut program, "")).lines() {
                let width = line.chars().count();
                assert!(width <= most, "{command} {help}, {width} columns: {line}");
            }
        }
    }
}

#[test]
fn only_commands_that_have_a_game_list_the_option() {
    let help = |command: &str| {
        let arguments: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        text(&run(&arguments, ""))
    };
    for command in ["suite", "match merge", "completions", "man"] {
        assert!(!help(command).contains("--game"), "{command}");
        let with_game: Vec<&str> = command.split(' ').chain(["--game", "gipf"]).collect();
        assert_eq!(run(&with_game, "").code, Some(2), "{command}");
    }
    for command in ["perft", "match"] {
        assert!(help(command).contains("--game"), "{command}");
    }
}

#[test]
fn typed_moves_may_have_the_spellings_of_records() {
    let typed = "F3\nC2\nfen\nquit\n";
    let played = text(&run(&["play", "--side", "both"], typed));
    let fen = text(&run(&["play", "--side", "both"], "f3\nc2\nfen\nquit\n"));
    assert_eq!(played, fen);
    assert!(played.contains(" w place"), "{played}");
}

/// A FEN of ZÈRTZ begins with hyphens if its first places have lost their rings.
#[test]
fn a_position_may_begin_with_hyphens() {
    let fen = "----/w4/6/w5w/5-/4w/3-/3 1,8,9 1,0,0 0,0,1 1";
    let game = ["--game", "zertz-40"];
    let counted = run(&[&game[..], &["perft", "1", "--fen", fen]].concat(), "");
    assert!(text(&counted).contains("1044"), "{counted:?}");
    let play = ["play", "--side", "both", "--fen", fen];
    let played = run(&[&game[..], &play].concat(), "fen\n");
    assert!(text(&played).contains(&format!("> {fen}\n")), "{played:?}");
    let whole = text(&run(&[&game[..], &["show", fen]].concat(), ""));
    let fields: Vec<&str> = fen.split(' ').collect();
    let apart = [&game[..], &["show"], &fields].concat();
    assert_eq!(text(&run(&apart, "")), whole);
    let picture = text(&run(&[&apart[..], &["--svg", "-"]].concat(), ""));
    assert!(picture.starts_with("<svg "), "{picture}");
}

#[test]
fn the_benchmark_can_be_limited_to_a_rule_set() {
    let printed = text(&run(&["bench", "1", "--game", "gipf-basic"], ""));
    let lines: Vec<&str> = printed.lines().collect();
    let (total, searched) = lines.split_last().expect("a total");
    assert!(
        total.contains(" nodes ") && !searched.is_empty(),
        "{printed}"
    );
    let own = |line: &&str| line.starts_with("info string bench gipf-basic nodes ");
    assert!(searched.iter().all(own), "{printed}");
}

/// Runs `suite` on this text and returns whether it succeeds, and its output.
fn suite(name: &str, text: &[u8], arguments: &[&str]) -> (bool, String) {
    let file = folder(name).join("facts.suite");
    fs::write(&file, text).expect("access to the folder");
    let file = file.display().to_string();
    let output = run(&[&["suite", &file], arguments].concat(), "");
    (output.succeeds(), output.out + &output.err)
}

#[test]
fn a_skipped_count_is_not_counted_as_passed() {
    let text = b"id a\nvariant dvonn\nperft 2 2352\n\nid b\nvariant dvonn\nturn p1\n";
    let (succeeds, printed) = suite("skipped", text, &["--perft-limit", "100"]);
    assert!(succeeds, "{printed}");
    assert_eq!(printed, "1 passed, 0 failed, 1 skipped (1 fact skipped)\n");
    let partly = b"id a\nvariant dvonn\nturn p1\nperft 2 2352\n";
    let (succeeds, printed) = suite("skipped-partly", partly, &["--perft-limit", "100"]);
    assert!(succeeds, "{printed}");
    assert_eq!(
        printed,
        "0 passed, 0 failed, 1 partly checked (1 fact skipped)\n"
    );
    let (succeeds, printed) = suite("skipped", text, &["--perft-limit", "100", "--no-skips"]);
    assert!(
        !succeeds
            && printed.ends_with("ringstack: 1 fact skipped, but --no-skips does not allow any\n"),
        "{printed}"
    );
    let (succeeds, printed) = suite("skipped", text, &["--no-skips"]);
    assert!(succeeds && printed == "2 passed, 0 failed\n", "{printed}");
}

/// Such a count would never end.
#[test]
fn counting_stops_beyond_the_expected_count() {
    // No game of DVONN has 99 plies, so one of the counts is zero.
    let text = b"id a\nvariant dvonn\nperft 99 1\n\nid b\nvariant dvonn\nperft 9 1\n";
    let (succeeds, printed) = suite("endless", text, &["--perft-limit", "100000"]);
    assert!(!succeeds, "{printed}");
    for depth in [99, 9] {
        let message = format!("perft {depth} exceeds 100000");
        assert!(printed.contains(&message), "{printed}");
    }
}

/// A number that overflows the protocol's type must not become negative.
#[test]
fn a_limit_that_overflows_means_no_limit() {
    let record = "id a\nvariant dvonn\nfen x9/x10/w10,x9,r/r,x9/x4,r,x4 w move\nwins 1\n";
    for key in ["movetime", "nodes"] {
        let text = format!("{record}{key} {}\n", u64::MAX);
        let (succeeds, printed) = suite("limits", text.as_bytes(), &["--engine", "self"]);
        assert!(succeeds && printed == "1 passed, 0 failed\n", "{printed}");
    }
}

/// A run without checks must not look like a success.
#[test]
fn a_suite_without_any_check_is_an_error() {
    let text = b"id a\nvariant dvonn\nperft 2 2352\n";
    let (succeeds, printed) = suite("none-counted", text, &["--perft-limit", "100"]);
    assert!(!succeeds, "{printed}");
    assert!(
        printed.contains("0 passed, 0 failed, 1 skipped (1 fact skipped)\n"),
        "{printed}"
    );
    assert!(
        printed.contains("no fact was checked: all facts are perft counts above --perft-limit 100"),
        "{printed}"
    );
    let engine = format!("name=mock {}", mock_of("unfit", 9, "none", "a1"));
    let facts = b"id a\nvariant dvonn\nturn p1\nresult none\n\nid b\nvariant gipf\nturn p1\n";
    let (succeeds, printed) = suite("none-played", facts, &["--engine", &engine]);
    assert!(!succeeds, "{printed}");
    assert!(
        printed.contains("0 passed, 0 failed, 2 skipped (3 facts skipped)\n")
            && printed.contains("no fact was checked: engine 'mock' does not play"),
        "{printed}"
    );
}

/// Some editors write a byte order mark.
#[test]
fn a_utf_8_byte_order_mark_is_skipped() {
    let text = "\u{feff}id a\nvariant dvonn\nturn p1\n";
    let (succeeds, printed) = suite("mark", text.as_bytes(), &[]);
    assert!(succeeds, "{printed}");
    let folder = folder("mark-openings");
    let place = |name: &str| folder.join(name).display().to_string();
    let (openings, record) = (place("openings.txt"), place("record.jsonl"));
    fs::write(&openings, "\u{feff}moves f3 c2\n").expect("access to the folder");
    let play = |rounds: &str, more: &[&str]| {
        let engines = ["--engine", "name=a self", "--engine", "name=b self"];
        let kept = ["--openings", &openings, "--record", &record];
        let rest = ["--nodes", "5", "--rounds", rounds];
        let arguments = [&["match"], &engines[..], &kept, &rest, more].concat();
        run(&arguments, "")
    };
    self::text(&play("1", &[]));
    let written = fs::read_to_string(&record).expect("the record");
    fs::write(&record, format!("\u{feff}{written}")).expect("access to the folder");
    let merged = self::text(&run(&["match", "merge", &record], ""));
    assert!(merged.contains("2 of 2 games from 1 record"), "{merged}");
    self::text(&play("2", &["--resume"]));
    let merged = self::text(&run(&["match", "merge", &record], ""));
    assert!(merged.contains("4 of 4 games from 1 record"), "{merged}");
}

#[test]
fn a_suite_without_facts_is_an_error() {
    for (text, part) in [
        (&b""[..], "line 1 '': expected a record"),
        (b"# nothing\n", "expected a record"),
        (b"id a\nvariant dvonn\nmoves a1\n", "expected a fact"),
        (
            b"id a\nvariant dvonn\nbadfen w\xff\n",
            "facts.suite: line 3: not UTF-8",
        ),
    ] {
        let (succeeds, printed) = suite("empty", text, &[]);
        assert!(!succeeds && printed.contains(part), "{part}: {printed}");
    }
}

#[test]
#[cfg(unix)]
fn openings_may_come_from_a_pipe_but_not_from_a_folder() {
    let fifo = folder("no-files").join("fifo").display().to_string();
    call("mkfifo", &[&fifo]);
    let place = fifo.clone();
    let writer = std::thread::spawn(move || fs::write(place, "moves f3 c2\n"));
    let play = |file: &str| {
        let engines = ["match", "--engine", "self", "--engine", "self"];
        let rest = ["--nodes", "1", "--rounds", "1", "--max-plies", "6"];
        let files = ["--openings", file];
        run(&[&engines[..], &rest, &files].concat(), "")
    };
    let played = text(&play(&fifo));
    assert!(played.contains("endings: max-plies 2"), "{played}");
    writer.join().expect("a thread").expect("a reader");
    let refused = play("/");
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.err.contains("'/'"), "{refused:?}");
}

#[test]
fn a_suite_stops_after_an_engine_failure() {
    let text = b"id a\nvariant dvonn\nturn p1\n\nid b\nvariant dvonn\nturn p1\n";
    let (succeeds, printed) = suite("broken", text, &["--engine", "false"]);
    assert!(!succeeds, "{printed}");
    assert!(printed.contains("0 passed, 1 failed\n"), "{printed}");
    assert!(
        printed.contains("record 'a': the engine keeps failing; check stopped"),
        "{printed}"
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
        let drawing = text(&run(&["--game", id, "show"], ""));
        let mut board = drawing.lines().take_while(|line| !line.starts_with("Fen:"));
        assert!(board.all(|line| line.chars().count() <= 80), "{drawing}");
    }
}

/// Two games; in the second one the player to move can win immediately.
const TWO_GAMES: &str = "# two games\ndvonn startpos moves c3 d3\n\
    zertz ----/-----/------/---w---/------/-----/2-- 1,4,6 2,2,2 2,2,2 1 moves bg1,g2\n";

#[test]
fn analysis_reports_what_each_move_loses() {
    let printed = text(&run(&["analyze", "-", "--nodes", "500"], TWO_GAMES));
    for part in ["1 p1 c3", "2 p2 d3", "loses", "mate 1", "result p1win"] {
        assert!(printed.contains(part), "{part} is missing in {printed}");
    }
    // A player without a name is printed once.
    assert!(!printed.contains("p1 p1"), "{printed}");
    let lines = text(&run(
        &["analyze", "-", "--nodes", "500", "--json", "--threads", "2"],
        TWO_GAMES,
    ));
    let lines: Vec<&str> = lines.lines().collect();
    assert!(
        lines[0].contains("\"c3\"") && lines[1].contains("\"bg1,g2\""),
        "{lines:?}"
    );
}

#[test]
fn control_characters_in_names_are_removed() {
    let game = "[Game \"dvonn\"]\n[Event \"c\u{202e}d\"]\n[P1 \"a\u{1b}[2Jb\"]\n[P2 \"\u{202e}x\"]\n\n1. c3 d3 *\n";
    let shown = text(&run(&["analyze", "-", "--nodes", "20"], game));
    assert!(shown.contains("2Jb"), "{shown}");
    assert!(!shown.contains(['\u{1b}', '\u{202e}']), "{shown}");
}

/// `--force` overwrites the target: a link stays a link and a pipe stays a pipe.
#[cfg(unix)]
#[test]
fn forced_writing_keeps_links_and_pipes() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    let folder = folder("forced");
    let place = |name: &str| folder.join(name).display().to_string();
    let (file, link, pipe) = (place("games.pgn"), place("link.pgn"), place("pipe"));
    fs::write(&file, "old").expect("a file");
    symlink(&file, &link).expect("a link");
    call("mkfifo", &[&pipe]);
    let write = |name: &str| {
        let game = "dvonn startpos moves f3 c2\n";
        text(&run(&["convert", "-", "--output", name, "--force"], game))
    };
    let kind = |name| {
        let found = fs::symlink_metadata(name);
        found.expect("a readable file").file_type()
    };
    write(&link);
    assert!(kind(&link).is_symlink());
    let written = fs::read_to_string(file).expect("a readable file");
    assert!(written.starts_with('['), "{written}");
    // A reader of the named pipe gets the output.
    let there = pipe.clone();
    let reader = std::thread::spawn(move || fs::read_to_string(there));
    write(&pipe);
    let read = reader.join().expect("a thread").expect("a pipe");
    assert!(read.starts_with('['), "{read}");
    assert!(kind(&pipe).is_fifo());
}
