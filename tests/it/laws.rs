//! Laws that hold in every game, checked on each position of seeded random games.

use std::collections::HashSet;

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::eval;
use ringstack_engine::games::Game;
use ringstack_engine::play;
use ringstack_engine::play::history::GameHistory;
use ringstack_engine::rules::{Outcome, RuleSet};
use ringstack_engine::search;

use crate::positions::{self, altered, place, set};
use crate::random_games::{GameLaw, RandomGames};

const GAMES: RandomGames = RandomGames {
    games: 24,
    max_plies: 400,
    every: 1,
};

struct Positions;

impl GameLaw for Positions {
    fn check<P: Game>(&mut self, line: &GameHistory<P>, moves: &[P::Move], source: &mut SplitMix) {
        positions::check(line.now(), moves, source);
        assert!(P::HAS_DRAWS || line.outcome() != Some(Outcome::Draw));
    }
}

#[test]
fn every_position_satisfies_the_laws() {
    GAMES.check(Positions);
}

struct Ordering;

impl Ordering {
    /// Whether a list with the `listed` moves may omit `m`.
    fn may_be_left_out<P: Game>(at: &P, m: P::Move, listed: &HashSet<u64>, wins: bool) -> bool {
        let child = at.after(m);
        let other = child.turn() != at.turn();
        let lost = child
            .outcome()
            .is_some_and(|end| end != Outcome::Win(at.turn()));
        wins || listed.contains(&child.key()) || lost || other && child.winning_move().is_some()
    }
}

impl GameLaw for Ordering {
    fn check<P: Game>(&mut self, line: &GameHistory<P>, moves: &[P::Move], source: &mut SplitMix) {
        if moves.is_empty() {
            return;
        }
        let at = line.now();
        let place = place(at);
        let depth = [1, 2, 3, 5, 9][source.below(5)];
        let (listed, added) = search::order_of_moves(at, depth);
        let all = set(listed.iter().chain(&added).copied());
        assert_eq!(all.len(), listed.len() + added.len(), "{place}: twice");
        assert!(all.is_subset(&set(moves.iter().copied())), "{place}");
        if all.len() == moves.len() {
            return;
        }
        // Only a complete list may omit moves, and only redundant ones.
        assert!(
            added.is_empty(),
            "{place}: only some of the remaining moves were added"
        );
        let keys = set(listed.iter().map(|&m| at.after(m).key()));
        let won = Some(Outcome::Win(at.turn()));
        let wins = listed.iter().any(|&m| at.after(m).outcome() == won);
        for &m in moves.iter().filter(|m| !all.contains(m)) {
            let may = Self::may_be_left_out(at, m, &keys, wins);
            assert!(may, "{place}: {} is missing", at.token(m));
        }
    }
}

#[test]
fn the_move_picker_yields_every_legal_move_once() {
    GAMES.check(Ordering);
}

/// The terms of the evaluation without those of networks, which learn symmetries only approximately.
fn linear_terms<P: Game>(at: &P) -> Vec<(&'static str, i32)> {
    let mut terms = eval::explain(at);
    terms.retain(|(name, _)| !matches!(*name, "network" | "at stake"));
    terms
}

struct Symmetries;

impl Symmetries {
    fn key<P: Game>(at: &P) -> u64 {
        at.representative().expect("the identity").0.key()
    }
}

impl GameLaw for Symmetries {
    fn check<P: Game>(&mut self, line: &GameHistory<P>, moves: &[P::Move], source: &mut SplitMix) {
        let at = line.now();
        let place = place(at);
        let symmetries = at.symmetries();
        assert_eq!(&at.image(symmetries[0]), at, "{place}: the identity");
        for _ in 0..3 {
            let symmetry = symmetries[source.below(symmetries.len())];
            let image = at.image(symmetry);
            let read = P::from_fen(at.variant(), &image.fen());
            assert_eq!(read.as_ref(), Ok(&image), "{place}: {symmetry:?}");
            assert_eq!(Self::key(&image), Self::key(at), "{place}: {symmetry:?}");
            assert_eq!(image.outcome(), at.outcome(), "{place}: {symmetry:?}");
            assert_eq!(
                linear_terms(&image),
                linear_terms(at),
                "{place}: {symmetry:?}"
            );
            if moves.is_empty() {
                continue;
            }
            let mut theirs = Vec::new();
            image.legal_moves(&mut theirs);
            let ours = moves.iter().map(|&m| P::image_of_move(m, symmetry));
            assert_eq!(set(theirs), set(ours), "{place}: {symmetry:?}");
            for _ in 0..5 {
                let m = moves[source.below(moves.len())];
                let after = image.after(P::image_of_move(m, symmetry));
                assert_eq!(after, at.after(m).image(symmetry), "{place}: {m:?}");
            }
        }
        if moves.is_empty() {
            return;
        }
        // Only images have the same key.
        let mut some = || at.after(moves[source.below(moves.len())]);
        for (one, other) in (0..5).map(|_| (some(), some())) {
            let mut images = one.symmetries().into_iter().map(|it| one.image(it));
            let is_image = images.any(|image| image == other);
            assert_eq!(Self::key(&one) == Self::key(&other), is_image, "{place}");
        }
        let state = play::state::open_at(at.variant().id(), Some(&at.fen()));
        let state = state.expect("a game").expect("a FEN");
        for _ in 0..5 {
            let token = at.token(moves[source.below(moves.len())]);
            let (key, image) = state.to_representative(&token).expect("a legal move");
            assert_eq!(key, state.symmetry_key(), "{place}");
            assert_eq!(
                state.of_representative(&image),
                Some(token),
                "{place}: {image}"
            );
        }
    }
}

#[test]
fn the_images_of_a_position_have_the_images_of_its_moves() {
    let games = RandomGames {
        games: 4,
        every: 6,
        ..GAMES
    };
    games.check(Symmetries);
}

/// The keys of the positions of the game so far.
struct Resets(Vec<u64>);

impl GameLaw for Resets {
    fn check<P: Game>(&mut self, line: &GameHistory<P>, _: &[P::Move], _: &mut SplitMix) {
        self.0.truncate(line.plies());
        let key = line.now().key();
        let may_recur = self.0.len() - line.earlier().len();
        let gone = &self.0[..may_recur];
        let place = place(line.now());
        assert!(
            !gone.contains(&key),
            "{place}: recurs after an irreversible move"
        );
        self.0.push(key);
    }
}

#[test]
fn no_position_recurs_after_an_irreversible_move() {
    GAMES.check(Resets(Vec::new()));
}

/// The observable state of a game history.
fn state<P: Game>(line: &GameHistory<P>) -> (P, usize, Option<Outcome>, Vec<u64>) {
    let earlier = line.earlier();
    (line.now().clone(), line.plies(), line.outcome(), earlier)
}

struct Histories;

impl GameLaw for Histories {
    fn check<P: Game>(&mut self, line: &GameHistory<P>, _: &[P::Move], source: &mut SplitMix) {
        let place = place(line.now());
        // Play some moves one by one.
        let mut single = line.clone();
        let mut states = vec![state(&single)];
        let mut tokens = Vec::new();
        for _ in 0..source.below(12) {
            let mut moves = Vec::new();
            _ = single.each_legal_move(|m| {
                moves.push(m);
                std::ops::ControlFlow::Continue(())
            });
            if moves.is_empty() {
                break;
            }
            let m = moves[source.below(moves.len())];
            tokens.push(single.now().token(m));
            single.play(m);
            states.push(state(&single));
        }
        // The same moves as a list lead to the same state, and undo leads back.
        let mut list = line.clone();
        assert_eq!(list.extend(&tokens), Ok(()), "{place}: {tokens:?}");
        assert_eq!(state(&list), state(&single), "{place}: {tokens:?}");
        let all = list.plies();
        assert_eq!(list.undo(all + 1), Err(all), "{place}");
        while let Some(expected) = states.pop() {
            assert_eq!(state(&list), expected, "{place}: undo of {tokens:?}");
            if !states.is_empty() {
                assert_eq!(list.undo(1), Ok(()), "{place}");
            }
        }
        // A list with an illegal token changes nothing.
        let Some(number) = tokens.len().checked_sub(1) else {
            return;
        };
        let number = source.below(number + 1);
        tokens[number] = altered(&tokens[number], source);
        let before = state(&list);
        match list.extend(&tokens) {
            Ok(()) => assert_eq!(list.plies(), before.1 + tokens.len(), "{place}"),
            Err(refusal) => {
                assert!(refusal.ply > number, "{place}: {tokens:?}");
                assert_eq!(state(&list), before, "{place}: {tokens:?}");
            }
        }
    }
}

#[test]
fn a_list_of_tokens_is_played_and_undone_or_changes_nothing() {
    let games = RandomGames { every: 8, ..GAMES };
    games.check(Histories);
}
