//! The images of positions and moves under the symmetries of the board.

use super::positions::{place, set};
use super::{GAMES, Law, RandomGames};
use crate::board::keys::SplitMix;
use crate::eval;
use crate::games::Game;

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

impl Law for Symmetries {
    fn check<P: Game>(&mut self, at: &P, moves: &[P::Move], source: &mut SplitMix) {
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
