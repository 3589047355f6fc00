//! Moves of users and engines.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use std::time::Duration;

use super::super::BoardSession;
use super::super::engines::table::{DelayedMove, MoveSearch};
use super::super::pages::answers::{Played, TouchAnswer};
use super::super::players::player::PlayerConfig;
use super::super::refusal::Refusal;
use super::clock::TimeControls;
use super::ending::GameEnd;
use super::tree::{NodeId, Status};
use ringstack_engine::play::record::{Termination, play_tolerantly};
use ringstack_engine::rules::quote;

/// The minimum time that a user waits for the reply of an engine, and of a weakened one: an instant reply to each
/// move is discouraging.
const MIN_REPLY: Duration = Duration::from_millis(400);
const MIN_WEAK_REPLY: Duration = Duration::from_millis(600);
/// With less time on its clock an engine does not wait.
const LOW_CLOCK: Duration = Duration::from_secs(5);

impl BoardSession {
    /// The answer to a sequence of touches. With `play`, a move that they complete is played at once.
    pub(in super::super) fn touch(
        &mut self,
        node: NodeId,
        touches: &[String],
        play: Option<bool>,
    ) -> Result<TouchAnswer, Refusal> {
        let answer = TouchAnswer::of(self.game.state(node)?, touches)?;
        match (play, answer.complete_move()) {
            (Some(game), Some(token)) => Ok(TouchAnswer::Played(self.play(node, token, game)?)),
            _ => Ok(answer),
        }
    }

    /// Plays a move of a user. The asking page also receives the view of the new node.
    pub(in super::super) fn play(
        &mut self,
        node: NodeId,
        word: &str,
        game: bool,
    ) -> Result<Played, Refusal> {
        self.game.node(node)?;
        if game {
            if node != self.game.live {
                return Err(Refusal::GameContinued);
            }
            if self.game.ending.is_some() {
                return Err(Refusal::GameOver);
            }
            if self.engines.thinking().is_some() {
                return Err(Refusal::EngineToMove);
            }
        }
        let new = self.add_move(node, word)?;
        self.played(node, new, game);
        self.pages.has_played(new, word);
        Ok(Played { node: new })
    }

    /// Adds a legal move to the tree.
    fn add_move(&mut self, node: NodeId, word: &str) -> Result<NodeId, Refusal> {
        let state = self.game.state(node)?;
        let token = play_tolerantly(state, word);
        let token = token.map_err(|error| Refusal::of_move(&error, state.id()))?;
        let status = Status::of(state);
        self.mark_unsaved();
        let new = self.game.tree.play(node, &token, status);
        new.ok_or(Refusal::MoveGone)
    }

    fn played(&mut self, node: NodeId, new: NodeId, game: bool) {
        let study = self.game.is_study();
        if !(game || study && self.game.ending.is_none()) {
            return;
        }
        self.engines.forget_search();
        if let (Some(clock), Some(mover)) = (&mut self.game.clock, self.game.tree.to_act(node)) {
            clock.turn_over(mover, self.now);
            let left = clock.left(mover, self.now).as_millis() as u64;
            if let Some(found) = self.game.tree.change(new) {
                found.clock = Some(left);
            }
        }
        // The game is the main line, except in a study.
        if !study {
            self.game.tree.promote(new);
        }
        self.game.live = new;
        self.next_turn();
    }

    /// An engine has found its move: plays it, now or a moment later.
    pub(in super::super) fn engine_replies(&mut self, thinking: MoveSearch, token: String) {
        let due = thinking.requested + self.least_time(thinking);
        if due > self.now {
            self.engines.delay(DelayedMove {
                generation: thinking.generation,
                token,
                due,
            });
        } else {
            self.engine_plays(thinking, &token);
        }
    }

    /// How long an engine takes for its move at least. Those who watch two engines see each move as long as they
    /// have chosen.
    fn least_time(&self, thinking: MoveSearch) -> Duration {
        let PlayerConfig::Engine { engine, .. } = self.game.players[thinking.side.index()] else {
            return Duration::ZERO;
        };
        let clock = self.game.clock.as_ref();
        let is_low = clock.is_some_and(|clock| clock.left(thinking.side, self.now) < LOW_CLOCK);
        if is_low || thinking.stop_requested {
            return Duration::ZERO;
        }
        if !self.game.players.iter().any(PlayerConfig::is_human) {
            return match self.game.time {
                TimeControls::Move { ms } => Duration::from_millis(ms),
                _ => Duration::ZERO,
            };
        }
        let entry = self.engines.entry(engine);
        match entry.is_ok_and(|entry| entry.is_weakened(thinking.level)) {
            true => MIN_WEAK_REPLY,
            false => MIN_REPLY,
        }
    }

    /// Plays the delayed move, unless its search was stopped in the meantime.
    pub(in super::super) fn play_delayed_move(&mut self) {
        if let Some((thinking, token)) = self.engines.take_delayed() {
            self.engine_plays(thinking, &token);
        }
    }

    /// Plays the move of an engine.
    fn engine_plays(&mut self, thinking: MoveSearch, token: &str) {
        self.game.stop_clock(self.now);
        match self.add_move(thinking.node, token) {
            Ok(new) => self.played(thinking.node, new, true),
            Err(_) => {
                self.engines.forget_search();
                let engine = self.player_name(thinking.side);
                let token = quote(token);
                self.pause_after_failure(thinking.side, Refusal::EngineMove { engine, token });
            }
        }
    }

    /// Starts the turn of the side to move at the live node, or ends the game by the rules.
    pub(in super::super) fn next_turn(&mut self) {
        let Some(status) = self
            .game
            .tree
            .get(self.game.live)
            .map(|node| node.status.clone())
        else {
            return;
        };
        let Some(side) = status.to_act else {
            self.game.stop_clock(self.now);
            if let Some(result) = status.result {
                self.end_game(GameEnd {
                    outcome: result.outcome,
                    termination: Some(Termination::Rules),
                    rules: Some(result),
                });
            }
            return;
        };
        let one_step = std::mem::take(&mut self.game.one_step);
        let player = &self.game.players[side.index()];
        // Only an engine makes a single step.
        let steps = one_step && !player.is_human();
        if self.game.paused && !steps {
            return;
        }
        match *player {
            PlayerConfig::Human { .. } => self.game.run_clock(side, self.now),
            PlayerConfig::Engine { engine, level } => {
                if let Err(text) = self.begin_search(side, engine, level) {
                    self.pause_after_failure(side, text.into());
                }
            }
        }
    }
}
