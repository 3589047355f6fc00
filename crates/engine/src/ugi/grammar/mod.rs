//! Parses lines into [`Command`](super::command::Command) and [`Reply`](super::reply::Reply), which `Display` writes.
//!
//! Any number of blanks separates words; keywords are lower case. This file has the parsers that both
//! directions share. The error type of the parser library stays inside this folder.

mod command;
mod reply;

use std::str::FromStr;

use nom::bytes::complete::{take_while, take_while1};
use nom::combinator::{map_res, verify};
use nom::error::{ErrorKind, FromExternalError, ParseError};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{Err, IResult, Parser};

pub use command::{CommandError, CommandForm, command};
pub use reply::{ReplyError, has_ponder_move, reply};

/// The place where parsing failed, and what is allowed there.
#[derive(Clone, Debug, PartialEq)]
struct GrammarError<'a> {
    rest: &'a str,
    expected: &'static str,
}

impl<'a> ParseError<&'a str> for GrammarError<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Self {
        let expected = "something else";
        GrammarError { rest, expected }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<'a, E> FromExternalError<&'a str, E> for GrammarError<'a> {
    fn from_external_error(rest: &'a str, kind: ErrorKind, _: E) -> Self {
        GrammarError::from_error_kind(rest, kind)
    }
}

type Parsed<'a, T> = IResult<&'a str, T, GrammarError<'a>>;

/// Makes a failure of `parser` final: no alternative is tried, and the error says what was expected.
fn expect<'a, T>(
    expected: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = GrammarError<'a>>,
) -> impl FnMut(&'a str) -> Parsed<'a, T> {
    move |rest| match parser.parse(rest) {
        Err(Err::Error(_)) => Err(Err::Failure(GrammarError { rest, expected })),
        other => other,
    }
}

fn blanks(input: &str) -> Parsed<'_, &str> {
    take_while(|c: char| c.is_ascii_whitespace()).parse(input)
}

/// The next word; skips the blanks before it.
fn word(input: &str) -> Parsed<'_, &str> {
    preceded(blanks, take_while1(|c: char| !c.is_ascii_whitespace())).parse(input)
}

fn text(input: &str) -> Parsed<'_, String> {
    word.map(str::to_owned).parse(input)
}

fn words(input: &str) -> Parsed<'_, Vec<String>> {
    many0(text).parse(input)
}

/// The next word, unless it is `name`.
fn other_than<'a>(name: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, &'a str> {
    move |input| verify(word, |found: &str| found != name).parse(input)
}

/// The next word, if it is `name`.
fn keyword<'a>(name: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, &'a str> {
    move |input| verify(word, |found: &str| found == name).parse(input)
}

fn number<T: FromStr>(input: &str) -> Parsed<'_, T> {
    map_res(word, str::parse).parse(input)
}

/// The end of the line; skips blanks.
fn end(input: &str) -> Parsed<'_, ()> {
    match blanks(input)? {
        ("", _) => Ok(("", ())),
        (rest, _) => Err(Err::Error(GrammarError::from_error_kind(
            rest,
            ErrorKind::Eof,
        ))),
    }
}
