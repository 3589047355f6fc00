//! Laws of what the networks see, in random games.

use std::collections::HashSet;

use ringstack::board::keys::{SplitMix, mix};
use ringstack::eval::net::{MOST_INPUTS, Sight};
use ringstack::games::{diaballik, dvonn, gipf, zertz};
use ringstack::rules::{EVAL_LIMIT, Judge, Notation, RuleSet, Rules};

const GAMES: u64 = 30;
const LONGEST: usize = 200;

/// Calls `look` with positions that the network is asked about.
fn each_covered<S: Sight>(mut look: impl FnMut(&S::Position)) {
    for &variant in <S::Position as Rules>::Variant::ALL {
        for game in 0..GAMES {
            let mut source = SplitMix(mix(game + 1));
            let mut position = S::Position::start(variant);
            let mut moves = Vec::new();
            for _ in 0..LONGEST {
                moves.clear();
                position.legal_moves(&mut moves);
                if moves.is_empty() {
                    break;
                }
                if S::covers(&position) {
                    look(&position);
                }
                position.play(moves[source.below(moves.len())]);
            }
        }
    }
}

fn inputs<S: Sight>(position: &S::Position) -> Vec<usize> {
    let mut inputs = Vec::new();
    S::each_input(position, |input| inputs.push(input));
    inputs
}

fn lawful<S: Sight>() {
    let images = S::images();
    let itself: Vec<usize> = (0..S::INPUTS).collect();
    assert_eq!(images[0], itself, "the identity comes first");
    let all: HashSet<&Vec<usize>> = images.iter().collect();
    assert_eq!(all.len(), images.len(), "symmetries differ");
    for one in &images {
        for other in &images {
            let both: Vec<usize> = one.iter().map(|&input| other[input]).collect();
            assert!(all.contains(&both), "two symmetries make a third");
        }
    }
    each_covered::<S>(|position| {
        let fen = position.fen();
        let inputs = inputs::<S>(position);
        assert!(inputs.len() <= MOST_INPUTS, "{fen}: too many inputs");
        assert!(inputs.iter().all(|&input| input < S::INPUTS), "{fen}");
        let distinct: HashSet<usize> = inputs.iter().copied().collect();
        assert_eq!(distinct.len(), inputs.len(), "{fen}: an input twice");
        assert!(S::output(position) < S::OUTPUTS, "{fen}: output");
        assert!(position.evaluate().abs() <= EVAL_LIMIT, "{fen}: value");
    });
}

#[test]
fn inputs_hold_once_and_symmetries_form_a_group() {
    lawful::<dvonn::sight::Moving>();
    lawful::<dvonn::sight::Placing>();
    lawful::<zertz::sight::Board>();
    lawful::<gipf::sight::Board>();
    lawful::<diaballik::sight::Board>();
}

/// Two positions that are images of each other by hand are so by the table of inputs.
fn mirrors<S: Sight>(variant: &str, fen: &str, image: &str) {
    let all = <S::Position as Rules>::Variant::ALL;
    let variant = *all.iter().find(|v| v.id() == variant).expect("a rule set");
    let read = |fen: &str| S::Position::from_fen(variant, fen).expect("a FEN");
    let seen: HashSet<usize> = inputs::<S>(&read(image)).into_iter().collect();
    let here = inputs::<S>(&read(fen));
    let found = S::images()
        .iter()
        .any(|map| here.iter().map(|&input| map[input]).collect::<HashSet<_>>() == seen);
    assert!(found, "'{image}' is an image of '{fen}'");
}

#[test]
fn turned_boards_are_images() {
    mirrors::<dvonn::sight::Moving>(
        "dvonn",
        "w,r,w,x3,w3,x2/x2,w3,x3,w3,x3/x3,w,w,b2,w,b4,b3*,x2/x2,w3,x2,r,w5,x3/x9 b move",
        "x9/x3,w5,r,x2,w3,x2/x2,b3*,b4,w,b2,w,w,x3/x3,w3,x3,w3,x2/x2,w3,x3,w,r,w b move",
    );
    mirrors::<dvonn::sight::Placing>(
        "dvonn",
        "x9/x7,r,x2/x4,b,r,x5/x2,r,x7/x9 w place",
        "x9/x7,r,x2/x5,r,b,x4/x2,r,x7/x9 w place",
    );
    mirrors::<zertz::sight::Board>(
        "zertz",
        "2--/5/2b1b1/3wg2/3g2/5/-2- 2,3,4 1,1,2 2,2,2 1",
        "-2-/5/2g3/2gw3/1b1b2/5/--2 2,3,4 1,1,2 2,2,2 1",
    );
    mirrors::<gipf::sight::Board>(
        "gipf-basic",
        "4/wbb1b/wb4/bwwwb2/ww4/5/bb2 5 3 w",
        "2bb/5/4ww/2bwwwb/4bw/b1bbw/4 5 3 w",
    );
    mirrors::<diaballik::sight::Board>(
        "diaballik",
        "bbb2b1/7/1b2b2/1w5/w2B3/3w1w1/1w1wW2 w",
        "1b2bbb/7/2b2b1/5w1/3B2w/1w1w3/2Ww1w1 w",
    );
    // The other side to move sees the same from its own place.
    mirrors::<diaballik::sight::Board>(
        "diaballik",
        "bbb2b1/7/1b2b2/1w5/w2B3/3w1w1/1w1wW2 w",
        "1b1bB2/3b1b1/b2W3/1b5/1w2w2/7/www2w1 b",
    );
}
