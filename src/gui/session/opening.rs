//! Beginning a game: a new one, an opened record, or a continued save.

use super::BoardSession;
use super::answers::{BeginAnswer, Begun};
use super::client::ClientId;
use super::clock::{GameClock, TimeControls};
use super::explorer::OpenedFile;
use super::messages::NewGame;
use super::player::PlayerConfig;
use super::position::position;
use super::record::{OpenedGame, SavedBoard};
use super::refusal::Refusal;
use super::series::Series;
use super::tree::{GameTree, Status};
use crate::play::{GameState, Start};
use crate::rules::Side;

/// A game that is about to begin.
#[derive(Debug)]
pub(super) struct PendingGame {
    pub(super) opened: OpenedGame,
    pub(super) series: Series,
    /// Whether it is a new game; otherwise it is an opened record or a continued save.
    pub(super) is_new: bool,
    /// Whether the players of the game on the board swap sides.
    pub(super) swapped: bool,
    /// Whether a save is continued.
    pub(super) is_save: bool,
    /// The file of the save.
    pub(super) file: Option<String>,
    /// The file with several games that contains the record.
    pub(super) opened_file: Option<OpenedFile>,
}

/// A game without moves.
pub(super) fn fresh(state: &dyn GameState, first: u64) -> OpenedGame {
    let start = match state.start() {
        Start::Startpos => Start::Startpos,
        Start::Fen(_) => Start::Fen(state.fen()),
    };
    let tree = GameTree::new(first, Status::of(state));
    OpenedGame {
        game: state.id(),
        start,
        live: tree.root(),
        tree,
        ending: None,
        names: Default::default(),
        tags: Vec::new(),
        board: None,
    }
}

impl BoardSession {
    /// Starts the first game: a user against the first engine, at a low level unless the command line sets
    /// one.
    pub(super) fn welcome(&mut self, fen: Option<String>) -> Result<(), String> {
        let second = match self.engines.entries.first() {
            Some(entry) => PlayerConfig::Engine {
                engine: 0,
                level: entry.welcome_level(),
            },
            None => PlayerConfig::human(),
        };
        let new = NewGame {
            game: None,
            fen,
            random: None,
            players: [PlayerConfig::human(), second],
            time: TimeControls::default(),
            series: 0,
            swapped: false,
        };
        self.new_game(None, new, Series::default())?;
        Ok(())
    }

    /// Starts a new game, or proposes it to the other player. The answer has the entry of the previous game
    /// if it was saved. `client` is the page that requests the game.
    pub(super) fn new_game(
        &mut self,
        client: Option<ClientId>,
        new: NewGame,
        series: Series,
    ) -> Result<BeginAnswer, Refusal> {
        new.time.check()?;
        let game = self.game.known_game(&new.game)?;
        let state = position(game, new.fen.as_deref())?;
        let [one, two] = new.players;
        let players = [self.checked_player(one)?, self.checked_player(two)?];
        let mut opened = fresh(state.as_ref(), self.game.tree.next());
        opened.tags = vec![("Date".to_owned(), self.date())];
        let round = series.number().map(|n| ("Round".to_owned(), n.to_string()));
        opened.tags.extend(round);
        opened.board = Some(SavedBoard {
            players,
            time: new.time,
            left: None,
            at: None,
            record: None,
        });
        let pending = PendingGame {
            opened,
            series,
            is_new: true,
            swapped: new.swapped,
            is_save: false,
            file: None,
            opened_file: None,
        };
        Ok(self.begin_or_propose(client, pending)?)
    }

    /// Puts a game on the board and saves the previous one first. Returns its entry if it was saved.
    pub(super) fn begin(&mut self, pending: PendingGame) -> Begun {
        self.save_if_due();
        let saved = self.entry();
        self.stop_thinking();
        self.stop_analysis();
        self.stop_review();
        self.game.edits.clear();
        self.game.next_game = None;
        self.game.one_step = false;
        self.game.number += 1;
        let OpenedGame {
            game,
            start,
            tree,
            live,
            ending,
            names,
            tags,
            board,
        } = pending.opened;
        self.game.id = game;
        self.game.about = self.about(game.to_owned()).ok();
        if let Ok(state) = position(game, start.fen()) {
            self.game.state = state;
        }
        self.game.start = start;
        self.game.tree = tree;
        self.game.live = live;
        self.game.ending = ending;
        self.game.tags = tags;
        self.game.series = pending.series;
        // Only moves after an opened record can be taken back.
        self.game.record_end = match &board {
            None => (live != self.game.tree.root()).then_some(live),
            Some(board) => board.record.and_then(|plies| self.game.node_at(plies)),
        };
        let board = board.unwrap_or_else(|| SavedBoard {
            players: names.clone().map(|name| PlayerConfig::Human { name }),
            time: TimeControls::default(),
            left: None,
            at: None,
            record: None,
        });
        self.game.players = board.players;
        self.game.swapped = pending.swapped;
        self.devices.begin_game(pending.swapped);
        for side in Side::ALL {
            let name = names.get(side.index()).cloned().unwrap_or_default();
            // The list of engines may have changed since.
            if pending.is_save
                && self.player_name(side) != name
                && let Some(player) = self.game.players.get_mut(side.index())
            {
                *player = PlayerConfig::Human { name };
            }
        }
        self.game.time = board.time;
        self.game.clock = GameClock::new(self.game.time);
        if let (Some(clock), Some(left)) = (&mut self.game.clock, board.left) {
            clock.set(left);
        }
        self.game.paused = pending.is_save && self.game.clock.is_some();
        self.begin_file(pending.file);
        self.study.explorer.file = pending.opened_file;
        self.sync.start_over();
        if self.game.ending.is_none() {
            self.next_turn();
        }
        if !pending.is_new && !pending.is_save {
            self.mark_unsaved();
        }
        Begun { saved }
    }
}
