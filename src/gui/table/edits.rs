//! Changes of the record by people, which can be taken back.

use super::super::tree::NodeId;
use super::Table;

/// Changes that can be taken back.
const UNDO: usize = 20;
/// The longest remark, in bytes.
const LONGEST_REMARK: usize = 20_000;

impl Table {
    fn remember(&mut self) {
        self.earlier.push(self.tree.clone());
        if self.earlier.len() > UNDO {
            self.earlier.remove(0);
        }
        self.saving.wanted();
    }

    pub(super) fn remove(&mut self, node: NodeId) -> Result<(), String> {
        self.node(node)?;
        if self.tree.contains(node, self.live) {
            return Err("the game stands here; take turns back instead".to_owned());
        }
        self.remember();
        self.tree.remove(node);
        self.stop_analysis();
        Ok(())
    }

    pub(super) fn promote(&mut self, node: NodeId) -> Result<(), String> {
        self.node(node)?;
        self.remember();
        self.tree.promote(node);
        Ok(())
    }

    pub(super) fn comment(&mut self, node: NodeId, text: String) -> Result<(), String> {
        if text.len() > LONGEST_REMARK {
            return Err(format!("remark: expected at most {LONGEST_REMARK} bytes"));
        }
        self.node(node)?;
        self.remember();
        if let Some(found) = self.tree.change(node) {
            found.comment = text;
        }
        Ok(())
    }

    pub(super) fn mark(&mut self, node: NodeId, mark: String) -> Result<(), String> {
        const MARKS: [&str; 7] = ["", "!", "?", "!!", "??", "!?", "?!"];
        if !MARKS.contains(&mark.as_str()) {
            let mark = crate::rules::quote(&mark);
            return Err(format!("mark '{mark}': expected one of ! ? !! ?? !? ?!"));
        }
        self.node(node)?;
        self.remember();
        if let Some(found) = self.tree.change(node) {
            found.mark = mark;
        }
        Ok(())
    }

    pub(super) fn undo(&mut self) -> Result<(), String> {
        let mut earlier = self.earlier.pop().ok_or("there is nothing to take back")?;
        if earlier.get(self.live).is_none() {
            self.earlier.push(earlier);
            return Err("the game has gone on since; this cannot be taken back".to_owned());
        }
        earlier.restore_over(&self.tree);
        self.tree = earlier;
        self.saving.wanted();
        Ok(())
    }
}
