//! Games against scripted engines that fail in various ways.

use std::path::Path;
use std::time::Duration;

use ringstack_arena::adjudicate::{Adjudication, Agreement};
use ringstack_arena::engine::spec::EngineSpec;
use ringstack_arena::engine::{Engine, EngineError, Timeouts};
use ringstack_arena::game::play;
use ringstack_arena::plan::{Plan, Times};
use ringstack_arena::schedule::TournamentFormat;
use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::play::record::{GameRecord, Termination};
use ringstack_engine::play::state;
use ringstack_engine::rules::{Outcome, Side};
use ringstack_engine::time_control::TimeControl;
use ringstack_engine::ugi::command::Start;

const TIMEOUTS: Timeouts = Timeouts {
    start: Duration::from_secs(120),
    answer: Duration::from_secs(10),
    quit: Duration::from_millis(200),
};

const GAME: &str = "dvonn";

/// Time per move that a script keeps even on a busy machine.
const MOVE_TIME: &str = "movetime=2000";

/// A complete random game: its tokens and its result.
fn script() -> (Vec<String>, Outcome) {
    let mut state = state::open(GAME).expect("one of our games");
    let mut source = SplitMix(1);
    let mut tokens = Vec::new();
    loop {
        if let Some(outcome) = state.outcome() {
            return (tokens, outcome);
        }
        let mut legal = state.legal();
        let token = legal.swap_remove(source.below(legal.len()));
        state
            .play(std::slice::from_ref(&token))
            .expect("a legal token");
        tokens.push(token);
    }
}

/// The path of the scripted engine, a program for `sh`.
fn mock_script() -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/mock/engine.sh");
    script.display().to_string()
}

/// An engine that plays the script and fails at the given ply.
fn mock(failure: &str, ply: usize, result: &str, tokens: &[String]) -> EngineSpec {
    let mut arguments = vec![mock_script(), failure.to_owned(), ply.to_string()];
    arguments.push(result.to_owned());
    arguments.extend_from_slice(tokens);
    EngineSpec {
        name: failure.to_owned(),
        program: "sh".to_owned(),
        arguments,
        dir: None,
        options: Vec::new(),
        time_control: None,
    }
}

fn plan(game: &str) -> Plan {
    Plan {
        game: game.to_owned(),
        engines: Vec::new(),
        format: TournamentFormat::RoundRobin,
        rounds: 1,
        time_control: TimeControl::default(),
        times: Times {
            margin: 100,
            search_limit: 20,
            answer_limit: 10,
        },
        adjudication: Adjudication::default(),
        check_result: true,
        random_openings: None,
        sprt: None,
    }
}

fn start(spec: &EngineSpec) -> Engine {
    Engine::start(spec, GAME, TIMEOUTS).expect("a mock that starts")
}

/// Plays a game in which player 2 plays the script and player 1 fails at ply 2. Returns the record, the
/// process of player 1, and whether player 1 is broken.
fn play_against_failure(failure: &str, control: &str) -> (GameRecord, u32, bool) {
    let (tokens, outcome) = script();
    let result = outcome.to_string();
    let mut faulty = start(&mock(failure, 2, &result, &tokens));
    let mut sound = start(&mock("no", 0, &result, &tokens));
    let process = faulty.pid();
    let controls = [TimeControl::parse(control).expect("a time control"); 2];
    let played = play(
        &plan(GAME),
        [&mut faulty, &mut sound],
        controls,
        &Start::Startpos,
        &[],
    );
    let broken = faulty.is_broken();
    assert!(!sound.is_broken());
    (played, process, broken)
}

fn assert_gone(process: u32) {
    if cfg!(target_os = "linux") {
        let folder = format!("/proc/{process}");
        assert!(!Path::new(&folder).exists(), "a process is still running");
    }
}

fn assert_loses_by(failure: &str, control: &str, termination: Termination) {
    let (played, process, broken) = play_against_failure(failure, control);
    let obeys = matches!(termination, Termination::Illegal | Termination::Time);
    let termination = Some(termination);
    assert_eq!(
        played.termination, termination,
        "{failure}: {}",
        played.detail
    );
    assert_eq!(played.culprit(), Some(Side::One), "{failure}");
    assert_eq!(played.outcome, Some(Outcome::Win(Side::Two)), "{failure}");
    assert_eq!(played.moves.len(), 2, "{failure}");
    // An engine that still answers can play another game.
    assert_eq!(broken, !obeys, "{failure}");
    assert_gone(process);
}

#[test]
fn each_failure_loses_with_its_own_termination() {
    for (failure, termination) in [
        ("illegal", Termination::Illegal),
        ("none", Termination::Illegal),
        ("crash", Termination::Crash),
        // A child process keeps the output open.
        ("orphan", Termination::Crash),
        // An incomplete line is not a move.
        ("half", Termination::Crash),
        ("close", Termination::Crash),
        ("long", Termination::Protocol),
        ("babble", Termination::Protocol),
    ] {
        assert_loses_by(failure, "nodes=1", termination);
    }
}

#[test]
fn a_silent_engine_stalls() {
    assert_loses_by("stall", MOVE_TIME, Termination::Stall);
    assert_loses_by("deaf", MOVE_TIME, Termination::Stall);
}

#[test]
fn an_engine_that_answers_only_after_stop_loses_on_time() {
    assert_loses_by("late", MOVE_TIME, Termination::Time);
    assert_loses_by("late", "tc=4+0", Termination::Time);
}

#[test]
fn a_flood_of_output_does_not_extend_the_deadline() {
    assert_loses_by("flood", MOVE_TIME, Termination::Stall);
}

#[test]
fn a_game_without_failures_ends_by_its_rules() {
    let (tokens, outcome) = script();
    let (played, process, broken) = play_against_failure("no", "tc=60+1");
    assert_eq!(
        (played.termination, played.outcome),
        (Some(Termination::Rules), Some(outcome))
    );
    let moves: Vec<&str> = played.moves.iter().map(|ply| ply.token.as_str()).collect();
    assert_eq!(moves, tokens);
    assert!(!broken);
    assert_gone(process);
}

/// As engines that were ported from UCI.
#[test]
fn a_move_to_ponder_on_is_ignored_and_noted() {
    let (tokens, outcome) = script();
    let spec = mock("ponder", 2, &outcome.to_string(), &tokens);
    let [mut one, mut two] = [start(&spec), start(&spec)];
    let controls = [TimeControl::parse("nodes=1").expect("a time control"); 2];
    let engines = [&mut one, &mut two];
    let played = play(&plan(GAME), engines, controls, &Start::Startpos, &[]);
    let moves: Vec<&str> = played.moves.iter().map(|ply| ply.token.as_str()).collect();
    assert_eq!(moves, tokens, "{}", played.detail);
    let noted = one.take_unreadable().expect("a note");
    assert_eq!(noted.first, format!("bestmove {} ponder x", tokens[0]));
}

#[test]
fn an_engine_may_exit_after_its_winning_move() {
    let (tokens, outcome) = script();
    let last = tokens.len() - 1;
    let mut engines = [0, 1].map(|_| start(&mock("leave", last, &outcome.to_string(), &tokens)));
    let [one, two] = &mut engines;
    let controls = [TimeControl::parse("nodes=1").expect("a time control"); 2];
    let played = play(&plan(GAME), [one, two], controls, &Start::Startpos, &[]);
    let ending = (played.termination, played.outcome);
    let expected = (Some(Termination::Rules), Some(outcome));
    assert_eq!(ending, expected, "{}", played.detail);
    assert!(
        engines.iter().any(Engine::is_broken),
        "one engine has exited"
    );
}

#[test]
fn the_clock_of_a_move_starts_at_go() {
    let (tokens, outcome) = script();
    let result = outcome.to_string();
    let mut brooding = start(&mock("brood", 0, &result, &tokens));
    let mut sound = start(&mock("no", 0, &result, &tokens));
    let controls = ["movetime=900", "nodes=1"];
    let controls = controls.map(|text| TimeControl::parse(text).expect("a time control"));
    let short = Plan {
        adjudication: Adjudication {
            max_plies: 1,
            ..Adjudication::default()
        },
        ..plan(GAME)
    };
    let engines = [&mut brooding, &mut sound];
    let played = play(&short, engines, controls, &Start::Startpos, &[]);
    assert_eq!(played.termination, Some(Termination::MaxPlies));
    // The second before `readyok` is not part of the move.
    let time = played.moves[0].time.expect("a time");
    assert!(time < Duration::from_secs(1), "{time:?}");
}

/// A game between two engines that do not fail.
fn scripted(plan: &Plan, results: [&str; 2], over_at: usize) -> GameRecord {
    let (tokens, _) = script();
    let mut engines = results.map(|result| start(&mock("no", over_at, result, &tokens)));
    let [one, two] = &mut engines;
    let controls = [TimeControl::parse("nodes=1").expect("a time control"); 2];
    play(plan, [one, two], controls, &Start::Startpos, &[])
}

#[test]
fn a_wrong_result_loses() {
    let (_, outcome) = script();
    let right = outcome.to_string();
    let played = scripted(&plan(GAME), [&right, "none"], 0);
    assert_eq!(
        (&played.termination, played.culprit()),
        (&Some(Termination::WrongResult), Some(Side::Two))
    );
    assert_eq!(played.outcome, Some(Outcome::Win(Side::One)));
    let both = scripted(&plan(GAME), ["none", "none"], 0);
    assert_eq!(
        (both.termination, both.outcome),
        (Some(Termination::WrongResult), None)
    );
    let unchecked = Plan {
        check_result: false,
        ..plan(GAME)
    };
    let unchecked = scripted(&unchecked, ["none", "none"], 0);
    assert_eq!(unchecked.termination, Some(Termination::Rules));
}

#[test]
fn games_are_adjudicated_by_length_and_by_agreement() {
    let capped = Plan {
        adjudication: Adjudication {
            max_plies: 9,
            ..Adjudication::default()
        },
        ..plan(GAME)
    };
    let played = scripted(&capped, ["none", "none"], 0);
    assert_eq!(
        (played.termination, played.outcome),
        (Some(Termination::MaxPlies), Some(Outcome::Draw))
    );
    assert_eq!(played.moves.len(), 9);
    // Both mocks report a win for themselves, so they do not agree.
    let win = Some(Agreement {
        plies: 4,
        score: 500,
    });
    let agreeing = Plan {
        adjudication: Adjudication {
            win,
            ..Adjudication::default()
        },
        ..plan(GAME)
    };
    let (_, outcome) = script();
    let result = outcome.to_string();
    let played = scripted(&agreeing, [&result, &result], 0);
    // In DVONN player 1 moves twice in a row at the change of phases; the agreement must not count that twice.
    assert_eq!(played.termination, Some(Termination::Rules));
}

#[test]
fn in_an_unknown_game_both_engines_must_agree() {
    let unknown = plan("connect-nine");
    let agreed = scripted(&unknown, ["p2win", "p2win"], 6);
    assert_eq!(
        (agreed.termination, agreed.outcome),
        (Some(Termination::Rules), Some(Outcome::Win(Side::Two)))
    );
    assert_eq!(agreed.moves.len(), 6);
    let differing = scripted(&unknown, ["p2win", "draw"], 6);
    assert_eq!(
        (differing.termination, differing.outcome),
        (Some(Termination::Disagreement), None)
    );
    assert_eq!(
        differing.detail,
        "after ply 6: p1 says the game is p2win, p2 says the game is draw"
    );
}

#[test]
fn an_engine_that_does_not_start_reports_the_cause() {
    let error = |spec: &EngineSpec, timeouts| {
        Engine::start(spec, GAME, timeouts)
            .expect_err("no engine")
            .error
    };
    let brief = Timeouts {
        start: Duration::from_millis(300),
        ..TIMEOUTS
    };
    let mute = error(&mock("mute", 0, "none", &[]), brief);
    assert!(
        matches!(mute, EngineError::Silent { ref awaited, .. } if awaited == "ugiok"),
        "{mute}"
    );
    // Other output does not change the timeout.
    let yes = EngineSpec::parse("yes").expect("a command");
    assert_eq!(
        error(&yes, brief).to_string(),
        "no ugiok for 300 ms",
        "the given timeout"
    );
    let endless = EngineSpec::parse("yes 'option name A type button'").expect("a command");
    assert_eq!(error(&endless, TIMEOUTS), EngineError::ManyOptions);
    let unfit = error(&mock("unfit", 0, "none", &[]), TIMEOUTS);
    assert_eq!(
        unfit,
        EngineError::NoGame {
            game: GAME.to_owned()
        }
    );
    // The handshake allows the value, but the engine refuses it.
    let mut wilful = mock("wilful", 0, "none", &[]);
    wilful.options = vec![("Hash".to_owned(), "5".to_owned())];
    let refused = error(&wilful, TIMEOUTS).to_string();
    assert!(refused.contains("not today"), "{refused}");
    let grim = error(&mock("grim", 0, "none", &[]), TIMEOUTS);
    assert!(grim.to_string().contains("weights.bin"), "{grim}");
    let missing = EngineSpec::parse("./no/such/engine").expect("a command");
    assert!(matches!(
        error(&missing, TIMEOUTS),
        EngineError::Start { .. }
    ));
}

#[test]
fn a_dropped_engine_leaves_no_process() {
    for failure in ["no", "deaf"] {
        let engine = start(&mock(failure, 0, "none", &[]));
        let process = engine.pid();
        drop(engine);
        assert_gone(process);
    }
}

/// The command of a mock on the command line.
pub fn mock_text(failure: &str, ply: usize) -> String {
    let (tokens, outcome) = script();
    mock_of(failure, ply, &outcome.to_string(), &tokens.join(" "))
}

/// As [`mock_text`], with the given result and tokens.
pub fn mock_of(failure: &str, ply: usize, result: &str, tokens: &str) -> String {
    let script = mock_script();
    format!("sh '{script}' {failure} {ply} {result} {tokens}")
}
