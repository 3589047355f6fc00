//! Checks the facts of a record against a subject: our library or another engine.

use std::collections::BTreeSet;
use std::fmt;

use crate::engine::error::shown;
use ringstack_engine::rules::{Outcome, Side, quote, result_word};
use ringstack_engine::search::Value;

use super::record::{PositionFact, Record};

/// A library or engine that answers questions about positions. Every question may fail with a [`CheckError`].
pub trait Subject {
    /// Sets up the position of a record and plays `more` moves.
    fn set(&mut self, record: &Record, more: &[String]) -> Result<(), CheckError>;

    /// The FEN of the position.
    fn fen(&mut self) -> Result<String, CheckError>;

    /// The legal tokens in the order of the subject.
    fn legal(&mut self) -> Result<Vec<String>, CheckError>;

    /// Whether a text is accepted as a move.
    fn is_legal(&mut self, text: &str) -> Result<bool, CheckError>;

    /// The number of move sequences; `expected` is the number that the record states.
    fn perft(&mut self, depth: u32, expected: u64) -> Result<u64, CheckError>;

    /// The player to move.
    fn turn(&mut self) -> Result<Side, CheckError>;

    /// The result; `None` while the game is in progress.
    fn result(&mut self) -> Result<Option<Outcome>, CheckError>;

    /// Whether a text is accepted as a FEN of the game that was set up last.
    fn accepts_fen(&mut self, text: &str) -> Result<bool, CheckError>;

    /// Sets up the position of a record and searches it. Returns the best move and the last value, if there
    /// was one.
    fn search(&mut self, record: &Record) -> Result<(String, Option<Value>), CheckError>;
}

/// Why a fact was not confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckError {
    /// The answer of the subject differs.
    Differs(String),
    /// The subject does not support the question.
    NotSupported,
    /// The subject does not play this game. All facts of the record are skipped.
    NoGame,
    /// The subject failed.
    Broken(String),
}

/// The result of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckResult {
    /// Facts that do not hold, and failures of the engine.
    pub failures: Vec<WrongFact>,
    /// The number of unchecked facts: perft counts above the limit, and questions that the subject does not
    /// support.
    pub skipped: usize,
    /// Whether the subject failed to answer. The following facts are not checked.
    pub is_broken: bool,
}

/// A fact that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongFact {
    /// The line in the file, from 1.
    pub line: usize,
    /// The id of the record.
    pub id: String,
    /// How the subject differs from the file.
    pub text: String,
}

impl fmt::Display for WrongFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} ({}): {}", self.line, self.id, self.text)
    }
}

/// Checks all facts of a record, except perft counts above `perft_limit`.
pub fn check(subject: &mut dyn Subject, record: &Record, perft_limit: u64) -> CheckResult {
    let mut result = CheckResult::default();
    let fail = |line, text| WrongFact {
        line,
        id: record.id.clone(),
        text,
    };
    let mut searched = None;
    let position = std::iter::once((record.line, None));
    let facts = record
        .facts
        .iter()
        .map(|expected| (expected.line, Some(&expected.fact)));
    for (line, fact) in position.chain(facts) {
        let held = match fact {
            None => check_position(subject, record),
            Some(PositionFact::Perft { count, .. }) if *count > perft_limit => {
                Err(CheckError::NotSupported)
            }
            Some(fact) if fact.needs_search() => check_search(subject, record, fact, &mut searched),
            Some(fact) => check_fact(subject, record, fact),
        };
        match held {
            Ok(()) => {}
            Err(CheckError::NotSupported) => result.skipped += usize::from(fact.is_some()),
            Err(CheckError::NoGame) => {
                result.skipped = record.facts.len();
                return result;
            }
            Err(CheckError::Differs(text)) => {
                result.failures.push(fail(line, text));
                if fact.is_none() {
                    return result;
                }
            }
            Err(CheckError::Broken(text)) => {
                result.failures.push(fail(line, text));
                result.is_broken = true;
                return result;
            }
        }
    }
    result
}

/// Checks that the position can be set up, and that its FEN equals that of the record.
fn check_position(subject: &mut dyn Subject, record: &Record) -> Result<(), CheckError> {
    if let Some(fen) = &record.fen {
        let start = Record {
            moves: Vec::new(),
            ..record.clone()
        };
        subject.set(&start, &[])?;
        expect("the FEN", subject.fen()?.as_str(), fen)?;
    }
    subject.set(record, &[])
}

fn check_fact(
    subject: &mut dyn Subject,
    record: &Record,
    fact: &PositionFact,
) -> Result<(), CheckError> {
    subject.set(record, &[])?;
    match fact {
        PositionFact::Perft { depth, count } => {
            let found = subject.perft(*depth, *count)?;
            expect(&format!("perft {depth}"), found, *count)
        }
        PositionFact::Count(count) => {
            expect("the number of legal moves", legal(subject)?.len(), *count)
        }
        PositionFact::Legal(tokens) => check_legal(&legal(subject)?, tokens),
        PositionFact::Has(tokens) => {
            let listed = legal(subject)?;
            tokens.iter().try_for_each(|token| {
                expect(
                    &format!("whether {token} is legal"),
                    subject.is_legal(token)?,
                    true,
                )?;
                expect(
                    &format!("whether {token} is listed"),
                    listed.contains(token),
                    true,
                )
            })
        }
        PositionFact::Refuse(texts) => texts.iter().try_for_each(|text| {
            let what = format!("whether '{}' is legal", quote(text));
            expect(&what, subject.is_legal(text)?, false)
        }),
        PositionFact::Turn(side) => expect("the turn", subject.turn()?, *side),
        PositionFact::Result(result) => check_result(subject, "the result", *result),
        PositionFact::After { token, result, fen } => {
            subject.set(record, std::slice::from_ref(token))?;
            expect(
                &format!("the FEN after {token}"),
                subject.fen()?.as_str(),
                fen,
            )?;
            check_result(subject, &format!("the result after {token}"), *result)
        }
        PositionFact::BadFen(text) => match subject.accepts_fen(text)? {
            true => Err(CheckError::Differs(format!("the FEN '{text}' is accepted"))),
            false => Ok(()),
        },
        PositionFact::Best(_)
        | PositionFact::Avoid(_)
        | PositionFact::Score(_)
        | PositionFact::Wins(_) => Ok(()),
    }
}

/// Checks a fact about the search; a record is searched once.
fn check_search(
    subject: &mut dyn Subject,
    record: &Record,
    fact: &PositionFact,
    searched: &mut Option<(String, Option<Value>)>,
) -> Result<(), CheckError> {
    let (token, value) = match searched {
        Some(searched) => searched,
        None => searched.insert(subject.search(record)?),
    };
    let value_text = || value.map_or_else(|| "none".to_owned(), |value| value.to_string());
    match fact {
        PositionFact::Best(tokens) if !tokens.contains(token) => Err(CheckError::Differs(format!(
            "the engine plays {}, not {tokens:?}",
            quote(token)
        ))),
        PositionFact::Avoid(tokens) if tokens.contains(token) => Err(CheckError::Differs(format!(
            "the engine plays {}",
            quote(token)
        ))),
        PositionFact::Score(score) => {
            expect("the score", value_text().as_str(), &score.to_string())
        }
        PositionFact::Wins(plies) if !value.is_some_and(|value| value.wins_within(*plies)) => {
            let expected = format!("a win within {plies} plies");
            expect("the score", value_text().as_str(), &expected)
        }
        _ => Ok(()),
    }
}

/// The legal tokens; an error if a token is listed twice.
fn legal(subject: &mut dyn Subject) -> Result<BTreeSet<String>, CheckError> {
    let mut tokens = BTreeSet::new();
    for token in subject.legal()? {
        if let Some(token) = tokens.replace(token) {
            return Err(CheckError::Differs(format!(
                "the move {} is listed twice",
                quote(&token)
            )));
        }
    }
    Ok(tokens)
}

fn check_legal(found: &BTreeSet<String>, tokens: &[String]) -> Result<(), CheckError> {
    let expected: BTreeSet<String> = tokens.iter().cloned().collect();
    let extra: Vec<&String> = found.difference(&expected).collect();
    let missing: Vec<&String> = expected.difference(found).collect();
    if !extra.is_empty() || !missing.is_empty() {
        let text = format!("unexpected: {extra:?}, missing: {missing:?}");
        return Err(CheckError::Differs(text));
    }
    expect("the number of legal moves", found.len(), tokens.len())
}

fn check_result(
    subject: &mut dyn Subject,
    what: &str,
    expected: Option<Outcome>,
) -> Result<(), CheckError> {
    let found = result_word(subject.result()?);
    expect(what, found, result_word(expected))
}

/// Compares the answer of a subject with the record.
fn expect<T: PartialEq + fmt::Display>(
    what: &str,
    found: T,
    expected: T,
) -> Result<(), CheckError> {
    if found == expected {
        return Ok(());
    }
    let found = shown(&found.to_string());
    Err(CheckError::Differs(format!(
        "{what} is {found}, expected {expected}"
    )))
}
