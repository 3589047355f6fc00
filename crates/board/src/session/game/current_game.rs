//! The game on the board: its moves, players, clock and end.

#![allow(clippy::indexing_slicing, reason = "pairs by side")]

use std::time::Duration;

use super::super::messages::answers::{View, view_of};
use super::super::messages::requests::NewGame;
use super::super::messages::{NodeId, PlayerConfig, TimeControls};
use super::super::position::position;
use super::super::refusal::Refusal;
use super::clock::GameClock;
use super::ending::{GameEnd, GamePlace};
use super::record::{LinkedGame, OpenedGame, SavedBoard};
use super::series::Series;
use super::tree::{Evaluation, GameTree, TreeNode};
use super::undo::TreeEdit;
use crate::engine_driver::SearchTask;
use ringstack_engine::board::keys::mix;
use ringstack_engine::picture::About;
use ringstack_engine::play::{GameState, Start};
use ringstack_engine::rules::Side;
use ringstack_engine::ugi::command::{Go, GoKey};

/// The time per move of an engine without a time control.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// The tag with the seed of a game.
const SEED: &str = "Seed";
/// The maximum of the option `Seed`.
const MAX_SEED: u64 = i32::MAX as u64;

/// The game on the board.
#[derive(Debug)]
pub struct CurrentGame {
    pub(super) id: &'static str,
    /// The number of the game in this run.
    number: u64,
    pub(super) about: About,
    pub(super) start: Start,
    /// The game at the node that was used last, see [`CurrentGame::state`].
    pub(super) state: Box<dyn GameState>,
    pub(super) tree: GameTree,
    pub(super) live: NodeId,
    /// The last node of an opened record; only later moves can be taken back.
    pub(super) record_end: Option<NodeId>,
    pub(super) players: [PlayerConfig; 2],
    /// Whether this game began as a rematch, with sides swapped.
    swapped: bool,
    /// Whether two people play on one device: devices with seats only watch.
    pub(super) one_device: bool,
    /// Whether rematches have turned the seats.
    pub(super) turned: bool,
    /// The game by link, if it is one.
    pub(super) link: Option<LinkedGame>,
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
    /// Whether something has changed that belongs into the save.
    pub(super) unsaved: bool,
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
            unsaved: false,
        };
        game.record_end = record_end.or_else(|| game.node_at(board.record?));
        if let (Some(clock), Some(left)) = (&mut game.clock, board.left) {
            clock.set(left);
        }
        game
    }

    /// The same as the game of this number in the run, on devices whose seats rematches have turned or not.
    #[must_use]
    pub fn begun(self, number: u64, turned: bool) -> CurrentGame {
        CurrentGame {
            number,
            turned,
            ..self
        }
    }

    /// The same in a series. `swapped`: whether the players of the game before have swapped sides.
    #[must_use]
    pub fn in_series(self, series: Series, swapped: bool) -> CurrentGame {
        CurrentGame {
            series,
            swapped,
            ..self
        }
    }

    /// The same as a save that is continued. The list of engines may have changed since: an engine whose name is no
    /// longer that of its player gives way to a user of that name.
    #[must_use]
    pub fn continued(mut self, names: [String; 2], known: [String; 2]) -> CurrentGame {
        self.paused = self.clock.is_some();
        for ((player, name), known) in self.players.iter_mut().zip(names).zip(known) {
            if known != name {
                *player = PlayerConfig::Human { name };
            }
        }
        self
    }

    pub fn id(&self) -> &'static str {
        self.id
    }

    /// The number of the game in this run.
    pub fn number(&self) -> u64 {
        self.number
    }

    pub fn about(&self) -> &About {
        &self.about
    }

    pub fn start(&self) -> &Start {
        &self.start
    }

    pub fn tree(&self) -> &GameTree {
        &self.tree
    }

    /// The node of the game.
    pub fn live(&self) -> NodeId {
        self.live
    }

    pub fn players(&self) -> &[PlayerConfig; 2] {
        &self.players
    }

    /// Whether users play both sides.
    pub fn is_for_two(&self) -> bool {
        self.players.iter().all(PlayerConfig::is_human)
    }

    /// Whether engines play both sides.
    pub fn is_watched(&self) -> bool {
        !self.players.iter().any(PlayerConfig::is_human)
    }

    /// Whether this game began as a rematch, with sides swapped.
    pub fn is_swapped(&self) -> bool {
        self.swapped
    }

    /// Whether two people play on one device.
    pub fn is_on_one_device(&self) -> bool {
        self.one_device
    }

    /// Whether rematches have turned the seats.
    pub fn is_turned(&self) -> bool {
        self.turned
    }

    /// The game by link, if it is one.
    pub fn link(&self) -> Option<&LinkedGame> {
        self.link.as_ref()
    }

    pub fn tags(&self) -> &[(String, String)] {
        &self.tags
    }

    pub fn time(&self) -> TimeControls {
        self.time
    }

    pub fn clock(&self) -> Option<&GameClock> {
        self.clock.as_ref()
    }

    pub fn series(&self) -> &Series {
        &self.series
    }

    pub fn is_paused(&self) -> bool {
        self.paused
    }

    /// How the game ended.
    pub fn ending(&self) -> Option<&GameEnd> {
        self.ending.as_ref()
    }

    /// Whether something has changed since the last call that belongs into the save.
    pub fn take_unsaved(&mut self) -> bool {
        std::mem::take(&mut self.unsaved)
    }

    /// What has changed for pages since the last call: changed nodes, and ids of removed ones.
    pub fn take_changes(&mut self) -> (Vec<NodeId>, Vec<NodeId>) {
        self.tree.take_changes()
    }

    /// Leaves the ids of nodes before `next` to another game.
    pub fn skip_ids(&mut self, next: NodeId) {
        self.tree.skip_ids(next);
    }

    /// Stores the evaluation of a position.
    pub fn evaluate(&mut self, node: NodeId, eval: Evaluation) {
        self.tree.evaluate(node, eval);
        self.unsaved = true;
    }

    /// Replaces the tags of the day in a game that has not begun.
    pub fn set_date(&mut self, tags: Vec<(String, String)>) {
        if self.tree.is_blank() && self.tags.iter().any(|(name, _)| name == "UTCDate") {
            self.tags
                .retain(|(name, _)| tags.iter().all(|(new, _)| new != name));
            self.tags.splice(0..0, tags);
        }
    }

    /// The seed of the game, by which an engine repeats it. A game has one from the first move of an engine on.
    pub fn seed(&mut self, unix_ms: u64) -> u64 {
        let known = self.tags.iter().find(|(name, _)| name == SEED);
        if let Some(seed) = known.and_then(|(_, value)| value.parse().ok()) {
            return seed;
        }
        let seed = 1 + mix(unix_ms ^ self.number) % MAX_SEED;
        self.tags.retain(|(name, _)| name != SEED);
        self.tags.push((SEED.to_owned(), seed.to_string()));
        seed
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
        self.is_for_two() && self.clock.is_none() && self.link.is_none()
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
        if !self.is_for_two() {
            return Err(Refusal::NoDrawOffer);
        }
        if !self.state.has_draws() {
            return Err(Refusal::NoDraws);
        }
        Ok(())
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
