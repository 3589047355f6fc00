//! The course of the game: moves, turns, pauses and the end.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use std::time::Duration;

use super::super::messages::requests::NewGame;
use super::super::messages::{NodeId, PlayerConfig, TimeControls};
use super::super::refusal::Refusal;
use super::current_game::CurrentGame;
use super::ending::{GameEnd, GamePlace};
use super::entry::GameEntry;
use super::series::Series;
use super::tree::Status;
use ringstack_engine::play::record::{Termination, play_tolerantly};
use ringstack_engine::rules::{Outcome, Side};

/// The pause between two games.
const BREAK: Duration = Duration::from_secs(3);

/// An engine that is to move.
#[derive(Clone, Copy, Debug)]
pub struct EngineTurn {
    pub side: Side,
    /// The index in the list of engines.
    pub engine: usize,
    pub level: Option<i64>,
}

impl CurrentGame {
    /// Whether a user may play a move of the game at a node.
    pub fn check_move(&self, node: NodeId) -> Result<(), Refusal> {
        if node != self.live {
            return Err(Refusal::GameContinued);
        }
        match self.ending {
            Some(_) => Err(Refusal::GameOver),
            None => Ok(()),
        }
    }

    /// Adds a legal move to the tree.
    pub fn add_move(&mut self, node: NodeId, word: &str) -> Result<NodeId, Refusal> {
        let state = self.state(node)?;
        let token = play_tolerantly(state, word);
        let token = token.map_err(|error| Refusal::of_move(&error, state.id()))?;
        let status = Status::of(state);
        self.unsaved = true;
        let new = self.tree.play(node, &token, status);
        new.ok_or(Refusal::MoveGone)
    }

    /// Continues the game with a move that was added, if it belongs to the game: with `game`, or in a study. Returns
    /// whether it does.
    pub fn follow(&mut self, node: NodeId, new: NodeId, game: bool, now: Duration) -> bool {
        let study = self.is_study();
        if !(game || study && self.ending.is_none()) {
            return false;
        }
        if let (Some(clock), Some(mover)) = (&mut self.clock, self.tree.to_act(node)) {
            clock.turn_over(mover, now);
            let left = clock.left(mover, now).as_millis() as u64;
            if let Some(found) = self.tree.change(new) {
                found.clock = Some(left);
            }
        }
        // The game is the main line, except in a study.
        if !study {
            self.tree.promote(new);
        }
        self.live = new;
        true
    }

    /// Starts the turn of the side to move, or ends the game by the rules. Returns the engine that is to move.
    pub fn begin_turn(&mut self, now: Duration) -> Option<EngineTurn> {
        let status = self.tree.get(self.live)?.status.clone();
        let Some(side) = status.to_act else {
            self.stop_clock(now);
            if let Some(result) = status.result {
                let end = GameEnd {
                    outcome: result.outcome,
                    termination: Some(Termination::Rules),
                    rules: Some(result),
                };
                self.end(end, now);
            }
            return None;
        };
        let one_step = std::mem::take(&mut self.one_step);
        match self.players[side.index()] {
            // Only an engine makes a single step.
            PlayerConfig::Engine { engine, level } if !self.paused || one_step => {
                return Some(EngineTurn {
                    side,
                    engine,
                    level,
                });
            }
            PlayerConfig::Human { .. } if !self.paused => self.run_clock(side, now),
            _ => {}
        }
        None
    }

    /// Ends the game.
    pub fn end(&mut self, ending: GameEnd, now: Duration) {
        self.stop_clock(now);
        self.ending = Some(ending);
        self.unsaved = true;
        self.schedule_next(now);
    }

    /// Ends the game by a decision of the players, which can be undone.
    fn decide(&mut self, outcome: Outcome, termination: Termination, now: Duration) {
        let before = self.place();
        self.end(GameEnd::by(outcome, termination), now);
        self.push_game_edit(before);
    }

    pub fn resign(&mut self, side: Side, now: Duration) -> Result<(), Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::GameOver);
        }
        self.decide(Outcome::Win(!side), Termination::Resignation, now);
        Ok(())
    }

    /// Ends the game with a draw on which both players agree.
    pub fn agree_draw(&mut self, now: Duration) -> Result<(), Refusal> {
        self.check_draw()?;
        self.decide(Outcome::Draw, Termination::DrawAgreed, now);
        Ok(())
    }

    /// Moves the game to another position. Its turn has not begun.
    pub(super) fn go_to(&mut self, place: GamePlace, now: Duration) {
        self.stop_clock(now);
        let left = self.left_at(place.live);
        if let (Some(clock), Some(left)) = (&mut self.clock, left) {
            clock.set(left);
        }
        self.next_game = None;
        self.live = place.live;
        self.ending = place.ending;
        self.unsaved = true;
    }

    /// Pauses the game or continues it, without its turn. Returns whether that changes anything.
    pub fn pause(&mut self, on: bool, now: Duration) -> bool {
        let changes = self.paused != on;
        if changes {
            self.paused = on;
            if on {
                self.stop_clock(now);
                self.next_game = None;
            } else if self.ending.is_some() {
                self.schedule_next(now);
            }
        }
        changes
    }

    /// Pauses the game, but the next move of an engine is played.
    pub fn step(&mut self, is_thinking: bool) -> Result<(), Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::GameOver);
        }
        self.paused = true;
        self.one_step = !is_thinking;
        Ok(())
    }

    /// Changes the time per move of two engines.
    pub fn set_pace(&mut self, ms: u64) -> Result<(), Refusal> {
        let time = TimeControls::Move { ms };
        time.check()?;
        if !self.is_watched() || self.clock.is_some() {
            return Err("pace: only two engines without clocks have one".into());
        }
        self.time = time;
        Ok(())
    }

    /// Replaces a player. Returns the former one.
    pub fn set_player(&mut self, side: Side, player: PlayerConfig) -> PlayerConfig {
        self.unsaved = true;
        std::mem::replace(&mut self.players[side.index()], player)
    }

    /// Changes the names of the users and of the event.
    pub fn rename(&mut self, names: [String; 2], event: &str) {
        for (player, name) in self.players.iter_mut().zip(names) {
            if player.is_human() {
                *player = PlayerConfig::Human { name };
            }
        }
        set_event(&mut self.tags, event);
        self.unsaved = true;
    }

    /// Schedules the next game of the series, if there is one.
    fn schedule_next(&mut self, now: Duration) {
        if self.is_watched() && self.series.left > 0 && !self.paused {
            self.next_game = Some(now + BREAK);
        }
    }

    /// The next game of the series, with swapped sides: each engine keeps its time control. `entry` is that of this
    /// game.
    pub fn next_of_series(&mut self, entry: Option<GameEntry>) -> Option<(NewGame, Series)> {
        self.next_game = None;
        let ending = self.ending.as_ref()?;
        let series = self.series.clone().after(ending.outcome, entry);
        Some((self.again(), series))
    }
}

/// Sets the event of a game, or removes it.
pub fn set_event(tags: &mut Vec<(String, String)>, event: &str) {
    tags.retain(|(name, _)| name != "Event");
    if !event.is_empty() {
        tags.insert(0, ("Event".to_owned(), event.to_owned()));
    }
}
