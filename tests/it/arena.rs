//! Games against scripted engines that fail in every way.

use std::path::Path;
use std::time::{Duration, Instant};

use ringstack::arena::engine::spec::EngineSpec;
use ringstack::arena::engine::{Engine, EngineError, Patience};
use ringstack::arena::game::adjudicate::{Adjudication, Agreement};
use ringstack::arena::game::{Terms, play};
use ringstack::board::keys::SplitMix;
use ringstack::play::record::{GameRecord, Termination};
use ringstack::play::seat;
use ringstack::rules::{Outcome, Side};
use ringstack::time_control::TimeControl;
use ringstack::ugi::command::Start;

use crate::promptly::answers;

const PATIENCE: Patience = Patience {
    start: Duration::from_secs(120),
    answer: Duration::from_secs(10),
    quit: Duration::from_millis(200),
};

const GAME: &str = "dvonn";

/// A time a move that a script keeps on a busy machine too.
const THINKING: &str = "movetime=2000";

/// What a game against an engine that fails takes at most: two starts, the time of a move, and the
/// patience with an answer.
const MEETING: Duration = Duration::from_secs(20);

/// A game to its end by random moves: its tokens and its result.
fn script() -> (Vec<String>, Outcome) {
    let mut seat = seat::open(GAME).expect("one of our games");
    let mut source = SplitMix(1);
    let mut tokens = Vec::new();
    loop {
        if let Some(outcome) = seat.outcome() {
            return (tokens, outcome);
        }
        let mut legal = seat.legal();
        let token = legal.swap_remove(source.below(legal.len()));
        seat.play(std::slice::from_ref(&token))
            .expect("a legal token");
        tokens.push(token);
    }
}

/// The program of the scripted engines, for `sh`.
fn mock_script() -> String {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/mock/engine.sh");
    script.display().to_string()
}

/// An engine that plays the script until it fails at that ply.
fn mock(failure: &str, ply: usize, result: &str, tokens: &[String]) -> EngineSpec {
    let mut arguments = vec![mock_script(), failure.to_owned(), ply.to_string()];
    arguments.push(result.to_owned());
    arguments.extend_from_slice(tokens);
    EngineSpec {
        name: failure.to_owned(),
        program: "sh".to_owned(),
        arguments,
        options: Vec::new(),
        pace: None,
    }
}

fn rules(game: &str) -> Terms {
    Terms {
        game: game.to_owned(),
        margin: Duration::from_millis(100),
        longest_think: Duration::from_secs(20),
        adjudication: Adjudication::default(),
        check_result: true,
    }
}

fn start(spec: &EngineSpec) -> Engine {
    Engine::start(spec, GAME, PATIENCE).expect("a mock that starts")
}

/// A game in which player 2 plays the script and player 1 fails at ply 2; and what is left of player 1.
fn meet(failure: &str, pace: &str) -> (GameRecord, u32, bool) {
    let (tokens, outcome) = script();
    let result = outcome.to_string();
    let mut faulty = start(&mock(failure, 2, &result, &tokens));
    let mut sound = start(&mock("no", 0, &result, &tokens));
    let process = faulty.process();
    let paces = [TimeControl::parse(pace).expect("a pace"); 2];
    let played = play(
        &rules(GAME),
        [&mut faulty, &mut sound],
        paces,
        &Start::Startpos,
        &[],
    );
    let broken = faulty.is_broken();
    assert!(!sound.is_broken());
    (played, process, broken)
}

fn assert_gone(process: u32) {
    if cfg!(target_os = "linux") {
        assert!(
            !Path::new(&format!("/proc/{process}")).exists(),
            "a process was left behind"
        );
    }
}

fn loses_by(failure: &str, pace: &str, termination: Termination) {
    answers(MEETING, || {
        let begun = Instant::now();
        let (played, process, broken) = meet(failure, pace);
        assert_eq!(
            played.termination,
            Some(termination.clone()),
            "{failure}: {}",
            played.detail
        );
        assert_eq!(played.culprit(), Some(Side::One), "{failure}");
        assert_eq!(played.outcome, Some(Outcome::Win(Side::Two)), "{failure}");
        assert_eq!(played.moves.len(), 2, "{failure}");
        // Who answers after all can play on.
        let obeys = matches!(termination, Termination::Illegal | Termination::Time);
        assert_eq!(broken, !obeys, "{failure}");
        assert_gone(process);
        begun.elapsed()
    });
}

#[test]
fn an_illegal_move_loses() {
    loses_by("illegal", "nodes=1", Termination::Illegal);
    loses_by("none", "nodes=1", Termination::Illegal);
}

#[test]
fn a_crash_loses() {
    loses_by("crash", "nodes=1", Termination::Crash);
}

#[test]
fn an_engine_that_has_ended_has_not_stalled_whatever_holds_its_output() {
    loses_by("orphan", "nodes=1", Termination::Crash);
}

#[test]
fn what_a_crashing_engine_says_on_stderr_is_told() {
    let (played, _, _) = meet("crash", "nodes=1");
    let detail = &played.detail;
    assert!(detail.contains("mock: cannot go on"), "{detail}");
}

#[test]
fn half_a_line_before_the_end_is_no_move() {
    loses_by("half", "nodes=1", Termination::Crash);
}

#[test]
fn a_closed_pipe_loses() {
    loses_by("close", "nodes=1", Termination::Crash);
}

#[test]
fn an_engine_that_says_nothing_more_has_stalled() {
    loses_by("stall", THINKING, Termination::Stall);
    loses_by("deaf", THINKING, Termination::Stall);
}

#[test]
fn an_engine_that_obeys_stop_only_is_late() {
    loses_by("late", THINKING, Termination::Time);
    loses_by("late", "tc=4+0", Termination::Time);
}

#[test]
fn a_flood_does_not_get_past_the_deadline() {
    loses_by("flood", THINKING, Termination::Stall);
}

#[test]
fn an_endless_line_breaks_the_protocol() {
    loses_by("long", "nodes=1", Termination::Protocol);
    loses_by("babble", "nodes=1", Termination::Protocol);
}

#[test]
fn a_game_without_failures_ends_by_its_rules() {
    let (tokens, outcome) = script();
    let (played, process, broken) = meet("no", "tc=60+1");
    assert_eq!(
        (played.termination, played.outcome),
        (Some(Termination::Rules), Some(outcome))
    );
    let moves: Vec<&str> = played.moves.iter().map(|ply| ply.token.as_str()).collect();
    assert_eq!(moves, tokens);
    assert!(!broken);
    assert_gone(process);
}

/// A game of two engines that never fail by themselves.
fn scripted(rules: &Terms, results: [&str; 2], over_at: usize) -> GameRecord {
    let (tokens, _) = script();
    let mut engines = results.map(|result| start(&mock("no", over_at, result, &tokens)));
    let [one, two] = &mut engines;
    let paces = [TimeControl::parse("nodes=1").expect("a pace"); 2];
    play(rules, [one, two], paces, &Start::Startpos, &[])
}

#[test]
fn a_wrong_result_loses() {
    let (_, outcome) = script();
    let right = outcome.to_string();
    let played = scripted(&rules(GAME), [&right, "none"], 0);
    assert_eq!(
        (&played.termination, played.culprit()),
        (&Some(Termination::WrongResult), Some(Side::Two))
    );
    assert_eq!(played.outcome, Some(Outcome::Win(Side::One)));
    let both = scripted(&rules(GAME), ["none", "none"], 0);
    assert_eq!(
        (both.termination, both.outcome),
        (Some(Termination::WrongResult), None)
    );
    let unchecked = Terms {
        check_result: false,
        ..rules(GAME)
    };
    let unchecked = scripted(&unchecked, ["none", "none"], 0);
    assert_eq!(unchecked.termination, Some(Termination::Rules));
}

#[test]
fn a_wrong_result_is_told_in_letters_that_can_be_printed() {
    let (_, outcome) = script();
    let played = scripted(&rules(GAME), [&outcome.to_string(), "\x1b[31mred"], 0);
    assert_eq!(
        played.detail,
        format!("says '\\u{{1b}}[31mred', the game is {outcome}")
    );
}

#[test]
fn long_games_and_games_both_agree_on_are_ended() {
    let capped = Terms {
        adjudication: Adjudication {
            max_plies: 9,
            ..Adjudication::default()
        },
        ..rules(GAME)
    };
    let played = scripted(&capped, ["none", "none"], 0);
    assert_eq!(
        (played.termination, played.outcome),
        (Some(Termination::MaxPlies), Some(Outcome::Draw))
    );
    assert_eq!(played.moves.len(), 9);
    // Both mocks think that they are winning: that is no agreement.
    let win = Some(Agreement {
        plies: 4,
        score: 500,
    });
    let agreeing = Terms {
        adjudication: Adjudication {
            win,
            ..Adjudication::default()
        },
        ..rules(GAME)
    };
    let (_, outcome) = script();
    let result = outcome.to_string();
    let played = scripted(&agreeing, [&result, &result], 0);
    // DVONN lets player 1 move twice at the change of phases, no more.
    assert_eq!(played.termination, Some(Termination::Rules));
}

#[test]
fn in_an_unknown_game_both_engines_have_to_agree() {
    let unknown = rules("connect-nine");
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
fn an_engine_that_does_not_start_says_why() {
    let error = |spec: &EngineSpec, patience| {
        Engine::start(spec, GAME, patience)
            .expect_err("no engine")
            .error
    };
    let brief = Patience {
        start: Duration::from_millis(300),
        ..PATIENCE
    };
    let mute = error(&mock("mute", 0, "none", &[]), brief);
    assert!(
        matches!(mute, EngineError::Silent { ref awaited, .. } if awaited == "ugiok"),
        "{mute}"
    );
    // What it says instead makes its time no shorter.
    let yes = EngineSpec::parse("yes").expect("a command");
    assert_eq!(
        error(&yes, brief).to_string(),
        "no ugiok for 300 ms",
        "as was given"
    );
    let endless = EngineSpec::parse("yes 'option name A type button'").expect("a command");
    assert_eq!(error(&endless, PATIENCE), EngineError::ManyOptions);
    let unfit = error(&mock("unfit", 0, "none", &[]), PATIENCE);
    assert_eq!(
        unfit,
        EngineError::NoGame {
            game: GAME.to_owned()
        }
    );
    let mut bold = mock("no", 0, "none", &[]);
    bold.options = vec![("Style".to_owned(), "wild".to_owned())];
    assert!(matches!(
        error(&bold, PATIENCE),
        EngineError::NoOption { .. }
    ));
    let mut greedy = mock("no", 0, "none", &[]);
    greedy.options = vec![("Hash".to_owned(), "99999999".to_owned())];
    let refused = error(&greedy, PATIENCE);
    assert!(refused.to_string().contains("from 1 to 64"), "{refused}");
    // What it refuses though the handshake allows it is no less an error.
    let mut wilful = mock("wilful", 0, "none", &[]);
    wilful.options = vec![("Hash".to_owned(), "5".to_owned())];
    let refused = error(&wilful, PATIENCE);
    assert!(refused.to_string().contains("not today"), "{refused}");
    let grim = error(&mock("grim", 0, "none", &[]), PATIENCE);
    assert!(grim.to_string().contains("weights.bin"), "{grim}");
    let missing = EngineSpec::parse("./no/such/engine").expect("a command");
    assert!(matches!(
        error(&missing, PATIENCE),
        EngineError::Start { .. }
    ));
}

#[test]
fn a_dropped_engine_leaves_no_process() {
    for failure in ["no", "deaf"] {
        let engine = start(&mock(failure, 0, "none", &[]));
        let process = engine.process();
        drop(engine);
        assert_gone(process);
    }
}

/// How a mock is named on the command line.
pub fn mock_text(failure: &str, ply: usize) -> String {
    let (tokens, outcome) = script();
    mock_of(failure, ply, &outcome.to_string(), &tokens.join(" "))
}

/// The same with a script of its own.
pub fn mock_of(failure: &str, ply: usize, result: &str, tokens: &str) -> String {
    let script = mock_script();
    format!("sh '{script}' {failure} {ply} {result} {tokens}")
}
