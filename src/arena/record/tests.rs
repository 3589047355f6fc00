use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

use super::plan::tests::plan;
use super::*;
use crate::arena::ending::Reason;
use crate::arena::schedule::Shard;
use crate::arena::stats::standings::GameResult;

fn header() -> Header {
    Header {
        schedule: "12".to_owned(),
        shard: Shard::WHOLE,
        plan: plan(),
    }
}

fn game(id: usize) -> GameLine {
    let players = if id % 2 == 1 { [0, 1] } else { [1, 0] };
    GameLine {
        id,
        players,
        names: ["a", "b"].map(str::to_owned),
        opening: "startpos".to_owned(),
        result: "p1win".to_owned(),
        reason: Reason::Rules,
        culprit: None,
        detail: String::new(),
        moves: vec![MoveLine {
            token: "a1".to_owned(),
            score: Some("cp 3".to_owned()),
            depth: Some(2),
            nodes: None,
            ms: 7,
        }],
    }
}

fn line(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data") + "\n"
}

fn text(games: &[usize]) -> String {
    let games = games.iter().map(|&id| line(&game(id)));
    [line(&header())].into_iter().chain(games).collect()
}

/// What is wrong with a record.
fn refusal(text: &str) -> String {
    read(text.as_bytes()).expect_err("a bad record").to_string()
}

/// A file that is removed with the test's folder.
fn file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ringstack-record-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder can be made");
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let record = read(text(&[1, 2, 4]).as_bytes()).expect("a good record");
    assert_eq!(record.header, header());
    let ids: Vec<usize> = record.games.iter().map(GameResult::id).collect();
    assert_eq!(ids, [1, 2, 4]);
    let fixture = record.games[2].fixture;
    assert_eq!((fixture.id(), fixture.pair.opening), (4, 1));
    assert_eq!(record.planned_games(), 20);
}

#[test]
fn half_a_line_at_the_end_is_left_out() {
    let text = text(&[1, 2]);
    let cut = &text[..text.len() - 5];
    let record = read(cut.as_bytes()).expect("a good record");
    assert_eq!(record.games.len(), 1);
    assert_eq!(record.whole, self::text(&[1]).len() as u64);
    // A name may be cut within a letter.
    let named = text.replace("\"names\":[\"", "\"names\":[\"\u{dc}");
    let at = named.rfind('\u{dc}').expect("a name in the last line");
    let record = read(&named.as_bytes()[..=at]).expect("a good record");
    assert_eq!(record.games.len(), 1);
    // Half a line of something else is not ours to leave out.
    let foreign = self::text(&[1]) + "my notes";
    assert!(refusal(&foreign).starts_with("line 3: "));
}

#[test]
fn bad_records_are_refused_with_their_line() {
    assert!(matches!(read(&b""[..]), Err(RecordError::NoRecord { .. })));
    assert!(refusal("{}\n").contains("no record of a match"));
    assert!(refusal("my notes").contains("no record of a match"));
    let twice = refusal(&text(&[1, 1]));
    assert_eq!(twice, "line 3: game 1 has already been counted");
    let broken = refusal(&(text(&[1]) + "{\"id\":2}\n"));
    assert!(broken.starts_with("line 3: expected a game"), "{broken}");
    let swapped = text(&[1]).replace("\"players\":[0,1]", "\"players\":[1,0]");
    assert!(refusal(&swapped).starts_with("line 2: game 1: players"));
    assert_eq!(
        refusal(&text(&[1, 21])),
        "line 3: game 21: expected a number from 1 to 20"
    );
    assert!(refusal(&text(&[0])).contains("from 1 to 20"));
    let latin = [text(&[1]).as_bytes(), b"caf\xe9\n"].concat();
    let error = read(&latin[..]).expect_err("not UTF-8");
    assert_eq!(error.to_string(), "line 3: byte 4: expected UTF-8");
    let long = text(&[1]) + &"x".repeat(17 << 20) + "\n";
    assert!(refusal(&long).starts_with("line 3: expected a line of at most"));
}

#[test]
fn a_match_that_was_made_longer_has_more_games() {
    let runner = Runner {
        host: "here".to_owned(),
        process: 1,
        rounds: 11,
    };
    let longer = text(&[1]) + &line(&lines::RunnerLine { runner }) + &line(&game(22));
    let record = read(longer.as_bytes()).expect("a good record");
    assert_eq!((record.rounds, record.games.len()), (11, 2));
}

#[test]
fn games_of_another_part_are_refused() {
    let mut part = header();
    part.shard = Shard { part: 2, of: 2 };
    let text = line(&part) + &line(&game(1));
    assert_eq!(refusal(&text), "line 2: game 1: not of part 2/2");
}

#[test]
fn records_of_one_schedule_are_counted_together() {
    let record = |games: &[usize]| read(text(games).as_bytes()).expect("a good record");
    let mut sum = record(&[1, 2]);
    merge(&mut sum, record(&[3, 4])).expect("the same schedule");
    assert_eq!(sum.games.len(), 4);
    let twice = merge(&mut sum, record(&[4]));
    assert!(matches!(twice, Err(RecordError::Twice { id: 4 })));
    let mut other = record(&[5]);
    other.header.schedule = "13".to_owned();
    other.header.plan.adjudication.max_plies = 9;
    let error = merge(&mut sum, other).expect_err("another schedule");
    let text = error.to_string();
    assert!(
        text.contains("--max-plies: 9 in the record, 400 now"),
        "{text}"
    );
}

#[test]
fn one_process_writes_a_record_at_a_time() {
    let path = file("locked.jsonl");
    let mut first = Writer::open(&path, &header(), true).expect("a new record");
    first.writer.game(&game(1)).expect("room on the disk");
    // A lock belongs to the open file: here the second one is of this process, too.
    let held = Writer::open(&path, &header(), true).expect_err("it is locked");
    let own = format!("process {} on ", std::process::id());
    assert!(held.to_string().contains(&own), "{held}");
    drop(first);
    let second = Writer::open(&path, &header(), true).expect("nobody writes it");
    assert_eq!(second.played.len(), 1);
}

#[test]
fn what_is_no_record_of_ours_is_never_changed() {
    let path = file("notes");
    let whole = text(&[1]);
    let torn_header = &line(&header())[..9];
    for (content, resume) in [
        ("my notes", true),
        ("my notes\n", true),
        ("{", false),
        ("{\"id\":", true),
        (&whole, false),
        (&format!("{whole}my notes"), true),
        (&format!("{torn_header} and my notes"), true),
    ] {
        fs::write(&path, content).expect("our file");
        Writer::open(&path, &header(), resume).expect_err("not ours");
        assert_eq!(fs::read_to_string(&path).expect("our file"), content);
    }
    // A first line that was interrupted is completed.
    fs::write(&path, torn_header).expect("our file");
    drop(Writer::open(&path, &header(), true).expect("a torn record"));
    let text = fs::read_to_string(&path).expect("our file");
    assert!(text.starts_with(&line(&header())), "{text}");
}

#[cfg(unix)]
#[test]
fn only_regular_files_are_records() {
    for path in ["/dev/null", "/dev", "/dev/full"] {
        let path = PathBuf::from(path);
        let error = Writer::open(&path, &header(), false).expect_err("no file");
        assert!(matches!(error, RecordError::NotRegular), "{error}");
        let error = open(&path).expect_err("no file");
        assert!(matches!(error, RecordError::NotRegular), "{error}");
    }
}

#[test]
fn a_damaged_record_keeps_its_good_lines() {
    let good = text(&[1, 2, 3]);
    let bytes = [
        text(&[1, 2]).as_bytes(),
        b"caf\xe9\n{\"id\":7}\n",
        line(&game(2)).as_bytes(),
        line(&game(3)).as_bytes(),
        line(&game(99)).as_bytes(),
        b"{\"id\":4,\"pl",
    ]
    .concat();
    let mut mended = Vec::new();
    let repaired = repair(Cursor::new(&bytes), &mut mended).expect("a record");
    assert_eq!(String::from_utf8(mended).expect("text"), good);
    assert_eq!(repaired.games, 3);
    let lines: Vec<usize> = repaired.left_out.iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [4, 5, 6, 8, 9]);
    assert!(read(good.as_bytes()).is_ok());
    assert!(matches!(
        repair(Cursor::new("my notes\n"), &mut Vec::new()),
        Err(RecordError::NoRecord { .. })
    ));
}

#[test]
fn a_last_line_that_lacks_only_its_end_is_whole() {
    let whole = text(&[1, 2]);
    let cut = whole.trim_end();
    let record = read(cut.as_bytes()).expect("a good record");
    assert_eq!((record.games.len(), record.unended), (2, true));
    assert_eq!(record.whole, cut.len() as u64);
    let mut mended = Vec::new();
    let repaired = repair(Cursor::new(cut), &mut mended).expect("a record");
    assert_eq!((repaired.games, repaired.left_out.len()), (2, 0));
    assert_eq!(String::from_utf8(mended).expect("text"), whole);
    // Whoever goes on writes behind it.
    let path = file("unended.jsonl");
    fs::write(&path, cut).expect("our file");
    let mut opened = Writer::open(&path, &header(), true).expect("a good record");
    assert_eq!(opened.played.len(), 2);
    opened.writer.game(&game(3)).expect("room on the disk");
    let record = read(fs::File::open(&path).expect("our file")).expect("a good record");
    assert_eq!(record.games.len(), 3);
    // The plan alone is a record, too.
    let header = line(&header());
    let record = read(header.trim_end().as_bytes()).expect("a good record");
    assert_eq!(record.games.len(), 0);
}

#[test]
fn a_match_that_was_made_longer_keeps_its_games_without_the_line_that_says_so() {
    let runner = Runner {
        host: "here".to_owned(),
        process: 1,
        rounds: 12,
    };
    let runner = line(&lines::RunnerLine { runner });
    let begin = text(&[1]);
    let end = line(&game(22)) + &line(&game(99));
    // Game 99 would need 50 rounds; where nothing is wrong with the line, nothing else is needed.
    for (damaged, games) in [
        (runner.replace("\"rounds\"", "\"r"), 3),
        (runner.replace("{\"run", "\u{0}\u{0}"), 3),
        (runner.replace("\"here\"", "noise"), 3),
        // Nothing is left to know it by: only a game that may follow on the first one is kept.
        ("\u{0}\u{0}\u{0}\n".to_owned(), 2),
        ("{\"run\n".to_owned(), 2),
        // What is left of the line is of a game.
        ("{\"id\":7,\"pla\n".to_owned(), 1),
        (runner, 2),
    ] {
        let mut mended = Vec::new();
        let text = format!("{begin}{damaged}{end}");
        let repaired = repair(Cursor::new(&text), &mut mended).expect("a record");
        assert_eq!(repaired.games, games, "{text}");
        let record = read(&mended[..]).expect("a good record");
        assert_eq!(record.games.len(), games, "{text}");
    }
    let latin = [begin.as_bytes(), b"{\"runner\":{\"host\":\"caf\xe9\"}}\n"].concat();
    let latin = [&latin[..], line(&game(22)).as_bytes()].concat();
    let repaired = repair(Cursor::new(&latin), &mut Vec::new()).expect("a record");
    assert_eq!(repaired.games, 2);
    let (number, cause) = &repaired.left_out[0];
    assert_eq!(*number, 3);
    assert!(
        cause.contains("another one in its place says 11 rounds"),
        "{cause}"
    );
}
