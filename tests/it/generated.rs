//! Laws over generated inputs, which proptest makes smaller when one of them is broken: lists of
//! tokens, searches under any limits, and `stop` at any moment.
//!
//! An ordinary run is the same every time. `PROPTEST_CASES=N` looks at N new inputs a law; no file
//! of failures is kept, the smallest input that fails belongs into a fixture or into `fuzz/corpus`.

use std::env;
use std::fmt::{Debug, Write};
use std::thread::sleep;
use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::option::{of, weighted};
use proptest::prelude::*;
use proptest::test_runner::{RngSeed, TestCaseResult, TestRunner};

use ringstack::games::{Game, Visitor, ids, visit};
use ringstack::play::line::Line;
use ringstack::play::seat::{self, Seat};
use ringstack::rules::Outcome;
use ringstack::ugi::job::NO_MOVE;

use crate::promptly;
use crate::script::Engine;

/// What a busy machine may add to a bound.
const GRACE: Duration = Duration::from_secs(10);

/// Holds a law against so many inputs.
fn hold<S: Strategy<Value: Debug>>(
    cases: u32,
    inputs: S,
    law: impl Fn(S::Value) -> TestCaseResult,
) {
    let mut config = ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    if env::var_os("PROPTEST_CASES").is_none() {
        config.cases = cases;
        config.rng_seed = RngSeed::Fixed(1);
    }
    if let Err(failure) = TestRunner::new(config).run(&inputs, law) {
        panic!("{failure}");
    }
}

/// The id of a rule set.
fn id() -> impl Strategy<Value = &'static str> {
    proptest::sample::select(ids())
}

/// Where a token comes from.
#[derive(Clone, Debug)]
enum Pick {
    /// The legal move of this number, counted on from the first after the last.
    Legal(u16),
    /// Any text.
    Text(String),
}

fn pick() -> impl Strategy<Value = Pick> {
    prop_oneof![
        40 => any::<u16>().prop_map(Pick::Legal),
        1 => "[a-k0-9*+,]{0,9}".prop_map(Pick::Text),
        1 => "\\PC{0,6}".prop_map(Pick::Text),
    ]
}

/// Numbers of moves to be played, as [`Pick::Legal`].
fn numbers(most: usize) -> impl Strategy<Value = Vec<u16>> {
    vec(any::<u16>(), 0..=most)
}

/// The tokens that the picks mean one after the other; what cannot be played changes nothing.
fn tokens<P: Game>(line: &Line<P>, picks: &[Pick]) -> Vec<String> {
    let mut line = line.clone();
    let mut moves = Vec::new();
    let mut tokens = Vec::new();
    for pick in picks {
        moves.clear();
        line.now().legal_moves(&mut moves);
        let token = match pick {
            Pick::Legal(number) if !moves.is_empty() => {
                line.now().token(moves[usize::from(*number) % moves.len()])
            }
            Pick::Legal(_) => "a1".to_owned(),
            Pick::Text(text) => text.clone(),
        };
        if let Ok(m) = line.parse_move(&token) {
            line.play(m);
        }
        tokens.push(token);
    }
    tokens
}

/// All that can be seen of a line.
type State<P> = (P, usize, Option<Outcome>, Vec<u64>);

fn state<P: Game>(line: &Line<P>) -> State<P> {
    (
        line.now().clone(),
        line.plies(),
        line.outcome(),
        line.earlier(),
    )
}

#[test]
fn a_list_of_tokens_is_played_or_nothing_is_changed_and_undo_restores() {
    struct Law(Vec<Pick>, Vec<Pick>);
    impl Visitor for Law {
        type Output = TestCaseResult;
        fn visit<P: Game>(&mut self, variant: P::Variant) -> TestCaseResult {
            let mut line = Line::new(P::start(variant));
            let mut states = vec![state(&line)];
            for token in tokens(&line, &self.0) {
                let Ok(m) = line.parse_move(&token) else {
                    continue;
                };
                line.play(m);
                states.push(state(&line));
            }
            let list = tokens(&line, &self.1);
            let mut single = line.clone();
            let refused = list
                .iter()
                .position(|token| single.extend(&[token]).is_err());
            let before = state(&line);
            let result = line.extend(&list).map_err(|refusal| refusal.ply);
            prop_assert_eq!(result, refused.map_or(Ok(()), |number| Err(number + 1)));
            if refused.is_some() {
                prop_assert_eq!(state(&line), before);
            } else {
                prop_assert_eq!(state(&line), state(&single));
            }
            let longest = line.plies();
            for (plies, then) in states.iter().enumerate() {
                let mut earlier = line.clone();
                prop_assert_eq!(earlier.undo(longest - plies), Ok(()));
                let restored = state(&earlier);
                prop_assert_eq!(&restored, then);
                prop_assert_eq!(earlier.undo(plies + 1), Err(plies));
                prop_assert_eq!(restored, state(&earlier));
            }
            Ok(())
        }
    }
    let lists = (id(), vec(pick(), 0..60), vec(pick(), 0..30));
    hold(600, lists, |(id, before, list)| {
        visit(id, &mut Law(before, list)).expect("the id is listed")
    });
}

#[test]
fn a_fen_that_is_written_is_read_as_the_same_position() {
    struct Law(Vec<u16>);
    impl Visitor for Law {
        type Output = TestCaseResult;
        fn visit<P: Game>(&mut self, variant: P::Variant) -> TestCaseResult {
            let mut position = P::start(variant);
            let mut moves = Vec::new();
            for &number in &self.0 {
                moves.clear();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                position.play(moves[usize::from(number) % moves.len()]);
            }
            let fen = position.fen();
            let read = P::from_fen(variant, &fen);
            prop_assert_eq!(read.as_ref().map(P::key), Ok(position.key()));
            prop_assert_eq!(read, Ok(position));
            Ok(())
        }
    }
    hold(600, (id(), numbers(150)), |(id, moves)| {
        visit(id, &mut Law(moves)).expect("the id is listed")
    });
}

/// A game in progress, its moves chosen by number as long as it lasts, and the line that sets it up.
fn game(id: &str, numbers: &[u16]) -> (Box<dyn Seat>, String) {
    let mut seat = seat::open(id).expect("the id is listed");
    let mut line = "position startpos moves".to_owned();
    for &number in numbers {
        let legal = seat.legal();
        if legal.is_empty() {
            break;
        }
        let token = &legal[usize::from(number) % legal.len()];
        let _ = write!(line, " {token}");
        seat.play(std::slice::from_ref(token))
            .expect("a legal token");
    }
    let line = match numbers {
        [] => "position startpos".to_owned(),
        _ => line,
    };
    (seat, line)
}

/// What a `go` line says; every number may be missing.
#[derive(Clone, Debug)]
struct Limits {
    depth: Option<i64>,
    nodes: Option<i64>,
    movetime: Option<i64>,
    clocks: [Option<i64>; 2],
    increments: [Option<i64>; 2],
    moves_to_go: Option<i64>,
    infinite: bool,
    /// Root moves by number.
    only: Vec<u16>,
}

impl Limits {
    /// Whether a search under these limits is over in a moment.
    fn is_short(&self) -> bool {
        let at_most = |number: Option<i64>, most| number.is_some_and(|number| number <= most);
        let clock = self.clocks.iter().all(|&clock| at_most(clock, 200));
        let increment = self.increments.iter().flatten().all(|&n| n <= 100);
        at_most(self.depth, 1)
            || at_most(self.nodes, 5_000)
            || at_most(self.movetime, 60)
            || (clock && increment)
    }

    fn line(&self, only: &[String]) -> String {
        let words = [
            ("depth", self.depth),
            ("nodes", self.nodes),
            ("movetime", self.movetime),
            ("p1time", self.clocks[0]),
            ("p2time", self.clocks[1]),
            ("p1inc", self.increments[0]),
            ("p2inc", self.increments[1]),
            ("movestogo", self.moves_to_go),
        ];
        let mut line = "go".to_owned();
        for (word, number) in words {
            if let Some(number) = number {
                let _ = write!(line, " {word} {number}");
            }
        }
        if self.infinite {
            line += " infinite";
        }
        if !only.is_empty() {
            let _ = write!(line, " searchmoves {}", only.join(" "));
        }
        line
    }
}

/// Sensible numbers mostly, and the ends of their range.
fn number(least: i64, usual: i64) -> impl Strategy<Value = i64> {
    prop_oneof![
        6 => 0..=usual,
        1 => Just(least),
        1 => Just(i64::MAX),
        1 => least..=i64::MAX,
    ]
}

fn limits() -> impl Strategy<Value = Limits> {
    let times = (
        of(number(i64::MIN, 60)),
        [of(number(i64::MIN, 200)), of(number(i64::MIN, 200))],
        [of(number(0, 100)), of(number(0, 100))],
        of(number(1, 40)),
    );
    (
        of(number(i64::MIN, 6)),
        of(number(i64::MIN, 5_000)),
        times,
        proptest::bool::weighted(0.1),
        prop_oneof![2 => Just(Vec::new()), 1 => numbers(3)],
    )
        .prop_map(|(depth, nodes, times, infinite, only)| {
            let (movetime, clocks, increments, moves_to_go) = times;
            // Without a clock these two are refused.
            let timed = clocks != [None; 2];
            Limits {
                depth,
                nodes,
                movetime,
                clocks,
                increments: increments.map(|increment| increment.filter(|_| timed)),
                moves_to_go: moves_to_go.filter(|_| timed),
                infinite,
                only,
            }
        })
}

/// Options as lines.
fn settings() -> impl Strategy<Value = Vec<String>> {
    let options = [
        ("Threads", 1..=4),
        ("MultiPV", 1..=256),
        ("Skill", 0..=20),
        ("MoveOverhead", 0..=50),
        ("Hash", 1..=3),
    ];
    options
        .map(|(name, values)| {
            weighted(0.3, values)
                .prop_map(move |value| value.map(|v| format!("setoption name {name} value {v}")))
        })
        .prop_map(|lines| lines.into_iter().flatten().collect())
}

/// An engine of this game with a small table.
fn engine(id: &str) -> Engine {
    let mut engine = Engine::new(id);
    engine.send(b"setoption name Hash value 1");
    engine
}

/// The moves answered until the engine is ready; everything else has to be information.
fn answers(engine: &mut Engine) -> Result<Vec<String>, TestCaseError> {
    let mut answers = Vec::new();
    loop {
        let Some(line) = engine.hear() else {
            return Err(TestCaseError::fail("the engine is silent"));
        };
        if let Some(token) = line.strip_prefix("bestmove ") {
            answers.push(token.to_owned());
        } else if line == "readyok" {
            return Ok(answers);
        } else {
            prop_assert!(line.starts_with("info "), "{}", line);
            prop_assert!(!line.starts_with("info string error"), "{}", line);
        }
    }
}

/// Checks the one answer to a search of `seat`, in which only these moves were to be looked at.
fn check_answers(seat: &dyn Seat, only: &[String], answers: &[String]) -> TestCaseResult {
    prop_assert_eq!(answers.len(), 1, "{:?}", answers);
    let answer = &answers[0];
    let good = match (seat.outcome(), only) {
        (Some(_), _) => answer == NO_MOVE,
        (None, []) => seat.is_legal(answer),
        (None, _) => only.contains(answer),
    };
    prop_assert!(good, "{} {}: {}", seat.id(), seat.fen(), answer);
    Ok(())
}

#[test]
fn a_search_under_any_limits_ends_with_a_legal_move() {
    let searches = (id(), numbers(60), settings(), limits(), 0..40u64);
    hold(120, searches, |(id, moves, settings, limits, pause)| {
        let (seat, position) = game(id, &moves);
        let legal = seat.legal();
        let numbers = limits.only.iter().filter(|_| !legal.is_empty());
        let only: Vec<String> = numbers
            .map(|&number| legal[usize::from(number) % legal.len()].clone())
            .collect();
        let search = || {
            let mut engine = engine(id);
            for line in settings.iter().chain([&position, &limits.line(&only)]) {
                engine.send(line.as_bytes());
            }
            let begun = Instant::now();
            if limits.is_short() {
                engine.send(b"wait");
            } else {
                sleep(Duration::from_millis(pause));
                engine.send(b"stop");
            }
            engine.send(b"isready");
            let answers = answers(&mut engine)?;
            let taken = begun.elapsed();
            check_answers(seat.as_ref(), &only, &answers)?;
            prop_assert_eq!(engine.end(), Vec::<String>::new());
            Ok(taken)
        };
        let mut law: TestCaseResult = Ok(());
        promptly::answers(GRACE, || {
            search().unwrap_or_else(|broken| {
                law = Err(broken);
                Duration::ZERO
            })
        });
        law
    });
}

#[test]
fn a_stop_at_any_moment_is_answered_once() {
    const SEARCHES: [&str; 5] = [
        "go infinite",
        "go movetime 1",
        "go nodes 300",
        "go depth 1",
        "go p1time 20 p2time 20",
    ];
    // A search, the microseconds until it is stopped, and whether a sign of life is asked for.
    let search = (0..SEARCHES.len(), 0..2_000u64, any::<bool>());
    let talks = (id(), numbers(30), 1..=3, vec(search, 1..8));
    hold(60, talks, |(id, moves, threads, searches)| {
        let (seat, position) = game(id, &moves);
        let mut engine = engine(id);
        engine.send(format!("setoption name Threads value {threads}").as_bytes());
        engine.send(position.as_bytes());
        for (search, micros, sign) in searches {
            engine.send(SEARCHES[search].as_bytes());
            sleep(Duration::from_micros(micros));
            let mut heard = Vec::new();
            if sign {
                engine.send(b"isready");
                heard = answers(&mut engine)?;
            }
            // The second one comes when nothing is running.
            engine.send(b"stop\nstop\nisready");
            heard.extend(answers(&mut engine)?);
            check_answers(seat.as_ref(), &[], &heard)?;
        }
        prop_assert_eq!(engine.end(), Vec::<String>::new());
        Ok(())
    });
}
