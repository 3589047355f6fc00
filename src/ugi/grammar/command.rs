//! Parses the lines of clients. A FEN extends to the word `moves` or the end of the line.

use std::fmt;

use nom::branch::alt;
use nom::combinator::{map, opt, rest, value, verify};
use nom::multi::{many0, many1};
use nom::sequence::{preceded, terminated};
use nom::{Err, Parser};

use super::{GrammarError, Parsed, end, expect, keyword, number, other_than, text, word, words};
use crate::play::random_setup::RandomSetup;
use crate::rules::quote;
use crate::ugi::command::{Command, Go, GoKey, Query, Start};
use crate::ugi::questions::Question;

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// The first word is not a command.
    Unknown(String),
    /// The arguments are wrong.
    Argument {
        /// The command.
        command: String,
        /// The first wrong word; empty if words are missing.
        found: String,
        /// What was expected there.
        expected: String,
    },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Unknown(word) => {
                write!(f, "'{}' is not a command; try help", quote(word))
            }
            CommandError::Argument {
                command,
                found,
                expected,
            } if found.is_empty() => write!(f, "{command}: expected {expected} at the end"),
            CommandError::Argument {
                command,
                found,
                expected,
            } => write!(f, "{command} '{}': expected {expected}", quote(found)),
        }
    }
}

impl std::error::Error for CommandError {}

/// Parses a line; `None` if it is blank.
///
/// # Errors
/// The first word that is not allowed.
pub fn command(line: &str) -> Result<Option<Command>, CommandError> {
    let Ok((arguments, name)) = word(line) else {
        return Ok(None);
    };
    let bare = |command: Command| Ok((arguments, command));
    let parsed = match name {
        "ugi" => bare(Command::Ugi),
        "isready" => bare(Command::IsReady),
        "uginewgame" => bare(Command::UgiNewGame),
        "setoption" => set_option(arguments),
        "position" => position(arguments),
        "moves" => tokens(arguments).map(|(rest, moves)| (rest, Command::Moves(moves))),
        "undo" => undo(arguments),
        "go" => go(arguments),
        "query" => query(arguments),
        "stop" => bare(Command::Stop),
        "wait" => bare(Command::Wait),
        "d" | "print" => bare(Command::Draw),
        "eval" => bare(Command::Eval),
        "bench" => bench(arguments),
        "help" => bare(Command::Help),
        "quit" => bare(Command::Quit),
        _ => return Err(CommandError::Unknown(name.to_owned())),
    };
    let whole = parsed.and_then(|(rest, command)| {
        let (_, ()) = expect("the end of the line", end)(rest)?;
        Ok(command)
    });
    match whole {
        Ok(command) => Ok(Some(command)),
        Err(Err::Error(fault) | Err::Failure(fault)) => Err(argument_error(name, &fault)),
        Err(Err::Incomplete(_)) => Err(argument_error(
            name,
            &GrammarError {
                rest: "",
                expected: "more",
            },
        )),
    }
}

fn argument_error(command: &str, fault: &GrammarError) -> CommandError {
    CommandError::Argument {
        command: command.to_owned(),
        found: word(fault.rest).map_or("", |(_, found)| found).to_owned(),
        expected: fault.expected.to_owned(),
    }
}

fn set_option(input: &str) -> Parsed<'_, Command> {
    let name = expect("the name of an option", many1(other_than("value")));
    let (input, name) = preceded(expect("'name'", keyword("name")), name).parse(input)?;
    let (input, value) = opt(preceded(keyword("value"), rest)).parse(input)?;
    let name = name.join(" ");
    let value = value.map(|value| value.trim_ascii().to_owned());
    Ok((input, Command::SetOption { name, value }))
}

fn position(input: &str) -> Parsed<'_, Command> {
    let (input, start) = expect("'startpos' or 'fen'", alt((startpos, fen)))(input)?;
    let played = preceded(keyword("moves"), words);
    let (input, mut moves) = expect("'moves'", alt((played, end.map(|()| Vec::new()))))(input)?;
    // A line of an openings file may contain `moves`, and a match runner adds another one.
    moves.retain(|token| token != "moves");
    Ok((input, Command::Position { start, moves }))
}

fn startpos(input: &str) -> Parsed<'_, Start> {
    value(Start::Startpos, keyword("startpos")).parse(input)
}

fn fen(input: &str) -> Parsed<'_, Start> {
    let fields = expect("a FEN", many1(other_than("moves")));
    let fen = fields.map(|fields| Start::Fen(fields.join(" ")));
    preceded(keyword("fen"), fen).parse(input)
}

/// One or more tokens.
fn tokens(input: &str) -> Parsed<'_, Vec<String>> {
    expect("tokens", many1(text))(input)
}

fn undo(input: &str) -> Parsed<'_, Command> {
    let plies = alt((end.map(|()| 1), expect("a number of plies", number)));
    map(plies, Command::Undo).parse(input)
}

fn bench(input: &str) -> Parsed<'_, Command> {
    let depth = alt((end.map(|()| None), expect("a depth", number).map(Some)));
    map(depth, Command::Bench).parse(input)
}

fn go(input: &str) -> Parsed<'_, Command> {
    alt((preceded(keyword("perft"), perft), search)).parse(input)
}

fn perft(input: &str) -> Parsed<'_, Command> {
    // Deeper counts never end, and would allocate memory for each ply.
    let depth = verify(number, |&depth: &u32| depth <= 99);
    map(expect("a depth from 0 to 99", depth), Command::Perft).parse(input)
}

/// A part of a `go` line.
#[derive(Clone)]
enum GoPart {
    Number(GoKey, i64),
    Infinite,
    SearchMoves(Vec<String>),
}

fn search(input: &str) -> Parsed<'_, Command> {
    let with_place = |input| go_part(input).map(|(rest, part)| (rest, (input, part)));
    let (input, parts) = many0(with_place).parse(input)?;
    let mut go = Go::default();
    for (place, part) in parts {
        let again = match part {
            GoPart::Number(key, number) => go.numbers.insert(key, number).is_some(),
            GoPart::Infinite => std::mem::replace(&mut go.infinite, true),
            GoPart::SearchMoves(tokens) => {
                go.search_moves = tokens;
                false
            }
        };
        if again {
            return fault(place, "each key once");
        }
    }
    let (input, ()) = expect("a key of go", end)(input)?;
    let clocked = |key| matches!(key, GoKey::P1Inc | GoKey::P2Inc | GoKey::MovesToGo);
    if !go.numbers.is_empty() && !go.infinite && go.numbers.keys().all(|&key| clocked(key)) {
        return fault(input, "'p1time' or 'p2time' with increments");
    }
    Ok((input, Command::Go(go)))
}

fn go_part(input: &str) -> Parsed<'_, GoPart> {
    let moves = preceded(keyword("searchmoves"), tokens);
    let key = |input| {
        let (rest, name) = word(input)?;
        match GoKey::from_word(name) {
            Some(key) => Ok((rest, key)),
            None => Err(Err::Error(GrammarError {
                rest: input,
                expected: "a key of go",
            })),
        }
    };
    alt((
        map(moves, GoPart::SearchMoves),
        value(GoPart::Infinite, keyword("infinite")),
        map((key, expect("an integer", integer)), |(key, number)| {
            GoPart::Number(key, number)
        }),
    ))
    .parse(input)
}

/// An integer. Numbers above the largest one mean the largest.
fn integer(input: &str) -> Parsed<'_, i64> {
    let huge = map(number, |number: u64| {
        i64::try_from(number).unwrap_or(i64::MAX)
    });
    alt((number, huge)).parse(input)
}

fn fault<'a, T>(rest: &'a str, expected: &'static str) -> Parsed<'a, T> {
    Err(Err::Failure(GrammarError { rest, expected }))
}

fn query(input: &str) -> Parsed<'_, Command> {
    let is_legal = map(preceded(keyword("islegal"), text), Query::IsLegal);
    let known = terminated(alt((is_legal, random_setup, plain_query)), end);
    // Unknown queries are parsed too: each query has an answer.
    let other = map(words, |words| Query::Unknown(words.join(" ")));
    map(alt((known, front, other)), Command::Query).parse(input)
}

fn random_setup(input: &str) -> Parsed<'_, Query> {
    let unbalanced = map(opt(keyword("unbalanced")), |word| word.is_none());
    let setup = preceded(keyword("randomsetup"), (number, unbalanced));
    map(setup, |(seed, balanced)| {
        Query::RandomSetup(RandomSetup { seed, balanced })
    })
    .parse(input)
}

/// A query of a front end. Its answer is JSON, also if it has wrong arguments.
fn front(input: &str) -> Parsed<'_, Query> {
    let alone = alt((
        value(Question::Scene, keyword("scene")),
        value(Question::About, keyword("about")),
        value(Question::Lessons, keyword("lessons")),
        value(Question::Puzzles, keyword("puzzles")),
        value(Question::Scale, keyword("scale")),
    ));
    let alone = map(
        (alone, words),
        |(question, arguments)| match arguments[..] {
            [] => question,
            _ => Question::WithArguments(Box::new(question), arguments),
        },
    );
    let question = alt((
        alone,
        map(preceded(keyword("touches"), words), Question::Touches),
        map(preceded(keyword("trace"), words), Question::Trace),
        map(preceded(keyword("edit"), words), Question::Edit),
        map(preceded(keyword("texts"), words), Question::Texts),
    ));
    map(question, Query::Front).parse(input)
}

/// A query of one word.
fn plain_query(input: &str) -> Parsed<'_, Query> {
    let (rest, name) = word(input)?;
    match Query::PLAIN.iter().find(|query| query.to_string() == name) {
        Some(query) => Ok((rest, query.clone())),
        None => Err(Err::Error(GrammarError {
            rest: input,
            expected: "a query",
        })),
    }
}
