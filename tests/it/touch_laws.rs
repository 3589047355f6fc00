//! Laws of the queries for front ends in every game: scenes, touches and steps.
//!
//! A failure message has the variant, the FEN and the touches.

use std::collections::{HashMap, HashSet};

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::picture::{
    Scene, SceneStep, Text, TouchOption, TouchTarget, Touches, is_place_id,
};
use ringstack_engine::play::state::{GameState, open};

use crate::random_games::{self, RandomGames, after};

const GAMES: RandomGames = RandomGames {
    games: 2,
    max_plies: 150,
    every: 6,
};
/// Maximal number of legal moves tried per position.
const MAX_TRIED: usize = 4;

fn place(at: &dyn GameState, sequence: &[String]) -> String {
    format!("{} touches {}", random_games::place(at), sequence.join(" "))
}

fn ask(at: &dyn GameState, sequence: &[String]) -> Touches {
    let answer = at.touches(sequence);
    answer.unwrap_or_else(|wrong| panic!("{}: {wrong:?}", place(at, sequence)))
}

/// The parts of a scene that steps change: grounds, pieces and counts.
fn state(scene: &Scene) -> Vec<String> {
    let places = scene.places();
    let places = places.map(|p| format!("{} {:?} {:?}", p.id, p.ground, p.piece));
    let items = scene
        .items()
        .map(|item| format!("{} {}", item.id, item.count));
    places.chain(items).collect()
}

/// The parts of a scene that stay the same during a game.
fn frame(scene: &Scene) -> Vec<String> {
    let boards = scene.boards.iter();
    let boards = boards.map(|b| format!("{} {:?} {:?} {:?}", b.id, b.bounds, b.lines, b.labels));
    let places = scene.places();
    let places = places.map(|p| format!("{} {} {} {}", p.id, p.name, p.x, p.y));
    let items = scene
        .items()
        .map(|item| format!("{} {}", item.id, item.kind));
    let kinds = scene
        .kinds
        .iter()
        .map(|(word, kind)| format!("{word} {kind:?}"));
    boards.chain(places).chain(items).chain(kinds).collect()
}

fn ids(scene: &Scene) -> Vec<&str> {
    let places = scene.places().map(|place| place.id.as_str());
    places
        .chain(scene.items().map(|item| item.id.as_str()))
        .collect()
}

#[test]
fn scenes_keep_their_frame_and_their_legend_is_complete() {
    GAMES.check(|at, _, _| {
        let scene = at.scene();
        let place = place(at, &[]);
        assert_eq!(
            frame(&scene),
            frame(&open(at.id()).expect("a rule set").scene()),
            "{place}"
        );
        let all = ids(&scene);
        assert_eq!(
            all.iter().collect::<HashSet<_>>().len(),
            all.len(),
            "{place}: an id twice"
        );
        assert!(all.iter().all(|id| is_place_id(id)), "{place}: {all:?}");
        let pieces = scene.places().filter_map(|place| place.piece);
        let items = scene.items().map(|item| item.kind);
        for kind in pieces.map(|piece| piece.kind).chain(items) {
            assert!(
                scene.kinds.contains_key(kind),
                "{place}: {kind} is missing in the legend"
            );
        }
        for board in &scene.boards {
            let [left, top, right, bottom] = board.bounds;
            let places = board.places.iter().map(|p| (p.x, p.y));
            for (x, y) in places.chain(board.labels.iter().map(|l| (l.x, l.y))) {
                assert!(
                    left < x && x < right && top < y && y < bottom,
                    "{place}: {x} {y}"
                );
            }
        }
        let result = scene.result.map(|ending| ending.outcome);
        assert_eq!(result, at.outcome(), "{place}");
        assert_eq!(scene.to_act.is_none(), at.outcome().is_some(), "{place}");
    });
}

fn apply_steps(mut scene: Scene, steps: &[SceneStep]) -> Vec<String> {
    steps.iter().for_each(|step| scene.apply(step));
    state(&scene)
}

/// Checks a complete sequence: the token is legal, and its steps lead to the next scene.
fn check_complete(at: &dyn GameState, answer: &Touches) {
    let place = place(at, &answer.touches);
    let token = answer
        .token
        .as_deref()
        .unwrap_or_else(|| panic!("{place}: a dead end"));
    assert!(
        answer.next.is_empty(),
        "{place}: complete but with further options"
    );
    let expected = check_trace(at, token);
    assert_eq!(answer.canonical, at.canonical(token).ok(), "{place}");
    assert_eq!(
        apply_steps(at.scene(), &answer.steps),
        expected,
        "{place}: {:?}",
        answer.steps
    );
    assert_eq!(state(&answer.scene), expected, "{place}");
}

/// Checks the steps of a legal move, and returns the next scene, to which they lead.
fn check_trace(at: &dyn GameState, token: &str) -> Vec<String> {
    let place = format!("{}: trace of {token}", random_games::place(at));
    let traced = at.trace_move(token);
    let traced = traced.unwrap_or_else(|| panic!("{place}: illegal"));
    let expected = state(&after(at, token).scene());
    assert_eq!(apply_steps(at.scene(), &traced.steps), expected, "{place}");
    assert_eq!(at.canonical(token), Ok(traced.canonical), "{place}");
    assert!(!traced.text.text.is_empty(), "{place}");
    let scene = at.scene();
    let known: HashSet<&str> = ids(&scene).into_iter().collect();
    let is_known = traced.path.iter().all(|id| known.contains(id.as_str()));
    assert!(is_known, "{place}: {:?}", traced.path);
    expected
}

/// Checks any sequence of touches, complete or not.
fn check_sequence(at: &dyn GameState, answer: &Touches) {
    let sequence = &answer.touches;
    let place = place(at, sequence);
    assert_eq!(answer.next.is_empty(), answer.token.is_some(), "{place}");
    assert_eq!(
        apply_steps(at.scene(), &answer.steps),
        state(&answer.scene),
        "{place}"
    );
    let words: HashSet<&String> = answer.next.iter().map(|option| &option.touch).collect();
    assert_eq!(
        words.len(),
        answer.next.len(),
        "{place}: a touch is offered twice"
    );
    assert!(
        words.iter().all(|word| is_place_id(word)),
        "{place}: {words:?}"
    );
    let scene = at.scene();
    let known: HashSet<&str> = ids(&scene).into_iter().collect();
    let marked = answer.marks.iter().flat_map(|mark| &mark.at);
    assert!(
        marked.clone().all(|id| known.contains(id.as_str())),
        "{place}: {marked:?}"
    );
    for TouchOption {
        touch,
        at,
        kind,
        removed_places,
        label,
        ..
    } in &answer.next
    {
        assert_eq!(
            *kind == TouchTarget::Button,
            at.is_empty(),
            "{place}: {touch}"
        );
        assert!(
            *kind != TouchTarget::Button || label.is_some(),
            "{place}: {touch}"
        );
        let all = at.iter().chain(removed_places);
        assert!(
            all.clone().all(|id| known.contains(id.as_str())),
            "{place}: {touch} {all:?}"
        );
    }
    // Removing the last touch or a removable touch leaves a valid sequence.
    if let Some((_, shorter)) = sequence.split_last() {
        ask(at, shorter);
    }
    for dropped in &answer.off {
        let rest: Vec<String> = sequence
            .iter()
            .filter(|touch| *touch != dropped)
            .cloned()
            .collect();
        assert_eq!(
            rest.len() + 1,
            sequence.len(),
            "{place}: {dropped} is not a single touch"
        );
        ask(at, &rest);
    }
    // Automatic touches may also be given explicitly.
    let explicit: Vec<String> = sequence.iter().chain(&answer.auto).cloned().collect();
    assert_eq!(
        ask(at, &explicit).token,
        answer.token,
        "{place}: then {:?}",
        answer.auto
    );
}

/// Chooses random touches from `next` until the move is complete.
fn touch_randomly(at: &dyn GameState, source: &mut SplitMix) {
    let mut sequence: Vec<String> = Vec::new();
    for _ in 0..60 {
        let answer = ask(at, &sequence);
        check_sequence(at, &answer);
        if answer.next.is_empty() {
            return check_complete(at, &answer);
        }
        let option = &answer.next[source.below(answer.next.len())];
        sequence.push(option.touch.clone());
        let ends = ask(at, &sequence).token.is_some();
        assert_eq!(option.ends, ends, "{}: ends", place(at, &sequence));
    }
    panic!("{}: the sequence does not end", place(at, &sequence));
}

#[test]
fn every_sequence_of_offered_touches_ends_in_a_legal_move() {
    GAMES.check(|at, _, source| {
        if at.outcome().is_some() {
            let answer = ask(at, &[]);
            assert!(
                answer.next.is_empty() && answer.token.is_none(),
                "{}",
                place(at, &[])
            );
            let wrong = at
                .touches(&["done".to_owned()])
                .expect_err("the game is over");
            assert_eq!((wrong.index, wrong.expected.len()), (0, 0));
            return;
        }
        touch_randomly(at, source);
        touch_randomly(at, source);
    });
}

#[test]
fn the_steps_of_a_legal_move_make_the_next_scene() {
    GAMES.check(|at, moves, source| {
        let all = moves.len();
        for token in moves {
            if all <= MAX_TRIED || source.below(all) < MAX_TRIED {
                check_trace(at, token);
            }
        }
    });
}

/// The reasons found so far: the text of each key without arguments.
#[derive(Default)]
struct Reasons {
    texts: HashMap<String, String>,
}

impl Reasons {
    /// Checks the reason for refusing each place and item that `answer` does not offer.
    fn check_refusals(&mut self, at: &dyn GameState, answer: &Touches) {
        let mut sequence = answer.touches.clone();
        let offered = answer.next.iter().flat_map(|option| &option.at);
        let offered: HashSet<&str> = offered.map(String::as_str).collect();
        let scene = at.scene();
        for id in ids(&scene) {
            if offered.contains(id) {
                continue;
            }
            sequence.push(id.to_owned());
            let place = place(at, &sequence);
            match at.touches(&sequence) {
                Ok(_) => assert!(answer.auto.iter().any(|auto| auto == id), "{place}"),
                Err(wrong) => {
                    assert_eq!(wrong.index + 1, sequence.len(), "{place}");
                    let mut next = answer.next.iter();
                    let is_expected = next.all(|it| wrong.expected.contains(&it.touch));
                    assert!(is_expected, "{place}: {:?}", wrong.expected);
                    let key = wrong.reason.key.as_ref();
                    let common = match (scene.result.is_some(), answer.token.is_some()) {
                        (true, _) => Some("reason.over"),
                        (_, true) => Some("reason.complete"),
                        (false, false) => None,
                    };
                    let is_common = COMMON_REASONS.contains(&key);
                    assert!(key.starts_with("reason."), "{place}: {key}");
                    assert_eq!(is_common.then_some(key), common, "{place}: {key}");
                    self.check_key(&wrong.reason, &place);
                }
            }
            sequence.pop();
        }
    }

    /// A key without arguments has one text in all games.
    fn check_key(&mut self, reason: &Text, place: &str) {
        let Text { key, args, text } = reason;
        assert!(
            text.ends_with('.') && !text.contains("{}"),
            "{place}: {text}"
        );
        assert!(
            args.values().all(|value| !value.is_empty()),
            "{place}: {text}"
        );
        if args.is_empty() {
            let known = self
                .texts
                .entry(key.to_string())
                .or_insert_with(|| text.clone());
            assert_eq!(known, text, "{place}: {key}");
        }
    }
}

/// The reasons that are the same in every game.
const COMMON_REASONS: [&str; 6] = [
    "reason.nothing",
    "reason.word",
    "reason.done",
    "reason.pass",
    "reason.over",
    "reason.complete",
];

impl Reasons {
    fn check(&mut self, at: &dyn GameState, source: &mut SplitMix) {
        let mut sequence: Vec<String> = Vec::new();
        loop {
            let answer = ask(at, &sequence);
            self.check_refusals(at, &answer);
            if answer.next.is_empty() {
                break;
            }
            let option = &answer.next[source.below(answer.next.len())];
            sequence.push(option.touch.clone());
        }
        let unknown = at
            .touches(&["nowhere".to_owned()])
            .expect_err("no such touch");
        let key = if at.outcome().is_some() {
            "reason.over"
        } else {
            "reason.nothing"
        };
        assert_eq!(unknown.reason.key, key, "{}", place(at, &[]));
    }
}

#[test]
fn every_refused_touch_has_a_reason_in_the_terms_of_the_game() {
    let mut reasons = Reasons::default();
    GAMES.check(|at, _, source| reasons.check(at, source));
}
