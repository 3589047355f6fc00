//! The game on the board as a record.

use std::time::Duration;

use super::super::messages::NodeId;
use super::current_game::CurrentGame;
use super::record::{ANNOTATOR, EVALUATOR, SavedBoard, board_tag, escaped, pgn_text, with_value};
use ringstack_engine::play::record::{GameRecord, MoveRecord, notes};
use ringstack_engine::rules::Side;

impl CurrentGame {
    /// The game as PGN text. A save also has a [`SavedBoard`] with the clocks at this time.
    pub fn pgn(&self, players: [String; 2], save: Option<Duration>) -> String {
        let mut record = self.record(players);
        if let Some(now) = save {
            let left = self.clock.as_ref();
            let left =
                left.map(|clock| Side::ALL.map(|side| clock.left(side, now).as_millis() as u64));
            let live = self.tree.moves(self.live);
            let board = SavedBoard {
                players: self.players.clone(),
                time: self.time,
                left,
                at: (!record.tokens().eq(&live)).then_some(live),
                record: self.record_end.map(|end| self.tree.moves(end).len()),
                link: self.link.clone(),
                one_device: self.one_device,
                turned: self.turned,
                to_act: self.link.as_ref().and_then(|_| self.tree.to_act(self.live)),
            };
            record.tags.extend(board_tag(&board));
        }
        pgn_text(&record)
    }

    /// The game as a record without moves, with the names of the players.
    pub fn facts(&self, players: [String; 2]) -> GameRecord {
        GameRecord {
            game: self.id.to_owned(),
            fen: self.start.fen().map(str::to_owned),
            players,
            outcome: self.ending.as_ref().map(|ending| ending.outcome),
            termination: self.ending.as_ref().and_then(|e| e.termination.clone()),
            ..GameRecord::default()
        }
    }

    /// The game as a record, with the names of the players.
    pub fn record(&self, players: [String; 2]) -> GameRecord {
        let root = self.tree.root();
        let mut record = GameRecord {
            tags: self.tags.clone(),
            moves: self.line(root, self.tree.is_reviewed()),
            ..self.facts(players)
        };
        if let Some(node) = self.tree.get(root) {
            let eval = node.eval.clone().zip(node.status.to_act);
            let mut first = with_value(eval.map(|(eval, mover)| eval.seen_by(mover)));
            first.comment = escaped(&node.comment);
            record.comment = notes::write(&first);
            record.drawn.clone_from(&node.drawn);
        }
        let mut evals = self.tree.iter().filter_map(|node| node.eval.as_ref());
        if let Some(eval) = evals.find(|eval| !eval.by.is_empty()) {
            record.tags.retain(|(name, _)| name != EVALUATOR);
            let name = match record.tag(ANNOTATOR) {
                Some(annotator) if *annotator == eval.by => None,
                Some(_) => Some(EVALUATOR),
                None => Some(ANNOTATOR),
            };
            let tag = name.map(|name| (name.to_owned(), eval.by.clone()));
            record.tags.extend(tag);
        }
        record
    }

    /// The main line after a node, with the other lines as variations. In a game with a result the line
    /// of the game comes first, because the result belongs to it.
    fn line(&self, from: NodeId, reviewed: bool) -> Vec<MoveRecord> {
        let is_played = |&id: &NodeId| self.ending.is_some() && self.tree.contains(id, self.live);
        let mut moves = Vec::new();
        let mut at = self.tree.get(from);
        while let Some(node) = at {
            let mut after = node.children.clone();
            if let Some(played) = after.iter().position(is_played)
                && let Some(up_to_it) = after.get_mut(..=played)
            {
                up_to_it.rotate_right(1);
            }
            let Some((&next, others)) = after.split_first() else {
                break;
            };
            let mut played = self.move_record(next, reviewed);
            for &other in others {
                let mut line = vec![self.move_record(other, false)];
                line.extend(self.line(other, false));
                played.variations.push(line);
            }
            moves.push(played);
            at = self.tree.get(next);
        }
        moves
    }

    fn move_record(&self, id: NodeId, reviewed: bool) -> MoveRecord {
        let Some(node) = self.tree.get(id) else {
            return MoveRecord::default();
        };
        let eval = node.eval.clone().zip(self.tree.mover(id));
        let value = with_value(eval.map(|(eval, mover)| eval.seen_by(mover)));
        let review_mark = || self.tree.review_mark(id).filter(|_| reviewed);
        MoveRecord {
            token: node.token.clone(),
            mark: node.mark.or_else(review_mark),
            nodes: value.nodes.or(node.annotations.nodes),
            clock: node.clock.map(Duration::from_millis),
            time: node.annotations.spent.map(Duration::from_millis),
            glyphs: node.annotations.glyphs.clone(),
            comment: escaped(&node.comment),
            drawn: node.drawn.clone(),
            ..value
        }
    }
}
