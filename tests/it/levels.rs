//! The levels of play: errors of a person, none that a person would not make, and strength that depends
//! on nothing but the level.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ringstack::arena::stats::tally::Tally;
use ringstack::board::keys::SplitMix;
use ringstack::games::{Game, Visitor, visit_all};
use ringstack::play::seat::open;
use ringstack::rules::{Outcome, RuleSet, Rules};
use ringstack::search::{self, Bound, Limits, Memory, Request, Score};
use ringstack::tune::duel::Rounds;
use ringstack::tune::levels::{Strength, measure};

use crate::random_games::random_line;
use crate::searching::{memory, nodes, positions, reports, request};
use crate::tools::{run, text};

/// A rule set of each family, and the large board of ZÈRTZ, where a placement has many forms.
const FAMILIES: [&str; 6] = [
    "dvonn",
    "zertz",
    "zertz-48",
    "gipf",
    "diaballik",
    "gipf-zertz-challenge",
];

fn strengths(id: &str, levels: &[u8], games: u64, seed: u64) -> Vec<Strength> {
    let rounds = Rounds {
        games,
        random_plies: 4,
        seed,
    };
    let mut seat = open(id).expect("a rule set");
    let mut told = Vec::new();
    let rows = measure(seat.as_mut(), levels, rounds, |row| told.push(*row)).expect("legal games");
    assert_eq!(rows, told, "{id}");
    rows
}

/// The beginner of every game plays better than chance and yet can be beaten by it.
#[test]
fn level_0_wins_most_games_against_a_random_player_but_not_all() {
    let mut all = Tally::default();
    for id in FAMILIES {
        let [row] = strengths(id, &[0], 16, 3)[..] else {
            panic!("one level, one row")
        };
        let tally = row.against_random;
        assert_eq!((tally.games(), row.against_before.games()), (16, 0), "{id}");
        assert!(tally.points() > 8.0, "{id}: {tally:?}");
        all += tally;
    }
    let share = all.points() / all.games() as f64;
    assert!((0.65..0.95).contains(&share), "{all:?}");
}

#[test]
fn ten_levels_up_most_games_are_won_and_the_same_seed_plays_the_same_games() {
    for id in FAMILIES {
        let rows = strengths(id, &[0, 10], 10, 1);
        assert!(rows[1].against_before.points() > 6.0, "{id}: {rows:?}");
        assert_eq!(strengths(id, &[0, 5], 2, 1), strengths(id, &[0, 5], 2, 1));
    }
}

/// Neither time nor processors make a level stronger.
#[test]
fn a_level_plays_the_same_with_any_clock_and_any_number_of_threads() {
    struct Law(usize);
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for (seed, root) in (0..).zip(positions::<P>(variant, 3)) {
                for skill in [0, 3, 6, 11, 13] {
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
    assert!(law.0 > 200, "{} positions", law.0);
}

/// Who has seen a win has it: with what is remembered each later search sees it too, whatever the other
/// side tries, to the end of the game.
#[test]
fn from_level_5_on_a_won_end_is_won() {
    struct Law(usize);
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for (seed, root) in (0..).zip(before_wins::<P>(variant, 3, 12)) {
                for skill in [5, 9, 14] {
                    let context = format!("{} {} level {skill}", variant.id(), root.fen());
                    self.0 += usize::from(converts(&root, skill, seed, &context));
                }
            }
        }
    }
    let mut law = Law(0);
    visit_all(&mut law);
    assert!(law.0 > 100, "{} wins", law.0);
}

/// Whether the level sees a win for the player to move; then it has to win against a strong player.
fn converts<P: Game>(root: &P, skill: u8, seed: u64, context: &str) -> bool {
    let stop = AtomicBool::new(false);
    let think = |position: &P, earlier: &[u64], memory: &Memory, limits: Limits, skill: u8| {
        let mut request: Request<P> = request(position, limits);
        request.earlier = earlier.to_vec();
        request.settings.skill = skill;
        request.settings.seed = seed;
        search::run(&request, memory, &stop, &|_| {})
    };
    let (own, other) = (memory(), memory());
    let side = root.turn();
    let mut position = root.clone();
    let mut earlier = Vec::new();
    while position.outcome().is_none() {
        let result = if position.turn() == side {
            let result = think(&position, &earlier, &own, Limits::default(), skill);
            let sees = result.report.score.is_win() && result.report.bound != Bound::Upper;
            if !sees && earlier.is_empty() {
                return false;
            }
            assert!(sees, "{context}: {} {:?}", position.fen(), result.report);
            result
        } else {
            think(&position, &earlier, &other, nodes(2000), 20)
        };
        earlier.push(position.key());
        position.play(result.best.expect("a live position"));
        assert!(earlier.len() < 60, "{context}: no end");
    }
    assert_eq!(position.outcome(), Some(Outcome::Win(side)), "{context}");
    true
}

#[test]
fn what_a_weak_engine_says_is_about_the_move_it_plays() {
    struct Law;
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for (seed, root) in (0..).zip(positions::<P>(variant, 8)) {
                let mut request = request(&root, nodes(200));
                request.settings.skill = 0;
                request.settings.seed = seed;
                let (result, _) = reports(&request);
                assert_eq!(result.best.as_ref(), result.report.pv.first());
            }
        }
    }
    visit_all(&mut Law);
}

/// The same in a conversation: the last line about the search is about the move that is played.
#[test]
fn the_last_word_of_a_weak_engine_is_about_the_move_it_plays() {
    let mut input = String::new();
    for id in FAMILIES {
        for (skill, seed) in [(0, 1), (0, 2), (3, 1), (7, 3), (11, 1), (14, 2)] {
            input += &format!(
                "setoption name Game value {id}\nsetoption name Skill value {skill}\n\
                 setoption name Seed value {seed}\nuginewgame\nposition startpos\n"
            );
            input += "go nodes 200\nwait\n";
        }
    }
    let said = text(&run(&[], &input));
    let mut last = None;
    let mut played = 0;
    for line in said.lines() {
        let mut words = line.split(' ');
        match words.next() {
            Some("info") => last = words.skip_while(|word| *word != "pv").nth(1).or(last),
            Some("bestmove") => {
                assert_eq!(words.next(), last, "{line}");
                last = None;
                played += 1;
            }
            _ => {}
        }
    }
    assert_eq!(played, FAMILIES.len() * 6, "{said}");
}

/// Positions from random games so many plies before a player wins, with that player to move.
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

/// Whether a move wins at once.
fn wins<P: Game>(root: &P, m: P::Move) -> bool {
    let mut after = root.clone();
    after.play(m);
    after.outcome() == Some(Outcome::Win(root.turn()))
}

/// A suite of wins in one, made by random play of every rule set: each level from 5 on plays them,
/// whatever its seed.
#[test]
fn from_level_5_on_a_win_with_the_next_move_is_played() {
    struct Law(usize);
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for root in before_wins::<P>(variant, 1, 10) {
                for skill in [5, 6, 7, 8, 12, 19] {
                    for seed in 0..6 {
                        let mut request = request(&root, nodes(20));
                        request.settings.skill = skill;
                        request.settings.seed = seed;
                        let (result, _) = reports(&request);
                        let best = result.best.expect("a live position");
                        let context = format!("{} {}", variant.id(), root.fen());
                        assert!(wins(&root, best), "{context}: level {skill}, seed {seed}");
                        assert_eq!(result.report.score, Score::win_in(1), "{context}");
                        self.0 += 1;
                    }
                }
            }
        }
    }
    let mut law = Law(0);
    visit_all(&mut law);
    assert!(law.0 > 1000, "{} wins", law.0);
}

/// A win that a few nodes find does not depend on what the level happens to notice.
#[test]
fn from_level_5_on_a_win_that_is_seen_is_not_given_away() {
    struct Law(usize);
    impl Visitor for Law {
        type Output = ();
        fn visit<P: Game>(&mut self, variant: P::Variant) {
            for root in before_wins::<P>(variant, 3, 8) {
                // No more than the level's own.
                let (full, _) = reports(&request(&root, nodes(80)));
                if !full.report.score.is_win() || full.report.bound == Bound::Upper {
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
                    assert!(
                        result.report.score.is_win(),
                        "{context}: {:?}",
                        result.report
                    );
                    self.0 += 1;
                }
            }
        }
    }
    let mut law = Law(0);
    visit_all(&mut law);
    assert!(law.0 > 20, "{} wins", law.0);
}
