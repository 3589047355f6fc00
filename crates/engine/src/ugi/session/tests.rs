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
fn every_query_of_the_help_has_one_response() {
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
fn a_line_that_is_too_long_is_answered_like_one_with_a_wrong_argument() {
    for (line, last) in [
        ("query", "response unknown"),
        ("query scene a1 a1", "response {"),
        ("go searchmoves a1 a1", "bestmove 0000"),
        ("position startpos", "info string error "),
    ] {
        let mut client = Client::new();
        client.handle(Input::LongLine(line.as_bytes()));
        let replies = client.take();
        assert!(replies[0].starts_with("info string error "), "{replies:?}");
        let end = replies.last().expect("an answer");
        assert!(end.starts_with(last) && replies.len() <= 2, "{replies:?}");
        // A refused position is not played on.
        client.line("moves b1");
        assert_eq!(client.take().is_empty(), !line.starts_with("position"));
    }
}
