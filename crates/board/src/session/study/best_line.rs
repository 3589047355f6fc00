//! The best lines of positions apart from the game on the board, such as those of puzzles. A separate engine
//! process searches them, so that a game and its analysis go on.

use std::time::Duration;

use serde_json::json;

use super::super::BoardSession;
use super::super::engines::GRACE;
use super::super::engines::table::EngineRole;
use super::super::game::queries::play_position;
use super::super::pages::answers::AnalysisLine;
use super::super::pages::messages::PositionRequest;
use super::super::pages::{RequestAnswer, Requester};
use super::super::refusal::Refusal;
use crate::engine_driver::{EngineCommand, SearchLine, SearchTask};
use ringstack_engine::play::GameState;
use ringstack_engine::ugi::command::{Go, GoKey};

/// The engine that searches: the first one, whose mate scores are proofs.
const ENGINE: usize = 0;
/// The time limit in milliseconds. A search that proves a win or a loss ends sooner.
const MS: u64 = 2000;

/// A search for a page.
#[derive(Debug)]
pub(super) struct LineSearch {
    generation: u64,
    requester: Requester,
    /// The position.
    state: Box<dyn GameState>,
    line: Option<SearchLine>,
}

impl BoardSession {
    /// Searches a position for a page. The answer follows later.
    pub(in super::super) fn find_best_line(
        &mut self,
        requester: Requester,
        position: &PositionRequest,
    ) -> Result<(), Refusal> {
        let state = play_position(position)?;
        if state.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        let outputs = self
            .engines
            .assign(ENGINE, EngineRole::Solver, state.id())?;
        self.outputs.extend(outputs);
        let generation = self.engines.next_generation();
        let mut go = Go::default();
        go.numbers.insert(GoKey::MoveTime, MS.cast_signed());
        let task = SearchTask {
            generation,
            game: state.id().to_owned(),
            // What is known of one position helps with the next one.
            game_number: 0,
            start: state.start().clone(),
            moves: state.history(),
            go,
            options: self
                .engines
                .in_role(EngineRole::Solver)
                .map_or_else(Vec::new, |entry| entry.search_options(None)),
            timeout: Some(Duration::from_millis(MS) + GRACE),
        };
        let search = EngineCommand::Search(Box::new(task));
        self.command(EngineRole::Solver, search);
        self.study.line_searches.push(LineSearch {
            generation,
            requester,
            state,
            line: None,
        });
        Ok(())
    }

    /// Notes the lines of a search. Returns whether they belong to one for a page.
    pub(in super::super) fn note_best_line(
        &mut self,
        generation: u64,
        lines: &[SearchLine],
    ) -> bool {
        let mut searches = self.study.line_searches.iter_mut();
        let Some(search) = searches.find(|search| search.generation == generation) else {
            return false;
        };
        search.line = lines.first().cloned().or(search.line.take());
        true
    }

    /// Answers the search of this generation, or all with `None`, after its end or a failure. Returns
    /// whether there was one.
    pub(in super::super) fn answer_best_line(
        &mut self,
        generation: Option<u64>,
        failure: &Refusal,
    ) -> bool {
        let is_over = |search: &mut LineSearch| generation.is_none_or(|n| n == search.generation);
        let over: Vec<_> = self.study.line_searches.extract_if(.., is_over).collect();
        let found = !over.is_empty();
        for search in over {
            let (client, id) = search.requester;
            let state = search.state.as_ref();
            let line = search
                .line
                .map(|line| json!(AnalysisLine::new(line, state)));
            let result = line.ok_or_else(|| failure.clone());
            self.answer(RequestAnswer { client, id, result });
        }
        found
    }
}
