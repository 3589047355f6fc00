//! The game on the board: its moves, players, clock and end.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use std::time::Duration;

use super::super::by_link::LinkedGame;
use super::super::pages::answers::{View, view_of};
use super::super::pages::messages::NewGame;
use super::super::pages::sections::GameSection;
use super::super::players::player::PlayerConfig;
use super::super::position::position;
use super::super::refusal::Refusal;
use super::clock::{GameClock, TimeControls};
use super::ending::{GameEnd, GamePlace};
use super::record::{OpenedGame, SavedBoard};
use super::series::Series;
use super::tree::{GameTree, NodeId, TreeNode};
use super::undo::TreeEdit;
use crate::engine_driver::SearchTask;
use ringstack_engine::picture::About;
use ringstack_engine::play::{GameState, Start};
use ringstack_engine::rules::Side;
use ringstack_engine::ugi::command::{Go, GoKey};

/// The time per move of an engine without a time control.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// The game on the board.
#[derive(Debug)]
pub struct CurrentGame {
    pub id: &'static str,
    /// The number of the game in this run.
    pub number: u64,
    pub(super) about: About,
    pub start: Start,
    /// The game at the node that was used last, see [`CurrentGame::state`].
    pub(super) state: Box<dyn GameState>,
    pub tree: GameTree,
    pub live: NodeId,
    /// The last node of an opened record; only later moves can be taken back.
    pub(super) record_end: Option<NodeId>,
    pub players: [PlayerConfig; 2],
    /// Whether this game began as a rematch, with sides swapped.
    pub(super) swapped: bool,
    /// Whether two people play on one device: devices with seats only watch.
    pub(in super::super) one_device: bool,
    /// Whether rematches have turned the seats.
    pub(super) turned: bool,
    /// The game by link, if it is one.
    pub link: Option<LinkedGame>,
    pub tags: Vec<(String, String)>,
    pub time: TimeControls,
    pub clock: Option<GameClock>,
    pub series: Series,
    pub paused: bool,
    /// Whether an engine plays one move although the game is paused.
    pub(super) one_step: bool,
    pub ending: Option<GameEnd>,
    /// When the next game of a series begins.
    pub(super) next_game: Option<Duration>,
    pub(super) edits: Vec<TreeEdit>,
}

impl CurrentGame {
    /// The game of a record or a save.
    pub fn new(opened: OpenedGame) -> CurrentGame {
        let OpenedGame {
            state,
            start,
            tree,
            live,
            ending,
            names,
            tags,
            board,
        } = opened;
        // Only moves after an opened record can be taken back.
        let record_end = (board.is_none() && live != tree.root()).then_some(live);
        let board = board.unwrap_or_else(|| {
            let players = names.map(|name| PlayerConfig::Human { name });
            SavedBoard::new(players, TimeControls::None)
        });
        let mut game = CurrentGame {
            id: state.id(),
            number: 0,
            about: state.about(),
            start,
            state,
            tree,
            live,
            record_end,
            players: board.players,
            swapped: false,
            one_device: board.one_device,
            turned: board.turned,
            link: board.link,
            tags,
            time: board.time,
            clock: GameClock::new(board.time),
            series: Series::default(),
            paused: false,
            one_step: false,
            ending,
            next_game: None,
            edits: Vec::new(),
        };
        game.record_end = record_end.or_else(|| game.node_at(board.record?));
        if let (Some(clock), Some(left)) = (&mut game.clock, board.left) {
            clock.set(left);
        }
        game
    }

    /// The id of a game; by default that of the game on the board.
    pub fn known_game(&self, game: &Option<String>) -> Result<&'static str, Refusal> {
        let game = game.as_deref().unwrap_or(self.id);
        Ok(position(game, None)?.id())
    }

    pub fn node(&self, node: NodeId) -> Result<&TreeNode, Refusal> {
        self.tree.get(node).ok_or(Refusal::PositionGone)
    }

    /// The game at a node.
    pub fn state(&mut self, node: NodeId) -> Result<&mut dyn GameState, Refusal> {
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

    /// The scene of a node, its first touches, and the move that led to it. The parts of the move are in the
    /// order of `word`, if it is a token of the move.
    pub fn view(&mut self, node: NodeId, word: Option<&str>) -> Result<View, Refusal> {
        let found = self.node(node)?;
        let (parent, token) = (found.parent, found.token.clone());
        let trace = match parent {
            Some(parent) => {
                let state = self.state(parent)?;
                let own = word.and_then(|word| state.trace_move(word));
                own.or_else(|| state.trace_move(&token))
            }
            None => None,
        };
        view_of(self.state(node)?, Some(node), trace)
    }

    /// A search for the best move at a node, without options and timeout.
    pub fn search_task(&self, generation: u64, node: NodeId, go: Go) -> SearchTask {
        SearchTask {
            generation,
            game: self.id.to_owned(),
            game_number: self.number,
            start: self.start.clone(),
            moves: self.tree.moves(node),
            go,
            options: Vec::new(),
            timeout: None,
        }
    }

    /// The limits of a search for a move, and its longest time.
    pub fn search_limits(&self, now: Duration) -> (Go, Duration) {
        let mut go = Go::default();
        let millis = |time: Duration| i64::try_from(time.as_millis()).unwrap_or(i64::MAX);
        let longest = match &self.clock {
            Some(clock) => {
                let left = Side::ALL.map(|side| clock.left(side, now));
                let added = Side::ALL.map(|side| clock.increment(side));
                let times = [left[0], left[1], added[0], added[1]];
                let keys = [GoKey::P1Time, GoKey::P2Time, GoKey::P1Inc, GoKey::P2Inc];
                go.numbers.extend(keys.into_iter().zip(times.map(millis)));
                left[0].max(left[1])
            }
            None => {
                let time = match self.time {
                    TimeControls::Move { ms } => Duration::from_millis(ms),
                    _ => USUAL_TIME,
                };
                go.numbers.insert(GoKey::MoveTime, millis(time));
                time
            }
        };
        (go, longest)
    }

    /// The node of the game after this number of moves.
    pub fn node_at(&self, plies: usize) -> Option<NodeId> {
        let moves = self.tree.moves(self.live);
        let played = moves.get(..plies).and_then(|moves| self.tree.find(moves));
        let main_line = || self.tree.main_line(self.tree.root());
        played.or_else(|| main_line().get(plies.checked_sub(1)?).copied())
    }

    /// Whether two users play on this board without clocks. Then the game follows them: a move at any node
    /// continues it.
    pub fn is_study(&self) -> bool {
        let for_two = self.players.iter().all(PlayerConfig::is_human);
        for_two && self.clock.is_none() && self.link.is_none()
    }

    pub fn place(&self) -> GamePlace {
        GamePlace {
            live: self.live,
            ending: self.ending.clone(),
        }
    }

    /// Whether an undo moves the game to another position.
    pub fn undo_moves_game(&self) -> bool {
        let moved = self.edits.last().and_then(|edit| edit.moved.as_ref());
        moved.is_some_and(|(to, _)| *to == self.live)
    }

    /// The node to which *Take back* returns: before the last move of a user, or of the user who plays `side`,
    /// but not inside an opened record.
    pub fn take_back_target(&self, side: Option<Side>) -> Option<NodeId> {
        if self.ending.is_some() || self.link.is_some() {
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
    pub fn check_take_back(&self, side: Option<Side>) -> Result<NodeId, Refusal> {
        self.take_back_target(side).ok_or(match &self.ending {
            Some(_) => Refusal::GameOver,
            None => Refusal::NoTakeback,
        })
    }

    /// The remaining times of both players at a node, in milliseconds.
    pub fn left_at(&self, node: NodeId) -> Option<[u64; 2]> {
        let TimeControls::Clock { base, .. } = self.time else {
            return None;
        };
        let mut left = [None; 2];
        for node in self.tree.ancestors(node) {
            if let Some(mover) = self.tree.mover(node.id) {
                let left = &mut left[mover.index()];
                *left = left.or(node.clock);
            }
        }
        Some([left[0].unwrap_or(base[0]), left[1].unwrap_or(base[1])])
    }

    /// Checks that the players can agree on a draw.
    pub fn check_draw(&self) -> Result<(), Refusal> {
        if self.ending.is_some() {
            return Err(Refusal::GameOver);
        }
        if !self.players.iter().all(PlayerConfig::is_human) {
            return Err(Refusal::NoDrawOffer);
        }
        if !self.state.has_draws() {
            return Err(Refusal::NoDraws);
        }
        Ok(())
    }

    /// The section of the state; `players` are their names.
    pub fn section(&self, players: [String; 2]) -> GameSection<'_> {
        GameSection {
            id: self.id,
            about: Some(&self.about),
            fen: self.start.fen(),
            root: self.tree.root(),
            number: self.number,
            tags: &self.tags,
            swapped: self.swapped,
            one_device: self.one_device,
            record: self.is_record(),
            study: self.is_study(),
            link: self.link_section(players),
        }
    }

    /// Whether it is an opened record.
    pub fn is_record(&self) -> bool {
        self.record_end.is_some()
    }

    /// Whether a pause stops something: a clock, an engine or a series.
    pub fn can_pause(&self) -> bool {
        let humans = self.players.iter().filter(|player| player.is_human());
        match (humans.count(), &self.ending) {
            (0, Some(_)) => self.series.left > 0,
            (_, Some(_)) => false,
            (2, None) => self.clock.is_some(),
            (_, None) => true,
        }
    }

    /// The same game once more with sides swapped: each player keeps their time. The players of an opened record do not
    /// play it.
    pub fn again(&self) -> NewGame {
        let players = self.players.clone().map(|player| match player {
            PlayerConfig::Human { .. } if self.is_record() => PlayerConfig::human(),
            player => player,
        });
        let [one, two] = players;
        let own = self.link.as_ref().map(|link| link.own);
        NewGame {
            game: Some(self.id.to_owned()),
            fen: self.start.fen().map(str::to_owned),
            random: None,
            players: [two, one],
            time: self.time.swapped(),
            series: 0,
            swapped: own.is_none(),
            one_device: self.one_device,
            by_link: own.map(|own| !own),
        }
    }

    /// Whether there is an edit to undo.
    pub fn has_edits(&self) -> bool {
        !self.edits.is_empty()
    }

    /// When the next game of a series begins.
    pub fn next_game(&self) -> Option<Duration> {
        self.next_game
    }

    /// When the running clock reaches zero, with its side.
    pub fn flag(&self) -> Option<(Side, Duration)> {
        self.clock.as_ref()?.flag()
    }

    /// Stops both clocks.
    pub fn stop_clock(&mut self, now: Duration) {
        if let Some(clock) = &mut self.clock {
            clock.stop(now);
        }
    }

    /// Starts a clock. Clocks do not run before the first move.
    pub fn run_clock(&mut self, side: Side, now: Duration) {
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
    use ringstack_engine::play::record::Reader;

    /// A game of DVONN after these moves.
    fn game(moves: &str) -> CurrentGame {
        let text = format!("[Game \"dvonn\"]\n\n{moves} *\n");
        let record = Reader::new(text.as_bytes(), None).next();
        let record = record.expect("a game").expect("a record");
        let opened = super::super::record::open(&record, 1).expect("a game");
        CurrentGame::new(opened)
    }

    #[test]
    fn a_move_is_taken_back_by_its_player_but_not_inside_a_record() {
        let mut game = game("1. c3 d3 2. e3");
        let nodes: Vec<NodeId> = game.tree.main_line(game.tree.root());
        let target = |game: &CurrentGame, side| game.take_back_target(side);
        assert_eq!(target(&game, None), None);
        game.record_end = None;
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
