//! Parses the lines of engines. Lines that do not belong to the protocol are [`Reply::Plain`].

use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::combinator::{map, map_opt, map_res, opt, rest, value};
use nom::multi::{fold_many0, many0, many1};
use nom::sequence::{preceded, terminated};
use nom::{Err, Parser};
use thiserror::Error;

use super::{
    GrammarError, Parsed, blanks, end, expect, keyword, number, other_than, text, word, words,
};
use crate::rules::quote;
use crate::ugi::reply::{BoundedValue, ErrorCode, Info, OptionKind, OptionLine, Reply, WinChances};

/// A line that begins like a reply of the protocol but is malformed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("reply '{}': expected {expected}", quote(.line))]
pub struct ReplyError {
    /// The line.
    pub line: String,
    /// What was expected.
    pub expected: String,
}

impl ReplyError {
    /// Whether the line may be ignored: `info` and `option` lines decide nothing.
    #[must_use]
    pub fn is_cosmetic(&self) -> bool {
        let word = self.line.split_ascii_whitespace().next();
        matches!(word, Some("info" | "option"))
    }
}

/// Parses a line of an engine. Lines that do not belong to the protocol are [`Reply::Plain`].
///
/// # Errors
/// A line that begins like a reply of the protocol but is malformed.
pub fn reply(line: &str) -> Result<Reply, ReplyError> {
    let parsed = alt((
        value(Reply::UgiOk, (keyword("ugiok"), end)),
        value(Reply::ReadyOk, keyword("readyok")),
        preceded(keyword("id"), identity),
        preceded(keyword("option"), option),
        preceded((keyword("info"), keyword("string")), info_string),
        preceded(keyword("info"), info),
        preceded(keyword("bestmove"), best_move),
        preceded(keyword("response"), response),
        preceded((keyword("Nodes"), keyword("searched:")), nodes_searched),
        bench_total,
        divided,
    ))
    .parse(line);
    match parsed {
        Ok((_, reply)) => Ok(reply),
        Err(Err::Failure(GrammarError { expected, .. })) => Err(ReplyError {
            line: line.to_owned(),
            expected: expected.to_owned(),
        }),
        Err(_) => Ok(Reply::Plain(line.to_owned())),
    }
}

/// The rest of the line without leading and trailing blanks.
fn remainder(input: &str) -> Parsed<'_, String> {
    map(rest, |text: &str| text.trim_ascii().to_owned()).parse(input)
}

fn identity(input: &str) -> Parsed<'_, Reply> {
    let name = preceded(keyword("name"), remainder);
    let author = preceded(keyword("author"), remainder);
    alt((map(name, Reply::IdName), map(author, Reply::IdAuthor))).parse(input)
}

fn best_move(input: &str) -> Parsed<'_, Reply> {
    // Engines ported from UCI also name the move to ponder on.
    let ponder = value((), (keyword("ponder"), opt(word), end));
    let token = terminated(text, alt((end, ponder)));
    let token = expect("'bestmove' and one token", token);
    map(token, Reply::BestMove).parse(input)
}

/// Whether a line has a move to ponder on beside the best move.
#[must_use]
pub fn has_ponder_move(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    words.next() == Some("bestmove") && words.nth(1) == Some("ponder")
}

fn response(input: &str) -> Parsed<'_, Reply> {
    let answer = preceded(blanks, take_while1(|_| true));
    let answer = answer.map(|answer: &str| answer.trim_ascii_end().to_owned());
    map(expect("an answer", answer), Reply::Response).parse(input)
}

fn nodes_searched(input: &str) -> Parsed<'_, Reply> {
    let count = expect("a number of nodes", terminated(number, end));
    map(count, Reply::NodesSearched).parse(input)
}

fn bench_total(input: &str) -> Parsed<'_, Reply> {
    let (input, nodes) = terminated(number, keyword("nodes")).parse(input)?;
    let (input, nps) = terminated(number, keyword("nps")).parse(input)?;
    map(end, |()| Reply::BenchTotal { nodes, nps }).parse(input)
}

fn divided(input: &str) -> Parsed<'_, Reply> {
    let token = map_opt(word, |word| word.strip_suffix(':'));
    let (input, (token, count)) = (token, terminated(number, end)).parse(input)?;
    Ok((input, Reply::Divided(token.to_owned(), count)))
}

/// An `info string` line. Some of them report errors.
fn info_string(input: &str) -> Parsed<'_, Reply> {
    alt((refusal, map(remainder, Reply::Text))).parse(input)
}

fn refusal(input: &str) -> Parsed<'_, Reply> {
    let word = map_opt(word, |word| {
        let name = word.strip_suffix(':')?;
        ErrorCode::ALL.into_iter().find(|w| w.to_string() == name)
    });
    let (input, word) = preceded(keyword("error"), word).parse(input)?;
    map(remainder, |text| Reply::Error(word, text)).parse(input)
}

/// A part of an `info` line.
enum InfoPart {
    Depth(i32),
    Seldepth(i32),
    MultiPv(usize),
    Score(BoundedValue),
    Wdl(WinChances),
    Nodes(u64),
    Nps(u64),
    Hashfull(u32),
    Time(u64),
    CurrentMove(String),
    CurrentNumber(usize),
    Pv(Vec<String>),
    /// A key that only other engines use, with one value.
    Unknown,
}

fn info(input: &str) -> Parsed<'_, Reply> {
    let all = fold_many0(info_part, Info::default, |mut info, part| {
        match part {
            InfoPart::Depth(depth) => info.depth = Some(depth),
            InfoPart::Seldepth(depth) => info.seldepth = Some(depth),
            InfoPart::MultiPv(line) => info.multi_pv = Some(line),
            InfoPart::Score(value) => info.score = Some(value),
            InfoPart::Nodes(nodes) => info.nodes = Some(nodes),
            InfoPart::Nps(rate) => info.nps = Some(rate),
            InfoPart::Hashfull(thousandths) => info.hashfull = Some(thousandths),
            InfoPart::Time(millis) => info.time = Some(millis),
            InfoPart::Wdl(wdl) => info.wdl = Some(wdl),
            InfoPart::CurrentMove(token) => info.current = Some((token, 1)),
            InfoPart::CurrentNumber(number) => {
                info.current = info.current.map(|(token, _)| (token, number));
            }
            InfoPart::Pv(tokens) => info.pv = tokens,
            InfoPart::Unknown => {}
        }
        info
    });
    map(all, Reply::Info).parse(input)
}

fn info_part(input: &str) -> Parsed<'_, InfoPart> {
    let (rest, key) = word(input)?;
    match key {
        "depth" => part(number, InfoPart::Depth)(rest),
        "seldepth" => part(number, InfoPart::Seldepth)(rest),
        "multipv" => part(number, InfoPart::MultiPv)(rest),
        "score" => part(score, InfoPart::Score)(rest),
        "nodes" => part(number, InfoPart::Nodes)(rest),
        "nps" => part(number, InfoPart::Nps)(rest),
        "hashfull" => part(number, InfoPart::Hashfull)(rest),
        "time" => part(number, InfoPart::Time)(rest),
        "wdl" => part(wdl, InfoPart::Wdl)(rest),
        "currmove" => part(text, InfoPart::CurrentMove)(rest),
        "currmovenumber" => part(number, InfoPart::CurrentNumber)(rest),
        "pv" => part(words, InfoPart::Pv)(rest),
        // The rest of the line is text.
        "string" => Ok(("", InfoPart::Unknown)),
        _ => part(word, |_| InfoPart::Unknown)(rest),
    }
}

/// The value of a key.
fn part<'a, T>(
    parser: impl Parser<&'a str, Output = T, Error = GrammarError<'a>>,
    part: impl FnMut(T) -> InfoPart,
) -> impl FnMut(&'a str) -> Parsed<'a, InfoPart> {
    let mut value = expect("keys of info with their values", parser).map(part);
    move |input| value.parse(input)
}

/// A value in the form that `Display` writes.
fn score(input: &str) -> Parsed<'_, BoundedValue> {
    let bound = opt(alt((keyword("lowerbound"), keyword("upperbound"))));
    map_res((word, word, bound), |(unit, number, bound)| {
        let words = [Some(unit), Some(number), bound];
        let words: Vec<&str> = words.into_iter().flatten().collect();
        words.join(" ").parse()
    })
    .parse(input)
}

fn wdl(input: &str) -> Parsed<'_, WinChances> {
    let (input, (win, draw, loss)) = (number, number, number).parse(input)?;
    Ok((input, WinChances { win, draw, loss }))
}

fn option(input: &str) -> Parsed<'_, Reply> {
    let expected = "an option's name, type and values";
    let name = preceded(keyword("name"), many1(other_than("type")));
    let kind = preceded(keyword("type"), option_kind);
    let line = (name, kind).map(|(name, kind)| OptionLine {
        name: name.join(" "),
        kind,
    });
    map(expect(expected, line), Reply::Option).parse(input)
}

fn option_kind(input: &str) -> Parsed<'_, OptionKind> {
    let button = value(OptionKind::Button, keyword("button"));
    let check = preceded((keyword("check"), keyword("default")), number);
    let check = map(check, |default| OptionKind::Check { default });
    let known = terminated(alt((button, check, spin, combo, string)), end);
    let unknown = map(remainder, OptionKind::Unknown);
    alt((known, unknown)).parse(input)
}

fn spin(input: &str) -> Parsed<'_, OptionKind> {
    let (input, default) = preceded((keyword("spin"), keyword("default")), number).parse(input)?;
    let (input, min) = preceded(keyword("min"), number).parse(input)?;
    let (input, max) = preceded(keyword("max"), number).parse(input)?;
    Ok((input, OptionKind::Spin { default, min, max }))
}

fn combo(input: &str) -> Parsed<'_, OptionKind> {
    let choice = || map(many1(other_than("var")), |words| words.join(" "));
    let (input, default) =
        preceded((keyword("combo"), keyword("default")), choice()).parse(input)?;
    let (input, choices) = many0(preceded(keyword("var"), choice())).parse(input)?;
    Ok((input, OptionKind::Combo { default, choices }))
}

fn string(input: &str) -> Parsed<'_, OptionKind> {
    let (input, default) =
        preceded((keyword("string"), keyword("default")), remainder).parse(input)?;
    Ok((input, OptionKind::Text { default }))
}
