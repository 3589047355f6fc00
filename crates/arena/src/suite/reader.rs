//! Reads suite files. A line has a key, a blank and a value; blank lines separate records.

use std::collections::HashSet;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use ringstack_engine::rules::{Outcome, ParseValueError, quote, result_of_word};
use ringstack_engine::search::Limits;

use super::record::{ExpectedFact, PositionFact, Record};

/// The error of a suite file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line} '{}': expected {expected}", quote(.found))]
pub struct SuiteError {
    /// The line, from 1.
    pub line: usize,
    /// The offending text.
    pub found: String,
    /// The expected content.
    pub expected: &'static str,
}

/// Reads all records of a file.
///
/// # Errors
/// The first line that does not follow the format.
pub fn read(text: &str) -> Result<Vec<Record>, SuiteError> {
    let mut records: Vec<Record> = Vec::new();
    let mut ids = HashSet::new();
    let mut open: Option<RecordBuilder> = None;
    // The added blank line ends the last record.
    for (index, line) in text.lines().chain([""]).enumerate() {
        let number = index + 1;
        let fail = |expected| SuiteError {
            line: number,
            found: line.to_owned(),
            expected,
        };
        if line.starts_with('#') {
            continue;
        }
        if line.trim().is_empty() {
            if let Some(draft) = open.take() {
                records.push(draft.finish()?);
            }
            continue;
        }
        let (key, value) = line.split_once(' ').unwrap_or((line, ""));
        match &mut open {
            None if key == "id" && !value.trim().is_empty() => {
                let id = value.trim();
                if !ids.insert(id.to_owned()) {
                    return Err(fail("an id that is not yet in the file"));
                }
                open = Some(RecordBuilder::new(number, id));
            }
            None => return Err(fail("'id' and a name at the beginning of a record")),
            Some(draft) => draft.take(number, key, value).map_err(fail)?,
        }
    }
    if records.is_empty() {
        return Err(SuiteError {
            line: text.lines().count().max(1),
            found: String::new(),
            expected: "a record in the file",
        });
    }
    Ok(records)
}

/// An unfinished record.
struct RecordBuilder {
    record: Record,
    variant_given: bool,
    /// The value of the line `fen`.
    fen: Option<String>,
}

impl RecordBuilder {
    fn new(line: usize, id: &str) -> RecordBuilder {
        RecordBuilder {
            record: Record {
                line,
                id: id.to_owned(),
                variant: String::new(),
                fen: None,
                moves: Vec::new(),
                facts: Vec::new(),
                limits: Limits::default(),
            },
            variant_given: false,
            fen: None,
        }
    }

    /// Adds a line. The error is the expected content.
    fn take(&mut self, line: usize, key: &str, value: &str) -> Result<(), &'static str> {
        let record = &mut self.record;
        let limits = &mut record.limits;
        match key {
            "variant" if self.variant_given => return Err("only one variant per record"),
            "variant" => {
                self.variant_given = true;
                record.variant = value.to_owned();
            }
            _ if !self.variant_given => return Err("'variant' and an id after 'id'"),
            "fen" => {
                set_once(&mut self.fen, value.to_owned())?;
                record.fen = (value != "startpos").then(|| value.to_owned());
            }
            "moves" => record.moves.extend(tokens(value)),
            "depth" => set_once(&mut limits.depth, at_least_one(value)?)?,
            "nodes" => set_once(&mut limits.nodes, at_least_one(value)?)?,
            "movetime" => {
                let millis = Duration::from_millis(at_least_one(value)?);
                set_once(&mut limits.movetime, millis)?;
            }
            _ => record.facts.push(ExpectedFact {
                line,
                fact: fact(key, value)?,
            }),
        }
        Ok(())
    }

    fn finish(self) -> Result<Record, SuiteError> {
        let mut record = self.record;
        let fail = |line, expected| {
            Err(SuiteError {
                line,
                found: format!("id {}", record.id),
                expected,
            })
        };
        if !self.variant_given {
            return fail(record.line, "a variant in the record");
        }
        if record.facts.is_empty() {
            return fail(record.line, "a fact in the record");
        }
        if record.limits == Limits::default()
            && let Some(stated) = record.facts.iter().find(|s| s.fact.needs_search())
        {
            return fail(stated.line, "depth, nodes or movetime in the record");
        }
        record.limits.mate = record.sufficient_win();
        Ok(record)
    }
}

fn fact(key: &str, value: &str) -> Result<PositionFact, &'static str> {
    Ok(match key {
        "perft" => {
            let (depth, count) = value.split_once(' ').ok_or("a depth and a count")?;
            PositionFact::Perft {
                depth: perft_depth(depth)?,
                count: number(count)?,
            }
        }
        "count" => PositionFact::Count(number(value)?),
        "legal" => PositionFact::Legal(tokens(value).collect()),
        "has" => PositionFact::Has(some_tokens(value)?),
        "refuse" => PositionFact::Refuse(some_tokens(value)?),
        "refuse-text" => PositionFact::Refuse(vec![value.to_owned()]),
        "turn" => PositionFact::Turn(word(value)?),
        "result" => PositionFact::Result(result(value)?),
        "after" => {
            let mut parts = value.splitn(3, ' ');
            let (Some(token), Some(after), Some(fen)) = (parts.next(), parts.next(), parts.next())
            else {
                return Err("a token, a result and a FEN");
            };
            PositionFact::After {
                token: token.to_owned(),
                result: result(after)?,
                fen: fen.to_owned(),
            }
        }
        "badfen" => PositionFact::BadFen(value.to_owned()),
        "best" => PositionFact::Best(some_tokens(value)?),
        "avoid" => PositionFact::Avoid(some_tokens(value)?),
        "score" => PositionFact::Score(word(value)?),
        "wins" => match number(value)? {
            plies @ 1.. => PositionFact::Wins(plies),
            _ => return Err("a number of plies, 1 or more"),
        },
        _ => return Err("a key of the format"),
    })
}

/// The depth of a count. The limit is that of `ringstack perft`, whose counter is recursive.
fn perft_depth(value: &str) -> Result<u32, &'static str> {
    match number(value)? {
        depth @ 0..=99 => Ok(depth),
        _ => Err("a depth from 0 to 99 and a count"),
    }
}

fn tokens(value: &str) -> impl Iterator<Item = String> {
    value.split_ascii_whitespace().map(str::to_owned)
}

/// At least one token. A fact without tokens would always hold.
fn some_tokens(value: &str) -> Result<Vec<String>, &'static str> {
    let tokens: Vec<String> = tokens(value).collect();
    if tokens.is_empty() {
        return Err("a token, or several");
    }
    Ok(tokens)
}

/// Sets a value that may be given only once per record.
fn set_once<T>(place: &mut Option<T>, value: T) -> Result<(), &'static str> {
    if place.replace(value).is_some() {
        return Err("fen, depth, nodes and movetime only once per record");
    }
    Ok(())
}

fn number<T: FromStr>(value: &str) -> Result<T, &'static str> {
    value.trim().parse().map_err(|_| "a number")
}

/// A limit of a search, which must be positive.
fn at_least_one<T: FromStr + PartialOrd + From<u8>>(value: &str) -> Result<T, &'static str> {
    let found: T = number(value)?;
    if found < T::from(1) {
        return Err("a number, 1 or more");
    }
    Ok(found)
}

fn word<T: FromStr<Err = ParseValueError>>(value: &str) -> Result<T, &'static str> {
    value
        .parse()
        .map_err(|error: ParseValueError| error.expected)
}

fn result(value: &str) -> Result<Option<Outcome>, &'static str> {
    result_of_word(value).map_err(|error| error.expected)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ringstack_engine::search::Score;

    #[test]
    fn records_are_read_with_their_lines() {
        let text = "# source\n\nid a\nvariant dvonn\nmoves a1 b2\nperft 2 9\nbest c3\nnodes 7\n\n\
                    id b\nvariant gipf\nbadfen  x \nrefuse-text \nafter a1 draw x w\nscore mate -4\nwins 9\ndepth 1";
        let records = read(text).expect("a good file");
        assert_eq!(records.len(), 2);
        assert_eq!(records[0].moves, ["a1", "b2"]);
        assert_eq!(records[0].limits.nodes, Some(7));
        let facts: Vec<&PositionFact> = records[1].facts.iter().map(|s| &s.fact).collect();
        let after = PositionFact::After {
            token: "a1".to_owned(),
            result: Some(Outcome::Draw),
            fen: "x w".to_owned(),
        };
        let expected = [
            &PositionFact::BadFen(" x ".to_owned()),
            &PositionFact::Refuse(vec![String::new()]),
            &after,
            &PositionFact::Score(Score::loss_in(4)),
            &PositionFact::Wins(9),
        ];
        assert_eq!(facts, expected);
        assert_eq!((records[1].line, records[1].facts[0].line), (10, 12));
    }

    #[test]
    fn a_search_for_wins_alone_ends_with_the_shortest() {
        let mate = |facts: &str| {
            let records = read(&format!("id a\nvariant zertz\nnodes 9\ncount 3\n{facts}"));
            records.expect("a good file")[0].limits.mate
        };
        assert_eq!(mate("wins 9\nwins 7"), Some(7));
        assert_eq!(mate("wins 9\nbest a1"), None);
        assert_eq!(mate("avoid a1"), None);
    }

    #[test]
    fn a_bad_line_is_named() {
        for (text, line) in [
            ("variant dvonn", 1),
            ("id a\nfen x", 2),
            ("id a\n", 1),
            ("id a\nvariant dvonn\ncount 3\n\nid a\n", 5),
            ("id a\nvariant dvonn\nperft 3", 3),
            ("id a\nvariant dvonn\nperft 100 1", 3),
            ("id a\nvariant dvonn\nhas", 3),
            ("id a\nvariant dvonn\nrefuse ", 3),
            ("id a\nvariant dvonn\ndepth 1\nbest", 4),
            ("id a\nvariant dvonn\ndepth 1\navoid", 4),
            ("id a\nvariant dvonn\ndepth -5\nbest a1", 3),
            ("id a\nvariant dvonn\nnodes 0\nbest a1", 3),
            ("id a\nvariant dvonn\nmovetime 0\nbest a1", 3),
            ("id a\nvariant dvonn\ndepth 1\ndepth 2\nbest a1", 4),
            ("id a\nvariant dvonn\nfen startpos\nfen x\ncount 1", 4),
            ("id a\nvariant dvonn\ncount 1\n\nid a \n", 5),
            ("id a\nvariant dvonn\ncolour red", 3),
            ("id a\nvariant dvonn\nturn w", 3),
            ("id a\nvariant dvonn\ndepth 1\nwins 0", 4),
            ("id a\nvariant dvonn\ncount 3\nbest a1", 4),
            ("", 1),
            ("# nothing\n\n", 2),
            (
                "id a\nvariant dvonn\nmoves a1\n\nid b\nvariant dvonn\ncount 3",
                1,
            ),
        ] {
            assert_eq!(read(text).map_err(|error| error.line), Err(line), "{text}");
        }
    }
}
