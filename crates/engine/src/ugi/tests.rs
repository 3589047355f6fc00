//! Tests of commands, replies and options as text.

use std::collections::BTreeMap;
use std::time::Duration;

use super::command::{Command, Go, GoKey, Query, Start};
use super::grammar;
use super::options;
use super::reply::{BoundedValue, ErrorCode, Info, OptionKind, OptionLine, Reply, WinChances};
use crate::play::random_setup::RandomSetup;
use crate::rules::Side;
use crate::search::{Bound, Limits, Score, Value};

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

fn go(text: &str) -> Go {
    match grammar::command(text) {
        Ok(Some(Command::Go(go))) => go,
        other => panic!("'{text}' is {other:?}"),
    }
}

#[test]
fn every_command_reads_back_from_its_text() {
    let start = Start::Fen("x9/x10 w place".to_owned());
    let set = |name: &str, value: Option<&str>| Command::SetOption {
        name: name.to_owned(),
        value: value.map(str::to_owned),
    };
    let mut commands = vec![
        Command::Ugi,
        Command::IsReady,
        Command::UgiNewGame,
        set("Hash", Some("64")),
        set("LogFile", Some("/a file/with  two blanks")),
        set("LogFile", Some("")),
        set("ClearHash", None),
        set("two words", Some("value value")),
        Command::Position {
            start: Start::Startpos,
            moves: Vec::new(),
        },
        Command::Position {
            start: start.clone(),
            moves: Vec::new(),
        },
        Command::Position {
            start,
            moves: words("a1 b2 pass"),
        },
        Command::Moves(words("a1 b2")),
        Command::Undo(0),
        Command::Undo(7),
        Command::Perft(5),
        Command::Stop,
        Command::Wait,
        Command::Draw,
        Command::Eval,
        Command::Bench(None),
        Command::Bench(Some(3)),
        Command::Help,
        Command::Quit,
    ];
    commands.extend(
        [
            Query::IsLegal("a1".to_owned()),
            Query::RandomSetup(RandomSetup {
                seed: u64::MAX,
                balanced: true,
            }),
            Query::RandomSetup(RandomSetup {
                seed: 0,
                balanced: false,
            }),
            Query::Unknown("the weather".to_owned()),
            Query::Unknown(String::new()),
        ]
        .map(Command::Query),
    );
    let plain = Query::FORMS.into_iter().filter_map(|(_, query)| query);
    commands.extend(plain.map(Command::Query));
    for keys in 0..1u32 << GoKey::WORDS.len() {
        let chosen = GoKey::WORDS.iter().enumerate();
        let numbers: BTreeMap<GoKey, i64> = chosen
            .filter(|(bit, _)| keys >> bit & 1 == 1)
            .map(|(bit, &(_, key))| (key, bit as i64 * 100 - 3))
            .collect();
        commands.push(Command::Go(Go {
            infinite: keys % 3 == 0,
            search_moves: if keys % 5 == 0 {
                words("a1 b2")
            } else {
                Vec::new()
            },
            numbers,
        }));
    }
    for command in commands {
        let text = command.to_string();
        match grammar::command(&text) {
            Ok(Some(read)) => assert_eq!(read, command, "{text}"),
            // A `go` with increments needs a time.
            Err(_) => assert!(text.contains("inc") || text.contains("movestogo"), "{text}"),
            Ok(None) => panic!("{text}"),
        }
    }
}

#[test]
fn every_reply_reads_back_from_its_text() {
    let option = |name: &str, kind| {
        Reply::Option(OptionLine {
            name: name.to_owned(),
            kind,
        })
    };
    let mut replies = vec![
        Reply::IdName("ringstack 1.2.3".to_owned()),
        Reply::IdAuthor("some authors".to_owned()),
        Reply::UgiOk,
        Reply::ReadyOk,
        Reply::Text("two  blanks: and a colon".to_owned()),
        Reply::Text("error without a known word".to_owned()),
        Reply::BestMove("a1b2".to_owned()),
        Reply::Response("true".to_owned()),
        Reply::Response("2 a1 b2".to_owned()),
        Reply::Divided("a1b2".to_owned(), 17),
        Reply::NodesSearched(u64::MAX),
        Reply::BenchTotal {
            nodes: 123_456,
            nps: 7,
        },
        Reply::Plain("  b . r w2*".to_owned()),
        Reply::Plain("Fen: x9/x10 w place".to_owned()),
        option("Clear", OptionKind::Button),
        option("Debug", OptionKind::Check { default: true }),
        option(
            "two words",
            OptionKind::Spin {
                default: 0,
                min: -5,
                max: 5,
            },
        ),
        option(
            "Game",
            OptionKind::Combo {
                default: "go".to_owned(),
                choices: words("go hex"),
            },
        ),
        option(
            "Style",
            OptionKind::Combo {
                default: "very solid".to_owned(),
                choices: vec!["very solid".to_owned(), "wild".to_owned()],
            },
        ),
        option(
            "Speed",
            OptionKind::Unknown("slider from 1 to 5".to_owned()),
        ),
        option("Limit", OptionKind::Unknown("spin default 3".to_owned())),
        option(
            "File",
            OptionKind::Text {
                default: "<empty>".to_owned(),
            },
        ),
        Reply::Info(Info::nothing_to_search()),
        Reply::Info(Info::effort(5, Duration::from_millis(3))),
    ];
    replies.extend(ErrorCode::ALL.map(|word| Reply::Error(word, "a: b 'c'".to_owned())));
    for value in [Value::Cp(-35), Value::Mate(-4)] {
        for bound in [Bound::Exact, Bound::Lower, Bound::Upper] {
            replies.push(Reply::Info(Info {
                depth: Some(3),
                seldepth: Some(9),
                multi_pv: Some(2),
                score: Some(BoundedValue { value, bound }),
                wdl: Some(WinChances::new(Score(50), 100.0)),
                hashfull: Some(1000),
                current: Some(("a1".to_owned(), 3)),
                pv: words("a1 b2 pass"),
                ..Info::effort(1000, Duration::from_secs(2))
            }));
        }
    }
    for reply in replies {
        assert_eq!(grammar::reply(&reply.to_string()), Ok(reply));
    }
    let options = options::list("x").into_iter();
    for reply in options.map(Reply::Option) {
        assert_eq!(grammar::reply(&reply.to_string()), Ok(reply));
    }
}

#[test]
fn malformed_replies_are_errors_and_other_lines_are_not() {
    for line in [
        "bestmove",
        "bestmove a1 b2",
        "bestmove a1 ponder b2 c3",
        "response",
        "info depth x",
        "info depth",
        "info score",
        "info score wdl 3",
        "option Hash",
        "Nodes searched: many",
    ] {
        let error = grammar::reply(line).expect_err("it is refused");
        assert_eq!(error.line, line);
    }
    for line in ["bestmove a1", "bestmove a1 ponder", "bestmove a1 ponder b2"] {
        let best = Reply::BestMove("a1".to_owned());
        assert_eq!(grammar::reply(line), Ok(best));
        assert_eq!(grammar::has_ponder_move(line), line.contains("ponder"));
    }
    assert_eq!(grammar::reply("readyok at last"), Ok(Reply::ReadyOk));
    for line in ["", "hello", "bestmoves a1", "a: b", "1 nodes x nps"] {
        assert_eq!(grammar::reply(line), Ok(Reply::Plain(line.to_owned())));
    }
    let with_unknown_key = grammar::reply("info depth 4 tthits 3 score cp 200 nodes 473 pv f1 b1");
    let Ok(Reply::Info(info)) = with_unknown_key else {
        panic!("{with_unknown_key:?}")
    };
    assert_eq!((info.depth, info.nodes), (Some(4), Some(473)));
    assert_eq!(info.pv, words("f1 b1"));
    let with_text = grammar::reply("info depth 5 string a depth x pv");
    let Ok(Reply::Info(info)) = with_text else {
        panic!("{with_text:?}")
    };
    assert_eq!((info.depth, info.pv), (Some(5), Vec::new()));
}

#[test]
fn the_clock_of_the_player_to_move_is_used() {
    let overhead = Duration::from_millis(10);
    let limits = go("go p1time 1000 p2time 2000 p1inc 10 p2inc 20 movestogo 5");
    let one = limits.limits(Side::One, overhead).clock.expect("a clock");
    let two = limits.limits(Side::Two, overhead).clock.expect("a clock");
    assert_eq!(one.remaining, Duration::from_millis(1000));
    assert_eq!(one.increment, Duration::from_millis(10));
    assert_eq!(one.moves_to_go, Some(5));
    assert_eq!(two.remaining, Duration::from_millis(2000));
    assert_eq!(two.increment, Duration::from_millis(20));
}

#[test]
fn a_missing_time_is_taken_from_the_other_player() {
    let limits = go("go wtime 1000 binc 20");
    let two = limits
        .limits(Side::Two, Duration::ZERO)
        .clock
        .expect("a clock");
    assert_eq!(two.remaining, Duration::from_millis(1000));
    assert_eq!(two.increment, Duration::from_millis(20));
    let one = limits
        .limits(Side::One, Duration::ZERO)
        .clock
        .expect("a clock");
    assert_eq!(one.increment, Duration::ZERO);
}

#[test]
fn numbers_that_are_too_small_are_raised() {
    let limits = go("go depth -3 nodes 0 movetime -1").limits(Side::One, Duration::ZERO);
    assert_eq!(limits.depth, Some(1));
    assert_eq!(limits.nodes, Some(1));
    assert_eq!(limits.movetime, Some(Duration::ZERO));
    assert!(limits.is_bounded());
    for line in ["go mate 0", "go mate -3", "go mate 0 depth 9"] {
        let limits = go(line).limits(Side::One, Duration::ZERO);
        assert_eq!((limits.depth, limits.mate), (Some(1), None), "{line}");
        assert!(limits.is_bounded(), "{line}");
    }
}

#[test]
fn limits_may_have_64_bits() {
    let limits = go("go nodes 18446744073709551615 depth 1").limits(Side::One, Duration::ZERO);
    assert!(limits.nodes >= Some(i64::MAX as u64));
}

#[test]
fn no_limit_means_infinite() {
    for line in ["go", "go infinite"] {
        let limits = go(line).limits(Side::One, Duration::ZERO);
        assert_eq!(limits, Limits::default(), "{line}");
    }
    let both = go("go infinite depth 3").limits(Side::One, Duration::ZERO);
    assert!(both.is_bounded());
}

#[cfg(feature = "tune")]
#[test]
fn search_parameters_are_options_with_the_tune_feature() {
    let listed = options::list("dvonn");
    let set = |name: &str, value: Option<String>| options::setting(name, value.as_deref());
    for param in crate::search::params::all() {
        assert!(listed.iter().any(|line| line.name == param.name));
        let (min, max) = param.range;
        let name = param.name.to_ascii_lowercase();
        for number in [min, max] {
            let value = Ok(options::OptionValue::Param(param.name, number));
            assert_eq!(set(&name, Some(number.to_string())), value);
        }
        assert!(set(&name, Some((max + 1).to_string())).is_err());
        assert!(set(&name, None).is_err());
    }
}
