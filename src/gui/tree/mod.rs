//! The record of a game with its variations: a tree of turns.
//!
//! It knows tokens and what the house said about them, nothing of their meaning. The first child of a
//! node is its main line.

mod node;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use node::{Node, NodeId, Noted, Opinion, Status};

use crate::rules::Side;

/// How the turns after a node are ordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    parent: NodeId,
    children: Vec<NodeId>,
}

/// A node that has been taken out, with all that followed it.
#[derive(Clone, Debug)]
pub struct Removed {
    id: NodeId,
    /// Its place among the turns after its parent.
    at: usize,
    nodes: BTreeMap<NodeId, Node>,
}

/// A record.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Tree {
    nodes: BTreeMap<NodeId, Node>,
    root: NodeId,
    next: NodeId,
    #[serde(skip)]
    changed: BTreeSet<NodeId>,
    #[serde(skip)]
    gone: BTreeSet<NodeId>,
}

impl Tree {
    /// A record without turns whose nodes are called `first` and up.
    #[must_use]
    pub fn new(first: NodeId) -> Tree {
        let mut tree = Tree {
            nodes: BTreeMap::new(),
            root: first,
            next: first,
            changed: BTreeSet::new(),
            gone: BTreeSet::new(),
        };
        tree.insert(None, String::new());
        tree
    }

    fn insert(&mut self, parent: Option<NodeId>, token: String) -> NodeId {
        let id = self.next;
        self.next += 1;
        let node = Node {
            id,
            parent,
            ..Node::bare(token)
        };
        self.nodes.insert(id, node);
        self.changed.insert(id);
        id
    }

    /// The first position.
    #[must_use]
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The first name that is not taken.
    #[must_use]
    pub fn next(&self) -> NodeId {
        self.next
    }

    /// What a node of this record is called once the first position is called `first`.
    #[must_use]
    pub fn new_name(&self, id: NodeId, first: NodeId) -> NodeId {
        id.wrapping_sub(self.root).wrapping_add(first)
    }

    /// The same record with other names, the first position being called `first`: names in files are
    /// those of another program.
    #[must_use]
    pub fn renamed(self, first: NodeId) -> Tree {
        let named = |id: NodeId| self.new_name(id, first);
        let nodes = self.nodes.values().map(|node| {
            let node = Node {
                id: named(node.id),
                parent: node.parent.map(named),
                children: node.children.iter().copied().map(named).collect(),
                ..node.clone()
            };
            (node.id, node)
        });
        Tree {
            nodes: nodes.collect(),
            root: first,
            next: named(self.next),
            changed: BTreeSet::new(),
            gone: BTreeSet::new(),
        }
    }

    /// The node of that name.
    #[must_use]
    pub fn get(&self, id: NodeId) -> Option<&Node> {
        self.nodes.get(&id)
    }

    /// The node of that name, to be changed; windows are told.
    pub fn change(&mut self, id: NodeId) -> Option<&mut Node> {
        let node = self.nodes.get_mut(&id)?;
        self.changed.insert(id);
        Some(node)
    }

    /// All nodes.
    pub fn iter(&self) -> impl Iterator<Item = &Node> {
        self.nodes.values()
    }

    fn child(&self, parent: NodeId, token: &str) -> Option<NodeId> {
        let children = &self.nodes.get(&parent)?.children;
        let known = |child: &NodeId| self.nodes.get(child).is_some_and(|n| n.token == token);
        children.iter().copied().find(known)
    }

    /// The node after `parent` by `token`: the one there is, or a new last variation.
    pub fn play(&mut self, parent: NodeId, token: &str) -> Option<NodeId> {
        let known = self.child(parent, token);
        if known.is_some() {
            return known;
        }
        self.nodes.get(&parent)?;
        let id = self.insert(Some(parent), token.to_owned());
        self.change(parent)?.children.push(id);
        Some(id)
    }

    /// Takes as opinions what is thought of `id`, and what the record says about the turns after it: it is
    /// the turn of this side. Whether there was anything.
    pub fn believe(&mut self, id: NodeId, mover: Side) -> bool {
        let Some(node) = self.nodes.get_mut(&id) else {
            return false;
        };
        let mut anything = false;
        if let Some(thought) = node.thought.take() {
            node.opinion = Some(thought.of(mover));
            self.changed.insert(id);
            anything = true;
        }
        for child in node.children.clone() {
            if let Some(node) = self.nodes.get_mut(&child)
                && let Some(told) = node.told.take()
            {
                node.opinion.get_or_insert(told.of(mover));
                self.changed.insert(child);
                anything = true;
            }
        }
        anything
    }

    /// The tokens from the first position to `id`.
    #[must_use]
    pub fn moves(&self, id: NodeId) -> Vec<String> {
        let mut moves = Vec::new();
        let mut at = self.nodes.get(&id);
        while let Some(node) = at {
            let Some(parent) = node.parent else { break };
            moves.push(node.token.clone());
            at = self.nodes.get(&parent);
        }
        moves.reverse();
        moves
    }

    /// The nodes from `id` along the main line, without `id`.
    #[must_use]
    pub fn main_line(&self, id: NodeId) -> Vec<NodeId> {
        let mut line = Vec::new();
        let mut at = id;
        while let Some(&next) = self.nodes.get(&at).and_then(|node| node.children.first()) {
            line.push(next);
            at = next;
        }
        line
    }

    /// Whether `above` is `id` or comes before it.
    #[must_use]
    pub fn contains(&self, above: NodeId, id: NodeId) -> bool {
        let mut at = Some(id);
        while let Some(now) = at {
            if now == above {
                return true;
            }
            at = self.nodes.get(&now).and_then(|node| node.parent);
        }
        false
    }

    /// Puts a turn first among those after the same position; how they were ordered before.
    pub fn put_first(&mut self, id: NodeId) -> Option<Order> {
        let parent = self.nodes.get(&id)?.parent?;
        let after = &mut self.change(parent)?.children;
        let children = after.clone();
        after.retain(|&child| child != id);
        after.insert(0, id);
        Some(Order { parent, children })
    }

    /// Makes the line through `id` the first one at each fork above it; how the turns there were
    /// ordered before.
    pub fn promote(&mut self, id: NodeId) -> Vec<Order> {
        let mut at = id;
        let above = std::iter::from_fn(|| {
            let order = self.put_first(at)?;
            at = order.parent;
            Some(order)
        });
        above.collect()
    }

    /// Orders turns as they were; those that are new come last.
    pub fn reorder(&mut self, orders: Vec<Order>) {
        for order in orders {
            if let Some(node) = self.change(order.parent) {
                let place = |child| order.children.iter().position(|&known| known == child);
                node.children
                    .sort_by_key(|&child| place(child).unwrap_or(usize::MAX));
            }
        }
    }

    /// Removes `id` with all that follows and gives it; the first position stays.
    pub fn remove(&mut self, id: NodeId) -> Option<Removed> {
        let parent = self.nodes.get(&id)?.parent?;
        let siblings = &mut self.change(parent)?.children;
        let at = siblings.iter().position(|&child| child == id)?;
        siblings.remove(at);
        let mut nodes = BTreeMap::new();
        let mut left = vec![id];
        while let Some(id) = left.pop() {
            if let Some(node) = self.nodes.remove(&id) {
                left.extend(&node.children);
                nodes.insert(id, node);
                self.changed.remove(&id);
                self.gone.insert(id);
            }
        }
        Some(Removed { id, at, nodes })
    }

    /// Puts back what was removed. Turns that have been played again in the meantime are not there
    /// twice: what followed them before follows them now.
    pub fn put_back(&mut self, mut removed: Removed) {
        let Some(parent) = removed.nodes.get(&removed.id).and_then(|node| node.parent) else {
            return;
        };
        let mut left = vec![(parent, removed.id, removed.at)];
        while let Some((parent, id, at)) = left.pop() {
            let Some(node) = removed.nodes.remove(&id) else {
                continue;
            };
            let again = self.child(parent, &node.token);
            // Names grow along a line.
            let id = if again.is_none() && id < parent {
                self.next += 1;
                self.next - 1
            } else {
                id
            };
            let place = again.unwrap_or(id);
            let children = node.children.iter().enumerate().rev();
            left.extend(children.map(|(at, &child)| (place, child, at)));
            if let Some(again) = again.and_then(|again| self.change(again)) {
                again.take_remarks(node);
            } else if let Some(parent_node) = self.change(parent) {
                let at = at.min(parent_node.children.len());
                parent_node.children.insert(at, id);
                self.gone.remove(&id);
                self.changed.insert(id);
                self.nodes.insert(
                    id,
                    Node {
                        id,
                        parent: Some(parent),
                        children: Vec::new(),
                        ..node
                    },
                );
            }
        }
    }

    /// What changed since this was asked last: nodes, and names of nodes that are gone.
    pub fn news(&mut self) -> (Vec<&Node>, Vec<NodeId>) {
        let changed = std::mem::take(&mut self.changed);
        let gone = std::mem::take(&mut self.gone).into_iter().collect();
        let nodes = changed.iter().filter_map(|id| self.nodes.get(id)).collect();
        (nodes, gone)
    }

    /// Whether every name leads where it should; a record from a file may be anything.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let linked = |node: &Node| {
            let listed = node.parent.is_none_or(|parent| {
                parent < node.id
                    && self
                        .nodes
                        .get(&parent)
                        .is_some_and(|p| p.children.iter().filter(|&&c| c == node.id).count() == 1)
            });
            let children = node.children.iter().all(|child| {
                self.nodes
                    .get(child)
                    .is_some_and(|c| c.parent == Some(node.id))
            });
            listed && children && (node.parent.is_none() == (node.id == self.root))
        };
        self.nodes
            .iter()
            .all(|(&id, node)| node.id == id && id < self.next && linked(node))
            && self.nodes.contains_key(&self.root)
    }
}
