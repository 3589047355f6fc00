//! Laws of the evaluation models, in random games of every rule set.

use std::collections::{HashMap, HashSet};

use crate::board::keys::{SplitMix, mix};
use crate::eval::{Inputs, Visitor};
use crate::games::visit_models;
use crate::rules::{Fen, RuleSet, Rules};

use super::random_line;

const GAMES: u64 = 8;
const MAX_PLIES: usize = 200;

/// The active inputs of a position.
fn inputs<M: Inputs>(position: &M::Position) -> Vec<usize> {
    let mut inputs = Vec::new();
    M::each_input(position, |input| inputs.push(input));
    inputs
}

/// The positions seen, with the models that evaluate them.
#[derive(Default)]
struct Laws(HashMap<String, HashSet<&'static str>>);

impl Laws {
    fn check<M: Inputs>(&mut self, variant: <M::Position as Rules>::Variant, at: &M::Position) {
        let name = M::NAME;
        let fen = at.fen();
        let key = format!("{} {fen}", variant.id());
        let models = self.0.entry(key).or_default();
        if !M::covers(at) {
            return;
        }
        models.insert(name);
        let inputs = inputs::<M>(at);
        let within = inputs.len() <= M::MAX_INPUTS && inputs.iter().all(|&i| i < M::INPUTS);
        assert!(within, "{name}, {fen}: inputs");
        assert!(M::output(at) < M::OUTPUTS, "{name}, {fen}: output");
        assert!(M::stage(at) < M::STAGES, "{name}, {fen}: stage");
        M::each_feature(at, |feature, _| {
            assert!(feature < M::FEATURES, "{name}, {fen}: feature {feature}");
        });
    }
}

impl Visitor for Laws {
    type Output = &'static str;

    fn visit<M: Inputs>(&mut self) -> &'static str {
        let name = M::NAME;
        symmetries_form_a_group::<M>();
        for feature in 0..M::FEATURES {
            let twin = M::twin(feature);
            assert_eq!(
                M::twin(twin),
                twin,
                "{name}: twins point at each other's weight"
            );
            for stage in 0..M::STAGES {
                let weights = M::weights(stage);
                assert_eq!(weights[feature], weights[twin], "{name}: weight {feature}");
            }
        }
        for &variant in <M::Position as Rules>::Variant::ALL {
            for game in 0..GAMES {
                let mut source = SplitMix(mix(game + 1));
                let line: Vec<M::Position> = random_line(variant, &mut source, MAX_PLIES);
                for at in line.iter().filter(|at| at.outcome().is_none()) {
                    self.check::<M>(variant, at);
                }
            }
        }
        name
    }
}

fn symmetries_form_a_group<M: Inputs>() {
    let name = M::NAME;
    let symmetries = M::symmetries();
    let itself: Vec<usize> = (0..M::INPUTS).collect();
    assert_eq!(symmetries[0], itself, "{name}: the identity comes first");
    let all: HashSet<&Vec<usize>> = symmetries.iter().collect();
    assert_eq!(all.len(), symmetries.len(), "{name}: symmetries differ");
    for one in &symmetries {
        for other in &symmetries {
            let both: Vec<usize> = one.iter().map(|&input| other[input]).collect();
            assert!(
                all.contains(&both),
                "{name}: the composition of two symmetries is a symmetry"
            );
        }
    }
}

#[test]
fn model_indices_are_in_range_and_one_model_evaluates_each_position() {
    let mut laws = Laws::default();
    let names = visit_models(&mut laws);
    assert_eq!(
        HashSet::<&str>::from_iter(names.iter().copied()).len(),
        names.len()
    );
    let mut unused: HashSet<&str> = names.into_iter().collect();
    for (position, models) in &laws.0 {
        assert_eq!(models.len(), 1, "{position}: {models:?}");
        unused.retain(|name| !models.contains(name));
    }
    assert!(unused.is_empty(), "{unused:?} evaluate no position");
}

/// Two positions that are symmetric to each other.
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
        M::symmetries()
            .iter()
            .any(|map| here.iter().map(|&input| map[input]).collect::<HashSet<_>>() == seen)
    }
}

/// Model and rule set, a FEN, and a symmetric FEN made by hand.
const IMAGES: &str = "
dvonn-moving; dvonn
w,r,w,x3,w3,x2/x2,w3,x3,w3,x3/x3,w,w,b2,w,b4,b3*,x2/x2,w3,x2,r,w5,x3/x9 b move
x9/x3,w5,r,x2,w3,x2/x2,b3*,b4,w,b2,w,w,x3/x3,w3,x3,w3,x2/x2,w3,x3,w,r,w b move
dvonn-placing; dvonn
x9/x7,r,x2/x4,b,r,x5/x2,r,x7/x9 w place
x9/x7,r,x2/x5,r,b,x4/x2,r,x7/x9 w place
zertz; zertz
2--/5/2b1b1/3wg2/3g2/5/-2- 2,3,4 1,1,2 2,2,2 1
-2-/5/2g3/2gw3/1b1b2/5/--2 2,3,4 1,1,2 2,2,2 1
zertz-48; zertz-48
--3/5-/2b4/1w1g4/3g3/2b3/5/4 3,4,5 1,1,2 1,1,1 1
5/1w4/4b2/-1bgg3/-6/6/5/1-2 3,4,5 1,1,2 1,1,1 1
zertz-61; zertz-61
-4/6/2b4/8/1w1g5/3g4/1b5/6/5 3,4,5 1,1,2 1,1,1 1
5/6/1b5/3g4/1w1g5/8/2b4/6/-4 3,4,5 1,1,2 1,1,1 1
gipf-basic; gipf-basic
4/wbb1b/wb4/bwwwb2/ww4/5/bb2 5 3 w
2bb/5/4ww/2bwwwb/4bw/b1bbw/4 5 3 w
gipf; gipf
w3/1w3/2b3/3W3/3B2/5/4 5 5 w
4/5/2B3/3W3/3b2/3w1/3w 5 5 w
diaballik; diaballik
bbb2b1/7/1b2b2/1w5/w2B3/3w1w1/1w1wW2 w
1b2bbb/7/2b2b1/5w1/3B2w/1w1w3/2Ww1w1 w
diaballik; diaballik
bbb2b1/7/1b2b2/1w5/w2B3/3w1w1/1w1wW2 w
1b1bB2/3b1b1/b2W3/1b5/1w2w2/7/www2w1 b
";

#[test]
fn symmetric_boards_have_symmetric_inputs() {
    let lines: Vec<&'static str> = IMAGES.trim().lines().collect();
    let mut models = HashSet::new();
    for case in lines.chunks(3) {
        let (model, id) = case[0].split_once("; ").expect("a model and a rule set");
        let [fen, image] = [case[1], case[2]];
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
    let all = visit_models(&mut Names).into_iter().collect();
    assert_eq!(models, all, "every model");
}

/// The names of all models.
struct Names;

impl Visitor for Names {
    type Output = &'static str;

    fn visit<M: Inputs>(&mut self) -> &'static str {
        M::NAME
    }
}
