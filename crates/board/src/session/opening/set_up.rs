//! The search for a random set-up with which a new game begins. It can take seconds, so an engine performs it.

use super::super::engines::table::{EngineRole, EngineTable, FIRST};
use super::super::io::Output;
use super::super::messages::Requester;
use super::super::messages::requests::NewGame;
use super::super::refusal::Refusal;
use crate::engine_driver::EngineCommand;
use ringstack_engine::play::random_setup::{self, RandomSetup};

/// The game that waits for its first position. A newer request replaces it.
#[derive(Debug, Default)]
pub struct SetUpSearch(Option<(u64, WantedGame)>);

/// A new game without its first position.
#[derive(Debug)]
pub struct WantedGame {
    pub requester: Requester,
    pub new: NewGame,
}

impl SetUpSearch {
    /// Searches a set-up of `game` for a game.
    pub fn begin(
        &mut self,
        wanted: WantedGame,
        game: &str,
        set_up: RandomSetup,
        engines: &mut EngineTable,
    ) -> Result<Vec<Output>, Refusal> {
        random_setup::check(game).map_err(|error| error.to_string())?;
        let mut outputs = engines.assign(FIRST, EngineRole::Solver, game)?;
        let number = engines.next_generation();
        let find = EngineCommand::SetUp(number, game.to_owned(), set_up);
        outputs.extend(engines.command(EngineRole::Solver, find));
        self.0 = Some((number, wanted));
        Ok(outputs)
    }

    /// Takes the game that waits: that of the search with this number, or any.
    pub fn take(&mut self, number: Option<u64>) -> Option<WantedGame> {
        let is_it = |(known, _): &mut (u64, WantedGame)| number.is_none_or(|n| n == *known);
        self.0.take_if(is_it).map(|(_, wanted)| wanted)
    }
}
