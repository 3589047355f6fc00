//! The game on the board: its moves, players, clock and end.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use std::time::Duration;

use super::clock::{GameClock, TimeControls};
use super::ending::{GameEnd, GamePlace};
use super::player::PlayerConfig;
use super::position::position;
use super::record::OpenedGame;
use super::series::Series;
use super::tree::{GameTree, NodeId, TreeNode};
use super::undo::TreeEdit;
use crate::picture::About;
use crate::play::{GameState, Start};
use crate::rules::Side;

/// The game on the board.
#[derive(Debug)]
pub(super) struct CurrentGame {
    pub(super) id: &'static str,
    /// The number of the game in this run.
    pub(super) number: u64,
    pub(super) about: Option<About>,
    pub(super) start: Start,
    /// The game at the node that was used last, see [`CurrentGame::state`].
    pub(super) state: Box<dyn GameState>,
    pub(super) tree: GameTree,
    pub(super) live: NodeId,
    /// The last node of an opened record; only later moves can be taken back.
    pub(super) record_end: Option<NodeId>,
    pub(super) players: [PlayerConfig; 2],
    /// Whether this game began as a rematch, with sides swapped.
    pub(super) swapped: bool,
    pub(super) tags: Vec<(String, String)>,
    pub(super) time: TimeControls,
    pub(super) clock: Option<GameClock>,
    pub(super) series: Series,
    pub(super) paused: bool,
    /// Whether an engine plays one move although the game is paused.
    pub(super) one_step: bool,
    pub(super) ending: Option<GameEnd>,
    /// When the next game of a series begins.
    pub(super) next_game: Option<Duration>,
    pub(super) edits: Vec<TreeEdit>,
}

impl CurrentGame {
    /// A game between users without a clock.
    pub(super) fn new(state: Box<dyn GameState>, opened: OpenedGame) -> CurrentGame {
        CurrentGame {
            id: opened.game,
            number: 0,
            about: None,
            start: opened.start,
            state,
            tree: opened.tree,
            live: opened.live,
            record_end: None,
            players: [PlayerConfig::human(), PlayerConfig::human()],
            swapped: false,
            tags: Vec::new(),
            time: TimeControls::default(),
            clock: None,
            series: Series::default(),
            paused: false,
            one_step: false,
            ending: None,
            next_game: None,
            edits: Vec::new(),
        }
    }

    pub(super) fn known_game(&self, game: &Option<String>) -> Result<&'static str, String> {
        let game = game.as_deref().unwrap_or(self.id);
        Ok(position(game, None)?.id())
    }

    pub(super) fn node(&self, node: NodeId) -> Result<&TreeNode, String> {
        self.tree
            .get(node)
            .ok_or_else(|| "this position is no longer in the tree".to_owned())
    }

    /// The game at a node.
    pub(super) fn state(&mut self, node: NodeId) -> Result<&mut dyn GameState, String> {
        self.node(node)?;
        let moves = self.tree.moves(node);
        let now = self.state.history();
        let common = now.iter().zip(&moves).take_while(|(a, b)| a == b).count();
        // These moves were legal before.
        let undone = self.state.undo(now.len() - common);
        let onwards = moves.get(common..).unwrap_or_default();
        self.state
            .play(onwards)
            .map_err(|error| error.to_string())?;
        undone.map_err(|plies| format!("only {plies} plies were played"))?;
        Ok(self.state.as_mut())
    }

    /// The node of the game after this number of moves.
    pub(super) fn node_at(&self, plies: usize) -> Option<NodeId> {
        let moves = self.tree.moves(self.live);
        let played = moves.get(..plies).and_then(|moves| self.tree.find(moves));
        let main_line = || self.tree.main_line(self.tree.root());
        played.or_else(|| main_line().get(plies.checked_sub(1)?).copied())
    }

    /// Whether there are neither engines nor clocks. Then the game follows the users: a move at any node
    /// continues it.
    pub(super) fn is_study(&self) -> bool {
        self.players.iter().all(PlayerConfig::is_human) && self.clock.is_none()
    }

    pub(super) fn place(&self) -> GamePlace {
        GamePlace {
            live: self.live,
            ending: self.ending.clone(),
        }
    }

    /// Whether an undo moves the game to another position.
    pub(super) fn undo_moves_game(&self) -> bool {
        let moved = self.edits.last().and_then(|edit| edit.moved.as_ref());
        moved.is_some_and(|(to, _)| *to == self.live)
    }

    /// The node to which *Take back* returns: before the last move of a user, or of the user who plays `side`,
    /// but not inside an opened record.
    pub(super) fn take_back_target(&self, side: Option<Side>) -> Option<NodeId> {
        if self.ending.is_some() {
            return None;
        }
        let mut line = self.tree.ancestors(self.live).map(|node| node.id);
        let mut at = line.next()?;
        for before in line {
            if Some(at) == self.record_end {
                return None;
            }
            at = before;
            let mover = self.tree.to_act(at)?;
            let is_asked = side.is_none_or(|side| side == mover);
            if is_asked && self.players[mover.index()].is_human() {
                return Some(at);
            }
        }
        None
    }

    /// The node to which *Take back* returns, or why there is none.
    pub(super) fn check_take_back(&self, side: Option<Side>) -> Result<NodeId, String> {
        let target = self.take_back_target(side).ok_or(match &self.ending {
            Some(_) => "the game is over",
            None => "no move can be taken back",
        });
        target.map_err(str::to_owned)
    }

    /// The remaining times of both players at a node, in milliseconds.
    pub(super) fn left_at(&self, node: NodeId) -> Option<[u64; 2]> {
        let [one, two] = self.time.clocks()?;
        let mut left = [None; 2];
        for node in self.tree.ancestors(node) {
            if let Some(mover) = self.tree.mover(node.id) {
                let left = &mut left[mover.index()];
                *left = left.or(node.clock);
            }
        }
        Some([left[0].unwrap_or(one.base), left[1].unwrap_or(two.base)])
    }

    /// Checks that the players can agree on a draw.
    pub(super) fn check_draw(&self) -> Result<(), String> {
        if self.ending.is_some() {
            return Err("the game is over".to_owned());
        }
        if !self.players.iter().all(PlayerConfig::is_human) {
            return Err("engines do not answer a draw offer".to_owned());
        }
        if !self.state.has_draws() {
            return Err("this game has no draws".to_owned());
        }
        Ok(())
    }

    /// Stops both clocks.
    pub(super) fn stop_clock(&mut self, now: Duration) {
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
    }

    /// Starts a clock. Clocks do not run before the first move.
    pub(super) fn run_clock(&mut self, side: Side, now: Duration) {
        if let Some(clock) = &mut self.clock
            && self.live != self.tree.root()
        {
            clock.start(side, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::record::Reader;

    /// A game of DVONN after these moves.
    fn game(moves: &str) -> CurrentGame {
        let text = format!("[Game \"dvonn\"]\n\n{moves} *\n");
        let record = Reader::new(text.as_bytes(), None).next();
        let record = record.expect("a game").expect("a record");
        let opened = super::super::record::open(&record, 1).expect("a game");
        CurrentGame::new(position("dvonn", None).expect("a game"), opened)
    }

    #[test]
    fn a_move_is_taken_back_by_its_player_but_not_inside_a_record() {
        let mut game = game("1. c3 d3 2. e3");
        let nodes: Vec<NodeId> = game.tree.main_line(game.tree.root());
        let target = |game: &CurrentGame, side| game.take_back_target(side);
        assert_eq!(target(&game, None), Some(nodes[1]));
        assert_eq!(target(&game, Some(Side::Two)), Some(nodes[0]));
        game.record_end = Some(nodes[1]);
        assert_eq!(target(&game, None), Some(nodes[1]));
        assert_eq!(target(&game, Some(Side::Two)), None);
    }

    #[test]
    fn the_game_is_replayed_to_the_node_that_is_asked_for() {
        let mut game = game("1. c3 d3 (1... e3 2. f3)");
        for node in 1..=5 {
            let moves = game.tree.moves(node);
            assert_eq!(game.state(node).expect("a node").history(), moves);
        }
        assert!(game.state(6).is_err());
    }
}
