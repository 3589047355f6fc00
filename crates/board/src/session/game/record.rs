//! Conversion between the game on the board and a [`GameRecord`].
//!
//! The comment before the first move contains the value of the first position, for the player to move.
//! In comments `}` is written as `｝` and a line break as `¶`.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::super::messages::{NodeId, PlayerConfig, TimeControls};
use super::super::position::position;
use super::super::refusal::Refusal;
use super::ending::GameEnd;
use super::tree::{Evaluation, GameTree, MoveAnnotations, Status, TreeNode};
use ringstack_engine::play::record::{
    self, GameRecord, MoveRecord, OutputFormat, Reader, Termination, notes, recognise,
};
use ringstack_engine::play::{GameState, Start};
use ringstack_engine::rules::Side;

/// The tag with the name of the engine that evaluated the positions of a record.
pub const ANNOTATOR: &str = "Annotator";
/// The same if the record has another annotator.
pub const EVALUATOR: &str = "Evaluator";
/// The tag with the [`SavedBoard`] of a save.
const BOARD: &str = "RingstackBoard";

/// A game by link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LinkedGame {
    /// The same for both players.
    pub id: String,
    /// The side of the user.
    pub own: Side,
}

/// The part of a save that is not in the record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedBoard {
    pub players: [PlayerConfig; 2],
    pub time: TimeControls,
    /// The remaining times of both players, in milliseconds.
    pub left: Option<[u64; 2]>,
    /// The moves to the current node of the game, if it is not the end of the main line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<Vec<String>>,
    /// The number of moves of the record that was opened; these cannot be taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<usize>,
    /// The game by link, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<LinkedGame>,
    /// Whether two people play it on one device.
    #[serde(default, skip_serializing_if = "is_false")]
    pub one_device: bool,
    /// Whether rematches have turned the seats of its devices.
    #[serde(default, skip_serializing_if = "is_false")]
    pub turned: bool,
    /// The side to move in a game by link, for lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to_act: Option<Side>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_false(value: &bool) -> bool {
    !value
}

impl SavedBoard {
    /// The board of a game that begins.
    pub fn new(players: [PlayerConfig; 2], time: TimeControls) -> SavedBoard {
        SavedBoard {
            players,
            time,
            left: None,
            at: None,
            record: None,
            link: None,
            one_device: false,
            turned: false,
            to_act: None,
        }
    }
}

/// A record, converted to a tree.
#[derive(Debug)]
pub struct OpenedGame {
    /// The game at any of its positions.
    pub state: Box<dyn GameState>,
    pub start: Start,
    pub tree: GameTree,
    pub live: NodeId,
    pub ending: Option<GameEnd>,
    pub names: [String; 2],
    pub tags: Vec<(String, String)>,
    /// The additional part of a save.
    pub board: Option<SavedBoard>,
}

/// Reads a save, with all its moves.
pub fn read_save(text: &str) -> Result<GameRecord, Refusal> {
    match Reader::new(text.as_bytes(), None).next() {
        Some(game) => game.map_err(|error| Refusal::from(&error)),
        None => Err(Refusal::RecordEmpty),
    }
}

/// A record as a save.
pub fn pgn_text(record: &GameRecord) -> String {
    let mut text = String::new();
    // Every game can be written with tokens.
    let _ = record::write(record, OutputFormat::Pgn, &mut text);
    text
}

/// Refuses texts that are no records, such as the content of a packed file.
pub fn check_text(text: &str) -> Result<(), Refusal> {
    let format = recognise(text.as_bytes());
    format.map_err(|text| Refusal::RecordKind { text })?;
    Ok(())
}

/// Builds the tree of a record; its ids begin with `first`.
pub fn open(record: &GameRecord, first: NodeId) -> Result<OpenedGame, Refusal> {
    let mut state = position(&record.game, record.fen.as_deref())?;
    let mut tags = record.all_tags();
    let board = tags.iter().position(|(name, _)| name == BOARD);
    let board = board.and_then(|at| serde_json::from_str(&tags.remove(at).1).ok());
    let board: Option<SavedBoard> = board;
    let by = record.tag(EVALUATOR).or_else(|| record.tag(ANNOTATOR));
    let by = by.unwrap_or_default();
    let mut tree = GameTree::new(first, Status::of(state.as_ref()));
    let start = match &record.fen {
        Some(_) => Start::Fen(state.fen()),
        None => Start::Startpos,
    };
    if let Some(root) = tree.change(first) {
        let mut first = MoveRecord::default();
        notes::read(&record.comment, &mut first);
        root.comment = unescaped(&first.comment);
        root.drawn.clone_from(&record.drawn);
        let eval = evaluation(&first, by).zip(root.status.to_act);
        root.eval = eval.map(|(eval, mover)| eval.seen_by(mover));
    }
    let mut live = add_line(&mut tree, state.as_mut(), first, &record.moves, by)?;
    if let Some(moves) = board.as_ref().and_then(|board| board.at.as_ref()) {
        live = tree.find(moves).unwrap_or(live);
    }
    if tree.is_reviewed() {
        for id in tree.main_line(first) {
            let mark = tree.review_mark(id);
            if let Some(node) = tree.change(id).filter(|node| node.mark == mark) {
                node.mark = None;
            }
        }
    }
    let rules = tree.get(live).and_then(|node| node.status.result.clone());
    let ending = match (record.outcome, rules) {
        (Some(outcome), Some(result)) if outcome != result.outcome => Some((outcome, None)),
        (_, Some(result)) => Some((result.outcome, Some(result))),
        (outcome, None) => outcome.map(|outcome| (outcome, None)),
    };
    Ok(OpenedGame {
        state,
        start,
        tree,
        live,
        ending: ending.map(|(outcome, rules)| GameEnd {
            outcome,
            termination: match rules {
                Some(_) => Some(Termination::Rules),
                None => record.termination.clone(),
            },
            rules,
        }),
        names: record.players.clone(),
        tags,
        board,
    })
}

/// Adds moves with their variations. Returns the last node of the line.
fn add_line(
    tree: &mut GameTree,
    state: &mut dyn GameState,
    from: NodeId,
    moves: &[MoveRecord],
    by: &str,
) -> Result<NodeId, Refusal> {
    let mut at = from;
    for played in moves {
        let before = (!played.variations.is_empty()).then(|| state.boxed_clone());
        let mover = state.turn();
        let token = state
            .play_word(&played.token)
            .map_err(|error| error.to_string())?;
        let status = Status::of(state);
        let next = tree.play(at, &token, status.clone());
        let next = next.ok_or("a move without a position")?;
        if let Some(node) = tree.change(next) {
            // Two variations may begin with the same move.
            node.merge(annotations(played, status, mover, by));
        }
        for variation in &played.variations {
            if let Some(mut before) = before.clone() {
                add_line(tree, before.as_mut(), at, variation, by)?;
            }
        }
        at = next;
    }
    Ok(at)
}

/// The annotations of a move in a record.
fn annotations(played: &MoveRecord, status: Status, mover: Side, by: &str) -> TreeNode {
    let millis = |time: Duration| u64::try_from(time.as_millis()).ok();
    let eval = evaluation(played, by).map(|eval| eval.seen_by(mover));
    TreeNode {
        comment: unescaped(&played.comment),
        drawn: played.drawn.clone(),
        mark: played.mark,
        clock: played.clock.and_then(millis),
        annotations: MoveAnnotations {
            glyphs: played.glyphs.clone(),
            nodes: played.nodes.filter(|_| eval.is_none()),
            spent: played.time.and_then(millis),
        },
        eval,
        ..TreeNode::bare(String::new(), status)
    }
}

/// The value of a move in a record, for the player who moved.
fn evaluation(played: &MoveRecord, by: &str) -> Option<Evaluation> {
    Some(Evaluation {
        score: played.score?,
        scale: played.scale.map(|scale| f64::from(scale) / 100.0),
        depth: played.depth.unwrap_or_default(),
        seldepth: played.seldepth,
        nodes: played.nodes,
        nps: played.nps,
        pv: played.pv.clone(),
        by: by.to_owned(),
    })
}

/// A move of a record that has only a value, for the player who moved.
pub fn with_value(eval: Option<Evaluation>) -> MoveRecord {
    let Some(eval) = eval else {
        return MoveRecord::default();
    };
    MoveRecord {
        score: Some(eval.score),
        scale: eval.scale.map(|scale| (scale * 100.0).round() as u32),
        depth: Some(eval.depth).filter(|&depth| depth > 0),
        seldepth: eval.seldepth,
        nodes: eval.nodes,
        nps: eval.nps,
        pv: eval.pv,
        ..MoveRecord::default()
    }
}

pub fn escaped(comment: &str) -> String {
    comment.replace('}', "\u{ff5d}").replace('\n', " \u{b6} ")
}

fn unescaped(comment: &str) -> String {
    let mut text = String::new();
    for word in comment.split_whitespace() {
        if word == "\u{b6}" {
            text.push('\n');
            continue;
        }
        if !text.is_empty() && !text.ends_with('\n') {
            text.push(' ');
        }
        text.push_str(word);
    }
    text.replace('\u{ff5d}', "}")
}

/// The tag of a save.
pub fn board_tag(board: &SavedBoard) -> Option<(String, String)> {
    let text = serde_json::to_string(board).ok()?;
    Some((BOARD.to_owned(), text))
}

/// The additional part of a save; `None` for other records.
pub fn board_of(record: &GameRecord) -> Option<SavedBoard> {
    serde_json::from_str(record.tag(BOARD)?).ok()
}

/// Whether a line of a save is this tag.
pub fn is_board_tag(line: &str) -> bool {
    let name = line
        .strip_prefix('[')
        .and_then(|rest| rest.strip_prefix(BOARD));
    name.is_some_and(|rest| rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ringstack_engine::play::record::MoveMark;

    fn read(text: &str) -> OpenedGame {
        let record = Reader::new(text.as_bytes(), None).next();
        let record = record.expect("a game").expect("a record");
        open(&record, 1).expect("a tree")
    }

    #[test]
    fn variations_with_the_same_first_move_are_merged_without_loss() {
        let text = "[Game \"dvonn\"]\n\n1. f3 c2! {good [%eval 12]} (c3 {first [%nodes 7] [%cal Ga1b2]} 2. i4) (c3 $10 {[%csl Ra1] [%cal Ga1b2]} 2. e3) (c2? {again}) 2. i4 *\n";
        let OpenedGame { tree, .. } = read(text);
        let node = |moves: &[&str]| {
            let found = tree.iter().find(|node| tree.moves(node.id) == moves);
            found.expect("a move of the record")
        };
        let main = node(&["f3", "c2"]);
        assert_eq!(main.comment, "good again");
        assert_eq!(main.mark, Some(MoveMark::Good));
        // Values in a record are for the player who moved, here player 2.
        let score = main.eval.as_ref().map(|eval| eval.score);
        assert_eq!(score, Some(ringstack_engine::search::Value::Cp(-12).into()));
        let other = node(&["f3", "c3"]);
        assert_eq!(other.comment, "first");
        assert_eq!(
            (&other.annotations.glyphs[..], other.annotations.nodes),
            (&[10][..], Some(7))
        );
        assert_eq!(other.drawn.len(), 2, "an arrow and a circle, each once");
        assert_eq!(other.children.len(), 2);
    }

    #[test]
    fn comments_keep_braces_and_line_breaks() {
        for text in ["a } b", "one\ntwo", "one\n\ntwo { } three", ""] {
            let written = escaped(text);
            assert!(!written.contains(['}', '\n']), "{written}");
            assert_eq!(unescaped(&written), text);
        }
    }
}
