//! Random set-ups: the same for a seed on every machine, and a clear refusal where there are none.

use ringstack_engine::play::random_setup::{self, RandomSetup};

fn fen(seed: u64) -> String {
    let setup = RandomSetup {
        seed,
        balanced: false,
    };
    setup.fen("dvonn").expect("a set-up")
}

#[test]
fn a_seed_gives_the_same_full_board_everywhere() {
    assert_eq!(fen(7), fen(7));
    assert_ne!(fen(7), fen(8));
    for seed in 0..20 {
        let fen = fen(seed);
        let count = |piece| fen.chars().filter(|&c| c == piece).count();
        // The side to move is White.
        assert_eq!((count('w'), count('b'), count('r')), (24, 23, 3), "{fen}");
        assert!(fen.ends_with(" w move"), "{fen}");
    }
}

#[test]
fn a_game_without_set_ups_names_the_games_that_have_them() {
    for id in ringstack_engine::games::ids() {
        let setup = RandomSetup {
            seed: 1,
            balanced: false,
        };
        match setup.fen(id) {
            Ok(_) => assert!(random_setup::games().contains(&id)),
            Err(error) => assert!(
                error
                    .to_string()
                    .contains(&random_setup::games().join(", "))
            ),
        }
    }
    assert!(random_setup::check("no-game").is_err());
    assert!(random_setup::check("DVONN").is_ok());
}
