//! Holds the facts of a record against another UGI engine, as far as it can be asked. Result, turn
//! and searches need no more than UGI; everything else needs our extensions of the protocol.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::rules::{Outcome, Side, quote};
use crate::search::Limits;
use crate::search::Value;
use crate::suite::{Checked, Effort, Fact, Failure, Record};
use crate::ugi::command::{Command, Go, GoKey, Query, Start};
use crate::ugi::reply::Reply;

use super::engine::clock;
use super::engine::error::shown;
use super::engine::spec::EngineSpec;
use super::engine::{Engine, EngineError, Patience, Wait};

/// How long an engine may take to say that it knows `query game`.
const PROBE: Duration = Duration::from_secs(2);

/// How long a search may take that no time limits.
const LONGEST: Duration = Duration::from_secs(600);

/// How long a count may take that has nothing to be counted.
const COUNT: Duration = Duration::from_secs(30);

/// How many sequences of moves the slowest engine counts in a second.
const COUNTED: u64 = 20_000;

/// How late the answer of a timed search may be.
const MARGIN: Duration = Duration::from_secs(1);

/// An engine that is held against facts.
#[derive(Debug)]
pub struct Foreign {
    spec: EngineSpec,
    effort: Effort,
    running: Option<Running>,
    /// The games it says it does not play.
    unplayed: BTreeSet<String>,
}

#[derive(Debug)]
struct Running {
    variant: String,
    engine: Engine,
    /// Whether it knows our extensions.
    extended: bool,
}

/// Why a fact was not found to hold.
enum Miss {
    /// The engine says something else.
    Differs(String),
    /// The engine cannot be asked.
    Unasked,
    /// The engine failed.
    Broken(EngineError),
}

impl From<EngineError> for Miss {
    fn from(error: EngineError) -> Miss {
        Miss::Broken(error)
    }
}

type Held = Result<(), Miss>;

impl Foreign {
    /// The engine, which is started when it is needed.
    #[must_use]
    pub fn new(spec: EngineSpec, effort: Effort) -> Foreign {
        Foreign {
            spec,
            effort,
            running: None,
            unplayed: BTreeSet::new(),
        }
    }

    /// The games of the records so far that it does not play.
    #[must_use]
    pub fn unplayed(&self) -> &BTreeSet<String> {
        &self.unplayed
    }

    /// Checks all facts of a record. An engine that fails is started anew for the next one.
    pub fn check(&mut self, record: &Record) -> Checked {
        let mut checked = Checked::default();
        let fail = |line, text| Failure {
            line,
            id: record.id.clone(),
            text,
        };
        let limit = self.effort.perft_limit;
        let running = match self.get(&record.variant) {
            Ok(running) => running,
            Err(EngineError::NoGame { game }) => {
                self.unplayed.insert(game);
                checked.skipped = record.facts.len();
                return checked;
            }
            Err(error) => {
                checked.failures.push(fail(record.line, error.to_string()));
                checked.broken = true;
                return checked;
            }
        };
        for stated in &record.facts {
            match running.check(record, &stated.fact, limit) {
                Ok(()) => {}
                Err(Miss::Differs(text)) => checked.failures.push(fail(stated.line, text)),
                Err(Miss::Unasked) => checked.skipped += 1,
                Err(Miss::Broken(error)) => {
                    checked.failures.push(fail(stated.line, error.to_string()));
                    checked.broken = true;
                    self.running = None;
                    return checked;
                }
            }
        }
        checked
    }

    /// The engine, playing that variant.
    fn get(&mut self, variant: &str) -> Result<&mut Running, EngineError> {
        let fitting = self
            .running
            .take()
            .filter(|running| running.variant == variant);
        let running = match fitting {
            Some(running) => running,
            None => Running::start(&self.spec, variant)?,
        };
        Ok(self.running.insert(running))
    }
}

impl Running {
    fn start(spec: &EngineSpec, variant: &str) -> Result<Running, EngineError> {
        let started = Engine::start(spec, variant, Patience::default());
        let mut engine = started.map_err(|failure| failure.error)?;
        engine.send(&Command::Query(Query::Game));
        let deadline = clock::now() + PROBE;
        let mut extended = false;
        while let Some((_, reply)) = engine.listen("response", deadline)? {
            if let Reply::Response(answer) = reply {
                extended = answer == variant;
                break;
            }
        }
        Ok(Running {
            variant: variant.to_owned(),
            engine,
            extended,
        })
    }

    fn check(&mut self, record: &Record, fact: &Fact, perft_limit: u64) -> Held {
        let needs_extension =
            !fact.needs_search() && !matches!(fact, Fact::Result(_) | Fact::Turn(_));
        if needs_extension && !self.extended {
            return Err(Miss::Unasked);
        }
        if fact.needs_search() {
            // What one search left in the hash table is not for the next.
            self.engine.new_game()?;
        }
        self.set(record, &[])?;
        match fact {
            Fact::Perft { count, .. } if *count > perft_limit => Err(Miss::Unasked),
            Fact::Perft { depth, count } => {
                let found = self.perft(*depth, patience(*count))?;
                expect(
                    &format!("perft {depth}"),
                    found.to_string(),
                    &count.to_string(),
                )
            }
            Fact::Count(count) => {
                let found = self.legal()?.len().to_string();
                expect("the number of legal moves", found, &count.to_string())
            }
            Fact::Legal(tokens) => self.all_legal(tokens),
            Fact::Has(tokens) => self.each_legal(tokens, "true"),
            Fact::Refuse(tokens) => self.each_legal(tokens, "false"),
            Fact::Turn(side) => {
                let expected = if *side == Side::One { "true" } else { "false" };
                let found = self.engine.query(Query::P1Turn)?;
                expect("whether it is player 1's turn", found, expected)
            }
            Fact::Result(result) => self.result(*result),
            Fact::After { token, result, fen } => {
                self.set(record, std::slice::from_ref(token))?;
                let found = self.engine.query(Query::Fen)?;
                expect(&format!("the FEN after {token}"), found, fen)?;
                self.result(*result)
            }
            Fact::BadFen(text) => self.bad_fen(text),
            Fact::Best(_) | Fact::Avoid(_) | Fact::Score(_) | Fact::Wins(_) => {
                let (token, value) = self.think(&record.limits)?;
                searched(fact, &token, value)
            }
        }
    }

    fn set(&mut self, record: &Record, more: &[String]) -> Result<(), EngineError> {
        let start = Start::at(record.fen.clone());
        let moves = record.moves.iter().chain(more).cloned().collect();
        self.engine.send(&Command::Position { start, moves });
        self.engine.ready()
    }

    fn legal(&mut self) -> Result<BTreeSet<String>, EngineError> {
        let answer = self.engine.query(Query::LegalMoves)?;
        Ok(answer
            .split_ascii_whitespace()
            .skip(1)
            .map(str::to_owned)
            .collect())
    }

    fn all_legal(&mut self, tokens: &[String]) -> Held {
        let expected: BTreeSet<String> = tokens.iter().cloned().collect();
        let found = self.legal()?;
        let extra: Vec<&String> = found.difference(&expected).collect();
        let missing: Vec<&String> = expected.difference(&found).collect();
        if extra.is_empty() && missing.is_empty() {
            return Ok(());
        }
        Err(Miss::Differs(format!(
            "legal too: {extra:?}, not legal: {missing:?}"
        )))
    }

    fn each_legal(&mut self, tokens: &[String], expected: &str) -> Held {
        for token in tokens {
            // What is no single word cannot be asked about.
            if token.split_ascii_whitespace().count() != 1 || token.trim() != token {
                return Err(Miss::Unasked);
            }
            let found = self.engine.query(Query::IsLegal(token.clone()))?;
            expect(&format!("whether {token} is legal"), found, expected)?;
        }
        Ok(())
    }

    fn result(&mut self, expected: Option<Outcome>) -> Held {
        let over = self.engine.query(Query::GameOver)?;
        expect(
            "whether the game is over",
            over,
            if expected.is_some() { "true" } else { "false" },
        )?;
        let Some(outcome) = expected else {
            return Ok(());
        };
        let found = self.engine.query(Query::Result)?;
        expect("the result", found, &outcome.to_string())
    }

    fn bad_fen(&mut self, text: &str) -> Held {
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let plain = text.is_ascii() && words.join(" ") == text;
        if !plain || words.is_empty() || words.contains(&"moves") {
            // The words of a command do not show how they were separated.
            return Err(Miss::Unasked);
        }
        let start = Start::Fen(text.to_owned());
        let moves = Vec::new();
        self.engine.send(&Command::Position { start, moves });
        self.engine.send(&Command::IsReady);
        let wait = Wait::of(Patience::default().answer);
        let mut refused = false;
        loop {
            match self.engine.hear("readyok", wait)?.1 {
                Reply::Error(..) => refused = true,
                Reply::ReadyOk if refused => return Ok(()),
                Reply::ReadyOk => {
                    return Err(Miss::Differs(format!("the FEN '{text}' is accepted")));
                }
                _ => {}
            }
        }
    }

    /// The count that the engine gives in so long; one that says it cannot count will give none.
    fn perft(&mut self, depth: u32, longest: Duration) -> Result<u64, Miss> {
        self.engine.send(&Command::Perft(depth));
        let wait = Wait::of(longest);
        loop {
            match self.engine.hear("Nodes searched", wait)?.1 {
                Reply::NodesSearched(count) => return Ok(count),
                error @ Reply::Error(..) => {
                    return Err(Miss::Differs(format!(
                        "perft {depth} is answered with '{}', expected a count",
                        quote(&error.to_string())
                    )));
                }
                _ => {}
            }
        }
    }

    /// The move the engine plays and the last value it gives.
    fn think(&mut self, limits: &Limits) -> Result<(String, Option<Value>), EngineError> {
        let mut go = Go::default();
        let millis = limits.movetime.map(|time| time.as_millis());
        let millis = millis.map(|millis| i64::try_from(millis).unwrap_or(i64::MAX));
        let nodes = limits.nodes;
        let nodes = nodes.map(|nodes| i64::try_from(nodes).unwrap_or(i64::MAX));
        let numbers = [
            (GoKey::Depth, limits.depth.map(i64::from)),
            (GoKey::Nodes, nodes),
            (GoKey::Mate, limits.mate.map(i64::from)),
            (GoKey::MoveTime, millis),
        ];
        let given = numbers
            .into_iter()
            .filter_map(|(key, number)| Some((key, number?)));
        go.numbers.extend(given);
        let wait = Wait::of(limits.movetime.map_or(LONGEST, |time| time + MARGIN));
        self.engine.send(&Command::Go(go));
        let mut last = None;
        loop {
            match self.engine.hear("bestmove", wait)?.1 {
                Reply::Info(info) if info.multi_pv.unwrap_or(1) == 1 => {
                    last = info.score.map(|score| score.value).or(last);
                }
                Reply::BestMove(token) => return Ok((token, last)),
                _ => {}
            }
        }
    }
}

/// How long an engine may take to count so many sequences.
fn patience(count: u64) -> Duration {
    COUNT + Duration::from_secs(count / COUNTED)
}

/// Holds a fact about a search against the move and the value that came of it; any other fact holds.
fn searched(fact: &Fact, token: &String, value: Option<Value>) -> Held {
    match fact {
        Fact::Best(tokens) if !tokens.contains(token) => Err(Miss::Differs(format!(
            "the engine plays {}, not {tokens:?}",
            shown(token)
        ))),
        Fact::Avoid(tokens) if tokens.contains(token) => {
            Err(Miss::Differs(format!("the engine plays {}", shown(token))))
        }
        Fact::Score(score) => expect("the score", told(value), &score.to_string()),
        Fact::Wins(plies) if !value.is_some_and(|value| value.wins_within(*plies)) => {
            let expected = format!("a win within {plies} plies");
            expect("the score", told(value), &expected)
        }
        _ => Ok(()),
    }
}

/// The value that an engine told last, if it told any.
fn told(value: Option<Value>) -> String {
    value.map_or_else(|| "none".to_owned(), |value| value.to_string())
}

fn expect(what: &str, found: String, expected: &str) -> Held {
    if found == expected {
        return Ok(());
    }
    Err(Miss::Differs(format!(
        "{what} is {}, expected {expected}",
        shown(&found)
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_engine_says_is_told_in_letters_that_can_be_printed() {
        let held = expect("the turn", "\x1b[2Jtrue".to_owned(), "true");
        let Err(Miss::Differs(told)) = held else {
            panic!("it differs");
        };
        assert_eq!(told, "the turn is  [2Jtrue, expected true");
    }

    #[test]
    fn the_patience_with_a_count_grows_with_it() {
        assert_eq!(patience(0), COUNT);
        assert_eq!(patience(46), COUNT, "what hangs is told soon");
        assert_eq!(patience(10_000_000), COUNT + Duration::from_secs(500));
        let most = patience(u64::MAX);
        assert!(clock::now().checked_add(most).is_some(), "{most:?}");
    }
}
