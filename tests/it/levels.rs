//! Skill levels: a level depends only on its seed and does not miss obvious wins. `tune levels` measures
//! the strength of the levels.

use std::time::Duration;

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::games::{Game, Visitor, visit_all};
use ringstack_engine::rules::{Outcome, RuleSet, Rules};
use ringstack_engine::search::{Bound, Limits, Score};

use crate::random_games::random_line;
use crate::searching::{nodes, positions, reports, request};

/// More time or threads do not make a level stronger.
#[test]
fn a_level_plays_the_same_with_any_clock_and_any_number_of_threads() {
    struct Law(usize);
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for (seed, root) in (0..).zip(positions::<P>(variant, 2)) {
                for skill in [0, 5, 11] {
                    let mut plain = request(&root, Limits::default());
                    plain.settings.skill = skill;
                    plain.settings.seed = seed;
                    let mut rich = plain.clone();
                    rich.settings.threads = 4;
                    rich.settings.limits.movetime = Some(Duration::from_secs(86_400));
                    let context = format!("{} {} level {skill}", variant.id(), root.fen());
                    assert_eq!(reports(&plain), reports(&rich), "{context}");
                    self.0 += 1;
                }
            }
        }
    }
    let mut law = Law(0);
    visit_all(&mut law);
    assert!(law.0 > 100, "{} searches", law.0);
}

/// Positions from random games, `plies` plies before a win, with the winner to move.
fn before_wins<P: Game>(variant: P::Variant, plies: usize, games: u64) -> Vec<P> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut source = SplitMix(seed * 31 + 9);
        let line: Vec<P> = random_line(variant, &mut source, 400);
        let winner = match line.last().and_then(Rules::outcome) {
            Some(Outcome::Win(side)) => side,
            _ => continue,
        };
        let before = line.len().checked_sub(plies + 1);
        found.extend(
            before
                .map(|index| line[index].clone())
                .filter(|position| position.turn() == winner),
        );
    }
    found
}

#[test]
fn level_5_and_higher_play_an_immediate_win() {
    struct Law(usize);
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for root in before_wins::<P>(variant, 1, 10) {
                for skill in [5, 8, 19] {
                    for seed in 0..3 {
                        let mut request = request(&root, nodes(20));
                        request.settings.skill = skill;
                        request.settings.seed = seed;
                        let (result, _) = reports(&request);
                        let best = *result.best().expect("a live position");
                        let context = format!("{} {}", variant.id(), root.fen());
                        let won = Some(Outcome::Win(root.turn()));
                        let outcome = root.after(best).outcome();
                        assert_eq!(outcome, won, "{context}: level {skill}, seed {seed}");
                        assert_eq!(result.score, Score::win_in(1), "{context}");
                        self.0 += 1;
                    }
                }
            }
        }
    }
    let mut law = Law(0);
    visit_all(&mut law);
    assert!(law.0 > 500, "{} wins", law.0);
}

/// A win within reach of a few nodes is found even if the level would not consider its moves.
#[test]
fn level_5_and_higher_find_a_win_of_three_plies() {
    struct Law(usize);
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for root in before_wins::<P>(variant, 3, 8) {
                // At most the nodes of the level.
                let (full, _) = reports(&request(&root, nodes(80)));
                if !full.score.is_win() || full.bound == Bound::Upper {
                    continue;
                }
                for (skill, seed) in [5, 6, 7, 10]
                    .into_iter()
                    .flat_map(|n| [(n, 0), (n, 1), (n, 2)])
                {
                    let mut request = request(&root, Limits::default());
                    request.settings.skill = skill;
                    request.settings.seed = seed;
                    let (result, _) = reports(&request);
                    let context = format!("{} {} level {skill}", variant.id(), root.fen());
                    assert!(result.score.is_win(), "{context}: {:?}", result);
                    self.0 += 1;
                }
            }
        }
    }
    let mut law = Law(0);
    visit_all(&mut law);
    assert!(law.0 > 20, "{} wins", law.0);
}
