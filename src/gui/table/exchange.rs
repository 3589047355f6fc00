//! Records of other programs: a record as a game of [`crate::play::record`], which has the formats.
//!
//! Values of searches are written and not read: they are told for the player who made the turn, and
//! who that was only the house knows.

use std::time::Duration;

use crate::play::record::{self, Ending as RecordEnding, GameRecord, Reader, Turn, Value, Written};
use crate::rules::{Outcome, Side as RulesSide};
use crate::ugi::command::Start;

use super::super::clock::TimeControl;
use super::super::tree::{Node, NodeId, Side, Tree};
use super::super::wire::Seat;
use super::record::Saved;
use super::{Ending, Table};

/// The first game of a text in any format.
///
/// # Errors
/// What the text is, if it is none, or why its game is refused.
pub(super) fn read(text: &str, game: &str) -> Result<Saved, String> {
    let mut reader = Reader::new(text.as_bytes(), Some(game));
    match reader.next() {
        Some(Ok(record)) => Ok(saved(&record)),
        Some(Err(error)) => Err(format!("record: {error}")),
        None => Err("record: there is no game in it".to_owned()),
    }
}

fn saved(record: &GameRecord) -> Saved {
    let mut tree = Tree::new(1);
    let root = tree.root();
    if let Some(node) = tree.change(root) {
        node.comment.clone_from(&record.comment);
    }
    let live = add(&mut tree, root, &record.turns);
    let ending = match (&record.result, &record.ending) {
        // Where the board says so itself, the house will.
        (Some(outcome), Some(ending)) if ending.overrules_the_board() => Some(Ending {
            winner: match outcome {
                Outcome::Win(RulesSide::One) => "p1".to_owned(),
                Outcome::Win(RulesSide::Two) => "p2".to_owned(),
                Outcome::Draw => "draw".to_owned(),
            },
            reason: match ending {
                RecordEnding::Resignation => "resigned".to_owned(),
                other => other.to_string(),
            },
            text: String::new(),
        }),
        _ => None,
    };
    Saved::new(
        record.game.clone(),
        record.fen.clone(),
        [Seat::Person, Seat::Person],
        TimeControl::None,
        live,
        ending,
        tree,
    )
}

/// Adds turns with their variations; the last node of the line.
fn add(tree: &mut Tree, from: NodeId, turns: &[Turn]) -> NodeId {
    let mut at = from;
    for turn in turns {
        let Some(next) = tree.play(at, &turn.token) else {
            return at;
        };
        if let Some(node) = tree.change(next) {
            node.comment.clone_from(&turn.comment);
            node.mark = turn.mark.map(|mark| mark.to_string()).unwrap_or_default();
            node.clock = turn
                .clock
                .and_then(|clock| u64::try_from(clock.as_millis()).ok());
        }
        for variation in &turn.variations {
            add(tree, at, variation);
        }
        at = next;
    }
    at
}

impl Table {
    /// The record in the manner of PGN, if this game can be written so.
    pub(super) fn as_pgn(&self) -> Option<String> {
        let root = self.tree.get(self.tree.root())?;
        let name = |side: Side| match self.seats.get(side.index()) {
            Some(Seat::Engine { engine, .. }) => self
                .engines
                .get(*engine)
                .map(|choice| choice.name.clone())
                .unwrap_or_default(),
            _ => String::new(),
        };
        let fen = match &self.start {
            Start::Startpos => None,
            Start::Fen(fen) => Some(fen.clone()),
        };
        let result = self.ending.as_ref().and_then(|ending| {
            Some(match ending.winner.as_str() {
                "p1" => Outcome::Win(RulesSide::One),
                "p2" => Outcome::Win(RulesSide::Two),
                "draw" => Outcome::Draw,
                _ => return None,
            })
        });
        let ending = self
            .ending
            .as_ref()
            .map(|ending| match ending.reason.as_str() {
                "resigned" => RecordEnding::Resignation,
                "time" => RecordEnding::Time,
                _ => RecordEnding::Rules,
            });
        let record = GameRecord {
            game: self.game.clone(),
            fen,
            players: [name(Side::P1), name(Side::P2)],
            result,
            ending,
            tags: Vec::new(),
            comment: root.comment.clone(),
            turns: self.turns(root),
        };
        let mut text = String::new();
        record::write(&record, Written::Pgn, &mut text).then_some(text)
    }

    /// The line after a node by its first children, with the others as variations.
    fn turns(&self, from: &Node) -> Vec<Turn> {
        let mut turns = Vec::new();
        let mut at = from;
        while let Some((first, others)) = at.children.split_first() {
            let Some(next) = self.tree.get(*first) else {
                break;
            };
            let mut turn = turn(at, next);
            for other in others.iter().filter_map(|&other| self.tree.get(other)) {
                let mut line = vec![self::turn(at, other)];
                line.extend(self.turns(other));
                turn.variations.push(line);
            }
            turns.push(turn);
            at = next;
        }
        turns
    }
}

fn turn(before: &Node, node: &Node) -> Turn {
    let mover = before.status.as_ref().and_then(|status| status.to_act);
    let sign = if mover == Some(Side::P2) { -1 } else { 1 };
    let number = |n: i64| i32::try_from(sign * n).ok();
    let opinion = node.opinion.as_ref().filter(|_| mover.is_some());
    let score = opinion.and_then(|opinion| match (opinion.mate, opinion.cp) {
        (Some(mate), _) => number(mate).map(Value::Mate),
        (None, Some(cp)) => number(cp).map(Value::Cp),
        (None, None) => None,
    });
    Turn {
        mark: node.mark.parse().ok(),
        score,
        depth: opinion
            .filter(|_| score.is_some())
            .map(|opinion| opinion.depth),
        clock: node.clock.map(Duration::from_millis),
        comment: node.comment.clone(),
        ..Turn::new(node.token.clone())
    }
}
