//! Recorded conversations.

use std::time::Duration;

use super::io::{EngineCommand, EngineEvent, SearchLine, SearchTask};
use super::{DriverInput, DriverOutput, EngineDriver};
use ringstack_engine::play::Start;
use ringstack_engine::play::random_setup::RandomSetup;
use ringstack_engine::ugi::command::{Go, GoKey};

/// A driver, its time, and what it has done since the last look.
struct Conversation {
    driver: EngineDriver,
    now: Duration,
    outputs: Vec<DriverOutput>,
}

impl Conversation {
    fn new(options: &[(&str, &str)]) -> Conversation {
        let option = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        let options = options.iter().map(option).collect();
        Conversation {
            driver: EngineDriver::new("X".to_owned(), options, "dvonn".to_owned()),
            now: Duration::ZERO,
            outputs: Vec::new(),
        }
    }

    fn input(&mut self, input: DriverInput) {
        self.outputs.extend(self.driver.handle(self.now, input));
    }

    fn command(&mut self, command: EngineCommand) {
        self.input(DriverInput::Command(command));
    }

    fn lines(&mut self, lines: &[&str]) {
        for line in lines {
            self.input(DriverInput::Line((*line).to_owned()));
        }
    }

    /// Moves the time forward, with ticks when they are due.
    fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        while let Some(wake) = self.driver.wake().filter(|&wake| wake <= end) {
            self.now = self.now.max(wake);
            self.input(DriverInput::Tick);
        }
        self.now = end;
    }

    /// What was done since the last look: `start`, `end`, sent lines after `> `, reports in a short form.
    fn done(&mut self) -> Vec<String> {
        let show = |output| match output {
            DriverOutput::Start => "start".to_owned(),
            DriverOutput::End => "end".to_owned(),
            DriverOutput::Send(line) => format!("> {line}"),
            DriverOutput::ReportTraffic => "traffic".to_owned(),
            DriverOutput::Report(event) => match event {
                EngineEvent::Ready { options } => format!("ready {}", options.len()),
                EngineEvent::Prepared(generation) => format!("prepared {generation}"),
                EngineEvent::Lines(generation, lines) => {
                    let line = |line: &SearchLine| format!("{}:{}", line.rank, line.depth);
                    let lines: Vec<String> = lines.iter().map(line).collect();
                    format!("lines {generation} {}", lines.join(" "))
                }
                EngineEvent::BestMove(generation, token) => format!("best {generation} {token}"),
                EngineEvent::SetUp(number, fen) => format!("set-up {number} {fen:?}"),
                EngineEvent::Failed(generation, text) => format!("failed {generation:?} {text}"),
                EngineEvent::Traffic(text) => text,
            },
        };
        std::mem::take(&mut self.outputs)
            .into_iter()
            .map(show)
            .collect()
    }

    /// A conversation with an engine that has started, and nothing to look at.
    fn started() -> Conversation {
        let mut engine = Conversation::new(&[]);
        engine.command(EngineCommand::Prepare(1, "dvonn".to_owned(), 1));
        engine.lines(&["option name MultiPV type spin default 1 min 1 max 9"]);
        engine.lines(&["ugiok", "readyok", "readyok"]);
        engine.done();
        engine
    }

    fn searching(generation: u64) -> Conversation {
        let mut engine = Conversation::started();
        engine.command(search(generation));
        engine.done();
        engine
    }
}

fn search(generation: u64) -> EngineCommand {
    let mut go = Go::default();
    go.numbers.insert(GoKey::Nodes, 9);
    EngineCommand::Search(Box::new(SearchTask {
        generation,
        game: "dvonn".to_owned(),
        game_number: 1,
        start: Start::Startpos,
        moves: vec!["a1".to_owned()],
        go,
        options: vec![
            ("multipv".to_owned(), "2".to_owned()),
            ("Skill".to_owned(), "3".to_owned()),
        ],
        timeout: Some(Duration::from_secs(60)),
    }))
}

#[test]
fn the_first_command_starts_the_engine() {
    let mut engine = Conversation::new(&[("hash", "4")]);
    engine.command(EngineCommand::Set(
        "Style".to_owned(),
        Some("wild".to_owned()),
    ));
    assert!(engine.done().is_empty() && engine.driver.wake().is_none());
    engine.command(EngineCommand::Prepare(7, "zertz".to_owned(), 3));
    assert_eq!(engine.done(), ["start", "> ugi"]);
    engine.lines(&[
        "id name Other",
        "option name Game type combo default dvonn var dvonn var zertz",
        "option name Hash type spin default 1 min 1 max 9",
        "option name ShowWDL type check default false",
        "ugiok",
    ]);
    let options = [
        "> setoption name Game value zertz",
        "> setoption name Hash value 4",
        "> isready",
    ];
    assert_eq!(engine.done(), options);
    engine.lines(&["readyok"]);
    assert_eq!(engine.done(), ["> uginewgame", "> isready"]);
    engine.lines(&["readyok"]);
    let ready = [
        "> setoption name ShowWDL value true",
        "> setoption name Style value wild",
        "ready 3",
        "prepared 7",
    ];
    assert_eq!(engine.done(), ready);
    // The same game needs no preparation, another one an announcement, and another rule set a new start.
    engine.command(EngineCommand::Prepare(8, "zertz".to_owned(), 3));
    assert_eq!(engine.done(), ["prepared 8"]);
    engine.command(EngineCommand::Prepare(9, "zertz".to_owned(), 4));
    assert_eq!(engine.done(), ["> uginewgame", "> isready"]);
    engine.lines(&["readyok"]);
    assert_eq!(engine.done(), ["prepared 9"]);
    engine.command(EngineCommand::Prepare(10, "dvonn".to_owned(), 4));
    assert_eq!(engine.done(), ["end", "start", "> ugi"]);
}

#[test]
fn an_option_that_the_engine_lacks_or_refuses_ends_it() {
    for (value, answers) in [
        ("99", &["ugiok"] as &[&str]),
        ("4", &["ugiok", "info string error bad-option: no"]),
        ("4", &["ugiok", "info string Error: no"]),
    ] {
        let mut engine = Conversation::new(&[("Hash", value)]);
        engine.command(EngineCommand::Start);
        engine.lines(&["option name Hash type spin default 1 min 1 max 9"]);
        engine.lines(answers);
        let done = engine.done();
        let [.., end, failed] = done.as_slice() else {
            panic!("{done:?}");
        };
        assert!(
            end == "end" && failed.starts_with("failed None X: "),
            "{done:?}"
        );
    }
}

#[test]
fn a_search_sends_the_options_that_the_engine_has() {
    let mut engine = Conversation::started();
    engine.command(search(5));
    let sent = [
        "> setoption name multipv value 2",
        "> position startpos moves a1",
        "> query scale",
        "> go nodes 9",
    ];
    assert_eq!(engine.done(), sent);
    engine.lines(&["info depth 2 score cp 3 pv b1", "bestmove b1"]);
    assert_eq!(engine.done(), ["lines 5 1:2", "best 5 b1"]);
}

#[test]
fn lines_are_reported_when_all_have_the_same_depth() {
    let mut engine = Conversation::searching(5);
    let info =
        |rank: usize, depth: usize| format!("info depth {depth} multipv {rank} score cp 1 pv b1");
    for (rank, depth, reported) in [
        (1, 1, "1:1"),
        (2, 1, "1:1 2:1"),
        (1, 2, ""),
        (2, 2, "1:2 2:2"),
    ] {
        engine.pass(Duration::from_secs(1));
        engine.lines(&[&info(rank, depth)]);
        let expected = if reported.is_empty() {
            vec![]
        } else {
            vec![format!("lines 5 {reported}")]
        };
        assert_eq!(engine.done(), expected);
    }
    // Ranks that the board does not show do not matter.
    engine.lines(&[&info(99, 7), "bestmove b1"]);
    assert_eq!(engine.done(), ["best 5 b1"]);
}

#[test]
fn at_most_ten_reports_a_second_and_the_last_one_before_the_best_move() {
    let mut engine = Conversation::searching(5);
    for depth in 1..=100 {
        engine.lines(&[&format!("info depth {depth} score cp 1 pv b1")]);
        engine.pass(Duration::from_millis(7));
    }
    let reports = engine.done();
    assert!((6..=8).contains(&reports.len()), "{reports:?}");
    engine.pass(Duration::from_millis(100));
    assert!(engine.done().len() <= 1);
    engine.lines(&[
        "info depth 101 score cp 1 pv b1",
        "info depth 102 score cp 1 pv b1",
        "bestmove b1",
    ]);
    let done = engine.done();
    assert!(
        done.ends_with(&["lines 5 1:102".to_owned(), "best 5 b1".to_owned()]),
        "{done:?}"
    );
}

#[test]
fn the_scale_comes_from_the_query_or_from_the_chances() {
    for (lines, scale) in [
        (&["response {\"scale\":250}"] as &[&str], Some(250.0)),
        (
            &["info string error unknown query", "response unknown"],
            Some(100.03),
        ),
        (&["response {\"scale\":-1}"], Some(100.03)),
    ] {
        let mut engine = Conversation::searching(5);
        engine.lines(lines);
        engine.lines(&["info depth 1 score cp 100 wdl 731 0 269 pv b1"]);
        let reported = engine.outputs.iter().find_map(|output| match output {
            DriverOutput::Report(EngineEvent::Lines(_, lines)) => lines.first()?.scale,
            _ => None,
        });
        assert_eq!(reported, scale);
    }
}

#[test]
fn a_stop_ends_the_search_once() {
    let mut engine = Conversation::searching(5);
    engine.command(EngineCommand::Stop);
    engine.command(EngineCommand::Stop);
    assert_eq!(engine.done(), ["> stop"]);
    engine.lines(&["bestmove b1"]);
    assert_eq!(engine.done(), ["best 5 b1"]);
    engine.command(EngineCommand::Stop);
    assert!(engine.done().is_empty() && engine.driver.wake().is_none());
}

#[test]
fn a_newer_search_replaces_the_running_one() {
    let mut engine = Conversation::searching(5);
    engine.command(EngineCommand::Set(
        "MultiPV".to_owned(),
        Some("3".to_owned()),
    ));
    engine.command(search(6));
    engine.command(EngineCommand::Traffic);
    assert_eq!(engine.done(), ["> stop", "traffic"]);
    engine.lines(&["bestmove b1"]);
    let done = engine.done();
    // Reports of the old search keep its number; options follow it.
    assert_eq!(done[..2], ["best 5 b1", "> setoption name MultiPV value 3"]);
    assert!(done.ends_with(&["> go nodes 9".to_owned()]));
    // A stop that comes before the engine is ready ends the search that begins then.
    engine.lines(&["bestmove b1"]);
    engine.command(EngineCommand::Prepare(7, "dvonn".to_owned(), 2));
    engine.command(EngineCommand::Stop);
    engine.lines(&["readyok"]);
    assert!(engine.done().ends_with(&["prepared 7".to_owned()]));
}

#[test]
fn an_engine_that_does_not_answer_is_ended() {
    let failed = |engine: &mut Conversation| {
        let done = engine.done();
        done.iter().any(|line| line.starts_with("failed"))
    };
    let mut engine = Conversation::new(&[]);
    engine.command(EngineCommand::Start);
    engine.pass(Duration::from_secs(19));
    assert!(!failed(&mut engine));
    engine.pass(Duration::from_secs(2));
    assert!(failed(&mut engine));
    // The limit of the start does not count the time in which the file of the engine arrives.
    let mut engine = Conversation::new(&[]);
    engine.command(EngineCommand::Start);
    engine.pass(Duration::from_secs(19));
    engine.input(DriverInput::Loading);
    engine.pass(Duration::from_secs(19));
    assert!(!failed(&mut engine));
    engine.pass(Duration::from_secs(2));
    assert!(failed(&mut engine));
    // The search has its own limit, and a stop a shorter one.
    let mut engine = Conversation::searching(5);
    engine.pass(Duration::from_secs(59));
    assert!(!failed(&mut engine));
    engine.pass(Duration::from_secs(2));
    assert_eq!(engine.done(), ["end", "failed Some(5) X does not answer."]);
    let mut engine = Conversation::searching(5);
    engine.command(EngineCommand::Stop);
    engine.pass(Duration::from_secs(6));
    assert!(failed(&mut engine));
    engine.command(search(6));
    assert_eq!(engine.done(), ["start", "> ugi"]);
}

#[test]
fn an_engine_that_is_gone_fails_when_it_is_needed() {
    let mut engine = Conversation::searching(5);
    engine.input(DriverInput::Gone);
    assert_eq!(
        engine.done(),
        ["end", "failed Some(5) X stopped unexpectedly."]
    );
    let mut engine = Conversation::started();
    engine.input(DriverInput::Gone);
    assert!(engine.done().is_empty());
    engine.command(search(6));
    assert_eq!(
        engine.done(),
        ["end", "failed Some(6) X stopped unexpectedly."]
    );
    engine.command(search(7));
    assert_eq!(engine.done(), ["start", "> ugi"]);
    engine.input(DriverInput::NotStarted("no such file".to_owned()));
    assert_eq!(
        engine.done(),
        ["end", "failed Some(7) X cannot be started: no such file"]
    );
}

#[test]
fn a_set_up_is_a_query_and_later_commands_wait() {
    let mut engine = Conversation::started();
    let find = |number, seed| {
        let set_up = RandomSetup {
            seed,
            balanced: false,
        };
        EngineCommand::SetUp(number, "dvonn".to_owned(), set_up)
    };
    engine.command(find(5, 1));
    engine.command(find(6, 2));
    assert_eq!(engine.done(), ["> query randomsetup 1 unbalanced"]);
    engine.lines(&["response a b"]);
    let done = engine.done();
    let fen = "set-up 5 Some(\"a b\")";
    assert_eq!(done, [fen, "> query randomsetup 2 unbalanced"]);
    engine.lines(&["response unknown"]);
    assert_eq!(engine.done(), ["set-up 6 None"]);
    engine.command(find(7, 3));
    engine.input(DriverInput::Gone);
    assert_eq!(
        engine.done()[1..],
        ["end", "failed Some(7) X stopped unexpectedly."]
    );
}

#[test]
fn garbage_is_ignored_unless_it_concerns_the_game() {
    let mut engine = Conversation::searching(5);
    engine.lines(&[
        "",
        "hello",
        "info depth x score",
        "info string depth 3",
        "readyok",
    ]);
    assert!(engine.done().is_empty());
    engine.lines(&["bestmove"]);
    let done = engine.done();
    assert!(
        done[0] == "end" && done[1].starts_with("failed Some(5) X: "),
        "{done:?}"
    );
    let mut engine = Conversation::searching(5);
    engine.input(DriverInput::LongLine);
    assert!(engine.done()[1].starts_with("failed Some(5) X: "));
}
