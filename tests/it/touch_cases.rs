//! Replays `fixtures/*/*.touch`: the expected answers to touches.

use std::fs;
use std::path::Path;

use ringstack_engine::picture::{Role, Touches, WrongTouch};
use ringstack_engine::play::state::{GameState, Start, open};

const VERBS: [&str; 15] = [
    "makes", "next", "offers", "never", "adds", "off", "from", "goes", "chosen", "at", "takes",
    "act", "wrong", "because", "game",
];

fn game(words: &[String]) -> Box<dyn GameState> {
    let (id, fen) = words.split_first().expect("a game has an id");
    let mut state = open(id).expect("the game is known");
    if !fen.is_empty() {
        state
            .set(&Start::Fen(fen.join(" ")), &[])
            .expect("a valid FEN");
    }
    state
}

fn marked(answer: &Touches, role: Role) -> Vec<String> {
    let marks = answer.marks.iter().filter(|mark| mark.role == role);
    marks.flat_map(|mark| mark.at.clone()).collect()
}

/// The engine's answer to `touches` for a verb of the fixture; equal to `words` if they agree.
fn found(state: &dyn GameState, touches: &[String], verb: &str, words: &[String]) -> Vec<String> {
    let ask = |touches: &[String]| {
        let answer = state.touches(touches);
        answer.unwrap_or_else(|error| panic!("{touches:?}: {error:?}"))
    };
    // The option of the last touch.
    let last = || {
        let (touch, before) = touches.split_last().expect("a touch");
        let mut next = ask(before).next.into_iter();
        let option = next.find(|option| option.touch == *touch);
        option.unwrap_or_else(|| panic!("{touch} is not offered after {before:?}"))
    };
    let offered = || -> Vec<String> { ask(touches).next.into_iter().map(|o| o.touch).collect() };
    match verb {
        "makes" => {
            let answer = ask(touches);
            let tokens = answer.token.into_iter().chain(answer.canonical);
            tokens.take(words.len()).collect()
        }
        "next" => offered(),
        "offers" => {
            let offered = offered();
            let words = words.iter().filter(|word| offered.contains(word));
            words.cloned().collect()
        }
        "never" => {
            let offered = offered();
            let words = words.iter().filter(|word| !offered.contains(word));
            words.cloned().collect()
        }
        "adds" => ask(touches).auto,
        "off" => ask(touches).off,
        "from" => marked(&ask(touches), Role::From),
        "goes" => marked(&ask(touches), Role::Goes),
        "chosen" => marked(&ask(touches), Role::Chosen),
        "at" => last().at,
        "takes" => last().removed_places,
        "act" => vec![format!("{:?}", last().act).to_lowercase()],
        "because" => {
            let wrong = state.touches(touches).expect_err("a wrong touch");
            let key = wrong.reason.key.trim_start_matches("reason.").to_owned();
            [vec![key], wrong.reason.args.into_values().collect()].concat()
        }
        _ => {
            let wrong = state.touches(touches).expect_err("a wrong touch");
            let WrongTouch {
                index, expected, ..
            } = wrong;
            [vec![index.to_string()], expected].concat()
        }
    }
}

#[test]
fn the_touches_in_the_fixtures_have_the_expected_answers() {
    let mut facts = 0;
    for id in ["dvonn", "zertz", "gipf", "diaballik"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/{id}/moves.touch"));
        let text = fs::read_to_string(&path).expect("a readable file");
        let mut state = open(id).expect("the game is known");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
            if words.is_empty() {
                continue;
            }
            let verb = words.iter().position(|word| VERBS.contains(&word.as_str()));
            let verb = verb.unwrap_or_else(|| panic!("{id}: '{line}' has no verb"));
            let (touches, expected) = (&words[..verb], &words[verb + 1..]);
            if words[verb] == "game" {
                state = game(expected);
                continue;
            }
            let found = found(state.as_ref(), touches, &words[verb], expected);
            assert_eq!(found, expected, "{} {}: {line}", state.id(), state.fen());
            facts += 1;
        }
    }
    assert!(facts > 50, "{facts} facts");
}

#[test]
fn after_a_draw_by_repetition_nothing_can_be_touched() {
    let mut state = open("diaballik").expect("the game is known");
    let null = ["a1a2,a2a1", "a7a6,a6a7"].map(str::to_owned);
    for _ in 0..2 {
        state.play(&null).expect("legal moves");
    }
    let scene = state.scene();
    let reason = scene.result.map(|ending| ending.reason);
    assert_eq!((reason, scene.to_act), (Some("repetition"), None));
    let answer = state.touches(&[]).expect("no touch is wrong");
    assert!(answer.next.is_empty());
    assert!(state.trace(&["a1a2".to_owned()]).is_err());
}
