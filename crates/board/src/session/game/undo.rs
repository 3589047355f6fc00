//! How edits of the game tree are undone.

use super::super::messages::NodeId;
use super::ending::GamePlace;
use super::tree::{ChildOrder, GameTree, RemovedLine};
use ringstack_engine::play::record::{Drawing, MoveMark};

/// The inverse of an edit. Later additions are kept.
#[derive(Debug)]
pub enum Inverse {
    PutBack(RemovedLine),
    Reorder(Vec<ChildOrder>),
    Comment(NodeId, String),
    Drawn(NodeId, Vec<Drawing>),
    Mark(NodeId, Option<MoveMark>),
    /// The tree is unchanged; only the game returns to its previous position.
    Game,
}

impl Inverse {
    pub fn apply(self, tree: &mut GameTree) {
        match self {
            Inverse::PutBack(removed) => tree.put_back(removed),
            Inverse::Reorder(orders) => tree.reorder(orders),
            Inverse::Comment(node, text) => {
                if let Some(found) = tree.change(node) {
                    found.comment = text;
                }
            }
            Inverse::Drawn(node, drawn) => {
                if let Some(found) = tree.change(node) {
                    found.drawn = drawn;
                }
            }
            Inverse::Mark(node, mark) => {
                if let Some(found) = tree.change(node) {
                    found.mark = mark;
                }
            }
            Inverse::Game => {}
        }
    }
}

/// An edit that can be undone.
#[derive(Debug)]
pub struct TreeEdit {
    pub inverse: Inverse,
    /// The node to which the edit moved the game, and the previous place of the game.
    pub moved: Option<(NodeId, GamePlace)>,
}
