//! Checks every record of every suite fixture.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use ringstack_arena::suite::{Library, PositionFact, Record, check, read};
use ringstack_engine::play::state::open;
use ringstack_engine::play::{GameState, RootMoves, SearchContext, Start};
use ringstack_engine::rules::Outcome;
use ringstack_engine::search::{Limits, SearchState, Settings};

use crate::random_games::rule_sets;

/// Larger counts take too long for every run; only an `#[ignore]`d test checks them.
const QUICK: u64 = 1_000_000;
const HASH: usize = 16;

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut files = Vec::new();
    let folders = fs::read_dir(root).expect("there are fixtures");
    for folder in folders.map(|entry| entry.expect("a folder can be read").path()) {
        if !folder.is_dir() {
            continue;
        }
        let entries = fs::read_dir(folder).expect("a folder can be read");
        for file in entries.map(|entry| entry.expect("a file can be read").path()) {
            let extension = file.extension().and_then(|e| e.to_str());
            if matches!(extension, Some("perft" | "suite" | "reject")) {
                files.push(file);
            }
        }
    }
    files.sort();
    files
}

/// Every record with its file.
fn records() -> impl Iterator<Item = (PathBuf, Record)> {
    files().into_iter().flat_map(|file| {
        let text = fs::read_to_string(&file).expect("a fixture is text");
        let records = read(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        records
            .into_iter()
            .map(move |record| (file.clone(), record))
    })
}

/// The position of a record.
fn state(record: &Record) -> Box<dyn GameState> {
    let mut state = open(&record.variant).expect("a game");
    let start = Start::at(record.fen.clone());
    state.set(&start, &record.moves).expect("a position");
    state
}

/// Checks all facts but the wins, which [`forced_wins_hold_against_every_defence`] plays out.
fn check_all(perft_limit: u64) {
    let mut library = Library::new(perft_limit, HASH);
    let mut failures = Vec::new();
    for (file, mut record) in records() {
        let is_win = |fact: &PositionFact| matches!(fact, PositionFact::Wins(_));
        record.facts.retain(|stated| !is_win(&stated.fact));
        for failure in check(&mut library, &record, perft_limit).failures {
            failures.push(format!("{}: {failure}", file.display()));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_fact_in_the_fixtures_holds() {
    check_all(QUICK);
}

/// `cargo test --release --test it -- --ignored every_count`
#[test]
#[ignore = "takes minutes"]
fn every_count_in_the_fixtures_holds() {
    check_all(u64::MAX);
}

/// Whether the attacker wins within the given number of plies. The player to move is the attacker if `attacks`. The
/// search chooses the attacker's moves within the limits; every legal reply is tried.
fn wins(
    state: &dyn GameState,
    attacks: bool,
    plies: i32,
    limits: &Limits,
    search_state: &SearchState,
) -> bool {
    if let Some(outcome) = state.outcome() {
        return matches!(outcome, Outcome::Win(side) if (side == state.turn()) == attacks);
    }
    if plies == 0 {
        return false;
    }
    let moves = if attacks {
        let settings = Settings::from(Limits {
            mate: Some(plies),
            ..limits.clone()
        });
        let context = SearchContext::quiet(search_state);
        let report = state.search(&settings, &RootMoves::all(), context);
        Vec::from_iter(report.best().cloned())
    } else {
        state.legal()
    };
    !moves.is_empty()
        && moves.into_iter().all(|token| {
            let mut after = state.boxed_clone();
            after.play(&[token]).expect("a legal move");
            let goes_on = after.turn() == state.turn();
            wins(
                after.as_ref(),
                attacks == goes_on,
                plies - 1,
                limits,
                search_state,
            )
        })
}

/// After a proof, the table alone must know the win at the next move; the search does not prove it again.
#[test]
fn a_proven_win_has_a_complete_line_and_stays_in_the_table() {
    /// Far fewer nodes than the proofs took.
    const QUICK_NODES: u64 = 3_000;
    let (mut proofs, mut whole, mut kept) = (0, 0, 0);
    for (_, record) in records() {
        let is_quick = |fact: &PositionFact| matches!(fact, PositionFact::Wins(7..=9));
        if !record.facts.iter().any(|stated| is_quick(&stated.fact)) {
            continue;
        }
        let search_state = SearchState::new(HASH).expect("a small table");
        let mut state = state(&record);
        let search = |state: &dyn GameState, limits: Limits| {
            let context = SearchContext::quiet(&search_state);
            state.search(&Settings::from(limits), &RootMoves::all(), context)
        };
        let proof = Limits {
            mate: Some(9),
            ..record.limits.clone()
        };
        let found = search(state.as_ref(), proof);
        let plies = found.score.mate();
        let plies = plies.unwrap_or_else(|| panic!("{}: no proof", record.id));
        let [first, reply, ..] = &found.pv[..] else {
            panic!("{}: {:?}", record.id, found.pv);
        };
        state.play(&[first.clone(), reply.clone()]).expect("legal");
        let quick = Limits {
            nodes: Some(QUICK_NODES),
            ..Limits::default()
        };
        let mate = search(state.as_ref(), quick).score.mate();
        proofs += 1;
        whole += usize::from(found.pv.len() == plies as usize);
        kept += usize::from(mate.is_some_and(|left| (1..=plies - 2).contains(&left)));
    }
    assert!(proofs >= 20, "{proofs}");
    // Entries may be replaced, and a position beyond the depth limit has none.
    assert!(whole * 10 >= proofs * 9, "{whole} of {proofs}");
    assert!(kept * 10 >= proofs * 8, "{kept} of {proofs}");
}

#[test]
fn forced_wins_hold_against_every_defence() {
    let all = rule_sets();
    let mut longest = BTreeMap::new();
    let mut failures = Vec::new();
    for (_, record) in records() {
        for stated in &record.facts {
            let PositionFact::Wins(plies) = stated.fact else {
                continue;
            };
            if !all.contains(&record.variant.as_str()) {
                continue;
            }
            let search_state = SearchState::new(HASH).expect("a small table");
            let state = state(&record);
            if !wins(state.as_ref(), true, plies, &record.limits, &search_state) {
                failures.push(record.id.clone());
            }
            let most = longest.entry(record.variant.clone()).or_insert(0);
            *most = plies.max(*most);
        }
    }
    assert!(failures.is_empty(), "{failures:?}");
    let expected = [
        ("gipf", 7),
        ("gipf-basic", 7),
        ("zertz", 11),
        ("zertz-48", 13),
        ("zertz-61", 13),
    ];
    let expected = expected.into_iter().filter(|(id, _)| all.contains(id));
    let expected = expected.map(|(variant, plies)| (variant.to_owned(), plies));
    assert_eq!(longest, expected.collect());
}
