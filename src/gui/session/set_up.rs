//! The search for a random set-up with which a new game begins. It can take seconds, so the host performs it
//! beside the session. There is one search at a time, and a newer request for a game replaces an older one.

use serde_json::{Value, json};

use super::BoardSession;
use super::client::Requester;
use super::io::Output;
use super::messages::NewGame;
use super::refusal::Refusal;
use super::series::Series;
use super::sync::RequestAnswer;
use crate::play::random_setup::RandomSetup;

/// The search, and the game that waits for its result.
#[derive(Debug, Default)]
pub(super) struct SetUpSearch {
    is_running: bool,
    wanted: Option<WantedGame>,
}

/// A new game without its first position.
#[derive(Debug)]
struct WantedGame {
    requester: Requester,
    new: NewGame,
    game: &'static str,
    set_up: RandomSetup,
    /// Whether the running search is for this game.
    is_searched: bool,
}

impl WantedGame {
    fn answer(&self, result: Result<Value, Refusal>) -> RequestAnswer {
        let (client, id) = self.requester;
        RequestAnswer { client, id, result }
    }
}

impl BoardSession {
    /// Starts the game that a page requests. The answer follows later if a set-up must be found first.
    pub(super) fn request_game(
        &mut self,
        requester: Requester,
        mut new: NewGame,
    ) -> Result<Option<Value>, Refusal> {
        let Some(set_up) = new.random.take() else {
            let series = Series::of(new.series);
            let begun = self.new_game(Some(requester.0), new, series)?;
            return Ok(Some(json!(begun)));
        };
        if new.fen.is_some() {
            return Err("random: not allowed together with a FEN".into());
        }
        let game = self.game.known_game(&new.game)?;
        // Another game may be on the board when the set-up is found.
        new.game = Some(game.to_owned());
        self.drop_wanted_game();
        self.set_up.wanted = Some(WantedGame {
            requester,
            new,
            game,
            set_up,
            is_searched: false,
        });
        self.search_set_up();
        Ok(None)
    }

    /// Drops the game that waits for a set-up, because a page has requested another one.
    pub(super) fn drop_wanted_game(&mut self) {
        if let Some(wanted) = self.set_up.wanted.take() {
            self.answer(wanted.answer(Err("another game was requested".into())));
        }
    }

    fn search_set_up(&mut self) {
        if self.set_up.is_running {
            return;
        }
        if let Some(wanted) = &mut self.set_up.wanted {
            wanted.is_searched = true;
            self.set_up.is_running = true;
            let (game, set_up) = (wanted.game, wanted.set_up);
            self.outputs.push(Output::FindSetUp { game, set_up });
        }
    }

    /// Begins the game for which a set-up was found. Returns the answer.
    pub(super) fn set_up_found(&mut self, fen: Result<String, String>) -> Option<RequestAnswer> {
        self.set_up.is_running = false;
        let found = self.set_up.wanted.take_if(|wanted| wanted.is_searched);
        let Some(wanted) = found else {
            self.search_set_up();
            return None;
        };
        let result = fen.map_err(Refusal::from).and_then(|fen| {
            let new = NewGame {
                fen: Some(fen),
                ..wanted.new.clone()
            };
            let series = Series::of(new.series);
            let begun = self.new_game(Some(wanted.requester.0), new, series)?;
            Ok(json!(begun))
        });
        Some(wanted.answer(result))
    }
}
