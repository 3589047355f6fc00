//! Edits of the game tree by users, with undo.

use std::time::Duration;

use super::super::checks::checked_text;
use super::super::messages::NodeId;
use super::super::refusal::Refusal;
use super::current_game::CurrentGame;
use super::ending::{GameEnd, GamePlace};
use super::undo::{Inverse, TreeEdit};
use ringstack_engine::play::record::{Drawing, MoveMark};
use ringstack_engine::rules::{Outcome, Side};

/// The maximum number of edits that can be undone.
const MAX_UNDO: usize = 50;
/// The maximum length of a comment, in bytes.
const MAX_COMMENT: usize = 20_000;
/// The maximum number of arrows and circles per position.
const MAX_DRAWN: usize = 200;

/// A line that was removed.
#[derive(Clone, Copy, Debug)]
pub struct Removal {
    /// The last remaining node of the line.
    pub left: NodeId,
    /// Whether the game continues there.
    pub moves_game: bool,
}

impl CurrentGame {
    fn push_edit(&mut self, inverse: Inverse, before: Option<GamePlace>) {
        let moved = before.map(|place| (self.live, place));
        self.edits.push(TreeEdit { inverse, moved });
        if self.edits.len() > MAX_UNDO {
            self.edits.remove(0);
        }
        self.unsaved = true;
    }

    /// Records that only the game has changed.
    pub(super) fn push_game_edit(&mut self, before: GamePlace) {
        self.push_edit(Inverse::Game, Some(before));
    }

    /// Removes a line.
    pub fn remove(&mut self, node: NodeId, now: Duration) -> Result<Removal, Refusal> {
        let parent = self.node(node)?.parent;
        let left = parent.ok_or(Refusal::FirstPosition)?;
        let moves_game = self.tree.contains(node, self.live);
        if moves_game && !self.is_study() {
            return Err(Refusal::MoveOfGame);
        }
        self.remove_line(node, moves_game.then_some(left), now);
        Ok(Removal { left, moves_game })
    }

    /// Returns to the position before the last move of a user, or of the user who plays `side`. Removes the
    /// moves; an undo restores them.
    pub fn take_back(&mut self, side: Option<Side>, now: Duration) -> Result<Removal, Refusal> {
        let left = self.check_take_back(side)?;
        let mut line = self.tree.ancestors(self.live);
        let first = line.find(|node| node.parent == Some(left));
        let first = first.map(|node| node.id);
        drop(line);
        if let Some(first) = first {
            self.remove_line(first, Some(left), now);
        }
        Ok(Removal {
            left,
            moves_game: true,
        })
    }

    /// Removes a line; the game continues at `live` if given.
    fn remove_line(&mut self, node: NodeId, live: Option<NodeId>, now: Duration) {
        let before = live.map(|_| self.place());
        let Some(removed) = self.tree.remove(node) else {
            return;
        };
        if let Some(live) = live {
            self.continue_at(live, now);
        }
        self.push_edit(Inverse::PutBack(removed), before);
    }

    /// Moves the game to another node and removes its result.
    fn continue_at(&mut self, live: NodeId, now: Duration) {
        self.go_to(GamePlace { live, ending: None }, now);
    }

    pub fn promote(&mut self, node: NodeId) -> Result<(), Refusal> {
        self.node(node)?;
        let orders = self.tree.promote(node);
        self.push_edit(Inverse::Reorder(orders), None);
        Ok(())
    }

    /// Moves the game to another node.
    pub fn go_live(&mut self, node: NodeId, now: Duration) -> Result<(), Refusal> {
        self.node(node)?;
        let before = self.place();
        let orders = self.tree.promote(node);
        self.continue_at(node, now);
        self.push_edit(Inverse::Reorder(orders), Some(before));
        Ok(())
    }

    /// Sets or removes the result.
    pub fn set_result(&mut self, outcome: Option<Outcome>, now: Duration) -> Result<(), Refusal> {
        if self.node(self.live)?.status.to_act.is_none() {
            return Err(Refusal::ResultOfRules);
        }
        let before = self.place();
        match outcome {
            Some(outcome) => {
                let end = GameEnd {
                    outcome,
                    termination: None,
                    rules: None,
                };
                self.end(end, now);
            }
            None => self.continue_at(self.live, now),
        }
        self.push_game_edit(before);
        Ok(())
    }

    pub fn comment(&mut self, node: NodeId, text: String) -> Result<(), Refusal> {
        if text.len() > MAX_COMMENT {
            return Err(format!("comment: too long (at most {MAX_COMMENT} bytes)").into());
        }
        self.node(node)?;
        let text = checked_text("comment", text, true)?;
        if let Some(found) = self.tree.change(node) {
            let before = std::mem::replace(&mut found.comment, text);
            match self.edits.last() {
                // Continuous writing is one edit.
                Some(TreeEdit {
                    inverse: Inverse::Comment(last, _),
                    ..
                }) if *last == node => self.unsaved = true,
                _ => self.push_edit(Inverse::Comment(node, before), None),
            }
        }
        Ok(())
    }

    pub fn draw(&mut self, node: NodeId, drawn: Vec<Drawing>) -> Result<(), Refusal> {
        if drawn.len() > MAX_DRAWN || !drawn.iter().all(Drawing::is_sound) {
            let text = format!(
                "drawings: allowed are at most {MAX_DRAWN} arrows and circles, all on places of the board"
            );
            return Err(text.into());
        }
        self.node(node)?;
        if let Some(found) = self.tree.change(node) {
            let before = std::mem::replace(&mut found.drawn, drawn);
            self.push_edit(Inverse::Drawn(node, before), None);
        }
        Ok(())
    }

    pub fn mark(&mut self, node: NodeId, mark: &str) -> Result<(), Refusal> {
        let mark = match mark {
            "" => None,
            mark => Some(mark.parse::<MoveMark>()?),
        };
        self.node(node)?;
        if let Some(found) = self.tree.change(node) {
            let before = std::mem::replace(&mut found.mark, mark);
            self.push_edit(Inverse::Mark(node, before), None);
        }
        Ok(())
    }

    /// Undoes the last edit. Returns whether the game is at another position.
    pub fn undo(&mut self, now: Duration) -> Result<bool, Refusal> {
        let edit = self.edits.pop().ok_or(Refusal::NoEdit)?;
        edit.inverse.apply(&mut self.tree);
        self.unsaved = true;
        // A game that has continued since the edit stays at its node.
        let moved = edit
            .moved
            .filter(|(to, from)| *to == self.live && self.tree.get(from.live).is_some());
        let moves_game = moved.is_some();
        if let Some((_, from)) = moved {
            self.go_to(from, now);
        }
        Ok(moves_game)
    }
}
