//! The game on the board: its end, taking moves back, pauses, players.
//!
//! | file | contents |
//! |---|---|
//! | `current_game` | the state of the game |
//! | [`tree`], [`clock`], `ending`, `series` | the moves with their variations; the clocks; the end of a game; consecutive games of two engines |
//! | `moves` | moves of users and engines |
//! | `edits`, `undo` | edits of the tree, and how they are undone |
//! | `opening`, `import`, `set_up` | beginning a game; opening records; the search for a random set-up |
//! | `record`, `game_record` | a record as a game; the game as a record |
//! | `queries` | descriptions of positions |

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

pub mod clock;
pub(super) mod current_game;
mod edits;
pub(super) mod ending;
mod game_record;
pub(super) mod import;
mod moves;
pub(super) mod opening;
pub(super) mod queries;
pub(super) mod record;
pub(super) mod series;
pub(super) mod set_up;
pub mod tree;
mod undo;

use std::time::Duration;

use super::BoardSession;
use super::checks::checked_name;
use super::players::player::PlayerConfig;
use super::refusal::Refusal;
use clock::TimeControls;
use ending::{GameEnd, GamePlace};
use ringstack_engine::play::record::Termination;
use ringstack_engine::rules::{Outcome, Side};
use tree::NodeId;

/// The pause between two games.
const BREAK: Duration = Duration::from_secs(3);

impl BoardSession {
    pub(super) fn end_game(&mut self, ending: GameEnd) {
        self.game.stop_clock(self.now);
        self.stop_thinking();
        self.game.ending = Some(ending);
        self.mark_unsaved();
        self.continue_series();
    }

    /// Ends the game because a player ran out of time.
    pub(super) fn flag_falls(&mut self, side: Side) {
        self.end_game(GameEnd::by(Outcome::Win(!side), Termination::Time));
    }

    pub(super) fn resign(&mut self, side: Side) -> Result<(), Refusal> {
        if self.game.ending.is_some() {
            return Err(Refusal::GameOver);
        }
        self.end_by(Outcome::Win(!side), Termination::Resignation);
        Ok(())
    }

    /// Ends the game by a decision of the players, which can be undone.
    pub(super) fn end_by(&mut self, outcome: Outcome, termination: Termination) {
        let before = self.game.place();
        self.end_game(GameEnd::by(outcome, termination));
        self.push_game_edit(before);
    }

    /// Ends the game with a draw on which both players agree.
    pub(super) fn agree_draw(&mut self) -> Result<(), Refusal> {
        self.game.check_draw()?;
        self.end_by(Outcome::Draw, Termination::DrawAgreed);
        Ok(())
    }

    /// Moves the game to another position.
    pub(super) fn go_to(&mut self, place: GamePlace) {
        self.stop_thinking();
        self.game.stop_clock(self.now);
        let left = self.game.left_at(place.live);
        if let (Some(clock), Some(left)) = (&mut self.game.clock, left) {
            clock.set(left);
        }
        self.game.next_game = None;
        self.game.live = place.live;
        self.game.ending = place.ending;
        self.mark_unsaved();
        if self.game.ending.is_none() {
            self.next_turn();
        }
    }

    /// Continues the game at another node and removes its result.
    pub(super) fn continue_at(&mut self, live: NodeId) {
        self.go_to(GamePlace { live, ending: None });
    }

    /// Returns to the position before the last move of a user, or of the user who plays `side`. Removes the
    /// moves; an undo restores them.
    pub(super) fn take_back(&mut self, side: Option<Side>) -> Result<(), Refusal> {
        let target = self.game.check_take_back(side)?;
        let mut line = self.game.tree.ancestors(self.game.live);
        let first = line.find(|node| node.parent == Some(target));
        let first = first.map(|node| node.id);
        drop(line);
        if let Some(first) = first {
            self.remove_line(first, Some(target));
        }
        Ok(())
    }

    pub(super) fn pause(&mut self, on: bool) {
        if self.game.paused == on {
            return;
        }
        self.game.paused = on;
        if on {
            self.stop_thinking();
            self.game.stop_clock(self.now);
            self.game.next_game = None;
        } else if self.game.ending.is_none() {
            self.next_turn();
        } else {
            self.continue_series();
        }
    }

    pub(super) fn step(&mut self) -> Result<(), Refusal> {
        if self.game.ending.is_some() {
            return Err(Refusal::GameOver);
        }
        self.game.paused = true;
        if self.engines.thinking().is_none() {
            self.game.one_step = true;
            self.next_turn();
        }
        Ok(())
    }

    /// Changes the time per move of two engines.
    pub(super) fn set_pace(&mut self, ms: u64) -> Result<(), Refusal> {
        let time = TimeControls::Move { ms };
        time.check()?;
        let is_watched = !self.game.players.iter().any(PlayerConfig::is_human);
        if !is_watched || self.game.clock.is_some() {
            return Err("pace: only two engines without clocks have one".into());
        }
        self.game.time = time;
        Ok(())
    }

    pub(super) fn change_player(
        &mut self,
        side: Side,
        player: PlayerConfig,
    ) -> Result<(), Refusal> {
        let player = self.checked_player(player)?;
        let old = std::mem::replace(&mut self.game.players[side.index()], player);
        self.mark_unsaved();
        if old.is_human() && self.game.players[side.index()].is_human() {
            return Ok(());
        }
        if self
            .engines
            .thinking()
            .is_some_and(|thinking| thinking.side == side)
        {
            self.stop_thinking();
        }
        if self.game.ending.is_none() && self.engines.thinking().is_none() {
            self.next_turn();
        }
        Ok(())
    }

    /// Checks the number and level of an engine, or the name of a user.
    pub(super) fn checked_player(&self, player: PlayerConfig) -> Result<PlayerConfig, Refusal> {
        match player {
            PlayerConfig::Human { name } => {
                let name = checked_name(name)?;
                Ok(PlayerConfig::Human { name })
            }
            PlayerConfig::Engine { engine, level } => {
                let entry = self.engines.entry(engine)?;
                if let (Some(level), Some((min, max))) = (level, entry.levels())
                    && !(min..=max).contains(&level)
                {
                    let name = &entry.name;
                    return Err(
                        format!("level '{level}' of {name}: allowed are {min} to {max}").into(),
                    );
                }
                Ok(PlayerConfig::Engine { engine, level })
            }
        }
    }

    /// The name of a player; empty if unknown.
    pub(super) fn player_name(&self, side: Side) -> String {
        match &self.game.players[side.index()] {
            PlayerConfig::Human { name } => name.clone(),
            PlayerConfig::Engine { engine, .. } => self
                .engines
                .entry(*engine)
                .map_or_else(|_| String::new(), |entry| entry.name.clone()),
        }
    }

    /// Schedules the next game of the series, if there is one.
    pub(super) fn continue_series(&mut self) {
        let engines = !self.game.players.iter().any(PlayerConfig::is_human);
        if engines && self.game.series.left > 0 && !self.game.paused {
            self.game.next_game = Some(self.now + BREAK);
        }
    }

    /// Begins the next game with swapped sides; each engine keeps its time control.
    pub(super) fn begin_next_of_series(&mut self) {
        self.game.next_game = None;
        let Some(ending) = &self.game.ending else {
            return;
        };
        let series = self.game.series.clone().after(ending.outcome, self.entry());
        let next = self.game.again();
        if let Err(refusal) = self.new_game(None, next, series) {
            self.notice(refusal);
        }
    }
}
