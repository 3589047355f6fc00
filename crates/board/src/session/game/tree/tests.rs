//! Playing, removing, restoring and reordering moves.

use super::*;
use ringstack_engine::rules::Side;
use ringstack_engine::search::Value;

fn status(side: Side) -> Status {
    Status {
        to_act: Some(side),
        result: None,
    }
}

fn play(tree: &mut GameTree, at: NodeId, token: &str) -> NodeId {
    let next = tree.to_act(at).map_or(Side::One, |side| !side);
    tree.play(at, token, status(next)).expect("a node")
}

fn sample() -> (GameTree, [NodeId; 4]) {
    let mut tree = GameTree::new(7, status(Side::One));
    let a = play(&mut tree, 7, "a");
    let b = play(&mut tree, a, "b");
    let c = play(&mut tree, a, "c");
    let d = play(&mut tree, c, "d");
    (tree, [a, b, c, d])
}

fn value(cp: i32) -> Evaluation {
    Evaluation {
        score: Value::Cp(cp).into(),
        scale: Some(100.0),
        depth: 1,
        seldepth: None,
        nodes: None,
        nps: None,
        pv: Vec::new(),
        by: "test".to_owned(),
    }
}

#[test]
fn the_same_move_leads_to_the_same_node() {
    let (mut tree, [a, b, ..]) = sample();
    assert_eq!(play(&mut tree, a, "b"), b);
    assert_eq!(tree.play(999, "b", status(Side::One)), None);
}

#[test]
fn a_promoted_variation_is_the_main_line_until_the_order_is_restored() {
    let (mut tree, [a, b, c, d]) = sample();
    assert_eq!(tree.main_line(7), [a, b]);
    let orders = tree.promote(d);
    assert_eq!(tree.main_line(7), [a, c, d]);
    assert_eq!(tree.moves(d), ["a", "c", "d"]);
    let e = play(&mut tree, a, "e");
    tree.reorder(orders);
    assert_eq!(tree.get(a).map(|n| n.children.clone()), Some(vec![b, c, e]));
}

#[test]
fn a_removed_line_can_be_restored() {
    let (mut tree, [a, b, c, d]) = sample();
    tree.take_changes();
    let removed = tree.remove(c).expect("it is there");
    let (changed, gone) = tree.take_changes();
    assert_eq!(changed, [a]);
    assert_eq!(gone, [c, d]);
    assert!(tree.remove(7).is_none(), "the first position stays");
    let e = play(&mut tree, b, "e");
    tree.put_back(removed);
    let (mut changed, gone) = tree.take_changes();
    changed.sort_unstable();
    assert_eq!(changed, [a, b, c, d, e]);
    assert!(gone.is_empty());
    assert_eq!(tree.moves(d), ["a", "c", "d"]);
    assert_eq!(tree.main_line(7), [a, b, e], "later moves stay");
}

#[test]
fn a_restored_line_is_merged_with_the_same_move_played_again() {
    let (mut tree, [a, b, c, d]) = sample();
    let node = tree.change(c).expect("a node");
    node.comment = "good".to_owned();
    node.annotations.nodes = Some(5);
    let removed = tree.remove(c).expect("it is there");
    let again = play(&mut tree, a, "c");
    let f = play(&mut tree, again, "f");
    tree.put_back(removed);
    assert!(tree.get(c).is_none(), "the move is there once");
    let after = tree.get(again).map(|n| n.children.clone());
    assert_eq!(after, Some(vec![d, f]));
    assert_eq!(tree.moves(d), ["a", "c", "d"]);
    let now = tree.get(again).expect("a node");
    assert_eq!(
        (now.comment.as_str(), now.annotations.nodes),
        ("good", Some(5))
    );
    let children = tree.get(a).map(|n| n.children.clone());
    assert_eq!(children, Some(vec![b, again]));
}

#[test]
fn merged_nodes_keep_both_comments() {
    let comment = |text: &str| TreeNode {
        comment: text.to_owned(),
        ..TreeNode::bare("a".to_owned(), status(Side::One))
    };
    let mut node = comment("good");
    for (other, both) in [("", "good"), ("good", "good"), ("go", "good go")] {
        node.merge(comment(other));
        assert_eq!(node.comment, both);
    }
}

#[test]
fn moves_are_marked_by_the_chances_they_lose_for_their_player() {
    let (mut tree, [a, b, c, _]) = sample();
    for (id, cp) in [(7, 0), (a, 30), (b, 130)] {
        tree.change(id).expect("a node").eval = Some(value(cp));
    }
    assert!(tree.is_reviewed());
    assert_eq!(tree.review_mark(a), None, "player 1 gains");
    assert_eq!(
        tree.review_mark(b),
        Some(MoveMark::Blunder),
        "player 2 loses"
    );
    let before = tree.change(a).and_then(|node| node.eval.as_mut());
    before.expect("a value").pv = vec!["b".to_owned()];
    assert_eq!(tree.review_mark(b), None, "the engine wanted it");
    let judged = tree.section(b).expect("a node");
    assert_eq!((judged.share, judged.lost), (Some(0.7858), Some(0.0)));
    assert_eq!(tree.accuracies(), Some([Some(100.0); 2]));
    // A value concerns the moves from its position, too.
    tree.take_changes();
    tree.evaluate(a, value(500));
    assert_eq!(tree.take_changes().0, [a, b, c]);
}
