//! The record of a game with its variations: a tree of turns.
//!
//! It knows tokens and what the house said about them, nothing of their meaning. The first child of a
//! node is its main line.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of a node; never given twice by one program, so that answers can be kept by it.
pub type NodeId = u64;

/// A player, as the protocol writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Player 1.
    P1,
    /// Player 2.
    P2,
}

impl Side {
    /// 0 for player 1, 1 for player 2.
    #[must_use]
    pub fn index(self) -> usize {
        match self {
            Side::P1 => 0,
            Side::P2 => 1,
        }
    }

    /// The opponent.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::P1 => Side::P2,
            Side::P2 => Side::P1,
        }
    }

    /// The player a word of the protocol names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Side> {
        match word {
            "p1" => Some(Side::P1),
            "p2" => Some(Side::P2),
            _ => None,
        }
    }
}

/// What the house says about a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Status {
    /// Who has the turn; `None` when the game is over.
    pub to_act: Option<Side>,
    /// The `result` of the scene; null while the game goes on.
    pub result: Value,
}

impl Status {
    /// What a scene says.
    #[must_use]
    pub fn of_scene(scene: &Value) -> Status {
        Status {
            to_act: scene
                .get("to_act")
                .and_then(Value::as_str)
                .and_then(Side::from_word),
            result: scene.get("result").cloned().unwrap_or(Value::Null),
        }
    }
}

/// What an engine thinks of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opinion {
    /// Centipawns for player 1, unless a mate is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cp: Option<i64>,
    /// Plies to the end of the game, positive when player 1 wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i64>,
    /// Centipawns of one unit of the logistic function that tells how often the value wins; `None` where
    /// the engine does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<f64>,
    /// Depth in plies.
    pub depth: i32,
    /// The best line.
    pub pv: Vec<String>,
    /// Who says so.
    pub by: String,
}

impl Opinion {
    /// The opinion with its values for this player, if they are for player 1 now; and the other way round.
    #[must_use]
    pub fn of(self, player: Side) -> Opinion {
        match player {
            Side::P1 => self,
            Side::P2 => Opinion {
                cp: self.cp.map(|cp| cp.saturating_neg()),
                mate: self.mate.map(|mate| mate.saturating_neg()),
                ..self
            },
        }
    }
}

/// What else a record notes about a turn: the board keeps it and writes it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Noted {
    /// Numeric glyphs of PGN that are no marks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u8>,
    /// Positions visited by the search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The milliseconds the player took.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub spent: Option<u64>,
}

/// A turn and the position after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Node {
    /// Its name.
    pub id: NodeId,
    /// The node before; `None` for the first position.
    pub parent: Option<NodeId>,
    /// The token that leads here; empty for the first position.
    pub token: String,
    /// The nodes after it, the main line first.
    pub children: Vec<NodeId>,
    /// What the house said of the position, when it was asked.
    pub status: Option<Status>,
    /// A remark of the user.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// A mark of the user or of a review, such as `!` or `??`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub mark: String,
    /// What an engine thinks of the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opinion: Option<Opinion>,
    /// The mover's time after the turn, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<u64>,
    /// What else the record notes.
    #[serde(default, skip_serializing_if = "is_nothing")]
    pub noted: Noted,
    /// What a record says about the turn, for the player who made it: who that was is known when the
    /// position before it is.
    #[serde(skip)]
    pub told: Option<Opinion>,
    /// What an engine thinks of the position, for the player to move, while it is not known who that is.
    #[serde(skip)]
    pub thought: Option<Opinion>,
    /// The element of `query trace` for its turn, asked again when the record is opened again.
    #[serde(skip)]
    pub trace: Option<Value>,
}

impl Noted {
    /// Takes what is noted elsewhere, where nothing is noted here.
    fn take(&mut self, other: Noted) {
        if self.glyphs.is_empty() {
            self.glyphs = other.glyphs;
        }
        self.nodes = self.nodes.or(other.nodes);
        self.spent = self.spent.or(other.spent);
    }
}

impl Node {
    /// A turn of which nothing is said, and that stands nowhere.
    #[must_use]
    pub fn bare(token: String) -> Node {
        Node {
            id: 0,
            parent: None,
            token,
            children: Vec::new(),
            status: None,
            comment: String::new(),
            mark: String::new(),
            opinion: None,
            clock: None,
            noted: Noted::default(),
            told: None,
            thought: None,
            trace: None,
        }
    }

    /// Takes what is said of the same turn elsewhere, where nothing is said of it here. Two comments are
    /// both kept.
    pub fn take_remarks(&mut self, other: Node) {
        if self.comment.is_empty() {
            self.comment = other.comment;
        } else if !other.comment.is_empty() && self.comment != other.comment {
            self.comment = format!("{} {}", self.comment, other.comment);
        }
        if self.mark.is_empty() {
            self.mark = other.mark;
        }
        self.opinion = self.opinion.take().or(other.opinion);
        self.clock = self.clock.or(other.clock);
        self.noted.take(other.noted);
        self.told = self.told.take().or(other.told);
        self.thought = self.thought.take().or(other.thought);
    }
}

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

fn is_nothing(noted: &Noted) -> bool {
    *noted == Noted::default()
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

    /// Makes sure that no name below `first` is given from now on.
    pub fn skip_to(&mut self, first: NodeId) {
        self.next = self.next.max(first);
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

    /// Makes the line through `id` the first one at each fork above it; how the turns there were
    /// ordered before.
    pub fn promote(&mut self, id: NodeId) -> Vec<Order> {
        let mut orders = Vec::new();
        let mut at = id;
        while let Some(parent) = self.nodes.get(&at).and_then(|node| node.parent) {
            if let Some(node) = self.change(parent) {
                orders.push(Order {
                    parent,
                    children: node.children.clone(),
                });
                node.children.retain(|&child| child != at);
                node.children.insert(0, at);
            }
            at = parent;
        }
        orders
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

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> (Tree, [NodeId; 4]) {
        let mut tree = Tree::new(7);
        let a = tree.play(7, "a").expect("the root is there");
        let b = tree.play(a, "b").expect("a node");
        let c = tree.play(a, "c").expect("a node");
        let d = tree.play(c, "d").expect("a node");
        (tree, [a, b, c, d])
    }

    #[test]
    fn the_same_turn_leads_to_the_same_node() {
        let (mut tree, [a, b, ..]) = sample();
        assert_eq!(tree.play(a, "b"), Some(b));
        assert_eq!(tree.play(999, "b"), None);
        assert!(tree.is_sound());
    }

    #[test]
    fn a_promoted_variation_is_the_main_line() {
        let (mut tree, [a, b, c, d]) = sample();
        assert_eq!(tree.main_line(7), [a, b]);
        tree.promote(d);
        assert_eq!(tree.main_line(7), [a, c, d]);
        assert_eq!(tree.moves(d), ["a", "c", "d"]);
        assert!(tree.is_sound());
    }

    #[test]
    fn removing_takes_all_that_follows_and_can_be_taken_back() {
        let (mut tree, [a, b, c, d]) = sample();
        tree.news();
        let removed = tree.remove(c).expect("it is there");
        let (changed, gone) = tree.news();
        assert_eq!(changed.iter().map(|n| n.id).collect::<Vec<_>>(), [a]);
        assert_eq!(gone, [c, d]);
        assert!(tree.remove(7).is_none(), "the first position stays");
        let e = tree.play(b, "e").expect("a node");
        tree.put_back(removed);
        let (changed, gone) = tree.news();
        let mut changed: Vec<_> = changed.iter().map(|n| n.id).collect();
        changed.sort_unstable();
        assert_eq!(changed, [a, b, c, d, e]);
        assert!(gone.is_empty() && tree.is_sound());
        assert_eq!(tree.moves(d), ["a", "c", "d"]);
        assert_eq!(tree.moves(e), ["a", "b", "e"], "what came since stays");
        assert_eq!(tree.main_line(7), [a, b, e]);
    }

    #[test]
    fn what_is_put_back_joins_what_was_played_again() {
        let (mut tree, [a, b, c, d]) = sample();
        let said = Node {
            comment: "good".to_owned(),
            noted: Noted {
                glyphs: vec![10],
                nodes: Some(5),
                spent: None,
            },
            ..Node::bare(String::new())
        };
        tree.change(c).expect("a node").take_remarks(said.clone());
        let removed = tree.remove(c).expect("it is there");
        let again = tree.play(a, "c").expect("a node");
        let f = tree.play(again, "f").expect("a node");
        tree.put_back(removed);
        assert!(tree.is_sound());
        assert!(tree.get(c).is_none(), "the turn is there once");
        let after = tree.get(again).map(|n| n.children.clone());
        let tokens: Vec<_> = after.iter().flatten().map(|&id| tree.moves(id)).collect();
        assert_eq!(tokens, [["a", "c", "d"], ["a", "c", "f"]]);
        assert!(tree.get(d).is_none() && tree.get(f).is_some());
        let now = tree.get(again).expect("a node");
        assert_eq!((&now.comment, &now.noted), (&said.comment, &said.noted));
        assert_eq!(
            tree.get(a).map(|n| n.children.clone()),
            Some(vec![b, again])
        );
    }

    #[test]
    fn values_are_turned_when_it_is_known_whose_they_are() {
        let value = |cp| Opinion {
            cp: Some(cp),
            mate: None,
            scale: None,
            depth: 1,
            pv: Vec::new(),
            by: "record".to_owned(),
        };
        for (mover, sign) in [(Side::P1, 1), (Side::P2, -1)] {
            let (mut tree, [a, b, c, _]) = sample();
            tree.change(a).expect("a node").thought = Some(value(30));
            tree.change(b).expect("a node").told = Some(value(20));
            assert!(tree.believe(a, mover));
            assert!(!tree.believe(a, mover), "it is known now");
            let now = [a, b, c].map(|id| tree.get(id).and_then(|n| n.opinion.clone()));
            assert_eq!(now, [Some(value(sign * 30)), Some(value(sign * 20)), None]);
        }
    }

    #[test]
    fn remarks_from_two_places_are_both_kept() {
        let comment = |text: &str| Node {
            comment: text.to_owned(),
            ..Node::bare("a".to_owned())
        };
        let mut node = comment("good");
        // A word of the one may be part of the other.
        for (other, both) in [("", "good"), ("good", "good"), ("go", "good go")] {
            node.take_remarks(comment(other));
            assert_eq!(node.comment, both);
        }
    }

    #[test]
    fn an_order_comes_back_and_new_turns_stay() {
        let (mut tree, [a, b, c, d]) = sample();
        let orders = tree.promote(d);
        assert_eq!(tree.main_line(7), [a, c, d]);
        let e = tree.play(a, "e").expect("a node");
        tree.reorder(orders);
        assert_eq!(tree.get(a).map(|n| n.children.clone()), Some(vec![b, c, e]));
        assert!(tree.is_sound());
    }

    #[test]
    fn a_record_from_a_file_gets_names_of_its_own() {
        let (tree, [_, b, ..]) = sample();
        let name = tree.new_name(b, 100);
        let moves = tree.moves(b);
        let renamed = tree.renamed(100);
        assert!(renamed.is_sound());
        assert_eq!(renamed.root(), 100);
        assert_eq!(renamed.moves(name), moves);
        assert!(renamed.iter().all(|node| node.id >= 100) && renamed.next() > 104);
    }

    #[test]
    fn a_record_with_wrong_links_is_not_sound() {
        let (tree, _) = sample();
        let text = serde_json::to_string(&tree).expect("JSON");
        let read: Tree = serde_json::from_str(&text).expect("our own text");
        assert!(read.is_sound());
        let wrong: Tree =
            serde_json::from_str(&text.replace("\"children\":[9,10]", "\"children\":[9,12]"))
                .expect("still a tree");
        assert!(!wrong.is_sound());
    }
}
