//! The game that is played as a whole: its end, its clocks, going back, pauses and seats.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use std::time::Instant;

use crate::rules::Side;

use super::super::house::Rank;
use super::super::tree::{Node, NodeId};
use super::super::wire::Seat;
use super::{Ending, Purpose, Table};

impl Table {
    pub(super) fn game_ends(&mut self, ending: Ending) {
        self.ending = Some(ending);
        self.thinking = None;
        self.saving.wanted();
        self.go_on_with_series();
    }

    /// A player's time is over.
    pub(super) fn flag_falls(&mut self, side: Side, now: Instant) {
        self.stop_clock(now);
        self.stop_thinking();
        self.game_ends(Ending {
            winner: (!side).to_string(),
            reason: "time".to_owned(),
            text: String::new(),
        });
    }

    pub(super) fn resign(&mut self, side: Side) -> Result<(), String> {
        if self.ending.is_some() {
            return Err("the game is over".to_owned());
        }
        self.stop_clock(Instant::now());
        self.stop_thinking();
        self.game_ends(Ending {
            winner: (!side).to_string(),
            reason: "resigned".to_owned(),
            text: String::new(),
        });
        Ok(())
    }

    /// Goes on with the game from another node.
    pub(super) fn go_on_from(&mut self, node: NodeId) -> Result<(), String> {
        self.node(node)?;
        self.stop_thinking();
        self.stop_clock(Instant::now());
        let left = self.left_at(node);
        if let (Some(clock), Some(left)) = (&mut self.clock, left) {
            clock.set(left);
        }
        self.tree.promote(node);
        self.stand_at(node);
        Ok(())
    }

    /// The game is at another node from now on, whatever end it had.
    pub(super) fn stand_at(&mut self, node: NodeId) {
        self.ending = None;
        self.next_game = None;
        self.taken_back = None;
        self.live = node;
        self.saving.wanted();
        self.resume();
    }

    /// Without engines and clocks nothing tells a game from a study: it is where one plays.
    pub(super) fn is_study(&self) -> bool {
        self.seats == [Seat::Person, Seat::Person] && self.clock.is_none()
    }

    /// What both players had left at a node, in milliseconds: each as much as after the last turn before it.
    fn left_at(&self, node: NodeId) -> Option<[u64; 2]> {
        let base = self.time.clocks()?.map(|clock| clock.base);
        let mut left = [None; 2];
        let mut at = self.tree.get(node);
        while let Some(node) = at {
            at = node.parent.and_then(|parent| self.tree.get(parent));
            if let Some(mover) = at.and_then(Node::to_act) {
                let left = &mut left[mover.index()];
                *left = left.or(node.clock);
            }
        }
        let [one, two] = left;
        Some([one.unwrap_or(base[0]), two.unwrap_or(base[1])])
    }

    /// Looks again who has the turn.
    pub(super) fn resume(&mut self) {
        let at = self.position(self.live);
        let questions = vec!["scene".to_owned()];
        self.ask(Rank::Touch, at, questions, Purpose::Status(self.live));
    }

    /// Takes back to the last turn of a person, or one turn where both are people.
    pub(super) fn take_back(&mut self) -> Result<(), String> {
        let mut at = self.live;
        loop {
            let Some(parent) = self.tree.get(at).and_then(|node| node.parent) else {
                return Err("there is no turn to take back".to_owned());
            };
            at = parent;
            let mover = self.tree.get(at).and_then(Node::to_act);
            let person = |side: Side| self.seats[side.index()] == Seat::Person;
            if mover.is_some_and(person) {
                break;
            }
        }
        self.go_on_from(at)?;
        self.taken_back = Some(at);
        Ok(())
    }

    pub(super) fn pause(&mut self, on: bool) -> Result<(), String> {
        if self.paused == on {
            return Ok(());
        }
        self.paused = on;
        if on {
            self.stop_thinking();
            self.stop_clock(Instant::now());
            self.next_game = None;
        } else if self.ending.is_none() {
            self.resume();
        } else {
            self.go_on_with_series();
        }
        Ok(())
    }

    pub(super) fn step(&mut self) -> Result<(), String> {
        if self.ending.is_some() {
            return Err("the game is over".to_owned());
        }
        self.paused = true;
        if self.thinking.is_none() {
            self.one_step = true;
            self.resume();
        }
        Ok(())
    }

    pub(super) fn change_seat(&mut self, side: Side, seat: Seat) -> Result<(), String> {
        self.check(&seat)?;
        if self.thinking.is_some_and(|thinking| thinking.side == side) {
            self.stop_thinking();
        }
        self.seats[side.index()] = seat;
        self.saving.wanted();
        if self.ending.is_none() && self.thinking.is_none() {
            self.resume();
        }
        Ok(())
    }
}
