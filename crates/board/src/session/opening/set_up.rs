//! The search for a random set-up with which a new game begins. It can take seconds, so the host performs it
//! beside the session. There is one search at a time, and a newer request for a game replaces an older one.

use super::super::io::Output;
use super::super::messages::Requester;
use super::super::messages::requests::NewGame;
use ringstack_engine::play::random_setup::RandomSetup;

/// The search, and the game that waits for its result.
#[derive(Debug, Default)]
pub struct SetUpSearch {
    is_running: bool,
    /// The game, and whether the running search is for it.
    wanted: Option<(WantedGame, bool)>,
}

/// A new game without its first position.
#[derive(Debug)]
pub struct WantedGame {
    pub requester: Requester,
    pub new: NewGame,
    pub game: &'static str,
    pub set_up: RandomSetup,
}

impl SetUpSearch {
    /// Searches a set-up for a game.
    pub fn begin(&mut self, wanted: WantedGame) -> Option<Output> {
        self.wanted = Some((wanted, false));
        self.search()
    }

    /// Drops the game that waits, because a page has requested another one. Returns who requested it.
    pub fn drop_wanted(&mut self) -> Option<Requester> {
        self.wanted.take().map(|(wanted, _)| wanted.requester)
    }

    /// Takes the game for which a set-up was found. Without one, another search may be needed.
    pub fn found(&mut self) -> Option<WantedGame> {
        self.is_running = false;
        let wanted = self.wanted.take_if(|(_, is_searched)| *is_searched);
        wanted.map(|(wanted, _)| wanted)
    }

    pub fn search(&mut self) -> Option<Output> {
        let is_free = !self.is_running;
        let (wanted, is_searched) = self.wanted.as_mut().filter(|_| is_free)?;
        (*is_searched, self.is_running) = (true, true);
        let &mut WantedGame { game, set_up, .. } = wanted;
        Some(Output::FindSetUp { game, set_up })
    }
}
