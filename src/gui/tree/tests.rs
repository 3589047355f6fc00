//! Turns that are played, removed, put back and ordered.

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
    for (mover, sign) in [(Side::One, 1), (Side::Two, -1)] {
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
