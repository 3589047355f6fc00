//! Facts about DVONN that need no fixture file.

use super::{Position, Variant};
use crate::board::keys::{SplitMix, mix};
use crate::rules::{Fen, FenError, Rules, SearchSupport};

#[test]
fn a_game_is_not_longer_than_its_longest_rest() {
    for game in 0..5_000 {
        let mut source = SplitMix(mix(game));
        let mut position = Position::start(Variant::Standard);
        let mut longest = Vec::new();
        while position.outcome().is_none() {
            if !position.is_placing() {
                longest.push(position.longest_rest());
            }
            let mut moves = Vec::new();
            position.legal_moves(&mut moves);
            let one_at_most = !position.is_placing() && moves.len() == 1;
            assert_eq!(position.forced(), one_at_most, "{}", position.fen());
            position.play(moves[source.below(moves.len())]);
        }
        for (plies, most) in (1..).zip(longest.iter().rev()) {
            assert!(plies <= *most, "game {game}, {plies} plies before its end");
        }
    }
}

#[test]
fn placed_pieces_have_the_colours_of_their_turns() {
    for (row, refused) in [
        ("w,b,r,r,r", None),
        ("w,b,b,r,r", Some("problem.placed-dvonn")),
        ("b,b,r,r,r", Some("problem.placed-white")),
        ("w,w,r,r,r", Some("problem.placed-white")),
    ] {
        let fen = format!("{row},x4/x10/x11/x10/x9 b place");
        let key = match Position::from_fen(Variant::Standard, &fen) {
            Err(FenError::Illegal { problem, .. }) => Some(problem.key),
            _ => None,
        };
        assert_eq!(key.as_deref(), refused, "{fen}");
    }
}
