//! Edits of the game tree by users, with undo.

use super::super::BoardSession;
use super::super::checks::checked_text;
use super::super::refusal::Refusal;
use super::ending::{GameEnd, GamePlace};
use super::tree::NodeId;
use super::undo::{Inverse, TreeEdit};
use ringstack_engine::play::record::{Drawing, MoveMark};
use ringstack_engine::rules::Outcome;

/// The maximum number of edits that can be undone.
const MAX_UNDO: usize = 50;
/// The maximum length of a comment, in bytes.
const MAX_COMMENT: usize = 20_000;
/// The maximum number of arrows and circles per position.
const MAX_DRAWN: usize = 200;

impl BoardSession {
    fn push_edit(&mut self, inverse: Inverse, before: Option<GamePlace>) {
        let moved = before.map(|place| (self.game.live, place));
        self.game.edits.push(TreeEdit { inverse, moved });
        if self.game.edits.len() > MAX_UNDO {
            self.game.edits.remove(0);
        }
        self.mark_unsaved();
    }

    /// Records that only the game has changed.
    pub(in super::super) fn push_game_edit(&mut self, before: GamePlace) {
        self.push_edit(Inverse::Game, Some(before));
    }

    pub(in super::super) fn remove(&mut self, node: NodeId) -> Result<(), Refusal> {
        let parent = self.game.node(node)?.parent;
        let parent = parent.ok_or(Refusal::FirstPosition)?;
        let has_live = self.game.tree.contains(node, self.game.live);
        if has_live && !self.game.is_study() {
            return Err(Refusal::MoveOfGame);
        }
        self.remove_line(node, has_live.then_some(parent));
        Ok(())
    }

    /// Removes a line; the game continues at `live` if given.
    pub(in super::super) fn remove_line(&mut self, node: NodeId, live: Option<NodeId>) {
        let before = live.map(|_| self.game.place());
        let parent = self.game.tree.get(node).and_then(|node| node.parent);
        let Some(removed) = self.game.tree.remove(node) else {
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

    pub(in super::super) fn promote(&mut self, node: NodeId) -> Result<(), Refusal> {
        self.game.node(node)?;
        let orders = self.game.tree.promote(node);
        self.push_edit(Inverse::Reorder(orders), None);
        Ok(())
    }

    /// Continues the game from another node.
    pub(in super::super) fn go_live(&mut self, node: NodeId) -> Result<(), Refusal> {
        self.game.node(node)?;
        let before = self.game.place();
        let orders = self.game.tree.promote(node);
        self.continue_at(node);
        self.push_edit(Inverse::Reorder(orders), Some(before));
        Ok(())
    }

    /// Sets or removes the result.
    pub(in super::super) fn set_result(&mut self, outcome: Option<Outcome>) -> Result<(), Refusal> {
        if self.game.node(self.game.live)?.status.to_act.is_none() {
            return Err(Refusal::ResultOfRules);
        }
        let before = self.game.place();
        match outcome {
            Some(outcome) => self.end_game(GameEnd {
                outcome,
                termination: None,
                rules: None,
            }),
            None => self.continue_at(self.game.live),
        }
        self.push_game_edit(before);
        Ok(())
    }

    pub(in super::super) fn comment(&mut self, node: NodeId, text: String) -> Result<(), Refusal> {
        if text.len() > MAX_COMMENT {
            return Err(format!("comment: too long (at most {MAX_COMMENT} bytes)").into());
        }
        self.game.node(node)?;
        let text = checked_text("comment", text, true)?;
        if let Some(found) = self.game.tree.change(node) {
            let before = std::mem::replace(&mut found.comment, text);
            match self.game.edits.last() {
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

    pub(in super::super) fn draw(
        &mut self,
        node: NodeId,
        drawn: Vec<Drawing>,
    ) -> Result<(), Refusal> {
        if drawn.len() > MAX_DRAWN || !drawn.iter().all(Drawing::is_sound) {
            let text = format!(
                "drawings: allowed are at most {MAX_DRAWN} arrows and circles, all on places of the board"
            );
            return Err(text.into());
        }
        self.game.node(node)?;
        if let Some(found) = self.game.tree.change(node) {
            let before = std::mem::replace(&mut found.drawn, drawn);
            self.push_edit(Inverse::Drawn(node, before), None);
        }
        Ok(())
    }

    pub(in super::super) fn mark(&mut self, node: NodeId, mark: &str) -> Result<(), Refusal> {
        let mark = match mark {
            "" => None,
            mark => Some(mark.parse::<MoveMark>()?),
        };
        self.game.node(node)?;
        if let Some(found) = self.game.tree.change(node) {
            let before = std::mem::replace(&mut found.mark, mark);
            self.push_edit(Inverse::Mark(node, before), None);
        }
        Ok(())
    }

    pub(in super::super) fn undo(&mut self) -> Result<(), Refusal> {
        let edit = self.game.edits.pop().ok_or(Refusal::NoEdit)?;
        edit.inverse.apply(&mut self.game.tree);
        // A game that has continued since the edit stays at its node.
        if let Some((to, from)) = edit.moved
            && to == self.game.live
            && self.game.tree.get(from.live).is_some()
        {
            self.go_to(from);
        }
        self.mark_unsaved();
        Ok(())
    }
}
