//! Holds the facts of a record against the game: rules, text and search.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::atomic::AtomicBool;

use crate::games::{self, Game, Visitor};
use crate::perft::perft;
use crate::play::line::Line;
use crate::rules::{Outcome, result_word};
use crate::search::{self, Memory, Request, Settings, Verdict};

use super::record::{Fact, Record};

/// How much work may go into a check.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Perft counts above this one are skipped.
    pub perft_limit: u64,
    /// The size of the hash table of a search, in MiB.
    pub hash: usize,
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

/// Checks all facts of a record; no failures mean that all hold.
#[must_use]
pub fn check(record: &Record, effort: Effort) -> Vec<Failure> {
    let fail = |line, text| Failure {
        line,
        id: record.id.clone(),
        text,
    };
    match games::visit(&record.variant, &mut Checker { record, effort }) {
        None => vec![fail(record.line, format!("no game '{}'", record.variant))],
        Some(Err(text)) => vec![fail(record.line, text)],
        Some(Ok(failures)) => failures
            .into_iter()
            .map(|(line, text)| fail(line, text))
            .collect(),
    }
}

struct Checker<'a> {
    record: &'a Record,
    effort: Effort,
}

impl Visitor for Checker<'_> {
    /// Failures by line, or why the position cannot be set up.
    type Output = Result<Vec<(usize, String)>, String>;

    fn visit<P: Game>(&mut self, variant: P::Variant) -> Self::Output {
        let record = self.record;
        let start = match &record.fen {
            None => P::start(variant),
            Some(fen) => P::from_fen(variant, fen).map_err(|error| error.to_string())?,
        };
        if let Some(fen) = &record.fen {
            expect("the FEN", &start.fen(), fen)?;
        }
        let mut line = Line::new(start);
        line.extend(&record.moves)
            .map_err(|error| error.to_string())?;
        let needs_search = record.facts.iter().any(|stated| stated.fact.needs_search());
        let verdict = if needs_search {
            Some(self.search(&line)?)
        } else {
            None
        };
        let at = At {
            line,
            verdict,
            perft_limit: self.effort.perft_limit,
        };
        let mut failures = Vec::new();
        for stated in &record.facts {
            if let Err(text) = at.check(&stated.fact) {
                failures.push((stated.line, text));
            }
        }
        Ok(failures)
    }
}

impl Checker<'_> {
    fn search<P: Game>(&self, line: &Line<P>) -> Result<Verdict<P::Move>, String> {
        let memory = Memory::new(self.effort.hash).map_err(|error| error.to_string())?;
        let request = Request {
            root: line.now().clone(),
            earlier: line.earlier(),
            search_moves: Vec::new(),
            settings: Settings::from(self.record.limits.clone()),
        };
        let stop = AtomicBool::new(false);
        Ok(search::run(&request, &memory, &stop, &|_| {}))
    }
}

/// The position of a record and what the search says about it.
struct At<P: Game> {
    line: Line<P>,
    verdict: Option<Verdict<P::Move>>,
    perft_limit: u64,
}

impl<P: Game> At<P> {
    fn check(&self, fact: &Fact) -> Result<(), String> {
        match fact {
            Fact::Perft { depth, count } => self.check_perft(*depth, *count),
            Fact::Count(count) => expect("the number of legal moves", self.legal()?.len(), *count),
            Fact::Legal(tokens) => self.check_legal(tokens),
            Fact::Has(tokens) => tokens.iter().try_for_each(|token| self.check_has(token)),
            Fact::Refuse(texts) => texts.iter().try_for_each(|text| self.check_refused(text)),
            Fact::Turn(side) => expect("the turn", self.line.now().turn(), *side),
            Fact::Result(result) => expect(
                "the result",
                result_word(self.line.outcome()),
                result_word(*result),
            ),
            Fact::After { token, result, fen } => self.check_after(token, *result, fen),
            Fact::BadFen(text) => match P::from_fen(self.line.now().variant(), text) {
                Ok(_) => Err(format!("the FEN '{text}' is accepted")),
                Err(_) => Ok(()),
            },
            Fact::Best(tokens) => match self.answer()? {
                token if tokens.contains(&token) => Ok(()),
                token => Err(format!("the engine plays {token}, not {tokens:?}")),
            },
            Fact::Avoid(tokens) => match self.answer()? {
                token if tokens.contains(&token) => Err(format!("the engine plays {token}")),
                _ => Ok(()),
            },
            Fact::Score(score) => {
                let found = self.searched()?.report.score;
                expect("the score", found.to_string(), score.to_string())
            }
        }
    }

    /// The legal tokens; an error when a token comes twice.
    fn legal(&self) -> Result<BTreeSet<String>, String> {
        let mut moves = Vec::new();
        if self.line.outcome().is_none() {
            self.line.now().legal_moves(&mut moves);
        }
        let mut tokens = BTreeSet::new();
        for &m in &moves {
            let token = self.line.now().token(m);
            if !tokens.insert(token.clone()) {
                return Err(format!("the move {token} is listed twice"));
            }
        }
        Ok(tokens)
    }

    fn check_perft(&self, depth: u32, count: u64) -> Result<(), String> {
        if count > self.perft_limit {
            return Ok(());
        }
        let stop = AtomicBool::new(false);
        let found = perft(self.line.now(), depth, &stop).unwrap_or(0);
        expect(&format!("perft {depth}"), found, count)
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
        let m = self
            .line
            .parse_move(token)
            .map_err(|error| error.to_string())?;
        expect("the token", self.line.now().token(m).as_str(), token)?;
        if self.legal()?.contains(token) {
            Ok(())
        } else {
            Err(format!("the move {token} is accepted but not listed"))
        }
    }

    fn check_refused(&self, text: &str) -> Result<(), String> {
        match self.line.parse_move(text) {
            Ok(_) => Err(format!("the move '{text}' is accepted")),
            Err(_) => Ok(()),
        }
    }

    fn check_after(&self, token: &str, result: Option<Outcome>, fen: &str) -> Result<(), String> {
        let mut line = self.line.clone();
        line.extend(&[token]).map_err(|error| error.to_string())?;
        expect(
            &format!("the FEN after {token}"),
            line.now().fen().as_str(),
            fen,
        )?;
        let what = format!("the result after {token}");
        expect(&what, result_word(line.outcome()), result_word(result))
    }

    fn searched(&self) -> Result<&Verdict<P::Move>, String> {
        self.verdict.as_ref().ok_or("nothing was searched".into())
    }

    fn answer(&self) -> Result<String, String> {
        let best = self.searched()?.best.ok_or("the engine has no move")?;
        Ok(self.line.now().token(best))
    }
}

fn expect<T: PartialEq + fmt::Display>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{what} is {found}, expected {expected}"))
    }
}
