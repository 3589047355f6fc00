use std::fs;
use std::path::{Path, PathBuf};

use super::*;
use crate::plan::Times;
use crate::plan::tests::plan;
use crate::schedule::{Pair, ScheduledGame, Shard};
use crate::stats::standings::GameResult;
use ringstack_engine::play::record::{GameRecord, MoveRecord, Termination};
use ringstack_engine::rules::{Outcome, Side};
use ringstack_engine::search::{Bound, BoundedValue, Value};
use ringstack_engine::time_control::TimeControl;

fn header() -> Header {
    Header {
        schedule: "12".to_owned(),
        shard: Shard::WHOLE,
        plan: plan(),
    }
}

fn game(id: usize) -> FinishedGame {
    let number = (id - 1) / 2;
    let scheduled = ScheduledGame {
        pair: Pair {
            number,
            first: 0,
            second: 1,
            opening: number,
        },
        reversed: id.is_multiple_of(2),
    };
    let score = BoundedValue {
        value: Value::Cp(3),
        bound: Bound::Lower,
    };
    FinishedGame {
        scheduled,
        traffic: None,
        late_move: None,
        record: GameRecord {
            game: "dvonn".to_owned(),
            players: scheduled
                .players()
                .map(|number| ["a", "b"][number].to_owned()),
            outcome: Some(Outcome::Win(Side::One)),
            termination: Some(Termination::Crash),
            detail: "gone".to_owned(),
            opening_plies: 1,
            moves: vec![
                MoveRecord::new("a1"),
                MoveRecord {
                    score: Some(score),
                    depth: Some(2),
                    ..MoveRecord::new("b1")
                },
            ],
            ..GameRecord::default()
        },
    }
}

fn line(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data") + "\n"
}

fn text(games: &[usize]) -> String {
    let games = games.iter().map(|&id| game(id).line("12"));
    [line(&header())].into_iter().chain(games).collect()
}

fn ids(record: &MatchRecord) -> Vec<usize> {
    record.games.iter().map(GameResult::id).collect()
}

fn good(text: &str) -> MatchRecord {
    read(text.as_bytes()).expect("a record")
}

/// The path of a file in the temporary folder of the tests; an old file is removed.
fn file(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("ringstack-record-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder can be made");
    let path = folder.join(name);
    let _ = fs::remove_file(&path);
    path
}

/// Opens a record to continue its match.
fn resumed(path: &Path) -> Result<Writer, RecordError> {
    let (mut writer, _) = Writer::open(path, &header(), true)?;
    writer.begin()?;
    Ok(writer)
}

#[test]
fn a_game_is_read_as_it_was_written() {
    let text = game(2).line("12");
    let (read, schedule) = FinishedGame::parse(&text).expect("our own line");
    assert_eq!((read, schedule.as_str()), (game(2), "12"));
    assert!(text.contains("\"culprit\":\"p2\""), "{text}");
    assert_eq!(game(2).failed_engine(), "a");
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let record = good(&text(&[1, 2, 4]));
    assert_eq!(record.header, header());
    assert_eq!(ids(&record), [1, 2, 4]);
    let scheduled = record.games[2].scheduled;
    assert_eq!((scheduled.id(), scheduled.pair.opening), (4, 1));
    assert_eq!((record.planned_games(), record.is_torn), (20, false));
}

#[test]
fn a_partial_last_line_is_removed() {
    let path = file("partial.jsonl");
    let whole = text(&[1, 2]);
    for end in [5, 1] {
        let cut = &whole[..whole.len() - end];
        let record = good(cut);
        assert_eq!((ids(&record), record.is_torn), (vec![1], true));
        fs::write(&path, cut).expect("our file");
        let mut writer = resumed(&path).expect("a good record");
        assert!(writer.is_torn());
        writer.game(&game(3)).expect("room on the disk");
        let read = good(&fs::read_to_string(&path).expect("our file"));
        assert_eq!((ids(&read), read.is_torn), (vec![1, 3], false));
    }
    // The cut may be inside a UTF-8 character.
    let named = whole.replace("\"names\":[\"", "\"names\":[\"\u{dc}");
    let at = named.rfind('\u{dc}').expect("a name in the last line");
    let record = read(&named.as_bytes()[..=at]).expect("a good record");
    assert_eq!((ids(&record), record.is_torn), (vec![1], true));
}

#[test]
fn a_damaged_line_is_an_error_and_the_file_stays() {
    let path = file("damaged.jsonl");
    for damaged in [
        game(3)
            .line("12")
            .replace("\"moves\"", "\"mov\u{1}s\"")
            .as_bytes(),
        b"{\"id\":2}\n",
        b"caf\xe9\n",
        b"my notes",
        game(1).line("12").as_bytes(),
        game(4).line("12").replace("[1,0]", "[0,1]").as_bytes(),
        game(21).line("12").as_bytes(),
        game(5).line("13").as_bytes(),
        ("x".repeat(17 << 20) + "\n").as_bytes(),
    ] {
        let bytes = [text(&[1]).as_bytes(), damaged].concat();
        let error = read(&bytes[..]).expect_err("a damaged line");
        assert!(
            matches!(error, RecordError::Line { line: 3, .. }),
            "{error}"
        );
        fs::write(&path, &bytes).expect("our file");
        resumed(&path).expect_err("a damaged line");
        assert_eq!(fs::read(&path).expect("our file"), bytes);
    }
    // Also the games of another part.
    let mut part = header();
    part.shard = Shard { part: 2, of: 2 };
    let error = read((line(&part) + &game(1).line("12")).as_bytes()).expect_err("another part");
    assert!(
        matches!(error, RecordError::Line { line: 2, .. }),
        "{error}"
    );
}

#[test]
fn a_longer_match_has_a_longer_plan() {
    let path = file("longer.jsonl");
    fs::write(&path, text(&[1])).expect("our file");
    let mut longer = header();
    longer.plan.rounds = 11;
    let (mut writer, _) = Writer::open(&path, &longer, true).expect("the same match");
    writer.begin().expect("room on the disk");
    writer.game(&game(22)).expect("room on the disk");
    drop(writer);
    // Fewer rounds do not shorten the plan.
    drop(resumed(&path).expect("the same match"));
    let record = good(&fs::read_to_string(&path).expect("our file"));
    assert_eq!((ids(&record), record.planned_games()), (vec![1, 22], 22));
}

#[test]
fn files_that_are_not_records_are_refused() {
    for text in [
        "",
        "{}\n",
        "my notes",
        "{\"id\":1}\n",
        "{\"id\":1,\"players\":[0,1],\"moves\":[]}\n",
    ] {
        let error = read(text.as_bytes()).expect_err("no record");
        assert!(matches!(error, RecordError::NoRecord { .. }), "{error}");
    }
}

#[test]
fn both_games_of_a_pair_have_the_same_opening() {
    let mut other = game(2);
    other.record.moves[0].token = "a2".to_owned();
    let text = text(&[1]) + &other.line("12");
    let error = read(text.as_bytes()).expect_err("two openings");
    assert!(
        matches!(error, RecordError::Openings { ids: [1, 2] }),
        "{error}"
    );
    let mut sum = good(&self::text(&[1]));
    let part = good(&(line(&header()) + &other.line("12")));
    let error = merge(&mut sum, part).expect_err("two openings");
    assert!(
        matches!(error, RecordError::Openings { ids: [1, 2] }),
        "{error}"
    );
}

#[test]
fn records_of_one_match_are_counted_together() {
    let record = |games: &[usize]| good(&text(games));
    let mut sum = record(&[1, 2]);
    merge(&mut sum, record(&[3, 4])).expect("the same match");
    assert_eq!(sum.games.len(), 4);
    let twice = merge(&mut sum, record(&[4]));
    assert!(matches!(twice, Err(RecordError::Twice { id: 4 })));
    let mut other = header();
    other.schedule = "13".to_owned();
    other.plan.adjudication.max_plies = 9;
    let other = good(&(line(&other) + &game(5).line("13")));
    let error = merge(&mut sum, other).expect_err("another match");
    let text = error.to_string();
    assert!(
        text.contains("--max-plies: 9 in the record, 400 now"),
        "{text}"
    );
}

#[test]
fn only_one_process_at_a_time_writes_a_record() {
    let path = file("locked.jsonl");
    let mut first = resumed(&path).expect("a new record");
    first.game(&game(1)).expect("room on the disk");
    // A lock belongs to the open file, so a second one in this process fails, too.
    let held = Writer::open(&path, &header(), true).expect_err("it is locked");
    assert!(matches!(held, RecordError::Held), "{held}");
    drop(first);
    let second = resumed(&path).expect("no process writes it");
    assert_eq!(second.played().len(), 1);
}

#[test]
fn a_change_of_the_record_during_the_match_is_detected() {
    let path = file("changed.jsonl");
    let truncate = || {
        fs::File::options()
            .write(true)
            .open(&path)
            .and_then(|file| file.set_len(9))
    };
    let changes: [&dyn Fn() -> std::io::Result<()>; 4] = [
        &|| fs::remove_file(&path),
        &truncate,
        &|| fs::write(&path, ""),
        &|| {
            fs::rename(&path, path.with_extension("old"))
                .and_then(|()| fs::write(&path, text(&[1])))
        },
    ];
    for change in changes {
        let _ = fs::remove_file(&path);
        let mut writer = resumed(&path).expect("a new record");
        writer.game(&game(1)).expect("room on the disk");
        change().expect("our file");
        let before = fs::read(&path).ok();
        let error = writer.game(&game(2)).expect_err("it is not as it was");
        assert!(matches!(error, RecordError::Changed { .. }), "{error}");
        assert_eq!(fs::read(&path).ok(), before);
    }
}

#[test]
fn files_of_other_matches_or_programs_are_never_changed() {
    let path = file("notes");
    let whole = text(&[1]);
    let torn_header = &line(&header())[..9];
    for (content, resume) in [
        ("my notes", true),
        ("my notes\n", true),
        ("{", false),
        ("{\"id\":", true),
        (&whole, false),
        (&format!("{torn_header} and my notes"), true),
    ] {
        fs::write(&path, content).expect("our file");
        Writer::open(&path, &header(), resume).expect_err("not ours");
        assert_eq!(fs::read_to_string(&path).expect("our file"), content);
    }
    // An incomplete first line is completed.
    fs::write(&path, torn_header).expect("our file");
    drop(resumed(&path).expect("a torn record"));
    assert_eq!(
        fs::read_to_string(&path).expect("our file"),
        line(&header())
    );
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

/// A record is written through a link, and its permissions stay.
#[cfg(unix)]
#[test]
fn a_record_keeps_its_place_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (path, link) = (file("private.jsonl"), file("link.jsonl"));
    fs::write(&path, text(&[1])).expect("our file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("our file");
    symlink("private.jsonl", &link).expect("a link can be made");
    // A longer match replaces the file.
    let mut longer = header();
    longer.plan.rounds = 11;
    let (mut writer, _) = Writer::open(&link, &longer, true).expect("the same match");
    writer.begin().expect("room on the disk");
    let record = good(&fs::read_to_string(&path).expect("our file"));
    assert_eq!((ids(&record), record.planned_games()), (vec![1], 22));
    assert!(
        fs::symlink_metadata(&link)
            .expect("it is there")
            .is_symlink()
    );
    assert_eq!(
        fs::metadata(&path)
            .expect("it is there")
            .permissions()
            .mode()
            & 0o777,
        0o640
    );
}

#[test]
fn the_tolerance_is_large_if_nobody_saves_time() {
    let margin = |texts: &[&str]| {
        let controls = texts.iter().map(|text| TimeControl::parse(text));
        Times::default_margin(controls.map(|control| control.expect("a time control")))
    };
    assert_eq!(margin(&["movetime=100", "movetime=200"]), 250);
    assert_eq!(margin(&["movetime=100", "nodes=5"]), 250);
    assert_eq!(margin(&["tc=1+0.1", "tc=1+0.1"]), 50);
    assert_eq!(margin(&["tc=1+0.1", "movetime=100"]), 50);
    assert_eq!(margin(&["nodes=5", "nodes=5"]), 50);
}
