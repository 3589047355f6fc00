//! What the fuzz targets check. The targets feed these functions with fresh bytes; an ordinary test
//! (`tests/corpora.rs`) replays the kept inputs through the same functions.
//!
//! A function panics when a law is broken and returns quietly otherwise.

use std::time::Instant;

use ringstack::arena::engine::settings;
use ringstack::arena::engine::spec::EngineSpec;
use ringstack::arena::record::{self, RecordError};
use ringstack::arena::schedule::Shard;
use ringstack::arena::schedule::openings;
use ringstack::arena::stats::standings::Standings;
use ringstack::board::keys::SplitMix;
use ringstack::games::{Game, Visitor, ids, visit};
use ringstack::play::record::{Format, OutputFormat, ReadError, Reader, recognise, write};
use ringstack::play::state;
use ringstack::suite;
use ringstack::time_control::{ClockControl, TimeControl};
use ringstack::ugi::grammar;
use ringstack::ugi::reply::Reply;
use ringstack::ugi::session::{Input, Output, Session};

#[path = "../tests/it/positions.rs"]
mod positions;

/// A function of this file.
pub type Property = fn(&[u8]);

/// Every property with the name of its target and of its folder of inputs.
pub const ALL: &[(&str, Property)] = &[
    ("arguments", arguments),
    ("boardspace", boardspace_file),
    ("games", games_file),
    ("jsonl", jsonl_file),
    ("line", line),
    ("list", list_file),
    ("openings", openings_file),
    ("options", options),
    ("pgn", pgn_file),
    ("play", play),
    ("record", record_file),
    ("reply", reply),
    ("session", session),
    ("suite", suite_file),
    ("text", text),
];

/// The longest game a random line of moves may make.
const MAX_PLIES: usize = 120;

/// Calls a visitor with the rule set that the first byte names.
fn with_variant<V: Visitor>(data: &[u8], visitor: impl FnOnce(Vec<u8>) -> V) {
    if let Some((&first, rest)) = data.split_first() {
        let ids = ids();
        visit(
            ids[usize::from(first) % ids.len()],
            &mut visitor(rest.to_vec()),
        );
    }
}

/// One byte for the rule set, then lines: a FEN (nothing for the start position) and tokens. What is
/// accepted must be written back as it was read, and an accepted token must be a legal move.
pub fn text(data: &[u8]) {
    struct Text(Vec<u8>);
    impl Visitor for Text {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            let text = String::from_utf8_lossy(&self.0);
            let mut lines = text.split('\n');
            let fen = lines.next().unwrap_or("");
            let mut position = if fen.is_empty() {
                P::start(variant)
            } else {
                match P::from_fen(variant, fen) {
                    Ok(position) => position,
                    Err(error) => {
                        assert!(error.to_string().is_ascii());
                        return;
                    }
                }
            };
            assert!(
                fen.is_empty() || position.fen() == fen,
                "written back as {}",
                position.fen()
            );
            for token in lines.take(MAX_PLIES) {
                let before = position.clone();
                match position.parse_move(token) {
                    Ok(m) => {
                        let mut legal = Vec::new();
                        position.legal_moves(&mut legal);
                        assert!(legal.contains(&m), "{token} is not legal");
                        position.play(m);
                    }
                    Err(error) => assert!(error.to_string().is_ascii()),
                }
                assert!(position == before || position.key() != before.key());
            }
        }
    }
    with_variant(data, Text);
}

/// One byte for the rule set, then two bytes a move: its number among the legal ones. All laws of
/// a position must hold after each move.
pub fn play(data: &[u8]) {
    struct Play(Vec<u8>);
    impl Visitor for Play {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            let mut position = P::start(variant);
            for choice in self.0.chunks_exact(2).take(MAX_PLIES) {
                let mut legal = Vec::new();
                position.legal_moves(&mut legal);
                let number = u16::from_le_bytes([choice[0], choice[1]]);
                positions::check(&position, &legal, &mut SplitMix(number.into()));
                if legal.is_empty() {
                    return;
                }
                position.play(legal[usize::from(number) % legal.len()]);
            }
        }
    }
    with_variant(data, Play);
}

/// A command line: what is understood means the same when it is written again.
pub fn line(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match grammar::command(&text) {
        Ok(Some(command)) => {
            let written = command.to_string();
            assert_eq!(grammar::command(&written), Ok(Some(command)), "{written}");
        }
        Ok(None) => {}
        Err(error) => assert!(error.to_string().is_ascii()),
    }
}

/// A line of an engine: what is understood means the same when it is written again.
pub fn reply(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(read) = grammar::reply(&text) {
        let written = read.to_string();
        assert_eq!(grammar::reply(&written), Ok(read), "{written}");
    }
}

/// A file of facts: read or refused with the number of a line that the file has.
pub fn suite_file(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(records) = suite::read(&text) {
        assert!(
            records
                .iter()
                .all(|record| record.line <= text.lines().count())
        );
    }
}

/// The record of a match: what is read is counted and can be continued, and no game counts twice.
pub fn record_file(data: &[u8]) {
    let Ok(mut record) = record::read(data) else {
        return;
    };
    let again = record::read(data).expect("the same record");
    assert_eq!(
        (&again.games, &again.damaged),
        (&record.games, &record.damaged)
    );
    assert_ne!(record.planned_games(), Some(1), "games come in pairs");
    let sprt = record.header.as_ref().and_then(|header| header.plan.sprt);
    let mut standings = Standings::new(record.names());
    if let Some(sprt) = sprt {
        standings.test(sprt);
    }
    record.games.iter().for_each(|game| standings.add(game));
    assert!(!standings.table().is_empty());
    // Of more than two engines the leader is told, once there is one.
    let has_leader =
        record.names().len() == 2 || record.games.iter().any(|game| game.outcome.is_some());
    assert_eq!(!standings.line().is_empty(), has_leader);
    let empty = record.games.is_empty();
    match record::merge(&mut record, again) {
        Ok(()) => assert!(empty),
        Err(RecordError::Twice { .. }) => assert!(!empty),
        Err(error) => panic!("{error}"),
    }
}

/// The description of an engine, and the other texts of a match's command line: what is understood
/// means the same when it is written again, and what is not is refused in one line.
pub fn arguments(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match EngineSpec::parse(&text) {
        Ok(spec) => {
            assert!(!spec.name.is_empty() && !spec.name.contains('\n'));
            if let Some(pace) = spec.pace {
                assert_eq!(TimeControl::parse(&pace.to_string()), Ok(pace));
            }
        }
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    }
    match ClockControl::parse(&text) {
        Ok(clock) => assert_eq!(ClockControl::parse(&clock.to_string()), Ok(clock)),
        Err(error) => assert!(error.to_string().is_ascii()),
    }
    match text.parse::<Shard>() {
        Ok(shard) => assert_eq!(shard.to_string().parse(), Ok(shard)),
        Err(error) => assert!(error.to_string().is_ascii()),
    }
}

/// Lines of a handshake, an empty line, and lines `NAME VALUE` of options to be set: what is sent is
/// a command that the engine's own parser understands.
pub fn options(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.lines();
    let mut known = Vec::new();
    for line in lines.by_ref().take_while(|line| !line.is_empty()) {
        match grammar::reply(line) {
            Ok(Reply::Option(option)) => known.push(option),
            Ok(Reply::Text(text)) => drop(settings::is_error(&text)),
            _ => {}
        }
    }
    let _ = settings::choose_game(&known, "dvonn");
    for line in lines {
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        let given = [(name.to_owned(), value.to_owned())];
        match settings::set_options(&known, &given) {
            Ok(commands) => assert_eq!(commands.len(), 1),
            Err(error) => assert!(error.to_string().contains("expected"), "{error}"),
        }
    }
}

/// A file of games in any format: each game is read, or refused with a line that the file has. What
/// is read can be written in every format, and is the same game when it is read again.
pub fn games_file(data: &[u8]) {
    let lines = data.split(|&byte| byte == b'\n').count();
    for record in Reader::new(data, Some("dvonn")).take(20) {
        let record = match record {
            Ok(record) => record,
            Err(ReadError::Refused(refused)) => {
                assert!((1..=lines).contains(&refused.line), "{refused}");
                continue;
            }
            Err(_) => continue,
        };
        for format in [
            OutputFormat::Pgn,
            OutputFormat::JsonLines,
            OutputFormat::List,
            OutputFormat::Official,
        ] {
            let mut text = String::new();
            if !write(&record, format, &mut text) {
                assert_eq!(format, OutputFormat::Official);
                continue;
            }
            let mut again = Reader::new(text.as_bytes(), None);
            let again = again.next().expect("a game").expect("our own text");
            if format == OutputFormat::List {
                assert!(again.tokens().eq(record.tokens()), "{text}");
                continue;
            }
            assert_eq!(again.moves, record.moves, "{text}");
            assert_eq!(again.outcome, record.outcome, "{text}");
            let mut written = String::new();
            assert!(write(&again, format, &mut written));
            assert_eq!(written, text, "what is written stays as it is");
        }
    }
}

/// A list of games.
pub fn list_file(data: &[u8]) {
    games_of(Format::List, b"dvonn startpos\n", data);
}

/// Games as JSON, a game a line.
pub fn jsonl_file(data: &[u8]) {
    games_of(
        Format::JsonLines,
        b"{\"game\":\"dvonn\",\"moves\":[]}\n",
        data,
    );
}

/// A game file in the manner of PGN.
pub fn pgn_file(data: &[u8]) {
    games_of(Format::Pgn, b"[Event \"a\"]\n", data);
}

/// A record of boardspace.net.
pub fn boardspace_file(data: &[u8]) {
    games_of(Format::Boardspace, b"(;\nGM[Dvonn]\n", data);
}

/// As [`games_file`] for bytes of this format: those that are not recognised as such are put behind
/// what is.
fn games_of(format: Format, begin: &[u8], data: &[u8]) {
    if recognise(data) == Ok(format) {
        games_file(data);
    } else {
        games_file(&[begin, data].concat());
    }
}

/// One byte for the rule set, then a file of openings: each that is accepted can be set up, the game
/// is not over there, and its text means the same.
pub fn openings_file(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else {
        return;
    };
    let ids = ids();
    let id = ids[usize::from(first) % ids.len()];
    let text = String::from_utf8_lossy(rest);
    for opening in openings::read(&text, id).unwrap_or_default() {
        let mut state = state::open(id).expect("the id is listed");
        let set = state.set(&opening.start, &opening.moves);
        assert_eq!(set, Ok(()), "{opening}");
        assert_eq!(state.outcome(), None, "{opening}");
        assert_eq!(opening.to_string().parse().as_ref(), Ok(&opening));
    }
}

/// A whole conversation, one command a line. Jobs are stopped before they begin, so everything is
/// bounded; lines that set the size of the table or write a file are left out.
pub fn session(data: &[u8]) {
    let mut session = Session::new("dvonn").expect("the game exists");
    // A small table saves most of the time.
    session.step(Input::Line(b"setoption name Hash value 1", Instant::now()));
    for line in data.split(|&byte| byte == b'\n') {
        let lower = String::from_utf8_lossy(line).to_ascii_lowercase();
        if lower.contains("hash") || lower.contains("logfile") || lower.contains("threads") {
            continue;
        }
        let acts = session.step(Input::Line(line, Instant::now()));
        if obey(&mut session, acts) {
            return;
        }
    }
    let acts = session.step(Input::End);
    assert!(
        obey(&mut session, acts),
        "the end of the input ends the conversation"
    );
}

/// Does what the session wants and tells whether the conversation is over.
fn obey(session: &mut Session, acts: Vec<Output>) -> bool {
    let mut over = false;
    for act in acts {
        match act {
            Output::Say(reply) => check_line(&reply),
            Output::Run(job) => {
                let stopped = session.step(Input::Line(b"stop", Instant::now()));
                over |= obey(session, stopped);
                let closing = job.run(&|reply| check_line(&reply));
                let acts = session.step(Input::Done(closing));
                over |= obey(session, acts);
            }
            Output::Log(_) => {}
            Output::Leave => over = true,
        }
    }
    over
}

fn check_line(reply: &Reply) {
    let line = reply.to_string();
    let clean = line.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    assert!(clean && !line.is_empty(), "{line:?}");
}
