//! Text to [`Command`] and [`Reply`]. The way back is their `Display`.
//!
//! Words are separated by any run of blanks; keywords are lower case. A FEN is every word up to
//! `moves` or the end of the line. The error type of the parser library does not leave this file.

use std::fmt;
use std::str::FromStr;

use nom::bytes::complete::{take_while, take_while1};
use nom::combinator::{map_res, opt, rest, verify};
use nom::error::{ErrorKind, ParseError};
use nom::multi::{many0, many1};
use nom::{IResult, Parser};

use crate::rules::quote;
use crate::search::Bound;
use crate::ugi::command::{Command, Go, GoKey, Query, Start};
use crate::ugi::reply::{ErrorWord, Info, OptionKind, OptionLine, Reply, Scale, Value};

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// The first word, which no command begins with.
    Unknown(String),
    /// A known command whose arguments are wrong.
    Argument {
        /// The command.
        command: String,
        /// The first wrong word; empty at the end of the line.
        found: String,
        /// What was expected there.
        expected: String,
    },
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Unknown(word) => {
                write!(f, "'{}' is no command; try help", quote(word))
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

/// A line that begins like a reply of the protocol and is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyError {
    /// The line.
    pub line: String,
    /// What was expected.
    pub expected: String,
}

impl fmt::Display for ReplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReplyError { line, expected } = self;
        write!(f, "reply '{}': expected {expected}", quote(line))
    }
}

impl std::error::Error for ReplyError {}

/// Where parsing failed and what should have stood there.
#[derive(Clone, Debug, PartialEq)]
struct Fault<'a> {
    rest: &'a str,
    expected: &'static str,
}

impl<'a> ParseError<&'a str> for Fault<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Self {
        let expected = "something else";
        Fault { rest, expected }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<'a, E> nom::error::FromExternalError<&'a str, E> for Fault<'a> {
    fn from_external_error(rest: &'a str, kind: ErrorKind, _: E) -> Self {
        Fault::from_error_kind(rest, kind)
    }
}

type Parsed<'a, T> = IResult<&'a str, T, Fault<'a>>;

fn fault<'a, T>(rest: &'a str, expected: &'static str) -> Parsed<'a, T> {
    Err(nom::Err::Error(Fault { rest, expected }))
}

/// Runs `parser` and says what was expected when it fails.
fn expect<'a, T>(
    expected: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = Fault<'a>>,
) -> impl FnMut(&'a str) -> Parsed<'a, T> {
    move |input| {
        parser
            .parse(input)
            .or_else(|_: nom::Err<Fault>| fault(input, expected))
    }
}

fn is_word(c: char) -> bool {
    !c.is_ascii_whitespace()
}

/// The next word, with the blanks before it.
fn word(input: &str) -> Parsed<'_, &str> {
    let (input, _) = take_blanks(input)?;
    take_while1(is_word).parse(input)
}

fn take_blanks(input: &str) -> Parsed<'_, &str> {
    take_while(|c: char| c.is_ascii_whitespace()).parse(input)
}

fn words(input: &str) -> Parsed<'_, Vec<String>> {
    many0(word.map(str::to_owned)).parse(input)
}

fn number<T: FromStr>(input: &str) -> Parsed<'_, T> {
    map_res(word, str::parse).parse(input)
}

/// That very word: a longer one that begins with it is another.
fn keyword<'a>(name: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, ()> {
    move |input| match word(input) {
        Ok((rest, found)) if found == name => Ok((rest, ())),
        _ => fault(input, name),
    }
}

/// Reads one line; `None` for a blank one.
///
/// # Errors
/// The first word that cannot stand where it stands.
pub fn command(line: &str) -> Result<Option<Command>, CommandError> {
    let Ok((arguments, name)) = word(line) else {
        return Ok(None);
    };
    let parsed = match name {
        "ugi" => Ok((arguments, Command::Ugi)),
        "isready" => Ok((arguments, Command::IsReady)),
        "uginewgame" => Ok((arguments, Command::UgiNewGame)),
        "setoption" => set_option(arguments),
        "position" => position(arguments),
        "moves" => expect("tokens", many1(word.map(str::to_owned)))
            .map(Command::Moves)
            .parse(arguments),
        "undo" => undo(arguments),
        "go" => go(arguments),
        "query" => query(arguments),
        "stop" => Ok((arguments, Command::Stop)),
        "wait" => Ok((arguments, Command::Wait)),
        "d" | "print" => Ok((arguments, Command::Draw)),
        "eval" => Ok((arguments, Command::Eval)),
        "bench" => bench(arguments),
        "help" => Ok((arguments, Command::Help)),
        "quit" => Ok((arguments, Command::Quit)),
        _ => return Err(CommandError::Unknown(name.to_owned())),
    };
    let fault = match parsed {
        Ok((rest, command)) if rest.trim_ascii().is_empty() => return Ok(Some(command)),
        Ok((rest, _)) => Fault {
            rest,
            expected: "the end of the line",
        },
        Err(nom::Err::Error(fault) | nom::Err::Failure(fault)) => fault,
        Err(nom::Err::Incomplete(_)) => Fault {
            rest: "",
            expected: "more",
        },
    };
    Err(CommandError::Argument {
        command: name.to_owned(),
        found: word(fault.rest).map_or("", |(_, found)| found).to_owned(),
        expected: fault.expected.to_owned(),
    })
}

fn set_option(input: &str) -> Parsed<'_, Command> {
    let (mut input, ()) = expect("'name'", keyword("name"))(input)?;
    let mut name = Vec::new();
    loop {
        if let Ok((after, ())) = keyword("value")(input) {
            let (end, value) = rest.parse(after)?;
            let value = Some(value.trim_ascii().to_owned());
            return named_option(input, end, name, value);
        }
        match word(input) {
            Ok((after, part)) => {
                name.push(part);
                input = after;
            }
            Err(_) => return named_option(input, input, name, None),
        }
    }
}

fn named_option<'a>(
    at: &'a str,
    end: &'a str,
    name: Vec<&str>,
    value: Option<String>,
) -> Parsed<'a, Command> {
    if name.is_empty() {
        return fault(at, "the name of an option");
    }
    let name = name.join(" ");
    Ok((end, Command::SetOption { name, value }))
}

fn position(input: &str) -> Parsed<'_, Command> {
    let (rest, kind) = expect("'startpos' or 'fen'", word)(input)?;
    let (rest, start) = match kind {
        "startpos" => (rest, Start::Startpos),
        "fen" => fen(rest)?,
        _ => return fault(input, "'startpos' or 'fen'"),
    };
    let (rest, has_moves) = opt(keyword("moves")).parse(rest)?;
    let (rest, mut moves) = match has_moves {
        Some(()) => words(rest)?,
        None if rest.trim_ascii().is_empty() => (rest, Vec::new()),
        None => return fault(rest, "'moves'"),
    };
    // Lines of an openings file arrive as they are, with a `moves` of their own before the runner's.
    moves.retain(|token| token != "moves");
    Ok((rest, Command::Position { start, moves }))
}

fn fen(input: &str) -> Parsed<'_, Start> {
    let mut fields = Vec::new();
    let mut rest = input;
    while let Ok((after, field)) = word(rest) {
        if field == "moves" {
            break;
        }
        fields.push(field);
        rest = after;
    }
    if fields.is_empty() {
        return fault(input, "a FEN");
    }
    Ok((rest, Start::Fen(fields.join(" "))))
}

fn undo(input: &str) -> Parsed<'_, Command> {
    if input.trim_ascii().is_empty() {
        return Ok((input, Command::Undo(1)));
    }
    expect("a number of plies", number)
        .map(Command::Undo)
        .parse(input)
}

fn bench(input: &str) -> Parsed<'_, Command> {
    if input.trim_ascii().is_empty() {
        return Ok((input, Command::Bench(None)));
    }
    expect("a depth", number)
        .map(|depth| Command::Bench(Some(depth)))
        .parse(input)
}

fn go(input: &str) -> Parsed<'_, Command> {
    if let Ok((rest, ())) = keyword("perft")(input) {
        // Deeper counts end in no lifetime, but would ask for memory at once.
        return expect(
            "a depth from 0 to 99",
            verify(number, |&depth: &u32| depth <= 99),
        )
        .map(Command::Perft)
        .parse(rest);
    }
    let mut go = Go::default();
    let mut input = input;
    while let Ok((rest, name)) = word(input) {
        input = match name {
            "searchmoves" => {
                let (rest, tokens) = expect("tokens", many1(word.map(str::to_owned)))(rest)?;
                go.search_moves = tokens;
                rest
            }
            "infinite" if go.infinite => return fault(input, "each key once"),
            "infinite" => {
                go.infinite = true;
                rest
            }
            _ => go_number(&mut go, input)?.0,
        };
    }
    let clocked = |key| matches!(key, GoKey::P1Inc | GoKey::P2Inc | GoKey::MovesToGo);
    if !go.numbers.is_empty() && !go.infinite && go.numbers.keys().all(|&key| clocked(key)) {
        return fault(input, "'p1time' or 'p2time' beside increments");
    }
    Ok((input, Command::Go(go)))
}

/// One key of `go` with its number.
fn go_number<'a>(go: &mut Go, input: &'a str) -> Parsed<'a, ()> {
    let (rest, key) = word(input)?;
    let Some(key) = GoKey::from_word(key) else {
        return fault(input, "a key of go");
    };
    if go.numbers.contains_key(&key) {
        return fault(input, "each key once");
    }
    let (rest, value) = expect("an integer", number::<i64>)(rest)?;
    go.numbers.insert(key, value);
    Ok((rest, ()))
}

fn query(input: &str) -> Parsed<'_, Command> {
    let question = input.trim_ascii();
    let parts: Vec<&str> = question.split_ascii_whitespace().collect();
    let query = match *parts.as_slice() {
        ["p1turn"] => Query::P1Turn,
        ["gameover"] => Query::GameOver,
        ["result"] => Query::Result,
        ["fen"] => Query::Fen,
        ["legalmoves"] => Query::LegalMoves,
        ["islegal", token] => Query::IsLegal(token.to_owned()),
        ["game"] => Query::Game,
        // Whatever was asked, somebody waits for an answer.
        _ => Query::Unknown(parts.join(" ")),
    };
    Ok(("", Command::Query(query)))
}

/// Reads one line of an engine. Lines that do not belong to the protocol are [`Reply::Plain`].
///
/// # Errors
/// A line that begins like one of the protocol and does not go on like it.
pub fn reply(line: &str) -> Result<Reply, ReplyError> {
    let error = |expected: &str| ReplyError {
        line: line.to_owned(),
        expected: expected.to_owned(),
    };
    let parts: Vec<&str> = line.split_ascii_whitespace().collect();
    match *parts.as_slice() {
        ["ugiok"] => Ok(Reply::UgiOk),
        ["readyok"] => Ok(Reply::ReadyOk),
        ["id", "name", ..] => Ok(Reply::IdName(after(line, 2).to_owned())),
        ["id", "author", ..] => Ok(Reply::IdAuthor(after(line, 2).to_owned())),
        ["option", ..] => option_line(after(line, 1))
            .map(|(_, option)| Reply::Option(option))
            .map_err(|_| error("an option's name, type and values")),
        ["info", "string", ..] => Ok(text(after(line, 2))),
        ["info", ..] => info(after(line, 1))
            .map(|(_, info)| Reply::Info(info))
            .map_err(|_| error("keys of info with their values")),
        ["bestmove", token] => Ok(Reply::BestMove(token.to_owned())),
        ["bestmove", ..] => Err(error("'bestmove' and one token")),
        ["response", _, ..] => Ok(Reply::Response(after(line, 1).to_owned())),
        ["response"] => Err(error("an answer")),
        ["Nodes", "searched:", count] => count
            .parse()
            .map(Reply::NodesSearched)
            .map_err(|_| error("a number of nodes")),
        [nodes, "nodes", nps, "nps"] => match (nodes.parse(), nps.parse()) {
            (Ok(nodes), Ok(nps)) => Ok(Reply::BenchTotal { nodes, nps }),
            _ => Ok(Reply::Plain(line.to_owned())),
        },
        [token, count] => Ok(divided(token, count).unwrap_or(Reply::Plain(line.to_owned()))),
        _ => Ok(Reply::Plain(line.to_owned())),
    }
}

/// The line without its first words, trimmed.
fn after(line: &str, count: usize) -> &str {
    let mut rest = line;
    for _ in 0..count {
        rest = word(rest).map_or("", |(rest, _)| rest);
    }
    rest.trim_ascii()
}

fn divided(token: &str, count: &str) -> Option<Reply> {
    let token = token.strip_suffix(':')?;
    let count = count.parse().ok()?;
    Some(Reply::Divided(token.to_owned(), count))
}

fn text(text: &str) -> Reply {
    let refusal = text
        .strip_prefix("error ")
        .and_then(|text| text.split_once(": "))
        .and_then(|(name, text)| {
            let word = ErrorWord::ALL.into_iter().find(|w| w.to_string() == name)?;
            Some(Reply::Error(word, text.to_owned()))
        });
    refusal.unwrap_or_else(|| Reply::Text(text.to_owned()))
}

fn info(input: &str) -> Parsed<'_, Info> {
    let mut info = Info::default();
    let mut input = input;
    while let Ok((rest, key)) = word(input) {
        input = match key {
            "depth" => keep(&mut info.depth, number(rest)?),
            "seldepth" => keep(&mut info.seldepth, number(rest)?),
            "multipv" => keep(&mut info.multi_pv, number(rest)?),
            "score" => keep(&mut info.score, value(rest)?),
            "nodes" => keep(&mut info.nodes, number(rest)?),
            "nps" => keep(&mut info.nps, number(rest)?),
            "hashfull" => keep(&mut info.hashfull, number(rest)?),
            "time" => keep(&mut info.time, number(rest)?),
            "pv" => {
                let (rest, pv) = words(rest)?;
                info.pv = pv;
                rest
            }
            // Keys of other engines have one value each.
            _ => word(rest)?.0,
        };
    }
    Ok((input, info))
}

fn keep<'a, T>(part: &mut Option<T>, (rest, value): (&'a str, T)) -> &'a str {
    *part = Some(value);
    rest
}

fn value(input: &str) -> Parsed<'_, Value> {
    let (rest, scale) = word(input)?;
    let (rest, scale) = match scale {
        "cp" => number.map(Scale::Cp).parse(rest)?,
        "mate" => number.map(Scale::Mate).parse(rest)?,
        _ => return fault(input, "'cp' or 'mate'"),
    };
    let (rest, bound) = match word(rest) {
        Ok((rest, "lowerbound")) => (rest, Bound::Lower),
        Ok((rest, "upperbound")) => (rest, Bound::Upper),
        _ => (rest, Bound::Exact),
    };
    Ok((rest, Value { scale, bound }))
}

fn option_line(input: &str) -> Parsed<'_, OptionLine> {
    let (input, ()) = keyword("name")(input)?;
    let (mut input, name) = word(input)?;
    let mut name = name.to_owned();
    while let Ok((rest, part)) = word(input) {
        if part == "type" {
            break;
        }
        name = format!("{name} {part}");
        input = rest;
    }
    let (input, ()) = keyword("type")(input)?;
    let (input, kind) = option_kind(input)?;
    Ok((input, OptionLine { name, kind }))
}

fn option_kind(input: &str) -> Parsed<'_, OptionKind> {
    let (rest, kind) = word(input)?;
    match kind {
        "button" => Ok((rest, OptionKind::Button)),
        "check" => {
            let (rest, ()) = keyword("default")(rest)?;
            let (rest, default) = number(rest)?;
            Ok((rest, OptionKind::Check { default }))
        }
        "spin" => {
            let (rest, ()) = keyword("default")(rest)?;
            let (rest, default) = number(rest)?;
            let (rest, ()) = keyword("min")(rest)?;
            let (rest, min) = number(rest)?;
            let (rest, ()) = keyword("max")(rest)?;
            let (rest, max) = number(rest)?;
            Ok((rest, OptionKind::Spin { default, min, max }))
        }
        "combo" => {
            let (rest, ()) = keyword("default")(rest)?;
            let (rest, default) = word(rest)?;
            let (rest, choices) = many0(|input| {
                let (rest, ()) = keyword("var")(input)?;
                word.map(str::to_owned).parse(rest)
            })
            .parse(rest)?;
            let default = default.to_owned();
            Ok((rest, OptionKind::Combo { default, choices }))
        }
        "string" => {
            let (rest, ()) = keyword("default")(rest)?;
            let default = rest.trim_ascii().to_owned();
            Ok(("", OptionKind::Text { default }))
        }
        _ => fault(input, "a type of option"),
    }
}
