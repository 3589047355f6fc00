//! Saves of the first version: the tree as JSON, with values for player 1.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;

use super::clock::TimeControls;
use super::messages::PlayerConfig;
use super::record::{self, SavedBoard};
use crate::play::record::{Drawing, GameRecord, MoveRecord, Termination};
use crate::rules::{Outcome, Side};
use crate::search::Value as Score;

/// Reads a save of the first version.
pub(super) fn read(text: &str) -> Result<GameRecord, String> {
    let old: OldSave = serde_json::from_str(text).map_err(|error| error.to_string())?;
    Ok(old.record())
}

#[derive(Deserialize)]
struct OldSave {
    game: String,
    fen: Option<String>,
    seats: [PlayerConfig; 2],
    time: TimeControls,
    left: Option<[u64; 2]>,
    live: u64,
    /// `winner`, `reason`
    ending: Option<BTreeMap<String, String>>,
    #[serde(default)]
    head: OldTags,
    tree: OldTree,
}

#[derive(Default, Deserialize)]
struct OldTags {
    players: [String; 2],
    tags: Vec<(String, String)>,
}

#[derive(Deserialize)]
struct OldTree {
    nodes: BTreeMap<u64, OldNode>,
    root: u64,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct OldNode {
    token: String,
    children: Vec<u64>,
    status: Option<OldStatus>,
    comment: String,
    drawn: Vec<Drawing>,
    mark: String,
    opinion: Option<OldEval>,
    clock: Option<u64>,
}

#[derive(Deserialize)]
struct OldStatus {
    to_act: Option<String>,
}

#[derive(Deserialize)]
struct OldEval {
    cp: Option<i32>,
    mate: Option<i32>,
    depth: i32,
}

impl OldTree {
    /// The moves after the node `from`, which `path` leads to. If the game is at this node or later, stores
    /// the moves to `at`, its node, in `found`. Ids increase along a line, so every line ends.
    fn line(
        &self,
        from: u64,
        at: u64,
        path: &[String],
        found: &mut Vec<String>,
    ) -> Vec<MoveRecord> {
        if from == at {
            *found = path.to_vec();
        }
        let Some(node) = self.nodes.get(&from) else {
            return Vec::new();
        };
        let after = node.children.iter().filter(|&&child| child > from);
        let mut lines = after.filter_map(|&child| {
            let first = self.nodes.get(&child)?.record(node);
            let path = [path, std::slice::from_ref(&first.token)].concat();
            let rest = self.line(child, at, &path, found);
            Some([vec![first], rest].concat())
        });
        let mut main = lines.next().unwrap_or_default();
        let others = lines.collect();
        if let Some(first) = main.first_mut() {
            first.variations = others;
        }
        main
    }
}

impl OldNode {
    fn record(&self, before: &OldNode) -> MoveRecord {
        // Values in a record are for the player who moved.
        let sign = match before.status.as_ref().and_then(|s| s.to_act.as_deref()) {
            Some("p1") => Some(1),
            Some("p2") => Some(-1),
            _ => None,
        };
        let eval = self.opinion.as_ref().zip(sign);
        let score = eval.and_then(|(eval, sign)| match (eval.mate, eval.cp) {
            (Some(plies), _) => Some(Score::Mate(plies.saturating_mul(sign)).into()),
            (None, cp) => cp.map(|cp| Score::Cp(cp.saturating_mul(sign)).into()),
        });
        MoveRecord {
            score,
            depth: eval.map(|(eval, _)| eval.depth),
            mark: self.mark.parse().ok(),
            clock: self.clock.map(Duration::from_millis),
            comment: record::escaped(&self.comment),
            drawn: self.drawn.clone(),
            ..MoveRecord::new(self.token.clone())
        }
    }
}

impl OldSave {
    fn record(self) -> GameRecord {
        let mut at = Vec::new();
        let moves = self.tree.line(self.tree.root, self.live, &[], &mut at);
        let board = SavedBoard {
            players: self.seats,
            time: self.time,
            left: self.left,
            at: Some(at),
            record: None,
        };
        let mut tags = self.head.tags;
        tags.extend(record::board_tag(&board));
        let root = self.tree.nodes.get(&self.tree.root);
        let ending = self.ending.unwrap_or_default();
        let winner = ending.get("winner").map(|word| word.parse::<Side>());
        let reason = ending.get("reason").map(String::as_str);
        GameRecord {
            game: self.game,
            fen: self.fen,
            players: self.head.players,
            comment: root.map_or_else(String::new, |root| record::escaped(&root.comment)),
            drawn: root.map_or_else(Vec::new, |root| root.drawn.clone()),
            tags,
            moves,
            outcome: winner.map(|side| side.map_or(Outcome::Draw, Outcome::Win)),
            termination: reason
                .filter(|word| !word.is_empty())
                .map(|word| match word {
                    "resigned" => Termination::Resignation,
                    word => Termination::from(word),
                }),
            ..GameRecord::default()
        }
    }
}
