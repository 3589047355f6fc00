//! Parses the lines of clients. A FEN extends to the word `moves` or the end of the line.

use nom::branch::alt;
use nom::combinator::{map, map_opt, opt, rest, value, verify};
use nom::multi::{many0, many1};
use nom::sequence::{preceded, terminated};
use nom::{Err, Parser};
use thiserror::Error;

use super::{GrammarError, Parsed, end, expect, keyword, number, other_than, text, word, words};
use crate::play::random_setup::RandomSetup;
use crate::rules::quote;
use crate::search::limits::MAX_DEPTH;
use crate::ugi::command::{Command, Go, GoKey, Query, Start};
use crate::ugi::json_queries::{JsonQuery, Topic};

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CommandError {
    /// The first word is not a command.
    #[error("'{}' is not a command; try help", quote(.0))]
    Unknown(String),
    /// The arguments are wrong.
    #[error("{command} '{}': expected {expected}", quote(.found))]
    Argument {
        /// The command.
        command: String,
        /// The first wrong word.
        found: String,
        /// What was expected there.
        expected: String,
    },
    /// Words are missing at the end.
    #[error("{command}: expected {expected} at the end")]
    Missing {
        /// The command.
        command: String,
        /// What was expected.
        expected: String,
    },
}

/// Parses a line; `None` if it is blank.
///
/// # Errors
/// The first word that is not allowed.
pub fn command(line: &str) -> Result<Option<Command>, CommandError> {
    let Ok((arguments, name)) = word(line) else {
        return Ok(None);
    };
    let mut parsed = None;
    for form in CommandForm::ALL.iter().filter(|form| form.is_named(name)) {
        parsed = Some((form.parse)(arguments));
        if !matches!(parsed, Some(Err(Err::Error(_)))) {
            break;
        }
    }
    let Some(parsed) = parsed else {
        return Err(CommandError::Unknown(name.to_owned()));
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
    let (command, expected) = (command.to_owned(), fault.expected.to_owned());
    match word(fault.rest) {
        Ok((_, found)) => CommandError::Argument {
            command,
            found: found.to_owned(),
            expected,
        },
        Err(_) => CommandError::Missing { command, expected },
    }
}

/// A command: how it is written, what it does, and its parser.
#[derive(Debug)]
pub struct CommandForm {
    /// The command with its arguments. In brackets what may be missing, in capitals what stands for something.
    pub form: &'static str,
    /// Another word for the command, if there is one.
    pub alias: Option<&'static str>,
    /// What the command does, for `help`.
    pub effect: &'static str,
    parse: fn(&str) -> Parsed<'_, Command>,
}

impl CommandForm {
    /// All commands in the order of `help`. Forms that begin with the same word are tried in this order.
    pub const ALL: [CommandForm; 17] = [
        form("ugi", "name, author and options", |rest| {
            bare(rest, Command::Ugi)
        }),
        form(
            "isready",
            "answers readyok, also during a search; allocates the hash table",
            |rest| bare(rest, Command::IsReady),
        ),
        form("setoption name N [value V]", "sets an option", set_option),
        form(
            "uginewgame",
            "clears the hash table and sets up the start position",
            |rest| bare(rest, Command::UgiNewGame),
        ),
        form(
            "position startpos|fen FEN [moves T...]",
            "sets up a position",
            position,
        ),
        form("moves T...", "plays moves from the current position", moves),
        form("undo [N]", "takes back N plies", undo),
        form("go perft N", "counts move sequences", perft),
        form(
            "go [KEY N]... [infinite] [searchmoves T...]",
            "searches; the same line gives the same move after uginewgame or ClearHash, with one thread and without \
             times",
            search,
        ),
        form("query QUESTION", "answers response ...", query),
        form("stop", "ends the search", |rest| bare(rest, Command::Stop)),
        form(
            "wait",
            "holds the following lines until the search has ended",
            |rest| bare(rest, Command::Wait),
        ),
        CommandForm {
            alias: Some("print"),
            ..form("d", "shows the position", |rest| bare(rest, Command::Draw))
        },
        form("eval", "shows the terms of the evaluation", |rest| {
            bare(rest, Command::Eval)
        }),
        form("bench [DEPTH]", "runs the benchmark", bench),
        form("help", "shows this", |rest| bare(rest, Command::Help)),
        form("quit", "ends the engine", |rest| bare(rest, Command::Quit)),
    ];

    /// The words of the command: its first one, and the alias.
    pub fn words(&self) -> impl Iterator<Item = &'static str> {
        self.form.split(' ').take(1).chain(self.alias)
    }

    fn is_named(&self, name: &str) -> bool {
        self.words().any(|word| word == name)
    }
}

const fn form(
    form: &'static str,
    effect: &'static str,
    parse: fn(&str) -> Parsed<'_, Command>,
) -> CommandForm {
    CommandForm {
        form,
        alias: None,
        effect,
        parse,
    }
}

/// A command without arguments.
fn bare(rest: &str, command: Command) -> Parsed<'_, Command> {
    Ok((rest, command))
}

fn moves(input: &str) -> Parsed<'_, Command> {
    map(tokens, Command::Moves).parse(input)
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
    let depth = verify(number, |&depth: &u32| {
        i64::from(depth) <= i64::from(MAX_DEPTH)
    });
    let depth = expect("a depth of at most 120", depth).map(Some);
    map(alt((end.map(|()| None), depth)), Command::Bench).parse(input)
}

fn perft(input: &str) -> Parsed<'_, Command> {
    // Deeper counts never end, and would allocate memory for each ply.
    let depth = verify(number, |&depth: &u32| depth <= 99);
    let depth = expect("a depth from 0 to 99", depth);
    map(preceded(keyword("perft"), depth), Command::Perft).parse(input)
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
    let key = map_opt(word, GoKey::from_word);
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
    map(alt((known, json_query, other)), Command::Query).parse(input)
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
fn json_query(input: &str) -> Parsed<'_, Query> {
    map(
        (map_opt(word, Topic::of_word), words),
        |(topic, arguments)| Query::Json(JsonQuery { topic, arguments }),
    )
    .parse(input)
}

/// A query of one word.
fn plain_query(input: &str) -> Parsed<'_, Query> {
    map_opt(word, |word| {
        let mut forms = Query::FORMS.into_iter();
        forms.find(|(form, _)| *form == word)?.1
    })
    .parse(input)
}
