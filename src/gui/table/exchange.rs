//! Records in and out: a record as a game of [`crate::play::record`], which has the formats, and the
//! lines of turns and positions that the house judges, whatever game it has.
//!
//! Values of searches are told for the player who made the turn; who that was only the house knows.

use std::time::Duration;

use serde_json::json;

use crate::play::record::{
    self, Format, GameRecord, MoveRecord, OutputFormat, Reader, Termination, recognise,
};
use crate::rules::{Outcome, Side};
use crate::ugi::reply::{BoundedValue, Value};

use super::super::house::{Answers, Rank};
use super::super::tree::{Node, NodeId, Noted, Opinion, Tree};
use super::super::wire::Seat;
use super::save::{Head, Saved};
use super::{Ending, Purpose, Table, WindowId};

/// The first game of a text in any format.
///
/// # Errors
/// What the text is, if it is none, or why its game is refused.
fn read(text: &str, game: &str) -> Result<Saved, String> {
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
        node.drawn.clone_from(&record.drawn);
    }
    let live = add(&mut tree, root, &record.moves);
    let ending = match (&record.outcome, &record.termination) {
        // Where the board says so itself, the house will.
        (Some(_), Some(ending)) if !ending.overrules_the_board() => None,
        (Some(outcome), ending) => Some(Ending {
            winner: match outcome {
                Outcome::Win(side) => side.to_string(),
                Outcome::Draw => "draw".to_owned(),
            },
            // A record need not say why.
            reason: match ending {
                None => String::new(),
                Some(Termination::Resignation) => "resigned".to_owned(),
                Some(other) => other.to_string(),
            },
            text: String::new(),
        }),
        (None, _) => None,
    };
    let mut saved = Saved::new(record.game.clone(), record.fen.clone(), live, tree);
    saved.ending = ending;
    saved.head = Head {
        players: record.players.clone(),
        tags: record.all_tags(),
    };
    saved
}

/// Adds turns with their variations; the last node of the line.
fn add(tree: &mut Tree, from: NodeId, turns: &[MoveRecord]) -> NodeId {
    let mut at = from;
    for turn in turns {
        let Some(next) = tree.play(at, &turn.token) else {
            return at;
        };
        // Two variations may begin with the same turn.
        if let Some(node) = tree.change(next) {
            node.take_remarks(remarks(turn));
        }
        for variation in &turn.variations {
            add(tree, at, variation);
        }
        at = next;
    }
    at
}

/// What a record says of a turn.
fn remarks(turn: &MoveRecord) -> Node {
    let millis = |time: Duration| u64::try_from(time.as_millis()).ok();
    Node {
        comment: turn.comment.clone(),
        drawn: turn.drawn.clone(),
        mark: turn.mark.map(|mark| mark.to_string()).unwrap_or_default(),
        clock: turn.clock.and_then(millis),
        noted: Noted {
            glyphs: turn.glyphs.clone(),
            nodes: turn.nodes,
            spent: turn.time.and_then(millis),
        },
        told: turn.score.map(|score| told(score.value, turn.depth)),
        ..Node::bare(turn.token.clone())
    }
}

/// The value that a record tells for a turn, as an opinion of the player who made it.
fn told(score: Value, depth: Option<i32>) -> Opinion {
    let (cp, mate) = match score {
        Value::Cp(cp) => (Some(i64::from(cp)), None),
        Value::Mate(mate) => (None, Some(i64::from(mate))),
    };
    Opinion {
        cp,
        mate,
        scale: None,
        depth: depth.unwrap_or_default(),
        pv: Vec::new(),
        by: "record".to_owned(),
    }
}

impl Table {
    /// Opens a record of any format we know, or a position.
    pub(super) fn import(&mut self, window: WindowId, text: &str) -> Result<(), String> {
        // A line of turns is for the house to judge, whatever game it has.
        match recognise(text.as_bytes())? {
            Format::List => self.import_line(window, text),
            _ => {
                let saved = read(text, &self.game)?;
                self.open_saved(Some(window), saved, false)
            }
        }
    }

    /// Opens `[GAME-ID] startpos|FEN [moves TOKEN...]`.
    fn import_line(&mut self, window: WindowId, text: &str) -> Result<(), String> {
        let line = text
            .lines()
            .map(str::trim)
            .find(|line| !line.is_empty() && !line.starts_with('#'))
            .ok_or("record: expected a line '[GAME] startpos|FEN [moves TURN...]'")?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let (game, words) = match words.split_first() {
            Some((first, rest)) if self.facts.games.iter().any(|game| game == first) => {
                (Some((*first).to_owned()), rest)
            }
            _ => (None, words.as_slice()),
        };
        let mut parts = words.splitn(2, |word| *word == "moves");
        let fen = parts.next().unwrap_or_default().join(" ");
        let tokens = parts.next().unwrap_or_default();
        let tokens = tokens.iter().filter(|word| **word != "moves");
        let fen = Some(fen).filter(|fen| !fen.is_empty() && fen != "startpos");
        self.open_line(window, game, fen, tokens.map(|&t| t.to_owned()).collect())
    }

    /// A window wants the position and the record as text.
    pub(super) fn export(&mut self, window: WindowId, node: NodeId) -> Result<(), String> {
        self.node(node)?;
        let at = self.position(node);
        let questions = vec!["fen".to_owned()];
        self.ask(Rank::Touch, at, questions, Purpose::Export(window));
        Ok(())
    }

    pub(super) fn exported(&mut self, window: WindowId, answers: Answers) {
        let fen = match answers.as_deref() {
            Ok([fen]) => fen.as_str().unwrap_or_default().to_owned(),
            Ok(_) => String::new(),
            Err(refusal) => {
                self.notice(Some(window), "error", refusal.text());
                return;
            }
        };
        let turns = self.tree.get(self.tree.root()).map(|root| self.turns(root));
        let tokens = turns.iter().flatten().map(|turn| turn.token.as_str());
        let tokens: Vec<&str> = tokens.collect();
        let mut list = format!("{} {}", self.game, self.start.fen().unwrap_or("startpos"));
        if !tokens.is_empty() {
            list = format!("{list} moves {}", tokens.join(" "));
        }
        let message =
            json!({"t": "export", "fen": fen, "list": list.trim_start(), "pgn": self.as_pgn()});
        self.tell(window, &message);
    }

    /// The record in the manner of PGN, if this game can be written so.
    fn as_pgn(&self) -> Option<String> {
        let root = self.tree.get(self.tree.root())?;
        let name = |side: Side| match self.seats.get(side.index()) {
            Some(Seat::Engine { engine, .. }) => self
                .engines
                .get(*engine)
                .map(|choice| choice.name.clone())
                .unwrap_or_default(),
            // Whoever was named in the record that was opened.
            _ => self
                .head
                .players
                .get(side.index())
                .cloned()
                .unwrap_or_default(),
        };
        let result = self.ending.as_ref().and_then(|ending| {
            Some(match ending.winner.as_str() {
                "draw" => Outcome::Draw,
                winner => Outcome::Win(winner.parse().ok()?),
            })
        });
        let live = self
            .tree
            .get(self.live)
            .and_then(|node| node.status.as_ref());
        let by_rules = live.is_some_and(|status| status.to_act.is_none());
        let ending = self
            .ending
            .as_ref()
            .and_then(|ending| match ending.reason.as_str() {
                "resigned" => Some(Termination::Resignation),
                _ if by_rules => Some(Termination::Rules),
                "" => None,
                word => Some(Termination::from(word)),
            });
        let mut record = GameRecord {
            game: self.game.clone(),
            fen: self.start.fen().map(str::to_owned),
            players: [name(Side::One), name(Side::Two)],
            outcome: result,
            termination: ending,
            comment: root.comment.clone(),
            drawn: root.drawn.clone(),
            moves: self.turns(root),
            ..GameRecord::default()
        };
        for (name, value) in &self.head.tags {
            record.add_tag(name, value);
        }
        let mut text = String::new();
        record::write(&record, OutputFormat::Pgn, &mut text).then_some(text)
    }

    /// The line after a node by its first children, with the others as variations. A result is that of the
    /// line to where the game stands, so with one that line is the first.
    fn turns(&self, from: &Node) -> Vec<MoveRecord> {
        let is_played = |id| self.ending.is_some() && self.tree.contains(id, self.live);
        let mut turns = Vec::new();
        let mut at = from;
        loop {
            let after = at.children.iter().filter_map(|&id| self.tree.get(id));
            let mut after: Vec<&Node> = after.collect();
            after.sort_by_key(|node| !is_played(node.id));
            let Some((&next, others)) = after.split_first() else {
                return turns;
            };
            let mut turn = turn(at, next);
            for other in others {
                let mut line = vec![self::turn(at, other)];
                line.extend(self.turns(other));
                turn.variations.push(line);
            }
            turns.push(turn);
            at = next;
        }
    }
}

fn turn(before: &Node, node: &Node) -> MoveRecord {
    let opinion = match (&node.opinion, before.to_act()) {
        (Some(opinion), Some(mover)) => Some(opinion.clone().of(mover)),
        (Some(_), None) => None,
        // Who made the turn is not known yet, but a record speaks for that player.
        (None, _) => node.told.clone(),
    };
    let number = |n: i64| i32::try_from(n).ok();
    let score = opinion
        .as_ref()
        .and_then(|opinion| match (opinion.mate, opinion.cp) {
            (Some(mate), _) => number(mate).map(Value::Mate),
            (None, Some(cp)) => number(cp).map(Value::Cp),
            (None, None) => None,
        });
    MoveRecord {
        mark: node.mark.parse().ok(),
        score: score.map(BoundedValue::from),
        depth: opinion
            .filter(|_| score.is_some())
            .map(|opinion| opinion.depth)
            .filter(|&depth| depth > 0),
        clock: node.clock.map(Duration::from_millis),
        glyphs: node.noted.glyphs.clone(),
        nodes: node.noted.nodes,
        time: node.noted.spent.map(Duration::from_millis),
        comment: node.comment.clone(),
        drawn: node.drawn.clone(),
        ..MoveRecord::new(node.token.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_that_begin_alike_lose_nothing() {
        let text = "[Game \"dvonn\"]\n\n1. f3 c2! {good [%eval 12]} (c3 {first [%nodes 7] [%cal Ga1b2]} 2. i4) (c3 $10 {[%csl Ra1] [%cal Ga1b2]} 2. e3) (c2? {again}) 2. i4 *\n";
        let Saved { tree, .. } = read(text, "dvonn").expect("a record");
        let node = |moves: &[&str]| {
            let found = tree.iter().find(|node| tree.moves(node.id) == moves);
            found.expect("a turn of the record")
        };
        let main = node(&["f3", "c2"]);
        assert_eq!(
            (main.comment.as_str(), main.mark.as_str()),
            ("good again", "!")
        );
        assert_eq!(main.told.as_ref().and_then(|told| told.cp), Some(12));
        let other = node(&["f3", "c3"]);
        assert_eq!(other.comment, "first");
        let noted = Noted {
            glyphs: vec![10],
            nodes: Some(7),
            spent: None,
        };
        assert_eq!(other.noted, noted);
        assert_eq!(other.drawn.len(), 2, "an arrow and a circle, each once");
        assert_eq!(other.children.len(), 2);
        // What the record tells is for the player who made the turn, whoever that was.
        assert_eq!(turn(node(&["f3"]), main).score, Some(Value::Cp(12).into()));
    }
}
