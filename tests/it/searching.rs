//! Laws of the search for every game and variant: it agrees with a plain negamax, respects its limits, is
//! reproducible, and obeys `stop`.

use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::games::{self, Game, Visitor, challenge, visit_all};
use ringstack_engine::rules::{Notation, Outcome, RuleSet, Rules};
use ringstack_engine::search::limits::Clock;
use ringstack_engine::search::{
    self, Bound, Limits, Report, Request, Score, SearchState, Settings,
};

use super::random_games::random_line;
use super::time_bounds::assert_answers_within;

/// Live positions from seeded random games, a few for each rule set.
pub fn positions<P: Game>(variant: P::Variant, games: u64) -> Vec<P> {
    let last = |seed| {
        let mut source = SplitMix(seed * 77 + 5);
        let plies = source.below(60);
        let line = random_line(variant, &mut source, plies);
        let live = |position: &P| position.outcome().is_none();
        line.into_iter().rfind(live).expect("the start is live")
    };
    (0..games).map(last).collect()
}

pub fn request<P: Game>(root: &P, limits: Limits) -> Request<P> {
    Request {
        root: root.clone(),
        earlier: Vec::new(),
        search_moves: Vec::new(),
        settings: Settings::from(limits),
    }
}

pub fn nodes(n: u64) -> Limits {
    Limits {
        nodes: Some(n),
        ..Limits::default()
    }
}

pub fn search_state() -> SearchState {
    SearchState::new(1).expect("enough memory for 1 MiB")
}

/// Runs the search and returns its result and all reports, without their times and without those that come
/// once per second.
pub fn reports<P: Game>(request: &Request<P>) -> (Report<P::Move>, Vec<Report<P::Move>>) {
    let seen = RefCell::new(Vec::new());
    let stop = AtomicBool::new(false);
    let untimed = |report: &Report<P::Move>| Report {
        elapsed: Duration::ZERO,
        ..report.clone()
    };
    let verdict = search::run(request, &search_state(), &stop, &|report| {
        if report.current.is_none() {
            seen.borrow_mut().push(untimed(report));
        }
    });
    (untimed(&verdict), seen.into_inner())
}

/// The value of a position by the definition of negamax.
fn negamax<P: Game>(position: &P, root: &P, depth: i32, ply: i32, line: &mut Vec<u64>) -> i32 {
    match position.outcome() {
        Some(Outcome::Draw) => return 0,
        Some(Outcome::Win(side)) if side == position.turn() => return Score::win_in(ply).0,
        Some(Outcome::Win(_)) => return Score::loss_in(ply).0,
        None => {}
    }
    if P::REPETITION.is_some() && line.contains(&position.key()) {
        return 0;
    }
    if let Some(chance_node) = position.chance_node(root) {
        let [one, other] = [&chance_node.one, &chance_node.other].map(|child| {
            let value = negamax(child, root, (depth - 1).max(0), ply + 1, line);
            if child.turn() == position.turn() {
                value
            } else {
                -value
            }
        });
        return chance_node.value(one, other);
    }
    if depth == 0 || position.leaves_subgame(root) {
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
            let value = negamax(&child, root, depth - 1, ply + 1, line);
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
fn alpha_beta_finds_the_value_of_plain_negamax_with_and_without_a_filled_table() {
    struct Law;
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for root in positions::<P>(variant, 8) {
                let mut depth = 1;
                let stop = AtomicBool::new(false);
                while depth < 5
                    && ringstack_engine::perft::perft(&root, depth as u32 + 1, &stop)
                        .is_some_and(|leaves| leaves < 60_000)
                {
                    depth += 1;
                }
                let shared = search_state();
                for depth in 1..=depth {
                    let expected = Score(negamax(&root, &root, depth, 0, &mut Vec::new()));
                    let context = format!("{} {} depth {depth}", variant.id(), root.fen());
                    assert_eq!(
                        search::exhaustive(&root, depth, &search_state()),
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
fn a_challenge_reached_beyond_the_depth_limit_is_searched_deeper_later() {
    let fen = "W3/1w^3/2b3/3b3/6/5/B3 10 12 w 1,1 -";
    let variant = challenge::Variant::ALL[0];
    let root = challenge::Position::from_fen(variant, fen).expect("a position of the game");
    let announced = root.parse_move("c3^f5").expect("a legal jump");
    let mut after = root.clone();
    after.play(announced);
    let challenged = after
        .parse_move("challenge")
        .expect("the jump may be challenged");

    let search_state = search_state();
    let search_with = |root: &challenge::Position, m, depth| {
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let mut request = request(root, limits);
        request.search_moves = vec![m];
        search::run(&request, &search_state, &AtomicBool::new(false), &|_| {})
    };
    search_with(&root, announced, 3);
    let deeper = search_with(&after, challenged, 6);
    assert!(deeper.nodes > 100, "{deeper:?}");
}

#[test]
fn one_thread_is_reproducible_and_respects_its_node_limit() {
    struct Law;
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for root in positions::<P>(variant, 4) {
                let request = request(&root, nodes(3000));
                let first = reports(&request);
                assert_eq!(first, reports(&request), "{}", root.fen());
                assert!(first.0.nodes <= 3000, "{}", root.fen());
            }
        }
    }
    visit_all(&mut Law);
}

#[test]
fn multi_pv_reports_the_requested_number_of_legal_lines_best_first() {
    struct Law;
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for root in positions::<P>(variant, 4) {
                let mut legal = Vec::new();
                root.legal_moves(&mut legal);
                let mut request = request(&root, nodes(4000));
                request.settings.multi_pv = 3;
                let (verdict, seen) = reports(&request);
                assert!(legal.contains(verdict.best().expect("a live position has a move")));
                for report in &seen {
                    let mut position = root.clone();
                    for &m in &report.pv {
                        let mut moves = Vec::new();
                        position.legal_moves(&mut moves);
                        assert!(moves.contains(&m), "{} {:?}", root.fen(), report.pv);
                        position.play(m);
                    }
                }
                let lines = legal.len().min(3);
                let deepest = seen.iter().map(|r| r.depth).max().unwrap_or(0);
                for depth in 1..deepest {
                    let exact = |r: &&Report<_>| r.depth == depth && r.bound == Bound::Exact;
                    // At the end, lines of the depth before may be repeated.
                    let iteration = seen.iter().take_while(|r| r.depth <= depth);
                    let seen: Vec<_> = iteration.filter(exact).collect();
                    // If a later line turned out better, all lines are reported again in order.
                    let last = &seen[seen.len() - lines..];
                    assert!(last.iter().map(|r| r.multi_pv).eq(1..=lines));
                    assert!(
                        last.is_sorted_by_key(|r| std::cmp::Reverse(r.score)),
                        "{} depth {depth}",
                        root.fen()
                    );
                    let firsts: HashSet<_> = last.iter().map(|r| r.pv[0]).collect();
                    assert_eq!(firsts.len(), lines, "{} depth {depth}", root.fen());
                }
            }
        }
    }
    visit_all(&mut Law);
}

#[test]
fn only_the_given_root_moves_are_searched() {
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
                assert_eq!(reports(&request).0.best(), Some(&last), "{}", root.fen());
            }
        }
    }
    visit_all(&mut Law);
}

/// The protocol allows 50 ms; the rest is an allowance for a test build on a shared machine.
const SOON: Duration = Duration::from_millis(250);

#[test]
fn a_search_obeys_stop_with_any_number_of_threads() {
    struct Law;
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            let root = P::start(variant);
            for threads in [1, 3] {
                let mut request = request(&root, Limits::default());
                request.settings.threads = threads;
                let search_state = search_state();
                assert_answers_within(SOON, || {
                    let stop = AtomicBool::new(false);
                    std::thread::scope(|scope| {
                        let search =
                            scope.spawn(|| search::run(&request, &search_state, &stop, &|_| {}));
                        std::thread::sleep(Duration::from_millis(30));
                        let stopped = Instant::now();
                        stop.store(true, Ordering::Relaxed);
                        let verdict = search.join().expect("the search ends well");
                        assert!(verdict.best().is_some(), "{}", variant.id());
                        stopped.elapsed()
                    })
                });
            }
        }
    }
    visit_all(&mut Law);
}

/// Depth, score, bound and line of a report.
fn verdict_of<M: Clone>(report: &Report<M>) -> (i32, Score, Bound, Vec<M>) {
    (report.depth, report.score, report.bound, report.pv.clone())
}

#[test]
fn score_bound_and_depth_of_the_final_report_are_consistent() {
    struct Law {
        bounds: HashSet<String>,
    }
    impl Law {
        fn check<P: Game>(&mut self, root: &P, limit: u64) {
            let context = format!("{} {} nodes {limit}", root.variant().id(), root.fen());
            let (result, seen) = reports(&request(root, nodes(limit)));
            self.bounds
                .extend(seen.iter().map(|r| format!("{:?}", r.bound)));
            let last = &result;
            let known = seen.iter().rfind(|r| r.multi_pv == 1);
            if known.is_none_or(|known| verdict_of(known) != verdict_of(last)) && last.depth > 0 {
                // The interrupted iteration found a better move.
                assert_eq!(last.bound, Bound::Lower, "{context}");
                assert!(known.is_none_or(|known| last.depth >= known.depth));
            }
            if last.bound == Bound::Exact && last.depth > 0 {
                let again = Limits {
                    depth: Some(last.depth),
                    ..Limits::default()
                };
                let (whole, _) = reports(&request(root, again));
                assert_eq!(verdict_of(&whole), verdict_of(last), "{context}");
            }
        }
    }
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for root in positions::<P>(variant, 3) {
                for limit in [1, 30, 700, 2900, 11_000] {
                    self.check(&root, limit);
                }
            }
            let named = P::BENCH.iter().filter(|(id, _)| *id == variant.id());
            for (_, fen) in named {
                let root = P::from_fen(variant, fen).expect("a bench position is one");
                self.check(&root, 3_000);
            }
            if variant.id() == "diaballik" {
                let fen = "bbb2b1/7/1b2b2/1w5/w2B3/3w1w1/1w1wW2 w";
                let root = P::from_fen(variant, fen).expect("the position is one");
                self.check(&root, 51_500);
            }
        }
    }
    let mut law = Law {
        bounds: HashSet::new(),
    };
    visit_all(&mut law);
    assert_eq!(law.bounds.len(), 3, "bounds of every kind occur");
}

/// Live positions with one legal move, from seeded random games.
fn forced_positions<P: Game>(variant: P::Variant, games: u64) -> Vec<P> {
    let one = |seed| {
        let mut source = SplitMix(seed * 31 + 7);
        let mut line: Vec<P> = random_line(variant, &mut source, 200);
        let mut moves = Vec::new();
        line.retain(|position| {
            moves.clear();
            position.legal_moves(&mut moves);
            moves.len() == 1
        });
        (!line.is_empty()).then(|| line.swap_remove(source.below(line.len())))
    };
    (0..games).filter_map(one).collect()
}

#[test]
fn a_forced_move_is_analysed_and_only_the_clock_cuts_it_short() {
    struct Law {
        looked: usize,
    }
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for root in forced_positions::<P>(variant, 20) {
                let search_state = search_state();
                let stop = AtomicBool::new(false);
                let report =
                    search::run(&request(&root, nodes(4000)), &search_state, &stop, &|_| {});
                let context = format!("{} {}", variant.id(), root.fen());
                let solved = report.score.is_decided();
                assert!(
                    report.nodes >= 4000 || solved || report.depth > 20,
                    "{context}"
                );
                assert!(report.depth > 1 || solved, "{context}");
                let clock = Limits {
                    clock: Some(Clock {
                        remaining: Duration::from_secs(3600),
                        increment: Duration::ZERO,
                        moves_to_go: None,
                    }),
                    ..Limits::default()
                };
                search_state.clear();
                let depth = Limits {
                    depth: Some(report.depth.clamp(1, 6)),
                    ..Limits::default()
                };
                let known = search::run(&request(&root, depth), &search_state, &stop, &|_| {});
                let quick = search::run(&request(&root, clock), &search_state, &stop, &|_| {});
                assert!(quick.nodes < 2000, "{context}: {} nodes", quick.nodes);
                assert_eq!(quick.score, known.score, "{context}");
                assert_eq!(quick.bound, Bound::Exact, "{context}");
                self.looked += 1;
            }
        }
    }
    let mut law = Law { looked: 0 };
    visit_all(&mut law);
    assert!(law.looked > 20, "{} forced moves", law.looked);
}

/// The scores of a search to `depth` plies without root moves, and with all legal moves as root moves.
fn scores_with_all_moves<P: Game>(root: &P, depth: i32) -> (Score, Score) {
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let mut request = request(root, limits);
    let score = reports(&request).0.score;
    root.legal_moves(&mut request.search_moves);
    (score, reports(&request).0.score)
}

#[test]
fn a_loss_at_the_root_holds_with_all_legal_moves() {
    struct Law {
        losses: usize,
    }
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for seed in 0..60 {
                let mut source = SplitMix(seed * 13 + 3);
                let line: Vec<P> = random_line(variant, &mut source, 149);
                // Positions shortly before the end.
                let before = 3 + source.below(5);
                let Some(root) = line.iter().rev().nth(before) else {
                    continue;
                };
                let (score, complete) = scores_with_all_moves(root, 2);
                if score.is_loss() {
                    self.losses += 1;
                    let context = format!("{} {}", variant.id(), root.fen());
                    assert!(complete.is_loss(), "{context}: {score}, {complete}");
                }
            }
        }
    }
    let mut law = Law { losses: 0 };
    visit_all(&mut law);
    assert!(law.losses > 20, "{} losses", law.losses);
}

#[test]
fn an_incomplete_list_of_root_moves_proves_no_loss() {
    struct Blitz;
    impl Visitor for Blitz {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            // Without gc4,d1 the position would be lost in 6 plies.
            let fen = "--2/-3g/-4-/6-/-4-/-2w-/--1- 0,2,6 2,1,2 2,3,1 1";
            let root = P::from_fen(variant, fen).expect("the position is one");
            let (score, complete) = scores_with_all_moves(&root, 3);
            for score in [score, complete] {
                let mate = score.mate();
                assert!(mate.is_none_or(|plies| plies <= -10), "{score}");
            }
        }
    }
    games::visit("zertz-blitz", &mut Blitz).expect("the game is known");
}
