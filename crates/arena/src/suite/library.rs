//! Our library as a subject of checks.

use std::sync::atomic::AtomicBool;

use ringstack_engine::perft::MAX_MOVES_PER_SEQUENCE;
use ringstack_engine::play::{self, GameState, RootMoves, SearchContext, Start};
use ringstack_engine::rules::{Outcome, Side};
use ringstack_engine::search::{SearchState, Settings, Value};

use super::check::{CheckError, Subject};
use super::record::Record;

/// Our library: rules, text and search.
#[derive(Debug)]
pub struct Library {
    /// The maximum of perft counts.
    perft_limit: u64,
    /// The size of the hash table of a search, in MiB.
    hash: usize,
    /// The position that was set up last.
    state: Option<Box<dyn GameState>>,
}

impl Library {
    /// The library; `hash` is the size of the hash table in MiB.
    #[must_use]
    pub fn new(perft_limit: u64, hash: usize) -> Library {
        Library {
            perft_limit,
            hash,
            state: None,
        }
    }

    fn state(&mut self) -> Result<&mut Box<dyn GameState>, CheckError> {
        let state = self.state.as_mut();
        state.ok_or_else(|| CheckError::Differs("no position was set up".to_owned()))
    }
}

fn differs(error: impl ToString) -> CheckError {
    CheckError::Differs(error.to_string())
}

impl Subject for Library {
    fn set(&mut self, record: &Record, more: &[String]) -> Result<(), CheckError> {
        let state = play::open(&record.variant);
        let mut state = state.ok_or_else(|| differs(format!("no game '{}'", record.variant)))?;
        let moves = [record.moves.as_slice(), more].concat();
        let set = state.set(&Start::at(record.fen.clone()), &moves);
        set.map_err(differs)?;
        self.state = Some(state);
        Ok(())
    }

    fn fen(&mut self) -> Result<String, CheckError> {
        Ok(self.state()?.fen())
    }

    fn legal(&mut self) -> Result<Vec<String>, CheckError> {
        Ok(self.state()?.legal())
    }

    fn is_legal(&mut self, text: &str) -> Result<bool, CheckError> {
        Ok(self.state()?.canonical(text).is_ok())
    }

    fn perft(&mut self, depth: u32, expected: u64) -> Result<u64, CheckError> {
        let max = self.perft_limit;
        let never = AtomicBool::new(false);
        let found = self.state()?.perft(depth, max, &never, &mut |_| {});
        let found = found.ok_or_else(|| {
            differs(format!(
                "perft {depth} exceeds {max}, or {MAX_MOVES_PER_SEQUENCE} times as many moves found fewer sequences; \
                 expected {expected}"
            ))
        })?;
        Ok(found.total)
    }

    fn turn(&mut self) -> Result<Side, CheckError> {
        Ok(self.state()?.turn())
    }

    fn result(&mut self) -> Result<Option<Outcome>, CheckError> {
        Ok(self.state()?.outcome())
    }

    fn accepts_fen(&mut self, text: &str) -> Result<bool, CheckError> {
        let start = Start::Fen(text.to_owned());
        Ok(self.state()?.set(&start, &[]).is_ok())
    }

    fn search(&mut self, record: &Record) -> Result<(String, Option<Value>), CheckError> {
        self.set(record, &[])?;
        let search_state = SearchState::new(self.hash).map_err(differs)?;
        let settings = Settings::from(record.limits.clone());
        let context = SearchContext::quiet(&search_state);
        let report = self.state()?.search(&settings, &RootMoves::all(), context);
        let best = report
            .best()
            .ok_or_else(|| differs("the engine has no move"))?;
        Ok((best.clone(), Some(Value::from(report.score))))
    }
}
