//! Text to [`Command`](super::command::Command) and [`Reply`](super::reply::Reply). The way back is
//! their `Display`.
//!
//! Words are separated by any run of blanks; keywords are lower case. This file has what both
//! directions have in common; the error type of the parser library does not leave this folder.

mod command;
mod reply;

use std::str::FromStr;

use nom::bytes::complete::{take_while, take_while1};
use nom::combinator::{map_res, verify};
use nom::error::{ErrorKind, FromExternalError, ParseError};
use nom::multi::many0;
use nom::sequence::preceded;
use nom::{Err, IResult, Parser};

pub use command::{CommandError, command};
pub use reply::{ReplyError, reply};

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

impl<'a, E> FromExternalError<&'a str, E> for Fault<'a> {
    fn from_external_error(rest: &'a str, kind: ErrorKind, _: E) -> Self {
        Fault::from_error_kind(rest, kind)
    }
}

type Parsed<'a, T> = IResult<&'a str, T, Fault<'a>>;

/// What `parser` reads, where nothing else can stand: its failure is that of the line, and says what
/// was expected.
fn expect<'a, T>(
    expected: &'static str,
    mut parser: impl Parser<&'a str, Output = T, Error = Fault<'a>>,
) -> impl FnMut(&'a str) -> Parsed<'a, T> {
    move |rest| match parser.parse(rest) {
        Err(Err::Error(_)) => Err(Err::Failure(Fault { rest, expected })),
        other => other,
    }
}

fn blanks(input: &str) -> Parsed<'_, &str> {
    take_while(|c: char| c.is_ascii_whitespace()).parse(input)
}

/// The next word, with the blanks before it.
fn word(input: &str) -> Parsed<'_, &str> {
    preceded(blanks, take_while1(|c: char| !c.is_ascii_whitespace())).parse(input)
}

fn text(input: &str) -> Parsed<'_, String> {
    word.map(str::to_owned).parse(input)
}

fn words(input: &str) -> Parsed<'_, Vec<String>> {
    many0(text).parse(input)
}

/// The next word if it is not this one.
fn other_than<'a>(name: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, &'a str> {
    move |input| verify(word, |found: &str| found != name).parse(input)
}

/// That very word: a longer one that begins with it is another.
fn keyword<'a>(name: &'static str) -> impl FnMut(&'a str) -> Parsed<'a, &'a str> {
    move |input| verify(word, |found: &str| found == name).parse(input)
}

fn number<T: FromStr>(input: &str) -> Parsed<'_, T> {
    map_res(word, str::parse).parse(input)
}

/// The end of the line, blanks or not.
fn end(input: &str) -> Parsed<'_, ()> {
    match blanks(input)? {
        ("", _) => Ok(("", ())),
        (rest, _) => Err(Err::Error(Fault::from_error_kind(rest, ErrorKind::Eof))),
    }
}
