//! Holds the facts of a record against the game: rules, text and search.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::AtomicBool;

use crate::perft::WAYS;
use crate::play::{self, Means, Seat, Start, Thought};
use crate::rules::{Outcome, result_word};
use crate::search::value::Value;
use crate::search::{Memory, Settings};

use super::record::{Fact, Record};

/// How much work may go into a check.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Perft counts above this one are skipped.
    pub perft_limit: u64,
    /// The size of the hash table of a search, in MiB.
    pub hash: usize,
}

/// What came of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Facts that do not hold, and failures of the engine.
    pub failures: Vec<Failure>,
    /// Facts that were not looked at: counts above the limit, and what an engine cannot be asked.
    pub skipped: usize,
    /// Whether another engine failed to answer, so that the other facts were not looked at either.
    pub broken: bool,
}

/// A fact that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The line in the file, from 1.
    pub line: usize,
    /// The id of the record.
    pub id: String,
    /// What is different from what the file says.
    pub text: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} ({}): {}", self.line, self.id, self.text)
    }
}

/// Checks all facts of a record; without failures and skipped facts all hold.
#[must_use]
pub fn check(record: &Record, effort: Effort) -> Checked {
    let fail = |line, text| Failure {
        line,
        id: record.id.clone(),
        text,
    };
    let mut checked = Checked::default();
    let case = match Case::new(record, effort) {
        Ok(case) => case,
        Err(text) => {
            checked.failures.push(fail(record.line, text));
            return checked;
        }
    };
    for stated in &record.facts {
        match case.check(&stated.fact) {
            Ok(Held::Yes) => {}
            Ok(Held::Skipped) => checked.skipped += 1,
            Err(text) => checked.failures.push(fail(stated.line, text)),
        }
    }
    checked
}

/// What is found out about a fact that is not wrong.
enum Held {
    Yes,
    Skipped,
}

/// The position of a record and what the search says about it.
struct Case {
    seat: Box<dyn Seat>,
    thought: Option<Thought>,
    perft_limit: u64,
}

impl Case {
    /// Sets up the position, and searches it when a fact asks for that.
    fn new(record: &Record, effort: Effort) -> Result<Case, String> {
        let seat = play::open(&record.variant);
        let mut seat = seat.ok_or_else(|| format!("no game '{}'", record.variant))?;
        let start = Start::at(record.fen.clone());
        seat.set(&start, &[]).map_err(|error| error.to_string())?;
        if let Some(fen) = &record.fen {
            expect("the FEN", &seat.fen(), fen)?;
        }
        seat.play(&record.moves)
            .map_err(|error| error.to_string())?;
        let mut case = Case {
            seat,
            thought: None,
            perft_limit: effort.perft_limit,
        };
        if record.facts.iter().any(|stated| stated.fact.needs_search()) {
            let memory = Memory::new(effort.hash).map_err(|error| error.to_string())?;
            let settings = Settings::from(record.limits.clone());
            let thought = case.seat.think(&settings, &[], Means::quiet(&memory));
            case.thought = Some(thought.map_err(|error| error.to_string())?);
        }
        Ok(case)
    }

    fn check(&self, fact: &Fact) -> Result<Held, String> {
        match fact {
            Fact::Perft { count, .. } if *count > self.perft_limit => return Ok(Held::Skipped),
            Fact::Perft { depth, count } => self.check_perft(*depth, *count),
            Fact::Count(count) => expect("the number of legal moves", self.legal()?.len(), *count),
            Fact::Legal(tokens) => self.check_legal(tokens),
            Fact::Has(tokens) => tokens.iter().try_for_each(|token| self.check_has(token)),
            Fact::Refuse(texts) => texts.iter().try_for_each(|text| self.check_refused(text)),
            Fact::Turn(side) => expect("the turn", self.seat.turn(), *side),
            Fact::Result(result) => expect(
                "the result",
                result_word(self.seat.outcome()),
                result_word(*result),
            ),
            Fact::After { token, result, fen } => self.check_after(token, *result, fen),
            Fact::BadFen(text) => self.check_bad_fen(text),
            Fact::Best(tokens) => match self.answer()? {
                token if tokens.contains(token) => Ok(()),
                token => Err(format!("the engine plays {token}, not {tokens:?}")),
            },
            Fact::Avoid(tokens) => match self.answer()? {
                token if tokens.contains(token) => Err(format!("the engine plays {token}")),
                _ => Ok(()),
            },
            Fact::Score(score) => expect("the score", self.thought()?.score, *score),
            Fact::Wins(plies) => match self.thought()?.score {
                score if Value::from(score).wins_within(*plies) => Ok(()),
                score => Err(format!(
                    "the score is {score}, expected a win within {plies} plies"
                )),
            },
        }
        .map(|()| Held::Yes)
    }

    /// The legal tokens; an error when a token comes twice.
    fn legal(&self) -> Result<BTreeSet<String>, String> {
        let mut tokens = BTreeSet::new();
        for token in self.seat.legal() {
            if let Some(token) = tokens.replace(token) {
                return Err(format!("the move {token} is listed twice"));
            }
        }
        Ok(tokens)
    }

    /// Gives up where the count goes beyond the limit, as nobody knows how far.
    fn check_perft(&self, depth: u32, count: u64) -> Result<(), String> {
        let most = self.perft_limit;
        let never = AtomicBool::new(false);
        let Some(found) = self.seat.perft(depth, most, &never, &mut |_| {}) else {
            return Err(format!(
                "perft {depth} is above {most}, or {WAYS} times as many moves lead to less; expected {count}"
            ));
        };
        expect(&format!("perft {depth}"), found.total, count)
    }

    fn check_legal(&self, tokens: &[String]) -> Result<(), String> {
        let found = self.legal()?;
        let expected: BTreeSet<String> = tokens.iter().cloned().collect();
        let extra: Vec<&String> = found.difference(&expected).collect();
        let missing: Vec<&String> = expected.difference(&found).collect();
        if !extra.is_empty() || !missing.is_empty() {
            return Err(format!("legal too: {extra:?}, not legal: {missing:?}"));
        }
        expect("the number of legal moves", found.len(), tokens.len())
    }

    fn check_has(&self, token: &str) -> Result<(), String> {
        let canonical = self.seat.canonical(token);
        let canonical = canonical.map_err(|error| error.to_string())?;
        expect("the token", canonical.as_str(), token)?;
        if self.legal()?.contains(token) {
            Ok(())
        } else {
            Err(format!("the move {token} is accepted but not listed"))
        }
    }

    fn check_refused(&self, text: &str) -> Result<(), String> {
        match self.seat.canonical(text) {
            Ok(_) => Err(format!("the move '{text}' is accepted")),
            Err(_) => Ok(()),
        }
    }

    fn check_after(&self, token: &str, result: Option<Outcome>, fen: &str) -> Result<(), String> {
        let mut seat = self.seat.clone();
        seat.play(&[token.to_owned()])
            .map_err(|error| error.to_string())?;
        expect(&format!("the FEN after {token}"), seat.fen().as_str(), fen)?;
        let what = format!("the result after {token}");
        expect(&what, result_word(seat.outcome()), result_word(result))
    }

    fn check_bad_fen(&self, text: &str) -> Result<(), String> {
        let start = Start::Fen(text.to_owned());
        match self.seat.clone().set(&start, &[]) {
            Ok(()) => Err(format!("the FEN '{text}' is accepted")),
            Err(_) => Ok(()),
        }
    }

    fn thought(&self) -> Result<&Thought, String> {
        self.thought.as_ref().ok_or("nothing was searched".into())
    }

    fn answer(&self) -> Result<&String, String> {
        let best = self.thought()?.best.as_ref();
        best.ok_or("the engine has no move".into())
    }
}

fn expect<T: PartialEq + fmt::Display>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what} is {found}, expected {expected}"))
    }
}
