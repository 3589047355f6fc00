//! Tests of the grammar and of the session, without input or output.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use super::command::{Command, Go, GoKey, Query, Start};
use super::grammar;
use super::options;
use super::reply::{BoundedValue, ErrorCode, Info, OptionKind, OptionLine, Reply, WinChances};
use super::session::{Input, Output, Session};
use crate::board::keys::SplitMix;
use crate::games;
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
            Query::Unknown("the weather".to_owned()),
            Query::Unknown(String::new()),
        ]
        .map(Command::Query),
    );
    commands.extend(Query::PLAIN.map(Command::Query));
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
    let options = options::list(&games::ids(), "x").into_iter();
    for reply in options.map(Reply::Option) {
        assert_eq!(grammar::reply(&reply.to_string()), Ok(reply));
    }
}

#[test]
fn malformed_replies_are_errors_and_other_lines_are_not() {
    for line in [
        "bestmove",
        "bestmove a1 ponder b2",
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
    let listed = options::list(&["dvonn"], "dvonn");
    let set =
        |name: &str, value: Option<String>| options::setting(&["dvonn"], name, value.as_deref());
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

/// A session whose tasks the test runs when it chooses to.
struct Client {
    session: Session,
    task: Option<super::task::BackgroundTask>,
    replies: Vec<String>,
    has_exited: bool,
}

impl Client {
    fn new() -> Client {
        Client::of(games::ids()[0])
    }

    fn of(game: &str) -> Client {
        Client {
            session: Session::new(game).expect("a known game"),
            task: None,
            replies: Vec::new(),
            has_exited: false,
        }
    }

    fn handle(&mut self, input: Input) {
        for output in self.session.handle(input) {
            match output {
                Output::Reply(reply) => self.replies.push(reply.to_string()),
                Output::Run(task) => self.task = Some(task),
                Output::Log(_) => {}
                Output::Exit => self.has_exited = true,
            }
        }
    }

    fn line(&mut self, line: &str) {
        self.handle(Input::Line(line.as_bytes(), Instant::now()));
    }

    fn run(&mut self) {
        let progress = RefCell::new(Vec::new());
        let task = self.task.take().expect("a task");
        let last = task.run(&|reply| progress.borrow_mut().push(reply));
        for reply in progress.into_inner() {
            self.handle(Input::Progress(reply));
        }
        self.handle(Input::Done(last, Instant::now()));
    }

    fn take(&mut self) -> Vec<String> {
        std::mem::take(&mut self.replies)
    }
}

/// Some clients send all defaults back.
#[test]
fn defaults_that_are_sent_back_keep_the_game() {
    for id in games::ids() {
        let mut client = Client::of(id);
        client.line("position startpos");
        for option in super::options::list(&games::ids(), id) {
            let default = match option.kind {
                OptionKind::Spin { default, .. } => default.to_string(),
                OptionKind::Check { default } => default.to_string(),
                OptionKind::Combo { default, .. } => default,
                OptionKind::Text { .. } | OptionKind::Button | OptionKind::Unknown(_) => continue,
            };
            client.line(&format!("setoption name {} value {default}", option.name));
        }
        client.line("query game");
        assert_eq!(client.take(), [format!("response {id}")]);
    }
}

#[test]
fn the_end_of_the_input_ends_the_search_and_then_the_session() {
    for quit in [true, false] {
        let mut client = Client::new();
        client.line("go infinite");
        match quit {
            true => client.line("quit"),
            false => client.handle(Input::End),
        }
        assert!(!client.has_exited);
        client.run();
        assert!(
            client
                .take()
                .last()
                .expect("an answer")
                .starts_with("bestmove ")
        );
        assert!(client.has_exited);
    }
}

#[test]
fn the_time_of_a_search_starts_when_its_line_is_read() {
    let mut client = Client::new();
    let Some(read) = Instant::now().checked_sub(Duration::from_secs(10)) else {
        return;
    };
    client.handle(Input::Line(b"go depth 1", read));
    client.run();
    let replies = client.take();
    let last = replies
        .iter()
        .rfind(|line| line.starts_with("info depth "))
        .expect("an info line");
    let Ok(Reply::Info(info)) = grammar::reply(last) else {
        panic!("{last}")
    };
    assert!(info.time >= Some(10_000), "{last}");
}

/// Some positions of GIPF have too many legal moves to count.
#[test]
fn legal_moves_are_counted_up_to_a_bound() {
    let mut client = Client::of("gipf-zertz");
    client.line("position fen B2B/1w^1w^1/2WW2/Bw^w^Ww^w^B/2WW2/1w^1w^1/B2B 0 0 w");
    client.line("query legalmoves");
    let replies = client.take();
    let [error, response] = &replies[..] else {
        panic!("{replies:?}")
    };
    assert!(error.starts_with("info string error line-too-long: "));
    assert_eq!(response, "response unknown");
}

/// Whenever a search with several lines stops, it plays the first move of the last report of line 1, and no
/// line of the same depth is known to be better.
#[test]
fn a_stopped_search_plays_the_best_line_it_has_reported() {
    let mut source = SplitMix(7);
    for id in games::ids() {
        let mut client = Client::of(id);
        for round in 0..18 {
            play_random_moves(&mut client, &mut source);
            let lines = round % 6 + 1;
            client.line(&format!("setoption name MultiPV value {lines}"));
            let nodes = 100 + source.below(900);
            client.line(&format!("go nodes {nodes}"));
            if client.task.is_none() {
                // The game is over.
                client.line("uginewgame");
                client.take();
                continue;
            }
            client.run();
            let (last, best) = last_reports(client.take());
            let first = &last[&1];
            assert_eq!(first.pv.first(), Some(&best), "{id}, {nodes} nodes");
            for other in last.values() {
                let is_exact = other.score.is_some_and(|score| score.bound == Bound::Exact);
                if is_exact && other.depth == first.depth {
                    assert!(
                        order(other) <= order(first),
                        "{id}, {nodes} nodes: {last:?}"
                    );
                }
            }
        }
    }
}

/// Plays up to three random moves.
fn play_random_moves(client: &mut Client, source: &mut SplitMix) {
    for _ in 0..source.below(4) {
        client.line("query legalmoves");
        let answer = client.take().pop().expect("a response");
        let tokens: Vec<&str> = answer.split(' ').skip(2).collect();
        if !tokens.is_empty() {
            let token = tokens[source.below(tokens.len())];
            client.line(&format!("moves {token}"));
        }
    }
}

/// The last report of each line, and the move.
fn last_reports(replies: Vec<String>) -> (BTreeMap<usize, Info>, String) {
    let mut last = BTreeMap::new();
    let mut best = String::new();
    for line in replies {
        match grammar::reply(&line) {
            Ok(Reply::Info(info)) if info.score.is_some() => {
                last.insert(info.multi_pv.unwrap_or(1), info);
            }
            Ok(Reply::BestMove(token)) => best = token,
            other => panic!("{line}: {other:?}"),
        }
    }
    (last, best)
}

/// A number that is greater for better scores.
fn order(info: &Info) -> i32 {
    match info.score.expect("it has a score").value {
        Value::Cp(points) => points,
        Value::Mate(plies) if plies > 0 => 100_000 - plies,
        Value::Mate(plies) => -100_000 - plies,
    }
}

/// Whether `line` is refused with this word.
fn is_refused(client: &mut Client, line: &str, word: &str) -> bool {
    client.line(line);
    let replies = client.take();
    let begin = format!("info string error {word}: ");
    replies.first().is_some_and(|line| line.starts_with(&begin))
}

#[test]
fn stop_acts_at_once_during_wait_and_other_lines_are_held() {
    let mut client = Client::new();
    for line in [
        "go depth 1",
        "wait",
        "query p1turn",
        "go infinite",
        "stop",
        "quit",
    ] {
        client.line(line);
    }
    assert!(client.take().is_empty());
    client.run();
    let replies = client.take();
    let [.., best, answer] = &replies[..] else {
        panic!("{replies:?}")
    };
    assert!(best.starts_with("bestmove "));
    assert_eq!(answer, "response true");
    // The `stop` belonged to the second search.
    client.run();
    assert!(client.has_exited);

    let mut client = Client::new();
    for line in ["go depth 100", "wait", "query p1turn", "stop"] {
        client.line(line);
    }
    client.run();
    assert_eq!(
        client.take().last().map(String::as_str),
        Some("response true")
    );
}

#[test]
fn held_lines_are_bounded() {
    let mut client = Client::new();
    client.line("go depth 1");
    client.line("wait");
    let long = " ".repeat(1 << 19);
    client.line(&long);
    assert!(!client.session.is_full());
    client.line(&long);
    assert!(client.session.is_full());
    client.run();
    assert!(!client.session.is_full() && !client.session.is_running());
}

#[test]
fn only_commands_that_change_something_are_busy() {
    let mut client = Client::new();
    client.line("go infinite");
    for line in [
        "setoption name Hash value 2",
        "uginewgame",
        "position startpos",
        "moves a1",
        "undo",
        "go",
        "go perft 1",
        "bench",
    ] {
        assert!(is_refused(&mut client, line, "busy"), "{line}");
    }
    for line in [
        "ugi",
        "isready",
        "d",
        "eval",
        "help",
        "query scene",
        "query fen",
    ] {
        assert!(!is_refused(&mut client, line, "busy"), "{line}");
    }
}

#[test]
fn every_query_has_one_response_and_a_refused_one_an_error_before_it() {
    let mut client = Client::of("zertz");
    let plain = Query::PLAIN.map(|query| query.to_string());
    let front = [
        "islegal x",
        "scene",
        "touches",
        "trace",
        "edit",
        "about",
        "scale",
    ];
    for query in plain.iter().map(String::as_str).chain(front) {
        client.line(&format!("query {query}"));
        let replies = client.take();
        let [response] = &replies[..] else {
            panic!("{query}: {replies:?}")
        };
        assert!(response.starts_with("response "), "{query}");
    }
    for query in [
        "",
        "weather",
        "islegal",
        "fen now",
        "scene now",
        "about all",
        "touches nowhere",
        "trace nothing",
        "edit nothing",
    ] {
        client.line(&format!("query {query}"));
        let replies = client.take();
        let [error, response] = &replies[..] else {
            panic!("{query}: {replies:?}")
        };
        assert!(error.starts_with("info string error "), "{error}");
        let is_refusal = response == "response unknown" || response.contains("\"error\":{");
        assert!(
            response.starts_with("response ") && is_refusal,
            "{response}"
        );
    }
}

#[test]
fn a_refused_position_is_not_searched_or_played_on() {
    let refused = [
        "position",
        "position fen nonsense",
        "position startpos moves a1 a1",
    ];
    let accepted = [
        "position startpos",
        "uginewgame",
        "setoption name Game value dvonn",
    ];
    for (bad, good) in refused.into_iter().zip(accepted) {
        let mut client = Client::new();
        client.line("position startpos moves a1");
        client.line(bad);
        client.take();
        client.line("query plies");
        assert_eq!(client.take(), ["response 1"]);
        for line in ["moves b1", "undo", "go perft 1"] {
            assert!(is_refused(&mut client, line, "bad-argument"), "{line}");
        }
        client.line("go depth 1");
        assert_eq!(
            client.take().last().map(String::as_str),
            Some("bestmove 0000")
        );
        client.line(good);
        client.line("moves b1");
        assert_eq!(client.take(), [""; 0]);
    }
    for input in [
        Input::LongLine,
        Input::Line(b"position \xff", Instant::now()),
    ] {
        let mut client = Client::new();
        client.handle(input);
        client.take();
        assert!(is_refused(&mut client, "moves b1", "bad-argument"));
    }
}

#[test]
fn an_endless_search_of_a_finished_game_waits_for_stop() {
    let mut client = Client::new();
    client.line("position fen x9/x10/x10,r/x9,r/r,w4,b4,x6 b move");
    client.line("go infinite");
    assert_eq!(client.take(), ["info depth 0 nodes 0 time 0 nps 0"]);
    client.line("stop");
    assert_eq!(client.take(), ["bestmove 0000"]);
    client.line("go depth 1");
    let replies = client.take();
    assert_eq!(replies.last().map(String::as_str), Some("bestmove 0000"));
    assert!(!client.session.is_running());
}

#[test]
fn a_byte_order_mark_is_ignored_on_the_first_line_only() {
    let mut client = Client::new();
    client.line("\u{feff}query plies");
    assert_eq!(client.take(), ["response 0"]);
    assert!(is_refused(
        &mut client,
        "\u{feff}query plies",
        "unknown-command"
    ));
}

#[test]
fn options_are_found_in_the_spelling_of_other_engines() {
    let mut client = Client::new();
    for line in [
        "setoption name Clear Hash",
        "setoption name debug value True",
        "setoption name move overhead value 20",
    ] {
        client.line(line);
    }
    assert_eq!(client.take(), [""; 0]);
}

#[test]
fn chances_are_reported_on_request() {
    let mut client = Client::new();
    client.line("setoption name ShowWDL value true");
    client.line("go depth 1");
    client.run();
    let replies = client.take();
    let info = replies.iter().find_map(|line| match grammar::reply(line) {
        Ok(Reply::Info(info)) => info.wdl,
        _ => None,
    });
    let wdl = info.expect("an info line with wdl");
    assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000);
}
