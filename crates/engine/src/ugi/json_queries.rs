//! The queries of front ends that know no game. The answer to each is a line of JSON in ASCII.

use std::fmt;
use std::fmt::Write;

use serde::Serialize;

use crate::games::{self, Game, Visitor};
use crate::picture::{LANGUAGES, Players, Text, VERSION, WrongItem, WrongTouch};
use crate::play::consequence::{Consequence, Consequences};
use crate::play::history::IllegalMove;
use crate::play::random_setup;
use crate::play::state::{GameState, ProvenLine};
use crate::rules::{MoveError, RuleSet, quote};
use crate::ugi::reply::ErrorCode;

/// The most moves of one `query trace`, so that an answer stays below some megabytes.
pub const MAX_TRACE: usize = 1000;

/// The most items of one `query edit`; no position needs as many.
pub const MAX_ITEMS: usize = 1000;

/// A query of a front end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonQuery {
    /// What it asks for.
    pub topic: Topic,
    /// The words behind.
    pub arguments: Vec<String>,
}

/// What a front end asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// All rule sets.
    Games,
    /// The position as a picture.
    Scene,
    /// The effect of a sequence of touches, and what may be touched next.
    Touches,
    /// The effects of a sequence of moves.
    Trace,
    /// What a sequence of moves does on the board, in words; or in what two differ.
    Consequences,
    /// The position with some items set anew.
    Edit,
    /// A short description of the rules.
    About,
    /// The lessons of the rule set.
    Lessons,
    /// The puzzles of the rule set.
    Puzzles,
    /// The texts of the rule set in a language.
    Texts,
    /// How scores become winning chances.
    Scale,
}

impl Topic {
    /// All topics with the form of their query, as `help` shows it.
    pub const FORMS: [(Topic, &'static str); 11] = [
        (Topic::Games, "games"),
        (Topic::Scene, "scene"),
        (Topic::Touches, "touches [TOUCH...]"),
        (Topic::Trace, "trace [T...]"),
        (Topic::Consequences, "consequences [T...] [instead [T...]]"),
        (Topic::Edit, "edit [ITEM...]"),
        (Topic::About, "about"),
        (Topic::Lessons, "lessons"),
        (Topic::Puzzles, "puzzles"),
        (Topic::Texts, "texts LANGUAGE"),
        (Topic::Scale, "scale"),
    ];

    /// The topic of a word.
    #[must_use]
    pub fn of_word(word: &str) -> Option<Topic> {
        let mut topics = Topic::FORMS.into_iter().map(|(topic, _)| topic);
        topics.find(|topic| topic.parts().0 == word)
    }

    /// The word, and how its arguments are written.
    fn parts(self) -> (&'static str, Option<&'static str>) {
        let form = Topic::FORMS.into_iter().find(|(topic, _)| *topic == self);
        let form = form.map_or("", |(_, form)| form);
        match form.split_once(' ') {
            Some((word, arguments)) => (word, Some(arguments)),
            None => (form, None),
        }
    }
}

impl From<Topic> for JsonQuery {
    fn from(topic: Topic) -> JsonQuery {
        JsonQuery {
            topic,
            arguments: Vec::new(),
        }
    }
}

impl fmt::Display for JsonQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.topic.parts().0)?;
        let mut words = self.arguments.iter();
        words.try_for_each(|word| write!(f, " {word}"))
    }
}

/// The answer about the position of `state`.
///
/// # Errors
/// The first argument that is not allowed.
pub fn answer(state: &dyn GameState, query: &JsonQuery) -> Result<String, Refusal> {
    let words = &query.arguments;
    let (name, arguments) = query.topic.parts();
    if let (None, Some(word)) = (arguments, words.first()) {
        let text = format!("{name} '{}': no arguments are allowed", quote(word));
        return Err(Refusal::new(0, word, Vec::new(), text));
    }
    Ok(match query.topic {
        Topic::Games => games(),
        Topic::Scene => json(&state.scene()),
        Topic::Touches => {
            let answer = state.touches(words);
            json(&answer.map_err(|wrong| refused_touch(words, wrong))?)
        }
        Topic::Trace => {
            check_count(name, "tokens", words, MAX_TRACE)?;
            let trace = state
                .trace(words)
                .map_err(|illegal| refused_move(&illegal, 0))?;
            json(&trace)
        }
        Topic::Consequences => {
            check_count(name, "tokens", words, MAX_TRACE)?;
            json(&consequences(state, words)?)
        }
        Topic::Edit => {
            check_count(name, "items", words, MAX_ITEMS)?;
            let edited = state.edit(words).map_err(|WrongItem { index, expected }| {
                let word = words.get(index).map_or("", String::as_str);
                let allowed = first_of(&expected);
                let text = format!("item '{}': expected {allowed}", quote(word));
                Refusal::new(index, word, expected, text)
            })?;
            json(&edited)
        }
        Topic::About => json(&state.about()),
        Topic::Lessons => json(&state.lessons()),
        Topic::Puzzles => json(&state.puzzles()),
        Topic::Texts => return texts(state, words),
        Topic::Scale => json(&ScaleAnswer {
            v: VERSION,
            scale: state.scale(),
        }),
    })
}

/// The refusal of a move in a sequence that begins with the argument at `first`.
fn refused_move(illegal: &IllegalMove, first: usize) -> Refusal {
    let index = first + illegal.ply.saturating_sub(1);
    let (expected, reason) = match &illegal.cause {
        MoveError::Syntax { expected, .. } => (vec![expected.clone()], None),
        MoveError::Illegal { reason, .. } => (Vec::new(), Some(reason.clone())),
        MoveError::GameOver { .. } => (Vec::new(), None),
    };
    Refusal {
        code: ErrorCode::IllegalMove,
        reason,
        ..Refusal::new(index, &illegal.token, expected, illegal.to_string())
    }
}

/// The word between two sequences of moves.
const INSTEAD: &str = "instead";

/// What a sequence of moves does, or in what two differ.
fn consequences(state: &dyn GameState, words: &[String]) -> Result<ConsequencesAnswer, Refusal> {
    let mut parts = words.splitn(2, |word| word == INSTEAD);
    let line = |moves: &[String]| ProvenLine {
        moves: moves.to_vec(),
        mate: None,
    };
    let played = line(parts.next().unwrap_or_default());
    let better = parts.next().map(line);
    let found = state.consequences(&played, better.as_ref());
    let Consequences { line, better } = found.map_err(|illegal| {
        let is_first = played.moves.get(illegal.ply.saturating_sub(1)) == Some(&illegal.token);
        let first = if is_first { 0 } else { played.moves.len() + 1 };
        refused_move(&illegal, first)
    })?;
    let v = VERSION;
    Ok(ConsequencesAnswer { v, line, better })
}

fn refused_touch(words: &[String], wrong: WrongTouch) -> Refusal {
    let WrongTouch {
        index,
        expected,
        reason,
    } = wrong;
    let word = words.get(index).map_or("", String::as_str);
    let found = quote(word);
    let text = match expected.is_empty() {
        true => format!("touch '{found}': no more touches are allowed"),
        false => format!("touch '{found}': not one of {}", first_of(&expected)),
    };
    Refusal {
        reason: Some(Box::new(reason)),
        ..Refusal::new(index, word, expected, text)
    }
}

/// The texts in the language that `words` name, which must be one known language.
fn texts(state: &dyn GameState, words: &[String]) -> Result<String, Refusal> {
    let known = || LANGUAGES.map(str::to_owned).to_vec();
    let (index, word, expected) = match words {
        [language] => match state.texts(language) {
            Some(texts) => return Ok(json(&texts)),
            None => (0, language.as_str(), known()),
        },
        [] => (0, "", known()),
        [_, more, ..] => (1, more.as_str(), Vec::new()),
    };
    let text = match index {
        0 => format!(
            "texts '{}': not one of {}",
            quote(word),
            first_of(&expected)
        ),
        _ => format!("texts '{}': only one language is allowed", quote(word)),
    };
    Err(Refusal::new(index, word, expected, text))
}

fn check_count(query: &str, name: &str, words: &[String], max: usize) -> Result<(), Refusal> {
    let Some(word) = words.get(max) else {
        return Ok(());
    };
    let allowed = format!("at most {max} {name}");
    let text = format!("{query}: {allowed} are allowed");
    Err(Refusal::new(max, word, vec![allowed], text))
}

/// The form of the answer to `query consequences`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConsequencesAnswer {
    /// The version of the answers, [`VERSION`].
    v: u32,
    /// What the moves do; beside better ones, what only they allow.
    line: Vec<Consequence>,
    /// What only the better moves do.
    better: Vec<Consequence>,
}

/// The form of the answer to `query games`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GamesAnswer {
    /// The version of the answers, [`VERSION`].
    v: u32,
    /// The games.
    games: Vec<GameLine>,
}

/// A rule set.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct GameLine {
    /// The id of the rule set.
    id: &'static str,
    /// The name.
    title: String,
    /// The game that it is a variant of.
    family: &'static str,
    /// The players.
    players: Players,
    /// Whether it has random set-ups.
    random_setup: bool,
}

/// The answer to `query games`: every rule set, in the order of the option `Game`.
#[must_use]
pub fn games() -> String {
    struct Lister;
    impl Visitor for Lister {
        type Output = GameLine;

        fn visit<P: Game>(&mut self, variant: P::Variant) -> GameLine {
            let about = P::about(variant);
            GameLine {
                id: about.id,
                title: about.title,
                family: P::Variant::family(),
                players: about.players,
                random_setup: P::random_setup(variant, &mut random_setup::source(0)).is_some(),
            }
        }
    }
    json(&GamesAnswer {
        v: VERSION,
        games: games::visit_all(&mut Lister),
    })
}

/// The answer to `query scale`.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScaleAnswer {
    /// The version of the answers, [`VERSION`].
    v: u32,
    /// Centipawns of one unit of the logistic function from scores to winning chances.
    scale: f64,
}

/// The first of the words, joined.
fn first_of(words: &[String]) -> String {
    const MAX_COUNT: usize = 12;
    match words.get(..MAX_COUNT) {
        None => words.join(", "),
        Some(first) => format!("{}, ...", first.join(", ")),
    }
}

/// Why a query has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Refusal {
    /// The word of the error line.
    #[serde(skip)]
    pub code: ErrorCode,
    /// The index of the argument that is not allowed, from 0.
    pub index: usize,
    /// That argument, quoted and shortened.
    pub touch: String,
    /// What is allowed there.
    pub expected: Vec<String>,
    /// The problem as a sentence.
    pub text: String,
    /// The rule of the game that forbids a touch or a move; only in refusals of `query touches` and `query trace`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Box<Text>>,
}

impl Refusal {
    /// A refusal of the argument at `index`.
    #[must_use]
    pub fn new(index: usize, word: &str, expected: Vec<String>, text: String) -> Refusal {
        Refusal {
            code: ErrorCode::BadArgument,
            index,
            touch: quote(word),
            expected,
            text,
            reason: None,
        }
    }

    /// The refusal as a line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        json(&ErrorAnswer {
            v: VERSION,
            error: self,
        })
    }
}

/// The form of a refusal.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ErrorAnswer<'a> {
    /// The version of the answers, [`VERSION`].
    v: u32,
    /// Why the query has no answer.
    error: &'a Refusal,
}

/// The value as JSON in ASCII.
fn json(value: &impl Serialize) -> String {
    // Serializing our own types does not fail.
    let text = serde_json::to_string(value).unwrap_or_else(|error| {
        log::error!("an answer cannot be written as JSON: {error}");
        "{}".to_owned()
    });
    let mut ascii = String::with_capacity(text.len());
    // Other characters than ASCII occur only in strings, where they may be escaped.
    for c in text.chars() {
        if c.is_ascii() && c != '\x7f' {
            ascii.push(c);
        } else {
            let mut units = [0; 2];
            for unit in c.encode_utf16(&mut units) {
                // Writing to a string does not fail.
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

    fn ask(topic: Topic, words: &[&str]) -> Result<String, Refusal> {
        let state = open("dvonn").expect("the game is known");
        let arguments = words.iter().map(|&word| word.to_owned()).collect();
        answer(state.as_ref(), &JsonQuery { topic, arguments })
    }

    #[test]
    fn queries_read_back_from_their_text() {
        for (topic, _) in Topic::FORMS {
            for words in [&[][..], &["a2=w:3", "hand.p1.G"]] {
                let arguments = words.iter().map(|&word: &&str| word.to_owned()).collect();
                let command = Command::Query(Query::Json(JsonQuery { topic, arguments }));
                let read = grammar::command(&command.to_string());
                assert_eq!(read, Ok(Some(command)));
            }
        }
    }

    #[test]
    fn arguments_that_are_not_allowed_are_refused() {
        for topic in [Topic::Games, Topic::Scene, Topic::About, Topic::Scale] {
            let refusal = ask(topic, &["now"]).expect_err("it is refused");
            let read: serde_json::Value = serde_json::from_str(&refusal.to_json()).expect("JSON");
            assert_eq!(read["error"]["index"], 0, "{topic:?}");
        }
    }

    #[test]
    fn texts_are_answered_in_known_languages_only() {
        let answer = ask(Topic::Texts, &["fr"]).expect("an answer");
        let read: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(read["language"], "fr");
        assert_eq!(read["texts"]["turn.move"], "{from} sur {to}");
        for (words, index) in [(&[][..], 0), (&["xx"], 0), (&["fr", "en"], 1)] {
            let refusal = ask(Topic::Texts, words).expect_err("it is refused");
            assert_eq!(refusal.index, index);
            assert_eq!(refusal.text.contains("not one of fr"), index == 0);
        }
    }

    #[test]
    fn long_arguments_are_shortened() {
        let long = "\u{e9}\"".repeat(5000);
        let refusal = ask(Topic::Touches, &[&long]).expect_err("it is refused");
        let answer = refusal.to_json();
        assert!(answer.len() < 1000 && answer.is_ascii(), "{answer}");
        let read: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(read["error"]["index"], 0);
        let refusal = ask(Topic::Trace, &["a1"; MAX_TRACE + 1]);
        assert_eq!(refusal.expect_err("it is refused").index, MAX_TRACE);
    }

    #[test]
    fn answers_are_ascii_and_keep_their_text() {
        let text = "Z\u{c8}RTZ \"\u{1f600}\" \x7f\n";
        let answer = json(&text);
        assert!(
            answer.bytes().all(|b| (b' '..=b'~').contains(&b)),
            "{answer}"
        );
        let read: String = serde_json::from_str(&answer).expect("JSON");
        assert_eq!(read, text);
    }

    #[test]
    fn every_rule_set_is_listed_with_its_family() {
        let read: serde_json::Value = serde_json::from_str(&games()).expect("JSON");
        let listed = read["games"].as_array().expect("a list");
        let ids: Vec<&str> = listed
            .iter()
            .filter_map(|game| game["id"].as_str())
            .collect();
        assert_eq!(ids, games::ids());
        for game in listed {
            let family = game["family"].as_str().expect("a word");
            assert!(ids.contains(&family), "{game}");
        }
    }
}
