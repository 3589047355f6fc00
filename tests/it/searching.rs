//! Laws of the search in every game: it respects its limits, is reproducible, and obeys `stop`.
//! `crates/games/src/laws/negamax.rs` compares it with a plain negamax.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::play::state::{GameState, open};
use ringstack_engine::play::{RootMoves, SearchContext, SearchReport, bench};
use ringstack_engine::search::limits::Clock;
use ringstack_engine::search::{Bound, Limits, Score, SearchState, Settings};

use super::random_games::{at, place, random_game, rule_sets};
use super::time_bounds::assert_answers_within;

/// Live positions from seeded random games of a rule set.
pub fn positions(id: &str, games: u64) -> Vec<Box<dyn GameState>> {
    let last = |seed: u64| {
        let mut source = SplitMix(seed * 77 + 5);
        let plies = source.below(60);
        let mut state = random_game(id, &mut source, plies);
        if state.outcome().is_some() {
            state.undo(1).expect("the start is live");
        }
        at(id, &state.fen())
    };
    (0..games).map(last).collect()
}

/// Calls `check` with live positions, a few for each rule set.
fn each_position(games: u64, mut check: impl FnMut(&dyn GameState)) {
    for id in rule_sets() {
        for root in positions(id, games) {
            check(root.as_ref());
        }
    }
}

pub fn nodes(n: u64) -> Settings {
    Settings::from(Limits {
        nodes: Some(n),
        ..Limits::default()
    })
}

pub fn depth(plies: i32) -> Settings {
    Settings::from(Limits {
        depth: Some(plies),
        ..Limits::default()
    })
}

pub fn search_state() -> SearchState {
    SearchState::new(1).expect("enough memory for 1 MiB")
}

/// Searches these moves, or all.
pub fn search(root: &dyn GameState, settings: &Settings, moves: &[String]) -> SearchReport {
    let search_state = search_state();
    let moves = root.root_moves(moves).expect("legal moves");
    root.search(settings, &moves, SearchContext::quiet(&search_state))
}

/// Runs the search and returns its result and all reports, without their times and without those that come
/// once per second.
pub fn reports(root: &dyn GameState, settings: &Settings) -> (SearchReport, Vec<SearchReport>) {
    let seen = RefCell::new(Vec::new());
    let untimed = |report: &SearchReport| SearchReport {
        elapsed: Duration::ZERO,
        ..report.clone()
    };
    let search_state = search_state();
    let context = SearchContext {
        watch: &|report: &SearchReport| {
            if report.current.is_none() {
                seen.borrow_mut().push(untimed(report));
            }
        },
        ..SearchContext::quiet(&search_state)
    };
    let verdict = root.search(settings, &RootMoves::all(), context);
    (untimed(&verdict), seen.into_inner())
}

#[test]
fn a_challenge_reached_beyond_the_depth_limit_is_searched_deeper_later() {
    let fen = "W3/1w^3/2b3/3b3/6/5/B3 10 12 w 1,1 -";
    let root = at("gipf-zertz-challenge", fen);
    let mut after = root.clone();
    let announced = "c3^f5".to_owned();
    let played = after.play(std::slice::from_ref(&announced));
    played.expect("a legal jump");
    let search_state = search_state();
    let search_with = |root: &dyn GameState, token: String, plies| {
        let context = SearchContext::quiet(&search_state);
        let moves = root.root_moves(&[token]);
        let moves = moves.expect("the jump may be challenged");
        root.search(&depth(plies), &moves, context)
    };
    search_with(root.as_ref(), announced, 3);
    let deeper = search_with(after.as_ref(), "challenge".to_owned(), 6);
    assert!(deeper.nodes > 100, "{deeper:?}");
}

#[test]
fn one_thread_is_reproducible_and_respects_its_node_limit() {
    each_position(4, |root| {
        let first = reports(root, &nodes(3000));
        assert_eq!(first, reports(root, &nodes(3000)), "{}", place(root));
        assert!(first.0.nodes <= 3000, "{}", place(root));
    });
}

#[test]
fn multi_pv_reports_the_requested_number_of_legal_lines_best_first() {
    each_position(4, |root| {
        let place = place(root);
        let mut settings = nodes(4000);
        settings.multi_pv = 3;
        let (verdict, seen) = reports(root, &settings);
        assert!(root.is_legal(verdict.best().expect("a live position has a move")));
        for report in &seen {
            let played = root.boxed_clone().play(&report.pv);
            assert_eq!(played, Ok(()), "{place} {:?}", report.pv);
        }
        let lines = root.legal().len().min(3);
        let deepest = seen.iter().map(|r| r.depth).max().unwrap_or(0);
        for depth in 1..deepest {
            let exact = |r: &&SearchReport| r.depth == depth && r.bound == Bound::Exact;
            // At the end, lines of the depth before may be repeated.
            let iteration = seen.iter().take_while(|r| r.depth <= depth);
            let seen: Vec<_> = iteration.filter(exact).collect();
            // If a later line turned out better, all lines are reported again in order.
            let last = &seen[seen.len() - lines..];
            assert!(last.iter().map(|r| r.multi_pv).eq(1..=lines), "{place}");
            let is_sorted = last.is_sorted_by_key(|r| Reverse(r.score));
            assert!(is_sorted, "{place} depth {depth}");
            let firsts: HashSet<_> = last.iter().map(|r| &r.pv[0]).collect();
            assert_eq!(firsts.len(), lines, "{place} depth {depth}");
        }
    });
}

#[test]
fn only_the_given_root_moves_are_searched() {
    each_position(4, |root| {
        let last = root.legal().pop().expect("a live position has a move");
        let report = search(root, &nodes(500), std::slice::from_ref(&last));
        assert_eq!(report.best(), Some(&last), "{}", place(root));
    });
}

/// The protocol allows 50 ms; the rest is an allowance for a test build on a shared machine.
const SOON: Duration = Duration::from_millis(250);

#[test]
fn a_search_obeys_stop_with_any_number_of_threads() {
    for id in rule_sets() {
        for threads in [1, 3] {
            let mut settings = Settings::from(Limits::default());
            settings.threads = threads;
            let search_state = search_state();
            assert_answers_within(SOON, || {
                let root = open(id).expect("a rule set");
                let stop = AtomicBool::new(false);
                std::thread::scope(|scope| {
                    let search = scope.spawn(|| {
                        let root = root;
                        let context = SearchContext {
                            stop: &stop,
                            ..SearchContext::quiet(&search_state)
                        };
                        root.search(&settings, &RootMoves::all(), context)
                    });
                    std::thread::sleep(Duration::from_millis(30));
                    let stopped = Instant::now();
                    stop.store(true, Ordering::Relaxed);
                    let verdict = search.join().expect("the search ends well");
                    assert!(verdict.best().is_some(), "{id}");
                    stopped.elapsed()
                })
            });
        }
    }
}

/// Depth, score, bound and line of a report.
fn verdict_of(report: &SearchReport) -> (i32, Score, Bound, &[String]) {
    (report.depth, report.score, report.bound, &report.pv)
}

/// The positions of the benchmark of a rule set.
fn bench_positions(id: &str) -> Vec<Box<dyn GameState>> {
    let mut fens = Vec::new();
    let never = AtomicBool::new(false);
    bench::run(Some(1), Some(id), &never, &mut |result| {
        fens.push(result.fen)
    })
    .expect("enough memory");
    fens.iter().map(|fen| at(id, fen)).collect()
}

#[test]
fn score_bound_and_depth_of_the_final_report_are_consistent() {
    let mut bounds = HashSet::new();
    let mut check = |root: &dyn GameState, limit: u64| {
        let context = format!("{} nodes {limit}", place(root));
        let (last, seen) = reports(root, &nodes(limit));
        bounds.extend(seen.iter().map(|r| format!("{:?}", r.bound)));
        let known = seen.iter().rfind(|r| r.multi_pv == 1);
        if known.is_none_or(|known| verdict_of(known) != verdict_of(&last)) && last.depth > 0 {
            // The interrupted iteration found a better move.
            assert_eq!(last.bound, Bound::Lower, "{context}");
            assert!(known.is_none_or(|known| last.depth >= known.depth));
        }
        if last.bound == Bound::Exact && last.depth > 0 {
            let (whole, _) = reports(root, &depth(last.depth));
            assert_eq!(verdict_of(&whole), verdict_of(&last), "{context}");
        }
    };
    each_position(3, |root| {
        for limit in [1, 30, 700, 2900, 11_000] {
            check(root, limit);
        }
    });
    for root in rule_sets().into_iter().flat_map(bench_positions) {
        check(root.as_ref(), 3_000);
    }
    let root = at("diaballik", "bbb2b1/7/1b2b2/1w5/w2B3/3w1w1/1w1wW2 w");
    check(root.as_ref(), 51_500);
    assert_eq!(bounds.len(), 3, "bounds of every kind occur");
}

/// A live position with one legal move, from a seeded random game.
fn forced_position(id: &str, seed: u64) -> Option<Box<dyn GameState>> {
    let mut source = SplitMix(seed * 31 + 7);
    let mut state = random_game(id, &mut source, 200);
    let mut forced = Vec::new();
    loop {
        if state.count_legal_within(1) == Some(1) {
            forced.push(state.fen());
        }
        if state.undo(1).is_err() {
            break;
        }
    }
    (!forced.is_empty()).then(|| at(id, &forced[source.below(forced.len())]))
}

#[test]
fn a_forced_move_is_analysed_and_only_the_clock_cuts_it_short() {
    let mut looked = 0;
    // In a challenge, an only move may begin another game, which is searched like a choice.
    let composed = |id: &&'static str| id.starts_with("gipf-zertz-challenge");
    for id in rule_sets().into_iter().filter(|id| !composed(id)) {
        for root in (0..20).filter_map(|seed| forced_position(id, seed)) {
            let report = search(root.as_ref(), &nodes(4000), &[]);
            let context = place(root.as_ref());
            let solved = report.score.is_decided();
            assert!(
                report.nodes >= 4000 || solved || report.depth > 20,
                "{context}"
            );
            assert!(report.depth > 1 || solved, "{context}");
            let clock = Settings::from(Limits {
                clock: Some(Clock {
                    remaining: Duration::from_secs(3600),
                    increment: Duration::ZERO,
                    moves_to_go: None,
                }),
                ..Limits::default()
            });
            let search_state = search_state();
            let [known, quick] = [depth(report.depth.clamp(1, 6)), clock].map(|settings| {
                let context = SearchContext::quiet(&search_state);
                root.search(&settings, &RootMoves::all(), context)
            });
            assert!(quick.nodes < 2000, "{context}: {} nodes", quick.nodes);
            assert_eq!(quick.score, known.score, "{context}");
            assert_eq!(quick.bound, Bound::Exact, "{context}");
            looked += 1;
        }
    }
    assert!(looked > 20, "{looked} forced moves");
}

/// The scores of a search to `plies` plies without root moves, and with all legal moves as root moves.
fn scores_with_all_moves(root: &dyn GameState, plies: i32) -> [Score; 2] {
    [Vec::new(), root.legal()].map(|moves| search(root, &depth(plies), &moves).score)
}

#[test]
fn a_loss_at_the_root_holds_with_all_legal_moves() {
    let mut losses = 0;
    for id in rule_sets() {
        for seed in 0..60 {
            let mut source = SplitMix(seed * 13 + 3);
            let mut state = random_game(id, &mut source, 149);
            // Positions shortly before the end.
            if state.undo(3 + source.below(5)).is_err() {
                continue;
            }
            let root = at(id, &state.fen());
            let [score, complete] = scores_with_all_moves(root.as_ref(), 2);
            if score.is_loss() {
                losses += 1;
                let context = place(root.as_ref());
                assert!(complete.is_loss(), "{context}: {score}, {complete}");
            }
        }
    }
    assert!(losses > 2 * rule_sets().len(), "{losses} losses");
}

#[test]
fn an_incomplete_list_of_root_moves_proves_no_loss() {
    // Without gc4,d1 the position would be lost in 6 plies.
    let root = at(
        "zertz-blitz",
        "--2/-3g/-4-/6-/-4-/-2w-/--1- 0,2,6 2,1,2 2,3,1 1",
    );
    for score in scores_with_all_moves(root.as_ref(), 3) {
        let mate = score.mate();
        assert!(mate.is_none_or(|plies| plies <= -10), "{score}");
    }
}
