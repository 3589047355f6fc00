//! Edits of the game tree by users, with undo.

use super::BoardSession;
use super::checks::checked_text;
use super::ending::{GameEnd, GamePlace};
use super::tree::{ChildOrder, NodeId, RemovedLine};
use crate::play::record::{Drawing, MoveMark};
use crate::rules::Outcome;

/// The maximum number of edits that can be undone.
const MAX_UNDO: usize = 50;
/// The maximum length of a comment, in bytes.
const MAX_COMMENT: usize = 20_000;
/// The maximum number of arrows and circles per position.
const MAX_DRAWN: usize = 200;

/// The inverse of an edit. Later additions are kept.
#[derive(Debug)]
enum Inverse {
    PutBack(RemovedLine),
    Reorder(Vec<ChildOrder>),
    Comment(NodeId, String),
    Drawn(NodeId, Vec<Drawing>),
    Mark(NodeId, Option<MoveMark>),
    /// The tree is unchanged; only the game returns to its previous position.
    Game,
}

/// An edit that can be undone.
#[derive(Debug)]
pub(super) struct TreeEdit {
    inverse: Inverse,
    /// The node to which the edit moved the game, and the previous place of the game.
    moved: Option<(NodeId, GamePlace)>,
}

impl BoardSession {
    fn push_edit(&mut self, inverse: Inverse, before: Option<GamePlace>) {
        let moved = before.map(|place| (self.live, place));
        self.edits.push(TreeEdit { inverse, moved });
        if self.edits.len() > MAX_UNDO {
            self.edits.remove(0);
        }
        self.mark_unsaved();
    }

    /// Records that only the game has changed.
    pub(super) fn push_game_edit(&mut self, before: GamePlace) {
        self.push_edit(Inverse::Game, Some(before));
    }

    pub(super) fn place(&self) -> GamePlace {
        GamePlace {
            live: self.live,
            ending: self.ending.clone(),
        }
    }

    pub(super) fn remove(&mut self, node: NodeId) -> Result<(), String> {
        let parent = self.node(node)?.parent;
        let parent = parent.ok_or("the first position cannot be removed")?;
        let has_live = self.tree.contains(node, self.live);
        if has_live && !self.is_study() {
            return Err("the game is at this move; take moves back instead".to_owned());
        }
        self.remove_line(node, has_live.then_some(parent));
        Ok(())
    }

    /// Removes a line; the game continues at `live` if given.
    pub(super) fn remove_line(&mut self, node: NodeId, live: Option<NodeId>) {
        let before = live.map(|_| self.place());
        let parent = self.tree.get(node).and_then(|node| node.parent);
        let Some(removed) = self.tree.remove(node) else {
            return;
        };
        if let Some(live) = live {
            self.continue_at(live);
        }
        self.push_edit(Inverse::PutBack(removed), before);
        if let Some(parent) = parent {
            self.move_analysis_from_removed(parent);
        }
    }

    pub(super) fn promote(&mut self, node: NodeId) -> Result<(), String> {
        self.node(node)?;
        let orders = self.tree.promote(node);
        self.push_edit(Inverse::Reorder(orders), None);
        Ok(())
    }

    /// Continues the game from another node.
    pub(super) fn go_live(&mut self, node: NodeId) -> Result<(), String> {
        self.node(node)?;
        let before = self.place();
        let orders = self.tree.promote(node);
        self.continue_at(node);
        self.push_edit(Inverse::Reorder(orders), Some(before));
        Ok(())
    }

    /// Sets or removes the result.
    pub(super) fn set_result(&mut self, outcome: Option<Outcome>) -> Result<(), String> {
        if self.node(self.live)?.status.to_act.is_none() {
            return Err("the result of this game follows from the rules".to_owned());
        }
        let before = self.place();
        match outcome {
            Some(outcome) => self.end_game(GameEnd {
                outcome,
                termination: None,
                rules: None,
            }),
            None => self.continue_at(self.live),
        }
        self.push_game_edit(before);
        Ok(())
    }

    pub(super) fn comment(&mut self, node: NodeId, text: String) -> Result<(), String> {
        if text.len() > MAX_COMMENT {
            return Err(format!("comment: too long (at most {MAX_COMMENT} bytes)"));
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
                }) if *last == node => self.mark_unsaved(),
                _ => self.push_edit(Inverse::Comment(node, before), None),
            }
        }
        Ok(())
    }

    pub(super) fn draw(&mut self, node: NodeId, drawn: Vec<Drawing>) -> Result<(), String> {
        if drawn.len() > MAX_DRAWN || !drawn.iter().all(Drawing::is_sound) {
            return Err(format!(
                "drawings: allowed are at most {MAX_DRAWN} arrows and circles, all on places of the board"
            ));
        }
        self.node(node)?;
        if let Some(found) = self.tree.change(node) {
            let before = std::mem::replace(&mut found.drawn, drawn);
            self.push_edit(Inverse::Drawn(node, before), None);
        }
        Ok(())
    }

    pub(super) fn mark(&mut self, node: NodeId, mark: &str) -> Result<(), String> {
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

    /// Whether an undo moves the game to another position.
    pub(super) fn undo_moves_game(&self) -> bool {
        let moved = self.edits.last().and_then(|edit| edit.moved.as_ref());
        moved.is_some_and(|(to, _)| *to == self.live)
    }

    pub(super) fn undo(&mut self) -> Result<(), String> {
        let edit = self.edits.pop().ok_or("there is no edit to undo")?;
        match edit.inverse {
            Inverse::PutBack(removed) => self.tree.put_back(removed),
            Inverse::Reorder(orders) => self.tree.reorder(orders),
            Inverse::Comment(node, text) => {
                if let Some(found) = self.tree.change(node) {
                    found.comment = text;
                }
            }
            Inverse::Drawn(node, drawn) => {
                if let Some(found) = self.tree.change(node) {
                    found.drawn = drawn;
                }
            }
            Inverse::Mark(node, mark) => {
                if let Some(found) = self.tree.change(node) {
                    found.mark = mark;
                }
            }
            Inverse::Game => {}
        }
        // A game that has continued since the edit stays at its node.
        if let Some((to, from)) = edit.moved
            && to == self.live
            && self.tree.get(from.live).is_some()
        {
            self.go_to(from);
        }
        self.mark_unsaved();
        Ok(())
    }
}
