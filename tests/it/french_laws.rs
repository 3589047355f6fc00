//! Laws of the French texts: every text that a rule set can produce is translated.
//!
//! A failure message has the rule set and the key.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ringstack_engine::board::keys::SplitMix;
use ringstack_engine::games;
use ringstack_engine::picture::TURN;
use ringstack_engine::play::state::{GameState, open};
use serde::Serialize;
use serde_json::Value;

use crate::random_games::RandomGames;

const GAMES: RandomGames = RandomGames {
    games: 2,
    max_plies: 150,
    every: 20,
};
/// Maximal number of legal moves described per position.
const MAX_TRIED: usize = 8;

fn french(id: &str) -> BTreeMap<String, String> {
    let state = open(id).expect("a known game");
    state.texts("fr").expect("French texts").texts
}

/// The names of the arguments in a template.
fn names(template: &str) -> BTreeSet<&str> {
    let parts = template.split('{').skip(1);
    let names = parts.map(|part| part.split_once('}').expect("a closing brace").0);
    // In `{n:one|several}` the number chooses a word.
    names
        .map(|name| name.split_once(':').map_or(name, |(name, _)| name))
        .collect()
}

/// The French texts of each rule set.
#[derive(Default)]
struct Translations {
    french: HashMap<&'static str, BTreeMap<String, String>>,
}

impl Translations {
    /// Checks all texts inside a value.
    fn check_all(&mut self, id: &'static str, value: &impl Serialize) {
        let value = serde_json::to_value(value).expect("JSON");
        self.walk(id, &value);
    }

    fn walk(&mut self, id: &'static str, value: &Value) {
        match value {
            Value::Array(items) => items.iter().for_each(|item| self.walk(id, item)),
            Value::Object(fields) => {
                if let (Some(key), Some(args)) = (fields.get("key"), fields.get("args")) {
                    let text = fields.get("text").and_then(Value::as_str);
                    self.check_text(id, key.as_str().expect("a key"), args, text);
                }
                fields.values().for_each(|field| self.walk(id, field));
            }
            _ => {}
        }
    }

    fn check_text(&mut self, id: &'static str, key: &str, args: &Value, text: Option<&str>) {
        let french = self.french.entry(id).or_insert_with(|| french(id));
        let template = french.get(key);
        let template = template.unwrap_or_else(|| panic!("{id}: {key} ({text:?}) has no French"));
        let args = args.as_object().expect("the arguments");
        let given: BTreeSet<&str> = args.keys().map(String::as_str).collect();
        assert_eq!(names(template), given, "{id}: {key}: {text:?}");
        for value in args.values() {
            let value = value.as_str().expect("an argument is a string");
            assert!(is_same_in_all_languages(value), "{id}: {key}: '{value}'");
        }
        let text = text.expect("an English text");
        let is_same = SAME.contains(&text) || !args.is_empty();
        assert!(
            is_same || template != text,
            "{id}: {key} is English: {text}"
        );
    }
}

/// Whether a word is a number, a place, a list of places or a touch: no word of English.
fn is_same_in_all_languages(value: &str) -> bool {
    let words = || value.split(' ');
    let is_number = |word: &str| word.bytes().all(|b| b.is_ascii_digit());
    let is_place = |word: &str| {
        let letters = word.bytes().take_while(u8::is_ascii_lowercase).count();
        let digits = word.strip_suffix('^').unwrap_or(word);
        (1..=2).contains(&letters) && is_number(digits.get(letters..).unwrap_or("no"))
    };
    words().all(|word| is_number(word) || is_place(word) || word.contains('.'))
}

/// The English texts that are the same in French.
const SAME: [&str; 3] = ["points", "phase", "sacrifice"];

impl Translations {
    fn check(&mut self, at: &dyn GameState, moves: &[String], source: &mut SplitMix) {
        let id = at.id();
        self.check_all(id, &at.scene());
        let all = moves.len();
        for token in moves {
            if all <= MAX_TRIED || source.below(all) < MAX_TRIED {
                let traced = at.trace_move(token).expect("a legal move");
                self.check_all(id, &traced);
            }
        }
        let scene = at.scene();
        let mut words: Vec<String> = scene.places().map(|place| place.id.clone()).collect();
        words.extend(scene.items().map(|item| item.id.clone()));
        words.extend(["done", "pass", "antijeu", "accept", "nowhere"].map(str::to_owned));
        let mut sequence: Vec<String> = Vec::new();
        loop {
            let answer = at.touches(&sequence).expect("offered touches");
            self.check_all(id, &answer);
            for word in &words {
                sequence.push(word.clone());
                if let Err(wrong) = at.touches(&sequence) {
                    self.check_all(id, &wrong.reason);
                }
                sequence.pop();
            }
            if answer.next.is_empty() {
                break;
            }
            let option = &answer.next[source.below(answer.next.len())];
            sequence.push(option.touch.clone());
        }
        self.check_edits(at, source);
    }

    /// Checks edits, most of which give an impossible position.
    fn check_edits(&mut self, at: &dyn GameState, source: &mut SplitMix) {
        let form = at.edit(&[]).expect("no change").form;
        self.check_all(at.id(), &form);
        for _ in 0..8 {
            let mut items = Vec::new();
            for _ in 0..=source.below(4) {
                let palette = &form.palettes[source.below(form.palettes.len())];
                let place = &palette.places[source.below(palette.places.len())];
                let put = &palette.pieces[source.below(palette.pieces.len())];
                items.push(format!("{}={}", place.id, put.put));
                if !form.counts.is_empty() {
                    let count = &form.counts[source.below(form.counts.len())];
                    let number = source.below(usize::from(count.max) + 1);
                    items.push(format!("{}={number}", count.id));
                }
                let choice = &form.choices[source.below(form.choices.len())];
                if !choice.options.is_empty() {
                    let option = &choice.options[source.below(choice.options.len())];
                    items.push(format!("{}={}", choice.id, option.value));
                }
            }
            items.push(format!("{TURN}=p{}", 1 + source.below(2)));
            if let Ok(answer) = at.edit(&items) {
                self.check_all(at.id(), &answer);
            }
        }
    }
}

#[test]
fn every_text_of_a_game_has_a_french_template_with_its_arguments() {
    let mut translations = Translations::default();
    for id in games::ids() {
        let state = open(id).expect("a known game");
        translations.check_all(id, &state.about());
        translations.check_all(id, &state.lessons());
        translations.check_all(id, &state.puzzles());
        let french = french(id);
        for key in [
            "player.p1",
            "player.p2",
            "end.repetition.draw",
            &format!("title.{id}"),
        ] {
            assert!(french.contains_key(key), "{id}: {key}");
        }
    }
    GAMES.check(|at, moves, source| translations.check(at, moves, source));
}

#[test]
fn french_texts_follow_the_typography_and_no_lesson_is_left_over() {
    for id in games::ids() {
        for (key, text) in french(id) {
            for mark in [" :", " ;", " !", " ?", "'", "  ", " \u{bb}", "\u{ab} "] {
                assert!(!text.contains(mark), "{id}: {key}: {mark:?} in {text}");
            }
            assert!(
                !text.trim().is_empty() && text.trim() == text,
                "{id}: {key}"
            );
            names(&text);
        }
    }
    // Each French lesson text belongs to a lesson of some rule set.
    let lessons: Vec<Value> = games::ids()
        .into_iter()
        .map(|id| serde_json::to_value(open(id).expect("a known game").lessons()).expect("JSON"))
        .collect();
    let known: String = lessons.iter().map(Value::to_string).collect();
    for id in games::ids() {
        for key in french(id)
            .into_keys()
            .filter(|key| key.starts_with("lesson."))
        {
            assert!(known.contains(&format!("\"{key}\"")), "{id}: {key}");
        }
    }
}
