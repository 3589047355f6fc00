//! Turns of people and engines: the house judges each, then it is played.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use std::time::Instant;

use serde_json::Value;

use crate::rules::Side;

use super::super::house::{Answers, Rank};
use super::super::tree::{Node, NodeId, Status};
use super::super::wire::{Seat, is_token};
use super::{Ending, Purpose, Table, WindowId, house_error};

/// A turn the house has to judge.
#[derive(Clone, Debug)]
pub(super) struct Turn {
    window: Option<WindowId>,
    node: NodeId,
    token: String,
    /// Whether it is a turn of the game, and not a variation.
    game: bool,
    /// The side whose engine plays it.
    engine: Option<Side>,
    at: Instant,
}

impl Table {
    /// A person plays a turn.
    pub(super) fn person_plays(
        &mut self,
        window: WindowId,
        node: NodeId,
        token: String,
        game: bool,
        at: Instant,
    ) -> Result<(), String> {
        self.node(node)?;
        if !is_token(&token) {
            return Err(format!(
                "turn '{}': expected a word without blanks",
                crate::rules::quote(&token)
            ));
        }
        if game {
            self.may_play(node)?;
            // The time of the house is nobody's.
            self.stop_clock(at);
        }
        self.judge(Turn {
            window: Some(window),
            node,
            token,
            game,
            engine: None,
            at,
        });
        Ok(())
    }

    fn may_play(&self, node: NodeId) -> Result<(), String> {
        if node != self.live {
            return Err("the game has gone on in the meantime".to_owned());
        }
        if self.ending.is_some() {
            return Err("the game is over".to_owned());
        }
        if self.thinking.is_some() {
            return Err("it is the engine's turn".to_owned());
        }
        Ok(())
    }

    pub(super) fn judge(&mut self, turn: Turn) {
        let at = self.position(turn.node);
        let questions = vec![format!("trace {}", turn.token)];
        self.ask(Rank::Touch, at, questions, Purpose::Play(turn));
    }

    /// The house has judged a turn.
    pub(super) fn turn_judged(&mut self, turn: Turn, answers: Answers) {
        let element = match answers.as_deref() {
            Ok([answer]) => match (house_error(answer), answer.get("line")) {
                (Some(error), _) => Err(error),
                (None, Some(line)) => line
                    .get(0)
                    .cloned()
                    .ok_or_else(|| "the house says nothing about the turn".to_owned()),
                (None, None) => Err("the house says nothing about the turn".to_owned()),
            },
            Ok(_) => Err("the house says nothing about the turn".to_owned()),
            Err(refusal) => Err(refusal.text().to_owned()),
        };
        match (element, turn.engine) {
            (Ok(element), _) => self.turn_is_legal(turn, element),
            (Err(error), Some(side)) => {
                self.thinking = None;
                let name = self.name_of(side);
                self.trouble(&format!("{name} wants to play an illegal turn: {error}"));
            }
            (Err(error), None) => self.turn_is_refused(&turn, &error),
        }
    }

    /// A person's turn is not played: the clock goes on from where it stood.
    fn turn_is_refused(&mut self, turn: &Turn, why: &str) {
        if let Some(window) = turn.window {
            self.refuse(window, why);
        }
        if let Some(side) = self.tree.get(self.live).and_then(Node::to_act)
            && turn.game
            && turn.node == self.live
            && self.thinking.is_none()
            && self.ending.is_none()
            && !self.paused
        {
            self.run_clock(side, turn.at);
        }
    }

    /// Tells a window that its turn is not played, and why.
    pub(super) fn refuse(&mut self, window: WindowId, why: &str) {
        self.notice(Some(window), "error", why);
        self.tell(window, &serde_json::json!({"t": "refused"}));
    }

    fn turn_is_legal(&mut self, turn: Turn, element: Value) {
        if turn.game {
            let allowed = match turn.engine {
                None => self.may_play(turn.node),
                Some(_) if turn.node == self.live && self.ending.is_none() => Ok(()),
                Some(_) => return,
            };
            if let Err(text) = allowed {
                self.turn_is_refused(&turn, &text);
                return;
            }
        }
        let mover = self.tree.get(turn.node).and_then(Node::to_act);
        let Some(node) = self.tree.play(turn.node, &turn.token) else {
            return;
        };
        if let Some(found) = self.tree.change(node) {
            found.trace = Some(element);
        }
        self.saving.wanted();
        let study = self.is_study();
        let instead = self.taken_back.take() == Some(turn.node);
        if turn.game || (study && self.ending.is_none()) {
            self.thinking = None;
            if let (Some(clock), Some(mover)) = (&mut self.clock, mover) {
                clock.turn_over(mover, turn.at);
                let left = clock.left(mover, turn.at).as_millis() as u64;
                if let Some(found) = self.tree.change(node) {
                    found.clock = Some(left);
                }
            }
            // The game is the main line, also where it was taken back before. A study has no game, but
            // there, too, what is played instead of a turn comes before it.
            if !study {
                self.tree.promote(node);
            } else if instead {
                self.tree.put_first(node);
            }
            self.live = node;
        }
        if let Some(window) = turn.window {
            self.tell(window, &serde_json::json!({"t": "played", "node": node}));
        }
        let at = self.position(node);
        let questions = vec!["scene".to_owned()];
        self.ask(Rank::Touch, at, questions, Purpose::Status(node));
    }

    /// An engine has found its turn.
    pub(super) fn engine_plays(&mut self, side: Side, generation: u64, token: String, at: Instant) {
        let Some(thinking) = self.thinking.filter(|t| t.generation == generation) else {
            return;
        };
        if !is_token(&token) {
            self.thinking = None;
            let name = self.name_of(side);
            let token = crate::rules::quote(&token);
            self.trouble(&format!("{name} wants to play '{token}', which is no turn"));
            return;
        }
        self.stop_clock(at);
        self.judge(Turn {
            window: None,
            node: thinking.node,
            token,
            game: true,
            engine: Some(side),
            at,
        });
    }

    /// The house has said what a position is like.
    pub(super) fn status_known(&mut self, node: NodeId, answers: Answers) {
        match answers.as_deref() {
            Ok([scene]) => {
                self.keep_status(node, scene);
                if node == self.live && self.thinking.is_none() && self.ending.is_none() {
                    let status = Status::of_scene(scene);
                    self.turn_begins(&status);
                }
            }
            Ok(_) => {}
            Err(refusal) => {
                self.unasked = false;
                self.notice(None, "error", refusal.text());
            }
        }
    }

    /// Somebody has the turn at the live node, or the game is over.
    pub(super) fn turn_begins(&mut self, status: &Status) {
        let now = Instant::now();
        let Some(side) = status.to_act else {
            self.stop_clock(now);
            let word = |name: &str| status.result.get(name).and_then(Value::as_str);
            let text = status.result.get("text").and_then(|text| text.get("text"));
            self.game_ends(Ending {
                winner: word("winner").unwrap_or("draw").to_owned(),
                reason: word("reason").unwrap_or_default().to_owned(),
                text: text.and_then(Value::as_str).unwrap_or_default().to_owned(),
            });
            return;
        };
        let one_step = std::mem::take(&mut self.one_step);
        let seat = &self.seats[side.index()];
        // A step is one of an engine.
        if self.paused && !(one_step && *seat != Seat::Person) {
            return;
        }
        let Seat::Engine { engine, level } = *seat else {
            self.run_clock(side, now);
            return;
        };
        if let Err(text) = self.think(side, engine, level) {
            self.trouble(&text);
        }
    }

    /// Nobody's time runs from now on.
    pub(super) fn stop_clock(&mut self, now: Instant) {
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
    }

    /// Clocks run from the first turn on, and only in a game that is played.
    pub(super) fn run_clock(&mut self, side: Side, now: Instant) {
        if let Some(clock) = &mut self.clock
            && self.live != self.tree.root()
        {
            clock.start(side, now);
        }
    }
}
