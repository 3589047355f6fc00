//! Laws of a game in progress, checked on each position of seeded random games. `crates/games/src/laws` has those of
//! a single position.

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::play::state::GameState;
use ringstack_engine::rules::Outcome;

use crate::random_games::{RandomGames, place};

const GAMES: RandomGames = RandomGames {
    games: 24,
    max_plies: 400,
    every: 8,
};

#[test]
fn the_representative_of_a_position_has_the_images_of_its_moves() {
    let games = RandomGames { games: 4, ..GAMES };
    games.check(|state, moves, source| {
        for _ in 0..5.min(moves.len()) {
            let token = &moves[source.below(moves.len())];
            let place = place(state);
            let (key, image) = state.to_representative(token).expect("a legal move");
            assert_eq!(key, state.symmetry_key(), "{place}");
            let back = state.of_representative(&image);
            assert_eq!(back.as_ref(), Some(token), "{place}: {image}");
        }
    });
}

/// Positions that may recur are counted, the others never recur.
#[test]
fn no_position_recurs_after_an_irreversible_move() {
    let mut keys = Vec::new();
    let games = RandomGames { every: 1, ..GAMES };
    games.check(|state, _, _| {
        keys.truncate(state.plies());
        let key = state.key();
        keys.push(key);
        let count = keys.iter().filter(|&&other| other == key).count();
        assert_eq!(count, state.repetitions(), "{}", place(state));
    });
}

/// The observable state of a game.
fn seen(state: &dyn GameState) -> (String, u64, usize, usize, Option<Outcome>) {
    let (plies, repetitions) = (state.plies(), state.repetitions());
    (
        state.fen(),
        state.key(),
        plies,
        repetitions,
        state.outcome(),
    )
}

#[test]
fn a_list_of_tokens_is_played_and_undone_or_changes_nothing() {
    GAMES.check(|state, _, source| {
        let place = place(state);
        // Play some moves one by one.
        let mut single = state.boxed_clone();
        let mut states = vec![seen(single.as_ref())];
        let mut tokens = Vec::new();
        for _ in 0..source.below(12) {
            let mut legal = single.legal();
            if legal.is_empty() {
                break;
            }
            let token = legal.swap_remove(source.below(legal.len()));
            tokens.push(token.clone());
            single.play(&[token]).expect("a legal move");
            states.push(seen(single.as_ref()));
        }
        // The same moves as a list lead to the same state, and undo leads back.
        let mut list = state.boxed_clone();
        assert_eq!(list.play(&tokens), Ok(()), "{place}: {tokens:?}");
        let all = list.plies();
        assert_eq!(list.undo(all + 1), Err(all), "{place}");
        while let Some(expected) = states.pop() {
            assert_eq!(seen(list.as_ref()), expected, "{place}: undo of {tokens:?}");
            if !states.is_empty() {
                assert_eq!(list.undo(1), Ok(()), "{place}");
            }
        }
        // A list with an illegal token changes nothing.
        if tokens.is_empty() {
            return;
        }
        let number = source.below(tokens.len());
        tokens[number] = altered(&tokens[number], source);
        let before = seen(list.as_ref());
        match list.play(&tokens) {
            Ok(()) => assert_eq!(list.plies(), before.2 + tokens.len(), "{place}"),
            Err(refusal) => {
                assert!(refusal.ply > number, "{place}: {tokens:?}");
                assert_eq!(seen(list.as_ref()), before, "{place}: {tokens:?}");
            }
        }
    });
}

/// The token with a character changed, doubled or removed.
fn altered(token: &str, source: &mut SplitMix) -> String {
    let mut chars: Vec<char> = token.chars().collect();
    let at = source.below(chars.len());
    match source.below(3) {
        0 => drop(chars.remove(at)),
        1 => chars.insert(at, chars[at]),
        _ => chars[at] = ['a', '9', ',', '\u{e9}'][source.below(4)],
    }
    chars.into_iter().collect()
}
