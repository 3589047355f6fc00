//! Changes of the record by people, which can be taken back.

use crate::play::record::{Drawing, Mark};

use super::super::tree::{NodeId, Order, Removed};
use super::Table;

/// Changes that can be taken back.
const UNDO: usize = 20;
/// The longest remark, in bytes.
const LONGEST_REMARK: usize = 20_000;
/// The most arrows and circles of a position.
const MOST_DRAWN: usize = 200;

/// A change, as what takes it back. Whatever has been added to the record since stays.
#[derive(Debug)]
pub(super) enum Edit {
    Removed(Removed),
    Promoted(Vec<Order>),
    /// The remark there was before.
    Comment(NodeId, String),
    /// What was drawn before.
    Drawn(NodeId, Vec<Drawing>),
    /// The mark there was before.
    Mark(NodeId, String),
}

impl Table {
    fn remember(&mut self, edit: Edit) {
        self.edits.push(edit);
        if self.edits.len() > UNDO {
            self.edits.remove(0);
        }
        self.saving.wanted();
    }

    pub(super) fn remove(&mut self, node: NodeId) -> Result<(), String> {
        self.node(node)?;
        let stands_here = self.tree.contains(node, self.live);
        if stands_here && !self.is_study() {
            return Err("the game stands here; take turns back instead".to_owned());
        }
        let stays = "the first position cannot be removed";
        let parent = self.node(node)?.parent.ok_or(stays)?;
        let removed = self.tree.remove(node).ok_or(stays)?;
        if stands_here {
            self.stand_at(parent);
        }
        self.remember(Edit::Removed(removed));
        self.analyse_what_is_left(parent)
    }

    pub(super) fn promote(&mut self, node: NodeId) -> Result<(), String> {
        self.node(node)?;
        let orders = self.tree.promote(node);
        self.remember(Edit::Promoted(orders));
        Ok(())
    }

    pub(super) fn comment(&mut self, node: NodeId, text: String) -> Result<(), String> {
        if text.len() > LONGEST_REMARK {
            return Err(format!("remark: expected at most {LONGEST_REMARK} bytes"));
        }
        self.node(node)?;
        if let Some(found) = self.tree.change(node) {
            let before = std::mem::replace(&mut found.comment, text);
            // Writing that goes on is one change.
            match self.edits.last() {
                Some(Edit::Comment(last, _)) if *last == node => self.saving.wanted(),
                _ => self.remember(Edit::Comment(node, before)),
            }
        }
        Ok(())
    }

    pub(super) fn draw(&mut self, node: NodeId, drawn: Vec<Drawing>) -> Result<(), String> {
        if drawn.len() > MOST_DRAWN || !drawn.iter().all(Drawing::is_sound) {
            return Err(format!(
                "drawings: expected at most {MOST_DRAWN} arrows and circles at places"
            ));
        }
        self.node(node)?;
        if let Some(found) = self.tree.change(node) {
            let before = std::mem::replace(&mut found.drawn, drawn);
            self.remember(Edit::Drawn(node, before));
        }
        Ok(())
    }

    pub(super) fn mark(&mut self, node: NodeId, mark: String) -> Result<(), String> {
        let is_mark = |text: &str| Mark::ALL.iter().any(|mark| mark.to_string() == text);
        if !mark.is_empty() && !is_mark(&mark) {
            let mark = crate::rules::quote(&mark);
            return Err(format!("mark '{mark}': expected one of ! ? !! ?? !? ?!"));
        }
        self.node(node)?;
        if let Some(found) = self.tree.change(node) {
            let before = std::mem::replace(&mut found.mark, mark);
            self.remember(Edit::Mark(node, before));
        }
        Ok(())
    }

    pub(super) fn undo(&mut self) -> Result<(), String> {
        match self.edits.pop().ok_or("there is nothing to take back")? {
            Edit::Removed(removed) => self.tree.put_back(removed),
            Edit::Promoted(orders) => self.tree.reorder(orders),
            Edit::Comment(node, text) => {
                if let Some(found) = self.tree.change(node) {
                    found.comment = text;
                }
            }
            Edit::Drawn(node, drawn) => {
                if let Some(found) = self.tree.change(node) {
                    found.drawn = drawn;
                }
            }
            Edit::Mark(node, mark) => {
                if let Some(found) = self.tree.change(node) {
                    found.mark = mark;
                }
            }
        }
        self.unasked = true;
        self.saving.wanted();
        Ok(())
    }
}
