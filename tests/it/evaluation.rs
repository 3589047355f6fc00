//! Laws of the models that evaluations are made of, in random games of every rule set.

use std::collections::HashSet;

use ringstack::board::keys::{SplitMix, mix};
use ringstack::eval::{Inputs, Visitor};
use ringstack::games::visit_models;
use ringstack::rules::{Notation, RuleSet, Rules};

use crate::random_games::random_line;

const GAMES: u64 = 30;
const LONGEST: usize = 200;

/// Calls `look` with the live positions of random games.
fn each_position<P: Rules>(variant: P::Variant, mut look: impl FnMut(&P)) {
    for game in 0..GAMES {
        let mut source = SplitMix(mix(game + 1));
        let line: Vec<P> = random_line(variant, &mut source, LONGEST);
        let live = line.iter().filter(|position| position.outcome().is_none());
        live.for_each(&mut look);
    }
}

/// The inputs that hold in a position.
fn inputs<M: Inputs>(position: &M::Position) -> Vec<usize> {
    let mut inputs = Vec::new();
    M::each_input(position, |input| inputs.push(input));
    inputs
}

struct Laws;

impl Visitor for Laws {
    type Output = (&'static str, usize);

    fn visit<M: Inputs>(&mut self) -> (&'static str, usize) {
        let name = M::NAME;
        symmetries_form_a_group::<M>();
        for feature in 0..M::FEATURES {
            let twin = M::twin(feature);
            assert_eq!(M::twin(twin), twin, "{name}: one of two shares its weight");
            for stage in 0..M::STAGES {
                let weights = M::weights(stage);
                assert_eq!(weights[feature], weights[twin], "{name}: weight {feature}");
            }
        }
        let mut covered = 0;
        for &variant in <M::Position as Rules>::Variant::ALL {
            each_position::<M::Position>(variant, |position| {
                let fen = position.fen();
                if !M::covers(position) {
                    return;
                }
                covered += 1;
                let inputs = inputs::<M>(position);
                assert!(
                    inputs.len() <= M::MOST_INPUTS,
                    "{name}, {fen}: too many inputs"
                );
                assert!(
                    inputs.iter().all(|&input| input < M::INPUTS),
                    "{name}, {fen}"
                );
                assert!(M::output(position) < M::OUTPUTS, "{name}, {fen}: output");
                assert!(M::stage(position) < M::STAGES, "{name}, {fen}: stage");
                M::each_feature(position, |feature, _| {
                    assert!(feature < M::FEATURES, "{name}, {fen}: feature {feature}");
                });
            });
        }
        (name, covered)
    }
}

fn symmetries_form_a_group<M: Inputs>() {
    let name = M::NAME;
    let images = M::images();
    let itself: Vec<usize> = (0..M::INPUTS).collect();
    assert_eq!(images[0], itself, "{name}: the identity comes first");
    let all: HashSet<&Vec<usize>> = images.iter().collect();
    assert_eq!(all.len(), images.len(), "{name}: symmetries differ");
    for one in &images {
        for other in &images {
            let both: Vec<usize> = one.iter().map(|&input| other[input]).collect();
            assert!(all.contains(&both), "{name}: two symmetries make a third");
        }
    }
}

#[test]
fn every_model_keeps_its_numbers_and_values_positions() {
    let seen = visit_models(&mut Laws);
    assert!(seen.iter().all(|&(_, covered)| covered > 0), "{seen:?}");
    let names: HashSet<&str> = seen.iter().map(|&(name, _)| name).collect();
    assert_eq!(names.len(), seen.len(), "names differ: {seen:?}");
}

struct Covers;

impl Visitor for Covers {
    type Output = Vec<(String, bool)>;

    fn visit<M: Inputs>(&mut self) -> Vec<(String, bool)> {
        let mut seen = Vec::new();
        for &variant in <M::Position as Rules>::Variant::ALL {
            each_position::<M::Position>(variant, |position| {
                let name = format!("{} {}", variant.id(), position.fen());
                seen.push((name, M::covers(position)));
            });
        }
        seen
    }
}

#[test]
fn one_model_values_each_position() {
    let mut covered = HashSet::new();
    let mut all = HashSet::new();
    for seen in visit_models(&mut Covers) {
        let mut of_model = HashSet::new();
        for (name, covers) in seen {
            if covers {
                of_model.insert(name.clone());
            }
            all.insert(name);
        }
        for name in of_model {
            assert!(!covered.contains(&name), "{name}: two models");
            covered.insert(name);
        }
    }
    assert!(covered.len() > 1000, "positions were looked at");
    assert!(covered == all, "a position without a model");
}

/// Two positions that are images of each other by hand.
struct Mirror {
    model: &'static str,
    id: &'static str,
    fen: &'static str,
    image: &'static str,
}

impl Visitor for Mirror {
    type Output = bool;

    fn visit<M: Inputs>(&mut self) -> bool {
        if M::NAME != self.model {
            return false;
        }
        let all = <M::Position as Rules>::Variant::ALL;
        let variant = *all.iter().find(|v| v.id() == self.id).expect("a rule set");
        let read = |fen: &str| M::Position::from_fen(variant, fen).expect("a FEN");
        let here = inputs::<M>(&read(self.fen));
        let seen: HashSet<usize> = inputs::<M>(&read(self.image)).into_iter().collect();
        M::images()
            .iter()
            .any(|map| here.iter().map(|&input| map[input]).collect::<HashSet<_>>() == seen)
    }
}

fn mirrors(
    models: &mut HashSet<&str>,
    model: &'static str,
    id: &'static str,
    fen: &'static str,
    image: &'static str,
) {
    let mut mirror = Mirror {
        model,
        id,
        fen,
        image,
    };
    let found = visit_models(&mut mirror).contains(&true);
    assert!(found, "'{image}' is an image of '{fen}' for {model}");
    models.insert(model);
}

#[test]
fn turned_boards_are_images() {
    let mut models = HashSet::new();
    mirrors(
        &mut models,
        "dvonn-moving",
        "dvonn",
        "w,r,w,x3,w3,x2/x2,w3,x3,w3,x3/x3,w,w,b2,w,b4,b3*,x2/x2,w3,x2,r,w5,x3/x9 b move",
        "x9/x3,w5,r,x2,w3,x2/x2,b3*,b4,w,b2,w,w,x3/x3,w3,x3,w3,x2/x2,w3,x3,w,r,w b move",
    );
    mirrors(
        &mut models,
        "dvonn-placing",
        "dvonn",
        "x9/x7,r,x2/x4,b,r,x5/x2,r,x7/x9 w place",
        "x9/x7,r,x2/x5,r,b,x4/x2,r,x7/x9 w place",
    );
    mirrors(
        &mut models,
        "zertz",
        "zertz",
        "2--/5/2b1b1/3wg2/3g2/5/-2- 2,3,4 1,1,2 2,2,2 1",
        "-2-/5/2g3/2gw3/1b1b2/5/--2 2,3,4 1,1,2 2,2,2 1",
    );
    mirrors(
        &mut models,
        "zertz-48",
        "zertz-48",
        "--3/5-/2b4/1w1g4/3g3/2b3/5/4 3,4,5 1,1,2 1,1,1 1",
        "5/1w4/4b2/-1bgg3/-6/6/5/1-2 3,4,5 1,1,2 1,1,1 1",
    );
    mirrors(
        &mut models,
        "zertz-61",
        "zertz-61",
        "-4/6/2b4/8/1w1g5/3g4/1b5/6/5 3,4,5 1,1,2 1,1,1 1",
        "5/6/1b5/3g4/1w1g5/8/2b4/6/-4 3,4,5 1,1,2 1,1,1 1",
    );
    mirrors(
        &mut models,
        "gipf-basic",
        "gipf-basic",
        "4/wbb1b/wb4/bwwwb2/ww4/5/bb2 5 3 w",
        "2bb/5/4ww/2bwwwb/4bw/b1bbw/4 5 3 w",
    );
    mirrors(
        &mut models,
        "gipf",
        "gipf",
        "w3/1w3/2b3/3W3/3B2/5/4 5 5 w",
        "4/5/2B3/3W3/3b2/3w1/3w 5 5 w",
    );
    mirrors(
        &mut models,
        "diaballik",
        "diaballik",
        "bbb2b1/7/1b2b2/1w5/w2B3/3w1w1/1w1wW2 w",
        "1b2bbb/7/2b2b1/5w1/3B2w/1w1w3/2Ww1w1 w",
    );
    // The other side to move sees the same from its own place.
    mirrors(
        &mut models,
        "diaballik",
        "diaballik",
        "bbb2b1/7/1b2b2/1w5/w2B3/3w1w1/1w1wW2 w",
        "1b1bB2/3b1b1/b2W3/1b5/1w2w2/7/www2w1 b",
    );
    assert_eq!(
        models,
        HashSet::from_iter(ringstack::tune::names()),
        "every model"
    );
}
