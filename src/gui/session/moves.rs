//! Moves of users and engines.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use serde_json::{Value, json};

use super::engines::MoveSearch;
use super::messages::PlayerConfig;
use super::tree::{NodeId, Status};
use super::{BoardSession, GameEnd};
use crate::play::record::Termination;
use crate::rules::Side;

impl BoardSession {
    /// Plays a move of a user. The answer includes the view of the new node.
    pub(super) fn play(&mut self, node: NodeId, word: &str, game: bool) -> Result<Value, String> {
        self.node(node)?;
        if game {
            if node != self.live {
                return Err("the game has continued in the meantime".to_owned());
            }
            if self.ending.is_some() {
                return Err("the game is over".to_owned());
            }
            if self.thinking.is_some() {
                return Err("it is the engine's turn".to_owned());
            }
        }
        let new = self.add_move(node, word)?;
        self.played(node, new, game);
        self.own_view = Some(new);
        Ok(json!({"node": new}))
    }

    /// Adds a legal move to the tree.
    fn add_move(&mut self, node: NodeId, word: &str) -> Result<NodeId, String> {
        let state = self.state(node)?;
        let token = state.play_word(word).map_err(|error| error.to_string())?;
        let status = Status::of(state);
        self.mark_unsaved();
        let new = self.tree.play(node, &token, status);
        new.ok_or_else(|| "this move is no longer in the tree".to_owned())
    }

    fn played(&mut self, node: NodeId, new: NodeId, game: bool) {
        let study = self.is_study();
        if !(game || study && self.ending.is_none()) {
            return;
        }
        self.thinking = None;
        if let (Some(clock), Some(mover)) = (&mut self.clock, self.tree.to_act(node)) {
            clock.turn_over(mover, self.now);
            let left = clock.left(mover, self.now).as_millis() as u64;
            if let Some(found) = self.tree.change(new) {
                found.clock = Some(left);
            }
        }
        // The game is the main line, except in a study.
        if !study {
            self.tree.promote(new);
        }
        self.live = new;
        self.next_turn();
    }

    /// An engine has found its move.
    pub(super) fn engine_plays(&mut self, thinking: MoveSearch, token: &str) {
        self.stop_clock();
        match self.add_move(thinking.node, token) {
            Ok(new) => self.played(thinking.node, new, true),
            Err(error) => {
                self.thinking = None;
                let name = self.display_name(thinking.side);
                let text = format!("{name} made an illegal move: {error}");
                self.pause_after_failure(thinking.side, text);
            }
        }
    }

    /// Starts the turn of the side to move at the live node, or ends the game by the rules.
    pub(super) fn next_turn(&mut self) {
        let Some(status) = self.tree.get(self.live).map(|node| node.status.clone()) else {
            return;
        };
        let Some(side) = status.to_act else {
            self.stop_clock();
            if let Some(result) = status.result {
                self.end_game(GameEnd {
                    outcome: result.outcome,
                    termination: Some(Termination::Rules),
                    rules: Some(result),
                });
            }
            return;
        };
        let one_step = std::mem::take(&mut self.one_step);
        let player = &self.players[side.index()];
        // Only an engine makes a single step.
        let steps = one_step && !player.is_human();
        if self.paused && !steps {
            return;
        }
        match *player {
            PlayerConfig::Human { .. } => self.run_clock(side),
            PlayerConfig::Engine { engine, level } => {
                if let Err(text) = self.begin_search(side, engine, level) {
                    self.pause_after_failure(side, text);
                }
            }
        }
    }

    /// Stops both clocks.
    pub(super) fn stop_clock(&mut self) {
        if let Some(clock) = &mut self.clock {
            clock.stop(self.now);
        }
    }

    /// Starts a clock. Clocks do not run before the first move.
    pub(super) fn run_clock(&mut self, side: Side) {
        if let Some(clock) = &mut self.clock
            && self.live != self.tree.root()
        {
            clock.start(side, self.now);
        }
    }
}
