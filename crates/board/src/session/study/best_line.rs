//! The best lines of positions apart from the game on the board, such as those of puzzles. A separate engine
//! process searches them, so that a game and its analysis go on.

use std::time::Duration;

use super::super::engines::table::{EngineRole, EngineTable, FIRST, GRACE};
use super::super::game::queries::play_position;
use super::super::io::Output;
use super::super::messages::requests::PositionRequest;
use super::super::messages::{RequestAnswer, Requester};
use super::super::refusal::Refusal;
use super::AnalysisLine;
use crate::engine_driver::{EngineCommand, SearchLine, SearchTask};
use ringstack_engine::play::GameState;
use ringstack_engine::ugi::command::{Go, GoKey};

/// The time limit in milliseconds. A search that proves a win or a loss ends sooner.
const MS: u64 = 2000;

/// A search for a page.
#[derive(Debug)]
struct LineSearch {
    generation: u64,
    requester: Requester,
    /// The position.
    state: Box<dyn GameState>,
    line: Option<SearchLine>,
}

/// The searches for pages.
#[derive(Debug, Default)]
pub struct LineSearches(Vec<LineSearch>);

impl LineSearches {
    /// Searches a position for a page. The answer follows later.
    pub fn begin(
        &mut self,
        requester: Requester,
        position: &PositionRequest,
        engines: &mut EngineTable,
    ) -> Result<Vec<Output>, Refusal> {
        let state = play_position(position)?;
        if state.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        let mut outputs = engines.assign(FIRST, EngineRole::Solver, state.id())?;
        let generation = engines.next_generation();
        let mut go = Go::default();
        go.numbers.insert(GoKey::MoveTime, MS.cast_signed());
        let entry = engines.in_role(EngineRole::Solver);
        let task = SearchTask {
            generation,
            game: state.id().to_owned(),
            // What is known of one position helps with the next one.
            game_number: 0,
            start: state.start().clone(),
            moves: state.history(),
            go,
            options: entry.map_or_else(Vec::new, |entry| entry.search_options(None)),
            timeout: Some(Duration::from_millis(MS) + GRACE),
        };
        let search = EngineCommand::Search(Box::new(task));
        outputs.extend(engines.command(EngineRole::Solver, search));
        self.0.push(LineSearch {
            generation,
            requester,
            state,
            line: None,
        });
        Ok(outputs)
    }

    /// Notes the lines of a search. Returns whether they belong to one for a page.
    pub fn take_lines(&mut self, generation: u64, lines: &[SearchLine]) -> bool {
        let mut searches = self.0.iter_mut();
        let Some(search) = searches.find(|search| search.generation == generation) else {
            return false;
        };
        search.line = lines.first().cloned().or(search.line.take());
        true
    }

    /// The answers of the search of this generation, or of all with `None`, after its end or a failure.
    pub fn end(&mut self, generation: Option<u64>, failure: &Refusal) -> Vec<RequestAnswer> {
        let is_over = |search: &mut LineSearch| generation.is_none_or(|n| n == search.generation);
        let over = self.0.extract_if(.., is_over);
        let answers = over.map(|search| {
            let state = search.state.as_ref();
            let line = search.line.map(|line| AnalysisLine::new(line, state));
            RequestAnswer::new(search.requester, line.ok_or_else(|| failure.clone()))
        });
        answers.collect()
    }
}
