//! Skill levels: a level depends only on its seed and does not miss obvious wins. `tune levels` measures
//! the strength of the levels.

use std::time::Duration;

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::play::state::GameState;
use ringstack_engine::rules::Outcome;
use ringstack_engine::search::{Bound, Limits, Score, Settings};

use crate::random_games::{after, at, place, random_game, rule_sets};
use crate::searching::{nodes, positions, reports, search};

/// The settings of a level.
fn level(settings: Settings, skill: u8, seed: u64) -> Settings {
    Settings {
        skill,
        seed,
        ..settings
    }
}

/// More time or threads do not make a level stronger.
#[test]
fn a_level_plays_the_same_with_any_clock_and_any_number_of_threads() {
    for id in rule_sets() {
        for (seed, root) in (0..).zip(positions(id, 2)) {
            for skill in [0, 5, 11] {
                let plain = level(Settings::from(Limits::default()), skill, seed);
                let mut rich = plain.clone();
                rich.threads = 4;
                rich.limits.movetime = Some(Duration::from_secs(86_400));
                let root = root.as_ref();
                let context = format!("{} level {skill}", place(root));
                assert_eq!(reports(root, &plain), reports(root, &rich), "{context}");
            }
        }
    }
}

/// Positions from random games, `plies` plies before a win, with the winner to move.
fn before_wins(plies: usize, games: u64) -> Vec<Box<dyn GameState>> {
    let mut found = Vec::new();
    for id in rule_sets() {
        for seed in 0..games {
            let mut source = SplitMix(seed * 31 + 9);
            let mut state = random_game(id, &mut source, 400);
            let outcome = state.outcome();
            // The score of a game inside another one is that of its stakes, not of the whole.
            let is_inside = |fen: &str| fen.contains('!');
            if state.undo(plies).is_ok()
                && outcome == Some(Outcome::Win(state.turn()))
                && !is_inside(&state.fen())
            {
                found.push(at(id, &state.fen()));
            }
        }
    }
    found
}

#[test]
fn level_5_and_higher_play_an_immediate_win() {
    let mut wins = 0;
    for root in before_wins(1, 10) {
        for (skill, seed) in [5, 8, 19]
            .into_iter()
            .flat_map(|n| (0..3).map(move |s| (n, s)))
        {
            let settings = level(nodes(20), skill, seed);
            let result = search(root.as_ref(), &settings, &[]);
            let best = result.best().expect("a live position");
            let context = format!("{} level {skill} seed {seed}", place(root.as_ref()));
            let won = Some(Outcome::Win(root.turn()));
            assert_eq!(after(root.as_ref(), best).outcome(), won, "{context}");
            assert_eq!(result.score, Score::win_in(1), "{context}");
            wins += 1;
        }
    }
    assert!(wins > 20 * rule_sets().len(), "{wins} wins");
}

/// A win within reach of a few nodes is found even if the level would not consider its moves.
#[test]
fn level_5_and_higher_find_a_win_of_three_plies() {
    let mut wins = 0;
    for root in before_wins(3, 8) {
        let root = root.as_ref();
        // At most the nodes of the level.
        let full = search(root, &nodes(80), &[]);
        if !full.score.is_win() || full.bound == Bound::Upper {
            continue;
        }
        for (skill, seed) in [5, 6, 7, 10]
            .into_iter()
            .flat_map(|n| (0..3).map(move |s| (n, s)))
        {
            let settings = level(Settings::from(Limits::default()), skill, seed);
            let result = search(root, &settings, &[]);
            let context = format!("{} level {skill}", place(root));
            assert!(result.score.is_win(), "{context}: {result:?}");
            wins += 1;
        }
    }
    assert!(wins > 20, "{wins} wins");
}

#[test]
fn a_seed_chooses_among_nearly_equal_moves() {
    let mut varied = 0;
    for id in rule_sets() {
        let root = at(id, &random_game(id, &mut SplitMix(7), 2).fen());
        let root = root.as_ref();
        for skill in [8, 13, 20] {
            let best = |seed| {
                let settings = level(nodes(1_000), skill, seed);
                let found = search(root, &settings, &[]).best().cloned();
                found.expect("a live position")
            };
            let mut chosen: Vec<String> = (1..7).map(best).collect();
            assert_eq!(chosen[0], best(1), "{id} level {skill}");
            chosen.sort_unstable();
            chosen.dedup();
            varied += usize::from(chosen.len() > 1);
        }
    }
    assert!(varied > 2 * rule_sets().len(), "{varied}");
}
