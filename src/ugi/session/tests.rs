//! Tests of the session, without input or output.

use crate::clock;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::help::{json_forms, text_forms};
use super::{Input, Output, Session};
use crate::board::keys::SplitMix;
use crate::games;
use crate::search::Value;
use crate::ugi::grammar;
use crate::ugi::options;
use crate::ugi::reply::{Info, OptionKind, Reply};
use crate::ugi::task::BackgroundTask;

/// A session whose tasks the test runs when it chooses to.
struct Client {
    session: Session,
    task: Option<BackgroundTask>,
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
        self.handle(Input::Line(line.as_bytes(), clock::now()));
    }

    fn run(&mut self) {
        let progress = RefCell::new(Vec::new());
        let task = self.task.take().expect("a task");
        let last = task.run(&|reply| progress.borrow_mut().push(reply));
        for reply in progress.into_inner() {
            self.handle(Input::Progress(reply));
        }
        self.handle(Input::Done(last, clock::now()));
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
        for option in options::list(id) {
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
    let Some(read) = clock::now().checked_sub(Duration::from_secs(10)) else {
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

/// Whenever a search with several lines stops, its last reports are all lines with different moves, those of the
/// greatest depth first and of each depth the best first. It plays the first one.
#[test]
fn a_stopped_search_ends_with_different_lines_in_order_and_plays_the_first() {
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
            assert_lines(&last, &best, &format!("{id}, {nodes} nodes"));
        }
    }
}

/// Two cases that depend on the place where the search stops: the earlier depth has the move of a new line, and a
/// later line is found to be better than the first one.
#[test]
fn the_lines_of_an_unfinished_depth_are_different_and_in_order() {
    for (moves, nodes) in [("b3", 24162), ("e5 h3 d4", 10822)] {
        let mut client = Client::new();
        client.line("setoption name MultiPV value 3");
        client.line(&format!("position startpos moves {moves}"));
        client.line(&format!("go nodes {nodes}"));
        client.run();
        let (last, best) = last_reports(client.take());
        assert_eq!(last.len(), 3);
        assert_lines(&last, &best, moves);
    }
}

fn assert_lines(last: &BTreeMap<usize, Info>, best: &str, about: &str) {
    let lines: Vec<&Info> = last.values().collect();
    let firsts: Vec<&String> = lines.iter().filter_map(|line| line.pv.first()).collect();
    assert_eq!(
        firsts.first().map(|token| token.as_str()),
        Some(best),
        "{about}"
    );
    let different: BTreeSet<&String> = firsts.iter().copied().collect();
    assert_eq!(different.len(), lines.len(), "{about}: {last:?}");
    for pair in lines.windows(2) {
        let rank = |line: &Info| (line.depth, order(line));
        assert!(rank(pair[0]) >= rank(pair[1]), "{about}: {last:?}");
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

/// The words of a form of the protocol, with an argument for each word in capitals.
fn example(form: &str) -> String {
    let example = |word: &str| match word {
        "LANGUAGE" => "fr",
        "SEED" => "7",
        _ => "x",
    };
    let words = form.split(' ').map(|word| match word {
        word if word.starts_with('[') => String::new(),
        word if word.starts_with(char::is_uppercase) => example(word).to_owned(),
        word => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn every_query_has_one_response_and_a_refused_one_an_error_before_it() {
    // Not every game has random set-ups.
    let mut client = Client::of("dvonn");
    for form in text_forms().into_iter().chain(json_forms()) {
        client.line(&format!("query {}", example(form)));
        let replies = client.take();
        let [response] = &replies[..] else {
            panic!("{form}: {replies:?}")
        };
        assert!(response.starts_with("response "), "{form}");
    }
    let mut client = Client::of("zertz");
    for query in [
        "",
        "weather",
        "islegal",
        "fen now",
        "randomsetup",
        "randomsetup 7",
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

/// A C program may send the end of a string.
#[test]
fn a_query_that_cannot_be_read_has_one_response_too() {
    let now = clock::now();
    for (input, is_json) in [
        (Input::Line(b"query fen\0", now), false),
        (Input::Line(b"query\0", now), false),
        (Input::Line(b"query \xff", now), false),
        (Input::Line(b"query touches \xff", now), true),
        (Input::LongLine(b"query"), false),
        (Input::LongLine(b"query scene a1 a1"), true),
    ] {
        let about = format!("{input:?}");
        let mut client = Client::new();
        client.handle(input);
        let replies = client.take();
        let [error, response] = &replies[..] else {
            panic!("{about}: {replies:?}")
        };
        assert!(error.starts_with("info string error "), "{error}");
        assert!(response.starts_with("response "), "{response}");
        assert_eq!(
            response.contains("\"error\":{"),
            is_json,
            "{about}: {response}"
        );
    }
}

/// Clients of plain UGI know these; the handshake announces the other words.
#[test]
fn the_handshake_announces_what_is_not_plain_ugi() {
    let mut client = Client::new();
    client.line("ugi");
    let replies = client.take();
    let mut lines = replies.iter();
    let line = lines.find_map(|line| line.strip_prefix("info string extensions "));
    let words: BTreeSet<&str> = line.expect("a line").split(' ').collect();
    for word in [
        "moves",
        "undo",
        "searchmoves",
        "wtime",
        "randomsetup",
        "texts",
    ] {
        assert!(words.contains(word), "{word}");
    }
    for word in ["go", "position", "query", "p1turn", "p1time", "infinite"] {
        assert!(!words.contains(word), "{word}");
    }
}

#[test]
fn every_refused_go_has_one_bestmove() {
    let now = clock::now();
    for input in [
        Input::Line(b"go fast", now),
        Input::Line(b"go depth", now),
        Input::Line(b"go depth 3 depth 4", now),
        Input::Line(b"go depth 3 searchmoves z9", now),
        Input::Line(b"go p1inc 10", now),
        Input::Line(b"go depth 3\0", now),
        Input::Line(b"go \xff", now),
        Input::LongLine(b"go searchmoves a1 a1"),
    ] {
        let about = format!("{input:?}");
        let mut client = Client::new();
        client.handle(input);
        let replies = client.take();
        let [error, best] = &replies[..] else {
            panic!("{about}: {replies:?}")
        };
        assert!(error.starts_with("info string error "), "{error}");
        assert_eq!(best, "bestmove 0000", "{about}");
    }
}

/// The running search sends the only `bestmove`; a count sends none.
#[test]
fn a_refused_go_adds_no_bestmove_to_a_search_or_a_count() {
    let bestmoves = |replies: Vec<String>| {
        replies
            .iter()
            .filter(|line| line.starts_with("bestmove "))
            .count()
    };
    for refused in ["go depth 1", "go fast", "go depth 1 searchmoves z9"] {
        let mut client = Client::new();
        client.line("go infinite");
        client.line(refused);
        client.line("stop");
        client.run();
        assert_eq!(bestmoves(client.take()), 1, "{refused}");
        client.line("go perft 2");
        client.line(refused);
        assert_eq!(bestmoves(client.take()), 1, "{refused}");
        client.run();
        assert_eq!(bestmoves(client.take()), 0, "{refused}");
    }
    let mut client = Client::new();
    for refused in [
        "go perft",
        "go perft -1",
        "go perft 1 depth 1",
        "go perft 1\0",
    ] {
        client.line(refused);
        assert_eq!(client.take().len(), 1, "{refused}");
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
        Input::LongLine(b"position startpos"),
        Input::Line(b"position \xff", clock::now()),
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
