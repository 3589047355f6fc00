//! The current game: its end, taking moves back, pauses, players.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use super::BoardSession;
use super::checks::checked_name;
use super::ending::{GameEnd, GamePlace};
use super::player::PlayerConfig;
use super::refusal::Refusal;
use super::tree::NodeId;
use crate::play::record::Termination;
use crate::rules::{Outcome, Side};

impl BoardSession {
    pub(super) fn end_game(&mut self, ending: GameEnd) {
        self.stop_clock();
        self.stop_thinking();
        self.ending = Some(ending);
        self.mark_unsaved();
        self.continue_series();
    }

    /// Ends the game because a player ran out of time.
    pub(super) fn flag_falls(&mut self, side: Side) {
        self.end_game(GameEnd::by(Outcome::Win(!side), Termination::Time));
    }

    pub(super) fn resign(&mut self, side: Side) -> Result<(), String> {
        if self.ending.is_some() {
            return Err("the game is over".to_owned());
        }
        self.end_by(Outcome::Win(!side), Termination::Resignation);
        Ok(())
    }

    /// Ends the game by a decision of the players, which can be undone.
    pub(super) fn end_by(&mut self, outcome: Outcome, termination: Termination) {
        let before = self.place();
        self.end_game(GameEnd::by(outcome, termination));
        self.push_game_edit(before);
    }

    /// Moves the game to another position.
    pub(super) fn go_to(&mut self, place: GamePlace) {
        self.stop_thinking();
        self.stop_clock();
        let left = self.left_at(place.live);
        if let (Some(clock), Some(left)) = (&mut self.clock, left) {
            clock.set(left);
        }
        self.next_game = None;
        self.live = place.live;
        self.ending = place.ending;
        self.mark_unsaved();
        if self.ending.is_none() {
            self.next_turn();
        }
    }

    /// Continues the game at another node and removes its result.
    pub(super) fn continue_at(&mut self, live: NodeId) {
        self.go_to(GamePlace { live, ending: None });
    }

    /// Whether there are neither engines nor clocks. Then the game follows the users: a move at any node
    /// continues it.
    pub(super) fn is_study(&self) -> bool {
        self.players.iter().all(PlayerConfig::is_human) && self.clock.is_none()
    }

    /// The remaining times of both players at a node, in milliseconds.
    fn left_at(&self, node: NodeId) -> Option<[u64; 2]> {
        let [one, two] = self.time.clocks()?;
        let mut left = [None; 2];
        for node in self.tree.ancestors(node) {
            if let Some(mover) = self.tree.mover(node.id) {
                let left = &mut left[mover.index()];
                *left = left.or(node.clock);
            }
        }
        Some([left[0].unwrap_or(one.base), left[1].unwrap_or(two.base)])
    }

    /// The node to which *Take back* returns: before the last move of a user, or of the user who plays `side`,
    /// but not inside an opened record.
    pub(super) fn take_back_target(&self, side: Option<Side>) -> Option<NodeId> {
        if self.ending.is_some() {
            return None;
        }
        let mut line = self.tree.ancestors(self.live).map(|node| node.id);
        let mut at = line.next()?;
        for before in line {
            if Some(at) == self.record_end {
                return None;
            }
            at = before;
            let mover = self.tree.to_act(at)?;
            let is_asked = side.is_none_or(|side| side == mover);
            if is_asked && self.players[mover.index()].is_human() {
                return Some(at);
            }
        }
        None
    }

    /// The node to which *Take back* returns, or why there is none.
    pub(super) fn check_take_back(&self, side: Option<Side>) -> Result<NodeId, String> {
        let target = self.take_back_target(side).ok_or(match &self.ending {
            Some(_) => "the game is over",
            None => "no move can be taken back",
        });
        target.map_err(str::to_owned)
    }

    /// Returns to the position before the last move of a user, or of the user who plays `side`. Removes the
    /// moves; an undo restores them.
    pub(super) fn take_back(&mut self, side: Option<Side>) -> Result<(), String> {
        let target = self.check_take_back(side)?;
        let mut line = self.tree.ancestors(self.live);
        let first = line.find(|node| node.parent == Some(target));
        let first = first.map(|node| node.id);
        drop(line);
        if let Some(first) = first {
            self.remove_line(first, Some(target));
        }
        Ok(())
    }

    pub(super) fn pause(&mut self, on: bool) {
        if self.paused == on {
            return;
        }
        self.paused = on;
        if on {
            self.stop_thinking();
            self.stop_clock();
            self.next_game = None;
        } else if self.ending.is_none() {
            self.next_turn();
        } else {
            self.continue_series();
        }
    }

    pub(super) fn step(&mut self) -> Result<(), String> {
        if self.ending.is_some() {
            return Err("the game is over".to_owned());
        }
        self.paused = true;
        if self.thinking.is_none() {
            self.one_step = true;
            self.next_turn();
        }
        Ok(())
    }

    pub(super) fn change_player(
        &mut self,
        side: Side,
        player: PlayerConfig,
    ) -> Result<(), Refusal> {
        let player = self.checked_player(player)?;
        let old = std::mem::replace(&mut self.players[side.index()], player);
        self.mark_unsaved();
        if old.is_human() && self.players[side.index()].is_human() {
            return Ok(());
        }
        if self.thinking.is_some_and(|thinking| thinking.side == side) {
            self.stop_thinking();
        }
        if self.ending.is_none() && self.thinking.is_none() {
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
                let entry = self.engine_entry(engine)?;
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
        match &self.players[side.index()] {
            PlayerConfig::Human { name } => name.clone(),
            PlayerConfig::Engine { engine, .. } => self
                .engine_entry(*engine)
                .map_or_else(|_| String::new(), |entry| entry.name.clone()),
        }
    }
}
