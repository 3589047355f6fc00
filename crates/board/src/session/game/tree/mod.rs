//! The moves of a game with their variations. The first child of a node is its main line.
//!
//! The tree does not know the rules: callers supply the status of each position.

mod node;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

pub use node::{Evaluation, MoveAnnotations, NodeSection, Status, TreeNode, win_share};

use super::super::messages::NodeId;
use ringstack_engine::play::record::MoveMark;
use ringstack_engine::play::review::{loss_of_move, mark_of_loss};
use ringstack_engine::rules::Side;

/// The former order of the children of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChildOrder {
    parent: NodeId,
    children: Vec<NodeId>,
}

/// A removed node with its descendants.
#[derive(Clone, Debug)]
pub struct RemovedLine {
    id: NodeId,
    /// The index among the children of its parent.
    at: usize,
    nodes: BTreeMap<NodeId, TreeNode>,
}

/// The tree of a game.
#[derive(Clone, Debug)]
pub struct GameTree {
    nodes: BTreeMap<NodeId, TreeNode>,
    root: NodeId,
    next: NodeId,
    changed: BTreeSet<NodeId>,
    gone: BTreeSet<NodeId>,
}

impl GameTree {
    /// A tree without moves. Ids start at `first`.
    pub fn new(first: NodeId, status: Status) -> GameTree {
        let mut tree = GameTree {
            nodes: BTreeMap::new(),
            root: first,
            next: first,
            changed: BTreeSet::new(),
            gone: BTreeSet::new(),
        };
        tree.insert(None, TreeNode::bare(String::new(), status));
        tree
    }

    fn insert(&mut self, parent: Option<NodeId>, node: TreeNode) -> NodeId {
        let id = self.next;
        self.next += 1;
        self.nodes.insert(id, TreeNode { id, parent, ..node });
        self.changed.insert(id);
        id
    }

    /// The first position.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The next unused id.
    pub fn next(&self) -> NodeId {
        self.next
    }

    /// Leaves the ids before `next` to another tree.
    pub fn skip_ids(&mut self, next: NodeId) {
        self.next = self.next.max(next);
    }

    /// Whether there is nothing to save: no moves and no annotations.
    pub fn is_blank(&self) -> bool {
        self.nodes.len() < 2 && !self.iter().any(TreeNode::is_annotated)
    }

    /// The node with this id.
    pub fn get(&self, id: NodeId) -> Option<&TreeNode> {
        self.nodes.get(&id)
    }

    /// Mutable access to the node with this id. Marks the node as changed.
    pub fn change(&mut self, id: NodeId) -> Option<&mut TreeNode> {
        let node = self.nodes.get_mut(&id)?;
        self.changed.insert(id);
        Some(node)
    }

    /// Stores the evaluation of a position. The verdicts on the moves from there depend on it.
    pub fn evaluate(&mut self, id: NodeId, eval: Evaluation) {
        if let Some(node) = self.nodes.get_mut(&id) {
            node.eval = Some(eval);
            self.changed.insert(id);
            self.changed.extend(&node.children);
        }
    }

    /// All nodes.
    pub fn iter(&self) -> impl Iterator<Item = &TreeNode> {
        self.nodes.values()
    }

    /// The player to move at a node.
    pub fn to_act(&self, id: NodeId) -> Option<Side> {
        self.get(id)?.status.to_act
    }

    /// The player who made the move that led to a node.
    pub fn mover(&self, id: NodeId) -> Option<Side> {
        self.to_act(self.get(id)?.parent?)
    }

    fn child(&self, parent: NodeId, token: &str) -> Option<NodeId> {
        let children = &self.nodes.get(&parent)?.children;
        let known = |child: &NodeId| self.nodes.get(child).is_some_and(|n| n.token == token);
        children.iter().copied().find(known)
    }

    /// The child of `parent` by the move `token`: an existing one, or a new last variation.
    pub fn play(&mut self, parent: NodeId, token: &str, status: Status) -> Option<NodeId> {
        let known = self.child(parent, token);
        if known.is_some() {
            return known;
        }
        self.nodes.get(&parent)?;
        let id = self.insert(Some(parent), TreeNode::bare(token.to_owned(), status));
        self.change(parent)?.children.push(id);
        Some(id)
    }

    /// The tokens from the first position to `id`.
    pub fn moves(&self, id: NodeId) -> Vec<String> {
        let above = self.ancestors(id).filter(|node| node.parent.is_some());
        let mut moves: Vec<String> = above.map(|node| node.token.clone()).collect();
        moves.reverse();
        moves
    }

    /// The node after these moves.
    pub fn find(&self, moves: &[String]) -> Option<NodeId> {
        let step = |at, token: &String| self.child(at, token);
        moves.iter().try_fold(self.root, step)
    }

    /// A node and its ancestors, up to the first position.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = &TreeNode> {
        std::iter::successors(self.get(id), |node| self.get(node.parent?))
    }

    /// The nodes from `id` along the main line, without `id`.
    pub fn main_line(&self, id: NodeId) -> Vec<NodeId> {
        let next = |id: &NodeId| self.get(*id)?.children.first().copied();
        std::iter::successors(next(&id), next).collect()
    }

    /// Whether `above` is `id` or one of its ancestors.
    pub fn contains(&self, above: NodeId, id: NodeId) -> bool {
        self.ancestors(id).any(|node| node.id == above)
    }

    fn put_first(&mut self, id: NodeId) -> Option<ChildOrder> {
        let parent = self.nodes.get(&id)?.parent?;
        let after = &mut self.change(parent)?.children;
        let children = after.clone();
        after.retain(|&child| child != id);
        after.insert(0, id);
        Some(ChildOrder { parent, children })
    }

    /// Makes the line through `id` the main line. Returns the former order at each fork.
    pub fn promote(&mut self, id: NodeId) -> Vec<ChildOrder> {
        let mut at = id;
        let above = std::iter::from_fn(|| {
            let order = self.put_first(at)?;
            at = order.parent;
            Some(order)
        });
        above.collect()
    }

    /// Restores an order. Moves added in the meantime come last.
    pub fn reorder(&mut self, orders: Vec<ChildOrder>) {
        for order in orders {
            if let Some(node) = self.change(order.parent) {
                let place = |child| order.children.iter().position(|&known| known == child);
                node.children
                    .sort_by_key(|&child| place(child).unwrap_or(usize::MAX));
            }
        }
    }

    /// Removes `id` with its descendants. The first position cannot be removed.
    pub fn remove(&mut self, id: NodeId) -> Option<RemovedLine> {
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
        Some(RemovedLine { id, at, nodes })
    }

    /// Restores a removed line. A move that was played again in the meantime is merged with its former node.
    pub fn put_back(&mut self, mut removed: RemovedLine) {
        let Some(parent) = removed.nodes.get(&removed.id).and_then(|node| node.parent) else {
            return;
        };
        let mut left = vec![(parent, removed.id, removed.at)];
        while let Some((parent, id, at)) = left.pop() {
            let Some(node) = removed.nodes.remove(&id) else {
                continue;
            };
            let again = self.child(parent, &node.token);
            let place = again.unwrap_or(id);
            let children = node.children.iter().enumerate().rev();
            left.extend(children.map(|(at, &child)| (place, child, at)));
            if let Some(again) = again.and_then(|again| self.nodes.get_mut(&again)) {
                self.changed.insert(place);
                self.changed.extend(&again.children);
                again.merge(node);
            } else if let Some(parent_node) = self.change(parent) {
                let at = at.min(parent_node.children.len());
                parent_node.children.insert(at, id);
                self.gone.remove(&id);
                self.changed.insert(id);
                let children = Vec::new();
                let parent = Some(parent);
                let node = TreeNode {
                    parent,
                    children,
                    ..node
                };
                self.nodes.insert(id, node);
            }
        }
    }

    /// The changes since the last call: changed nodes, and ids of removed nodes.
    pub fn take_changes(&mut self) -> (Vec<NodeId>, Vec<NodeId>) {
        let changed = std::mem::take(&mut self.changed).into_iter();
        let gone = std::mem::take(&mut self.gone).into_iter().collect();
        let there = changed.filter(|id| self.nodes.contains_key(id));
        (there.collect(), gone)
    }

    /// Whether every position of the main line except the last one has a value, so that its moves can be
    /// judged.
    pub fn is_reviewed(&self) -> bool {
        let line = self.main_line(self.root);
        let mut known = line.iter().rev().skip(1);
        line.len() > 1 && known.all(|&id| self.get(id).is_some_and(|n| n.win_share().is_some()))
    }

    /// The mark of a move according to the winning chances that it loses.
    pub fn review_mark(&self, id: NodeId) -> Option<MoveMark> {
        mark_of_loss(self.loss(id)?.1)
    }

    /// The player of a move, and the winning chances that it loses.
    fn loss(&self, id: NodeId) -> Option<(Side, f64)> {
        let node = self.get(id)?;
        let before = self.get(node.parent?)?;
        let (was, is) = (before.win_share()?, node.win_share()?);
        let mover = before.status.to_act?;
        let best = before.eval.as_ref().and_then(|eval| eval.pv.first());
        let loss = loss_of_move(mover, was, is, best == Some(&node.token));
        Some((mover, loss))
    }

    /// A node for pages.
    pub fn section(&self, id: NodeId) -> Option<NodeSection<'_>> {
        // Four digits suffice for pages.
        let rounded = |share: f64| (share * 1e4).round() / 1e4;
        let node = self.get(id)?;
        let lost = self.loss(id).map(|(_, loss)| loss);
        Some(NodeSection {
            node,
            share: node.win_share().map(rounded),
            lost: lost.map(rounded),
            verdict: lost.and_then(mark_of_loss),
        })
    }

    /// All nodes for pages.
    pub fn sections(&self) -> impl Iterator<Item = NodeSection<'_>> {
        self.nodes.keys().filter_map(|&id| self.section(id))
    }

    /// The accuracy of both players, in percent; `None` unless the game is reviewed.
    pub fn accuracies(&self) -> Option<[Option<f64>; 2]> {
        let both = || Side::ALL.map(|side| self.accuracy(side).map(f64::round));
        self.is_reviewed().then(both)
    }

    /// The mean accuracy of the moves of a player in the main line, in percent: the formula in
    /// docs/board.md.
    fn accuracy(&self, side: Side) -> Option<f64> {
        let losses = self
            .main_line(self.root)
            .into_iter()
            .filter_map(|id| self.loss(id));
        let own = losses.filter(|&(mover, _)| mover == side);
        let (mut sum, mut count) = (0.0, 0.0);
        for (_, loss) in own {
            let accuracy = 103.1668 * (-4.3544 * loss).exp() - 3.1669;
            sum += accuracy.clamp(0.0, 100.0);
            count += 1.0;
        }
        (count > 0.0).then(|| sum / count)
    }
}
