//! The questions of front ends that know no game: the answer to each is a line of JSON in ASCII.

use std::fmt;
use std::fmt::Write;

use serde::Serialize;

use crate::picture::{VERSION, WrongItem, WrongTouch};
use crate::play::state::GameState;
use crate::rules::quote;

/// The most turns that are told at once, so that an answer stays below some megabytes.
pub const MAX_TRACE: usize = 1000;

/// The most items that are set at once; no position has as many.
pub const MAX_ITEMS: usize = 1000;

/// A question of a front end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// What is to be seen.
    Scene,
    /// What comes of a row of touches, and what may be touched next.
    Touches(Vec<String>),
    /// What happens in a line of play.
    Trace(Vec<String>),
    /// What the position becomes when these items are set.
    Edit(Vec<String>),
    /// A short account of the rules.
    About,
    /// How values of searches from here become shares of won games.
    Scale,
    /// One of those that stand alone, with words behind it.
    NotAlone(Box<Question>, Vec<String>),
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::Scene => f.write_str("scene"),
            Question::Touches(row) => write_words(f, &"touches", row),
            Question::Trace(tokens) => write_words(f, &"trace", tokens),
            Question::Edit(items) => write_words(f, &"edit", items),
            Question::About => f.write_str("about"),
            Question::Scale => f.write_str("scale"),
            Question::NotAlone(question, words) => write_words(f, question, words),
        }
    }
}

fn write_words(
    f: &mut fmt::Formatter<'_>,
    name: &dyn fmt::Display,
    words: &[String],
) -> fmt::Result {
    name.fmt(f)?;
    words.iter().try_for_each(|word| write!(f, " {word}"))
}

/// The answer to a question about the position of the seat.
#[must_use]
pub fn answer(state: &dyn GameState, question: &Question) -> String {
    match question {
        Question::Scene => json(&state.scene()),
        Question::Touches(row) => match state.touches(row) {
            Ok(touches) => json(&touches),
            Err(WrongTouch { index, expected }) => {
                let word = row.get(index).map_or("", String::as_str);
                let text = format!("touch '{}': expected {}", quote(word), some_of(&expected));
                refusal(&Refusal::new(index, word, expected, text))
            }
        },
        Question::Trace(tokens) if tokens.len() > MAX_TRACE => {
            let expected = format!("at most {MAX_TRACE} tokens");
            let text = format!("trace: expected {expected}");
            let word = tokens.get(MAX_TRACE).map_or("", String::as_str);
            refusal(&Refusal::new(MAX_TRACE, word, vec![expected], text))
        }
        Question::Trace(tokens) => match state.trace(tokens) {
            Ok(trace) => json(&trace),
            Err(illegal) => {
                let index = illegal.ply.saturating_sub(1);
                let expected = vec![illegal.cause.expected.clone()];
                let text = illegal.to_string();
                refusal(&Refusal::new(index, &illegal.token, expected, text))
            }
        },
        Question::Edit(items) if items.len() > MAX_ITEMS => {
            let expected = format!("at most {MAX_ITEMS} items");
            let text = format!("edit: expected {expected}");
            let word = items.get(MAX_ITEMS).map_or("", String::as_str);
            refusal(&Refusal::new(MAX_ITEMS, word, vec![expected], text))
        }
        Question::Edit(items) => match state.edit(items) {
            Ok(edited) => json(&edited),
            Err(WrongItem { index, expected }) => {
                let word = items.get(index).map_or("", String::as_str);
                let text = format!("item '{}': expected {}", quote(word), some_of(&expected));
                refusal(&Refusal::new(index, word, expected, text))
            }
        },
        Question::About => json(&state.about()),
        Question::Scale => json(&Calibration {
            v: VERSION,
            scale: state.scale(),
        }),
        Question::NotAlone(question, words) => {
            let word = words.first().map_or("", String::as_str);
            let expected = "nothing behind it";
            let text = format!("{question} '{}': expected {expected}", quote(word));
            refusal(&Refusal::new(0, word, vec![expected.to_owned()], text))
        }
    }
}

/// What makes a value of a search the share of games that are won with it.
#[derive(Clone, Copy, Debug, Serialize)]
struct Calibration {
    v: u32,
    /// See [`GameState::scale`].
    scale: f64,
}

/// The first of the words, for people.
fn some_of(words: &[String]) -> String {
    const MAX_COUNT: usize = 12;
    match words.get(..MAX_COUNT) {
        None if words.is_empty() => "no more touches".to_owned(),
        None => words.join(", "),
        Some(first) => format!("{}, ...", first.join(", ")),
    }
}

/// Why a question has no answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// The place of the offending word in the question, from 0; `None` where it is not about a word.
    pub index: Option<usize>,
    /// The offending touch or token, as it may stand in a message.
    pub touch: Option<String>,
    /// What could have stood there.
    pub expected: Vec<String>,
    /// The same for people.
    pub text: String,
}

impl Refusal {
    /// A refusal of the word at `index`.
    #[must_use]
    pub fn new(index: usize, word: &str, expected: Vec<String>, text: String) -> Refusal {
        Refusal {
            index: Some(index),
            touch: Some(quote(word)),
            expected,
            text,
        }
    }
}

fn refusal(refusal: &Refusal) -> String {
    #[derive(Serialize)]
    struct Answer<'a> {
        v: u32,
        error: &'a Refusal,
    }
    json(&Answer {
        v: VERSION,
        error: refusal,
    })
}

/// The value as JSON in ASCII.
fn json(value: &impl Serialize) -> String {
    // Our own answers have nothing in them that JSON cannot say.
    let text = serde_json::to_string(value).unwrap_or_else(|error| {
        log::error!("an answer that is no JSON: {error}");
        "{}".to_owned()
    });
    let mut ascii = String::with_capacity(text.len());
    // Other characters than ASCII stand in strings alone, where they may be escaped.
    for c in text.chars() {
        if c.is_ascii() && c != '\x7f' {
            ascii.push(c);
        } else {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                // Writing into a string cannot fail.
                let _ = write!(ascii, "\\u{unit:04x}");
            }
        }
    }
    ascii
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::state::open;
    use crate::ugi::command::{Command, Query};
    use crate::ugi::grammar;

    #[test]
    fn questions_are_read_as_they_are_written() {
        let words = || vec!["a2".to_owned(), "hand.p1.G".to_owned()];
        for question in [
            Question::Scene,
            Question::About,
            Question::Scale,
            Question::Touches(Vec::new()),
            Question::Touches(words()),
            Question::Trace(Vec::new()),
            Question::Trace(words()),
            Question::Edit(Vec::new()),
            Question::Edit(vec!["a2=w:3".to_owned(), "turn=p2".to_owned()]),
            Question::NotAlone(Box::new(Question::Scene), words()),
        ] {
            let command = Command::Query(Query::Front(question));
            let read = grammar::command(&command.to_string());
            assert_eq!(read, Ok(Some(command)));
        }
    }

    #[test]
    fn words_behind_a_question_are_refused_in_json() {
        let state = open("dvonn").expect("the game is known");
        for line in ["query scene now", "query about all", "query scale 1"] {
            let read = grammar::command(line);
            let Ok(Some(Command::Query(Query::Front(question)))) = read else {
                panic!("{line}: {read:?}");
            };
            let answer = answer(state.as_ref(), &question);
            let read: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
            assert_eq!(read["error"]["expected"][0], "nothing behind it", "{line}");
        }
    }

    #[test]
    fn refusals_quote_foreign_words_shortly() {
        let state = open("dvonn").expect("the game is known");
        let long = "\u{e9}\"".repeat(5000);
        let answer = answer(state.as_ref(), &Question::Touches(vec![long]));
        assert!(answer.len() < 1000 && answer.is_ascii(), "{answer}");
        let read: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(read["error"]["index"], 0);
        let tokens = vec!["a1".to_owned(); MAX_TRACE + 1];
        let answer = super::answer(state.as_ref(), &Question::Trace(tokens));
        assert!(answer.contains("at most 1000 tokens"), "{answer}");
    }

    #[test]
    fn answers_are_ascii_and_still_the_same_text() {
        let text = "Z\u{c8}RTZ \"\u{1f600}\" \x7f\n";
        let answer = json(&text);
        assert!(
            answer.bytes().all(|b| (b' '..=b'~').contains(&b)),
            "{answer}"
        );
        let read: String = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(read, text);
    }
}
