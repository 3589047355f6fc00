//! Laws of the search, for every game and variant: it agrees with a plain negamax where it must,
//! keeps its limits, repeats itself, and answers `stop`.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ringstack::board::keys::SplitMix;
use ringstack::games::{Game, Visitor, visit_all};
use ringstack::rules::{Outcome, RuleSet};
use ringstack::search::{self, Limits, Memory, Report, Request, Score, Settings, Verdict};

/// Live positions from seeded random games, a few for each rule set.
fn positions<P: Game>(variant: P::Variant, games: u64) -> Vec<P> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut source = SplitMix(seed * 77 + 5);
        let plies = source.below(60);
        let mut position = P::start(variant);
        let mut moves = Vec::new();
        for _ in 0..plies {
            moves.clear();
            position.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let mut next = position.clone();
            next.play(moves[source.below(moves.len())]);
            if next.outcome().is_some() {
                break;
            }
            position = next;
        }
        found.push(position);
    }
    found
}

fn request<P: Game>(root: &P, limits: Limits) -> Request<P> {
    Request {
        root: root.clone(),
        earlier: Vec::new(),
        search_moves: Vec::new(),
        settings: Settings::from(limits),
    }
}

fn nodes(n: u64) -> Limits {
    Limits {
        nodes: Some(n),
        ..Limits::default()
    }
}

fn memory() -> Memory {
    Memory::new(1).expect("a mebibyte is to be had")
}

/// Runs to the end and returns all reports, without their times.
fn reports<P: Game>(request: &Request<P>) -> (Verdict<P::Move>, Vec<Report<P::Move>>) {
    let told = Mutex::new(Vec::new());
    let stop = AtomicBool::new(false);
    let untimed = |report: &Report<P::Move>| Report {
        elapsed: Duration::ZERO,
        ..report.clone()
    };
    let mut verdict = search::run(request, &memory(), &stop, &|report| {
        told.lock().expect("no reporter died").push(untimed(report));
    });
    verdict.report = untimed(&verdict.report);
    (verdict, told.into_inner().expect("no reporter died"))
}

/// The value of a position by definition.
fn negamax<P: Game>(position: &P, depth: i32, ply: i32, line: &mut Vec<u64>) -> i32 {
    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(side)) if side == position.turn() => return Score::win_in(ply).0,
        Some(Outcome::Win(_)) => return Score::loss_in(ply).0,
        None => {}
    }
    if P::REPETITION.is_some() && line.contains(&position.key()) {
        return 0;
    }
    if depth == 0 {
        return position.evaluate();
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    line.push(position.key());
    let best = moves
        .into_iter()
        .map(|m| {
            let mut child = position.clone();
            child.play(m);
            let value = negamax(&child, depth - 1, ply + 1, line);
            if child.turn() == position.turn() {
                value
            } else {
                -value
            }
        })
        .max()
        .expect("a live position has a move");
    line.pop();
    best
}

#[test]
fn alpha_beta_finds_the_value_of_plain_negamax_with_and_without_memory() {
    struct Law;
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for root in positions::<P>(variant, 8) {
                let mut depth = 1;
                let stop = AtomicBool::new(false);
                while depth < 5
                    && ringstack::perft::perft(&root, depth as u32 + 1, &stop)
                        .is_some_and(|leaves| leaves < 60_000)
                {
                    depth += 1;
                }
                let shared = memory();
                for depth in 1..=depth {
                    let expected = Score(negamax(&root, depth, 0, &mut Vec::new()));
                    let context = format!("{} {} depth {depth}", variant.id(), root.fen());
                    assert_eq!(
                        search::exhaustive(&root, depth, &memory()),
                        expected,
                        "{context}"
                    );
                    assert_eq!(
                        search::exhaustive(&root, depth, &shared),
                        expected,
                        "{context}"
                    );
                }
            }
        }
    }
    visit_all(&mut Law);
}

#[test]
fn one_thread_repeats_itself_and_keeps_to_its_nodes() {
    struct Law;
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for root in positions::<P>(variant, 4) {
                let request = request(&root, nodes(3000));
                let first = reports(&request);
                assert_eq!(first, reports(&request), "{}", root.fen());
                assert!(first.0.report.nodes <= 3000, "{}", root.fen());
            }
        }
    }
    visit_all(&mut Law);
}

#[test]
fn lines_are_legal_and_as_many_and_as_ordered_as_asked() {
    struct Law;
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for root in positions::<P>(variant, 4) {
                let mut legal = Vec::new();
                root.legal_moves(&mut legal);
                let mut request = request(&root, nodes(4000));
                request.settings.multi_pv = 3;
                let (verdict, told) = reports(&request);
                assert!(legal.contains(&verdict.best.expect("a live position has a move")));
                for report in &told {
                    let mut position = root.clone();
                    for &m in &report.pv {
                        let mut moves = Vec::new();
                        position.legal_moves(&mut moves);
                        assert!(moves.contains(&m), "{} {:?}", root.fen(), report.pv);
                        position.play(m);
                    }
                }
                let deepest = told.iter().map(|r| r.depth).max().unwrap_or(0);
                let finished = told.iter().filter(|r| r.depth == deepest - 1);
                let numbers: Vec<usize> = finished.map(|r| r.multi_pv).collect();
                assert!(deepest < 2 || numbers.len() == legal.len().min(3));
            }
        }
    }
    visit_all(&mut Law);
}

#[test]
fn only_the_named_moves_are_searched() {
    struct Law;
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for root in positions::<P>(variant, 4) {
                let mut legal = Vec::new();
                root.legal_moves(&mut legal);
                let last = legal.pop().expect("a live position has a move");
                let mut request = request(&root, nodes(500));
                request.search_moves = vec![last];
                assert_eq!(reports(&request).0.best, Some(last), "{}", root.fen());
            }
        }
    }
    visit_all(&mut Law);
}

#[test]
fn a_search_stops_when_told_on_any_number_of_threads() {
    struct Law;
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            let root = P::start(variant);
            for threads in [1, 3] {
                let mut request = request(&root, Limits::default());
                request.settings.limits.infinite = true;
                request.settings.threads = threads;
                let stop = AtomicBool::new(false);
                let memory = memory();
                std::thread::scope(|scope| {
                    let search = scope.spawn(|| search::run(&request, &memory, &stop, &|_| {}));
                    std::thread::sleep(Duration::from_millis(30));
                    let told = Instant::now();
                    stop.store(true, Ordering::Relaxed);
                    let verdict = search.join().expect("the search ends well");
                    assert!(verdict.best.is_some());
                    // The protocol allows 50 ms on a quiet machine; a test may share its own with much else.
                    assert!(told.elapsed() < Duration::from_secs(3), "{}", variant.id());
                });
            }
        }
    }
    visit_all(&mut Law);
}

#[test]
fn a_fixed_time_is_kept() {
    struct Law;
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            let root = P::start(variant);
            let limits = Limits {
                movetime: Some(Duration::from_millis(40)),
                ..Limits::default()
            };
            let start = Instant::now();
            reports(&request(&root, limits));
            assert!(start.elapsed() < Duration::from_secs(3), "{}", variant.id());
        }
    }
    visit_all(&mut Law);
}
