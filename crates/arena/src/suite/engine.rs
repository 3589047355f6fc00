//! Another UGI engine as a subject of checks. Result, turn and searches need only UGI; all other questions
//! need our extensions of the protocol.

use ringstack_engine::clock;
use std::time::Duration;

use crate::engine::spec::EngineSpec;
use crate::engine::{Engine, EngineError, Timeouts, Wait};
use ringstack_engine::rules::{Outcome, ParseValueError, Side, quote};
use ringstack_engine::search::{Limits, Value};
use ringstack_engine::ugi::command::{Command, Go, GoKey, Query, Start};
use ringstack_engine::ugi::reply::Reply;

use super::check::{CheckError, Subject};
use super::record::Record;

/// How long an engine may take to answer `query game`.
const PROBE: Duration = Duration::from_secs(2);

/// How long a search without a time limit may take.
const MAX_SEARCH: Duration = Duration::from_secs(600);

/// How late the answer of a timed search may be.
const MARGIN: Duration = Duration::from_secs(1);

/// The minimum time limit of a count.
const MIN_COUNT: Duration = Duration::from_secs(30);

/// The number of sequences per second that the slowest supported engine counts.
const COUNT_RATE: u64 = 20_000;

/// The checked engine. It is started on demand and restarted after a failure.
#[derive(Debug)]
pub struct EngineUnderTest {
    spec: EngineSpec,
    running: Option<SuiteEngine>,
}

#[derive(Debug)]
struct SuiteEngine {
    variant: String,
    engine: Engine,
    /// Whether the engine supports our extensions.
    is_extended: bool,
}

impl From<EngineError> for CheckError {
    fn from(error: EngineError) -> CheckError {
        match error {
            EngineError::NoGame { .. } => CheckError::NoGame,
            error => CheckError::Broken(error.to_string()),
        }
    }
}

impl EngineUnderTest {
    /// An engine of this description.
    #[must_use]
    pub fn new(spec: EngineSpec) -> EngineUnderTest {
        EngineUnderTest {
            spec,
            running: None,
        }
    }

    /// The running engine for this variant; starts it if necessary.
    fn start(&mut self, variant: &str) -> Result<&mut Engine, EngineError> {
        let is_usable =
            |running: &SuiteEngine| running.variant == variant && !running.engine.is_broken();
        let running = match self.running.take().filter(is_usable) {
            Some(running) => running,
            None => SuiteEngine::start(&self.spec, variant)?,
        };
        Ok(&mut self.running.insert(running).engine)
    }

    fn engine(&mut self) -> Result<&mut Engine, CheckError> {
        let running = self.running.as_mut();
        let engine = running.map(|running| &mut running.engine);
        engine.ok_or_else(|| CheckError::Broken("is not running".to_owned()))
    }

    /// The engine, if it supports our extensions.
    fn extended(&mut self) -> Result<&mut Engine, CheckError> {
        match &mut self.running {
            Some(running) if running.is_extended => Ok(&mut running.engine),
            _ => Err(CheckError::NotSupported),
        }
    }

    fn is(&mut self, query: Query) -> Result<bool, CheckError> {
        match self.engine()?.query(query)?.as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            other => Err(unexpected(other, "true or false")),
        }
    }
}

/// Whether an engine that plays `game` supports our extensions: whether it answers `query game`.
///
/// # Errors
/// The engine is gone, or its answer is not a reply.
pub(super) fn has_extensions(engine: &mut Engine, game: &str) -> Result<bool, EngineError> {
    engine.send(&Command::Query(Query::Game));
    let deadline = clock::now() + PROBE;
    while let Some((_, reply)) = engine.receive_until("response", deadline)? {
        if let Reply::Response(answer) = reply {
            return Ok(answer == game);
        }
    }
    Ok(false)
}

fn unexpected(answer: &str, expected: &str) -> CheckError {
    CheckError::Differs(format!("answer '{}': expected {expected}", quote(answer)))
}

impl SuiteEngine {
    fn start(spec: &EngineSpec, variant: &str) -> Result<SuiteEngine, EngineError> {
        let started = Engine::start(spec, variant, Timeouts::default());
        let mut engine = started.map_err(|failure| failure.error)?;
        let is_extended = has_extensions(&mut engine, variant)?;
        Ok(SuiteEngine {
            variant: variant.to_owned(),
            engine,
            is_extended,
        })
    }
}

impl Subject for EngineUnderTest {
    fn set(&mut self, record: &Record, more: &[String]) -> Result<(), CheckError> {
        let start = Start::at(record.fen.clone());
        let moves = [record.moves.as_slice(), more].concat();
        let engine = self.start(&record.variant)?;
        engine.send(&Command::Position { start, moves });
        Ok(engine.ready()?)
    }

    fn fen(&mut self) -> Result<String, CheckError> {
        Ok(self.extended()?.query(Query::Fen)?)
    }

    fn legal(&mut self) -> Result<Vec<String>, CheckError> {
        let answer = self.extended()?.query(Query::LegalMoves)?;
        let mut words = answer.split_ascii_whitespace();
        let count: Option<usize> = words.next().and_then(|word| word.parse().ok());
        let tokens: Vec<String> = words.map(str::to_owned).collect();
        match count {
            Some(count) if count == tokens.len() => Ok(tokens),
            // Engines omit a list that is too long.
            Some(_) if tokens.is_empty() => Err(CheckError::NotSupported),
            _ => Err(unexpected(&answer, "a number and as many moves")),
        }
    }

    fn is_legal(&mut self, text: &str) -> Result<bool, CheckError> {
        self.extended()?;
        // A command can only ask about a single word.
        if text.split_ascii_whitespace().count() != 1 || text.trim() != text {
            return Err(CheckError::NotSupported);
        }
        self.is(Query::IsLegal(text.to_owned()))
    }

    fn perft(&mut self, depth: u32, expected: u64) -> Result<u64, CheckError> {
        let engine = self.extended()?;
        engine.send(&Command::Perft(depth));
        let wait = Wait::of(count_time(expected));
        loop {
            match engine.receive("Nodes searched", wait)?.1 {
                Reply::NodesSearched(count) => return Ok(count),
                error @ Reply::Error(..) => {
                    return Err(CheckError::Differs(format!(
                        "perft {depth} is answered with '{}', expected a count",
                        quote(&error.to_string())
                    )));
                }
                _ => {}
            }
        }
    }

    fn turn(&mut self) -> Result<Side, CheckError> {
        Ok(if self.is(Query::P1Turn)? {
            Side::One
        } else {
            Side::Two
        })
    }

    fn result(&mut self) -> Result<Option<Outcome>, CheckError> {
        if !self.is(Query::GameOver)? {
            return Ok(None);
        }
        let answer = self.engine()?.query(Query::Result)?;
        let outcome = answer.parse();
        outcome
            .map(Some)
            .map_err(|error: ParseValueError| unexpected(&answer, error.expected))
    }

    fn accepts_fen(&mut self, text: &str) -> Result<bool, CheckError> {
        let engine = self.extended()?;
        let words: Vec<&str> = text.split_ascii_whitespace().collect();
        let is_plain = text.is_ascii() && words.join(" ") == text;
        // The words of a command do not show how they were separated.
        if !is_plain || words.is_empty() || words.contains(&"moves") {
            return Err(CheckError::NotSupported);
        }
        let start = Start::Fen(text.to_owned());
        let moves = Vec::new();
        engine.send(&Command::Position { start, moves });
        engine.send(&Command::IsReady);
        let wait = Wait::of(Timeouts::default().answer);
        let mut accepted = true;
        loop {
            match engine.receive("readyok", wait)?.1 {
                Reply::Error(..) => accepted = false,
                Reply::ReadyOk => return Ok(accepted),
                _ => {}
            }
        }
    }

    fn search(&mut self, record: &Record) -> Result<(String, Option<Value>), CheckError> {
        // The hash table of an earlier search must not help.
        self.engine()?.new_game()?;
        self.set(record, &[])?;
        let limits = &record.limits;
        let wait = Wait::of(limits.movetime.map_or(MAX_SEARCH, |time| time + MARGIN));
        let engine = self.engine()?;
        engine.send(&Command::Go(go(limits)));
        let mut last = None;
        loop {
            match engine.receive("bestmove", wait)?.1 {
                Reply::Info(info) if info.multi_pv.unwrap_or(1) == 1 => {
                    last = info.score.map(|score| score.value).or(last);
                }
                Reply::BestMove(token) => return Ok((token, last)),
                _ => {}
            }
        }
    }
}

fn go(limits: &Limits) -> Go {
    let number = |number| i64::try_from(number).unwrap_or(i64::MAX);
    let numbers = [
        (GoKey::Depth, limits.depth.map(i64::from)),
        (GoKey::Nodes, limits.nodes.map(|nodes| number(nodes.into()))),
        (GoKey::Mate, limits.mate.map(i64::from)),
        (
            GoKey::MoveTime,
            limits.movetime.map(|time| number(time.as_millis())),
        ),
    ];
    let mut go = Go::default();
    let given = numbers
        .into_iter()
        .filter_map(|(key, number)| Some((key, number?)));
    go.numbers.extend(given);
    go
}

/// How long an engine may take to count this many sequences.
fn count_time(count: u64) -> Duration {
    MIN_COUNT + Duration::from_secs(count / COUNT_RATE)
}
